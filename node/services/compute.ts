/** From a compute request to a sealed answer: plan, run, seal, and the text that is returned and kept. */
import { canonicalize, canonicalString } from "../../protocol/encoding/jcs.js";
import {
  calcondReceipt, equationsText, masterSumText, protocolMember, timelessMembers,
} from "../../protocol/kernel/answer.js";
import { compute, type ComputeInputs } from "../../protocol/kernel/compute.js";
import { planChain, type ChainPlan } from "../../protocol/kernel/plan.js";
import type { KernelInvalid, KernelRequest, KernelResult, KernelValue } from "../../protocol/kernel/result.js";
import { PRECISION_BOUND } from "../../protocol/limits.js";
import type { Registry } from "../../protocol/operators/registry.js";
import { valueBits } from "../../protocol/encoding/bits.js";
import type { Crypto } from "../../protocol/ports.js";
import { CoreWriter, joinCore, type CoreParts, type CoreRun, type Funding } from "../../protocol/seal/envelope.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import type { Operation } from "../../storage/kv.js";
import type { Visibility } from "../../storage/records.js";
import type { Metrics } from "../metrics.js";
import type { Sealed, Sealer, SealInstant, SealRequest, UnsealedReason } from "./sealer.js";

/** Distinct chains kept ready; any client can name new ones, so the map is bounded. */
const PLANS_MAX = 4_096;
const FUNDING: Funding = "free";
const MS_PER_S = 1_000;

export interface ComputeModules {
  readonly registry: Registry;
  readonly crypto: Crypto;
  readonly sealer: Sealer;
  readonly metrics: Metrics;
  /** Ed25519 key of this node, hex. */
  readonly publicKey: string;
}

export interface SealOptions {
  readonly account: string;
  readonly visibility: Visibility;
  /** Writes for the batch of the seal, given the whole answer. */
  readonly also?: (body: string, receiptId: string) => readonly Operation[];
}

/** An answer's JSON text, and its receipt id when it was sealed. */
export interface SealedAnswer {
  readonly body: string;
  readonly receiptId: string | null;
}

export class ComputeService {
  readonly #registry: Registry;
  readonly #issuer: Issuer;
  readonly #sealer: Sealer;
  readonly #metrics: Metrics;
  readonly #texts = new WeakMap<ChainPlan, ChainTexts>();
  readonly #plans = new Map<string, ChainPlan>();

  constructor({ registry, crypto, sealer, metrics, publicKey }: ComputeModules) {
    this.#registry = registry;
    this.#issuer = { crypto, publicKey };
    this.#sealer = sealer;
    this.#metrics = metrics;
  }

  /** The chain made ready, remembered by its ids. */
  plan(ids: readonly string[]): ChainPlan | KernelInvalid {
    const key = ids.join("\u0000");
    const known = this.#plans.get(key);
    if (known !== undefined) return known;
    const plan = planChain(this.#registry, ids);
    if (plan.status === "invalid") return plan;
    if (this.#plans.size >= PLANS_MAX) this.#plans.delete(this.#plans.keys().next().value!);
    this.#plans.set(key, plan);
    return plan;
  }

  run(plan: ChainPlan, request: ComputeInputs): KernelResult {
    const result = compute(plan, request);
    if (result.status !== "invalid") {
      const { operatorId: operator, status: verdict } = result;
      this.#metrics.computes.inc(operator, verdict, () => ({ operator, verdict }));
    }
    if (result.status === "refused" && result.refusal.kind === "precision-loss") {
      this.#metrics.gateFailures.inc({ reason: "precision-loss" });
    }
    return result;
  }

  /** Seals a value; when the node may not write, the result comes back without a receipt and says why. */
  seal(plan: ChainPlan, request: KernelRequest, result: KernelValue, options: SealOptions): Promise<SealedAnswer> {
    const start = performance.now();
    let texts = this.#texts.get(plan);
    if (texts === undefined) this.#texts.set(plan, texts = chainTexts(plan));
    const draft = new AnswerDraft(this.#issuer, texts, plan, request, result, options);
    return this.#sealer.seal(draft).then((outcome): SealedAnswer => {
      if ("unsealedReason" in outcome) return { body: draft.unsealed(outcome.unsealedReason), receiptId: null };
      this.#metrics.sealSeconds.observe((performance.now() - start) / MS_PER_S);
      return { body: draft.answer(outcome.sealed), receiptId: outcome.sealed.id };
    });
  }
}

/** Who signs. */
interface Issuer { readonly crypto: Crypto; readonly publicKey: string }

/** What every envelope of a chain has in common, written once. */
interface ChainTexts {
  /** From `engine_version` to `funding`, as an answer has them. */
  readonly origin: string;
  readonly operators: string;
  readonly priced: string;
  readonly core: CoreWriter;
}

function chainTexts({ chain, quote, registryVersion }: ChainPlan): ChainTexts {
  return {
    origin: `"engine_version":"${ENGINE_VERSION}","registry_version":"${registryVersion}"`,
    operators: JSON.stringify(chain),
    priced: `,"credits":${quote.credits},"funding":"${FUNDING}"`,
    core: new CoreWriter({ credits: quote.credits, engine_version: ENGINE_VERSION, funding: FUNDING,
      operatorChain: chain, precision_bound: PRECISION_BOUND, registry_version: registryVersion }),
  };
}

/** The texts of one answer. What the clock does not touch is written before the window closes. */
class AnswerDraft implements SealRequest {
  readonly account: string;
  readonly visibility: Visibility;
  private readonly issuer: Issuer;
  private readonly chain: ChainTexts;
  private readonly plan: ChainPlan;
  private readonly result: KernelValue;
  private readonly equations: string;
  private readonly masterSum: string;
  /** `"domain":...,` or nothing. */
  private readonly domain: string;
  /** `"inputs":{...}` and, if given, `,"uncertainties":{...}`. */
  private readonly asked: string;
  private readonly inputsEnd: number;
  private readonly timeless: string;
  private readonly envelope: CoreParts;
  private readonly alongside: SealOptions["also"];
  private written: string | null = null;

