/** The shape of a receipt, and how one is taken out of the answer to a compute request. */
import * as z from "zod";
import { isObject } from "../encoding/json.js";
import { INPUTS_MAX, SEAL_WINDOW_MAX } from "../limits.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import { contentHash, solverOf, type Generation } from "./envelope.js";
import { derivationSchema } from "./derivationFormat.js";
import { CORE_MEMBERS, OLDER_MEMBERS, type CoreMembers } from "./members.js";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const signature = z.string().regex(/^[0-9a-f]{128}$/);
const count = z.int().min(0);
/** Counted before they are looked at one by one: a file of 48 MB may name millions. */
const few = z
  .unknown()
  .refine((all) => isObject(all) && Object.keys(all).length <= INPUTS_MAX, { abort: true });
const quantities = few.pipe(z.record(z.string(), z.number()));

/** Inputs of a solver are any JSON that its own schema takes. */
const inputs = few.pipe(z.record(z.string(), z.unknown()));

const derived = z.strictObject({ derivation: derivationSchema });

/** A closed form takes numbers only, or binds them to the symbols of laws; a table takes columns of them. */
function inputsFit(receipt: {
  readonly envelope: {
    readonly core: {
      readonly engine_version: string;
      readonly rows_count?: number | undefined;
      readonly rows_root?: string | undefined;
    };
  };
  readonly inputs: Readonly<Record<string, unknown>>;
}): boolean {
  const { engine_version: engine, rows_count: count, rows_root: root } = receipt.envelope.core;
  const isTable = root !== undefined;
  if (isTable !== (count !== undefined)) return false;
  // A solver's own schema decides about its inputs, and about columns of them.
  if (solverOf(engine) !== null || isTable) return true;
  return quantities.safeParse(receipt.inputs).success || derived.safeParse(receipt.inputs).success;
}

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
/** Of an envelope under the signed event of its window. */
export const inclusion = z.strictObject({
  count: z.int().min(1).max(SEAL_WINDOW_MAX),
  header,
  index: count,
  path: z.array(hash).max(8),
  sig: signature,
});

/**
 * The core of a receipt by the table of members. @param since the newest that its generation has
 */
export function coreSchema<R extends CoreMembers>(
  members: R,
  since: "v1" | "v3",
): z.ZodObject<{ [N in keyof R]: R[N]["schema"] }, z.core.$strict> {
  const shape = Object.fromEntries(
    Object.entries(members)
      .filter(([, member]) => since === "v3" || member.since === "v1")
      .map(([name, { schema }]) => [name, schema]),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, of one generation
  return z.strictObject(shape) as never;
}

/** What a hash-link or signature covers, by generation. */
export const coreSchemas = {
  v3: coreSchema(CORE_MEMBERS, "v3"),
  v1: coreSchema(OLDER_MEMBERS, "v1"),
  pre_genesis: coreSchema(OLDER_MEMBERS, "v1"),
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
  .refine(inputsFit, {
    path: ["inputs"],
    message:
      "the inputs of a closed form are numbers, a derivation, or columns with rows_count and rows_root",
  });
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
  members: CoreMembers = CORE_MEMBERS,
): PresentedReceipt {
  if (!isObject(held)) return { receipt: held, receiptId: undefined, repeats: [] };
  if (held.envelope !== undefined) {
    const { receipt_id: receiptId, ...receipt } = held;
    return { receipt, receiptId, repeats: [] };
  }
  return presentedAnswer(crypto, held, members);
}

/** The members of a core that an answer says, where it says them. */
function saidCore(answer: JsonObject, members: CoreMembers): Record<string, JsonValue> {
  const core: Record<string, JsonValue> = {};
  const cko = isObject(answer.cko) ? answer.cko : {};
  for (const [name, { said }] of Object.entries(members)) {
    const value = said === "content" ? undefined : (said === "cko" ? cko : answer)[name];
    // Every answer states its kind; a core states the one that is not usual.
    const isUsual = name === "seal_kind" && value === "observable";
    if (value !== undefined && !isUsual) core[name] = value;
  }
  return core;
}

function presentedAnswer(
  crypto: Pick<Crypto, "sha256Hex">,
  answer: JsonObject,
  members: CoreMembers,
): PresentedReceipt {
  const core = saidCore(answer, members);
  const {
    calcProof,
    domain,
    equations,
    inputs,
    master_sum: masterSum,
    prev,
    uncertainties,
  } = answer;
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
