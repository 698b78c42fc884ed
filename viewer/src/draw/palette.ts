/**
 * All colors of the stage, in both themes. The light ones are those of the pictures of `throng draw`
 * (crates/cli/src/picture/palette.rs): obstacles gray, the medial axis blue, what leads to obstacles orange.
 *
 * Colors are sRGB throughout: shaders get and give them as they are.
 */

import { Color, ColorManagement, SRGBColorSpace } from "three";

ColorManagement.enabled = false;

/** Red, green and blue, from 0 to 1. */
export type Rgb = [number, number, number];

export interface Theme {
  /** Where nobody can walk. */
  background: string;
  floor: string;
  /** Floors of other layers: seen through, over the background. */
  fadedFloor: string;
  fadedOpacity: number;
  /** Sides of floors in 3D. */
  slab: string;
  /** Contour lines of slopes. */
  contour: string;
  wall: string;
  /** Faces of walls in 3D. */
  wallFace: string;
  wallOpacity: number;
  axis: string;
  axisOnColor: string;
  spoke: string;
  cell: string;
  open: string;
  closed: string;
  mark: string;
  /** How much of a region's tint is seen. */
  tint: number;
}

export const THEMES: Record<"light" | "dark", Theme> = {
  light: {
    background: "#ccd3db",
    floor: "#f7f9fb",
    fadedFloor: "#f7f9fb",
    fadedOpacity: 0.4,
    slab: "#aab4bf",
    contour: "#8996a5",
    wall: "#2b333d",
    wallFace: "#5f6d7d",
    wallOpacity: 0.3,
    axis: "#1c6fc4",
    axisOnColor: "#152a4a",
    spoke: "#ee9a3a",
    cell: "#a3adb9",
    open: "#2b8a3e",
    closed: "#d6293e",
    mark: "#a3176b",
    tint: 0.8,
  },
  dark: {
    background: "#0e1216",
    floor: "#2a333d",
    fadedFloor: "#323c47",
    fadedOpacity: 0.35,
    slab: "#3a4552",
    contour: "#5d6b7b",
    wall: "#9aa8b8",
    wallFace: "#7d8c9d",
    wallOpacity: 0.26,
    axis: "#5aa2ee",
    axisOnColor: "#0c1626",
    spoke: "#c98335",
    cell: "#4b5866",
    open: "#4cbf6a",
    closed: "#ff5468",
    mark: "#ff7ac6",
    tint: 0.22,
  },
};

const parsed = new Color();
const parts = { r: 0, g: 0, b: 0 };

/** A color of CSS (names, `#rgb`, `#rrggbb`, `rgb()`, `hsl()`). */
export function rgb(color: string): Rgb {
  parsed.set(color).getRGB(parts, SRGBColorSpace);
  return [parts.r, parts.g, parts.b];
}

/** The same, in bytes. */
export function bytes(color: string): [number, number, number] {
  return rgb(color).map((part) => Math.round(255 * part)) as [number, number, number];
}

/** Stops of the clearance colors: lightness rises evenly, so that the order is plain in gray too. */
export const RAMP: Rgb[] = [
  [94, 79, 162],
  [68, 118, 181],
  [58, 154, 178],
  [92, 189, 155],
  [168, 217, 122],
  [250, 236, 112],
].map((stop) => stop.map((part) => part / 255) as Rgb);

/** Twelve colors that can be told apart on both backgrounds. */
const COMPONENTS = [
  "#1c7ed6", "#e8590c", "#2f9e44", "#ae3ec9", "#d6336c", "#0c8599",
  "#b98900", "#5f3dc4", "#74a012", "#c2255c", "#1098ad", "#a0522d",
].map(bytes);

/** The color of a component: the same number has the same color, and neighboring numbers have different ones. */
export function component(number: number): [number, number, number] {
  return COMPONENTS[(number * 7) % COMPONENTS.length]!;
}

const REGIONS: [string, string][] = [
  ["grass", "#cfe8c0"], ["park", "#cfe8c0"], ["garden", "#cfe8c0"], ["forest", "#b5d6a7"],
  ["water", "#bfdcf2"], ["river", "#bfdcf2"], ["pond", "#bfdcf2"], ["path", "#efe6d2"],
  ["sidewalk", "#e6e2da"], ["pavement", "#e6e2da"], ["crossing", "#f0e6b8"], ["road", "#d4d6da"],
  ["street", "#d4d6da"], ["stair", "#e3d5ee"], ["escalator", "#d9c8ea"], ["ramp", "#eadff2"],
  ["platform", "#fae3cd"], ["seat", "#f6d9d5"], ["sand", "#f3e7c4"], ["mud", "#dccab2"], ["danger", "#f5c6c6"],
];
const OTHERS = ["#dbe7c9", "#f3dfc1", "#d3e4ea", "#ecd9e6", "#e4e0c9", "#d6dcf0"];

/** The tint of a region, as in the pictures. */
export function region(label: string): string {
  const lower = label.toLowerCase();
  const known = REGIONS.find(([name]) => lower.includes(name));
  if (known) return known[1];
  // FNV-1a in 64 bits: the same label has the tint that it has in pictures.
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(lower)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return OTHERS[Number(hash % BigInt(OTHERS.length))]!;
}
