/**
 * What can be opened, as cards. One click opens a room and lets its crowd run.
 */
import { button, icon } from "./controls";
import { h } from "./dom";
import { writeLink } from "./link";
import { modelButton } from "./model";
import { defaults } from "./settings";
import { theme } from "./theme";
import { count } from "./words";

const welcome = "Exact navigation meshes and the crowds that walk on them. Choose a place, or drop a 3D model here.";

interface Listed {
  name: string;
  description: string;
  layers: number | null;
  scenario: boolean;
  [more: string]: unknown;
}

interface Listing {
  opened: string | null;
  places: Listed[];
}

/** Shows the gallery; `choose` is called before a room is opened from it, `openModel` when a 3D model has become one. */
export async function showGallery(root: HTMLElement, choose: (room: string) => void, openModel: (room: string) => void): Promise<void> {
  document.title = "Throng";
  const cards = h("div", { class: "cards", "data-test": "gallery" });
  const status = h("p", { class: "dim", role: "status" }, "Loading…");
  const dark = button({ icon: "theme", label: "Light or dark", test: "theme", click: () => theme.prefer(theme.value === "dark" ? "light" : "dark") });
  root.replaceChildren(
    h(
      "main",
      { class: "gallery" },
      h("header", { class: "gallery-head" }, h("div", {}, h("h1", {}, "Throng"), h("p", { class: "dim" }, welcome)), h("div", { class: "row" }, modelButton(openModel), dark)),
      status,
      cards,
    ),
  );
  try {
    const response = await fetch("/api/gallery");
    if (!response.ok) throw new Error(`the program answered with status ${response.status}`);
    const listing = (await response.json()) as Listing;
    const given = { description: "The file that was given on the command line.", layers: null, scenario: true };
    if (listing.opened) cards.append(card({ name: listing.opened, ...given }, choose, false));
    // Those with a crowd of their own come first.
    const sorted = [...listing.places].sort((a, b) => Number(b.scenario) - Number(a.scenario));
    for (const place of sorted) cards.append(card(place, choose, true));
    status.textContent = listing.places.length > 0 ? "" : "There is nothing to open.";
  } catch (error) {
    status.textContent = `The program cannot be reached: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function card(place: Listed, choose: (room: string) => void, picture: boolean): HTMLElement {
  const { name, description, layers, scenario } = place;
  const numbers = [
    layers ? (layers === 1 ? "1 layer" : `${layers} layers`) : null,
    ...["connections", "corners", "area", "characters"].map((key) => {
      const value = place[key];
      return typeof value === "number" ? `${count(value)} ${key === "area" ? "m²" : key}` : null;
    }),
    scenario ? "with a crowd" : null,
  ];
  return h(
    "a",
    { class: "card", href: writeLink(name, defaults, null, null), "data-test": `place-${name}`, onclick: () => choose(name) },
    !picture && h("div", { class: "card-blank" }, icon("file")),
    picture && h("img", { src: `/api/gallery/${encodeURIComponent(name)}.png`, loading: "lazy", alt: "", width: 320, height: 200 }),
    h(
      "div",
      { class: "card-text" },
      h("h2", {}, name.replaceAll("_", " ")),
      h("p", {}, description),
      h("p", { class: "dim" }, numbers.filter(Boolean).join(" · ")),
    ),
  );
}
