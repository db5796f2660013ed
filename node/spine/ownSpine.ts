/**
 * This node's own spine: what the next event links to, and the tree over all of them. One writer
 * only: an append is prepared, written in somebody's batch, then confirmed or taken back.
 */
import {
  createEvent,
  eventLeaf,
  NO_HASH,
  type Author,
  type EncodedEvent,
} from "../../protocol/seal/event.js";
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import type { Crypto, JsonObject } from "../../protocol/ports.js";
import {
  appendLeaf,
  EMPTY_FRONTIER,
  frontierRoot,
  isFrontier,
  type Frontier,
} from "../../protocol/seal/merkle.js";
import { checkpointOrigin, signCheckpoint } from "../../protocol/seal/checkpoint.js";
import { TILE_WIDTH } from "../../protocol/seal/tile.js";
import {
  EMPTY_TILE_EDGE,
  growTileEdge,
  tileRoot,
  type FullTile,
  type TileEdge,
} from "../../protocol/seal/tileEdge.js";
import { bindingWith } from "../../protocol/mesh/kinds.js";
import type { EndedOwnKey } from "./ownKeys.js";
import { buckets } from "../../storage/records/buckets.js";
import { put, read } from "../../storage/kv/table.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { SpineTip } from "../../storage/records/records.js";
import type { Store } from "../../storage/store.js";
import type { SpineStep } from "./step.js";

export interface OwnSpineOptions {
  readonly author: Author;
  readonly net: string;
  /** Keys that the node had before, the oldest first. */
  readonly endedKeys?: readonly EndedOwnKey[];
}
export interface OwnSpineModules {
  readonly crypto: Crypto;
  readonly store: Store;
}

/** An event signed as the next one, and the writes that make it durable. */
export interface StagedEvent {
  readonly encoded: EncodedEvent;
  readonly operations: readonly Operation[];
}

/** Where an event goes: what its body may depend on. */
export interface NextPlace {
  readonly author: string;
  readonly net: string;
  readonly seq: number;
  readonly prev: string;
  /** RFC 6962 root of all events before it, hex. */
  readonly root: string;
}

/** An end of the spine: what the next event is linked to. */
export interface SpineEnd {
  /** The last event gives the key up: nothing follows it. */
  readonly isOver: boolean;
  /** Null before the first event. */
  readonly tip: SpineTip | null;
  readonly frontier: Frontier;
  readonly tiles: TileEdge;
}

const EMPTY_HEAD: SpineEnd = {
  isOver: false,
  tip: null,
  frontier: EMPTY_FRONTIER,
  tiles: EMPTY_TILE_EDGE,
};

/** Name of a full tile in the store: level and number. */
function tileKey(level: number, index: number): string {
  return `${level}/${index}`;
}

function tileBytes(hashes: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(hashes);
}

function tileHashes(bytes: Uint8Array): Uint8Array[] {
  const hashes: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += HASH_BYTES)
    hashes.push(bytes.subarray(at, at + HASH_BYTES));
  return hashes;
}

const HASH_BYTES = 32;

export class SpineDamagedError extends Error {
  override readonly name = "SpineDamagedError";
}

/** The key of the spine was given up: nothing more is signed with it. */
class SpineOverError extends Error {
  override readonly name = "SpineOverError";
}

function frontierOf(tip: SpineTip): Frontier {
  const hashes = tip.edge.map((hex) => fromHex(hex));
  const frontier = { size: tip.seq + 1, hashes: hashes.filter((hash) => hash !== null) };
  if (frontier.hashes.length !== hashes.length || !isFrontier(frontier)) {
    throw new SpineDamagedError("the stored right edge of the spine's tree does not fit its size");
  }
  return frontier;
}

function grown(
  crypto: Crypto,
  before: Pick<SpineEnd, "frontier" | "tip">,
  { seq, id, calcond, leaf }: SpineStep,
  kind: string,
): Omit<SpineEnd, "isOver" | "tiles"> & { readonly tip: SpineTip } {
  const frontier = appendLeaf(crypto, before.frontier, leaf);
  const binding = bindingWith(before.tip, kind);
  return { tip: { seq, id, calcond, edge: frontier.hashes.map(toHex), ...binding }, frontier };
}

