/**
 * The second half of a proof: the value, computed again. Only results of one engine version are
 * comparable bit for bit, and only with the registry they were computed with.
 */
import { canonicalize } from "../encoding/jcs.js";
import { parseJson, isObject } from "../encoding/json.js";
import { valueBits } from "../encoding/bits.js";
import { boundOf } from "../precision.js";
import type { Registry } from "../operators/registry.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import { routedMembers, routingFaults } from "./routedMembers.js";
import { engineOf, solverOf, solverVersion } from "../seal/envelope.js";
import { CORE_MEMBERS, type EnvelopeCore, type Member } from "../seal/members.js";
import { cardOf } from "../solvers/cards.js";
import { tableOf } from "../table/columns.js";
import { computeTable } from "./table/rows.js";
import { parseUnit } from "../units/index.js";
import { ENGINE_VERSION } from "../version.js";
import {
  calcondReceipt,
  equationsText,
  masterSumText,
  protocolMember,
  timelessMembers,
} from "./answer.js";
import { compute } from "../chains/compute.js";
import { planChain, type ChainPlan } from "../chains/plan.js";
import { KO42_ID } from "../chains/master.js";
import { runDerivation } from "../derivation/run.js";
import { derivationSchema } from "../seal/derivationFormat.js";
import { inUnit } from "./quantityInputs.js";
import type { KernelValue } from "../chains/result.js";
import {
  readCommitment,
  TRANSITION_ENGINE,
  transitionCredits,
  transitionValue,
} from "./transition.js";
import { whyNone } from "./whyNone.js";

type ReexecutionVerdict = "agrees" | "differs" | "no-value" | "not-comparable";

export interface Reexecution {
  readonly verdict: ReexecutionVerdict;
  /** What differs, or why nothing could be compared; empty when all agrees. */
  readonly reasons: readonly string[];
  readonly result: KernelValue | null;
}

/** What running a solver again gave: its result, or why it has none. */
export type SolvedAgain =
  | {
      readonly engine: string;
      readonly kernel: KernelValue;
      readonly credits: number;
      readonly refusal?: undefined;
    }
  | { readonly engine: string; readonly refusal: string };

interface Asked {
  readonly inputs: JsonObject;
  readonly uncertainties?: Readonly<Record<string, number>> | undefined;
}

/** A core of any generation: older ones name less. */
type ClaimedCore = Partial<EnvelopeCore>;

/** Computes what an envelope claims and compares every figure of it that no clock touches. */
export function reexecute(
  crypto: Pick<Crypto, "sha256" | "sha256Hex">,
  registry: Registry,
  core: ClaimedCore,
  asked: Asked,
  solved: SolvedAgain | null = null,
): Reexecution {
  const { engine_version: engine, operatorChain: chain = [] } = core;
  if (engine !== undefined && solverOf(engine) !== null)
    return againstSolved(crypto, registry, core, asked, solved);
  const elsewhere = versionRefusal(core, registry.registryVersion);
  const plan = planChain(registry, chain);
  if (plan.status === "invalid") {
    // A generation that names no engine may be of a solver, which stands in no registry.
    const mayBeSolved = engine === undefined && chain.some((id) => cardOf(id) !== null);
    return core.registry_version === registry.registryVersion && !mayBeSolved
      ? withoutValue(`this registry refuses its chain: ${plan.message}`)
      : notComparable(elsewhere ?? plan.message);
  }
  // Equal bits would prove nothing of the other arithmetic or registry that the receipt names.
  if (elsewhere !== null) return notComparable(elsewhere);
  if (core.rows_root !== undefined) return againstTable(crypto, plan, core, asked);
  const { inputs, uncertainties } = asked;
  if (isObject(inputs["derivation"])) return againstDerivation(crypto, plan, core, asked);
  if (!isNumbers(inputs)) return withoutValue("an input of a closed form is no number");
  const result = compute(plan, { inputs, uncertainties });
  if (result.status !== "value")
    return withoutValue(`computed again, it has no value: ${whyNone(result)}`);
  return compared(crypto, core, result, plan.quote.credits);
}

