/**
 * Findings on the numbers of a question, for all laws and whatever they are asked for. Looser forms
 * of the question have the same numbers and words, and look here first.
 */
import { isFromCentre } from "./altitude.js";
import type { Filled, Option, Reading, Search, Unfilled } from "./fillTypes.js";
import { isCoefficientOf, isConstantOf } from "../reading/givenConstants.js";
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import { saysNone } from "./none.js";
import { optionOf } from "./options.js";
import { asksForShare } from "./otherwise.js";
import { twoTemperatures } from "./pairs.js";
import { restSaid } from "./stated.js";
import type { Given, Question } from "../reading/reading.js";

type Outcome = Filled | Unfilled;

/** Nothing may be supposed of its inputs, whatever the question allows. */
function supposesNone({ entry, supposes }: Law): boolean {
  return supposes.size === 0 && entry.record.coefficients === undefined;
}

/** The same words and numbers, where nothing of them says more in the looser form. */
function isAlike(strict: Question, loose: Question): boolean {
  return (
    strict.text === loose.text &&
    strict.tokens === loose.tokens &&
    strict.named === loose.named &&
    strict.asked === loose.asked &&
    strict.head === loose.head &&
    strict.given.length === loose.given.length &&
    strict.given.every((one, i) => one === loose.given[i]) &&
    !saysNone(loose) &&
    !asksForShare(loose)
  );
}

interface OfNumber {
  readonly inputs: Map<Law, readonly Option[]>;
  readonly results: Map<Law, readonly Option[]>;
  /** Laws that have the number already, by whether a word must say so. */
  readonly isConstant: readonly [Map<Law, boolean>, Map<Law, boolean>];
}

export class Kept {
  readonly #numbers = new Map<Given, OfNumber>();
  readonly #warm = new Map<Question, readonly [Given, Given] | null>();
  readonly #searches = new Map<Question, Search>();
  readonly #readings = new Map<Question, readonly Reading[]>();
  readonly #filled = new Map<LawSlot, { readonly question: Question; readonly filled: Outcome }>();
  #rest: { readonly said: RegExpExecArray | null } | null = null;

  /** What a number may be of the inputs of a law. */
  inputsFor(law: Law, given: Given, question: Question): readonly Option[] {
    const { inputs } = this.#of(given);
    const before = inputs.get(law);
    if (before !== undefined) return before;
    const found: Option[] = [];
    for (const slot of law.slots) found.push(...optionOf(law, slot, given, question));
    // A height is counted by what the other numbers say, which a looser form may leave out.
    if (!law.slots.some((slot) => isFromCentre(law, slot))) inputs.set(law, found);
    return found;
  }

  /** How a number is the result of a law. */
  resultFor(law: Law, given: Given, question: Question): readonly Option[] {
    const { results } = this.#of(given);
    const before = results.get(law);
    if (before !== undefined) return before;
    const found = optionOf(law, law.result, given, question);
    results.set(law, found);
    return found;
  }

  /** A number that says what the law has already. */
  isOwnConstant(law: Law, given: Given, { maySuppose }: Question): boolean {
    if (given.constant === null && law.entry.record.coefficients === undefined) return false;
    const known = this.#of(given).isConstant[maySuppose ? 1 : 0];
    const before = known.get(law);
    if (before !== undefined) return before;
    const { before: words, constant, span } = given;
    const found = isConstantOf(law, constant) || isCoefficientOf(law, span, words, maySuppose);
    known.set(law, found);
    return found;
  }

  /** The laws that may take the numbers of a question, with what was found of each. */
  searchFor(question: Question, make: () => Search): Search {
    const before = this.#searches.get(question);
    if (before !== undefined) return before;
    const search = make();
    this.#searches.set(question, search);
    return search;
  }

  /** The readings of a question, which several proposals look through. */
  readingsOf(question: Question, find: () => readonly Reading[]): readonly Reading[] {
    const before = this.#readings.get(question);
    if (before !== undefined) return before;
    const found = find();
    this.#readings.set(question, found);
    return found;
  }

  /** A law as it was filled for the strict form of a question, where the loose one says no more of it. */
  filledFor(law: Law, target: LawSlot, question: Question, fill: () => Outcome): Outcome {
    const before = this.#filled.get(target);
    if (before !== undefined && supposesNone(law) && isAlike(before.question, question))
      return before.filled;
    const filled = fill();
    if (!question.maySuppose) this.#filled.set(target, { question, filled });
    return filled;
  }

  /** The words that say that something rests, or null. */
  restIn({ text }: Question): RegExpExecArray | null {
    this.#rest ??= { said: restSaid(text) };
    return this.#rest.said;
  }

  /** Two numbers of the question that are temperatures, and no third; null otherwise. */
  warmIn(question: Question): readonly [Given, Given] | null {
    const before = this.#warm.get(question);
    if (before !== undefined) return before;
    const two = twoTemperatures(question);
    this.#warm.set(question, two);
    return two;
  }

  #of(given: Given): OfNumber {
    const before = this.#numbers.get(given);
    if (before !== undefined) return before;
    const fresh: OfNumber = {
      inputs: new Map(),
      results: new Map(),
      isConstant: [new Map(), new Map()],
    };
    this.#numbers.set(given, fresh);
    return fresh;
  }
}
