/**
 * What stands still is drawn once, while nobody moves the camera: for graphics that are done by the processor.
 *
 * Idea: floors, walls and cells (layer `STILL` of three.js) go into a picture of their own, with depths. As long as nothing of
 * it changes, a frame is a copy of that picture and the people (`MOVING`) drawn over it. From above, whether somebody
 * is under a floor is looked up in the depths of the picture, once for each character (`HIDDEN` in common.ts); in 3D
 * depths are copied too.
 *
 * Cost: a copy of the screen takes SwiftShader 13 ms at 1280 x 800, with depths three times that, as much as some
 * ten thousand triangles; so small places are drawn as usual, and so is everything while the camera moves.
 */

import {
  type Camera, DepthStencilFormat, DepthTexture, type Object3D, type Scene, UnsignedInt248Type, type WebGLRenderer, WebGLRenderTarget,
} from "three";
import type { Common } from "./common";

const STILL = 0;
const MOVING = 1;
/** Copying pays with more triangles and lines than these, without and with depths. */
const MANY = { flat: 3_000, deep: 40_000 };

/** Triangles and lines that take SwiftShader some 200 ms. */
const MUCH = 150_000;

/** Says that something is drawn anew in each frame. */
export function moving<T extends Object3D>(object: T): T {
  object.layers.set(MOVING);
  return object;
}

interface Target {
  picture: WebGLRenderTarget;
  framebuffer: WebGLFramebuffer | null;
}

export class Backdrop {
  private still: Target | null = null;
  private frame: Target | null = null;
  private fresh = false;
  /** Where one looked from in the picture before. */
  private before = "";
  /** How many triangles and lines there were when all was drawn. */
  private count = 0;

  constructor(
    private readonly webgl: WebGLRenderer,
    private readonly common: Common,
  ) {}

  /** Something that stands still has changed. */
  stale(): void {
    this.before = "";
  }

  /** Whether the next picture from here will be a copy with people in it. */
  copies(key: string, deep: boolean): boolean {
    return key === this.before && this.count >= MANY[deep ? "deep" : "flat"];
  }

  /** Whether there is so much that cells should be left out while the camera moves. */
  get much(): boolean {
    return this.count > MUCH;
  }

  /** Draws everything. `key`: where one looks from; `coarse`: that cells are left out; `lay`: brings a backdrop to the screen in another way. */
  render(scene: Scene, eye: Camera, key: string, deep: boolean, coarse: boolean, lay: ((still: WebGLRenderTarget) => void) | null): void {
    const { webgl } = this;
    if (!this.copies(key, deep)) {
      this.before = key;
      this.fresh = false;
      this.draw(scene, eye, null, [STILL, MOVING], true);
      const { triangles, lines } = webgl.info.render;
      // What was left out counts too: it comes back.
      if (!coarse) this.count = triangles + lines;
      return;
    }
    const [width, height] = [webgl.domElement.width, webgl.domElement.height];
    this.still = this.sized(this.still, width, height);
    if (!this.fresh) {
      this.draw(scene, eye, this.still.picture, [STILL], true);
      this.fresh = true;
    }
    if (deep) this.frame = this.sized(this.frame, width, height);
    const target = deep ? this.frame : null;
    webgl.setRenderTarget(target?.picture ?? null);
    if (lay && !target) {
      lay(this.still.picture);
    } else {
      // A browser clears the screen before the first drawing of a frame, but not before a copy: it would clear the copy.
      if (!target) webgl.clear();
      this.copy(this.still, target, deep);
    }
    const { depths, occluding } = this.common.uniforms;
    depths.value = this.still.picture.depthTexture!;
    occluding.value = deep ? 0 : 1;
    this.draw(scene, eye, target?.picture ?? null, [MOVING], false);
    occluding.value = 0;
    depths.value = this.common.nothing;
    if (target) {
      webgl.setRenderTarget(null);
      this.copy(target, null, false);
    }
  }

  private draw(scene: Scene, eye: Camera, target: WebGLRenderTarget | null, layers: number[], clear: boolean): void {
    const { webgl } = this;
    eye.layers.disableAll();
    for (const layer of layers) eye.layers.enable(layer);
    webgl.autoClear = clear;
    webgl.setRenderTarget(target);
    webgl.render(scene, eye);
    webgl.setRenderTarget(null);
    webgl.autoClear = true;
  }

  /** Copies a picture to where is drawn now. */
  private copy(from: Target, to: Target | null, depths: boolean): void {
    const gl = this.webgl.getContext() as WebGL2RenderingContext;
    const { width, height } = from.picture;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from.framebuffer);
    const what = gl.COLOR_BUFFER_BIT | (depths ? gl.DEPTH_BUFFER_BIT : 0);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, what, gl.NEAREST);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, to?.framebuffer ?? null);
  }

  private sized(target: Target | null, width: number, height: number): Target {
    if (target?.picture.width === width && target.picture.height === height) return target;
    target?.picture.depthTexture?.dispose();
    target?.picture.dispose();
    this.fresh = false;
    const depthTexture = new DepthTexture(width, height, UnsignedInt248Type);
    depthTexture.format = DepthStencilFormat;
    const picture = new WebGLRenderTarget(width, height, { depthBuffer: true, stencilBuffer: true, depthTexture });
    const gl = this.webgl.getContext();
    // What three.js binds is what belongs to the picture.
    this.webgl.setRenderTarget(picture);
    const framebuffer = gl.getParameter(gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
    this.webgl.setRenderTarget(null);
    return { picture, framebuffer };
  }
}
