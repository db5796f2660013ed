/** A law that a question may mean, with its inputs. */
import type { Filled } from "./filling/fillTypes.js";
import type { Law } from "./lexicon/lexicon.js";

export interface Matched {
  readonly law: Law;
  readonly filled: Filled;
  /** Words that named it. */
  readonly said: readonly string[];
  readonly score: number;
  /** One of its names is said in full. */
  readonly isNamed: boolean;
}
