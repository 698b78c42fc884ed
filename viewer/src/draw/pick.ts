/**
 * Which floor is at a place of the screen.
 *
 * Idea: a uniform grid over the floor, seen from above, with the triangles of each square. A ray crosses squares one
 * after another (Amanatides and Woo 1987, "A Fast Voxel Traversal Algorithm for Ray Tracing"); it meets a triangle only
 * above a square that has it, so the first hit that is not beyond the square is the nearest. A vertical ray stays in one square.
 *
 * Cost: O(triangles + squares) once, about one square for two triangles; a ray takes time in the squares it crosses.
 */

import type { Ray } from "./view";

const MOST = 1 << 18;
/** How far outside of a triangle is still in it, as a part of its size: neighbors leave no gaps. */
const SLACK = 1e-7;

export class FloorGrid {
  private readonly columns: number = 1;
  private readonly rows: number = 1;
  private readonly side: number = 1;
  private readonly low: [number, number] = [0, 0];
  private readonly heights: [number, number] = [Infinity, -Infinity];
  /** Triangles of square s are `members[first[s]..first[s + 1]]`. */
  private readonly first: Uint32Array = new Uint32Array(2);
  private readonly members: Uint32Array = new Uint32Array(0);

  constructor(
    private readonly corners: Float32Array,
    private readonly triangles: Uint32Array,
  ) {
    const count = triangles.length / 3;
    if (count === 0) return;
    const high: [number, number] = [-Infinity, -Infinity];
    this.low = [Infinity, Infinity];
    for (const corner of triangles) {
      for (const k of [0, 1] as const) {
        this.low[k] = Math.min(this.low[k], corners[3 * corner + k]!);
        high[k] = Math.max(high[k], corners[3 * corner + k]!);
      }
      this.heights[0] = Math.min(this.heights[0], corners[3 * corner + 2]!);
      this.heights[1] = Math.max(this.heights[1], corners[3 * corner + 2]!);
    }
    const [width, height] = [high[0] - this.low[0], high[1] - this.low[1]];
    const squares = Math.min(MOST, Math.max(1, count / 2));
    this.side = Math.max(Math.sqrt((width * height) / squares), Math.max(width, height) / 2048, 1e-3);
    this.columns = Math.floor(width / this.side) + 1;
    this.rows = Math.floor(height / this.side) + 1;
    // Twice over the triangles: how many has each square, and which.
    this.first = new Uint32Array(this.columns * this.rows + 1);
    this.squares((square) => this.first[square + 1]!++);
    for (let s = 0; s < this.columns * this.rows; s++) this.first[s + 1]! += this.first[s]!;
    this.members = new Uint32Array(this.first[this.columns * this.rows]!);
    const next = this.first.slice();
    this.squares((square, triangle) => (this.members[next[square]!++] = triangle));
  }

  /** How far along the ray (times its direction) the floor is met first, below `cut`; null if it is not. */
  hit(ray: Ray, cut = Infinity): number | null {
    if (this.members.length === 0) return null;
    const { origin, direction } = ray;
    // The part of the ray that is above the grid and between its heights.
    let [enter, leave] = [0, Infinity];
    const high = [this.low[0] + this.columns * this.side, this.low[1] + this.rows * this.side, this.heights[1] + 1e-3];
    const low = [this.low[0], this.low[1], this.heights[0] - 1e-3];
    for (const k of [0, 1, 2] as const) {
      if (Math.abs(direction[k]) < 1e-12) {
        if (origin[k] < low[k]! || origin[k] > high[k]!) return null;
        continue;
      }
      const [a, b] = [(low[k]! - origin[k]) / direction[k], (high[k]! - origin[k]) / direction[k]];
      enter = Math.max(enter, Math.min(a, b));
      leave = Math.min(leave, Math.max(a, b));
    }
    if (enter > leave) return null;
    const clamp = (i: number, count: number): number => Math.min(count - 1, Math.max(0, i));
    let column = clamp(Math.floor((origin[0] + enter * direction[0] - this.low[0]) / this.side), this.columns);
    let row = clamp(Math.floor((origin[1] + enter * direction[1] - this.low[1]) / this.side), this.rows);
    const [stepX, stepY] = [Math.sign(direction[0]), Math.sign(direction[1])];
    const border = (k: 0 | 1, i: number, step: number): number =>
      step === 0 || Math.abs(direction[k]) < 1e-12 ? Infinity : (this.low[k] + (i + (step > 0 ? 1 : 0)) * this.side - origin[k]) / direction[k];
    for (;;) {
      const [nextX, nextY] = [border(0, column, stepX), border(1, row, stepY)];
      const end = Math.min(nextX, nextY);
      const found = this.nearest(row * this.columns + column, ray, cut);
      // What is met beyond the square may be met sooner in the next one; rounding at the border does no harm.
      if (found !== null && found <= end + 1e-9 * Math.abs(end)) return found;
      if (end >= leave || end === Infinity) return found !== null && found <= leave ? found : null;
      if (nextX <= nextY) column += stepX;
      else row += stepY;
      if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return found;
    }
  }

