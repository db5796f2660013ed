/** A typed reading as the request that it states, in SI: what is computed, and what is sealed. */
import { planChain } from "../../chains/plan.js";
import { numbersOf, slotOf, withStated } from "../../kernel/quantityInputs.js";
import type { Registry } from "../../operators/registry.js";
import type { JsonObject, JsonValue } from "../../ports.js";
import { jsonOf as encodedOf } from "../../encoding/jcs.js";
import { cardOf } from "../../solvers/cards.js";
import { fieldSlot } from "../../solvers/input.js";
import { parseUnit, toSI } from "../../units/index.js";
import type { StatedStep } from "../../derivation/stated.js";
import type { StatedQuantity } from "../../derivation/question.js";
import type { GivenQuantity, TypedReading } from "./readingFormat.js";

export type ReadRequest = { readonly unit: string | null } & (
  | {
      readonly by: "law";
      readonly law: string;
      readonly inputs: Readonly<Record<string, number>>;
      readonly uncertainties: Readonly<Record<string, number>>;
    }
  | { readonly by: "solver"; readonly solver: string; readonly body: JsonObject }
  | {
      /** Neither is named: laws are joined from kinds to the kind that is wanted. */
      readonly by: "kinds";
      readonly known: readonly (Omit<StatedQuantity, "value"> & { readonly value: number })[];
      readonly wanted: { readonly kind: string; readonly unit?: string; readonly of?: string };
      readonly cases: readonly string[];
      /** The steps, where the reading has them. */
      readonly steps: readonly StatedStep[] | null;
    }
);

export type ReadingFault =
  | { readonly kind: "fault"; readonly pointer: string; readonly message: string }
  /** A place was left open. */
  | { readonly kind: "missing"; readonly law: string; readonly missing: GivenQuantity[] };

/** The request of a reading, or what keeps it from being one. */
export function requestOf(registry: Registry, reading: TypedReading): ReadRequest | ReadingFault {
  const { law, solver } = reading;
  if (law !== undefined && solver !== undefined)
    return fault("/reading/solver", "a reading has a law or a solver, and not both");
  if (law !== undefined) return lawRequest(registry, law, reading);
  if (solver !== undefined) return solverRequest(solver, reading);
  return kindsRequest(reading);
}

function fault(pointer: string, message: string): ReadingFault {
  return { kind: "fault", pointer, message };
}

function at(index: number, member: string): string {
  return `/reading/given/${index}/${member}`;
}

/** The first given that has no name or has one twice. */
function namesFault(given: readonly GivenQuantity[]): ReadingFault | null {
  const seen = new Set<string>();
  for (const [i, { symbol }] of given.entries()) {
    if (symbol === undefined) return fault(at(i, "symbol"), "say which input of the law it is");
    if (seen.has(symbol)) return fault(at(i, "symbol"), `${symbol} is given twice`);
    seen.add(symbol);
  }
  return null;
}

function lawRequest(
  registry: Registry,
  law: string,
  { given, wanted }: TypedReading,
): ReadRequest | ReadingFault {
  const plan = planChain(registry, [law]);
  if (plan.status === "invalid") return fault("/reading/law", plan.message);
  const named = namesFault(given);
  if (named !== null) return named;
  const missing = given.filter(({ value }) => value === null || value === undefined);
  if (missing.length > 0) return { kind: "missing", law, missing };
  const inputs: [string, number][] = [];
  let uncertainties: Readonly<Record<string, number>> = {};
  for (const [i, one] of given.entries()) {
    const symbol = one.symbol!;
    if (wanted.symbol === symbol)
      return fault(at(i, "symbol"), `${symbol} is wanted and given; leave one out`);
    const value = plainOf(one.value);
    if (value === null) return fault(at(i, "value"), `${symbol} is a number or a quantity`);
    const { unit } = slotOf(plan.operators, symbol);
    const isOwn = one.unit === undefined || unit?.text === one.unit;
    const written = isOwn || typeof value === "string" ? value : `${value} ${one.unit}`;
    const read = numbersOf(plan.operators, { [symbol]: written });
    if (!read.ok) return fault(at(i, "value"), read.message);
    const stated = spreadOf(plan.operators, one, isOwn);
    if (typeof stated === "string") return fault(at(i, "uncertainty"), stated);
    const all = withStated(stated === null ? undefined : { [symbol]: stated }, read);
    if (!all.ok) return fault(at(i, "uncertainty"), all.message);
    inputs.push([symbol, read.numbers[symbol]!]);
    uncertainties = { ...uncertainties, ...all.uncertainties };
  }
  return {
    by: "law",
    law,
    inputs: Object.fromEntries(inputs),
    uncertainties,
    unit: wanted.unit ?? null,
  };
}

