/** The camera: what is projected is found again, and formulas agree with the matrices of three.js. */

import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { View } from "../src/draw/view";
import type { Camera, Point } from "../src/types";

const CAMERAS: Camera[] = [
  { mode: "2d", target: [130, 240, -2], span: 60, azimuth: 20, elevation: 30 },
  { mode: "3d", target: [130, 240, -2], span: 60, azimuth: 20, elevation: 30 },
  { mode: "3d", target: [110, 210, 1], span: 15, azimuth: -130, elevation: 90 },
  { mode: "3d", target: [110, 210, 1], span: 300, azimuth: 77, elevation: 5 },
];

for (const camera of CAMERAS) {
  describe(`${camera.mode} from ${camera.elevation}°`, () => {
    it("the ray at a projected point goes through the point", () => {
      const view = some(camera);
      for (const point of points()) {
        const { origin, direction } = view.ray(...view.project(point));
        const relative = point.map((value, i) => value - view.box.low[i]!) as Point;
        const t = along(relative.map((value, i) => value - origin[i]!) as Point, direction);
        for (const i of [0, 1, 2] as const) expect(origin[i] + t * direction[i]).toBeCloseTo(relative[i], 6);
      }
    });

    it("three.js projects to the same place", () => {
      const view = some(camera);
      const eye = view.eye();
      for (const point of points()) {
        const [x, y] = view.project(point);
        const world = new Vector3(...(point.map((value, i) => (value - view.box.low[i]!) * (i === 2 ? view.lift : 1)) as Point));
        world.project(eye);
        expect((world.x + 1) * 0.5 * view.width).toBeCloseTo(x, 2);
        expect((1 - world.y) * 0.5 * view.height).toBeCloseTo(y, 2);
        expect(Math.abs(world.z), "between near and far").toBeLessThanOrEqual(1);
      }
    });

    it("the target is in the middle", () => {
      const view = some(camera);
      const [x, y] = view.project(camera.target);
      expect([x, y]).toEqual([expect.closeTo(view.width / 2, 6), expect.closeTo(view.height / 2, 6)]);
    });

    it("zooming keeps what is at the pointer", () => {
      const view = some(camera);
      const at: [number, number] = [520, 410];
      const ground = view.ground(...at);
      view.zoom(0.7, ...at);
      const after = view.project([...ground!, view.camera.target[2]]);
      expect(after).toEqual([expect.closeTo(at[0], 3), expect.closeTo(at[1], 3)]);
    });

    it("a box that fits is seen as a whole, and is not small", () => {
      const view = some(camera);
      const [low, high]: [Point, Point] = [[100, 200, -4], [180, 230, 6]];
      view.fit(low, high);
      const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((corner): Point => [
        corner & 1 ? high[0] : low[0], corner & 2 ? high[1] : low[1], corner & 4 ? high[2] : low[2],
      ]);
      const seen = corners.map((corner) => view.project(corner));
      const xs = seen.map(([x]) => x);
      const ys = seen.map(([, y]) => y);
      expect(Math.min(...xs)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...xs)).toBeLessThanOrEqual(view.width);
      expect(Math.min(...ys)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...ys)).toBeLessThanOrEqual(view.height);
      const part = Math.max((Math.max(...xs) - Math.min(...xs)) / view.width, (Math.max(...ys) - Math.min(...ys)) / view.height);
      expect(part).toBeGreaterThan(0.7);
    });
  });
}

it("in 2D x is to the right and y up, and dragging moves what is seen along", () => {
  const view = some(CAMERAS[0]!);
  const [x, y] = view.project([131, 241, 0]);
  expect([x, y]).toEqual([expect.closeTo(500 + 10, 6), expect.closeTo(300 - 10, 6)]);
  view.pan(30, -20);
  expect(view.project([131, 241, 0])).toEqual([expect.closeTo(x + 30, 6), expect.closeTo(y - 20, 6)]);
});

it("in 3D dragging moves the target along, whatever the direction", () => {
  for (const azimuth of [0, 40, -150]) {
    const view = some({ ...CAMERAS[1]!, azimuth });
    const target = view.camera.target;
    view.pan(7, 3);
    const [x, y] = view.project(target);
    expect([x, y]).toEqual([expect.closeTo(507, 0), expect.closeTo(303, 0)]);
  }
});

it("lift is for 3D only", () => {
  const view = some(CAMERAS[0]!);
  expect(view.lift).toBe(1);
  view.camera = CAMERAS[1]!;
  expect(view.lift).toBe(2.5);
});

function some(camera: Camera): View {
  const view = new View();
  view.box = { low: [100, 200, -4], high: [180, 260, 8] };
  [view.width, view.height, view.lifting] = [1000, 600, 2.5];
  view.camera = { ...camera, target: [...camera.target] };
  return view;
}

/** Near the target, so that they are in front of the eye. */
function points(): Point[] {
  return [[112, 212, 0], [111, 209, 1], [110, 211, -3], [130, 238, -4], [128, 241, 2]].map((p) => p as Point);
}

function along(way: Point, direction: Point): number {
  const dot = way.reduce((sum, value, i) => sum + value * direction[i]!, 0);
  return dot / direction.reduce((sum, value) => sum + value * value, 0);
}
