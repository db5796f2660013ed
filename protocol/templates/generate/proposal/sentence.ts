/** A sentence while its condition is read: its clauses, what was supposed, and which words a condition took. */
import { asksIn } from "./asks.js";
import { clausesOf, hasNumber, merged, words } from "./clauses.js";
import type { Clause } from "./clauses.js";
import { doubt } from "./doubt.js";
import { AVERAGES } from "./lexicon.js";
import { settled } from "./labels.js";
import type { Name } from "./names.js";
import type { Stated } from "./stated.js";
import type { Token } from "./tokens.js";
import { unreadIn } from "./unread.js";
import type { Unread } from "./unread.js";

export interface Supposed {
  readonly what: string;
  readonly value: string;
  readonly why: string;
}

export class Sentence {
  readonly text: string;
  readonly clauses: readonly Clause[];
  /** Places of the clauses that ask for an alarm. */
  readonly asks: readonly number[];
  /** All else than what it says is an alarm. */
  readonly isElse: boolean;
  readonly supposed: Supposed[] = [];
  readonly #used = new Set<Token>();

  constructor(text: string, tokens: readonly Token[]) {
    this.text = text;
    this.clauses = settled(text, clausesOf(merged(tokens)));
    this.asks = asksIn(text, this.clauses) ?? doubt("no alarm is asked for");
    this.isElse = isElseIn(this.clauses, this.asks);
    if (this.isElse && this.asks.length > 1 && !this.clauses.some(isDemand))
      doubt("which of two calls?");
  }

  suppose(what: string, value: string, why: string): void {
    this.supposed.push({ what, value, why });
  }

  use(name: Pick<Name, "tokens"> | null, stated: Stated | null): void {
    for (const token of [...(name?.tokens ?? []), ...(stated?.tokens ?? [])]) this.#used.add(token);
  }

  said({ tokens }: Clause): string {
    return this.text.slice(tokens[0]!.at[0], tokens.at(-1)!.at[1]);
  }

  get isMean(): boolean {
    return this.clauses.some((clause) => words(clause).some((word) => AVERAGES.has(word)));
  }

  get unread(): readonly Unread[] {
    return unreadIn(this.text, this.clauses, this.#used);
  }
}

/** What must hold is to be heard of where it does not, even if nobody says so. */
export function isDemand(clause: Clause): boolean {
  return words(clause).some((word) =>
    /^(?:must|mustn't|should|shouldn't|shall|shan't|never|keep|kept|maintain)$/u.test(word),
  );
}

function isElseIn(clauses: readonly Clause[], asks: readonly number[]): boolean {
  return clauses.some((clause, i) => {
    const first = clause.tokens[0]?.word ?? "";
    const isOr =
      first === "or" && clause.introducer === null && !hasNumber(clause) && asks.includes(i);
    const isElse = isOr || words(clause).some((word) => /^(?:otherwise|else)$/u.test(word));
    return isElse && (asks.includes(i) || asks.includes(i - 1) || asks.includes(i + 1));
  });
}
