/**
 * What the parts of the page tell each other. Words are those of the library; binary formats are in docs/protocol.md.
 */

/** x, y and height. (m) */
export type Point = [number, number, number];

/** The place, as `/api/room/ROOM/place` tells it. */
export interface Place {
  room: string;
  title: string;
  kind: "scenario" | "wander" | "trajectory";
  editable: boolean;
  version: number;
  box: { low: Point; high: Point };
  layers: Layer[];
  connections: Connection[];
  regions: { layer: number; label: string; polygon: Point[] }[];
  obstacles: Obstacle[];
  points: { layer: number; at: Point }[];
  cells: { block: number; blocks: number };
  stats: Record<string, number>;
  profiles: string[];
  goals: string[];
  areas: { name: string; layer: number; polygon: [number, number][] }[];
  levels: { limits: number[]; colors: string[] };
  step: number;
  duration: number | null;
}

export interface Layer {
  name: string;
  low: Point;
  high: Point;
  level: boolean;
  /** One that its neighbors do not have. */
  color?: string;
}

export interface Connection {
  between: [number, number];
  segment: [Point, Point];
  open: boolean;
  /** What people call it, if anything. */
  name?: string | null;
}

export interface Obstacle {
  obstacle: number;
  layer: number;
  rings: [number, number][][];
}

/** The floor of a layer. Positions are relative to `box.low` of the place. */
export interface Floor {
  version: number;
  corners: Float32Array;
  triangles: Uint32Array;
  walls: Float32Array;
  sides: Uint8Array;
  grid: { columns: number; rows: number; low: [number, number]; side: number; walkable: Uint8Array };
}

/** A block of cells. Positions are relative to `box.low` of the place. */
export interface Cells {
  version: number;
  block: number;
  id: Uint32Array;
  edge: Uint32Array;
  component: Uint32Array;
  layer: Uint32Array;
  first: Uint32Array;
  feet: Float32Array;
  points: Float32Array;
}

/** Everybody at one step. Positions are relative to `box.low` of the place. */
export interface Frame {
  step: number;
  time: number;
  count: number;
  version: number;
  entered: number;
  left: number;
  stuck: number;
  meanSpeed: number;
  milliseconds: number;
  id: Uint32Array;
  x: Float32Array;
  y: Float32Array;
  /** Null in a flat place. */
  z: Float32Array | null;
  layer: Uint16Array;
  heading: Uint8Array;
  speed: Uint8Array;
  state: Uint8Array;
  goal: Uint8Array;
  profile: Uint8Array;
  radius: Uint8Array;
  /** How many bytes it took. */
  bytes: number;
}

/** Numbers over time. */
export interface Series {
  step: number[];
  time: number[];
  count: number[];
  speed: number[];
  entered: number[];
  left: number[];
  stuck: number[];
}

/** What the event `state` tells of a room. */
export interface RoomState {
  running: boolean;
  speed: number;
  achieved: number;
  step: number;
  time: number;
  characters: number;
  first: number;
  last: number;
  every: number;
  recording: number | null;
  undo: boolean;
  redo: boolean;
  clients: number;
  over: boolean;
}

/** What the event `followed` tells of a character. */
export interface Followed {
  character: number;
  gone?: boolean;
  position: Point;
  layer: string;
  speed: number;
  profile: string;
  goal: Point | null;
  route: Point[];
  attraction: Point | null;
  neighbors: number[];
  stuck: boolean;
  doing: string;
}

/** A JSON object that came from the program. */
export type Answer = Record<string, unknown>;

/** What the event `place` tells: which parts are to be had again. */
export interface PlaceChange {
  version: number;
  layers: number[];
  blocks: number[];
  cells: { block: number; blocks: number };
  stats: Record<string, number>;
  connections: boolean[];
  obstacles: Obstacle[];
}

/** What a source calls when something comes. */
export interface SourceEvents {
  frame(frame: Frame): void;
  state(state: RoomState): void;
  place(change: PlaceChange): void;
  reset(): void;
  followed(followed: Followed): void;
  notice(text: string): void;
  /** Whether the program can be reached. */
  connected(yes: boolean): void;
}

