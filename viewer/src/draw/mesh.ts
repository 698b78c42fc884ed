/**
 * The navigation mesh: its medial axis, the spokes to nearest obstacle points, outlines of cells, and clearance.
 *
 * Idea: cells come in blocks, and a block that comes again replaces itself; so each block has buffers of its own, which
 * are made when a look first needs them. Arc points are used where they lie in the data of the block (x, y, z,
 * clearance); layers are looked up in the shader, so that a block may have cells of many.
 *
 * Cost: thin GL lines, since cells are many (100,000 and more), but for the axis when one is near; a draw call for each
 * block in view and kind of line. An update costs O(cells of its blocks).
 */

import {
  BufferAttribute, BufferGeometry, InterleavedBuffer, InterleavedBufferAttribute, LineSegments, Mesh, type Object3D,
  ShaderMaterial, Vector3,
} from "three";
import type { Cells, Look } from "../types";
import { clearanceGeometry } from "./clearance";
import { type Common, ORDER, PLAIN, SHOWING } from "./common";
import { sphere } from "./floors";
import { bytes, component, RAMP, rgb, THEMES } from "./palette";
import { wideLines, wideMaterial } from "./wide";

/** `bold` is the medial axis again, with wide lines, for when few of them are seen. */
type Kind = "axis" | "bold" | "spokes" | "cells" | "clearance";
const KINDS: Kind[] = ["axis", "bold", "spokes", "cells", "clearance"];
/** Width of bold lines (pixels), how many pixels a meter has when they are bold, and how few of them always are. */
const BOLD = { width: 1.8, pixels: 12, few: 12_000 };
const ORDERS = { axis: ORDER.axis, bold: ORDER.axis, spokes: ORDER.spoke, cells: ORDER.cell, clearance: ORDER.clearance };

interface Block {
  cells: Cells;
  largest: number;
  drawn: Partial<Record<Kind, LineSegments | Mesh>>;
}

export class CellBlocks {
  private readonly blocks = new Map<number, Block>();
  private readonly materials: Record<Kind, ShaderMaterial>;
  private changed = false;
  /** What was left out, and whether lines were bold, in the picture before. */
  private coarse = false;
  private bold = false;
  private axisColor = "";
  private points = 0;

  constructor(
    private readonly root: Object3D,
    private readonly common: Common,
  ) {
    const line = (): ShaderMaterial => this.material(LINE, PLAIN, { color: { value: new Vector3() }, byComponent: { value: 0 }, opacity: { value: 1 } });
    this.materials = {
      axis: line(),
      bold: wideMaterial(this.common),
      spokes: line(),
      cells: line(),
      clearance: this.material(AREA, RAMPED, { ramp: { value: RAMP.map((stop) => new Vector3(...stop)) }, largest: { value: 1 } }),
    };
    const { clearance } = this.materials;
    clearance.polygonOffset = true;
    clearance.polygonOffsetFactor = 1.5;
    clearance.polygonOffsetUnits = 5;
    clearance.side = 2;
  }

  clear(): void {
    for (const block of this.blocks.values()) this.drop(block);
    this.blocks.clear();
    this.points = 0;
    this.changed = true;
  }

  set(cells: Cells): void {
    const old = this.blocks.get(cells.block);
    if (old) this.drop(old);
    this.points += (cells.points.length - (old?.cells.points.length ?? 0)) / 4;
    let largest = 0;
    for (let i = 3; i < cells.points.length; i += 4) largest = Math.max(largest, cells.points[i]!);
    this.blocks.set(cells.block, { cells, largest, drawn: {} });
    this.changed = true;
  }

  setLook(look: Look): void {
    const theme = THEMES[look.theme];
    const paint = (kind: Kind, color: string, opacity: number): void => {
      (this.materials[kind].uniforms["color"]!.value as Vector3).set(...rgb(color));
      this.materials[kind].uniforms["opacity"]!.value = opacity;
    };
    paint("axis", look.clearance ? theme.axisOnColor : theme.axis, 1);
    paint("spokes", theme.spoke, 0.85);
    paint("cells", theme.cell, 0.8);
    this.materials.axis.uniforms["byComponent"]!.value = look.components ? 1 : 0;
    // Bold lines have their colors in buffers.
    const color = look.components ? "" : look.clearance ? theme.axisOnColor : theme.axis;
    if (color !== this.axisColor) for (const block of this.blocks.values()) this.drop(block, "bold");
    this.axisColor = color;
    this.changed = true;
  }