  private nearest(square: number, ray: Ray, cut: number): number | null {
    let best: number | null = null;
    for (let m = this.first[square]!; m < this.first[square + 1]!; m++) {
      const t = meet(this.corners, this.triangles, this.members[m]!, ray);
      if (t !== null && (best === null || t < best) && ray.origin[2] + t * ray.direction[2] <= cut) best = t;
    }
    return best;
  }

  /** Calls with all squares that each triangle touches: row by row, from its leftmost to its rightmost place there. */
  private squares(call: (square: number, triangle: number) => void): void {
    const { corners, triangles, side } = this;
    const [x, y] = [new Float64Array(3), new Float64Array(3)];
    for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
      for (let k = 0; k < 3; k++) {
        const corner = 3 * triangles[3 * triangle + k]!;
        x[k] = (corners[corner]! - this.low[0]) / side;
        y[k] = (corners[corner + 1]! - this.low[1]) / side;
      }
      const lowest = Math.max(0, Math.floor(Math.min(y[0]!, y[1]!, y[2]!) - 1e-6));
      const highest = Math.min(this.rows - 1, Math.floor(Math.max(y[0]!, y[1]!, y[2]!) + 1e-6));
      for (let row = lowest; row <= highest; row++) {
        let [left, right] = [Infinity, -Infinity];
        for (let k = 0; k < 3; k++) {
          const [ax, ay, bx, by] = [x[k]!, y[k]!, x[(k + 1) % 3]!, y[(k + 1) % 3]!];
          // Where the side is between the lower and the upper border of the row.
          const [low, high] = [row - 1e-6, row + 1 + 1e-6];
          if (Math.max(ay, by) < low || Math.min(ay, by) > high) continue;
          const at = (height: number): number => (ay === by ? ax : ax + (bx - ax) * Math.min(1, Math.max(0, (height - ay) / (by - ay))));
          const [p, q] = ay === by ? [ax, bx] : [at(low), at(high)];
          left = Math.min(left, p, q);
          right = Math.max(right, p, q);
        }
        if (left > right) continue;
        const from = Math.max(0, Math.floor(left - 1e-6));
        const to = Math.min(this.columns - 1, Math.floor(right + 1e-6));
        for (let column = from; column <= to; column++) call(row * this.columns + column, triangle);
      }
    }
  }
}

/** Where a ray meets a triangle (Möller and Trumbore 1997), as a multiple of its direction, or null. */
export function meet(corners: Float32Array, triangles: Uint32Array, triangle: number, { origin: o, direction: d }: Ray): number | null {
  const a = 3 * triangles[3 * triangle]!;
  const b = 3 * triangles[3 * triangle + 1]!;
  const c = 3 * triangles[3 * triangle + 2]!;
  const [ax, ay, az] = [corners[a]!, corners[a + 1]!, corners[a + 2]!];
  const [ux, uy, uz] = [corners[b]! - ax, corners[b + 1]! - ay, corners[b + 2]! - az];
  const [vx, vy, vz] = [corners[c]! - ax, corners[c + 1]! - ay, corners[c + 2]! - az];
  const [px, py, pz] = [d[1] * vz - d[2] * vy, d[2] * vx - d[0] * vz, d[0] * vy - d[1] * vx];
  const det = ux * px + uy * py + uz * pz;
  if (Math.abs(det) < 1e-14) return null;
  const [tx, ty, tz] = [o[0] - ax, o[1] - ay, o[2] - az];
  const u = (tx * px + ty * py + tz * pz) / det;
  if (u < -SLACK || u > 1 + SLACK) return null;
  const [qx, qy, qz] = [ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux];
  const v = (d[0] * qx + d[1] * qy + d[2] * qz) / det;
  if (v < -SLACK || u + v > 1 + SLACK) return null;
  const t = (vx * qx + vy * qy + vz * qz) / det;
  return t >= 0 ? t : null;
}
