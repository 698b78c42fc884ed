/**
 * The bar above: what is open, tools, undo and redo, menus, theme and help.
 */
import { button, icon, press } from "./controls";
import { h } from "./dom";
import { showHelp } from "./keys";
import type { Session } from "./session";
import { tools as allTools } from "./settings";
import type { ToolName } from "./settings";
import { fileMenu, shareMenu } from "./share";
import { theme } from "./theme";

const toolWords: Record<ToolName, string> = { inspect: "Inspect", route: "Route", obstacle: "Obstacle", door: "Door", people: "People" };

export function topBar(session: Session, tools: readonly ToolName[], link: () => string): HTMLElement {
  const { settings, place } = session;
  const buttons = tools.map((name) => {
    const text = toolWords[name];
    const made = button({ icon: name, text, test: `tool-${name}`, label: `${text} (${allTools.indexOf(name) + 1})`, click: () => settings.set({ tool: name }) });
    settings.watch(["tool"], (value) => press(made, value.tool === name));
    return made;
  });
  const change = (op: "undo" | "redo", label: string) =>
    button({ icon: op, label, test: op, disabled: true, click: () => void session.tell({ op }) });
  const [undo, redo] = [change("undo", "Undo (Ctrl+Z)"), change("redo", "Redo (Ctrl+Shift+Z)")];
  const refresh = () => {
    undo.disabled = !session.state?.undo;
    redo.disabled = !session.state?.redo;
  };
  session.stateChanged.on(refresh);
  refresh();
  const turn = () => settings.set({ theme: theme.value === "dark" ? "light" : "dark" });
  const dark = button({ icon: "theme", label: "Light or dark", test: "theme", click: turn });
  const badge = h("span", { class: "badge", role: "status", "data-test": "reconnecting" });
  const connected = (yes: boolean) => {
    badge.hidden = yes;
    badge.textContent = yes ? "" : "Reconnecting…";
  };
  session.connectedChanged.on(connected);
  connected(session.connected);
  const clients = h("span", { class: "dim", "data-test": "clients" });
  session.stateChanged.on((state) => (clients.textContent = state.clients > 1 ? `${state.clients} viewers` : ""));
  const home = h("a", { class: "button square", href: "#", title: "All places", "aria-label": "All places", "data-test": "home" }, icon("home"));
  return h(
    "header",
    { class: "bar top" },
    session.source.live && home,
    h("h1", { class: "title", "data-test": "title", title: place.title }, place.title || place.room),
    badge,
    clients,
    h("nav", { class: "group tools", "aria-label": "Tools", role: "group" }, ...buttons),
    h("span", { class: "space" }),
    session.canEdit && h("div", { class: "group" }, undo, redo),
    fileMenu(session),
    shareMenu(session, link),
    dark,
    button({ icon: "help", label: "Keys and help (?)", test: "help", click: showHelp }),
  );
}
