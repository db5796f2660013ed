/**
 * Conflict-driven clause learning: two watched literals, activities, saved phases, Luby restarts.
 * Every learned clause goes to the proof with the clauses it rests on.
 * Sources: Marques-Silva and Sakallah, IEEE Trans. Comput. 48 (1999) 506; Een and Sorensson, SAT
 * 2003.
 */
import { Analysis } from "./analysis.js";
import { ClauseStore, HEADER, ID } from "./clauses.js";
import type { Formula } from "./formula.js";
import { ActivityOrder } from "./order.js";
import { ProofLog } from "./proof.js";
import { NONE, Trail } from "./trail.js";

const RESTART_UNIT = 100;
/**
 * Learned clauses kept at first, as a part of the formula, and their growth after ever longer
 * strides.
 */
const LEARNED_PART = 1 / 2;
const LEARNED_MIN = 200;
const LEARNED_GROWTH = 1.1;
const STRIDE_GROWTH = 1.5;
const FIRST_STRIDE = 100;
const DECISIONS_BETWEEN_POLLS = 1_024;

export type Outcome = "satisfiable" | "unsatisfiable" | "budget";

/** 1 1 2 1 1 2 4 ...: Luby, Sinclair and Zuckerman. @param i from 1 */
export function luby(i: number): number {
  let size = 1;
  while (size < i) size = 2 * size + 1;
  let at = i;
  while (at !== size) {
    size = (size - 1) / 2;
    if (at > size) at -= size;
  }
  return (size + 1) / 2;
}

export class Search {
  readonly log = new ProofLog();
  conflicts = 0;
  decisions = 0;
  restarts = 0;
  readonly #formula: Formula;
  readonly #store: ClauseStore;
  readonly #order: ActivityOrder;
  readonly #trail: Trail;
  readonly #analysis: Analysis;
  /** Trail entries of level 0 that the proof holds, and that the clauses were simplified by. */
  #logged = 0;
  #simplified = 0;
  #isRefuted = false;
  #learnedMax: number;
  #stride = FIRST_STRIDE;
  #untilGrowth = FIRST_STRIDE;

  constructor(formula: Formula) {
    const { literals, starts, variables } = formula;
    const clauses = starts.length - 1;
    this.#formula = formula;
    this.#store = new ClauseStore(variables, literals.length + HEADER * clauses);
    this.#order = new ActivityOrder(variables);
    this.#trail = new Trail(variables, this.#store, this.#order);
    this.#analysis = new Analysis(variables, this.#trail, this.#store, this.#order);
    this.#learnedMax = Math.max(LEARNED_MIN, clauses * LEARNED_PART);
    const mark = new Int32Array(2 * variables).fill(NONE);
    for (let i = 0; i < clauses && !this.#isRefuted; i += 1) this.#enter(i, mark);
    this.#store.listShort();
  }

  get propagations(): number {
    return this.#trail.propagations;
  }

  /** Of a satisfiable formula: 1 true, by variable. */
  model(): Uint8Array {
    return Uint8Array.from({ length: this.#formula.variables }, (_, v) =>
      this.#trail.value[2 * v] === 1 ? 1 : 0,
    );
  }

  /** An original clause: tautologies hold always and are left out. */
  #enter(i: number, mark: Int32Array): void {
    const { literals, starts } = this.#formula;
    const from = starts[i]!;
    const to = starts[i + 1]!;
    for (let k = from; k < to; k += 1) {
      mark[literals[k]!] = i;
      if (mark[literals[k]! ^ 1] === i) return;
    }
    if (to - from > 1) {
      this.#store.add(literals, from, to - from, i, 0);
    } else if (to === from || this.#trail.value[literals[from]!] === -1) {
      this.#refute(i);
    } else if (this.#trail.value[literals[from]!] === 0) {
      this.#trail.assign(literals[from]!, NONE);
    }
  }

  /** The empty clause follows from clause `id`, whose literals are all false at level 0. */
  #refute(id: number): void {
    this.#logUnits();
    this.log.add(new Int32Array(0), 0, Int32Array.of(id), 1);
    this.#isRefuted = true;
  }

