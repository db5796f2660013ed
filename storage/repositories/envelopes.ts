/**
 * Sealed envelopes: one record a commit window, with an index by receipt and one by account in the
 * same batch.
 */
import { buckets } from "../records/buckets.js";
import { CorruptRecordError } from "../kv/errors.js";
import type { Operation } from "../kv/kv.js";
import { windowPart } from "../records/records.js";
import type {
  EnvelopeChain,
  EnvelopeRecord,
  EnvelopeWindow,
  ReceiptPlace,
  WindowPart,
} from "../records/records.js";
import { Table, type Reader } from "./table.js";

const HEAD = "head";

export interface FoundEnvelope extends ReceiptPlace {
  readonly envelope: EnvelopeRecord;
  /** All of its window, in order: an inclusion path is computed from their ids. */
  readonly siblings: EnvelopeWindow;
}

export class EnvelopeRepository {
  readonly #windows: Table<number, EnvelopeWindow>;
  readonly #chain: Table<string, EnvelopeChain>;
  readonly #places: Table<string, ReceiptPlace>;
  readonly #own: Table<readonly [account: string, window: number], readonly number[]>;

  constructor(store: Reader) {
    this.#windows = new Table(store, buckets.env);
    this.#chain = new Table(store, buckets.chain);
    this.#places = new Table(store, buckets.rcpt);
    this.#own = new Table(store, buckets.own);
  }

  /**
   * The operations that keep one commit window.
   * @param window seq of the `seal` event above it
   * @param chain the end of the chain after its last envelope
   */
  windowOps(window: number, envelopes: EnvelopeWindow, chain: EnvelopeChain): readonly Operation[] {
    const positions = new Map<string, number[]>();
    const operations: Operation[] = [
      this.#windows.put(window, envelopes),
      this.#chain.put(HEAD, chain),
    ];
    envelopes.forEach(({ id, account }, index) => {
      operations.push(this.#places.put(id, { window, index }));
      const own = positions.get(account);
      if (own === undefined) positions.set(account, [index]);
      else own.push(index);
    });
    for (const [account, indexes] of positions) {
      operations.push(this.#own.put([account, window], indexes));
    }
    return operations;
  }

  /** The end of the chain, or undefined before the first envelope. */
  chain(): Promise<EnvelopeChain | undefined> {
    return this.#chain.get(HEAD);
  }

  window(window: number): Promise<EnvelopeWindow | undefined> {
    return this.#windows.get(window);
  }

  /** Some envelopes of a window, without reading the others. @throws CorruptRecordError */
  part(window: number, positions: readonly number[]): Promise<WindowPart | undefined> {
    return this.#windows.getPart(window, (value) => windowPart(value, positions));
  }

  /** Windows from one on, in order, at most `limit`. */
  windowsFrom(
    window: number,
    limit: number,
  ): AsyncIterable<readonly [window: number, envelopes: EnvelopeWindow]> {
    return this.#windows.scan({ gte: window, limit });
  }

  /** Where an envelope stands, without reading it. */
  place(id: string): Promise<ReceiptPlace | undefined> {
    return this.#places.get(id);
  }

  /** @throws CorruptRecordError also when index and window do not agree */
  async byId(id: string): Promise<FoundEnvelope | undefined> {
    const place = await this.#places.get(id);
    if (place === undefined) return undefined;
    const siblings = await this.window(place.window);
    const envelope = siblings?.[place.index];
    if (siblings === undefined || envelope?.id !== id) {
      throw new CorruptRecordError(buckets.rcpt.name, id, "its window does not hold it");
    }
    return { ...place, envelope, siblings };
  }

  /** Envelopes of an account, newest first, at most `limit`. */
  async ofAccount(account: string, limit: number): Promise<readonly EnvelopeRecord[]> {
    const found: EnvelopeRecord[] = [];
    const newestFirst = {
      gte: [account, 0],
      lt: [account, Number.MAX_SAFE_INTEGER],
      reverse: true,
    } as const;
    for await (const [[, window], positions] of this.#own.scan(newestFirst)) {
      const envelopes = await this.window(window);
      for (const position of [...positions].reverse()) {
        const envelope = envelopes?.[position];
        if (envelope === undefined) {
          const name = `${account}/${window}`;
          throw new CorruptRecordError(buckets.own.name, name, "its window does not hold it");
        }
        if (found.length >= limit) return found;
        found.push(envelope);
      }
      if (found.length >= limit) return found;
    }
    return found;
  }
}
