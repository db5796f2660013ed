/** What a sentence says that a monitor can be set by. */
import type { AggregateName } from "../../contracts/program.js";
import type { Quantity, Stop, TimeOfDay } from "./spans/spanTypes.js";
import type { Schedule } from "./clauses/schedule.js";

/** Where a value is bad. */
export type Side = "above" | "below" | "outside" | "inside";

export interface Limit {
  readonly side: Side;
  /** The limit itself is not bad yet. */
  readonly isStrict: boolean;
  /** One, or the two ends of a range, the least first. */
  readonly values: readonly [Quantity] | readonly [Quantity, Quantity];
  readonly words: string;
  /** Two comparisons with a word between them: what is denied of both, and what of one? */
  readonly isPair?: true;
  /** Its verb or its alarm says the other side: rises below 5 bar, a high alarm below 5 bar. */
  readonly isContrary?: true;
}

export interface Said {
  readonly value: Quantity;
  readonly words: string;
}

export interface Hold {
  /** A time, or a number of readings in a row. */
  readonly value: Quantity;
  readonly isCount: boolean;
  readonly words: string;
}

export interface Window {
  readonly fn: AggregateName;
  /** A time, or a number of readings; null where the sentence names none. */
  readonly per: Quantity | null;
  readonly words: string;
}

export interface Rate {
  readonly direction: "rise" | "fall" | "both";
  /** A rate by itself, or a change and the time that it takes. */
  readonly change: Quantity;
  readonly within: Quantity | null;
  /** From one reading to the next, however long that takes. */
  readonly isStep: boolean;
  /** The change is a share of the reading that it begins at: 1 where that doubles. */
  readonly isRelative: boolean;
  /** A speed of change, and not a change that may come within the time. */
  readonly isSpeed: boolean;
  /** The change itself is not bad yet. */
  readonly isStrict: boolean;
  readonly words: string;
}

/** Two readings, of which the first minus the second is compared. */
export interface Minus {
  readonly first: readonly string[];
  readonly second: readonly string[];
  /** However they differ: the size of the difference. */
  readonly isAbsolute: boolean;
  /** The second minus the first. */
  readonly isTurned: boolean;
  /** The first divided by the second, and no difference. */
  readonly isRatio: boolean;
  /** Of both readings; null before their limit was read. */
  readonly unit: string | null;
  readonly words: string;
}

export interface Named {
  readonly value: Quantity;
  /** All that stands before it, and the word behind. */
  readonly before: string;
  readonly behind: string;
}

export type Phrase =
  | {
      readonly ok: true;
      /** Words of the first noun, before any `of`. */
      readonly head: readonly string[];
      readonly words: readonly string[];
      readonly hasOf: boolean;
    }
  | { readonly ok: false; readonly stop: string; readonly message: string };

export interface Reading {
  /** Normalized; all places are in it. */
  readonly text: string;
  /** Words that say what is watched, in their order. */
  readonly subject: readonly string[];
  /** Words of them that a template must have: they stand in a phrase that could change the rest. */
  readonly naming: readonly string[];
  /** The reading as one noun phrase, or a word that keeps it from being one. */
  readonly phrase: Phrase;
  /** What takes no part in the condition, and is shown with the reason. */
  readonly aside: readonly { readonly rule: string; readonly words: string }[];
  /** Nothing says whether the condition is an alarm or what must hold. */
  readonly isBare: boolean;
  /** A comparison by its sign: of a name that is no quantity, its number is the reading's own. */
  readonly isExpression: boolean;
  /** The condition says what must, may, or may not be. */
  readonly isNorm: boolean;
  /** Its words say what is right. */
  readonly isInverted: boolean;
  /** The condition says what must hold. */
  readonly isDemand: boolean;
  readonly limit: Limit | null;
  /** Where the watch begins. */
  readonly early: Said | null;
  /** Where the alert ends. */
  readonly clear: Said | null;
  readonly band: Said | null;
  readonly hold: Hold | null;
  /** How far apart readings may be before a hold begins anew. */
  readonly gap: Said | null;
  readonly window: Window | null;
  readonly rate: Rate | null;
  readonly minus: Minus | null;
  /** For how long nothing may come. */
  readonly silence: Said | null;
  readonly schedule: Schedule | null;
  /** Quantities that no clause took. */
  readonly named: readonly Named[];
  readonly times: readonly TimeOfDay[];
}

export type ReadSentence =
  | { readonly ok: true; readonly reading: Reading }
  | { readonly ok: false; readonly stop: Stop };
