/** Links: what is written is read again, and whatever else comes is harmless. */
import { describe, expect, test } from "vitest";
import { readLink, writeLink } from "../src/app/link";
import { colorings, defaults, kinds, limits, switches, tools } from "../src/app/settings";
import type { Settings } from "../src/app/settings";
import type { Camera, Showing } from "../src/types";
import { random } from "./app-make";

describe("links", () => {
  test("nothing but the room is written for what is as usual", () => {
    expect(writeLink("station", defaults, null, null)).toBe("#room=station");
  });

  test("random settings survive the way there and back", () => {
    const next = random(7);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
    const round = (value: number) => Math.round(value * 1000) / 1000;
    const between = ([low, high]: readonly [number, number]) => round(low + (high - low) * next());
    for (let i = 0; i < 300; i++) {
      const settings: Settings = {
        ...defaults,
        ...(Object.fromEntries(switches.map(({ key }) => [key, next() < 0.5])) as Record<(typeof switches)[number]["key"], boolean>),
        theme: pick(["auto", "light", "dark"] as const),
        layers: Array.from({ length: Math.floor(next() * 6) }, () => pick<Showing>(["shown", "faded", "hidden"])),
        cut: next() < 0.5 ? null : between([-10, 30]),
        lift: between(limits.lift),
        trails: Math.round(between(limits.trails)),
        colorBy: pick(colorings),
        tool: pick(tools),
        from: next() < 0.5 ? null : [between([-100, 100]), between([-100, 100]), Math.floor(next() * 9)],
        to: next() < 0.5 ? null : [between([-100, 100]), between([-100, 100]), Math.floor(next() * 9)],
        radius: between(limits.radius),
        clearanceWanted: between(limits.clearanceWanted),
        kind: pick(kinds),
        charts: next() < 0.5,
        still: next() < 0.5,
      };
      const camera: Camera | null =
        next() < 0.2 ? null : { mode: pick(["2d", "3d"] as const), target: [between([-50, 50]), between([-50, 50]), between([-9, 9])], span: between([1, 500]), azimuth: between([-180, 180]), elevation: between([5, 89]) };
      const step = next() < 0.5 ? null : Math.floor(next() * 10000);
      const link = readLink(writeLink("north_hall-2", settings, camera, step));
      // All shown is written as nothing at all.
      const layers = settings.layers.some((showing) => showing !== "shown") ? settings.layers : [];
      expect({ ...defaults, ...link.settings }).toEqual({ ...settings, layers });
      expect(link.room).toBe("north_hall-2");
      expect(link.step).toBe(step);
      if (!camera) expect(link.camera).toBeNull();
      else if (camera.mode === "3d") expect(link.camera).toEqual(camera);
      else expect(link.camera).toMatchObject({ mode: "2d", target: camera.target, span: camera.span });
    }
  });

  test("hostile values are left out or held to their limits", () => {
    expect(readLink("#room=../../etc/passwd").room).toBeNull();
    expect(readLink("#room=%2e%2e%2fsecret").room).toBeNull();
    expect(readLink("#room=<script>").room).toBeNull();
    expect(readLink(`#room=${"a".repeat(65)}`).room).toBeNull();
    expect(readLink("#radius=99999&clearance=-4&lift=0").settings).toEqual({ radius: 2, clearanceWanted: 0, lift: 0.5 });
    expect(readLink("#radius=NaN&clearance=Infinity&lift=1e9&trails=0x10&cut=").settings).toEqual({});
    expect(readLink("#camera=4d,1,2,3,4").camera).toBeNull();
    expect(readLink("#camera=2d,1,2,3").camera).toBeNull();
    expect(readLink("#camera=2d,1,2,3,NaN").camera).toBeNull();
    expect(readLink("#camera=3d,1,2,3,0,9999,-90").camera).toEqual({ mode: "3d", target: [1, 2, 3], span: 0.1, azimuth: 360, elevation: 1 });
    expect(readLink("#layers=99999h99999s").settings.layers).toHaveLength(10_000);
    expect(readLink("#layers=hhh").settings).toEqual({});
    expect(readLink("#from=1,2&to=1,2,3,4").settings).toEqual({});
    expect(readLink("#from=1,2,-5").settings.from).toEqual([1, 2, 0]);
    expect(readLink("#tool=constructor&color=__proto__&kind=toString&theme=pink&show=%00").settings).toEqual({});
    expect(readLink("#step=-3").step).toBe(0);
    expect(readLink("#" + "layers=1h&".repeat(10_000))).toEqual({ room: null, settings: {}, camera: null, step: null });
    expect(readLink("#%%%&&&===%E0%A4%A")).toEqual({ room: null, settings: {}, camera: null, step: null });
  });

  test("garbage never throws and never gives numbers that are none", () => {
    const next = random(3);
    const letters = "room=camra&stplys,.-0123456789%#<>\"'[]{}shf2d3";
    for (let i = 0; i < 2000; i++) {
      const text = Array.from({ length: Math.floor(next() * 60) }, () => letters[Math.floor(next() * letters.length)]).join("");
      expect(JSON.stringify(readLink(text))).not.toContain("null,null");
    }
  });
});
