/**
 * A part of the journal, or all of it, beside the windows that it books: what its entries say of
 * themselves, and what they come to. Memory grows with the accounts, not with the entries.
 */
import {
  mayHold,
  TOTAL_KINDS,
  type LedgerDelta,
  type Purse,
  type TotalKind,
} from "../../../protocol/economy/accounts.js";
import { chargeEntries, dayOf, type ChargeSums } from "../../../protocol/economy/charges.js";
import { IdSum, type IdWords } from "../../../protocol/economy/idSum.js";
import { FIRST_JOURNAL_PREV, postingFault } from "../../../protocol/economy/journal.js";
import {
  JournalReader,
  type KnownAccount,
  type ReadLine,
} from "../../../protocol/economy/journalReader.js";
import type { Crypto } from "../../../protocol/ports.js";
import { buckets } from "../../../storage/records/buckets.js";
import { bufferOf } from "../../../storage/kv/bytes.js";
import { AuditFindings, type Found } from "./findings.js";
import { NotedSums, type Noted } from "./notes.js";
import { NumberedRecords, type NumberRange, type RecordSource } from "./records.js";
import type { AuditRecord } from "./stream.js";
import type { Presence, WindowFacts } from "./window.js";
import { WindowReader } from "./windows.js";

/**
 * A sum with the lowest and the highest value that it had on the way, both counted from where it
 * began.
 */
export interface Course {
  sum: number;
  low: number;
  high: number;
}

/** What the entries make of one account. */
export interface AccountCourse {
  readonly free: Course;
  readonly paid: Course;
  readonly held: Course;
  spent: number;
  /**
   * Day of the last window that it paid in, 0 for none, and what it spent on that day, with the
   * purchased credits among them.
   */
  day: number;
  spentOnDay: number;
  paidOnDay: number;
  /** Last entry about it. */
  journal: number;
  hash: string;
  /** Face value, by funding, of its envelopes that no vault has ingested yet. */
  newFree: number;
  newPaid: number;
}

/**
 * Entries from one on and before another, of which the last is there, and the windows that belong
 * to them.
 */
export interface JournalRange {
  readonly entries: NumberRange;
  readonly windows: NumberRange;
}

/** Totals of a range, as plain data: they may come from another thread. */
export interface WalkedRange {
  readonly from: number;
  /** Number after the last entry. */
  readonly end: number;
  /** What the first entry names as the one before; null where it could not be read. */
  readonly first: string | null;
  /** Hash of the last entry; null where it could not be read. */
  readonly last: string | null;
  /** Every entry could be read. */
  readonly isWhole: boolean;
  /** So could all prices. */
  readonly arePricesWhole: boolean;
  readonly windows: number;
  readonly envelopes: number;
  /** Sum of the ids that vaults have ingested. */
  readonly taken: IdWords;
  readonly noted: Noted;
  readonly totals: Readonly<Record<TotalKind, Course>>;
  readonly accounts: ReadonlyMap<string, AccountCourse>;
  readonly findings: Found;
  /** Something that only a walk through all of the journal can tell what it is. */
  readonly isOdd: boolean;
}

export interface WalkModules {
  readonly source: RecordSource;
  readonly crypto: Pick<Crypto, "sha256Hex">;
  /**
   * Called between two lists of records, with the entries that were read; throws where the walk is
   * to stop.
   */
  step(entries: number): Promise<void>;
}

export interface WalkOptions {
  readonly range: JournalRange;
  /** It is all of the journal: what cannot be told from a part is told, and named. */
  readonly isAll: boolean;
  /** First window that an account's vault has not ingested. */
  readonly cursors: ReadonlyMap<string, number>;
}

const NOTHING: Readonly<Course> = { sum: 0, low: 0, high: 0 };

/** @throws what stopped it; never for what it finds */
export async function walkJournal(
  options: WalkOptions,
  modules: WalkModules,
): Promise<WalkedRange> {
  const { entries, windows } = options.range;
  const findings = new AuditFindings();
  const onDamage = (bucket: { readonly name: string }, key: string, fault: string): void => {
    findings.add(bucket, key, fault);
  };
  const journal = new NumberedRecords(modules.source, buckets.journal, entries, (key, fault) => {
    onDamage(buckets.journal, key, fault);
  });
  const reader = new WindowReader(windows, {
    source: modules.source,
    crypto: modules.crypto,
    cursors: options.cursors,
    onDamage,
  });
  try {
    return await new JournalWalk(options, modules, { journal, reader, findings }).run();
  } finally {
    await journal.close();
    await reader.close();
  }
}

