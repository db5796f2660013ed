/** What a question is routed to, or why to nothing. */
import type { bodiesOf, Lack } from "./laws/explain.js";
import type { NamedConstant } from "./laws/constants.js";
import type { SetAside } from "./laws/licence/licence.js";
import type { Open } from "./laws/licence/open.js";
import type { TypedReading } from "./typed/readingFormat.js";
import type { JoinReading, ReadLaw } from "./typed/writeReading.js";

export interface Reason {
  readonly cue: string;
  readonly at: readonly [start: number, end: number];
  readonly weight: number;
  readonly rule: string;
}
export interface Candidate {
  readonly solver: string;
  readonly score: number;
}

/** A number or a word of the question would be passed over. */
export interface Unreadable {
  readonly kind: "UNREAD_QUANTITY";
  readonly message: string;
  readonly span: readonly [start: number, end: number];
  /** `range`, `negated`, `unknown unit`. */
  readonly reason?: string;
}

export type RouteRefusal =
  | { readonly kind: "EMPTY_QUERY"; readonly message: string }
  | Unreadable
  | {
      readonly kind: "AMBIGUOUS";
      readonly message: string;
      readonly candidates: readonly string[];
      readonly question: string;
    }
  | ({
      /** A law is named, and not all that it needs is said. */
      readonly kind: "MISSING_INPUT";
    } & Lack)
  | {
      /** A reading stands, and leaves words of the question open: it is confirmed, or said anew. */
      readonly kind: "OPEN_READING";
      readonly message: string;
      readonly span: readonly [start: number, end: number];
      readonly open: readonly Open[];
    }
  | {
      readonly kind: "NO_MATCH";
      readonly message: string;
      readonly nearest: readonly string[];
      readonly reason: "no-domain-cue" | "no-computation";
    };

export interface Route {
  /** Id of the solver; null where an operator computes, or nothing does. */
  readonly solver: string | null;
  readonly operators: readonly string[] | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly why: readonly Reason[];
  readonly candidates: readonly Candidate[];
  readonly cueHash: string;
  /** Standard uncertainties that the question states, by input, in SI. */
  readonly uncertainties: Readonly<Record<string, number>>;
  /** The question in full, with its law; null where no law answers. */
  readonly restated: string | null;
  /** Properties of bodies that the answer rests on, by input. */
  readonly bodies: ReturnType<typeof bodiesOf>;
  /** Unit the answer is asked in; null for SI. */
  readonly unit: string | null;
  /** The constant that is asked for by its name: nothing is computed. */
  readonly constant: NamedConstant | null;
  /** Sentences that the reading does not use. */
  readonly setAside: readonly SetAside[];
  readonly refusal: RouteRefusal | null;
  /** What the question was read as; null where nothing is computed from inputs. */
  readonly reading: TypedReading | null;
  /** Other readings that are said as well. */
  readonly rivals: readonly TypedReading[];
}

/** A route before its reading is written; `laws` are those that were read, the first one meant. */
export type Draft = Omit<Route, "reading" | "rivals"> & {
  readonly laws: readonly ReadLaw[];
  /** Laws that join, where none alone is meant. */
  readonly joined: JoinReading | null;
  /** Beside a refusal what was most likely meant; null for nothing that is sure enough. */
  readonly suggested: () => Draft | null;
};

/** What a route has that says nothing yet. */
export const EMPTY: Omit<Draft, "cueHash" | "refusal"> = {
  solver: null,
  operators: null,
  params: {},
  why: [],
  candidates: [],
  restated: null,
  uncertainties: {},
  bodies: {},
  unit: null,
  constant: null,
  setAside: [],
  laws: [],
  joined: null,
  suggested: () => null,
};
