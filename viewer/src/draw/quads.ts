/**
 * One quad for each segment, for shaders that lay it around the segment.
 *
 * Idea: each segment has four vertices that have both of its ends, and a corner that tells them apart. Instances
 * would need a quarter of the memory, but drawing by the processor (SwiftShader) takes some 30 µs for each: 1000 walls
 * took 28 ms as instances and take 2 ms like this.
 *
 * Cost: O(segments), four vertices and two triangles each.
 */

import { BufferAttribute, BufferGeometry, InterleavedBuffer, InterleavedBufferAttribute, type TypedArray } from "three";

/** `position` is the corner: along from 0 to 1, across -1 or 1. `ends` become `tail` and `tip`. */
export function quads(ends: Float32Array): BufferGeometry {
  const count = ends.length / 6;
  const geometry = new BufferGeometry();
  const corners = new Int8Array(16 * count);
  const index = new Uint32Array(6 * count);
  for (let i = 0; i < count; i++) {
    corners.set([0, -1, 0, 0, 1, -1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0], 16 * i);
    const v = 4 * i;
    index.set([v, v + 1, v + 2, v, v + 2, v + 3], 6 * i);
  }
  const both = new InterleavedBuffer(fourTimes(ends, 6), 6);
  geometry.setAttribute("tail", new InterleavedBufferAttribute(both, 3, 0));
  geometry.setAttribute("tip", new InterleavedBufferAttribute(both, 3, 3));
  geometry.setAttribute("position", new InterleavedBufferAttribute(new InterleavedBuffer(corners, 4), 3, 0));
  geometry.setIndex(new BufferAttribute(index, 1));
  return geometry;
}

/** The same for all four vertices of a segment. */
export function perSegment(values: Float32Array | Uint8Array | Uint16Array, size: number, normalized = false): BufferAttribute {
  return new BufferAttribute(fourTimes(values, size), size, normalized);
}

function fourTimes<A extends Float32Array | Uint8Array | Uint16Array>(values: A, size: number): A & TypedArray {
  const out = new (values.constructor as new (length: number) => A & TypedArray)(4 * values.length);
  for (let i = 0; i < values.length; i += size) {
    for (let copy = 0; copy < 4; copy++) for (let k = 0; k < size; k++) out[4 * i + copy * size + k] = values[i + k]!;
  }
  return out;
}
