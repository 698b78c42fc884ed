/**
 * Trails behind characters: thin lines with a color at each end.
 *
 * Cost: one draw call; arrays are copied into buffers that grow by doubling.
 */

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, LineSegments, type Object3D, ShaderMaterial } from "three";
import { moving } from "./backdrop";
import { type Common, HIDDEN, ORDER, PLAIN } from "./common";

export class Trails {
  private readonly lines: LineSegments;
  private readonly material: ShaderMaterial;
  private capacity = 0;

  constructor(root: Object3D, common: Common) {
    this.material = new ShaderMaterial({
      uniforms: { ...common.uniforms },
      vertexShader: VERTEX,
      fragmentShader: PLAIN,
      transparent: true,
      depthWrite: false,
    });
    this.lines = new LineSegments(new BufferGeometry(), this.material);
    this.lines.frustumCulled = false;
    this.lines.renderOrder = ORDER.trail;
    this.lines.visible = false;
    root.add(moving(this.lines));
  }

  /** Before a picture. `depths`: whether depths tell what is hidden. */
  prepare(depths: boolean): void {
    this.material.depthTest = depths;
  }

  set(points: Float32Array, colors: Uint8Array): void {
    // Pairs of points that have a color.
    const count = 2 * Math.floor(Math.min(points.length / 6, colors.length / 8));
    this.lines.visible = count > 0;
    if (count === 0) return;
    if (count > this.capacity) {
      this.capacity = Math.max(1024, 2 ** Math.ceil(Math.log2(count)));
      this.lines.geometry.dispose();
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * this.capacity), 3));
      geometry.setAttribute("tint", new BufferAttribute(new Uint8Array(4 * this.capacity), 4, true));
      this.lines.geometry = geometry;
    }
    const write = (name: string, values: Float32Array | Uint8Array, size: number): void => {
      const attribute = this.lines.geometry.getAttribute(name) as BufferAttribute;
      attribute.setUsage(DynamicDrawUsage);
      (attribute.array as Float32Array | Uint8Array).set(values.subarray(0, size * count));
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, size * count);
      attribute.needsUpdate = true;
    };
    write("position", points, 3);
    write("tint", colors, 4);
    this.lines.geometry.setDrawRange(0, count);
  }
}

const VERTEX = /* glsl */ `
${HIDDEN}
attribute vec4 tint;
uniform float lift;
varying vec4 paint;
varying float level;
void main() {
  paint = tint;
  level = position.z;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position.xy, position.z + 0.08 / lift, 1.0);
  if (hidden(gl_Position)) paint.a = 0.0;
}`;
