/**
 * The signed head of a spine: a C2SP tlog-checkpoint inside a C2SP signed note, so standard
 * witnesses can read it.
 */
import { fromBase64, toBase64 } from "../encoding/base64.js";
import { concatBytes, equalBytes } from "../encoding/bytes.js";
import { isWellFormed, utf8Encode } from "../encoding/utf8.js";
import { CHECKPOINT_CHARS_MAX } from "../limits.js";
import type { Crypto } from "../ports.js";
import { verifySignature } from "./signature.js";

/** Algorithm byte of Ed25519 in a note's key hash. */
const NOTE_ED25519 = 1;
const KEY_HASH_BYTES = 4;
const ROOT_BYTES = 32;
const SIGNATURE_PREFIX = "\u2014 ";

export interface Checkpoint {
  readonly origin: string;
  /** Events in the spine. */
  readonly size: number;
  readonly root: Uint8Array;
}

export interface NoteSignature {
  readonly name: string;
  readonly keyHash: Uint8Array;
  readonly signature: Uint8Array;
}

interface SignedCheckpoint {
  readonly checkpoint: Checkpoint;
  /** The signed text, with its last newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

type CheckpointResult =
  | { readonly ok: true; readonly checkpoint: Checkpoint }
  | { readonly ok: false; readonly reason: string };

/** `calc/<net8>/<author>`: names both the log and the key that signs it. */
export function checkpointOrigin(net8: string, authorHex: string): string {
  return `calc/${net8}/${authorHex}`;
}

/** The text that is signed: origin, size and base64 root, a line each. */
export function checkpointText(checkpoint: Checkpoint): string {
  return `${checkpoint.origin}\n${checkpoint.size}\n${toBase64(checkpoint.root)}\n`;
}

/** First four bytes of sha256(name || 0A || 01 || public key). */
export function noteKeyHash(
  crypto: Pick<Crypto, "sha256">,
  name: string,
  publicKey: Uint8Array,
): Uint8Array {
  const bytes = concatBytes(utf8Encode(`${name}\n`), new Uint8Array([NOTE_ED25519]), publicKey);
  return crypto.sha256(bytes).slice(0, KEY_HASH_BYTES);
}

/** The whole note: text, blank line, signature line. */
export function signCheckpoint(
  crypto: Pick<Crypto, "sha256" | "ed25519Sign" | "ed25519PublicKey">,
  checkpoint: Checkpoint,
  seed: Uint8Array,
): string {
  const text = checkpointText(checkpoint);
  const signature = crypto.ed25519Sign(seed, utf8Encode(text));
  const keyHash = noteKeyHash(crypto, checkpoint.origin, crypto.ed25519PublicKey(seed));
  const blob = toBase64(concatBytes(keyHash, signature));
  return `${text}\n${SIGNATURE_PREFIX}${checkpoint.origin} ${blob}\n`;
}

/**
 * Reads a note whose text is a checkpoint; lines after the root are allowed as C2SP says and
 * ignored. Signatures of other keys (cosignatures) are kept. Returns null for anything malformed;
 * checks no signature.
 */
export function parseCheckpoint(note: string): SignedCheckpoint | null {
  if (note.length > CHECKPOINT_CHARS_MAX || !isWellFormed(note) || hasControl(note)) return null;
  const split = note.lastIndexOf("\n\n");
  if (split < 0 || !note.endsWith("\n")) return null;
  const text = note.slice(0, split + 1);
  const signatures: NoteSignature[] = [];
  for (const line of note.slice(split + 2, -1).split("\n")) {
    const signature = parseSignature(line);
    if (signature === null) return null;
    signatures.push(signature);
  }
  const checkpoint = parseText(text);
  return checkpoint === null ? null : { checkpoint, text, signatures };
}

/** Parses the note and checks the signature of the log's own key over its text. */
export function verifyCheckpoint(
  crypto: Pick<Crypto, "sha256" | "ed25519Verify">,
  note: string,
  origin: string,
  publicKey: Uint8Array,
): CheckpointResult {
  const signed = parseCheckpoint(note);
  if (signed === null) return { ok: false, reason: "not a signed checkpoint" };
  if (signed.checkpoint.origin !== origin)
    return { ok: false, reason: "the checkpoint names another origin" };
  const keyHash = noteKeyHash(crypto, origin, publicKey);
  const own = signed.signatures.filter(
    (one) => one.name === origin && equalBytes(one.keyHash, keyHash),
  );
  if (own.length === 0) return { ok: false, reason: "no signature of this key" };
  // A second, false signature under the same key would let two readers disagree: all must hold.
  const message = utf8Encode(signed.text);
  if (!own.every((one) => verifySignature(crypto, publicKey, message, one.signature))) {
    return { ok: false, reason: "the signature does not verify" };
  }
  return { ok: true, checkpoint: signed.checkpoint };
}

function parseText(text: string): Checkpoint | null {
  const lines = text.slice(0, -1).split("\n");
  const [origin, sizeText, rootText] = lines;
  if (origin === undefined || sizeText === undefined || rootText === undefined || origin === "")
    return null;
  // Extension lines are opaque but never empty.
  if (lines.slice(3).some((line) => line === "")) return null;
  if (!/^(?:0|[1-9]\d{0,15})$/.test(sizeText)) return null;
  const size = Number(sizeText);
  const root = fromBase64(rootText);
  if (!Number.isSafeInteger(size) || root === null || root.length !== ROOT_BYTES) return null;
  return { origin, size, root };
}

/** One signature line, without its newline. */
export function parseSignature(line: string): NoteSignature | null {
  if (!line.startsWith(SIGNATURE_PREFIX)) return null;
  const [name, blob, ...rest] = line.slice(SIGNATURE_PREFIX.length).split(" ");
  if (
    name === undefined ||
    name === "" ||
    name.includes("+") ||
    blob === undefined ||
    rest.length > 0
  )
    return null;
  const bytes = fromBase64(blob);
  if (bytes === null || bytes.length <= KEY_HASH_BYTES) return null;
  return { name, keyHash: bytes.slice(0, KEY_HASH_BYTES), signature: bytes.slice(KEY_HASH_BYTES) };
}

function hasControl(note: string): boolean {
  for (let i = 0; i < note.length; i += 1) {
    const unit = note.charCodeAt(i);
    if (unit < 0x20 && unit !== 0x0a) return true;
  }
  return false;
}