/** A receipt of laws that were joined: each step is computed again. */
function againstDerivation(
  crypto: Pick<Crypto, "sha256Hex">,
  plan: ChainPlan,
  core: ClaimedCore,
  { inputs, uncertainties }: Asked,
): Reexecution {
  const read = derivationSchema.safeParse(inputs["derivation"]);
  if (!read.success || Object.keys(inputs).length > 1 || uncertainties !== undefined)
    return withoutValue("its inputs are no derivation");
  const result = runDerivation(plan, read.data);
  return result.status === "value"
    ? compared(crypto, core, result.kernel, plan.quote.credits)
    : withoutValue(`computed again, it has no value: ${result.message}`);
}

/** A receipt of a table: every row is computed again. */
function againstTable(
  crypto: Pick<Crypto, "sha256" | "sha256Hex">,
  plan: ChainPlan,
  core: ClaimedCore,
  { inputs, uncertainties }: Asked,
): Reexecution {
  const read = tableOf(inputs);
  if ("refusal" in read || uncertainties !== undefined)
    return withoutValue(
      `its inputs are no table: ${"refusal" in read ? read.refusal : "uncertainties are columns"}`,
    );
  const result = computeTable(crypto, plan, read.table);
  switch (result.status) {
    case "value":
      return compared(crypto, core, result.kernel, result.quote.credits);
    case "none":
      return withoutValue("computed again, none of its rows has a value");
    case "invalid":
      return withoutValue(`computed again, it has no value: ${result.message}`);
    default:
      return result satisfies never;
  }
}

function compared(
  crypto: Pick<Crypto, "sha256Hex">,
  core: ClaimedCore,
  result: KernelValue,
  credits: number,
): Reexecution {
  const reasons = [...unusedInputs(result), ...differences(crypto, core, result)];
  if (canonicalize(core.operatorChain ?? []) !== canonicalize(result.operatorChain))
    reasons.push("operatorChain: another chain");
  if (core.credits !== credits)
    reasons.push(`credits: the envelope says ${core.credits}, the price is ${credits}`);
  return { verdict: reasons.length === 0 ? "agrees" : "differs", reasons, result };
}

/** Nothing is sealed with an input that nothing uses: such a receipt says more than was computed. */
export function unusedInputs({ unused }: KernelValue): readonly string[] {
  const names = Object.keys(unused);
  return names.length === 0 ? [] : [`no operator of this chain has an input ${names.join(", ")}`];
}

/** Inputs of a closed form. */
export function isNumbers(inputs: JsonObject): inputs is Readonly<Record<string, number>> {
  return Object.values(inputs).every((one) => typeof one === "number");
}

/**
 * The solver that computed a held receipt or answer, and what it was asked; null for a closed form.
 */
export function solverJobOf(
  held: JsonValue,
): { readonly solver: string; readonly inputs: JsonObject; readonly isTable: boolean } | null {
  if (!isObject(held)) return null;
  const envelope = isObject(held["envelope"]) ? held["envelope"] : null;
  const core = envelope === null ? held : isObject(envelope["core"]) ? envelope["core"] : {};
  const version = core["engine_version"];
  const inputs = held["inputs"];
  const solver = typeof version === "string" ? solverNamed(version) : null;
  if (solver === null || !isObject(inputs)) return null;
  return { solver, inputs, isTable: core["rows_root"] !== undefined };
}

/** A receipt of a solver, held against a run of that solver here. */
function againstSolved(
  crypto: Pick<Crypto, "sha256Hex">,
  registry: Registry,
  core: ClaimedCore,
  { inputs, uncertainties }: Asked,
  solved: SolvedAgain | null,
): Reexecution {
  const { engine_version: engine = "", operatorChain: chain = [] } = core;
  const elsewhere = versionRefusal(core, registry.registryVersion);
  if (elsewhere !== null) return notComparable(elsewhere);
  if (solverOf(engine) === TRANSITION_ENGINE)
    return againstTransition(crypto, core, { inputs, uncertainties });
  const name = solverNamed(engine);
  if (name === null || cardOf(name) === null)
    return withoutValue(`this engine has no solver ${name ?? JSON.stringify(solverOf(engine))}`);
  const strange = chain.find(
    (id) => id !== name && id !== KO42_ID && registry.get(id) === undefined,
  );
  if (strange !== undefined) return withoutValue(`this registry has no operator ${strange}`);
  if (!isOwnSolver(engine)) {
    const own = solverVersion(ENGINE_VERSION, `${name}/${cardOf(name)!.version}`);
    return notComparable(`it was computed by ${engine}, this is ${own}`);
  }
  if (solved === null || solverVersion(ENGINE_VERSION, solved.engine) !== engine)
    return notComparable("its solver was not run again here");
  if (uncertainties !== undefined) return withoutValue("a solver takes no uncertainties of inputs");
  return solved.refusal === undefined
    ? compared(crypto, core, solved.kernel, solved.credits)
    : withoutValue(`computed again, it has no value: ${solved.refusal}`);
}

