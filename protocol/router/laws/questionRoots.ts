/** What a question says, by roots of its words: found once, and held against each law. */
import { NEUTRAL, QUANTITY_STEMS } from "./lexicon/lawWords.js";
import type { Given, Question } from "./reading/reading.js";
import { keepingEach, keepingFew } from "../../once.js";
import type { Profile, Profiles } from "./lexicon/profile.js";
import { rootOf } from "./lexicon/roots.js";
import { turnsIn } from "./licence/turns.js";

/** Roots of the words that name a kind of quantity. */
export const QUANTITY_WORDS: ReadonlySet<string> = new Set([...QUANTITY_STEMS].map(rootOf));

/** Before the root of a symbol that is asked for. */
export const SYMBOL = "=";

/** What a question says, by roots: made once, held against each law. */
export interface Said {
  readonly roots: ReadonlySet<string>;
  /** Without those of the names before equals signs. */
  readonly words: ReadonlySet<string>;
  /** Roots of what is asked for. */
  readonly asked: readonly string[];
  readonly question: Question;
  /** Whether any law has a word with this root. */
  readonly isKnownRoot: (root: string) => boolean;
  /** What its words weigh of each law that was looked at, whatever the law is asked for. */
  readonly ofLaws: Map<Profile, number>;
  /** Roots of the words around each number. */
  readonly around: (given: Given) => readonly string[];
}

export function saidBy(profiles: Profiles, question: Question): Said {
  return saidOf(profiles)(question);
}

/** Several proposals hold the same question against the laws. */
const saidOf = keepingEach((profiles: Profiles) =>
  keepingFew((question: Question) => foundSaid(profiles, question)),
);

function foundSaid(profiles: Profiles, question: Question): Said {
  const { postings } = profiles;
  const { asked, given, head, lead, text } = question;
  const isTurn = turnsIn(text);
  const tokens = question.tokens.filter(({ at }) => !isTurn(at));
  const labels = given.flatMap(({ span: { name } }) =>
    name === null ? [] : [rootOf(name.text.toLowerCase())],
  );
  const spoken = new Set(
    tokens
      .filter(({ isOpener, stem }) => !isOpener && !NEUTRAL.has(stem))
      .map(({ stem }) => rootOf(stem)),
  );
  const roots = new Set([...spoken, ...labels]);
  const kept = new Set(tokens.map(({ stem }) => stem));
  const words = head.length > 0 ? head : (asked ?? lead.filter((stem) => kept.has(stem)));
  // `Re for rho = ...`: where nothing asks, a symbol that names no number is asked for.
  const symbols =
    question.openers > 0
      ? []
      : tokens
          .filter(({ text }) => /[A-Z_]/.test(text) && text.length > 1)
          .map(({ text }) => SYMBOL + text);
  return {
    roots,
    words: spoken,
    asked: [...new Set([...words.map(rootOf), ...symbols])],
    question,
    isKnownRoot: (root) => postings.has(root),
    ofLaws: new Map(),
    around: rootsAround(),
  };
}

function rootsAround(): (given: Given) => readonly string[] {
  const kept = new Map<Given, readonly string[]>();
  return (given) => {
    const before = kept.get(given);
    if (before !== undefined) return before;
    const around = [...given.before.slice(0, 6), ...given.after.slice(0, 4), ...given.clause];
    const roots = [...new Set(around.map(rootOf))];
    kept.set(given, roots);
    return roots;
  };
}
