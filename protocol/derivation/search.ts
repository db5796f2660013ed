/**
 * Derivations from what is known to what is wanted: what follows by one law, then by two, and the
 * laws that have what is wanted over all of it. The order depends on the question alone.
 */
import { once } from "../once.js";
import { countWork } from "../workCount.js";
import { DOMAIN_OPERATORS_MAX } from "../limits.js";
import { isExcluded, strictOf } from "../lexicon/things.js";
import { acceptedAs, type Law, type LawSlot } from "./laws.js";
import { costOf, expand, factOf, Pool, turnsBack, type Fact } from "./facts.js";
import type { LawBook } from "./lawBook.js";
import type { Question } from "./question.js";

/** Values that follow and are kept: a question of more has no least derivation worth telling. */
const FACTS_MAX = 4_000;
const FOUND_MAX = 256;
const LAW_WORK = 0.2;

export interface Path {
  readonly fact: Fact;
  /** Things that its laws are about and nobody said. */
  readonly supposes: readonly string[];
}

export interface Paths {
  /** Of one number of laws each, the fewest first. */
  readonly byCost: readonly (readonly Path[])[];
  /** More ways than are looked through. */
  readonly isCut: boolean;
}

export class PathSearch {
  readonly #book: LawBook;
  readonly #question: Question;
  readonly #all: number;
  readonly #isUsable: (law: Law) => boolean;
  readonly #wanted: ReadonlySet<string>;
  readonly #supposed = new Map<Law, readonly string[]>();
  readonly #mayTry: () => boolean;
  /** Each number of laws has the same goals. */
  readonly #goals = once(() => this.#goalKindsFound());
  readonly #goalLaws = once(() => this.#lawsWith(this.goalKinds()));
  isCut = false;

