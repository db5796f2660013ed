/**
 * Events of a spine and notes beside it: their bytes, ids and signatures. An id never covers a
 * signature.
 */
import { concatBytes } from "../encoding/bytes.js";
import { flat } from "../encoding/flat.js";
import { fromHex, isHex, toHex } from "../encoding/hex.js";
import { canonicalize, canonicalString } from "../encoding/jcs.js";
import { isObject, isCount } from "../encoding/json.js";
import { utf8Encode, utf8Length } from "../encoding/utf8.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import { verifySignature } from "./signature.js";

export const EVENT_VERSION = 1;
/** `prev` at sequence number 0, and `anchor` while no quorum checkpoint is known. */
export const NO_HASH = "0".repeat(64);

const ID_TAG = "calc-event/1\u0000";
const EVENT_SIGNATURE_TAG = "calc-event-sig/1\u0000";
const NOTE_SIGNATURE_TAG = "calc-note-sig/1\u0000";

export interface EventHeader {
  /** Hash of the newest quorum checkpoint known when it was made: "not made before". */
  readonly anchor: string;
  /** Ed25519 public key in hex. */
  readonly author: string;
  readonly body_hash: string;
  /** Bytes of the canonical body. */
  readonly body_len: number;
  readonly calcond: number;
  readonly kind: string;
  readonly net: string;
  /** Id of the event before. */
  readonly prev: string;
  readonly seq: number;
  readonly v: number;
}

export interface MeshEvent {
  /** Null only where a body was pruned. */
  readonly body: JsonObject | null;
  readonly header: EventHeader;
  readonly sig: string;
}

/** A signed statement outside every spine: only the newest of its author counts. */
interface NoteContent extends JsonObject {
  readonly author: string;
  readonly calcond: number;
  readonly kind: string;
  readonly net: string;
  readonly v: number;
}

export interface MeshNote {
  readonly note: NoteContent;
  readonly sig: string;
}

/** What an author decides; the rest of the header follows from it. */
export interface EventDraft {
  readonly net: string;
  readonly kind: string;
  readonly seq: number;
  readonly prev: string;
  readonly calcond: number;
  readonly body: JsonObject;
  readonly anchor?: string;
}

/** An event with everything its storage needs, computed once. */
export interface EncodedEvent {
  readonly event: MeshEvent;
  readonly id: string;
  /** Leaf hash in the tree of the spine. */
  readonly leaf: Uint8Array;
  readonly headerText: string;
  readonly bodyText: string;
  /** The canonical event. */
  readonly text: string;
}

export interface Author {
  /** 32-byte Ed25519 seed. */
  readonly seed: Uint8Array;
  /** Its public key in hex. */
  readonly publicKey: string;
}

type Hashing = Pick<Crypto, "sha256" | "sha256Hex">;

/**
 * Builds and signs an event. One signature; the caller makes it durable before it shows it to
 * anyone.
 */
export function createEvent(
  crypto: Hashing & Pick<Crypto, "ed25519Sign">,
  author: Author,
  draft: EventDraft,
): EncodedEvent {
  const bodyText = canonicalize(draft.body);
  const header: EventHeader = {
    anchor: draft.anchor ?? NO_HASH,
    author: author.publicKey,
    body_hash: crypto.sha256Hex(bodyText),
    body_len: utf8Length(bodyText),
    calcond: draft.calcond,
    kind: draft.kind,
    net: draft.net,
    prev: draft.prev,
    seq: draft.seq,
    v: EVENT_VERSION,
  };
  const headerText = flat(headerTextOf(header));
  const sig = toHex(crypto.ed25519Sign(author.seed, utf8Encode(EVENT_SIGNATURE_TAG + headerText)));
  const event: MeshEvent = { body: draft.body, header, sig };
  return {
    event,
    headerText,
    bodyText,
    id: eventId(crypto, headerText),
    leaf: eventLeaf(crypto, headerText),
    text: `{"body":${bodyText},"header":${headerText},"sig":"${sig}"}`,
  };
}

