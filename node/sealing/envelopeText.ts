/**
 * How an envelope is kept: only what cannot be derived. Hashes, links, proofs and the modulation
 * follow from the rest, and what all envelopes of a window share stands once, in the first of them.
 * An answer is acknowledged after its bytes are on the disk, so every byte less is time less. What
 * is read back must give the receipt's own id, or it is damaged.
 */
import { valueBits } from "../../protocol/encoding/bits.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { masterSum } from "../../protocol/chains/master.js";
import { modulationAt } from "../../protocol/math/modulation.js";
import type { MasterSum } from "../../protocol/chains/result.js";
import type { Crypto, JsonObject } from "../../protocol/ports.js";
import {
  calcProof,
  contentHash,
  hashLink,
  inputsHash,
  solverVersion,
} from "../../protocol/seal/envelope.js";
import {
  ENVELOPE_FORMAT,
  type EnvelopeFormat,
  type KeptChain,
} from "../../protocol/seal/envelopeFormat.js";
import type { EnvelopeCore, KeptAs } from "../../protocol/seal/members.js";
import { CorruptRecordError } from "../../storage/kv/errors.js";
import { buckets } from "../../storage/records/buckets.js";
import type { EnvelopeWindow } from "../../storage/records/records.js";
import type { Sealed } from "./answerText.js";

/** What the envelopes of one window have in common. */
export interface WindowShared {
  readonly calcond: number;
  readonly engine_version: string;
  readonly phase: number;
  /** Hash-link before the first envelope of the window. */
  readonly prev: string;
}

/** Members kept of one envelope; absent members are null, absent or derived. */
export interface KeptEnvelope extends KeptChain, Pick<EnvelopeCore, KeptAs<"own">> {
  readonly domain?: string;
  readonly equations: readonly string[];
  readonly inputs: JsonObject;
  /** Of a solver's run. */
  readonly solved?: {
    readonly engine: string;
    readonly fields_hash: string;
    readonly differential?: true;
  };
  /** Left out where it follows from the last operator's value. */
  readonly master_sum?: MasterSum;
  readonly uncertainties?: Readonly<Record<string, number>>;
}

interface FirstKept extends KeptEnvelope {
  readonly shared: WindowShared;
}

/** The record of the first envelope of a window, which carries what all share. */
export function withShared(kept: string, shared: WindowShared): string {
  return `${kept.slice(0, -1)},"shared":${JSON.stringify(shared)}}`;
}

/** The terms of a chain with at most one domain operator. */
function derivedMasterSum(kept: Pick<KeptEnvelope, "operatorChain" | "unit" | "value">): MasterSum {
  const { operatorChain, unit, value } = kept;
  const last = operatorChain[operatorChain.length - 1]!;
  return masterSum(operatorChain.length === 1 ? [] : [{ operatorId: last, value, unit }]);
}

export interface RestoreModules {
  readonly crypto: Crypto;
  readonly proofKey: Uint8Array;
}

interface Restored {
  readonly kept: KeptEnvelope;
  readonly core: EnvelopeCore;
  readonly sum: MasterSum;
  /** Hash-link before it. */
  readonly prev: string;
}

/** @throws CorruptRecordError when what is kept does not give the id it is kept under. */
function restore(
  crypto: Crypto,
  window: EnvelopeWindow,
  index: number,
  format: EnvelopeFormat,
): Restored {
  const { id, text } = window[index]!;
  const { shared, ...first } = JSON.parse(window[0]!.text) as FirstKept;
  const kept =
    index === 0
      ? first
      : withChain(
          format,
          JSON.parse(text) as KeptEnvelope | Omit<KeptEnvelope, keyof KeptChain>,
          first,
        );
  const sum = kept.master_sum ?? derivedMasterSum(kept);
  const core = coreOf(format, { crypto, kept, shared, sum });
  const prev = index === 0 ? shared.prev : window[index - 1]!.id;
  if (hashLink(crypto, prev, format.coreText(core)) !== id) {
    throw new CorruptRecordError(
      buckets.env.name,
      id,
      "what is kept does not give this receipt id",
    );
  }
  return { kept, core, sum, prev };
}

/**
 * What the hash-link of an envelope covers. @throws CorruptRecordError when it does not give the id
 * it is kept under.
 */
export function restoreCore(
  crypto: Crypto,
  window: EnvelopeWindow,
  index: number,
  format: EnvelopeFormat = ENVELOPE_FORMAT,
): EnvelopeCore {
  return restore(crypto, window, index, format).core;
}

/**
 * The canonical receipt text up to its proof. @throws CorruptRecordError when it does not give the
 * id it is kept under.
 */
