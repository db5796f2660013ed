/**
 * Where simulated nodes live: the address that each has, the translator of addresses it may be
 * behind, and the ways that lose large packets.
 */

/** Where a node is. */
export interface Site {
  /** Its own address. */
  readonly ip: string;
  /** The address of the translator that it calls through: nobody calls it from elsewhere. */
  readonly behind: string | null;
}

/** What fits one packet of an Ethernet, without the headers. */
const PACKET_BYTES_MAX = 1_400;

export class Sites {
  readonly #sites = new Map<string, Site>();
  /** Translators by place, also of nodes whose address does not matter. */
  readonly #translators = new Map<string, string>();
  readonly #narrow = new Set<string>();
  /** Directions of connections, "id from to", in which a packet was lost that is sent for ever. */
  readonly #stuck = new Set<string>();

  settle(place: string, site: Site): void {
    this.#sites.set(place, site);
    if (site.behind !== null) this.#translators.set(place, site.behind);
  }

  of(place: string): Site | null {
    return this.#sites.get(place) ?? null;
  }

  /** The address that others see a place call from. */
  seenFrom(place: string): string | null {
    const site = this.of(place);
    return site === null ? null : (site.behind ?? site.ip);
  }

  /** From now on no connection is opened to a place from outside. */
  hide(place: string): void {
    this.#translators.set(place, `translator of ${place}`);
  }

  show(place: string): void {
    this.#translators.delete(place);
  }

  /** Whether a call from one place to the other gets no answer. */
  isHidden(place: string, from: string): boolean {
    const translator = this.#translators.get(place);
    return translator !== undefined && translator !== this.#translators.get(from);
  }

  /** From now on large packets to and from a place are lost, and nobody is told. */
  narrow(place: string): void {
    this.#narrow.add(place);
  }

  widen(place: string): void {
    this.#narrow.delete(place);
  }

  /**
   * Whether something gets over a connection. What was lost is sent again and again, and whatever
   * comes behind it waits for it: that direction is dead from then on.
   */
  passes(id: number, from: string, to: string, bytes: number): boolean {
    const direction = `${id} ${from} ${to}`;
    if (this.#stuck.has(direction)) return false;
    const isLost = bytes > PACKET_BYTES_MAX && (this.#narrow.has(from) || this.#narrow.has(to));
    if (isLost) this.#stuck.add(direction);
    return !isLost;
  }

  isStuck(id: number, from: string, to: string): boolean {
    return this.#stuck.has(`${id} ${from} ${to}`);
  }

  /** A connection is over. */
  ended(id: number, one: string, other: string): void {
    this.#stuck.delete(`${id} ${one} ${other}`);
    this.#stuck.delete(`${id} ${other} ${one}`);
  }

  /** All ways carry all packets, and nobody is hidden who was not born so. */
  heal(): void {
    this.#narrow.clear();
    for (const place of this.#translators.keys()) {
      const behind = this.of(place)?.behind ?? null;
      if (behind === null) this.#translators.delete(place);
      else this.#translators.set(place, behind);
    }
  }
}
