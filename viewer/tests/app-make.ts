/** Small frames, floors and places for tests. */
import type { Floor, Frame, Place } from "../src/types";

export function makeFrame(step: number, people: { id: number; x: number; y: number; layer?: number; speed?: number; state?: number; goal?: number; profile?: number }[] = [], bytes = 1000): Frame {
  const n = people.length;
  return {
    ...{ step, time: step / 10, count: n, version: 1, entered: 0, left: 0, stuck: 0, meanSpeed: 1, milliseconds: 1, z: null, bytes },
    id: Uint32Array.from(people, ({ id }) => id),
    x: Float32Array.from(people, ({ x }) => x),
    y: Float32Array.from(people, ({ y }) => y),
    layer: Uint16Array.from(people, ({ layer }) => layer ?? 0),
    heading: new Uint8Array(n),
    speed: Uint8Array.from(people, ({ speed }) => speed ?? 0),
    state: Uint8Array.from(people, ({ state }) => state ?? 1),
    goal: Uint8Array.from(people, ({ goal }) => goal ?? 0),
    profile: Uint8Array.from(people, ({ profile }) => profile ?? 0),
    radius: new Uint8Array(n).fill(48),
  };
}

export function makeFloor(columns: number, rows: number, side: number, walkable: (column: number, row: number) => number, low: [number, number] = [0, 0]): Floor {
  const grid = Uint8Array.from({ length: columns * rows }, (_, i) => walkable(i % columns, Math.floor(i / columns)));
  return {
    ...{ version: 1, corners: new Float32Array(0), triangles: new Uint32Array(0), walls: new Float32Array(0), sides: new Uint8Array(0) },
    grid: { columns, rows, low, side, walkable: grid },
  };
}

export function makePlace(part: Partial<Place> = {}): Place {
  return {
    ...{ room: "test", title: "test", kind: "scenario" as const, editable: true, version: 1 },
    box: { low: [0, 0, 0], high: [10, 10, 5] },
    layers: [{ name: "a", low: [0, 0, 0], high: [10, 10, 5], level: false }],
    ...{ connections: [], regions: [], obstacles: [], points: [], cells: { block: 1024, blocks: 0 }, stats: {} },
    ...{ profiles: ["one"], goals: [], areas: [], step: 0.1, duration: null },
    levels: { limits: [0.31, 0.43, 0.72, 1.08, 2.17], colors: ["#000001", "#000002", "#000003", "#000004", "#000005", "#000006"] },
    ...part,
  };
}

/** The same numbers on every run. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
