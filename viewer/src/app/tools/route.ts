/**
 * A route between two points that can be dragged. Every move asks anew, one question at a time; the route stays while other tools are used
 * and is asked anew when the place changes, so that one can see what an obstacle or a closed door does to it.
 */
import type { Answer, Point, Shape } from "../../types";
import { distanceToPoint, tints } from "../aim";
import { button, facts, select, slider } from "../controls";
import { fill, h } from "../dom";
import { Latest } from "../latest";
import { kinds, limits } from "../settings";
import type { Kind, Position } from "../settings";
import type { Session } from "../session";
import { meters, microseconds, numberIn, textIn } from "../words";
import type { Aim, Tool } from "./tool";

type End = "from" | "to";
/** How close to a point one has to aim. (px) */
const reach = 14;

const kindWords: Record<Kind, string> = {
  short: "short, keeps clearance",
  shortest: "shortest",
  medial: "along the medial axis",
  left: "on the left side",
  right: "on the right side",
};

export class RouteTool implements Tool {
  readonly name = "route";
  readonly panel: HTMLElement;
  readonly #session: Session;
  readonly #asked: Latest<Answer, Answer>;
  readonly #result = h("div", { "data-test": "route-result", role: "status" });
  readonly #fields: Record<End, { at: HTMLInputElement; layer: HTMLSelectElement; box: HTMLElement }>;
  #dragged: End | null = null;
  #route: Point[] = [];

  constructor(session: Session) {
    this.#session = session;
    const { settings } = session;
    this.#asked = new Latest(
      (request) => session.source.ask(request),
      (answer) => this.#answered(answer),
      (error) => this.#refused(error),
    );
    const radius = slider({
      ...{ text: "Radius", test: "route-radius", min: limits.radius[0], max: limits.radius[1], step: 0.05, value: settings.value.radius },
      ...{ show: meters, change: (value: number) => settings.set({ radius: value }) },
    });
    const clearance = slider({
      ...{ text: "Clearance", test: "route-clearance", min: limits.clearanceWanted[0], max: limits.clearanceWanted[1], step: 0.05 },
      ...{ value: settings.value.clearanceWanted, show: meters, change: (value: number) => settings.set({ clearanceWanted: value }) },
    });
    const kind = select<Kind>("Kind", "route-kind", kinds.map((value) => ({ value, text: kindWords[value] })), settings.value.kind, (value) =>
      settings.set({ kind: value }),
    );
    this.#fields = { from: this.#field("from", "From"), to: this.#field("to", "To") };
    this.panel = h(
      "div",
      { class: "tool-panel", "data-test": "panel-route" },
      h("p", { class: "hint" }, "Click to set the start, click again to set the goal; then drag either."),
      radius.row,
      clearance.row,
      kind.row,
      this.#fields.from.box,
      this.#fields.to.box,
      h(
        "div",
        { class: "row" },
        button({ text: "Swap", test: "route-swap", click: () => settings.set({ from: settings.value.to, to: settings.value.from }) }),
        button({ text: "Clear", test: "route-clear", click: () => settings.set({ from: null, to: null }) }),
      ),
      this.#result,
    );
    settings.watch(["from", "to", "radius", "clearanceWanted", "kind"], (value) => {
      radius.set(value.radius);
      clearance.set(value.clearanceWanted);
      kind.input.value = value.kind;
      this.#ask();
    });
    session.placeChanged.on(() => this.#ask());
  }

  press(aim: Aim): boolean {
    const hit = this.#hit(aim);
    this.#dragged = hit;
    return hit !== null;
  }

