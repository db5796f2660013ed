/**
 * Proofs of unsatisfiability: every learned clause with the clauses it follows from, checked again by unit propagation
 * in code that shares nothing with the search. Without their hints the lines are a DRAT proof.
 */
import { literalOf, type Formula } from "./formula.js";

const FIRST_WORDS = 65_536;
/** Words of one log: 128 MiB. */
export const LOG_WORDS_MAX = 33_554_432;

/** Lemmas in order: literal count, literals, hint count, hints. Original clauses have the ids 0 to m - 1, lemmas go on. */
export class ProofLog {
  words = new Int32Array(FIRST_WORDS);
  used = 0;
  lemmas = 0;

  get isFull(): boolean {
    return this.used > LOG_WORDS_MAX - 4_194_304;
  }

  private room(more: number): void {
    if (this.used + more <= this.words.length) return;
    let size = 2 * this.words.length;
    while (size < this.used + more) size *= 2;
    const grown = new Int32Array(size);
    grown.set(this.words.subarray(0, this.used));
    this.words = grown;
  }

  /** @param hints ids in the order in which they become unit, the clause that is violated last */
  add(literals: Int32Array, literalCount: number, hints: Float64Array | Int32Array, hintCount: number): void {
    this.room(literalCount + hintCount + 2);
    const { words } = this;
    let at = this.used;
    words[at] = literalCount;
    at += 1;
    for (let i = 0; i < literalCount; i += 1, at += 1) words[at] = literals[i]!;
    words[at] = hintCount;
    at += 1;
    for (let i = 0; i < hintCount; i += 1, at += 1) words[at] = hints[i]!;
    this.used = at;
    this.lemmas += 1;
  }
}

export interface CheckedProof {
  /** The empty clause was reached, and every lemma on the way follows. */
  readonly accepted: boolean;
  /** Where each lemma starts in the log, up to the empty clause. */
  readonly starts: Int32Array;
  readonly lemmas: number;
}

/** One literal table with undo: 1 true, -1 false, 0 open. */
class Checker {
  private readonly value: Int8Array;
  private readonly local: Int32Array;
  private locals = 0;
  private readonly formula: Formula;
  private readonly words: Int32Array;
  private readonly starts: Int32Array;
  private readonly originals: number;

  constructor(formula: Formula, words: Int32Array, starts: Int32Array) {
    this.formula = formula;
    this.words = words;
    this.starts = starts;
    this.originals = formula.starts.length - 1;
    this.value = new Int8Array(2 * formula.variables);
    this.local = new Int32Array(2 * formula.variables);
    for (let i = 0; i < this.originals; i += 1) {
      const from = formula.starts[i]!;
      if (formula.starts[i + 1]! - from === 1) this.settle(formula.literals[from]!);
    }
  }

  /** True for good; where it is false already, the clause that says so is violated and stays that. */
  settle(code: number): void {
    if (this.value[code] === 0) this.fix(code);
  }

  private fix(code: number): void {
    this.value[code] = 1;
    this.value[code ^ 1] = -1;
  }

  private assume(code: number): void {
    this.fix(code);
    this.local[this.locals] = code;
    this.locals += 1;
  }

  /** -1: violated; -2: satisfied, or two literals open; else the one open literal. */
  private unitOf(id: number): number {
    const isOriginal = id < this.originals;
    const source = isOriginal ? this.formula.literals : this.words;
    const from = isOriginal ? this.formula.starts[id]! : this.starts[id - this.originals]! + 1;
    const to = isOriginal ? this.formula.starts[id + 1]! : from + this.words[from - 1]!;
    let open = -1;
    for (let i = from; i < to; i += 1) {
      const code = source[i]!;
      const value = this.value[code]!;
      if (value > 0) return -2;
      if (value === 0) {
        if (open >= 0) return -2;
        open = code;
      }
    }
    return open;
  }

  /** Whether assuming every literal of lemma `k` false ends in a violated clause. */
  follows(k: number): boolean {
    const { originals, words } = this;
    const from = this.starts[k]! + 1;
    const to = from + words[from - 1]!;
    let found = false;
    for (let i = from; i < to && !found; i += 1) {
      const value = this.value[words[i]!]!;
      if (value > 0) found = true;
      else if (value === 0) this.assume(words[i]! ^ 1);
    }
    const hints = words[to]!;
    for (let i = 1; i <= hints && !found; i += 1) {
      const id = words[to + i]!;
      if (id < 0 || id >= originals + k) break;
      const unit = this.unitOf(id);
      if (unit === -1) found = true;
      else if (unit >= 0) this.assume(unit);
    }
    for (; this.locals > 0; this.locals -= 1) {
      const code = this.local[this.locals - 1]!;
      this.value[code] = 0;
      this.value[code ^ 1] = 0;
    }
    return found;
  }
}

/** @param poll called every few thousand lemmas */
export function checkProof(formula: Formula, log: ProofLog, poll: () => void): CheckedProof {
  const { lemmas, used, words } = log;
  const starts = new Int32Array(lemmas);
  const checker = new Checker(formula, words, starts);
  let at = 0;
  for (let k = 0; k < lemmas && at < used; k += 1) {
    if (k % 4_096 === 0) poll();
    starts[k] = at;
    if (!checker.follows(k)) return { accepted: false, starts, lemmas: k };
    const size = words[at]!;
    if (size === 0) return { accepted: true, starts, lemmas: k + 1 };
    if (size === 1) checker.settle(words[at + 1]!);
    at += 2 + size + words[at + 1 + size]!;
  }
  return { accepted: false, starts, lemmas };
}

/** Lemmas that the empty clause rests on; those of one literal are kept, for later ones lean on them unnamed. */
export function coreOf(formula: Formula, { words }: ProofLog, { lemmas, starts }: CheckedProof): Uint8Array {
  const originals = formula.starts.length - 1;
  const core = new Uint8Array(lemmas);
  core[lemmas - 1] = 1;
  for (let k = lemmas - 1; k >= 0; k -= 1) {
    const size = words[starts[k]!]!;
    if (size === 1) core[k] = 1;
    if (core[k] === 0) continue;
    const at = starts[k]! + 1 + size;
    for (let i = 1; i <= words[at]!; i += 1) {
      const id = words[at + i]!;
      if (id >= originals) core[id - originals] = 1;
    }
  }
  return core;
}

/** The proof in DRAT's text form: one learned clause a line, nothing deleted, the empty clause last. */
export function dratText(log: ProofLog, { starts }: CheckedProof, core: Uint8Array): string {
  const lines: string[] = [];
  for (let k = 0; k < core.length; k += 1) {
    if (core[k] === 0) continue;
    const from = starts[k]! + 1;
    let line = "";
    for (let i = from; i < from + log.words[from - 1]!; i += 1) line += `${literalOf(log.words[i]!)} `;
    lines.push(`${line}0\n`);
  }
  return lines.join("");
}

/** @returns the first clause that the model does not satisfy, or -1. @param model true or false by variable */
export function violatedClause({ literals, starts }: Formula, model: Uint8Array): number {
  for (let i = 0; i + 1 < starts.length; i += 1) {
    let satisfied = false;
    for (let k = starts[i]!; k < starts[i + 1]! && !satisfied; k += 1) {
      const code = literals[k]!;
      satisfied = model[code >> 1] === ((code & 1) ^ 1);
    }
    if (!satisfied) return i;
  }
  return -1;
}
