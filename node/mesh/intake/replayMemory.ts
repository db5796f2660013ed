/**
 * Handshakes whose message was taken: a repetition inside the window is known without reading it.
 * What has left this memory, or came before a start, is known by the event's id.
 */
import { REPLAY_MACS_MAX, REPLAY_MACS_OF_SENDER_MAX } from "../../../protocol/limits.js";

/** Twice the window: a MAC of a clock that is ahead is good that long after it came. */
const KEPT_CALCONDS = 240;

interface Brought {
  readonly id: string;
  readonly sender: string;
  readonly calcond: number;
}

export class ReplayMemory {
  /** What each MAC brought, the oldest first. */
  readonly #brought = new Map<string, Brought>();
  /** MACs of each sender, its oldest first. */
  readonly #senders = new Map<string, Set<string>>();

  get size(): number {
    return this.#brought.size;
  }

  /** Id of what came with this MAC, or null. */
  find(mac: string, nowCalcond: number): string | null {
    const known = this.#brought.get(mac);
    return known !== undefined && known.calcond + KEPT_CALCONDS >= nowCalcond ? known.id : null;
  }

  /** A sender that says too much loses its own oldest, never another's. */
  remember(mac: string, sender: string, id: string, nowCalcond: number): void {
    this.#forgetOld(nowCalcond);
    const macs = this.#senders.get(sender) ?? new Set<string>();
    this.#senders.set(sender, macs);
    macs.delete(mac);
    macs.add(mac);
    this.#brought.delete(mac);
    this.#brought.set(mac, { id, sender, calcond: nowCalcond });
    const [ownOldest] = macs;
    if (macs.size > REPLAY_MACS_OF_SENDER_MAX && ownOldest !== undefined) this.#forget(ownOldest);
    const [oldest] = this.#brought.keys();
    if (this.#brought.size > REPLAY_MACS_MAX && oldest !== undefined) this.#forget(oldest);
  }

  #forgetOld(nowCalcond: number): void {
    for (const [mac, { calcond }] of this.#brought) {
      if (calcond + KEPT_CALCONDS >= nowCalcond) return;
      this.#forget(mac);
    }
  }

  #forget(mac: string): void {
    const known = this.#brought.get(mac);
    if (known === undefined) return;
    this.#brought.delete(mac);
    const macs = this.#senders.get(known.sender);
    macs?.delete(mac);
    if (macs?.size === 0) this.#senders.delete(known.sender);
  }
}
