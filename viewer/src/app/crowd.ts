/**
 * The crowd as it is drawn: whenever other frames are shown, their characters get colors, and the heat map and trails are made anew.
 */
import type { ColorBy, Floor, Frame, Point } from "../types";
import { paint, paintHeat, paletteOf } from "./colors";
import type { Palette } from "./colors";
import { Density, summary } from "./density";
import type { Shown } from "./player";
import type { Session } from "./session";
import { theme } from "./theme";
import { Trails } from "./trails";

/** A heat map is a picture that goes to the graphics card: this often is enough. (ms) */
const heatEvery = 200;

export class Crowd {
  readonly #session: Session;
  readonly #density: Density;
  readonly #trails = new Trails();
  #palette: Palette;
  #shown: Shown = { before: null, after: null, mix: 1, changed: true };
  #densities = new Float32Array(0);
  #counted: Frame | null = null;
  /** Two of them in turn: the stage may still read the last one. */
  #colors: [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>] = [new Uint8Array(0), new Uint8Array(0)];
  #heatAt = -Infinity;
  #heatShown = false;
  #heatDue = false;
  #stale = true;
  #colorBy: ColorBy | null = null;

  constructor(session: Session) {
    this.#session = session;
    this.#density = new Density(session.place.layers.length);
    this.#palette = paletteOf(session.place, theme.value);
  }

  setFloor(layer: number, floor: Floor): void {
    this.#density.setFloor(layer, floor);
    this.#counted = null;
    this.#stale = true;
  }

  /** Colors mean something else now. */
  restyle(): void {
    const { colorBy } = this.#session.settings.value;
    if (colorBy !== this.#colorBy) this.#trails.clear();
    this.#colorBy = colorBy;
    this.#palette = paletteOf(this.#session.place, theme.value);
    this.#stale = true;
  }

  get shown(): Readonly<Shown> {
    return this.#shown;
  }

  /** Returns whether something moved. */
  show(shown: Shown): boolean {
    const { stage, settings } = this.#session;
    const moved = shown.mix !== this.#shown.mix;
    const changed = shown.changed || this.#stale;
    this.#shown = shown;
    if (changed) {
      this.#stale = false;
      this.#repaint();
    }
    if (this.#heatDue && settings.value.heat) this.#paintHeat();
    if (moved || changed) stage.setMix(shown.mix);
    return moved || changed;
  }

  /** The density around each character of the shown frame. */
  densities(frame: Frame): Float32Array {
    if (this.#counted !== frame) {
      if (this.#densities.length < frame.count) this.#densities = new Float32Array(Math.ceil(frame.count * 1.25));
      this.#density.count(frame);
      this.#density.of(frame, this.#densities);
      this.#counted = frame;
    }
    return this.#densities;
  }

  /** Mean and 95th percentile of a frame's densities. */
  summary(frame: Frame): { mean: number; high: number } {
    return summary(this.densities(frame), frame.count);
  }

  /** The index of a character in a frame, or -1. Ids ascend. */
  indexIn(frame: Frame, id: number): number {
    let [low, high] = [0, frame.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (frame.id[middle]! < id) low = middle + 1;
      else high = middle;
    }
    return low < frame.count && frame.id[low] === id ? low : -1;
  }

  positionOf(id: number): Point | null {
    const { before, after, mix } = this.#shown;
    if (!after) return null;
    const i = this.indexIn(after, id);
    if (i < 0) return null;
    const b = this.pointOf(after, i);
    const j = before && mix < 1 ? this.indexIn(before, id) : -1;
    if (j < 0) return b;
    const a = this.pointOf(before!, j);
    return [a[0] + (b[0] - a[0]) * mix, a[1] + (b[1] - a[1]) * mix, a[2] + (b[2] - a[2]) * mix];
  }

  /** Where the i-th character of a frame is. (m, absolute) */
  pointOf(frame: Frame, i: number): Point {
    const [x, y, z] = this.#session.place.box.low;
    const at: [number, number] = [frame.x[i]! + x, frame.y[i]! + y];
    return [...at, frame.z ? frame.z[i]! + z : this.#session.heights.at(frame.layer[i]!, ...at)];
  }

  #repaint(): void {
    const { stage, settings, place, marked } = this.#session;
    const { before, after } = this.#shown;
    const { colorBy, trails, heat } = settings.value;
    if (!after) {
      stage.setCrowd(null, null, new Uint8Array(0));
    } else {
      const needs = colorBy === "density" || colorBy === "service";
      const densities = needs ? this.densities(after) : null;
      this.#colors.reverse();
      if (this.#colors[0].length < 4 * after.count) this.#colors[0] = new Uint8Array(4 * Math.ceil(1.25 * after.count));
      const colors = paint(after, colorBy, this.#palette, densities, place.levels.limits, this.#colors[0]);
      stage.setCrowd(before, after, colors);
      if (trails > 0) {
        if (!this.#trails.follows(after)) this.#recall(after, trails);
        this.#trails.take(after, colors, trails);
      }
    }
    if (trails > 0) {
      const low = place.box.low[2];
      const height = (frame: Frame, i: number) => (frame.z ? frame.z[i]! : this.pointOf(frame, i)[2] - low);
      const lines = this.#trails.lines(marked, trails, height);
      stage.setTrails(lines.points, lines.colors);
    } else {
      this.#trails.clear();
      stage.setTrails(new Float32Array(0), new Uint8Array(0));
    }
    this.#heatDue = heat;
    if (!heat && this.#heatShown) {
      for (let layer = 0; layer < place.layers.length; layer++) stage.setHeat(layer, null);
      this.#heatShown = false;
    }
  }

  /** Trails of somewhere else in time begin with the frames before it that are at hand. */
  #recall(frame: Frame, seconds: number): void {
    const { player, place, settings } = this.#session;
    this.#trails.clear();
    if (!player || player.mode === "live") return;
    const past = player.chunks.between(frame.step - Math.ceil(seconds / place.step), frame.step - 1);
    const by = settings.value.colorBy;
    // Densities of the past would have to be counted anew for every frame; trails can do without.
    const plain = by === "density" || by === "service" ? "plain" : by;
    for (const old of past) this.#trails.take(old, paint(old, plain, this.#palette, null, [], new Uint8Array(4 * old.count)), seconds);
  }

  #paintHeat(): void {
    const { stage, place, now } = this.#session;
    const frame = this.#shown.after;
    if (!frame || now() - this.#heatAt < heatEvery) return;
    this.#heatAt = now();
    this.#heatDue = false;
    this.#heatShown = true;
    this.densities(frame);
    for (let layer = 0; layer < place.layers.length; layer++) {
      const density = this.#density.heat(layer);
      if (density) stage.setHeat(layer, paintHeat(density));
    }
    this.#session.dirty = true;
  }
}
