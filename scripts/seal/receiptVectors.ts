/**
 * The receipts of test/vectors/seal/receipts.json, the same bytes on every run: one of each
 * generation and shape, for verifiers written in other languages. `node
 * dist/scripts/seal/receiptVectors.js` writes the file; a test compares it.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nodeCrypto as crypto } from "../../node/runtime/crypto.js";
import { valueBits } from "../../protocol/encoding/bits.js";
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import { canonicalize, jsonOf } from "../../protocol/encoding/jcs.js";
import { createEvent, type Author } from "../../protocol/seal/event.js";
import { instantOf, modulationAt } from "../../protocol/math/modulation.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import {
  FIRST_PREV,
  calcProof,
  contentHash,
  hashLink,
  inputsHash,
  type EnvelopeCoreV1,
  type SealedInputs,
} from "../../protocol/seal/envelope.js";
import type { EnvelopeCore } from "../../protocol/seal/members.js";
import { windowTree } from "../../protocol/seal/merkle.js";
import { preGenesisMessage, verifyReceiptStructure } from "../../protocol/seal/receipt.js";
import type { Verdict } from "../../protocol/seal/verdict.js";
import { sealWindow, type WindowPlace } from "../../protocol/seal/window.js";
import { altered, leafPaths, objectOf, valueAt, withChange, type Step } from "./jsonPaths.js";

const RECEIPTS_FILE = "test/vectors/seal/receipts.json";
const FORGERIES_FILE = "test/vectors/seal/forgeries.json";
/** Every vector is judged at this calcond: whoever checks them has a clock of their own. */
export const NOW_CALCOND = 2_312_300_000;
/** Keys of these vectors only: anyone may read them here. */
const SEED = new Uint8Array(32).map((_, i) => i);
export const PROOF_KEY = new Uint8Array(32).map((_, i) => 255 - i);
const AUTHOR: Author = { seed: SEED, publicKey: toHex(crypto.ed25519PublicKey(SEED)) };
const NET = "0a1b2c3d";
const START_NS = 1_795_230_000_000_000_000n;

interface Sample {
  readonly asked: SealedInputs;
  readonly equations: readonly string[];
  readonly masterSum: JsonObject;
  readonly core: EnvelopeCore;
}

export interface ReceiptVector {
  readonly name: string;
  /** Of a verifier whose registry is not the one named, which is none that there is. */
  readonly verdict: Verdict;
  /** Hash-link; null for the generation that has none. */
  readonly id: string | null;
  readonly receipt: JsonObject;
}

function sample(
  step: number,
  asked: SealedInputs,
  value: number,
  operators: readonly string[],
  unit: string | null,
): Sample {
  const { calcond, phase } = instantOf(START_NS + BigInt(step) * 123_456_789_012n);
  const ids = operators.slice(1);
  const equations = [
    "R(t) = S(t) [1 + \u03b1 sin(2\u03c0 f t)]",
    ...ids.map((id) => `${id}(${Object.keys(asked.inputs).join(", ")}) = ${value}`),
  ];
  const masterSum: JsonObject = {
    terms: ids.map((id) => ({ operator_id: id, role: "term", unit, value })),
    total: ids.length === 1 ? value : null,
    unit,
  };
  const core: EnvelopeCore = {
    R_t: modulationAt(phase),
    calcond,
    credits: 3,
    engine_version: "calc-engine/1",
    equations_hash: contentHash(crypto, equations),
    fields_hash: null,
    funding: "free",
    inputs_hash: inputsHash(crypto, asked),
    master_sum_hash: contentHash(crypto, masterSum),
    operatorChain: operators,
    phase,
    precision_actual: 4.440892098500626e-16,
    precision_bound: 1e-4,
    registry_version: "5f0c1d2e3b4a",
    uncertainty: Math.abs(value) * 2.2e-5,
    unit,
    value,
    value_bits: valueBits(value),
  };
  return { asked, equations, masterSum, core };
}