export function restoreReceipt(
  { crypto, proofKey }: RestoreModules,
  window: EnvelopeWindow,
  index: number,
): string {
  const {
    kept: { domain, equations, inputs, uncertainties },
    core,
    sum,
    prev,
  } = restore(crypto, window, index, ENVELOPE_FORMAT);
  const envelope = {
    calcProof: calcProof(crypto, proofKey, window[index]!.id),
    core,
    domain,
    equations,
    generation: "v3",
    master_sum: sum,
    prev,
    uncertainties,
  };
  return canonicalize({ envelope, inputs }).slice(0, -1);
}

/**
 * What the seal of an envelope added to its answer, but for the proof, and how it was paid. @throws
 * CorruptRecordError when what is kept does not give the id it is kept under.
 */
export function restoreSeal(
  { crypto, proofKey }: RestoreModules,
  window: EnvelopeWindow,
  index: number,
): Omit<Sealed, "proof"> & Pick<EnvelopeCore, "funding"> {
  const { id } = window[index]!;
  const { core, prev } = restore(crypto, window, index, ENVELOPE_FORMAT);
  const { R_t, calcond, funding, phase } = core;
  return {
    id,
    prev,
    coreText: ENVELOPE_FORMAT.coreText(core),
    calcProof: calcProof(crypto, proofKey, id),
    instant: { R_t, calcond, phase },
    funding,
  };
}

/**
 * What the hash-link of an envelope covers, and the inputs of its result. @throws
 * CorruptRecordError when it does not give the id it is kept under.
 */
export function restoreRun(
  crypto: Crypto,
  window: EnvelopeWindow,
  index: number,
): { readonly core: EnvelopeCore; readonly inputs: KeptEnvelope["inputs"] } {
  const { core, kept } = restore(crypto, window, index, ENVELOPE_FORMAT);
  return { core, inputs: kept.inputs };
}

/** Hash-link before the first envelope of a window. */
export function windowPrev(window: EnvelopeWindow): string {
  return (JSON.parse(window[0]!.text) as FirstKept).shared.prev;
}

/** What can be said of an envelope without putting its receipt together. */
export function factsOf(
  window: EnvelopeWindow,
  index: number,
): { readonly calcond: number; readonly operatorChain: readonly string[] } {
  const first = JSON.parse(window[0]!.text) as FirstKept;
  const kept = index === 0 ? first : (JSON.parse(window[index]!.text) as Partial<KeptChain>);
  return {
    calcond: first.shared.calcond,
    operatorChain: kept.operatorChain ?? first.operatorChain,
  };
}

function withChain(
  format: EnvelopeFormat,
  kept: KeptEnvelope | Omit<KeptEnvelope, keyof KeptChain>,
  first: KeptChain,
): KeptEnvelope {
  return "operatorChain" in kept ? kept : { ...format.chainOf(first), ...kept };
}

interface Kept {
  readonly crypto: Crypto;
  readonly kept: KeptEnvelope;
  readonly shared: WindowShared;
  readonly sum: MasterSum;
}

/** What follows from what is kept, and what a solver's run says in its own way. */
const DERIVED: {
  readonly [N in KeptAs<"derived"> | "engine_version"]: (of: Kept) => EnvelopeCore[N];
} = {
  R_t: ({ shared }) => modulationAt(shared.phase),
  engine_version: ({ kept: { solved }, shared }) =>
    solved === undefined
      ? shared.engine_version
      : solverVersion(shared.engine_version, solved.engine),
  equations_hash: ({ crypto, kept }) => contentHash(crypto, kept.equations),
  fields_hash: ({ kept }) => kept.solved?.fields_hash ?? null,
  inputs_hash: ({ crypto, kept: { domain, inputs, uncertainties } }) =>
    inputsHash(crypto, {
      inputs,
      ...(domain === undefined ? {} : { domain }),
      ...(uncertainties === undefined ? {} : { uncertainties }),
    }),
  master_sum_hash: ({ crypto, sum }) => crypto.sha256Hex(canonicalize(sum)),
  seal_kind: ({ kept }) =>
    kept.solved?.differential === true ? "observable-differential" : undefined,
  value_bits: ({ kept }) => valueBits(kept.value),
};

function coreOf(format: EnvelopeFormat, of: Kept): EnvelopeCore {
  const derived: Readonly<Record<string, (from: Kept) => unknown>> = DERIVED;
  const stored: Readonly<Record<string, unknown>> = { ...of.shared, ...of.kept };
  const core: Record<string, unknown> = {};
  for (const name of Object.keys(format.members)) {
    const value = Object.hasOwn(derived, name) ? derived[name]!(of) : stored[name];
    if (value !== undefined) core[name] = value;
  }
  return core as never;
}