  constructor(
    issuer: Issuer, chain: ChainTexts, plan: ChainPlan, request: KernelRequest, result: KernelValue, options: SealOptions,
  ) {
    this.account = options.account;
    this.visibility = options.visibility;
    this.alongside = options.also;
    this.issuer = issuer;
    this.chain = chain;
    this.plan = plan;
    this.result = result;
    this.equations = equationsText(result);
    this.masterSum = masterSumText(result);
    this.domain = request.domain === undefined ? "" : `"domain":${canonicalString(request.domain)},`;
    const inputs = `"inputs":${canonicalize(request.inputs)}`;
    this.inputsEnd = inputs.length;
    this.asked = request.uncertainties === undefined
      ? inputs : `${inputs},"uncertainties":${canonicalize(request.uncertainties)}`;
    this.timeless = timelessMembers(result, this.equations, this.masterSum);
    this.envelope = this.coreParts();
  }

  private coreParts(): CoreParts {
    const { crypto } = this.issuer;
    const { precisionActual, uncertainty, unit, value, metricShift } = this.result;
    const run: CoreRun = {
      equations_hash: crypto.sha256Hex(this.equations),
      inputs_hash: crypto.sha256Hex(`{${this.domain}${this.asked}}`),
      master_sum_hash: crypto.sha256Hex(this.masterSum),
      precision_actual: precisionActual, uncertainty, unit, value, value_bits: valueBits(value),
    };
    return this.chain.core.parts(metricShift === null ? run : { ...run, metric_shift: metricShift });
  }

  core(instant: SealInstant): string {
    return joinCore(this.envelope, instant);
  }

  kept(): string {
    const { value, unit, uncertainty, precisionActual, operatorChain, metricShift } = this.result;
    // With one domain operator the only term is the value itself.
    const sum = operatorChain.length > 2 ? `,"master_sum":${this.masterSum}` : "";
    const shift = metricShift === null ? "" : `,"metric_shift":${metricShift}`;
    const uncertainties = this.asked.slice(this.inputsEnd);
    return `{${this.domain}"credits":${this.plan.quote.credits},"equations":${this.equations},"funding":"${FUNDING}"`
      + `,${this.asked.slice(0, this.inputsEnd)}${sum}${shift},"operatorChain":${this.chain.operators}`
      + `,"precision_actual":${precisionActual},"precision_bound":${PRECISION_BOUND}`
      + `,"registry_version":"${this.plan.registryVersion}"${uncertainties},"uncertainty":${uncertainty}`
      + `,"unit":${unit === null ? "null" : canonicalString(unit)},"value":${value}}`;
  }

  also(sealed: Sealed): readonly Operation[] {
    return this.alongside === undefined ? NO_OPERATIONS : this.alongside(this.answer(sealed), sealed.id);
  }

  /** The whole answer; written once, because an idempotency record and the response share it. */
  answer(sealed: Sealed): string {
    this.written ??= this.sealedText(sealed);
    return this.written;
  }

  private sealedText({ instant, id, prev, calcProof, proof }: Sealed): string {
    const { origin, priced } = this.chain;
    return `{${this.timeless},"R_t":${instant.R_t},"phase":${instant.phase},"calcond":${instant.calcond}`
      + `,${protocolMember(this.result)},${origin}${priced},${this.domain}${this.asked},"generation":"v3"`
      + `,"calcProof":"${calcProof}",${calcondReceipt(this.result, calcProof)},"visibility":"${this.visibility}"`
      + `,"receipt_id":"${id}","prev":"${prev}","proof":${proof},"public_key":"${this.issuer.publicKey}"}`;
  }

  /** A result that could not be sealed: the same value, no receipt, no charge. */
  unsealed(reason: UnsealedReason): string {
    return `{${this.timeless},"R_t":null,"phase":null,"calcond":null,${this.chain.origin},"credits":0`
      + `,"unsealed_reason":"${reason}"}`;
  }
}

const NO_OPERATIONS: readonly Operation[] = [];
