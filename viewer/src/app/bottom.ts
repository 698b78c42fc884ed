/**
 * The bar below: running, speed, and the time line. Live it tells the room what to do; in the past it plays what is kept.
 */
import { button, press, select, setIcon } from "./controls";
import { h, write } from "./dom";
import type { Session } from "./session";
import { clock, count, factor } from "./words";

const speeds = [0.25, 0.5, 1, 2, 4, 8, 16, 0];

export interface Controls {
  bar: HTMLElement;
  toggle(): void;
  step(): void;
  scrub(seconds: number): void;
}

export function bottomBar(session: Session): Controls {
  const { player, place, settings } = session;
  const playing = () => (player.mode === "live" ? (session.state?.running ?? false) : player.playing);

  const toggle = () => {
    if (player.mode === "replay") player.playing ? player.pause() : player.play();
    else void session.tell({ op: session.state?.running ? "pause" : "run" });
  };
  const step = () => {
    if (player.mode === "live") return void session.tell({ op: "step", count: 1 });
    player.pause();
    player.seek(player.at + player.chunks.range.every);
  };
  const scrub = (seconds: number) => {
    const to = player.at + seconds / place.step;
    player.pause();
    if (player.hasLive && to >= player.chunks.range.last) player.live();
    else player.seek(to);
  };

  const run = button({ icon: "play", label: "Run or pause (Space)", test: "run", click: toggle, class: "primary" });
  const next = button({ icon: "step", label: "One step (.)", test: "step", click: step });
  const speed = select("Speed", "speed", speeds.map((value) => ({ value: String(value), text: value === 0 ? "max" : factor(value) })), "1", (value) => {
    player.speed = Number(value);
    if (player.mode === "live") void session.tell({ op: "speed", factor: Number(value) });
  });
  speed.row.classList.add("inline");
  const line = h("input", { type: "range", class: "timeline", min: 0, max: 0, step: 1, value: 0, "data-test": "timeline", "aria-label": "Time line" });
  line.addEventListener("input", () => {
    player.pause();
    const to = Number(line.value);
    if (player.hasLive && to >= player.chunks.range.last) player.live();
    else player.seek(to);
  });
  const live = button({ text: "Live", test: "live", label: "Back to what happens now", class: "live", click: () => player.live() });
  live.hidden = !player.hasLive;
  const time = h("span", { class: "time", "data-test": "time" });
  const people = h("span", { class: "stat", "data-test": "characters" });
  const achieved = h("span", { class: "stat dim", "data-test": "achieved" });
  const charts = button({ icon: "chart", text: "Charts", test: "charts", label: "Charts over time (c)", click: () => settings.set({ charts: !settings.value.charts }) });
  settings.watch(["charts"], (value) => press(charts, value.charts));

  const told = h("span", { class: "unseen", role: "status", "data-test": "told" });
  let buffered = "";
  let refreshed = -Infinity;
  const refresh = () => {
    // Ten times a second is enough for numbers.
    const now = session.now();
    if (now - refreshed < 100) return;
    refreshed = now;
    const { first, last, every } = player.chunks.range;
    setIcon(run, playing() ? "pause" : "play");
    const label = playing() ? "Pause (Space)" : "Run (Space)";
    if (run.title !== label) {
      run.title = label;
      run.setAttribute("aria-label", label);
    }
    run.dataset["running"] = String(playing());
    press(live, player.mode === "live");
    if (Number(line.min) !== first) line.min = String(first);
    if (Number(line.max) !== last) line.max = String(last);
    if (Number(line.step) !== every) line.step = String(every);
    const at = Math.round(Math.min(last, Math.max(first, player.at)));
    if (line.value !== String(at)) line.value = String(at);
    line.setAttribute("aria-valuetext", `${clock(player.time)}, step ${at}`);
    const fresh = background(first, last, at, player.mode === "live" ? [] : player.chunks.loaded());
    if (fresh !== buffered) line.style.setProperty("--played", (buffered = fresh));
    const end = place.duration !== null && place.duration > 0 ? ` / ${clock(place.duration)}` : "";
    write(time, clock(player.time) + end);
    write(people, `${count(player.frame?.count ?? session.state?.characters ?? 0)} characters`);
    const { state } = session;
    if (player.mode === "live") write(achieved, state?.running ? `${factor(state.achieved)} real time` : state?.over ? "over" : "paused");
    else write(achieved, player.stalled ? "loading…" : player.playing ? "replay" : "past");
    // For those who listen: only what changes now and then.
    write(told, player.mode === "replay" ? (player.playing ? "Playing the past" : "In the past") : state?.running ? "Running" : state?.over ? "Over" : "Paused");
    const factorNow = String(player.mode === "live" ? (state?.speed ?? 1) : player.speed);
    if (document.activeElement !== speed.input && speed.input.value !== factorNow && speeds.includes(Number(factorNow))) speed.input.value = factorNow;
  };
  session.ticked.on(refresh);

  const bar = h("footer", { class: "bar bottom", "aria-label": "Time" }, run, next, speed.row, line, live, time, people, achieved, charts, told);
  return { bar, toggle, step, scrub };
}

/** What has been played and what is here, as the background of the time line. */
function background(first: number, last: number, at: number, loaded: readonly (readonly [number, number])[]): string {
  const percent = (step: number) => `${((100 * (step - first)) / Math.max(1, last - first)).toFixed(1)}%`;
  const layers = [`linear-gradient(to right, var(--accent) ${percent(at)}, transparent ${percent(at)})`];
  for (const [from, to] of loaded.slice(-40)) {
    const [a, b] = [percent(Math.max(first, from)), percent(to)];
    layers.push(`linear-gradient(to right, transparent ${a}, var(--buffered) ${a}, var(--buffered) ${b}, transparent ${b})`);
  }
  return layers.join(", ");
}