  /** @param tries values that may yet be tried in slots, by all that share them; no bound where absent */
  constructor(book: LawBook, question: Question, tries = { left: Infinity }) {
    this.#book = book;
    this.#question = question;
    this.#mayTry = () => {
      const may = tries.left > 0;
      if (may) tries.left -= 1;
      else this.isCut = true;
      return may;
    };
    this.#all = question.known.reduce(
      (all, { isOptional = false }, at) => (isOptional ? all : all | (1 << at)),
      0,
    );
    const { use } = question;
    const usable = new Map<Law, boolean>();
    this.#isUsable = (law) => {
      if (use !== null) return law.isConversion || use.has(law.id);
      const before = usable.get(law);
      if (before !== undefined) return before;
      const is = !isExcluded(law.things, question.said);
      usable.set(law, is);
      return is;
    };
    this.#wanted = new Set([question.wanted.kind, ...(question.wanted.others ?? [])]);
  }

  /** The known values, and other forms of them. */
  start(): Pool {
    return this.withForms(this.withForms(this.#question.known.map(factOf)).all);
  }

  withForms(facts: readonly Fact[]): Pool {
    const pool = new Pool(facts);
    const base = new Pool(facts);
    for (const law of this.#book.forms) {
      if (this.supposes(law) !== null) continue;
      for (const target of law.slots) {
        expand(
          {
            law,
            target,
            pool: base,
            costMax: DOMAIN_OPERATORS_MAX,
            costMin: 0,
            maskNeeded: 0,
            mayTry: this.#mayTry,
          },
          (fact) => {
            // One value needs no two changes of form in a row.
            if (
              fact.steps.filter((step) => step.law.isConversion && step.law.inputs === 1).length > 2
            )
              return;
            if (!turnsBack(fact, this.#question.known)) this.#keep(pool, fact);
          },
        );
      }
    }
    return pool;
  }

  #keep(pool: Pool, fact: Fact): void {
    if (pool.all.length >= FACTS_MAX) this.isCut = true;
    else pool.add(fact);
  }

  /** Laws that have one of these kinds. */
  #lawsWith(kinds: Iterable<string>): ReadonlySet<Law> {
    const found = new Set<number>();
    for (const kind of kinds) for (const at of this.#book.byKind.get(kind) ?? []) found.add(at);
    countWork(LAW_WORK * found.size);
    return new Set([...found].sort((a, b) => a - b).map((at) => this.#book.laws[at]!));
  }

  /** Kinds from which what is wanted is one change of form away, and itself. */
  goalKinds(): ReadonlySet<string> {
    return this.#goals();
  }

  #goalKindsFound(): ReadonlySet<string> {
    const goals = new Set(this.#wanted);
    for (const law of this.#book.forms) {
      for (const target of law.slots) {
        if (![...target.kinds].some((kind) => this.#isWanted(kind))) continue;
        for (const slot of law.slots)
          if (slot !== target) for (const kind of slot.kinds) goals.add(kind);
      }
    }
    return goals;
  }

  #isWanted(kind: string): boolean {
    return acceptedAs(kind).some((one) => this.#wanted.has(one));
  }

  /** What follows by one further law, of these kinds alone where they are given. */
  further(pool: Pool, cost: number, targets: ReadonlySet<string> | null): readonly Fact[] {
    const { known } = this.#question;
    const kept: Fact[] = [];
    const laws = this.#lawsWith(pool.kinds);
    for (const law of laws) {
      if (costOf(law) === 0 || !this.#isUsable(law)) continue;
      const empty = emptyIn(law, pool);
      if (empty.length > 1 || this.supposes(law) !== null) continue;
      for (const target of empty.length === 1 ? empty : law.slots) {
        if (target.isResult ? false : law.entry.resultSymbol === null) continue;
        if (targets !== null && !target.accepted.some((kind) => targets.has(kind))) continue;
        const asked = { law, target, pool, costMax: cost, costMin: cost, maskNeeded: 0 };
        expand({ ...asked, mayTry: this.#mayTry }, (fact) => {
          if (kept.length >= FACTS_MAX) this.isCut = true;
          else if (!turnsBack(fact, known)) kept.push(fact);
        });
      }
    }
    return kept;
  }

  /** Things of a law that nobody said; null where nothing is supposed. */
  supposes(law: Law): readonly string[] | null {
    const before = this.#supposed.get(law);
    if (before !== undefined) return before.length === 0 ? null : before;
    const supposed = this.#supposedBy(law);
    this.#supposed.set(law, supposed);
    return supposed.length === 0 ? null : supposed;
  }

  #supposedBy(law: Law): readonly string[] {
    const { known, said, use, wanted } = this.#question;
    if (law.things.length === 0 || use?.has(law.id) === true) return [];
    const unsaid = strictOf(law.things).filter((thing) => !said.has(thing));
    if (unsaid.length > 0) return unsaid;
    if (law.things.some((thing) => said.has(thing))) return [];
    // A kind that few laws have says what they are about.
    const isOwnKind = [...known.map(({ kind }) => kind), wanted.kind].some(
      (kind) =>
        (this.#book.byKind.get(kind)?.length ?? 0) <= PARTICULAR_LAWS_MAX &&
        law.slots.some((slot) => slot.kinds.has(kind)),
    );
    return isOwnKind ? [] : law.things;
  }

  /** Whole derivations over a pool, with laws of any body and with those of unsaid things. */
  final(pool: Pool, cost: number): readonly Path[] {
    const goals = this.goalKinds();
    const found: Path[] = [];
    const { known, wanted } = this.#question;
    const add = (fact: Fact, supposes: readonly string[]): void => {
      if ((fact.mask & this.#all) !== this.#all || fact.cost !== cost) return;
      const kind = fact.accepted.find((one) => this.#wanted.has(one));
      if (kind === undefined || !isOfWanted(fact, wanted)) return;
      if (turnsBack({ steps: fact.steps, kind, of: wanted.of }, known)) return;
      if (found.length >= FOUND_MAX) this.isCut = true;
      else found.push({ fact, supposes });
    };
    for (const law of this.#goalLaws()) {
      if (!this.#isUsable(law)) continue;
      if (costOf(law) === 0 && cost > 0) continue;
      const supposes = this.supposes(law) ?? [];
      for (const target of law.slots) {
        if (!target.isResult && law.entry.resultSymbol === null) continue;
        if (!target.accepted.some((kind) => goals.has(kind))) continue;
        expand(
          {
            law,
            target,
            pool,
            costMax: cost,
            costMin: cost,
            maskNeeded: this.#all,
            mayTry: this.#mayTry,
          },
          (fact) => {
            add(fact, supposes);
            if (fact.accepted.some((one) => this.#wanted.has(one))) return;
            for (const other of this.withForms([fact]).all)
              if (other !== fact) add(other, supposes);
          },
        );
      }
    }
    return found;
  }

  /** Fewest laws first; it ends behind the first number that has a derivation without suppositions. */
  paths(isWhole = false): Paths {
    const byCost: (readonly Path[])[] = [];
    let pool = this.start();
    const startFacts = pool.all;
    byCost.push(this.final(pool, 0));
    let facts: readonly Fact[] = startFacts;
    for (let cost = 1; cost <= DOMAIN_OPERATORS_MAX; cost += 1) {
      if (!isWhole && byCost.at(-1)!.some(({ supposes }) => supposes.length === 0)) break;
      byCost.push(this.final(pool, cost));
      if (cost === DOMAIN_OPERATORS_MAX) break;
      const targets = cost === 1 ? null : this.#kindsOfGoalLaws();
      const more = this.further(pool, cost, targets);
      facts = [...facts, ...this.withForms(more).all];
      pool = new Pool(facts);
    }
    return { byCost, isCut: this.isCut };
  }

  /** Kinds that the laws of what is wanted take. */
  #kindsOfGoalLaws(): ReadonlySet<string> {
    const kinds = new Set<string>();
    for (const law of this.#goalLaws())
      for (const slot of law.slots) for (const kind of slot.kinds) kinds.add(kind);
    return kinds;
  }
}

function isOfWanted(fact: Fact, { of, states }: Question["wanted"]): boolean {
  if (of !== "" && fact.of !== "" && of !== fact.of) return false;
  return (
    states.length === 0 ||
    fact.states.length === 0 ||
    states.some((one) => fact.states.includes(one))
  );
}

/** A kind of so few laws names what they are about. */
const PARTICULAR_LAWS_MAX = 3;

/** Inputs that nothing fits, two at most: a law follows where there is one. */
function emptyIn({ slots }: Law, pool: Pool): readonly LawSlot[] {
  const empty: LawSlot[] = [];
  for (const slot of slots) {
    if (slot.isOptional || pool.has(slot)) continue;
    empty.push(slot);
    if (empty.length > 1) break;
  }
  return empty;
}
