import type { NodeHandlers } from "../../../api/contract/index.js";
import type { Call } from "../../../api/contract/definition/call.js";
import { HEX_32_BYTES } from "../../../api/contract/definition/common.js";
import { preEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import { valueBits } from "../../../protocol/encoding/bits.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { instantOf } from "../../../protocol/math/modulation.js";
import { KO42_ID } from "../../../protocol/chains/master.js";
import type { Proof, VerifyExpectations } from "../../../protocol/kernel/verifyAnswer.js";
import { solverResult, statedResult } from "../../../protocol/kernel/verifyResult.js";
import type { JsonObject, JsonValue } from "../../../protocol/ports.js";
import { verdictMembers, type Checked, type Verdict } from "../../../protocol/seal/verdict.js";
import { isRowProof } from "../../../protocol/kernel/table/verifyRow.js";
import type { Standing } from "../../../protocol/witness/standing.js";
import { ENGINE_VERSION } from "../../../protocol/version.js";
import type { Machines } from "../../machines/machines.js";
import { bareReceiptId, shortAnswer, type FoundReceipt } from "../receipts.js";
import { PROVE_STATEMENT } from "../prover.js";
import { signStatement } from "../statements.js";
import { asker } from "../../operations/asker.js";
import type { ComputeServices } from "../createCompute.js";
import type { Ground } from "../../ground/ground.js";
import type { StreamServices } from "../../streams/createStreams.js";
import type { MachineServices } from "../../machines/createMachines.js";
import type { MeshView } from "../../mesh/view/meshView.js";
import type { WitnessServices } from "../../witness/createWitness.js";
import { DISPUTED_HEADER, STANDING_HEADER } from "../../operations/headers.js";
import { inNumbers } from "../../operations/quantities.js";
import { refuseUnused, requirePlan, valueOrAnswer } from "../../operations/results.js";

type ProofHandlers = Pick<
  NodeHandlers,
  "prove" | "proveVerify" | "verify" | "reverify" | "attest" | "receipt"
>;

/** Constant of the contract: what kind of key stands behind a keyless proof. */
const KEY_PREFIX = "PROVE";
/** Slug of the machine whose key computed it; for its owner and the machine. */
const MACHINE_HEADER = "x-calc-machine";
const IMMUTABLE = "public, max-age=31536000, immutable";

type ProofServices = Pick<Ground, "clock" | "crypto" | "identity" | "registry"> &
  Pick<ComputeServices, "compute" | "evaluator" | "prover" | "receipts" | "solvers"> &
  Pick<MachineServices, "machines"> &
  Pick<WitnessServices, "witnessing"> & {
    readonly mesh: MeshView;
    readonly streams: Pick<StreamServices, "links">;
  };

/** Checks of what callers present: receipts, whole answers, proofs and results without a receipt. */
function presentedChecks(services: ProofServices) {
  const { clock, evaluator, identity, machines, prover, receipts, solvers } = services;
  const verifyPresented = async (held: JsonValue, call: Call, id?: string): Promise<Proof> => {
    const by = asker(call);
    const expected: VerifyExpectations = {
      nowCalcond: instantOf(clock.nowNs()).calcond,
      ...(id === undefined ? {} : { id }),
      // Only this node's own receipts carry an HMAC that it can check.
      ...(publicKeyOf(held) === identity.publicKeyHex ? { proofKey: identity.proofKey } : {}),
    };
    const solved = (await evaluator.isWorthSolving(held, expected, by))
      ? await solvers.again(held, by)
      : null;
    return evaluator.verify(held, { ...expected, ...(solved === null ? {} : { solved }) }, by);
  };
  const checkById = async (id: string, call: Call) => {
    if (!HEX_32_BYTES.safeParse(id).success) throw noReceiptId();
    const receipt = parsed((await visibleTo(machines, await receipts.find(id), call)).text);
    return { receipt, proof: await verifyPresented(receipt, call, id) };
  };
  const check = async (held: Readonly<Record<string, unknown>>, call: Call): Promise<Proof> => {
    const short = shortAnswer(held);
    if (short !== null) {
      const { proof, receipt } = await checkById(short.id, call);
      return { ...proof, checks: [...proof.checks, statedCheck(short.stated, receipt)] };
    }
    // Within a whole answer it is evidence, and any text goes; alone it is a question.
    const id = bareReceiptId(held);
    return id === null
      ? verifyPresented(held as JsonObject, call)
      : (await checkById(id, call)).proof;
  };
  /** What somebody holds, sealed or not; a result without a receipt is computed again alone. */
  const examine = async (held: JsonObject, call: Call): Promise<Examined> => {
    if (isSealed(held) || bareReceiptId(held) !== null) {
      const proof = await check(held, call);
      return {
        kind: "receipt",
        outcome: proof.reexecution?.verdict ?? "malformed",
        ...shown(proof),
      };
    }
    if (held["kind"] === PROVE_STATEMENT && held["signature"] !== undefined) {
      const checks = await prover.check(held, asker(call));
      const value = checks.find(({ name }) => name === "value")?.ok ?? null;
      return {
        kind: "proof",
        outcome: value === null ? "not-comparable" : value ? "agrees" : "differs",
        ...verdictMembers(checks),
        checks: copied(checks),
        receipt_id: null,
        signer: typeof held["public_key"] === "string" ? held["public_key"] : null,
      };
    }
    if (statedResult(held) === null) throw nothingToReexecute();
    const job = solverResult(held);
    const solved = job === null ? null : await solvers.again(job, asker(call));
    const { checks, reexecution } = await evaluator.verifyResult(held, solved, asker(call));
    return {
      kind: "result",
      outcome: reexecution.verdict,
      ...verdictMembers(checks),
      checks: copied(checks),
      receipt_id: null,
      signer: null,
    };
  };
  return { check, examine, verifyPresented };
}

export function proofHandlers(services: ProofServices): ProofHandlers {
  const { compute, crypto, evaluator, identity, clock, machines, mesh } = services;
  const { prover, receipts, registry } = services;
  const { book } = services.witnessing;
  const { check, examine, verifyPresented } = presentedChecks(services);
  /**
   * Where the history of the signer is in dispute, when the receipt's seal stands there or later.
   */
  const disputedFrom = (text: string): number | null => {
    // The last member of the canonical text, read without the rest: nearly nobody is in dispute.
    const from = mesh.disputedFrom(text.slice(-66, -2));
    if (from === null) return null;
    const seal = sealOf(text);
    return seal === null || seal.seq >= from ? from : null;
  };
  /** Beside the receipt, which stays what anyone can verify; nothing where no quorum is asked for. */
  const standingIn = (text: string): Standing | null => {
    const seal = book.isOn ? sealOf(text) : null;
    return seal === null ? null : book.standing(seal.author, seal);
  };
  return {
    prove: async ({ operators = [KO42_ID], inputs: given = {}, domain }, call) => {
      const plan = requirePlan(compute.plan(operators));
      const { inputs } = inNumbers(plan, { inputs: given }, false);
      const result = await evaluator.compute(plan, { inputs }, asker(call));
      const outcome = valueOrAnswer(compute.observed(result), "error");
      if ("answer" in outcome) return outcome.answer;
      refuseUnused(outcome.value);
      return prover.prove(
        { operators, inputs, ...(domain === undefined ? {} : { domain }) },
        outcome.value,
        plan.registryVersion,
      ) as { value: number };
    },
    proveVerify: (held, call) =>
      proveVerdict(services, held as JsonObject, call, (what) => verifyPresented(what, call)),
    verify: async (held, call) => shown(await check(held, call)),
    reverify: async (held, call) => {
      const { kind, outcome, ...found } = await examine(held as JsonObject, call);
      const verdict = {
        receipt_id: found.receipt_id,
        kind,
        outcome,
        verdict: found.verdict,
        valid: found.valid,
        digest: crypto.sha256Hex(canonicalize(held)),
        calcond: instantOf(clock.nowNs()).calcond,
        engine_version: ENGINE_VERSION,
        registry_version: registry.registryVersion,
      };
      return {
        ...found,
        verdict,
        signature: signStatement(crypto, identity.seed, "verdict", verdict),
        public_key: identity.publicKeyHex,
      };
    },
    attest: async (asked, call) => {
      const plan = requirePlan(compute.plan(asked.operators));
      const input = inNumbers(plan, asked, false);
      const result = await evaluator.compute(plan, input, asker(call));
      const outcome = valueOrAnswer(compute.observed(result), "error");
      if ("answer" in outcome) return { valid: false, signature: null, ...outcome.answer };
      const { value, unit, operatorChain } = outcome.value;
      const claim = {
        inputs: input.inputs,
        operatorChain,
        unit,
        value,
        value_bits: valueBits(value),
        engine_version: ENGINE_VERSION,
        registry_version: registry.registryVersion,
        calcond: instantOf(clock.nowNs()).calcond,
      };
      const valid = Object.is(input.value, value);
      return {
        valid,
        ...claim,
        claimed_bits: valueBits(input.value),
        public_key: identity.publicKeyHex,
        signature: valid ? signStatement(crypto, identity.seed, "attest", claim) : null,
      };
    },
    receipt: async ({ id, sig }, call) => {
      const found =
        sig === undefined
          ? await visibleTo(machines, await receipts.find(id), call)
          : await openedBy(services, id, sig);
      const disputed = disputedFrom(found.text);
      // A page in dispute today may have been cached yesterday, but no longer from here.
      if (disputed !== null) {
        return preEncoded({
          body: found.text,
          headers: ["cache-control", "no-store", DISPUTED_HEADER, String(disputed)],
        });
      }
      const shared = found.visibility === "shared";
      const standing = standingIn(found.text);
      const stands = standing === null ? [] : [STANDING_HEADER, standing];
      if (await machines.mayRead(call.principal, found)) {
        const machine = await machines.computedBy(found);
        // Beside the receipt, which stays what anyone can verify.
        if (machine !== null)
          return preEncoded({
            body: found.text,
            headers: ["cache-control", "no-store", MACHINE_HEADER, machine.slug, ...stands],
          });
      }
      return preEncoded({
        body: found.text,
        // Caches keep the header, too: what is final stays so.
        headers: shared
          ? ["cache-control", IMMUTABLE, ...(standing === "final" ? stands : [])]
          : ["cache-control", "no-store", ...stands],
      });
    },
  };
}

/** Whether a short answer says what its receipt does. */
function statedCheck(stated: Readonly<Record<string, unknown>>, receipt: JsonValue): Checked {
  const { core } = (receipt as JsonObject)["envelope"] as { readonly core: JsonObject };
  const other = Object.keys(stated).find((name) => !Object.is(stated[name], core[name]));
  return {
    name: "short-answer",
    ok: other === undefined,
    detail:
      other === undefined
        ? "it says what its receipt says"
        : `its ${other} is not that of its receipt`,
  };
}

function noReceiptId(): ApiError {
  const message = "a receipt id is 64 hex digits in lower case";
  return new ApiError("INVALID_INPUT", `/receipt_id: ${message}`, {
    errors: [{ pointer: "/receipt_id", code: "INVALID_VALUE", message }],
  });
}

function publicKeyOf(held: JsonValue): JsonValue | undefined {
  const receipt: JsonValue = isRowProof(held) ? held.receipt : held;
  return (receipt as JsonObject | null)?.["public_key"];
}

/** The event that seals a receipt; null for one from before there were any. */
export function sealOf(
  text: string,
): { readonly author: string; readonly seq: number; readonly calcond: number } | null {
  const read = parseJson(text);
  if (!read.ok || !isObject(read.value) || !isObject(read.value["proof"])) return null;
  const { header } = read.value["proof"];
  if (!isObject(header)) return null;
  const { author, calcond, seq } = header;
  if (typeof author !== "string" || typeof seq !== "number" || typeof calcond !== "number")
    return null;
  return { author, seq, calcond };
}

function parsed(text: string): JsonValue {
  const read = parseJson(text);
  if (!read.ok) throw new Error(`a stored receipt is not JSON: ${read.message}`);
  return read.value;
}

/**
 * Shared receipts are anyone's to read; others are their owner's, or the machine's, and to the rest
 * of the world do not exist.
 */
/** What a link to a channel opens. @throws Refusal BAD_SIGNATURE, LINK_EXPIRED */
async function openedBy(
  { receipts, streams }: Pick<ProofServices, "receipts" | "streams">,
  id: string,
  sig: string,
): Promise<FoundReceipt> {
  const found = await receipts.own(id);
  const account = found?.account ?? null;
  const calcond = found === null ? null : calcondIn(found.text);
  if (found === null || account === null || calcond === null)
    throw new ApiError("BAD_SIGNATURE", "this signature opens no receipt of this id");
  await streams.links.openReceipt({ id, account, calcond }, sig);
  return found;
}

/** When the result of a receipt was computed. */
function calcondIn(text: string): number | null {
  const read = parseJson(text);
  const envelope = read.ok && isObject(read.value) ? read.value["envelope"] : null;
  const core = isObject(envelope) ? envelope["core"] : null;
  const calcond = isObject(core) ? core["calcond"] : null;
  return typeof calcond === "number" ? calcond : null;
}

export async function visibleTo(
  machines: Machines,
  found: FoundReceipt | null,
  call: Call,
): Promise<FoundReceipt> {
  if (
    found !== null &&
    (found.visibility === "shared" || (await machines.mayRead(call.principal, found)))
  )
    return found;
  throw new ApiError("NOT_FOUND", "no receipt of this id is shared, or it is not yours");
}

/** The answer about anything held. */
type Shown = {
  readonly verdict: Verdict;
  readonly valid: boolean;
  readonly checks: { name: string; ok: boolean | null; detail: string }[];
  readonly reasons: string[];
  readonly receipt_id: string | null;
  readonly signer: string | null;
};

type Examined = Shown & {
  readonly kind: "receipt" | "proof" | "result";
  readonly outcome: string;
};

function copied(checks: readonly Checked[]): Shown["checks"] {
  return checks.map(({ name, ok, detail }) => ({ name, ok, detail }));
}

function shown(proof: Proof) {
  const { checks, generation, detail, id, signer } = proof;
  return {
    ...verdictMembers(checks),
    checks: copied(checks),
    ...(generation === null ? {} : { generation, detail }),
    receipt_id: id,
    signer,
  };
}

/** Holds a receipt, or parts of one: then its seal is part of what is checked. */
function isSealed(held: JsonObject): boolean {
  return (
    isRowProof(held) || ["envelope", "proof", "receipt_id"].some((name) => held[name] !== undefined)
  );
}

/** A verdict on nothing is not signed. */
function nothingToReexecute(): ApiError {
  return new ApiError(
    "INVALID_INPUT",
    "this is no result: hand over a receipt, a whole answer, or operatorChain, inputs and value",
  );
}

async function proveVerdict(
  services: Pick<ComputeServices, "prover">,
  held: JsonObject,
  call: Call,
  verifyPresented: (held: JsonValue) => Promise<Proof>,
) {
  const chain = held["operatorChain"];
  const operatorIds = Array.isArray(chain)
    ? chain.filter((id): id is string => typeof id === "string")
    : [];
  const stated = {
    R_t: typeof held["R_t"] === "number" ? held["R_t"] : null,
    calcond: Number.isSafeInteger(held["calcond"]) ? (held["calcond"] as number) : null,
    operatorIds,
    keyPrefix: KEY_PREFIX,
  };
  if (isSealed(held)) return { ...shown(await verifyPresented(held)), ...stated };
  const checks = await services.prover.check(held, asker(call));
  return { ...verdictMembers(checks), checks: copied(checks), ...stated };
}
