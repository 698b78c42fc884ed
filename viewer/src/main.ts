/**
 * The page begins here: a share file shows the recording it carries; an address with a room shows that room; anything else is the gallery.
 *
 * Names of controls for tests (`data-test`), in the order of the page:
 *   gallery        gallery, place-NAME, model-open, model-file, theme
 *   3D models      veil, model-dialog, model-slope|head-room|step|min-area|up|unit, model-progress, model-told, model-result, model-facts,
 *                  model-components, model-notes, model-extract, model-cancel, model-go
 *   top bar        home, title, reconnecting, clients, tool-inspect|route|obstacle|door|people, undo, redo, file, file-list, save-scene, record,
 *                  recordings, recording-N, reset, share, share-list, share-png, share-svg, share-link, share-html, theme, help
 *   left panel     left-panel, fold-left, section-floors|show|colors|place, mode-2d, mode-3d, fit, layers, layer-N, layer-eye-N, layer-fade-N,
 *                  layer-solo-N, layers-all, fit-shown, cut, lift, show-floors|walls|axis|spokes|cells|clearance|components|connections|layerColors|regions|
 *                  people|heat, trails, color-by, legend, service-legend, place-facts
 *   middle         canvas, loading, hover-box, notices, notice
 *   right panel    right-panel, panel-inspect|route|obstacle|door|people
 *     inspect      inspect-body, pinned-facts, unpin
 *     route        route-radius, route-clearance, route-kind, route-from, route-from-layer, route-to, route-to-layer, route-swap, route-clear,
 *                  route-result, route-facts, route-none
 *     obstacle     obstacle-snap, obstacle-close, obstacle-cancel, obstacle-result, obstacle-list, obstacle-N, obstacle-delete-N
 *     door         door-list, door-N, door-result
 *     people       people-selected, people-send, people-stop, people-dismiss, people-new-profile, people-change, people-all, people-none,
 *                  people-details, followed-facts, people-camera, people-count, people-profile, people-add-click, people-add
 *   charts         chart-drawer, chart-count, chart-flow, chart-density
 *   bottom bar     run (data-running), step, speed, timeline, live, time, characters, achieved, charts, told (for screen readers)
 *   dialogs        help-dialog, share-dialog, share-from, share-to, share-every, share-size, share-save, link-dialog, link-field; NAME-close
 *   failure        failure
 */
import { h } from "./app/dom";
import { showGallery } from "./app/gallery";
import { readLink, writeLink } from "./app/link";
import type { Link } from "./app/link";
import type { Stats } from "./app/measure";
import { acceptModels } from "./app/model";
import { openScreen } from "./app/screen";
import type { Screen } from "./app/screen";
import { defaults } from "./app/settings";
import { theme } from "./app/theme";
import { Stage } from "./draw/stage";
import { Archive, unpack } from "./net/archive";
import { Room } from "./net/room";
import "./style.css";
import type { Camera, Source, StageLike } from "./types";

/** For tests and measurements, and for curious people at the console. Nothing of the page itself uses it. */
export interface Throng {
  /** Whether all that is to be shown is here, and the first frame too. */
  ready(): boolean;
  stats(): Stats | null;
  readonly stage: StageLike | null;
  readonly camera: Camera | null;
  readonly screen: Screen | null;
}

declare global {
  interface Window {
    throng: Throng;
  }
}

const root = document.getElementById("app")!;
let screen: Screen | null = null;
let opening = 0;
let shown: { room: string | null } | null = null;
/** The room that was just chosen in the gallery: its crowd runs at once. One that was opened by a link does not. */
let chosen: string | null = null;

window.throng = {
  ready: () => {
    if (!screen) return root.querySelector("[data-test=gallery] a") !== null;
    const { session } = screen;
    return session.complete && (session.player.frame !== null || (session.state !== null && session.state.characters === 0));
  },
  stats: () => screen?.loop.stats() ?? null,
  get stage() {
    return screen?.session.stage ?? null;
  },
  get camera() {
    return screen?.session.stage.camera ?? null;
  },
  get screen() {
    return screen;
  },
};

async function open(source: Source, link: Link, run: boolean): Promise<void> {
  const now = ++opening;
  try {
    const opened = await openScreen(root, source, (canvas) => new Stage(canvas), link, run);
    // Somebody may have gone elsewhere meanwhile.
    if (now === opening) screen = opened;
    else opened.close();
  } catch (error) {
    source.close();
    if (now === opening) fail(error instanceof Error ? error.message : String(error));
  }
}

function fail(words: string): void {
  const back = h("a", { href: "#", class: "button" }, "All places");
  root.replaceChildren(h("main", { class: "failure", role: "alert", "data-test": "failure" }, h("h1", {}, "This cannot be shown"), h("p", {}, words), back));
}

/** Opens the place that a model became, with its layers in colors, and lets people walk there. */
function openModel(room: string): void {
  chosen = room;
  location.hash = writeLink(room, { ...defaults, layerColors: true, regions: false }, null, null);
}

/** Shows what the address says. */
async function route(): Promise<void> {
  const link = readLink(location.hash);
  if (screen && shown && shown.room === link.room) {
    screen.apply(link);
    return;
  }
  screen?.close();
  screen = null;
  opening++;
  shown = { room: link.room };
  theme.choose(link.settings.theme ?? "auto");
  if (link.room === null) {
    await showGallery(root, (room) => (chosen = room), openModel);
    return;
  }
  // Pictures that are still to come would hold up the place: browsers have few connections to one address.
  for (const picture of root.querySelectorAll("img")) picture.removeAttribute("src");
  const run = chosen === link.room;
  chosen = null;
  await open(new Room(link.room), link, run);
}

async function begin(): Promise<void> {
  const recording = document.getElementById("recording");
  if (!recording) {
    addEventListener("hashchange", () => void route());
    acceptModels(openModel);
    await route();
    return;
  }
  const link = readLink(location.hash);
  theme.choose(link.settings.theme ?? "auto");
  try {
    await open(new Archive(await unpack(recording.textContent ?? "")), link, link.step === null && !link.settings.still);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

void begin();
