/**
 * How a question in words was understood: members that stand beside its answer. Nothing in them is
 * sealed, and what was computed from them, the inputs, is.
 */
import { planChain } from "../chains/plan.js";
import { CanonicalError, canonicalize } from "../encoding/jcs.js";
import { isObject } from "../encoding/json.js";
import type { Registry } from "../operators/registry.js";
import type { JsonObject, JsonValue } from "../ports.js";
import { cardOf } from "../solvers/cards.js";
import { bindInputs } from "../solvers/input.js";
import { SolverRefusal } from "../solvers/refusal.js";
import { slotOf } from "./quantityInputs.js";

export const ROUTING_MEMBERS = [
  "bodies",
  "candidates",
  "cueHash",
  "params",
  "query",
  "reading",
  "restated",
  "setAside",
  "solver",
  "why",
] as const;
export type RoutingMember = (typeof ROUTING_MEMBERS)[number];

/** What the router says in each of its answers: one without them is not the router's. */
const ALWAYS = ["candidates", "cueHash", "params", "query", "why"] as const;
const ROUTING: ReadonlySet<string> = new Set(ROUTING_MEMBERS);

/**
 * The members of an answer that only the question in words, asked again, could confirm. None in an
 * answer that the router did not give.
 */
export function routedMembers(answer: JsonObject): ReadonlySet<string> {
  return ALWAYS.every((name) => Object.hasOwn(answer, name)) ? ROUTING : new Set();
}

/**
 * What the router says of an answer and its inputs deny.
 * @param solver that computed it; null for a closed form
 */
export function routingFaults(
  answer: JsonObject,
  solver: string | null,
  registry: Registry,
): readonly string[] {
  const faults: string[] = [];
  if (solver === null && (answer["solver"] ?? null) !== null)
    faults.push("solver: no solver computed this");
  if (!isOfParams(answer["inputs"] ?? {}, answer["params"]!, solver))
    faults.push("params: not what inputs were made of");
  const { reading } = answer;
  if (reading !== undefined && !isOfReading(answer, reading, solver, registry))
    faults.push("reading: not what was computed");
  return faults;
}

/** Whether a typed reading states the law, the values and the uncertainties that are sealed. */
function isOfReading(
  answer: JsonObject,
  reading: JsonValue,
  solver: string | null,
  registry: Registry,
): boolean {
  if (!isObject(reading) || !Array.isArray(reading["given"])) return false;
  const given = reading["given"].filter((one: JsonValue) => isObject(one));
  if (given.length !== reading["given"].length) return false;
  const symbols = given.map(({ symbol }) => symbol);
  if (new Set(symbols).size !== symbols.length) return false;
  const all = (member: string): JsonObject =>
    Object.fromEntries(
      given.flatMap((one) =>
        typeof one["symbol"] === "string" && one[member] !== undefined
          ? [[one["symbol"], one[member]]]
          : [],
      ),
    );
  if (!isOfParams(answer["inputs"] ?? {}, all("value"), solver)) return false;
  if (solver !== null) return reading["solver"] === solver && reading["law"] === undefined;
  return (
    reading["law"] === answer["operator_id"] &&
    reading["solver"] === undefined &&
    given.every((one) => isInItsUnit(one, answer["operator_id"], registry)) &&
    canonicalize(all("uncertainty")) === canonicalize(answer["uncertainties"] ?? {})
  );
}

/** The numbers of a reading are in the units of its law. */
function isInItsUnit(
  { symbol, unit }: JsonObject,
  law: JsonValue | undefined,
  registry: Registry,
): boolean {
  if (unit === undefined) return true;
  if (typeof symbol !== "string" || typeof law !== "string") return false;
  const plan = planChain(registry, [law]);
  return plan.status === "plan" && slotOf(plan.operators, symbol).unit?.text === unit;
}

/** Whether inputs are what these parameters, as the router reads them, come to. */
function isOfParams(inputs: JsonValue, params: JsonValue, solver: string | null): boolean {
  if (!isObject(params) || !isObject(inputs)) return false;
  if (solver !== null) return boundText(solver, params) === boundText(solver, inputs);
  const numbers = Object.entries(params).filter(([, value]) => typeof value === "number");
  return canonicalize(Object.fromEntries(numbers)) === canonicalize(inputs);
}

/** A job's inputs under their canonical names; null where the solver refuses them. */
function boundText(solver: string, body: JsonObject): string | null {
  try {
    return canonicalize(bindInputs(cardOf(solver)!, body));
  } catch (error) {
    if (error instanceof SolverRefusal || error instanceof CanonicalError) return null;
    throw error;
  }
}