/**
 * A transition of a contract: what its envelope states beside the commitment follows from that. The
 * step itself is made again from the log of the contract, which has the program and its events.
 */
export function againstTransition(
  crypto: Pick<Crypto, "sha256Hex">,
  core: ClaimedCore,
  { inputs, uncertainties }: Asked,
): Reexecution {
  const commitment = readCommitment(inputs);
  if (commitment === null || uncertainties !== undefined)
    return withoutValue("its inputs commit to no transition of a contract");
  const wrongBits = commitment.results.find(
    ({ value, value_bits: bits }) => valueBits(value) !== bits,
  );
  if (wrongBits !== undefined)
    return withoutValue(`value_bits of ${wrongBits.as} are those of another value`);
  const kernel = transitionValue(crypto, commitment, canonicalize(inputs));
  const found = compared(crypto, core, kernel, transitionCredits(commitment.results));
  return found.verdict === "agrees"
    ? notComparable("the step is made again from the log of its contract, with the row it names")
    : found;
}

/** `heat` of `calc-engine/2+heat/1`; null where no solver is named as solvers are. */
function solverNamed(engine: string): string | null {
  return /^(.+)\/[1-9]\d*$/.exec(solverOf(engine) ?? "")?.[1] ?? null;
}

/** Whether an engine version is that of a solver as it is here. */
export function isOwnSolver(engine: string): boolean {
  const card = cardOf(solverNamed(engine) ?? "");
  return card !== null && engine === solverVersion(ENGINE_VERSION, `${card.id}/${card.version}`);
}

/** Why computing it again would prove nothing, or null when it would. */
function versionRefusal(core: ClaimedCore, registryVersion: string): string | null {
  const { engine_version: engine, registry_version: version } = core;
  if (engine === undefined) return "its generation does not name the engine that computed it";
  if (engineOf(engine) !== ENGINE_VERSION)
    return `it was computed by ${engine}, this is ${ENGINE_VERSION}`;
  if (version === registryVersion) return null;
  return `it was computed with registry ${version ?? "unknown"}, this is ${registryVersion}`;
}

function withoutValue(reason: string): Reexecution {
  return { verdict: "no-value", reasons: [reason], result: null };
}

function notComparable(reason: string): Reexecution {
  return { verdict: "not-comparable", reasons: [reason], result: null };
}

function differences(
  crypto: Pick<Crypto, "sha256Hex">,
  core: ClaimedCore,
  result: KernelValue,
): string[] {
  const reasons: string[] = [];
  const compare = (name: string, claimed: JsonValue | undefined, computed: JsonValue): void => {
    if (claimed !== undefined && !Object.is(claimed, computed)) {
      reasons.push(
        `${name}: the envelope says ${canonicalize(claimed)}, computed again it is ${canonicalize(computed)}`,
      );
    }
  };
  compare("value_bits", core.value_bits, valueBits(result.value));
  const claims: Readonly<Record<string, JsonValue | undefined>> = { ...core };
  for (const [name, row] of Object.entries<Member>(CORE_MEMBERS)) {
    // Of a value, all bits are compared.
    if (row.of === undefined || name === "value") continue;
    const isAbsent = claims[name] === undefined && row.schema.safeParse(undefined).success;
    const computed = row.of(result) ?? null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a receipt holds is JSON
    compare(name, isAbsent ? null : claims[name], computed as JsonValue);
  }
  compare("precision_bound", core.precision_bound, boundOf(result.solution));
  compare("fields_hash", core.fields_hash, result.solution?.fieldsHash ?? null);
  compare(
    "seal_kind",
    core.seal_kind ?? null,
    result.solution?.differential === true ? "observable-differential" : null,
  );
  compare("equations_hash", core.equations_hash, crypto.sha256Hex(equationsText(result)));
  compare("master_sum_hash", core.master_sum_hash, crypto.sha256Hex(masterSumText(result)));
  return reasons;
}

