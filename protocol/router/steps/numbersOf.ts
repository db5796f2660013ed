/** Ways to give some of the numbers of a question to the inputs of a law that no step gives. */
import { Kept } from "../laws/filling/kept.js";
import { fillLaw, inAnotherWay } from "../laws/filling/fill.js";
import type { Filled, Use } from "../laws/filling/fillTypes.js";
import { isWordName } from "../laws/filling/options.js";
import { SUPPOSED } from "../laws/filling/otherwise.js";
import { sizeOf } from "../laws/filling/conversions.js";
import { lawStem } from "../laws/lexicon/lawWords.js";
import type { Law, LawSlot } from "../laws/lexicon/lexicon.js";
import type { Given, Question } from "../laws/reading/reading.js";
import type { StepLaw } from "./stepLaws.js";

export interface NumberWay {
  readonly uses: readonly Use[];
  /** Numbers that it takes, by their places in the question. */
  readonly mask: number;
  /** How well the words around the numbers say so. */
  readonly score: number;
}

const WAYS_MAX = 4;
/** A number that its symbol names is said no more surely by a longer name. */
export const NUMBER_SCORE_MAX = 30;
const SUPPOSED_SCORE = -20;
const OTHER_SYMBOL_SCORE = -12;

/** All that was found of one question, which many pairs of laws ask for. */
export class NumberWays {
  readonly #question: Question;
  readonly #kept = new Kept();
  readonly #laws = new Map<string, Law>();
  readonly #masks = new Map<Law, number>();
  readonly #ways = new Map<string, readonly NumberWay[]>();

  constructor(question: Question) {
    this.#question = question;
  }

  get all(): number {
    return (1 << this.#question.given.length) - 1;
  }

  /** Numbers that some quantity of the law may be. */
  takenBy({ profile: { law } }: StepLaw): number {
    const before = this.#masks.get(law);
    if (before !== undefined) return before;
    const mask = this.#maskOf(law, true);
    this.#masks.set(law, mask);
    return mask;
  }

  /**
   * Whether there are numbers for the law at all.
   *
   * @param before steps before it
   */
  mayFill(step: StepLaw, before: number): boolean {
    const { brought, law, otherwise, supposed } = step.profile;
    const taken = bitsIn(this.takenBy(step));
    const needed = law.slots.filter(({ isOptional }) => !isOptional).length;
    const more = otherwise + supposed + (this.#question.named.length > 0 ? brought : 0);
    return needed <= 2 * taken + before + more && (before > 0 || taken > 0);
  }

  /** @param linked symbols whose values steps give */
  of(step: StepLaw, linked: readonly string[]): readonly NumberWay[] {
    const { profile, target } = step;
    const key = `${profile.law.id} ${target.name} ${linked.join(" ")}`;
    const before = this.#ways.get(key);
    if (before !== undefined) return before;
    // Where a step gives the result, what is sought is no number.
    const { law } = profile;
    const found = linked.includes(law.result.name)
      ? this.#waysOf(profile, law.result, this.#without(law, [...linked, target.name]))
      : this.#waysOf(profile, target, this.#without(law, linked));
    this.#ways.set(key, found);
    return found;
  }

  #without(law: Law, linked: readonly string[]): Law {
    if (linked.length === 0) return law;
    const key = `${law.id} ${linked.join(" ")}`;
    const before = this.#laws.get(key);
    if (before !== undefined) return before;
    const less = { ...law, slots: law.slots.filter(({ name }) => !linked.includes(name)) };
    this.#laws.set(key, less);
    return less;
  }

  #maskOf(law: Law, withResult: boolean): number {
    return this.#question.given.reduce((mask, one, at) => {
      const isTaken =
        this.#kept.inputsFor(law, one, this.#question).length > 0 ||
        this.#kept.isOwnConstant(law, one, this.#question) ||
        one.span.kind !== "value" ||
        (withResult && this.#kept.resultFor(law, one, this.#question).length > 0);
      return isTaken ? mask | (1 << at) : mask;
    }, 0);
  }

  #waysOf(profile: StepLaw["profile"], target: LawSlot, law: Law): readonly NumberWay[] {
    const { given } = this.#question;
    const mask = this.#maskOf(law, !target.isResult);
    const fitting = given.filter((_, at) => (mask & (1 << at)) !== 0);
    const slots = [...law.slots, law.result].filter(({ name }) => name !== target.name);
    const needed = slots.filter(({ isOptional }) => !isOptional).length;
    const { brought, otherwise, supposed } = profile;
    const least = needed - otherwise - supposed - (this.#question.named.length > 0 ? brought : 0);
    const found: NumberWay[] = needed === 0 ? [{ uses: [], mask: 0, score: 0 }] : [];
    for (const set of subsetsOf(fitting, slots.length)) {
      const values = set.reduce((sum, { span }) => sum + (span.kind === "value" ? 1 : 2), 0);
      if (values < least || (set.length === 0 && needed === 0)) continue;
      const own = set.reduce((bits, one) => bits | (1 << given.indexOf(one)), 0);
      for (const { missing, uses } of this.#filled(law, target.name, set))
        if (missing.every(isStandard) && !isMiscalled(uses, set))
          found.push({ uses, mask: own, score: scoreOf(uses, set) });
    }
    return found;
  }

  #filled(law: Law, target: string, set: readonly Given[]): readonly Filled[] {
    const question = { ...this.#question, given: set };
    const slot = law.slots.find(({ name }) => name === target) ?? law.result;
    const filled = fillLaw(law, slot, question, this.#kept);
    if (!("uses" in filled) || filled.idle !== null) return [];
    return filled.isOpen
      ? filled.ways.slice(0, WAYS_MAX).map((way) => inAnotherWay(law, filled, way, question))
      : [filled];
  }
}

/** Its standard value stands, wherever that is not said to be another. */
function isStandard({ isOptional, property }: LawSlot): boolean {
  return isOptional && property !== "gravity";
}

function bitsIn(mask: number): number {
  let count = 0;
  for (let left = mask; left > 0; left >>= 1) count += left & 1;
  return count;
}

function scoreOf(uses: readonly Use[], given: readonly Given[]): number {
  return uses.reduce((sum, use) => {
    const { at, rule, score = 0 } = use;
    const number = given.find(({ span }) => span.at === at);
    const isOther = rule !== "named" && number !== undefined && isCalledOtherwise(number, use);
    const own = Math.min(NUMBER_SCORE_MAX, score) + (isOther ? OTHER_SYMBOL_SCORE : 0);
    return sum + (rule === SUPPOSED ? SUPPOSED_SCORE : own);
  }, 0);
}

/** `z = 3.6 m` is hardly the focal length `f_l`. */
function isCalledOtherwise({ label }: Given, { slot: { spellings, words } }: Use): boolean {
  if (label === null || isWordName(label)) return false;
  const first = label.charAt(0).toLowerCase();
  return [...spellings, ...words].every((one) => one.charAt(0).toLowerCase() !== first);
}

/** `6 mm radius` is no displacement. */
function isMiscalled(uses: readonly Use[], given: readonly Given[]): boolean {
  return uses.some(({ at, rule, slot: { words } }) => {
    const number = given.find(({ span }) => span.at === at);
    if (rule !== "dimension" || number === undefined) return false;
    const size = sizeOf(number);
    return size !== null && !words.has(lawStem(size));
  });
}

function subsetsOf(all: readonly Given[], most: number): readonly (readonly Given[])[] {
  let sets: readonly (readonly Given[])[] = [[]];
  for (const one of all)
    sets = [...sets, ...sets.flatMap((set) => (set.length < most ? [[...set, one]] : []))];
  return sets;
}
