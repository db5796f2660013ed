/**
 * The public record: computations whose owners chose to publish, by their digests. Derived from the
 * stored windows and never on the path of a seal. What is private is passed over without being
 * read, and of what is published only what the digests, the chain and the credits say is shown:
 * never inputs, results, or who computed.
 */
import type { Crypto, Logger } from "../../protocol/ports.js";
import { contentHash } from "../../protocol/seal/envelope.js";
import type { EnvelopeCore } from "../../protocol/seal/members.js";
import { KO42_ID } from "../../protocol/chains/master.js";
import { buckets } from "../../storage/records/buckets.js";
import { CorruptRecordError } from "../../storage/kv/errors.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { DamagedRecord, PublicPlace } from "../../storage/records/projections.js";
import type { EnvelopeWindow } from "../../storage/records/records.js";
import { firstFrom } from "../../storage/repositories/numbered.js";
import type { Store } from "../../storage/store.js";
import { damagedRecord } from "../runtime/damage.js";
import { factsOf, restoreCore } from "../sealing/envelopeText.js";
import { OneRun } from "../runtime/oneRun.js";

const PROJECTION = "record";
/**
 * Windows looked at in one batch, and batches that one question waits for: a million envelopes at
 * full windows.
 */
const WINDOWS_A_STEP = 64;
const STEPS_A_QUESTION = 64;
/** Key of a window in hex. */
const WINDOW_KEY = /^[0-9a-f]{16}$/;

interface PublicRecordModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly log: Pick<Logger, "warn">;
}

export interface RecordQuestion {
  /** Only chains that name it; null for all. */
  readonly operator: string | null;
  /** Calconds, both included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Only entries before this number of the list. */
  readonly before?: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

export type RecordEntry =
  | {
      readonly receipt_id: string;
      readonly calcond: number;
      readonly operatorChain: readonly string[];
      readonly credits: number;
      readonly inputs_hash: string;
      readonly result_hash: string;
      readonly visibility: "record" | "shared";
    }
  /** Its time is not known where what says it is damaged. */
  | { readonly receipt_id: null; readonly calcond: number | null; readonly damaged: true };

export interface RecordPage {
  /** Newest first. */
  readonly entries: readonly RecordEntry[];
  /** Entries that match, whatever the page. */
  readonly total: number;
  /** Numbers of the page's entries end here; null when nothing older matches. */
  readonly beforeNext: number | null;
  /** Entries of this question behind the page. */
  readonly left: number;
}

export class PublicRecord {
  readonly #modules: PublicRecordModules;
  readonly #followed = new OneRun(() => this.#follow());
  #damaged: DamagedRecord | null = null;

  constructor(modules: PublicRecordModules) {
    this.#modules = modules;
  }

  /**
   * Follows the windows to their end, or as far as one question may wait. @returns envelopes not
   * looked at yet
   */
  follow(): Promise<number> {
    return this.#followed.run();
  }

  /**
   * The first record that was passed over since it is damaged, or what kept the projection from
   * going on when it was last followed.
   */
  get damaged(): DamagedRecord | null {
    return this.#damaged;
  }

  /** A damaged part, an envelope or its place in the list, is named as such where it stands. */
  async page({
    operator,
    from = 0,
    to,
    before,
    limit,
    offset,
  }: RecordQuestion): Promise<RecordPage> {
    const list = this.#modules.store.projections.published(
      operator === null || operator === KO42_ID ? undefined : operator,
    );
    const size = await list.size();
    const low = from === 0 ? 0 : await firstFrom(list, size, from);
    const high = Math.max(low, to === undefined ? size : await firstFrom(list, size, to + 1));
    const end = Math.max(low, Math.min(high, before ?? high) - offset);
    const first = Math.max(low, end - limit);
    const numbers = Array.from({ length: end - first }, (_, i) => end - 1 - i);
    const entries = await this.#entries(await list.at(numbers));
    return {
      entries,
      total: high - low,
      beforeNext: first > low ? first : null,
      left: first - low,
    };
  }

