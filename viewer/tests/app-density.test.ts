/** Densities against counting by brute force, and levels of service. */
import { describe, expect, test } from "vitest";
import { Density, levelOf, summary } from "../src/app/density";
import { makeFloor, makeFrame, random } from "./app-make";

test("density matches brute force on random floors", () => {
  const next = random(11);
  for (let round = 0; round < 20; round++) {
    const [columns, rows, side] = [1 + Math.floor(next() * 12), 1 + Math.floor(next() * 9), 0.5 + next()];
    const low: [number, number] = [next() * 4, next() * 4];
    const floors = [0, 1].map(() => makeFloor(columns, rows, side, () => (next() < 0.3 ? 0 : Math.floor(next() * 256)), low));
    const density = new Density(2);
    floors.forEach((floor, layer) => density.setFloor(layer, floor));
    const people = Array.from({ length: 150 }, (_, id) => ({ id, x: low[0] + next() * columns * side, y: low[1] + next() * rows * side, layer: next() < 0.5 ? 0 : 1 }));
    const frame = makeFrame(0, people);
    density.count(frame);
    const found = density.of(frame, new Float32Array(frame.count));
    const squareOf = (i: number) => [Math.floor((frame.x[i]! - low[0]) / side), Math.floor((frame.y[i]! - low[1]) / side)] as const;
    for (let i = 0; i < frame.count; i++) {
      const [column, row] = squareOf(i);
      let [around, area] = [0, 0];
      for (let j = 0; j < frame.count; j++) {
        const [c, r] = squareOf(j);
        if (frame.layer[i] === frame.layer[j] && Math.abs(c - column) <= 1 && Math.abs(r - row) <= 1) around++;
      }
      for (let r = row - 1; r <= row + 1; r++) {
        for (let c = column - 1; c <= column + 1; c++) {
          if (c >= 0 && r >= 0 && c < columns && r < rows) area += (floors[frame.layer[i]!]!.grid.walkable[r * columns + c]! / 255) * side * side;
        }
      }
      expect(found[i]).toBeCloseTo(around / Math.max(area, side * side * 0.5), 3);
    }
    for (const layer of [0, 1]) {
      const heat = density.heat(layer)!;
      for (let i = 0; i < frame.count; i++) {
        const [column, row] = squareOf(i);
        if (frame.layer[i] === layer) expect(heat[row * columns + column]).toBeCloseTo(found[i]!, 3);
      }
    }
  }
});

describe("small things", () => {
  test("whoever is off the floor, or on an unknown layer, does no harm", () => {
    const density = new Density(1);
    density.setFloor(0, makeFloor(3, 3, 1, () => 255));
    const frame = makeFrame(0, [{ id: 1, x: -50, y: 99 }, { id: 2, x: 1, y: 1, layer: 7 }]);
    density.count(frame);
    const found = density.of(frame, new Float32Array(2));
    expect(found[0]).toBeCloseTo(1 / 4);
    expect(found[1]).toBe(0);
    expect(density.heat(7)).toBeNull();
  });

  test("levels of service begin above their limits", () => {
    const limits = [0.31, 0.43, 0.72, 1.08, 2.17];
    expect([0, 0.31, 0.32, 0.5, 1, 2, 9].map((density) => levelOf(density, limits))).toEqual([0, 0, 1, 2, 3, 4, 5]);
  });

  test("mean and 95th percentile", () => {
    const values = Float32Array.from({ length: 1000 }, (_, i) => i / 250);
    const { mean, high } = summary(values, 1000);
    expect(mean).toBeCloseTo(1.998, 2);
    expect(Math.abs(high - 3.8)).toBeLessThan(0.03);
    expect(summary(values, 0)).toEqual({ mean: 0, high: 0 });
  });
});
