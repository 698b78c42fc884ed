/**
 * The left panel: which floors are shown and how, what is drawn, and what colors mean.
 */
import type { ColorBy, Showing } from "../types";
import { gradient, groupColor, mostDensity, mostSpeed, stateColors } from "./colors";
import { button, check, press, section, select, setIcon, slider } from "./controls";
import { fill, h } from "./dom";
import type { Session } from "./session";
import { colorings, limits, showings, switches } from "./settings";
import { factor, meters } from "./words";

export function leftPanel(session: Session): HTMLElement {
  return h(
    "aside",
    { class: "panel left", "aria-label": "What is shown", "data-test": "left-panel" },
    section("Floors", "section-floors", true, ...floors(session)),
    section("Show", "section-show", true, ...show(session)),
    section("Colors", "section-colors", true, ...colors(session)),
    section("Place", "section-place", false, numbers(session)),
  );
}

function floors(session: Session): HTMLElement[] {
  const { settings, stage, place } = session;
  const count = place.layers.length;
  const many = count > 1;
  const set = (layer: number, showing: Showing) => {
    const layers = showings(settings.value, count);
    layers[layer] = showing;
    settings.set({ layers });
  };
  const toggle = (layer: number, showing: Showing) => () => set(layer, settings.value.layers[layer] === showing ? "shown" : showing);
  const rows = place.layers.map(({ name, low, high, color }, layer) => {
    const eye = button({ icon: "eye", label: `Show or hide ${name}`, test: `layer-eye-${layer}`, click: toggle(layer, "hidden") });
    const fade = button({ icon: "fade", label: `Fade ${name}`, test: `layer-fade-${layer}`, click: toggle(layer, "faded") });
    const alone = () => {
      const all = isSolo(showings(settings.value, count), layer);
      settings.set({ layers: place.layers.map((_, i) => (all || i === layer ? "shown" : "hidden")) });
    };
    const solo = button({ icon: "solo", label: `Show ${name} alone`, test: `layer-solo-${layer}`, click: alone });
    const brief = (height: number) => String(Math.round(height * 10) / 10);
    const at = low[2] === high[2] ? `${brief(low[2])} m` : `${brief(low[2])}–${brief(high[2])} m`;
    const title = h("span", { class: "grow name", title: name }, name);
    const swatch = h("i", { class: "swatch", hidden: true });
    swatch.style.background = color ?? "";
    settings.watch(["layerColors"], (value) => (swatch.hidden = !value.layerColors));
    const row = h("li", { "data-test": `layer-${layer}` }, swatch, title, h("span", { class: "dim" }, at), eye, fade, solo);
    return { row, eye, fade, solo };
  });
  settings.watch(["layers"], (value) => {
    const now = showings(value, count);
    rows.forEach(({ row, eye, fade, solo }, layer) => {
      row.dataset["showing"] = now[layer];
      setIcon(eye, now[layer] === "hidden" ? "hidden" : "eye");
      press(eye, now[layer] !== "hidden");
      press(fade, now[layer] === "faded");
      press(solo, many && isSolo(now, layer));
    });
  });

  const mode = (value: "2d" | "3d", text: string) =>
    button({ text, test: `mode-${value}`, label: `${text} (m)`, click: () => {
      stage.camera = { ...stage.camera, mode: value };
      stage.fit();
      stage.onCamera?.();
    } });
  const [flat, deep] = [mode("2d", "2D"), mode("3d", "3D")];
  session.ticked.on(() => {
    press(flat, stage.camera.mode === "2d");
    press(deep, stage.camera.mode === "3d");
  });

  const [low, high] = [place.box.low[2], place.box.high[2]];
  const top = Math.ceil((high + 2) * 10) / 10;
  const cut = slider({
    ...{ text: "Cut above", test: "cut", min: Math.floor(low * 10) / 10, max: top, step: 0.1, value: settings.value.cut ?? top },
    show: (value) => (value >= top ? "nothing" : meters(value)),
    change: (value) => settings.set({ cut: value >= top ? null : value }),
  });
  const lift = slider({
    ...{ text: "Lift", test: "lift", min: limits.lift[0], max: limits.lift[1], step: 0.1, value: settings.value.lift },
    ...{ show: factor, change: (value: number) => settings.set({ lift: value }) },
  });
  settings.watch(["cut", "lift"], (value) => {
    cut.set(value.cut ?? top);
    lift.set(value.lift);
  });
  const fit = (layers?: number[]) => {
    stage.fit(layers);
    stage.onCamera?.();
  };
  const fitShown = () => {
    const now = showings(settings.value, count);
    fit([...now.keys()].filter((layer) => now[layer] === "shown"));
  };
  const all = button({ text: "Show all", test: "layers-all", click: () => settings.set({ layers: [] }) });
  return [
    h(
      "div",
      { class: "row" },
      h("div", { class: "group", role: "group", "aria-label": "Dimensions" }, flat, deep),
      button({ icon: "fit", text: "Fit", test: "fit", label: "Fit everything on the screen (f)", click: () => fit() }),
    ),
    h("ul", { class: "list layers", "data-test": "layers" }, ...rows.map(({ row }) => row)),
    ...(many ? [h("div", { class: "row" }, all, button({ text: "Fit shown", test: "fit-shown", click: fitShown }))] : []),
    ...(high > low ? [cut.row, lift.row] : []),
  ];
}