const gravity: SealedInputs = {
  domain: "newtonian_mechanics",
  inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 },
};
const measured: SealedInputs = { inputs: { m: 2, a: -9.80665 }, uncertainties: { m: 0.001 } };

function samples(count: number, from: number): Sample[] {
  return Array.from({ length: count }, (_, i) => {
    if (i % 3 === 0) return sample(from + i, gravity, 1.98054321e20 + i, ["KO42", "NM21"], "N");
    if (i % 3 === 1)
      return sample(from + i, measured, -19.6133 / (i + 1), ["KO42", "NM19", "NM23"], "J");
    return { ...sample(from + i, { inputs: {} }, 1, ["KO42"], null) };
  });
}

function place(prevLink: string, seq: number, calcond: number): WindowPlace {
  return {
    author: AUTHOR,
    net: NET,
    engineVersion: "calc-engine/1",
    proofKey: PROOF_KEY,
    prevLink,
    seq,
    prevId: toHex(crypto.sha256(`event ${seq}`)),
    calcond,
  };
}

function currentReceipt(
  one: Sample,
  window: ReturnType<typeof sealWindow>,
  index: number,
): JsonObject {
  const { calcProof: proof, prev } = window.envelopes[index]!;
  const { domain, inputs, uncertainties } = one.asked;
  const envelope = {
    calcProof: proof,
    core: one.core,
    domain,
    equations: one.equations,
    generation: "v3",
    master_sum: one.masterSum,
    prev,
    uncertainties,
  };
  return jsonOf({ envelope, inputs, proof: window.proof(index), public_key: AUTHOR.publicKey });
}

function currentVectors(): ReceiptVector[] {
  const vectors: ReceiptVector[] = [];
  let prev = FIRST_PREV;
  let seq = 1;
  for (const [count, chosen] of [
    [1, [0]],
    [5, [0, 2, 4]],
    [7, [6]],
    [256, [0, 255]],
  ] as const) {
    const window = samples(count, seq * 1_000);
    const sealed = sealWindow(
      crypto,
      place(prev, seq, window[count - 1]!.core.calcond + 1),
      window.map((one) => one.core),
    );
    for (const index of chosen) {
      vectors.push({
        name: `v3, envelope ${index} of ${count}`,
        verdict: "sound",
        id: sealed.envelopes[index]!.id,
        receipt: currentReceipt(window[index]!, sealed, index),
      });
    }
    prev = sealed.envelopes[count - 1]!.id;
    seq += 1;
  }
  const shifted = sample(9_000, gravity, 1.98054321e20, ["KO42", "NM21"], "N");
  const changes: readonly (readonly [string, Verdict, Partial<EnvelopeCore>])[] = [
    ["v3, metric shift, paid", "sound", { funding: "paid", metric_shift: -2.5e-4 }],
    ["v3, a bound that no rule gives", "invalid", { precision_bound: 1 }],
    ["v3, the bound of a sampled result", "invalid", { precision_bound: 1e-3 }],
    [
      "v3, a solver's own bound",
      "sound",
      {
        precision_bound: 1e-3,
        engine_version: "calc-engine/1+quant/1",
        fields_hash: "0".repeat(64),
      },
    ],
    ["v3, as far ahead as a clock may be", "sound", { calcond: NOW_CALCOND + 120 }],
    ["v3, in the future", "invalid", { calcond: NOW_CALCOND + 121 }],
    ["v3, in the far future", "invalid", { calcond: 9e12 }],
  ];
  for (const [name, verdict, change] of changes) {
    const core: EnvelopeCore = { ...shifted.core, ...change };
    const sealed = sealWindow(crypto, place(prev, seq, core.calcond), [core]);
    const { id } = sealed.envelopes[0]!;
    vectors.push({ name, verdict, id, receipt: currentReceipt({ ...shifted, core }, sealed, 0) });
  }
  return vectors;
}

function olderCore(core: EnvelopeCore): EnvelopeCoreV1 {
  const {
    engine_version: _engine,
    precision_actual: _actual,
    precision_bound: _bound,
    ...older
  } = core;
  return older;
}

