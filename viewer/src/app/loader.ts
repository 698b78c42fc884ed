/**
 * Has numbered parts of a place, a few at a time. A part that is wanted again while it is on its way is had once more afterwards, so the
 * last one is never older than the last change; however often it changes, one request a part is under way.
 */
export class Loader<T> {
  #wanted: number[] = [];
  #loading = new Map<number, { again: boolean }>();
  #generation = 0;

  constructor(
    private readonly get: (key: number) => Promise<T>,
    private readonly got: (key: number, part: T) => void,
    private readonly failed: (error: Error) => void,
    private readonly atOnce = 3,
  ) {}

  /** How many are still to come. */
  get pending(): number {
    return this.#wanted.length + this.#loading.size;
  }

  want(keys: Iterable<number>): void {
    for (const key of keys) {
      const loading = this.#loading.get(key);
      if (loading) loading.again = true;
      else if (!this.#wanted.includes(key)) this.#wanted.push(key);
    }
    this.#next();
  }

  clear(): void {
    this.#generation++;
    this.#wanted = [];
    this.#loading.clear();
  }

  #next(): void {
    while (this.#wanted.length > 0 && this.#loading.size < this.atOnce) void this.#load(this.#wanted.shift()!);
  }

  async #load(key: number): Promise<void> {
    const generation = this.#generation;
    const loading = { again: false };
    this.#loading.set(key, loading);
    try {
      const part = await this.get(key);
      if (generation === this.#generation) this.got(key, part);
    } catch (error) {
      if (generation === this.#generation) this.failed(error instanceof Error ? error : new Error(String(error)));
    }
    if (generation !== this.#generation) return;
    this.#loading.delete(key);
    if (loading.again) this.#wanted.push(key);
    this.#next();
  }
}
