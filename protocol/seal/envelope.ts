/**
 * What a hash-link covers, and how it is computed. docs/receipts.md states the same bytes for
 * strangers.
 */
import { hexInto, toHex } from "../encoding/hex.js";
import { canonicalize } from "../encoding/jcs.js";
import { utf8Length, utf8Write } from "../encoding/utf8.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import { ARITHMETIC_MEMBERS, type EnvelopeCore, type NameSince } from "./members.js";

export type Funding = EnvelopeCore["funding"];

/** The older preimage: the arithmetic and its precision were not yet named. */
export type EnvelopeCoreV1 = Pick<EnvelopeCore, NameSince<"v1">>;

/** Generations that have a hash-link. */
export type LinkedGeneration = "v3" | "v1";
export type Generation = LinkedGeneration | "pre_genesis";

const COVERED = `${ARITHMETIC_MEMBERS.slice(0, -1).join(", ")} and ${ARITHMETIC_MEMBERS.at(-1)}`;
/** What the hash-link of today covers, for people; older ones leave it out. */
export const V3_DETAIL = `v3: the hash-link covers ${COVERED}`;

const LINK_TAGS: Readonly<Record<LinkedGeneration, string>> = {
  v3: "calc-envelope/3",
  v1: "calc-envelope/1",
};
const PROOF_TAG = "calc-proof/2";
const HASH_BYTES = 32;

/** `prev` of a node's first envelope. */
export const FIRST_PREV = "0".repeat(2 * HASH_BYTES);

/** A platform may offer its own encoder for the text behind the prefix; the hash is the same. */
export interface LinkHasher extends Pick<Crypto, "sha256Hex"> {
  /** sha256(prefix || UTF-8 of text) in hex. */
  readonly sha256PrefixedHex?: (prefix: Uint8Array, text: string) => string;
}

/**
 * sha256(tag || 00 || prev || core) in hex: the link of an envelope to the one before, and its
 * receipt id.
 * @param prevHex 64 hex digits, the previous hash-link of the same node; `FIRST_PREV` at first.
 * @param coreJcs the canonical text of the core.
 * @throws RangeError when `prevHex` is no hash.
 */
export function hashLink(
  crypto: LinkHasher,
  prevHex: string,
  coreJcs: string,
  generation: LinkedGeneration = "v3",
): string {
  if (crypto.sha256PrefixedHex !== undefined)
    return crypto.sha256PrefixedHex(sharedPrefix(prevHex, generation), coreJcs);
  return crypto.sha256Hex(linkPreimage(prevHex, coreJcs, generation));
}

/** The bytes that `hashLink` hashes. */
export function linkPreimage(
  prevHex: string,
  coreJcs: string,
  generation: LinkedGeneration = "v3",
): Uint8Array {
  const prefix = linkPrefix(prevHex, generation);
  const preimage = new Uint8Array(prefix.length + utf8Length(coreJcs));
  preimage.set(prefix);
  utf8Write(coreJcs, preimage, prefix.length);
  return preimage;
}

function linkPrefix(prevHex: string, generation: LinkedGeneration): Uint8Array {
  return sharedPrefix(prevHex, generation).slice();
}

/** The tag and its zero byte, with room for one hash behind them. */
function tagged(tag: string): Uint8Array {
  const bytes = new Uint8Array(tag.length + 1 + HASH_BYTES);
  utf8Write(tag, bytes, 0);
  return bytes;
}

/** Nothing is awaited between filling and hashing one, so each serves every envelope. */
const linkPrefixes: Readonly<Record<LinkedGeneration, Uint8Array>> = {
  v3: tagged(LINK_TAGS.v3),
  v1: tagged(LINK_TAGS.v1),
};
const proofPreimage = tagged(PROOF_TAG);
/** What stands before the hash-link in the message of `calcProof`. */
export const PROOF_PREFIX: Uint8Array = proofPreimage.slice(0, -HASH_BYTES);

function sharedPrefix(prevHex: string, generation: LinkedGeneration): Uint8Array {
  return withHash(linkPrefixes[generation], prevHex);
}

function withHash(bytes: Uint8Array, hex: string): Uint8Array {
  if (hex.length !== 2 * HASH_BYTES || !hexInto(hex, bytes, bytes.length - HASH_BYTES))
    throw new RangeError("expected 64 lower-case hex digits");
  return bytes;
}

/**
 * HMAC-SHA256(key, "calc-proof/2" || 00 || hash-link) in hex: the issuer's own receipt, which only
 * it can check.
 */
export function calcProof(crypto: ProofHasher, key: Uint8Array, hashLinkHex: string): string {
  const bytes = withHash(proofPreimage, hashLinkHex);
  if (crypto.hmacSha256Hex !== undefined) return crypto.hmacSha256Hex(key, bytes);
  return toHex(crypto.hmacSha256(key, bytes));
}

/** A platform that has the code in hex at hand offers it so; it is the same. */
export interface ProofHasher extends Pick<Crypto, "hmacSha256"> {
  readonly hmacSha256Hex?: (key: Uint8Array, data: Uint8Array) => string;
}

/**
 * The engine that a version names, without the solver that follows it: `calc-engine/2` of
 * `calc-engine/2+heat/1`. The seal event of a window names the engine alone.
 */
export function engineOf(version: string): string {
  const at = version.indexOf(SOLVER_MARK);
  return at < 0 ? version : version.slice(0, at);
}

/** The solver that a version names, as `heat/1`, or null. */
export function solverOf(version: string): string | null {
  const at = version.indexOf(SOLVER_MARK);
  return at < 0 ? null : version.slice(at + SOLVER_MARK.length);
}

const SOLVER_MARK = "+";

/** @param solver as `heat/1` */
export function solverVersion(engine: string, solver: string): string {
  return `${engine}${SOLVER_MARK}${solver}`;
}

/** The request, as far as the answer depends on it. */
export interface SealedInputs {
  readonly domain?: string;
  /** Numbers of a closed form; any canonical JSON of a solver. */
  readonly inputs: JsonObject;
  /** Standard uncertainties given with the inputs, by the same names. */
  readonly uncertainties?: Readonly<Record<string, number>>;
}

/** sha256 of the canonical {domain?, inputs, uncertainties?}; absent members are left out. */
export function inputsHash(crypto: Pick<Crypto, "sha256Hex">, asked: SealedInputs): string {
  return crypto.sha256Hex(
    canonicalize({
      domain: asked.domain,
      inputs: asked.inputs,
      uncertainties: asked.uncertainties,
    }),
  );
}

/** sha256 of any canonical value in hex: equations and master_sum are bound to the core by it. */
export function contentHash(
  crypto: Pick<Crypto, "sha256Hex">,
  content: JsonValue | JsonObject,
): string {
  return crypto.sha256Hex(canonicalize(content));
}
