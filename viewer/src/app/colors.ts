/**
 * What colors mean. Every meaning is a table of 256 colors that a byte of a character points into, so 50,000 characters take a fraction of
 * a millisecond. Ramps get lighter or darker all the way (after viridis and plasma), groups are the colors of Okabe and Ito: both can be
 * told apart with any common color blindness.
 */
import type { ColorBy, Frame, Place } from "../types";

type Rgb = readonly [number, number, number];

export const viridis = ["#440154", "#46327e", "#365c8d", "#277f8e", "#1fa187", "#4ac16d", "#a0da39", "#fde725"];
export const plasma = ["#3b2fb5", "#6a1fb0", "#9a179b", "#cb4678", "#eb7852", "#fbb32f", "#f8e621"];
const heatColors = ["#fff3b0", "#fdc652", "#f98e2b", "#e2542f", "#b3173f", "#6a0a4f"];
export const groups = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#b8a400", "#8a6bd1"];
const grey = "#8a929c";

/** Speeds up to this have colors of their own. (m/s) */
export const mostSpeed = 2;
/** Densities up to this. (1/m²) */
export const mostDensity = 4;
/** States in the order of the legend. */
export const stateColors = { walking: "#0072b2", standing: grey, waiting: "#e69f00", stuck: "#d55e00" } as const;

export interface Palette {
  speed: Uint32Array;
  density: Uint32Array;
  service: Uint32Array;
  profile: Uint32Array;
  goal: Uint32Array;
  state: Uint32Array;
  plain: Uint32Array;
}

/** Tables for a place. */
export function paletteOf(place: Pick<Place, "levels">, theme: "light" | "dark"): Palette {
  const levels = place.levels.colors.map(rgb);
  return {
    // A unit is 0.02 m/s.
    speed: table((i) => ramp(viridis, Math.min(1, (i * 0.02) / mostSpeed) * 0.94 + 0.06)),
    density: table((i) => ramp(plasma, i / 255)),
    service: table((i) => levels[Math.min(i, levels.length - 1)] ?? rgb(grey)),
    profile: table((i) => rgb(groups[i % groups.length]!)),
    goal: table((i) => rgb(i === 0 ? grey : groups[(i - 1) % groups.length]!)),
    state: table((i) => rgb(stateColors[stateOf(i)])),
    plain: table(() => rgb(theme === "dark" ? "#a9c4e8" : "#2b5a94")),
  };
}

/** What a character does, in one word. */
export function stateOf(state: number): keyof typeof stateColors {
  if (state & 4) return "stuck";
  if (state & 8) return "waiting";
  return (state & 3) === 0 ? "standing" : "walking";
}

/** The color of each character. `density` is needed for density and level of service. `out` has four bytes a character at least. */
export function paint(
  frame: Frame,
  by: ColorBy,
  palette: Palette,
  density: Float32Array | null,
  limits: readonly number[],
  out: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const { count } = frame;
  const words = new Uint32Array(out.buffer, out.byteOffset, count);
  const colors = palette[by];
  if (by === "plain") {
    words.fill(colors[0]!);
  } else if (by === "density" || by === "service") {
    if (!density) {
      words.fill(palette.plain[0]!);
    } else if (by === "density") {
      const scale = 255 / mostDensity;
      for (let i = 0; i < count; i++) words[i] = colors[Math.min(255, (density[i]! * scale) | 0)]!;
    } else {
      for (let i = 0; i < count; i++) {
        let level = 0;
        while (level < limits.length && density[i]! > limits[level]!) level++;
        words[i] = colors[level]!;
      }
    }
  } else {
    const bytes = frame[by];
    for (let i = 0; i < count; i++) words[i] = colors[bytes[i]!]!;
  }
  return out.subarray(0, 4 * count);
}

const heatTable = table((i) => ramp(heatColors, i / 255), (i) => (i === 0 ? 0 : 70 + Math.min(150, i)));

/** Colors of a heat map: red, green, blue, opacity of each square. */
export function paintHeat(density: Float32Array): Uint8Array {
  const words = new Uint32Array(density.length);
  const scale = 255 / mostDensity;
  for (let i = 0; i < density.length; i++) {
    if (density[i]! > 0) words[i] = heatTable[Math.min(255, Math.max(1, (density[i]! * scale) | 0))]!;
  }
  return new Uint8Array(words.buffer);
}

/** For legends: the same colors as a background. */
export function gradient(by: "speed" | "density" | "heat"): string {
  const colors = by === "speed" ? viridis : by === "density" ? plasma : heatColors;
  return `linear-gradient(to right, ${colors.join(", ")})`;
}

/** The color of the n-th profile, or goal (0 for none). */
export function groupColor(by: "profile" | "goal", index: number): string {
  if (by === "goal" && index === 0) return grey;
  return groups[(by === "goal" ? index - 1 : index) % groups.length]!;
}

function table(color: (i: number) => Rgb, opacity: (i: number) => number = () => 0): Uint32Array {
  const bytes = new Uint8Array(1024);
  for (let i = 0; i < 256; i++) bytes.set([...color(i), opacity(i)], 4 * i);
  return new Uint32Array(bytes.buffer);
}

/** A color of a list, from 0 for the first to 1 for the last. */
function ramp(colors: readonly string[], at: number): Rgb {
  const place = Math.min(1, Math.max(0, at)) * (colors.length - 1);
  const index = Math.min(colors.length - 2, Math.floor(place));
  const [a, b] = [rgb(colors[index]!), rgb(colors[index + 1]!)];
  const t = place - index;
  return [0, 1, 2].map((k) => Math.round(a[k]! + (b[k]! - a[k]!) * t)) as unknown as Rgb;
}

function rgb(text: string): Rgb {
  const value = /^#[0-9a-f]{6}$/i.test(text) ? parseInt(text.slice(1), 16) : 0x808080;
  return [value >> 16, (value >> 8) & 255, value & 255];
}
