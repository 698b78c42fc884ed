/**
 * A 3D model that is dropped on the page: sent to the program, extracted there while its progress is shown, and opened as a place.
 */
import { beginModel, cancelModel, endings, isModel, sendModel, stateOfModel, usual } from "../net/models";
import type { ModelResult, ModelSettings, ModelState } from "../net/models";
import { button, facts, select } from "./controls";
import { fill, h } from "./dom";
import { openDialog } from "./share";
import { count, meters } from "./words";

/** How often the program is asked how far it is. (ms) */
const pause = 120;
/** Components in the list. */
const mostListed = 40;

/** Lets models be dropped anywhere on the page. `open` is called with the room that one became. */
export function acceptModels(open: (room: string) => void): void {
  const veil = h("div", { class: "veil", hidden: true, "data-test": "veil" }, h("p", {}, "Drop a 3D model here"));
  document.body.append(veil);
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    veil.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    // Only when the pointer has left the page.
    if (event.relatedTarget === null) veil.hidden = true;
  });
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    veil.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (file) showModel(file, open);
  });
}

/** A button that asks for a file. */
export function modelButton(open: (room: string) => void): HTMLElement {
  const accept = endings.map((ending) => `.${ending}`).join(",");
  const input = h("input", { type: "file", accept, hidden: true, "data-test": "model-file", "aria-label": "3D model" });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    input.value = "";
    if (file) showModel(file, open);
  });
  const ask = button({ icon: "file", text: "Open a 3D model…", label: "OBJ, glTF, STL, PLY or IFC; or drop it on the page", test: "model-open", click: () => input.click() });
  return h("span", {}, ask, input);
}

/** Sends, extracts and shows a model. */
function showModel(file: File, open: (room: string) => void): void {
  const settings: ModelSettings = { ...usual };
  const number = (test: string, label: string, key: "slope" | "headRoom" | "step" | "minArea", max: number, step: number) => {
    const input = h("input", { type: "number", min: 0, max, step, value: settings[key], "data-test": `model-${test}` });
    input.addEventListener("input", () => {
      if (input.value !== "" && Number.isFinite(input.valueAsNumber)) settings[key] = input.valueAsNumber;
    });
    return h("label", { class: "field" }, h("span", {}, label), input);
  };
  const choices = (list: readonly string[], other: string) => [{ value: "", text: other }, ...list.map((value) => ({ value, text: value }))];
  const up = select("Up", "model-up", choices(["x", "y", "z", "-x", "-y", "-z"], "as usual"), "", (value) => (settings.up = value));
  const unit = select("Unit", "model-unit", choices(["mm", "cm", "m", "in", "ft"], "as in the file"), "", (value) => (settings.unit = value));
  const form = h(
    "div",
    { class: "model-form" },
    number("slope", "Slope (°)", "slope", 85, 1),
    number("head-room", "Head room (m)", "headRoom", 10, 0.05),
    number("step", "Step (m)", "step", 2, 0.05),
    number("min-area", "Least area (m²)", "minArea", 10_000, 0.5),
    up.row,
    unit.row,
  );
  const bar = h("progress", { max: 1, "data-test": "model-progress" });
  const told = h("p", { class: "dim", role: "status", "data-test": "model-told" });
  const result = h("div", { class: "model-result", "data-test": "model-result" });
  const extract = button({ text: "Extract", test: "model-extract", click: () => void work() });
  const cancel = button({ text: "Cancel", test: "model-cancel", click: () => stop() });
  const go = button({ text: "Open with a crowd", test: "model-go", class: "primary", click: () => enter() });
  const row = h("div", { class: "row" }, extract, cancel, go);
  const dialog = openDialog(file.name, "model-dialog", form, h("div", { class: "model-progress" }, bar, told), result, row);
  dialog.addEventListener("close", () => stop());

  /** Of the extraction that is under way; null if none is. */
  let under: AbortController | null = null;
  let model: number | null = null;
  let room: string | null = null;

  const show = (working: boolean, words: string) => {
    bar.hidden = !working;
    told.textContent = words;
    told.classList.remove("bad");
    extract.disabled = working;
    cancel.hidden = !working;
    go.hidden = room === null;
    for (const input of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")) input.disabled = working;
  };
  const stop = () => {
    under?.abort();
    under = null;
    if (model !== null) cancelModel(model).catch(() => undefined);
    show(false, "Cancelled.");
  };
  const enter = () => {
    if (room === null) return;
    const chosen = room;
    dialog.close();
    open(chosen);
  };
  const work = async () => {
    const mine = new AbortController();
    under = mine;
    room = null;
    fill(result);
    bar.removeAttribute("value");
    show(true, "Sending…");
    try {
      model ??= await sendModel(file, mine.signal);
      await beginModel(model, settings);
      for (;;) {
        const state = await stateOfModel(model);
        if (under !== mine) return;
        if (state.state === "failed") throw new Error(state.error);
        if (state.state === "done") {
          under = null;
          room = state.result.room;
          fill(result, ...resultOf(state.result));
          show(false, "");
          go.focus();
          return;
        }
        tell(state);
        await new Promise((resume) => setTimeout(resume, pause));
      }
    } catch (error) {
      if (under !== mine) return;
      under = null;
      show(false, error instanceof Error ? error.message : String(error));
      told.classList.add("bad");
    }
  };
  const tell = (state: ModelState) => {
    if (state.state !== "working") return;
    if (state.total > 0) bar.value = state.done / state.total;
    else bar.removeAttribute("value");
    told.textContent = `${state.stage.charAt(0).toUpperCase()}${state.stage.slice(1)}…`;
  };
  show(false, "");
  if (isModel(file.name)) void work();
  else {
    show(false, `${file.name} is not a 3D model; known are ${endings.map((ending) => `.${ending}`).join(", ")}.`);
    told.classList.add("bad");
    extract.disabled = true;
  }
}

/** What came of an extraction. */
function resultOf(result: ModelResult): HTMLElement[] {
  const { components, dropped } = result;
  const area = (value: number) => `${value < 100 ? value.toFixed(1) : count(value)} m²`;
  const listed = components.slice(0, mostListed).map(({ area: size, heights: [low, high], layers }) => {
    const at = high - low < 0.005 ? meters(low) : `${meters(low)} to ${meters(high)}`;
    const names = layers.length > 3 ? `${layers.slice(0, 3).join(", ")}, …` : layers.join(", ");
    return h("li", {}, h("b", {}, area(size)), h("span", { class: "dim" }, at), h("span", { class: "grow name", title: layers.join(", ") }, names));
  });
  const more = components.length - listed.length + result.more_components;
  return [
    facts(
      [
        ["Walkable", area(result.area)],
        ["Layers", `${count(result.layers)}, with ${count(result.connections)} ${result.connections === 1 ? "connection" : "connections"}`],
        ["Components", count(components.length + result.more_components)],
        dropped.components > 0 && ["Left out", `${count(dropped.components)} with ${area(dropped.area)}`],
        ["Triangles", count(result.triangles)],
      ],
      "model-facts",
    ),
    h("ul", { class: "list components", "data-test": "model-components" }, ...listed, more > 0 && h("li", { class: "dim" }, `and ${count(more)} more`)),
    ...(result.notes.length > 0 ? [h("ul", { class: "notes dim", "data-test": "model-notes" }, ...result.notes.map((note) => h("li", {}, note)))] : []),
  ];
}