/** The receipt as the answer to a compute request states it: flat, with members of its own. */
export function answerOf({ id, receipt }: ReceiptVector): JsonObject {
  const { envelope, ...outer } = receipt;
  const { core, ...others } = objectOf(envelope);
  const {
    equations_hash: _e,
    fields_hash: fields,
    inputs_hash: _i,
    master_sum_hash: _m,
    metric_shift: shift,
    ...members
  } = objectOf(core);
  const answer: JsonObject = {
    ...members,
    ...others,
    ...outer,
    receipt_id: id,
    precisionBound: members.precision_bound!,
    calcond_averaged: members.value!,
    // A scalar has none, and its answer says nothing of them.
    ...(fields === null ? {} : { fields_hash: fields! }),
  };
  return shift === undefined ? answer : { ...answer, cko: { metric_shift: shift } };
}

function answerVectors(current: readonly ReceiptVector[]): ReceiptVector[] {
  return [current[3]!, current.find(({ name }) => name === "v3, metric shift, paid")!].map(
    (vector) => ({
      name: `${vector.name}, as an answer`,
      verdict: "sound",
      id: vector.id,
      receipt: { ...answerOf(vector), masterEquation: "not covered" },
    }),
  );
}

/** The first linked generation: neither core nor seal body names the engine version. */
function firstLinkedVector(): ReceiptVector {
  const window = samples(3, 50);
  let prev = FIRST_PREV;
  const links = window.map((one) => {
    const id = hashLink(crypto, prev, canonicalize(olderCore(one.core)), "v1");
    const link = { id, prev };
    prev = id;
    return link;
  });
  const tree = windowTree(
    crypto,
    links.map((link) => fromHex(link.id)!),
  );
  const event = createEvent(crypto, AUTHOR, {
    net: NET,
    kind: "seal",
    seq: 1,
    prev: toHex(crypto.sha256("event 0")),
    calcond: window[2]!.core.calcond,
    body: { count: 3, root: toHex(tree.root) },
  });
  const one = window[1]!;
  const envelope = {
    calcProof: calcProof(crypto, PROOF_KEY, links[1]!.id),
    core: olderCore(one.core),
    equations: one.equations,
    generation: "v1",
    master_sum: one.masterSum,
    prev: links[1]!.prev,
    uncertainties: one.asked.uncertainties,
  };
  const proof = {
    count: 3,
    header: event.event.header,
    index: 1,
    path: tree.path(1).map(toHex),
    sig: event.event.sig,
  };
  return {
    name: "v1, envelope 1 of 3",
    verdict: "sound",
    id: links[1]!.id,
    receipt: jsonOf({ envelope, inputs: one.asked.inputs, proof, public_key: AUTHOR.publicKey }),
  };
}

function preGenesisVector(): ReceiptVector {
  const one = sample(7, gravity, 1.98054321e20, ["KO42", "NM21"], "N");
  const core = olderCore(one.core);
  const sig = toHex(crypto.ed25519Sign(SEED, preGenesisMessage({ ...core })));
  const envelope = {
    core,
    domain: one.asked.domain,
    equations: one.equations,
    generation: "pre_genesis",
    master_sum: one.masterSum,
  };
  return {
    name: "pre_genesis",
    verdict: "sound",
    id: null,
    receipt: jsonOf({
      envelope,
      inputs: one.asked.inputs,
      proof: { sig },
      public_key: AUTHOR.publicKey,
    }),
  };
}

let cached: readonly ReceiptVector[] | null = null;

function receiptVectors(): readonly ReceiptVector[] {
  if (cached === null) {
    const current = currentVectors();
    cached = [...current, ...answerVectors(current), firstLinkedVector(), preGenesisVector()];
  }
  return cached;
}

export function receiptsText(): string {
  const vectors = {
    now: NOW_CALCOND,
    proofKey: toHex(PROOF_KEY),
    publicKey: AUTHOR.publicKey,
    receipts: receiptVectors(),
  };
  return `${JSON.stringify(vectors, null, 1)}\n`;
}

