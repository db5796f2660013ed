/** What a node is made of, as its composition told it: who asks what it offers is answered by it. */

/** A capability of the node, by what it answers and does. */
export interface OfferedPart {
  readonly name: string;
  /** Keys of operations in the contract. */
  readonly operations: readonly string[];
  readonly events: readonly string[];
  readonly due: readonly string[];
  readonly background: readonly string[];
  readonly buckets: readonly string[];
}

/** What a node has or has not by its settings and its surroundings. */
export interface OptionalPart {
  readonly name: string;
  readonly on: boolean;
  /** Setting that decides; null where the surroundings do. */
  readonly setting: string | null;
}

/** What follows from settings and ports. */
interface OfferingFacts {
  readonly network: string;
  readonly isLimited: boolean;
  readonly optional: readonly OptionalPart[];
}

export class Offering {
  readonly facts: OfferingFacts;
  #parts: readonly OfferedPart[] = [];
  #adapter: string | null = null;

  constructor(facts: OfferingFacts) {
    this.facts = facts;
  }

  get parts(): readonly OfferedPart[] {
    return this.#parts;
  }

  /** What reads HTTP; null where the node is not served. */
  get adapter(): string | null {
    return this.#adapter;
  }

  use(parts: readonly OfferedPart[]): void {
    this.#parts = parts;
  }

  servedBy(adapter: string): void {
    this.#adapter = adapter;
  }
}
