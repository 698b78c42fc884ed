/**
 * The height of a position. A level layer has one height. The floors of others are triangles; a coarse grid over them tells the few that
 * can be above a place, so that a route of a thousand points is placed in well under a millisecond.
 */
import type { Floor, Place, Point } from "../types";

/** Triangles are put into squares so that about this many share one. */
const trianglesPerSquare = 4;
const mostSquares = 1 << 18;

interface Lookup {
  floor: Floor;
  low: [number, number];
  side: number;
  columns: number;
  rows: number;
  /** Index of the first entry of each square, and how many there are in the end. */
  first: Uint32Array;
  entries: Uint32Array;
}

export class Heights {
  readonly #place: Place;
  readonly #lookups: (Lookup | null)[];

  constructor(place: Place) {
    this.#place = place;
    this.#lookups = place.layers.map(() => null);
  }

  setFloor(layer: number, floor: Floor): void {
    if (layer in this.#lookups && !this.#place.layers[layer]!.level) this.#lookups[layer] = lookupOf(floor);
  }

  /** The height of a layer at a place; that of its lowest corner where it has no floor. (m, absolute) */
  at(layer: number, x: number, y: number): number {
    const described = this.#place.layers[layer];
    if (!described) return this.#place.box.low[2];
    const lookup = this.#lookups[layer];
    if (described.level || !lookup) return described.low[2];
    const [lowX, lowY, lowZ] = this.#place.box.low;
    const height = heightIn(lookup, x - lowX, y - lowY);
    return height === null ? described.low[2] : height + lowZ;
  }

  /** The same as a point, a little above the floor so that lines are not lost in it. */
  point(layer: number, x: number, y: number, above = 0.05): Point {
    return [x, y, this.at(layer, x, y) + above];
  }
}

/** The height of the triangle above a place, or of the nearest corner in the same square: walls stand at the very rim of floors. */
function heightIn(lookup: Lookup, x: number, y: number): number | null {
  const column = Math.floor((x - lookup.low[0]) / lookup.side);
  const row = Math.floor((y - lookup.low[1]) / lookup.side);
  if (!(column >= 0 && row >= 0 && column < lookup.columns && row < lookup.rows)) return null;
  const square = row * lookup.columns + column;
  const { corners, triangles } = lookup.floor;
  let nearest: number | null = null;
  let nearestSq = Infinity;
  for (let entry = lookup.first[square]!; entry < lookup.first[square + 1]!; entry++) {
    const t = 3 * lookup.entries[entry]!;
    const a = 3 * triangles[t]!;
    const b = 3 * triangles[t + 1]!;
    const c = 3 * triangles[t + 2]!;
    const [ax, ay, bx, by, cx, cy] = [corners[a]!, corners[a + 1]!, corners[b]!, corners[b + 1]!, corners[c]!, corners[c + 1]!];
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (area !== 0) {
      // Parts of the area that the place has with each side.
      const u = ((bx - x) * (cy - y) - (cx - x) * (by - y)) / area;
      const v = ((cx - x) * (ay - y) - (ax - x) * (cy - y)) / area;
      const w = 1 - u - v;
      if (u >= -1e-6 && v >= -1e-6 && w >= -1e-6) return u * corners[a + 2]! + v * corners[b + 2]! + w * corners[c + 2]!;
    }
    for (const corner of [a, b, c]) {
      const distanceSq = (corners[corner]! - x) ** 2 + (corners[corner + 1]! - y) ** 2;
      if (distanceSq < nearestSq) {
        nearestSq = distanceSq;
        nearest = corners[corner + 2]!;
      }
    }
  }
  return nearest;
}

function lookupOf(floor: Floor): Lookup {
  const { corners, triangles } = floor;
  let [lowX, lowY, highX, highY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < corners.length; i += 3) {
    lowX = Math.min(lowX, corners[i]!);
    highX = Math.max(highX, corners[i]!);
    lowY = Math.min(lowY, corners[i + 1]!);
    highY = Math.max(highY, corners[i + 1]!);
  }
  const count = Math.floor(triangles.length / 3);
  if (!Number.isFinite(highX - lowX)) [lowX, lowY, highX, highY] = [0, 0, 0, 0];
  const squares = Math.min(mostSquares, Math.max(1, count / trianglesPerSquare));
  const [width, depth] = [Math.max(highX - lowX, 1e-3), Math.max(highY - lowY, 1e-3)];
  const side = Math.max(Math.sqrt((width * depth) / squares), Math.max(width, depth) / 2048);
  const columns = Math.floor(width / side) + 1;
  const rows = Math.floor(depth / side) + 1;

  const first = new Uint32Array(columns * rows + 1);
  const each = (call: (square: number, triangle: number) => void) => {
    for (let t = 0; t < count; t++) {
      const at = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]!);
      const xs = at.map((i) => (corners[i]! - lowX) / side);
      const ys = at.map((i) => (corners[i + 1]! - lowY) / side);
      const [left, right] = [Math.floor(Math.min(...xs)), Math.min(columns - 1, Math.floor(Math.max(...xs)))];
      const [bottom, top] = [Math.floor(Math.min(...ys)), Math.min(rows - 1, Math.floor(Math.max(...ys)))];
      for (let row = bottom; row <= top; row++) for (let column = left; column <= right; column++) call(row * columns + column, t);
    }
  };
  each((square) => first[square + 1]!++);
  for (let i = 0; i < columns * rows; i++) first[i + 1]! += first[i]!;
  const next = first.slice();
  const entries = new Uint32Array(first[columns * rows]!);
  each((square, triangle) => (entries[next[square]!++] = triangle));
  return { floor, low: [lowX, lowY], side, columns, rows, first, entries };
}
