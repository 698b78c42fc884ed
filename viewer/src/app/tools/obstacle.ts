/**
 * Draws, moves and deletes obstacles. A move is removal and insertion in one change; all moves of one drag have the same `gesture`, so that
 * one undo takes them all back. One change is under way at a time and only the newest position is sent.
 */
import type { Answer, Obstacle, Point, Shape, Spot } from "../../types";
import { distanceToPoint, inside, tints, unproject } from "../aim";
import { button, check, facts } from "../controls";
import { fill, h } from "../dom";
import { Latest } from "../latest";
import type { Session } from "../session";
import { meters, microseconds, numberIn } from "../words";
import type { Aim, Tool } from "./tool";

type Corner = [number, number];
/** How close to the first corner a click closes the ring. (px) */
const closing = 10;
/** What snapping rounds to. (m) */
const raster = 0.5;

let gestures = Math.floor(Math.random() * 2 ** 30);

export class ObstacleTool implements Tool {
  readonly name = "obstacle";
  readonly panel: HTMLElement;
  readonly #session: Session;
  readonly #list = h("ul", { class: "list", "data-test": "obstacle-list" });
  readonly #result = h("div", { role: "status", "data-test": "obstacle-result" });
  readonly #close = button({ text: "Close ring", label: "Insert the ring (Enter)", test: "obstacle-close", click: () => void this.#finish() });
  readonly #cancel = button({ text: "Cancel", test: "obstacle-cancel", click: () => this.#abandon() });
  #snap = false;
  #active = false;
  #draft: { corners: Corner[]; layer: number } | null = null;
  #pointer: Corner | null = null;
  #selected: number | null = null;
  #dragged: { obstacle: Obstacle; now: number; from: Corner; z: number; by: Corner; gesture: number } | null = null;
  readonly #moves: Latest<Corner, Answer>;

