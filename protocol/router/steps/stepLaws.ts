/** Laws that give what a step asks for, by its words or its symbol. */
import { acceptedAs, type Law as BookLaw } from "../../derivation/laws.js";
import { baseSymbol, lawBookOf, plainSymbol } from "../../derivation/lawBook.js";
import { isUnit } from "../../units/index.js";
import type { Registry } from "../../operators/registry.js";
import { lawIndexOf } from "../laws/lexicon/lawIndex.js";
import type { LawSlot } from "../laws/lexicon/lexicon.js";
import { PLACE, lawAt, type Profile, type Profiles } from "../laws/lexicon/profile.js";
import { kindsAsked, SURENESS } from "../joins/kindWords.js";
import { lawStems } from "../laws/lexicon/lawWords.js";
import { rootOf } from "../laws/lexicon/roots.js";
import { readQuestion, type Question } from "../laws/reading/reading.js";
import { supportOf } from "../laws/weigh.js";
import { askedFor, isInUnit } from "../laws/askedKind.js";
import { QUANTITY_WORDS, saidBy, type Said } from "../laws/questionRoots.js";

/** A law that gives what a step asks for. */
export interface StepLaw {
  readonly profile: Profile;
  readonly law: BookLaw;
  readonly target: LawSlot;
  /** How well its words say so, in sixteenths of a bit. */
  readonly score: number;
}

const SYMBOL_SCORE = { same: 160, plain: 130, base: 100 } as const;
/** Of a name of so many words, nothing of another kind is meant: a number density. */
const KIND_WORDS_MIN = 2;
/** Words of a step that speak against the law weigh no more than those for it. */
const STEP_MIN = -50;
/** A law that is said less is another. */
const SAID_MIN = 100;
const SHORT_MAX = 6;
/** An input that is sought is asked for less often than a result. */
const SOUGHT = 120;
const OTHERWISE_ASKED = 40;

/**
 * @param whole the question that all steps are of
 * @param others names of the other steps, which say nothing of this one
 */
export function lawsOfStep(
  registry: Registry,
  name: string,
  whole: Question,
  { isLast, others }: { readonly isLast: boolean; readonly others: readonly string[] },
): readonly StepLaw[] {
  const { profiles } = lawIndexOf(registry);
  const { byId } = lawBookOf(registry);
  const asks = /^(?:how|what|which)\b/iu.test(name) ? name : `find ${name}`;
  const own = readQuestion(isLast ? asks : withoutUnit(asks));
  const step = saidBy(profiles, own);
  const asked = saidBy(profiles, whole);
  const apart = new Set(others.flatMap(lawStems).map(rootOf));
  const words = new Set(
    [...asked.words].filter((root) => !apart.has(root) || step.words.has(root)),
  );
  const context = { ...asked, words };
  const all = new Set([...asked.words, ...apart, ...step.words]);
  const symbols = symbolsIn(name);
  const kinds = kindsAsked(registry, step.asked, null).filter(
    ({ kind, sure }) => sure === SURENESS.named && lawStems(kind).length >= KIND_WORDS_MIN,
  );
  const isOfKind = (law: BookLaw, { name: symbol }: LawSlot): boolean => {
    const own = law.slots.find((slot) => slot.symbol === symbol);
    return (
      kinds.length === 0 ||
      own === undefined ||
      kinds.some(({ kind }) => own.accepted.includes(kind) || acceptedAs(kind).includes(own.kind))
    );
  };
  const found: StepLaw[] = [];
  const seen = new Set<Profile>();
  for (const profile of candidatesOf(registry, profiles, step, symbols)) {
    const law = byId().get(profile.law.id);
    if (law === undefined || seen.has(profile)) continue;
    seen.add(profile);
    for (const target of [profile.law.result, ...profile.law.slots]) {
      const said = sayingOf(profiles, profile, target, step, symbols);
      if (said === null || (said < STEP_MIN && isInUnit({ target }, step) !== true)) continue;
      if (!isOfKind(law, target)) continue;
      const isBySymbol = symbolScore(target, symbols) > 0;
      if (!isBySymbol && !isLawSaid(profiles, profile, all)) continue;
      const isMeasured = isLast ? isInUnit({ target }, context) : isInUnit({ target }, step);
      if (isMeasured === false) continue;
      const { support } = supportOf(profiles, profile, context);
      const score = said + support;
      if (score >= SAID_MIN || isAllSaid(profile, target, step))
        found.push({ profile, law, target, score });
    }
  }
  return found.sort((a, b) => b.score - a.score);
}

/** `the strain in %, then`: a unit on the way says no more than its quantity. */
function withoutUnit(asks: string): string {
  return asks.replace(/[\s,]+in\s+(\S+)$/u, (written, unit: string) =>
    isUnit(unit) ? "" : written,
  );
}

/** `f_D`, `yc`, `Re`, `|Z|`, `omega` */
function symbolsIn(name: string): readonly string[] {
  const words = name.match(/[\p{L}][\p{L}\p{N}_]*/gu) ?? [];
  return words.filter(
    (word) =>
      word.includes("_") ||
      (word.length <= SHORT_MAX && !LITTLE.has(word.toLowerCase()) && !isWord(word)),
  );
}

const LITTLE: ReadonlySet<string> = new Set(
  "a an of in at by to on it is as or per for and the its my our from with".split(" "),
);
const GREEK = /^(?:alpha|beta|gamma|delta|eps|epsilon|eta|theta|kappa|lambda|sigma|omega|zeta)$/u;

/** `charge`, and no `omega`. */
function isWord(word: string): boolean {
  return /^[a-z]{4,}$/u.test(word) && !GREEK.test(word);
}

