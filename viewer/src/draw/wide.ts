/**
 * Lines that are some pixels wide, with smooth edges and round ends: WebGL itself has lines of one pixel only.
 *
 * Idea: one quad for each segment, which the vertex shader lays around the projected segment; the
 * fragment shader fades with the distance to the segment. Dashes follow the length along the line in meters.
 *
 * Cost: four vertices a segment and one draw call for all; fine for tens of thousands.
 */

import { DoubleSide, GreaterDepth, LessEqualDepth, Mesh, ShaderMaterial } from "three";
import { type Common, SHOWING } from "./common";
import { perSegment, quads } from "./quads";

export interface Segments {
  /** Both ends, x, y, z each. */
  ends: Float32Array;
  /** Red, green, blue, opacity of each segment. */
  colors: Uint8Array;
  /** Of each segment: width (pixels of CSS), layer (-1: always shown), meters along the line before it (-1: no dashes). */
  styles: Float32Array;
}

export interface WideOptions {
  depthTest?: boolean;
  /** Draws only what is hidden behind something, faintly. */
  ghost?: boolean;
  /** Dots and dashes of this many pixels. */
  dash?: number;
  /** Up from the ground. (m) */
  above?: number;
  /** For many lines in 2D: ends have no caps, so that short lines in a row look like one, and shaders do less. */
  plain?: boolean;
}

export function wideMaterial(common: Common, options: WideOptions = {}): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      ...common.uniforms,
      dash: { value: options.dash ?? 12 },
      strength: { value: options.ghost ? 0.25 : 1 },
      above: { value: options.above ?? 0 },
    },
    defines: options.plain ? { PLAIN: "" } : {},
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    transparent: true,
    depthWrite: false,
    depthTest: options.depthTest ?? true,
    depthFunc: options.ghost ? GreaterDepth : LessEqualDepth,
    side: DoubleSide,
  });
}

/** A mesh of wide lines. */
export function wideLines(segments: Segments, material: ShaderMaterial, order: number): Mesh {
  const geometry = quads(segments.ends);
  geometry.setAttribute("color", perSegment(segments.colors, 4, true));
  geometry.setAttribute("style", perSegment(segments.styles, 3));
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = order;
  return mesh;
}

const VERTEX = /* glsl */ `
${SHOWING}
attribute vec3 tail, tip, style;
attribute vec4 color;
uniform vec2 viewport;
uniform float ratio, lift, above, cut;
flat varying vec4 paint;
// Along, across and length in pixels, times w, and w: what is linear on the screen, not in space.
varying vec4 place;
varying vec3 more;
#ifdef PLAIN
const float cap = 0.0;
#else
const float cap = 1.0;
#endif

void main() {
  float shown = showing(style.y);
  vec4 up = vec4(0.0, 0.0, above / lift, 0.0);
  vec4 a = projectionMatrix * modelViewMatrix * (vec4(tail, 1.0) + up);
  vec4 b = projectionMatrix * modelViewMatrix * (vec4(tip, 1.0) + up);
  // What is behind the eye is cut off, lest it come out on the other side.
  const float near = 0.02;
  if (shown == 0.0 || (a.w < near && b.w < near)) { gl_Position = NOWHERE; return; }
  if (a.w < near) a = mix(a, b, (near - a.w) / (b.w - a.w));
  if (b.w < near) b = mix(b, a, (near - b.w) / (a.w - b.w));
  vec2 way = (b.xy / b.w - a.xy / a.w) * 0.5 * viewport;
  float len = length(way);
  vec2 t = len > 1e-4 ? way / len : vec2(1.0, 0.0);
  float halfWidth = 0.5 * style.x * ratio;
  float pad = halfWidth + 1.0;
  bool start = position.x < 0.5;
  gl_Position = start ? a : b;
  vec2 offset = t * cap * (start ? -pad : pad) + vec2(-t.y, t.x) * position.y * pad;
  gl_Position.xy += offset / viewport * 2.0 * gl_Position.w;
  float w = gl_Position.w;
  place = vec4(start ? -pad * cap : len + pad * cap, position.y * pad, len, 1.0) * w;
  paint = vec4(color.rgb, color.a * shown);
  #ifdef PLAIN
  if (min(tail.z, tip.z) > cut) gl_Position = NOWHERE;
  place.zw = vec2(halfWidth + 0.5, min(1.0, 2.0 * halfWidth));
  #endif
  float along = style.z < 0.0 ? -1.0 : style.z + (start ? 0.0 : distance(tail, tip));
  more = vec3(halfWidth, along, start ? tail.z : tip.z);
}`;

const FRAGMENT = /* glsl */ `
uniform float cut, dash, strength, zoom, ratio;
flat varying vec4 paint;
varying vec4 place;
varying vec3 more;

#ifdef PLAIN
void main() {
  gl_FragColor = vec4(paint.rgb, paint.a * clamp(place.z - abs(place.y), 0.0, 1.0) * place.w);
}
#else
void main() {
  vec3 at = place.xyz / place.w;
  if (more.z > cut) discard;
  float beyond = max(max(-at.x, at.x - at.z), 0.0);
  float cover = clamp(more.x + 0.5 - length(vec2(beyond, at.y)), 0.0, 1.0) * min(1.0, more.x * 2.0);
  if (more.y >= 0.0) {
    // As many meters as are so many pixels at the target, to a power of two, lest they crawl while one zooms.
    float period = exp2(round(log2(dash * ratio / zoom)));
    float phase = fract(more.y / period) * dash;
    cover *= clamp(phase + 0.5, 0.0, 1.0) * clamp(0.58 * dash - phase + 0.5, 0.0, 1.0);
  }
  float alpha = paint.a * cover * strength;
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(paint.rgb, alpha);
}
#endif`;