/** One vector with one place changed; without `value` that place is taken out. */
export interface Forgery {
  readonly of: string;
  readonly path: readonly Step[];
  readonly value?: JsonValue;
  readonly verdict: Verdict;
}

/**
 * Values at the limits of the format and past them, for members that altering one character does
 * not reach.
 */
const SPECIAL: readonly (readonly [readonly Step[], JsonValue])[] = [
  [["extra"], 1],
  [["envelope", "extra"], null],
  [["envelope", "core", "extra"], 1],
  [["proof", "extra"], []],
  [["envelope", "domain"], "x".repeat(65)],
  [["envelope", "domain"], null],
  [["envelope", "generation"], "v2"],
  [["envelope", "core", "operatorChain"], []],
  [
    ["envelope", "core", "operatorChain"],
    ["KO42", "a", "b", "c", "d"],
  ],
  [
    ["envelope", "core", "operatorChain"],
    ["KO42", "KO42"],
  ],
  [["envelope", "core", "phase"], 1],
  [["envelope", "core", "phase"], 0.1],
  [["envelope", "core", "value_bits"], "8000000000000000"],
  [["envelope", "core", "credits"], 0],
  [["envelope", "core", "credits"], 1.5],
  [["envelope", "core", "funding"], "none"],
  [["envelope", "core", "metric_shift"], 0],
  [["envelope", "core", "calcond"], 2 ** 53],
  [["envelope", "core", "unit"], 5],
  [["envelope", "core", "uncertainty"], -1],
  [["inputs"], []],
  [["inputs", "m"], "2"],
  [["inputs"], {}],
  [["envelope", "uncertainties"], {}],
  [["envelope", "equations"], [1]],
  [["envelope", "master_sum"], []],
  [["proof", "count"], 257],
  [["proof", "count"], 0],
  [["proof", "index"], 256],
  [["proof", "index"], 0.5],
  [["proof", "path"], []],
  [["proof", "path"], null],
  [["proof", "header", "kind"], "node"],
  [["proof", "header", "v"], 2],
  [["proof", "header", "seq"], 0],
  [["proof"], null],
  [["envelope"], null],
  [["public_key"], "01".padEnd(64, "0")],
  [["public_key"], `ed${"f".repeat(61)}7f`.slice(0, 64)],
  [["envelope", "core"], {}],
];

function forgeriesOf({ name, receipt }: ReceiptVector): Forgery[] {
  const places = leafPaths(receipt);
  // Only its issuer can tell one calcProof from another.
  const verdictAt = (path: readonly Step[]): Verdict =>
    path.join(".") === "envelope.calcProof" ? "sound" : "invalid";
  return [
    ...places.map((path) => ({
      of: name,
      path,
      value: altered(valueAt(receipt, path)),
      verdict: verdictAt(path),
    })),
    ...places.map((path) => ({ of: name, path, verdict: verdictAt(path) })),
    ...SPECIAL.filter(([path]) => valueAt(receipt, path.slice(0, -1)) !== undefined).map(
      ([path, value]) => ({ of: name, path, value, verdict: "invalid" as const }),
    ),
  ];
}

function forgeries(): readonly Forgery[] {
  return receiptVectors()
    .filter(({ name }) => /^(v3, envelope 4 of 5|v1.*|pre_genesis)$/.test(name))
    .flatMap(forgeriesOf);
}

export function forgeryVerdict(forgery: Forgery): Verdict {
  const { receipt } = receiptVectors().find(({ name }) => name === forgery.of)!;
  return verifyReceiptStructure(
    crypto,
    withChange(receipt, forgery.path, () => forgery.value),
    { nowCalcond: NOW_CALCOND },
  ).verdict;
}

export function forgeriesText(): string {
  const lines = forgeries().map((forgery) => JSON.stringify(forgery));
  return `{"forgeries":[\n${lines.join(",\n")}\n]}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(RECEIPTS_FILE, receiptsText());
  writeFileSync(FORGERIES_FILE, forgeriesText());
}
