/**
 * The processor time that each peer has cost: all that its bytes set off at once, up to the end of
 * that turn of the event loop, and the answers to its requests. What this node itself asked for,
 * and events that it took, are not counted: they are bounded elsewhere, and wanted.
 */
import { processorClock, type ProcessorClock } from "../../runtime/processorClock.js";

/** For an answer that waited for the disk, whatever else the process did meanwhile. */
const ANSWER_MS_MAX = 1;
const ANSWER_MS_PER_BYTE = 4e-5;

/** What the bytes of one peer set off in one turn of the event loop. */
export interface Turn {
  readonly peer: string;
  /** Bytes that came. */
  readonly bytes: number;
  /** Of these, such as were asked for. */
  wantedBytes: number;
  /** Once it is over. */
  ms: number | null;
}

type Listener = (peer: string, ms: number) => void;

export class ProcessorTime {
  readonly #clock: ProcessorClock;
  readonly #listeners = new Set<Listener>();
  /** Milliseconds of connected peers. */
  readonly #spent = new Map<string, number>();
  #turn: Turn | null = null;
  #total = 0;

  constructor(clock: ProcessorClock = processorClock) {
    this.#clock = clock;
  }

  /** Milliseconds that a connected peer has cost since it came. */
  of(peer: string): number {
    return this.#spent.get(peer) ?? 0;
  }

  /** The same of all peers since the start. */
  get total(): number {
    return this.#total;
  }

  left(peer: string): void {
    this.#spent.delete(peer);
  }

  /** @param listener told what a peer has cost; negative where it turns out that it was wanted */
  listen(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /** The turn in which this runs, where bytes of a peer set it off. */
  get turn(): Turn | null {
    return this.#turn;
  }

  /** Bytes of a peer have come. @param over calls back when all that they set off has run */
  begin(peer: string, bytes: number, over: (done: () => void) => void): void {
    if (this.#turn !== null) return;
    const turn: Turn = { peer, bytes, wantedBytes: 0, ms: null };
    const mark = this.#clock.mark();
    this.#turn = turn;
    over(() => {
      this.#turn = null;
      turn.ms = this.#clock.since(mark);
      this.#charge(peer, turn.ms * unwanted(turn.wantedBytes, bytes));
    });
  }

  /** So many bytes of a turn were asked for, or are an event that was taken. */
  wanted(turn: Turn | null, peer: string, bytes: number): void {
    if (turn === null || turn.peer !== peer) return;
    const before = turn.wantedBytes;
    turn.wantedBytes += bytes;
    if (turn.ms === null) return;
    const over = unwanted(before, turn.bytes) - unwanted(turn.wantedBytes, turn.bytes);
    this.#charge(peer, -turn.ms * over);
  }

  /** Answers a request of a peer. */
  async answer(peer: string, work: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const begun = this.#clock.mark();
    const working = work();
    // What runs in a turn of the peer's own bytes is counted there.
    if (this.#turn?.peer !== peer) this.#charge(peer, this.#clock.since(begun));
    const waited = this.#clock.mark();
    let bytes = 0;
    try {
      const answer = await working;
      bytes = answer.length;
      return answer;
    } finally {
      const most = ANSWER_MS_MAX + ANSWER_MS_PER_BYTE * bytes;
      if (this.#turn?.peer !== peer) this.#charge(peer, Math.min(most, this.#clock.since(waited)));
    }
  }

  #charge(peer: string, ms: number): void {
    if (ms === 0) return;
    this.#total = Math.max(0, this.#total + ms);
    this.#spent.set(peer, Math.max(0, this.of(peer) + ms));
    for (const listener of this.#listeners) listener(peer, ms);
  }
}

/** The part of a turn that nobody asked for. */
function unwanted(wantedBytes: number, bytes: number): number {
  return Math.max(0, 1 - wantedBytes / bytes);
}
