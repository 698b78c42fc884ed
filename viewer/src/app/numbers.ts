/**
 * Numbers over time, for charts: what the source has kept, what comes with every frame, and densities, which the page computes itself from
 * frames it has seen (for those it has not, a sample is fetched).
 */
import type { Frame, Series } from "../types";

/** Flow is counted over this long. (s) */
const window = 5;
const mostRows = 20_000;

interface Row {
  step: number;
  time: number;
  count: number;
  left: number;
}

export class Numbers {
  #rows: Row[] = [];
  #density = new Map<number, { mean: number; high: number }>();

  clear(): void {
    this.#rows = [];
    this.#density.clear();
  }

  setSeries(series: Series): void {
    const kept = this.#rows.at(-1)?.step ?? -1;
    const rows = series.step.map((step, i): Row => ({
      ...{ step, time: series.time[i] ?? 0, count: series.count[i] ?? 0, left: series.left[i] ?? 0 },
    }));
    const last = rows.at(-1)?.step ?? -1;
    this.#rows = kept > last ? [...rows, ...this.#rows.filter(({ step }) => step > last)] : rows;
  }

  /** A frame has come. */
  take({ step, time, count, left }: Frame): void {
    if (step <= (this.#rows.at(-1)?.step ?? -1)) return;
    this.#rows.push({ step, time, count, left });
    // A very long run is told by every second row from then on.
    if (this.#rows.length > mostRows) this.#rows = this.#rows.filter((_, i) => i % 2 === 0);
  }

  hasDensity(step: number): boolean {
    return this.#density.has(step);
  }

  setDensity(step: number, density: { mean: number; high: number }): void {
    this.#density.set(step, density);
    if (this.#density.size > mostRows) this.#density = new Map([...this.#density].filter((_, i) => i % 2 === 0));
  }

  /** Time and number of characters. */
  people(): [number[], number[]] {
    return [this.#rows.map(({ time }) => time), this.#rows.map(({ count }) => count)];
  }

  /** Time, and how many came and left per second. */
  flow(): [number[], number[], number[]] {
    const [time, coming, leaving]: [number[], number[], number[]] = [[], [], []];
    let from = 0;
    for (const row of this.#rows) {
      while (this.#rows[from]!.time < row.time - window) from++;
      const start = this.#rows[from]!;
      // At the very beginning one character more would be a peak.
      const seconds = Math.max(2, row.time - start.time);
      const left = row.left - start.left;
      time.push(row.time);
      // Who is there more, and who has left again: those who are there from the beginning do not come.
      coming.push(Math.max(0, row.count - start.count + left) / seconds);
      leaving.push(left / seconds);
    }
    return [time, coming, leaving];
  }

  /** Time, mean and 95th percentile of densities. */
  density(stepLength: number): [number[], number[], number[]] {
    const steps = [...this.#density.keys()].sort((a, b) => a - b);
    const all = steps.map((step) => this.#density.get(step)!);
    return [steps.map((step) => step * stepLength), all.map(({ mean }) => mean), all.map(({ high }) => high)];
  }
}
