/**
 * Floors: the walkable space of each layer, one mesh a layer.
 *
 * Idea: level floors are one color. Floors with slopes are shaded by their slope, which the fragment shader takes from
 * derivatives, and have contour lines like those of maps, so that stairs and ramps are seen from above too. Density is
 * a texture over the grid of the layer. Floors lie a little behind (polygon offset), so that lines on them win. Lower ones are
 * a little darker, so that floors above each other can be told apart. Each leaves the number of its layer in the
 * stencil, so that regions fill just what is seen of it.
 *
 * Cost: one draw call a layer that is seen; triangles are indexed and go to the graphics card once.
 */

import {
  AlwaysStencilFunc, BufferAttribute, BufferGeometry, DataTexture, LinearFilter, Mesh, type Object3D, ReplaceStencilOp, RGBAFormat,
  ShaderMaterial, Sphere, UnsignedByteType, Vector2, Vector3, Vector4,
} from "three";
import type { Floor, Look } from "../types";
import { type Common, ORDER, stencil } from "./common";
import { type Rgb, rgb, THEMES } from "./palette";

interface Item {
  mesh: Mesh<BufferGeometry, ShaderMaterial>;
  floor: Floor;
  heat: DataTexture | null;
}

export class Floors {
  private readonly items = new Map<number, Item>();
  private look: Look | null = null;
  private deep = false;
  /** How high the place is. (m) */
  private range = 0;
  /** The color of each layer, if it has one. */
  private colors: (string | null)[] = [];
  private readonly nothing = new DataTexture(new Uint8Array(4), 1, 1, RGBAFormat, UnsignedByteType);

  constructor(
    private readonly root: Object3D,
    private readonly common: Common,
  ) {
    this.nothing.needsUpdate = true;
  }

  clear(range: number, colors: (string | null)[] = []): void {
    this.range = range;
    this.colors = colors;
    for (const layer of [...this.items.keys()]) this.remove(layer);
  }

  set(layer: number, floor: Floor): void {
    this.remove(layer);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(floor.corners, 3));
    geometry.setIndex(new BufferAttribute(floor.triangles, 1));
    geometry.boundingSphere = sphere(floor.corners);
    const mesh = new Mesh(geometry, this.material(floor));
    mesh.visible = false;
    this.root.add(mesh);
    const item: Item = { mesh, floor, heat: null };
    this.items.set(layer, item);
    this.apply(layer, item);
  }

  setLook(look: Look, deep: boolean): void {
    this.look = look;
    this.deep = deep;
    for (const [layer, item] of this.items) this.apply(layer, item);
  }

  /** Gives whether anything else is seen now. */
  setHeat(layer: number, colors: Uint8Array | null): boolean {
    const item = this.items.get(layer);
    if (!item || (colors === null && item.heat === null)) return false;
    const { columns, rows } = item.floor.grid;
    if (colors === null || colors.length !== 4 * columns * rows || colors.length === 0) {
      item.heat?.dispose();
      item.heat = null;
    } else {
      if (!item.heat) {
        item.heat = new DataTexture(new Uint8Array(colors.length), columns, rows, RGBAFormat, UnsignedByteType);
        item.heat.minFilter = item.heat.magFilter = LinearFilter;
      }
      // Times opacity, so that what is between a color and nothing is that color.
      const texels = item.heat.image.data as Uint8Array;
      for (let i = 0; i < colors.length; i += 4) {
        const opacity = colors[i + 3]!;
        texels[i] = (colors[i]! * opacity) / 255;
        texels[i + 1] = (colors[i + 1]! * opacity) / 255;
        texels[i + 2] = (colors[i + 2]! * opacity) / 255;
        texels[i + 3] = opacity;
      }
      item.heat.needsUpdate = true;
    }
    this.apply(layer, item);
    return this.look?.heat ?? true;
  }

  private apply(layer: number, { mesh, floor, heat }: Item): void {
    const { look, deep } = this;
    if (!look) return;
    const showing = this.common.of(layer);
    mesh.visible = look.floors && showing !== "hidden" && floor.triangles.length > 0;
    const faded = showing === "faded";
    const theme = THEMES[look.theme];
    const { uniforms } = mesh.material;
    const own = look.layerColors ? this.colors[layer] : null;
    const [r, g, b] = own ? layerColor(own, look.theme) : this.color(faded ? theme.fadedFloor : theme.floor, theme.background, floor);
    (uniforms["color"]!.value as Vector4).set(r, g, b, faded ? theme.fadedOpacity : 1);
    (uniforms["contour"]!.value as Vector3).set(...rgb(theme.contour));
    uniforms["shade"]!.value = deep ? 1 : 0.35;
    const hot = look.heat && heat !== null;
    uniforms["heat"]!.value = hot ? heat : this.nothing;
    // What is not needed is not in the shader: floors are most of what software rendering has to fill.
    const defines: Record<string, string> = {};
    if (hot) defines["HEAT"] = "";
    if (!isLevel(floor)) defines["SLOPED"] = "";
    if (look.cut !== null) defines["CUT"] = "";
    if (Object.keys(defines).join() !== Object.keys(mesh.material.defines).join()) {
      mesh.material.defines = defines;
      mesh.material.needsUpdate = true;
    }
    mesh.material.stencilWrite = !faded;
    mesh.material.stencilRef = stencil(layer);
    mesh.material.transparent = faded;
    mesh.material.depthWrite = !faded;
    mesh.renderOrder = faded ? ORDER.fadedFloor : ORDER.floor;
  }

  /** Darker below: up to a part of the way to the background. */
  private color(floorColor: string, background: string, floor: Floor): Rgb {
    if (this.range < 1) return rgb(floorColor);
    let highest = 0;
    for (let i = 2; i < floor.corners.length; i += 3) highest = Math.max(highest, floor.corners[i]!);
    const part = 0.4 * Math.min(1, this.range / 6) * (1 - Math.min(1, highest / this.range));
    const other = rgb(background);
    return rgb(floorColor).map((value, i) => value + part * (other[i]! - value)) as Rgb;
  }

  private material(floor: Floor): ShaderMaterial {
    const { columns, rows, low, side } = floor.grid;
    return new ShaderMaterial({
      uniforms: {
        ...this.common.uniforms,
        color: { value: new Vector4() },
        contour: { value: new Vector3() },
        shade: { value: 1 },
        heat: { value: this.nothing },
        gridLow: { value: new Vector2(...low) },
        gridSize: { value: new Vector2(Math.max(columns, 1) * side || 1, Math.max(rows, 1) * side || 1) },
      },
      defines: {},
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      stencilFunc: AlwaysStencilFunc,
      stencilZPass: ReplaceStencilOp,
      polygonOffset: true,
      polygonOffsetFactor: 2,
      polygonOffsetUnits: 8,
      side: 2,
    });
  }

  private remove(layer: number): void {
    const item = this.items.get(layer);
    if (!item) return;
    this.root.remove(item.mesh);
    item.mesh.geometry.dispose();
    item.mesh.material.dispose();
    item.heat?.dispose();
    this.items.delete(layer);
  }
}

