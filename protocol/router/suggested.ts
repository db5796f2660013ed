/** What a question that every stricter reader turned down most likely means, as a reading to confirm. */
import { once } from "../once.js";
import type { Registry } from "../operators/registry.js";
import { dimensionsEqual, quantityDimension } from "../units/index.js";
import { cueHash } from "./cues.js";
import { lawRoute } from "./lawRoute.js";
import { askedFor } from "./laws/askedKind.js";
import { licenceBy, proposalOf, type Candidate as ReadCandidate } from "./laws/candidates.js";
import type { Filled, Use } from "./laws/filling/fillTypes.js";
import { isNone } from "./laws/filling/none.js";
import { unitSupposedFor } from "./laws/filling/unitSupposed.js";
import { lawStems } from "./laws/lexicon/lawWords.js";
import { rootOf } from "./laws/lexicon/roots.js";
import { contraryIn, type Open } from "./laws/licence/open.js";
import type { SetAside } from "./laws/licence/licence.js";
import { otherShape } from "./laws/licence/contrary.js";
import { contrariesOf } from "./laws/licence/doubts.js";
import { lawIndexOf } from "./laws/lexicon/lawIndex.js";
import { outside } from "./laws/licence/outside.js";
import { otherFormula } from "./laws/stops/formulaSaid.js";
import { SEVERAL } from "./laws/stops/several.js";
import { EMPTY, type Draft, type RouteRefusal } from "./routed.js";
import { standsFor, sureFrom } from "./standsFor.js";
import { joinedDraft, listedDraft } from "./drafts.js";
import { listedAnyhow } from "./proposal/lists.js";
import { listedLaw, type Listed } from "./laws/listed.js";
import { readAnyhow, type Question } from "./laws/reading/reading.js";
import type { Candidate } from "./proposal/features.js";
import { likeliestOf, type Likeliest, type Weighed } from "./proposal/propose.js";
import { STATED } from "./proposal/stated.js";
import { RATIO, isSupposed } from "./proposal/suppose.js";

/** Less sure than this is not shown: at it, one in three is right of what was turned down before. */
const SURE_MIN = -700;
/** A value of another kind than words ask for is shown from here on. */
const ELSE_MIN = 700;
/** So sure, two of three are right. */
const LIKELY_MIN = 700;

/**
 * A refusal with the reading that was most likely meant beside it. What was asked about stays asked
 * about: whoever sends the reading back has seen both.
 */
export function withSuggestion(
  registry: Registry,
  question: ProposedQuestion,
  route: Draft,
): Draft {
  if (!mayPropose(route.refusal)) return route;
  const found = once(() => suggestionFor(registry, question, route));
  const forms = once(() => readAnyhow(question.text));
  const suggested = once(() => {
    const likely = found();
    if (likely !== null && likely.isLikely) return likely.draft;
    return (
      listSuggested(registry, forms(), listedLaw) ??
      likely?.draft ??
      listSuggested(registry, forms(), listedAnyhow)
    );
  });
  const beside: Draft = { ...route, suggested };
  if (sureFrom(route.refusal) === null) return beside;
  const likely = found();
  return likely !== null && likely.isClear ? likely.draft : beside;
}

/** A law of lists, where no other one is likely. */
function listSuggested(
  registry: Registry,
  forms: readonly Question[],
  listedBy: (registry: Registry, question: Question) => Listed | null,
): Draft | null {
  for (const question of forms) {
    const listed = listedBy(registry, question);
    if (listed !== null) return listedDraft(registry, question, listed);
  }
  return null;
}

interface Suggestion {
  readonly draft: Draft;
  /** It is so sure, with nothing supposed, that it may stand in the place of a refusal. */
  readonly isClear: boolean;
  /** More so than a law of lists of which many words are said. */
  readonly isLikely: boolean;
}

