/** What looks for a reason not to answer a question. */
import type { Reading } from "../filling/readings.js";
import type { Question } from "../reading/reading.js";
import type { Said } from "../questionRoots.js";

/** Why a question is not answered: a place of it, and what is wrong there. */
export interface Stop {
  readonly at: readonly [number, number];
  readonly message: string;
  readonly reason: string;
}

/** Looks for one reason; null where it finds none. */
export type Check = (question: Question, reading: Reading, said: Said) => Stop | null;

export function stop(match: RegExpMatchArray, text: string, what: string, reason: string): Stop {
  const at = [match.index!, match.index! + match[0].length] as const;
  return { at, message: `"${text.slice(...at).trim()}" ${what}`, reason };
}
