/**
 * The screen of an open place: bars, panels, canvas and tools around one session.
 */
import { bottomBar } from "./bottom";
import { Charts } from "./charts";
import { button } from "./controls";
import { h } from "./dom";
import { bindKeys } from "./keys";
import { leftPanel } from "./left";
import { writeLink } from "./link";
import type { Link } from "./link";
import { Loop } from "./measure";
import { Notices } from "./notices";
import { bindPointer } from "./pointer";
import { Session } from "./session";
import { defaults, tools as allTools } from "./settings";
import type { Settings, ToolName } from "./settings";
import { Store } from "./store";
import { theme } from "./theme";
import { topBar } from "./top";
import { DoorTool } from "./tools/door";
import { InspectTool } from "./tools/inspect";
import { ObstacleTool } from "./tools/obstacle";
import { PeopleTool } from "./tools/people";
import { RouteTool } from "./tools/route";
import type { Tool } from "./tools/tool";
import type { Source, StageLike } from "../types";

export interface Screen {
  readonly session: Session;
  readonly loop: Loop;
  readonly tools: Partial<Record<ToolName, Tool>>;
  /** Takes over what a link says about the place that is open. */
  apply(link: Link): void;
  close(): void;
}

/** Opens a place and shows it. `run`: lets its crowd run at once. */
export async function openScreen(root: HTMLElement, source: Source, makeStage: (canvas: HTMLCanvasElement) => StageLike, link: Link, run: boolean): Promise<Screen> {
  const settings = new Store<Settings>({ ...defaults, ...link.settings });
  settings.watch(["theme"], (value) => theme.choose(value.theme));
  settings.watch(["still"], (value) => document.documentElement.classList.toggle("still", value.still));

  const canvas = h("canvas", { tabindex: 0, "data-test": "canvas", "aria-label": "The place. Alt and arrows move the camera, plus and minus zoom." });
  const loading = h("div", { class: "loading", role: "status", "data-test": "loading" }, "Opening the place…");
  const view = h("div", { class: "view" }, canvas, loading);
  const notices = new Notices();
  const screen = h("div", { class: "screen" }, h("div", { class: "middle" }, view), notices.area);
  root.replaceChildren(screen);

  const stage = makeStage(canvas);
  const session = new Session(source, stage, settings);
  session.noticed.on((text) => notices.show(text));
  stage.resize();
  await session.open();

  const { place, player } = session;
  document.title = `${place.title || place.room} – Throng`;
  if (link.step !== null || !player.hasLive) player.seek(link.step ?? 0);

  const list: Tool[] = [];
  const inspect = new InspectTool(session);
  view.append(inspect.box);
  list.push(inspect);
  if (session.canAsk) list.push(new RouteTool(session));
  if (session.canEdit) list.push(new ObstacleTool(session), new DoorTool(session));
  list.push(new PeopleTool(session, view));
  const tools: Partial<Record<ToolName, Tool>> = Object.fromEntries(list.map((tool) => [tool.name, tool]));
  const names = allTools.filter((name) => tools[name]);

  const address = () => `${location.href.replace(/#.*$/, "")}${hash()}`;
  const hash = () => writeLink(source.live ? place.room : null, settings.value, stage.camera, player.mode === "replay" ? player.at : null);
  const right = h("aside", { class: "panel right", "aria-label": "Tool", "data-test": "right-panel" });
  const controls = bottomBar(session);
  const charts = new Charts(session);
  const left = leftPanel(session);
  const fold = button({ text: "‹", label: "Fold the left panel", test: "fold-left", class: "fold", click: () => {
    const folded = screen.classList.toggle("folded");
    fold.firstElementChild!.textContent = folded ? "›" : "‹";
    fold.setAttribute("aria-expanded", String(!folded));
  } });
  fold.setAttribute("aria-expanded", "true");
  view.append(fold);
  const middle = h("div", { class: "middle" }, left, view, right);
  screen.replaceChildren(topBar(session, names, address), middle, charts.drawer, controls.bar, notices.area);

  // Only now the canvas has its size.
  stage.resize();
  if (link.camera) stage.camera = link.camera;
  else {
    // Floors above each other are seen from the side, a flat place from above.
    const flat = place.box.high[2] - place.box.low[2] < 0.5;
    stage.camera = { ...stage.camera, mode: flat ? "2d" : "3d" };
    stage.fit();
  }

  let tool: Tool = list[0]!;
  const use = (name: ToolName) => {
    const next = tools[name] ?? list[0]!;
    if (next !== tool) tool.deactivate?.();
    tool = next;
    right.replaceChildren(h("h2", {}, next.name.charAt(0).toUpperCase() + next.name.slice(1)), next.panel);
    canvas.dataset["tool"] = next.name;
    next.activate?.();
  };
  settings.watch(["tool"], (value) => use(value.tool));
  bindPointer(view, canvas, session, () => tool);
  const unbind = bindKeys({ session, controls, tool: () => tool, choose: (name) => tools[name] && settings.set({ tool: name }) });

  // The address follows what is shown, not too often: browsers refuse more than a few changes a second.
  let pending: ReturnType<typeof setTimeout> | null = null;
  const follow = () => {
    pending ??= setTimeout(() => {
      pending = null;
      history.replaceState(null, "", hash());
    }, 400);
  };
  if (source.live) settings.watch(Object.keys(defaults) as (keyof Settings)[], follow);
  stage.onCamera = () => {
    session.dirty = true;
    if (source.live) follow();
  };
  const observer = new ResizeObserver(() => {
    stage.resize();
    session.dirty = true;
  });
  observer.observe(view);

  session.ticked.on(() => {
    const pendingParts = session.pending;
    loading.hidden = session.complete || place.layers.length === 0;
    if (!loading.hidden) loading.textContent = `Loading, ${pendingParts} ${pendingParts === 1 ? "part" : "parts"} to come…`;
  });
  const loop = new Loop(session);
  loop.start();
  if (run) {
    if (session.canRun) {
      const begin = () => session.connected && void session.tell({ op: "run" });
      if (session.connected) begin();
      else {
        const off = session.connectedChanged.on((yes) => {
          if (!yes) return;
          off();
          begin();
        });
      }
    } else player.play();
  }

  return {
    session,
    loop,
    tools,
    apply: (fresh) => {
      settings.set({ ...defaults, ...fresh.settings });
      if (fresh.camera) stage.camera = fresh.camera;
      if (fresh.step !== null) player.seek(fresh.step);
      session.dirty = true;
    },
    close: () => {
      if (pending) clearTimeout(pending);
      loop.stop();
      observer.disconnect();
      unbind();
      session.close();
      // Browsers have few contexts, and keep those of pages that were left until memory is cleaned up.
      canvas.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
    },
  };
}
