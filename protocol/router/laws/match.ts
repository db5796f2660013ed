/** The law that a question in words asks for, filled; or what to ask back. */
import type { Registry } from "../../operators/registry.js";
import { dimensionsEqual, parseUnit } from "../../units/index.js";
import { countWork } from "../../workCount.js";
import { entities } from "./entities.js";
import { fillLaw, type Filled, type Unfilled } from "./fill.js";
import { CHANGES, NEUTRAL, THINGS, lawStem } from "./lawWords.js";
import { lexiconOf, type Law, type LawName, type LawSlot, type Lexicon } from "./lexicon.js";
import { readQuestion, type Question, type Token } from "./reading.js";

export interface Matched {
  readonly law: Law;
  readonly filled: Filled;
  /** Words that named it. */
  readonly said: readonly string[];
  readonly score: number;
  /** One of its names is said in full. */
  readonly isNamed: boolean;
}

export type Match =
  | { readonly kind: "answer"; readonly match: Matched; readonly question: Question }
  | { readonly kind: "missing"; readonly match: Matched; readonly question: Question }
  | { readonly kind: "open"; readonly matches: readonly Matched[]; readonly question: Question }
  | {
      readonly kind: "unread";
      readonly law: Law;
      readonly at: readonly [number, number];
      readonly message: string;
      readonly reason: string;
      readonly question: Question;
    }
  | { readonly kind: "none"; readonly nearest: readonly Law[]; readonly question: Question };

const LAWS_TRIED = 30;
const POSTING_WORK = 0.2;
const LAW_WORK = 60;
/** Score of the best law beside that of the next, in hundredths. */
const LEAD_PERCENT = 115;
const NAME_FACTOR = 5;
const FAMOUS_SCORE = 40;

export function matchLaw(registry: Registry, text: string): Match {
  const lexicon = lexiconOf(registry);
  const question = readQuestion(text);
  const ranked = rankLaws(lexicon, question).slice(0, LAWS_TRIED);
  const nearest = ranked.slice(0, 5).map(({ law }) => law);
  countWork(LAW_WORK * ranked.length);
  const tried = ranked.flatMap((one) => attemptsAt(lexicon, one, question));
  const whole = tried.filter(
    ({ filled, uncovered }) =>
      "uses" in filled && filled.missing.length === 0 && uncovered.length === 0,
  );
  const answered = whole.flatMap((one) =>
    "uses" in one.filled ? [{ ...one, filled: one.filled }] : [],
  );
  const named = tried.filter(({ isNamed }) => isNamed);
  const [best, second] = [...answered].sort(byScore);
  const top = [...named].sort(
    (a, b) => b.nameScore - a.nameScore || b.score - a.score || (a.law.id < b.law.id ? -1 : 1),
  )[0];
  const stopped = stoppedBy(question, top?.law ?? best?.law ?? null);
  if (best !== undefined && stopped === null && !isOutranked(best, top)) {
    if (best.filled.isOpen) return { kind: "open", matches: [best], question };
    const rival = [second].find(
      (one) =>
        one !== undefined &&
        (one.law !== best.law || one.filled.target !== best.filled.target) &&
        100 * best.score < LEAD_PERCENT * one.score,
    );
    if (rival !== undefined) return { kind: "open", matches: [best, rival], question };
    if (!best.isNamed && !isSaidEnough(best, question)) return { kind: "none", nearest, question };
    return { kind: "answer", match: best, question };
  }
  if (top === undefined) return { kind: "none", nearest, question };
  if (stopped !== null) return { kind: "unread", law: top.law, ...stopped, question };
  const { filled, uncovered } = top;
  if (!("uses" in filled))
    return {
      kind: "unread",
      law: top.law,
      at: filled.given.span.at,
      message: filled.message,
      reason: "input",
      question,
    };
  if (uncovered.length > 0) {
    if (question.given.length === 0) return { kind: "none", nearest, question };
    const [first] = uncovered;
    return {
      kind: "unread",
      law: top.law,
      at: first!.at,
      message: `"${first!.text}" is no word of ${top.law.entry.record.name}`,
      reason: CHANGES.has(first!.stem) ? "change" : "word",
      question,
    };
  }
  const match = { ...top, filled };
  if (filled.isOpen) return { kind: "open", matches: [match], question };
  return { kind: "missing", match, question };
}

interface Ranked {
  readonly law: Law;
  readonly score: number;
  readonly nameScore: number;
  readonly isNamed: boolean;
  readonly said: readonly string[];
}

interface Attempt extends Ranked {
  readonly filled: Filled | Unfilled;
  readonly uncovered: readonly Token[];
}

function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || (a.law.id < b.law.id ? -1 : 1);
}

/** A law that is named in more words stands before one that only happens to be complete. */
function isOutranked(best: Ranked, top: Ranked | undefined): boolean {
  return top !== undefined && top.law !== best.law && top.nameScore > best.nameScore;
}

