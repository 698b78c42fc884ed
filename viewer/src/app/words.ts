/**
 * Numbers as people read them.
 */

export function meters(value: number): string {
  return `${value.toFixed(Math.abs(value) < 10 ? 2 : 1)} m`;
}

export function speed(value: number): string {
  return `${value.toFixed(2)} m/s`;
}

export function density(value: number): string {
  return `${value.toFixed(2)} /m²`;
}

export function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** Minutes, seconds and tenths. */
export function clock(seconds: number): string {
  const tenths = Math.round(Math.max(0, seconds) * 10);
  const minutes = Math.floor(tenths / 600);
  return `${minutes}:${((tenths % 600) / 10).toFixed(1).padStart(4, "0")}`;
}

/** Times real time. */
export function factor(value: number): string {
  const fractions: Record<string, string> = { "0.25": "¼", "0.5": "½" };
  return `${fractions[String(value)] ?? (value < 10 ? Math.round(value * 10) / 10 : Math.round(value))}×`;
}

export function microseconds(value: number): string {
  return value < 1000 ? `${value.toFixed(value < 10 ? 1 : 0)} µs` : `${(value / 1000).toFixed(2)} ms`;
}

/** The value of an answer as a number, or null if it is none. */
export function numberIn(answer: Record<string, unknown>, key: string): number | null {
  const value = answer[key];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function textIn(answer: Record<string, unknown>, key: string): string | null {
  const value = answer[key];
  return typeof value === "string" ? value : null;
}

/** A file name out of anything. */
export function fileName(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "place";
}
