/** What speaks for a candidate, as whole numbers: the same words give the same on every node. */
import { countsRadians } from "../../lexicon/kinds.js";
import { keepingEach, keepingFew } from "../../once.js";
import type { Use } from "../laws/filling/fillTypes.js";
import { QUANTITY_STEMS, lawStem } from "../laws/lexicon/lawWords.js";
import type { Law, LawSlot } from "../laws/lexicon/lexicon.js";
import type { Profiles } from "../laws/lexicon/profile.js";
import type { Given, Question } from "../laws/reading/reading.js";
import { halfHintsOf } from "../laws/likelier.js";
import { numberFeaturesOf, saidFeaturesOf } from "../laws/weigh.js";
import type { AskedFeatures } from "./asked.js";
import { besideOf, crossedIn } from "./beside.js";
import type { Guess } from "./candidates.js";
import { AGAINST_RULE, SAID_SO, STATED } from "./stated.js";
import { AS_ANOTHER, AS_SAID, OF_THING, RATIO, isSupposed } from "./suppose.js";
import type { SizeFeatures } from "./size.js";
import type { Chain } from "./steps.js";
import { isSum } from "./sums.js";
import {
  SURE_BASE,
  SURE_FEATURES,
  SURENESS,
  WEIGHTS,
  type Feature,
  type SureFeature,
} from "./weights.js";

/** A law by itself, or with what gives its inputs. */
export interface Candidate {
  readonly guess: Guess;
  readonly chain: Chain | null;
}

/** Counts are in tenths, as the other features are. */
const ONE = 10;
const HALF = 5;
const RANKS = [1, 3, 8, 20] as const;
const SCORE_SHARE = 10;
const LOOSE_MAX = 3;
const LACKING_MAX = 3;
/** Weights are in thousandths of a unit, and count in tenths of one. */
const WEIGHT_SHARE = 100;

export type Features = Readonly<Record<Feature, number>>;
type Note = (name: Feature, value: number) => void;

export function featuresOfCandidate(profiles: Profiles, candidate: Candidate): Features {
  const features: Record<string, number> = {};
  noteSaid(candidate.guess.saidFeatures(), (name, value) => (features[name] = value));
  noteNumbers(profiles, candidate, (name, value) => (features[name] = value));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all are noted
  return features as Features;
}

/** What its features come to; the words of a guess are weighed once. */
export function weightOfCandidate(profiles: Profiles, candidate: Candidate): number {
  let sum = saidWeightOf(candidate.guess.saidFeatures);
  noteNumbers(profiles, candidate, (name, value) => {
    sum += WEIGHTS[name] * value;
  });
  return sum;
}

/** Of many ways to give a law its numbers the words weigh the same. */
const saidWeightOf = keepingEach((saidFeatures: Guess["saidFeatures"]): number => {
  let sum = 0;
  noteSaid(saidFeatures(), (name, value) => {
    sum += WEIGHTS[name] * value;
  });
  return sum;
});

function noteSaid(own: AskedFeatures, note: Note): void {
  note("askedOnly", own.askedOnly);
  note("askedElse", own.askedElse);
  note("title", own.title);
  note("titleMissing", own.titleMissing);
  note("titleShare", own.titleShare);
  note("phrase", own.phrase);
  note("result", own.result);
  note("input", own.input);
  note("alias", own.alias);
  note("case", own.case);
  note("left", own.left);
  note("asked", own.asked);
  note("askedOther", own.askedOther);
  note("askedNone", own.askedNone);
  note("unit", own.unit);
  note("unitOther", own.unitOther);
  note("isResult", own.isResult);
  note("famous", own.famous);
}

