/**
 * Areas: polygons with a height at each corner, filled with a color of some opacity, and perhaps hatched.
 *
 * Idea: polygons are cut into triangles as seen from above (`ShapeUtils`, which is earcut), and many of them are one mesh.
 * Cost: O(n log n) for a polygon of n corners; one draw call.
 */

import { BufferAttribute, BufferGeometry, EqualStencilFunc, Mesh, ShaderMaterial, ShapeUtils, Vector2 } from "three";
import { type Common, SHOWING, stencil } from "./common";

export interface Area {
  /** x, y, z relative to the box. */
  points: [number, number, number][];
  /** Red, green, blue, opacity. */
  color: [number, number, number, number];
  /** Less than 0: always shown. */
  layer: number;
}

/** `layer`: fills only what is seen of the floor of this layer, at whatever height. */
export function areaMaterial(common: Common, options: { hatched?: boolean; above: number; layer?: number }): ShaderMaterial {
  const within = options.layer !== undefined;
  return new ShaderMaterial({
    uniforms: { ...common.uniforms, above: { value: options.above } },
    defines: options.hatched ? { HATCHED: "" } : {},
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    transparent: true,
    depthWrite: false,
    depthTest: !within,
    stencilWrite: within,
    stencilFunc: EqualStencilFunc,
    stencilRef: stencil(options.layer ?? 0),
    side: 2,
  });
}

/** A mesh of all areas, or null if there is nothing to fill. */
export function areaMesh(areas: Area[], material: ShaderMaterial, order: number): Mesh | null {
  const corners: number[] = [];
  const tints: number[] = [];
  const layers: number[] = [];
  const index: number[] = [];
  for (const { points, color, layer } of areas) {
    if (points.length < 3) continue;
    const first = layers.length;
    for (const point of points) {
      corners.push(...point);
      tints.push(...color);
      layers.push(layer);
    }
    const contour = points.map(([x, y]) => new Vector2(x, y));
    for (const triangle of ShapeUtils.triangulateShape(contour, [])) for (const corner of triangle) index.push(first + corner);
  }
  if (index.length === 0) return null;
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
  geometry.setAttribute("tint", new BufferAttribute(new Uint8Array(tints), 4, true));
  geometry.setAttribute("layer", new BufferAttribute(new Float32Array(layers), 1));
  geometry.setIndex(index);
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = order;
  return mesh;
}

const VERTEX = /* glsl */ `
${SHOWING}
attribute vec4 tint;
attribute float layer;
uniform float lift, above;
varying vec4 paint;
varying vec3 at;
void main() {
  float shown = showing(layer);
  paint = vec4(tint.rgb, tint.a * shown);
  at = position;
  gl_Position = shown == 0.0 ? NOWHERE : projectionMatrix * modelViewMatrix * vec4(position.xy, position.z + above / lift, 1.0);
}`;

const FRAGMENT = /* glsl */ `
uniform float cut;
varying vec4 paint;
varying vec3 at;
void main() {
  if (at.z > cut) discard;
  float alpha = paint.a;
  #ifdef HATCHED
  // Lines a meter apart, where there is room for them.
  float across = (at.x + at.y) * 0.7071;
  float width = fwidth(across);
  float line = clamp(1.0 - abs(fract(across) - 0.5) / max(width, 1e-6), 0.0, 1.0);
  alpha *= 1.0 - 0.35 * line * (1.0 - smoothstep(0.08, 0.2, width));
  #endif
  gl_FragColor = vec4(paint.rgb, alpha);
}`;
