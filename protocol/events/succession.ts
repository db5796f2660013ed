/**
 * The keys of one node, one after the other. The first event of a spine commits to the next key.
 * `key.rotate` ends the spine of the old key with its own last event. `key.revoke` is the second
 * event of the next key's spine and says where the spine of a stolen key ends.
 */
import * as z from "zod";
import { fromHex, isHex, toHex } from "../encoding/hex.js";
import { canonicalize } from "../encoding/jcs.js";
import { isObject } from "../encoding/json.js";
import { utf8Encode, utf8Length } from "../encoding/utf8.js";
import { KEY_BODY_BYTES_MAX } from "../limits.js";
import type { Crypto, JsonObject } from "../ports.js";
import { verifyInclusion } from "../seal/merkle.js";
import { verifySignature } from "../seal/signature.js";
import {
  EVENT_VERSION,
  eventId,
  eventLeaf,
  headerTextOf,
  readEvent,
  verifyEventSignature,
  type EventHeader,
  type MeshEvent,
} from "../seal/event.js";

const ROTATE_TAG = "calc-key-rotate/1\u0000";
/** The opening is the first event; a revocation follows it at once, so that no peer hears less. */
export const REVOKE_SEQ = 1;

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Last event of the old key's spine, signed by the old key as every event. */
export const keyRotateBody = z.strictObject({
  /** The new public key, to which the spine's first event committed. */
  key: hash,
  /** sha256 of the key after the new one; the new spine opens with the same. */
  next: hash,
  /** RFC 6962 root of all events before this one. */
  root: hash,
  /** The new key agrees: it signs the place and the rest of this body. */
  sig: z.string().regex(/^[0-9a-f]{128}$/),
});

/** Second event of the next key's spine, signed by the next key alone. */
export const keyRevokeBody = z.strictObject({
  /** Id of the last event that stands. */
  id: hash,
  /** The stolen key. */
  key: hash,
  /** RFC 6962 root of all events that stand. */
  root: hash,
  /** Number of the last event that stands; the first one, with its commitment, always does. */
  seq: z.int().min(0),
});

export type KeyRotateBody = z.output<typeof keyRotateBody>;

type RotationPlace = Pick<EventHeader, "author" | "net" | "prev" | "seq">;

/** What the new key signs: whom it follows, at which place of which spine, and what it commits to. */
export function rotationMessage(
  { author, net, prev, seq }: RotationPlace,
  { key, next, root }: Omit<KeyRotateBody, "sig">,
): Uint8Array {
  return utf8Encode(ROTATE_TAG + canonicalize({ author, key, net, next, prev, root, seq }));
}

/** What a spine's first event commits to, for a public key in hex; null for what is no key. */
export function keyCommitment(crypto: Pick<Crypto, "sha256Hex">, keyHex: string): string | null {
  const key = fromHex(keyHex);
  return key?.length === 32 ? crypto.sha256Hex(key) : null;
}

/** How many keys one document may name. */
const KEYS_MAX = 256;
const PLACES_MAX = 1_024;
const PATH_MAX = 64;

const eventObject = z.custom<JsonObject>(isObject);
const documentSchema = z.strictObject({
  v: z.literal("calc-succession/1"),
  net: z.string().regex(/^[0-9a-f]{8}$/),
  /** The first event of each key's spine, the oldest first. */
  openings: z.array(eventObject).min(1).max(KEYS_MAX),
  /** What ended each key but the newest. */
  ends: z.array(eventObject).max(KEYS_MAX - 1),
  /** RFC 6962 paths of events of ended keys to the root at their key's end. */
  places: z
    .array(z.strictObject({ id: hash, path: z.array(hash).max(PATH_MAX) }))
    .max(PLACES_MAX)
    .optional(),
});

export interface KeyEnd {
  readonly by: "rotation" | "revocation";
  /** Number of events that stand; later ones count for nothing. */
  readonly size: number;
  /** RFC 6962 root of those events, hex. */
  readonly root: string;
}

