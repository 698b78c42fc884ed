/**
 * Shapes drawn over the place: lines, areas, dots and discs, in lists by name.
 *
 * Idea: a list becomes at most three objects (areas with discs, lines, dots), which are thrown away when the next list of
 * that name comes. In 2D they are above everything. In 3D what is behind a floor is seen faintly, so that a route up
 * two floors can still be followed.
 *
 * Cost: O(points of the list); lists are short.
 */

import { type Mesh, type Object3D, type Points, type ShaderMaterial } from "three";
import type { Point, Shape } from "../types";
import { type Area, areaMaterial, areaMesh } from "./areas";
import { moving } from "./backdrop";
import { type Common, ORDER } from "./common";
import { type Dot, dotMaterial, dots } from "./dots";
import { bytes } from "./palette";
import { type Segments, wideLines, wideMaterial } from "./wide";

/** Corners of a disc. */
const ROUND = 48;

export class Shapes {
  private readonly lists = new Map<string, (Mesh | Points)[]>();
  private readonly ghosts = new Set<Mesh | Points>();
  private low: Point = [0, 0, 0];
  private deep = false;
  private readonly areaMaterial: ShaderMaterial;
  private readonly lineMaterial: ShaderMaterial;
  private readonly ghostMaterial: ShaderMaterial;
  private readonly dotMaterial: ShaderMaterial;

  constructor(
    private readonly root: Object3D,
    common: Common,
  ) {
    this.areaMaterial = areaMaterial(common, { above: 0.05 });
    this.lineMaterial = wideMaterial(common, { above: 0.08 });
    this.ghostMaterial = wideMaterial(common, { above: 0.08, ghost: true });
    this.dotMaterial = dotMaterial(common, false);
    this.setDeep(false);
  }

  /** Forgets all, and takes points relative to another corner. */
  clear(low: Point): void {
    for (const name of [...this.lists.keys()]) this.set(name, []);
    this.low = low;
  }

  setDeep(deep: boolean): void {
    this.deep = deep;
    this.areaMaterial.depthTest = deep;
    this.lineMaterial.depthTest = deep;
    for (const ghost of this.ghosts) ghost.visible = deep;
  }

  set(name: string, shapes: Shape[]): void {
    for (const object of this.lists.get(name) ?? []) {
      this.root.remove(object);
      this.ghosts.delete(object);
      object.geometry.dispose();
    }
    this.lists.delete(name);
    if (shapes.length === 0) return;
    const { low } = this;
    const relative = (p: Point): Point => [p[0] - low[0], p[1] - low[1], p[2] - low[2]];
    const areas: Area[] = [];
    const marks: Dot[] = [];
    const lines = new Gathered();
    for (const shape of shapes) {
      const color = bytes(shape.color);
      if (shape.kind === "area") {
        areas.push({ points: shape.points.map(relative), color: [...color, 255 * shape.opacity], layer: -1 });
      } else if (shape.kind === "disc") {
        areas.push({ points: circle(relative(shape.at), shape.radius), color: [...color, 255], layer: -1 });
      } else if (shape.kind === "dot") {
        marks.push({ at: relative(shape.at), color, size: shape.size, ring: shape.ring ?? false, layer: -1 });
      } else {
        lines.add(shape.points.map(relative), color, shape.width ?? 2, shape.dashed ?? false, shape.closed ?? false);
      }
    }
    const objects: (Mesh | Points | null)[] = [areaMesh(areas, this.areaMaterial, ORDER.area), dots(marks, this.dotMaterial, ORDER.dot)];
    const segments = lines.segments();
    if (segments) {
      objects.push(wideLines(segments, this.lineMaterial, ORDER.line));
      const ghost = wideLines(segments, this.ghostMaterial, ORDER.line);
      ghost.visible = this.deep;
      this.ghosts.add(ghost);
      objects.push(ghost);
    }
    const made = objects.filter((object) => object !== null);
    for (const object of made) this.root.add(moving(object));
    this.lists.set(name, made);
  }
}

function circle([x, y, z]: Point, radius: number): Point[] {
  return Array.from({ length: ROUND }, (_, i): Point => {
    const turn = (2 * Math.PI * i) / ROUND;
    return [x + radius * Math.cos(turn), y + radius * Math.sin(turn), z];
  });
}

class Gathered {
  private readonly ends: number[] = [];
  private readonly colors: number[] = [];
  private readonly styles: number[] = [];

  add(points: Point[], color: [number, number, number], width: number, dashed: boolean, closed: boolean): void {
    let along = 0;
    const last = closed && points.length > 2 ? points.length : points.length - 1;
    for (let i = 0; i < last; i++) {
      const [a, b] = [points[i]!, points[(i + 1) % points.length]!];
      this.ends.push(...a, ...b);
      this.colors.push(...color, 255);
      this.styles.push(width, -1, dashed ? along : -1);
      along += Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    }
  }

  segments(): Segments | null {
    if (this.ends.length === 0) return null;
    return { ends: new Float32Array(this.ends), colors: new Uint8Array(this.colors), styles: new Float32Array(this.styles) };
  }
}
