/**
 * Signed heads of machines' logs, in the text of C2SP checkpoints. The origin names the node, its key
 * and the machine; one further line says at which calcond it was signed.
 */
import { toBase64 } from "../encoding/base64.js";
import { concatBytes } from "../encoding/bytes.js";
import { utf8Encode } from "../encoding/utf8.js";
import type { Crypto } from "../ports.js";
import {
  checkpointOrigin,
  checkpointText,
  noteKeyHash,
  parseCheckpoint,
  verifyCheckpoint,
} from "../seal/checkpoint.js";

/** Rows after which a checkpoint is signed, and calconds after the first row behind the last one. */
export const CHECKPOINT_EVERY_ROWS = 1_024;
export const CHECKPOINT_EVERY_CALCONDS = 3_600;

export interface LogCheckpoint {
  readonly origin: string;
  /** Rows it covers. */
  readonly size: number;
  readonly root: Uint8Array;
  readonly calcond: number;
}

type CheckpointResult =
  | { readonly ok: true; readonly checkpoint: LogCheckpoint }
  | { readonly ok: false; readonly reason: string };

export function machineOrigin(net8: string, authorHex: string, machine: string): string {
  return `${checkpointOrigin(net8, authorHex)}/m/${machine}`;
}

export function signLogCheckpoint(
  crypto: Pick<Crypto, "sha256" | "ed25519Sign" | "ed25519PublicKey">,
  checkpoint: LogCheckpoint,
  seed: Uint8Array,
): string {
  const { calcond, origin } = checkpoint;
  const text = `${checkpointText(checkpoint)}calcond ${calcond}\n`;
  const keyHash = noteKeyHash(crypto, origin, crypto.ed25519PublicKey(seed));
  const blob = toBase64(concatBytes(keyHash, crypto.ed25519Sign(seed, utf8Encode(text))));
  return `${text}\n\u2014 ${origin} ${blob}\n`;
}

const CALCOND_LINE = /^calcond (0|[1-9]\d{0,15})$/;

/** Reads one without looking at its signature; null for anything malformed. */
function parseLogCheckpoint(note: string): LogCheckpoint | null {
  const signed = parseCheckpoint(note);
  const line = CALCOND_LINE.exec(signed?.text.split("\n")[3] ?? "");
  return signed === null || line === null
    ? null
    : { ...signed.checkpoint, calcond: Number(line[1]) };
}

/** Reads one and checks the signature of the node's own key. */
export function verifyLogCheckpoint(
  crypto: Pick<Crypto, "sha256" | "ed25519Verify">,
  note: string,
  origin: string,
  publicKey: Uint8Array,
): CheckpointResult {
  const verified = verifyCheckpoint(crypto, note, origin, publicKey);
  if (!verified.ok) return verified;
  const checkpoint = parseLogCheckpoint(note);
  return checkpoint === null
    ? { ok: false, reason: "the checkpoint does not say when it was signed" }
    : { ok: true, checkpoint };
}
