/**
 * Between the screen and the place: what is near the pointer, and which point at a given height is under it. The stage picks floors only;
 * inside an obstacle there is none.
 */
import type { Point, StageLike } from "../types";

/** The point at a height that is seen at a place of the screen, found by a few steps of Newton's method from a guess. */
export function unproject(stage: StageLike, x: number, y: number, guess: Point): [number, number] {
  let [px, py] = guess;
  const z = guess[2];
  for (let round = 0; round < 8; round++) {
    const [sx, sy] = stage.project([px, py, z]);
    if (Math.hypot(x - sx, y - sy) < 0.01) break;
    const h = Math.max(0.01, stage.camera.span / 1000);
    const [ax, ay] = stage.project([px + h, py, z]);
    const [bx, by] = stage.project([px, py + h, z]);
    const [ux, uy, vx, vy] = [(ax - sx) / h, (ay - sy) / h, (bx - sx) / h, (by - sy) / h];
    const determinant = ux * vy - vx * uy;
    if (Math.abs(determinant) < 1e-9) break;
    px += ((x - sx) * vy - (y - sy) * vx) / determinant;
    py += ((y - sy) * ux - (x - sx) * uy) / determinant;
  }
  return [px, py];
}

export function distanceToPoint(stage: StageLike, x: number, y: number, point: Point): number {
  const [sx, sy] = stage.project(point);
  return Math.hypot(x - sx, y - sy);
}

/** How far a segment is from the pointer on the screen. (px) */
export function distanceToSegment(stage: StageLike, x: number, y: number, [a, b]: readonly [Point, Point]): number {
  const [ax, ay] = stage.project(a);
  const [bx, by] = stage.project(b);
  const lengthSq = (bx - ax) ** 2 + (by - ay) ** 2;
  const t = lengthSq > 0 ? Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / lengthSq)) : 0;
  return Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay));
}

/** Whether a place is in a ring. */
export function inside(ring: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let within = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[ax, ay], [bx, by]] = [ring[i]!, ring[j]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

/** Colors of what tools draw; seen on light and dark floors. */
export const tints = {
  route: "#d6336c",
  from: "#2b8a3e",
  to: "#d6336c",
  nearest: "#e8590c",
  retraction: "#1c7ed6",
  sight: "#fab005",
  hover: "#1c7ed6",
  obstacle: "#7048e8",
  draft: "#e8590c",
  follow: "#1098ad",
  attraction: "#f76707",
  neighbor: "#868e96",
} as const;