function noteNumbers(profiles: Profiles, { chain, guess }: Candidate, note: Note): void {
  const { filled, profile, rank, said } = guess;
  const left = chain?.left ?? guess.left;
  const [measured, bare] = [left.filter(isMeasured).length, left.filter(isBare).length];
  const steps = chain?.steps ?? [];
  const uses =
    steps.length === 0
      ? filled.uses
      : [...filled.uses, ...steps.flatMap((step) => step.filled.uses)];
  const own = numberFeaturesOf(filled.uses, said, profile);
  let [supposed, loosely, numbers] = [0, 0, 0];
  let [things, twins, twinsSaid, ratios, stated] = [0, 0, 0, 0, 0];
  let [otherKind, ownKind, saidSo, turned] = [0, 0, 0, 0];
  const places = new Set<readonly [number, number]>();
  for (const use of uses) {
    if (isSupposed(use)) {
      supposed += 1;
      if (use.said === OF_THING) things += 1;
      if (use.said === AS_ANOTHER || use.said === AS_SAID) twins += 1;
      if (use.said === AS_SAID) twinsSaid += 1;
    } else if (use.rule === RATIO) ratios += 1;
    else if (use.rule === AGAINST_RULE) turned += 1;
    else if (STATED.has(use.rule)) {
      stated += 1;
      if (SAID_SO.has(use.rule)) saidSo += 1;
    }
    if (use.score === undefined) continue;
    places.add(use.at);
    numbers += 1;
    const isOwn = isOfOwnKind(use, said.question);
    if (isOwn === true) ownKind += 1;
    if (isOwn === false) otherKind += 1;
    if (use.score <= 0) loosely += 1;
  }
  note("nearest", own.nearest);
  note("byDimension", own.byDimension);
  note("nearNone", own.nearNone);
  note("assumed", own.assumed);
  note("bodies", own.bodies);
  note("missing", chain === null ? ONE * Math.min(LACKING_MAX, filled.missing.length) : 0);
  note("leftMeasured", ONE * measured);
  note("leftBare", ONE * bare);
  note("anyLeft", measured + bare > 0 ? ONE : 0);
  note("used", ONE * places.size);
  note("again", chain === null || AGAIN.has(chain.by) ? 0 : ONE * (numbers - places.size));
  note("first", rank === 0 ? ONE : 0);
  note("rank", ONE * RANKS.filter((bound) => rank >= bound).length);
  note("hints", HALF * halfHintsOf(filled.uses, said.question, profile.law));
  note("score", Math.floor((chain?.score ?? guess.score) / SCORE_SHARE));
  note("supposed", ONE * supposed);
  note("things", ONE * things);
  note("twins", ONE * twins);
  note("twinsSaid", ONE * twinsSaid);
  note("ratios", ONE * ratios);
  note("stated", ONE * stated);
  note("saidSo", ONE * saidSo);
  note("turned", ONE * turned);
  note("otherKind", ONE * otherKind);
  note("ownKind", ONE * ownKind);
  note("inverted", ONE * Math.min(INVERTED_MAX, invertedIn(filled.uses, profile.law)));
  const beside = besideOf(profile.law, filled.uses, said.question);
  note("beside", HALF * beside.own);
  note("besideElse", HALF * beside.another);
  note("rated", ONE * beside.rated);
  note("reversed", ONE * Math.min(INVERTED_MAX, beside.reversed));
  note("crossed", ONE * Math.min(INVERTED_MAX, crossedIn(filled.uses, profile.law)));
  note("loosely", ONE * Math.min(LOOSE_MAX, loosely));
  note("radians", isInRadians(chain?.target ?? guess.target, said.question) ? ONE : 0);
  noteSteps(profiles, chain, guess, note);
}

/** Arithmetic that takes numbers of its laws once more. */
const AGAIN: ReadonlySet<Chain["by"]> = new Set(["states", "whole"] as const);

const INVERTED_MAX = 3;

/** Pairs of inputs of one kind whose numbers stand in the text in another order than in the law. */
function invertedIn(uses: readonly Use[], { slots }: Law): number {
  const placed = uses.filter(({ score }) => score !== undefined);
  let count = 0;
  for (const [i, one] of placed.entries())
    for (const other of placed.slice(i + 1)) {
      // Where words tell the two apart, their order says nothing.
      if (one.slot.quantity !== other.slot.quantity || one.score !== other.score) continue;
      const isBefore = one.at[0] < other.at[0];
      if (isBefore !== slots.indexOf(one.slot) < slots.indexOf(other.slot)) count += 1;
    }
  return count;
}

