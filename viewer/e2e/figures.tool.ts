/** Pictures of the page for README and documents, of the program's own places at fixed moments. */
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { ask, at, launch, newPage, onScreen, open, ready, serve, settled } from "./harness";

const figure = (name: string) => fileURLToPath(new URL(`../../docs/figures/view-${name}.png`, import.meta.url));

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(2, 2);
  await settled(page);
  await page.screenshot({ path: figure(name), animations: "disabled" });
}

/** Opens a room from its beginning, so many steps later. */
async function moment(page: Page, address: string, count: number): Promise<void> {
  await open(page, address);
  await ask(page, { op: "reset" });
  await ready(page);
  for (let done = 0; done < count; done += 100) await ask(page, { op: "step", count: Math.min(100, count - done) });
  await page.waitForFunction((count) => window.throng.screen!.session.player.at === count, count);
}

test("pictures of the page", async () => {
  const server = await serve();
  const browser = await launch();
  const page = await newPage(browser, { width: 1440, height: 900 });
  await open(page, server.address);
  await page.waitForFunction(() => [...document.querySelectorAll("img")].slice(0, 12).every((image) => image.complete && image.naturalWidth > 0));
  await take(page, "gallery");

  await moment(page, `${server.address}#room=station&still=1&color=service&charts=1&camera=3d,80,50,3,95,-40,38`, 450);
  await take(page, "station");

  await moment(page, `${server.address}#room=village&still=1&tool=route&from=9,16,0&to=60,93,0&camera=2d,50,50,0,108`, 200);
  await page.click(at("show-axis"));
  await page.click(at("show-clearance"));
  await page.waitForSelector(at("route-facts"));
  await take(page, "route");
  await page.click(at("show-clearance"));
  await page.click(at("tool-people"));
  const somebody = await page.evaluate(() => {
    const { player, place } = window.throng.screen!.session;
    const { frame } = player;
    const far = (i: number) => Math.hypot(frame!.x[i]! + place.box.low[0] - 50, frame!.y[i]! + place.box.low[1] - 55);
    let best = 0;
    for (let i = 1; i < frame!.count; i++) if (far(i) < far(best)) best = i;
    return [frame!.x[best]! + place.box.low[0], frame!.y[best]! + place.box.low[1], 0] as [number, number, number];
  });
  const [x, y] = await onScreen(page, somebody);
  await page.mouse.click(x, y);
  await page.waitForSelector(at("followed-facts"));
  await take(page, "people");

  await open(page, `${server.address}#room=city&still=1`);
  await ask(page, { op: "add", count: 1500, at: [232, 215], radius: 50 });
  await ask(page, { op: "step", count: 150 });
  await open(page, `${server.address}#room=city&still=1&theme=dark&trails=10&camera=2d,232,215,0,130`);
  await page.evaluate(() => window.throng.screen!.session.settings.set({ heat: true }));
  await take(page, "dark");
  await browser.close();
  server.stop();
});
