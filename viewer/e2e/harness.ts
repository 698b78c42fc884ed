/**
 * A server and a real browser for tests: the program as it was built, and Chromium without a window, which draws in software.
 *
 * `THRONG` is the program, `CHROMIUM` the browser. Pictures of screens are compared with stored ones; `KEEP_PICTURES=1` stores them anew.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pixelmatch from "pixelmatch";
import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import { PNG } from "pngjs";
import { expect } from "vitest";
import type { Answer } from "../src/types";

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const program = process.env["THRONG"] ?? folder("../../target/debug/throng");
const browserPath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** Where Chromium must not look: everything but the server. */
const quiet = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--font-render-hinting=none",
  "--force-color-profile=srgb",
];

/** How far a screen may be from its stored picture: fonts and edges of lines differ between versions of a browser. */
const mostDifferent = 0.03;

export interface Server {
  address: string;
  stop(): void;
}

/** Starts the program; rejects with what it said if it does not serve. */
export async function serve(...rest: string[]): Promise<Server> {
  const anyPort = rest.includes("--port") ? [] : ["--port", "0"];
  const child: ChildProcess = spawn(program, ["view", "--no-open", "--json", ...anyPort, ...rest], { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).once("line", resolve);
    child.once("exit", (code) => reject(new Error(`the program ended with ${code}`)));
    child.once("error", reject);
  });
  const { port } = JSON.parse(line) as { port: number };
  return { address: `http://127.0.0.1:${port}/`, stop: () => void child.kill() };
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath, args: quiet });
}

/** A page that fails the test if it throws, complains, or reaches for another address. */
export async function newPage(browser: Browser, size = { width: 1280, height: 800 }): Promise<Page> {
  const context = await browser.newContext({ viewport: size, reducedMotion: "reduce", colorScheme: "light", acceptDownloads: true });
  const page = await context.newPage();
  const faults: string[] = [];
  faultsOf.set(page, faults);
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // How fast software draws is not the page's fault.
    if (message.type() === "error" || (message.type() === "warning" && !message.text().includes("GPU stall"))) faults.push(message.text());
  });
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (!["data:", "blob:", "file:"].includes(protocol) && hostname !== "127.0.0.1") faults.push(`asked for ${request.url()}`);
  });
  return page;
}

const faultsOf = new WeakMap<Page, string[]>();

/** What went wrong on a page so far. */
export function faults(page: Page): string[] {
  return faultsOf.get(page) ?? [];
}

export function ready(page: Page): Promise<unknown> {
  return page.waitForFunction(() => window.throng?.ready(), undefined, { timeout: 60_000 });
}

/** Opens something, and waits until all of it is there. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await ready(page);
}

export const at = (name: string) => `[data-test="${name}"]`;

/** Asks the room, past the controls. */
export function ask(page: Page, request: Answer): Promise<Answer> {
  return page.evaluate((request) => window.throng.screen!.session.source.ask(request), request as never) as Promise<Answer>;
}

/** Where a position of the place is on the screen. */
export function onScreen(page: Page, point: [number, number, number]): Promise<[number, number]> {
  return page.evaluate((point) => window.throng.stage!.project(point), point);
}

/** The step that is shown. */
export function shownStep(page: Page): Promise<number> {
  return page.evaluate(() => window.throng.screen!.session.player.at);
}

/** Two frames on the screen after whatever was asked for. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForTimeout(150);
}

/** Compares the screen with its stored picture. */
export async function compare(page: Page, name: string): Promise<void> {
  await page.mouse.move(2, 2);
  await settled(page);
  const taken = await page.screenshot({ animations: "disabled", caret: "hide" });
  const stored = folder(`pictures/${name}.png`);
  if (process.env["KEEP_PICTURES"]) {
    mkdirSync(folder("pictures"), { recursive: true });
    writeFileSync(stored, taken);
    return;
  }
  expect(existsSync(stored), `there is no picture of ${name}; KEEP_PICTURES=1 stores one`).toBe(true);
  const [is, was] = [PNG.sync.read(taken), PNG.sync.read(readFileSync(stored))];
  expect([is.width, is.height], name).toEqual([was.width, was.height]);
  const marks = new PNG({ width: is.width, height: is.height });
  const different = pixelmatch(is.data, was.data, marks.data, is.width, is.height, { threshold: 0.2 }) / (is.width * is.height);
  if (different > mostDifferent) {
    const found = folder("../../target/e2e");
    mkdirSync(found, { recursive: true });
    writeFileSync(`${found}/${name}.png`, taken);
    writeFileSync(`${found}/${name}-marks.png`, PNG.sync.write(marks));
  }
  expect(different, `how much of ${name} differs; see target/e2e`).toBeLessThanOrEqual(mostDifferent);
}
