/** The shape of a receipt, and how one is taken out of the answer to a compute request. */
import * as z from "zod";
import { isObject } from "../events/event.js";
import { CHAIN_OPERATORS_MAX, INPUTS_MAX, SEAL_WINDOW_MAX } from "../limits.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import { contentHash, solverOf, type EnvelopeCore, type Generation } from "./envelope.js";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const signature = z.string().regex(/^[0-9a-f]{128}$/);
const count = z.int().min(0);
const version = z.string().min(1).max(128);
const name = z.string().min(1).max(64);
const quantities = z
  .record(z.string(), z.number())
  .refine((all) => Object.keys(all).length <= INPUTS_MAX);

/** Inputs of a solver are any JSON that its own schema takes. */
const inputs = z
  .record(z.string(), z.unknown())
  .refine((all) => Object.keys(all).length <= INPUTS_MAX);

/** A closed form takes numbers only. */
function inputsFit(receipt: {
  readonly envelope: { readonly core: { readonly engine_version: string } };
  readonly inputs: Readonly<Record<string, unknown>>;
}): boolean {
  return (
    solverOf(receipt.envelope.core.engine_version) !== null ||
    quantities.safeParse(receipt.inputs).success
  );
}

const coreMembers = {
  R_t: z.number(),
  calcond: count,
  credits: z.int().min(1),
  equations_hash: hash,
  fields_hash: hash.nullable(),
  funding: z.enum(["free", "paid"]),
  inputs_hash: hash,
  master_sum_hash: hash,
  metric_shift: z.number().optional(),
  operatorChain: z.array(name).min(1).max(CHAIN_OPERATORS_MAX),
  phase: z.number().min(0).lt(1),
  registry_version: version,
  uncertainty: z.number().min(0),
  unit: z.string().max(256).nullable(),
  value: z.number(),
  value_bits: z.string().regex(/^[0-9a-f]{16}$/),
};
const namedArithmetic = {
  engine_version: version,
  seal_kind: z.literal("observable-differential").optional(),
  precision_actual: z.number().min(0),
  precision_bound: z.number().min(0),
};

const content = {
  /** Only its issuer can check it, so a receipt may do without. */
  calcProof: hash.optional(),
  domain: z.string().max(64).optional(),
  equations: z.array(z.string()),
  master_sum: z.looseObject({}),
  uncertainties: quantities.optional(),
};
const header = z.strictObject({
  anchor: hash,
  author: hash,
  body_hash: hash,
  body_len: count,
  calcond: count,
  kind: z.literal("seal"),
  net: z.string().regex(/^[0-9a-f]{8}$/),
  prev: hash,
  seq: z.int().min(1),
  v: z.literal(1),
});
const inclusion = z.strictObject({
  count: z.int().min(1).max(SEAL_WINDOW_MAX),
  header,
  index: count,
  path: z.array(hash).max(8),
  sig: signature,
});

/** What a hash-link or signature covers, by generation. */
export const coreSchemas = {
  v3: z.strictObject({ ...coreMembers, ...namedArithmetic }),
  v1: z.strictObject(coreMembers),
  pre_genesis: z.strictObject(coreMembers),
} as const;

export const receiptV3 = z
  .strictObject({
    envelope: z.strictObject({
      ...content,
      core: coreSchemas.v3,
      generation: z.literal("v3"),
      prev: hash,
    }),
    inputs,
    proof: inclusion,
    public_key: hash,
  })
  .refine(inputsFit, { path: ["inputs"], message: "the inputs of a closed form are numbers" });
export const receiptV1 = z.strictObject({
  envelope: z.strictObject({
    ...content,
    core: coreSchemas.v1,
    generation: z.literal("v1"),
    prev: hash,
  }),
  inputs: quantities,
  proof: inclusion,
  public_key: hash,
});
/** From before the spine: signed by itself, linked to nothing. */
export const receiptPreGenesis = z.strictObject({
  envelope: z.strictObject({
    ...content,
    core: coreSchemas.pre_genesis,
    generation: z.literal("pre_genesis"),
  }),
  inputs: quantities,
  proof: z.strictObject({ sig: signature }),
  public_key: hash,
});

export type ReceiptV3 = z.output<typeof receiptV3>;
export type ReceiptV1 = z.output<typeof receiptV1>;
export type ReceiptPreGenesis = z.output<typeof receiptPreGenesis>;
export type Receipt = ReceiptV3 | ReceiptV1 | ReceiptPreGenesis;

/** Which schema a receipt claims to follow, or null when it names none that exists. */
export function claimedGeneration(receipt: JsonValue): Generation | null {
  const envelope = isObject(receipt) ? receipt.envelope : undefined;
  if (!isObject(envelope)) return null;
  const claim = envelope.generation;
  return claim === "v3" || claim === "v1" || claim === "pre_genesis" ? claim : null;
}

