/**
 * The texts of one answer: what is hashed into its envelope, what is kept of it, and what is
 * returned.
 */
import { valueBits } from "../../protocol/encoding/bits.js";
import { flat } from "../../protocol/encoding/flat.js";
import { canonicalString } from "../../protocol/encoding/jcs.js";
import {
  calcondReceipt,
  equationsText,
  masterSumText,
  protocolMember,
  timelessMembers,
} from "../../protocol/kernel/answer.js";
import { PRECISION_BOUND } from "../../protocol/limits.js";
import type { Crypto } from "../../protocol/ports.js";
import {
  CoreWriter,
  coreParts,
  joinCore,
  solverVersion,
  type CoreInstant,
  type CoreParts,
  type CoreRun,
  type Funding,
} from "../../protocol/seal/envelope.js";
import type { Solution } from "../../protocol/kernel/result.js";
import type { SealedEnvelope } from "../../protocol/seal/window.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import type { UnsealedReason } from "../spine/unsealed.js";
import { fundingOf, type ChainFacts, type SealDraft } from "./draft.js";

/** What one sealed result became. */
export interface Sealed extends SealedEnvelope {
  /** Of its window: one reading of the clock for all of its envelopes. */
  readonly instant: CoreInstant;
  /** Canonical text of {count, header, index, path, sig}. */
  readonly proof: string;
}

/** What every answer of a chain has in common, written once. */
interface ChainTexts {
  /** From `engine_version` to `registry_version`. */
  readonly origin: string;
  readonly priced: string;
  /** Of what is kept. */
  readonly kept: string;
  readonly core: CoreWriter;
}

const texts: Readonly<Record<Funding, WeakMap<ChainFacts, ChainTexts>>> = {
  free: new WeakMap(),
  paid: new WeakMap(),
};

function textsOf(chain: ChainFacts, funding: Funding): ChainTexts {
  const known = texts[funding].get(chain);
  if (known !== undefined) return known;
  const { credits, operators, registryVersion, solver } = chain;
  const engine =
    solver === undefined ? ENGINE_VERSION : solverVersion(ENGINE_VERSION, solver.engine);
  const bound = solver?.precisionBound ?? PRECISION_BOUND;
  const made: ChainTexts = {
    origin: flat(`"engine_version":"${engine}","registry_version":"${registryVersion}"`),
    priced: flat(`,"credits":${credits},"funding":"${funding}"`),
    kept: flat(
      `"credits":${credits},"funding":"${funding}","operatorChain":${JSON.stringify(operators)}` +
        `,"precision_bound":${bound},"registry_version":"${registryVersion}",`,
    ),
    core: new CoreWriter({
      credits,
      engine_version: engine,
      funding,
      operatorChain: operators,
      precision_bound: bound,
      registry_version: registryVersion,
    }),
  };
  texts[funding].set(chain, made);
  return made;
}

let written: { readonly instant: CoreInstant; readonly text: string } | null = null;

/** All answers of a window share its instant: `,"R_t":` to the comma before `protocol`. */
function instantText(instant: CoreInstant): string {
  const { R_t, calcond, phase } = instant;
  if (written?.instant !== instant)
    written = { instant, text: flat(`,"R_t":${R_t},"phase":${phase},"calcond":${calcond},`) };
  return written.text;
}

/**
 * What does not depend on its window is written when it is made: the window before is being written
 * then.
 */
export class AnswerText {
  readonly draft: SealDraft;
  private readonly chain: ChainTexts;
  private readonly equations: string;
  private readonly masterSum: string;
  /** `"domain":...,` or nothing. */
  private readonly domain: string;
  /** `,"uncertainties":{...}` or nothing. */
  private readonly uncertainties: string;
  private readonly parts: CoreParts;
  private writtenFor: Sealed | null = null;
  private written = "";

  constructor(crypto: Crypto, draft: SealDraft) {
    const { domain, result, uncertainties } = draft;
    this.draft = draft;
    this.chain = textsOf(draft.chain, fundingOf(draft.charge));
    this.equations = equationsText(result);
    this.masterSum = masterSumText(result);
    this.domain = domain === null ? "" : `"domain":${canonicalString(domain)},`;
    this.uncertainties = uncertainties === null ? "" : `,"uncertainties":${uncertainties}`;
    this.parts = this.coreParts(crypto);
  }