  /** Before a picture: makes what is needed and not there yet. `pixels`: in a meter; `coarse`: leaves out what is very much. */
  prepare(look: Look, pixels: number, coarse: boolean): void {
    const bold = this.points < BOLD.few || pixels > BOLD.pixels;
    if (!this.changed && coarse === this.coarse && bold === this.bold) return;
    [this.changed, this.coarse, this.bold] = [false, coarse, bold];
    const axis = look.axis || look.components;
    const wanted = { axis: axis && !bold, bold: axis && bold, spokes: look.spokes, cells: look.cells, clearance: look.clearance };
    if (coarse) wanted.axis = wanted.bold = wanted.spokes = wanted.cells = wanted.clearance = false;
    let largest = 0;
    for (const block of this.blocks.values()) {
      largest = Math.max(largest, block.largest);
      for (const kind of KINDS) {
        if (wanted[kind] && !block.drawn[kind]) block.drawn[kind] = this.make(kind, block.cells);
        const object = block.drawn[kind];
        if (object) object.visible = wanted[kind];
      }
    }
    this.materials.clearance.uniforms["largest"]!.value = Math.max(largest, 1e-3);
  }

  private make(kind: Kind, cells: Cells): LineSegments | Mesh {
    if (kind === "bold") return this.makeBold(cells);
    const geometry = { axis, spokes, cells: outlines, clearance: clearanceGeometry }[kind](cells);
    const material = this.materials[kind];
    const object = kind === "clearance" ? new Mesh(geometry, material) : new LineSegments(geometry, material);
    object.renderOrder = ORDERS[kind];
    this.root.add(object);
    return object;
  }

  private makeBold(cells: Cells): Mesh {
    const { points, first } = cells;
    const count = points.length / 4 - cells.id.length;
    const segments = { ends: new Float32Array(6 * count), colors: new Uint8Array(4 * count).fill(255), styles: new Float32Array(3 * count) };
    const one = this.axisColor === "" ? null : bytes(this.axisColor);
    let at = 0;
    for (let k = 0; k < cells.id.length; k++) {
      for (let i = first[k]!; i + 1 < first[k + 1]!; i++, at++) {
        segments.ends.set(points.subarray(4 * i, 4 * i + 3), 6 * at);
        segments.ends.set(points.subarray(4 * i + 4, 4 * i + 7), 6 * at + 3);
        segments.colors.set(one ?? component(cells.component[k]!), 4 * at);
        segments.styles.set([BOLD.width, cells.layer[k]!, -1], 3 * at);
      }
    }
    const mesh = wideLines(segments, this.materials.bold, ORDERS.bold);
    mesh.geometry.boundingSphere = sphere(points, 4);
    mesh.frustumCulled = true;
    this.root.add(mesh);
    return mesh;
  }

  /** Throws away what was made of a block, or only one kind of it. */
  private drop(block: Block, only?: Kind): void {
    for (const kind of only ? [only] : KINDS) {
      const object = block.drawn[kind];
      if (!object) continue;
      this.root.remove(object);
      object.geometry.dispose();
      delete block.drawn[kind];
    }
  }

  private material(vertex: string, fragment: string, uniforms: ShaderMaterial["uniforms"]): ShaderMaterial {
    return new ShaderMaterial({
      uniforms: { ...this.common.uniforms, ...uniforms },
      vertexShader: vertex,
      fragmentShader: fragment,
      transparent: true,
      depthWrite: false,
    });
  }
}

/** Lines along all arcs. */
function axis(cells: Cells): BufferGeometry {
  const geometry = new BufferGeometry();
  const { points, first } = cells;
  const count = points.length / 4;
  const cellCount = cells.id.length;
  const layers = new Uint16Array(count);
  const tints = new Uint8Array(4 * count);
  const index = new Uint32Array(2 * (count - cellCount));
  let at = 0;
  for (let k = 0; k < cellCount; k++) {
    const tint = component(cells.component[k]!);
    for (let i = first[k]!; i < first[k + 1]!; i++) {
      layers[i] = cells.layer[k]!;
      tints[4 * i] = tint[0];
      tints[4 * i + 1] = tint[1];
      tints[4 * i + 2] = tint[2];
      if (i + 1 < first[k + 1]!) {
        index[at++] = i;
        index[at++] = i + 1;
      }
    }
  }
  geometry.setAttribute("position", new InterleavedBufferAttribute(new InterleavedBuffer(points, 4), 3, 0));
  geometry.setAttribute("layer", new BufferAttribute(layers, 1));
  geometry.setAttribute("tint", new BufferAttribute(tints, 4, true));
  geometry.setIndex(new BufferAttribute(index, 1));
  geometry.boundingSphere = sphere(points, 4);
  return geometry;
}

