/**
 * How close together characters are. Each layer has a grid of squares that knows which part of a square is walkable. The density at a
 * square is the number of characters in it and its eight neighbors over the walkable area of these, which is never taken as less than half
 * a square, so that a lone character in a corner is no crowd. Costs a few passes over characters and touched squares, nothing else.
 */
import type { Floor, Frame } from "../types";

interface Counted {
  columns: number;
  rows: number;
  low: [number, number];
  side: number;
  count: Uint32Array;
  /** One over the walkable area of the square and its neighbors. (1/m²) */
  inverse: Float32Array;
}

export class Density {
  readonly #layers: (Counted | null)[];
  #square = new Uint32Array(0);

  constructor(layers: number) {
    this.#layers = new Array<Counted | null>(layers).fill(null);
  }

  setFloor(layer: number, floor: Floor): void {
    if (!(layer in this.#layers)) return;
    const { columns, rows, low, side, walkable } = floor.grid;
    const inverse = new Float32Array(columns * rows);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        let sum = 0;
        for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
          for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) sum += walkable[r * columns + c]!;
        }
        inverse[row * columns + column] = 1 / (Math.max(sum / 255, 0.5) * side * side);
      }
    }
    this.#layers[layer] = { columns, rows, low, side, count: new Uint32Array(columns * rows), inverse };
  }

  /** Counts everybody; then `of` and `heat` are about this frame. */
  count(frame: Frame): void {
    for (const layer of this.#layers) layer?.count.fill(0);
    if (this.#square.length < frame.count) this.#square = new Uint32Array(Math.ceil(frame.count * 1.25));
    const square = this.#square;
    for (let i = 0; i < frame.count; i++) {
      const layer = this.#layers[frame.layer[i]!];
      if (!layer || layer.count.length === 0) continue;
      const { columns, rows, low, side } = layer;
      // Positions are a little off the floor now and then; the nearest square will do.
      const column = Math.min(columns - 1, Math.max(0, ((frame.x[i]! - low[0]) / side) | 0));
      const row = Math.min(rows - 1, Math.max(0, ((frame.y[i]! - low[1]) / side) | 0));
      const at = row * columns + column;
      square[i] = at;
      layer.count[at]!++;
    }
  }

  /** The density around each character of the frame that was counted. (1/m²) */
  of(frame: Frame, out: Float32Array): Float32Array {
    for (let i = 0; i < frame.count; i++) {
      const layer = this.#layers[frame.layer[i]!];
      out[i] = layer && layer.count.length > 0 ? around(layer, this.#square[i]!) : 0;
    }
    return out;
  }

  /** The density of each square of a layer where somebody is near; else 0. (1/m²) */
  heat(layer: number): Float32Array | null {
    const counted = this.#layers[layer];
    if (!counted) return null;
    const { columns, rows, count } = counted;
    const out = new Float32Array(columns * rows);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        if (count[row * columns + column] === 0) continue;
        for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
          for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
            const at = r * columns + c;
            if (out[at] === 0) out[at] = around(counted, at);
          }
        }
      }
    }
    return out;
  }
}

function around({ columns, rows, count, inverse }: Counted, square: number): number {
  const column = square % columns;
  const row = (square - column) / columns;
  const left = column > 0 ? -1 : 0;
  const right = column < columns - 1 ? 1 : 0;
  let sum = 0;
  for (let r = row > 0 ? row - 1 : 0; r <= row + 1 && r < rows; r++) {
    const at = r * columns + column;
    for (let d = left; d <= right; d++) sum += count[at + d]!;
  }
  return sum * inverse[square]!;
}

/** Mean and 95th percentile. The percentile comes from a histogram, exact to a fiftieth of a character a square meter. */
export function summary(density: Float32Array, count: number): { mean: number; high: number } {
  if (count === 0) return { mean: 0, high: 0 };
  const bins = new Uint32Array(600);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    sum += density[i]!;
    bins[Math.min(599, (density[i]! * 50) | 0)]!++;
  }
  let left = Math.ceil(count * 0.95);
  let bin = 0;
  while (bin < 599 && (left -= bins[bin]!) > 0) bin++;
  return { mean: sum / count, high: (bin + 0.5) / 50 };
}

/** The level of service of a density: 0 is A, and so on. */
export function levelOf(density: number, limits: readonly number[]): number {
  let level = 0;
  while (level < limits.length && density > limits[level]!) level++;
  return level;
}