class JournalWalk {
  readonly #options: WalkOptions;
  readonly #modules: WalkModules;
  readonly #journal: NumberedRecords;
  readonly #windows: WindowReader;
  readonly #accounts = new Map<string, AccountCourse>();
  /** Holds the entry that the walk is at. */
  readonly #entry = new JournalReader<AccountCourse>((bytes) => bufferOf(bytes).toString("utf8"));
  readonly #findings: AuditFindings;
  readonly #noted = new NotedSums();
  readonly #taken = new IdSum();
  readonly #totals = Object.fromEntries(
    TOTAL_KINDS.map((kind) => [kind, { ...NOTHING }]),
  ) as Record<TotalKind, Course>;
  /** Number of the next entry. */
  #next: number;
  #first: string | null = null;
  /** Hash of the entry before, or null where it could not be read. */
  #prev: string | null;
  #isWhole = true;
  #arePricesWhole = true;
  #isOdd = false;
  #windowCount = 0;
  #envelopes = 0;
  /** Windows that no entry names. */
  readonly #unbooked = new Map<number, Pick<WindowFacts, "charge" | "env">>();
  /** The day of many entries is the same calcond's. */
  #day = { calcond: -1, day: 0 };

  constructor(
    options: WalkOptions,
    modules: WalkModules,
    {
      findings,
      journal,
      reader,
    }: {
      readonly journal: NumberedRecords;
      readonly reader: WindowReader;
      readonly findings: AuditFindings;
    },
  ) {
    this.#options = options;
    this.#modules = modules;
    this.#journal = journal;
    this.#windows = reader;
    this.#findings = findings;
    this.#next = options.range.entries.from;
    this.#prev = this.#next === 0 ? FIRST_JOURNAL_PREV : null;
  }

  async run(): Promise<WalkedRange> {
    const {
      entries: { from, end },
    } = this.#options.range;
    await this.#walk();
    this.#skipTo(end);
    await this.#unnamed();
    return {
      from,
      end: this.#next,
      first: this.#first,
      last: this.#prev,
      isWhole: this.#isWhole,
      arePricesWhole: this.#arePricesWhole,
      windows: this.#windowCount,
      envelopes: this.#envelopes,
      taken: this.#taken.sum,
      noted: this.#noted.sums,
      totals: this.#totals,
      accounts: this.#accounts,
      findings: { count: this.#findings.count, list: this.#findings.list },
      isOdd: this.#isOdd,
    };
  }

  async #walk(): Promise<void> {
    const journal = this.#journal;
    const { end } = this.#options.range.entries;
    while (this.#next < end) {
      if (!journal.isReady) {
        await this.#modules.step(this.#next - this.#options.range.entries.from);
        if (!(await journal.fill(this.#next))) break;
      }
      const record = this.#record();
      if (record === null) {
        await journal.readKeys(this.#next);
        continue;
      }
      this.#skipTo(record.key);
      this.#next += 1;
      if (record.fault !== null) this.#lost(record.key, record.fault);
      else if (!this.#entry.read(record.value))
        this.#lost(record.key, "this is no entry of a journal");
      else {
        this.#check(record.key);
        if (this.#entry.window >= 0) this.#window(this.#atHand() ?? (await this.#facts()));
      }
    }
  }

  /** The record at hand; null where it has to be read with its key. */
  #record(): AuditRecord<number> | null {
    const journal = this.#journal;
    if (journal.isKeyed) {
      const { head } = journal;
      journal.skip();
      return head;
    }
    const value = journal.take(this.#next);
    return value === null ? null : { key: this.#next, value, fault: null };
  }

  #skipTo(seq: number): void {
    for (; this.#next < seq; this.#next += 1) this.#lost(this.#next, "there is no such entry");
  }

  /** An entry whose contents are unknown: what follows from all entries cannot be compared. */
  #lost(seq: number, fault: string): void {
    this.#findings.add(buckets.journal, seq, fault);
    this.#prev = null;
    this.#isWhole = false;
  }

  /** What the entry says, and its totals. */
  #check(seq: number): void {
    const entry = this.#entry;
    if (entry.seq !== seq)
      this.#findings.add(buckets.journal, seq, `it says that it is number ${entry.seq}`);
    if (seq === this.#options.range.entries.from) this.#first = entry.prev;
    if (this.#prev !== null && !entry.isPrev(this.#prev)) {
      this.#findings.add(
        buckets.journal,
        seq,
        `it follows ${entry.prev}, and the entry before has the hash ${this.#prev}`,
      );
    }
    const hash = entry.hash(this.#modules.crypto);
    this.#prev = hash;
    const fault = postingFault(entry.entries, accountOf);
    if (fault !== null) this.#findings.add(buckets.journal, seq, fault);
    for (const line of entry.entries) this.#apply(line, seq, hash);
    if (entry.note !== null) this.#noted.add(this.#modules.crypto, entry, entry.note);
  }

  #apply({ account, delta, known }: ReadLine<AccountCourse>, seq: number, hash: string): void {
    if (known.account === null) return;
    const { kind, owner } = known.account;
    let course = this.#totals[kind];
    add(course, delta);
    if (owner !== null) {
      const books = (known.kept ??= this.#of(owner));
      course = books[kind as Purse];
      add(course, delta);
      books.journal = seq;
      books.hash = hash;
    }
    if (
      this.#options.isAll &&
      this.#isWhole &&
      (!mayHold(kind, course.sum) || !Number.isSafeInteger(course.sum))
    ) {
      this.#findings.add(buckets.journal, seq, `${account} comes to ${course.sum}`);
    }
  }

  #of(account: string): AccountCourse {
    let books = this.#accounts.get(account);
    if (books === undefined) this.#accounts.set(account, (books = emptyCourse()));
    return books;
  }

  /** The prices of the entry's window against it, and what its records say of themselves. */
  #window({ charge, digest, env, envelopes, findings, priced, taken, window }: WindowFacts): void {
    const entry = this.#entry;
    if (taken !== null) this.#taken.addAll(taken.sum);
    this.#windowCount += 1;
    this.#present(buckets.charge, window, charge);
    this.#present(buckets.env, window, env);
    if (digest !== null && !entry.isCharges(digest)) {
      this.#findings.add(
        buckets.charge,
        window,
        `its digest is ${digest}, and entry ${entry.seq} names ${entry.charges}`,
      );
    }
    if (priced === null) this.#arePricesWhole = false;
    else {
      if (priced.journal !== entry.seq)
        this.#findings.add(
          buckets.charge,
          window,
          `it names entry ${priced.journal}, and is booked by ${entry.seq}`,
        );
      this.#payers(priced.sums);
    }
    this.#envelopes += envelopes;
    if (findings.count > 0) this.#findings.addAll(findings);
  }

  #present(bucket: { readonly name: string }, window: number, { fault }: Presence): void {
    if (fault !== null) this.#findings.add(bucket, window, fault);
  }

  /** What the entry's window holds where that needs no wait, or null. */
  #atHand(): WindowFacts | null {
    return this.#windows.atHand(this.#entry.window);
  }

  /** What the entry's window holds; those before it are passed over. */
  #facts(): Promise<WindowFacts> {
    return this.#windows.read(this.#entry.window, (facts) => {
      this.#passOver(facts);
    });
  }

  #passOver({ charge, env, window }: WindowFacts): void {
    this.#unbooked.set(window, { charge, env });
  }

  #payers(sums: ChargeSums): void {
    const entry = this.#entry;
    if (!sameLines(chargeEntries(sums), entry.entries)) {
      this.#findings.add(
        buckets.journal,
        entry.seq,
        `its lines are not what the prices of window ${entry.window} come to`,
      );
    }
    const day = this.#dayOf(entry.calcond);
    for (const { account, held, paid, spent } of sums.payers) {
      const books = this.#of(account);
      books.spentOnDay = (books.day === day ? books.spentOnDay : 0) + spent;
      books.paidOnDay = (books.day === day ? books.paidOnDay : 0) + paid;
      books.day = day;
      books.spent += spent;
      books.journal = entry.seq;
      books.hash = this.#prev!;
      if (entry.window < (this.#options.cursors.get(account) ?? 0)) continue;
      books.newFree += spent - held;
      books.newPaid += held;
    }
  }

  #dayOf(calcond: number): number {
    if (calcond !== this.#day.calcond) this.#day = { calcond, day: dayOf(calcond) };
    return this.#day.day;
  }

  /** What no entry of the journal names. */
  async #unnamed(): Promise<void> {
    await this.#windows.finish((facts) => {
      this.#passOver(facts);
    });
    for (const name of ["charge", "env"] as const) {
      for (const [
        window,
        {
          [name]: { fault, isThere },
        },
      ] of this.#unbooked) {
        if (isThere)
          this.#findings.add(buckets[name], window, fault ?? "no journal entry names it");
      }
    }
    if (this.#unbooked.size === 0) return;
    this.#arePricesWhole = false;
    if (!this.#options.isAll) this.#isOdd = true;
  }
}

function add(course: Course, delta: number): void {
  const sum = course.sum + delta;
  course.sum = sum;
  if (sum < course.low) course.low = sum;
  else if (sum > course.high) course.high = sum;
}

/** Of an account that nothing was booked for. */
export function emptyCourse(): AccountCourse {
  return {
    free: { ...NOTHING },
    paid: { ...NOTHING },
    held: { ...NOTHING },
    spent: 0,
    day: 0,
    spentOnDay: 0,
    paidOnDay: 0,
    journal: 0,
    hash: FIRST_JOURNAL_PREV,
    newFree: 0,
    newPaid: 0,
  };
}

function accountOf({
  known,
}: {
  readonly known: KnownAccount<unknown>;
}): KnownAccount<unknown>["account"] {
  return known.account;
}

function sameLines(a: readonly LedgerDelta[], b: readonly LedgerDelta[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1)
    if (a[i]!.account !== b[i]!.account || a[i]!.delta !== b[i]!.delta) return false;
  return true;
}
