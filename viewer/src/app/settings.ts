/**
 * Everything that a person can set about what is shown. All of it goes into links (`link.ts`), except what a room itself knows.
 */
import type { ColorBy, Look, Showing } from "../types";

export const tools = ["inspect", "route", "obstacle", "door", "people"] as const;
export type ToolName = (typeof tools)[number];

export const kinds = ["short", "shortest", "medial", "left", "right"] as const;
export type Kind = (typeof kinds)[number];

export const colorings = ["speed", "density", "service", "profile", "goal", "state", "plain"] as const satisfies readonly ColorBy[];

/** What can be shown or not, with the letter it has in links and the word it has on the page. */
export const switches = [
  { key: "floors", letter: "f", word: "Floors" },
  { key: "walls", letter: "w", word: "Obstacles" },
  { key: "axis", letter: "a", word: "Medial axis" },
  { key: "spokes", letter: "s", word: "Spokes" },
  { key: "cells", letter: "c", word: "Cells" },
  { key: "clearance", letter: "l", word: "Clearance" },
  { key: "components", letter: "o", word: "Components" },
  { key: "connections", letter: "d", word: "Connections" },
  { key: "regions", letter: "r", word: "Regions" },
  { key: "people", letter: "p", word: "Characters" },
  { key: "layerColors", letter: "y", word: "Layer colors" },
  { key: "heat", letter: "h", word: "Density heat map" },
] as const;
export type Switch = (typeof switches)[number]["key"];

/** A position as in requests: x, y and the index of a layer. */
export type Position = readonly [number, number, number];

export interface Settings extends Record<Switch, boolean> {
  theme: "auto" | "light" | "dark";
  /** One a layer; what is missing is shown. */
  layers: readonly Showing[];
  cut: number | null;
  lift: number;
  trails: number;
  colorBy: ColorBy;
  tool: ToolName;
  from: Position | null;
  to: Position | null;
  radius: number;
  clearanceWanted: number;
  kind: Kind;
  charts: boolean;
  /** Nothing moves by itself, so that pictures of the page can be compared. */
  still: boolean;
}

export const defaults: Readonly<Settings> = {
  theme: "auto",
  layers: [],
  cut: null,
  lift: 1,
  floors: true,
  walls: true,
  axis: false,
  spokes: false,
  cells: false,
  clearance: false,
  components: false,
  connections: true,
  regions: true,
  layerColors: false,
  people: true,
  heat: false,
  trails: 0,
  colorBy: "speed",
  tool: "inspect",
  from: null,
  to: null,
  radius: 0.25,
  clearanceWanted: 0.5,
  kind: "short",
  charts: false,
  still: false,
};

/** Limits of what is set by sliders; links are held to them too. */
export const limits = {
  radius: [0.05, 2],
  clearanceWanted: [0, 3],
  lift: [0.5, 5],
  trails: [0, 30],
  coordinate: [-1e7, 1e7],
} as const;

/** How each layer is shown. */
export function showings(settings: Readonly<Settings>, count: number): Showing[] {
  return Array.from({ length: count }, (_, layer) => settings.layers[layer] ?? "shown");
}

/** What the stage is told. */
export function lookOf(settings: Readonly<Settings>, count: number, theme: "light" | "dark"): Look {
  const { cut, lift, trails } = settings;
  const shown = Object.fromEntries(switches.map(({ key }) => [key, settings[key]])) as Record<Switch, boolean>;
  return { theme, layers: showings(settings, count), cut, lift, trails, ...shown };
}

/** Whether something is shown that needs the cells of the mesh. They are many, and nobody who only watches a crowd has to wait for them. */
export function wantsCells(settings: Readonly<Settings>): boolean {
  return settings.axis || settings.spokes || settings.cells || settings.clearance || settings.components;
}
