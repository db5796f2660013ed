/** The journal in its order: each entry sums to zero, names the one before, and all give the sums. */
import {
  ledgerAccount,
  NO_TOTALS,
  PURSES,
  SIDES,
  TOTAL_KINDS,
  type TotalKind,
} from "../../protocol/economy/accounts.js";
import {
  FIRST_JOURNAL_PREV,
  journalHash,
  postingFault,
  readJournal,
} from "../../protocol/economy/journal.js";
import type { Crypto } from "../../protocol/ports.js";
import type { BalanceRecord, LedgerHead } from "../../storage/records/ledgerRecords.js";
import type { Findings } from "./findings.js";

export class BooksCheck {
  readonly #crypto: Crypto;
  readonly #findings: Findings;
  readonly #totals: Record<TotalKind, number> = { ...NO_TOTALS };
  readonly #held = { free: 0, paid: 0, held: 0 };
  #last = FIRST_JOURNAL_PREV;
  /** Windows of envelopes that are not there. */
  #absent: ReadonlySet<number> = new Set();
  #isEnded = false;
  entries = 0;

  constructor(crypto: Crypto, findings: Findings) {
    this.#crypto = crypto;
    this.#findings = findings;
  }

  get totals(): Readonly<Record<TotalKind, number>> {
    return this.#totals;
  }

  useAbsent(windows: ReadonlySet<number>): void {
    this.#absent = windows;
  }

  balance({ free, held, paid }: BalanceRecord): void {
    this.#held.free += free;
    this.#held.paid += paid;
    this.#held.held += held;
  }

  entry(number: number, text: string): void {
    const fault = (why: string): void => this.#findings.add("journal", String(number), why);
    if (number !== this.entries) fault(`the entry before it is missing: ${this.entries} expected`);
    this.entries = number + 1;
    const before = this.#last;
    this.#last = journalHash(this.#crypto, text);
    const entry = readJournal(text);
    if (entry === null) return fault("it is no entry of a journal");
    if (entry.seq !== number) fault("it says another number");
    if (entry.prev !== before) fault("it is not linked to the entry before it");
    if (entry.window !== undefined && this.#absent.has(entry.window))
      this.#findings.add(
        "env",
        `window ${entry.window}`,
        "it is missing, and the journal books it",
      );
    const wrong = postingFault(entry.entries);
    if (wrong !== null) return fault(wrong);
    for (const { account, delta } of entry.entries)
      this.#totals[ledgerAccount(account)!.kind] += delta;
  }

  end(): void {
    if (this.entries > 0 && !this.#isEnded)
      this.#findings.add("ledger", "head", "it is missing, and entries are there");
  }

  head({ entries, hash, totals }: LedgerHead): void {
    this.#isEnded = true;
    const fault = (why: string): void => this.#findings.add("ledger", "head", why);
    if (entries !== this.entries || hash !== this.#last)
      fault(`it names ${entries} entries, and ${this.entries} are there or end otherwise`);
    for (const kind of TOTAL_KINDS)
      if (totals[kind] !== this.#totals[kind])
        fault(`${kind} is ${totals[kind]}, and the entries come to ${this.#totals[kind]}`);
    for (const purse of PURSES)
      if (this.#held[purse] !== this.#totals[purse])
        fault(`balances hold ${this.#held[purse]} ${purse}, the entries ${this.#totals[purse]}`);
    // Credits issued are held or burned: the supply.
    for (const side of SIDES) {
      const sum = side.reduce((all, kind) => all + this.#totals[kind], 0);
      if (sum !== 0) fault(`${side.join(" + ")} is ${sum} instead of 0`);
    }
  }
}
