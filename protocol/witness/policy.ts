/** Whom a node trusts to have seen a checkpoint, and what a note proves under that trust. */
import { toHex } from "../encoding/hex.js";
import type { KeyEnded } from "../events/keyEnds.js";
import type { Crypto } from "../ports.js";
import { parseCheckpoint, verifyCheckpoint, type Checkpoint } from "../seal/checkpoint.js";
import {
  cosignedAt,
  readLogKey,
  readWitnessKey,
  witnessOfNode,
  type WitnessKey,
} from "./cosignature.js";

/** A witness, who may have had other keys before: what they cosigned counts as its own. */
export interface TrustedWitness extends WitnessKey {
  readonly earlier?: readonly WitnessKey[];
  /** Where it answers add-checkpoint over HTTP: its submission prefix, without a last slash. */
  readonly url?: string;
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
 * keys of other witnesses; behind a space each may have the address at which it is asked over HTTP.
 * @throws RangeError naming the one that is none
 */
export function readPolicy(
  crypto: Pick<Crypto, "sha256">,
  net8: string,
  { keys: texts, quorum }: { readonly keys: readonly string[]; readonly quorum: number },
): WitnessPolicy {
  const keys = texts.map((text) => {
    const [named = "", url, ...rest] = text.split(" ");
    const key = witnessOfNode(net8, named) ?? readWitnessKey(crypto, named);
    if (key === null || rest.length > 0) throw new RangeError(`${text} is no key of a witness`);
    return url === undefined ? key : { ...key, url: url.replace(/\/+$/, "") };
  });
  const distinct = new Set(keys.map(({ publicKey }) => publicKey.join(",")));
  if (distinct.size !== keys.length) throw new RangeError("a witness is named twice");
  if (quorum > keys.length)
    throw new RangeError(`a quorum of ${quorum} needs as many witnesses; ${keys.length} are named`);
  return { keys, quorum };
}

/**
 * Reads the keys of logs of other systems, by their origins.
 * @throws RangeError naming the one that is none
 */
export function readLogs(
  crypto: Pick<Crypto, "sha256">,
  texts: readonly string[],
): ReadonlyMap<string, Uint8Array> {
  const logs = new Map<string, Uint8Array>();
  for (const text of texts) {
    const key = readLogKey(crypto, text);
    if (key === null) throw new RangeError(`${text} is no Ed25519 key of a log`);
    if (logs.has(key.name)) throw new RangeError(`the log ${key.name} is named twice`);
    logs.set(key.name, key.publicKey);
  }
  return logs;
}

/** Whether it is a node of this network, which can do more than cosign. */
export function isNode(net8: string, { name, publicKey }: WitnessKey): boolean {
  return name === witnessOfNode(net8, toHex(publicKey))?.name;
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
  const has = (key: TrustedWitness): boolean =>
    key.name === before.name && toHex(key.publicKey) === ended;
  return {
    quorum,
    keys: keys.map((key) => {
      if (!has(key)) return key;
      const at = key.url === undefined ? {} : { url: key.url };
      const earlier = by === "rotation" ? { earlier: [before, ...(key.earlier ?? [])] } : {};
      return { ...next, ...at, ...earlier };
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
