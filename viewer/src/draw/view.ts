/**
 * Where one looks from: the camera of types.ts, as matrices for three.js and as formulas for picking.
 *
 * Idea: one state for both modes. 2D is a parallel projection straight down; 3D is a perspective from a distance at
 * which `span` meters at the target fit in the height of the screen. Both are given by an eye and three axes (right, up,
 * back), from which matrices, rays and projections are computed alike, in f64.
 *
 * Space: `world` is relative to `box.low`, with heights times `lift`; in 2D heights are never lifted.
 * Invariant: `project` and `ray` are inverse to each other and agree with the matrices of `eye`.
 */

import { Matrix4, OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import type { Camera, Point } from "../types";

/** Half of the vertical angle of view in 3D. */
const TAN = Math.tan((38 / 2) * (Math.PI / 180));
/** Above the highest and below the lowest thing. (m) */
const MARGIN = 30;

/** A half-line; `direction` need not have length 1. Relative to `box.low`, heights as they are. */
export interface Ray {
  origin: Point;
  direction: Point;
}

export class View {
  camera: Camera = { mode: "2d", target: [0, 0, 0], span: 50, azimuth: -30, elevation: 40 };
  box: { low: Point; high: Point } = { low: [0, 0, 0], high: [1, 1, 1] };
  /** As set; see `lift`. */
  lifting = 1;
  /** Of the canvas. (pixels of CSS) */
  width = 1;
  height = 1;

  private readonly flat = new OrthographicCamera();
  private readonly deep = new PerspectiveCamera();
  private readonly matrix = new Matrix4();

  /** How many times higher things lie. */
  get lift(): number {
    return this.camera.mode === "2d" ? 1 : this.lifting;
  }

  /** Meters in a pixel of CSS, at the target. */
  get meters(): number {
    return this.camera.span / this.height;
  }

  /** Pixels (of which `height` are on the screen) in a meter, at distance 1 in 3D. */
  pixels(height: number): number {
    return this.camera.mode === "2d" ? height / this.camera.span : height / (2 * TAN);
  }

  /** The camera for three.js. */
  eye(): OrthographicCamera | PerspectiveCamera {
    const { right, up, back, eye, distance } = this.axes();
    const vectors = [right, up, back].map((axis) => new Vector3(...axis)) as [Vector3, Vector3, Vector3];
    this.matrix.makeBasis(...vectors).setPosition(...eye);
    const camera = this.camera.mode === "2d" ? this.flat : this.deep;
    if (camera instanceof OrthographicCamera) {
      camera.top = this.camera.span / 2;
      camera.right = camera.top * (this.width / this.height);
      [camera.bottom, camera.left] = [-camera.top, -camera.right];
      camera.near = 0;
      camera.far = this.box.high[2] - this.box.low[2] + 2 * MARGIN;
    } else {
      const size = Math.hypot(...this.size().map((s, i) => (i === 2 ? s * this.lift : s)));
      const center: Point = [this.size()[0] / 2, this.size()[1] / 2, (this.size()[2] * this.lift) / 2];
      const away = Math.hypot(eye[0] - center[0], eye[1] - center[1], eye[2] - center[2]);
      camera.fov = (2 * Math.atan(TAN) * 180) / Math.PI;
      camera.aspect = this.width / this.height;
      camera.near = Math.max(0.02 * distance, away - 0.5 * size - MARGIN, 0.05);
      camera.far = Math.max(away + 0.5 * size + MARGIN, 2 * camera.near);
    }
    camera.updateProjectionMatrix();
    camera.matrixAutoUpdate = false;
    camera.matrix.copy(this.matrix);
    camera.updateMatrixWorld(true);
    return camera;
  }

  /** Where an absolute point is. (pixels of CSS, from the upper left corner of the canvas) */
  project(point: Point): [number, number] {
    const { low } = this.box;
    const [x, y] = this.onScreen(point[0] - low[0], point[1] - low[1], (point[2] - low[2]) * this.lift);
    return [x, y];
  }

  /** Where a point of the world is, and how far in front of the eye. */
  onScreen(x: number, y: number, z: number): [number, number, number] {
    const { right, up, back, eye } = this.axes();
    const from: Point = [x - eye[0], y - eye[1], z - eye[2]];
    const depth = -dot(from, back);
    const scale = this.camera.mode === "2d" ? 1 / this.meters : this.height / (2 * TAN * depth);
    return [this.width / 2 + dot(from, right) * scale, this.height / 2 - dot(from, up) * scale, depth];
  }

  /**
   * The same for many: what to multiply with. Screen x = width / 2 + scale (right . p - r), with scale / depth in 3D,
   * depth = d - back . p.
   */
  rows(): { right: Point; up: Point; back: Point; eye: Point; scale: number } {
    const { right, up, back, eye } = this.axes();
    return { right, up, back, eye, scale: this.camera.mode === "2d" ? 1 / this.meters : this.height / (2 * TAN) };
  }

  /** The half-line that is seen at a place of the canvas. */
  ray(x: number, y: number): Ray {
    const { right, up, back, eye } = this.axes();
    const [across, along] = [x - this.width / 2, this.height / 2 - y];
    const lift = this.lift;
    if (this.camera.mode === "2d") {
      const m = this.meters;
      return { origin: [eye[0] + m * across, eye[1] + m * along, eye[2]], direction: [0, 0, -1] };
    }
    const m = (2 * TAN) / this.height;
    const part = (i: number): number => right[i]! * m * across + up[i]! * m * along - back[i]!;
    return { origin: [eye[0], eye[1], eye[2] / lift], direction: [part(0), part(1), part(2) / lift] };
  }

  /** Where the ray at a place of the canvas meets the height of the target, or null: absolute. */
  ground(x: number, y: number): [number, number] | null {
    const { origin, direction } = this.ray(x, y);
    const t = (this.camera.target[2] - this.box.low[2] - origin[2]) / direction[2];
    if (!(t > 0) || t > 1e4 * this.camera.span) return null;
    return [this.box.low[0] + origin[0] + t * direction[0], this.box.low[1] + origin[1] + t * direction[1]];
  }

  /** Zooms so that what is at a place of the canvas stays there. */
  zoom(factor: number, x: number, y: number): void {
    const { camera } = this;
    const size = this.size();
    const most = 8 * Math.max(size[0], size[1], size[2], 10);
    const span = Math.min(most, Math.max(0.5, camera.span * factor));
    const k = span / camera.span;
    const fixed = this.ground(x, y);
    const [tx, ty, tz] = camera.target;
    // Far away on the horizon is no good center.
    if (fixed && Math.hypot(fixed[0] - tx, fixed[1] - ty) < 3 * camera.span) {
      camera.target = [fixed[0] + k * (tx - fixed[0]), fixed[1] + k * (ty - fixed[1]), tz];
    }
    camera.span = span;
  }

  /** Moves what is seen by so many pixels. */
  pan(dx: number, dy: number): void {
    const { camera } = this;
    const [x, y, z] = camera.target;
    const turn = camera.mode === "2d" ? 0 : (camera.azimuth * Math.PI) / 180;
    const steep = camera.mode === "2d" ? 1 : Math.max(0.15, Math.sin((camera.elevation * Math.PI) / 180));
    const [right, ahead] = [-dx * this.meters, (dy * this.meters) / steep];
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    camera.target = [x + c * right - s * ahead, y + s * right + c * ahead, z];
  }

  /** Moves around the target, by so many pixels. */
  orbit(dx: number, dy: number): void {
    const { camera } = this;
    camera.azimuth = ((((camera.azimuth - 0.35 * dx + 180) % 360) + 360) % 360) - 180;
    camera.elevation = Math.min(90, Math.max(3, camera.elevation + 0.35 * dy));
  }

  /** Looks at a box (absolute) so that all of it is seen. */
  fit(low: Point, high: Point): void {
    const { camera } = this;
    const aspect = this.width / this.height;
    const middle: Point = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
    camera.target = middle;
    if (camera.mode === "2d") {
      camera.span = 1.08 * Math.max(high[1] - low[1], (high[0] - low[0]) / aspect, 1);
      return;
    }
    const { right, up, back } = this.axes();
    // At distance D a corner with the parts (r, u, b) along the axes is seen if |r| and |u| are at most tan (D - b).
    // Looking at the middle of what is seen instead of the middle of the box: three rounds are plenty.
    let shift: [number, number] = [0, 0];
    let distance = 1;
    for (let round = 0; round < 4; round++) {
      const sides = { left: Infinity, right: -Infinity, low: Infinity, high: -Infinity };
      distance = 1;
      const corners: Point[] = [];
      for (let corner = 0; corner < 8; corner++) {
        const at = ([0, 1, 2] as const).map((i) => ((corner >> i) & 1 ? high[i] : low[i]) - middle[i]) as Point;
        at[2] *= this.lift;
        const parts: Point = [dot(at, right) - shift[0], dot(at, up) - shift[1], dot(at, back)];
        corners.push(parts);
        distance = Math.max(distance, parts[2] + Math.abs(parts[0]) / (TAN * aspect), parts[2] + Math.abs(parts[1]) / TAN);
      }
      for (const [r, u, b] of corners) {
        const depth = Math.max(distance - b, 1e-3);
        sides.left = Math.min(sides.left, r / depth);
        sides.right = Math.max(sides.right, r / depth);
        sides.low = Math.min(sides.low, u / depth);
        sides.high = Math.max(sides.high, u / depth);
      }
      shift = [
        shift[0] + ((sides.left + sides.right) / 2) * distance,
        shift[1] + ((sides.low + sides.high) / 2) * distance,
      ];
    }
    camera.target = ([0, 1, 2] as const).map((i) => {
      const moved = shift[0] * right[i] + shift[1] * up[i];
      return middle[i] + (i === 2 ? moved / this.lift : moved);
    }) as Point;
    camera.span = Math.max(1, 1.04 * 2 * TAN * distance);
  }

  private size(): Point {
    const { low, high } = this.box;
    return [high[0] - low[0], high[1] - low[1], high[2] - low[2]];
  }

  private axes(): { right: Point; up: Point; back: Point; eye: Point; distance: number } {
    const { camera } = this;
    const { low } = this.box;
    const at: Point = [camera.target[0] - low[0], camera.target[1] - low[1], (camera.target[2] - low[2]) * this.lift];
    if (camera.mode === "2d") {
      const top = this.size()[2] + MARGIN;
      return { right: [1, 0, 0], up: [0, 1, 0], back: [0, 0, 1], eye: [at[0], at[1], top], distance: top - at[2] };
    }
    const distance = camera.span / (2 * TAN);
    const [turn, rise] = [(camera.azimuth * Math.PI) / 180, (camera.elevation * Math.PI) / 180];
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const [ground, high] = [Math.cos(rise), Math.sin(rise)];
    const back: Point = [s * ground, -c * ground, high];
    const eye = at.map((part, i) => part + distance * back[i]!) as Point;
    return { right: [c, s, 0], up: [-s * high, c * high, ground], back, eye, distance };
  }
}

export function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
