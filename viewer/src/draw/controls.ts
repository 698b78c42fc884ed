/**
 * The camera by hand: pointers and the wheel on the canvas.
 *
 * 2D: any button drags, the wheel zooms to the pointer. 3D: the main button goes around, other buttons (or shift) drag,
 * the wheel zooms to what is at the pointer. Two fingers drag and pinch in both.
 */

import type { View } from "./view";

/** A notch of a wheel is 100 units in most browsers. */
const NOTCH = 0.0016;

export class Controls {
  /** While false, the main button (and one finger) is for others. */
  dragging = true;

  private readonly pointers = new Map<number, { x: number; y: number; orbit: boolean; moves: boolean }>();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly view: View,
    private readonly moved: () => void,
  ) {
    canvas.style.touchAction = "none";
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener("lostpointercapture", (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  private down(event: PointerEvent): void {
    const main = event.button === 0;
    // The middle button would scroll the page.
    if (event.button === 1) event.preventDefault();
    const orbit = this.view.camera.mode === "3d" && main && !event.shiftKey;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, orbit, moves: !main || this.dragging });
    try {
      this.canvas.setPointerCapture(event.pointerId);
    } catch {
      // A pointer that is already gone: events that tests make up have none.
    }
  }

  private move(event: PointerEvent): void {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) return;
    const [dx, dy] = [event.clientX - pointer.x, event.clientY - pointer.y];
    if (dx === 0 && dy === 0) return;
    if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)![1];
      const before = Math.hypot(pointer.x - other.x, pointer.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      const box = this.canvas.getBoundingClientRect();
      // Each finger moves what is seen by half of its way.
      this.view.pan(dx / 2, dy / 2);
      if (before > 10 && after > 10) this.view.zoom(before / after, other.x - box.left, other.y - box.top);
      this.moved();
    } else if (this.pointers.size === 1 && pointer.moves) {
      if (pointer.orbit) this.view.orbit(dx, dy);
      else this.view.pan(dx, dy);
      this.moved();
    }
    pointer.x = event.clientX;
    pointer.y = event.clientY;
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 33 : event.deltaMode === 2 ? 300 : 1;
    const turned = Math.max(-300, Math.min(300, event.deltaY * unit));
    const box = this.canvas.getBoundingClientRect();
    // A pinch on a touchpad comes as a wheel with the control key, in small steps.
    const speed = event.ctrlKey ? 6 * NOTCH : NOTCH;
    this.view.zoom(Math.exp(turned * speed), event.clientX - box.left, event.clientY - box.top);
    this.moved();
  }
}
