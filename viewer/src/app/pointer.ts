/**
 * From pointer events to what tools understand. Listens before the stage does, so that a tool can take a drag from the camera.
 */
import type { Session } from "./session";
import type { Aim, Tool } from "./tools/tool";

/** A click may move this far. (px) */
const slack = 4;

export function bindPointer(area: HTMLElement, canvas: HTMLCanvasElement, session: Session, tool: () => Tool): void {
  const { stage } = session;
  const aimAt = (event: MouseEvent): Aim => {
    const { clientX: x, clientY: y, shiftKey: shift } = event;
    return { x, y, shift, spot: stage.pick(x, y) };
  };
  let down: { x: number; y: number; id: number; taken: boolean; moved: boolean; tool: Tool } | null = null;

  area.addEventListener("pointerdown", (event) => {
    if (event.target !== canvas) return;
    session.dirty = true;
    if (event.button !== 0 || !event.isPrimary) return;
    const at = tool();
    const taken = at.press?.(aimAt(event)) ?? false;
    stage.dragging = !taken;
    down = { x: event.clientX, y: event.clientY, id: event.pointerId, taken, moved: false, tool: at };
  }, true);

  area.addEventListener("pointermove", (event) => {
    if (event.target !== canvas) return;
    if (!down) {
      if (event.buttons === 0) tool().hover?.(aimAt(event));
      return;
    }
    if (event.pointerId !== down.id) return;
    down.moved ||= Math.hypot(event.clientX - down.x, event.clientY - down.y) > slack;
    if (down.taken && down.moved) down.tool.drag?.(aimAt(event));
  }, true);

  const up = (event: PointerEvent) => {
    if (!down || event.pointerId !== down.id) return;
    const { taken, moved, tool: at } = down;
    down = null;
    // After the stage has seen the event too.
    queueMicrotask(() => (stage.dragging = true));
    if (event.type === "pointercancel") at.release?.(aimAt(event));
    else if (taken && moved) at.release?.(aimAt(event));
    else if (!moved) at.click?.(aimAt(event));
  };
  area.addEventListener("pointerup", up, true);
  area.addEventListener("pointercancel", up, true);
  canvas.addEventListener("pointerleave", () => tool().hover?.(null));
  canvas.addEventListener("dblclick", (event) => tool().doubleClick?.(aimAt(event)));
}
