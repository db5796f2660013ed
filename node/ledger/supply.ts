/**
 * The supply in public: sums over the journal, followed lazily and kept as one snapshot for each
 * calcond in which something changed. A sum is by kind of booking and kind of ledger account, so
 * that every figure of any range is a difference.
 */
import { ledgerAccount, TOTAL_KINDS, type TotalKind } from "../../protocol/economy/accounts.js";
import { readJournal, type JournalEntry } from "../../protocol/economy/journal.js";
import type { Logger } from "../../protocol/ports.js";
import { buckets } from "../../storage/records/buckets.js";
import { CorruptRecordError } from "../../storage/kv/errors.js";
import type { Operation } from "../../storage/kv/kv.js";
import type {
  DamagedRecord,
  ProjectionRecord,
  SnapshotRecord,
} from "../../storage/records/projections.js";
import type { LedgerRepository } from "../../storage/repositories/ledger.js";
import { firstFrom } from "../../storage/repositories/numbered.js";
import type { ProjectionRepository } from "../../storage/repositories/projections.js";
import type { Store } from "../../storage/store.js";
import { damagedRecord } from "../runtime/damage.js";
import { OneRun } from "../runtime/oneRun.js";

const PROJECTION = "supply";
/** Entries followed in one batch, and batches that one question waits for. */
const ENTRIES_A_STEP = 1_024;
const STEPS_A_QUESTION = 256;
/** Between kind of booking and kind of account; before a kind of booking, how many there were. */
const MARK = "/";
const COUNT = "#";
const NOTHING_READ: ProjectionRecord = { next: 0, seen: 0 };
const UNHEARD: Pick<Logger, "warn"> = { warn: () => undefined };

interface SupplyModules {
  readonly projections: ProjectionRepository;
  readonly ledger: LedgerRepository;
  readonly write: (operations: readonly Operation[]) => Promise<void>;
  readonly log: Pick<Logger, "warn">;
}

/** Kind of booking -> kind of ledger account -> sum. */
export type Bookings = Readonly<Record<string, Readonly<Partial<Record<TotalKind, number>>>>>;

/** Sums up to the end of a calcond. */
export interface SupplySnapshot {
  readonly calcond: number;
  /** Number of the last entry counted. */
  readonly journal: number;
  readonly bookings: Bookings;
  /** Entries by kind of booking. */
  readonly entries: Readonly<Record<string, number>>;
}

export interface SupplyPage {
  /** Rows that match; each with the one before it in the journal, null for the first. */
  readonly rows: readonly {
    readonly now: SupplySnapshot;
    readonly before: SupplySnapshot | null;
  }[];
  readonly total: number;
  /** Rows of this question behind the page. */
  readonly left: number;
}

interface SupplyQuestion extends SupplyRange {
  readonly limit: number;
  readonly offset: number;
  readonly newestFirst: boolean;
  /** Only rows of earlier or later calconds than these; the total is over all of the range. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

export interface SupplyRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Sums of the journal that are being added up, under the names of the figures. */
class Sums {
  readonly figures: string[];
  readonly #places: Map<string, number>;
  readonly sums: number[];

  constructor(figures: readonly string[], sums: readonly number[]) {
    this.figures = [...figures];
    this.#places = new Map(figures.map((name, place) => [name, place]));
    this.sums = figures.map((_, place) => sums[place] ?? 0);
  }

  add({ kind, entries }: JournalEntry): void {
    this.#add(COUNT + kind, 1);
    for (const { account, delta } of entries) {
      const found = ledgerAccount(account);
      if (found === null)
        throw new RangeError(`the journal names ${account}, which is no account of a ledger`);
      this.#add(kind + MARK + found.kind, delta);
    }
  }

  #add(name: string, delta: number): void {
    let place = this.#places.get(name);
    if (place === undefined) {
      place = this.figures.push(name) - 1;
      this.#places.set(name, place);
      this.sums.push(0);
    }
    const sum = this.sums[place]! + delta;
    if (!Number.isSafeInteger(sum)) throw new RangeError(`${name} is beyond 2^53 - 1`);
    this.sums[place] = sum;
  }
}

export class Supply {
  readonly #modules: SupplyModules;
  readonly #followed = new OneRun(() => this.#follow());
  #latest: SupplySnapshot | null = null;
  #damaged: DamagedRecord | null = null;
  /** What the run that goes on now came upon. */
  #met: DamagedRecord | null = null;

  constructor(modules: SupplyModules) {
    this.#modules = modules;
  }

  static of(store: Store, log = UNHEARD): Supply {
    const { ledger, projections } = store;
    return new Supply({ ledger, projections, log, write: (operations) => store.write(operations) });
  }

