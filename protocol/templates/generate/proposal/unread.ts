/** Words that a draft did not take: they are shown with it. */
import type { Clause } from "./clauses.js";
import {
  BEFORE_ACT,
  CLEARS,
  HIGH,
  INSIDE,
  INTRODUCERS,
  LOW,
  PERSONS,
  PLAIN,
  STRONG,
  WEAK,
} from "./lexicon.js";
import { MOVING } from "./names.js";
import { isSaying } from "./said.js";
import type { Token } from "./tokens.js";

export interface Unread {
  readonly words: string;
  readonly at: readonly [start: number, end: number];
}

const READ = [BEFORE_ACT, CLEARS, HIGH, INSIDE, INTRODUCERS, LOW, PERSONS, PLAIN, STRONG, WEAK];

export function unreadIn(
  text: string,
  clauses: readonly Clause[],
  used: ReadonlySet<Token>,
): readonly Unread[] {
  return clauses
    .flatMap((clause) => runsIn(clause, used))
    .map(([from, to]) => ({
      words: text.slice(from, to),
      at: [from, to] as const,
    }));
}

function runsIn(clause: Clause, used: ReadonlySet<Token>): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  let isOpen = false;
  for (const token of clause.tokens) {
    const isRead =
      used.has(token) ||
      isSaying(token.word) ||
      MOVING.test(token.word) ||
      READ.some((set) => set.has(token.word));
    if (isRead) {
      isOpen = false;
      continue;
    }
    const last = runs.at(-1);
    if (isOpen && last !== undefined) last[1] = token.at[1];
    else runs.push([...token.at]);
    isOpen = true;
  }
  return runs;
}
