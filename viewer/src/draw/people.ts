/**
 * Everybody, in one draw call: a point sprite for each character.
 *
 * Idea: the graphics card gets where each one is in two frames, and mixes; so a new picture between frames costs one
 * uniform, and a new frame one pass over the characters. From above a character is a disc of its true radius with a
 * mark where it goes; in 3D the sprite is a figure, drawn by formulas: a body that gets wider up to the shoulders and a
 * head, which get shorter as one looks from higher up, until from above head and shoulders are discs again.
 *
 * Cost: 32 bytes a character, in arrays that are kept and grow by doubling. Figures of faded layers are drawn on every
 * fourth pixel instead of translucent, so that nothing need be sorted.
 */

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, type Object3D, Points, ShaderMaterial, Vector3 } from "three";
import type { Frame, Look } from "../types";
import { moving } from "./backdrop";
import { type Common, HIDDEN, ORDER, SHOWING } from "./common";
import { findId, matchIds, sameIds } from "./match";
import { rgb, THEMES } from "./palette";

/** How tall figures are. (m) */
export const TALL = 1.72;
/** Of a byte of the radius. (m) */
const RADIUS = 0.005;

/** Where everybody is, for whoever needs it on the CPU. */
export interface Crowd {
  count: number;
  ids: Uint32Array;
  /** x, y, z in the first and the second frame. */
  from: Float32Array;
  to: Float32Array;
  /** In the first and the second frame. */
  layers: Uint16Array;
  /** Headings in the first and the second frame, radius (5 mm), unused. */
  forms: Uint8Array;
  colors: Uint8Array;
}

export class People {
  readonly crowd: Crowd = { count: 0, ids: new Uint32Array(0), ...arrays(0) };
  private capacity = 0;
  private index = new Int32Array(0);
  private readonly flat: ShaderMaterial;
  private readonly small: ShaderMaterial;
  private readonly deep: ShaderMaterial;
  private readonly ring: ShaderMaterial;
  private readonly points: Points<BufferGeometry, ShaderMaterial>;
  private readonly rings: Points<BufferGeometry, ShaderMaterial>;
  private marked: number[] = [];
  private markedChanged = false;

  constructor(
    root: Object3D,
    private readonly common: Common,
    largest: number,
    /** Whether the processor draws: then small figures are specks too. */
    private readonly slow: boolean,
  ) {
    const material = (fragment: string, defines: Record<string, string>): ShaderMaterial =>
      new ShaderMaterial({
        uniforms: { ...common.uniforms, largest: { value: largest }, color: { value: new Vector3() } },
        defines,
        vertexShader: VERTEX,
        fragmentShader: fragment,
        transparent: true,
        depthWrite: false,
      });
    this.flat = material(DISC, {});
    this.small = material(SPECK, { SPECKS: "" });
    this.deep = material(FIGURE, { DEEP: "" });
    this.deep.depthWrite = true;
    this.ring = material(RING, { RINGS: "" });
    this.ring.depthTest = false;
    this.points = new Points(new BufferGeometry(), this.flat);
    this.rings = new Points(new BufferGeometry(), this.ring);
    for (const object of [this.points, this.rings]) {
      object.frustumCulled = false;
      object.visible = false;
      root.add(moving(object));
    }
    this.points.renderOrder = ORDER.person;
    this.rings.renderOrder = ORDER.mark;
  }

  clear(): void {
    this.marked = [];
    this.set(null, null, new Uint8Array(0));
  }

