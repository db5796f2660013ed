/**
 * The whole ledger against everything it follows from, as it was at one instant: the journal beside
 * the windows it books, then balances, sums and vaults. A long journal is walked in ranges, each in
 * a thread of its own.
 */
import { availableParallelism } from "node:os";
import { isDeepStrictEqual } from "node:util";
import { TOTAL_KINDS, type LedgerTotals } from "../../../protocol/economy/accounts.js";
import { IdSum } from "../../../protocol/economy/idSum.js";
import { FIRST_JOURNAL_PREV } from "../../../protocol/economy/journal.js";
import type { Crypto } from "../../../protocol/ports.js";
import { buckets } from "../../../storage/records/buckets.js";
import { systemTurn, type Turn } from "../../../storage/kv/groupCommit.js";
import type { Store } from "../../../storage/store.js";
import { compareBonds } from "./bonds.js";
import { AuditFindings, type AuditFinding } from "./findings.js";
import { compareGrants } from "./grants.js";
import { emptyCourse, walkJournal } from "./journal.js";
import { booksOf, divided, joined, type AccountBooks, type WalkedJournal } from "./ranges.js";
import { closeAll, snapshot, type Snapshot } from "./snapshot.js";
import { walkInThread } from "./thread.js";
import { valueOf } from "./value.js";
import { VaultAudit } from "./vaults.js";

export interface AuditReport {
  readonly ok: boolean;
  readonly entries: number;
  /** Hash of the last entry; zeros before the first. */
  readonly head: string;
  readonly accounts: number;
  readonly windows: number;
  readonly envelopes: number;
  readonly totals: LedgerTotals;
  /**
   * Value of live envelopes as the vaults and the windows not taken into them have it; null where
   * some could not be read.
   */
  readonly live: { readonly free: number | null; readonly paid: number | null };
  readonly findings: readonly AuditFinding[];
  readonly found: number;
}

interface AuditOptions {
  readonly onProgress?: (done: number, of: number) => void;
  /** Stops it. */
  readonly signal?: AbortSignal;
  /** How others get their turn between two lists of records. */
  readonly turn?: Turn;
  /** Threads for a long journal, at most. */
  readonly threads?: number;
  /** Entries from which on it is long. */
  readonly threadFrom?: number;
}

/** A shorter journal is walked before a thread has started. */
const THREAD_ENTRIES_MIN = 20_000;
/** More wait for each other at the database. */
const THREADS_MAX = 4;

/** @throws what stopped it; never for what it finds */
export async function auditLedger(
  store: Store,
  crypto: Crypto,
  options: AuditOptions = {},
): Promise<AuditReport> {
  const taken = await snapshot(store);
  try {
    return await new Audit(store, crypto, taken, options).run();
  } finally {
    await closeAll(taken);
  }
}

class Audit {
  readonly #store: Store;
  readonly #crypto: Crypto;
  readonly #taken: Snapshot;
  readonly #options: AuditOptions;
  readonly #vaults: VaultAudit;
  readonly #vaultFindings = new AuditFindings();

  constructor(store: Store, crypto: Crypto, taken: Snapshot, options: AuditOptions) {
    this.#store = store;
    this.#crypto = crypto;
    this.#taken = taken;
    this.#options = options;
    this.#vaults = new VaultAudit(taken, this.#vaultFindings, () => this.#step());
  }

