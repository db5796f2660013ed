/** What comes of giving the numbers of a question to the inputs of a law. */
import type { LawSlot } from "../lexicon/lexicon.js";
import type { Profile } from "../lexicon/profile.js";
import type { Given, Named } from "../reading/reading.js";
import type { Turn } from "./signs.js";

export interface Use {
  readonly slot: LawSlot;
  /** SI. */
  readonly value: number;
  readonly at: readonly [start: number, end: number];
  readonly rule: string;
  /** Relative uncertainty of a body's property; null where the question says the value. */
  readonly uncertainty: number | null;
  readonly said: string;
  /** The body whose property is part of the value, where the number says another. */
  readonly body?: string;
  /** It goes the other way than the input counts. */
  readonly turn?: Turn | null;
  /** How well the words around the number say this input; nought where no number stands. */
  readonly score?: number;
}

/** One way to give each number to an input. */
export interface Way {
  readonly uses: readonly Use[];
  readonly score: number;
}

export interface Filled {
  readonly target: LawSlot;
  readonly uses: readonly Use[];
  readonly missing: readonly LawSlot[];
  /** Bodies that gave a value. */
  readonly bodies: readonly Named[];
  /** Stems of words that stated an input. */
  readonly stated: ReadonlySet<string>;
  /** Numbers that state a constant of the law. */
  readonly constants: readonly Given[];
  /** A number that is said and changes nothing. */
  readonly idle: Given | null;
  /** Another way to fill that is as good. */
  readonly isOpen: boolean;
  /** There are more ways than were looked at. */
  readonly isCut: boolean;
  readonly score: number;
  /** All ways to give the numbers to the inputs, the best first; `uses` are those of the first. */
  readonly ways: readonly Way[];
}

export interface Unfilled {
  /** The first number that no input takes. */
  readonly given: Given;
  readonly message: string;
}

export interface Option {
  readonly slot: LawSlot;
  readonly value: number;
  readonly score: number;
  readonly rule: string;
  /** Relative, of what a named body adds. */
  readonly uncertainty?: number;
  readonly body?: Named;
}

export interface Reading {
  readonly profile: Profile;
  /** The first number that no input takes is in one that is not filled. */
  readonly filled: Filled | Unfilled;
  readonly target: LawSlot;
}

/** Laws that may take the numbers of a question, and the readings of each, which are looked for once. */
export interface Search {
  readonly takers: readonly Profile[];
  /** What each may be asked for. */
  readonly targetsIn: (profile: Profile) => readonly LawSlot[];
  readonly completeIn: (profile: Profile) => readonly Reading[];
  /** Of laws that do not depend on one of the numbers. */
  readonly ofIdle: () => readonly Reading[];
}
