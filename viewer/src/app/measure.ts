/**
 * The loop that draws, and what it measures: `window.throng` tells tests and measurements how the page does.
 */
import type { Room } from "../net/room";
import type { Session } from "./session";

export interface Stats {
  /** Pictures drawn in the last second. */
  fps: number;
  /** Mean time of the page's own code a picture: taking over frames, colors, drawing calls. (ms) */
  pageMilliseconds: number;
  /** Frames that came so far. */
  frames: number;
  bytesPerSecond: number;
  characters: number;
  step: number;
  renderer: string;
}

/** Measurements cover this long. (ms) */
const span = 2_000;

export class Loop {
  readonly #session: Session;
  #request = 0;
  #drawn: { at: number; took: number }[] = [];
  #came: { at: number; bytes: number }[] = [];
  #frames = 0;
  #busy = 0;

  constructor(session: Session) {
    this.#session = session;
    session.frameCame.on(({ bytes }) => {
      this.#frames++;
      this.#came.push({ at: session.now(), bytes });
      if (this.#came.length > 1000) this.#came.shift();
    });
  }

  start(): void {
    const tick = () => {
      this.#request = requestAnimationFrame(tick);
      const session = this.#session;
      const begun = session.now();
      session.tick();
      if (!session.dirty) return;
      session.dirty = false;
      session.stage.render();
      const busy = "busy" in session.source ? (session.source as Room).busy : 0;
      this.#drawn.push({ at: begun, took: session.now() - begun + busy - this.#busy });
      this.#busy = busy;
      if (this.#drawn.length > 1000) this.#drawn.shift();
    };
    this.#request = requestAnimationFrame(tick);
  }

  stop(): void {
    cancelAnimationFrame(this.#request);
  }

  stats(): Stats {
    const { player, state, stage, now } = this.#session;
    const since = now() - span;
    const drawn = this.#drawn.filter(({ at }) => at >= since);
    const came = this.#came.filter(({ at }) => at >= since);
    return {
      fps: drawn.length / (span / 1000),
      pageMilliseconds: drawn.length > 0 ? drawn.reduce((sum, { took }) => sum + took, 0) / drawn.length : 0,
      frames: this.#frames,
      bytesPerSecond: came.reduce((sum, { bytes }) => sum + bytes, 0) / (span / 1000),
      characters: player.frame?.count ?? state?.characters ?? 0,
      step: Math.round(player.at),
      renderer: stage.renderer,
    };
  }
}
