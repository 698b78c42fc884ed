/**
 * 3D models and the program: a file is sent, extracted there, and becomes a room.
 */

/** Endings of files that are models. */
export const endings = ["obj", "glb", "gltf", "stl", "ply", "ifc"] as const;

/** Larger files are for the command line. (bytes) */
export const mostBytes = 256_000_000;

export interface ModelSettings {
  /** The steepest slope. (degrees) */
  slope: number;
  /** (m) */
  headRoom: number;
  /** (m) */
  step: number;
  /** (m²) */
  minArea: number;
  /** The axis that points up; empty for that of the format. */
  up: string;
  /** What a unit of the file is; empty for what the file says. */
  unit: string;
}

export const usual: Readonly<ModelSettings> = { slope: 45, headRoom: 1.8, step: 0.35, minArea: 0.5, up: "", unit: "" };

export interface ModelComponent {
  area: number;
  heights: [number, number];
  layers: string[];
}

export interface ModelResult {
  room: string;
  triangles: number;
  area: number;
  notes: string[];
  components: ModelComponent[];
  more_components: number;
  dropped: { components: number; area: number };
  layers: number;
  connections: number;
  seconds: number;
}

export type ModelState =
  | { state: "kept" }
  | { state: "working"; stage: string; done: number; total: number }
  | { state: "done"; result: ModelResult }
  | { state: "failed"; error: string };

/** Whether a file could be a model, by its name. */
export function isModel(name: string): boolean {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  return endings.some((known) => known === ending);
}

/** Sends a file; gives its number. */
export async function sendModel(file: File, stop: AbortSignal): Promise<number> {
  if (file.size > mostBytes) {
    throw new Error(`The file has ${Math.ceil(file.size / 1e6)} MB, and ${mostBytes / 1e6} MB are possible here; use throng extract on the command line.`);
  }
  const sent = await answer(await fetch(`/api/models?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file, signal: stop }));
  return Number((sent as { model: number }).model);
}

/** Begins to extract it. */
export async function beginModel(model: number, settings: Readonly<ModelSettings>): Promise<void> {
  await answer(await fetch(`/api/models/${model}/extract?${queryOf(settings)}`, { method: "POST" }));
}

export async function cancelModel(model: number): Promise<void> {
  await answer(await fetch(`/api/models/${model}/cancel`, { method: "POST" }));
}

export async function stateOfModel(model: number): Promise<ModelState> {
  return (await answer(await fetch(`/api/models/${model}`))) as ModelState;
}

/** Settings as the program reads them; what is left to the file is left out. */
export function queryOf(settings: Readonly<ModelSettings>): string {
  const words = new URLSearchParams();
  const { slope, headRoom, step, minArea, up, unit } = settings;
  for (const [key, value] of Object.entries({ slope, head_room: headRoom, step, min_area: minArea, up, unit })) {
    if (value !== "") words.set(key, String(value));
  }
  return words.toString();
}

async function answer(response: Response): Promise<unknown> {
  const told: unknown = await response.json().catch(() => null);
  if (response.ok && told !== null) return told;
  const words = (told as { error?: unknown } | null)?.error;
  throw new Error(words === undefined ? `The program answered with status ${response.status}.` : String(words));
}
