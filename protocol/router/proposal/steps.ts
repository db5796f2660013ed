/** Laws that lead to each other as a tree, from what is asked for down to the numbers. */
import type { Law as BookLaw } from "../../derivation/laws.js";
import { lawBookOf } from "../../derivation/lawBook.js";
import { once } from "../../once.js";
import type { Registry } from "../../operators/registry.js";
import { chained, type Chained, type ChainStep } from "../joins/statedChain.js";
import type { LawSlot } from "../laws/lexicon/lexicon.js";
import type { Profile } from "../laws/lexicon/profile.js";
import type { Given, Question } from "../laws/reading/reading.js";
import type { Guess } from "./candidates.js";
import type { Taken } from "./fill.js";

/** A law with numbers, and with the steps that give what it lacks. */
export interface Step extends Taken {
  readonly book: BookLaw;
  /** Null for a conversion. */
  readonly profile: Profile | null;
  readonly target: LawSlot;
  /** Steps by the symbols that take their results. */
  readonly given: ReadonlyMap<string, Step>;
  /** No word says it. */
  readonly isUnsaid: boolean;
}

/** A law with what gives its inputs, or with what follows it. */
export interface Chain {
  readonly guess: Guess;
  /** All but the law of the guess. */
  readonly steps: readonly Step[];
  /** All, in the order in which they are computed. */
  readonly books: readonly BookLaw[];
  /** The last step gives what is asked for, and not the law. */
  readonly isFurther: boolean;
  /**
   * Its arithmetic: one law at several states, a share of what a law gives or takes, what a share is of, or
   * the sum of two numbers that a law takes as one.
   */
  readonly by: "states" | "share" | "portion" | "whole" | null;
  readonly target: LawSlot;
  readonly left: readonly Given[];
  readonly score: number;
  readonly chained: () => Chained | null;
}

export const NONE_GIVEN: ReadonlyMap<string, Step> = new Map();

/** The law of a guess as a step; null where it joins no others. */
export function stepOf(registry: Registry, guess: Guess): Step | null {
  const { profile } = guess;
  const book = lawBookOf(registry).byId().get(profile.law.id);
  return book === undefined ? null : { ...guess, book, given: NONE_GIVEN, isUnsaid: false };
}

/** @param own the step of the guess itself */
export function chainOf(
  registry: Registry,
  question: Question,
  { guess, own, root }: { readonly guess: Guess; readonly own: Step; readonly root: Step },
  by: Chain["by"] = null,
): Chain {
  const all = inOrder(root);
  const steps = all.filter((step) => step !== own);
  return {
    guess,
    steps,
    books: all.map(({ book }) => book),
    isFurther: root !== own,
    by,
    target: root.target,
    left: guess.left.filter((one) => !steps.some((step) => isUsedIn(step, one))),
    score: all.reduce((sum, { score }) => sum + score, 0),
    chained: once(() => chained(registry, question, all.map(chainStepIn(all)))),
  };
}

/** Each step behind those that give its inputs. */
export function inOrder(root: Step): readonly Step[] {
  const found: Step[] = [];
  const add = (step: Step): void => {
    for (const one of step.given.values()) add(one);
    if (!found.includes(step)) found.push(step);
  };
  add(root);
  return found;
}

function chainStepIn(all: readonly Step[]): (step: Step) => ChainStep {
  return ({ book, filled: { uses }, given, target }) => ({
    law: book,
    target,
    uses,
    links: new Map([...given].map(([symbol, step]) => [symbol, all.indexOf(step)] as const)),
  });
}

export function isUsedIn({ filled: { uses } }: Pick<Taken, "filled">, { span }: Given): boolean {
  return uses.some(({ at, score }) => score !== undefined && at === span.at);
}
