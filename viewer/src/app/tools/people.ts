/**
 * Characters one by one: click one to follow it, drag a box with Shift to select several, add new ones, send, stop, dismiss them or give them
 * another profile.
 */
import type { Followed, Point, Shape } from "../../types";
import { tints } from "../aim";
import { button, check, facts, select } from "../controls";
import { fill, h } from "../dom";
import type { Session } from "../session";
import { count, numberIn, speed } from "../words";
import { characterFacts } from "./details";
import type { Aim, Tool } from "./tool";

/** So many can be added at once. */
const mostAdded = 10_000;

type Waiting = "add" | "send" | null;

export class PeopleTool implements Tool {
  readonly name = "people";
  readonly panel: HTMLElement;
  readonly #session: Session;
  readonly #details = h("div", { "data-test": "people-details" });
  readonly #selection = h("p", { "data-test": "people-selected", role: "status" });
  readonly #box = h("div", { class: "select-box", hidden: true });
  readonly #buttons: HTMLButtonElement[] = [];
  readonly #sendButton: HTMLButtonElement;
  readonly #addButton: HTMLButtonElement;
  #profile = 0;
  #count = 20;
  #waiting: Waiting = null;
  #followed: number | null = null;
  #told: Followed | null = null;
  #camera = false;
  #drawn = "";
  #drawnTold: Followed | null = null;
  #from: Aim | null = null;

