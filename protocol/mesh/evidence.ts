/**
 * Proof that an author signed two histories. It needs no trust in who shows it: anyone who has the
 * author's key can check it.
 */
import * as z from "zod";
import { equalBytes } from "../encoding/bytes.js";
import { fromHex, isHex } from "../encoding/hex.js";
import { canonicalize } from "../encoding/jcs.js";
import { CHECKPOINT_CHARS_MAX } from "../limits.js";
import type { Crypto, JsonValue } from "../ports.js";
import { checkpointOrigin, parseCheckpoint, verifyCheckpoint } from "../seal/checkpoint.js";
import { eventId, readHeader, verifyEventSignature } from "../seal/event.js";
import type { EventHeader } from "../seal/event.js";

const KEY_TAG = "calc-evidence/1\u0000";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
const signature = z.string().regex(/^[0-9a-f]{128}$/);

const header = z.strictObject({
  anchor: hash,
  author: hash,
  body_hash: hash,
  body_len: count,
  calcond: count,
  kind: z.string().max(64),
  net: z.string().regex(/^[0-9a-f]{8}$/),
  prev: hash,
  seq: count,
  v: count,
});
const checkpoint = z.string().min(1).max(CHECKPOINT_CHARS_MAX);

/** Two headers of one author and number, or two signed heads of one size. */
export const evidenceBody = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("fork"),
    a: header,
    a_sig: signature,
    b: header,
    b_sig: signature,
  }),
  z.strictObject({ type: z.literal("split"), a: checkpoint, b: checkpoint }),
]);
export type EvidenceBody = z.output<typeof evidenceBody>;
type Fork = Extract<EvidenceBody, { type: "fork" }>;
type Split = Extract<EvidenceBody, { type: "split" }>;

/** What a sound proof says. */
export interface Proven {
  /** Ed25519 key in hex of who signed both. */
  readonly accused: string;
  /** Number of an event of which there are two. */
  readonly seq: number;
  /** Id of the event before, when both histories share it; null when they parted earlier. */
  readonly common: string | null;
  /** One name for the same two histories, in whichever order they are shown. */
  readonly key: string;
}

type EvidenceResult =
  | { readonly ok: true; readonly proven: Proven }
  | { readonly ok: false; readonly reason: string };

interface SignedHeader {
  readonly header: EventHeader;
  readonly sig: string;
}

/** @param first, second in any order; both as verified */
export function forkEvidence(
  crypto: Pick<Crypto, "sha256Hex">,
  first: SignedHeader,
  second: SignedHeader,
): EvidenceBody {
  const idOf = (one: SignedHeader): string => eventId(crypto, canonicalize({ ...one.header }));
  const [a, b] = idOf(first) < idOf(second) ? [first, second] : [second, first];
  return {
    type: "fork",
    a: { ...a.header },
    a_sig: a.sig,
    b: { ...b.header },
    b_sig: b.sig,
  };
}

/** @param first, second signed checkpoints in their own text, in any order */
export function splitEvidence(first: string, second: string): EvidenceBody {
  const [a, b] = first < second ? [first, second] : [second, first];
  return { type: "split", a, b };
}

/** What a proof would say, without its signatures. */
export function readEvidence(
  crypto: Pick<Crypto, "sha256Hex">,
  net: string,
  value: JsonValue | undefined,
): EvidenceResult {
  const read = evidenceBody.safeParse(value);
  if (!read.success) return { ok: false, reason: "not a body of evidence" };
  const { data } = read;
  return data.type === "fork" ? readFork(crypto, net, data) : readSplit(crypto, net, data);
}

/** Checks a proof of one network alone: nothing but the proof is needed. */
export function verifyEvidence(
  crypto: Crypto,
  net: string,
  value: JsonValue | undefined,
): EvidenceResult {
  const read = readEvidence(crypto, net, value);
  if (!read.ok) return read;
  const body = evidenceBody.parse(value);
  const { accused } = read.proven;
  const isSigned =
    body.type === "fork"
      ? verifyEventSignature(crypto, accused, canonicalize({ ...body.a }), body.a_sig) &&
        verifyEventSignature(crypto, accused, canonicalize({ ...body.b }), body.b_sig)
      : [body.a, body.b].every(
          (text) =>
            verifyCheckpoint(crypto, text, checkpointOrigin(net, accused), fromHex(accused)!).ok,
        );
  return isSigned ? read : { ok: false, reason: "a signature does not verify" };
}

function readFork(crypto: Pick<Crypto, "sha256Hex">, net: string, body: Fork): EvidenceResult {
  const a = readHeader({ ...body.a });
  const b = readHeader({ ...body.b });
  if (a === null || b === null) return { ok: false, reason: "a header is none" };
  if (a.net !== net || b.net !== net) return { ok: false, reason: "of another network" };
  if (a.author !== b.author || a.seq !== b.seq) {
    return { ok: false, reason: "not of one author and number" };
  }
  const ids = [a, b].map((one) => eventId(crypto, canonicalize({ ...one })));
  if (ids[0] === ids[1]) return { ok: false, reason: "both are the same event" };
  return {
    ok: true,
    proven: {
      accused: a.author,
      seq: a.seq,
      key: keyOf(crypto, ids),
      common: a.prev === b.prev && a.seq > 0 ? a.prev : null,
    },
  };
}

function readSplit(crypto: Pick<Crypto, "sha256Hex">, net: string, body: Split): EvidenceResult {
  const a = parseCheckpoint(body.a);
  const b = parseCheckpoint(body.b);
  const accused = a?.checkpoint.origin.split("/")[2];
  if (a === null || b === null || !isHex(accused, 32))
    return { ok: false, reason: "no signed heads" };
  const origin = checkpointOrigin(net, accused);
  if (a.checkpoint.origin !== origin || b.checkpoint.origin !== origin) {
    return { ok: false, reason: "not of one spine of this network" };
  }
  const { size, root } = a.checkpoint;
  if (size !== b.checkpoint.size || size === 0) return { ok: false, reason: "not of one size" };
  if (equalBytes(root, b.checkpoint.root)) return { ok: false, reason: "both are one tree" };
  const key = keyOf(crypto, [a.text, b.text]);
  return { ok: true, proven: { accused, seq: size - 1, common: null, key } };
}

function keyOf(crypto: Pick<Crypto, "sha256Hex">, two: readonly string[]): string {
  return crypto.sha256Hex(KEY_TAG + canonicalize([...two].sort()));
}
