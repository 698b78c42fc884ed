/** Files: a run that is recorded and shared opens on its own; names that mean harm are only names. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, at, compare, faults, launch, newPage, open, serve, shownStep } from "./harness";

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), "throng-e2e-"));

beforeAll(async () => {
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
});

test("a share file opens on its own", async () => {
  const server = await serve("blocks", "--out", join(folder, "out"));
  const page = await newPage(browser);
  await open(page, `${server.address}#room=file&still=1`);
  await ask(page, { op: "step", count: 60 });
  await page.waitForFunction(() => window.throng.screen!.session.player.at === 60);
  await page.click(at("share"));
  await page.click(at("share-html"));
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(at("share-save"))]);
  const file = join(folder, "shared.html");
  await download.saveAs(file);
  expect(faults(page)).toEqual([]);
  await page.close();
  server.stop();
  // No server any more.
  const alone = await newPage(browser);
  await open(alone, `${pathToFileURL(file).href}#still=1`);
  const stats = await alone.evaluate(() => window.throng.stats());
  expect(stats!.characters).toBeGreaterThan(10);
  await alone.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>("[data-test=timeline]")!;
    input.value = "30";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await alone.waitForFunction(() => window.throng.screen!.session.player.frame?.step === 30);
  await compare(alone, "shared");
  await alone.click(at("run"));
  await alone.waitForFunction(() => window.throng.screen!.session.player.at > 35);
  expect(await alone.locator(at("tool-obstacle")).isVisible()).toBe(false);
  expect(faults(alone)).toEqual([]);
  await alone.close();
});

test("a recorded run is replayed", async () => {
  const server = await serve("blocks", "--out", join(folder, "recorded"));
  const page = await newPage(browser);
  await open(page, `${server.address}#room=file&still=1`);
  await page.click(at("file"));
  await page.click(at("record"));
  await page.waitForFunction(() => window.throng.screen!.session.state!.recording !== null);
  await ask(page, { op: "step", count: 50 });
  await page.keyboard.press("Escape");
  await page.click(at("file"));
  await page.click(at("record"));
  await page.waitForSelector(at("recording-1"));
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(at("recording-1"))]);
  const file = join(folder, "run.sqlite");
  await download.saveAs(file);
  server.stop();
  const other = await serve(file);
  const replay = await newPage(browser);
  await open(replay, `${other.address}#room=file&still=1`);
  expect(await replay.evaluate(() => window.throng.screen!.session.place.kind)).toBe("trajectory");
  await replay.click(at("run"));
  await replay.waitForFunction(() => window.throng.screen!.session.player.at > 10);
  expect(await shownStep(replay)).toBeLessThanOrEqual(50);
  expect(faults(replay)).toEqual([]);
  await replay.close();
  other.stop();
});

test("names that mean harm are only names", async () => {
  const harm = `"><img src=x onerror="window.harmed=1"><script>window.harmed=1</script>`;
  const scene = {
    throng: 1,
    name: harm,
    layers: [
      { id: harm, walkable: [[[0, 0], [20, 0], [20, 10], [0, 10]]], regions: [{ label: harm, polygon: [[1, 1], [4, 1], [4, 4]] }] },
      { id: `${harm}2`, walkable: [[[20, 2, 0], [30, 2, 3], [30, 5, 3], [20, 5, 0]]] },
    ],
    connections: [{ between: [harm, `${harm}2`], segment: [[20, 2], [20, 5]] }],
  };
  const file = join(folder, "harm.json");
  writeFileSync(file, JSON.stringify(scene));
  const server = await serve(file);
  const page = await newPage(browser);
  await open(page, `${server.address}#room=file&still=1`);
  for (const tool of ["inspect", "route", "obstacle", "door", "people"]) await page.click(at(`tool-${tool}`));
  await page.click(at("tool-inspect"));
  const [x, y] = await page.evaluate(() => window.throng.stage!.project([5, 5, 0]));
  await page.mouse.click(x, y);
  await page.waitForTimeout(500);
  expect(await page.locator(at("title")).textContent()).toContain("<script>");
  expect(await page.evaluate(() => (window as unknown as { harmed?: number }).harmed)).toBeUndefined();
  // The same in the part of the address that anybody can write.
  await page.goto(`${server.address}#room=${encodeURIComponent(harm)}&tool=${encodeURIComponent(harm)}&color=${encodeURIComponent(harm)}`);
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => (window as unknown as { harmed?: number }).harmed)).toBeUndefined();
  expect(await page.locator("script:not([src])").count()).toBe(0);
  expect(faults(page)).toEqual([]);
  server.stop();
});
