/** A derivation that a caller states step by step: each value stands where its kind may stand. */
import { computedOf, type Computed } from "./computed.js";
import { factOf, type Fact } from "./facts.js";
import type { Law, LawSlot } from "./laws.js";
import type { LawBook } from "./lawBook.js";
import { headKind } from "../lexicon/kinds.js";
import { equals } from "../units/dimension.js";
import { parseUnit } from "../units/parse.js";
import type { Question } from "./question.js";
import type { Derivation } from "../seal/derivationFormat.js";

export type StatedStep = Derivation["steps"][number];

/** @returns why the steps lead to nothing */
export function statedDerivation(
  book: LawBook,
  question: Question,
  steps: readonly StatedStep[],
): Computed | string {
  const given = question.known.map(factOf);
  const found: Fact[] = [];
  for (const step of steps) {
    const law = book.named(step.law);
    if (law === undefined) return `there is no law ${step.law} to join`;
    const fact = followed(book, law, step, given, found);
    if (typeof fact === "string") return fact;
    found.push(fact);
  }
  const last = found.at(-1);
  if (last === undefined) return "a derivation has a step";
  if (!last.accepted.includes(question.wanted.kind))
    return `the last step gives ${spaced(last.kind)}, not ${spaced(question.wanted.kind)}`;
  return computedOf(book, question, { fact: { ...last, mask: maskOf(found) }, supposes: [] });
}

function maskOf(facts: readonly Fact[]): number {
  return facts.reduce((all, { mask }) => all | mask, 0);
}

function spaced(kind: string): string {
  return kind.replaceAll("_", " ");
}

function followed(
  book: LawBook,
  law: Law,
  step: StatedStep,
  given: readonly Fact[],
  found: readonly Fact[],
): Fact | string {
  const target = law.slots.find(({ symbol }) => symbol === step.for);
  if (target === undefined) return `${law.id} has no ${step.for}`;
  const unknown = Object.keys(step.bind).find(
    (name) => name === step.for || !law.slots.some(({ symbol }) => symbol === name),
  );
  if (unknown !== undefined) return `${law.id} has no input ${unknown}`;
  const bound: (Fact | null)[] = [];
  for (const slot of law.slots) {
    const from = step.bind[slot.symbol];
    const fact = from === undefined ? null : sourceOf(from, given, found);
    if (fact === undefined) return `${from} stands nowhere before ${law.id}`;
    if (fact !== null && !mayTake(book, law, slot, fact))
      return `${law.id}: ${slot.symbol} is no ${spaced(fact.kind)}`;
    bound.push(fact);
  }
  const used = bound.filter((fact) => fact !== null);
  const before = found.filter((fact) =>
    used.some(({ steps }) => steps.includes(fact.steps.at(-1)!)),
  );
  return {
    kind: target.kind,
    accepted: target.accepted,
    of: "",
    states: [],
    isOfState: false,
    words: [],
    mask: maskOf(used),
    given: -1,
    steps: [...new Set([...before.flatMap(({ steps }) => steps), { law, target, bound }])],
    cost: 0,
    unit: target.unit,
  };
}

function sourceOf(from: string, given: readonly Fact[], found: readonly Fact[]): Fact | undefined {
  const [list, at] = from.split(" ");
  return (list === "given" ? given : found)[Number(at)];
}

function mayTake(book: LawBook, law: Law, slot: LawSlot, fact: Fact): boolean {
  return isShare(fact, law, slot) || (mayStand(book, fact, slot) && isMeasured(book, fact, slot));
}

function mayStand(book: LawBook, { accepted, given, kind }: Fact, slot: LawSlot): boolean {
  const isKind = (one: string | null): boolean =>
    one !== null && (slot.kinds.has(one) || one === slot.loose);
  // What a law gives as a flow speed is a speed.
  return accepted.some(isKind) || (given < 0 && isKind(headKind(book.kinds, kind)));
}

/** Whatever is a pure number may be the share that arithmetic takes of another value. */
function isShare({ given, unit }: Fact, { isConversion }: Law, { kind }: LawSlot): boolean {
  return isConversion && kind === "ratio" && given < 0 && unit === "1";
}

/** A kind of one name may be of several units: a weight in statistics is no force. */
function isMeasured({ kinds }: LawBook, { given, kind }: Fact, slot: LawSlot): boolean {
  const dimension = given < 0 ? null : (kinds.get(kind)?.dimension ?? null);
  const unit = parseUnit(slot.unit);
  return dimension === null || (unit.ok && equals(unit.dimension, dimension));
}