/** Lines from the ends of arcs to their nearest obstacle points; those that two cells of an edge share are there once. */
function spokes(cells: Cells): BufferGeometry {
  const lines = new Lines(4 * cells.id.length);
  const { points, first, feet, edge } = cells;
  for (let k = 0; k < cells.id.length; k++) {
    const [start, end] = [4 * first[k]!, 4 * (first[k + 1]! - 1)];
    const layer = cells.layer[k]!;
    lines.add(points, start, feet, 12 * k, layer);
    lines.add(points, start, feet, 12 * k + 3, layer);
    const next = k + 1 < cells.id.length && edge[k + 1] === edge[k] ? 4 * first[k + 1]! : -1;
    const shared = next >= 0 && points[next] === points[end] && points[next + 1] === points[end + 1];
    if (shared && sameFeet(feet, 12 * k + 6, 12 * k + 12)) continue;
    lines.add(points, end, feet, 12 * k + 6, layer);
    lines.add(points, end, feet, 12 * k + 9, layer);
  }
  return lines.geometry();
}

function sameFeet(feet: Float32Array, a: number, b: number): boolean {
  return [0, 1, 3, 4].every((i) => feet[a + i] === feet[b + i]);
}

/** Lines around cells, without their arcs: start, right, right, end, left, left. */
function outlines(cells: Cells): BufferGeometry {
  const lines = new Lines(6 * cells.id.length);
  const { points, first, feet } = cells;
  for (let k = 0; k < cells.id.length; k++) {
    const [start, end] = [4 * first[k]!, 4 * (first[k + 1]! - 1)];
    const [left0, right0, left1, right1] = [12 * k, 12 * k + 3, 12 * k + 6, 12 * k + 9];
    const layer = cells.layer[k]!;
    lines.add(points, start, feet, right0, layer);
    lines.add(feet, right0, feet, right1, layer);
    lines.add(points, end, feet, right1, layer);
    lines.add(points, end, feet, left1, layer);
    lines.add(feet, left1, feet, left0, layer);
    lines.add(points, start, feet, left0, layer);
  }
  return lines.geometry();
}

/** Gathers lines that are not points. */
class Lines {
  private readonly ends: Float32Array;
  private readonly layers: Uint16Array;
  private count = 0;

  constructor(most: number) {
    this.ends = new Float32Array(6 * most);
    this.layers = new Uint16Array(2 * most);
  }

  add(a: Float32Array, i: number, b: Float32Array, j: number, layer: number): void {
    if (a[i] === b[j] && a[i + 1] === b[j + 1]) return;
    const at = 6 * this.count;
    for (let k = 0; k < 3; k++) {
      this.ends[at + k] = a[i + k]!;
      this.ends[at + 3 + k] = b[j + k]!;
    }
    this.layers[2 * this.count] = this.layers[2 * this.count + 1] = layer;
    this.count += 1;
  }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    const ends = this.ends.slice(0, 6 * this.count);
    geometry.setAttribute("position", new BufferAttribute(ends, 3));
    geometry.setAttribute("layer", new BufferAttribute(this.layers.slice(0, 2 * this.count), 1));
    geometry.boundingSphere = sphere(ends);
    return geometry;
  }
}

const LINE = /* glsl */ `
${SHOWING}
attribute float layer;
attribute vec4 tint;
uniform vec3 color;
uniform float byComponent, opacity;
varying vec4 paint;
varying float level;

void main() {
  float shown = showing(layer);
  paint = vec4(mix(color, tint.rgb, byComponent), opacity * shown);
  level = position.z;
  gl_Position = shown == 0.0 ? NOWHERE : projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const AREA = /* glsl */ `
${SHOWING}
attribute float layer, clearance;
varying float far;
varying vec2 more;

void main() {
  float shown = showing(layer);
  far = clearance;
  more = vec2(position.z, shown);
  gl_Position = shown == 0.0 ? NOWHERE : projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const RAMPED = /* glsl */ `
uniform float cut, largest, ratio;
uniform vec3 ramp[6];
varying float far;
varying vec2 more;

void main() {
  if (more.x > cut) discard;
  // The root gives narrow places, which matter most, more of the colors.
  float x = 5.0 * sqrt(clamp(far / largest, 0.0, 1.0));
  int i = min(int(x), 4);
  vec3 paint = mix(ramp[i], ramp[i + 1], x - float(i));
  // A faint line for each meter, where there is room for it.
  float width = fwidth(far);
  float line = abs(fract(far + 0.5) - 0.5) / max(width, 1e-6);
  float seen = (1.0 - smoothstep(0.04, 0.12, width)) * step(0.5, far);
  paint *= 1.0 - 0.16 * seen * clamp(ratio - line, 0.0, 1.0);
  gl_FragColor = vec4(paint, more.y);
}`;