  async #entries(places: readonly (PublicPlace | null)[]): Promise<readonly RecordEntry[]> {
    const windows = new Map<number, EnvelopeWindow | null>();
    const entries: RecordEntry[] = [];
    for (const place of places) {
      if (place === null) {
        entries.push({ receipt_id: null, calcond: null, damaged: true });
        continue;
      }
      if (!windows.has(place.window)) windows.set(place.window, await this.#window(place.window));
      entries.push(this.#entry(place, windows.get(place.window) ?? null));
    }
    return entries;
  }

  async #window(window: number): Promise<EnvelopeWindow | null> {
    try {
      return (await this.#modules.store.envelopes.window(window)) ?? null;
    } catch (error) {
      if (error instanceof CorruptRecordError) return null;
      throw error;
    }
  }

  #entry({ index, calcond }: PublicPlace, window: EnvelopeWindow | null): RecordEntry {
    const damaged = { receipt_id: null, calcond, damaged: true } as const;
    const envelope = window?.[index];
    // A private receipt is not shown, whatever an index says.
    if (window === null || envelope === undefined || envelope.visibility === "private")
      return damaged;
    const core = this.#core(window, index);
    if (core === null) return damaged;
    const { credits, fields_hash, inputs_hash, operatorChain, uncertainty, unit, value_bits } =
      core;
    return {
      receipt_id: envelope.id,
      calcond,
      operatorChain,
      credits,
      inputs_hash,
      result_hash: contentHash(this.#modules.crypto, {
        fields_hash,
        uncertainty,
        unit,
        value_bits,
      }),
      visibility: envelope.visibility,
    };
  }

  /** Null for a record that does not give its own id. */
  #core(window: EnvelopeWindow, index: number): EnvelopeCore | null {
    try {
      return restoreCore(this.#modules.crypto, window, index);
    } catch (error) {
      if (error instanceof CorruptRecordError) return null;
      throw error;
    }
  }

  async #follow(): Promise<number> {
    const { envelopes, projections } = this.#modules.store;
    try {
      await this.#beginAgainIfLost();
      let [more, step] = [true, 0];
      for (; more && step < STEPS_A_QUESTION; step += 1) more = await this.#stepOver();
      const [reading, chain] = [await projections.projection(PROJECTION), await envelopes.chain()];
      this.#damaged = reading?.damaged ?? null;
      // Of a window that could not be read it is not known what it holds: its envelopes are not
      // looked at, ever.
      return more || this.#damaged !== null
        ? Math.max(0, (chain?.count ?? 0) - (reading?.seen ?? 0))
        : 0;
    } catch (error) {
      this.#damaged = damagedRecord(error);
      // How many is not known.
      return 1;
    }
  }

  /**
   * Where it cannot be read how far the record is, all windows are looked at again. Each was
   * written with what it holds: those up to the last place of the list are in it already, each
   * place once.
   */
  async #beginAgainIfLost(): Promise<void> {
    const { log, store } = this.#modules;
    const { projections } = store;
    const list = projections.published();
    let lost: unknown = null;
    try {
      if ((await projections.projection(PROJECTION)) !== undefined || (await list.size()) === 0)
        return;
    } catch (error) {
      lost = error;
    }
    const fault = lost === null ? "it is missing" : damagedRecord(lost).fault;
    const size = await list.size();
    const last = size === 0 ? null : ((await list.at([size - 1]))[0] ?? null);
    // Not even from the list is it known then.
    if (size > 0 && last === null)
      throw lost ?? new CorruptRecordError(buckets.reading.name, PROJECTION, fault);
    log.warn("the public record is rebuilt from the first envelope", { error: fault });
    await store.write(
      projections.projectionOps(PROJECTION, {
        next: 0,
        seen: 0,
        ...(last === null ? {} : { listed: last.window }),
      }),
    );
  }

  /**
   * One step, or where a window in its way is damaged the windows up to that one, which is passed
   * over.
   */
  async #stepOver(): Promise<boolean> {
    try {
      return await this.#step(WINDOWS_A_STEP);
    } catch (error) {
      if (!(error instanceof CorruptRecordError)) throw error;
    }
    const { projections } = this.#modules.store;
    for (let looked = 0; looked < WINDOWS_A_STEP; looked += 1) {
      try {
        if (!(await this.#step(1))) return false;
      } catch (error) {
        const damaged = damagedRecord(error);
        if (damaged.bucket !== buckets.env.name || !WINDOW_KEY.test(damaged.key)) throw error;
        const reading = (await projections.projection(PROJECTION)) ?? { next: 0, seen: 0 };
        await this.#modules.store.write(
          projections.projectionOps(PROJECTION, {
            ...reading,
            next: Number.parseInt(damaged.key, 16) + 1,
            damaged: reading.damaged ?? damaged,
          }),
        );
        return true;
      }
    }
    return true;
  }

  /** @returns whether there may be more */
  async #step(windows: number): Promise<boolean> {
    const { store } = this.#modules;
    const { projections } = store;
    const reading = (await projections.projection(PROJECTION)) ?? { next: 0, seen: 0 };
    const { next, seen, looked, found } = await projections.publicWindows(reading.next, windows);
    if (next === reading.next) return false;
    const operations: Operation[] = [];
    const all = new Numbering(() => projections.published().size());
    const byOperator = new Map<string, Numbering>();
    for (const [window, positions] of found) {
      if (window <= (reading.listed ?? -1)) continue;
      const envelopes = await store.envelopes.window(window);
      if (envelopes === undefined) continue;
      for (const index of positions) {
        const { calcond, operatorChain } = factsOf(envelopes, index);
        const place: PublicPlace = { window, index, calcond };
        operations.push(projections.publishedOps(await all.next(), place));
        for (const operator of new Set(operatorChain)) {
          if (operator === KO42_ID) continue;
          let numbering = byOperator.get(operator);
          if (numbering === undefined) {
            numbering = new Numbering(() => projections.published(operator).size());
            byOperator.set(operator, numbering);
          }
          operations.push(projections.publishedByOps(operator, await numbering.next(), place));
        }
      }
    }
    operations.push(
      ...projections.projectionOps(PROJECTION, { ...reading, next, seen: reading.seen + seen }),
    );
    await store.write(operations);
    return looked === windows;
  }
}

/** Numbers behind the end of a list. */
class Numbering {
  readonly #size: () => Promise<number>;
  #next: number | null = null;

  constructor(size: () => Promise<number>) {
    this.#size = size;
  }

  async next(): Promise<number> {
    const number = this.#next ?? (await this.#size());
    this.#next = number + 1;
    return number;
  }
}
