/**
 * The texts of one answer: what is hashed into its envelope, what is kept of it, and what is
 * returned.
 */
import { hash } from "node:crypto";
import { valueBits } from "../../protocol/encoding/bits.js";
import { flat } from "../../protocol/encoding/flat.js";
import { canonicalString } from "../../protocol/encoding/jcs.js";
import {
  calcondReceipt,
  equationsText,
  masterSumText,
  protocolMember,
  timelessMembers,
  unitText,
} from "../../protocol/kernel/answer.js";
import { boundOf } from "../../protocol/precision.js";
import type { Crypto } from "../../protocol/ports.js";
import {
  joinCore,
  type CoreInstant,
  type CoreParts,
  type CoreWriter,
} from "../../protocol/seal/coreText.js";
import { solverVersion, type Funding } from "../../protocol/seal/envelope.js";
import {
  ENVELOPE_FORMAT,
  type EnvelopeFormat,
  type KeptChain,
} from "../../protocol/seal/envelopeFormat.js";
import {
  MINIMAL_MEMBERS,
  shapedText,
  type AnswerShape,
} from "../../protocol/kernel/answerShape.js";
import type { RunTexts } from "../../protocol/seal/members.js";
import type { Solution } from "../../protocol/chains/result.js";
import type { SealedEnvelope } from "../../protocol/seal/window.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import type { UnsealedReason } from "../spine/unsealed.js";
import { fundingOf, type ChainFacts, type SealDraft } from "./draft.js";

/** What one sealed result became. */
export interface Sealed extends SealedEnvelope {
  /** When its window was sealed: the same instant for all of its envelopes. */
  readonly instant: CoreInstant;
  /** Canonical text of {count, header, index, path, sig}. */
  readonly proof: string;
}

interface EncodedAnswer {
  readonly bytes: Uint8Array;
  /** In base64. */
  readonly sha256: string;
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

function textsOf(chain: ChainFacts, funding: Funding, format: EnvelopeFormat): ChainTexts {
  if (format !== ENVELOPE_FORMAT) return createTexts(chain, funding, format);
  const known = texts[funding].get(chain);
  if (known !== undefined) return known;
  const chainTexts = createTexts(chain, funding, format);
  texts[funding].set(chain, chainTexts);
  return chainTexts;
}

function createTexts(chain: ChainFacts, funding: Funding, format: EnvelopeFormat): ChainTexts {
  const { credits, operators, registryVersion, solver } = chain;
  const engine =
    solver === undefined ? ENGINE_VERSION : solverVersion(ENGINE_VERSION, solver.engine);
  const kept: KeptChain = {
    credits,
    funding,
    operatorChain: operators,
    precision_bound: boundOf(solver),
    registry_version: registryVersion,
  };
  return {
    origin: flat(`"engine_version":"${engine}","registry_version":"${registryVersion}"`),
    priced: flat(`,"credits":${credits},"funding":"${funding}"`),
    kept: format.keptChain(kept),
    core: format.coreWriter({ ...kept, engine_version: engine }),
  };
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
  readonly #format: EnvelopeFormat;
  readonly #chain: ChainTexts;
  readonly #run: RunTexts;
  readonly #equations: string;
  readonly #masterSum: string;
  /** `"domain":...,` or nothing. */
  readonly #domain: string;
  /** `,"uncertainties":{...}` or nothing. */
  readonly #uncertainties: string;
  readonly #parts: CoreParts;
  #writtenFor: Sealed | null = null;
  #written = "";
  #shapedFor: Sealed | null = null;
  #shaped = "";
  #encodedFor: Sealed | null = null;
  #encoded: EncodedAnswer | null = null;

  constructor(crypto: Crypto, draft: SealDraft, format: EnvelopeFormat = ENVELOPE_FORMAT) {
    const { domain, result, uncertainties } = draft;
    this.draft = draft;
    this.#format = format;
    this.#chain = textsOf(draft.chain, fundingOf(draft.charge), format);
    this.#run = format.textsOfRun(result);
    this.#equations = equationsText(result);
    this.#masterSum = masterSumText(result);
    this.#domain = domain === null ? "" : `"domain":${canonicalString(domain)},`;
    this.#uncertainties = uncertainties === null ? "" : `,"uncertainties":${uncertainties}`;
    this.#parts = this.#coreParts(crypto);
  }

  #coreParts(crypto: Crypto): CoreParts {
    const { value, solution } = this.draft.result;
    return this.#chain.core.ownParts(this.#run, {
      equations_hash: crypto.sha256Hex(this.#equations),
      fields_hash: solution === undefined ? null : solution.fieldsHash,
      inputs_hash: crypto.sha256Hex(
        `{${this.#domain}"inputs":${this.draft.inputs}${this.#uncertainties}}`,
      ),
      master_sum_hash: crypto.sha256Hex(this.#masterSum),
      seal_kind: solution?.differential === true ? "observable-differential" : undefined,
      value_bits: valueBits(value),
    });
  }

