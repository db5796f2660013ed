/** What stopped a question: the law that was meant, and the place that it could not take. */
import type { OperatorEntry } from "../../operators/entry.js";

/** A number without a unit is supposed to be in SI, beside others that have theirs. */
export const SUPPOSES_UNIT = "unit supposed";

export interface Stopped {
  /** The only law that was meant; null where none is, or several may be. */
  readonly entry: OperatorEntry | null;
  /** `range`, `negated`, `unknown unit`; null for none. */
  readonly reason: string | null;
  /** What it could not take, in the text as it was read; null for no one place. */
  readonly at: readonly [start: number, end: number] | null;
  /** Whether some law has a word. */
  readonly knows: (word: string) => boolean;
}
