/** Inputs that are said to be nought: `no cohesion`, `contact angle zero`. For a proposal alone. */
import { keepingLast } from "../../../once.js";
import { lawStem } from "../lexicon/lawWords.js";
import type { LawSlot } from "../lexicon/lexicon.js";
import type { Question, Token } from "../reading/reading.js";
import type { Use } from "./fillTypes.js";

const NONE = "said to be none";

const NO = new Set(["no", "zero", "without", "nil"].map(lawStem));
const NOUGHT = new Set(["zero", "nil"].map(lawStem));
const BETWEEN = new Set(["is", "of", "be", "are", "was", "any"].map(lawStem));
/** Words from `no` to the noun of what is none, and from it to `zero`. */
const WITHIN = 2;

/** Whether something is said to be none. */
export function saysNone({ maySuppose, text }: Pick<Question, "maySuppose" | "text">): boolean {
  return maySuppose && isNoneSaid(text);
}

const isNoneSaid = keepingLast((text: string) => /\b(?:no|zero|without|nil)\b/iu.test(text));

/** Inputs that one of these words alone is said of. */
export function noneOf(question: Question, open: readonly LawSlot[]): readonly Use[] {
  if (!saysNone(question)) return [];
  const found: Use[] = [];
  question.tokens.forEach((token, i) => {
    const noun = nounOf(question, token, i);
    if (noun === null) return;
    // `capacitance without bias: 2.4 pF` is the name of an input.
    const isInName = ({ about }: LawSlot): boolean => about.includes(token.text.toLowerCase());
    const [slot, another] = open.filter((one) => one.words.has(noun.stem) && !isInName(one));
    if (slot === undefined || another !== undefined || found.some((use) => use.slot === slot))
      return;
    found.push({
      slot,
      value: 0,
      at: [Math.min(token.at[0], noun.at[0]), Math.max(token.at[1], noun.at[1])],
      rule: NONE,
      uncertainty: null,
      said: question.text.slice(
        Math.min(token.at[0], noun.at[0]),
        Math.max(token.at[1], noun.at[1]),
      ),
    });
  });
  return found;
}

/** The noun that `no` stands before, or `zero` behind. */
function nounOf({ tokens }: Question, token: Token, i: number): Token | null {
  const isNear = (one: Token): boolean => one.clause === token.clause && !BETWEEN.has(one.stem);
  if (NOUGHT.has(token.stem)) {
    const before = tokens
      .slice(Math.max(0, i - WITHIN), i)
      .filter(isNear)
      .at(-1);
    if (before !== undefined) return before;
  }
  return NO.has(token.stem) ? (tokens.slice(i + 1, i + 1 + WITHIN).find(isNear) ?? null) : null;
}

export function isNone({ rule }: Use): boolean {
  return rule === NONE;
}

/** Whether a place is within what says that an input is none. */
export function isOfNone(uses: readonly Use[], [from, to]: readonly [number, number]): boolean {
  return uses.some((use) => isNone(use) && use.at[0] <= from && to <= use.at[1]);
}
