/** A place that is looked at and changed: the mesh, routes, obstacles, people, and what can be kept of it. */
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, at, compare, faults, launch, newPage, onScreen, open, ready, serve, settled } from "./harness";
import type { Server } from "./harness";

let server: Server, browser: Browser, page: Page;
const view = "#room=village&still=1&camera=2d,50,50,0,110";

beforeAll(async () => {
  server = await serve();
  browser = await launch();
  page = await newPage(browser);
  await open(page, server.address + view);
});

afterAll(async () => {
  await browser?.close();
  server?.stop();
});

async function clickAt(point: [number, number]): Promise<void> {
  const [x, y] = await onScreen(page, [...point, 0]);
  await page.mouse.click(x, y);
}

async function drag(from: [number, number], to: [number, number]): Promise<void> {
  const [x, y] = await onScreen(page, [...from, 0]);
  const [u, v] = await onScreen(page, [...to, 0]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 8; i++) await page.mouse.move(x + ((u - x) * i) / 8, y + ((v - y) * i) / 8);
  await page.mouse.up();
}

const length = async () => Number(/[\d.]+/.exec((await page.locator(at("route-facts")).textContent()) ?? "")?.[0]);

test("all of the mesh can be seen", async () => {
  for (const what of ["axis", "spokes", "cells", "components"]) await page.click(at(`show-${what}`));
  await page.waitForFunction(() => window.throng.ready());
  await compare(page, "village-mesh");
  for (const what of ["spokes", "cells", "components"]) await page.click(at(`show-${what}`));
  await page.click(at("show-clearance"));
  await compare(page, "village-clearance");
  await page.click(at("show-clearance"));
});

test("a position tells its numbers", async () => {
  await page.click(at("tool-inspect"));
  await clickAt([9, 16]);
  await page.waitForSelector(at("pinned-facts"));
  const told = await page.locator(at("pinned-facts")).textContent();
  const answer = await ask(page, { op: "inspect", at: [9, 16] });
  expect(told).toContain(String(answer["cell"]));
  await compare(page, "village-inspect");
});

test("a route is dragged", async () => {
  await page.click(at("tool-route"));
  await clickAt([9, 16]);
  await clickAt([60, 93]);
  await page.waitForSelector(at("route-facts"));
  await settled(page);
  const before = await length();
  expect(before).toBeGreaterThan(80);
  await compare(page, "village-route");
  await drag([60, 93], [60, 60]);
  await expect.poll(length).not.toBe(before);
  const [answer] = await Promise.all([ask(page, { op: "route", from: [9, 16], to: [60, 60], radius: 0.24, clearance: 0 })]);
  expect(answer["found"]).toBe(true);
  await page.selectOption(at("route-kind"), "medial");
  const short = await length();
  await expect.poll(length).toBeGreaterThanOrEqual(short);
  await page.selectOption(at("route-kind"), "short");
  await drag([60, 60], [60, 93]);
  await expect.poll(length).toBeCloseTo(before, 0);
});

test("an obstacle is drawn, and the route changes", async () => {
  const before = await length();
  const route = await ask(page, { op: "route", from: [9, 16], to: [60, 93], radius: 0.24, clearance: 0.3 });
  const points = route["points"] as [number, number, string][];
  // Across the longest straight part.
  let best = 0;
  let middle: [number, number] = [0, 0];
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (long > best) [best, middle] = [long, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]];
  }
  await page.click(at("tool-obstacle"));
  const [x, y] = middle;
  const corners: [number, number][] = [[x - 3, y - 3], [x + 3, y - 3], [x + 3, y + 3], [x - 3, y + 3]];
  for (const corner of corners) await clickAt(corner);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.throng.screen!.session.place.obstacles.length === 1);
  await page.click(at("tool-route"));
  await expect.poll(length).not.toBeCloseTo(before, 1);
  await compare(page, "village-obstacle");
  // Moved away, undone, done again, deleted.
  await page.click(at("tool-obstacle"));
  await drag(middle, [middle[0] + 6, middle[1] + 2]);
  await expect
    .poll(async () => {
      const obstacles = await page.evaluate(() => window.throng.screen!.session.place.obstacles);
      return obstacles[0]?.rings[0]?.[0]?.[0];
    })
    .toBeCloseTo(x + 3, 0);
  await page.keyboard.press("Control+z");
  await expect
    .poll(async () => (await page.evaluate(() => window.throng.screen!.session.place.obstacles))[0]?.rings[0]?.[0]?.[0])
    .toBeCloseTo(x - 3, 0);
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => window.throng.screen!.session.place.obstacles.length === 0);
  await page.keyboard.press("Control+Shift+z");
  await page.waitForFunction(() => window.throng.screen!.session.place.obstacles.length === 1);
});

