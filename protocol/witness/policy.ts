/** Whom a node trusts to have seen a checkpoint, and what a note proves under that trust. */
import { toHex } from "../encoding/hex.js";
import type { KeyEnded } from "../events/keyEnds.js";
import type { Crypto } from "../ports.js";
import { parseCheckpoint, verifyCheckpoint, type Checkpoint } from "../seal/checkpoint.js";
import { cosignedAt, readWitnessKey, witnessOfNode, type WitnessKey } from "./cosignature.js";

/** A witness, who may have had other keys before: what they cosigned counts as its own. */
export interface TrustedWitness extends WitnessKey {
  readonly earlier?: readonly WitnessKey[];
}

/** `quorum` of `keys` have to have cosigned; a quorum of zero asks for none. */
export interface WitnessPolicy {
  readonly keys: readonly TrustedWitness[];
  readonly quorum: number;
}

/** A valid cosignature. */
export interface Cosigner {
  readonly name: string;
  readonly publicKey: Uint8Array;
  /** Since 1970, by the clock of the witness. */
  readonly seconds: number;
}

/** A checkpoint that a quorum has cosigned. */
export interface Witnessed {
  readonly checkpoint: Checkpoint;
  /** In the order of the policy. */
  readonly cosigners: readonly Cosigner[];
  /** From then on as many as the quorum had cosigned. */
  readonly seconds: number;
}

export type WitnessedResult =
  | { readonly ok: true; readonly witnessed: Witnessed }
  | { readonly ok: false; readonly reason: string; readonly cosigners: readonly Cosigner[] };

/**
 * Reads the keys that an operator names: public keys of nodes of this network, or the published
 * keys of other witnesses. @throws RangeError naming the one that is none
 */
export function readPolicy(
  crypto: Pick<Crypto, "sha256">,
  net8: string,
  { keys: texts, quorum }: { readonly keys: readonly string[]; readonly quorum: number },
): WitnessPolicy {
  const keys = texts.map((text) => {
    const key = witnessOfNode(net8, text) ?? readWitnessKey(crypto, text);
    if (key === null) throw new RangeError(`${text} is no key of a witness`);
    return key;
  });
  const distinct = new Set(keys.map(({ publicKey }) => publicKey.join(",")));
  if (distinct.size !== keys.length) throw new RangeError("a witness is named twice");
  if (quorum > keys.length)
    throw new RangeError(`a quorum of ${quorum} needs as many witnesses; ${keys.length} are named`);
  return { keys, quorum };
}

/**
 * The same trust after a witness has changed its key. A key that was given up goes on to vouch for
 * what it cosigned; one that was stolen does not.
 */
export function succeededPolicy(
  net8: string,
  { keys, quorum }: WitnessPolicy,
  { by, key: ended, successor }: KeyEnded,
): WitnessPolicy {
  const next = witnessOfNode(net8, successor);
  const before = witnessOfNode(net8, ended);
  if (next === null || before === null) return { keys, quorum };
  const has = (key: WitnessKey): boolean =>
    key.name === before.name && toHex(key.publicKey) === ended;
  return {
    quorum,
    keys: keys.map((key) => {
      if (!has(key)) return key;
      return by === "rotation" ? { ...next, earlier: [before, ...(key.earlier ?? [])] } : next;
    }),
  };
}

/** Valid cosignatures of a note by the witnesses of a policy: one each, the earliest. */
export function cosignersOf(
  crypto: Pick<Crypto, "sha256" | "ed25519Verify">,
  note: string,
  { keys }: Pick<WitnessPolicy, "keys">,
): readonly Cosigner[] {
  const signed = parseCheckpoint(note);
  if (signed === null) return [];
  const cosigners: Cosigner[] = [];
  for (const key of keys) {
    const { earlier = [], name, publicKey } = key;
    const times = [key, ...earlier].flatMap((one) =>
      signed.signatures.map((line) => cosignedAt(crypto, signed.text, line, one)),
    );
    const known = times.filter((seconds) => seconds !== null);
    if (known.length > 0) cosigners.push({ name, publicKey, seconds: Math.min(...known) });
  }
  return cosigners;
}

/**
 * Whether a note has the signature of its log and the cosignatures of a quorum. It needs nothing but
 * the note and the keys.
 */
export function verifyWitnessed(
  crypto: Pick<Crypto, "sha256" | "ed25519Verify">,
  note: string,
  log: { readonly origin: string; readonly publicKey: Uint8Array },
  policy: WitnessPolicy,
): WitnessedResult {
  const verified = verifyCheckpoint(crypto, note, log.origin, log.publicKey);
  const cosigners = cosignersOf(crypto, note, policy);
  if (!verified.ok) return { ok: false, reason: verified.reason, cosigners };
  if (policy.quorum === 0) return { ok: false, reason: "no quorum is asked for", cosigners };
  if (cosigners.length < policy.quorum)
    return {
      ok: false,
      reason: `${cosigners.length} of the ${policy.quorum} witnesses that it needs have cosigned`,
      cosigners,
    };
  const times = cosigners.map(({ seconds }) => seconds).sort((a, b) => a - b);
  return {
    ok: true,
    witnessed: {
      checkpoint: verified.checkpoint,
      cosigners,
      seconds: times[policy.quorum - 1]!,
    },
  };
}