export interface KeyInTurn {
  /** Ed25519 key, hex. */
  readonly key: string;
  /** Null for the newest key of the document. */
  readonly end: KeyEnd | null;
}

export interface Succession {
  readonly net: string;
  /** The oldest first. */
  readonly keys: readonly KeyInTurn[];
  /** Paths by event id. */
  readonly places: ReadonlyMap<string, readonly string[]>;
}

type SuccessionResult =
  | { readonly ok: true; readonly succession: Succession }
  | { readonly ok: false; readonly reason: string };

interface Held {
  readonly header: EventHeader;
  readonly body: JsonObject;
  readonly id: string;
  readonly leaf: Uint8Array;
}

/** Thrown inside, and turned into a reason at the one exit. */
class NoSuccession {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Whether a value claims to be such a document. */
export function isSuccession(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && "v" in value && value.v === "calc-succession/1"
  );
}

/** Checks a document alone: nobody is asked, and only its first key has to be known. */
export function verifySuccession(crypto: Crypto, value: unknown): SuccessionResult {
  const read = documentSchema.safeParse(value);
  if (!read.success) return { ok: false, reason: "not a document of calc-succession/1" };
  const { net, openings, ends, places = [] } = read.data;
  if (ends.length !== openings.length - 1)
    return { ok: false, reason: "each key but the newest has one end" };
  try {
    const opened = openings.map((event, at) => openingOf(crypto, net, event, at));
    const keys = opened.map(({ header: { author } }, at): KeyInTurn => {
      const end = ends[at];
      if (end === undefined) return { key: author, end: null };
      return { key: author, end: endOf(crypto, net, end, opened[at]!, opened[at + 1]!) };
    });
    if (new Set(keys.map(({ key }) => key)).size !== keys.length) refuse("a key comes twice");
    const paths = new Map(places.map(({ id, path }) => [id, path]));
    return { ok: true, succession: { net, keys, places: paths } };
  } catch (error) {
    if (error instanceof NoSuccession) return { ok: false, reason: error.reason };
    throw error;
  }
}

export interface Standing {
  /** Null: the key had ended, and nothing shows that the event was in its spine before. */
  readonly ok: boolean | null;
  readonly detail: string;
}

/**
 * Whether an event with a sound signature counts. After the end of its key it does not. Before the
 * end its place must be shown, as a thief of an ended key can sign any number and any time.
 */
export function standingOf(
  crypto: Pick<Crypto, "sha256" | "sha256Hex">,
  { keys, net, places }: Succession,
  header: EventHeader,
): Standing {
  const found = keys.find(({ key }) => key === header.author);
  if (header.net !== net) return { ok: false, detail: "sealed in another network" };
  if (found === undefined) return { ok: false, detail: "the signer is none of these keys" };
  const { end } = found;
  if (end === null) return { ok: true, detail: "signed by the newest of these keys" };
  if (header.seq >= end.size) {
    return {
      ok: false,
      detail: `event ${header.seq} of a key of which ${end.size} events stand: it ended by ${end.by}`,
    };
  }
  const headerText = headerTextOf(header);
  const path = places.get(eventId(crypto, headerText)) ?? (end.size === 1 ? [] : null);
  if (path === null) {
    return {
      ok: null,
      detail: `the key ended by ${end.by}, and no path shows the event in its spine before that`,
    };
  }
  const isIn = verifyInclusion(
    crypto,
    eventLeaf(crypto, headerText),
    header.seq,
    end.size,
    path.map((one) => fromHex(one)!),
    fromHex(end.root)!,
  );
  return isIn
    ? { ok: true, detail: `in the spine before its key ended by ${end.by}` }
    : { ok: false, detail: `not in the spine that its key had when it ended by ${end.by}` };
}