  set(before: Frame | null, after: Frame | null, colors: Uint8Array): void {
    const last = after ?? before;
    const first = before ?? after;
    const { crowd } = this;
    this.markedChanged = true;
    crowd.count = last?.count ?? 0;
    crowd.ids = last?.id ?? new Uint32Array(0);
    this.points.geometry.setDrawRange(0, crowd.count);
    if (!last || !first || crowd.count === 0) return;
    if (crowd.count > this.capacity) this.grow(crowd.count);
    const same = first === last || sameIds(first.id, last.id);
    if (!same) matchIds(first.id, last.id, this.index);
    fill(first, last, same ? null : this.index, crowd);
    if (colors.length >= 4 * crowd.count) crowd.colors.set(colors.subarray(0, 4 * crowd.count));
    else crowd.colors.fill(90);
    for (const [name, size] of ATTRIBUTES) {
      const attribute = this.points.geometry.getAttribute(name) as BufferAttribute;
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, size * crowd.count);
      attribute.needsUpdate = true;
    }
  }

  setMarked(ids: number[]): void {
    this.marked = ids.slice();
    this.markedChanged = true;
  }

  setLook(look: Look): void {
    (this.ring.uniforms["color"]!.value as Vector3).set(...rgb(THEMES[look.theme].mark));
  }

  /** Whether characters are many and small: from above only what is large enough has a rim and a mark. */
  specks(deep: boolean, pixels: number): boolean {
    return deep ? this.slow && this.crowd.count > 5000 && pixels < 9 : pixels < 10;
  }

  /** Before a picture. `pixels`: of the device in a meter, about; `depths`: whether depths tell who is hidden; `stamped`: see stamps.ts. */
  prepare(look: Look, deep: boolean, pixels: number, depths: boolean, stamped: boolean): void {
    this.points.visible = look.people && this.crowd.count > 0 && !stamped;
    const small = this.specks(deep, pixels);
    this.points.material = small ? this.small : deep ? this.deep : this.flat;
    this.flat.depthTest = this.small.depthTest = depths;
    if (this.markedChanged) this.buildRings();
    this.rings.visible = look.people && this.rings.geometry.drawRange.count > 0;
  }

  /** Where the character with this index is now, in the world without lift. */
  at(i: number, out: [number, number, number]): void {
    const t = this.common.uniforms.mixing.value;
    const { from, to } = this.crowd;
    for (let k = 0; k < 3; k++) out[k] = from[3 * i + k]! + t * (to[3 * i + k]! - from[3 * i + k]!);
  }

  private grow(count: number): void {
    this.capacity = Math.max(1024, 2 ** Math.ceil(Math.log2(count)));
    Object.assign(this.crowd, arrays(this.capacity));
    this.index = new Int32Array(this.capacity);
    this.points.geometry.dispose();
    this.points.geometry = geometry(this.crowd);
    this.points.geometry.setDrawRange(0, count);
  }

  /** Rings are few: copies of those that are marked. */
  private buildRings(): void {
    this.markedChanged = false;
    const { crowd } = this;
    const found = this.marked.map((id) => findId(crowd.ids, id)).filter((i) => i >= 0);
    const part = arrays(found.length);
    found.forEach((i, k) => {
      part.from.set(crowd.from.subarray(3 * i, 3 * i + 3), 3 * k);
      part.to.set(crowd.to.subarray(3 * i, 3 * i + 3), 3 * k);
      part.layers.set(crowd.layers.subarray(2 * i, 2 * i + 2), 2 * k);
      part.forms.set(crowd.forms.subarray(4 * i, 4 * i + 4), 4 * k);
    });
    this.rings.geometry.dispose();
    this.rings.geometry = geometry(part);
    this.rings.geometry.setDrawRange(0, found.length);
  }
}

/** Names of attributes, and how many numbers each has for a character. */
const ATTRIBUTES: [string, number][] = [["position", 3], ["to", 3], ["tint", 4], ["form", 4], ["layer", 2]];

type Arrays = Pick<Crowd, "from" | "to" | "layers" | "forms" | "colors">;

function arrays(n: number): Arrays {
  return {
    from: new Float32Array(3 * n),
    to: new Float32Array(3 * n),
    layers: new Uint16Array(2 * n),
    forms: new Uint8Array(4 * n),
    colors: new Uint8Array(4 * n),
  };
}

function geometry({ from, to, layers, forms, colors }: Arrays): BufferGeometry {
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(from, 3));
  made.setAttribute("to", new BufferAttribute(to, 3));
  made.setAttribute("tint", new BufferAttribute(colors, 4, true));
  made.setAttribute("form", new BufferAttribute(forms, 4));
  made.setAttribute("layer", new BufferAttribute(layers, 2));
  for (const [name] of ATTRIBUTES) (made.getAttribute(name) as BufferAttribute).setUsage(DynamicDrawUsage);
  return made;
}

