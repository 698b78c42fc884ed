/**
 * Light or dark: as the system has it, or as was chosen.
 */
import { Signal } from "./store";

class Theme {
  #chosen: "auto" | "light" | "dark" = "auto";
  /** What was chosen in the gallery: it stays for places that are opened from there. */
  #preferred: "light" | "dark" | null = null;
  #changed = new Signal();
  #system: MediaQueryList | null = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;

  constructor() {
    this.#system?.addEventListener("change", () => this.#apply());
  }

  get value(): "light" | "dark" {
    if (this.#chosen !== "auto") return this.#chosen;
    if (this.#preferred) return this.#preferred;
    return this.#system?.matches ? "dark" : "light";
  }

  choose(chosen: "auto" | "light" | "dark"): void {
    this.#chosen = chosen;
    this.#apply();
  }

  prefer(preferred: "light" | "dark"): void {
    this.#preferred = preferred;
    this.#apply();
  }

  on(listener: () => void): () => void {
    return this.#changed.on(listener);
  }

  #apply(): void {
    document.documentElement.dataset["theme"] = this.value;
    this.#changed.emit();
  }
}

export const theme = new Theme();
