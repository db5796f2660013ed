/**
 * A numerical result without a receipt, held against a computation here: operators, inputs and a
 * value that somebody states. There is no seal to check, so the computation is the whole proof.
 */
import { valueBits } from "../encoding/bits.js";
import { canonicalize } from "../encoding/jcs.js";
import { parseJson, isObject } from "../encoding/json.js";
import type { Registry } from "../operators/registry.js";
import type { JsonObject, JsonValue } from "../ports.js";
import { engineOf, solverVersion } from "../seal/envelope.js";
import { verdictMembers, type Checked, type Verdict } from "../seal/verdict.js";
import { cardOf } from "../solvers/cards.js";
import { ENGINE_VERSION } from "../version.js";
import { protocolMember, timelessMembers } from "./answer.js";
import { compute } from "../chains/compute.js";
import { KO42_ID } from "../chains/master.js";
import { planChain } from "../chains/plan.js";
import { isNumbers, unusedInputs, type Reexecution, type SolvedAgain } from "./reexecute.js";
import type { KernelValue } from "../chains/result.js";
import { whyNone } from "./whyNone.js";

/** What a result says, as far as it decides what is computed. */
export interface StatedResult {
  readonly chain: readonly string[];
  readonly inputs: JsonObject;
  readonly uncertainties: Readonly<Record<string, number>> | undefined;
}

export interface ResultProof {
  readonly verdict: Verdict;
  readonly valid: boolean;
  readonly reasons: readonly string[];
  readonly checks: readonly Checked[];
  readonly reexecution: Reexecution;
}

/** Say what was asked, or by whom it was computed; the others say what came out. */
const ASKED = new Set([
  "operators",
  "operatorChain",
  "inputs",
  "uncertainties",
  "domain",
  "visibility",
  "engine_version",
  "registry_version",
]);

/** The result that something held states; null when it is none. */
export function statedResult(held: JsonObject): StatedResult | null {
  const chain = held["operatorChain"] ?? held["operators"];
  const { inputs = {}, uncertainties, value } = held;
  if (
    !Array.isArray(chain) ||
    chain.length === 0 ||
    !chain.every((id) => typeof id === "string") ||
    !isObject(inputs) ||
    typeof value !== "number" ||
    (uncertainties !== undefined && !(isObject(uncertainties) && isNumbers(uncertainties)))
  )
    return null;
  return { chain, inputs, uncertainties };
}

/**
 * The held result as one that names its solver, for whoever runs solvers again; null for others.
 */
export function solverResult(held: JsonObject): JsonObject | null {
  const stated = statedResult(held);
  const [first, ...others] = stated?.chain ?? [];
  const ids = first === KO42_ID ? others : stated?.chain;
  const card = ids?.length === 1 ? cardOf(ids[0]!) : null;
  if (stated === null || card === null) return null;
  const engine = solverVersion(ENGINE_VERSION, `${card.id}/${card.version}`);
  const named = held["engine_version"] ?? engine;
  return named === engine ? { ...held, inputs: stated.inputs, engine_version: engine } : null;
}

/** @param held a JSON object of which `statedResult` is not null */
export function verifyResult(
  registry: Registry,
  held: JsonObject,
  solved: SolvedAgain | null,
): ResultProof {
  const reexecution = computedAgain(registry, held, statedResult(held)!, solved);
  const { reasons, result, verdict } = reexecution;
  const check: Checked = {
    name: "value",
    ok: verdict === "not-comparable" ? null : verdict === "agrees",
    detail:
      verdict === "agrees"
        ? `computed again: ${result!.value}${result!.unit === null ? "" : ` ${result!.unit}`}, ` +
          "and all that is stated beside it"
        : reasons.join("; "),
  };
  return { ...verdictMembers([check]), checks: [check], reexecution };
}

function computedAgain(
  registry: Registry,
  held: JsonObject,
  stated: StatedResult,
  solved: SolvedAgain | null,
): Reexecution {
  const elsewhere = versionRefusal(registry, held);
  if (elsewhere !== null) return { verdict: "not-comparable", reasons: [elsewhere], result: null };
  const isSolver = stated.chain.some((id) => cardOf(id) !== null);
  if (isSolver && solverResult(held) !== null) {
    if (stated.uncertainties !== undefined)
      return withoutValue("a solver takes no uncertainties of inputs");
    if (solved === null)
      return {
        verdict: "not-comparable",
        reasons: ["its solver was not run again here"],
        result: null,
      };
    return solved.refusal === undefined
      ? compared(held, solved.kernel)
      : withoutValue(solved.refusal);
  }
  const plan = planChain(registry, stated.chain);
  if (plan.status === "invalid")
    return withoutValue(`this registry refuses its chain: ${plan.message}`);
  const { inputs, uncertainties } = stated;
  if (!isNumbers(inputs)) return withoutValue("an input of a closed form is no number");
  const result = compute(plan, { inputs, uncertainties });
  return result.status === "value" ? compared(held, result) : withoutValue(whyNone(result));
}

/** A result that names another arithmetic or registry is not held against this one. */
function versionRefusal(registry: Registry, held: JsonObject): string | null {
  const { engine_version: engine, registry_version: version } = held;
  if (
    engine !== undefined &&
    (typeof engine !== "string" ||
      engineOf(engine) !== ENGINE_VERSION ||
      (engine !== ENGINE_VERSION && solverResult(held) === null))
  )
    return `it was computed by ${canonicalize(engine)}, this is ${ENGINE_VERSION}`;
  if (version !== undefined && version !== registry.registryVersion)
    return `it was computed with registry ${canonicalize(version)}, this is ${registry.registryVersion}`;
  return null;
}

function withoutValue(reason: string): Reexecution {
  return {
    verdict: "no-value",
    reasons: [`computed again, it has no value: ${reason}`],
    result: null,
  };
}

/**
 * Every member stated must be what the computation gives: the verdict is signed over all of them.
 */
function compared(held: JsonObject, result: KernelValue): Reexecution {
  const read = parseJson(`{${timelessMembers(result)},${protocolMember(result)}}`);
  if (!read.ok || !isObject(read.value))
    throw new Error("a result's own text is not a JSON object");
  const expected = read.value;
  const reasons: string[] = [...unusedInputs(result)];
  for (const name of ["operators", "operatorChain"]) {
    const ids = held[name];
    if (
      ids !== undefined &&
      canonicalize(withModulation(ids)) !== canonicalize(result.operatorChain)
    )
      reasons.push(`${name}: another chain than was computed`);
  }
  for (const [name, claimed] of Object.entries(held)) {
    if (ASKED.has(name)) continue;
    const computed = expected[name];
    if (computed === undefined) reasons.push(`${name} is not part of a result`);
    else if (!isEqual(claimed, computed))
      reasons.push(
        `${name}: stated as ${canonicalize(claimed)}, computed again it is ${canonicalize(computed)}`,
      );
  }
  return { verdict: reasons.length === 0 ? "agrees" : "differs", reasons, result };
}

/** KO42 is added where it was left out, as in a request. */
function withModulation(ids: JsonValue): JsonValue {
  if (!Array.isArray(ids)) return ids;
  const named: readonly JsonValue[] = ids;
  return named[0] === KO42_ID ? [...named] : [KO42_ID, ...named];
}

function isEqual(claimed: JsonValue, computed: JsonValue): boolean {
  if (typeof claimed === "number" && typeof computed === "number")
    return valueBits(claimed) === valueBits(computed);
  return canonicalize(claimed) === canonicalize(computed);
}
