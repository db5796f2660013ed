/**
 * Other nodes' spines as public logs, as far as they are held here: their own signed checkpoints,
 * and the tiles under them, which are made when somebody asks.
 */
import { parseJson, isObject } from "../../protocol/encoding/json.js";
import { equalBytes } from "../../protocol/encoding/bytes.js";
import { eventLeaf } from "../../protocol/seal/event.js";
import type { Crypto } from "../../protocol/ports.js";
import { parseCheckpoint } from "../../protocol/seal/checkpoint.js";
import { TILE_WIDTH } from "../../protocol/seal/tile.js";
import { tileRoot } from "../../protocol/seal/tileEdge.js";
import { BusyError } from "../../storage/kv/errors.js";
import type { Store } from "../../storage/store.js";
import { SpineDamagedError } from "./ownSpine.js";
import { TiledLog } from "./tiledLog.js";

interface FollowedModules {
  readonly crypto: Crypto;
  readonly store: Store;
}

/** Roots of full tiles remembered: those below ten spines of 10^6 events, in about 4 MB. */
const ROOTS_MAX = 40_960;
/** As many as there are authors. */
const CHECKED_MAX = 1_000;
/** Reads of other nodes' tiles that wait: one that nobody asked for before reads a whole spine. */
const WAITING_MAX = 64;

/**
 * A head is known, and the events below it are still being fetched; or it is of another history.
 */
type CheckpointAnswer =
  | { readonly kind: "held"; readonly text: string }
  | { readonly kind: "behind"; readonly size: number; readonly held: number }
  | { readonly kind: "other" }
  | { readonly kind: "unknown" };

export class FollowedLogs {
  readonly #modules: FollowedModules;
  /** Author, level and number of a full tile -> its root. What is full does not change. */
  readonly #roots = new Map<string, Uint8Array>();
  /** Author -> the checkpoint that was last found to be of the history held. */
  readonly #checked = new Map<string, string>();
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(modules: FollowedModules) {
    this.#modules = modules;
  }

  /** The spine of an author as it is held now; null when nothing of it is. */
  async of(author: string): Promise<TiledLog | null> {
    const tip = await this.#modules.store.spine.tip(author);
    if (tip === undefined) return null;
    const size = tip.seq + 1;
    return new TiledLog(this.#modules, {
      author,
      size,
      tile: (level, index) => this.#inTurn(() => this.#tile(author, size, level, index)),
    });
  }

  /** The newest checkpoint its author signed, whatever is held of it; null for none. */
  async signed(author: string): Promise<string | null> {
    const head = await this.#modules.store.peers.announcement("head", author);
    return head === undefined ? null : checkpointIn(head.text);
  }

  /** The newest checkpoint its author signed, when all of what it covers is held. */
  async checkpoint(author: string): Promise<CheckpointAnswer> {
    const text = await this.signed(author);
    if (text !== null && this.#checked.get(author) === text) return { kind: "held", text };
    const signed = text === null ? null : parseCheckpoint(text);
    const log = await this.of(author);
    if (text === null || signed === null || log === null) return { kind: "unknown" };
    const { size, root } = signed.checkpoint;
    if (size > log.size) return { kind: "behind", size, held: log.size };
    if (!equalBytes(await log.rootAt(size), root)) return { kind: "other" };
    if (this.#checked.size >= CHECKED_MAX) this.#checked.clear();
    this.#checked.set(author, text);
    return { kind: "held", text };
  }

  /** One after the other: anyone who asks for much waits, and holds up nothing else. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= WAITING_MAX)
      return Promise.reject(new BusyError("the queue for other nodes' tiles"));
    this.#waiting += 1;
    const run = this.#tail.then(work).finally(() => {
      this.#waiting -= 1;
    });
    this.#tail = run.catch(() => undefined);
    return run;
  }

  async #tile(
    author: string,
    size: number,
    level: number,
    index: number,
  ): Promise<readonly Uint8Array[]> {
    const { crypto, store } = this.#modules;
    if (level === 0) {
      const count = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
      const events = await store.spine.range(author, index * TILE_WIDTH, count);
      return events.map(({ header }) => eventLeaf(crypto, header));
    }
    let below = size;
    for (let i = 0; i < level; i += 1) below = Math.floor(below / TILE_WIDTH);
    const hashes: Uint8Array[] = [];
    for (let at = index * TILE_WIDTH; at < Math.min(below, (index + 1) * TILE_WIDTH); at += 1) {
      hashes.push(await this.#root(author, size, level - 1, at));
    }
    return hashes;
  }

  async #root(author: string, size: number, level: number, index: number): Promise<Uint8Array> {
    const key = `${author} ${level}/${index}`;
    const known = this.#roots.get(key);
    if (known !== undefined) return known;
    const hashes = await this.#tile(author, size, level, index);
    if (hashes.length !== TILE_WIDTH)
      throw new SpineDamagedError(`events of ${author} are missing`);
    const root = tileRoot(this.#modules.crypto, hashes);
    if (this.#roots.size >= ROOTS_MAX) this.#roots.delete(this.#roots.keys().next().value!);
    this.#roots.set(key, root);
    return root;
  }
}

function checkpointIn(head: string): string | null {
  const read = parseJson(head);
  if (!read.ok || !isObject(read.value) || !isObject(read.value["note"])) return null;
  const { checkpoint } = read.value["note"];
  return typeof checkpoint === "string" ? checkpoint : null;
}