/** The color of a layer: those of the pictures are for light backgrounds. */
function layerColor(color: string, theme: Look["theme"]): Rgb {
  return theme === "light" ? rgb(color) : (rgb(color).map((part) => 0.55 * part) as Rgb);
}

/** The sphere around points x, y, z: around the middle of their box, which is all that culling needs. */
export function sphere(points: Float32Array, stride = 3): Sphere {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 2 < points.length; i += stride) {
    for (let k = 0; k < 3; k++) {
      const value = points[i + k]!;
      if (value < low[k]!) low[k] = value;
      if (value > high[k]!) high[k] = value;
    }
  }
  if (!(low[0]! <= high[0]!)) return new Sphere(new Vector3(), 0);
  const center = new Vector3(...low.map((l, k) => (l + high[k]!) / 2));
  return new Sphere(center, Math.hypot(...low.map((l, k) => (high[k]! - l) / 2)) + 0.01);
}

/** Whether all corners have the same height. */
function isLevel(floor: Floor): boolean {
  const { corners } = floor;
  for (let i = 5; i < corners.length; i += 3) if (Math.abs(corners[i]! - corners[2]!) > 1e-3) return false;
  return true;
}

const VERTEX = /* glsl */ `
varying vec3 at;
void main() {
  at = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const FRAGMENT = /* glsl */ `
uniform vec4 color;
uniform vec3 contour;
uniform float shade, cut, ratio;
uniform sampler2D heat;
uniform vec2 gridLow, gridSize;
varying vec3 at;

void main() {
  #ifdef CUT
  if (at.z > cut) discard;
  #endif
  vec3 paint = color.rgb;
  #ifdef SLOPED
  vec3 normal = cross(dFdx(at), dFdy(at));
  normal = normalize(normal.z < 0.0 ? -normal : normal + vec3(0.0, 0.0, 1e-12));
  // Light comes from the upper left; what is level keeps its color.
  float light = dot(normal, normalize(vec3(-0.45, 0.55, 0.7))) / 0.702 - 1.0;
  float steep = 1.0 - normal.z;
  paint *= 1.0 + shade * clamp(0.32 * light - 0.5 * steep, -0.3, 0.06);
  // A line for each riser of a stair; where they are closer than some pixels, they fade away.
  float width = fwidth(at.z) / 0.17;
  float line = abs(fract(at.z / 0.17 + 0.5) - 0.5) / max(width, 1e-6);
  float seen = (1.0 - smoothstep(0.1, 0.3, width)) * smoothstep(0.02, 0.06, steep);
  paint = mix(paint, contour, 0.4 * seen * clamp(1.0 * ratio - line, 0.0, 1.0));
  #endif
  #ifdef HEAT
  vec4 hot = texture2D(heat, (at.xy - gridLow) / gridSize);
  paint = paint * (1.0 - hot.a) + hot.rgb;
  #endif
  gl_FragColor = vec4(paint, color.a);
}`;