  /** Literals implied at level 0 become lemmas of one literal. */
  #logUnits(): void {
    const { literals, reason, size } = this.#trail;
    for (; this.#logged < size; this.#logged += 1) {
      const code = literals[this.#logged]!;
      const clause = reason[code >> 1]!;
      if (clause !== NONE)
        this.log.add(Int32Array.of(code), 1, Int32Array.of(this.#store.arena[clause + ID]!), 1);
    }
  }

  /**
   * @param poll called a few times each millisecond of search, with the conflicts so far; it may
   * throw
   */
  run(conflictsMax: number, poll: (conflicts: number) => void): Outcome {
    while (!this.#isRefuted) {
      this.restarts += 1;
      const outcome = this.#untilRestart(
        Math.min(RESTART_UNIT * luby(this.restarts), conflictsMax - this.conflicts),
        poll,
      );
      if (outcome !== null) return outcome;
      if (this.#isRefuted) break;
      if (this.conflicts >= conflictsMax || this.log.isFull) return "budget";
      this.#trail.backTo(0);
    }
    return "unsatisfiable";
  }

  /** @returns null after `conflictsMax` more conflicts, or when the formula is refuted */
  #untilRestart(conflictsMax: number, poll: (conflicts: number) => void): Outcome | null {
    const store = this.#store;
    const trail = this.#trail;
    let conflicts = 0;
    for (;;) {
      const conflict = trail.propagate();
      if (conflict !== NONE) {
        conflicts += 1;
        this.conflicts += 1;
        if (this.conflicts % 64 === 0) poll(this.conflicts);
        if (trail.depth === 0) {
          this.#refute(store.arena[conflict + ID]!);
          return null;
        }
        this.#learn(conflict);
        if (conflicts >= conflictsMax) return null;
        continue;
      }
      if (trail.depth === 0) this.#simplify();
      if (store.droppable - trail.size >= this.#learnedMax) this.#reduce();
      if (!this.#decide()) return "satisfiable";
      if (this.decisions % DECISIONS_BETWEEN_POLLS === 0) poll(this.conflicts);
    }
  }

  #decide(): boolean {
    const order = this.#order;
    const trail = this.#trail;
    let variable = order.next();
    while (variable >= 0 && trail.value[2 * variable] !== 0) variable = order.next();
    if (variable < 0) return false;
    this.decisions += 1;
    trail.decide(variable);
    return true;
  }

  #learn(conflict: number): void {
    const analysis = this.#analysis;
    const store = this.#store;
    const trail = this.#trail;
    const level = analysis.run(conflict);
    trail.backTo(level);
    const id = this.#formula.starts.length - 1 + this.log.lemmas;
    this.log.add(analysis.learned, analysis.size, analysis.hints, analysis.hintCount);
    const asserted = analysis.learned[0]!;
    if (analysis.size === 1) {
      // Its own lemma is in the proof already: what is logged of level 0 goes up to here first.
      trail.assign(asserted, NONE);
    } else {
      trail.assign(asserted, store.add(analysis.learned, 0, analysis.size, id, analysis.spread));
    }
    this.#order.decay();
    store.decay();
    this.#untilGrowth -= 1;
    if (this.#untilGrowth <= 0) {
      this.#stride *= STRIDE_GROWTH;
      this.#untilGrowth = Math.floor(this.#stride);
      this.#learnedMax *= LEARNED_GROWTH;
    }
  }

  /** New truths of level 0 go to the proof; clauses they satisfy go. */
  #simplify(): void {
    const store = this.#store;
    const trail = this.#trail;
    this.#logUnits();
    if (trail.size === this.#simplified) return;
    this.#simplified = trail.size;
    for (let i = 0; i < trail.size; i += 1) trail.reason[trail.literals[i]! >> 1] = NONE;
    store.dropAll((clause) => !this.#isSatisfied(clause), trail.reason);
  }

  #isSatisfied(clause: number): boolean {
    const { arena } = this.#store;
    const end = clause + HEADER + arena[clause]!;
    for (let k = clause + HEADER; k < end; k += 1)
      if (this.#trail.value[arena[k]!] === 1) return true;
    return false;
  }

  /**
   * The less active half of the learned clauses goes, but for those of few levels and those that
   * imply something now.
   */
  #reduce(): void {
    const store = this.#store;
    const trail = this.#trail;
    const { arena } = store;
    const { reason } = trail;
    store.dropInactive(
      (clause) =>
        reason[arena[clause + HEADER]! >> 1] !== clause &&
        reason[arena[clause + HEADER + 1]! >> 1] !== clause,
      reason,
    );
  }
}
