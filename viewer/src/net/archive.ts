/**
 * A recorded run in one file: the page that a share file carries shows it without any program. An archive is a list of named parts, each
 * `[length of name][name][length of bytes][bytes]` with lengths as little-endian u32; compressed with gzip and written as base64 in the page.
 */
import type { Answer, Cells, Floor, Frame, Place, Series, Source, SourceEvents } from "../types";
import { decodeCells, decodeFloor, decodeFrame } from "./decode";

/** Magic number at the head of every frame. */
const frameMagic = 0x454d5246;

export class Archive implements Source {
  readonly live = false;
  readonly #parts: Map<string, Uint8Array>;
  /** Where each frame is in `frames`, in the order of steps. */
  readonly #index: { step: number; at: number; length: number }[];

  constructor(bytes: Uint8Array) {
    this.#parts = partsOf(bytes);
    this.#index = indexOf(this.#parts.get("frames") ?? new Uint8Array(0));
  }

  open(events: SourceEvents): void {
    const [first, last] = [this.#index[0]?.step ?? 0, this.#index.at(-1)?.step ?? 0];
    const every = Math.max(1, (this.#index[1]?.step ?? first + 1) - first);
    // Not at once: whoever opens has not got the place yet, as with a room.
    queueMicrotask(() => {
      events.connected(true);
      events.state({
        ...{ running: false, speed: 1, achieved: 0, step: first, time: 0, characters: 0, first, last, every },
        ...{ recording: null, undo: false, redo: false, clients: 1, over: true },
      });
    });
  }

  close(): void {}

  async place(): Promise<Place> {
    return this.#json("place") as Place;
  }

  async floor(layer: number): Promise<Floor> {
    return decodeFloor(this.#part(`floor/${layer}`).slice().buffer);
  }

  async cells(block: number): Promise<Cells> {
    return decodeCells(this.#part(`cells/${block}`).slice().buffer);
  }

  async frames(from: number, to: number, every: number): Promise<Frame[]> {
    const bytes = this.#part("frames");
    const first = this.#index[0]?.step ?? 0;
    const wanted = this.#index.filter(({ step }) => step >= from && step <= to && (every <= 1 || (step - first) % every === 0));
    // Copied, since typed arrays have to begin at a multiple of four bytes.
    return wanted.map(({ at, length }) => decodeFrame(bytes.slice(at, at + length).buffer));
  }

  async series(): Promise<Series> {
    return this.#json("series") as Series;
  }

  ask(_request: Answer): Promise<Answer> {
    return Promise.reject(new Error("this is a recording: there is nothing to ask"));
  }

  address(_what: string): string {
    return "";
  }

  #part(name: string): Uint8Array {
    const part = this.#parts.get(name);
    if (!part) throw new Error(`the recording has no ${name}`);
    return part;
  }

  #json(name: string): unknown {
    return JSON.parse(new TextDecoder().decode(this.#part(name)));
  }
}

/** The archive in a share file. */
export async function unpack(base64: string): Promise<Uint8Array> {
  const text = atob(base64.replace(/\s+/g, ""));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The parts of an archive by name. Says what is wrong with one that is damaged. */
export function partsOf(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = new Map<string, Uint8Array>();
  let at = 0;
  const take = (): Uint8Array => {
    if (at + 4 > bytes.byteLength) throw new Error("the recording is cut off");
    const length = view.getUint32(at, true);
    at += 4;
    if (length > bytes.byteLength - at) throw new Error("the recording is cut off");
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.byteLength) {
    const name = new TextDecoder("utf-8", { fatal: true }).decode(take());
    if (parts.has(name)) throw new Error(`the recording has ${name} twice`);
    parts.set(name, take());
  }
  return parts;
}

function indexOf(bytes: Uint8Array): { step: number; at: number; length: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const index: { step: number; at: number; length: number }[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const length = at + 4 <= bytes.byteLength ? view.getUint32(at, true) : 0;
    if (length < 48 || length > bytes.byteLength - at - 4) throw new Error("the frames of the recording are damaged");
    if (view.getUint32(at + 4, true) !== frameMagic) throw new Error("the frames of the recording are damaged");
    index.push({ step: view.getUint32(at + 8, true), at: at + 4, length });
    at += 4 + length;
  }
  if (index.some(({ step }, i) => i > 0 && step <= index[i - 1]!.step)) throw new Error("the frames of the recording are not in order");
  return index;
}
