/**
 * Triangles that cover cells, with the distance to the nearest obstacle at each corner.
 *
 *      foot ───────── foot'        0 at the feet,
 *        │  ╲         │            clearance at the arc.
 *        │     ╲      │
 *       arc ──────── arc'
 *
 * Idea: each piece of an arc has a nearest obstacle on both sides, a point or a part of a line; the foot of an arc point on
 * it is the nearest point of that line. Distance along a spoke is linear, so that interpolation is right on spokes.
 *
 * Cost: three corners for each arc point, four triangles for each piece.
 */

import { BufferAttribute, BufferGeometry } from "three";
import type { Cells } from "../types";
import { sphere } from "./floors";

export function clearanceGeometry(cells: Cells): BufferGeometry {
  const { points, first, feet } = cells;
  const count = points.length / 4;
  // Corners 3i, 3i + 1, 3i + 2 are arc point i and its feet on the left and on the right.
  const corners = new Float32Array(9 * count);
  const distance = new Float32Array(3 * count);
  const layers = new Uint16Array(3 * count);
  const index = new Uint32Array(12 * (count - cells.id.length));
  let at = 0;
  for (let k = 0; k < cells.id.length; k++) {
    const end = first[k + 1]!;
    for (let i = first[k]!; i < end; i++) {
      for (let part = 0; part < 3; part++) corners[9 * i + part] = points[4 * i + part]!;
      distance[3 * i] = points[4 * i + 3]!;
      layers.fill(cells.layer[k]!, 3 * i, 3 * i + 3);
      for (let side = 0; side < 2; side++) {
        const from = 12 * k + 3 * side;
        foot(points, 4 * i, feet, from, from + 6, corners, 9 * i + 3 + 3 * side);
        if (i + 1 < end) {
          const [arc, own] = [3 * i, 3 * i + 1 + side];
          index.set([arc, arc + 3, own, arc + 3, own + 3, own], at);
          at += 6;
        }
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(corners, 3));
  geometry.setAttribute("clearance", new BufferAttribute(distance, 1));
  geometry.setAttribute("layer", new BufferAttribute(layers, 1));
  geometry.setIndex(new BufferAttribute(index, 1));
  geometry.boundingSphere = sphere(corners);
  return geometry;
}

/** The nearest point of the segment from `feet[a]` to `feet[b]`, seen from above. */
function foot(p: Float32Array, i: number, feet: Float32Array, a: number, b: number, out: Float32Array, o: number): void {
  const [dx, dy] = [feet[b]! - feet[a]!, feet[b + 1]! - feet[a + 1]!];
  const square = dx * dx + dy * dy;
  const along = square > 1e-12 ? ((p[i]! - feet[a]!) * dx + (p[i + 1]! - feet[a + 1]!) * dy) / square : 0;
  const t = Math.min(1, Math.max(0, along));
  for (let k = 0; k < 3; k++) out[o + k] = feet[a + k]! + t * (feet[b + k]! - feet[a + k]!);
}
