/**
 * What can be kept or passed on: pictures, a link, a page of its own with a part of the run; and the place itself as a file.
 */
import { button, closeMenu, menu } from "./controls";
import { download, downloadBlob, h } from "./dom";
import type { Session } from "./session";
import { clock, fileName } from "./words";

export function shareMenu(session: Session, link: () => string): HTMLElement {
  const { source, stage, place } = session;
  const name = fileName(place.title || place.room);
  const item = (text: string, test: string, act: (from: HTMLElement) => void, hint?: string): HTMLElement => {
    const made: HTMLButtonElement = button({ text, test, ...(hint ? { label: hint } : {}), class: "item", click: () => act(made) });
    return made;
  };
  const items: HTMLElement[] = [
    item("Screenshot (PNG)", "share-png", (from) => {
      closeMenu(from);
      stage.screenshot().then((blob) => downloadBlob(blob, `${name}.png`), () => session.notice("The screenshot could not be made."));
    }),
    item("Copy link", "share-link", (from) => {
      closeMenu(from);
      void copyLink(session, link());
    }, "A link that restores this view and these settings"),
  ];
  if (source.live) {
    items.splice(1, 0, item("Mesh (SVG)", "share-svg", (from) => {
      closeMenu(from);
      download(source.address("picture"), `${name}.svg`);
    }));
    items.push(item("Run as a page (HTML)…", "share-html", (from) => {
      closeMenu(from);
      shareDialog(session, name);
    }, "One file that shows a part of the run without this program"));
  }
  return menu("share", "Share", "share", ...items);
}

export function fileMenu(session: Session): HTMLElement | null {
  const { source, place } = session;
  if (!source.live) return null;
  const name = fileName(place.title || place.room);
  const items: HTMLElement[] = [];
  const save: HTMLButtonElement = button({ text: "Save place as scene file", test: "save-scene", class: "item", click: () => {
    closeMenu(save);
    download(source.address("scene"), `${name}.json`);
  } });
  items.push(save);
  if (session.canRun) {
    const files = h("div", { class: "files", "data-test": "recordings" });
    const record: HTMLButtonElement = button({ icon: "record", text: "Record", test: "record", class: "item", click: () => void toggle() });
    let last: number | null = null;
    const toggle = async () => {
      const on = session.state?.recording == null;
      const answer = await session.tell({ op: "record", on });
      if (!answer) return;
      const number = typeof answer["recording"] === "number" ? answer["recording"] : last;
      last = number;
      session.notice(on ? "Recording. Stop it in the same menu to get the file." : "The recording is ready, in the menu.");
      if (on || number === null) return;
      const file = { href: source.address(`recording/${number}`), download: `${name}-${number}.sqlite`, "data-test": `recording-${number}` };
      files.append(h("a", { class: "item link", ...file }, `Recording ${number}`));
    };
    session.stateChanged.on((state) => {
      const on = state.recording !== null;
      if (on) last = state.recording;
      record.lastElementChild!.textContent = on ? "Stop recording" : "Record";
      record.classList.toggle("recording", on);
      record.closest(".menu")?.classList.toggle("recording", on);
    });
    const anew = () => {
      closeMenu(reset);
      void session.tell({ op: "reset" });
    };
    const label = "From the beginning, with the place as it is in the file";
    const reset = button({ text: "Reset", label, test: "reset", class: "item", click: anew });
    items.push(record, files, reset);
  }
  return menu("file", "File", "file", ...items);
}

/** Tells that it was copied; where that is not allowed the link is shown, selected, to copy by hand. */
async function copyLink(session: Session, address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    session.notice("The link was copied.");
  } catch {
    const field = h("input", { type: "text", readonly: true, value: address, class: "wide", "data-test": "link-field", "aria-label": "Link" });
    const dialog = openDialog("Copy this link", "link-dialog", field);
    field.select();
    dialog.addEventListener("close", () => dialog.remove());
  }
}

function shareDialog(session: Session, name: string): void {
  const { player, place, source } = session;
  const { first, last, every } = player.chunks.range;
  const number = (test: string, label: string, value: number, min: number, max: number, step: number) => {
    const input = h("input", { type: "number", min, max, step, value, "data-test": test, oninput: () => refresh() });
    return { input, row: h("label", { class: "field" }, h("span", {}, label), input) };
  };
  const seconds = (step: number) => Math.round(step * place.step * 10) / 10;
  const from = number("share-from", "From (s)", seconds(first), seconds(first), seconds(last), 0.1);
  const to = number("share-to", "To (s)", seconds(last), seconds(first), seconds(last), 0.1);
  const gap = number("share-every", "Every … steps", every, every, 100 * every, every);
  const size = h("p", { class: "dim", "data-test": "share-size" });
  const range = () => {
    const step = (input: HTMLInputElement) => Math.min(last, Math.max(first, Math.round(Number(input.value) / place.step)));
    const ends = [step(from.input), step(to.input)];
    return { from: Math.min(...ends), to: Math.max(...ends), every: Math.max(1, Math.round(Number(gap.input.value)) || every) };
  };
  const refresh = () => {
    const wanted = range();
    const frames = Math.floor((wanted.to - wanted.from) / wanted.every) + 1;
    const bytes = frames * (player.frame?.bytes ?? 0);
    const length = clock(seconds(wanted.to) - seconds(wanted.from));
    size.textContent = `${length} in ${frames} frames, about ${(bytes / 1e6).toFixed(1)} MB before compression`;
  };
  refresh();
  const save = button({ text: "Save page", test: "share-save", class: "primary", click: () => {
    const wanted = range();
    download(source.address(`share?from=${wanted.from}&to=${wanted.to}&every=${wanted.every}`), `${name}.html`);
    dialog.close();
  } });
  const dialog = openDialog("The run as a page of its own", "share-dialog", h("div", { class: "row end" }, from.row, to.row, gap.row), size, save);
}

/** A dialog over the page, gone when it is closed. */
export function openDialog(title: string, test: string, ...children: (HTMLElement | null)[]): HTMLDialogElement {
  const close = button({ icon: "close", label: "Close", test: `${test}-close`, click: () => dialog.close() });
  const heading = h("h2", { id: `${test}-title` }, title);
  const body = h("div", { class: "dialog-body" }, ...children);
  const dialog: HTMLDialogElement = h("dialog", { "data-test": test, "aria-labelledby": `${test}-title` }, h("header", {}, heading, close), body);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
