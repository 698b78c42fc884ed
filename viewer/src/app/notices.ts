/**
 * Short notices that go by themselves, read out by screen readers.
 */
import { h } from "./dom";

export class Notices {
  readonly area = h("div", { class: "notices", role: "status", "aria-live": "polite", "data-test": "notices" });

  /** Shows a text for a while; the same text again stays one. */
  show(words: string): void {
    const text = words.charAt(0).toUpperCase() + words.slice(1);
    for (const old of this.area.children) if (old.textContent === text) old.remove();
    const notice = h("div", { class: "notice", "data-test": "notice" }, text);
    this.area.append(notice);
    while (this.area.children.length > 4) this.area.firstElementChild!.remove();
    setTimeout(() => notice.remove(), Math.min(12_000, 3_500 + 40 * text.length));
  }
}
