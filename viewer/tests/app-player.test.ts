/** The player, with frames made up and a clock that is turned by hand. */
import { describe, expect, test } from "vitest";
import { chunkFrames } from "../src/app/chunks";
import { Player } from "../src/app/player";
import type { Frame } from "../src/types";
import { makeFrame } from "./app-make";

/** Keeps frames of every `every`-th step; answers at most `most` at once. */
function source(first: number, last: number, every = 1, most = 1000, bytes = 1000) {
  const asked: [number, number][] = [];
  return {
    asked,
    frames: async (from: number, to: number): Promise<Frame[]> => {
      asked.push([from, to]);
      const frames: Frame[] = [];
      for (let step = first; step <= last && frames.length < most; step += every) if (step >= from && step <= to) frames.push(makeFrame(step, [], bytes));
      return frames;
    },
  };
}

const settle = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
};

function setUp(kept: ReturnType<typeof source>, range: { first: number; last: number; every: number }, live: boolean, bytes?: number) {
  const clock = { now: 0 };
  const player = new Player(kept, 0.1, live, () => clock.now, bytes);
  player.setState({ running: true, ...range });
  return { player, clock };
}

describe("live", () => {
  test("shows one frame behind, and is there when the next one comes", () => {
    const { player, clock } = setUp(source(0, 0), { first: 0, last: 0, every: 1 }, true);
    expect(player.tick().after).toBeNull();
    for (let step = 0; step <= 50; step++) {
      clock.now = step * 100;
      player.take(makeFrame(step));
    }
    const begun = player.tick();
    expect(begun.before?.step).toBe(49);
    expect(begun.after?.step).toBe(50);
    expect(begun.changed).toBe(true);
    expect(begun.mix).toBeCloseTo(0, 5);
    clock.now += 50;
    const half = player.tick();
    expect(half.mix).toBeCloseTo(0.5, 1);
    expect(half.changed).toBe(false);
    clock.now += 500;
    expect(player.tick().mix).toBe(1);
    expect(player.time).toBeCloseTo(5);
  });

  test("learns how often frames come", () => {
    const { player, clock } = setUp(source(0, 0), { first: 0, last: 0, every: 1 }, true);
    for (let step = 0; step <= 100; step++) {
      clock.now = step * 20;
      player.take(makeFrame(step));
    }
    clock.now += 10;
    expect(player.tick().mix).toBeCloseTo(0.5, 1);
  });

  test("does not slide after a pause, a reset or while paused", () => {
    const { player, clock } = setUp(source(0, 0), { first: 0, last: 0, every: 1 }, true);
    player.take(makeFrame(10));
    clock.now = 60_000;
    player.take(makeFrame(11));
    expect(player.tick()).toMatchObject({ before: null, mix: 1 });
    clock.now += 100;
    player.take(makeFrame(3));
    expect(player.tick()).toMatchObject({ before: null, mix: 1 });
    clock.now += 100;
    player.take(makeFrame(4));
    player.setState({ running: false, first: 0, last: 4, every: 1 });
    expect(player.tick().mix).toBe(1);
  });
});

