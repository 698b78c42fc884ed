/**
 * The stage: everything that is drawn, on one canvas. It knows no server and no panels; it is told what there is and
 * how it shall look, and draws when `render` is called.
 *
 * Idea: each kind of thing is a part of its own (floors, walls, …) under one root, whose z scale lifts heights. What changed
 * is only remembered; parts make their buffers anew before the next picture (`prepare`).
 *
 * Cost: a picture without changes is a few uniforms and the draw calls of what is in view.
 */

import { Scene, WebGLRenderer, type WebGLRenderTarget } from "three";
import type { Camera, Cells, Floor, Frame, Look, Place, Point, Shape, Spot, StageLike } from "../types";
import { Backdrop } from "./backdrop";
import { Common } from "./common";
import { Controls } from "./controls";
import { Doors } from "./doors";
import { Floors } from "./floors";
import { CellBlocks } from "./mesh";
import { THEMES } from "./palette";
import { People } from "./people";
import { FloorGrid } from "./pick";
import { nearestCharacter } from "./pickCharacter";
import { Shapes } from "./shapes";
import { Stamps } from "./stamps";
import { Trails } from "./trails";
import { View } from "./view";
import { Walls } from "./walls";

const NO_WEBGL = "This page draws with WebGL 2, which this browser does not offer. Please turn on hardware acceleration or try another browser.";

/** More characters than these are stamped, if the processor draws; see stamps.ts. */
const CROWD = 6000;
/** How long the camera has to stand still. (ms) */
const SETTLE = 150;

/** What is shown before anybody said what. */
const LOOK: Look = {
  theme: "light", layers: [], cut: null, lift: 1, floors: true, walls: true, axis: false, spokes: false, cells: false,
  clearance: false, components: false, connections: true, regions: true, layerColors: false, people: true, trails: 0, heat: false,
};

export class Stage implements StageLike {
  onCamera: (() => void) | null = null;
  readonly renderer: string;