/** Where everything comes from: a room of the program (`net/room.ts`), or a file that has it all (`net/archive.ts`). */
export interface Source {
  /** False for a file: then there is nothing to ask or change. */
  readonly live: boolean;
  open(events: SourceEvents): void;
  close(): void;
  place(): Promise<Place>;
  floor(layer: number): Promise<Floor>;
  cells(block: number): Promise<Cells>;
  frames(from: number, to: number, every: number): Promise<Frame[]>;
  series(): Promise<Series>;
  /** Asks something; rejects with a message for people. */
  ask(request: Answer): Promise<Answer>;
  /** The address of something to keep: `scene`, `picture`, `share?from=…`, `recording/1`. */
  address(what: string): string;
}

/** How a layer is shown. */
export type Showing = "shown" | "faded" | "hidden";

/** What is drawn, and how. */
export interface Look {
  theme: "light" | "dark";
  /** One a layer. */
  layers: Showing[];
  /** Nothing above this height is drawn, if it is a number. (m, absolute) */
  cut: number | null;
  /** How many times higher than they are layers lie in 3D. */
  lift: number;
  floors: boolean;
  walls: boolean;
  axis: boolean;
  spokes: boolean;
  cells: boolean;
  /** Floors colored by the distance to obstacles. */
  clearance: boolean;
  /** The medial axis colored by component. */
  components: boolean;
  connections: boolean;
  regions: boolean;
  /** Floors colored by layer. */
  layerColors: boolean;
  people: boolean;
  /** How long trails are. (s; 0 for none) */
  trails: number;
  /** Floors colored by density. */
  heat: boolean;
}

/** What colors of characters mean. */
export type ColorBy = "speed" | "density" | "service" | "profile" | "goal" | "state" | "plain";

/** Where one looks from. In 2D the target is in the middle of the screen and `span` meters fit in its height. */
export interface Camera {
  mode: "2d" | "3d";
  /** (m, absolute) */
  target: Point;
  span: number;
  /** 3D only: around the target, and up from the ground. (degrees) */
  azimuth: number;
  elevation: number;
}

/** A place on a floor. (m, absolute) */
export interface Spot {
  at: [number, number];
  z: number;
  layer: number;
}

/** Something drawn over the place. Points are absolute. */
export type Shape =
  | { kind: "line"; points: Point[]; color: string; width?: number; dashed?: boolean; closed?: boolean }
  | { kind: "area"; points: Point[]; color: string; opacity: number }
  | { kind: "dot"; at: Point; color: string; size: number; ring?: boolean }
  | { kind: "disc"; at: Point; radius: number; color: string };

/** What draws: `draw/stage.ts`. Nothing is drawn before `render`. */
export interface StageLike {
  setPlace(place: Place): void;
  setConnections(open: boolean[]): void;
  setFloor(layer: number, floor: Floor): void;
  setCells(cells: Cells): void;
  setLook(look: Look): void;
  /** Two frames between which everybody is, and the color of each character of the second: red, green, blue, 0. */
  setCrowd(before: Frame | null, after: Frame | null, colors: Uint8Array): void;
  /** How far from the first to the second frame, from 0 to 1. */
  setMix(mix: number): void;
  /** Colors of the squares of a layer's grid (red, green, blue, opacity); null for none. */
  setHeat(layer: number, colors: Uint8Array | null): void;
  /** Lines behind characters: pairs of points x, y, z relative to the box, and a color (red, green, blue, opacity) for each point. */
  setTrails(points: Float32Array, colors: Uint8Array): void;
  /** Shapes by name: each name has one list, which replaces the one before. */
  setShapes(name: string, shapes: Shape[]): void;
  /** Marks characters by a ring. */
  setMarked(ids: number[]): void;
  camera: Camera;
  /** Moves the camera so that some layers fit; all shown ones if none are given. */
  fit(layers?: number[]): void;
  /** The floor under a place of the screen, by client coordinates: the nearest one to the eye that is shown. */
  pick(x: number, y: number): Spot | null;
  /** The character at a place of the screen. */
  pickCharacter(x: number, y: number): number | null;
  /** Where a point is on the screen, in client coordinates. */
  project(point: Point): [number, number];
  /** Called when the user has moved the camera. */
  onCamera: (() => void) | null;
  /** While false, dragging with the main button does not move the camera. */
  dragging: boolean;
  resize(): void;
  render(): void;
  screenshot(): Promise<Blob>;
  /** What the graphics are done by, as the browser tells. */
  readonly renderer: string;
}