function isSolo(now: readonly Showing[], layer: number): boolean {
  return now.every((showing, i) => (showing !== "hidden") === (i === layer));
}

function show(session: Session): HTMLElement[] {
  const { settings } = session;
  const boxes = switches.map(({ key, word }) => {
    const { row, input } = check(word, `show-${key}`, settings.value[key], (on) => settings.set({ [key]: on }));
    settings.watch([key], (value) => (input.checked = value[key]));
    return row;
  });
  const trails = slider({
    ...{ text: "Trails", test: "trails", min: limits.trails[0], max: limits.trails[1], step: 1, value: settings.value.trails },
    ...{ show: (value: number) => (value === 0 ? "none" : `${value} s`), change: (value: number) => settings.set({ trails: value }) },
  });
  settings.watch(["trails"], (value) => trails.set(value.trails));
  return [h("div", { class: "checks" }, ...boxes), trails.row];
}

const colorWords: Record<ColorBy, string> = {
  speed: "speed",
  density: "density",
  service: "level of service",
  profile: "profile",
  goal: "goal",
  state: "walking, waiting, stuck",
  plain: "nothing",
};

function colors(session: Session): HTMLElement[] {
  const { settings } = session;
  const choices = colorings.map((value) => ({ value, text: colorWords[value] }));
  const by = select<ColorBy>("Color by", "color-by", choices, settings.value.colorBy, (value) => settings.set({ colorBy: value }));
  const legend = h("div", { class: "legend", "data-test": "legend" });
  settings.watch(["colorBy", "heat"], (value) => {
    by.input.value = value.colorBy;
    const heat = value.heat ? [h("p", { class: "legend-title" }, "Heat map"), scale("heat", mostDensity, "/m²")] : [];
    fill(legend, ...legendOf(session, value.colorBy), ...heat);
  });
  return [by.row, legend];
}

function legendOf(session: Session, by: ColorBy): HTMLElement[] {
  const { place } = session;
  switch (by) {
    case "speed":
      return [scale("speed", mostSpeed, "m/s")];
    case "density":
      return [scale("density", mostDensity, "/m²")];
    case "service":
      return [service(place.levels.limits, place.levels.colors)];
    case "profile":
      return [entries(place.profiles.map((name, i) => [groupColor("profile", i), name]))];
    case "goal":
      return [entries([[groupColor("goal", 0), "none"], ...place.goals.map((name, i) => [groupColor("goal", i + 1), name] as [string, string])])];
    case "state":
      return [entries(Object.entries(stateColors).map(([name, color]) => [color, name]))];
    case "plain":
      return [];
  }
}

function scale(by: "speed" | "density" | "heat", most: number, unit: string): HTMLElement {
  const bar = h("div", { class: "scale" });
  bar.style.background = gradient(by);
  const ends = ["0", `${most / 2}`, `≥ ${most} ${unit}`].map((text) => h("span", {}, text));
  return h("div", { role: "img", "aria-label": `Colors from 0 to ${most} ${unit}` }, bar, h("div", { class: "scale-ends" }, ...ends));
}

/** Letters A to F with the densities they stand for. */
function service(limits: readonly number[], colors: readonly string[]): HTMLElement {
  const rows = colors.map((color, i) => {
    const letter = h("b", { class: "letter" }, String.fromCharCode(65 + i));
    letter.style.background = color;
    letter.style.color = isDark(color) ? "#fff" : "#111";
    const [from, to] = [limits[i - 1], limits[i]].map((limit) => limit?.toFixed(2));
    const text = from === undefined ? `up to ${to}` : to === undefined ? `over ${from}` : `${from} – ${to}`;
    return h("li", {}, letter, h("span", {}, text));
  });
  return h("div", {}, h("ul", { class: "key service", "data-test": "service-legend" }, ...rows), h("p", { class: "dim" }, "characters per m²"));
}

/** Whether white letters are read better on a color. */
function isDark(color: string): boolean {
  const value = /^#[0-9a-f]{6}$/i.test(color) ? parseInt(color.slice(1), 16) : 0xffffff;
  return 0.299 * (value >> 16) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255) < 140;
}

function entries(list: readonly (readonly [string, string])[]): HTMLElement {
  const rows = list.map(([color, text]) => {
    const swatch = h("i", { class: "swatch round" });
    swatch.style.background = color;
    return h("li", {}, swatch, h("span", { class: "name", title: text }, text));
  });
  return h("ul", { class: "key" }, ...rows);
}

function numbers(session: Session): HTMLElement {
  const list = h("dl", { class: "facts", "data-test": "place-facts" });
  session.placeChanged.on(() => refresh());
  const refresh = () => {
    const { stats, layers, connections, version } = session.place;
    const all = { layers: layers.length, connections: connections.length, ...stats, version };
    const show = (value: unknown) => (typeof value === "number" ? Number(value.toFixed(1)).toLocaleString("en-US") : String(value));
    fill(list, ...Object.entries(all).flatMap(([key, value]) => [h("dt", {}, key.replaceAll("_", " ")), h("dd", {}, show(value))]));
  };
  refresh();
  return list;
}
