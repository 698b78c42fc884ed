/**
 * Walls: borders of walkable space and line obstacles. In 2D they are lines, in 3D low strips that one can see through,
 * with sharp edges, and floors are slabs.
 *
 * Idea: walls of all layers are put together with their layer when a floor changed, and each kind of picture makes
 * buffers of them when it first needs them: wide lines, thin lines, and strips for faces and slabs.
 *
 * Cost: O(walls) after a change, some milliseconds for 100,000; one to four draw calls. Where walls are many and small on
 * the screen, lines are one pixel wide and faces are left out.
 */

import { BufferAttribute, BufferGeometry, DoubleSide, LineSegments, Mesh, type Object3D, ShaderMaterial, Vector4 } from "three";
import type { Floor, Look } from "../types";
import { moving } from "./backdrop";
import { type Common, ORDER, PLAIN, SHOWING } from "./common";
import { bytes, rgb, THEMES } from "./palette";
import { perSegment, quads } from "./quads";
import { wideLines, wideMaterial } from "./wide";

/** Of walls in 3D, and of slabs. (m) */
const HEIGHT = 1.0;
const THICKNESS = 0.25;
/** Width of walls in 2D. (pixels) */
const WIDTH = 1.7;
/** More walls than these are thin when they are small. */
const MANY = 12000;

type Kind = "wide" | "thin" | "top" | "face" | "slab";

export class Walls {
  private readonly floors = new Map<number, Floor>();
  private changed = false;
  private color = "#000000";
  private readonly materials: Record<Kind, ShaderMaterial>;
  private objects: Partial<Record<Kind, Mesh | LineSegments>> = {};
  /** Both ends of all walls, and their layers. */
  private ends = new Float32Array(0);
  private layers = new Uint16Array(0);

  constructor(
    private readonly root: Object3D,
    private readonly common: Common,
  ) {
    this.materials = {
      wide: wideMaterial(common, { plain: true }),
      thin: this.lineMaterial(0),
      top: this.lineMaterial(HEIGHT),
      face: this.stripMaterial(0, HEIGHT, false),
      slab: this.stripMaterial(-THICKNESS, 0, true),
    };
  }

  clear(): void {
    this.floors.clear();
    this.changed = true;
  }

  set(layer: number, floor: Floor): void {
    this.floors.set(layer, floor);
    this.changed = true;
  }

  setLook(look: Look): void {
    const theme = THEMES[look.theme];
    if (theme.wall !== this.color) {
      this.color = theme.wall;
      this.changed = true;
    }
    const paint = (kind: Kind, color: string, opacity: number): void => {
      (this.materials[kind].uniforms["color"]!.value as Vector4).set(...rgb(color), opacity);
    };
    paint("thin", theme.wall, 1);
    paint("top", theme.wall, 0.75);
    paint("face", theme.wallFace, theme.wallOpacity);
    paint("slab", theme.slab, 1);
  }

  /** Before a picture. `pixels`: in a meter, about. */
  prepare(look: Look, deep: boolean, pixels: number): void {
    if (this.changed) this.gather();
    const many = this.layers.length > MANY;
    const small = many && pixels < 6;
    const tall = look.walls && deep && !(many && pixels < 3);
    this.show("wide", look.walls && !deep && !small);
    this.show("thin", look.walls && (deep || small));
    this.show("top", tall);
    this.show("face", tall);
    this.show("slab", look.floors && deep && !small);
  }

  private show(kind: Kind, yes: boolean): void {
    if (yes && this.layers.length > 0) this.objects[kind] ??= this.make(kind);
    const object = this.objects[kind];
    if (object) object.visible = yes;
  }

  private gather(): void {
    this.changed = false;
    for (const object of Object.values(this.objects)) {
      this.root.remove(object);
      object.geometry.dispose();
    }
    this.objects = {};
    const parts = [...this.floors].sort(([a], [b]) => a - b);
    const count = parts.reduce((sum, [, floor]) => sum + floor.sides.length, 0);
    this.ends = new Float32Array(6 * count);
    this.layers = new Uint16Array(count);
    let at = 0;
    for (const [layer, { walls, sides }] of parts) {
      this.ends.set(walls, 6 * at);
      this.layers.fill(layer, at, at + sides.length);
      at += sides.length;
    }
  }