/** A number, also where a form gives it as text; a text of a quantity; null for anything else. */
function plainOf(value: unknown): number | string | null {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value.trim() === "") return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

function spreadOf(
  operators: Parameters<typeof numbersOf>[0],
  { symbol = "", uncertainty, unit }: GivenQuantity,
  isOwn: boolean,
): number | string | null {
  if (uncertainty === undefined || uncertainty === 0) return null;
  if (isOwn) return uncertainty;
  const read = numbersOf(operators, { [symbol]: `${uncertainty} ${unit}` }, true);
  return read.ok ? read.numbers[symbol]! : read.message;
}

function solverRequest(
  solver: string,
  { given, wanted }: TypedReading,
): ReadRequest | ReadingFault {
  const card = cardOf(solver);
  if (card === null) return fault("/reading/solver", `there is no solver ${solver}`);
  const named = namesFault(given);
  if (named !== null) return named;
  const body: Record<string, JsonObject[string]> = {};
  for (const [i, { symbol = "", uncertainty, unit, value }] of given.entries()) {
    if (value === null || value === undefined) continue;
    if (uncertainty !== undefined)
      return fault(at(i, "uncertainty"), `${solver} takes no uncertainties of inputs`);
    const own = fieldSlot(card, symbol).unit?.text;
    const isWritten = typeof value === "number" && unit !== undefined && unit !== own;
    body[symbol] = isWritten ? `${value} ${unit}` : jsonOf(value);
  }
  return { by: "solver", solver, body, unit: wanted.unit ?? null };
}

/** It came as JSON. */
function jsonOf(value: unknown): JsonValue {
  return encodedOf({ value })["value"]!;
}

function kindsRequest({
  cases,
  derivation,
  given,
  wanted,
}: TypedReading): ReadRequest | ReadingFault {
  if (wanted.kind === undefined)
    return fault("/reading/wanted/kind", "say what is wanted, or name a law or a solver");
  const known: { kind: string; value: number; unit?: string; of?: string; uncertainty?: number }[] =
    [];
  for (const [i, { kind, name, of, symbol, uncertainty, unit, value }] of given.entries()) {
    const called = kind ?? name ?? symbol;
    if (called === undefined) return fault(at(i, "kind"), "say what kind of quantity it is");
    if (typeof value !== "number") return fault(at(i, "value"), `${called} is a number`);
    const read = parseUnit(unit ?? "1");
    if (!read.ok) return fault(at(i, "unit"), `${unit} is no unit`);
    known.push({
      kind: called,
      value,
      ...(unit === undefined ? {} : { unit }),
      ...(of === undefined ? {} : { of }),
      // A difference of two temperatures has no zero of its own.
      ...(uncertainty === undefined || uncertainty === 0
        ? {}
        : { uncertainty: Math.abs(toSI(uncertainty, read) - toSI(0, read)) }),
    });
  }
  if (known.length === 0) return fault("/reading/given", "nothing is given");
  const { kind, of, unit } = wanted;
  return {
    by: "kinds",
    known,
    wanted: {
      kind,
      ...(unit === undefined ? {} : { unit }),
      ...(of === undefined ? {} : { of }),
    },
    cases,
    steps: derivation?.map(({ bind, for: symbol, law }) => ({ law, for: symbol, bind })) ?? null,
    unit: unit ?? null,
  };
}
