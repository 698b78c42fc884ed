/**
 * Opens and closes connections: by a click near one, or in the list.
 */
import type { Shape } from "../../types";
import { distanceToSegment, tints } from "../aim";
import { button, facts } from "../controls";
import { fill, h } from "../dom";
import type { Session } from "../session";
import { microseconds, numberIn } from "../words";
import type { Aim, Tool } from "./tool";

/** (px) */
const reach = 12;

export class DoorTool implements Tool {
  readonly name = "door";
  readonly panel: HTMLElement;
  readonly #session: Session;
  readonly #list = h("ul", { class: "list", "data-test": "door-list" });
  readonly #result = h("div", { role: "status", "data-test": "door-result" });
  #hovered: number | null = null;
  #listed = "";

  constructor(session: Session) {
    this.#session = session;
    const hint = session.place.connections.length > 0 ? "Click a connection to open or close it." : "This place has no connections.";
    this.panel = h("div", { class: "tool-panel", "data-test": "panel-door" }, h("p", { class: "hint" }, hint), this.#result, this.#list);
    session.placeChanged.on(() => this.#refresh());
    this.#refresh();
  }

  deactivate(): void {
    this.hover(null);
  }

  hover(aim: Aim | null): void {
    this.#mark(aim ? this.#nearest(aim) : null);
  }

  click(aim: Aim): void {
    const connection = this.#nearest(aim);
    if (connection !== null) void this.#toggle(connection);
  }

  #nearest({ x, y }: Aim): number | null {
    const { stage, place, settings } = this.#session;
    const distances = place.connections.map(({ segment, between }) => {
      const shown = between.some((layer) => settings.value.layers[layer] !== "hidden");
      return shown ? distanceToSegment(stage, x, y, segment) : Infinity;
    });
    const least = distances.reduce((best, distance, i) => (distance < distances[best]! ? i : best), 0);
    return (distances[least] ?? Infinity) <= reach ? least : null;
  }

  #mark(connection: number | null): void {
    if (connection === this.#hovered) return;
    this.#hovered = connection;
    const segment = connection === null ? null : this.#session.place.connections[connection]?.segment;
    const shapes: Shape[] = segment ? [{ kind: "line", points: segment.map(([x, y, z]) => [x, y, z + 0.1]), color: tints.hover, width: 7 }] : [];
    this.#session.shapes("door", shapes);
  }

  async #toggle(connection: number): Promise<void> {
    const open = this.#session.place.connections[connection]?.open;
    const answer = await this.#session.tell({ op: open ? "close" : "open", connection });
    if (!answer) return;
    const us = numberIn(answer, "us");
    fill(this.#result, facts([["Connection", `${connection} ${open ? "closed" : "opened"}`], us !== null && ["Update took", microseconds(us)]]));
  }

  #refresh(): void {
    const { connections } = this.#session.place;
    const now = connections.map(({ open }) => (open ? "1" : "0")).join("");
    // The list keeps its focus while obstacles move.
    if (now === this.#listed) return;
    this.#listed = now;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["test"] : undefined;
    fill(
      this.#list,
      ...connections.map(({ between, open, name }, i) =>
        h(
          "li",
          { onpointerenter: () => this.#mark(i), onpointerleave: () => this.#mark(null) },
          h("span", { class: `state ${open ? "open" : "shut"}` }, open ? "open" : "closed"),
          h("span", { class: "grow" }, `${i}: ${name ? `${name}, ` : ""}${between.map((layer) => this.#session.layerName(layer)).join(" – ")}`),
          button({ text: open ? "Close" : "Open", label: `${open ? "Close" : "Open"} connection ${i}`, test: `door-${i}`, click: () => void this.#toggle(i) }),
        ),
      ),
    );
    if (focused?.startsWith("door-")) this.#list.querySelector<HTMLElement>(`[data-test="${focused}"]`)?.focus();
  }
}
