/**
 * The drawer with charts: how many there are, how many come and leave, how dense it is. A line marks the shown moment; a click goes there.
 */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { h } from "./dom";
import { Numbers } from "./numbers";
import type { Session } from "./session";
import { theme } from "./theme";
import { clock } from "./words";

/** Charts are drawn anew this often. (ms) */
const every = 250;
/** So many frames are fetched to tell densities of what the page has not seen. */
const samples = 80;
/** And no more than this, where the crowd is large. */
const mostBytes = 40e6;

interface Line {
  text: string;
  color: string;
}

const flowLines: Line[] = [
  { text: "coming", color: "#009e73" },
  { text: "leaving", color: "#d55e00" },
];
const densityLines: Line[] = [
  { text: "mean", color: "#0072b2" },
  { text: "95th percentile", color: "#cc79a7" },
];

interface Chart {
  plot: uPlot;
  data: () => uPlot.AlignedData;
}

export class Charts {
  readonly drawer = h("section", { class: "charts", "aria-label": "Charts", "data-test": "chart-drawer", hidden: true });
  readonly numbers = new Numbers();
  readonly #session: Session;
  readonly #area = h("div", { class: "chart-row" });
  #charts: Chart[] = [];
  #drawn = -Infinity;
  #stale = true;
  #marked = -1;
  #swept = "";

  constructor(session: Session) {
    this.#session = session;
    this.drawer.append(this.#area);
    const { settings } = session;
    session.frameCame.on((frame) => {
      this.numbers.take(frame);
      this.#stale = true;
    });
    session.opened.on(() => {
      this.numbers.clear();
      this.#swept = "";
      if (settings.value.charts) void this.#fetch();
    });
    session.ticked.on(() => this.#tick());
    const off = theme.on(() => this.#build());
    session.closed.on(() => {
      off();
      this.#destroy();
    });
    settings.watch(["charts"], ({ charts }) => {
      this.drawer.hidden = !charts;
      if (!charts) return this.#destroy();
      this.#build();
      void this.#fetch();
    });
    new ResizeObserver(() => this.#resize()).observe(this.#area);
  }

  async #fetch(): Promise<void> {
    try {
      this.numbers.setSeries(await this.#session.source.series());
      this.#stale = true;
      await this.#sweep();
    } catch (error) {
      this.#session.notice(error instanceof Error ? error.message : String(error));
    }
  }

  /** Has a sample of frames, for their densities. */
  async #sweep(): Promise<void> {
    const { source, player, crowd } = this.#session;
    const { first, last, every: kept } = player.chunks.range;
    const key = `${first} ${last}`;
    if (key === this.#swept || last <= first) return;
    this.#swept = key;
    const wanted = Math.min(samples, Math.max(12, mostBytes / (player.frame?.bytes ?? 1)));
    const stride = Math.max(1, Math.ceil((last - first) / kept / wanted)) * kept;
    for (let from = first; from <= last; from += stride) {
      if (this.numbers.hasDensity(from)) continue;
      const [frame] = await source.frames(from, from, kept);
      if (!this.#session.settings.value.charts || key !== this.#swept) return;
      if (frame) this.numbers.setDensity(frame.step, crowd.summary(frame));
      this.#stale = true;
    }
  }

  #tick(): void {
    if (!this.#session.settings.value.charts || this.#charts.length === 0) return;
    const { player, crowd, now, place } = this.#session;
    const { frame } = player;
    if (frame && !this.numbers.hasDensity(frame.step) && (this.#stale || player.mode === "replay")) {
      this.numbers.setDensity(frame.step, crowd.summary(frame));
      this.#stale = true;
    }
    if (now() - this.#drawn < every) return;
    const moment = player.time;
    if (!this.#stale && Math.abs(moment - this.#marked) < place.step / 2) return;
    this.#drawn = now();
    this.#marked = moment;
    for (const { plot, data } of this.#charts) {
      if (this.#stale) plot.setData(data());
      else plot.redraw(false, false);
    }
    this.#stale = false;
  }

  #build(): void {
    this.#destroy();
    if (!this.#session.settings.value.charts) return;
    const { numbers } = this;
    const { step } = this.#session.place;
    this.#charts = [
      this.#chart("chart-count", "Characters", [{ text: "N(t)", color: "#1c7ed6" }], () => numbers.people()),
      this.#chart("chart-flow", "Flow, characters per second", flowLines, () => numbers.flow()),
      this.#chart("chart-density", "Density, characters per m²", densityLines, () => numbers.density(step)),
    ];
    this.#stale = true;
    this.#resize();
  }

  #chart(test: string, title: string, lines: Line[], data: () => uPlot.AlignedData): Chart {
    const box = h("figure", { class: "chart", "data-test": test }, h("figcaption", {}, title));
    this.#area.append(box);
    const style = getComputedStyle(document.documentElement);
    const [ink, grid] = [style.getPropertyValue("--dim").trim(), style.getPropertyValue("--grid").trim()];
    const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { show: false }, font: "11px system-ui", size: 34 };
    const plot = new uPlot(
      {
        ...{ width: 300, height: 150, pxAlign: true },
        cursor: { drag: { x: false, y: false }, y: false },
        scales: { x: { time: false }, y: { range: (_plot, _low, high) => [0, Math.max(1e-9, high || 1) * 1.08] } },
        axes: [{ ...axis, size: 26, values: (_plot, ticks) => ticks.map((tick) => clock(tick).replace(/\.0$/, "")) }, { ...axis, size: 44 }],
        series: [
          { label: "time", value: (_plot, value) => (value == null ? "–" : clock(value)) },
          ...lines.map(({ text, color }) => ({
            ...{ label: text, stroke: color, width: 1.75, points: { show: false }, spanGaps: true },
            value: (_plot: uPlot, value: number | null) => (value == null ? "–" : String(Math.round(value * 100) / 100)),
          })),
        ],
        hooks: { draw: [(drawn) => this.#drawMoment(drawn)] },
      },
      data(),
      box,
    );
    plot.over.addEventListener("click", () => {
      const index = plot.cursor.idx;
      const time = index == null ? undefined : plot.data[0][index];
      const { player, place } = this.#session;
      if (time === undefined) return;
      player.pause();
      player.seek(time / place.step);
    });
    return { plot, data };
  }

  /** A line at the shown moment. */
  #drawMoment(plot: uPlot): void {
    const at = plot.valToPos(this.#session.player?.time ?? 0, "x", true);
    const { left, width, top, height } = plot.bbox;
    if (!(at >= left && at <= left + width)) return;
    plot.ctx.save();
    plot.ctx.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--accent").trim();
    plot.ctx.lineWidth = devicePixelRatio;
    plot.ctx.beginPath();
    plot.ctx.moveTo(at, top);
    plot.ctx.lineTo(at, top + height);
    plot.ctx.stroke();
    plot.ctx.restore();
  }

  #resize(): void {
    const width = Math.floor((this.#area.clientWidth - 24) / Math.max(1, this.#charts.length)) - 12;
    if (width < 80) return;
    for (const { plot } of this.#charts) if (plot.width !== width) plot.setSize({ width, height: 150 });
  }

  #destroy(): void {
    for (const { plot } of this.#charts) plot.destroy();
    this.#charts = [];
    this.#area.replaceChildren();
  }
}
