/**
 * Facts about names. Spines belong to nodes and names to people: a claim, an update and a
 * revocation carry their owner's key and signature, whichever node appends them.
 */
import * as z from "zod";
import { fromHex, toHex } from "../encoding/hex.js";
import { canonicalize } from "../encoding/jcs.js";
import { utf8Encode } from "../encoding/utf8.js";
import type { Crypto, JsonObject } from "../ports.js";
import { verifySignature } from "../seal/signature.js";
import { NAME_TERM_CALCONDS_MAX, nameFault } from "./rules.js";
import { hasWork } from "./work.js";

const SIGNATURE_TAG = "calc-name-sig/1\u0000";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const signature = z.string().regex(/^[0-9a-f]{128}$/);
const count = z.int().min(0);

/** Where a name leads. Nothing here is checked against the world: it is its owner's word. */
export const nameRecords = z.strictObject({
  url: z
    .string()
    .max(1_024)
    .regex(/^https?:\/\/[\x21-\x7e]+$/)
    .optional(),
  machine: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/)
    .optional(),
  mail: z
    .string()
    .max(320)
    .regex(/^[^\s@]{1,64}@[^\s@]{1,255}$/)
    .optional(),
  /** Ed25519 key of a node, hex. */
  node: hash.optional(),
});

const claimBody = z.strictObject({
  address: z.string().regex(/^[0-9a-f]{16}$/),
  /** Calcond at which it is claimed. */
  claimed: count,
  /** First calcond at which it is held no more. */
  expires: count,
  /** Null: the address alone. */
  name: z
    .string()
    .refine((name) => nameFault(name) === null)
    .nullable(),
  /** Ed25519 key of the claimant, hex. */
  owner: hash,
  records: nameRecords,
  /** What a commitment hid. */
  salt: hash.optional(),
  sequence: z.literal(0),
  sig: signature,
  work: z.string().regex(/^[A-Za-z0-9]{1,128}$/),
});

const updateBody = z.strictObject({
  /** Id of the event that claimed the name. */
  claim: hash,
  claimed: count,
  expires: count,
  owner: hash,
  records: nameRecords,
  sequence: z.int().min(1),
  sig: signature,
});

const revokeBody = z.strictObject({
  claim: hash,
  claimed: count,
  owner: hash,
  sequence: z.int().min(1),
  sig: signature,
});

const commitBody = z.strictObject({ h: hash });

const seenBody = z.strictObject({
  /** Id of the claim, commitment, update or revocation that was seen. */
  claim: hash,
  /** The witness's calcond at first sight. */
  seen: count,
});

export const NAME_BODIES = {
  "name.claim": claimBody,
  "name.update": updateBody,
  "name.revoke": revokeBody,
  "name.commit": commitBody,
  "name.seen": seenBody,
} as const;

export type NameKind = keyof typeof NAME_BODIES;
export const NAME_KINDS: readonly NameKind[] = [
  "name.commit",
  "name.claim",
  "name.seen",
  "name.update",
  "name.revoke",
];
export type OwnedKind = "name.claim" | "name.update" | "name.revoke";
export type NameRecords = z.output<typeof nameRecords>;
export type ClaimBody = z.output<typeof claimBody>;
export type UpdateBody = z.output<typeof updateBody>;
export type RevokeBody = z.output<typeof revokeBody>;
export type CommitBody = z.output<typeof commitBody>;
export type SeenBody = z.output<typeof seenBody>;

export function isNameKind(kind: string): kind is NameKind {
  return Object.hasOwn(NAME_BODIES, kind);
}

/** What the owner signs: the body without its signature, for one kind and one network. */
function signedBytes(net: string, kind: OwnedKind, body: JsonObject): Uint8Array {
  const { sig: _sig, ...rest } = body;
  return utf8Encode(SIGNATURE_TAG + canonicalize({ body: rest, kind, net }));
}

/** The body with its owner's signature; `owner` must be the public key of the seed. */
export function signNameBody<B extends JsonObject>(
  crypto: Pick<Crypto, "ed25519Sign">,
  seed: Uint8Array,
  said: { readonly net: string; readonly kind: OwnedKind; readonly body: B },
): B & { readonly sig: string } {
  const sig = toHex(crypto.ed25519Sign(seed, signedBytes(said.net, said.kind, said.body)));
  return { ...said.body, sig };
}

export function isSignedByOwner(
  crypto: Pick<Crypto, "ed25519Verify">,
  net: string,
  kind: OwnedKind,
  body: JsonObject,
): boolean {
  const { owner, sig } = body;
  if (typeof owner !== "string" || typeof sig !== "string") return false;
  const [key, bytes] = [fromHex(owner), fromHex(sig)];
  if (key === null || bytes === null) return false;
  return verifySignature(crypto, key, signedBytes(net, kind, body), bytes);
}

/** Why a term of these two calconds cannot be, or null. */
export function termFault({
  claimed,
  expires,
}: {
  claimed: number;
  expires: number;
}): string | null {
  if (expires <= claimed) return "it expires before it begins";
  return expires - claimed > NAME_TERM_CALCONDS_MAX
    ? `it lasts longer than ${NAME_TERM_CALCONDS_MAX} calconds`
    : null;
}

type Fault = (crypto: Crypto, net: string, body: JsonObject) => string | null;

/**
 * What a body proves by itself, beyond its shape: signature, term, work. Whether its address is
 * the owner's takes too long to be asked here.
 */
export const nameBodyFault: Readonly<Record<OwnedKind, Fault>> = {
  "name.claim": (crypto, net, body) => {
    const { owner, name, work, ...rest } = claimBody.parse(body);
    if (!hasWork(crypto, owner, name, work)) return "the work is not enough for this name";
    return termFault(rest) ?? unsigned(crypto, net, "name.claim", body);
  },
  "name.update": (crypto, net, body) =>
    termFault(updateBody.parse(body)) ?? unsigned(crypto, net, "name.update", body),
  "name.revoke": (crypto, net, body) => unsigned(crypto, net, "name.revoke", body),
};

function unsigned(crypto: Crypto, net: string, kind: OwnedKind, body: JsonObject): string | null {
  return isSignedByOwner(crypto, net, kind, body) ? null : "the owner's signature does not verify";
}