  /** Canonical text of the core at an instant. */
  core(instant: CoreInstant): string {
    return joinCore(this.#parts, instant);
  }

  /**
   * Members kept of it: all that neither can be derived nor stands in the first envelope of its
   * window.
   * @param first of the window; may be this one
   */
  kept(first: AnswerText): string {
    const { chain, inputs, result, uncertainties } = this.draft;
    const { solution } = result;
    const common = first !== this && first.#chain === this.#chain ? "" : this.#chain.kept;
    const own = this.#format.keptOwn(this.#run, {
      equations: this.#equations,
      inputs,
      // With one domain operator the only term is the value itself.
      master_sum:
        chain.operators.length > 2 || solution !== undefined ? this.#masterSum : undefined,
      solved: solution === undefined ? undefined : solvedText(solution),
      uncertainties: uncertainties ?? undefined,
    });
    return `{${this.#domain}${common}${own}}`;
  }

  /** The answer in the form that its caller wants; written once, as the whole one is. */
  given(publicKey: string, sealed: Sealed): string {
    const { shape } = this.draft;
    if (shape === undefined || shape === null) return this.sealed(publicKey, sealed);
    if (this.#shapedFor !== sealed)
      this.#shaped =
        this.#short(shape, sealed) ?? shapedText(this.sealed(publicKey, sealed), shape);
    this.#shapedFor = sealed;
    return this.#shaped;
  }

  /** The same as bytes; made once, because the place kept for a key and the response share them. */
  encoded(publicKey: string, sealed: Sealed): EncodedAnswer {
    if (this.#encodedFor !== sealed) {
      const bytes = Buffer.from(this.given(publicKey, sealed));
      this.#encoded = { bytes, sha256: hash("sha256", bytes, "base64") };
      this.#encodedFor = sealed;
    }
    return this.#encoded!;
  }

  /** A short form without the whole one; null where it names a member that only that one has. */
  #short(shape: AnswerShape, { id }: Sealed): string | null {
    const names = shape === "minimal" ? MINIMAL_MEMBERS : [...new Set(shape)];
    const { rows, uncertainty, unit, value } = this.draft.result;
    const members: string[] = [];
    for (const name of names)
      switch (name) {
        case "value":
          members.push(`"value":${value}`);
          break;
        case "unit":
          members.push(`"unit":${unitText(unit)}`);
          break;
        case "uncertainty":
          members.push(`"uncertainty":${uncertainty}`);
          break;
        case "receipt_id":
          members.push(`"receipt_id":"${id}"`);
          break;
        case "rows_count":
          if (rows !== undefined) members.push(`"rows_count":${rows.count}`);
          break;
        case "rows":
          if (rows !== undefined) members.push(rows.members.slice(1));
          break;
        default:
          return null;
      }
    return `{${members.join(",")}}`;
  }

  /** The whole answer; written once, because what is kept of it and the response share it. */
  sealed(publicKey: string, sealed: Sealed): string {
    // A window that had to be prepared again has other seals.
    if (this.#writtenFor !== sealed) this.#written = this.#sealedText(publicKey, sealed);
    this.#writtenFor = sealed;
    return this.#written;
  }

  #sealedText(publicKey: string, { instant, id, prev, calcProof, proof }: Sealed): string {
    const { origin, priced } = this.#chain;
    const { inputs, result, visibility } = this.draft;
    return (
      `{${this.#timeless()}${instantText(instant)}${protocolMember(result)},${origin}${priced},` +
      `${this.#domain}"inputs":${inputs}${this.#uncertainties},"generation":"v3",` +
      `"calcProof":"${calcProof}",${calcondReceipt(result, calcProof)},` +
      `"visibility":"${visibility}","receipt_id":"${id}","prev":"${prev}","proof":${proof},` +
      `"public_key":"${publicKey}"${this.#format.added(this.#run)}}`
    );
  }

  /** A result that could not be sealed: the same value, no receipt, no charge. */
  unsealed(reason: UnsealedReason): string {
    const { shape } = this.draft;
    const text =
      `{${this.#timeless()},"R_t":null,"phase":null,"calcond":null,${this.#chain.origin},"credits":0` +
      `,"unsealed_reason":"${reason}"}`;
    return shape === undefined || shape === null ? text : shapedText(text, shape);
  }

  #timeless(): string {
    return timelessMembers(this.draft.result, this.#equations, this.#masterSum);
  }
}

function solvedText({ differential, engine, fieldsHash }: Solution): string {
  return JSON.stringify({
    engine,
    fields_hash: fieldsHash,
    ...(differential ? { differential: true } : {}),
  });
}
