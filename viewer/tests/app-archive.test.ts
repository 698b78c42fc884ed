/** Archives: the parts of a good one, and words for damaged ones. */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Archive, partsOf, unpack } from "../src/net/archive";
import { random } from "./app-make";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const u32 = (value: number) => new Uint8Array(Uint32Array.of(value).buffer);
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const part = (name: string, bytes: Uint8Array) => join(u32(bytesOf(name).length), bytesOf(name), u32(bytes.length), bytes);

/** A frame with nobody in it. */
function emptyFrame(step: number): Uint8Array {
  const bytes = new Uint8Array(48);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x454d5246, true);
  view.setUint32(4, step, true);
  view.setFloat64(8, step / 10, true);
  return bytes;
}

const frames = (...steps: number[]) => join(...steps.flatMap((step) => [u32(48), emptyFrame(step)]));

describe("archives", () => {
  const good = join(part("place", bytesOf('{"title":"hall"}')), part("series", bytesOf('{"step":[0]}')), part("frames", frames(0, 5, 10)));

  test("has what was put in", async () => {
    const archive = new Archive(good);
    expect((await archive.place()).title).toBe("hall");
    expect((await archive.frames(0, 100, 1)).map(({ step }) => step)).toEqual([0, 5, 10]);
    expect((await archive.frames(1, 9, 1)).map(({ step }) => step)).toEqual([5]);
    await expect(archive.floor(0)).rejects.toThrow("floor/0");
    await expect(archive.ask({ op: "run" })).rejects.toThrow("recording");
  });

  test("tells which steps there are", async () => {
    const told = await new Promise<{ first: number; last: number; every: number }>((resolve) => {
      const none = () => {};
      new Archive(good).open({ frame: none, state: resolve, place: none, reset: none, followed: none, notice: none, connected: none });
    });
    expect(told).toMatchObject({ first: 0, last: 10, every: 5 });
  });

  test("is unpacked from base64 of gzip, with line breaks", async () => {
    const base64 = gzipSync(good).toString("base64").replace(/(.{40})/g, "$1\n");
    expect(await unpack(base64)).toEqual(good);
    await expect(unpack("AAAA")).rejects.toThrow();
    await expect(unpack("***")).rejects.toThrow();
  });

  test("damage is told", () => {
    expect(() => new Archive(good.subarray(0, good.length - 1))).toThrow("cut off");
    expect(() => partsOf(u32(0xffffffff))).toThrow("cut off");
    expect(() => partsOf(join(part("a", u32(1)), part("a", u32(2))))).toThrow("twice");
    expect(() => partsOf(join(u32(1), Uint8Array.of(0xff), u32(0)))).toThrow();
    expect(() => new Archive(part("frames", frames(5, 5)))).toThrow("order");
    expect(() => new Archive(part("frames", join(u32(0))))).toThrow("damaged");
    expect(() => new Archive(part("frames", join(u32(48), new Uint8Array(48))))).toThrow("damaged");
    expect(() => new Archive(part("frames", join(u32(0xfffffff0), emptyFrame(1))))).toThrow("damaged");
  });

  test("any cut and any flipped byte either works or is told, and ends", () => {
    const next = random(9);
    for (let i = 0; i < 500; i++) {
      const bytes = good.slice(0, 1 + Math.floor(next() * good.length));
      bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
      try {
        new Archive(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }
  });
});
