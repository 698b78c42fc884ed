/**
 * Hover to see the numbers of whatever is under the pointer: cell, edge, component, clearance, height, density, and character, connection,
 * region or obstacle if there is one. Click to keep a place: its nearest obstacle, its retraction, and all that can be seen from it.
 */
import type { Answer, Point, Shape, Spot } from "../../types";
import { distanceToSegment, inside, tints } from "../aim";
import { button, facts } from "../controls";
import { fill, h } from "../dom";
import { Latest } from "../latest";
import type { Session } from "../session";
import { characterFacts } from "./details";
import { meters, microseconds, numberIn, density as densityText } from "../words";
import type { Aim, Tool } from "./tool";

type Fact = readonly [string, string];

export class InspectTool implements Tool {
  readonly name = "inspect";
  readonly panel = h("div", { class: "tool-panel", "data-test": "panel-inspect" });
  readonly box = h("div", { class: "hover-box", hidden: true, "data-test": "hover-box" });
  readonly #session: Session;
  readonly #hovered: Latest<Aim & { spot: Spot }, Answer>;
  readonly #body = h("div", { "data-test": "inspect-body", "aria-live": "polite" });
  #pinned: { spot: Spot; answer: Answer; area: number | null; us: number | null } | null = null;
  #aim: Aim | null = null;

