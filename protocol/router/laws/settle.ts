/** The value of a reading: the first way to give the numbers to the inputs that its law allows. */
import { compute } from "../../chains/compute.js";
import { planChain } from "../../chains/plan.js";
import type { Registry } from "../../operators/registry.js";
import { inAnotherWay } from "./filling/fill.js";
import type { Filled, Use, Way } from "./filling/fillTypes.js";
import { HELD } from "./filling/held.js";
import type { Reading } from "./filling/readings.js";
import { NEUTRAL } from "./lexicon/lawWords.js";
import type { Law, LawSlot } from "./lexicon/lexicon.js";
import type { Question } from "./reading/reading.js";

/** Another way to give the numbers to the inputs counts only where it is said nearly as well. */
const WAY_LEAD = 4;
/** What cancels leaves rounding alone. */
const CANCELLED_SHARE = 1e-12;
/** `heat lost by`, `heat flow from the plate to the air`: it says which of the two gives. */
const SIGNED = new RegExp(
  String.raw`\b(?:los(?:t|es|e|ing|s|ses)|gained|receive[sd]?|absorb(?:s|ed)?|tak(?:es|en)\s+up|giv(?:es` +
    String.raw`|en)\s+(?:off|up)|released)\b|\bflow\w*\s+(?:[^.?!]*\s)?from\b[^.?!]*\bto\b`,
  "iu",
);
/** Constants of two laws differ by less. */
const SAME_SHARE = 1e-4;

export interface Settled {
  readonly filled: Filled;
  readonly value: number;
  /** Why the law refuses the way that words say best; absent where it takes that. */
  readonly refused?: string;
}

/** The first way to give the numbers to the inputs that the law allows, and its value. */
export function settledBy(
  registry: Registry,
  { filled, profile }: Reading & { readonly filled: Filled },
  question: Question,
): Settled | { readonly message: string } {
  const { law } = profile;
  const [first] = filled.ways;
  let refused: string | null = null;
  let found: (Settled & { readonly way: Way }) | null = null;
  const forbidden: Way[] = [];
  for (const way of filled.ways) {
    // What the words say first is not given up because the law forbids it, but between equals.
    const lead = first!.score - way.score;
    const isSameName = refused !== null && countsWithOneName(law, filled, question);
    if (way !== first && !isSameName && lead >= (refused === null ? WAY_LEAD : 1)) break;
    const read = way === first ? filled : inAnotherWay(law, filled, way, question);
    const own = signed(registry, law, read);
    const outcome = valueOf(registry, law, own);
    if (typeof outcome === "string") {
      refused ??= outcome;
      forbidden.push(way);
      continue;
    }
    found ??= { filled: { ...own, isOpen: false }, value: outcome, way };
    if (isSame(outcome, found.value)) continue;
    // The same size from either side: what flows from warm to cold is told by its size. A velocity
    // is that of another body, and what one loses to another has a sign.
    if (isSame(outcome, -found.value) && filled.target.quantity !== "velocity") {
      if (outcome > 0 && !SIGNED.test(question.text))
        found = { filled: { ...own, isOpen: false }, value: outcome, way };
      continue;
    }
    return { filled: { ...found.filled, isOpen: true }, value: found.value };
  }
  if (found === null) {
    const other = question.maySuppose ? otherWayOf(registry, law, filled, question) : null;
    return other ?? { message: refused ?? "the law gives no value for these inputs" };
  }
  const { way: taken, value } = found;
  // `critical temperature is 7.2 K ... at 9 K`: the law does not say which one is meant.
  const isSaidMore = (way: Way): boolean =>
    isBound(way, taken, question) && !isBound(taken, way, question);
  if (refused !== null && forbidden.some(isSaidMore)) return { message: refused };
  const isOtherwise = refused !== null && movedBetween(first!, taken) > EXCHANGED;
  const isOpen = filled.isCut || isOtherwise || (filled.isOpen && filled.ways.length < 2);
  return { filled: isOpen ? { ...found.filled, isOpen } : found.filled, value };
}

/** Two numbers of a kind may be exchanged where the law says which is the greater: hot and cold. */
const EXCHANGED = 2;

/** Numbers that two ways give to other inputs. */
function movedBetween(one: Way, other: Way): number {
  return one.uses.filter(({ at, slot }) => other.uses.find((use) => use.at === at)?.slot !== slot)
    .length;
}

/** Ways that are said this much less than the first one that is taken are none beside it. */
const NEXT_LEAD = 4;

