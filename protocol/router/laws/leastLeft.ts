/**
 * The last reading to confirm: the law that the words say best, with those of the numbers that it
 * takes. Each number and word that is left is shown, and nothing is sealed before it is sent back.
 */
import { once } from "../../once.js";
import type { Registry } from "../../operators/registry.js";
import { dimensionsEqual, isDimensionless } from "../../units/index.js";
import { licenceBy, proposalOf, type Candidate, type Proposal } from "./candidates.js";
import { fillLaw } from "./filling/fill.js";
import type { Filled } from "./filling/fillTypes.js";
import type { Kept } from "./filling/kept.js";
import { spokenOf } from "./filling/readings.js";
import { lawIndexOf } from "./lexicon/lawIndex.js";
import type { Law, LawSlot } from "./lexicon/lexicon.js";
import type { Open } from "./licence/open.js";
import type { Given, Question } from "./reading/reading.js";
import { isMismatched } from "./said.js";
import { settledBy } from "./settle.js";
import { stopIn } from "./stops/stops.js";
import { outsideByValue } from "./stops/validity.js";
import { supportOf, weightOf } from "./weigh.js";
import { askedFor, isInUnit } from "./askedKind.js";
import { saidBy, type Said } from "./questionRoots.js";

/** Laws that are tried, the best said first. */
const TRIED = 8;
/** Numbers that may be left. */
const LEFT_MAX = 3;
/** What a number that is left takes of the weight. */
const LEFT_WEIGHT = 1_500;
/** The law is said by so many words of its own, and so far before any other. */
const SUPPORT_MIN = 230;
const WEIGHT_MIN = 0;
const LEAD_MIN = 3_000;

/** @param question loosened */
export function leastLeft(registry: Registry, question: Question, kept: Kept): Proposal | null {
  const { profiles } = lawIndexOf(registry);
  const [first, ...others] = takers(registry, question, kept);
  if (first === undefined || first.left.length === 0) return null;
  const { profile } = first.reading;
  const rival = others.find(({ reading }) => reading.profile !== profile);
  const { support } = supportOf(profiles, profile, first.said);
  if (support < SUPPORT_MIN || first.weight < WEIGHT_MIN) return null;
  if (rival !== undefined && first.weight - rival.weight < LEAD_MIN) return null;
  const settled = first.settled();
  if ("message" in settled || settled.filled.isOpen) return null;
  if (stopIn(first.question, first.reading, first.said) !== null) return null;
  if (outsideByValue(first.question, profile.law, settled.filled, settled.value) !== null)
    return null;
  const { name } = profile.law.entry.record;
  const { open, setAside } = licenceBy(registry, first, settled);
  const left = first.left.map(({ span: { at } }): Open => ({
    what: "fact",
    at,
    message: `"${question.text.slice(...at)}" is not used by ${name}; leave it out, or say what it means`,
  }));
  return proposalOf(first, settled, { open: [...left, ...open], setAside });
}

/** Laws that the words speak of, with the numbers that they take, the best first. */
function takers(registry: Registry, question: Question, kept: Kept): readonly Candidate[] {
  const { profiles } = lawIndexOf(registry);
  const said = saidBy(profiles, question);
  const found: Candidate[] = [];
  for (const profile of spokenOf(profiles, said.roots).slice(0, TRIED)) {
    for (const target of [profile.law.result, ...profile.law.slots]) {
      const taken = takenBy(profile.law, target, question, kept);
      if (taken === null) continue;
      const { asked, filled, left } = taken;
      const reading = { profile, target, filled };
      if (!isAsked(reading, said)) continue;
      const weight = weightOf(profiles, reading, said) - LEFT_WEIGHT * left.length;
      const settled = once(() => settledBy(registry, reading, asked));
      found.push({ reading, said, question: asked, left, weight, settled });
    }
  }
  return found.sort((a, b) => b.weight - a.weight);
}

/** The law gives what is asked, or its result where nothing says what. */
function isAsked(reading: Candidate["reading"], said: Said): boolean {
  const isUnit = isInUnit(reading, said);
  if (isUnit === false || isMismatched(reading, said, isUnit === true)) return false;
  const { hits, others } = askedFor(reading.profile, reading, said);
  if (isUnit === true) return true;
  return others.length === 0 && (hits.length > 0 || reading.target.isResult);
}

interface Taken {
  readonly asked: Question;
  readonly filled: Filled;
  readonly left: readonly Given[];
}

/** The numbers that some quantity of the law may be; of the others each is of a kind that the law has not. */
function takenBy(law: Law, target: LawSlot, question: Question, kept: Kept): Taken | null {
  const given = question.given.filter((one) => mayBe(law, target, one, question, kept));
  const left = question.given.filter((one) => !given.includes(one));
  if (given.length === 0 || left.length > LEFT_MAX) return null;
  if (!left.every((one) => isForeign(law, one) && !isState(question.text, one))) return null;
  const asked = { ...question, given };
  const filled = fillLaw(law, target, asked, kept);
  if (!("uses" in filled) || filled.missing.length > 0) return null;
  return filled.uses.some(({ score }) => score !== undefined) ? { asked, filled, left } : null;
}

function mayBe(law: Law, target: LawSlot, one: Given, question: Question, kept: Kept): boolean {
  if (kept.isOwnConstant(law, one, question)) return true;
  if (kept.inputsFor(law, one, question).some(({ slot }) => slot !== target)) return true;
  return !target.isResult && kept.resultFor(law, one, question).length > 0;
}

const OF_A_STATE =
  /\b(?:at|from|to|into|under|after|before|within|over|above|below|between|against|until|for|by|only|another)\s+$/iu;

/** `ice at -10 °C`: what a body or a course is at is part of what is asked. */
function isState(text: string, { span }: Given): boolean {
  return OF_A_STATE.test(text.slice(0, span.at[0]));
}

/** A measured number without a name, of a kind that no quantity of the law has; a count is of any kind. */
function isForeign(law: Law, { label, span }: Given): boolean {
  if (span.kind !== "value" || span.name !== null || label !== null) return false;
  const [quantity] = span.quantities;
  if (quantity?.hasUnit !== true) return false;
  const slots = [law.result, ...law.slots];
  return quantity.readings.every(
    ({ unit }) =>
      !isDimensionless(unit.dimension) &&
      slots.every(
        (slot) => slot.unit === null || !dimensionsEqual(slot.unit.dimension, unit.dimension),
      ),
  );
}
