/** A question and the law that is to answer it, as each word of it is looked at. */
import type { Filled } from "../filling/fillTypes.js";
import type { Law } from "../lexicon/lexicon.js";
import type { Profile } from "../lexicon/profile.js";
import type { Named, Question } from "../reading/reading.js";
import type { turnsIn } from "./turns.js";

export interface Context {
  readonly question: Question;
  readonly law: Law;
  readonly places: Profile["places"];
  readonly filled: Filled;
  readonly stems: readonly string[];
  readonly bodies: ReadonlyMap<number, Named>;
  readonly isKnownRoot: (root: string) => boolean;
  readonly isTelling: (root: string) => boolean;
  /** Whether a place is within a turn of speech. */
  readonly isTurn: ReturnType<typeof turnsIn>;
}