/** Writes where everybody is in both frames; `index` has where those of `last` are in `first`, null if at the same place. */
export function fill(first: Frame, last: Frame, index: Int32Array | null, out: Arrays): void {
  const { from, to, layers, forms } = out;
  for (let i = 0, i3 = 0; i < last.count; i++, i3 += 3) {
    to[i3] = last.x[i]!;
    to[i3 + 1] = last.y[i]!;
    to[i3 + 2] = last.z === null ? 0 : last.z[i]!;
    const found = index === null ? i : index[i]!;
    // A newcomer starts where it is.
    const source = found < 0 ? last : first;
    const j = found < 0 ? i : found;
    from[i3] = source.x[j]!;
    from[i3 + 1] = source.y[j]!;
    from[i3 + 2] = source.z === null ? 0 : source.z[j]!;
    layers[2 * i] = source.layer[j]!;
    layers[2 * i + 1] = last.layer[i]!;
    forms[4 * i] = source.heading[j]!;
    forms[4 * i + 1] = last.heading[i]!;
    forms[4 * i + 2] = last.radius[i]!;
  }
}

const VERTEX = /* glsl */ `
${SHOWING}
${HIDDEN}
attribute vec3 to;
attribute vec4 tint, form;
attribute vec2 layer;
uniform float mixing, cut, lift, pixels, ratio, largest;
uniform vec2 tilt, viewport;
// Color and opacity.
flat varying vec4 paint;
// Radius and side of the sprite in pixels, direction; in 3D pixels in a meter instead.
flat varying vec4 size;

void main() {
  vec3 at = mix(position, to, mixing);
  float shown = showing(mixing < 0.5 ? layer.x : layer.y);
  if (shown == 0.0 || at.z > cut) { gl_Position = NOWHERE; gl_PointSize = 1.0; return; }
  paint = vec4(tint.rgb, shown);
  float radius = form.z * ${RADIUS.toFixed(3)};
  vec4 ground = modelViewMatrix * vec4(at, 1.0);
  #ifdef SPECKS
  // The middle of the body, a little nearer than the floor.
  ground.y += 0.5 * ${TALL.toFixed(2)} * tilt.y;
  ground.z += 0.15 + 0.5 * ${TALL.toFixed(2)} * tilt.y * tilt.x;
  gl_Position = projectionMatrix * ground;
  float r = max(radius * (1.0 + 0.4 * tilt.y) * pixels / gl_Position.w, 1.1 * ratio);
  size.x = r + 0.5;
  size.y = min(ceil(2.0 * r + 1.0), largest);
  #else
  // The shorter way around.
  float turn = form.y - form.x;
  turn -= 256.0 * floor(turn / 256.0 + 0.5);
  float heading = (form.x + mixing * turn) * 0.0245436926;
  #ifdef DEEP
  // A meter upwards on the screen is tilt.y meters; the sprite is around the middle of the figure.
  float tall = ${TALL.toFixed(2)} * tilt.y + 2.0 * radius * tilt.x;
  ground.y += 0.5 * ${TALL.toFixed(2)} * tilt.y;
  ground.z += 0.5 * ${TALL.toFixed(2)} * tilt.x;
  gl_Position = projectionMatrix * ground;
  float meter = pixels / gl_Position.w;
  float side = max(max(tall, 2.0 * radius) * meter, 2.5 * ratio);
  size = vec4(radius * meter, min(side, largest), meter, heading);
  #else
  #ifndef RINGS
  ground.z += 0.15;
  #endif
  gl_Position = projectionMatrix * ground;
  float r = max(radius * pixels / gl_Position.w, 1.1 * ratio);
  #ifdef RINGS
  r = max(r + 3.0 * ratio, 6.0 * ratio);
  #endif
  size = vec4(r, min(2.0 * r + 2.0, largest), cos(heading), sin(heading));
  #endif
  #endif
  gl_PointSize = size.y;
  #ifndef DEEP
  if (hidden(gl_Position)) gl_Position = NOWHERE;
  #endif
}`;

const SPECK = /* glsl */ `
flat varying vec4 paint;
flat varying vec4 size;

void main() {
  vec2 q = (gl_PointCoord - 0.5) * size.y;
  gl_FragColor = vec4(paint.rgb, paint.a * clamp(size.x - length(q), 0.0, 1.0));
}`;

