/**
 * Which character is at a place of the screen: all are projected, and the nearest within its radius or some pixels is it.
 *
 * Cost: O(n), below a millisecond for 50,000; only when somebody points.
 */

import type { Common } from "./common";
import { type Crowd, TALL } from "./people";
import type { View } from "./view";

/** Around a character. (pixels) */
const NEAR = 8;

/** The id of the character, or null. `beyond`: who is farther from the eye than this is hidden. */
export function nearestCharacter(crowd: Crowd, common: Common, view: View, x: number, y: number, beyond: number): number | null {
  const { right, up, back, eye, scale } = view.rows();
  const deep = view.camera.mode === "3d";
  const t = common.uniforms.mixing.value;
  const { from, to, forms, layers } = crowd;
  const tall = deep ? TALL * Math.cos((view.camera.elevation * Math.PI) / 180) : 0;
  let [best, found] = [Infinity, -1];
  for (let i = 0; i < crowd.count; i++) {
    const k = 3 * i;
    const height = from[k + 2]! + t * (to[k + 2]! - from[k + 2]!);
    const px = from[k]! + t * (to[k]! - from[k]!) - eye[0];
    const py = from[k + 1]! + t * (to[k + 1]! - from[k + 1]!) - eye[1];
    const pz = height * view.lift - eye[2];
    const depth = -(px * back[0] + py * back[1] + pz * back[2]);
    if (depth <= 0 || depth > beyond) continue;
    const pixels = deep ? scale / depth : scale;
    const dx = x - view.width / 2 - pixels * (px * right[0] + py * right[1] + pz * right[2]);
    // Up on the screen, from the foot; a figure is as near as its nearest part.
    const rise = view.height / 2 - y - pixels * (px * up[0] + py * up[1] + pz * up[2]);
    const dy = rise - Math.min(Math.max(rise, 0), tall * pixels);
    const square = dx * dx + dy * dy;
    const reach = Math.max(NEAR, forms[4 * i + 2]! * 0.005 * pixels);
    if (square > reach * reach || square >= best) continue;
    if (common.of(layers[2 * i + (t < 0.5 ? 0 : 1)]!) !== "shown" || !common.below(height)) continue;
    best = square;
    found = i;
  }
  return found < 0 ? null : crowd.ids[found]!;
}
