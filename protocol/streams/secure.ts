/**
 * The secure channel of a stream: an X25519 exchange whose transcript the node signs, a chain of
 * keys that moves on with each calcond, and one AES-256-GCM frame for each tick. Who steals a chain
 * key can open frames of its calcond and later ones, and no earlier frame.
 */
import { concatBytes, u64be } from "../encoding/bytes.js";
import { fromHex, toHex } from "../encoding/hex.js";
import { canonicalize } from "../encoding/jcs.js";
import { utf8Encode } from "../encoding/utf8.js";
import type { Crypto } from "../ports.js";

/** A session ends so long after its start; the frames of a daily tick fit in. */
export const SECURE_SESSION_CALCONDS = 120_000;

const TRANSCRIPT_TAG = utf8Encode("calc-secure/1\u0000");
const CHAIN_INFO = utf8Encode("calc-secure/1 chain");
const MESSAGE_LABEL = Uint8Array.of(1);
const CHAIN_LABEL = Uint8Array.of(2);
const NONCE_ZEROS = Uint8Array.of(0, 0, 0, 0);
const KEY_BYTES = 32;

/** What the node brings beside hashes: keys and secrets of 32 bytes. */
export interface SecureCrypto {
  x25519PublicKey(privateKey: Uint8Array): Uint8Array;
  /** Null for a public key of low order, whose secret everybody knows. */
  x25519Shared(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array | null;
  /** @returns ciphertext and, behind it, the 16 bytes of the tag */
  aes256GcmSeal(sealing: Sealing, plaintext: Uint8Array): Uint8Array;
  /** Null where the tag does not fit. */
  aes256GcmOpen(sealing: Sealing, frame: Uint8Array): Uint8Array | null;
}

export interface Sealing {
  readonly key: Uint8Array;
  /** 12 bytes. */
  readonly nonce: Uint8Array;
  readonly aad: Uint8Array;
}

/** What both sides agree on, and the node signs the hash of. Keys are 32 bytes in hex. */
export interface OpenedSession {
  readonly channel: string;
  readonly clientPublicKey: string;
  readonly serverPublicKey: string;
  readonly session: string;
  readonly startCalcond: number;
  readonly expiresCalcond: number;
}

/** Where a frame stands, in clear beside it. */
export interface FramePlace {
  readonly channel: string;
  readonly session: string;
  readonly calcond: number;
  readonly seq: number;
}

type Hashes = Pick<Crypto, "sha256" | "hmacSha256">;

/** 32 bytes; also what the node signs. */
export function transcriptOf(
  { sha256 }: Pick<Crypto, "sha256">,
  opened: OpenedSession,
): Uint8Array {
  const { channel, clientPublicKey, expiresCalcond, serverPublicKey, session, startCalcond } =
    opened;
  const said = {
    channel,
    clientPublicKey,
    serverPublicKey,
    session,
    startCalcond,
    expiresCalcond,
  };
  return sha256(concatBytes(TRANSCRIPT_TAG, utf8Encode(canonicalize(said))));
}

/** HKDF-SHA-256 (RFC 5869), of which one block is needed. */
function hkdf({ hmacSha256 }: Hashes, secret: Uint8Array, salt: Uint8Array): Uint8Array {
  return hmacSha256(hmacSha256(salt, secret), concatBytes(CHAIN_INFO, Uint8Array.of(1)));
}

/**
 * The chain of keys of one session, at the calcond it stands at. What it has passed it has
 * forgotten.
 */
export class SecureChain {
  readonly #crypto: Hashes & SecureCrypto;
  readonly #key: Uint8Array;
  #calcond: number;

  constructor(crypto: Hashes & SecureCrypto, key: Uint8Array, calcond: number) {
    if (key.length !== KEY_BYTES) throw new RangeError(`a chain key has ${KEY_BYTES} bytes`);
    this.#crypto = crypto;
    this.#key = key.slice();
    this.#calcond = calcond;
  }

  /**
   * Of both sides alike: each has its own private key and the other's public one.
   * @returns null where the other's key is of low order, or none at all
   */
  static begin(
    crypto: Hashes & SecureCrypto,
    privateKey: Uint8Array,
    otherPublicKey: Uint8Array,
    opened: OpenedSession,
  ): SecureChain | null {
    const shared = crypto.x25519Shared(privateKey, otherPublicKey);
    if (shared === null || shared.every((byte) => byte === 0)) return null;
    const key = hkdf(crypto, shared, transcriptOf(crypto, opened));
    shared.fill(0);
    return new SecureChain(crypto, key, opened.startCalcond);
  }

  get calcond(): number {
    return this.#calcond;
  }

  /** For tests of what a thief would have. */
  get keyHex(): string {
    return toHex(this.#key);
  }

  /**
   * Moves on by at most so many calconds: each is one HMAC, and requests come in between.
   * @returns whether it stands at `calcond`
   * @throws RangeError for one that it has passed
   */
  advance(calcond: number, stepsMax = Infinity): boolean {
    if (calcond < this.#calcond)
      throw new RangeError(`the chain has passed ${calcond} and forgotten its key`);
    const end = Math.min(calcond, this.#calcond + stepsMax);
    for (; this.#calcond < end; this.#calcond += 1)
      this.#key.set(this.#crypto.hmacSha256(this.#key, CHAIN_LABEL));
    return this.#calcond === calcond;
  }

  /** Seals the frame of a calcond and forgets its key. */
  seal(place: FramePlace, plaintext: Uint8Array): Uint8Array {
    return this.#used(place, (sealing) => this.#crypto.aes256GcmSeal(sealing, plaintext));
  }

  /** Null for a frame that is not this session's, or was changed: the chain then stays. */
  open(place: FramePlace, frame: Uint8Array): Uint8Array | null {
    const steps = place.calcond - this.#calcond;
    if (!(steps >= 0 && steps <= SECURE_SESSION_CALCONDS)) return null;
    const ahead = new SecureChain(this.#crypto, this.#key, this.#calcond);
    const plaintext = ahead.#used(place, (sealing) => this.#crypto.aes256GcmOpen(sealing, frame));
    if (plaintext !== null) {
      this.#key.set(ahead.#key);
      this.#calcond = ahead.#calcond;
    }
    ahead.forget();
    return plaintext;
  }

  #used<T>(place: FramePlace, use: (sealing: Sealing) => T): T {
    const { calcond, channel, seq, session } = place;
    this.advance(calcond);
    const at = u64be(BigInt(calcond));
    const key = this.#crypto.hmacSha256(this.#key, concatBytes(MESSAGE_LABEL, at));
    const outcome = use({
      key,
      nonce: concatBytes(NONCE_ZEROS, at),
      aad: utf8Encode(`calc-secure/1|${channel}|${session}|${calcond}|${seq}`),
    });
    key.fill(0);
    this.advance(calcond + 1);
    return outcome;
  }

  forget(): void {
    this.#key.fill(0);
  }
}

/** 32 bytes of a public key in hex, or null. */
export function publicKeyOf(text: string): Uint8Array | null {
  const bytes = fromHex(text);
  return bytes?.length === KEY_BYTES ? bytes : null;
}