const DISC = /* glsl */ `
uniform float ratio;
flat varying vec4 paint;
flat varying vec4 size;

void main() {
  vec2 q = (gl_PointCoord - 0.5) * size.y;
  float d = length(q);
  vec3 color = paint.rgb;
  // A rim, and a line from the middle to the front.
  float rim = clamp(d - size.x + max(0.12 * size.x, ratio) + 0.5, 0.0, 1.0);
  vec2 front = vec2(size.z, -size.w);
  float along = clamp(dot(q, front), 0.0, 0.8 * size.x);
  float mark = clamp(0.13 * size.x + 0.8 - length(q - along * front), 0.0, 1.0);
  color *= 1.0 - max(0.3 * rim, 0.5 * mark) * smoothstep(2.0, 4.0, size.x);
  gl_FragColor = vec4(color, paint.a * clamp(size.x + 0.5 - d, 0.0, 1.0));
}`;

const FIGURE = /* glsl */ `
uniform vec2 tilt;
uniform float ratio;
flat varying vec4 paint;
flat varying vec4 size;

void main() {
  if (paint.a < 0.9 && mod(floor(gl_FragCoord.x) + 2.0 * floor(gl_FragCoord.y), 4.0) > 0.5) discard;
  // What is very small is a stroke.
  if (size.y < 4.0 * ratio && abs(gl_PointCoord.x - 0.5) > 0.3) discard;
  if (size.y < 4.0 * ratio) { gl_FragColor = vec4(paint.rgb, 1.0); return; }
  // Meters from the foot: across, and upwards on the screen.
  vec2 q = vec2(gl_PointCoord.x - 0.5, 0.5 - gl_PointCoord.y) * size.y / size.z;
  q.y += 0.5 * ${TALL.toFixed(2)} * tilt.y;
  float soft = 1.0 / size.z;
  float radius = size.x / size.z;

  // Head: a ball.
  float ball = min(0.135, 0.62 * radius);
  vec2 h = q - vec2(0.0, (${TALL.toFixed(2)} - ball) * tilt.y);
  float head = ball - length(h);

  // Body: between an ellipse on the ground and a wider one at the shoulders.
  float shoulder = 1.36 * tilt.y;
  float wide = min(radius, 0.25);
  float up = clamp(q.y / max(shoulder, 1e-3), 0.0, 1.0);
  float half_ = wide * mix(0.58, 1.0, smoothstep(0.0, 0.9, up));
  float round_ = half_ * max(tilt.x, 0.3);
  float over = q.y > shoulder ? (q.y - shoulder) / round_ : q.y < 0.0 ? -q.y / round_ : 0.0;
  float body = (1.0 - length(vec2(q.x / half_, over))) * (over > 0.0 ? round_ : half_);

  float inside = max(head, body);
  if (inside < -0.5 * soft) discard;
  bool isHead = head > 0.0 || head > body;
  // Light from the upper left, darker towards the feet and at the edge.
  vec2 n = isHead ? h / ball : vec2(q.x / half_, 0.15);
  float light = 0.96 + 0.16 * dot(n, vec2(-0.75, 0.65));
  light *= isHead ? 1.06 : mix(0.78, 1.0, up);
  float edge = clamp((isHead ? head : inside) / (0.9 * soft * ratio), 0.0, 1.0);
  light *= mix(0.72, 1.0, edge);
  if (size.y < 9.0) light = 0.95;
  gl_FragColor = vec4(min(paint.rgb * light + (isHead ? 0.05 : 0.0), 1.0), clamp(inside / soft + 1.0, 0.0, 1.0));
}`;

const RING = /* glsl */ `
uniform vec3 color;
uniform float ratio;
uniform vec2 tilt;
flat varying vec4 paint;
flat varying vec4 size;

void main() {
  vec2 q = (gl_PointCoord - 0.5) * size.y;
  // On the ground circles are ellipses.
  q.y /= max(tilt.x, 0.25);
  float away = abs(length(q) - (size.x - ratio));
  float cover = clamp(1.1 * ratio + 0.5 - away, 0.0, 1.0);
  if (cover < 0.02) discard;
  gl_FragColor = vec4(color, cover * paint.a);
}`;