  private coreParts(crypto: Crypto): CoreParts {
    const { precisionActual, uncertainty, unit, value, metricShift, solution } = this.draft.result;
    if (solution !== undefined) return this.solvedParts(crypto, solution);
    const run: CoreRun = {
      equations_hash: crypto.sha256Hex(this.equations),
      inputs_hash: crypto.sha256Hex(
        `{${this.domain}"inputs":${this.draft.inputs}${this.uncertainties}}`,
      ),
      master_sum_hash: crypto.sha256Hex(this.masterSum),
      precision_actual: precisionActual,
      uncertainty,
      unit,
      value,
      value_bits: valueBits(value),
    };
    return this.chain.core.parts(
      metricShift === null ? run : { ...run, metric_shift: metricShift },
    );
  }

  /** A run of a solver takes milliseconds: its core is written member by member. */
  private solvedParts(
    crypto: Crypto,
    { differential, fieldsHash, precisionBound }: Solution,
  ): CoreParts {
    const { operatorChain, precisionActual, uncertainty, unit, value, metricShift } =
      this.draft.result;
    const { credits, registryVersion, solver } = this.draft.chain;
    return coreParts({
      credits,
      engine_version: solverVersion(ENGINE_VERSION, solver!.engine),
      funding: fundingOf(this.draft.charge),
      operatorChain,
      equations_hash: crypto.sha256Hex(this.equations),
      fields_hash: fieldsHash,
      inputs_hash: crypto.sha256Hex(
        `{${this.domain}"inputs":${this.draft.inputs}${this.uncertainties}}`,
      ),
      master_sum_hash: crypto.sha256Hex(this.masterSum),
      ...(metricShift === null ? {} : { metric_shift: metricShift }),
      precision_actual: precisionActual,
      precision_bound: precisionBound,
      registry_version: registryVersion,
      ...(differential ? { seal_kind: "observable-differential" as const } : {}),
      uncertainty,
      unit,
      value,
      value_bits: valueBits(value),
    });
  }

  /** Canonical text of the core at an instant. */
  core(instant: CoreInstant): string {
    return joinCore(this.parts, instant);
  }

  /**
   * What is kept of it: all that neither can be derived nor stands in the first envelope of its
   * window.
   * @param first of the window; may be this one
   */
  kept(first: AnswerText): string {
    const { chain, inputs, result } = this.draft;
    const { value, unit, uncertainty, precisionActual, metricShift, solution } = result;
    const common = first !== this && first.chain === this.chain ? "" : this.chain.kept;
    // With one domain operator the only term is the value itself.
    const sum =
      chain.operators.length > 2 || solution !== undefined ? `,"master_sum":${this.masterSum}` : "";
    const solved =
      solution === undefined
        ? ""
        : `,"solved":${JSON.stringify({
            engine: solution.engine,
            fields_hash: solution.fieldsHash,
            ...(solution.differential ? { differential: true } : {}),
          })}`;
    const shift = metricShift === null ? "" : `,"metric_shift":${metricShift}`;
    return (
      `{${this.domain}${common}"equations":${this.equations},"inputs":${inputs}${sum}${shift}` +
      `,"precision_actual":${precisionActual}${solved}${this.uncertainties},"uncertainty":${uncertainty}` +
      `,"unit":${unit === null ? "null" : canonicalString(unit)},"value":${value}}`
    );
  }

  /** The whole answer; written once, because an idempotency record and the response share it. */
  sealed(publicKey: string, sealed: Sealed): string {
    // A window that had to be prepared again has other seals.
    if (this.writtenFor !== sealed) this.written = this.sealedText(publicKey, sealed);
    this.writtenFor = sealed;
    return this.written;
  }

  private sealedText(publicKey: string, { instant, id, prev, calcProof, proof }: Sealed): string {
    const { origin, priced } = this.chain;
    const { inputs, result, visibility } = this.draft;
    return (
      `{${this.timeless()}${instantText(instant)}${protocolMember(result)},${origin}${priced},${this.domain}"inputs":${inputs}${this.uncertainties}` +
      `,"generation":"v3","calcProof":"${calcProof}",${calcondReceipt(result, calcProof)}` +
      `,"visibility":"${visibility}","receipt_id":"${id}","prev":"${prev}","proof":${proof}` +
      `,"public_key":"${publicKey}"}`
    );
  }

  /** A result that could not be sealed: the same value, no receipt, no charge. */
  unsealed(reason: UnsealedReason): string {
    return (
      `{${this.timeless()},"R_t":null,"phase":null,"calcond":null,${this.chain.origin},"credits":0` +
      `,"unsealed_reason":"${reason}"}`
    );
  }

  private timeless(): string {
    return timelessMembers(this.draft.result, this.equations, this.masterSum);
  }
}