/** Laws by the words they share with the question; those that are named stand first. */
export function rankLaws(
  lexicon: Lexicon,
  { asked, given, isHow, tokens }: Pick<Question, "tokens" | "given" | "asked" | "isHow">,
): readonly Ranked[] {
  const symbols = given.flatMap(({ span: { name } }) => (name === null ? [] : [`=${name.text}`]));
  const labels = given.flatMap(({ span: { name } }) => (name === null ? [] : [lawStem(name.text)]));
  const stems = [...new Set([...tokens.map(({ stem }) => stem), ...labels, ...symbols])];
  const has = new Set(isHow ? [...stems, ...(asked ?? [])] : stems);
  const scores = new Map<number, number>();
  for (const stem of stems) {
    if (NEUTRAL.has(stem)) continue;
    const list = lexicon.postings.get(stem) ?? [];
    countWork(POSTING_WORK * list.length);
    const rarity = lexicon.rarity.get(stem) ?? 0;
    for (const [law, weight] of list) scores.set(law, (scores.get(law) ?? 0) + rarity * weight);
  }
  const longest = new Map<number, LawName>();
  for (const stem of has) {
    for (const name of lexicon.names.get(stem) ?? []) {
      const before = longest.get(name.law);
      if (before !== undefined && before.rarity >= name.rarity) continue;
      if (name.stems.every((one) => has.has(one))) longest.set(name.law, name);
    }
  }
  return [...scores]
    .map(([at, score]): Ranked => {
      const law = lexicon.laws[at]!;
      const name = longest.get(at);
      const nameScore = name?.rarity ?? 0;
      return {
        law,
        score: score + NAME_FACTOR * nameScore + (law.isFamous ? FAMOUS_SCORE : 0),
        nameScore,
        isNamed: name !== undefined && isIdentifying(lexicon, name.stems, law),
        said: name?.stems ?? [],
      };
    })
    .sort(byScore);
}

/** One common word, as `pressure`, names no law. */
function isIdentifying(lexicon: Lexicon, said: readonly string[], law: Law): boolean {
  if (said.length > 1) return true;
  const [only] = said;
  if (only === undefined) return false;
  return law.isFamous || (lexicon.postings.get(only)?.length ?? 0) <= 3;
}

function attemptsAt(lexicon: Lexicon, ranked: Ranked, question: Question): readonly Attempt[] {
  return targetsOf(ranked, question).map((target) => {
    const filled = fillLaw(ranked.law, target, question);
    const bodies = "uses" in filled ? filled.bodies : [];
    return {
      ...ranked,
      filled,
      uncovered: uncoveredBy(
        lexicon,
        ranked.law,
        question,
        bodies.flatMap(({ tokens }) => tokens),
      ),
    };
  });
}

/** What the question may ask for: the result, or an input that its asked words name. */
function targetsOf({ isNamed, law, said }: Ranked, question: Question): readonly LawSlot[] {
  const { asked, head, isHow, lead } = question;
  const isAsked = asked !== null;
  const words = head.length > 0 ? head : (asked ?? lead);
  const all = new Set(asked ?? lead);
  const share = (own: ReadonlySet<string>): number =>
    isHow ? Math.min(1, count(words, own)) : count(words, own);
  const inResult = share(law.result.words);
  const inputs = law.slots.map((slot) => ({ slot, found: share(slot.words) }));
  const most = Math.max(0, ...inputs.map(({ found }) => found));
  const isWholeName = isNamed && said.length > 0 && said.every((stem) => all.has(stem));
  const isResult = isAsked
    ? isWholeName || (inResult > 0 && inResult >= most) || (words.length === 0 && isNamed)
    : isNamed || inResult > 0;
  const turned =
    isWholeName && inResult > 0
      ? []
      : inputs.filter(
          ({ found }) =>
            found === most && found > 0 && (isHow ? found >= inResult : found > inResult),
        );
  // Of two that may be exchanged the first stands for both.
  const twins = law.twins
    .filter(([first]) => turned.some(({ slot }) => slot.name === first))
    .map(([, second]) => second);
  return [
    ...(isResult ? [law.result] : []),
    ...turned.map(({ slot }) => slot).filter(({ name }) => !twins.includes(name)),
  ];
}

function count(words: readonly string[], own: ReadonlySet<string>): number {
  return words.filter((stem) => own.has(stem)).length;
}