describe("the past", () => {
  test("a step is fetched and shown alone", async () => {
    const kept = source(0, 100);
    const { player } = setUp(kept, { first: 0, last: 100, every: 1 }, true);
    player.seek(42);
    player.tick();
    expect(player.stalled).toBe(true);
    await settle();
    const shown = player.tick();
    expect(player.stalled).toBe(false);
    expect([shown.before, shown.after?.step, shown.mix]).toEqual([null, 42, 1]);
  });

  test("plays at the chosen speed, between frames, to the end, and goes live there", async () => {
    const { player, clock } = setUp(source(0, 60), { first: 0, last: 60, every: 1 }, true);
    player.seek(10);
    player.tick();
    await settle();
    player.speed = 2;
    player.play();
    player.tick();
    for (let i = 0; i < 10; i++) {
      clock.now += 16;
      await settle();
      player.tick();
    }
    // 160 ms at twice real time are 3.2 steps.
    expect(player.at).toBeCloseTo(13.2);
    const shown = player.tick();
    expect([shown.before?.step, shown.after?.step]).toEqual([13, 14]);
    expect(shown.mix).toBeCloseTo(0.2);
    for (let i = 0; i < 300; i++) {
      clock.now += 16;
      await settle();
      player.tick();
    }
    expect(player.mode).toBe("live");
  });

  test("a recording stops at its end and begins anew", async () => {
    const { player, clock } = setUp(source(5, 25, 5), { first: 5, last: 25, every: 5 }, false);
    expect(player.mode).toBe("replay");
    player.seek(0);
    player.play();
    for (let i = 0; i < 400 && player.playing; i++) {
      clock.now += 16;
      await settle();
      player.tick();
    }
    expect(player.playing).toBe(false);
    expect(player.at).toBe(25);
    expect(player.tick().after?.step).toBe(25);
    player.live();
    expect(player.mode).toBe("replay");
    player.play();
    expect(player.at).toBe(5);
  });

  test("frames that are kept every few steps are bridged, and seeking lands on them", async () => {
    const { player, clock } = setUp(source(0, 400, 4), { first: 0, last: 400, every: 4 }, true);
    player.seek(43);
    expect(player.at).toBe(44);
    player.tick();
    await settle();
    player.tick();
    player.play();
    player.tick();
    clock.now += 200;
    player.tick();
    const shown = player.tick();
    expect([shown.before?.step, shown.after?.step]).toEqual([44, 48]);
    expect(shown.mix).toBeCloseTo(0.5);
    player.pause();
    expect(player.at % 4).toBe(0);
  });

  test("waits for frames that are late, without losing time", async () => {
    const kept = source(0, 100);
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const slow = { frames: async (from: number, to: number) => (from >= chunkFrames ? gate.then(() => kept.frames(from, to)) : kept.frames(from, to)) };
    const { player, clock } = setUp({ ...slow, asked: [] }, { first: 0, last: 100, every: 1 }, true);
    player.seek(chunkFrames - 2);
    player.tick();
    await settle();
    player.play();
    for (let i = 0; i < 50; i++) {
      clock.now += 100;
      await settle();
      player.tick();
    }
    expect(player.stalled).toBe(true);
    expect(player.at).toBeLessThan(chunkFrames + 1);
    open();
    await settle();
    clock.now += 100;
    player.tick();
    expect(player.stalled).toBe(false);
  });

  test("a step that is wanted before it is known what is kept is shown then", async () => {
    const player = new Player(source(0, 100), 0.1, true, () => 0);
    player.seek(77);
    player.tick();
    player.setState({ running: true, first: 0, last: 100, every: 1 });
    expect(player.at).toBe(77);
    player.setState({ running: true, first: 80, last: 200, every: 1 });
    expect(player.at).toBe(80);
  });

  test("answers that end early are continued", async () => {
    const kept = source(0, 100, 1, 3);
    const { player } = setUp(kept, { first: 0, last: 100, every: 1 }, true);
    player.seek(15);
    player.tick();
    await settle();
    expect(player.tick().after?.step).toBe(15);
    expect(kept.asked.map(([from]) => from)).toEqual([0, 3, 6, 9, 12, 15]);
  });

  test("memory is bounded, by age", async () => {
    const { player } = setUp(source(0, 2000, 1, 1000, 1e6), { first: 0, last: 2000, every: 1 }, true, 80e6);
    for (let step = 0; step < 2000; step += 100) {
      player.seek(step);
      player.tick();
      await settle();
      expect(player.tick().after?.step).toBe(step);
      expect(player.chunks.bytes).toBeLessThanOrEqual(80e6);
    }
  });

  test("a run that goes on is had again at its end", async () => {
    const growing = { last: 20 };
    const frames = async (from: number, to: number) => source(0, growing.last).frames(from, to);
    const { player } = setUp({ frames, asked: [] }, { first: 0, last: 20, every: 1 }, true);
    player.seek(20);
    player.tick();
    await settle();
    expect(player.tick().after?.step).toBe(20);
    growing.last = 30;
    player.setState({ running: true, first: 0, last: 30, every: 1 });
    player.seek(29);
    player.tick();
    await settle();
    expect(player.tick().after?.step).toBe(29);
  });

  test("when the program keeps fewer frames than before, the old ones are dropped", async () => {
    const { player } = setUp(source(0, 100), { first: 0, last: 100, every: 1 }, true);
    player.seek(50);
    player.tick();
    await settle();
    expect(player.chunks.loaded()).toEqual([[48, 63]]);
    player.setState({ running: true, first: 0, last: 100, every: 2 });
    expect(player.chunks.loaded()).toEqual([]);
  });
});
