/** Numbers over time: flows, and what comes when. */
import { describe, expect, test } from "vitest";
import { Latest } from "../src/app/latest";
import { Loader } from "../src/app/loader";
import { Numbers } from "../src/app/numbers";
import { makeFrame } from "./app-make";

describe("numbers", () => {
  const series = (steps: number[], count: (step: number) => number, left: (step: number) => number) => ({
    ...{ step: steps, time: steps.map((step) => step / 10), count: steps.map(count), left: steps.map(left) },
    ...{ speed: steps.map(() => 1), entered: steps.map(() => 0), stuck: steps.map(() => 0) },
  });
  const steps = Array.from({ length: 201 }, (_, i) => i);

  test("flow is what comes and leaves in a second, without those who were there", () => {
    const numbers = new Numbers();
    // A hundred at first; three come and one leaves each second.
    numbers.setSeries(series(steps, (step) => 100 + 0.2 * step, (step) => 0.1 * step));
    const [time, coming, leaving] = numbers.flow();
    expect(coming[0]).toBe(0);
    expect(time.at(-1)).toBe(20);
    expect(coming.at(-1)).toBeCloseTo(3);
    expect(leaving.at(-1)).toBeCloseTo(1);
  });

  test("frames go on where the series ends, in any order of coming", () => {
    const numbers = new Numbers();
    numbers.take({ ...makeFrame(205), count: 7 });
    numbers.setSeries(series(steps, () => 5, () => 0));
    numbers.take({ ...makeFrame(206), count: 8 });
    numbers.take({ ...makeFrame(100), count: 99 });
    const [, count] = numbers.people();
    expect(count.slice(-3)).toEqual([5, 7, 8]);
  });

  test("densities are in order, and long runs stay bounded", () => {
    const numbers = new Numbers();
    for (const step of [30, 10, 20]) numbers.setDensity(step, { mean: step, high: 2 * step });
    expect(numbers.density(0.1)).toEqual([[1, 2, 3], [10, 20, 30], [20, 40, 60]]);
    for (let step = 0; step < 50_000; step++) numbers.take(makeFrame(step));
    expect(numbers.people()[0].length).toBeLessThanOrEqual(20_000);
  });
});

describe("asking", () => {
  test("one question at a time, and the newest of those that wait", async () => {
    const asked: number[] = [];
    const answered: number[] = [];
    let open: (() => void)[] = [];
    const latest = new Latest<number, number>((q) => new Promise((resolve) => {
      asked.push(q);
      open.push(() => resolve(q));
    }), (a) => answered.push(a), () => {});
    for (const q of [1, 2, 3, 4]) latest.put(q);
    expect(asked).toEqual([1]);
    open.forEach((go) => go());
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual([1, 4]);
    latest.cancel();
    open.forEach((go) => go());
    await new Promise((resolve) => setTimeout(resolve));
    expect(answered).toEqual([1]);
    expect(latest.busy).toBe(false);
  });

  test("a part that changes while it is on its way is had once more", async () => {
    const had: number[] = [];
    let open: (() => void)[] = [];
    const loader = new Loader<number>((key) => new Promise((resolve) => open.push(() => resolve(key))), (key) => had.push(key), () => {}, 2);
    loader.want([1, 2, 3]);
    loader.want([1, 1, 1, 3]);
    expect(open.length).toBe(2);
    for (let i = 0; i < 4; i++) {
      const now = open;
      open = [];
      now.forEach((go) => go());
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(had.sort()).toEqual([1, 1, 2, 3]);
    expect(loader.pending).toBe(0);
  });
});
