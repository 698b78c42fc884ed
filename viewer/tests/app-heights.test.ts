/** Heights of floors against looking at every triangle. */
import { expect, test } from "vitest";
import { Heights } from "../src/app/heights";
import type { Floor } from "../src/types";
import { makeFloor, makePlace, random } from "./app-make";

/** A hilly square of `n` by `n` pairs of triangles, corners shifted at random. */
function hills(n: number, next: () => number): Floor {
  const corners: number[] = [];
  for (let j = 0; j <= n; j++) for (let i = 0; i <= n; i++) corners.push(i + (i > 0 && i < n ? next() * 0.4 : 0), j + (j > 0 && j < n ? next() * 0.4 : 0), next() * 3);
  const triangles: number[] = [];
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i;
      triangles.push(a, a + 1, a + n + 2, a, a + n + 2, a + n + 1);
    }
  }
  return { ...makeFloor(1, 1, 1, () => 255), corners: Float32Array.from(corners), triangles: Uint32Array.from(triangles) };
}

function brute({ corners, triangles }: Floor, x: number, y: number): number | null {
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [...corners.subarray(3 * triangles[t + k]!, 3 * triangles[t + k]! + 3)] as number[]) as unknown as [number[], number[], number[]];
    const area = (b[0]! - a[0]!) * (c[1]! - a[1]!) - (c[0]! - a[0]!) * (b[1]! - a[1]!);
    const u = ((b[0]! - x) * (c[1]! - y) - (c[0]! - x) * (b[1]! - y)) / area;
    const v = ((c[0]! - x) * (a[1]! - y) - (a[0]! - x) * (c[1]! - y)) / area;
    if (u >= 0 && v >= 0 && u + v <= 1) return u * a[2]! + v * b[2]! + (1 - u - v) * c[2]!;
  }
  return null;
}

test("heights match brute force", () => {
  const next = random(4);
  for (const n of [1, 2, 7, 20]) {
    const floor = hills(n, next);
    const place = makePlace({ box: { low: [100, -50, 2], high: [200, 50, 9] } });
    const heights = new Heights(place);
    heights.setFloor(0, floor);
    for (let i = 0; i < 300; i++) {
      const [x, y] = [next() * n, next() * n];
      const expected = brute(floor, x, y);
      if (expected !== null) expect(heights.at(0, x + 100, y - 50)).toBeCloseTo(expected + 2, 3);
    }
  }
});

test("level layers, missing floors and places off the floor have a height too", () => {
  const place = makePlace({ layers: [{ name: "a", low: [0, 0, 4], high: [1, 1, 4], level: true }, { name: "b", low: [0, 0, 1], high: [1, 1, 3], level: false }] });
  const heights = new Heights(place);
  expect(heights.at(0, 5, 5)).toBe(4);
  expect(heights.at(1, 5, 5)).toBe(1);
  heights.setFloor(1, hills(2, random(1)));
  expect(heights.at(1, 500, 5)).toBe(1);
  expect(heights.at(9, 0, 0)).toBe(0);
  heights.setFloor(1, makeFloor(1, 1, 1, () => 0));
  expect(heights.at(1, 0, 0)).toBe(1);
});

test("a point is a little above its floor", () => {
  const place = makePlace({ layers: [{ name: "a", low: [0, 0, 4], high: [1, 1, 4], level: true }] });
  expect(new Heights(place).point(0, 1, 2)).toEqual([1, 2, 4.05]);
});
