/**
 * What a tool is: a panel, and what it does with the pointer over the place. One tool is at hand at a time, but what it has drawn may stay.
 */
import type { ToolName } from "../settings";
import type { Spot } from "../../types";

/** The pointer, by client coordinates, and the floor under it. */
export interface Aim {
  x: number;
  y: number;
  spot: Spot | null;
  shift: boolean;
}

export interface Tool {
  readonly name: ToolName;
  readonly panel: HTMLElement;
  activate?(): void;
  deactivate?(): void;
  /** The pointer moves with no button down; null when it leaves. */
  hover?(aim: Aim | null): void;
  /** A button goes down; returns whether the tool takes the drag that may follow, and the camera stays. */
  press?(aim: Aim): boolean;
  drag?(aim: Aim): void;
  release?(aim: Aim): void;
  /** A button went down and up at the same place. */
  click?(aim: Aim): void;
  doubleClick?(aim: Aim): void;
  /** Returns whether the key meant something. */
  key?(event: KeyboardEvent): boolean;
}
