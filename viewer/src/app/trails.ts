/**
 * Lines behind characters: where they were in the last seconds. The last frames are kept, not too many a second, and joined by ids, which
 * ascend in every frame. In a large crowd everybody's trail would be a carpet: then only those of marked characters are drawn, or of a
 * sample if nobody is marked.
 */
import type { Frame } from "../types";

/** Simulated time between frames that are kept. (s) */
const spacing = 0.19;
const mostCharacters = 2_000;
const mostSegments = 120_000;

export interface Trail {
  points: Float32Array;
  colors: Uint8Array;
}

export class Trails {
  #kept: { frame: Frame; colors: Uint8Array }[] = [];

  clear(): void {
    this.#kept = [];
  }

  /** Whether a frame goes on from the last one: who goes back in time, or far ahead, begins anew. */
  follows(frame: Frame): boolean {
    const last = this.#kept.at(-1)?.frame;
    return last !== undefined && frame.time >= last.time && frame.time <= last.time + 5;
  }

  /** Takes over a frame that is shown, and the colors of its characters. */
  take(frame: Frame, colors: Uint8Array, seconds: number): void {
    if (!this.follows(frame)) this.clear();
    const last = this.#kept.at(-1)?.frame;
    const before = this.#kept.at(-2)?.frame;
    // The same moment again, in other colors.
    if (last && last.time === frame.time) this.#kept.pop();
    // The newest frame always ends the trails; it is dropped again if it came too early to be kept.
    else if (before && last && last.time - before.time < spacing) this.#kept.pop();
    this.#kept.push({ frame, colors: colors.slice(0, 4 * frame.count) });
    while (this.#kept.length > 2 && this.#kept[0]!.frame.time < frame.time - seconds) this.#kept.shift();
  }

  /** The lines, in pairs of points; heights are looked up where a frame has none. */
  lines(marked: ReadonlySet<number>, seconds: number, height: (frame: Frame, i: number) => number): Trail {
    const newest = this.#kept.at(-1)?.frame;
    if (!newest || seconds <= 0) return { points: new Float32Array(0), colors: new Uint8Array(0) };
    const every = Math.ceil(newest.count / mostCharacters);
    const wanted = (id: number) => (every <= 1 ? true : marked.size > 0 ? marked.has(id) : id % every === 0);
    const points: number[] = [];
    const colors: number[] = [];
    for (let k = this.#kept.length - 1; k > 0 && points.length < 6 * mostSegments; k--) {
      const [a, b] = [this.#kept[k - 1]!, this.#kept[k]!];
      const [ages, ids] = [[a, b].map(({ frame }) => Math.max(0, 1 - (newest.time - frame.time) / seconds)), [a.frame.id, b.frame.id]];
      for (let i = 0, j = 0; i < a.frame.count && j < b.frame.count; ) {
        const [idA, idB] = [ids[0]![i]!, ids[1]![j]!];
        if (idA < idB) i++;
        else if (idB < idA) j++;
        else {
          if (wanted(idA)) {
            points.push(a.frame.x[i]!, a.frame.y[i]!, height(a.frame, i), b.frame.x[j]!, b.frame.y[j]!, height(b.frame, j));
            colors.push(a.colors[4 * i]!, a.colors[4 * i + 1]!, a.colors[4 * i + 2]!, 200 * ages[0]!);
            colors.push(b.colors[4 * j]!, b.colors[4 * j + 1]!, b.colors[4 * j + 2]!, 200 * ages[1]!);
          }
          i++;
          j++;
        }
      }
    }
    return { points: new Float32Array(points), colors: new Uint8Array(colors) };
  }
}