/** The canonical header, its members in their order. */
export function headerTextOf({
  anchor,
  author,
  body_hash,
  body_len,
  calcond,
  kind,
  net,
  prev,
  seq,
  v,
}: EventHeader): string {
  return (
    `{"anchor":"${anchor}","author":"${author}","body_hash":"${body_hash}","body_len":${body_len},` +
    `"calcond":${calcond},"kind":${canonicalString(kind)},"net":"${net}","prev":"${prev}",` +
    `"seq":${seq},"v":${v}}`
  );
}

/** The canonical text of an event: what travels over HTTP and, with a handshake, on a topic. */
export function encodeEvent(event: MeshEvent): string {
  return canonicalize(event);
}

/** @param headerText the canonical header. */
export function eventId(crypto: Pick<Crypto, "sha256Hex">, headerText: string): string {
  return crypto.sha256Hex(ID_TAG + headerText);
}

/** sha256(00 || header): one tree even if a header were signed twice. */
export function eventLeaf(crypto: Pick<Crypto, "sha256">, headerText: string): Uint8Array {
  // The platform's own encoder is several times faster than ours.
  return crypto.sha256(`\u0000${headerText}`);
}

export function verifyEventSignature(
  crypto: Pick<Crypto, "ed25519Verify">,
  authorHex: string,
  headerText: string,
  sigHex: string,
): boolean {
  return verifyTagged(crypto, authorHex, EVENT_SIGNATURE_TAG + headerText, sigHex);
}

export function createNote(
  crypto: Pick<Crypto, "ed25519Sign">,
  author: Author,
  note: NoteContent,
): MeshNote {
  const message = utf8Encode(NOTE_SIGNATURE_TAG + canonicalize(note));
  return { note, sig: toHex(crypto.ed25519Sign(author.seed, message)) };
}

export function verifyNoteSignature(
  crypto: Pick<Crypto, "ed25519Verify">,
  authorHex: string,
  noteText: string,
  sigHex: string,
): boolean {
  return verifyTagged(crypto, authorHex, NOTE_SIGNATURE_TAG + noteText, sigHex);
}

function verifyTagged(
  crypto: Pick<Crypto, "ed25519Verify">,
  authorHex: string,
  text: string,
  sigHex: string,
): boolean {
  const publicKey = fromHex(authorHex);
  const signature = fromHex(sigHex);
  if (publicKey === null || signature === null) return false;
  return verifySignature(crypto, publicKey, utf8Encode(text), signature);
}

/**
 * The header when this is one, with exactly the ten members, each of its type and range; else null.
 */
export function readHeader(value: JsonValue | undefined): EventHeader | null {
  if (!isObject(value) || Object.keys(value).length !== 10) return null;
  const { anchor, author, body_hash, body_len, calcond, kind, net, prev, seq, v } = value;
  if (!isHex(anchor, 32) || !isHex(author, 32) || !isHex(body_hash, 32) || !isHex(prev, 32))
    return null;
  if (!isCount(body_len) || !isCount(calcond) || !isCount(seq) || !isCount(v)) return null;
  if (!isHex(net, 4) || typeof kind !== "string") return null;
  // The first event of a spine, and only it, has nothing before it.
  if ((seq === 0) !== (prev === NO_HASH)) return null;
  return { anchor, author, body_hash, body_len, calcond, kind, net, prev, seq, v };
}

/**
 * The event when this is one: its three members, each of its shape; else null. Checks no signature.
 */
export function readEvent(value: JsonValue | undefined): MeshEvent | null {
  if (!isObject(value) || Object.keys(value).length !== 3) return null;
  const { body, sig } = value;
  const header = readHeader(value.header);
  if (header === null || !isHex(sig, 64) || (body !== null && !isObject(body))) return null;
  return { body, header, sig };
}

/** The hash that marks a relayed message as seen: sha256(topic || 00 || data), first 20 bytes. */
export function messageId(
  crypto: Pick<Crypto, "sha256">,
  topic: string,
  data: Uint8Array,
): Uint8Array {
  return crypto.sha256(concatBytes(utf8Encode(`${topic}\u0000`), data)).slice(0, 20);
}
