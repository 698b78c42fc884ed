/**
 * Making elements. Text from files reaches the page as text only: there is no way here to pass markup, and attributes that could run script
 * or that the page's content policy forbids are refused.
 */

export type Child = Node | string | number | null | undefined | false;
export type Handler = (event: never) => void;
export type Attributes = Record<string, string | number | boolean | null | undefined | Handler>;

/** An element with attributes and children; a function under `onclick` and the like is listened with. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, attributes);
  add(element, children);
  return element;
}

const svgSpace = "http://www.w3.org/2000/svg";

/** The same for a part of a drawing. */
export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS(svgSpace, tag);
  set(element, attributes);
  add(element, children);
  return element;
}

/** Replaces what is in an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  add(element, children);
}

/** Sets the text of an element if it differs, so that nothing is laid out anew sixty times a second. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Lets the browser save something under a name. */
export function download(address: string, name: string): void {
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}

/** The same for bytes that the page itself has made. */
export function downloadBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  download(address, name);
  // The browser has begun to read it by then; keeping it would leak the whole picture.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (name.startsWith("on") || name === "style" || name === "srcdoc") {
      throw new Error(`the attribute ${name} is not allowed`);
    } else if (name === "value" && element instanceof HTMLElement) {
      (element as HTMLInputElement).value = String(value);
      element.setAttribute("value", String(value));
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

function add(element: Element, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}
