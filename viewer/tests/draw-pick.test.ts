/** The grid for picking finds what looking at all triangles finds. */

import { describe, expect, it } from "vitest";
import { FloorGrid, meet } from "../src/draw/pick";
import type { Ray } from "../src/draw/view";
import type { Point } from "../src/types";

let seed = 3;
const random = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;

describe("rays meet the same triangle as with all of them", () => {
  for (const [name, make] of [["hills", hills], ["long slivers", slivers], ["one triangle", () => soup(1)], ["soup", () => soup(300)]] as const) {
    it(name, () => {
      for (let round = 0; round < 6; round++) {
        const { corners, triangles } = make();
        const grid = new FloorGrid(corners, triangles);
        for (let k = 0; k < 200; k++) {
          const ray = k % 2 ? slanted() : vertical();
          const cut = k % 5 === 0 ? 2 : Infinity;
          const expected = naive(corners, triangles, ray, cut);
          const found = grid.hit(ray, cut);
          if (expected === null) expect(found, `${JSON.stringify(ray)}`).toBeNull();
          else expect(found, `${JSON.stringify(ray)}`).toBeCloseTo(expected, 9);
        }
      }
    });
  }
});

it("a terrain has no gaps between triangles", () => {
  const { corners, triangles } = hills();
  const grid = new FloorGrid(corners, triangles);
  for (let x = 0; x <= 40; x++) for (let y = 0; y <= 30; y++) {
    expect(grid.hit({ origin: [x, y, 50], direction: [0, 0, -1] }), `at a corner ${x}, ${y}`).not.toBeNull();
  }
});

it("an empty floor is never met", () => {
  expect(new FloorGrid(new Float32Array(0), new Uint32Array(0)).hit(vertical())).toBeNull();
});

it("100,000 triangles are no trouble", () => {
  const { corners, triangles } = hills(250, 200);
  const grid = new FloorGrid(corners, triangles);
  const start = performance.now();
  for (let k = 0; k < 200; k++) grid.hit({ origin: [250 * random(), 200 * random(), 30], direction: [random() - 0.5, random() - 0.5, -0.2] });
  expect((performance.now() - start) / 200, "milliseconds a ray").toBeLessThan(5);
});

function naive(corners: Float32Array, triangles: Uint32Array, ray: Ray, cut: number): number | null {
  let best: number | null = null;
  for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
    const t = meet(corners, triangles, triangle, ray);
    if (t !== null && (best === null || t < best) && ray.origin[2] + t * ray.direction[2] <= cut) best = t;
  }
  return best;
}

function vertical(): Ray {
  return { origin: [44 * random() - 2, 34 * random() - 2, 50], direction: [0, 0, -1] };
}

/** From somewhere around, towards somewhere on the floor; some are along an axis. */
function slanted(): Ray {
  const origin: Point = [80 * random() - 20, 70 * random() - 20, 20 * random() + 1];
  const target: Point = [40 * random(), 30 * random(), 0];
  const direction = target.map((value, i) => value - origin[i]!) as Point;
  if (random() < 0.15) direction[0] = 0;
  if (random() < 0.15) direction[1] = 0;
  return { origin, direction };
}

interface Soup {
  corners: Float32Array;
  triangles: Uint32Array;
}

function hills(columns = 40, rows = 30): Soup {
  const [corners, triangles]: [number[], number[]] = [[], []];
  for (let y = 0; y <= rows; y++) for (let x = 0; x <= columns; x++) corners.push(x, y, 4 * random());
  for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) {
    const a = y * (columns + 1) + x;
    triangles.push(a, a + 1, a + columns + 2, a, a + columns + 2, a + columns + 1);
  }
  return { corners: new Float32Array(corners), triangles: new Uint32Array(triangles) };
}

function slivers(): Soup {
  const corners: number[] = [20, 15, 2];
  const triangles: number[] = [];
  for (let i = 0; i < 400; i++) {
    const turn = (2 * Math.PI * i) / 400;
    corners.push(20 + 20 * Math.cos(turn), 15 + 15 * Math.sin(turn), 3 * random());
    triangles.push(0, 1 + i, 1 + ((i + 1) % 400));
  }
  return { corners: new Float32Array(corners), triangles: new Uint32Array(triangles) };
}

function soup(count: number): Soup {
  const corners = Float32Array.from({ length: 9 * count }, (_, i) => random() * [40, 30, 6][i % 3]!);
  return { corners, triangles: Uint32Array.from({ length: 3 * count }, (_, i) => i) };
}