function openingOf(crypto: Crypto, net: string, value: JsonObject, at: number): Held {
  const held = heldOf(crypto, net, value, `opening ${at}`);
  const { kind, seq } = held.header;
  if (kind !== "spine.open" || seq !== 0) refuse(`opening ${at} is no first event of a spine`);
  if (!isHex(held.body["next"], 32)) refuse(`opening ${at} commits to no key`);
  return held;
}

function endOf(crypto: Crypto, net: string, value: JsonObject, old: Held, next: Held): KeyEnd {
  const held = heldOf(crypto, net, value, "an end");
  const key = next.header.author;
  if (keyCommitment(crypto, key) !== old.body["next"])
    refuse(`${old.header.author} did not commit to ${key}`);
  if (held.header.kind === "key.rotate") return rotationOf(crypto, held, old, next);
  if (held.header.kind === "key.revoke") return revocationOf(held, old, next);
  return refuse("an end is neither key.rotate nor key.revoke");
}

function rotationOf(crypto: Crypto, { body, header }: Held, old: Held, next: Held): KeyEnd {
  const read = keyRotateBody.safeParse(body);
  if (!read.success) return refuse("not a body of key.rotate");
  const { key, next: after, root, sig } = read.data;
  if (header.author !== old.header.author) refuse("a rotation is the old key's own event");
  if (key !== next.header.author) refuse("the rotation names another key");
  if (after !== next.body["next"]) refuse("the new spine commits to another key than the rotation");
  const isAgreed = verifySignature(
    crypto,
    fromHex(key)!,
    rotationMessage(header, read.data),
    fromHex(sig)!,
  );
  if (!isAgreed) refuse("the new key did not sign the rotation");
  if (header.seq === 0 || header.calcond < old.header.calcond)
    refuse("the rotation is before the opening");
  if (next.header.calcond < header.calcond) refuse("the new spine opened before the rotation");
  if (header.seq === 1 && (header.prev !== old.id || root !== toHex(old.leaf)))
    refuse("the rotation does not follow the opening");
  return { by: "rotation", size: header.seq, root };
}

function revocationOf({ body, header }: Held, old: Held, next: Held): KeyEnd {
  const read = keyRevokeBody.safeParse(body);
  if (!read.success) return refuse("not a body of key.revoke");
  const { id, key, root, seq } = read.data;
  if (header.author !== next.header.author) refuse("a revocation is the next key's own event");
  if (key !== old.header.author) refuse("the revocation names another key");
  if (header.seq !== REVOKE_SEQ || header.prev !== next.id || header.calcond < next.header.calcond)
    refuse("a revocation follows the opening of its spine");
  if (seq === 0 && (id !== old.id || root !== toHex(old.leaf)))
    refuse("the revocation names another opening");
  return { by: "revocation", size: seq + 1, root };
}

function heldOf(crypto: Crypto, net: string, value: JsonObject, what: string): Held {
  const event = readEvent(value);
  if (event === null || event.body === null || event.header.v !== EVENT_VERSION)
    return refuse(`${what} is no event`);
  const { body, header } = event;
  if (header.net !== net) refuse(`${what} is of another network`);
  const bodyText = canonicalize(body);
  if (utf8Length(bodyText) !== header.body_len || crypto.sha256Hex(bodyText) !== header.body_hash)
    refuse(`the header of ${what} commits to another body`);
  if (header.body_len > KEY_BODY_BYTES_MAX) refuse(`the body of ${what} is too long`);
  return { body, header, ...placed(crypto, event, what) };
}

function placed(
  crypto: Crypto,
  { header, sig }: MeshEvent,
  what: string,
): Pick<Held, "id" | "leaf"> {
  const headerText = headerTextOf(header);
  if (!verifyEventSignature(crypto, header.author, headerText, sig))
    refuse(`the signature of ${what} does not verify`);
  return { id: eventId(crypto, headerText), leaf: eventLeaf(crypto, headerText) };
}

function refuse(reason: string): never {
  throw new NoSuccession(reason);
}
