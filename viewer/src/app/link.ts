/**
 * All settings and the camera in the part of the address after `#`, so that a link restores what was seen. Only what differs from the
 * defaults is written. Links come from anywhere: what is not understood is left out, numbers are held to their limits.
 */
import type { Camera, Showing } from "../types";
import { colorings, defaults, kinds, limits, switches, tools } from "./settings";
import type { Position, Settings } from "./settings";

export interface Link {
  room: string | null;
  settings: Partial<Settings>;
  camera: Camera | null;
  /** The step that is shown; null for what happens now. */
  step: number | null;
}

/** Names of rooms, as the program allows them. Anything else could reach for other addresses. */
const roomName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
/** More than this in a list of layers is nonsense. */
const mostLayers = 10_000;
const letterOf: Record<Showing, string> = { shown: "s", faded: "f", hidden: "h" };

export function writeLink(room: string | null, settings: Readonly<Settings>, camera: Camera | null, step: number | null): string {
  const parts: string[] = [];
  const put = (key: string, value: string | number) => parts.push(`${key}=${value}`);
  if (room !== null) put("room", encodeURIComponent(room));
  if (camera) {
    const { mode, target, span, azimuth, elevation } = camera;
    const numbers = mode === "2d" ? [...target, span] : [...target, span, azimuth, elevation];
    put("camera", [mode, ...numbers.map(short)].join(","));
  }
  if (step !== null) put("step", Math.round(step));
  const flags = (of: Readonly<Settings>) => switches.filter(({ key }) => of[key]).map(({ letter }) => letter).join("");
  if (flags(settings) !== flags(defaults)) put("show", flags(settings) || "-");
  if (settings.layers.some((showing) => showing !== "shown")) put("layers", writeLayers(settings.layers));
  if (settings.cut !== null) put("cut", short(settings.cut));
  for (const key of ["lift", "trails", "radius"] as const) {
    if (settings[key] !== defaults[key]) put(key, short(settings[key]));
  }
  if (settings.clearanceWanted !== defaults.clearanceWanted) put("clearance", short(settings.clearanceWanted));
  if (settings.colorBy !== defaults.colorBy) put("color", settings.colorBy);
  if (settings.tool !== defaults.tool) put("tool", settings.tool);
  if (settings.kind !== defaults.kind) put("kind", settings.kind);
  if (settings.from) put("from", settings.from.map(short).join(","));
  if (settings.to) put("to", settings.to.map(short).join(","));
  if (settings.theme !== defaults.theme) put("theme", settings.theme);
  if (settings.charts) put("charts", 1);
  if (settings.still) put("still", 1);
  return "#" + parts.join("&");
}

export function readLink(hash: string): Link {
  // Longer ones are not ours.
  const words = new URLSearchParams(hash.length > 20_000 ? "" : hash.replace(/^#/, ""));
  const settings: Partial<Settings> = {};
  const show = words.get("show");
  if (show !== null && /^[a-z-]{1,40}$/.test(show)) for (const { key, letter } of switches) settings[key] = show.includes(letter);
  const layers = readLayers(words.get("layers"));
  if (layers) settings.layers = layers;
  const cut = number(words.get("cut"), limits.coordinate);
  if (cut !== null) settings.cut = cut;
  for (const key of ["lift", "trails", "radius"] as const) {
    const value = number(words.get(key), limits[key]);
    if (value !== null) settings[key] = value;
  }
  const wanted = number(words.get("clearance"), limits.clearanceWanted);
  if (wanted !== null) settings.clearanceWanted = wanted;
  for (const key of ["from", "to"] as const) {
    const position = readPosition(words.get(key));
    if (position) settings[key] = position;
  }
  const colorBy = oneOf(words.get("color"), colorings);
  if (colorBy) settings.colorBy = colorBy;
  const tool = oneOf(words.get("tool"), tools);
  if (tool) settings.tool = tool;
  const kind = oneOf(words.get("kind"), kinds);
  if (kind) settings.kind = kind;
  const theme = oneOf(words.get("theme"), ["auto", "light", "dark"] as const);
  if (theme) settings.theme = theme;
  if (words.get("charts") === "1") settings.charts = true;
  if (words.get("still") === "1") settings.still = true;
  const room = words.get("room");
  const step = number(words.get("step"), [0, 2 ** 32 - 1]);
  return {
    room: room !== null && roomName.test(room) ? room : null,
    settings,
    camera: readCamera(words.get("camera")),
    step: step === null ? null : Math.round(step),
  };
}

/** Millimeters are enough. */
function short(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

function number(text: string | null, [least, most]: readonly [number, number]): number | null {
  // Plain decimals only: no exponents, no "Infinity", no 0x.
  if (text === null || !/^-?\d{1,12}(\.\d{1,12})?$/.test(text)) return null;
  return Math.min(most, Math.max(least, Number(text)));
}

function oneOf<T extends string>(text: string | null, words: readonly T[]): T | null {
  return words.find((word) => word === text) ?? null;
}

/** Runs of the same, such as `3s1h`. */
function writeLayers(layers: readonly Showing[]): string {
  let text = "";
  for (let i = 0; i < layers.length; ) {
    let end = i;
    while (end < layers.length && layers[end] === layers[i]) end++;
    text += `${end - i}${letterOf[layers[i] ?? "shown"]}`;
    i = end;
  }
  return text;
}

function readLayers(text: string | null): Showing[] | null {
  if (text === null || !/^(\d{1,5}[sfh]){1,2000}$/.test(text)) return null;
  const layers: Showing[] = [];
  for (const [, count, letter] of text.matchAll(/(\d+)([sfh])/g)) {
    const showing: Showing = letter === "s" ? "shown" : letter === "f" ? "faded" : "hidden";
    for (let i = Number(count); i > 0 && layers.length < mostLayers; i--) layers.push(showing);
  }
  return layers;
}

function readPosition(text: string | null): Position | null {
  const [x, y, layer, ...more] = (text ?? "").split(",").map((part) => number(part, limits.coordinate));
  if (x == null || y == null || layer == null || more.length > 0) return null;
  return [x, y, Math.min(mostLayers, Math.max(0, Math.round(layer)))];
}

function readCamera(text: string | null): Camera | null {
  const [mode, ...rest] = (text ?? "").split(",");
  if (mode !== "2d" && mode !== "3d") return null;
  const [x, y, z, span] = rest.slice(0, 3).map((part) => number(part, limits.coordinate)).concat(number(rest[3] ?? null, [0.1, 1e6]));
  if (x == null || y == null || z == null || span == null) return null;
  const azimuth = number(rest[4] ?? null, [-360, 360]) ?? -60;
  const elevation = number(rest[5] ?? null, [1, 90]) ?? 45;
  return { mode, target: [x, y, z], span, azimuth, elevation };
}
