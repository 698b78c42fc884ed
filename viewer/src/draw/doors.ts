/**
 * Connections between layers, regions with labels, and point obstacles: the few things that come with the place.
 *
 * Connections are thin and green while they are open, and thick and red when they are closed. Regions are tinted and
 * hatched. Point obstacles are dots.
 *
 * Cost: all is made anew when a connection opens or the theme changes; connections are few.
 */

import { type Mesh, type Object3D, type Points, type ShaderMaterial } from "three";
import type { Look, Place, Point } from "../types";
import { areaMaterial, areaMesh } from "./areas";
import { type Common, ORDER } from "./common";
import { dotMaterial, dots } from "./dots";
import { bytes, region, THEMES } from "./palette";
import { wideLines, wideMaterial } from "./wide";

export class Doors {
  private place: Place | null = null;
  private open: boolean[] = [];
  private look: Look | null = null;
  private changed = false;
  private lines: Mesh | null = null;
  /** One for each layer that has some. */
  private regions: Mesh[] = [];
  private points: Points | null = null;
  private readonly lineMaterial: ShaderMaterial;
  private readonly pointMaterial: ShaderMaterial;

  constructor(
    private readonly root: Object3D,
    private readonly common: Common,
  ) {
    this.lineMaterial = wideMaterial(common, { above: 0.06 });
    this.pointMaterial = dotMaterial(common, true);
  }

  setPlace(place: Place): void {
    this.place = place;
    this.open = place.connections.map((connection) => connection.open);
    this.changed = true;
  }

  setConnections(open: boolean[]): void {
    this.open = open.slice();
    this.changed = true;
  }

  setLook(look: Look): void {
    this.look = look;
    this.changed = true;
  }

  prepare(look: Look): void {
    if (this.changed) this.build();
    if (this.lines) this.lines.visible = look.connections;
    for (const mesh of this.regions) mesh.visible = look.regions && look.floors && !look.clearance;
    if (this.points) this.points.visible = look.walls;
  }

  private build(): void {
    this.changed = false;
    for (const object of [this.lines, this.points, ...this.regions]) {
      if (!object) continue;
      this.root.remove(object);
      object.geometry.dispose();
    }
    for (const mesh of this.regions) (mesh.material as ShaderMaterial).dispose();
    this.lines = this.points = null;
    this.regions = [];
    const { place, look } = this;
    if (!place || !look) return;
    const theme = THEMES[look.theme];
    const { low } = place.box;
    const relative = (p: Point): Point => [p[0] - low[0], p[1] - low[1], p[2] - low[2]];
    const count = place.connections.length;
    if (count > 0) {
      const ends = new Float32Array(6 * count);
      const colors = new Uint8Array(4 * count);
      const styles = new Float32Array(3 * count);
      place.connections.forEach(({ segment, between }, i) => {
        const open = this.open[i] ?? true;
        segment.forEach((end, k) => ends.set(relative(end), 6 * i + 3 * k));
        colors.set([...bytes(open ? theme.open : theme.closed), 255], 4 * i);
        // It is seen with the one of its layers that is seen better.
        const order = { shown: 2, faded: 1, hidden: 0 };
        const better = order[this.common.of(between[0])] >= order[this.common.of(between[1])] ? between[0] : between[1];
        styles.set([open ? 2.2 : 5, better, -1], 3 * i);
      });
      this.lines = wideLines({ ends, colors, styles }, this.lineMaterial, ORDER.door);
    }
    for (const layer of new Set(place.regions.map((area) => area.layer))) {
      if (this.common.of(layer) !== "shown") continue;
      const areas = place.regions.filter((area) => area.layer === layer).map(({ label, polygon }) => {
        const color: [number, number, number, number] = [...bytes(region(label)), 255 * theme.tint];
        return { points: polygon.map(relative), color, layer };
      });
      const mesh = areaMesh(areas, areaMaterial(this.common, { hatched: true, above: 0, layer }), ORDER.region);
      if (mesh) this.regions.push(mesh);
    }
    const points = place.points.map(({ layer, at }) => ({ at: relative(at), color: bytes(theme.wall), size: 5, ring: false, layer }));
    this.points = dots(points, this.pointMaterial, ORDER.wallEdge);
    for (const object of [this.lines, this.points, ...this.regions]) if (object) this.root.add(object);
  }
}
