/**
 * Questions that ask in steps: the chain that is proposed is the one that two laws give, each computed
 * by itself, and no other chain is. Pairs of laws of the registry, with the values of their examples.
 */
import { expect } from "chai";
import { compute } from "../../../protocol/chains/compute.js";
import { planChain } from "../../../protocol/chains/plan.js";
import { derive } from "../../../protocol/derivation/derive.js";
import { lawBookOf } from "../../../protocol/derivation/lawBook.js";
import type { Law, LawSlot } from "../../../protocol/derivation/laws.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { requestOf } from "../../../protocol/router/typed/readReading.js";
import { typedReading } from "../../../protocol/router/typed/readingFormat.js";
import { runs } from "../../kit/runs.js";

const registry = builtinRegistry();
type Values = Readonly<Record<string, number>>;

interface Pair {
  readonly first: Law;
  readonly last: Law;
  /** The input of the last law that the first one gives. */
  readonly link: LawSlot;
}

const NUMBERS_MAX = 7;
/** Kinds that so many laws have that two of them are no chain that anybody asks for. */
const COMMON: ReadonlySet<string> = new Set(
  "factor ratio number coefficient angle length distance time speed force frequency temperature pressure energy mass".split(
    " ",
  ),
);

function exampleOf({ entry }: Law): Values {
  const { example } = entry.record;
  return "inputs" in example ? example.inputs : {};
}

/** A law by itself, and not by the chain that is looked at. */
function valueOf({ id }: Law, inputs: Values): number | null {
  const plan = planChain(registry, [id]);
  if (plan.status !== "plan") return null;
  const found = compute(plan, { inputs });
  return found.status === "value" && Number.isFinite(found.value) ? found.value : null;
}

function resultOf({ slots }: Law): LawSlot {
  return slots.find(({ isResult }) => isResult)!;
}

/** Numbers of bodies (`m_1`) are of another body in another law. */
function isOfBody(symbol: string): boolean {
  return /_?\d/u.test(symbol);
}

function pairs(): readonly Pair[] {
  const laws = lawBookOf(registry).laws.filter(
    ({ entry, isConversion, isStatedOnly, slots }) =>
      !isConversion && !isStatedOnly && slots.length <= 6 && entry.record.kind === "closed-form",
  );
  return laws.flatMap((first) => {
    const { kind, symbol } = resultOf(first);
    return laws.flatMap((last) =>
      last.slots
        .filter(
          (slot) =>
            last !== first &&
            !slot.isResult &&
            !slot.isOptional &&
            slot.kind === kind &&
            (slot.symbol === symbol || !COMMON.has(kind)),
        )
        .map((link) => ({ first, last, link })),
    );
  });
}

interface Asked {
  /** Each number with the law that it is of and its symbol. */
  readonly numbers: readonly (readonly [law: Law, symbol: string, value: number])[];
  readonly value: number;
}

/** What the two laws give one after the other; null where their examples do not go together. */
function askedOf({ first, last, link }: Pair): Asked | null {
  const own = exampleOf(first);
  const more: Record<string, number> = { ...exampleOf(last) };
  delete more[link.symbol];
  const shared = Object.keys(more).filter((name) => name in own);
  const slotOf = (law: Law, name: string): LawSlot | undefined =>
    law.slots.find(({ symbol }) => symbol === name);
  if (shared.some((name) => slotOf(first, name)?.kind !== slotOf(last, name)?.kind)) return null;
  if (shared.some(isOfBody) || "g" in own !== "g" in more) return null;
  for (const name of shared) more[name] = own[name]!;
  const numbers = [
    ...Object.entries(own).map(([name, value]) => [first, name, value] as const),
    ...Object.entries(more)
      .filter(([name]) => !shared.includes(name))
      .map(([name, value]) => [last, name, value] as const),
  ];
  // Two equal values read the same either way.
  const values = new Set(numbers.map(([, , value]) => value));
  if (values.size < numbers.length || numbers.length > NUMBERS_MAX) return null;
  const onTheWay = valueOf(first, own);
  const value = onTheWay === null ? null : valueOf(last, { ...more, [link.symbol]: onTheWay });
  return value === null ? null : { numbers, value };
}

function nameOf({ entry }: Law): string {
  return entry.record.name.replace(/\(.*?\)/gu, "").trim();
}

function listOf({ numbers }: Asked, isByName: boolean): string {
  return numbers
    .map(([{ entry }, symbol, value]) => {
      const { name, unit } = entry.record.symbols[symbol]!;
      const measured = unit === "1" ? "" : ` ${unit}`;
      return isByName ? `${name} ${value}${measured}` : `${symbol} = ${value}${measured}`;
    })
    .join(", ");
}

/** Ways to ask in steps. */
const FORMS: readonly ((asked: Asked, pair: Pair) => string)[] = [
  (asked, { first, last }) => `${listOf(asked, false)}. ${nameOf(first)}, then ${nameOf(last)}?`,
  (asked, { first, last }) =>
    `${listOf(asked, true)}. a) ${nameOf(first)}; b) from it ${nameOf(last)}. State b).`,
  (asked, { first, last }) =>
    `${listOf(asked, false)}. ${resultOf(first).symbol} -> ${resultOf(last).symbol}`,
  (asked, { first, last }) =>
    `${listOf(asked, true)}. Find the ${nameOf(first)} and then the ${nameOf(last)}.`,
];

/** The value of what is proposed; null where nothing is. */
function proposed(query: string): number | string | null {
  const { operators, reading, refusal } = routeQuery(registry, query);
  if (refusal === null) return `${operators?.join("+") ?? ""} is sealed`;
  if (refusal.kind !== "OPEN_READING" || reading?.derivation === undefined) return null;
  const request = requestOf(registry, typedReading.parse(reading));
  if (!("by" in request) || request.by !== "kinds" || request.steps === null) return "no steps";
  const { cases, known, steps, wanted } = request;
  const derived = derive(registry, { known, wanted, cases, steps });
  return derived.status === "answer" ? derived.kernel.value : derived.status;
}

const SAME = 1e-6;
/** One of so many pairs is asked, in the forms in turn. */
const STRIDE = runs(577, 41);
/** So many of a hundred are proposed at least. */
const SHARE_MIN = 70;

describe("router: questions in steps", () => {
  it("are answered by the chain that two laws give, and by no other", () => {
    let [all, right] = [0, 0];
    const wrong: string[] = [];
    pairs()
      .filter((_, at) => at % STRIDE === 0)
      .forEach((pair, at) => {
        const asked = askedOf(pair);
        if (asked === null) return;
        all += 1;
        const query = FORMS[at % FORMS.length]!(asked, pair);
        const found = proposed(query);
        if (found === null) return;
        const { value } = asked;
        if (typeof found === "number" && Math.abs(found - value) <= SAME * Math.abs(value))
          right += 1;
        else wrong.push(`${query}: ${found} and not ${value}`);
      });
    expect(wrong).to.deep.equal([]);
    expect(all).to.be.greaterThan(20);
    expect((100 * right) / all).to.be.greaterThan(SHARE_MIN);
  });
});