function suggestionFor(
  registry: Registry,
  { constants, query, text }: ProposedQuestion,
  route: Draft,
): Suggestion | null {
  const law = onlyLaw(registry, route);
  const isOfShape = shapesOf();
  const found = likeliestOf(
    registry,
    text,
    (one) =>
      (law === null || one.guess.profile.law.id === law) &&
      isWithin(one) &&
      isOfShape(one) &&
      otherFormula(text, one.guess.profile.law.entry) === null &&
      hasCondition(route.refusal, one, text) &&
      (law === null || takesAsTheyStand(one)) &&
      isAsWritten(route.refusal, one, text),
    {
      isOfKind: isOfAskedKind,
      mayElse: isOfPlainKind,
      surely: SURE_MIN,
      elseSurely: ELSE_MIN,
    },
  );
  if (found === null) return null;
  const left = [
    ...leftUnread(route.refusal, found, text),
    ...statedOtherwise(found, text),
    ...unitsSupposed(found),
  ];
  const draft =
    found.candidate.chain === null
      ? ofOneLaw(registry, found, { constants, query, left })
      : ofChain(registry, found, query, left);
  if (draft === null) return null;
  const open = draft.refusal?.kind === "OPEN_READING" ? draft.refusal.open : [];
  const isClear = standsFor(registry, route, found, open);
  return { draft, isClear, isLikely: found.sureness >= LIKELY_MIN };
}

/** Whether no law of a candidate is of another shape than the question says: a disc is no sphere. */
function shapesOf(): (candidate: Weighed) => boolean {
  const known = new Map<string, boolean>();
  return ({ chain, guess, numbers: { question } }) =>
    [guess.profile, ...(chain?.steps ?? []).map(({ profile }) => profile)].every((profile) => {
      if (profile === null) return true;
      const { law } = profile;
      const before = known.get(law.id);
      const isOf = before ?? otherShape(question, law) === null;
      if (before === undefined) known.set(law.id, isOf);
      return isOf;
    });
}

interface ProposedQuestion {
  readonly text: string;
  readonly query: string;
  readonly constants: Readonly<Record<string, unknown>>;
}

/** A law that does not hold for the numbers is none that may be meant. */
const BEYOND: ReadonlySet<string> = new Set(["opinion", "homonym", "given"]);

function mayPropose(refusal: RouteRefusal | null): boolean {
  switch (refusal?.kind) {
    case "AMBIGUOUS":
    case "MISSING_INPUT":
      return true;
    case "NO_MATCH":
      return refusal.reason === "no-domain-cue";
    case "UNREAD_QUANTITY":
      return !BEYOND.has(refusal.reason ?? "");
    default:
      return false;
  }
}

/** The law that refuses the numbers as they were given to its inputs: no other one is meant. */
function onlyLaw(registry: Registry, { refusal, why }: Draft): string | null {
  if (refusal?.kind !== "UNREAD_QUANTITY" || refusal.reason !== "contradiction") return null;
  const name = why[0]?.cue;
  return registry.entries.find(({ record }) => record.name === name)?.record.id ?? "";
}

/** Numbers that a law refuses are not supposed, nor taken for others. */
function takesAsTheyStand(candidate: Weighed): boolean {
  return filledIn(candidate)
    .flatMap(({ uses }) => uses)
    .every((use) => !isSupposed(use) && !isStatedOtherwise(use));
}

function isStatedOtherwise({ rule }: Use): boolean {
  return STATED.has(rule) || rule === RATIO;
}

function isWithin({ guess: { filled, profile }, numbers: { question } }: Weighed): boolean {
  const { uses } = filled;
  return outside(question, profile.law, { named: question.named, uses }) === null;
}

/** No answer of another kind than the one that is asked for. */
function isOfAskedKind({ chain, guess }: Weighed): boolean {
  if (chain?.isFurther === true && chain.by === null) return true;
  const { asked, askedOther, unit } = guess.saidFeatures();
  if (unit > 0) return true;
  // `average pressure`: the noun decides. `how big` is none.
  const { question } = guess.said;
  const [noun = ""] = question.isHow ? [] : guess.said.asked;
  const { hits, others } = askedFor(guess.profile, guess, guess.said);
  if (others.includes(noun) && !hits.includes(noun)) return false;
  return askedOther === 0 || asked > 0;
}

/** `Which power?`: a plain noun of another dimension is never answered with what it is not. */
function isOfPlainKind({ chain, guess }: Weighed): boolean {
  const { asked, question, words } = guess.said;
  const target = chain?.target ?? guess.target;
  const nouns = question.tokens.filter(({ stem }) => {
    const root = rootOf(stem);
    return asked.includes(root) && words.has(root);
  });
  return nouns.every(({ text }) => {
    const dimension = quantityDimension(text.toLowerCase());
    return dimension === undefined || target.unit === null
      ? dimension === undefined
      : dimensionsEqual(dimension, target.unit.dimension);
  });
}

const MULTIPLE =
  /\b(?:twice|thrice|doubl\w+|tripl\w+|quadrupl\w+|hal(?:f|ves?|ved|ving)|times|fold|factor|percent)\b|%/iu;

