/** Who is who in two frames. */

import { expect, it } from "vitest";
import { findId, matchIds, sameIds } from "../src/draw/match";
import { fill } from "../src/draw/people";
import type { Frame } from "../src/types";

it("newcomers have no place before, and who left is not there", () => {
  const before = Uint32Array.of(1, 4, 5, 9, 12);
  const after = Uint32Array.of(0, 4, 6, 9, 13, 20);
  const index = new Int32Array(8).fill(77);
  matchIds(before, after, index);
  expect([...index]).toEqual([-1, 1, -1, 3, -1, -1, 77, 77]);
  matchIds(new Uint32Array(0), after, index);
  expect([...index.subarray(0, 6)]).toEqual([-1, -1, -1, -1, -1, -1]);
});

it("matches what a search for each one finds", () => {
  let seed = 5;
  const random = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  for (let round = 0; round < 200; round++) {
    const some = (): Uint32Array => Uint32Array.from(Array.from({ length: 30 }, (_, i) => i).filter(() => random() < 0.5));
    const [before, after] = [some(), some()];
    const index = new Int32Array(after.length);
    matchIds(before, after, index);
    expect([...index]).toEqual([...after].map((id) => before.indexOf(id)));
    for (let id = 0; id < 31; id++) expect(findId(before, id)).toBe(before.indexOf(id));
    expect(sameIds(before, after)).toBe(before.join() === after.join());
  }
});

it("the same ids are the same, in other arrays too", () => {
  const ids = Uint32Array.of(1, 2, 3);
  expect([sameIds(ids, ids), sameIds(ids, ids.slice()), sameIds(ids, Uint32Array.of(1, 2)), sameIds(ids, Uint32Array.of(1, 2, 4))]).toEqual([true, true, false, false]);
});

it("a newcomer starts where it is", () => {
  const before = frame([3, 5], [30, 50], [0.5, 0.75]);
  const after = frame([4, 5], [41, 51], null);
  const out = { from: new Float32Array(6), to: new Float32Array(6), layers: new Uint16Array(4), forms: new Uint8Array(8), colors: new Uint8Array(8) };
  const index = new Int32Array(2);
  matchIds(before.id, after.id, index);
  fill(before, after, index, out);
  expect([...out.from]).toEqual([41, -41, 0, 50, -50, 0.75]);
  expect([...out.to]).toEqual([41, -41, 0, 51, -51, 0]);
  expect([...out.layers]).toEqual([4, 4, 5, 5]);
});

function frame(ids: number[], x: number[], z: number[] | null): Frame {
  const zero = new Uint8Array(ids.length);
  return {
    step: 0, time: 0, count: ids.length, version: 0, entered: 0, left: 0, stuck: 0, meanSpeed: 0, milliseconds: 0,
    id: Uint32Array.from(ids), x: Float32Array.from(x), y: Float32Array.from(x, (value) => -value), z: z && Float32Array.from(z),
    layer: Uint16Array.from(ids), heading: zero, speed: zero, state: zero, goal: zero, profile: zero, radius: zero, bytes: 0,
  };
}
