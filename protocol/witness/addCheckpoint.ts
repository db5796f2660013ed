/**
 * The question of C2SP tlog-witness: a new checkpoint, the size at which the witness cosigned last,
 * and the proof that the log only grew since. The rules of the answer are here, too.
 */
import { fromBase64, toBase64 } from "../encoding/base64.js";
import { equalBytes } from "../encoding/bytes.js";
import type { Crypto } from "../ports.js";
import type { Checkpoint } from "../seal/checkpoint.js";
import { emptyRoot, verifyConsistency } from "../seal/merkle.js";

/** Hashes of one proof, as C2SP bounds them. */
const PROOF_MAX = 63;
const HASH_BYTES = 32;

export interface AddCheckpoint {
  readonly old: number;
  readonly proof: readonly Uint8Array[];
  /** The signed checkpoint. */
  readonly note: string;
}

export function addCheckpointText({ note, old, proof }: AddCheckpoint): string {
  return `old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join("")}\n${note}`;
}

/** Null for what is no such question. */
export function readAddCheckpoint(text: string): AddCheckpoint | null {
  const end = text.indexOf("\n\n");
  if (end < 0) return null;
  const [first, ...hashes] = text.slice(0, end).split("\n");
  const size = /^old (0|[1-9]\d{0,15})$/.exec(first ?? "")?.[1];
  if (size === undefined || hashes.length > PROOF_MAX) return null;
  const proof: Uint8Array[] = [];
  for (const line of hashes) {
    const hash = fromBase64(line);
    if (hash?.length !== HASH_BYTES) return null;
    proof.push(hash);
  }
  return { old: Number(size), proof, note: text.slice(end + 2) };
}

/** What a witness cosigned last of a log. */
export interface LastCosigned {
  readonly size: number;
  readonly root: Uint8Array;
}

/**
 * What the rules say of a checkpoint whose signature holds: cosign it; or nothing, because it is
 * malformed, the asker knows another size, it is another history of the same size, or its proof
 * does not hold.
 */
export type CosignRuling = "cosign" | "malformed" | "stale" | "conflict" | "inconsistent";

/** @param last null where nothing of the log was cosigned */
export function rulingOf(
  crypto: Pick<Crypto, "sha256">,
  last: LastCosigned | null,
  { old, proof }: Pick<AddCheckpoint, "old" | "proof">,
  { root, size }: Pick<Checkpoint, "root" | "size">,
): CosignRuling {
  if (old > size) return "malformed";
  if (old !== (last?.size ?? 0)) return "stale";
  if (size === 0 && !equalBytes(root, emptyRoot(crypto))) return "inconsistent";
  // An empty set goes on to anything: there is nothing to prove.
  if (old === 0 || last === null) return proof.length === 0 ? "cosign" : "inconsistent";
  if (size === last.size) {
    if (!equalBytes(root, last.root)) return "conflict";
    return proof.length === 0 ? "cosign" : "inconsistent";
  }
  return verifyConsistency(crypto, last.size, size, last.root, root, proof)
    ? "cosign"
    : "inconsistent";
}