function candidatesOf(
  registry: Registry,
  { all, byLaw, postings }: Profiles,
  { words }: Said,
  symbols: readonly string[],
): readonly Profile[] {
  const table = lawBookOf(registry).bySymbol();
  const spoken = [...words].flatMap((root) =>
    (postings.get(root) ?? []).map((posting) => all[lawAt(posting)]!),
  );
  const named = symbols.flatMap((symbol) => table.get(plainSymbol(symbol)) ?? []);
  return [...new Set([...spoken, ...named.flatMap(({ id }) => byLaw.get(id) ?? [])])];
}

/** How well a step asks for a quantity of a law; null where it does not. */
function sayingOf(
  { rarity }: Profiles,
  profile: Profile,
  target: LawSlot,
  step: Said,
  symbols: readonly string[],
): number | null {
  const reading = { target };
  const { hits, others } = askedFor(profile, reading, step);
  const bySymbol = symbolScore(target, symbols);
  const isUnit = isInUnit(reading, step);
  const all = new Set(step.question.tokens.map(({ stem }) => rootOf(stem)));
  const named = profile
    .names()
    .filter((own) => own.length > 0 && own.every((root) => all.has(root)));
  const isNamed = target.isResult && named.length > 0;
  const longest = Math.max(
    0,
    ...named.map((own) => own.reduce((sum, root) => sum + (rarity.get(root) ?? 0), 0)),
  );
  if (hits.length === 0 && bySymbol === 0 && isUnit !== true && !isNamed) return null;
  if (!target.isResult && bySymbol === 0 && !isSoughtBy(profile, target, hits)) return null;
  const spoken = profile.spoken.get(target.name)!;
  let score = bySymbol + (isNamed ? longest : 0) - costOfSeeking(profile, target);
  // Of an input, no more than what is asked says that it is sought.
  for (const root of target.isResult ? step.words : step.asked) {
    const rare = rarity.get(root) ?? 0;
    const bits = profile.places.get(root) ?? 0;
    const isOwn = (bits & (PLACE.title | PLACE.alias | PLACE.case)) !== 0;
    if (spoken.has(root)) score += rare;
    else if (!isNamed && isOfAnother(profile, target, root))
      score -= (bits & PLACE.case) === 0 ? rare : 0;
    else if (target.isResult && isOwn) score += rare;
    else if (bySymbol === 0 && step.asked.includes(root)) score -= rare;
    else if (bySymbol === 0 && bits === 0) score -= Math.floor(rare / 2);
  }
  return score - others.length * OTHERWISE_ASKED;
}

/** Whether one of some laws gives what a step asks for; null where no law does. */
export function areOfStep(
  registry: Registry,
  name: string,
  whole: Question,
  isLast: boolean,
  ids: readonly string[],
): boolean | null {
  const laws = lawsOfStep(registry, name, whole, { isLast, others: [] });
  return laws.length === 0 ? null : laws.some(({ law }) => ids.includes(law.id));
}

/** A law whose name has more of its own than this is about something. */
const UNSAID_MAX = 160;

/**
 * Whether the question says something of what a law is about, where it is about something: an area
 * alone is no mean square distance of a polymer.
 */
function isLawSaid(
  { rarity }: Profiles,
  { places, title }: Profile,
  said: ReadonlySet<string>,
): boolean {
  const isOwn = (root: string): boolean =>
    ((places.get(root) ?? 0) & (PLACE.title | PLACE.alias | PLACE.case)) !== 0;
  if ([...said].some((root) => !QUANTITY_WORDS.has(root) && isOwn(root))) return true;
  let unsaid = 0;
  for (const root of title)
    if (!QUANTITY_WORDS.has(root) && !said.has(root)) unsaid += rarity.get(root) ?? 0;
  return unsaid <= UNSAID_MAX;
}

function costOfSeeking({ law }: Profile, { isResult, quantity }: LawSlot): number {
  if (isResult) return 0;
  return quantity === law.result.quantity ? SOUGHT : OTHERWISE_ASKED;
}

/** An input is sought where a quantity is asked for by a word that its law's result is not called by. */
function isSoughtBy(
  { law, spoken }: Profile,
  { name, quantity }: LawSlot,
  hits: readonly string[],
): boolean {
  const result = spoken.get(law.result.name)!;
  const isKind = hits.some((root) => QUANTITY_WORDS.has(root));
  const isOther = quantity !== law.result.quantity || hits.some((root) => !result.has(root));
  return isKind && isOther && spoken.has(name);
}

/** All that is asked for is the quantity. */
function isAllSaid({ spoken }: Profile, { name }: LawSlot, { asked }: Said): boolean {
  const own = spoken.get(name)!;
  return asked.length > 0 && asked.every((root) => own.has(root));
}

/** `true anomaly from eccentric anomaly` gives no eccentric anomaly. */
function isOfAnother({ law, spoken }: Profile, target: LawSlot, root: string): boolean {
  return law.slots.some((slot) => slot !== target && spoken.get(slot.name)?.has(root) === true);
}

function symbolScore({ name, spellings }: LawSlot, symbols: readonly string[]): number {
  let best = 0;
  for (const symbol of symbols) {
    if (symbol === name) best = Math.max(best, SYMBOL_SCORE.same);
    else if (spellings.includes(symbol) || plainSymbol(symbol) === plainSymbol(name))
      best = Math.max(best, SYMBOL_SCORE.plain);
    else if (symbol === baseSymbol(name)) best = Math.max(best, SYMBOL_SCORE.base);
  }
  return best;
}