  async run(): Promise<AuditReport> {
    await this.#vaults.readHeads();
    const journal = await this.#walk();
    const findings = new AuditFindings();
    for (const found of [this.#vaultFindings, journal.findings]) findings.addAll(found);
    const step = (): Promise<void> => this.#step();
    const modules = { source: this.#store, crypto: this.#crypto, findings, step };
    const comparison = new Comparison(this.#taken, this.#vaults, journal, findings);
    comparison.ofHead();
    await comparison.ofBalances(step);
    const live = comparison.ofLive();
    comparison.ofIds();
    await compareBonds(this.#taken, this.#vaults, modules);
    await compareGrants(this.#taken, journal.isWhole ? journal.noted.grants : null, modules);
    await comparison.ofOffers(step);
    findings.addAll(this.#taken.lost);
    const { count: found, list } = findings;
    const { accounts, end: entries, envelopes, last, totals, windows } = journal;
    return {
      ok: found === 0,
      entries,
      head: last ?? FIRST_JOURNAL_PREV,
      accounts: accounts.size,
      windows,
      envelopes,
      totals,
      live,
      findings: list,
      found,
    };
  }

  async #step(): Promise<void> {
    this.#options.signal?.throwIfAborted();
    const { turn = systemTurn } = this.#options;
    await new Promise<void>((resolve) => {
      turn(resolve);
    });
  }

  #report(entries: number): void {
    this.#options.onProgress?.(entries, this.#taken.head?.entries ?? 0);
  }

  /** The journal, and the leaves of the vaults beside it or before. */
  async #walk(): Promise<WalkedJournal> {
    const { threadFrom = THREAD_ENTRIES_MIN } = this.#options;
    const { database } = this.#store;
    if (database !== null && this.#taken.journal.entries.end >= threadFrom) {
      const walked = await this.#walkInThreads(database);
      if (walked !== null) return walked;
    } else await this.#vaults.compareLeaves();
    return this.#walkHere();
  }

  /** Ranges side by side. @returns null where they do not tell what is wrong */
  async #walkInThreads(database: string): Promise<WalkedJournal | null> {
    const { signal, threads = Math.min(availableParallelism(), THREADS_MAX) } = this.#options;
    const ranges = await divided(this.#store, this.#taken.journal, threads);
    const cursors = this.#cursors();
    const ending = new AbortController();
    const done = ranges.map(() => 0);
    const stop = signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]);
    const walks = ranges.map(async (range, i) => {
      const onProgress = (entries: number): void => {
        done[i] = entries;
        this.#report(done.reduce((sum, one) => sum + one, 0));
      };
      const walked = await walkInThread({ database, range, cursors }, { onProgress, signal: stop });
      onProgress(walked.end - walked.from);
      return walked;
    });
    try {
      const [walked] = await Promise.all([Promise.all(walks), this.#vaults.compareLeaves()]);
      return joined(walked);
    } finally {
      // Each has let go of the database before this ends.
      ending.abort();
      await Promise.allSettled(walks);
    }
  }

  /** All of it in one piece. */
  async #walkHere(): Promise<WalkedJournal> {
    const store = this.#store;
    return joined([
      await walkJournal(
        { range: this.#taken.journal, isAll: true, cursors: this.#cursors() },
        {
          source: store,
          crypto: this.#crypto,
          step: (entries) => {
            this.#report(entries);
            return this.#step();
          },
        },
      ),
    ])!;
  }

  #cursors(): ReadonlyMap<string, number> {
    return new Map(
      [...this.#vaults.byAccount].map(
        ([
          account,
          {
            head: { cursor },
          },
        ]) => [account, cursor],
      ),
    );
  }
}

/** Totals of the journal, compared with the ones that are kept. */
class Comparison {
  readonly #taken: Snapshot;
  readonly #vaults: VaultAudit;
  readonly #journal: WalkedJournal;
  readonly #findings: AuditFindings;

  constructor(
    taken: Snapshot,
    vaults: VaultAudit,
    journal: WalkedJournal,
    findings: AuditFindings,
  ) {
    this.#taken = taken;
    this.#vaults = vaults;
    this.#journal = journal;
    this.#findings = findings;
  }

  ofHead(): void {
    const { head, headFault } = this.#taken;
    if (headFault !== null) {
      this.#findings.add(buckets.ledger, "head", headFault);
      return;
    }
    const { end: entries, isWhole, last, totals } = this.#journal;
    if (head === undefined) {
      if (entries > 0)
        this.#findings.add(buckets.ledger, "head", "there is none, and there are entries");
      return;
    }
    if (head.entries !== entries)
      this.#findings.add(
        buckets.ledger,
        "head",
        `it counts ${head.entries} entries, and there are ${entries}`,
      );
    if (last !== null && head.hash !== last)
      this.#findings.add(
        buckets.ledger,
        "head",
        `it names the hash ${head.hash}, and the last entry has ${last}`,
      );
    if (!isWhole) return;
    for (const kind of TOTAL_KINDS) {
      if (head.totals[kind] !== totals[kind]) {
        this.#findings.add(
          buckets.ledger,
          "head",
          `the sum of ${kind} is ${head.totals[kind]}, and the journal gives ${totals[kind]}`,
        );
      }
    }
  }

