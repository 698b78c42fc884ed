/**
 * How fast the page is: frames a second, bytes a second, and the time that its own code takes a frame, for crowds of three sizes. Writes a table.
 *
 * Chromium draws in software here, on the same cores on which the crowd runs; so there is also the same run played again, without a crowd to
 * compute. A page that only clears its canvas shows what the machine gives at best.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { ask, at, launch, newPage, open, ready, serve, settled } from "./harness";

const sizes = [1_000, 10_000, 50_000];
const seconds = 10;

interface Measured {
  fps: number;
  milliseconds: number;
  bytes: number;
}

/** What the page did for some seconds. */
async function measure(page: Page): Promise<Measured> {
  await page.waitForTimeout(2_000);
  return page.evaluate(async (seconds) => {
    let [frames, own, bytes, samples] = [0, 0, 0, 0];
    const start = performance.now();
    const count = () => {
      frames++;
      if (performance.now() - start < seconds * 1000) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    while (performance.now() - start < seconds * 1000) {
      await new Promise((done) => setTimeout(done, 500));
      const stats = window.throng.stats()!;
      own += stats.pageMilliseconds;
      bytes += stats.bytesPerSecond;
      samples++;
    }
    return { fps: (frames * 1000) / (performance.now() - start), milliseconds: own / samples, bytes: bytes / samples };
  }, seconds);
}

/** Frames a second of a page that does nothing. */
async function atBest(page: Page): Promise<number> {
  return page.evaluate(async (seconds) => {
    const canvas = document.body.appendChild(document.createElement("canvas"));
    Object.assign(canvas, { width: 1280, height: 800 });
    const gl = canvas.getContext("webgl2")!;
    let frames = 0;
    const start = performance.now();
    await new Promise<void>((done) => {
      const draw = () => {
        gl.clearColor(frames % 2, 0, 0, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
        frames++;
        if (performance.now() - start < seconds * 500) requestAnimationFrame(draw);
        else done();
      };
      requestAnimationFrame(draw);
    });
    return (frames * 1000) / (performance.now() - start);
  }, seconds);
}

test("how fast the page is", async () => {
  const server = await serve();
  const browser = await launch();
  const page = await newPage(browser);
  await page.goto(server.address);
  const best = await atBest(page);
  const rows: string[] = [];
  let renderer = "";
  for (const size of sizes) {
    await open(page, `${server.address}#room=city&camera=2d,250,250,0,520`);
    await ask(page, { op: "reset" });
    await ready(page);
    const there = await page.evaluate(() => window.throng.screen!.session.state!.characters);
    if (there > size) {
      await ask(page, { op: "dismiss", characters: Array.from({ length: there - size }, (_, i) => i) });
    } else {
      await ask(page, { op: "add", count: size - there });
    }
    await ask(page, { op: "step", count: 50 });
    for (const mode of ["2d", "3d"]) {
      await page.click(at(`mode-${mode}`));
      await page.click(at("fit"));
      await ask(page, { op: "run" });
      const live = await measure(page);
      await ask(page, { op: "pause" });
      await settled(page);
      const state = await page.evaluate(() => window.throng.screen!.session.state!);
      // Played again: the crowd rests.
      await page.locator(at("timeline")).evaluate((input: HTMLInputElement) => {
        input.value = "0";
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
      await page.click(at("run"));
      const again = await measure(page);
      await page.click(at("run"));
      await page.click(at("live"));
      const stats = await page.evaluate(() => window.throng.stats()!);
      renderer = stats.renderer;
      const number = (value: number, digits = 1) => value.toFixed(digits);
      rows.push(
        `| ${state.characters} | ${mode} | ${number(live.fps)} | ${number(live.milliseconds)} | ${number(live.bytes / 1e6, 2)} | ${number(again.fps)} | ${number(again.milliseconds)} |`,
      );
      console.log(rows.at(-1));
    }
  }
  const table = [
    `# The page at 1280 x 800`,
    ``,
    `${renderer}; ${cpus().length} x ${cpus()[0]?.model}. A page that only clears its canvas: ${best.toFixed(1)} frames a second.`,
    ``,
    `| characters | view | live: frames/s | own code, ms a frame | MB/s | played again: frames/s | own code, ms a frame |`,
    `|---|---|---|---|---|---|---|`,
    ...rows,
    ``,
  ].join("\n");
  const results = fileURLToPath(new URL("../../bench/results", import.meta.url));
  mkdirSync(results, { recursive: true });
  writeFileSync(`${results}/view.md`, table);
  console.log(table);
  await browser.close();
  server.stop();
}, 900_000);