  /**
   * Follows the journal to its end, up to what is damaged, or as far as one question may wait.
   * @returns entries not counted yet; above 0 where something damaged is in the way
   */
  follow(): Promise<number> {
    return this.#followed.run();
  }

  /** What kept the projection from going on when it was last followed. */
  get damaged(): DamagedRecord | null {
    return this.#damaged;
  }

  /** The newest snapshot, or null before the first entry. */
  async now(): Promise<SupplySnapshot | null> {
    const snapshots = this.#modules.projections.snapshots();
    const size = await snapshots.size();
    this.#latest = size === 0 ? null : (await this.#read([size - 1]))[0]!;
    return this.#latest;
  }

  /**
   * The newest snapshot that was looked at: without a wait, and perhaps not the newest any more.
   */
  get latest(): SupplySnapshot | null {
    return this.#latest;
  }

  snapshots(): Promise<number> {
    return this.#modules.projections.snapshots().size();
  }

  /** What held before a range and at its end; null where nothing had been booked. */
  async range({ from, to }: SupplyRange): Promise<{
    readonly before: SupplySnapshot | null;
    readonly end: SupplySnapshot | null;
  }> {
    const [low, high] = await this.#bounds({ from, to });
    const numbers = [...new Set([low - 1, high - 1])].filter((number) => number >= 0);
    const read = new Map((await this.#read(numbers)).map((snapshot, i) => [numbers[i]!, snapshot]));
    return { before: read.get(low - 1) ?? null, end: read.get(high - 1) ?? null };
  }

  async page({
    after,
    before,
    limit,
    newestFirst,
    offset,
    ...range
  }: SupplyQuestion): Promise<SupplyPage> {
    const [low, high] = await this.#bounds(range);
    const total = high - low;
    // Another call for the size may have found more.
    const [behind, ahead] = await this.#bounds({
      from: after === undefined ? 0 : after + 1,
      to: before === undefined ? undefined : before - 1,
    });
    const [start, end] = [Math.max(low, behind), Math.min(high, ahead)];
    const count = Math.max(0, Math.min(limit, end - start - offset));
    const left = Math.max(0, end - start - offset - count);
    if (count === 0) return { rows: [], total, left };
    const first = newestFirst ? end - offset - count : start + offset;
    const numbers = Array.from({ length: count + 1 }, (_, i) => first - 1 + i).filter(
      (number) => number >= 0,
    );
    const read = await this.#read(numbers);
    const rows = read
      .map((now, i) => ({ now, before: read[i - 1] ?? null }))
      .slice(first === 0 ? 0 : 1);
    return { rows: newestFirst ? rows.reverse() : rows, total, left };
  }