  constructor(session: Session) {
    this.#session = session;
    this.#moves = new Latest((by) => this.#move(by), (answer) => this.#moved(answer), (error) => session.notice(error.message));
    const snap = check(`Snap to ${raster} m`, "obstacle-snap", false, (on) => (this.#snap = on));
    this.panel = h(
      "div",
      { class: "tool-panel", "data-test": "panel-obstacle" },
      h("p", { class: "hint" }, "Click to set corners; Enter, a double click or the first corner closes the ring."),
      h("p", { class: "hint" }, "Drag an obstacle to move it, Delete removes it."),
      snap.row,
      h("div", { class: "row" }, this.#close, this.#cancel),
      this.#result,
      h("h3", {}, "Obstacles that were drawn"),
      this.#list,
    );
    session.placeChanged.on(() => this.#refresh());
    this.#refresh();
  }

  activate(): void {
    this.#active = true;
    this.#draw();
  }

  deactivate(): void {
    this.#active = false;
    this.#abandon();
  }

  hover(aim: Aim | null): void {
    this.#pointer = aim && this.#draft ? this.#corner(aim) : null;
    if (this.#draft) this.#draw();
  }

  press(aim: Aim): boolean {
    if (this.#draft) return false;
    const hit = this.#hit(aim);
    if (!hit) return false;
    const z = this.#height(hit);
    this.#selected = hit.obstacle;
    const from = unproject(this.#session.stage, aim.x, aim.y, [...hit.rings[0]![0]!, z]);
    this.#dragged = { obstacle: hit, now: hit.obstacle, from, z, by: [0, 0], gesture: ++gestures };
    this.#refresh();
    return true;
  }

  drag(aim: Aim): void {
    if (!this.#dragged) return;
    const { from, z } = this.#dragged;
    const [x, y] = unproject(this.#session.stage, aim.x, aim.y, [...from, z]);
    const by: Corner = [x - from[0], y - from[1]];
    this.#dragged.by = this.#snap ? [Math.round(by[0] / raster) * raster, Math.round(by[1] / raster) * raster] : by;
    this.#moves.put(this.#dragged.by);
    this.#draw();
  }

  release(aim: Aim): void {
    this.drag(aim);
    const drag = this.#dragged;
    // The last move is still on its way; whoever begins another drag meanwhile has taken over.
    const end = () => {
      if (this.#dragged !== drag) return;
      if (this.#moves.busy) return void setTimeout(end, 30);
      this.#dragged = null;
      this.#refresh();
    };
    end();
  }

  click(aim: Aim): void {
    this.#dragged = null;
    if (!this.#draft) {
      const hit = this.#hit(aim);
      if (hit || !aim.spot) {
        this.#selected = hit?.obstacle ?? null;
        this.#refresh();
        return;
      }
      this.#selected = null;
      this.#draft = { corners: [this.#snapped(aim.spot.at)], layer: aim.spot.layer };
    } else {
      const { corners, layer } = this.#draft;
      const first = this.#point(corners[0]!, layer);
      if (corners.length > 2 && distanceToPoint(this.#session.stage, aim.x, aim.y, first) < closing) {
        void this.#finish();
        return;
      }
      this.#draft.corners.push(this.#corner(aim));
    }
    this.#refresh();
  }

  doubleClick(): void {
    // The second click of the two has set the same corner again.
    if (this.#draft) void this.#finish();
  }

  key(event: KeyboardEvent): boolean {
    if (this.#draft) {
      if (event.key === "Enter") void this.#finish();
      else if (event.key === "Escape") this.#abandon();
      else if (event.key === "Backspace") this.#dropCorner();
      else return false;
      return true;
    }
    if (this.#selected !== null && (event.key === "Delete" || event.key === "Backspace")) {
      void this.#remove(this.#selected);
      return true;
    }
    if (this.#selected !== null && event.key === "Escape") {
      this.#selected = null;
      this.#refresh();
      return true;
    }
    return false;
  }

  #dropCorner(): void {
    this.#draft?.corners.pop();
    if (this.#draft?.corners.length === 0) this.#draft = null;
    this.#refresh();
  }

  #abandon(): void {
    this.#draft = null;
    this.#pointer = null;
    this.#refresh();
  }

  async #finish(): Promise<void> {
    if (!this.#draft) return;
    const { corners, layer } = this.#draft;
    const ring = corners.filter((corner, i) => i === 0 || Math.hypot(corner[0] - corners[i - 1]![0], corner[1] - corners[i - 1]![1]) > 1e-3);
    this.#abandon();
    const answer = await this.#session.tell({ op: "insert", layer: this.#session.layerName(layer), obstacle: ring });
    if (answer) this.#told(answer);
  }

  async #remove(obstacle: number): Promise<void> {
    this.#selected = null;
    const answer = await this.#session.tell({ op: "remove", obstacle });
    if (answer) this.#told(answer);
  }

  #move(by: Corner): Promise<Answer> {
    if (!this.#dragged) return Promise.reject(new Error("the drag is over"));
    const { obstacle, now, gesture } = this.#dragged;
    const rings = obstacle.rings.map((ring) => ring.map(([x, y]): Corner => [x + by[0], y + by[1]]));
    const layer = this.#session.layerName(obstacle.layer);
    return this.#session.source.ask({ op: "apply", gesture, changes: [{ op: "remove", obstacle: now }, { op: "insert", layer, rings }] });
  }

  #moved(answer: Answer): void {
    const id = (answer["obstacles"] as number[] | undefined)?.at(-1) ?? numberIn(answer, "obstacle");
    if (this.#dragged && typeof id === "number") this.#dragged.now = this.#selected = id;
    this.#told(answer);
  }

  #told(answer: Answer): void {
    const [removed, added, us] = ["cells_removed", "cells_added", "us"].map((key) => numberIn(answer, key));
    fill(
      this.#result,
      facts([
        removed != null && ["Cells removed", String(removed)],
        added != null && ["Cells added", String(added)],
        us != null && ["Update took", microseconds(us)],
      ]),
    );
  }

  /** The obstacle under the pointer, on the screen: floors have holes where obstacles are. */
  #hit({ x, y }: Aim): Obstacle | null {
    const { stage, place } = this.#session;
    const hit = (obstacle: Obstacle) =>
      obstacle.rings.some((ring) => {
        const seen = ring.map((corner) => stage.project(this.#point(corner, obstacle.layer)));
        return inside(seen, x, y) || seen.some(([sx, sy]) => Math.hypot(sx - x, sy - y) < 6);
      });
    return [...place.obstacles].reverse().find(hit) ?? null;
  }

  #corner(aim: Aim): Corner {
    const layer = this.#draft?.layer ?? 0;
    const spot: Spot | null = aim.spot?.layer === layer ? aim.spot : null;
    if (spot) return this.#snapped(spot.at);
    // Over a hole or another floor: the same height as the corner before.
    const last = this.#draft!.corners.at(-1)!;
    return this.#snapped(unproject(this.#session.stage, aim.x, aim.y, this.#point(last, layer)));
  }

  #snapped([x, y]: Corner): Corner {
    return this.#snap ? [Math.round(x / raster) * raster, Math.round(y / raster) * raster] : [x, y];
  }

  #point([x, y]: Corner, layer: number): Point {
    return this.#session.heights.point(layer, x, y, 0.07);
  }

  #height({ rings, layer }: Obstacle): number {
    return this.#session.heights.at(layer, ...rings[0]![0]!);
  }

  #refresh(): void {
    const { place } = this.#session;
    const known = place.obstacles.some(({ obstacle }) => obstacle === this.#selected);
    if (!known && !this.#dragged) this.#selected = null;
    this.#close.disabled = (this.#draft?.corners.length ?? 0) < 1;
    this.#cancel.disabled = !this.#draft;
    fill(
      this.#list,
      ...place.obstacles.map(({ obstacle, layer, rings }) => {
        const choose = () => {
          this.#selected = obstacle;
          this.#refresh();
        };
        const [text, test] = [`Obstacle ${obstacle}`, `obstacle-${obstacle}`];
        const label = `On ${this.#session.layerName(layer)}, ${rings.flat().length} corners`;
        const name = button({ text, label, test, click: choose, class: "grow plain" });
        name.setAttribute("aria-pressed", String(obstacle === this.#selected));
        const remove = () => void this.#remove(obstacle);
        return h("li", {}, name, button({ icon: "trash", label: `Delete ${text}`, test: `obstacle-delete-${obstacle}`, click: remove }));
      }),
      place.obstacles.length === 0 && h("li", { class: "hint" }, "None yet."),
    );
    this.#draw();
  }

  #draw(): void {
    const shapes: Shape[] = [];
    for (const { obstacle, layer, rings } of this.#session.place.obstacles) {
      const selected = obstacle === this.#selected;
      if (!this.#active && !selected) continue;
      for (const ring of rings) {
        const points = ring.map((corner) => this.#point(corner, layer));
        shapes.push({ kind: "area", points, color: tints.obstacle, opacity: selected ? 0.4 : 0.2 });
        shapes.push({ kind: "line", points, color: tints.obstacle, width: selected ? 3 : 1.5, closed: true });
      }
    }
    if (this.#dragged) {
      const { obstacle, by } = this.#dragged;
      for (const ring of obstacle.rings) {
        const points = ring.map(([x, y]) => this.#point([x + by[0], y + by[1]], obstacle.layer));
        shapes.push({ kind: "line", points, color: tints.draft, width: 2, closed: true, dashed: true });
      }
    }
    if (this.#draft) {
      const { corners, layer } = this.#draft;
      const points = [...corners, ...(this.#pointer ? [this.#pointer] : [])].map((corner) => this.#point(corner, layer));
      shapes.push({ kind: "line", points, color: tints.draft, width: 2, dashed: true, closed: points.length > 2 });
      for (const corner of corners) shapes.push({ kind: "dot", at: this.#point(corner, layer), color: tints.draft, size: 9 });
      const [a, b] = points.slice(-2);
      this.#pointer && a && b && this.#result.replaceChildren(facts([["Side", meters(Math.hypot(a[0] - b[0], a[1] - b[1]))]]));
    }
    this.#session.shapes("obstacles", shapes);
  }
}
