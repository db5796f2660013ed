/**
 * Cosignatures of witnesses in the format of C2SP tlog-cosignature, version 1: a witness signs the
 * text of a checkpoint together with the time at which it saw that nothing of the log was taken back.
 */
import { fromBase64, toBase64 } from "../encoding/base64.js";
import { concatBytes, equalBytes } from "../encoding/bytes.js";
import { fromHex, toHex } from "../encoding/hex.js";
import { utf8Encode } from "../encoding/utf8.js";
import type { Crypto } from "../ports.js";
import {
  checkpointOrigin,
  noteKeyHash,
  parseSignature,
  type NoteSignature,
} from "../seal/checkpoint.js";
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES, verifySignature } from "../seal/signature.js";

/** Algorithm bytes of a note's key hash: an Ed25519 signature of a log, and a timestamped cosignature. */
const NOTE_ED25519 = 1;
const COSIGNATURE_ED25519 = 4;
const KEY_HASH_BYTES = 4;
const TIME_BYTES = 8;
const KEY_NAME = /^[^\s+]{1,128}$/u;

/** Who cosigns: the name on its lines, and its Ed25519 key. */
export interface WitnessKey {
  readonly name: string;
  readonly publicKey: Uint8Array;
}

/** A node cosigns under the name of its spine; the algorithm byte tells the two uses apart. */
export function witnessOfNode(net8: string, publicKeyHex: string): WitnessKey | null {
  const publicKey = fromHex(publicKeyHex);
  if (publicKey === null || publicKey.length !== PUBLIC_KEY_BYTES) return null;
  return { name: checkpointOrigin(net8, publicKeyHex), publicKey };
}

/** First four bytes of sha256(name || 0A || 04 || public key). */
export function witnessKeyHash(crypto: Pick<Crypto, "sha256">, key: WitnessKey): Uint8Array {
  const bytes = concatBytes(
    utf8Encode(`${key.name}\n`),
    new Uint8Array([COSIGNATURE_ED25519]),
    key.publicKey,
  );
  return crypto.sha256(bytes).slice(0, KEY_HASH_BYTES);
}

/** `<name>+<key hash>+<base64>`, the form in which witnesses publish their keys. */
export function witnessKeyText(crypto: Pick<Crypto, "sha256">, key: WitnessKey): string {
  const blob = concatBytes(new Uint8Array([COSIGNATURE_ED25519]), key.publicKey);
  return `${key.name}+${toHex(witnessKeyHash(crypto, key))}+${toBase64(blob)}`;
}

/** The same form of a log's own key, whose name is the origin of its checkpoints. */
export function logKeyText(
  crypto: Pick<Crypto, "sha256">,
  { name, publicKey }: WitnessKey,
): string {
  const blob = concatBytes(new Uint8Array([NOTE_ED25519]), publicKey);
  return `${name}+${toHex(noteKeyHash(crypto, name, publicKey))}+${toBase64(blob)}`;
}

/** Null for what is no key of a witness, and where the hash is of another one. */
export function readWitnessKey(crypto: Pick<Crypto, "sha256">, text: string): WitnessKey | null {
  const key = readVerifierKey(text, COSIGNATURE_ED25519);
  return key !== null && toHex(witnessKeyHash(crypto, key)) === key.hash ? named(key) : null;
}

/** The key of a log as it publishes it; the name is the origin of its checkpoints. */
export function readLogKey(crypto: Pick<Crypto, "sha256">, text: string): WitnessKey | null {
  const key = readVerifierKey(text, NOTE_ED25519);
  if (key === null || toHex(noteKeyHash(crypto, key.name, key.publicKey)) !== key.hash) return null;
  return named(key);
}

function named({ name, publicKey }: WitnessKey): WitnessKey {
  return { name, publicKey };
}

/** `<name>+<key hash>+<base64>` of one algorithm; the hash is not checked. */
function readVerifierKey(
  text: string,
  algorithm: number,
): (WitnessKey & { readonly hash: string }) | null {
  const [name, hash, ...rest] = text.split("+");
  // Base64 has a plus of its own.
  const blob = fromBase64(rest.join("+"));
  if (name === undefined || hash === undefined || blob === null || !KEY_NAME.test(name))
    return null;
  if (blob[0] !== algorithm || blob.length !== PUBLIC_KEY_BYTES + 1) return null;
  return { name, hash, publicKey: blob.slice(1) };
}

/** What a witness signs: the version, the time, and the text of the checkpoint with its last newline. */
export function cosignedMessage(text: string, seconds: number): Uint8Array {
  return utf8Encode(`cosignature/v1\ntime ${seconds}\n${text}`);
}

/** The line of a note, with its newline. @param seconds since 1970, above zero */
export function cosignatureLine(
  crypto: Pick<Crypto, "sha256" | "ed25519Sign">,
  text: string,
  by: { readonly key: WitnessKey; readonly seed: Uint8Array; readonly seconds: number },
): string {
  const time = new Uint8Array(TIME_BYTES);
  new DataView(time.buffer).setBigUint64(0, BigInt(by.seconds));
  const signature = crypto.ed25519Sign(by.seed, cosignedMessage(text, by.seconds));
  const blob = concatBytes(witnessKeyHash(crypto, by.key), time, signature);
  return `\u2014 ${by.key.name} ${toBase64(blob)}\n`;
}

/** Seconds at which a witness cosigned a text; null where this line is not its cosignature. */
export function cosignedAt(
  crypto: Pick<Crypto, "sha256" | "ed25519Verify">,
  text: string,
  line: NoteSignature,
  key: WitnessKey,
): number | null {
  const { keyHash, name, signature: blob } = line;
  if (name !== key.name || !equalBytes(keyHash, witnessKeyHash(crypto, key))) return null;
  if (blob.length !== TIME_BYTES + SIGNATURE_BYTES) return null;
  const seconds = Number(new DataView(blob.buffer, blob.byteOffset, TIME_BYTES).getBigUint64(0));
  if (!Number.isSafeInteger(seconds) || seconds === 0) return null;
  const message = cosignedMessage(text, seconds);
  return verifySignature(crypto, key.publicKey, message, blob.slice(TIME_BYTES)) ? seconds : null;
}

/**
 * The line of a witness among those that it answered: the one that is its cosignature of a text.
 * Lines of other keys and algorithms are passed over, as C2SP asks. Null where there is none.
 */
export function lineOfWitness(
  crypto: Pick<Crypto, "sha256" | "ed25519Verify">,
  text: string,
  answered: string,
  key: WitnessKey,
): string | null {
  for (const line of answered.split("\n")) {
    const signature = parseSignature(line);
    if (signature !== null && cosignedAt(crypto, text, signature, key) !== null) return `${line}\n`;
  }
  return null;
}
