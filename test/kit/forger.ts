/**
 * Somebody who seals whatever they like under a key of their own: hashes, path and signature of
 * what they make are right, so only the computation can tell.
 */
import { equationsText, masterSumText } from "../../protocol/kernel/answer.js";
import { compute } from "../../protocol/chains/compute.js";
import { instantOf, modulationAt } from "../../protocol/math/modulation.js";
import { planChain } from "../../protocol/chains/plan.js";
import { valueBits } from "../../protocol/encoding/bits.js";
import { jsonOf } from "../../protocol/encoding/jcs.js";
import { toHex } from "../../protocol/encoding/hex.js";
import type { Registry } from "../../protocol/operators/registry.js";
import type { JsonObject } from "../../protocol/ports.js";
import { FIRST_PREV, contentHash, engineOf, inputsHash } from "../../protocol/seal/envelope.js";
import type { EnvelopeCore } from "../../protocol/seal/members.js";
import { preGenesisMessage } from "../../protocol/seal/receipt.js";
import { sealWindow } from "../../protocol/seal/window.js";
import { nodeCrypto as crypto } from "../../node/runtime/crypto.js";

const SEED = new Uint8Array(32).fill(66);
const AUTHOR = { seed: SEED, publicKey: toHex(crypto.ed25519PublicKey(SEED)) };
const INSTANT_NS = 1_700_000_000_123_456_789n;
/** The calcond at which everything here is judged. */
export const NOW = instantOf(INSTANT_NS).calcond + 1_000;

/** The sealed parts: the core, and the contents that its hashes cover. */
export interface Draft {
  readonly core: EnvelopeCore;
  readonly equations: readonly string[];
  readonly masterSum: JsonObject;
  readonly inputs: JsonObject;
  readonly uncertainties?: Readonly<Record<string, number>>;
}

/** What a computation gives, as a node would seal it; null where it has no value. */
export function honest(
  registry: Registry,
  operators: readonly string[],
  inputs: Readonly<Record<string, number>>,
  uncertainties?: Readonly<Record<string, number>>,
): Draft | null {
  const plan = planChain(registry, operators);
  if (plan.status === "invalid") return null;
  const result = compute(plan, { inputs, uncertainties });
  if (result.status !== "value") return null;
  const { calcond, phase } = instantOf(INSTANT_NS);
  const asked = { inputs, ...(uncertainties === undefined ? {} : { uncertainties }) };
  const core: EnvelopeCore = {
    R_t: modulationAt(phase),
    calcond,
    credits: plan.quote.credits,
    engine_version: "calc-engine/2",
    equations_hash: crypto.sha256Hex(equationsText(result)),
    fields_hash: null,
    funding: "free",
    inputs_hash: inputsHash(crypto, asked),
    master_sum_hash: crypto.sha256Hex(masterSumText(result)),
    ...(result.metricShift === null ? {} : { metric_shift: result.metricShift }),
    operatorChain: result.operatorChain,
    phase,
    precision_actual: result.precisionActual,
    precision_bound: 1e-4,
    registry_version: registry.registryVersion,
    uncertainty: result.uncertainty,
    unit: result.unit,
    value: result.value,
    value_bits: valueBits(result.value),
  };
  return {
    core,
    equations: result.equations,
    masterSum: jsonOf({ ...result.masterSum }),
    ...asked,
  };
}

/** Another core, with the value's bits made right again. */
export function changed(draft: Draft, change: Partial<EnvelopeCore>): Draft {
  const core = { ...draft.core, ...change };
  return { ...draft, core: { ...core, value_bits: valueBits(core.value) } };
}

/** Other contents, with the hashes made right again. */
export function withContents(draft: Draft, contents: Partial<Omit<Draft, "core">>): Draft {
  const whole = { ...draft, ...contents };
  const { equations, inputs, masterSum, uncertainties } = whole;
  return {
    ...whole,
    core: {
      ...draft.core,
      equations_hash: contentHash(crypto, [...equations]),
      master_sum_hash: contentHash(crypto, masterSum),
      inputs_hash: inputsHash(crypto, {
        inputs,
        ...(uncertainties === undefined ? {} : { uncertainties }),
      }),
    },
  };
}

/** The receipt of a draft, sealed and signed by the forger. */
export function sealedBy(draft: Draft): JsonObject {
  const { core, equations, inputs, masterSum, uncertainties } = draft;
  const window = sealWindow(
    crypto,
    {
      author: AUTHOR,
      net: "0badcafe",
      engineVersion: engineOf(core.engine_version),
      proofKey: new Uint8Array(32),
      prevLink: FIRST_PREV,
      seq: 1,
      prevId: "0".repeat(64),
      calcond: core.calcond,
    },
    [core],
  );
  const { calcProof, prev } = window.envelopes[0]!;
  const envelope = {
    calcProof,
    core,
    equations,
    generation: "v3",
    master_sum: masterSum,
    prev,
    uncertainties,
  };
  return jsonOf({ envelope, inputs, proof: window.proof(0), public_key: AUTHOR.publicKey });
}

/** The same as the oldest generation has it, signed by itself. */
export function preGenesisBy(draft: Draft): JsonObject {
  const {
    engine_version: _engine,
    precision_actual: _actual,
    precision_bound: _bound,
    seal_kind: _kind,
    ...core
  } = draft.core;
  const sig = toHex(crypto.ed25519Sign(SEED, preGenesisMessage({ ...core })));
  const envelope = {
    core,
    equations: draft.equations,
    generation: "pre_genesis",
    master_sum: draft.masterSum,
    uncertainties: draft.uncertainties,
  };
  return jsonOf({
    envelope,
    inputs: draft.inputs,
    proof: { sig },
    public_key: AUTHOR.publicKey,
  });
}
