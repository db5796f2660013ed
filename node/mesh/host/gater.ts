/** Which connections are let in: no peer that was cut off, and not too many from one address. */

/** Connections one address may have open, unless many nodes are known to share it. */
const CONNECTIONS_PER_ADDRESS_MAX = 32;
/** Peers kept as cut off; the earliest to return goes first. */
const DENIED_MAX = 4_096;

export class Gate {
  readonly #sharedAddresses: ReadonlySet<string>;
  readonly #nowMs: () => number;
  readonly #deniedUntil = new Map<string, number>();

  constructor(sharedAddresses: ReadonlySet<string>, nowMs: () => number) {
    this.#sharedAddresses = sharedAddresses;
    this.#nowMs = nowMs;
  }

  deny(peer: string, ms: number): void {
    this.#deniedUntil.delete(peer);
    this.#deniedUntil.set(peer, this.#nowMs() + ms);
    const [oldest] = this.#deniedUntil.keys();
    if (this.#deniedUntil.size > DENIED_MAX && oldest !== undefined)
      this.#deniedUntil.delete(oldest);
  }

  admit(peer: string): void {
    this.#deniedUntil.delete(peer);
  }

  isDenied(peer: string): boolean {
    const until = this.#deniedUntil.get(peer);
    if (until === undefined) return false;
    if (until > this.#nowMs()) return true;
    this.#deniedUntil.delete(peer);
    return false;
  }

  /** @param open connections that address already has */
  hasRoomFor(address: string, open: number): boolean {
    return this.#sharedAddresses.has(address) || open < CONNECTIONS_PER_ADDRESS_MAX;
  }
}