/** Words that nothing of the law takes. */
function uncoveredBy(
  lexicon: Lexicon,
  law: Law,
  question: Question,
  used: readonly number[],
): readonly Token[] {
  const own = new Set(used);
  const adjectives = new Set(law.adjectives.flatMap(({ stems }) => stems));
  return question.tokens.filter((token, i) => {
    const { stem, text } = token;
    if (token.isOpener || own.has(i) || law.own.has(stem) || adjectives.has(stem)) return false;
    if (isOfBody(question, i)) return !(isIdeal(question, i) && law.vocabulary.has(stem));
    if (CHANGES.has(stem)) return true;
    if (NEUTRAL.has(stem) || law.vocabulary.has(stem) || THINGS.has(stem)) return false;
    if ([...law.slots, law.result].some(({ spellings }) => spellings.includes(text))) return false;
    return !isSomething(lexicon, question, token);
  });
}

/** A body whose properties nothing took. */
function isOfBody({ named }: Question, token: number): boolean {
  return named.some(({ tokens }) => tokens.includes(token));
}

const IDEAL: ReadonlySet<string> = new Set([
  "emissivity",
  "refractive_index",
  "relative_permittivity",
  "relative_permeability",
]);

/** A black body or a vacuum: a law that says so itself needs no value of it. */
function isIdeal({ named }: Question, token: number): boolean {
  return named.some(
    ({ entity, tokens }) =>
      tokens.includes(token) && [...entity.properties.keys()].every((name) => IDEAL.has(name)),
  );
}

/** `a toboggan`: an unknown noun behind an article, with no number before it, is some body. */
function isSomething(lexicon: Lexicon, { given, text }: Question, { at, stem }: Token): boolean {
  if (lexicon.known.has(stem) || !/^[a-z-]{3,}$/.test(text.slice(...at))) return false;
  if (
    given.some(
      ({ span }) => /^\s*-?\s*$/.test(text.slice(span.at[1], at[0])) && span.at[1] <= at[0],
    )
  )
    return false;
  return /\b(?:an?|the|my|our|his|her|their)\s+$/i.test(text.slice(0, at[0]));
}

/** A number that states no value, or an unknown word right behind one. */
function stoppedBy(
  { given, text, wanted, openers }: Question,
  law: Law | null,
): {
  readonly at: readonly [number, number];
  readonly message: string;
  readonly reason: string;
} | null {
  if (law === null) return null;
  for (const { span } of given) {
    const isPair =
      (span.kind === "range" && (law.between !== null || law.twins.length > 0)) ||
      span.kind === "from-to";
    if (span.kind !== "value" && !isPair) {
      const written = text.slice(...span.at);
      return {
        at: span.at,
        message: `"${written}": ${span.message ?? "it cannot be read whole"}`,
        reason: span.kind,
      };
    }
    const { follower } = span;
    if (follower === null) continue;
    const stem = lawStem(follower.text);
    if (isKnownBehind(law, stem)) continue;
    const written = text.slice(span.at[0], follower.at[1]);
    return {
      at: [span.at[0], follower.at[1]],
      message: `"${written}": "${follower.text}" is no unit and no name that belongs here`,
      reason: "unknown unit",
    };
  }
  if (openers > 1)
    return {
      at: [0, text.length],
      message: "this asks for more than one thing; ask once for each",
      reason: "several questions",
    };
  if (wanted !== null && law.result.unit !== null) {
    const unit = parseUnit(wanted.text);
    const fits =
      unit.ok &&
      [law.result, ...law.slots].some(
        (slot) => slot.unit !== null && dimensionsEqual(slot.unit.dimension, unit.dimension),
      );
    if (!fits)
      return {
        at: wanted.at,
        message: `nothing of ${law.entry.record.name} is measured in ${wanted.text}`,
        reason: "unit",
      };
  }
  return null;
}

function isKnownBehind(law: Law, stem: string): boolean {
  if (CHANGES.has(stem) && !law.title.has(stem) && !law.slots.some(({ words }) => words.has(stem)))
    return false;
  return (
    NEUTRAL.has(stem) || THINGS.has(stem) || law.vocabulary.has(stem) || ENTITY_WORDS.has(stem)
  );
}

const ENTITY_WORDS: ReadonlySet<string> = new Set(entities.flatMap(({ stems }) => [...stems]));

/**
 * Without a full name: every word that says something must be one of this law's own names, and its
 * inputs must tell themselves apart.
 */
function isSaidEnough({ law, filled }: Matched, { given, tokens }: Question): boolean {
  if (filled.uses.length === 0 || law.twins.length > 0) return false;
  const content = tokens.filter(
    ({ isOpener, stem }) => !isOpener && !NEUTRAL.has(stem) && !THINGS.has(stem),
  );
  const isOwn = ({ stem }: Token): boolean =>
    law.result.words.has(stem) ||
    law.title.has(stem) ||
    law.slots.some(({ words }) => words.has(stem));
  if (content.length === 0 || !content.every(isOwn)) return false;
  const isBySymbol = given.every(({ span }) => span.name !== null);
  if (!isBySymbol && new Set(content.map(({ stem }) => stem)).size < 2) return false;
  return isBySymbol || content.filter(({ stem }) => law.title.has(stem)).length > 0;
}
