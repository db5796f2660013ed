/**
 * The protocol's primitives on node:crypto: one-shot hashing, cached key objects, HMAC from two
 * one-shot hashes.
 */
import { createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from "node:crypto";
import type { Crypto } from "../../protocol/ports.js";
import { countWork } from "../../protocol/workCount.js";
import type { LinkHasher, ProofHasher } from "../../protocol/seal/envelope.js";

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
const SEED_BYTES = 32;
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/**
 * DER around a bare Ed25519 key (RFC 8410): PKCS #8 for a seed, SubjectPublicKeyInfo for a public
 * key.
 */
const PRIVATE_DER = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_DER = Buffer.from("302a300506032b6570032100", "hex");
/**
 * A node signs with one key, and verifies with the keys of its peers. A key object costs 78 us to
 * make.
 */
const PRIVATE_KEYS_MAX = 16;
const PUBLIC_KEYS_MAX = 1_024;
/** Longer messages and texts take a buffer of their own. */
const HMAC_SCRATCH_BYTES = 8_192;
const TEXT_SCRATCH_BYTES = 16_384;

/** Work of a hash, in all and for a byte; of a signature and of its check; and of a new key. */
const HASH_WORK = 10;
const HASHED_BYTE_WORK = 0.03;
const SIGN_WORK = 500;
const VERIFY_WORK = 1_500;
const KEY_WORK = 800;

class KeyCache {
  readonly #keys = new Map<string, KeyObject>();
  readonly #make: (raw: Uint8Array) => KeyObject;
  readonly #size: number;

  constructor(make: (raw: Uint8Array) => KeyObject, size: number) {
    this.#make = make;
    this.#size = size;
  }

  get(raw: Uint8Array): KeyObject {
    const id = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("latin1");
    const held = this.#keys.get(id);
    if (held !== undefined) return held;
    countWork(KEY_WORK);
    const key = this.#make(raw);
    // The oldest goes first: a flood of unknown keys costs their own verification, not memory.
    if (this.#keys.size >= this.#size) this.#keys.delete(this.#keys.keys().next().value!);
    this.#keys.set(id, key);
    return key;
  }
}

const privateKeys = new KeyCache(
  (seed) =>
    createPrivateKey({ key: Buffer.concat([PRIVATE_DER, seed]), format: "der", type: "pkcs8" }),
  PRIVATE_KEYS_MAX,
);
const publicKeys = new KeyCache(
  (key) => createPublicKey({ key: Buffer.concat([PUBLIC_DER, key]), format: "der", type: "spki" }),
  PUBLIC_KEYS_MAX,
);

function hashed(data: Uint8Array | string, encoding: "binary" | "hex"): string {
  countWork(HASH_WORK + HASHED_BYTE_WORK * data.length);
  return hash("sha256", data, encoding);
}

/** A digest as a Latin-1 text is less than half the cost of one as a Buffer, even with the copy. */
function digestInto(data: Uint8Array | string, target: Uint8Array, offset: number): void {
  const digest = hashed(data, "binary");
  for (let i = 0; i < HASH_BYTES; i += 1) target[offset + i] = digest.charCodeAt(i);
}

function sha256(data: Uint8Array | string): Uint8Array {
  const digest = new Uint8Array(HASH_BYTES);
  digestInto(data, digest, 0);
  return digest;
}

const textScratch = Buffer.alloc(TEXT_SCRATCH_BYTES);

/** sha256(prefix || UTF-8 of text) in hex, with the engine's own encoder. */
function sha256PrefixedHex(prefix: Uint8Array, text: string): string {
  const room = prefix.length + 3 * text.length;
  const bytes = room <= TEXT_SCRATCH_BYTES ? textScratch : Buffer.alloc(room);
  bytes.set(prefix);
  const length = prefix.length + bytes.write(text, prefix.length, "utf8");
  return hashed(bytes.subarray(0, length), "hex");
}

const innerScratch = new Uint8Array(BLOCK_BYTES + HMAC_SCRATCH_BYTES);
const outerScratch = new Uint8Array(BLOCK_BYTES + HASH_BYTES);

function hmacSha256(key: Uint8Array, data: Uint8Array | string): Uint8Array {
  digestInto(hmacInner(key, data), outerScratch, BLOCK_BYTES);
  const mac = sha256(outerScratch);
  wipeKey();
  return mac;
}

function hmacSha256Hex(key: Uint8Array, data: Uint8Array): string {
  digestInto(hmacInner(key, data), outerScratch, BLOCK_BYTES);
  const mac = hashed(outerScratch, "hex");
  wipeKey();
  return mac;
}

/** No key material stays behind in a shared buffer. */
function wipeKey(): void {
  for (let i = 0; i < BLOCK_BYTES; i += 1) innerScratch[i] = 0;
  for (let i = 0; i < outerScratch.length; i += 1) outerScratch[i] = 0;
}

/** Fills the outer block with the key and returns what the inner hash covers. */
function hmacInner(key: Uint8Array, data: Uint8Array | string): Uint8Array {
  const message = typeof data === "string" ? Buffer.from(data, "utf8") : data;
  const short = key.length > BLOCK_BYTES ? sha256(key) : key;
  const length = BLOCK_BYTES + message.length;
  const inner =
    length <= innerScratch.length ? innerScratch.subarray(0, length) : new Uint8Array(length);
  for (let i = 0; i < BLOCK_BYTES; i += 1) {
    const byte = i < short.length ? short[i]! : 0;
    inner[i] = byte ^ 0x36;
    outerScratch[i] = byte ^ 0x5c;
  }
  inner.set(message, BLOCK_BYTES);
  return inner;
}

export const nodeCrypto: Crypto & LinkHasher & ProofHasher = {
  sha256,
  sha256PrefixedHex,
  sha256Hex: (data) => hashed(data, "hex"),
  hmacSha256,
  hmacSha256Hex,
  ed25519Sign(seed, message) {
    if (seed.length !== SEED_BYTES) throw new RangeError(`an Ed25519 seed has ${SEED_BYTES} bytes`);
    countWork(SIGN_WORK);
    return new Uint8Array(sign(null, message, privateKeys.get(seed)));
  },
  ed25519Verify(publicKey, message, signature) {
    if (publicKey.length !== PUBLIC_KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
    countWork(VERIFY_WORK);
    return verify(null, message, publicKeys.get(publicKey), signature);
  },
  ed25519PublicKey(seed) {
    if (seed.length !== SEED_BYTES) throw new RangeError(`an Ed25519 seed has ${SEED_BYTES} bytes`);
    const der = createPublicKey(privateKeys.get(seed)).export({ format: "der", type: "spki" });
    return new Uint8Array(der.subarray(der.length - PUBLIC_KEY_BYTES));
  },
};
