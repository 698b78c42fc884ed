/** Binary data: what is right comes back the same, and what is not is refused. */

import { describe, expect, it } from "vitest";
import { decodeCells, decodeFloor, decodeFrame, decodeFrames, encodeFrame } from "../src/net/decode";
import type { Frame } from "../src/types";

describe("frames", () => {
  for (const [count, heights] of [[0, false], [1, true], [2, false], [5, true], [7, false], [100, true]] as const) {
    it(`of ${count} characters ${heights ? "with" : "without"} heights come back the same`, () => {
      const frame = someFrame(count, heights);
      const bytes = encodeFrame(frame);
      expect(decodeFrame(bytes)).toEqual({ ...frame, bytes: bytes.length });
    });
  }

  it("have a head of 48 bytes and arrays at multiples of four", () => {
    expect(encodeFrame(someFrame(0, false)).length).toBe(48);
    expect(encodeFrame(someFrame(5, true)).length).toBe(48 + 4 * 20 + 12 + 6 * 8);
  });

  it("are read from any place in a buffer", () => {
    const bytes = encodeFrame(someFrame(5, true));
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(decodeFrame(shifted.subarray(3)).x).toEqual(someFrame(5, true).x);
  });

  it("that are cut off anywhere, or too long, are refused", () => {
    const bytes = encodeFrame(someFrame(5, true));
    for (let length = 0; length < bytes.length; length++) expect(() => decodeFrame(bytes.slice(0, length))).toThrow(Error);
    const longer = new Uint8Array(bytes.length + 4);
    longer.set(bytes);
    expect(() => decodeFrame(longer)).toThrow("4 bytes too many");
  });

  it("with a wrong number at the start or a huge count are refused", () => {
    const bytes = encodeFrame(someFrame(5, true));
    bytes[0]! ^= 1;
    expect(() => decodeFrame(bytes)).toThrow("begins with");
    const huge = encodeFrame(someFrame(5, true));
    new DataView(huge.buffer).setUint32(16, 0xffffffff, true);
    expect(() => decodeFrame(huge)).toThrow("announced");
  });

  it("come one after another with their lengths", () => {
    const parts = [someFrame(3, false), someFrame(0, false), someFrame(6, true)].map(encodeFrame);
    const all = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0));
    let at = 0;
    for (const part of parts) {
      new DataView(all.buffer).setUint32(at, part.length, true);
      all.set(part, at + 4);
      at += 4 + part.length;
    }
    expect(decodeFrames(all).map((frame) => frame.count)).toEqual([3, 0, 6]);
    expect(() => decodeFrames(all.slice(0, all.length - 1))).toThrow("announced");
    expect(() => decodeFrames(all.slice(0, 2))).toThrow("cut off");
    expect(decodeFrames(new Uint8Array(0))).toEqual([]);
  });
});

describe("floors", () => {
  it("have corners, triangles, walls and a grid", () => {
    const floor = decodeFloor(someFloor(3));
    expect(floor.version).toBe(7);
    expect([...floor.triangles]).toEqual([0, 1, 2]);
    expect(floor.corners.length).toBe(9);
    expect([...floor.sides]).toEqual([1]);
    expect(floor.grid).toMatchObject({ columns: 3, rows: 2, low: [0.5, 1.5], side: 0.25 });
    expect([...floor.grid.walkable]).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("that are cut off, or refer to corners that are not there, are refused", () => {
    const bytes = someFloor(3);
    for (let length = 0; length < bytes.length; length++) expect(() => decodeFloor(bytes.slice(0, length))).toThrow(Error);
    expect(() => decodeFloor(someFloor(2))).toThrow(Error);
    expect(() => decodeFloor(someCells([0, 2, 4]))).toThrow("begins with");
  });
});

describe("cells", () => {
  it("have arcs and feet", () => {
    const cells = decodeCells(someCells([0, 2, 4]));
    expect([cells.version, cells.block, cells.id.length]).toEqual([3, 9, 2]);
    expect([...cells.first]).toEqual([0, 2, 4]);
    expect([cells.feet.length, cells.points.length]).toEqual([24, 16]);
  });

  it("whose arcs do not fit are refused", () => {
    expect(() => decodeCells(someCells([0, 2, 3]))).toThrow("arcs end");
    expect(() => decodeCells(someCells([1, 2, 4]))).toThrow("arcs begin");
    expect(() => decodeCells(someCells([0, 0, 4]))).toThrow("no arc");
    const bytes = someCells([0, 2, 4]);
    for (let length = 0; length < bytes.length; length++) expect(() => decodeCells(bytes.slice(0, length))).toThrow(Error);
  });
});

it("garbage is refused", () => {
  let seed = 1;
  for (let round = 0; round < 300; round++) {
    const bytes = Uint8Array.from({ length: round }, () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) >>> 24);
    // With the right start too, so that lengths are what is wrong.
    for (const magic of [null, 0x4f4c4654, 0x4c4c4543, 0x454d5246]) {
      if (magic !== null && bytes.length >= 4) new DataView(bytes.buffer).setUint32(0, magic, true);
      for (const decode of [decodeFloor, decodeCells, decodeFrame]) expect(() => decode(bytes)).toThrow(Error);
    }
  }
});

function someFrame(count: number, heights: boolean): Frame {
  const numbers = (step: number): number[] => Array.from({ length: count }, (_, i) => i * step + 0.25);
  const bytes = (offset: number): Uint8Array => Uint8Array.from({ length: count }, (_, i) => i + offset);
  return {
    step: 12, time: 1.2, count, version: 3, entered: 4, left: 5, stuck: 6, meanSpeed: 1.25, milliseconds: 3.5,
    id: Uint32Array.from({ length: count }, (_, i) => 3 * i + 1),
    x: new Float32Array(numbers(1)), y: new Float32Array(numbers(-2)), z: heights ? new Float32Array(numbers(0.5)) : null,
    layer: Uint16Array.from({ length: count }, (_, i) => 300 + i),
    heading: bytes(1), speed: bytes(2), state: bytes(3), goal: bytes(4), profile: bytes(5), radius: bytes(6), bytes: 0,
  };
}

/** Three corners, one triangle whose last corner is `corners - 1`, one wall, a grid of 3 by 2. */
function someFloor(corners: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(40 + 12 * 3 + 12 + 24 + 4 + 8));
  [0x4f4c4654, 7, corners, 1, 1, 3, 2].forEach((value, i) => view.setUint32(4 * i, value, true));
  [0.5, 1.5, 0.25].forEach((value, i) => view.setFloat32(28 + 4 * i, value, true));
  [0, 1, 2].forEach((value, i) => view.setUint32(76 + 4 * i, value, true));
  view.setUint8(112, 1);
  [1, 2, 3, 4, 5, 6].forEach((value, i) => view.setUint8(116 + i, value));
  return new Uint8Array(view.buffer);
}

/** Two cells with four arc points. */
function someCells(first: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(20 + 4 * 2 * 4 + 4 * 3 + 4 * 24 + 4 * 16));
  [0x4c4c4543, 3, 9, 2, 4, 18, 19, 0, 1, 0, 0, 2, 2, ...first].forEach((value, i) => view.setUint32(4 * i, value, true));
  return new Uint8Array(view.buffer);
}
