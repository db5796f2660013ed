/** How much was sealed for a log, and by which keys: counted row by row, and counted on. */
import { readRow } from "../../../protocol/log/row.js";
import type { Crypto } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";
import { SealedResults } from "./sealedResults.js";

interface TallyModules {
  readonly crypto: Crypto;
  readonly store: Store;
}

interface KeyTally {
  readonly key: string;
  readonly role: string;
  envelopes: number;
}

export interface TallySummary {
  readonly rows: number;
  readonly envelopes: number;
  readonly credits: number;
  readonly evaluations: number;
  readonly keys: readonly Readonly<KeyTally>[];
  readonly firstCalcond: number | null;
  readonly lastCalcond: number | null;
  readonly complete: boolean;
  /** The row that would be counted next; null where all were. */
  readonly next: number | null;
}

export class LogTally {
  readonly #store: Store;
  readonly #log: string;
  readonly #sealed: SealedResults;
  readonly #keys = new Map<string, KeyTally>();
  #rows = 0;
  #envelopes = 0;
  #credits = 0;
  #evaluations = 0;
  #firstCalcond: number | null = null;
  #lastCalcond: number | null = null;
  #next = 0;
  #isComplete = false;

  constructor(modules: TallyModules, log: string) {
    this.#store = modules.store;
    this.#log = log;
    this.#sealed = new SealedResults(modules);
  }

  /** Counts on. What throws leaves a tally behind the last row that was counted. */
  async step(rowsMax: number, signal: AbortSignal): Promise<void> {
    let rows = 0;
    for await (const { seq, text } of this.#store.machineLogs.rows(this.#log, {
      from: this.#next,
      ...(Number.isFinite(rowsMax) ? { limit: rowsMax } : {}),
    })) {
      signal.throwIfAborted();
      await this.#count(text);
      this.#next = seq + 1;
      rows += 1;
    }
    this.#isComplete = rows < rowsMax;
  }

  async #count(text: string): Promise<void> {
    const read = readRow(text);
    if (!read.ok) throw new Error(`a stored row cannot be read: ${read.message}`);
    const { actor, calcond, evalCount, token } = read.row;
    const credits = token === null ? null : (await this.#sealed.of(token))?.core["credits"];
    // From here on nothing fails or waits.
    this.#rows += 1;
    this.#evaluations += evalCount;
    this.#firstCalcond ??= calcond;
    this.#lastCalcond = calcond;
    if (token === null) return;
    this.#envelopes += 1;
    const name = `${actor.key} ${actor.role}`;
    const held = this.#keys.get(name) ?? { ...actor, envelopes: 0 };
    held.envelopes += 1;
    this.#keys.set(name, held);
    if (typeof credits === "number") this.#credits += credits;
  }

  get summary(): TallySummary {
    return {
      rows: this.#rows,
      envelopes: this.#envelopes,
      credits: this.#credits,
      evaluations: this.#evaluations,
      keys: [...this.#keys.values()].map((key) => ({ ...key })),
      firstCalcond: this.#firstCalcond,
      lastCalcond: this.#lastCalcond,
      complete: this.#isComplete,
      next: this.#isComplete ? null : this.#next,
    };
  }
}
