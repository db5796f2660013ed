/**
 * Proofs of unsatisfiability: every learned clause with the clauses it follows from, checked again
 * by unit propagation in code that shares nothing with the search. Without their hints the lines
 * are a DRAT proof.
 */
import type { Formula } from "./formula.js";

/** Words of one log: 256 MiB. */
export const LOG_WORDS_MAX = 67_108_864;
/** A lemma is never longer than this: its literals, and a hint for each of as many variables. */
const LEMMA_WORDS_MAX = 4_194_304;
/** Words of a block; a lemma lies in one block, a longer one in a block of its own. */
const BLOCK_BITS = 16;
const BLOCK_WORDS = 65_536;
const FIRST_LEMMAS = 4_096;

/**
 * Lemmas in order: literal count, literals, hint count, hints. Original clauses have the ids 0 to m
 * - 1, lemmas go on.
 */
export class ProofLog {
  readonly blocks: Int32Array[] = [];
  /** Where each lemma starts: its block, and the place in it in the low bits. */
  starts = new Int32Array(FIRST_LEMMAS);
  lemmas = 0;
  /** Words of all blocks. */
  #words = 0;
  /** The first free word of the last block. */
  #end = BLOCK_WORDS;

  get isFull(): boolean {
    return this.#words > LOG_WORDS_MAX - LEMMA_WORDS_MAX;
  }

  /** @param hints ids in the order in which they become unit, the clause that is violated last */
  add(literals: Int32Array, literalCount: number, hints: Int32Array, hintCount: number): void {
    const need = literalCount + hintCount + 2;
    if (this.#end + need > BLOCK_WORDS) this.#open(need);
    if (this.lemmas === this.starts.length) this.#lengthen();
    const block = this.blocks[this.blocks.length - 1]!;
    let at = this.#end;
    this.starts[this.lemmas] = ((this.blocks.length - 1) << BLOCK_BITS) | at;
    block[at] = literalCount;
    at += 1;
    for (let i = 0; i < literalCount; i += 1) block[at + i] = literals[i]!;
    at += literalCount;
    block[at] = hintCount;
    at += 1;
    for (let i = 0; i < hintCount; i += 1) block[at + i] = hints[i]!;
    this.#end = at + hintCount;
    this.lemmas += 1;
  }

  #open(need: number): void {
    const size = Math.max(BLOCK_WORDS, need);
    this.blocks.push(new Int32Array(size));
    this.#words += size;
    this.#end = 0;
  }

  #lengthen(): void {
    const longer = new Int32Array(2 * this.starts.length);
    longer.set(this.starts);
    this.starts = longer;
  }

  blockOf(k: number): Int32Array {
    return this.blocks[this.starts[k]! >>> BLOCK_BITS]!;
  }

  /** Of lemma `k` in its block: the place of its literal count. */
  placeOf(k: number): number {
    return this.starts[k]! & (BLOCK_WORDS - 1);
  }
}

export interface CheckedProof {
  /** The empty clause was reached, and every lemma it rests on follows. */
  readonly accepted: boolean;
  /** Of each lemma up to the empty clause: 1 for those it rests on. */
  readonly core: Uint8Array;
  /** Lemmas of the core that were found to follow. */
  readonly lemmas: number;
}

/** One literal table with undo: 1 true, -1 false, 0 open. */
class Checker {
  readonly #value: Int8Array;
  readonly #local: Int32Array;
  #locals = 0;
  readonly #formula: Formula;
  readonly #log: ProofLog;
  readonly #core: Uint8Array;
  readonly #originals: number;

  constructor(formula: Formula, log: ProofLog, core: Uint8Array) {
    this.#formula = formula;
    this.#log = log;
    this.#core = core;
    this.#originals = formula.starts.length - 1;
    this.#value = new Int8Array(2 * formula.variables);
    this.#local = new Int32Array(2 * formula.variables);
    for (let i = 0; i < this.#originals; i += 1) {
      const from = formula.starts[i]!;
      if (formula.starts[i + 1]! - from === 1) this.settle(formula.literals[from]!);
    }
  }

  /**
   * True for good; where it is false already, the clause that says so is violated and stays that.
   */
  settle(code: number): void {
    if (this.#value[code] === 0) this.#fix(code);
  }

  #fix(code: number): void {
    this.#value[code] = 1;
    this.#value[code ^ 1] = -1;
  }

