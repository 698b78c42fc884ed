/** A 3D model that is dropped on the page: two storeys with stairs become layers, and people walk there. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { at, compare, faults, launch, newPage, open, ready, serve } from "./harness";
import type { Server } from "./harness";

let browser: Browser;
let server: Server;

beforeAll(async () => {
  browser = await launch();
  server = await serve();
});

afterAll(async () => {
  await browser?.close();
  server?.stop();
});

type Point = [number, number, number];

/** Solid boxes as an OBJ file, in which y points up. */
function obj(boxes: [Point, Point][]): string {
  const sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
  const corner = ([low, high]: [Point, Point], k: number) => [0, 1, 2].map((axis) => ((k >> axis) & 1 ? high : low)[axis]!) as Point;
  const lines = boxes.flatMap((box, i) => [
    ...Array.from({ length: 8 }, (_, k) => corner(box, k)).map(([x, y, z]) => `v ${x} ${z} ${-y}`),
    ...sides.map((side) => `f ${side.map((k) => 8 * i + k + 1).join(" ")}`),
  ]);
  return `${lines.join("\n")}\n`;
}

/** A hall with a gallery above a part of it, and twenty steps from one to the other. */
function house(): string {
  const stairs = Array.from({ length: 20 }, (_, k): [Point, Point] => [[9 + 0.3 * k, 1, 0], [9.3 + 0.3 * k, 3.5, 0.16 * (k + 1)]]);
  return obj([[[0, 0, -0.2], [15, 10, 0]], [[15, 0, 3], [22, 10, 3.2]], [[0, 6, 3], [15, 10, 3.2]], [[4, 2, 0], [4.6, 2.6, 2.2]], ...stairs]);
}

async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ({ name, text }) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      return data;
    },
    { name, text },
  );
  await page.dispatchEvent("body", "dragover", { dataTransfer: data });
  expect(await page.locator(at("veil")).isVisible()).toBe(true);
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  expect(await page.locator(at("veil")).isVisible()).toBe(false);
}

test("a model that is dropped becomes a place with a crowd", async () => {
  const page = await newPage(browser);
  // Not the gallery, whose pictures take the program a while.
  await open(page, `${server.address}#room=blocks&still=1`);
  await drop(page, "house.obj", house());
  await page.waitForSelector(`${at("model-go")}:visible`);
  expect(await page.locator(`${at("model-components")} li`).count()).toBe(1);
  expect(await page.locator(at("model-facts")).textContent()).toContain("m²");
  // Without steps the storeys come apart.
  await page.fill(at("model-step"), "0.1");
  await page.fill(at("model-min-area"), "5");
  await page.click(at("model-extract"));
  await page.waitForFunction((list) => document.querySelectorAll(list).length === 2, `${at("model-components")} li`);
  await page.fill(at("model-step"), "0.35");
  await page.click(at("model-extract"));
  await page.waitForFunction((list) => document.querySelectorAll(list).length === 1, `${at("model-components")} li`);
  await page.click(at("model-go"));
  await page.waitForFunction(() => window.throng.screen?.session.place?.room === "model-3");
  await ready(page);
  const { layers, room } = await page.evaluate(() => window.throng.screen!.session.place);
  expect(layers.length).toBeGreaterThan(1);
  expect(room).toBe("model-3");
  expect(await page.locator(at("show-layerColors")).isChecked()).toBe(true);
  // People walk, on both storeys.
  await page.waitForFunction(() => window.throng.screen!.session.player.at > 20);
  const { speed, on } = await page.evaluate(() => {
    const frame = window.throng.screen!.session.player.frame!;
    return { speed: frame.meanSpeed, on: new Set(frame.layer).size };
  });
  expect(speed).toBeGreaterThan(0.1);
  expect(on).toBeGreaterThan(1);
  expect(faults(page)).toEqual([]);
  await page.close();
});

test("the layers of a model have colors", async () => {
  const page = await newPage(browser);
  // The first extraction of the test before, in which nobody has walked yet.
  await open(page, `${server.address}#room=model-1&still=1&show=fwdpy`);
  await compare(page, "model");
  const colors = () => page.evaluate(() => window.throng.screen!.session.place.layers.map(({ color }) => color));
  expect(new Set(await colors()).size).toBeGreaterThan(1);
  await page.click(at("mode-2d"));
  await page.uncheck(at("show-layerColors"));
  expect(await page.locator(`${at("layer-0")} .swatch`).isVisible()).toBe(false);
  expect(faults(page)).toEqual([]);
  await page.close();
});

test("what is not a model is told", async () => {
  const page = await newPage(browser);
  await open(page, `${server.address}#room=blocks&still=1`);
  const harm = `<img src=x onerror="window.harmed=1">`;
  await drop(page, `${harm}.obj`, "f 1 2 3\n");
  await page.waitForSelector(`${at("model-told")}.bad`);
  expect(await page.locator(at("model-told")).textContent()).toContain(".obj");
  await page.click(at("model-dialog-close"));
  await page.waitForSelector(at("model-dialog"), { state: "detached" });
  await drop(page, "notes.txt", "hello");
  expect(await page.locator(at("model-told")).textContent()).toContain("not a 3D model");
  expect(await page.locator(at("model-extract")).isDisabled()).toBe(true);
  expect(await page.evaluate(() => (window as unknown as { harmed?: number }).harmed)).toBeUndefined();
  expect(faults(page)).toEqual([]);
  await page.close();
});
