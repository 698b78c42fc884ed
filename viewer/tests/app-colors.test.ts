/** Colors of characters: what they mean, and that they are quick. */
import { describe, expect, test } from "vitest";
import { groups, paint, paintHeat, paletteOf, stateOf, viridis } from "../src/app/colors";
import { colorings } from "../src/app/settings";
import { Trails } from "../src/app/trails";
import { makeFrame, makePlace, random } from "./app-make";

const place = makePlace();
const palette = paletteOf(place, "light");
const hex = (colors: Uint8Array, i: number) => "#" + [...colors.subarray(4 * i, 4 * i + 3)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

describe("colors", () => {
  test("groups have colors of their own", () => {
    const frame = makeFrame(0, [0, 1, 2].map((profile) => ({ id: profile, x: 0, y: 0, profile, goal: profile })));
    const byProfile = paint(frame, "profile", palette, null, [], new Uint8Array(12));
    expect([0, 1, 2].map((i) => hex(byProfile, i))).toEqual(groups.slice(0, 3));
    const byGoal = paint(frame, "goal", palette, null, [], new Uint8Array(12));
    expect([1, 2].map((i) => hex(byGoal, i))).toEqual(groups.slice(0, 2));
  });

  test("speed goes up the ramp and stays at its end", () => {
    const frame = makeFrame(0, [0, 50, 100, 255].map((speed, id) => ({ id, x: 0, y: 0, speed })));
    const colors = paint(frame, "speed", palette, null, [], new Uint8Array(16));
    expect(hex(colors, 2)).toBe(viridis.at(-1));
    expect(hex(colors, 3)).toBe(viridis.at(-1));
    expect(hex(colors, 0)).not.toBe(hex(colors, 1));
  });

  test("levels of service have the colors of the place", () => {
    const frame = makeFrame(0, [0, 1, 2].map((id) => ({ id, x: 0, y: 0 })));
    const colors = paint(frame, "service", palette, Float32Array.of(0.1, 0.5, 5), place.levels.limits, new Uint8Array(12));
    expect([0, 1, 2].map((i) => hex(colors, i))).toEqual(["#000001", "#000003", "#000006"]);
  });

  test("states are told apart, the worst first", () => {
    expect([0, 1, 2, 5, 8, 9, 12].map(stateOf)).toEqual(["standing", "walking", "walking", "stuck", "waiting", "waiting", "stuck"]);
  });

  test("a heat map leaves squares without anybody clear", () => {
    const colors = paintHeat(Float32Array.of(0, 0.01, 4, 100));
    expect(colors[3]).toBe(0);
    expect(colors[7]).toBeGreaterThan(0);
    expect(colors.subarray(8, 12)).toEqual(colors.subarray(12, 16));
  });

  test("colors in a file that are no colors do no harm", () => {
    const odd = makePlace({ levels: { limits: [1], colors: ["url(javascript:alert(1))", "red"] } });
    const frame = makeFrame(0, [{ id: 0, x: 0, y: 0 }]);
    expect(hex(paint(frame, "service", paletteOf(odd, "dark"), Float32Array.of(0), [1], new Uint8Array(4)), 0)).toBe("#808080");
  });

  test("fifty thousand take less than 2 ms", () => {
    const next = random(5);
    const frame = makeFrame(0, Array.from({ length: 50_000 }, (_, id) => ({ id, x: next(), y: next(), speed: (next() * 256) | 0, state: (next() * 16) | 0 })));
    const density = Float32Array.from({ length: 50_000 }, () => next() * 4);
    const out = new Uint8Array(200_000);
    for (const by of colorings) {
      let best = Infinity;
      for (let i = 0; i < 30; i++) {
        const begun = performance.now();
        paint(frame, by, palette, density, place.levels.limits, out);
        best = Math.min(best, performance.now() - begun);
      }
      expect(best, by).toBeLessThan(2);
    }
  });
});

describe("trails", () => {
  const colors = (n: number) => new Uint8Array(4 * n).fill(9);
  test("join the same characters of successive frames", () => {
    const trails = new Trails();
    trails.take(makeFrame(0, [{ id: 1, x: 0, y: 0 }, { id: 2, x: 5, y: 5 }]), colors(2), 10);
    trails.take(makeFrame(3, [{ id: 2, x: 6, y: 5 }, { id: 3, x: 9, y: 9 }]), colors(2), 10);
    expect([...trails.lines(new Set(), 10, () => 0).points]).toEqual([5, 5, 0, 6, 5, 0]);
  });

  test("are as long as wanted, and begin anew after a jump back", () => {
    const trails = new Trails();
    for (let step = 0; step <= 100; step++) trails.take(makeFrame(step, [{ id: 1, x: step, y: 0 }]), colors(1), 2);
    const { points } = trails.lines(new Set(), 2, () => 0);
    expect(Math.min(...points.filter((_, i) => i % 3 === 0))).toBeGreaterThanOrEqual(78);
    expect(points.length / 6).toBeLessThan(15);
    trails.take(makeFrame(50, [{ id: 1, x: 50, y: 0 }]), colors(1), 2);
    expect(trails.lines(new Set(), 2, () => 0).points).toHaveLength(0);
  });

  test("in a large crowd only marked ones have trails, or a sample", () => {
    const trails = new Trails();
    for (const step of [0, 5]) trails.take(makeFrame(step, Array.from({ length: 5000 }, (_, id) => ({ id, x: id, y: step }))), colors(5000), 10);
    expect(trails.lines(new Set([7, 9]), 10, () => 0).points.length).toBe(12);
    expect(trails.lines(new Set(), 10, () => 0).points.length / 6).toBeLessThanOrEqual(2000);
  });
});
