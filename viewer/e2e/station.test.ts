/** From the gallery to a crowd in the station: floors, colors, doors, and the time line. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, at, compare, faults, launch, newPage, open, ready, serve, settled, shownStep } from "./harness";
import type { Server } from "./harness";

let server: Server, browser: Browser, page: Page;

beforeAll(async () => {
  server = await serve();
  browser = await launch();
  page = await newPage(browser);
});

afterAll(async () => {
  await browser?.close();
  server?.stop();
});

test("the gallery shows the places there are", async () => {
  await open(page, server.address);
  expect(await page.locator(`${at("gallery")} img`).count()).toBeGreaterThan(20);
  await page.waitForFunction(() => [...document.querySelectorAll("img")].slice(0, 8).every((image) => image.complete && image.naturalWidth > 0));
  await compare(page, "gallery");
});

test("one click, and a crowd runs", async () => {
  await page.click(at("place-station"));
  await ready(page);
  await page.waitForFunction(() => (window.throng.stats()?.step ?? 0) >= 20, undefined, { timeout: 60_000 });
  expect(await page.locator(at("run")).getAttribute("data-running")).toBe("true");
  expect(await page.locator(at("characters")).textContent()).toContain("2,000");
  await page.keyboard.press("Space");
  await page.waitForSelector(`${at("run")}[data-running="false"]`);
  const step = await shownStep(page);
  await page.click(at("step"));
  await page.waitForFunction((step) => window.throng.screen!.session.player.at > step, step);
});

test("the same moment looks the same", async () => {
  await open(page, `${server.address}#room=station&still=1&camera=3d,76,55,3,150,-60,40`);
  await ask(page, { op: "reset" });
  await ready(page);
  await ask(page, { op: "step", count: 100 });
  await page.waitForFunction(() => window.throng.screen!.session.player.at === 100);
  await compare(page, "station-3d");
  for (const by of ["density", "service", "profile", "goal", "state"]) {
    await page.selectOption(at("color-by"), by);
    await compare(page, `station-${by}`);
  }
  await page.selectOption(at("color-by"), "speed");
});

test("floors are isolated", async () => {
  await page.click(at("layer-solo-0"));
  await settled(page);
  const shown = await page.evaluate(() => window.throng.screen!.session.settings.value.layers);
  expect(shown.filter((showing: string) => showing === "shown").length).toBe(1);
  await page.click(at("mode-2d"));
  await page.click(at("fit-shown"));
  await compare(page, "station-hall");
  await page.click(at("layers-all"));
  await page.click(at("mode-3d"));
});

test("a cut takes away what is above", async () => {
  const cut = page.locator(at("cut"));
  await cut.focus();
  const before = await page.evaluate(() => window.throng.screen!.session.settings.value.cut);
  await page.keyboard.press("Home");
  const after = await page.evaluate(() => window.throng.screen!.session.settings.value.cut);
  expect(before).toBeNull();
  expect(after).toBeLessThan(6);
  await page.evaluate(() => window.throng.screen!.session.settings.set({ cut: 3 }));
  await compare(page, "station-cut");
  await page.evaluate(() => window.throng.screen!.session.settings.set({ cut: null }));
});

test("a door closes, and opens again", async () => {
  await page.click(at("tool-door"));
  await page.click(at("door-0"));
  await page.waitForFunction(() => window.throng.screen!.session.place.connections[0]!.open === false);
  const answer = await ask(page, { op: "stats" });
  expect(answer["components"]).toBeGreaterThanOrEqual(1);
  await page.click(at("undo"));
  await page.waitForFunction(() => window.throng.screen!.session.place.connections[0]!.open === true);
});

test("one can go back in time, and play it again", async () => {
  const timeline = page.locator(at("timeline"));
  await timeline.evaluate((input: HTMLInputElement) => {
    input.value = "40";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await page.waitForFunction(() => Math.round(window.throng.screen!.session.player.at) === 40);
  await page.waitForFunction(() => window.throng.screen!.session.player.frame?.step === 40);
  await page.click(at("run"));
  await page.waitForFunction(() => window.throng.screen!.session.player.at > 45);
  await page.click(at("live"));
  await page.waitForFunction(() => window.throng.screen!.session.player.mode === "live");
  expect(await shownStep(page)).toBeGreaterThanOrEqual(100);
});

test("charts show how many there are", async () => {
  await page.click(at("charts"));
  await page.waitForSelector(`${at("chart-count")} canvas`);
  await compare(page, "station-charts");
  await page.click(at("charts"));
});

test("nothing went wrong", () => {
  expect(faults(page)).toEqual([]);
});
