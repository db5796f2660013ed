/**
 * What bounds all calls to addresses that others told, whoever makes them: the loop that reconnects,
 * and who looks for a receipt at the nodes that should hold it.
 */
import type { Clock } from "../../../protocol/ports.js";
import { DialRate } from "./dialRate.js";
import { Unreached } from "./unreached.js";

interface DialsModules {
  readonly clock: Pick<Clock, "nowNs">;
  /** Whether a connection to a peer ever came about, also before this start. */
  readonly isMet?: (peer: string) => boolean;
  /** Who told of a peer that was never met, where it is known. */
  readonly introducerOf?: (peer: string) => string | null;
  /** What of the addresses that others tell is dialed; all unless given. */
  readonly dialable?: (addresses: readonly string[]) => readonly string[];
}

export class Dials {
  readonly #modules: DialsModules;
  readonly #rate = new DialRate();
  readonly #unreached: Unreached;

  constructor(modules: DialsModules) {
    this.#modules = modules;
    this.#unreached = new Unreached(modules.clock);
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
      (this.isMet(peer) || this.takeNeverMet(address, peer))
    );
  }

  /** Whoever was never met may be made up, and its addresses somebody else's. */
  takeNeverMet(address: string, peer: string | null): boolean {
    const { clock, introducerOf } = this.#modules;
    const introducer = peer === null ? null : (introducerOf?.(peer) ?? null);
    return this.#rate.take(address, introducer, this.#unreached.failures(address), clock.nowNs());
  }

  failed(address: string, peer: string | null): void {
    this.#unreached.failed(address, this.isMet(peer));
  }

  reached(address: string): void {
    this.#unreached.reached(address);
  }
}
