/**
 * Values that several parts of the page watch: a store of named settings, and a signal for things that happen.
 */

type Watcher<T> = (value: Readonly<T>) => void;

/** Named values. Whoever watches some of them is called when one of these changes. */
export class Store<T extends object> {
  #value: T;
  #watchers = new Set<{ keys: readonly (keyof T)[]; call: Watcher<T> }>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): Readonly<T> {
    return this.#value;
  }

  set(part: Partial<T>): void {
    const before = this.#value;
    const keys = (Object.keys(part) as (keyof T)[]).filter((key) => !Object.is(before[key], part[key]));
    if (keys.length === 0) return;
    this.#value = { ...before, ...part };
    for (const watcher of [...this.#watchers]) {
      if (watcher.keys.some((key) => keys.includes(key))) watcher.call(this.#value);
    }
  }

  /** Calls at once and with every change; returns what ends it. */
  watch(keys: readonly (keyof T)[], call: Watcher<T>): () => void {
    const watcher = { keys, call };
    this.#watchers.add(watcher);
    call(this.#value);
    return () => this.#watchers.delete(watcher);
  }
}

/** Something that happens now and then. */
export class Signal<T = void> {
  #listeners = new Set<(value: T) => void>();

  on(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
}