const KIND_AFTER = 2;
const KIND_BEFORE = 3;

/** Kinds of quantities that words right beside a number name. */
const kindsBeside = keepingFew(({ after, before }: Given): readonly string[] => {
  const isKind = (stem: string): boolean => QUANTITY_STEMS.has(stem);
  return [
    after.slice(0, KIND_AFTER).find(isKind),
    before.slice(0, KIND_BEFORE).find(isKind),
  ].filter((stem) => stem !== undefined);
});

/** Whether the words beside a number name the kind of its input; null where they name none. */
function isOfOwnKind({ at, rule, slot }: Use, { given }: Question): boolean | null {
  const number = given.find(({ span }) => span.at === at);
  if (number === undefined || STATED.has(rule) || rule === RATIO) return null;
  const kinds = kindsBeside(number);
  return kinds.length === 0 ? null : kinds.some((stem) => slot.words.has(stem));
}

/** What counts radians is asked for in hertz, a radius as a diameter. */
export function isInRadians({ about, quantity }: LawSlot, { asked, wanted }: Question): boolean {
  const said = `${quantity} ${about}`;
  if (/radius/u.test(said)) return asked?.includes(DIAMETER) === true;
  if (/diameter/u.test(said)) return asked?.includes(RADIUS) === true;
  return countsRadians(quantity) && wanted !== null && !/rad/iu.test(wanted.text);
}

const DIAMETER = lawStem("diameter");
const RADIUS = lawStem("radius");

function noteSteps(profiles: Profiles, chain: Chain | null, { said }: Guess, note: Note): void {
  const sums = { title: 0, input: 0, alias: 0, case: 0, missing: 0 };
  const isStates = chain?.by === "states";
  const by = chain?.by ?? null;
  const isShare = by !== null && !isStates;
  // One law at two states is said once.
  const steps = isStates ? [] : (chain?.steps ?? []);
  let [laws, unsaid] = [0, 0];
  for (const { isUnsaid, profile, target } of steps) {
    if (isUnsaid) unsaid += 1;
    if (profile === null) continue;
    laws += 1;
    const own = saidFeaturesOf(profiles, { profile, target }, said);
    sums.title += own.title;
    sums.input += own.input;
    sums.alias += own.alias;
    sums.case += own.case;
    sums.missing += own.titleMissing;
  }
  note("states", isStates ? ONE : 0);
  note("share", by === "share" ? ONE : 0);
  note("portion", by === "portion" ? ONE : 0);
  note("whole", by === "whole" ? ONE : 0);
  note("conversions", ONE * (steps.length - laws - (isShare ? 1 : 0)));
  note("laws", ONE * laws);
  note("unsaid", ONE * unsaid);
  note("deep", steps.length > (isShare ? 2 : 1) ? ONE : 0);
  note("sum", chain !== null && chain.by === null && isSum(chain.books.at(-1)!) ? ONE : 0);
  note("further", chain?.isFurther === true && chain.by === null ? ONE : 0);
  note("stepTitle", sums.title);
  note("stepInput", sums.input);
  note("stepAlias", sums.alias);
  note("stepCase", sums.case);
  note("stepMissing", sums.missing);
}

/** Whether it may be shown: in thousandths of a unit of log odds. */
export function surenessOf(
  { features, size }: { readonly features: Features; readonly size: SizeFeatures },
  weight: number,
  lead: number,
): number {
  const known: Readonly<Record<SureFeature, number>> = {
    ...features,
    ...size,
    weight: Math.round(weight / WEIGHT_SHARE),
    lead: Math.round(lead / WEIGHT_SHARE),
  };
  let sum = SURE_BASE;
  for (const name of SURE_FEATURES) sum += SURENESS[name] * known[name];
  return sum;
}

function isMeasured({ constant, span }: Given): boolean {
  return constant === null && span.quantities[0]?.hasUnit === true;
}

function isBare({ constant, span }: Given): boolean {
  return constant === null && span.quantities[0]?.hasUnit !== true;
}
