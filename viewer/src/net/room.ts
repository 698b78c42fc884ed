/**
 * A room of the program, over HTTP and a WebSocket. If the connection breaks it is tried again, soon at first and then every few seconds;
 * whoever listens is told and has everything again. Frames are acknowledged when they are taken over, so a slow page gets fewer of them.
 */
import type { Answer, Cells, Floor, Followed, Frame, Place, PlaceChange, RoomState, Series, Source, SourceEvents } from "../types";
import { decodeCells, decodeFloor, decodeFrame } from "./decode";

const shortestWait = 250;
const longestWait = 5_000;
/** Building large meshes anew takes a while; after this long something is wrong. (ms) */
const patience = 20_000;

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  timer: ReturnType<typeof setTimeout>;
}

export class Room implements Source {
  readonly live = true;
  /** Time that taking over messages took so far, for measurements. (ms) */
  busy = 0;
  readonly #base: string;
  #events: SourceEvents | null = null;
  #socket: WebSocket | null = null;
  #wait = shortestWait;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #waiting = new Map<number, Waiting>();
  #id = 0;

  constructor(name: string) {
    this.#base = new URL(`/api/room/${encodeURIComponent(name)}/`, location.href).href;
  }

  open(events: SourceEvents): void {
    this.#events = events;
    this.#connect();
  }

  close(): void {
    this.#events = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#socket?.close();
    this.#fail("the room was closed");
  }

  async place(): Promise<Place> {
    return (await this.#get("place")).json() as Promise<Place>;
  }

  async floor(layer: number): Promise<Floor> {
    return decodeFloor(await (await this.#get(`floor/${layer}`)).arrayBuffer());
  }

  async cells(block: number): Promise<Cells> {
    return decodeCells(await (await this.#get(`cells/${block}`)).arrayBuffer());
  }

  async frames(from: number, to: number, every: number): Promise<Frame[]> {
    return splitFrames(await (await this.#get(`frames?from=${from}&to=${to}&every=${every}`)).arrayBuffer());
  }

  async series(): Promise<Series> {
    return (await this.#get("series")).json() as Promise<Series>;
  }

  ask(request: Answer): Promise<Answer> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error("the program cannot be reached just now"));
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error("there was no answer in time"));
      }, patience);
      this.#waiting.set(id, { resolve, reject, timer });
      socket.send(JSON.stringify({ ...request, id }));
    });
  }

  address(what: string): string {
    return this.#base + what;
  }

  async #get(what: string): Promise<Response> {
    const response = await fetch(this.#base + what);
    if (response.ok) return response;
    const told: unknown = await response.json().catch(() => null);
    throw new Error(wordsOf(told) ?? `the program answered with status ${response.status}`);
  }

  #connect(): void {
    this.#timer = null;
    const address = new URL("talk", this.#base);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = shortestWait;
      this.#events?.connected(true);
    };
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (this.#socket !== socket) return;
      const begun = performance.now();
      if (typeof data === "string") this.#hear(data);
      else this.#takeFrame(data, socket);
      this.busy += performance.now() - begun;
    };
    socket.onclose = () => {
      this.#fail("the connection broke");
      if (!this.#events) return;
      this.#events.connected(false);
      this.#timer = setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(longestWait, this.#wait * 2);
    };
  }

  #takeFrame(data: ArrayBuffer, socket: WebSocket): void {
    try {
      this.#events?.frame(decodeFrame(data));
    } catch (error) {
      this.#events?.notice(`A frame could not be read: ${error instanceof Error ? error.message : String(error)}`);
    }
    // Even one that was no good: else there would never be another.
    if (socket.readyState === WebSocket.OPEN) socket.send('{"op":"ack"}');
  }

  #hear(text: string): void {
    let message: Answer;
    try {
      const said: unknown = JSON.parse(text);
      if (typeof said !== "object" || said === null) throw new Error("no object");
      message = said as Answer;
    } catch {
      this.#events?.notice("The program said something that could not be understood.");
      return;
    }
    switch (message["event"]) {
      case undefined:
        return this.#answered(message);
      case "state":
        return this.#events?.state(message as unknown as RoomState);
      case "place":
        return this.#events?.place(message as unknown as PlaceChange);
      case "reset":
        return this.#events?.reset();
      case "followed":
        return this.#events?.followed(message as unknown as Followed);
      case "notice":
        return this.#events?.notice(String(message["text"]));
    }
  }

  #answered(message: Answer): void {
    const id = message["id"];
    const waiting = typeof id === "number" ? this.#waiting.get(id) : undefined;
    if (!waiting) {
      const words = wordsOf(message);
      if (words !== null) this.#events?.notice(words);
      return;
    }
    this.#waiting.delete(id as number);
    clearTimeout(waiting.timer);
    const words = wordsOf(message);
    if (words === null) waiting.resolve(message);
    else waiting.reject(Object.assign(new Error(words), { answer: message }));
  }

  /** Whoever waits for an answer will not get one. */
  #fail(words: string): void {
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new Error(words));
    }
    this.#waiting.clear();
  }
}

/** Frames one after another, each with its length before it. What is cut off in the end is left out. */
export function splitFrames(bytes: ArrayBuffer): Frame[] {
  const view = new DataView(bytes);
  const frames: Frame[] = [];
  for (let at = 0; at + 4 <= bytes.byteLength; ) {
    const length = view.getUint32(at, true);
    if (length > bytes.byteLength - at - 4) break;
    frames.push(decodeFrame(bytes.slice(at + 4, at + 4 + length)));
    at += 4 + length;
  }
  return frames;
}

function wordsOf(message: unknown): string | null {
  const words = (message as Answer | null)?.["error"];
  return words === undefined || words === null ? null : String(words);
}
