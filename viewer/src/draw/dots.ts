/**
 * Dots of constant size on the screen, full or as rings.
 *
 * Cost: one draw call of point sprites.
 */

import { BufferAttribute, BufferGeometry, Points, ShaderMaterial } from "three";
import { type Common, SHOWING } from "./common";

export interface Dot {
  /** Relative to the box. */
  at: [number, number, number];
  color: [number, number, number];
  /** Across. (pixels of CSS) */
  size: number;
  ring: boolean;
  /** Less than 0: always shown. */
  layer: number;
}

export function dotMaterial(common: Common, depthTest: boolean): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { ...common.uniforms },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    transparent: true,
    depthWrite: false,
    depthTest,
  });
}

/** Dots to draw, or null if there are none. */
export function dots(list: Dot[], material: ShaderMaterial, order: number): Points | null {
  if (list.length === 0) return null;
  const geometry = new BufferGeometry();
  const [at, tint, style] = [new Float32Array(3 * list.length), new Uint8Array(4 * list.length), new Float32Array(3 * list.length)];
  list.forEach((dot, i) => {
    at.set(dot.at, 3 * i);
    tint.set([...dot.color, 255], 4 * i);
    style.set([dot.size, dot.ring ? 1 : 0, dot.layer], 3 * i);
  });
  geometry.setAttribute("position", new BufferAttribute(at, 3));
  geometry.setAttribute("tint", new BufferAttribute(tint, 4, true));
  geometry.setAttribute("style", new BufferAttribute(style, 3));
  const points = new Points(geometry, material);
  points.frustumCulled = false;
  points.renderOrder = order;
  return points;
}

const VERTEX = /* glsl */ `
${SHOWING}
attribute vec4 tint;
attribute vec3 style;
uniform float ratio, cut, lift;
varying vec4 paint;
varying vec2 form;
void main() {
  float shown = showing(style.z);
  if (shown == 0.0 || position.z > cut) { gl_Position = NOWHERE; gl_PointSize = 1.0; return; }
  paint = vec4(tint.rgb, shown);
  form = vec2(style.x * ratio, style.y);
  gl_PointSize = form.x + 2.0;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position.xy, position.z + 0.06 / lift, 1.0);
}`;

const FRAGMENT = /* glsl */ `
uniform float ratio;
varying vec4 paint;
varying vec2 form;
void main() {
  float d = length(gl_PointCoord - 0.5) * (form.x + 2.0);
  float cover = clamp(0.5 * form.x + 0.5 - d, 0.0, 1.0);
  if (form.y > 0.5) cover *= clamp(d - 0.5 * form.x + 2.0 * ratio + 0.5, 0.0, 1.0);
  if (cover < 0.02) discard;
  gl_FragColor = vec4(paint.rgb, paint.a * cover);
}`;
