/**
 * What all shaders share: one set of uniforms, and a few lines of GLSL.
 *
 * Idea: whether a layer is shown, faded or hidden is a small texture with a texel for each layer. Things of many layers
 * are then in one buffer and one draw call, and showing another layer changes some texels instead of buffers.
 * Uniforms are objects that all materials refer to, so that one write reaches all.
 *
 * Heights are scaled by the root of the scene (`lift`); heights of things (walls, people) are divided by it in
 * shaders, so that a lifted place does not have giants.
 */

import { DataTexture, type IUniform, NearestFilter, RedFormat, type Texture, UnsignedByteType, Vector2 } from "three";
import type { Look, Showing } from "../types";

/** As a texel, and as the opacity of lines that are not on faded floors. */
const TEXEL: Record<Showing, number> = { shown: 255, faded: 64, hidden: 0 };
const NEVER = 1e30;

export type Uniforms = Record<string, IUniform>;

export class Common {
  /** For uniforms that have no texture now. */
  readonly nothing: Texture = new DataTexture(new Uint8Array(4), 1, 1);
  readonly viewport = new Vector2(1, 1);
  readonly uniforms = {
    layers: { value: new DataTexture(new Uint8Array(256), 256, 1, RedFormat, UnsignedByteType) },
    /** Heights above are not drawn. (m, relative to the box) */
    cut: { value: NEVER },
    lift: { value: 1 },
    /** Depths of what stands still, if things are to be compared with them; see backdrop.ts. */
    depths: { value: this.nothing },
    occluding: { value: 0 },
    /** How far between two frames. */
    mixing: { value: 1 },
    /** (pixels of the device) */
    viewport: { value: this.viewport },
    /** Pixels of the device in one of CSS. */
    ratio: { value: 1 },
    /** Pixels in a meter, at distance 1 in 3D. */
    pixels: { value: 1 },
    /** Pixels of the device in a meter at the target. */
    zoom: { value: 1 },
    /** Sine and cosine of the elevation: how round circles on the ground are, and how tall are people. */
    tilt: { value: new Vector2(1, 0) },
  };
  private showing: Showing[] = [];

  /** Makes room for so many layers, all shown. */
  setLayers(count: number): void {
    this.showing = new Array<Showing>(count).fill("shown");
    this.write();
  }

  setLook(look: Look, low: number): void {
    this.showing = this.showing.map((_, layer) => look.layers[layer] ?? "shown");
    this.uniforms.cut.value = look.cut === null ? NEVER : look.cut - low;
    this.write();
  }

  of(layer: number): Showing {
    return this.showing[layer] ?? "shown";
  }

  /** How much of each layer's people is seen, of `full`. */
  covers(full: number): number[] {
    return this.showing.map((showing) => (showing === "hidden" ? 0 : showing === "faded" ? Math.ceil(full / 4) : full));
  }

  /** Whether something at this height (relative to the box) is drawn. */
  below(height: number): boolean {
    return height <= this.uniforms.cut.value;
  }

  private write(): void {
    const rows = Math.max(1, Math.ceil(this.showing.length / 256));
    let texture = this.uniforms.layers.value;
    if (texture.image.height !== rows) {
      texture.dispose();
      texture = new DataTexture(new Uint8Array(256 * rows), 256, rows, RedFormat, UnsignedByteType);
      this.uniforms.layers.value = texture;
    }
    const texels = texture.image.data as Uint8Array;
    this.showing.forEach((showing, layer) => (texels[layer] = TEXEL[showing]));
    texture.minFilter = texture.magFilter = NearestFilter;
    texture.needsUpdate = true;
  }
}

/** For vertex shaders: `showing(layer)` is 1 if shown, about 1/4 if faded, 0 if hidden; less than 0 is always shown. */
export const SHOWING = /* glsl */ `
uniform highp sampler2D layers;
float showing(float layer) {
  int i = int(layer + 0.5);
  return layer < 0.0 ? 1.0 : texelFetch(layers, ivec2(i & 255, i >> 8), 0).r;
}
const vec4 NOWHERE = vec4(2.0, 2.0, 2.0, 1.0);
`;

/** For vertex shaders of things that are seen from above: whether a place of the screen is behind what stands still. */
export const HIDDEN = /* glsl */ `
uniform highp sampler2D depths;
uniform float occluding;
bool hidden(vec4 at) {
  return occluding > 0.5 && textureLod(depths, at.xy / at.w * 0.5 + 0.5, 0.0).r < at.z / at.w * 0.5 + 0.5;
}
`;

/** What a floor leaves in the stencil. Layers that share a number are seldom above each other. */
export function stencil(layer: number): number {
  return 1 + (layer % 255);
}

/** The order in which things are drawn; opaque ones are first anyway. */
export const ORDER = {
  floor: 0,
  slab: 1,
  fadedFloor: 2,
  clearance: 3,
  region: 4,
  area: 5,
  cell: 6,
  spoke: 7,
  axis: 8,
  wall: 9,
  door: 10,
  trail: 11,
  person: 12,
  wallFace: 13,
  wallEdge: 14,
  line: 15,
  dot: 16,
  mark: 17,
};

/** A fragment shader: what was painted, up to the cut. */
export const PLAIN = /* glsl */ `
uniform float cut;
varying vec4 paint;
varying float level;
void main() {
  if (level > cut) discard;
  gl_FragColor = paint;
}`;
