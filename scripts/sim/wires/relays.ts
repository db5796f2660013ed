/** Ways over a relay: who keeps a place at one, and what it has carried for each connection. */
import {
  CONNECTION_BYTES_MAX,
  CONNECTION_MS_MAX,
  HOPS_MAX,
  PLACES_MAX,
} from "../../../node/mesh/host/relayBounds.js";
import type { SimLoop } from "../loop.js";

const CIRCUIT = "/p2p-circuit";
const US_PER_MS = 1_000;

interface Carried {
  readonly caller: string;
  readonly openedUs: number;
  bytes: number;
}

/** What a node that is a relay knows of those it serves. */
export class RelayDesk {
  readonly #loop: SimLoop;
  readonly #places = new Set<string>();
  readonly #carried = new Map<number, Carried>();

  constructor(loop: SimLoop) {
    this.#loop = loop;
  }

  /** @returns whether a peer has a place now */
  reserve(peer: string): boolean {
    if (this.#places.size < PLACES_MAX) this.#places.add(peer);
    return this.#places.has(peer);
  }

  /** A peer has gone, and its place with it. */
  left(peer: string): void {
    this.#places.delete(peer);
  }

  holds(peer: string): boolean {
    return this.#places.has(peer);
  }

  /** @returns whether a caller may have one more connection */
  open(id: number, caller: string): boolean {
    const { nowUs } = this.#loop;
    for (const [old, { openedUs }] of this.#carried)
      if (nowUs - openedUs >= CONNECTION_MS_MAX * US_PER_MS) this.#carried.delete(old);
    const open = [...this.#carried.values()].filter((one) => one.caller === caller);
    if (open.length >= HOPS_MAX) return false;
    this.#carried.set(id, { caller, openedUs: nowUs, bytes: 0 });
    return true;
  }

  close(id: number): void {
    this.#carried.delete(id);
  }

  /** @returns whether so many bytes more are carried; where not, the connection is over */
  takes(id: number, bytes: number): boolean {
    const carried = this.#carried.get(id);
    if (carried === undefined) return false;
    carried.bytes += bytes;
    const isOver =
      carried.bytes > CONNECTION_BYTES_MAX ||
      this.#loop.nowUs - carried.openedUs >= CONNECTION_MS_MAX * US_PER_MS;
    if (isOver) this.#carried.delete(id);
    return !isOver;
  }
}

/** Where a node can be called over a relay. */
export function relayedAddress(relay: string, peer: string): string {
  return `${relay}${CIRCUIT}/p2p/${peer}`;
}

/** The address of the relay in such an address; null in any other. */
export function relayIn(address: string): string | null {
  const at = address.indexOf(CIRCUIT);
  return at < 0 ? null : address.slice(0, at);
}
