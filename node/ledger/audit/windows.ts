/**
 * The windows of a ledger in their order: the records of their prices beside what was kept of their
 * envelopes.
 */
import type { Crypto } from "../../../protocol/ports.js";
import { buckets } from "../../../storage/records/buckets.js";
import { NumberedRecords, type NumberRange, type RecordSource } from "./records.js";
import { windowFacts, type FoundRecord, type WindowFacts } from "./window.js";

type Hasher = Pick<Crypto, "sha256Hex">;

interface WindowReaderModules {
  readonly source: RecordSource;
  readonly crypto: Hasher;
  /** First window that an account's vault has not ingested. */
  readonly cursors: ReadonlyMap<string, number>;
  /** Told of what cannot be read. */
  readonly onDamage: (bucket: { readonly name: string }, key: string, fault: string) => void;
}

export class WindowReader {
  readonly #crypto: Hasher;
  readonly #cursors: ReadonlyMap<string, number>;
  readonly #charges: NumberedRecords;
  readonly #envelopes: NumberedRecords;
  /** Behind the last window that was read. */
  #next: number;

  /** @param range of windows with either record */
  constructor(range: NumberRange, { crypto, cursors, onDamage, source }: WindowReaderModules) {
    this.#crypto = crypto;
    this.#cursors = cursors;
    this.#charges = new NumberedRecords(source, buckets.charge, range, (key, fault) => {
      onDamage(buckets.charge, key, fault);
    });
    this.#envelopes = new NumberedRecords(source, buckets.env, range, (key, fault) => {
      onDamage(buckets.env, key, fault);
    });
    this.#next = range.from;
  }

  /**
   * A window whose two records are at hand, are the next ones and are sound; null otherwise, then
   * `read` it.
   */
  atHand(window: number): WindowFacts | null {
    const [charges, envelopes] = [this.#charges, this.#envelopes];
    if (charges.isKeyed || envelopes.isKeyed || !charges.isReady || !envelopes.isReady) return null;
    const charge = charges.take(window);
    if (charge === null) return null;
    const env = envelopes.take(window);
    // Read again with its key, beside the other.
    if (env === null) return null;
    this.#next = window + 1;
    return windowFacts(
      { crypto: this.#crypto, cursors: this.#cursors },
      window,
      { value: charge, fault: null },
      { value: env, fault: null },
    );
  }

  /** @param passOver told of those before it. @returns what there is of it, which may be nothing */
  async read(window: number, passOver: (facts: WindowFacts) => void): Promise<WindowFacts> {
    if (
      !this.#charges.isKeyed &&
      (await this.#charges.fill(this.#next)) &&
      (await this.#envelopes.fill(this.#next))
    ) {
      const facts = this.atHand(window);
      if (facts !== null) return facts;
    }
    await this.#readKeys();
    for (;;) {
      const next = await this.#nextKey();
      if (next > window)
        return windowFacts({ crypto: this.#crypto, cursors: this.#cursors }, window, null, null);
      const facts = this.#takeKeyed(next);
      if (next === window) return facts;
      passOver(facts);
    }
  }

  /** @param passOver told of all that are left */
  async finish(passOver: (facts: WindowFacts) => void): Promise<void> {
    await this.#readKeys();
    for (let next = await this.#nextKey(); next !== NONE; next = await this.#nextKey())
      passOver(this.#takeKeyed(next));
  }

  async close(): Promise<void> {
    await this.#charges.close();
    await this.#envelopes.close();
  }

  async #readKeys(): Promise<void> {
    await this.#charges.readKeys(this.#next);
    await this.#envelopes.readKeys(this.#next);
  }

  async #nextKey(): Promise<number> {
    if (!this.#charges.isReady) await this.#charges.fill(this.#next);
    if (!this.#envelopes.isReady) await this.#envelopes.fill(this.#next);
    return Math.min(keyAt(this.#charges), keyAt(this.#envelopes));
  }

  #takeKeyed(window: number): WindowFacts {
    this.#next = window + 1;
    return windowFacts(
      { crypto: this.#crypto, cursors: this.#cursors },
      window,
      taken(this.#charges, window),
      taken(this.#envelopes, window),
    );
  }
}

/** Behind every window. */
const NONE = Infinity;

function keyAt(records: NumberedRecords): number {
  return records.isReady ? records.head.key : NONE;
}

function taken(records: NumberedRecords, window: number): FoundRecord | null {
  if (keyAt(records) !== window) return null;
  const { value, fault } = records.head;
  records.skip();
  return { value, fault };
}