test("the place is kept as a scene", async () => {
  await page.click(at("file"));
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(at("save-scene"))]);
  const scene = JSON.parse(readFileSync(await download.path(), "utf8")) as { throng: number; layers: { obstacles: unknown[] }[] };
  expect(scene.throng).toBe(1);
  expect(scene.layers[0]!.obstacles.length).toBeGreaterThan(10);
  await page.keyboard.press("Escape");
});

test("somebody is followed, and others come", async () => {
  await ask(page, { op: "step", count: 30 });
  await page.click(at("tool-people"));
  const target = await page.evaluate(() => {
    const { frame } = window.throng.screen!.session.player;
    const low = window.throng.screen!.session.place.box.low;
    let best = 0;
    let nearest = Infinity;
    for (let i = 0; i < frame!.count; i++) {
      const far = Math.hypot(frame!.x[i]! + low[0] - 50, frame!.y[i]! + low[1] - 50);
      if (far < nearest) [nearest, best] = [far, i];
    }
    return { id: frame!.id[best]!, at: [frame!.x[best]! + low[0], frame!.y[best]! + low[1]] as [number, number] };
  });
  await clickAt(target.at);
  await page.waitForSelector(at("followed-facts"));
  expect(await page.locator(at("people-details")).textContent()).toContain(String(target.id));
  await compare(page, "village-followed");
  const before = await page.evaluate(() => window.throng.screen!.session.state!.characters);
  await page.fill(at("people-count"), "25");
  await page.click(at("people-add"));
  await page.waitForFunction((before) => window.throng.screen!.session.state!.characters >= before + 20, before);
  await page.click(at("people-dismiss"));
  await ask(page, { op: "step", count: 2 });
});

test("dark, and narrow", async () => {
  await page.click(at("tool-inspect"));
  await page.evaluate(() => window.throng.screen!.session.settings.set({ theme: "dark" }));
  await page.setViewportSize({ width: 1000, height: 700 });
  await settled(page);
  await compare(page, "village-dark");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.evaluate(() => window.throng.screen!.session.settings.set({ theme: "auto" }));
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("a link restores what was seen", async () => {
  await page.click(at("tool-route"));
  await page.click(at("mode-3d"));
  await settled(page);
  await page.click(at("share"));
  await page.click(at("share-link"));
  const link = await page.evaluate(() => location.href);
  const other = await newPage(browser);
  await open(other, link);
  const [here, there] = await Promise.all([page, other].map((page) => page.evaluate(() => ({ camera: window.throng.camera, settings: window.throng.screen!.session.settings.value }))));
  expect(there!.camera!.mode).toBe("3d");
  for (const [k, value] of here!.camera!.target.entries()) expect(there!.camera!.target[k]).toBeCloseTo(value, 1);
  for (const [k, value] of here!.settings.from!.entries()) expect(there!.settings.from![k]).toBeCloseTo(value, 2);
  expect(there!.settings.tool).toBe("route");
  expect(faults(other)).toEqual([]);
  await other.close();
});

test("a screenshot and a drawing", async () => {
  await page.keyboard.press("Escape");
  for (const [what, begins] of [["share-png", "\x89PNG"], ["share-svg", "<svg"]] as const) {
    await page.click(at("share"));
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(at(what))]);
    const bytes = readFileSync(await download.path());
    expect(bytes.subarray(0, 4).toString("latin1")).toBe(begins);
    expect(bytes.length).toBeGreaterThan(10_000);
  }
});

test("all controls can be reached by keyboard, and have names", async () => {
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, input, select, a[href], [role=slider]")]
      .filter((control) => control.offsetParent !== null)
      .filter((control) => {
        const labels = "labels" in control ? ((control as HTMLInputElement).labels?.length ?? 0) : 0;
        const text = control.textContent?.trim() || control.getAttribute("aria-label") || control.getAttribute("title");
        return !text && labels === 0;
      })
      .map((control) => control.outerHTML.slice(0, 120)),
  );
  expect(nameless).toEqual([]);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const reached = new Set<string>();
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => document.activeElement?.getAttribute("data-test") ?? "");
    if (name) reached.add(name);
  }
  for (const name of ["tool-route", "share", "run", "timeline", "color-by"]) expect([...reached]).toContain(name);
});

test("it connects again when the program comes back", async () => {
  const before = faults(page).length;
  server.stop();
  await page.waitForFunction(() => !window.throng.screen!.session.connected, undefined, { timeout: 30_000 });
  await page.waitForSelector(at("reconnecting"), { state: "visible" });
  server = await serve("--port", new URL(server.address).port);
  await page.waitForFunction(() => window.throng.screen!.session.connected, undefined, { timeout: 30_000 });
  await ready(page);
  await page.waitForSelector(at("reconnecting"), { state: "hidden" });
  expect((await ask(page, { op: "stats" }))["cells"]).toBeGreaterThan(10);
  // That the program could not be reached is no fault of the page.
  faults(page).splice(before);
});

test("nothing went wrong", () => {
  expect(faults(page)).toEqual([]);
});