/**
 * The way that a law takes where it refuses the one that words say best: no number leaves an input
 * that the word beside it says, and no other way that is said as well has another value.
 */
function otherWayOf(
  registry: Registry,
  law: Law,
  filled: Filled,
  question: Question,
): Settled | null {
  const [first, ...others] = filled.ways;
  let found: (Settled & { readonly score: number }) | null = null;
  for (const way of others) {
    if (found !== null && found.score - way.score >= NEXT_LEAD) break;
    if (isBound(first!, way, question)) continue;
    const read = signed(registry, law, inAnotherWay(law, filled, way, question));
    const value = read.missing.length > 0 ? "an input is missing" : valueOf(registry, law, read);
    if (typeof value === "string") continue;
    if (found !== null && !isSame(value, found.value)) return null;
    found ??= { filled: { ...read, isOpen: false }, value, score: way.score };
  }
  if (found === null) return null;
  const refused = valueOf(registry, law, filled);
  return typeof refused === "string" ? { filled: found.filled, value: found.value, refused } : null;
}

/** A number leaves an input by whose name or word it stands. */
function isBound(first: Way, way: Way, { given }: Question): boolean {
  return first.uses.some(({ at, rule, slot }) => {
    const other = way.uses.find((use) => use.at === at)?.slot;
    const number = given.find(({ span }) => span.at === at);
    if (other === undefined || other === slot || number === undefined) return false;
    if (rule === "named") return true;
    const beside = [...number.before.slice(0, BESIDE_MAX), ...number.after.slice(0, 1)];
    const word = beside.find((stem) => !NEUTRAL.has(stem) && !isInBoth(slot, other, stem));
    return word !== undefined && slot.words.has(word);
  });
}

/** Words before a number that may be of it. */
const BESIDE_MAX = 4;

function isInBoth(one: LawSlot, other: LawSlot, stem: string): boolean {
  return one.words.has(stem) && other.words.has(stem);
}

/** What goes the other way counts with the other sign, where that changes more than the sign of the value. */
function signed(registry: Registry, law: Law, filled: Filled): Filled {
  const isTurnedRound = ({ turn }: Use): boolean => turn !== undefined && turn !== null;
  if (!filled.uses.some(isTurnedRound)) return filled;
  const uses = filled.uses.map((use) => (isTurnedRound(use) ? { ...use, value: -use.value } : use));
  const other = { ...filled, uses };
  if (uses.some(({ turn }) => turn === "turned")) return other;
  const [one, another] = [valueOf(registry, law, filled), valueOf(registry, law, other)];
  if (typeof one !== "number") return other;
  const isSize = typeof another === "number" && (isSame(one, another) || isSame(one, -another));
  return isSize ? filled : other;
}

/** `from n = 3 to n = 2`: the law says which of two whole numbers is the lower. */
function countsWithOneName(law: Law, { uses }: Filled, { given }: Question): boolean {
  const [first, second, third] = given.filter(({ span: { name } }) => name !== null);
  if (first === undefined || second === undefined || third !== undefined) return false;
  if (first.span.name!.text !== second.span.name!.text) return false;
  return [first, second].every(({ span }) => {
    const use = uses.find(({ at }) => at === span.at);
    return use !== undefined && law.entry.record.symbols[use.slot.name]?.whole === true;
  });
}

/** A number, or why there is none. */
function valueOf(registry: Registry, law: Law, { uses }: Filled): number | string {
  const value = computed(registry, law, uses);
  if (typeof value === "string" || !uses.some(({ rule }) => rule === HELD)) return value;
  const others = uses.map((use) => (use.rule === HELD ? { ...use, value: 2 * use.value } : use));
  const other = computed(registry, law, others);
  return typeof other === "number" && Math.abs(other - value) <= CANCELLED_SHARE * Math.abs(value)
    ? value
    : "the answer depends on what is said to stay the same; give its value";
}

export function computed(registry: Registry, law: Law, uses: readonly Use[]): number | string {
  const plan = planChain(registry, [law.id]);
  if (plan.status !== "plan") return "the law cannot be computed";
  const inputs = Object.fromEntries(uses.map(({ slot, value }) => [slot.name, value]));
  const result = compute(plan, { inputs });
  if (result.status === "value") return result.value;
  return result.status === "refused" ? result.refusal.message : "an input is missing";
}

export function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME_SHARE * Math.abs(a);
}