  /** @param step called between two lists of records; throws where the audit is to stop */
  async ofBalances(step: () => Promise<void>): Promise<void> {
    const { balances } = this.#taken;
    const seen = new Set<string>();
    while (balances.isReady || (await balances.fill())) {
      const { key: account, value, fault } = balances.head;
      balances.skip();
      seen.add(account);
      if (fault !== null) this.#findings.add(buckets.balance, account, fault);
      else this.#ofBalance(account, value);
      if (!balances.isReady) await step();
    }
    if (!this.#journal.isWhole) return;
    for (const account of this.#journal.accounts.keys()) {
      if (!seen.has(account))
        this.#findings.add(
          buckets.balance,
          account,
          "there is none, and the journal names the account",
        );
    }
  }

  #ofBalance(account: string, value: Uint8Array): void {
    const read = valueOf(buckets.balance, value);
    if (read.fault !== null) {
      this.#findings.add(buckets.balance, account, read.fault);
      return;
    }
    if (!this.#journal.isWhole) return;
    const { value: kept } = read;
    const { newFree: _, newPaid: __, ...books } = this.#of(account);
    if (isDeepStrictEqual(kept, books)) return;
    const names = (Object.keys(books) as (keyof typeof books)[]).filter(
      (name) => kept[name] !== books[name],
    );
    this.#findings.add(
      buckets.balance,
      account,
      names
        .map((name) => `${name} is ${kept[name]}, and the journal gives ${books[name]}`)
        .join("; "),
    );
  }

  #of(account: string): AccountBooks {
    const { accounts } = this.#journal;
    let books = accounts.get(account);
    if (books === undefined) accounts.set(account, (books = booksOf(emptyCourse())));
    return books;
  }

  /** Live tokens, in vaults and not ingested yet, against what the ledger holds for them. */
  ofLive(): AuditReport["live"] {
    const {
      accounts,
      arePricesWhole,
      isWhole,
      totals: { house },
    } = this.#journal;
    const { byAccount, isWhole: areVaultsWhole } = this.#vaults;
    if (!arePricesWhole || !areVaultsWhole || !isWhole) return { free: null, paid: null };
    let free = 0;
    let paid = 0;
    for (const [account, { head }] of byAccount) {
      free += head.free;
      paid += head.paid;
      this.#of(account);
    }
    for (const [account, { held, newFree, newPaid }] of accounts) {
      free += newFree;
      paid += newPaid;
      const owned = newPaid + (byAccount.get(account)?.head.paid ?? 0);
      if (owned !== held)
        this.#findings.add(
          buckets.vault,
          account,
          `its paid-funded envelopes are worth ${owned}, and held:${account} is ${held}`,
        );
    }
    if (free !== house)
      this.#findings.add(
        buckets.vault,
        "all",
        `free-funded envelopes are worth ${free}, and house is ${house}`,
      );
    return { free, paid };
  }

  /**
   * The envelopes in vaults are those that were sealed and ingested or came from other nodes,
   * without those that ended.
   */
  ofIds(): void {
    const {
      arePricesWhole,
      isWhole,
      noted: { brought, ended },
      taken: sealed,
    } = this.#journal;
    if (!isWhole || !arePricesWhole || !this.#vaults.isWhole) return;
    const [left, all] = [new IdSum(), new IdSum()];
    left.addAll(this.#vaults.ids);
    left.addAll(ended);
    all.addAll(sealed);
    all.addAll(brought);
    const { count, words } = left.sum;
    const taken = all.sum;
    if (count !== taken.count) {
      this.#findings.add(
        buckets.vault,
        "all",
        `they hold ${count - ended.count} envelopes, and ${taken.count} were taken in, of which ${ended.count} ended`,
      );
    } else if (words.some((word, i) => word !== taken.words[i])) {
      this.#findings.add(
        buckets.vault,
        "all",
        "they hold other envelopes than were sealed: an id is there that was not, or twice",
      );
    }
  }

  /** Of offers that were used only whether they can be read is known. */
  async ofOffers(step: () => Promise<void>): Promise<void> {
    const { offers } = this.#taken;
    while (offers.isReady || (await offers.fill())) {
      const { key, value, fault } = offers.head;
      offers.skip();
      const read = valueOf(buckets.offer, value, fault);
      if (read.fault !== null) this.#findings.add(buckets.offer, key.join("/"), read.fault);
      if (!offers.isReady) await step();
    }
  }
}
