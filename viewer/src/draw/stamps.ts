/**
 * Large crowds from above, for graphics that are done by the processor: characters are stamped into a picture here, and one
 * pass over the screen lays it over the backdrop.
 *
 * Idea: SwiftShader takes some 1.5 µs for each point sprite, 75 ms for 50,000; writing the two dozen pixels of a small disc
 * takes JavaScript a tenth of that. Discs are cut once for each radius (in quarters of a pixel) and each of 16 positions
 * within a pixel, with smooth edges. A pixel has the color and, in eight bits, how high the character is (5) and how much
 * of it is covered (3): the higher wins, and the pass can compare it with depths of the backdrop.
 *
 * Cost: O(characters) in JavaScript, some 5 ms for 50,000, and a pass over the screen.
 */

import {
  BufferAttribute, BufferGeometry, Camera, DataTexture, GLSL3, Mesh, NoBlending, RawShaderMaterial, Scene, type WebGLRenderer, type WebGLRenderTarget,
} from "three";
import type { Common } from "./common";
import type { Crowd } from "./people";
import type { View } from "./view";

/** Levels of coverage and of height. */
const COVERS = 7;
const HEIGHTS = 31;
/** Positions within a pixel, each way. */
const PHASES = 4;

/** Pixels of a disc: how far from its middle one in the picture, and coverage. */
interface Disc {
  offset: Int32Array;
  cover: Int32Array;
  reach: number;
}

export class Stamps {
  private width = 0;
  private height = 0;
  private pixels = new Int32Array(0);
  private texture = new DataTexture(new Uint8Array(4), 1, 1);
  private readonly discs = new Map<number, Disc>();
  private readonly scene = new Scene();
  private readonly eye = new Camera();
  private readonly material: RawShaderMaterial;

  constructor(private readonly common: Common) {
    this.material = new RawShaderMaterial({
      glslVersion: GLSL3,
      uniforms: {
        people: { value: this.texture },
        still: { value: null },
        depths: { value: null },
        // Depth of the lowest character, and how much a level of height is nearer.
        near: { value: 0 },
        level: { value: 0 },
      },
      vertexShader: "in vec3 position; void main() { gl_Position = vec4(position, 1.0); }",
      fragmentShader: FRAGMENT,
      depthTest: false,
      depthWrite: false,
      blending: NoBlending,
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
    const screen = new Mesh(geometry, this.material);
    screen.frustumCulled = false;
    this.scene.add(screen);
  }

  /** Draws the backdrop with everybody on it. */
  render(webgl: WebGLRenderer, still: WebGLRenderTarget, crowd: Crowd, view: View): void {
    const range = Math.max(view.box.high[2] - view.box.low[2], 1);
    this.resize(still.width, still.height);
    this.stamp(crowd, view, range);
    this.texture.needsUpdate = true;
    const { uniforms } = this.material;
    uniforms["people"]!.value = this.texture;
    uniforms["still"]!.value = still.texture;
    uniforms["depths"]!.value = still.depthTexture;
    // Depths from above are linear. Half a level and a bit nearer than the floor that a character is on.
    const eye = view.eye();
    const part = 1 / eye.far;
    const bias = 0.15 + (0.5 * range) / HEIGHTS;
    uniforms["near"]!.value = (eye.matrixWorld.elements[14]! - bias) * part;
    uniforms["level"]!.value = (range / HEIGHTS) * part;
    webgl.autoClear = false;
    webgl.setRenderTarget(null);
    webgl.render(this.scene, this.eye);
    webgl.autoClear = true;
  }

  private stamp(crowd: Crowd, view: View, range: number): void {
    const { pixels, width, height } = this;
    pixels.fill(0);
    const { uniforms } = this.common;
    const [t, ratio, cut] = [uniforms.mixing.value, uniforms.ratio.value, uniforms.cut.value];
    const scale = height / view.camera.span;
    const left = view.camera.target[0] - view.box.low[0] - width / 2 / scale;
    const low = view.camera.target[1] - view.box.low[1] - height / 2 / scale;
    const shown = this.common.covers(COVERS);
    const { from, to, layers, forms, colors } = crowd;
    const later = t < 0.5 ? 0 : 1;
    for (let i = 0, k = 0; i < crowd.count; i++, k += 3) {
      const strength = shown[layers[2 * i + later]!] ?? COVERS;
      const z = from[k + 2]! + t * (to[k + 2]! - from[k + 2]!);
      if (strength === 0 || z > cut) continue;
      const x = (from[k]! + t * (to[k]! - from[k]!) - left) * scale;
      const y = (from[k + 1]! + t * (to[k + 1]! - from[k + 1]!) - low) * scale;
      const radius = Math.max(forms[4 * i + 2]! * 0.005 * scale, 1.1 * ratio);
      const column = Math.floor(x);
      const row = Math.floor(y);
      const { offset, cover, reach } = this.disc(Math.round(4 * radius), Math.floor((x - column) * PHASES), Math.floor((y - row) * PHASES));
      if (column < reach || row < reach || column >= width - reach || row >= height - reach) continue;
      const level = Math.min(HEIGHTS, Math.max(0, Math.round((HEIGHTS * z) / range))) << 3;
      const color = colors[4 * i]! | (colors[4 * i + 1]! << 8) | (colors[4 * i + 2]! << 16);
      const middle = row * width + column;
      for (let p = 0; p < offset.length; p++) {
        const at = middle + offset[p]!;
        const key = level | (cover[p]! < strength ? cover[p]! : strength);
        if (pixels[at]! >>> 24 < key) pixels[at] = color | (key << 24);
      }
    }
  }

  /** A disc with a radius of so many quarters of a pixel. */
  private disc(quarters: number, phaseX: number, phaseY: number): Disc {
    const key = (quarters * PHASES + phaseX) * PHASES + phaseY;
    const known = this.discs.get(key);
    if (known) return known;
    const radius = quarters / 4;
    const reach = Math.ceil(radius + 1);
    const offset: number[] = [];
    const cover: number[] = [];
    // The middle is at this place of its pixel.
    const [mx, my] = [(phaseX + 0.5) / PHASES, (phaseY + 0.5) / PHASES];
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        const part = Math.round(COVERS * Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(dx + 0.5 - mx, dy + 0.5 - my))));
        if (part === 0) continue;
        offset.push(dy * this.width + dx);
        cover.push(part);
      }
    }
    const made = { offset: Int32Array.from(offset), cover: Int32Array.from(cover), reach };
    this.discs.set(key, made);
    return made;
  }

  private resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    [this.width, this.height] = [width, height];
    this.pixels = new Int32Array(width * height);
    this.discs.clear();
    this.texture.dispose();
    this.texture = new DataTexture(new Uint8Array(this.pixels.buffer), width, height);
  }
}

const FRAGMENT = /* glsl */ `
precision highp float;
uniform highp sampler2D people, still, depths;
uniform float near, level;
out vec4 color;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 person = texelFetch(people, at, 0);
  color = vec4(texelFetch(still, at, 0).rgb, 1.0);
  if (person.a > 0.0) {
    int packed = int(person.a * 255.0 + 0.5);
    if (texelFetch(depths, at, 0).r >= near - float(packed >> 3) * level)
      color.rgb = mix(color.rgb, person.rgb, float(packed & ${COVERS}) / ${COVERS}.0);
  }
}`;
