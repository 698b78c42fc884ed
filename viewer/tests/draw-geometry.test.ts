/** Buffers that are made of cells and segments, and colors. */

import { expect, it } from "vitest";
import { clearanceGeometry } from "../src/draw/clearance";
import { component, region, rgb } from "../src/draw/palette";
import { perSegment, quads } from "../src/draw/quads";
import type { Cells } from "../src/types";

/** A corridor along x, 2 m wide, whose right side is a point in the second cell. */
const CELLS: Cells = {
  version: 1, block: 0,
  id: Uint32Array.of(4, 5), edge: Uint32Array.of(0, 0), component: Uint32Array.of(0, 1), layer: Uint32Array.of(0, 2),
  first: Uint32Array.of(0, 3, 5),
  feet: Float32Array.of(0, 1, 5, 0, -1, 5, 2, 1, 5, 2, -1, 5, 2, 1, 5, 2, -1, 5, 3, 1, 5, 2, -1, 5),
  points: Float32Array.of(0, 0, 5, 1, 1, 0, 5, 1, 2, 0, 5, 1, 2, 0, 5, 1, 3, 0.2, 5, 1.5),
};

it("clearance is that of the arc at the arc, and none at its feet", () => {
  const geometry = clearanceGeometry(CELLS);
  const [at, clearance, layer] = ["position", "clearance", "layer"].map((name) => geometry.getAttribute(name));
  expect(at!.count).toBe(15);
  expect(Array.from({ length: 15 }, (_, i) => clearance!.getX(i))).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1.5, 0, 0]);
  // The foot of the middle point of the first arc is opposite to it; that of the second cell's right side is its point.
  expect([at!.getX(4), at!.getY(4), at!.getZ(4)]).toEqual([1, 1, 5]);
  expect([at!.getX(5), at!.getY(5)]).toEqual([1, -1]);
  expect([at!.getX(14), at!.getY(14)]).toEqual([2, -1]);
  expect([layer!.getX(0), layer!.getX(14)]).toEqual([0, 2]);
  const index = Array.from(geometry.index!.array);
  expect(index.length).toBe(3 * 4 * 3);
  // No triangle goes from one cell to the other.
  for (let i = 0; i < index.length; i += 3) expect(new Set(index.slice(i, i + 3).map((corner) => corner < 9)).size).toBe(1);
});

it("each segment is a quad whose corners have both ends", () => {
  const geometry = quads(Float32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
  expect(geometry.getAttribute("tail").count).toBe(8);
  for (let i = 0; i < 8; i++) {
    expect(geometry.getAttribute("tail").getX(i)).toBe(i < 4 ? 0 : 6);
    expect(geometry.getAttribute("tip").getZ(i)).toBe(i < 4 ? 5 : 11);
  }
  expect(Array.from(geometry.index!.array)).toEqual([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]);
  expect(Array.from(perSegment(Uint8Array.of(1, 2, 3, 4), 2).array)).toEqual([1, 2, 1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4, 3, 4]);
});

it("colors are those of the pictures", () => {
  expect(region("Wet GRASS")).toBe(region("park"));
  expect(region("lava")).toBe(region("Lava"));
  expect(rgb("#ff8000")).toEqual([1, expect.closeTo(128 / 255, 3), 0]);
  expect(component(3)).toEqual(component(3));
  expect(component(0)).not.toEqual(component(1));
});