/** What a law leaves out is what another one, or this one after all, has among its quantities. */
function hasCondition(
  refusal: RouteRefusal | null,
  { chain, guess }: Weighed,
  text: string,
): boolean {
  if (refusal?.kind !== "UNREAD_QUANTITY" || refusal.reason !== "condition") return true;
  const stems = lawStems(text.slice(...refusal.span));
  const profiles = [guess.profile, ...(chain?.steps ?? []).map(({ profile }) => profile)];
  return profiles.some(
    (profile) => profile !== null && stems.some((stem) => profile.law.own.has(stem)),
  );
}

/** A number that is denied is none, and the two ends of a range are two of one kind in one law. */
function isAsWritten(refusal: RouteRefusal | null, candidate: Weighed, text: string): boolean {
  if (refusal?.kind !== "UNREAD_QUANTITY") return true;
  const { reason, span } = refusal;
  if (reason === "change" && MULTIPLE.test(text.slice(wordBefore(text, span[0]), span[1])))
    return filledIn(candidate).every(({ uses }) =>
      uses.every((use) => !isIn(use.at, span) || AS_MUCH.test(use.said) || isRatioOf(use)),
    );
  if (reason !== "negated" && reason !== "range") return true;
  const filled = filledIn(candidate);
  // `no cohesion`: an input that is none is what the denial says, and it ends there.
  const none = filled.flatMap(({ uses }) => uses).find((use) => isNone(use) && isIn(use.at, span));
  const end = none?.at[1] ?? (reason === "negated" ? denialEnd(text, span) : span[1]);
  const taken = filled.map(({ uses }) =>
    uses.filter((use) => use !== none && isIn(use.at, [span[0], end])),
  );
  if (reason === "negated") return taken.every(({ length }) => length === 0);
  const [uses = [], another] = taken.filter(({ length }) => length > 0);
  return (
    another === undefined &&
    new Set(uses.map(({ slot }) => slot.quantity)).size <= 1 &&
    uses.length !== 1
  );
}

/** Where the word before a number begins: `twice 60 kg`. */
function wordBefore(text: string, at: number): number {
  return at - (/[\p{L}-]+\s+$/u.exec(text.slice(0, at))?.[0].length ?? 0);
}

/** `twice as heavy`: it is of the number that is changed, and the number is after the change. */
const AS_MUCH = /^\p{L}+(?:\s+times)?\s+as\s+\p{L}+$/iu;
/** `without zeros has damping ratio 0.45`, `(no rounding) after`: what is denied ends before a verb or the bracket. */
const NOUN_DENIED = new RegExp(
  String.raw`^(?:(?:without|no)\s+(?:any\s+)?\p{L}{3,}(?=\s+(?:has|have|is|are|was|with|of\s+\d)\b)|` +
    String.raw`(?:without|no|not)\s[^().;?!\d]*(?=\)))`,
  "iu",
);

/** A denial goes on to the end of its clause, but for a noun that a verb follows. */
function denialEnd(text: string, [from, to]: readonly [number, number]): number {
  const noun = NOUN_DENIED.exec(text.slice(from));
  if (noun !== null) return from + noun[0].length;
  const mark = /[.;,?!](?:\s|$)/u.exec(text.slice(to));
  return mark === null ? text.length : to + mark.index;
}

/** `ten times the zero frequency` is a ratio where a law takes one, and `0.4 % longer` a strain. */
function isRatioOf({ rule, slot }: Use): boolean {
  return rule === RATIO || /\b(?:ratio|strain)\b/u.test(slot.about);
}

function filledIn({ chain, guess }: Candidate): readonly Filled[] {
  return [guess.filled, ...(chain?.steps ?? []).map(({ filled }) => filled)];
}

function isIn(at: readonly [number, number], [from, to]: readonly [number, number]): boolean {
  return at[0] < to && from < at[1];
}

/** A change or a denial that the reading takes as it stands, or passes over. */
function leftUnread(
  refusal: RouteRefusal | null,
  { candidate }: Likeliest,
  text: string,
): readonly Open[] {
  if (refusal?.kind !== "UNREAD_QUANTITY") return [];
  const { message, reason, span } = refusal;
  if (reason === SEVERAL) return [{ what: "fact", at: span, message }];
  const [from, to] = span;
  const said = text.slice(from, to).trim();
  if (said === "" || to - from === text.length) return [];
  const isTaken = filledIn(candidate).some(({ uses }) => uses.some(({ at }) => isIn(at, span)));
  return [
    {
      what: "word",
      at: span,
      message: isTaken ? `"${said}" is taken as it stands` : `"${said}" is left unread`,
    },
  ];
}

