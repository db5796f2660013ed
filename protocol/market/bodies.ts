/** Bodies of the events by which a job is offered for, drawn, computed, challenged and settled. */
import * as z from "zod";
import { bitsToValue, valueBits } from "../encoding/bits.js";
import { fromHex } from "../encoding/hex.js";
import type { Crypto, JsonObject } from "../ports.js";
import { verifySignature } from "../seal/signature.js";
import { attestationBytes, BOND_ENVELOPES } from "../economy/bond.js";
import { depositProof } from "../events/deposit.js";
import { beaconMessage } from "./beacon.js";
import { DRAWN_MAX } from "./terms.js";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const signature = z.string().regex(/^[0-9a-f]{128}$/);
const bits = z.string().regex(/^[0-9a-f]{16}$/);
const calcond = z.int().min(0);
const account = z.string().min(1).max(128);
const version = z.string().min(1).max(64);

/** A node offers its machine under the bond of one of its accounts; the newest offer counts. */
const workOfferBody = z.strictObject({
  account,
  bond: z.int().min(1),
  count: z.int().min(BOND_ENVELOPES),
  engine_version: version,
  list_hash: hash,
  /** Signature of the node under the attestation of the bond. */
  attestation: signature,
  since: calcond,
  /** False: it takes no more jobs. */
  open: z.boolean(),
});
export type WorkOfferBody = z.output<typeof workOfferBody>;

/** A word about a job or a challenge that nobody could know before; its author computes none of it. */
const workBeaconBody = z.strictObject({ about: hash, job: hash, word: signature });
export type WorkBeaconBody = z.output<typeof workBeaconBody>;

/** A witness's word about a job or a challenge: there is one of each witness, and it cannot be foreseen. */
const workVrfBody = z.strictObject({
  about: hash,
  job: hash,
  proof: z.string().regex(/^[0-9a-f]{160}$/),
});
export type WorkVrfBody = z.output<typeof workVrfBody>;

/** What the asker's node, or that of a challenger, drew with a beacon. */
const jobDrawBody = z.strictObject({
  /** The job itself, or a challenge to one of its results. */
  about: hash,
  job: hash,
  /** The beacon of a quorum, or the event id of one node's. */
  beacon: hash,
  /** Nodes in the order in which they are called. */
  drawn: z.array(hash).min(1).max(DRAWN_MAX),
  /** Nodes called at once. */
  called: z.int().min(1).max(DRAWN_MAX),
  /** How many nodes could be drawn, and sha256 over their keys, ascending. */
  pool: z.int().min(1),
  pool_hash: hash,
});
export type JobDrawBody = z.output<typeof jobDrawBody>;

const workClaimBody = z.strictObject({ job: hash });
const workCommitBody = z.strictObject({ job: hash, commit: hash });
export type WorkCommitBody = z.output<typeof workCommitBody>;

const revealed = {
  job: hash,
  /** sha256 of the result document. */
  result_hash: hash,
  /** Null where the computation has no value; both or neither. */
  value: z.number().nullable(),
  value_bits: bits.nullable(),
};
const workRevealBody = z.strictObject({
  ...revealed,
  salt: hash,
  /** Receipt of the contributor; null where nothing was sealed. */
  token_id: hash.nullable(),
});
export type WorkRevealBody = z.output<typeof workRevealBody>;

const workChallengeBody = z.strictObject({
  ...revealed,
  /** Event id of the reveal that is said to be wrong. */
  reveal: hash,
  /** One envelope of the challenger, lost where the contributor was right. */
  deposit: hash,
  /** That the envelope exists; challenges of before have none, and hold nobody up. */
  deposit_proof: depositProof.optional(),
  account,
});
export type WorkChallengeBody = z.output<typeof workChallengeBody>;

const workVerdictBody = z.strictObject({
  ...revealed,
  challenge: hash,
  engine_version: version,
  outcome: z.enum(["upheld", "rejected", "not_reproducible"]),
});
export type WorkVerdictBody = z.output<typeof workVerdictBody>;

/** How a job ended, and whom the asker's node pays for it. */
const jobSettleBody = z.strictObject({
  job: hash,
  outcome: z.enum(["done", "failed", "expired", "cancelled"]),
  result_hash: hash.nullable(),
  paid: z
    .array(z.strictObject({ node: hash, credits: z.int().min(0), reveal: hash }))
    .max(DRAWN_MAX),
  spent: z.int().min(0),
  returned: z.int().min(0),
});
export type JobSettleBody = z.output<typeof jobSettleBody>;

/** Kinds of the market, by the schema of their bodies. */
export const MARKET_BODIES = {
  "work.offer": workOfferBody,
  "work.beacon": workBeaconBody,
  "work.vrf": workVrfBody,
  "job.draw": jobDrawBody,
  "work.claim": workClaimBody,
  "work.commit": workCommitBody,
  "work.reveal": workRevealBody,
  "work.challenge": workChallengeBody,
  "work.verdict": workVerdictBody,
  "job.settle": jobSettleBody,
} as const;

/** A value travels with its bits: both or neither, and they match. */
export function faultOfValue(_crypto: Crypto, _net: string, body: JsonObject): string | null {
  const { value, value_bits: written } = body;
  if (value === null && written === null) return null;
  if (typeof value !== "number" || typeof written !== "string") return "value and bits go together";
  return bitsToValue(written) !== null && valueBits(value) === written
    ? null
    : "the bits are not those of the value";
}

/** Why an offer is none, or null: its bond is attested by the node that makes it. */
export function faultOfOffer(
  crypto: Crypto,
  author: string,
  { account: owner, attestation, bond, count, list_hash: listHash, since }: WorkOfferBody,
): string | null {
  const [key, sig] = [fromHex(author), fromHex(attestation)];
  const bytes = attestationBytes({
    account: owner,
    bond,
    count,
    listHash,
    node: author,
    sinceCalcond: since,
  });
  return key !== null && sig !== null && verifySignature(crypto, key, bytes, sig)
    ? null
    : "the bond is not attested by the node";
}

/** Whether the word of a beacon is its author's signature over what it is about. */
export function isBeaconOf(
  crypto: Crypto,
  net: string,
  author: string,
  { about, word }: WorkBeaconBody,
): boolean {
  const [key, sig] = [fromHex(author), fromHex(word)];
  return (
    key !== null && sig !== null && verifySignature(crypto, key, beaconMessage(net, about), sig)
  );
}