  private readonly webgl: WebGLRenderer;
  /** Whether the processor draws: then what costs much is left out. */
  private readonly slow: boolean;
  private readonly backdrop: Backdrop;
  private readonly scene = new Scene();
  private readonly common = new Common();
  private readonly view = new View();
  private readonly controls: Controls;
  private readonly floors: Floors;
  private readonly walls: Walls;
  private readonly cells: CellBlocks;
  private readonly doors: Doors;
  private readonly people: People;
  private readonly stamps: Stamps;
  private readonly trails: Trails;
  private readonly shapes: Shapes;
  /** Where the last picture was drawn from. */
  private looked = "";
  private settling = 0;
  private place: Place | null = null;
  private look = LOOK;
  private lookChanged = true;
  private readonly ground = new Map<number, { floor: Floor; grid: FloorGrid | null }>();

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.renderer = graphics();
    this.slow = /swiftshader|llvmpipe|software|basic render/i.test(this.renderer);
    try {
      // Smooth edges of everything cost four times the work, which a processor does not have; lines are smooth anyway.
      this.webgl = new WebGLRenderer({ canvas, antialias: !this.slow, powerPreference: "high-performance", stencil: true });
    } catch {
      throw new Error(NO_WEBGL);
    }
    const gl = this.webgl.getContext();
    const sizes = gl.getParameter(gl.ALIASED_POINT_SIZE_RANGE) as Float32Array;
    this.backdrop = new Backdrop(this.webgl, this.common);
    const root = this.scene;
    this.floors = new Floors(root, this.common);
    this.walls = new Walls(root, this.common);
    this.cells = new CellBlocks(root, this.common);
    this.doors = new Doors(root, this.common);
    this.people = new People(root, this.common, sizes[1] ?? 64, this.slow);
    this.stamps = new Stamps(this.common);
    this.trails = new Trails(root, this.common);
    this.shapes = new Shapes(root, this.common);
    this.controls = new Controls(canvas, this.view, () => this.onCamera?.());
    this.resize();
  }

  setPlace(place: Place): void {
    this.backdrop.stale();
    const other = JSON.stringify([this.place?.room, this.place?.box]) !== JSON.stringify([place.room, place.box]);
    if (this.place?.layers.length !== place.layers.length) this.look = { ...this.look, layers: [] };
    this.place = place;
    this.view.box = place.box;
    this.common.setLayers(place.layers.length);
    this.ground.clear();
    this.floors.clear(place.box.high[2] - place.box.low[2], place.layers.map(({ color }) => color ?? null));
    this.walls.clear();
    this.cells.clear();
    this.people.clear();
    this.trails.set(new Float32Array(0), new Uint8Array(0));
    this.shapes.clear(place.box.low);
    this.doors.setPlace(place);
    this.lookChanged = true;
    // Who begins anew in the same place wants to look from where he was.
    if (other) this.fit();
  }

  setConnections(open: boolean[]): void {
    this.backdrop.stale();
    this.doors.setConnections(open);
  }

  setFloor(layer: number, floor: Floor): void {
    this.backdrop.stale();
    this.ground.set(layer, { floor, grid: null });
    this.floors.set(layer, floor);
    this.walls.set(layer, floor);
  }

  setCells(cells: Cells): void {
    this.backdrop.stale();
    this.cells.set(cells);
  }

  setLook(look: Look): void {
    this.look = { ...look, layers: look.layers.slice() };
    this.lookChanged = true;
    this.applyLook();
  }

  setCrowd(before: Frame | null, after: Frame | null, colors: Uint8Array): void {
    this.people.set(before, after, colors);
  }

  setMix(mix: number): void {
    this.common.uniforms.mixing.value = Math.min(1, Math.max(0, mix));
  }

  setHeat(layer: number, colors: Uint8Array | null): void {
    if (this.floors.setHeat(layer, colors)) this.backdrop.stale();
  }

  setTrails(points: Float32Array, colors: Uint8Array): void {
    this.trails.set(points, colors);
  }

  setShapes(name: string, shapes: Shape[]): void {
    this.shapes.set(name, shapes);
  }

  setMarked(ids: number[]): void {
    this.people.setMarked(ids);
  }

  get camera(): Camera {
    return { ...this.view.camera, target: [...this.view.camera.target] };
  }

  set camera(camera: Camera) {
    if (camera.mode !== this.view.camera.mode) this.lookChanged = true;
    this.view.camera = { ...camera, target: [...camera.target], span: Math.max(0.1, camera.span) };
  }

  get dragging(): boolean {
    return this.controls.dragging;
  }

  set dragging(dragging: boolean) {
    this.controls.dragging = dragging;
  }

  fit(layers?: number[]): void {
    const { place } = this;
    if (!place) return;
    const wanted = layers ?? place.layers.map((_, layer) => layer).filter((layer) => this.common.of(layer) === "shown");
    let low: Point = [Infinity, Infinity, Infinity];
    let high: Point = [-Infinity, -Infinity, -Infinity];
    for (const layer of wanted) {
      const box = place.layers[layer];
      if (!box) continue;
      low = low.map((value, i) => Math.min(value, box.low[i]!)) as Point;
      high = high.map((value, i) => Math.max(value, box.high[i]!)) as Point;
    }
    if (!(low[0] <= high[0])) [low, high] = [place.box.low, place.box.high];
    this.view.fit(low, high);
  }

  pick(x: number, y: number): Spot | null {
    const [at, ray] = this.rayAt(x, y);
    const low = this.view.box.low;
    const cut = this.common.uniforms.cut.value;
    for (const showing of ["shown", "faded"] as const) {
      let best: { t: number; layer: number } | null = null;
      for (const [layer, item] of this.ground) {
        if (this.common.of(layer) !== showing) continue;
        item.grid ??= new FloorGrid(item.floor.corners, item.floor.triangles);
        const t = item.grid.hit(ray, cut);
        if (t !== null && (best === null || t < best.t)) best = { t, layer };
      }
      if (best) {
        const [px, py, pz] = ([0, 1, 2] as const).map((i) => low[i] + ray.origin[i] + best.t * ray.direction[i]) as Point;
        // From straight above the place is what the pointer says, to the last bit.
        return { at: at ?? [px, py], z: pz, layer: best.layer };
      }
    }
    return null;
  }

  pickCharacter(x: number, y: number): number | null {
    if (!this.look.people) return null;
    const box = this.canvas.getBoundingClientRect();
    // Who is under the floor that is seen there is not meant.
    const spot = this.pick(x, y);
    const low = this.view.box.low;
    const beyond = spot
      ? this.view.onScreen(spot.at[0] - low[0], spot.at[1] - low[1], (spot.z - low[2]) * this.view.lift)[2] + 1.5
      : Infinity;
    return nearestCharacter(this.people.crowd, this.common, this.view, x - box.left, y - box.top, beyond);
  }

  project(point: Point): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = this.view.project(point);
    return [box.left + x, box.top + y];
  }

  resize(): void {
    this.backdrop.stale();
    const ratio = Math.min(this.slow ? 1 : 2, window.devicePixelRatio || 1);
    const [width, height] = [Math.max(1, this.canvas.clientWidth), Math.max(1, this.canvas.clientHeight)];
    this.view.width = width;
    this.view.height = height;
    this.webgl.setPixelRatio(ratio);
    this.webgl.setSize(width, height, false);
    this.webgl.getDrawingBufferSize(this.common.viewport);
    this.common.uniforms.ratio.value = ratio;
  }

  render(): void {
    const { camera } = this.view;
    const deep = camera.mode === "3d";
    this.applyLook();
    const { uniforms } = this.common;
    const elevation = deep ? (camera.elevation * Math.PI) / 180 : Math.PI / 2;
    uniforms.lift.value = this.view.lift;
    uniforms.pixels.value = this.view.pixels(this.common.viewport.y);
    uniforms.zoom.value = this.common.viewport.y / camera.span;
    uniforms.tilt.value.set(Math.sin(elevation), Math.cos(elevation));
    this.scene.scale.z = this.view.lift;
    const eye = this.view.eye();
    this.walls.prepare(this.look, deep, 1 / this.view.meters);
    this.doors.prepare(this.look);
    const key = JSON.stringify(camera);
    const coarse = this.moves(key);
    this.cells.prepare(this.look, 1 / this.view.meters, coarse);
    const copies = this.slow && this.backdrop.copies(key, deep);
    // With one layer nothing hides anybody from above.
    const depths = deep || (!copies && (this.place?.layers.length ?? 1) > 1);
    const { crowd } = this.people;
    const stamped = copies && !deep && this.look.people && crowd.count > CROWD && this.people.specks(deep, uniforms.zoom.value);
    this.people.prepare(this.look, deep, uniforms.zoom.value, depths, stamped);
    this.trails.prepare(depths);
    if (this.slow) {
      const lay = stamped ? (still: WebGLRenderTarget): void => this.stamps.render(this.webgl, still, crowd, this.view) : null;
      this.backdrop.render(this.scene, eye, key, deep, coarse, lay);
    } else {
      eye.layers.enableAll();
      this.webgl.render(this.scene, eye);
    }
  }

  screenshot(): Promise<Blob> {
    this.render();
    // What is drawn is there until the browser shows it, so it has to be taken at once.
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))), "image/png");
    });
  }

  /** Whether to draw less since the camera moves and all would take too long; what is left out comes when it stands still. */
  private moves(key: string): boolean {
    const { axis, components, spokes, cells, clearance } = this.look;
    const much = this.slow && this.backdrop.much && (axis || components || spokes || cells || clearance);
    const moved = much && this.looked !== "" && this.looked !== key;
    this.looked = key;
    clearTimeout(this.settling);
    if (moved) this.settling = window.setTimeout(() => this.render(), SETTLE);
    return moved;
  }

  private applyLook(): void {
    if (!this.lookChanged) return;
    this.lookChanged = false;
    this.backdrop.stale();
    const { look } = this;
    const deep = this.view.camera.mode === "3d";
    this.view.lifting = Math.max(0.01, look.lift);
    this.common.setLook(look, this.view.box.low[2]);
    this.webgl.setClearColor(THEMES[look.theme].background);
    this.floors.setLook(look, deep);
    this.walls.setLook(look);
    this.cells.setLook(look);
    this.doors.setLook(look);
    this.people.setLook(look);
    this.shapes.setDeep(deep);
  }

  /** The ray at client coordinates, and the absolute place if it is straight down. */
  private rayAt(x: number, y: number): [[number, number] | null, ReturnType<View["ray"]>] {
    const box = this.canvas.getBoundingClientRect();
    const ray = this.view.ray(x - box.left, y - box.top);
    const low = this.view.box.low;
    const flat = this.view.camera.mode === "2d";
    return [flat ? [low[0] + ray.origin[0], low[1] + ray.origin[1]] : null, ray];
  }
}

/** What the graphics are done by. Throws if there is no WebGL 2. */
function graphics(): string {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) throw new Error(NO_WEBGL);
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return typeof name === "string" && name !== "" ? name : "unknown";
}