  #assume(code: number): void {
    this.#fix(code);
    this.#local[this.#locals] = code;
    this.#locals += 1;
  }

  /** -1: violated; -2: satisfied, or two literals open; else the one open literal. */
  #unitOf(id: number): number {
    const formula = this.#formula;
    const log = this.#log;
    const originals = this.#originals;
    const value = this.#value;
    const isOriginal = id < originals;
    const source = isOriginal ? formula.literals : log.blockOf(id - originals);
    const from = isOriginal ? formula.starts[id]! : log.placeOf(id - originals) + 1;
    const to = isOriginal ? formula.starts[id + 1]! : from + source[from - 1]!;
    let open = -1;
    for (let i = from; i < to; i += 1) {
      const code = source[i]!;
      const valueOf = value[code]!;
      if (valueOf < 0) continue;
      if (valueOf > 0 || open >= 0) return -2;
      open = code;
    }
    return open;
  }

  /** Original clauses, and lemmas before `k` that are checked themselves. */
  #isKnown(id: number, k: number): boolean {
    return (
      id >= 0 &&
      (id < this.#originals || (id < this.#originals + k && this.#core[id - this.#originals] === 1))
    );
  }

  /** Whether assuming every literal of lemma `k` false ends in a violated clause. */
  follows(k: number): boolean {
    const block = this.#log.blockOf(k);
    const from = this.#log.placeOf(k) + 1;
    const to = from + block[from - 1]!;
    let found = false;
    for (let i = from; i < to && !found; i += 1) {
      const value = this.#value[block[i]!]!;
      if (value > 0) found = true;
      else if (value === 0) this.#assume(block[i]! ^ 1);
    }
    const hints = block[to]!;
    for (let i = 1; i <= hints && !found; i += 1) {
      const id = block[to + i]!;
      if (!this.#isKnown(id, k)) break;
      const unit = this.#unitOf(id);
      if (unit === -1) found = true;
      else if (unit >= 0) this.#assume(unit);
    }
    for (; this.#locals > 0; this.#locals -= 1) {
      const code = this.#local[this.#locals - 1]!;
      this.#value[code] = 0;
      this.#value[code ^ 1] = 0;
    }
    return found;
  }
}

/**
 * Every lemma that the empty clause rests on is checked. @param poll called every few thousand
 * lemmas
 */
export function checkProof(formula: Formula, log: ProofLog, poll: () => void): CheckedProof {
  const core = coreOf(formula, log);
  const checker = new Checker(formula, log, core);
  let lemmas = 0;
  for (let k = 0; k < core.length; k += 1) {
    if (k % 4_096 === 0) poll();
    if (core[k] === 0) continue;
    if (!checker.follows(k)) return { accepted: false, core, lemmas };
    lemmas += 1;
    const block = log.blockOf(k);
    const at = log.placeOf(k);
    if (block[at] === 1) checker.settle(block[at + 1]!);
  }
  return { accepted: core.length > 0, core, lemmas };
}

/**
 * Lemmas that the empty clause rests on by their hints, none where it is missing; those of one
 * literal are kept, for later ones lean on them unnamed. Hints that point ahead count for nothing
 * here and are refused by the check.
 */
function coreOf(formula: Formula, log: ProofLog): Uint8Array {
  const originals = formula.starts.length - 1;
  let end = 0;
  while (end < log.lemmas && log.blockOf(end)[log.placeOf(end)]! > 0) end += 1;
  if (end === log.lemmas) return new Uint8Array(0);
  const core = new Uint8Array(end + 1);
  core[end] = 1;
  for (let k = end; k >= 0; k -= 1) {
    const block = log.blockOf(k);
    const size = block[log.placeOf(k)]!;
    if (size === 1) core[k] = 1;
    if (core[k] === 0) continue;
    const at = log.placeOf(k) + 1 + size;
    for (let i = 1; i <= block[at]!; i += 1) {
      const lemma = block[at + i]! - originals;
      if (lemma >= 0 && lemma < k) core[lemma] = 1;
    }
  }
  return core;
}

const [ZERO, MINUS, SPACE, LINE_END] = [48, 45, 32, 10] as const;

/**
 * The proof in DRAT's text form, as its bytes: one lemma of the core a line, nothing deleted, the
 * empty clause last.
 */
export function dratBytes({ variables }: Formula, log: ProofLog, core: Uint8Array): Uint8Array {
  let words = 0;
  for (let k = 0; k < core.length; k += 1)
    if (core[k] === 1) words += 1 + log.blockOf(k)[log.placeOf(k)]!;
  const bytes = new Uint8Array(words * (2 + `${variables}`.length));
  let at = 0;
  for (let k = 0; k < core.length; k += 1) {
    if (core[k] === 0) continue;
    const block = log.blockOf(k);
    const from = log.placeOf(k) + 1;
    const to = from + block[from - 1]!;
    for (let i = from; i < to; i += 1) at = writeLiteral(bytes, at, block[i]!);
    bytes[at] = ZERO;
    bytes[at + 1] = LINE_END;
    at += 2;
  }
  return bytes.subarray(0, at);
}

/** @returns where the next byte goes */
function writeLiteral(bytes: Uint8Array, from: number, code: number): number {
  let at = from;
  if ((code & 1) === 1) {
    bytes[at] = MINUS;
    at += 1;
  }
  const variable = (code >> 1) + 1;
  let digits = 1;
  for (let bound = 10; bound <= variable; bound *= 10) digits += 1;
  let rest = variable;
  for (let i = at + digits - 1; i >= at; i -= 1) {
    const tenth = (rest / 10) | 0;
    bytes[i] = ZERO + rest - 10 * tenth;
    rest = tenth;
  }
  bytes[at + digits] = SPACE;
  return at + digits + 1;
}

const CHARS_AT_ONCE = 4_096;

export function textOf(bytes: Uint8Array): string {
  const codes: number[] = [];
  let text = "";
  for (let from = 0; from < bytes.length; from += CHARS_AT_ONCE) {
    // Spreading the bytes themselves goes through their iterator, ten times as slow.
    codes.length = Math.min(CHARS_AT_ONCE, bytes.length - from);
    for (let i = 0; i < codes.length; i += 1) codes[i] = bytes[from + i]!;
    text += String.fromCharCode(...codes);
  }
  return text;
}

/**
 * @returns the first clause that the model does not satisfy, or -1. @param model true or false by
 * variable
 */
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