  constructor(session: Session) {
    this.#session = session;
    this.#hovered = new Latest(
      ({ spot }) => session.source.ask(this.#request(spot)),
      (answer, aim) => this.#showHover(aim, answer),
      (_error, aim) => this.#showHover(aim, null),
    );
    const hint = session.canAsk ? "Hover to see the numbers of a place; click to keep it." : "Hover over a character to see its numbers.";
    this.panel.append(h("p", { class: "hint" }, hint), this.#body);
    session.placeChanged.on(() => {
      if (this.#pinned && session.canAsk) void this.#pin(this.#pinned.spot);
    });
  }

  deactivate(): void {
    this.hover(null);
  }

  hover(aim: Aim | null): void {
    this.#aim = aim;
    if (!aim) {
      this.#hovered.cancel();
      this.box.hidden = true;
      this.#session.shapes("hover", []);
      return;
    }
    const { spot } = aim;
    if (spot && this.#session.canAsk) this.#hovered.put({ ...aim, spot });
    else this.#showHover(aim, null);
  }

  click(aim: Aim): void {
    if (aim.spot && this.#session.canAsk) void this.#pin(aim.spot);
  }

  key(event: KeyboardEvent): boolean {
    if (event.key !== "Escape" || !this.#pinned) return false;
    this.#unpin();
    return true;
  }

  #request({ at, layer }: Spot, op = "inspect"): Answer {
    return { op, at, layer: this.#session.layerName(layer) };
  }

  /** What is known here without asking. */
  #around({ x, y, spot }: Aim): Fact[] {
    const { stage, place, player, crowd } = this.#session;
    const list: Fact[] = [];
    const character = stage.pickCharacter(x, y);
    const frame = player.frame;
    if (character !== null && frame) {
      const index = crowd.indexIn(frame, character);
      if (index >= 0) list.push(...characterFacts(this.#session, frame, index));
    }
    place.connections.forEach(({ between, segment, open }, i) => {
      if (distanceToSegment(stage, x, y, segment) > 8) return;
      list.push(["Connection", `${i}, ${open ? "open" : "closed"}`], ["Between", between.map((layer) => this.#session.layerName(layer)).join(" – ")]);
    });
    if (!spot) return list;
    const [px, py] = spot.at;
    for (const { layer, label, polygon } of place.regions) {
      if (layer === spot.layer && inside(polygon.map(([a, b]) => [a, b] as const), px, py)) list.push(["Region", label]);
    }
    for (const { layer, name, polygon } of place.areas) if (layer === spot.layer && inside(polygon, px, py)) list.push(["Area", name]);
    return list;
  }

  #showHover(aim: Aim, answer: Answer | null): void {
    if (!this.#aim) return;
    const { spot } = aim;
    const list = this.#around(aim);
    if (spot) list.push(["Layer", this.#session.layerName(spot.layer)], ["Position", `${spot.at[0].toFixed(2)}, ${spot.at[1].toFixed(2)}`]);
    if (answer) list.push(...numbers(answer));
    this.box.hidden = list.length === 0;
    fill(this.box, facts(list));
    const { x, y } = this.#aim;
    const frame = this.box.parentElement!.getBoundingClientRect();
    const [width, height] = [this.box.offsetWidth, this.box.offsetHeight];
    this.box.style.left = `${Math.max(4, Math.min(x - frame.left + 18, frame.width - width - 8))}px`;
    this.box.style.top = `${Math.max(4, y - frame.top + 18 + height > frame.height ? y - frame.top - height - 12 : y - frame.top + 18)}px`;
    this.#session.shapes("hover", answer ? this.#cellShapes(answer) : []);
  }

  /** The outline of a cell, where the mesh is at hand. */
  #cellShapes(answer: Answer): Shape[] {
    const cell = numberIn(answer, "cell");
    const cells = cell === null ? null : this.#session.block(cell);
    const k = cells ? cells.id.indexOf(cell!) : -1;
    if (!cells || k < 0) return [];
    const [x, y, z] = this.#session.place.box.low;
    const foot = (n: number): Point => [cells.feet[12 * k + 3 * n]! + x, cells.feet[12 * k + 3 * n + 1]! + y, cells.feet[12 * k + 3 * n + 2]! + z + 0.05];
    const arc: Point[] = [];
    for (let i = cells.first[k]!; i < cells.first[k + 1]!; i++) {
      arc.push([cells.points[4 * i]! + x, cells.points[4 * i + 1]! + y, cells.points[4 * i + 2]! + z + 0.05]);
    }
    const [first, last] = [arc[0], arc.at(-1)];
    if (!first || !last) return [];
    return [
      { kind: "area", points: [foot(0), first, foot(1), foot(3), last, foot(2)], color: tints.hover, opacity: 0.12 },
      { kind: "line", points: [first, foot(0), foot(2), last, foot(3), foot(1)], color: tints.hover, width: 1.5, closed: true },
      { kind: "line", points: arc, color: tints.hover, width: 3 },
    ];
  }

  async #pin(spot: Spot): Promise<void> {
    const { source } = this.#session;
    try {
      const [answer, sight] = await Promise.all([source.ask(this.#request(spot)), source.ask(this.#request(spot, "visibility"))]);
      this.#pinned = { spot, answer, area: numberIn(sight, "area"), us: numberIn(sight, "us") };
      this.#session.shapes("pinned", this.#pinShapes(spot, answer, (sight["polygon"] as [number, number][] | undefined) ?? []));
      this.#fillPanel();
    } catch (error) {
      this.#unpin();
      this.#session.notice(error instanceof Error ? error.message : String(error));
    }
  }

  #unpin(): void {
    this.#pinned = null;
    this.#session.shapes("pinned", []);
    this.#body.replaceChildren();
  }

  #pinShapes(spot: Spot, answer: Answer, polygon: [number, number][]): Shape[] {
    const at: Point = [...spot.at, spot.z + 0.06];
    // The polygon goes through connections onto other floors; at the height of the eye it is one flat shape.
    const seen = polygon.map(([x, y]): Point => [x, y, spot.z + 0.04]);
    const shapes: Shape[] = [
      { kind: "area", points: seen, color: tints.sight, opacity: 0.25 },
      { kind: "line", points: seen, color: tints.sight, width: 1.5, closed: true },
    ];
    for (const [key, color] of [["nearest", tints.nearest], ["retraction", tints.retraction]] as const) {
      const point = answer[key] as Point | undefined;
      if (!Array.isArray(point)) continue;
      const there: Point = [point[0], point[1], (point[2] ?? spot.z) + 0.06];
      shapes.push({ kind: "line", points: [at, there], color, width: 2 }, { kind: "dot", at: there, color, size: 9 });
    }
    shapes.push({ kind: "dot", at, color: "#212529", size: 10, ring: true });
    return shapes;
  }

  #fillPanel(): void {
    if (!this.#pinned) return;
    const { spot, answer, area, us } = this.#pinned;
    const point = (key: string): string => (Array.isArray(answer[key]) ? (answer[key] as number[]).slice(0, 2).map((v) => v.toFixed(2)).join(", ") : "–");
    const key = (color: string, text: string) => {
      const swatch = h("i", { class: "swatch" });
      swatch.style.background = color;
      return h("li", {}, swatch, text);
    };
    fill(
      this.#body,
      facts(
        [
          ["Layer", this.#session.layerName(spot.layer)],
          ["Position", `${spot.at[0].toFixed(2)}, ${spot.at[1].toFixed(2)}`],
          ...numbers(answer),
          ["Nearest obstacle", point("nearest")],
          ["Retraction", point("retraction")],
          area !== null && ["Visible area", `${area.toFixed(1)} m²`],
          us !== null && ["Visibility took", microseconds(us)],
        ],
        "pinned-facts",
      ),
      h("ul", { class: "key" }, key(tints.nearest, "Nearest obstacle"), key(tints.retraction, "Retraction"), key(tints.sight, "Visibility polygon")),
      button({ text: "Clear", test: "unpin", click: () => this.#unpin() }),
    );
  }
}

/** The numbers of an answer to `inspect`. */
function numbers(answer: Answer): Fact[] {
  const list: Fact[] = [];
  const add = (name: string, key: string, show: (value: number) => string) => {
    const value = numberIn(answer, key);
    if (value !== null) list.push([name, show(value)]);
  };
  add("Clearance", "clearance", meters);
  add("Height", "height", meters);
  add("Cell", "cell", String);
  add("Edge", "edge", String);
  add("Edge length", "edge_length", meters);
  add("Narrowest of edge", "edge_min_clearance", meters);
  add("Component", "component", String);
  add("Density", "density", densityText);
  add("Took", "us", microseconds);
  return list;
}
