/** The parts of a question that was taken apart. */
import type { Span } from "../../../units/quantity/index.js";
import type { Entity } from "../lexicon/entities.js";
import type { GivenConstant } from "./givenConstants.js";
import type { Ordinal } from "./plainly.js";
import type { Wanted } from "./wantedUnit.js";

export interface Token {
  readonly stem: string;
  readonly text: string;
  readonly at: readonly [start: number, end: number];
  /** It is one of the words that ask: `how long`. */
  readonly isOpener: boolean;
  /** Index of the clause between two marks. */
  readonly clause: number;
}

/** A number of the question. */
export interface Given {
  readonly span: Span;
  /** Stems before it, the nearest first, up to the number or the mark before. */
  readonly before: readonly string[];
  /** Stems behind it, up to the next number, mark or preposition. */
  readonly after: readonly string[];
  /** Roots of both, in the same order. */
  readonly roots: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** Stems of its sentence up to it, and of some words behind it. */
  readonly clause: readonly string[];
  /** The `R` of `R 47 kohm`: a symbol right before it; null where none stands. */
  readonly label: string | null;
  /** `from`, `to`, `between` right before it. */
  readonly preposition: string | null;
  /** The constant of nature that it is the value of; null for none. */
  readonly constant: GivenConstant | null;
}

export interface Named {
  readonly entity: Entity;
  readonly at: readonly [start: number, end: number];
  readonly tokens: readonly number[];
  readonly isPlural: boolean;
}

export interface Question {
  readonly text: string;
  /** Words outside of quantities and of the names before equals signs. */
  readonly tokens: readonly Token[];
  readonly given: readonly Given[];
  readonly named: readonly Named[];
  /** Stems of what is asked for, the noun first; null where nothing says so. */
  readonly asked: readonly string[] | null;
  /** The asked words up to the first `of`. */
  readonly head: readonly string[];
  /** Stems from what asks to the end of its clause. */
  readonly clause: readonly string[];
  /** The asked words are all that `how far` may mean: one of them is meant. */
  readonly isHow: boolean;
  /** The `far` of `how far`; null for other questions. */
  readonly how: string | null;
  /** Where nothing asks: the words that the question begins with. */
  readonly lead: readonly string[];
  /** Places of words that ask. */
  readonly openers: number;
  /** Unit the answer is asked in; null for none. */
  readonly wanted: Wanted | null;
  /** `1st order`, `the second harmonic`, and the stem that it counts. */
  readonly ordinals: readonly Ordinal[];
  /** Inputs of the ideal case may be supposed: the reading is confirmed before it is sealed. */
  readonly maySuppose: boolean;
}
