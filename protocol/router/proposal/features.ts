/** What speaks for a candidate, as whole numbers: the same words give the same on every node. */
import type { Registry } from "../../operators/registry.js";
import { lawIndexOf } from "../laws/lexicon/lawIndex.js";
import { SUPPOSED } from "../laws/filling/otherwise.js";
import type { Use } from "../laws/filling/fillTypes.js";
import { featuresOf } from "../laws/weigh.js";
import type { Given } from "../laws/reading/reading.js";
import type { Guess } from "./candidates.js";
import type { Chain } from "./chains.js";
import { FEATURES, SURE_BASE, SURE_FEATURES, SURENESS, WEIGHTS, type Feature } from "./weights.js";

/** A law by itself, or with what gives its inputs. */
export interface Candidate {
  readonly guess: Guess;
  readonly chain: Chain | null;
}

/** Counts are in tenths, as the other features are. */
const ONE = 10;
const RANKS = [1, 3, 8, 20] as const;
const SCORE_SHARE = 10;
const LOOSE_MAX = 3;
/** Weights are in thousandths of a unit, and weigh as much as the other features in tenths. */
const WEIGHT_SHARE = 100;

export type Features = Readonly<Record<Feature, number>>;

export function featuresOfCandidate(registry: Registry, { chain, guess }: Candidate): Features {
  const { profiles } = lawIndexOf(registry);
  const { filled, profile, rank, said, target } = guess;
  const left = chain?.left ?? guess.left;
  const [measured, bare] = [left.filter(isMeasured).length, left.filter(isBare).length];
  const uses = [...filled.uses, ...(chain?.steps ?? []).flatMap((step) => step.filled.uses)];
  const numbers = uses.filter(({ score }) => score !== undefined);
  const { missing, ...own } = featuresOf(profiles, { filled, profile, target }, said);
  const laws = (chain?.steps ?? []).filter((step) => step.profile !== null).length;
  return {
    ...own,
    missing: chain === null ? missing : 0,
    leftMeasured: ONE * measured,
    leftBare: ONE * bare,
    anyLeft: measured + bare > 0 ? ONE : 0,
    used: ONE * new Set(numbers.map(({ at }) => at)).size,
    first: rank === 0 ? ONE : 0,
    rank: ONE * RANKS.filter((bound) => rank >= bound).length,
    score: Math.floor((chain?.score ?? guess.score) / SCORE_SHARE),
    supposed: ONE * uses.filter(isSupposed).length,
    loosely: ONE * Math.min(LOOSE_MAX, numbers.filter(({ score }) => score! <= 0).length),
    conversions: ONE * ((chain?.steps.length ?? 0) - laws),
    laws: ONE * laws,
    further: chain?.isFurther === true ? ONE : 0,
    ...stepWords(registry, chain, guess),
  };
}

function stepWords(
  registry: Registry,
  chain: Chain | null,
  { said }: Guess,
): Pick<Features, "stepTitle" | "stepInput" | "stepAlias" | "stepCase" | "stepMissing"> {
  const sums = { stepTitle: 0, stepInput: 0, stepAlias: 0, stepCase: 0, stepMissing: 0 };
  const { profiles } = lawIndexOf(registry);
  for (const { filled, profile, target } of chain?.steps ?? []) {
    if (profile === null) continue;
    const own = featuresOf(profiles, { filled, profile, target }, said);
    sums.stepTitle += own.title;
    sums.stepInput += own.input;
    sums.stepAlias += own.alias;
    sums.stepCase += own.case;
    sums.stepMissing += own.titleMissing;
  }
  return sums;
}

/** Two numbers that add up to what speaks for it. */
export function weightOfFeatures(features: Features): number {
  let sum = 0;
  for (const name of FEATURES) sum += WEIGHTS[name] * features[name];
  return sum;
}

/** Whether it may be shown: in thousandths of a unit of log odds. */
export function surenessOf(features: Features, weight: number, lead: number): number {
  const known = { ...features, weight: Math.round(weight / WEIGHT_SHARE), lead: Math.round(lead / WEIGHT_SHARE) };
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

export function isSupposed({ rule }: Use): boolean {
  return rule === SUPPOSED;
}