export class OwnSpine {
  readonly author: Author;
  readonly net: string;
  readonly #crypto: Crypto;
  readonly #store: Store;
  readonly #endedKeys: readonly EndedOwnKey[];
  /** The durable end. */
  #head: SpineEnd = EMPTY_HEAD;
  /** The same with the events of the batches that are not written yet. */
  #staged: SpineEnd = EMPTY_HEAD;

  constructor(options: OwnSpineOptions, modules: OwnSpineModules) {
    this.author = options.author;
    this.net = options.net;
    this.#crypto = modules.crypto;
    this.#store = modules.store;
    this.#endedKeys = options.endedKeys ?? [];
  }

  /** Null before the first event. */
  get tip(): SpineTip | null {
    return this.#head.tip;
  }
  /** Durable events on the spine. */
  get size(): number {
    return this.#head.frontier.size;
  }
  /** Whether its last event has given its key up. */
  get isOver(): boolean {
    return this.#head.isOver;
  }
  /** Keys that this node had before, the oldest first. */
  get endedKeys(): readonly EndedOwnKey[] {
    return this.#endedKeys;
  }
  /** Number of the window that event 0 of this spine would seal. */
  get firstWindow(): number {
    return this.#endedKeys.reduce((sum, { size }) => sum + size, 0);
  }
  /** The event that seals a window, under the key of its time. */
  placeOf(window: number): { readonly author: string; readonly seq: number } {
    let seq = window;
    for (const { key, size } of this.#endedKeys) {
      if (seq < size) return { author: key, seq };
      seq -= size;
    }
    return { author: this.author.publicKey, seq };
  }
  /** Whether something on it binds others, so that all keep it. */
  get isBinding(): boolean {
    return isBound(this.#head.tip);
  }
  /** Whether all that binds on it is of work. */
  get isOfWork(): boolean {
    return this.#head.tip?.ofWork === true;
  }
  get root(): Uint8Array {
    return frontierRoot(this.#crypto, this.#head.frontier);
  }
  /** Id of the newest durable event; zeros before the first. */
  get lastId(): string {
    return this.#head.tip?.id ?? NO_HASH;
  }
  /**
   * Where the next event goes: its number, what it links to, and the least calcond it may claim.
   */
  get next(): { readonly seq: number; readonly prev: string; readonly calcond: number } {
    const { tip, frontier } = this.#staged;
    return { seq: frontier.size, prev: tip?.id ?? NO_HASH, calcond: tip?.calcond ?? 0 };
  }

  /**
   * Takes the head from the store; also after a failed write, when only the store knows what became
   * durable.
   */
  async reload(): Promise<void> {
    const tip = await this.#store.spine.tip(this.author.publicKey);
    if (tip === undefined) {
      this.#head = this.#staged = EMPTY_HEAD;
      return;
    }
    const frontier = frontierOf(tip);
    const event = await this.#store.spine.event(this.author.publicKey, tip.seq);
    if (event === undefined || event.id !== tip.id) {
      throw new SpineDamagedError(
        `event ${tip.seq}, the head of the spine, is missing or is not the one its tip names`,
      );
    }
    const isOver = isEnding(event.header);
    const tiles = await this.#loadTiles(frontier.size);
    this.#head = this.#staged = { isOver, tip, frontier, tiles };
  }

  /**
   * Unfinished tiles: leaves from the stored headers, higher levels from the full tiles below them.
   */
  async #loadTiles(size: number): Promise<TileEdge> {
    const author = this.author.publicKey;
    const first = size - (size % TILE_WIDTH);
    const events = await this.#store.spine.range(author, first, size - first);
    if (events.length !== size - first)
      throw new SpineDamagedError(`events from ${first} to ${size - 1} are not all there`);
    const levels: Uint8Array[][] = [events.map((event) => eventLeaf(this.#crypto, event.header))];
    for (
      let level = 1, full = Math.floor(size / TILE_WIDTH);
      full > 0;
      level += 1, full = Math.floor(full / TILE_WIDTH)
    ) {
      const roots: Uint8Array[] = [];
      for (let index = full - (full % TILE_WIDTH); index < full; index += 1) {
        roots.push(tileRoot(this.#crypto, await this.#storedTile(level - 1, index)));
      }
      levels.push(roots);
    }
    return { size, levels };
  }

  /** All hashes a tile has now. @throws SpineDamagedError when a full one is missing. */
  tile(level: number, index: number): Promise<readonly Uint8Array[]> | readonly Uint8Array[] {
    let full = this.size;
    for (let i = 0; i <= level; i += 1) full = Math.floor(full / TILE_WIDTH);
    return index === full ? (this.#head.tiles.levels[level] ?? []) : this.#storedTile(level, index);
  }

  async #storedTile(level: number, index: number): Promise<readonly Uint8Array[]> {
    const bytes = await read(this.#store.kv, buckets.tile, [
      this.author.publicKey,
      tileKey(level, index),
    ]);
    if (bytes === undefined)
      throw new SpineDamagedError(`tile ${tileKey(level, index)} is missing`);
    return tileHashes(bytes);
  }

  #tileOps(completed: readonly FullTile[]): readonly Operation[] {
    return completed.map(({ level, index, hashes }) =>
      put(buckets.tile, [this.author.publicKey, tileKey(level, index)], tileBytes(hashes)),
    );
  }

  /**
   * Signs the next event and stages it: it counts once its batch is written and `confirm` is
   * called.
   */
  stage(
    kind: string,
    draft: JsonObject | ((place: NextPlace) => JsonObject),
    calcond: number,
  ): StagedEvent {
    const { seq, prev } = this.next;
    const { publicKey } = this.author;
    const root = toHex(frontierRoot(this.#crypto, this.#staged.frontier));
    const place = { author: publicKey, net: this.net, seq, prev, root };
    const body = typeof draft === "function" ? draft(place) : draft;
    return this.stageEncoded(
      createEvent(this.#crypto, this.author, { net: this.net, kind, seq, prev, calcond, body }),
    );
  }

  /** The same for an event that was signed already as the next one. */
  stageEncoded(encoded: EncodedEvent): StagedEvent {
    if (this.#staged.isOver) throw new SpineOverError("the key of this spine was given up");
    const { seq, calcond, kind } = encoded.event.header;
    const step = { seq, id: encoded.id, calcond, leaf: encoded.leaf };
    const { tip, frontier } = grown(this.#crypto, this.#staged, step, kind);
    const { edge: tiles, completed } = growTileEdge(this.#crypto, this.#staged.tiles, encoded.leaf);
    const isOver = isEnding(encoded.headerText);
    this.#staged = { isOver, tip, frontier, tiles };
    const operations = this.#store.spine.appendOps(
      {
        author: this.author.publicKey,
        seq,
        id: encoded.id,
        header: encoded.headerText,
        sig: encoded.event.sig,
        bodyHash: encoded.event.header.body_hash,
        body: encoded.event.body === null ? null : encoded.bodyText,
      },
      tip,
    );
    return { encoded, operations: [...operations, ...this.#tileOps(completed)] };
  }

  /**
   * Goes on from events of this spine that others kept and this node has lost: in order, each
   * signed and linked. Nobody else may write meanwhile.
   */
  async adopt(events: readonly EncodedEvent[]): Promise<void> {
    const before = this.#staged;
    try {
      await this.#store.write(events.flatMap((encoded) => this.stageEncoded(encoded).operations));
    } catch (error) {
      this.discard(before);
      throw error;
    }
    this.confirm();
  }

  /** Where the next staged event goes. */
  get end(): SpineEnd {
    return this.#staged;
  }

  /**
   * Everything staged, or up to an end, is durable. After a failed write, `reload` instead: only
   * the store knows.
   */
  confirm(end: SpineEnd = this.#staged): void {
    this.#head = end;
  }

  /** Rows behind an end, or behind what is durable, are not going to be written. */
  discard(end: SpineEnd = this.#head): void {
    this.#staged = end;
  }

  /** The signed head in the text that standard witnesses read. */
  checkpoint(): string {
    const origin = checkpointOrigin(this.net, this.author.publicKey);
    return signCheckpoint(
      this.#crypto,
      { origin, size: this.size, root: this.root },
      this.author.seed,
    );
  }
}

function isBound(tip: SpineTip | null): boolean {
  return tip !== null && tip.binding !== false;
}

/** Whether an event gives its author's key up, by its canonical header. */
function isEnding(headerText: string): boolean {
  return headerText.includes('"kind":"key.rotate"');
}
