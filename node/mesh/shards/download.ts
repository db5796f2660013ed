/**
 * A long receipt on its way, piece by piece. Any source goes on where another stopped, so a line that
 * breaks costs one piece. Only the whole can be checked; then whoever gave it alone is to blame.
 */
import type { Clock } from "../../../protocol/ports.js";
import { FrameError } from "../host/frame.js";
import { PIECE_BYTES_MAX, PIECE_BYTES_MIN } from "./pieces.js";
import type { Piece } from "./pieces.js";

/** A piece that came in so short a time may be followed by a longer one. */
const QUICK_NS = 500_000_000n;
/** Beyond it the next source has a turn. A line of 256 kbit/s is quicker. */
const SLOW_NS = 4_000_000_000n;
/** Pieces in a row that may fail. */
const FAILURES_MAX = 4;

interface Ways {
  /** @throws when the peer gives none */
  piece(peer: string, from: number, count: number): Promise<Piece>;
  isWhole(text: string): boolean;
  blame(peer: string): void;
}

/** What has come of a receipt of one size: a liar's size is a download of its own. */
interface Begun {
  readonly size: number;
  parts: Uint8Array[];
  bytes: number;
  givers: Set<string>;
  /** Who may give the rest, the next one first. */
  readonly sources: string[];
  running: Promise<string> | null;
}

export class Download {
  readonly #clock: Pick<Clock, "nowNs">;
  readonly #ways: Ways;
  readonly #begun = new Map<number, Begun>();

  /** Whether its pieces come from neighbours of those that are asked. */
  readonly near: boolean;
  /** Whether somebody waits for it. */
  isUrgent = false;

  constructor(clock: Pick<Clock, "nowNs">, near: boolean, ways: Ways) {
    this.near = near;
    this.#clock = clock;
    this.#ways = ways;
  }

  /** Whether a part has come, and the rest has not. */
  get isBegun(): boolean {
    return [...this.#begun.values()].some(({ bytes, size }) => bytes > 0 && bytes < size);
  }

  /**
   * A peer has given the first piece, and may give more.
   * @returns the whole, checked. @throws the last error when no source gives it
   */
  goOn(peer: string, first: Piece): Promise<string> {
    let begun = this.#begun.get(first.size);
    if (begun === undefined) {
      begun = emptyOf(first.size);
      this.#begun.set(first.size, begun);
    }
    if (begun.bytes === 0) add(begun, peer, first.bytes);
    begun.sources.push(peer);
    return this.#run(begun);
  }

  #run(begun: Begun): Promise<string> {
    begun.running ??= this.#whole(begun).finally(() => {
      begun.running = null;
    });
    return begun.running;
  }

  async #whole(begun: Begun): Promise<string> {
    const text = await this.#collect(begun);
    if (this.#ways.isWhole(text)) return text;
    const givers = [...begun.givers];
    clear(begun);
    if (givers.length === 1) this.#ways.blame(givers[0]!);
    else {
      // One of them lied. Alone each can show that it did not.
      for (const giver of givers) {
        const alone = { ...emptyOf(begun.size), sources: [giver] };
        const own = await this.#collect(alone).catch(() => null);
        if (own !== null && this.#ways.isWhole(own)) return own;
        if (own !== null) this.#ways.blame(giver);
      }
    }
    for (const giver of givers) drop(begun, giver);
    if (begun.sources.length > 0) return this.#whole(begun);
    throw new FrameError("the receipt does not check");
  }

  /** @throws the last error when no source is left */
  async #collect(begun: Begun): Promise<string> {
    const { sources } = begun;
    let count = PIECE_BYTES_MIN;
    let failures = 0;
    while (begun.bytes < begun.size) {
      const peer = sources.shift()!;
      const start = this.#clock.nowNs();
      try {
        const { size, bytes } = await this.#ways.piece(peer, begun.bytes, count);
        if (size !== begun.size) throw new FrameError("the receipt has another size");
        add(begun, peer, bytes);
        failures = 0;
        const took = this.#clock.nowNs() - start;
        if (took > SLOW_NS) sources.push(peer);
        else sources.unshift(peer);
        if (took > QUICK_NS) count = Math.max(PIECE_BYTES_MIN, count / 2);
        else count = Math.min(PIECE_BYTES_MAX, count * 2);
      } catch (error) {
        failures += 1;
        count = PIECE_BYTES_MIN;
        // A line may only have paused.
        if (!(error instanceof FrameError) && failures < FAILURES_MAX) sources.push(peer);
        if (sources.length === 0) throw error;
      }
    }
    return Buffer.concat(begun.parts).toString("utf8");
  }
}

function emptyOf(size: number): Begun {
  return { size, parts: [], bytes: 0, givers: new Set(), sources: [], running: null };
}

function clear(begun: Begun): void {
  begun.parts = [];
  begun.bytes = 0;
  begun.givers = new Set();
}

function add(begun: Begun, peer: string, bytes: Uint8Array): void {
  begun.parts.push(bytes);
  begun.bytes += bytes.length;
  begun.givers.add(peer);
}

function drop({ sources }: Begun, peer: string): void {
  const at = sources.indexOf(peer);
  if (at >= 0) sources.splice(at, 1);
}
