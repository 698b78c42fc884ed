/**
 * Which two frames the shown moment lies between. Live, these are the last two that came: what is shown is one frame behind, and moves from
 * the one to the other in the time that frames take to come. Otherwise the moment is a step of the past that frames are fetched for, and
 * which goes on by itself while playing. Recordings have the second way only.
 */
import type { Frame, RoomState, Source } from "../types";
import { Chunks } from "./chunks";

export interface Shown {
  before: Frame | null;
  after: Frame | null;
  mix: number;
  /** Whether the two frames are others than at the last time. */
  changed: boolean;
}

/** How fast "as fast as possible" is for a recording, times real time. */
const mostSpeed = 64;
/** Longer gaps between frames are not bridged by interpolation. (ms) */
const longestInterval = 400;

export class Player {
  mode: "live" | "replay";
  playing = false;
  /** For the past only, times real time; 0 for as fast as possible. */
  speed = 1;
  readonly chunks: Chunks;
  #at = 0;
  #previous: Frame | null = null;
  #latest: Frame | null = null;
  #arrived = 0;
  #interval = 100;
  #running = false;
  #lastTick: number | null = null;
  #shown: Shown = { before: null, after: null, mix: 1, changed: false };
  #stalled = false;
  /** A step that was wanted before it was known which are kept. */
  #wanted: number | null = null;
  #known = false;

  constructor(
    source: Pick<Source, "frames">,
    /** Length of a step. (s) */
    private readonly step: number,
    private readonly canLive: boolean,
    private readonly now: () => number,
    mostBytes?: number,
  ) {
    this.mode = canLive ? "live" : "replay";
    this.chunks = new Chunks(source, mostBytes);
  }

  /** The step that is shown, maybe between two. */
  get at(): number {
    if (this.mode === "replay") return this.#at;
    return this.#latest?.step ?? this.chunks.range.last;
  }

  /** The time that is shown. (s) */
  get time(): number {
    const { before, after, mix } = this.#shown;
    if (!after) return this.at * this.step;
    return before ? before.time + (after.time - before.time) * mix : after.time;
  }

  get frame(): Frame | null {
    return this.#shown.after;
  }

  /** Whether frames are waited for. */
  get stalled(): boolean {
    return this.#stalled;
  }

  get hasLive(): boolean {
    return this.canLive;
  }

  setState(state: Pick<RoomState, "running" | "first" | "last" | "every">): void {
    this.#running = state.running;
    this.chunks.setRange(state);
    this.#known = true;
    if (this.#wanted !== null) this.seek(this.#wanted);
    else if (this.mode === "replay") this.#at = this.#clamp(this.#at);
  }

  /** A frame has come. */
  take(frame: Frame): void {
    const now = this.now();
    if (this.#latest && frame.step > this.#latest.step) {
      const gap = now - this.#arrived;
      // After a pause the gap says nothing about the next one.
      if (gap < longestInterval) this.#interval += (Math.max(8, gap) - this.#interval) * 0.2;
      this.#previous = gap < 3 * longestInterval ? this.#latest : null;
    } else {
      this.#previous = null;
    }
    this.#latest = frame;
    this.#arrived = now;
  }

  /** Everything begins anew. */
  reset(): void {
    this.chunks.clear();
    this.#previous = this.#latest = null;
    this.#shown = { before: null, after: null, mix: 1, changed: true };
    this.#at = 0;
    if (this.canLive) this.live();
  }

  live(): void {
    if (!this.canLive) return;
    this.mode = "live";
    this.playing = false;
    this.#wanted = null;
  }

  /** Shows a step of the past: the kept one nearest to it. */
  seek(step: number): void {
    const { first, every, last } = this.chunks.range;
    this.mode = "replay";
    this.#wanted = this.#known ? null : step;
    this.#at = step >= last ? last : this.#clamp(first + Math.round((step - first) / every) * every);
    this.#lastTick = null;
  }

  play(): void {
    if (this.mode === "live") return;
    if (!this.canLive && this.#at >= this.chunks.range.last) this.#at = this.chunks.range.first;
    this.playing = true;
    this.#lastTick = null;
  }

  pause(): void {
    // Not between two frames: what is shown then is what was.
    if (this.playing) this.seek(this.#at);
    this.playing = false;
  }

  /** What is to be shown now. */
  tick(): Shown {
    const next = this.mode === "live" ? this.#tickLive() : this.#tickReplay();
    const changed = this.#shown.changed || next.before !== this.#shown.before || next.after !== this.#shown.after;
    this.#shown = { ...next, changed: false };
    return { ...next, changed };
  }

  #tickLive(): Omit<Shown, "changed"> {
    this.#stalled = false;
    this.#lastTick = null;
    const { before, after } = { before: this.#previous, after: this.#latest };
    if (!before || !after || !this.#running) return { before, after, mix: 1 };
    return { before, after, mix: Math.min(1, (this.now() - this.#arrived) / this.#interval) };
  }

  #tickReplay(): Omit<Shown, "changed"> {
    const now = this.now();
    if (this.playing && !this.#stalled && this.#lastTick !== null) {
      const seconds = Math.min(250, now - this.#lastTick) / 1000;
      this.#at = this.#clamp(this.#at + (seconds * (this.speed || mostSpeed)) / this.step);
    }
    this.#lastTick = now;
    const found = this.chunks.around(this.#at, !this.playing);
    this.#stalled = found === undefined && this.chunks.range.last > 0;
    if (!found) return this.#shown;
    if (this.playing) {
      this.chunks.prefetch(this.#at, 2);
      if (this.#at >= this.chunks.range.last) this.#ended();
    }
    const { before, after } = found;
    if (!after || this.#at <= before.step) return { before: this.playing && after ? before : null, ...last(before, this.playing ? after : null) };
    return { before, after, mix: Math.min(1, (this.#at - before.step) / (after.step - before.step)) };
  }

  /** A run that goes on is shown on; a recording stops. */
  #ended(): void {
    this.playing = false;
    if (this.canLive) this.live();
  }

  #clamp(step: number): number {
    const { first, last } = this.chunks.range;
    return Math.min(last, Math.max(first, step));
  }
}

/** Exactly at a frame: that one alone, or the beginning of the way to the next. */
function last(frame: Frame, next: Frame | null): { after: Frame; mix: number } {
  return next ? { after: next, mix: 0 } : { after: frame, mix: 1 };
}
