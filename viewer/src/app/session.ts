/**
 * A place that is open: where it comes from, what is known of it, and what draws it. Parts of the page listen to its signals and never to
 * the source itself, so that having everything again after a broken connection is nobody else's concern.
 */
import type { Answer, Cells, Floor, Followed, Frame, Place, PlaceChange, Point, RoomState, Source, Spot, StageLike } from "../types";
import { Crowd } from "./crowd";
import { Heights } from "./heights";
import { Loader } from "./loader";
import { Player } from "./player";
import { lookOf, wantsCells } from "./settings";
import type { Settings } from "./settings";
import { Signal, Store } from "./store";
import { theme } from "./theme";

export class Session {
  place!: Place;
  heights!: Heights;
  player!: Player;
  crowd!: Crowd;
  state: RoomState | null = null;
  connected = false;
  /** Whether the next tick has to draw. */
  dirty = true;
  /** Ids of characters with a ring. */
  marked: ReadonlySet<number> = new Set();

  readonly opened = new Signal();
  readonly placeChanged = new Signal();
  readonly stateChanged = new Signal<RoomState>();
  readonly connectedChanged = new Signal<boolean>();
  readonly followed = new Signal<Followed>();
  readonly frameCame = new Signal<Frame>();
  readonly markedChanged = new Signal();
  readonly noticed = new Signal<string>();
  /** The place is closed. */
  readonly closed = new Signal();
  /** Before every drawing. */
  readonly ticked = new Signal();

  readonly #floors: Loader<Floor>;
  readonly #cells: Loader<Cells>;
  #blocks = new Map<number, Cells>();
  #loadedOnce = false;
  #cellsWanted = false;
  #generation = 0;
  #closers: (() => void)[] = [];

