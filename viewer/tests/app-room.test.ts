/** The connection to a room: answers find their questions, frames are acknowledged, what breaks is tried again. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Room, splitFrames } from "../src/net/room";
import type { SourceEvents } from "../src/types";

class FakeSocket {
  static all: FakeSocket[] = [];
  static OPEN = 1;
  readyState = 0;
  binaryType = "";
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor(readonly address: URL) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  hear(data: unknown): void {
    this.onmessage?.({ data: typeof data === "object" && !(data instanceof ArrayBuffer) ? JSON.stringify(data) : data });
  }
}

function frameBytes(step: number): ArrayBuffer {
  const bytes = new ArrayBuffer(48);
  const view = new DataView(bytes);
  view.setUint32(0, 0x454d5246, true);
  view.setUint32(4, step, true);
  return bytes;
}

const events = () => {
  const heard: unknown[] = [];
  const hear = (name: string) => (value?: unknown) => void heard.push([name, value]);
  const listener: SourceEvents = {
    frame: (frame) => heard.push(["frame", frame.step]),
    ...{ state: hear("state"), place: hear("place"), reset: hear("reset"), followed: hear("followed"), notice: hear("notice"), connected: hear("connected") },
  };
  return { heard, listener };
};

beforeEach(() => {
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { href: "http://127.0.0.1:4810/#room=x" });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("room", () => {
  test("answers find their questions, whatever their order; errors reject", async () => {
    const room = new Room("a b");
    room.open(events().listener);
    const socket = FakeSocket.all[0]!;
    expect(socket.address.href).toBe("ws://127.0.0.1:4810/api/room/a%20b/talk");
    await expect(room.ask({ op: "run" })).rejects.toThrow("reached");
    socket.open();
    const [first, second, third] = [room.ask({ op: "one" }), room.ask({ op: "two" }), room.ask({ op: "three" })];
    const ids = socket.sent.map((text) => (JSON.parse(text) as { id: number }).id);
    socket.hear({ id: ids[1], value: 2 });
    socket.hear({ id: ids[0], value: 1 });
    socket.hear({ id: ids[2], error: "that cannot be" });
    await expect(first).resolves.toMatchObject({ value: 1 });
    await expect(second).resolves.toMatchObject({ value: 2 });
    await expect(third).rejects.toThrow("that cannot be");
  });

  test("nobody waits forever", async () => {
    const room = new Room("x");
    room.open(events().listener);
    FakeSocket.all[0]!.open();
    const late = expect(room.ask({ op: "one" })).rejects.toThrow("in time");
    await vi.advanceTimersByTimeAsync(30_000);
    await late;
    const broken = expect(room.ask({ op: "two" })).rejects.toThrow("broke");
    FakeSocket.all[0]!.close();
    await broken;
  });

  test("every frame is acknowledged when it has been taken over, good or bad", () => {
    const { heard, listener } = events();
    const room = new Room("x");
    room.open(listener);
    const socket = FakeSocket.all[0]!;
    socket.open();
    socket.hear(frameBytes(7));
    socket.hear(new ArrayBuffer(3));
    expect(socket.sent).toEqual(['{"op":"ack"}', '{"op":"ack"}']);
    expect(heard[1]).toEqual(["frame", 7]);
    expect((heard[2] as unknown[])[0]).toBe("notice");
  });

  test("a broken connection is tried again, later and later, and soon again after it worked", async () => {
    const { heard, listener } = events();
    const room = new Room("x");
    room.open(listener);
    const waits = [250, 500, 1000, 2000, 4000, 5000, 5000];
    for (const wait of waits) {
      FakeSocket.all.at(-1)!.close();
      const count = FakeSocket.all.length;
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(FakeSocket.all.length).toBe(count);
      await vi.advanceTimersByTimeAsync(1);
      expect(FakeSocket.all.length).toBe(count + 1);
    }
    FakeSocket.all.at(-1)!.open();
    expect(heard.at(-1)).toEqual(["connected", true]);
    FakeSocket.all.at(-1)!.close();
    await vi.advanceTimersByTimeAsync(250);
    expect(FakeSocket.all.length).toBe(waits.length + 2);
    room.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all.length).toBe(waits.length + 2);
  });

  test("garbage is told and does no harm", () => {
    const { heard, listener } = events();
    const room = new Room("x");
    room.open(listener);
    const socket = FakeSocket.all[0]!;
    socket.open();
    socket.hear("{not json");
    socket.hear({ event: "no such event" });
    socket.hear({ id: 99, value: 1 });
    socket.hear({ event: "state", running: true });
    expect(heard.map((entry) => (entry as [string])[0])).toEqual(["connected", "notice", "state"]);
  });

  test("what cannot be had is told in the words of the program", async () => {
    vi.stubGlobal("fetch", async () => new Response('{"error":"there is no such room"}', { status: 404 }));
    await expect(new Room("x").place()).rejects.toThrow("there is no such room");
    vi.stubGlobal("fetch", async () => new Response("oops", { status: 500 }));
    await expect(new Room("x").place()).rejects.toThrow("500");
  });

  test("frames one after another; what is cut off is left out", () => {
    const length = new Uint8Array(Uint32Array.of(48).buffer);
    const two = Uint8Array.from([...length, ...new Uint8Array(frameBytes(1)), ...length, ...new Uint8Array(frameBytes(2))]);
    expect(splitFrames(two.buffer).map(({ step }) => step)).toEqual([1, 2]);
    expect(splitFrames(two.slice(0, -1).buffer).map(({ step }) => step)).toEqual([1]);
    expect(splitFrames(new ArrayBuffer(0))).toEqual([]);
  });
});