  drag(aim: Aim): void {
    if (this.#dragged && aim.spot) this.#session.settings.set({ [this.#dragged]: [...aim.spot.at, aim.spot.layer] });
  }

  release(aim: Aim): void {
    this.drag(aim);
    this.#dragged = null;
  }

  click(aim: Aim): void {
    this.#dragged = null;
    if (!aim.spot || this.#hit(aim)) return;
    const { settings } = this.#session;
    const position: Position = [...aim.spot.at, aim.spot.layer];
    // The first click sets the start, the second the goal; a third one moves the goal.
    settings.set(settings.value.from === null ? { from: position } : { to: position });
  }

  #hit({ x, y }: Aim): End | null {
    const { stage } = this.#session;
    const ends = (["to", "from"] as const).map((end) => ({ end, point: this.#point(end) }));
    return ends.find(({ point }) => point && distanceToPoint(stage, x, y, point) < reach)?.end ?? null;
  }

  #point(end: End): Point | null {
    const { settings, place, heights } = this.#session;
    const position = settings.value[end];
    return position && position[2] < place.layers.length ? heights.point(position[2], position[0], position[1], 0.1) : null;
  }

  #ask(): void {
    const { settings, place, canAsk } = this.#session;
    const { from, to, radius, clearanceWanted, kind } = settings.value;
    for (const end of ["from", "to"] as const) this.#fillField(end);
    if (!from || !to || !canAsk || !this.#point("from") || !this.#point("to")) {
      this.#asked.cancel();
      this.#route = [];
      this.#result.replaceChildren();
      this.#draw();
      return;
    }
    this.#draw();
    this.#asked.put({
      ...{ op: "route", from: [from[0], from[1]], from_layer: place.layers[from[2]]!.name },
      ...{ to: [to[0], to[1]], to_layer: place.layers[to[2]]!.name, radius, clearance: clearanceWanted, kind },
    });
  }

  #answered(answer: Answer): void {
    const us = numberIn(answer, "us");
    const took = us === null ? null : (["Took", microseconds(us)] as const);
    if (answer["found"] === true) {
      const names = new Map(this.#session.place.layers.map(({ name }, layer) => [name, layer]));
      const points = (answer["points"] as [number, number, string][] | undefined) ?? [];
      this.#route = points.map(([x, y, name]) => this.#session.heights.point(names.get(name) ?? 0, x, y, 0.08));
      fill(
        this.#result,
        facts(
          [
            ["Length", meters(numberIn(answer, "length") ?? 0)],
            ["Smallest clearance", meters(numberIn(answer, "min_clearance") ?? 0)],
            ["Points", String(points.length)],
            took,
          ],
          "route-facts",
        ),
      );
    } else {
      this.#route = [];
      const largest = numberIn(answer, "largest_radius");
      fill(
        this.#result,
        h("p", { class: "bad", "data-test": "route-none" }, `No route: ${textIn(answer, "reason") ?? "none was found"}`),
        facts([largest !== null && ["Largest radius", meters(largest)], took]),
      );
    }
    this.#draw();
  }

  #refused(error: Error): void {
    this.#route = [];
    fill(this.#result, h("p", { class: "bad", "data-test": "route-none" }, error.message));
    this.#draw();
  }

  #draw(): void {
    const { radius } = this.#session.settings.value;
    const shapes: Shape[] = [];
    if (this.#route.length > 1) shapes.push({ kind: "line", points: this.#route, color: tints.route, width: 4 });
    for (const end of ["from", "to"] as const) {
      const at = this.#point(end);
      if (at) shapes.push({ kind: "disc", at, radius, color: tints[end] }, { kind: "dot", at, color: tints[end], size: 14, ring: true });
    }
    this.#session.shapes("route", shapes);
  }

  /** Numbers for those who do not point. */
  #field(end: End, text: string): { at: HTMLInputElement; layer: HTMLSelectElement; box: HTMLElement } {
    const { place } = this.#session;
    const change = () => {
      const parts = at.value.split(/[\s,;]+/).filter(Boolean).map(Number);
      if (parts.length === 2 && parts.every(Number.isFinite)) this.#session.settings.set({ [end]: [parts[0]!, parts[1]!, Number(layer.value)] });
      else if (at.value.trim() === "") this.#session.settings.set({ [end]: null });
    };
    const label = `${text}: x and y in meters`;
    const at = h("input", { type: "text", placeholder: "x, y", "aria-label": label, "data-test": `route-${end}`, onchange: change });
    const options = place.layers.map(({ name }, i) => h("option", { value: i }, name));
    const layer = h("select", { "aria-label": `${text}: layer`, "data-test": `route-${end}-layer`, onchange: change }, ...options);
    return { at, layer, box: h("div", { class: "field two" }, h("span", {}, text), at, layer) };
  }

  #fillField(end: End): void {
    const { at, layer } = this.#fields[end];
    const position = this.#session.settings.value[end];
    if (document.activeElement !== at) at.value = position ? `${position[0].toFixed(2)}, ${position[1].toFixed(2)}` : "";
    if (position && document.activeElement !== layer) layer.value = String(position[2]);
  }
}
