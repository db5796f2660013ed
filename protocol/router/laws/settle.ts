/** The value of a reading: the first way to give the numbers to the inputs that its law allows. */
import { compute } from "../../chains/compute.js";
import { planChain } from "../../chains/plan.js";
import type { Registry } from "../../operators/registry.js";
import { inAnotherWay } from "./filling/fill.js";
import type { Filled, Use } from "./filling/fillTypes.js";
import { HELD } from "./filling/held.js";
import type { Reading } from "./filling/readings.js";
import type { Law } from "./lexicon/lexicon.js";
import type { Question } from "./reading/reading.js";

/** Another way to give the numbers to the inputs counts only where it is said nearly as well. */
const WAY_LEAD = 4;
/** What cancels leaves rounding alone. */
const CANCELLED_SHARE = 1e-12;
/** Constants of two laws differ by less. */
const SAME_SHARE = 1e-4;

export interface Settled {
  readonly filled: Filled;
  readonly value: number;
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
  let found: Settled | null = null;
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
      continue;
    }
    found ??= { filled: { ...own, isOpen: false }, value: outcome };
    if (isSame(outcome, found.value)) continue;
    // The same size from either side: what flows from warm to cold is told by its size. A velocity
    // is that of another body.
    if (isSame(outcome, -found.value) && filled.target.quantity !== "velocity") {
      if (outcome > 0) found = { filled: { ...own, isOpen: false }, value: outcome };
      continue;
    }
    return { ...found, filled: { ...found.filled, isOpen: true } };
  }
  if (found === null) return { message: refused ?? "the law gives no value for these inputs" };
  return filled.isOpen && filled.ways.length < 2
    ? { ...found, filled: { ...found.filled, isOpen: true } }
    : found;
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