/** Members of a core that stand in a compute answer under the same name. */
const ANSWER_MEMBERS = [
  "R_t",
  "calcond",
  "credits",
  "engine_version",
  "funding",
  "operatorChain",
  "phase",
  "precision_actual",
  "precision_bound",
  "registry_version",
  "uncertainty",
  "unit",
  "value",
  "value_bits",
] as const satisfies readonly (keyof EnvelopeCore)[];

/** A receipt, and what else the object it came in claims about the same envelope. */
export interface PresentedReceipt {
  readonly receipt: JsonValue;
  /** The id it was presented under. */
  readonly receiptId: JsonValue | undefined;
  /** Members that repeat the core under another name: [name, claimed, what the core says]. */
  readonly repeats: readonly (readonly [string, JsonValue, JsonValue])[];
}

/**
 * Takes the receipt out of what a person may hold: the receipt itself, or the whole answer to a
 * compute request, whose core is put together again from its members (so that changing any of them
 * changes the hash-link).
 */
export function presentedReceipt(
  crypto: Pick<Crypto, "sha256Hex">,
  held: JsonValue,
): PresentedReceipt {
  if (!isObject(held)) return { receipt: held, receiptId: undefined, repeats: [] };
  if (held.envelope !== undefined) {
    const { receipt_id: receiptId, ...receipt } = held;
    return { receipt, receiptId, repeats: [] };
  }
  return presentedAnswer(crypto, held);
}

function presentedAnswer(crypto: Pick<Crypto, "sha256Hex">, answer: JsonObject): PresentedReceipt {
  const core: Record<string, JsonValue> = {};
  for (const member of ANSWER_MEMBERS)
    if (answer[member] !== undefined) core[member] = answer[member];
  const {
    calcProof,
    domain,
    equations,
    inputs,
    master_sum: masterSum,
    prev,
    uncertainties,
  } = answer;
  if (answer["seal_kind"] !== undefined) core["seal_kind"] = answer["seal_kind"];
  const shift = isObject(answer.cko) ? answer.cko.metric_shift : undefined;
  if (shift !== undefined) core.metric_shift = shift;
  core.fields_hash = answer.fields_hash ?? null;
  const asked = definedOnly({ domain, inputs, uncertainties });
  core.inputs_hash = contentHash(crypto, asked);
  core.equations_hash = contentHash(crypto, equations ?? null);
  core.master_sum_hash = contentHash(crypto, masterSum ?? null);
  const envelope = definedOnly({
    calcProof,
    core,
    domain,
    equations,
    generation: answer.generation ?? "v3",
    master_sum: masterSum,
    prev,
    uncertainties,
  });
  const receipt = definedOnly({
    envelope,
    inputs,
    proof: answer.proof,
    public_key: answer.public_key,
  });
  return { receipt, receiptId: answer.receipt_id, repeats: repeatsOf(answer) };
}

/**
 * The interface names some members twice; a copy that disagrees is a forgery of what a person
 * reads.
 */
function repeatsOf(answer: JsonObject): PresentedReceipt["repeats"] {
  const cko = isObject(answer.cko) ? answer.cko : {};
  const receipt = isObject(answer.calcond_receipt) ? answer.calcond_receipt : {};
  const all: [string, JsonValue | undefined, JsonValue | undefined][] = [
    ["precisionBound", answer.precisionBound, answer.precision_bound],
    ["calcond_averaged", answer.calcond_averaged, answer.value],
    ["calcondTick", answer.calcondTick, answer.calcond],
    ["token_id", answer.token_id, answer.receipt_id],
    ["calcond_receipt.averaged", receipt.averaged, answer.value],
    ["calcond_receipt.hmac", receipt.hmac, answer.calcProof],
    ["cko.operatorChain", cko.operatorChain, answer.operatorChain],
    ["cko.masterSum", cko.masterSum, answer.master_sum],
    ["cko.R(t)", cko["R(t)"], answer.R_t],
    ["cko.phase", cko.phase, answer.phase],
    ["cko.calcondTick", cko.calcondTick, answer.calcond],
    ["cko.calcProof", cko.calcProof, answer.calcProof],
    ["cko.precisionBound", cko.precisionBound, answer.precision_bound],
  ];
  return all.flatMap(([label, claimed, stated]) =>
    claimed === undefined ? [] : [[label, claimed, stated ?? null] as const],
  );
}

function definedOnly(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const kept: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(members)) if (value !== undefined) kept[key] = value;
  return kept;
}