  constructor(session: Session, overlay: HTMLElement) {
    this.#session = session;
    overlay.append(this.#box);
    const { profiles } = session.place;
    const names = profiles.map((name, i) => ({ value: String(i), text: name }));
    const act = (text: string, test: string, click: () => void) => {
      const made = button({ text, test, click });
      this.#buttons.push(made);
      return made;
    };
    this.#sendButton = act("Send to…", "people-send", () => this.#wait(this.#waiting === "send" ? null : "send"));
    this.#addButton = button({ text: "Add at a click", test: "people-add-click", click: () => this.#wait(this.#waiting === "add" ? null : "add") });
    const camera = check("Camera follows", "people-camera", false, (on) => (this.#camera = on));
    const number = h("input", { type: "number", min: 1, max: mostAdded, value: this.#count, "data-test": "people-count" });
    number.addEventListener("change", () => {
      this.#count = Math.min(mostAdded, Math.max(1, Math.round(Number(number.value) || 1)));
      number.value = String(this.#count);
    });
    const profile = select("Profile", "people-profile", names, "0", (value) => (this.#profile = Number(value)));
    const change = select("New profile", "people-new-profile", names, "0", () => {});
    const orders = [
      this.#sendButton,
      act("Stop", "people-stop", () => void this.#tell({ op: "stop" })),
      act("Dismiss", "people-dismiss", () => void this.#tell({ op: "dismiss" })),
    ];
    const changed = act("Change", "people-change", () => void this.#tell({ op: "profile", profile: Number(change.input.value) }));
    const all = button({ text: "Select all", test: "people-all", click: () => this.#selectAll() });
    const none = button({ text: "Select none", test: "people-none", click: () => this.#select([]) });
    const anywhere = button({ text: "Add anywhere", test: "people-add", click: () => void this.#add(null) });
    this.panel = h(
      "div",
      { class: "tool-panel", "data-test": "panel-people" },
      h("p", { class: "hint" }, "Click a character to follow it; drag a box with Shift to select several."),
      this.#selection,
      session.canRun && h("div", { class: "row" }, ...orders),
      session.canRun && profiles.length > 1 && h("div", { class: "row end" }, change.row, changed),
      h("div", { class: "row" }, all, none),
      h("h3", {}, "Followed"),
      this.#details,
      camera.row,
      session.canRun && h("h3", {}, "Add characters"),
      session.canRun && h("div", { class: "row end" }, h("label", { class: "field" }, h("span", {}, "How many"), number), profile.row),
      session.canRun && h("div", { class: "row" }, this.#addButton, anywhere),
    );
    session.followed.on((followed) => this.#tellFollowed(followed));
    session.opened.on(() => this.#follow(null));
    session.connectedChanged.on((yes) => {
      // The program forgets who follows whom when a connection breaks.
      if (yes && this.#followed !== null && session.canRun) void session.tell({ op: "follow", character: this.#followed });
    });
    session.ticked.on(() => this.#tick());
    session.markedChanged.on(() => this.#refresh());
    this.#refresh();
    this.#showDetails();
  }

  deactivate(): void {
    this.#wait(null);
  }

  press(aim: Aim): boolean {
    if (!aim.shift) return false;
    this.#from = aim;
    return true;
  }

  drag(aim: Aim): void {
    if (!this.#from) return;
    const frame = this.#box.parentElement!.getBoundingClientRect();
    const [left, top] = [Math.min(aim.x, this.#from.x), Math.min(aim.y, this.#from.y)];
    this.#box.hidden = false;
    Object.assign(this.#box.style, {
      ...{ left: `${left - frame.left}px`, top: `${top - frame.top}px` },
      ...{ width: `${Math.abs(aim.x - this.#from.x)}px`, height: `${Math.abs(aim.y - this.#from.y)}px` },
    });
  }

  release(aim: Aim): void {
    const from = this.#from;
    this.#from = null;
    this.#box.hidden = true;
    if (from) this.#select(this.#within(from, aim));
  }

  click(aim: Aim): void {
    this.#from = null;
    if (this.#waiting === "add" && aim.spot) return void this.#add(aim);
    if (this.#waiting === "send" && aim.spot) {
      const { at, layer } = aim.spot;
      this.#wait(null);
      return void this.#tell({ op: "send", to: at, to_layer: this.#session.layerName(layer) });
    }
    const id = this.#session.stage.pickCharacter(aim.x, aim.y);
    if (aim.shift && id !== null) {
      const marked = new Set(this.#session.marked);
      if (!marked.delete(id)) marked.add(id);
      this.#select([...marked]);
    } else {
      this.#select(id === null ? [] : [id]);
      this.#follow(id);
    }
  }

  key(event: KeyboardEvent): boolean {
    if (event.key === "Escape" && (this.#waiting || this.#followed !== null || this.#session.marked.size > 0)) {
      if (this.#waiting) this.#wait(null);
      else {
        this.#select([]);
        this.#follow(null);
      }
      return true;
    }
    if (event.key === "Delete" && this.#session.canRun && this.#session.marked.size > 0) {
      void this.#tell({ op: "dismiss" });
      return true;
    }
    return false;
  }

  #within(a: Aim, b: Aim): number[] {
    const { player, crowd, stage, settings } = this.#session;
    const frame = player.frame;
    if (!frame) return [];
    const [left, right, top, bottom] = [Math.min(a.x, b.x), Math.max(a.x, b.x), Math.min(a.y, b.y), Math.max(a.y, b.y)];
    const ids: number[] = [];
    for (let i = 0; i < frame.count; i++) {
      if (settings.value.layers[frame.layer[i]!] === "hidden") continue;
      const [x, y] = stage.project(crowd.pointOf(frame, i));
      if (x >= left && x <= right && y >= top && y <= bottom) ids.push(frame.id[i]!);
    }
    return ids;
  }

  #selectAll(): void {
    const frame = this.#session.player.frame;
    this.#select(frame ? [...frame.id.subarray(0, frame.count)] : []);
  }

  #select(ids: number[]): void {
    this.#session.mark(ids);
  }

  #follow(id: number | null): void {
    if (id === this.#followed) return;
    this.#followed = id;
    this.#told = null;
    if (this.#session.canRun && this.#session.connected) void this.#session.tell({ op: "follow", character: id });
    this.#drawn = "";
    this.#session.shapes("follow", []);
    this.#showDetails();
  }

  #tellFollowed(followed: Followed): void {
    if (followed.character !== this.#followed) return;
    if (followed.gone) {
      this.#session.notice(`Character ${followed.character} has left.`);
      this.#follow(null);
      return;
    }
    this.#told = followed;
    this.#showDetails();
  }

  /** Lines of a followed character; of the past only its place is known. */
  #tick(): void {
    const { player, stage, settings } = this.#session;
    if (this.#followed === null) return;
    const at = this.#session.positionOf(this.#followed);
    if (at && this.#camera && at.some((value, k) => value !== stage.camera.target[k])) {
      stage.camera = { ...stage.camera, target: at };
      this.#session.dirty = true;
    }
    const told = player.mode === "live" ? this.#told : null;
    // Nothing has moved: nothing is drawn.
    const moment = `${at} ${player.mode} ${settings.value.people}`;
    if (moment === this.#drawn && told === this.#drawnTold) return;
    [this.#drawn, this.#drawnTold] = [moment, told];
    const shapes: Shape[] = [];
    const lifted = ([x, y, z]: Point): Point => [x, y, z + 0.12];
    if (told && at && settings.value.people) {
      for (const id of told.neighbors) {
        const other = this.#session.positionOf(id);
        if (other) shapes.push({ kind: "line", points: [lifted(at), lifted(other)], color: tints.neighbor, width: 1.5 });
      }
      if (told.route.length > 1) shapes.push({ kind: "line", points: told.route.map(lifted), color: tints.follow, width: 3 });
      if (told.goal) shapes.push({ kind: "dot", at: lifted(told.goal), color: tints.follow, size: 12, ring: true });
      if (told.attraction) {
        const ahead = lifted(told.attraction);
        shapes.push({ kind: "line", points: [lifted(at), ahead], color: tints.attraction, width: 1.5, dashed: true });
        shapes.push({ kind: "dot", at: ahead, color: tints.attraction, size: 9 });
      }
    }
    this.#session.shapes("follow", shapes);
    if (!told) this.#showDetails();
  }

  #showDetails(): void {
    const { player, crowd } = this.#session;
    if (this.#followed === null) {
      fill(this.#details, h("p", { class: "hint" }, "Nobody."));
      return;
    }
    const told = player.mode === "live" ? this.#told : null;
    const frame = player.frame;
    const index = frame ? crowd.indexIn(frame, this.#followed) : -1;
    const known = frame && index >= 0 ? characterFacts(this.#session, frame, index) : [["Character", String(this.#followed)] as const];
    const more = told
      ? ([
          ["Doing", told.doing],
          ["Layer", told.layer],
          ["Exact speed", speed(told.speed)],
          ["Route left", `${routeLength(told.route).toFixed(1)} m`],
          ["Neighbors", String(told.neighbors.length)],
        ] as const)
      : [];
    fill(this.#details, facts([...known, ...more], "followed-facts"));
  }

  #wait(what: Waiting): void {
    this.#waiting = what;
    this.#addButton.setAttribute("aria-pressed", String(what === "add"));
    this.#sendButton.setAttribute("aria-pressed", String(what === "send"));
    if (what) this.#session.notice(what === "add" ? "Click where they should be added; Escape ends it." : "Click where they should go.");
  }

  async #add(aim: Aim | null): Promise<void> {
    // Room enough for half a square meter each.
    const radius = Math.max(2, Math.sqrt(this.#count / 2));
    const where = aim?.spot ? { at: aim.spot.at, layer: this.#session.layerName(aim.spot.layer), radius } : {};
    const answer = await this.#session.tell({ op: "add", count: this.#count, profile: this.#profile, ...where });
    if (answer) this.#session.notice(`${count(numberIn(answer, "added") ?? 0)} characters were added.`);
  }

  async #tell(request: Record<string, unknown>): Promise<void> {
    const characters = [...this.#session.marked];
    if (characters.length === 0) return;
    const answer = await this.#session.tell({ ...request, characters });
    if (answer && request["op"] === "dismiss") {
      this.#select([]);
      if (this.#followed !== null && characters.includes(this.#followed)) this.#follow(null);
    }
  }

  #refresh(): void {
    const { size } = this.#session.marked;
    const some = size === 1 ? "1 character is selected." : `${count(size)} characters are selected.`;
    this.#selection.textContent = size === 0 ? "Nobody is selected." : some;
    for (const made of this.#buttons) made.disabled = size === 0;
  }
}

function routeLength(points: Point[]): number {
  return points.reduce((sum, [x, y], i) => (i === 0 ? 0 : sum + Math.hypot(x - points[i - 1]![0], y - points[i - 1]![1])), 0);
}