/** Members of an answer that its receipt covers by itself, and those that only accompany it. */
const COVERED_BY_RECEIPT = new Set([
  ...Object.entries<Member>(CORE_MEMBERS)
    .filter(([, { said }]) => said === "named" || said === "added")
    .map(([name]) => name),
  "equations",
  "master_sum",
  "calcProof",
  "prev",
  "proof",
  "public_key",
  "receipt_id",
  "generation",
  "domain",
  "inputs",
  "uncertainties",
]);
/** Where a tick stands in its channel, which a row of the channel's log says and no receipt. */
const STREAM = "stream";
/** The value in a unit that was asked for: what the sealed one gives in it. */
const IN_UNIT = "in_unit";
/** Members that answers of the same engine did not have from the start. */
const ADDED_LATER: ReadonlySet<string> = new Set(["precision_scale"]);
const WRITTEN_BEFORE =
  ", as in answers from before it was stated; its receipt alone can be checked without it";
const VISIBILITIES: ReadonlySet<JsonValue> = new Set(["private", "record", "shared"]);

/**
 * What a person reads in an answer beside its receipt: each member must be what the re-execution
 * gives. Unknown members are reported: nobody sealed them.
 */
export function unsupportedMembers(
  answer: JsonObject,
  result: KernelValue,
  registry: Registry,
): readonly string[] {
  const calcProof = typeof answer["calcProof"] === "string" ? answer["calcProof"] : "";
  const text =
    `{${timelessMembers(result)}` +
    `,${protocolMember(result)},${calcondReceipt(result, calcProof)}}`;
  const read = parseJson(text);
  if (!read.ok || !isObject(read.value))
    throw new Error("an answer's own text is not a JSON object");
  const expected = read.value;
  // Who doubts how a question was understood asks the same question again.
  const routed = routedMembers(answer);
  const solver = result.solution === undefined ? null : result.operatorId;
  const reasons: string[] = routed.size === 0 ? [] : [...routingFaults(answer, solver, registry)];
  for (const [name, value] of Object.entries(answer)) {
    const isRouting = routed.has(name) && !Object.hasOwn(expected, name);
    if (COVERED_BY_RECEIPT.has(name) || isRouting || name === STREAM) continue;
    if (name === "visibility") {
      if (!VISIBILITIES.has(value)) reasons.push("visibility is none of private, record, shared");
    } else if (name === IN_UNIT) {
      if (!isInUnit(value, result)) reasons.push("in_unit is not the value in that unit");
    } else if (!Object.hasOwn(expected, name)) {
      reasons.push(`${name} is not part of a sealed answer`);
    } else if (canonicalize(value) !== canonicalize(expected[name]!)) {
      reasons.push(`${name} is not what the computation gives`);
    }
  }
  for (const name of Object.keys(expected))
    if (!Object.hasOwn(answer, name))
      reasons.push(`${name} is missing${ADDED_LATER.has(name) ? WRITTEN_BEFORE : ""}`);
  return reasons;
}

function isInUnit(stated: JsonValue, result: KernelValue): boolean {
  if (!isObject(stated) || typeof stated["unit"] !== "string") return false;
  const wanted = parseUnit(stated["unit"]);
  if (!wanted.ok) return false;
  const given = inUnit(result, wanted);
  return typeof given !== "string" && canonicalize({ ...given }) === canonicalize(stated);
}

/** Whether something held is a whole answer rather than a bare receipt. */
export function isAnswer(held: unknown): held is JsonObject {
  return (
    typeof held === "object" &&
    held !== null &&
    !Array.isArray(held) &&
    !Object.hasOwn(held, "envelope")
  );
}
