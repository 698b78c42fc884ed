/**
 * Frames that are kept by the source, had in chunks as they are needed and forgotten by age when they take too much memory.
 */
import type { Frame, Source } from "../types";

/** Steps that a source keeps. */
export interface Range {
  first: number;
  last: number;
  every: number;
}

/** Frames in a chunk. With 50,000 characters a chunk is about 20 MB. */
export const chunkFrames = 16;
const mostLoading = 2;
/** After a failure nothing is asked for so long. (ms) */
const rest = 1_000;

interface Chunk {
  frames: Frame[];
  bytes: number;
  /** The last step that was asked for. */
  to: number;
}

export class Chunks {
  range: Range = { first: 0, last: 0, every: 1 };
  /** Called when frames have come. */
  arrived: () => void = () => {};
  failed: (error: Error) => void = () => {};
  #chunks = new Map<number, Chunk>();
  #loading = new Set<number>();
  #generation = 0;
  #bytes = 0;
  #restUntil = 0;

  constructor(
    private readonly source: Pick<Source, "frames">,
    private readonly mostBytes = 100e6,
  ) {}

  setRange(range: Range): void {
    const every = Math.max(1, range.every);
    if (every !== this.range.every) this.clear();
    this.range = { first: range.first, last: Math.max(range.first, range.last), every };
  }

  clear(): void {
    this.#generation++;
    this.#chunks.clear();
    this.#loading.clear();
    this.#bytes = 0;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Frames around a step: the last one up to it, and the first one after it. Undefined if they have yet to come. `alone`: a frame of the very step will do. */
  around(step: number, alone = false): { before: Frame; after: Frame | null } | undefined {
    const index = this.#indexOf(step);
    const chunk = this.#get(index);
    if (!chunk) return undefined;
    let k = chunk.frames.length - 1;
    while (k >= 0 && chunk.frames[k]!.step > step) k--;
    if (k < 0) {
      // Nothing up to it here: the one before may be in the chunk before, unless the range begins here.
      const earlier = this.range.first < this.#start(index) ? this.#get(index - 1) : null;
      if (earlier === undefined) return undefined;
      const before = earlier?.frames.at(-1) ?? chunk.frames[0];
      if (!before) return undefined;
      return { before, after: before === chunk.frames[0] ? (chunk.frames[1] ?? null) : (chunk.frames[0] ?? null) };
    }
    const before = chunk.frames[k]!;
    if (alone && before.step === step) return { before, after: null };
    if (k + 1 < chunk.frames.length) return { before, after: chunk.frames[k + 1]! };
    if (before.step >= this.range.last || this.#start(index + 1) > this.range.last) return { before, after: null };
    const later = this.#get(index + 1);
    return later === undefined ? undefined : { before, after: later.frames[0] ?? null };
  }

  /** Has what will be needed soon. */
  prefetch(step: number, ahead: number): void {
    const index = this.#indexOf(step);
    for (let i = 1; i <= ahead; i++) {
      if (this.#start(index + i) <= this.range.last) this.#get(index + i, false);
    }
  }

  /** The stretches of steps that are here, in order. */
  loaded(): [number, number][] {
    const stretches: [number, number][] = [];
    for (const index of [...this.#chunks.keys()].sort((a, b) => a - b)) {
      const to = Math.min(this.#chunks.get(index)!.to, this.range.last);
      const last = stretches.at(-1);
      if (last && last[1] + this.range.every >= this.#start(index)) last[1] = to;
      else stretches.push([this.#start(index), to]);
    }
    return stretches;
  }

  /** Frames that are here between two steps, oldest first. */
  between(from: number, to: number): Frame[] {
    const frames: Frame[] = [];
    for (let index = this.#indexOf(from); index <= this.#indexOf(to); index++) {
      for (const frame of this.#chunks.get(index)?.frames ?? []) if (frame.step >= from && frame.step <= to) frames.push(frame);
    }
    return frames;
  }

  #indexOf(step: number): number {
    return Math.floor(step / (chunkFrames * this.range.every));
  }

  #start(index: number): number {
    return index * chunkFrames * this.range.every;
  }

  #get(index: number, used = true): Chunk | undefined {
    const chunk = this.#chunks.get(index);
    const to = Math.min(this.#start(index + 1) - 1, this.range.last);
    // A chunk at the end of a run that goes on has to be had again when there is more of it.
    if (!chunk || chunk.to < to) void this.#load(index, to);
    if (chunk && used) {
      this.#chunks.delete(index);
      this.#chunks.set(index, chunk);
    }
    return chunk;
  }

  async #load(index: number, to: number): Promise<void> {
    if (this.#loading.has(index) || this.#loading.size >= mostLoading || Date.now() < this.#restUntil) return;
    const generation = this.#generation;
    this.#loading.add(index);
    try {
      const frames: Frame[] = [];
      // An answer may end early, by size.
      for (let from = Math.max(this.#start(index), this.range.first); from <= to; ) {
        const some = await this.source.frames(from, to, this.range.every);
        if (generation !== this.#generation) return;
        const last = some.at(-1);
        if (!last || last.step < from) break;
        frames.push(...some);
        from = last.step + 1;
      }
      this.#keep(index, { frames, to, bytes: frames.reduce((sum, frame) => sum + frame.bytes, 0) });
      this.arrived();
    } catch (error) {
      this.#restUntil = Date.now() + rest;
      if (generation === this.#generation) this.failed(error instanceof Error ? error : new Error(String(error)));
    } finally {
      if (generation === this.#generation) this.#loading.delete(index);
    }
  }

  #keep(index: number, chunk: Chunk): void {
    this.#bytes += chunk.bytes - (this.#chunks.get(index)?.bytes ?? 0);
    this.#chunks.delete(index);
    this.#chunks.set(index, chunk);
    for (const [old, { bytes }] of this.#chunks) {
      // The newest three stay whatever they take: they are what is being shown.
      if (this.#bytes <= this.mostBytes || this.#chunks.size <= 3) break;
      this.#chunks.delete(old);
      this.#bytes -= bytes;
    }
  }
}
