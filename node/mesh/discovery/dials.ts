/**
 * What bounds all calls to addresses that others told, whoever makes them: the loop that reconnects,
 * and who looks for a receipt at the nodes that should hold it.
 */
import type { Clock } from "../../../protocol/ports.js";
import { DialRate } from "./dialRate.js";
import { Elsewhere } from "./elsewhere.js";
import { Unreached } from "./unreached.js";

interface DialsModules {
  readonly clock: Pick<Clock, "nowNs">;
  /** Whether a connection to a peer ever came about, also before this start. */
  readonly isMet?: (peer: string) => boolean;
  /** Who told of a peer that was never met, where it is known. */
  readonly introducerOf?: (peer: string) => string | null;
  /** What of the addresses that others tell is dialed; all unless given. */
  readonly dialable?: (addresses: readonly string[]) => readonly string[];
  /** This node's own addresses; none unless given. */
  readonly own?: () => readonly string[];
  /** IP addresses from which peers are connected; none unless given. */
  readonly peerIps?: () => readonly string[];
}

export class Dials {
  readonly #modules: DialsModules;
  readonly #rate = new DialRate();
  readonly #unreached: Unreached;
  readonly #elsewhere: Elsewhere;

  constructor(modules: DialsModules) {
    this.#modules = modules;
    this.#unreached = new Unreached(modules.clock);
    this.#elsewhere = new Elsewhere(modules);
  }

  isMet(peer: string | null): boolean {
    return peer !== null && this.#modules.isMet?.(peer) === true;
  }

  /** What of the addresses that others tell is dialed. */
  dialable(addresses: readonly string[]): readonly string[] {
    return this.#modules.dialable?.(addresses) ?? addresses;
  }

  /** Whether somebody without a plan of its own may call there now. */
  mayTry(address: string, peer: string): boolean {
    return (
      this.dialable([address]).length > 0 &&
      !this.#unreached.isResting(address) &&
      (!this.#elsewhere.has(address) || this.#elsewhere.take()) &&
      (this.isMet(peer) || this.takeNeverMet(address, peer))
    );
  }

  /**
   * The first that may be called of a peer's addresses; null where all are private ones of other
   * places that are to be left alone now.
   */
  callable(addresses: readonly string[]): string | null {
    const found = addresses.find(
      (address) =>
        !this.#elsewhere.has(address) ||
        (!this.#unreached.isResting(address) && this.#elsewhere.take()),
    );
    return found ?? null;
  }

  /** Whoever was never met may be made up, and its addresses somebody else's. */
  takeNeverMet(address: string, peer: string | null): boolean {
    const { clock, introducerOf } = this.#modules;
    const introducer = peer === null ? null : (introducerOf?.(peer) ?? null);
    return this.#rate.take(address, introducer, this.#unreached.failures(address), clock.nowNs());
  }

  failed(address: string, peer: string | null): void {
    this.#unreached.failed(address, this.isMet(peer), this.#elsewhere.has(address));
  }

  reached(address: string): void {
    this.#unreached.reached(address);
    this.#elsewhere.reached(address);
  }
}