/** What a number is taken for, where it is not the value of its input. */
function statedOtherwise({ candidate }: Likeliest, text: string): readonly Open[] {
  return filledIn(candidate)
    .flatMap(({ uses }) => uses)
    .filter(isStatedOtherwise)
    .map(({ at, rule, slot }) => ({
      what: "fact",
      at,
      message: `"${text.slice(...at).trim()}" is taken for the ${slot.about} (${slot.name}): ${rule}`,
    }));
}

/** What bare numbers are measured in, where an input has a unit. */
function unitsSupposed({ candidate }: Likeliest): readonly Open[] {
  const { question } = candidate.numbers;
  return filledIn(candidate)
    .flatMap(({ uses }) => uses)
    .flatMap((use): readonly Open[] => {
      const unit = unitSupposedFor(use, question);
      const message = `"${use.said}" has no unit: ${unit} is supposed for the ${use.slot.about}`;
      return unit === null ? [] : [{ what: "fact", at: use.at, message }];
    });
}

function asideOf({ candidate: { chain, guess, numbers } }: Likeliest): readonly SetAside[] {
  const { text } = numbers.question;
  return (chain?.left ?? guess.left).map(({ span: { at } }) => ({
    at,
    text: text.slice(...at).trim(),
    why: "the reading takes no such number",
  }));
}

function ofOneLaw(
  registry: Registry,
  found: Likeliest,
  {
    constants,
    left,
    query,
  }: Pick<ProposedQuestion, "constants" | "query"> & { readonly left: readonly Open[] },
): Draft | null {
  const { candidate, value } = found;
  const { guess, numbers, weight } = candidate;
  const { filled, profile, said, target } = guess;
  const settled = { filled, value };
  const read: ReadCandidate = {
    reading: { profile, filled, target },
    settled: () => settled,
    weight,
    question: numbers.question,
    said,
    left: [],
  };
  const words = licenceBy(registry, read, settled);
  // The question says that the law does not hold.
  if (contraryIn(words.open) !== null) return null;
  const { licence, match, question } = proposalOf(read, settled, words);
  const open = [...licence.open, ...left];
  const setAside = [...licence.setAside, ...asideOf(found)];
  return {
    ...EMPTY,
    cueHash: cueHash(),
    refusal: null,
    ...lawRoute({ kind: "answer", match, question, licence: { open, setAside } }, query, constants),
  };
}

/** The question says that a law of the chain does not hold. */
function isDeniedOf(
  registry: Registry,
  { candidate: { chain, guess, numbers } }: Likeliest,
): boolean {
  const { byLaw } = lawIndexOf(registry).profiles;
  const steps = (chain?.steps ?? []).map(({ book, filled }) => {
    const law = byLaw.get(book.entry.record.id)?.law;
    return law === undefined ? [] : contrariesOf(numbers.question, law, filled);
  });
  const own = contrariesOf(numbers.question, guess.profile.law, guess.filled);
  return [own, ...steps].some((open) => contraryIn(open) !== null);
}

/** The laws of a chain, what each takes for granted and what it supposes; null where the question denies one. */
function ofChain(
  registry: Registry,
  found: Likeliest,
  query: string,
  left: readonly Open[],
): Draft | null {
  const { chain, numbers } = found.candidate;
  const { question } = numbers;
  if (isDeniedOf(registry, found)) return null;
  const whole = [0, question.text.length] as const;
  const steps = chain!.steps;
  const all = chain!.books.map(({ entry }) => `"${entry.record.name}"`).join(", then ");
  const meant: Open = {
    what: "case",
    at: whole,
    message: `${all} lead from these numbers to what is asked; say that they are meant`,
  };
  const granted = steps.flatMap(({ book: { assumes } }): readonly Open[] =>
    assumes === "" ? [] : [{ what: "fact", at: whole, message: `it is supposed that ${assumes}` }],
  );
  const supposed = filledIn(found.candidate)
    .flatMap(({ uses }) => uses)
    .filter(isSupposed)
    .map(({ slot, value }): Open => ({
      what: "fact",
      at: whole,
      message: `the ${slot.about} (${slot.name}) is not said; ${value} is supposed`,
    }));
  const { joined } = chain!.chained()!;
  return joinedDraft(question, query, {
    joined,
    open: [meant, ...granted, ...supposed, ...left],
    setAside: asideOf(found),
  });
}
