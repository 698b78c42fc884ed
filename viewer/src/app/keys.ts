/**
 * Keys. None of them works while one types or while a control that is focused means the key itself; tools come first.
 */
import { h } from "./dom";
import type { Controls } from "./bottom";
import type { Session } from "./session";
import { tools } from "./settings";
import type { ToolName } from "./settings";
import { openDialog } from "./share";
import type { Tool } from "./tools/tool";

const help: readonly (readonly [string, string])[] = [
  ["Space", "run or pause"],
  [".", "one step"],
  ["← →", "one second back or ahead; ten with Shift"],
  ["1 … 5", "tools: inspect, route, obstacle, door, people"],
  ["m", "2D or 3D"],
  ["f", "fit everything on the screen"],
  ["+ −", "zoom"],
  ["Alt + arrows", "move the camera; with Shift around, in 3D"],
  ["c", "charts"],
  ["l", "back to what happens now"],
  ["Ctrl + Z, Ctrl + Shift + Z", "undo, redo"],
  ["Enter, Backspace, Esc", "close the ring, drop the last corner, cancel"],
  ["Delete", "remove the selected obstacle or characters"],
  ["?", "this help"],
];

export function showHelp(): void {
  const keys = h("dl", { class: "facts keys" }, ...help.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)]));
  const mouse = h("p", { class: "dim" }, "Drag to move or, in 3D, to go around; the other buttons or Shift move in 3D. The wheel zooms.");
  openDialog("Keys", "help-dialog", keys, mouse);
}

interface Acts {
  session: Session;
  controls: Controls;
  tool: () => Tool;
  choose: (tool: ToolName) => void;
}

export function bindKeys({ session, controls, tool, choose }: Acts): () => void {
  const listener = (event: KeyboardEvent) => {
    if (document.querySelector("dialog[open]") || event.defaultPrevented) return;
    if (takesKey(event)) return;
    if (act(event)) event.preventDefault();
  };
  const act = (event: KeyboardEvent): boolean => {
    const { settings, stage, player } = session;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key.toLowerCase() === "z" && session.canEdit) {
      void session.tell({ op: event.shiftKey ? "redo" : "undo" });
      return true;
    }
    if (command) return false;
    if (event.altKey) return moveCamera(event);
    if (tool().key?.(event)) return true;
    const number = ["1", "2", "3", "4", "5"].indexOf(event.key);
    if (number >= 0) return choose(tools[number]!), true;
    switch (event.key) {
      case " ":
        return controls.toggle(), true;
      case ".":
        return controls.step(), true;
      case "ArrowLeft":
      case "ArrowRight":
        return controls.scrub((event.key === "ArrowLeft" ? -1 : 1) * (event.shiftKey ? 10 : 1)), true;
      case "m":
        stage.camera = { ...stage.camera, mode: stage.camera.mode === "2d" ? "3d" : "2d" };
        stage.fit();
        return moved();
      case "f":
        stage.fit();
        return moved();
      case "+":
      case "=":
        return zoom(1 / 1.25);
      case "-":
        return zoom(1.25);
      case "c":
        return settings.set({ charts: !settings.value.charts }), true;
      case "l":
        return player.live(), true;
      case "?":
        return showHelp(), true;
    }
    return false;
  };
  const moved = () => {
    session.stage.onCamera?.();
    return true;
  };
  const zoom = (by: number) => {
    const { camera } = session.stage;
    session.stage.camera = { ...camera, span: Math.min(1e6, Math.max(0.5, camera.span * by)) };
    return moved();
  };
  const moveCamera = (event: KeyboardEvent): boolean => {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [0, 0];
    if (dx === 0 && dy === 0) return false;
    const { camera } = session.stage;
    if (event.shiftKey && camera.mode === "3d") {
      session.stage.camera = { ...camera, azimuth: camera.azimuth + 5 * dx!, elevation: Math.min(89, Math.max(5, camera.elevation + 5 * dy!)) };
      return moved();
    }
    // Along the screen: find out where a step in the place goes on it.
    const [x, y, z] = camera.target;
    const h = camera.span / 100;
    const [ox, oy] = session.stage.project([x, y, z]);
    const [ax, ay] = session.stage.project([x + h, y, z]);
    const angle = Math.atan2(-(ay - oy), ax - ox);
    const length = camera.span / 12;
    const [ux, uy] = [dx! * Math.cos(angle) + dy! * Math.sin(angle), dy! * Math.cos(angle) - dx! * Math.sin(angle)];
    session.stage.camera = { ...camera, target: [x + ux * length, y + uy * length, z] };
    return moved();
  };
  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
}

/** Whether the focused control means the key itself. */
function takesKey(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) {
    if (target.type === "checkbox") return event.key === " ";
    if (target.type === "range") return event.key.startsWith("Arrow") || ["Home", "End", "PageUp", "PageDown"].includes(event.key);
    return true;
  }
  return (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement || target.tagName === "SUMMARY") && (event.key === " " || event.key === "Enter");
}
