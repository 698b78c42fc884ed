/**
 * The controls that panels are made of: all have a name for tests, a label for people who listen, and a size for people who tap.
 */
import { h, svg } from "./dom";
import type { Child } from "./dom";

/** Line drawings in a square of 24, after the manner of common icon sets. */
const paths = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5v14l9-7zM18 5v14",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  share: "M12 15V3m0 0L8 7m4-4 4 4M5 12v8h14v-8",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  theme: "M12 3v18M12 3a9 9 0 1 0 0 18M12 3a9 9 0 0 1 0 18M12 8h7M12 12h9M12 16h7",
  help: "M9 9a3 3 0 1 1 4 2.8c-.8.4-1 1-1 2.2M12 18v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  hidden: "M4 4l16 16M2 12s4-7 10-7c2 0 4 .8 5.500 1.900M22 12s-4 7-10 7c-2 0-4-.8-5.500-1.900",
  fade: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M8 5v14M4.500 8v8",
  solo: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3",
  chart: "M4 20V4M4 20h16M8 16l4-5 3 3 5-7",
  inspect: "M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.500 15.500 21 21",
  route: "M5 19a2 2 0 1 0 0-.01M19 5a2 2 0 1 0 0-.01M7 19h6a4 4 0 0 0 0-8h-2a4 4 0 0 1 0-8h6",
  obstacle: "M5 9l6-5 8 4-2 9-9 3z",
  door: "M6 21V3h12v18M3 21h18M14 12v.01",
  people: "M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM3 20c0-4 3-6 6-6s6 2 6 6M16 5.500a3 3 0 0 1 0 5M17.500 14.500c2 .8 3.500 2.500 3.500 5.500",
  home: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  close: "M6 6l12 12M18 6 6 18",
  record: "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14z",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
} as const;
export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGElement {
  const filled = name === "play" || name === "record" || name === "step";
  return svg("svg", { viewBox: "0 0 24 24", class: filled ? "icon filled" : "icon", "aria-hidden": "true" }, svg("path", { d: paths[name] }));
}

export function setIcon(button: Element, name: IconName): void {
  const old = button.querySelector("svg");
  const fresh = icon(name);
  if (old?.firstElementChild?.getAttribute("d") !== fresh.firstElementChild?.getAttribute("d")) old?.replaceWith(fresh);
}

interface ButtonOptions {
  icon?: IconName;
  text?: string;
  /** What it does, where there is no text or too little of it. */
  label?: string;
  test: string;
  click: () => void;
  class?: string;
  disabled?: boolean;
}

export function button({ icon: name, text, label, test, click, class: extra, disabled }: ButtonOptions): HTMLButtonElement {
  const attributes = { type: "button", class: `button ${text ? "" : "square"} ${extra ?? ""}`, title: label, "aria-label": text ? undefined : label };
  return h("button", { ...attributes, "data-test": test, disabled, onclick: click }, name && icon(name), text && h("span", {}, text));
}

/** A button that stays pressed or not. */
export function press(element: Element, on: boolean): void {
  const value = String(on);
  if (element.getAttribute("aria-pressed") !== value) element.setAttribute("aria-pressed", value);
}

export function check(text: string, test: string, checked: boolean, change: (on: boolean) => void): { row: HTMLElement; input: HTMLInputElement } {
  const input = h("input", { type: "checkbox", "data-test": test, checked, onchange: () => change(input.checked) });
  return { row: h("label", { class: "check" }, input, h("span", {}, text)), input };
}

interface SliderOptions {
  text: string;
  test: string;
  min: number;
  max: number;
  step: number;
  value: number;
  show: (value: number) => string;
  change: (value: number) => void;
}

export function slider(options: SliderOptions): { row: HTMLElement; set: (value: number) => void; range: (min: number, max: number) => void } {
  const { text, test, min, max, step, value, show, change } = options;
  const output = h("output", { class: "value" }, show(value));
  const tell = (now: number) => {
    output.textContent = show(now);
    input.setAttribute("aria-valuetext", show(now));
  };
  const input: HTMLInputElement = h("input", {
    ...{ type: "range", min, max, step, "data-test": test, "aria-label": text },
    oninput: () => {
      tell(Number(input.value));
      change(Number(input.value));
    },
  });
  input.value = String(value);
  const set = (now: number) => {
    if (Number(input.value) !== now) input.value = String(now);
    tell(now);
  };
  const range = (least: number, most: number) => {
    input.min = String(least);
    input.max = String(most);
  };
  return { row: h("label", { class: "slider" }, h("span", {}, text), output, input), set, range };
}

export function select<T extends string>(
  text: string,
  test: string,
  choices: readonly { value: T; text: string }[],
  value: T,
  change: (value: T) => void,
): { row: HTMLElement; input: HTMLSelectElement; choices: (list: readonly { value: T; text: string }[]) => void } {
  const options = (list: readonly { value: T; text: string }[]) => list.map((choice) => h("option", { value: choice.value }, choice.text));
  const input = h("select", { "data-test": test, "aria-label": text, onchange: () => change(input.value as T) }, ...options(choices));
  input.value = value;
  return { row: h("label", { class: "field" }, h("span", {}, text), input), input, choices: (list) => input.replaceChildren(...options(list)) };
}

/** A part of a panel that folds. */
export function section(title: string, test: string, open: boolean, ...children: Child[]): HTMLDetailsElement {
  return h("details", { class: "section", open, "data-test": test }, h("summary", {}, title), h("div", { class: "section-body" }, ...children));
}

/** Names and numbers below each other. */
export function facts(list: readonly (readonly [string, string] | null | false | undefined)[], test?: string): HTMLElement {
  const rows = list.filter((fact): fact is readonly [string, string] => Boolean(fact));
  return h("dl", { class: "facts", "data-test": test }, ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

/** A button with a list that opens below it. */
export function menu(name: IconName, text: string, test: string, ...items: Child[]): HTMLElement {
  const list = h("div", { class: "menu-list", hidden: true, "data-test": `${test}-list` }, ...items);
  const opener = button({ icon: name, text, test, click: () => show(Boolean(list.hidden)) });
  opener.setAttribute("aria-haspopup", "true");
  opener.setAttribute("aria-expanded", "false");
  const outside = (event: Event) => {
    if (!box.contains(event.target as Node)) show(false);
  };
  const show = (on: boolean) => {
    list.hidden = !on;
    opener.setAttribute("aria-expanded", String(on));
    if (on) document.addEventListener("pointerdown", outside, true);
    else document.removeEventListener("pointerdown", outside, true);
  };
  const box = h("div", {
    class: "menu",
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Escape" || list.hidden) return;
      event.stopPropagation();
      show(false);
      opener.focus();
    },
  });
  box.append(opener, list);
  box.addEventListener("close-menu", () => show(false));
  return box;
}

/** Closes the menu that an item is in. */
export function closeMenu(inside: Element): void {
  inside.closest(".menu")?.dispatchEvent(new Event("close-menu"));
}