  constructor(
    readonly source: Source,
    readonly stage: StageLike,
    readonly settings: Store<Settings>,
    readonly now: () => number = () => performance.now(),
  ) {
    const failed = (error: Error) => this.notice(error.message);
    this.#floors = new Loader((layer) => source.floor(layer), (layer, floor) => {
      this.heights.setFloor(layer, floor);
      this.crowd.setFloor(layer, floor);
      stage.setFloor(layer, floor);
      this.dirty = true;
      // Heights may have changed what lines lie on.
      if (this.#floors.pending <= 1) this.placeChanged.emit();
    }, failed);
    this.#cells = new Loader((block) => source.cells(block), (block, cells) => {
      this.#blocks.set(block, cells);
      stage.setCells(cells);
      this.dirty = true;
    }, failed);
  }

  /** Opens the place; rejects if there is none. */
  async open(): Promise<void> {
    let early: Frame | null = null;
    let broke = false;
    this.source.open({
      frame: (frame) => {
        if (!this.player) {
          early = frame;
          return;
        }
        this.player.take(frame);
        this.frameCame.emit(frame);
      },
      state: (state) => {
        this.state = state;
        if (!this.player) return;
        this.player.setState(state);
        this.stateChanged.emit(state);
      },
      place: (change) => this.#change(change),
      reset: () => void this.#reload(true),
      followed: (followed) => this.followed.emit(followed),
      notice: (text) => this.notice(text),
      connected: (yes) => {
        this.connected = yes;
        this.connectedChanged.emit(yes);
        if (yes && broke) void this.#reload(false);
        broke ||= !yes;
      },
    });
    await this.#load();
    this.player = new Player(this.source, this.place.step, this.canRun, this.now);
    this.player.chunks.failed = (error) => this.notice(error.message);
    if (this.state) this.player.setState(this.state);
    if (early) this.player.take(early);
    this.#closers.push(
      this.settings.watch([...Object.keys(this.settings.value)] as (keyof Settings)[], () => this.applyLook()),
      theme.on(() => this.applyLook()),
    );
  }

  close(): void {
    this.#generation++;
    this.#floors.clear();
    this.#cells.clear();
    this.source.close();
    this.closed.emit();
    for (const close of this.#closers) close();
  }

  /** Whether there is a crowd that can be run, and not only a recording of one. */
  get canRun(): boolean {
    return this.source.live && this.place.kind !== "trajectory";
  }

  get canAsk(): boolean {
    return this.source.live;
  }

  get canEdit(): boolean {
    return this.source.live && this.place.editable;
  }

  /** Whether all that is shown has come. */
  get complete(): boolean {
    return this.#loadedOnce && this.#floors.pending === 0 && this.#cells.pending === 0;
  }

  get pending(): number {
    return this.#floors.pending + this.#cells.pending;
  }

  notice(text: string): void {
    this.noticed.emit(text);
  }

  /** Asks the program, and tells people if it cannot be done. */
  async tell(request: Answer): Promise<Answer | null> {
    try {
      return await this.source.ask(request);
    } catch (error) {
      this.notice(error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  mark(ids: Iterable<number>): void {
    this.marked = new Set(ids);
    this.stage.setMarked([...this.marked]);
    this.dirty = true;
    this.markedChanged.emit();
  }

  layerName(layer: number): string {
    return this.place.layers[layer]?.name ?? "";
  }

  /** A spot at a position. */
  spot(x: number, y: number, layer: number): Spot {
    return { at: [x, y], z: this.heights.at(layer, x, y), layer };
  }

  shapes(name: string, shapes: Parameters<StageLike["setShapes"]>[1]): void {
    this.stage.setShapes(name, shapes);
    this.dirty = true;
  }

  /** Where a character is now, between the two frames that are shown. */
  positionOf(id: number): Point | null {
    return this.crowd.positionOf(id);
  }

  /** A cell, if its block is here; else it is had, for the next time. */
  block(cell: number): Cells | null {
    const block = Math.floor(cell / Math.max(1, this.place.cells.block));
    const cells = this.#blocks.get(block) ?? null;
    if (!cells && block < this.place.cells.blocks) this.#cells.want([block]);
    return cells;
  }

  /** What is done before each drawing. */
  tick(): void {
    const shown = this.player.tick();
    if (this.crowd.show(shown)) this.dirty = true;
    this.ticked.emit();
  }

  applyLook(): void {
    const settings = this.settings.value;
    this.stage.setLook(lookOf(settings, this.place.layers.length, theme.value));
    this.crowd.restyle();
    if (wantsCells(settings) && !this.#cellsWanted) {
      this.#cellsWanted = true;
      this.#wantCells();
    }
    this.dirty = true;
  }

  async #load(): Promise<void> {
    const generation = ++this.#generation;
    const place = await this.source.place();
    if (generation !== this.#generation) return;
    this.place = place;
    this.heights = new Heights(place);
    this.crowd = new Crowd(this);
    this.#blocks.clear();
    this.#floors.clear();
    this.#cells.clear();
    this.#cellsWanted = false;
    this.stage.setPlace(place);
    this.#floors.want(place.layers.keys());
    this.#loadedOnce = true;
    this.applyLook();
    this.opened.emit();
    this.placeChanged.emit();
  }

  async #reload(again: boolean): Promise<void> {
    if (!this.player) return;
    if (again) this.player.reset();
    else this.player.chunks.clear();
    try {
      await this.#load();
    } catch (error) {
      this.notice(error instanceof Error ? error.message : String(error));
    }
  }

  #wantCells(): void {
    this.#cells.want(Array.from({ length: this.place.cells.blocks }, (_, block) => block));
  }

  #change(change: PlaceChange): void {
    if (!this.place) return;
    const { version, cells, stats, obstacles } = change;
    const connections = this.place.connections.map((connection, i) => ({ ...connection, open: change.connections[i] ?? connection.open }));
    this.place = { ...this.place, version, cells, stats, obstacles, connections };
    this.stage.setConnections(change.connections);
    this.#floors.want(change.layers);
    if (this.#cellsWanted) this.#cells.want(change.blocks);
    else for (const block of change.blocks) this.#blocks.delete(block);
    this.dirty = true;
    this.placeChanged.emit();
  }
}
