/**
 * Broadcast jobs: what is to be computed, under which terms, and the proof that it is paid for. The
 * market that claims them is not part of this format.
 */
import * as z from "zod";
import { fromHex } from "../encoding/hex.js";
import { canonicalize } from "../encoding/jcs.js";
import { utf8Encode } from "../encoding/utf8.js";
import {
  CHAIN_OPERATORS_MAX,
  INPUTS_MAX,
  JOB_REPLICAS_MAX,
  OPERATOR_ID_CHARS_MAX,
} from "../limits.js";
import type { Crypto, JsonObject } from "../ports.js";
import { verifySignature } from "../seal/signature.js";

const LOCK_TAG = "calc-job-lock/1\u0000";
/** The master operator: it stands first in every chain. */
const MASTER_OPERATOR = "KO42";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const credits = z.int().min(1);
const operatorId = z.string().min(1).max(OPERATOR_ID_CHARS_MAX);

/** A home node's word that so many credits of an account stand aside for one job. */
const lockSchema = z.strictObject({
  credits,
  /** Calcond after which the credits are free again. */
  expires: z.int().min(0),
  /** Ed25519 key of the home node, hex. */
  home: hash,
  sig: z.string().regex(/^[0-9a-f]{128}$/),
});

export const jobOpenBody = z.strictObject({
  chain: z
    .array(operatorId)
    .min(1)
    .max(CHAIN_OPERATORS_MAX)
    .refine(([first, ...rest]) => first === MASTER_OPERATOR && !rest.includes(MASTER_OPERATOR)),
  /** How many compute it: everybody drawn, or mostly one who has earned trust. */
  class: z.enum(["replicated", "economy"]),
  /** Last calcond at which a result counts. */
  deadline: z.int().min(0),
  engine_version: z.string().min(1).max(64),
  /** SI values; left out where they are large and fetched by their digest. */
  inputs: z
    .record(z.string().min(1).max(64), z.number())
    .refine((inputs) => Object.keys(inputs).length <= INPUTS_MAX)
    .optional(),
  /** sha256 of the canonical inputs. */
  inputs_hash: hash,
  /** Nodes that are drawn. */
  k: z.int().min(1).max(JOB_REPLICAS_MAX),
  lock: lockSchema,
  /** Makes each job, and each lock, one of its own. */
  nonce: hash,
  price: credits,
});
export type JobOpenBody = z.output<typeof jobOpenBody>;

export const jobCancelBody = z.strictObject({
  /** Id of the event that opened the job; only its own author can cancel it. */
  job: hash,
});

type LockTerms = Omit<JobOpenBody["lock"], "sig">;

/** What a home node signs: the lock, and the job and network it is for. */
export function jobLockMessage(
  net: string,
  nonce: string,
  { credits: locked, expires, home }: LockTerms,
): Uint8Array {
  return utf8Encode(LOCK_TAG + canonicalize({ credits: locked, expires, home, net, nonce }));
}

/** Why a well-formed job may not be broadcast, or null: unpaid work is nobody's to spread. */
export function faultOfJob(crypto: Crypto, net: string, body: JsonObject): string | null {
  const read = jobOpenBody.safeParse(body);
  if (!read.success) return "not a job";
  const { inputs, inputs_hash: inputsHash, lock, nonce, price, deadline } = read.data;
  if (inputs !== undefined && crypto.sha256Hex(canonicalize(inputs)) !== inputsHash) {
    return "the inputs are not those of the hash";
  }
  if (lock.credits < price) return "the lock does not cover the price";
  if (lock.expires < deadline) return "the lock ends before the job";
  const [key, signature] = [fromHex(lock.home), fromHex(lock.sig)];
  const isSigned =
    key !== null &&
    signature !== null &&
    verifySignature(crypto, key, jobLockMessage(net, nonce, lock), signature);
  return isSigned ? null : "the lock is not signed by the home node";
}