  private make(kind: Kind): Mesh | LineSegments {
    const object = kind === "wide" ? this.wide() : kind === "thin" || kind === "top" ? this.lines(kind) : this.strips(kind);
    object.renderOrder = { wide: ORDER.wall, thin: ORDER.wall, top: ORDER.wallEdge, face: ORDER.wallFace, slab: ORDER.slab }[kind];
    object.frustumCulled = false;
    // People are behind faces; where there are very many walls, nobody sees that they are not.
    this.root.add((kind === "face" || kind === "top") && this.layers.length < 3000 ? moving(object) : object);
    return object;
  }

  private wide(): Mesh {
    const { ends, layers } = this;
    const colors = new Uint8Array(4 * layers.length);
    const styles = new Float32Array(3 * layers.length);
    const color = bytes(this.color);
    for (let i = 0; i < layers.length; i++) {
      colors.set(color, 4 * i);
      colors[4 * i + 3] = 255;
      styles[3 * i] = WIDTH;
      styles[3 * i + 1] = layers[i]!;
      styles[3 * i + 2] = -1;
    }
    return wideLines({ ends, colors, styles }, this.materials.wide, ORDER.wall);
  }

  private lines(kind: "thin" | "top"): LineSegments {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(this.ends, 3));
    const ofEnds = new Uint16Array(2 * this.layers.length);
    for (let i = 0; i < ofEnds.length; i++) ofEnds[i] = this.layers[i >> 1]!;
    geometry.setAttribute("layer", new BufferAttribute(ofEnds, 1));
    return new LineSegments(geometry, this.materials[kind]);
  }

  private strips(kind: "face" | "slab"): Mesh {
    const geometry = quads(this.ends);
    geometry.setAttribute("layer", perSegment(this.layers, 1));
    return new Mesh(geometry, this.materials[kind]);
  }

  private lineMaterial(height: number): ShaderMaterial {
    return new ShaderMaterial({
      uniforms: { ...this.common.uniforms, color: { value: new Vector4() }, height: { value: height } },
      vertexShader: LINE,
      fragmentShader: PLAIN,
      transparent: true,
      depthWrite: false,
    });
  }

  private stripMaterial(from: number, to: number, opaque: boolean): ShaderMaterial {
    return new ShaderMaterial({
      uniforms: { ...this.common.uniforms, color: { value: new Vector4() }, from: { value: from }, to: { value: to } },
      defines: opaque ? { OPAQUE: "" } : {},
      vertexShader: STRIP,
      fragmentShader: PLAIN,
      transparent: !opaque,
      depthWrite: opaque,
      side: DoubleSide,
      polygonOffset: opaque,
      polygonOffsetFactor: 2,
      polygonOffsetUnits: 8,
    });
  }
}

const LINE = /* glsl */ `
${SHOWING}
attribute float layer;
uniform float lift, height;
uniform vec4 color;
varying vec4 paint;
varying float level;

void main() {
  float shown = showing(layer);
  paint = vec4(color.rgb, color.a * shown);
  level = position.z + height / lift;
  gl_Position = shown == 0.0 ? NOWHERE : projectionMatrix * modelViewMatrix * vec4(position.xy, level, 1.0);
}`;

const STRIP = /* glsl */ `
${SHOWING}
attribute vec3 tail, tip;
attribute float layer;
uniform float lift, from, to;
uniform vec4 color;
varying vec4 paint;
varying float level;

void main() {
  float shown = showing(layer);
  #ifdef OPAQUE
  shown = shown < 1.0 ? 0.0 : 1.0;
  #endif
  vec3 at = mix(tail, tip, position.x);
  float upward = 0.5 + 0.5 * position.y;
  // Walls along x and along y differ a little in brightness, so that corners are seen.
  vec2 way = normalize(tip.xy - tail.xy + vec2(1e-9, 0.0));
  float light = 0.9 + 0.16 * abs(way.x);
  // Faces fade towards the ground, like light on paper.
  paint = vec4(color.rgb * light, color.a * shown * mix(1.0, 0.8, upward));
  #ifdef OPAQUE
  paint.a = 1.0;
  #endif
  level = at.z + mix(from, to, upward) / lift;
  gl_Position = shown == 0.0 ? NOWHERE : projectionMatrix * modelViewMatrix * vec4(at.xy, level, 1.0);
}`;
