/**
 * Binary data of the program, as docs/protocol.md describes it, to the types of the page, and frames back to bytes.
 *
 * Idea: a reader walks over the bytes and hands out typed arrays that look into the buffer where they may (arrays begin
 * at multiples of four), so that nothing is copied. Every length is compared with what is there before anything is
 * read, and the data has to end where the last array does; indices into other arrays are checked too, so that
 * whoever draws may trust them.
 *
 * Cost: O(1) for a frame, O(n) for floors and cells, whose indices are looked at.
 */

import type { Cells, Floor, Frame } from "../types";

const FLOOR = 0x4f4c4654;
const CELLS = 0x4c4c4543;
const FRAME = 0x454d5246;

/** The bytes of a floor, to a floor. */
export function decodeFloor(data: ArrayBuffer | Uint8Array): Floor {
  const reader = new Reader(data, "a floor");
  reader.magic(FLOOR);
  const version = reader.u32();
  const [corners, triangles, walls] = [reader.u32(), reader.u32(), reader.u32()];
  const [columns, rows] = [reader.u32(), reader.u32()];
  const [x, y, side] = [reader.f32(), reader.f32(), reader.f32()];
  const floor: Floor = {
    version,
    corners: reader.f32s(3 * corners),
    triangles: reader.u32s(3 * triangles),
    walls: reader.f32s(6 * walls),
    sides: reader.u8s(walls),
    grid: { columns, rows, low: [x, y], side, walkable: reader.u8s(columns * rows) },
  };
  reader.end();
  for (const corner of floor.triangles) if (corner >= corners) reader.refuse(`corner ${corner} of ${corners}`);
  return floor;
}

/** The bytes of a block of cells, to cells. */
export function decodeCells(data: ArrayBuffer | Uint8Array): Cells {
  const reader = new Reader(data, "cells");
  reader.magic(CELLS);
  const [version, block, count, points] = [reader.u32(), reader.u32(), reader.u32(), reader.u32()];
  const cells: Cells = {
    version,
    block,
    id: reader.u32s(count),
    edge: reader.u32s(count),
    component: reader.u32s(count),
    layer: reader.u32s(count),
    first: reader.u32s(count + 1),
    feet: reader.f32s(12 * count),
    points: reader.f32s(4 * points),
  };
  reader.end();
  for (let k = 0; k < count; k++) {
    if (cells.first[k]! >= cells.first[k + 1]!) reader.refuse(`cell ${k} has no arc`);
  }
  if (cells.first[count] !== points) reader.refuse(`arcs end at ${cells.first[count]} of ${points} points`);
  if (cells.first[0] !== 0) reader.refuse(`arcs begin at ${cells.first[0]}`);
  return cells;
}

/** The bytes of a frame, to a frame. */
export function decodeFrame(data: ArrayBuffer | Uint8Array): Frame {
  const reader = new Reader(data, "a frame");
  reader.magic(FRAME);
  const step = reader.u32();
  const time = reader.f64();
  const [count, version, entered, left, stuck] = [reader.u32(), reader.u32(), reader.u32(), reader.u32(), reader.u32()];
  const [meanSpeed, milliseconds] = [reader.f32(), reader.f32()];
  const heights = reader.u32();
  if (heights > 1) reader.refuse(`heights are ${heights}, neither 0 nor 1`);
  const frame: Frame = {
    step,
    time,
    count,
    version,
    entered,
    left,
    stuck,
    meanSpeed,
    milliseconds,
    id: reader.u32s(count),
    x: reader.f32s(count),
    y: reader.f32s(count),
    z: heights === 1 ? reader.f32s(count) : null,
    layer: reader.u16s(count),
    heading: reader.u8s(count),
    speed: reader.u8s(count),
    state: reader.u8s(count),
    goal: reader.u8s(count),
    profile: reader.u8s(count),
    radius: reader.u8s(count),
    bytes: reader.size,
  };
  reader.end();
  return frame;
}

/** Frames one after another, each with its length before it. */
export function decodeFrames(data: ArrayBuffer | Uint8Array): Frame[] {
  const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + 4 > bytes.length) throw new Error("frames: the length of a frame is cut off");
    const length = view.getUint32(at, true);
    if (at + 4 + length > bytes.length) throw new Error(`frames: ${length} bytes are announced, ${bytes.length - at - 4} are there`);
    frames.push(decodeFrame(bytes.subarray(at + 4, at + 4 + length)));
    at += 4 + length;
  }
  return frames;
}

/** The bytes of a frame. */
export function encodeFrame(frame: Frame): Uint8Array {
  const n = frame.count;
  const size = 48 + 4 * n * (frame.z === null ? 3 : 4) + padded(2 * n) + 6 * padded(n);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  [FRAME, frame.step].forEach((value, i) => view.setUint32(4 * i, value, true));
  view.setFloat64(8, frame.time, true);
  [n, frame.version, frame.entered, frame.left, frame.stuck].forEach((value, i) => view.setUint32(16 + 4 * i, value, true));
  view.setFloat32(36, frame.meanSpeed, true);
  view.setFloat32(40, frame.milliseconds, true);
  view.setUint32(44, frame.z === null ? 0 : 1, true);
  let at = 48;
  const bytewise = [frame.heading, frame.speed, frame.state, frame.goal, frame.profile, frame.radius];
  for (const part of [frame.id, frame.x, frame.y, frame.z, frame.layer, ...bytewise]) {
    if (part === null) continue;
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += padded(part.byteLength);
  }
  return bytes;
}

/** Up to the next multiple of four. */
function padded(bytes: number): number {
  return (bytes + 3) & ~3;
}

class Reader {
  readonly size: number;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(
    data: ArrayBuffer | Uint8Array,
    private readonly what: string,
  ) {
    const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
    // Typed arrays begin at multiples of their elements' size; what does not lie so is copied once.
    this.bytes = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
    this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
    this.size = this.bytes.byteLength;
  }

  refuse(why: string): never {
    throw new Error(`${this.what}: ${why}`);
  }

  magic(expected: number): void {
    const found = this.u32();
    if (found !== expected) this.refuse(`begins with 0x${found.toString(16)} instead of 0x${expected.toString(16)}`);
  }

  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }

  f32(): number {
    return this.view.getFloat32(this.take(4), true);
  }

  f64(): number {
    return this.view.getFloat64(this.take(8), true);
  }

  u32s(count: number): Uint32Array {
    const at = this.take(4 * count);
    return new Uint32Array(this.bytes.buffer, this.bytes.byteOffset + at, count);
  }

  f32s(count: number): Float32Array {
    const at = this.take(4 * count);
    return new Float32Array(this.bytes.buffer, this.bytes.byteOffset + at, count);
  }

  u16s(count: number): Uint16Array {
    const at = this.take(2 * count);
    return new Uint16Array(this.bytes.buffer, this.bytes.byteOffset + at, count);
  }

  u8s(count: number): Uint8Array {
    const at = this.take(count);
    return new Uint8Array(this.bytes.buffer, this.bytes.byteOffset + at, count);
  }

  end(): void {
    if (this.at !== this.size) this.refuse(`${this.size - this.at} bytes too many`);
  }

  /** Where the next bytes are, so many and up to a multiple of four. Lengths are below 2^53, so nothing wraps. */
  private take(count: number): number {
    const at = this.at;
    const next = at + count + ((4 - (count % 4)) % 4);
    if (next > this.size) this.refuse(`${count} bytes are announced at ${at}, ${this.size - at} are there`);
    this.at = next;
    return at;
  }
}