  /** Numbers of the first snapshot of a range, and of the first behind it. */
  async #bounds({ from = 0, to }: SupplyRange): Promise<readonly [low: number, high: number]> {
    const snapshots = this.#modules.projections.snapshots();
    const size = await snapshots.size();
    const low = from === 0 ? 0 : await firstFrom(snapshots, size, from);
    const high = to === undefined ? size : await firstFrom(snapshots, size, to + 1);
    return [low, Math.max(low, high)];
  }

  async #read(numbers: readonly number[]): Promise<readonly SupplySnapshot[]> {
    const { projections } = this.#modules;
    // In this order: names are only ever added, so those read later are enough for sums read
    // earlier.
    const records = await this.#records(numbers);
    const figures = (await projections.projection(PROJECTION))?.figures ?? [];
    return records.map((record) => snapshotOf(record, figures));
  }

  /** Snapshots as they are kept; one that cannot be read is added up again. */
  async #records(numbers: readonly number[]): Promise<readonly SnapshotRecord[]> {
    const found = await this.#modules.projections.snapshots().at(numbers);
    const records: SnapshotRecord[] = [];
    for (const [i, record] of found.entries())
      records.push(record ?? (await this.#again(numbers[i]!)));
    return records;
  }

  /**
   * From the snapshot before it and the journal. It is not kept: the last one may be about to be
   * replaced by one that counts more.
   * @throws CorruptRecordError where the journal cannot be read either
   */
  async #again(number: number): Promise<SnapshotRecord> {
    const { projections, ledger } = this.#modules;
    const { figures = [], next: end } = (await projections.projection(PROJECTION)) ?? NOTHING_READ;
    const [before] = number === 0 ? [] : await this.#records([number - 1]);
    const sums = new Sums(figures, before?.sums ?? []);
    const first = (before?.journal ?? -1) + 1;
    let [calcond, next] = [-1, first];
    for await (const [seq, text] of ledger.entriesFrom(first, Math.max(0, end - first))) {
      const entry = entryOf(seq, text, next);
      if (next > first && entry.calcond > calcond) break;
      sums.add(entry);
      if (next === first) calcond = entry.calcond;
      next = seq + 1;
    }
    if (next === first)
      throw new CorruptRecordError(
        buckets.supply.name,
        String(number),
        "the journal has nothing to add it up from",
      );
    return { calcond, journal: next - 1, sums: sums.sums };
  }

  async #follow(): Promise<number> {
    this.#met = null;
    const behind = await this.#goOn().catch((error: unknown) => {
      this.#met ??= damagedRecord(error);
      // How many is not known.
      return 1;
    });
    this.#damaged = this.#met;
    return behind;
  }

  /**
   * The names of the sums stand beside how far they are: where those cannot be read no snapshot
   * can, and all is added up again.
   */
  async #beginAgainIfLost(): Promise<void> {
    const { log, projections, write } = this.#modules;
    const snapshots = projections.snapshots();
    let fault = "it is missing";
    try {
      if (
        (await projections.projection(PROJECTION)) !== undefined ||
        (await snapshots.size()) === 0
      )
        return;
    } catch (error) {
      ({ fault } = damagedRecord(error));
    }
    log.warn("the supply is rebuilt from the journal", { error: fault });
    for (let size = await snapshots.size(); size > 0; size = await snapshots.size()) {
      const first = Math.max(0, size - ENTRIES_A_STEP);
      await write(
        Array.from({ length: size - first }, (_, i) => projections.dropSnapshotOps(first + i)),
      );
    }
    await write(projections.projectionOps(PROJECTION, NOTHING_READ));
  }

  async #goOn(): Promise<number> {
    await this.#beginAgainIfLost();
    let [more, step] = [true, 0];
    for (; more && step < STEPS_A_QUESTION; step += 1) more = await this.#step();
    await this.now();
    if (!more && this.#met === null) return 0;
    const [reading, head] = [
      await this.#modules.projections.projection(PROJECTION),
      await this.#modules.ledger.head(),
    ];
    return Math.max(this.#met === null ? 0 : 1, (head?.entries ?? 0) - (reading?.next ?? 0));
  }

  /** @returns whether there may be more */
  async #step(): Promise<boolean> {
    const { projections, ledger, write } = this.#modules;
    const reading = (await projections.projection(PROJECTION)) ?? NOTHING_READ;
    const size = await projections.snapshots().size();
    const [last] = size === 0 ? [] : await this.#records([size - 1]);
    const sums = new Sums(reading.figures ?? [], last?.sums ?? []);
    const rows = new Map<number, SnapshotRecord>();
    let [place, calcond, next] = [size - 1, last?.calcond ?? -1, reading.next];
    try {
      for await (const [seq, text] of ledger.entriesFrom(reading.next, ENTRIES_A_STEP)) {
        const entry = entryOf(seq, text, next);
        sums.add(entry);
        if (entry.calcond > calcond) {
          place += 1;
          calcond = entry.calcond;
        }
        next = seq + 1;
        rows.set(place, { calcond, journal: seq, sums: [...sums.sums] });
      }
    } catch (error) {
      // Rows before it count all the same. The audit, too, names entries by their numbers.
      this.#met = { ...damagedRecord(error), key: String(next) };
    }
    if (next === reading.next) return false;
    await write([
      ...[...rows].map(([number, row]) => projections.snapshotOps(number, row)),
      ...projections.projectionOps(PROJECTION, { next, seen: next, figures: sums.figures }),
    ]);
    return next - reading.next === ENTRIES_A_STEP;
  }
}

/** @throws CorruptRecordError for what is not the entry that comes next */
function entryOf(seq: number, text: string, next: number): JournalEntry {
  const entry = readJournal(text);
  if (entry === null || entry.seq !== seq || seq !== next) {
    throw new CorruptRecordError(
      buckets.journal.name,
      String(next),
      "it is no entry of the journal, or missing",
    );
  }
  return entry;
}

function snapshotOf(
  { calcond, journal, sums }: SnapshotRecord,
  figures: readonly string[],
): SupplySnapshot {
  const bookings: Record<string, Partial<Record<TotalKind, number>>> = {};
  const entries: Record<string, number> = {};
  figures.forEach((name, place) => {
    const sum = sums[place] ?? 0;
    if (sum === 0) return;
    if (name.startsWith(COUNT)) {
      entries[name.slice(COUNT.length)] = sum;
      return;
    }
    const at = name.lastIndexOf(MARK);
    const kind = TOTAL_KINDS.find((known) => known === name.slice(at + 1));
    if (kind === undefined) throw new RangeError(`no figure of the supply: ${name}`);
    (bookings[name.slice(0, at)] ??= {})[kind] = sum;
  });
  return { calcond, journal, bookings, entries };
}
