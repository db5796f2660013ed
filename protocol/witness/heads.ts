/**
 * Heads of many spines under one checkpoint: an RFC 6962 tree over their texts, in the order of the
 * authors. Each round of a node that gathers heads is a log of its own, so none has two roots. What
 * shows that a head is under it is a C2SP tlog-proof, whose extra data is the head as its author
 * signed it.
 */
import { fromBase64, toBase64 } from "../encoding/base64.js";
import { fromHex } from "../encoding/hex.js";
import { utf8Decode, utf8Encode } from "../encoding/utf8.js";
import { CHECKPOINT_CHARS_MAX } from "../limits.js";
import type { Crypto } from "../ports.js";
import {
  checkpointOrigin,
  checkpointText,
  parseCheckpoint,
  verifyCheckpoint,
  type Checkpoint,
} from "../seal/checkpoint.js";
import { leafHash, verifyInclusion, windowTree, type WindowTree } from "../seal/merkle.js";
import { verifyWitnessed, type WitnessedResult, type WitnessPolicy } from "./policy.js";

/** Heads under one checkpoint. */
export const HEADS_MAX = 512;
/** A signed head has three lines and one signature. */
export const HEAD_CHARS_MAX = 640;
/** Levels of a tree of so many heads. */
const PATH_MAX = 16;
const HASH_BYTES = 32;
const PROOF_FORMAT = "c2sp.org/tlog-proof@v1";
const HEADS_ORIGIN = /^calc\/([0-9a-f]{8})\/([0-9a-f]{64})\/heads\/([1-9]\d{0,14})$/;
const SPINE_ORIGIN = /^calc\/([0-9a-f]{8})\/([0-9a-f]{64})$/;

/** One round of a node that gathers heads. */
export interface HeadsRound {
  readonly net: string;
  readonly gatherer: string;
  readonly round: number;
}

/** The head of a spine, whose author's signature holds. */
export interface SignedHead {
  readonly author: string;
  readonly note: string;
  readonly checkpoint: Checkpoint;
}

/** Where a head stands under a checkpoint. */
export interface HeadProof {
  /** As its author signed it. */
  readonly head: string;
  readonly index: number;
  readonly path: readonly Uint8Array[];
  /** The checkpoint above it, with cosignatures. */
  readonly note: string;
}

export function headsOrigin({ gatherer, net, round }: HeadsRound): string {
  return `${checkpointOrigin(net, gatherer)}/heads/${round}`;
}

/** Null for the origin of any other log. */
export function readHeadsOrigin(origin: string): HeadsRound | null {
  const [, net, gatherer, round] = HEADS_ORIGIN.exec(origin) ?? [];
  if (net === undefined || gatherer === undefined || round === undefined) return null;
  return { net, gatherer, round: Number(round) };
}

/** Null where it is no head of a spine of this network, or its author has not signed it. */
export function readHead(
  crypto: Pick<Crypto, "sha256" | "ed25519Verify">,
  net: string,
  note: string,
): SignedHead | null {
  const signed = note.length > HEAD_CHARS_MAX ? null : parseCheckpoint(note);
  const [, network, author] = SPINE_ORIGIN.exec(signed?.checkpoint.origin ?? "") ?? [];
  if (signed === null || author === undefined || network !== net) return null;
  const { checkpoint } = signed;
  if (checkpoint.size === 0 || signed.text !== checkpointText(checkpoint)) return null;
  const publicKey = fromHex(author)!;
  return verifyCheckpoint(crypto, note, checkpoint.origin, publicKey).ok
    ? { author, note, checkpoint }
    : null;
}

function headBytes(checkpoint: Checkpoint): Uint8Array {
  return utf8Encode(checkpointText(checkpoint));
}

/** @param heads at least one, in the order of their authors */
export function headsTree(
  crypto: Pick<Crypto, "sha256">,
  heads: readonly Pick<SignedHead, "checkpoint">[],
): WindowTree {
  return windowTree(
    crypto,
    heads.map(({ checkpoint }) => headBytes(checkpoint)),
  );
}

export function headProofText({ head, index, note, path }: HeadProof): string {
  const extra = toBase64(utf8Encode(head));
  const hashes = path.map((hash) => `${toBase64(hash)}\n`).join("");
  return `${PROOF_FORMAT}\nextra ${extra}\nindex ${index}\n${hashes}\n${note}`;
}

/** Null for what is no such proof; checks no signature. */
export function readHeadProof(text: string): HeadProof | null {
  if (text.length > CHECKPOINT_CHARS_MAX || !text.startsWith(`${PROOF_FORMAT}\n`)) return null;
  const end = text.indexOf("\n\n");
  if (end < 0) return null;
  const [, extraLine = "", indexLine = "", ...hashes] = text.slice(0, end).split("\n");
  const extra = /^extra (\S+)$/.exec(extraLine)?.[1];
  const index = /^index (0|[1-9]\d{0,14})$/.exec(indexLine)?.[1];
  if (extra === undefined || index === undefined || hashes.length > PATH_MAX) return null;
  const bytes = fromBase64(extra);
  const head = bytes === null ? null : utf8Decode(bytes);
  const path = hashes.map((line) => fromBase64(line));
  if (head === null || !head.ok || !path.every((hash) => hash?.length === HASH_BYTES)) return null;
  return {
    head: head.text,
    index: Number(index),
    path: path.filter((hash) => hash !== null),
    note: text.slice(end + 2),
  };
}

/** The head that its author signed, of a note or of a proof. */
export function headNoteOf(text: string): string {
  return readHeadProof(text)?.head ?? text;
}

/** The note that witnesses cosigned, of a note or of a proof. */
export function cosignedNoteOf(text: string): string {
  return readHeadProof(text)?.note ?? text;
}

type Verify = (
  note: string,
  log: { readonly origin: string; readonly publicKey: Uint8Array },
) => WitnessedResult;

/**
 * Whether a quorum has cosigned a head of a spine: its own checkpoint, or one that it is under. It
 * needs nothing but the text and the keys.
 * @param verify checks the checkpoint; the same one stands above many heads
 */
export function verifyCovered(
  crypto: Pick<Crypto, "sha256" | "ed25519Verify">,
  text: string,
  log: { readonly net: string; readonly author: string },
  policy: WitnessPolicy,
  verify: Verify = (note, of) => verifyWitnessed(crypto, note, of, policy),
): WitnessedResult {
  const { author, net } = log;
  const failed = (reason: string): WitnessedResult => ({ ok: false, reason, cosigners: [] });
  const publicKey = fromHex(author);
  if (publicKey === null) return failed("no key of an author");
  const proof = readHeadProof(text);
  if (proof === null) return verify(text, { origin: checkpointOrigin(net, author), publicKey });
  const head = readHead(crypto, net, proof.head);
  if (head === null || head.author !== author)
    return failed("its author has not signed the head in this proof");
  const origin = parseCheckpoint(proof.note)?.checkpoint.origin ?? "";
  const round = readHeadsOrigin(origin);
  if (round === null || round.net !== net) return failed("the checkpoint gathers no heads");
  const read = verify(proof.note, { origin, publicKey: fromHex(round.gatherer)! });
  if (!read.ok) return read;
  const { root, size } = read.witnessed.checkpoint;
  const leaf = leafHash(crypto, headBytes(head.checkpoint));
  if (!verifyInclusion(crypto, leaf, proof.index, size, proof.path, root))
    return failed("the head is not under this checkpoint");
  return { ok: true, witnessed: { ...read.witnessed, checkpoint: head.checkpoint } };
}
