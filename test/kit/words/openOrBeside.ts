/** What a question that is turned down most likely means: its open reading, or the one beside the refusal. */
import { expect } from "chai";
import { compute } from "../../../protocol/chains/compute.js";
import { planChain } from "../../../protocol/chains/plan.js";
import { derive } from "../../../protocol/derivation/derive.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { requestOf } from "../../../protocol/router/typed/readReading.js";
import type { TypedReading } from "../../../protocol/router/typed/readingFormat.js";

const registry = builtinRegistry();

/** The first reading that lacks nothing, which is never sealed at once. */
export function openOrBeside(query: string): TypedReading {
  const { reading, refusal, rivals } = routeQuery(registry, query);
  expect(refusal, query).to.not.equal(null);
  const whole = [reading, ...rivals].find((one) => one?.given.every(({ value }) => value !== null));
  if (whole === undefined || whole === null)
    throw new Error(`no reading of ${query}: ${refusal?.message}`);
  return whole;
}

/** The law of that reading, and its inputs. */
export function lawOpenOrBeside(
  query: string,
): readonly [law: string | undefined, inputs: ReadonlyMap<string | undefined, number>] {
  const { given, law } = openOrBeside(query);
  return [law, new Map(given.map(({ symbol, value }) => [symbol, Number(value)]))];
}

/** The value of a reading that is sent back; null for one that has none. */
export function valueSentBack(reading: TypedReading): number | null {
  const request = requestOf(registry, reading);
  if (!("by" in request) || request.by === "solver") return null;
  if (request.by === "law") {
    const plan = planChain(registry, [request.law]);
    if (plan.status !== "plan") return null;
    const result = compute(plan, { inputs: request.inputs });
    return result.status === "value" ? result.value : null;
  }
  const { cases, known, steps, wanted } = request;
  const derived = derive(registry, { known, wanted, cases, ...(steps === null ? {} : { steps }) });
  return derived.status === "answer" ? derived.kernel.value : null;
}
