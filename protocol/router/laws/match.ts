/** The law that a question in words asks for, filled; or what to ask back. */
import type { Registry } from "../../operators/registry.js";
import { compute } from "../../kernel/compute.js";
import { planChain } from "../../kernel/plan.js";
import { dimensionsEqual, isDimensionless, isUnit, parseUnit } from "../../units/index.js";
import { countWork } from "../../workCount.js";
import { entities } from "./entities.js";
import { fillLaw, type Filled, type Unfilled } from "./fill.js";
import { CHANGES, NEUTRAL, OPINIONS, PLAIN, THINGS, lawStem } from "./lawWords.js";
import { lexiconOf, type Law, type LawName, type LawSlot, type Lexicon } from "./lexicon.js";
import type { Matched } from "./matched.js";
import { homonymOf, isAlone, isFound, isMeant, isSaidEnough } from "./said.js";
import type { Question, Token } from "./reading.js";

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
/** Share of a longer name that a shorter one must have to stand in for it. */
const NAME_PERCENT = 50;
const LEAD_MIN = 2;
/** Constants of two laws differ by less. */
const SAME_SHARE = 1e-4;

export function matchLaw(registry: Registry, question: Question): Match {
  const lexicon = lexiconOf(registry);
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
    const homonym = homonymOf(best, question);
    if (homonym !== null) return { kind: "unread", law: best.law, ...homonym, question };
    const rival = [second].find(
      (one) =>
        one !== undefined &&
        (one.law !== best.law || one.filled.target !== best.filled.target) &&
        100 * best.score < LEAD_PERCENT * one.score &&
        !isWeaker(one, best) &&
        !isSame(registry, best, one),
    );
    if (rival !== undefined) return { kind: "open", matches: [best, rival], question };
    const isKnown =
      best.isNamed ||
      isSaidEnough(best, question) ||
      isAlone(answered, best, question) ||
      isFound(registry, best, question);
    if (!isKnown) return { kind: "none", nearest, question };
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
  if (question.given.length === 0 && !isMeant(top.law, question))
    return { kind: "none", nearest, question };
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

/**
 * A law that is named in more words stands before one that only happens to be complete; unless it
 * has no input for one of the numbers, and the complete one is named as well.
 */
function isOutranked(best: Ranked, top: Attempt | undefined): boolean {
  if (top === undefined || top.law === best.law || top.nameScore <= best.nameScore) return false;
  const isImpossible = !("uses" in top.filled) || top.uncovered.length > 0;
  return !(isImpossible && best.isNamed && 100 * best.nameScore >= NAME_PERCENT * top.nameScore);
}

/** The same law read the other way round, by words that fit less. */
function isWeaker(one: Matched, best: Matched): boolean {
  return one.law === best.law && one.filled.score + LEAD_MIN <= best.filled.score;
}

/** Two laws that give the same number leave nothing to ask. */
function isSame(registry: Registry, one: Matched, other: Matched): boolean {
  if (one.law === other.law) return false;
  const [a, b] = [valueOf(registry, one), valueOf(registry, other)];
  return a !== null && b !== null && Math.abs(a - b) <= SAME_SHARE * Math.abs(a);
}

function valueOf(registry: Registry, { filled, law }: Matched): number | null {
  const plan = planChain(registry, [law.id]);
  if (plan.status !== "plan" || !filled.target.isResult) return null;
  const inputs = Object.fromEntries(filled.uses.map(({ slot, value }) => [slot.name, value]));
  const result = compute(plan, { inputs });
  return result.status === "value" ? result.value : null;
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
  return targetsOf(ranked, question).flatMap((target): readonly Attempt[] => {
    const filled = fillLaw(ranked.law, target, question);
    // A law that is not named and does not take every number is no reading at all.
    if (!ranked.isNamed && !("uses" in filled && filled.missing.length === 0)) return [];
    const bodies = "uses" in filled ? filled.bodies : [];
    const uncovered = uncoveredBy(
      lexicon,
      ranked,
      question,
      bodies.flatMap(({ tokens }) => tokens),
      new Set("uses" in filled ? filled.uses.map(({ slot }) => slot) : []),
    );
    return [{ ...ranked, filled, uncovered }];
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
          ({ found, slot }) =>
            found === most &&
            found > 0 &&
            (isHow ? found >= inResult && !isPure(slot) : found > inResult),
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

/** A factor answers no `how fast`. */
function isPure({ unit }: LawSlot): boolean {
  return unit !== null && isDimensionless(unit.dimension);
}

function count(words: readonly string[], own: ReadonlySet<string>): number {
  return words.filter((stem) => own.has(stem)).length;
}

/** Words that nothing of the law takes. */
function uncoveredBy(
  lexicon: Lexicon,
  { law, said }: Ranked,
  question: Question,
  used: readonly number[],
  taken: ReadonlySet<LawSlot>,
): readonly Token[] {
  const own = new Set(used);
  const adjectives = new Set(law.adjectives.flatMap(({ stems }) => stems));
  return question.tokens.filter((token, i) => {
    const { stem, text } = token;
    if (token.isOpener || own.has(i) || law.own.has(stem) || adjectives.has(stem)) return false;
    if (said.includes(stem)) return false;
    if (isNormal(law, stem)) return false;
    if (isOfBody(question, i))
      return (
        !(isIdeal(question, i) && law.vocabulary.has(stem)) && !isSpare(law, question, i, taken)
      );
    if (UNIT_BEFORE.test(question.text.slice(0, token.at[0])) && isUnit(text)) return false;
    if (CHANGES.has(stem)) return true;
    if (NEUTRAL.has(stem) || law.vocabulary.has(stem) || THINGS.has(stem)) return false;
    if (PLAIN.has(stem)) return false;
    if ([...law.slots, law.result].some(({ spellings }) => spellings.includes(text))) return false;
    return !isSomething(lexicon, question, token);
  });
}

/** `distance in metres to`. */
const UNIT_BEFORE = /\bin\s+$/i;

/**
 * A body that the law speaks of itself, or all of whose properties the question states: it adds
 * nothing.
 */
function isSpare(
  law: Law,
  { named, tokens }: Question,
  token: number,
  taken: ReadonlySet<LawSlot>,
): boolean {
  const body = named.find((one) => one.tokens.includes(token))!;
  const open = law.slots.filter(
    ({ property }) => property !== null && body.entity.properties.has(property),
  );
  if (open.length > 0) return open.every((slot) => taken.has(slot));
  return (
    law.vocabulary.has(tokens[token]!.stem) &&
    law.slots.every((slot) => taken.has(slot) || !slot.isOptional)
  );
}

const NORMAL: ReadonlySet<string> = new Set(["perpendicular", "perpendicularly"]);

/** `perpendicular`: it says nothing to a law without an angle. */
function isNormal(law: Law, stem: string): boolean {
  return NORMAL.has(stem) && !law.slots.some(({ quantity }) => quantity.includes("angle"));
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

/** `a toboggan`, `sizzles`: a word of no law, with no number right before it, changes nothing. */
function isSomething(lexicon: Lexicon, { given, text }: Question, { at, stem }: Token): boolean {
  if (lexicon.known.has(stem) || !/^[a-z-]{3,}$/.test(text.slice(...at))) return false;
  if (
    given.some(
      ({ span }) => /^\s*-?\s*$/.test(text.slice(span.at[1], at[0])) && span.at[1] <= at[0],
    )
  )
    return false;
  return true;
}

/** A number that states no value, or an unknown word right behind one. */
function stoppedBy(
  { given, text, tokens, wanted, openers }: Question,
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
  const opinion = tokens.find(({ stem }) => OPINIONS.has(stem) && !law.title.has(stem));
  if (opinion !== undefined)
    return {
      at: opinion.at,
      message: `"${opinion.text}" asks for a judgement; this service computes numbers`,
      reason: "opinion",
    };
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
    NEUTRAL.has(stem) ||
    THINGS.has(stem) ||
    PLAIN.has(stem) ||
    isNormal(law, stem) ||
    law.adjectives.some(({ stems }) => stems.includes(stem)) ||
    law.vocabulary.has(stem) ||
    ENTITY_WORDS.has(stem)
  );
}

const ENTITY_WORDS: ReadonlySet<string> = new Set(entities.flatMap(({ stems }) => [...stems]));
