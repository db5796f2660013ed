/**
 * The one judge of incoming events and notes, for relayed messages, sync and HTTP. Cheap checks
 * come first. `reject` needs proof of the sender's fault; missing state, a clock edge, load or a
 * failure of our own is `ignore`, or honest slow nodes would be cut off.
 */
import { fromHex, isHex } from "../encoding/hex.js";
import { parseCanonical } from "../encoding/canonicalJson.js";
import { canonicalize, canonicalString } from "../encoding/jcs.js";
import { utf8Decode, utf8Encode, utf8Length } from "../encoding/utf8.js";
import {
  CALCOND_NS,
  EVENT_BYTES_MAX,
  EVENT_DEPTH_MAX,
  HANDSHAKE_AHEAD_CALCONDS,
} from "../limits.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import { checkpointOrigin, verifyCheckpoint } from "../seal/checkpoint.js";
import {
  EVENT_VERSION,
  eventId,
  headerTextOf,
  isCount,
  isObject,
  readHeader,
  verifyEventSignature,
  verifyNoteSignature,
  type EventHeader,
  type MeshEvent,
} from "./event.js";
import { verifyHandshake, type MeshSecrets } from "./handshake.js";
import {
  eventKind,
  topicOfEvent,
  headNote,
  noteKind,
  OPAQUE_KIND,
  wireBytesMax,
  type HeadNote,
  type KindRow,
} from "./kinds.js";
import { WorkEnded } from "../workCount.js";
import { topicName, type TopicName } from "./topics.js";

type Verdict = "accept" | "ignore" | "reject";

type EventCode =
  | "ACCEPTED"
  | "NO_MESH_SECRET"
  | "UNKNOWN_TOPIC"
  | "TOO_LARGE"
  | "NOT_CANONICAL"
  | "BAD_EVENT"
  | "WRONG_NET"
  | "UNKNOWN_VERSION"
  | "UNKNOWN_KIND"
  | "WRONG_TOPIC"
  | "MISSING_HANDSHAKE"
  | "BAD_HANDSHAKE"
  | "STALE_HANDSHAKE"
  | "DUPLICATE"
  | "RATE_LIMITED"
  | "FROZEN"
  | "BAD_BODY_HASH"
  | "BAD_SIGNATURE"
  | "FUTURE_CALCOND"
  | "EQUIVOCATION"
  | "FORKED"
  | "BELOW_TIP"
  | "FALSE_BODY"
  | "BAD_CHAIN"
  | "BUSY"
  | "STALE_NOTE"
  | "INTERNAL";

/** How the bytes came in: they are the wire form on a topic, the bare canonical event otherwise. */
export type Arrival =
  | { readonly via: "gossip"; readonly topic: string }
  | { readonly via: "http"; readonly handshake: string | undefined }
  | { readonly via: "sync" };

export interface SpineTip {
  readonly seq: number;
  readonly id: string;
  readonly calcond: number;
}

/**
 * What the node knows, as far as a verdict depends on it. Every member answers at once, from
 * memory.
 */
export interface EventView {
  readonly crypto: Crypto;
  readonly net: string;
  readonly arrival: Arrival;
  readonly secrets: MeshSecrets;
  /** Linked or detached, in memory or in the index. */
  isHeld(id: string): boolean;
  /** Held, but gossip has not brought it yet: the first time it does, it is passed on. */
  isUnheard?(id: string): boolean;
  /**
   * Takes one from the buckets of the author and of the neighbour that sent it; false when either
   * is empty.
   */
  allow(author: string): boolean;
  /** Proven equivocation at or before this number, or a revoked key. */
  isFrozen(author: string, seq: number): boolean;
  /** The last linked event of the author; null when none is held. */
  tip(author: string): SpineTip | null;
  /** Id of the event held at this number, linked or detached; null when none is. */
  idAt(author: string, seq: number): string | null;
  /** False when the author or the node holds as many detached events as it may. */
  hasDetachedRoom(author: string, bytes: number): boolean;
  /** Sequence number of the newest head note held of the author; null when none is. */
  headSeq(author: string): number | null;
  /** Id in that note; without this a second head of one size goes unnoticed. */
  headId?(author: string): string | null;
  /** Whether what came with this MAC was taken before; asked over HTTP only. */
  isReplay?(mac: string): boolean;
  /** Whether the proof in this body is held already: it need not be passed on. */
  isProven?(body: JsonObject): boolean;
  /**
   * The platform's own decoder of UTF-8, as strict as ours and faster; null for what is malformed.
   */
  decode?(bytes: Uint8Array): string | null;
}

export interface AcceptedEvent {
  readonly type: "event";
  readonly event: MeshEvent;
  readonly id: string;
  readonly headerText: string;
  readonly bodyText: string;
  /** Linked: every earlier event of the author is held. */
  readonly state: "linked" | "detached";
}

export interface AcceptedNote {
  readonly type: "note";
  readonly note: HeadNote;
  readonly sig: string;
  /** The canonical {note, sig}. */
  readonly text: string;
  /** Of the checkpoint inside, already verified. */
  readonly root: Uint8Array;
}

export interface Judgement {
  readonly verdict: Verdict;
  readonly code: EventCode;
  readonly detail: string;
  /** Present when accepted, unless it is held already. */
  readonly message?: AcceptedEvent | AcceptedNote;
  /** Id of an event held already that is accepted only to be passed on, this once. */
  readonly heardOf?: string;
  /**
   * The event as received, when its signature holds although it is not accepted: evidence can be
   * made of it.
   */
  readonly signed?: { readonly event: MeshEvent; readonly id: string };
  /** A verified head that differs from the one held of the same size. */
  readonly rivalHead?: HeadNote;
  /** Who handed it in: the handshake's sender. */
  readonly sender?: string;
}

/**
 * Thrown inside and turned into a judgement at the one exit. No error: a verdict needs no stack,
 * and most are common.
 */
class Verdicted {
  readonly judgement: Judgement;
  constructor(verdict: Verdict, code: EventCode, detail: string, more: Partial<Judgement>) {
    this.judgement = { ...more, verdict, code, detail };
  }
}

/** A signature that a verdict waits for: the one costly check. */
export interface SignatureCheck {
  readonly type: "event" | "note";
  /** Ed25519 key, hex. */
  readonly author: string;
  /** The canonical header or note. */
  readonly text: string;
  readonly sig: string;
}

/** All cheap checks are passed. */
export interface Pending {
  readonly check: SignatureCheck;
  /** Ends the judgement by what is known then, which may be more than when it began. */
  readonly conclude: (isValid: boolean) => Judgement;
}

export function verifyCheck(
  crypto: Pick<Crypto, "ed25519Verify">,
  { type, author, text, sig }: SignatureCheck,
): boolean {
  return type === "event"
    ? verifyEventSignature(crypto, author, text, sig)
    : verifyNoteSignature(crypto, author, text, sig);
}

/** Total: a judgement for any bytes, never an exception. */
export function validateEvent(bytes: Uint8Array, view: EventView, nowNs: bigint): Judgement {
  return concluded(beginEvent(bytes, view, nowNs), view);
}

/** The same, stopped where a signature has to be checked, so that another thread may check it. */
export function beginEvent(bytes: Uint8Array, view: EventView, nowNs: bigint): Judgement | Pending {
  return judged(() => new Judge(view, nowNs).judge(bytes));
}

function concluded(begun: Judgement | Pending, view: EventView): Judgement {
  if (!("check" in begun)) return begun;
  const { check, conclude } = begun;
  return judged(() => conclude(verifyCheck(view.crypto, check)));
}

/**
 * The same for one event out of a range that was read and found canonical as a whole.
 * @param value as read by the strict reader
 */
export function validateSyncedEvent(value: JsonValue, view: EventView, nowNs: bigint): Judgement {
  return concluded(
    judged(() => new Judge(view, nowNs).judgeSynced(value, null)),
    view,
  );
}

/** One element of a range. */
export interface SyncedEvent {
  readonly value: JsonValue;
  /** Its canonical text, as it stood in the range. */
  readonly text: string;
}

/** As `validateSyncedEvent`, stopped where a signature has to be checked. */
export function beginSyncedEvent(
  { value, text }: SyncedEvent,
  view: EventView,
  nowNs: bigint,
): Judgement | Pending {
  return judged(() => new Judge(view, nowNs).judgeSynced(value, text));
}

function judged<T extends Judgement | Pending>(judge: () => T): T | Judgement {
  try {
    return judge();
  } catch (error) {
    if (error instanceof Verdicted) return error.judgement;
    if (error instanceof WorkEnded) throw error;
    // Ours, not the sender's: it may be asked for again by sync.
    return {
      verdict: "ignore",
      code: "INTERNAL",
      detail: error instanceof Error ? error.message : "unknown failure",
    };
  }
}

interface Opened {
  readonly text: string;
  /** The bytes of the text; null where nothing is checked against them. */
  readonly bytes: Uint8Array | null;
  readonly message: JsonValue;
  readonly handshake: string | null;
}

class Judge {
  private readonly view: EventView;
  private readonly nowNs: bigint;
  private readonly topic: TopicName | null;
  private sender: string | undefined;

  constructor(view: EventView, nowNs: bigint) {
    this.view = view;
    this.nowNs = nowNs;
    this.topic = view.arrival.via === "gossip" ? topicName(view.net, view.arrival.topic) : null;
  }

  judge(bytes: Uint8Array): Pending {
    const { arrival } = this.view;
    if (arrival.via === "gossip" && this.topic === null)
      fail("reject", "UNKNOWN_TOPIC", "no topic of this network");
    if (arrival.via === "http" && this.view.secrets.size === 0)
      fail("ignore", "NO_MESH_SECRET", "no mesh secret");
    const bytesMax = this.topic === null ? EVENT_BYTES_MAX : wireBytesMax(this.topic);
    if (bytes.length > bytesMax) fail("reject", "TOO_LARGE", `more than ${bytesMax} bytes`);
    // Over HTTP the MAC covers the raw body, so nothing of a stranger's is parsed.
    if (arrival.via === "http") this.checkHandshake(arrival.handshake ?? null, bytes, null);
    const opened = this.open(bytes);
    if (!isObject(opened.message)) fail("reject", "BAD_EVENT", "neither event nor note");
    return isObject(opened.message.note)
      ? this.judgeNote(opened, opened.message)
      : this.judgeEvent(opened, opened.message);
  }

  judgeSynced(value: JsonValue, canonical: string | null): Pending {
    if (!isObject(value) || isDeeper(value, EVENT_DEPTH_MAX))
      fail("reject", "BAD_EVENT", "neither event nor note");
    const text = canonical ?? canonicalize(value);
    if (isLonger(text, EVENT_BYTES_MAX))
      fail("reject", "TOO_LARGE", `more than ${EVENT_BYTES_MAX} bytes`);
    return this.judgeEvent({ text, bytes: null, message: value, handshake: null }, value);
  }

  /** UTF-8, JSON, and the bytes must be the canonical ones. */
  private open(bytes: Uint8Array): Opened {
    const isWire = this.view.arrival.via === "gossip";
    const decoded = this.decoded(bytes);
    if (decoded === null) fail("reject", "NOT_CANONICAL", "malformed UTF-8");
    // The wire form adds one level around the message.
    const parsed = parseCanonical(decoded, { depthMax: EVENT_DEPTH_MAX + (isWire ? 1 : 0) });
    if (!parsed.ok) fail("reject", "NOT_CANONICAL", parsed.message);
    if (!isWire) return { text: decoded, bytes, message: parsed.value, handshake: null };
    const wire = parsed.value;
    if (!isObject(wire) || !hasOnly(wire, ["handshake", "msg"]))
      fail("reject", "BAD_EVENT", "not a wire message");
    const { handshake, msg } = wire;
    if (typeof handshake !== "string" || msg === undefined)
      fail("reject", "BAD_EVENT", "not a wire message");
    // The message's own text is what stands between the fixed parts of a canonical wire message.
    const prefix = `{"handshake":${canonicalString(handshake)},"msg":`;
    return {
      text: decoded.slice(prefix.length, -1),
      message: msg,
      handshake,
      bytes: bytes.subarray(utf8Length(prefix), bytes.length - 1),
    };
  }

  private decoded(bytes: Uint8Array): string | null {
    if (this.view.decode !== undefined) return this.view.decode(bytes);
    const decoded = utf8Decode(bytes);
    return decoded.ok ? decoded.text : null;
  }

  private judgeEvent(opened: Opened, value: JsonObject): Pending {
    this.checkScope(value.header);
    const kind = isObject(value.header) ? value.header.kind : undefined;
    // A spine may hold what a newer version says: its chain is followed, its meaning is not ours.
    const isSynced = this.view.arrival.via === "sync";
    const row =
      typeof kind === "string" ? (eventKind(kind) ?? (isSynced ? OPAQUE_KIND : null)) : null;
    if (row === null)
      fail(
        typeof kind === "string" ? "ignore" : "reject",
        typeof kind === "string" ? "UNKNOWN_KIND" : "BAD_EVENT",
        "unknown kind of event",
      );
    this.checkTopic(
      row.topic === "work" || row.topic === "xfer"
        ? topicOfEvent(
            typeof kind === "string" ? kind : "",
            isObject(value.body) ? value.body : null,
          )
        : row.topic,
    );
    const header = readHeader(value.header);
    if (header === null || !hasOnly(value, ["body", "header", "sig"]) || !isHex(value.sig, 64)) {
      fail("reject", "BAD_EVENT", "the members of an event are body, header and sig");
    }
    if ((header.seq === 0) !== (header.kind === "spine.open"))
      fail("reject", "BAD_EVENT", "a spine opens once, at 0");
    if (header.body_len > row.bodyBytesMax)
      fail("reject", "TOO_LARGE", `the body has over ${row.bodyBytesMax} bytes`);
    const body = this.checkBody(header, value.body, row.schema);
    const headerText = headerTextOf(header);
    const event: MeshEvent = { body, header, sig: value.sig };
    this.checkRelay(opened, header.author);
    const bodyText = body === null ? "" : bodyTextIn(opened.text, headerText);
    this.checkBodyHash(header, body === null ? null : bodyText);
    this.checkAuthor(header.author, header.seq);
    const id = eventId(this.view.crypto, headerText);
    const bytes = opened.text.length;
    return {
      check: { type: "event", author: header.author, text: headerText, sig: event.sig },
      conclude: (isValid) =>
        this.concludeEvent(isValid, { event, id, headerText, bodyText }, row, bytes),
    };
  }

  private concludeEvent(
    isValid: boolean,
    made: Omit<AcceptedEvent, "type" | "state">,
    row: KindRow,
    bytes: number,
  ): Judgement {
    return judged(() => {
      if (!isValid) fail("reject", "BAD_SIGNATURE", "the signature does not verify");
      const { event, id } = made;
      // The id covers neither the signature nor the body itself: only what is sound is a duplicate.
      if (this.checkNews(id) === "unheard") {
        return {
          verdict: "accept",
          code: "DUPLICATE",
          detail: "held, and passed on",
          sender: this.sender,
          heardOf: id,
        };
      }
      this.checkProof(row, event.body);
      this.checkClock(event.header.calcond);
      const state = this.chainState(event, id, bytes);
      return {
        verdict: "accept",
        code: "ACCEPTED",
        detail: state,
        sender: this.sender,
        message: { type: "event", ...made, state },
      };
    });
  }

  /**
   * An event that is held and that gossip brings for the first time came by comparison, faster: a
   * neighbour may hear of it from nobody else, so it goes on like any other. Held and heard is no
   * news.
   */
  private checkNews(id: string): "new" | "unheard" {
    if (!this.view.isHeld(id)) return "new";
    if (this.view.arrival.via === "gossip" && this.view.isUnheard?.(id) === true) return "unheard";
    fail("ignore", "DUPLICATE", "already held", { sender: this.sender });
  }

  private judgeNote(opened: Opened, value: JsonObject): Pending {
    if (this.topic === null) fail("reject", "BAD_EVENT", "notes travel on topics only");
    const note = value.note;
    this.checkScope(note);
    const kind = isObject(note) ? note.kind : undefined;
    const row = typeof kind === "string" ? noteKind(kind) : null;
    if (row === null)
      fail(
        typeof kind === "string" ? "ignore" : "reject",
        typeof kind === "string" ? "UNKNOWN_KIND" : "BAD_EVENT",
        "unknown kind of note",
      );
    this.checkTopic(row.topic === "work" || row.topic === "xfer" ? null : row.topic);
    const head = headNote.safeParse(note);
    if (!head.success || !hasOnly(value, ["note", "sig"]) || !isHex(value.sig, 64)) {
      fail("reject", "BAD_EVENT", "not a head note");
    }
    const noteText = noteTextIn(opened.text);
    if (isLonger(noteText, row.bodyBytesMax))
      fail("reject", "TOO_LARGE", `over ${row.bodyBytesMax} bytes`);
    this.checkRelay(opened, head.data.author);
    this.isRivalHead(head.data);
    this.checkAuthor(head.data.author, head.data.seq);
    const { sig } = value;
    return {
      check: { type: "note", author: head.data.author, text: noteText, sig },
      conclude: (isValid) => this.concludeNote(isValid, head.data, sig, opened.text),
    };
  }

  private concludeNote(isValid: boolean, head: HeadNote, sig: string, text: string): Judgement {
    return judged(() => {
      if (!isValid) fail("reject", "BAD_SIGNATURE", "the signature does not verify");
      const origin = checkpointOrigin(this.view.net, head.author);
      const checked = verifyCheckpoint(
        this.view.crypto,
        head.checkpoint,
        origin,
        fromHex(head.author)!,
      );
      if (!checked.ok) fail("reject", "BAD_EVENT", checked.reason);
      if (checked.checkpoint.size !== head.seq + 1)
        fail("reject", "BAD_EVENT", "checkpoint and seq disagree");
      this.checkClock(head.calcond);
      if (this.isRivalHead(head))
        fail("ignore", "EQUIVOCATION", "another head of this size is held", { rivalHead: head });
      return {
        verdict: "accept",
        code: "ACCEPTED",
        detail: "note",
        sender: this.sender,
        message: { type: "note", note: head, sig, text, root: checked.checkpoint.root },
      };
    });
  }

  /** Whether another head of the same size is held; one that is no news goes no further. */
  private isRivalHead({ author, seq, id }: HeadNote): boolean {
    const newest = this.view.headSeq(author);
    const held = newest === seq ? this.view.headId?.(author) : null;
    const isRival = typeof held === "string" && held !== id;
    if (newest !== null && newest >= seq && !isRival)
      fail("ignore", "STALE_NOTE", "a head as new is held");
    return isRival;
  }

  /** Network first, then version: what a newer version added is not ours to judge. */
  private checkScope(value: JsonValue | undefined): void {
    if (!isObject(value) || typeof value.net !== "string" || !isCount(value.v)) {
      fail("reject", "BAD_EVENT", "no net or no version");
    }
    if (value.net !== this.view.net) fail("reject", "WRONG_NET", "made for another network");
    if (value.v > EVENT_VERSION) fail("ignore", "UNKNOWN_VERSION", "a newer version of the format");
    if (value.v < EVENT_VERSION) fail("reject", "BAD_EVENT", "no such version");
  }

  private checkTopic(expected: TopicName | null): void {
    if (this.topic !== null && this.topic !== expected)
      fail("reject", "WRONG_TOPIC", "this kind has another topic");
  }

  private checkBody(
    header: EventHeader,
    body: JsonValue | undefined,
    schema: { safeParse(value: unknown): { success: boolean } },
  ): JsonObject | null {
    // Pruned bodies are left out in sync, and only there.
    if (body === null && header.kind === "seal" && this.view.arrival.via === "sync") return null;
    if (!isObject(body) || !schema.safeParse(body).success)
      fail("reject", "BAD_EVENT", `not a body of ${header.kind}`);
    return body;
  }

  private checkBodyHash(header: EventHeader, bodyText: string | null): void {
    if (bodyText === null) return;
    if (
      utf8Length(bodyText) !== header.body_len ||
      this.view.crypto.sha256Hex(bodyText) !== header.body_hash
    ) {
      fail("reject", "BAD_BODY_HASH", "the header commits to another body");
    }
  }

  /** The handshake of a relayed message is its author's own. */
  private checkRelay(opened: Opened, author: string): void {
    if (this.view.arrival.via === "gossip")
      this.checkHandshake(opened.handshake, opened.bytes ?? opened.text, author);
  }

  private checkHandshake(
    text: string | null,
    message: Uint8Array | string,
    author: string | null,
  ): void {
    if (text === null) fail("reject", "MISSING_HANDSHAKE", "no handshake");
    const result = verifyHandshake(this.view.crypto, this.view.secrets, text, message, this.nowNs);
    if (!result.ok) {
      if (result.fault === "stale") fail("ignore", "STALE_HANDSHAKE", "outside the window");
      fail(result.fault === "unknown-kid" ? "ignore" : "reject", "BAD_HANDSHAKE", result.fault);
    }
    if (author !== null && result.claim.sender !== author)
      fail("reject", "BAD_HANDSHAKE", "sender is not the author");
    this.sender = result.claim.sender;
    if (this.view.arrival.via === "http" && this.view.isReplay?.(result.claim.mac) === true)
      fail("ignore", "DUPLICATE", "taken with this handshake before", { sender: this.sender });
  }

  private checkAuthor(author: string, seq: number): void {
    if (this.view.arrival.via !== "sync" && !this.view.allow(author))
      fail("ignore", "RATE_LIMITED", "bucket empty");
    if (this.view.isFrozen(author, seq)) fail("ignore", "FROZEN", "the author is frozen");
  }

  /** A proof held already is not passed on, but stays an event of its author's spine. */
  private checkProof(row: KindRow, body: JsonObject | null): void {
    if (row.verify === undefined || body === null) return;
    if (this.view.arrival.via === "gossip" && this.view.isProven?.(body) === true)
      fail("ignore", "DUPLICATE", "the proof is held", { sender: this.sender });
    const fault = row.verify(this.view.crypto, this.view.net, body);
    if (fault !== null) fail("reject", "FALSE_BODY", fault);
  }

  private checkClock(calcond: number): void {
    if (BigInt(calcond) > this.nowNs / CALCOND_NS + BigInt(HANDSHAKE_AHEAD_CALCONDS)) {
      fail("ignore", "FUTURE_CALCOND", "the author's clock is ahead");
    }
  }

  private chainState(event: MeshEvent, id: string, bytes: number): "linked" | "detached" {
    const { author, calcond, prev, seq } = event.header;
    const signed = { event, id };
    const rival = this.view.idAt(author, seq);
    if (rival !== null && rival !== id)
      fail("ignore", "EQUIVOCATION", `another event is held at ${seq}`, { signed });
    const tip = this.view.tip(author);
    if (seq === 0 && tip === null) return "linked";
    if (tip !== null && seq === tip.seq + 1) {
      if (prev !== tip.id)
        fail("ignore", "FORKED", "it follows another event than the one held", { signed });
      if (calcond < tip.calcond)
        fail("ignore", "BAD_CHAIN", "the author's clock went back", { signed });
      return "linked";
    }
    // Too old to be remembered: only the store knows whether it is the one held.
    if (tip !== null && seq <= tip.seq)
      fail("ignore", "BELOW_TIP", "an event was linked here before", { signed });
    if (!this.view.hasDetachedRoom(author, bytes))
      fail("ignore", "BUSY", "too many detached events");
    return "detached";
  }
}

/** Text between the body and the header of a canonical event, and between header and signature. */
const HEADER_PREFIX = ',"header":';
const SIG_PREFIX = ',"sig":"';
const BODY_PREFIX = '{"body":';
const SIG_CHARS = 128;

/** The canonical body: what stands before the header, whose length is known. */
function bodyTextIn(text: string, headerText: string): string {
  const tail = HEADER_PREFIX.length + headerText.length + SIG_PREFIX.length + SIG_CHARS + 2;
  return text.slice(BODY_PREFIX.length, text.length - tail);
}

const NOTE_PREFIX = '{"note":';

/** The canonical note out of a canonical {note, sig} with a signature of full length. */
function noteTextIn(text: string): string {
  return text.slice(NOTE_PREFIX.length, text.length - SIG_PREFIX.length - SIG_CHARS - 2);
}

/** Whether a text has more bytes; they are counted only where its length leaves that open. */
function isLonger(text: string, bytesMax: number): boolean {
  return 3 * text.length > bytesMax && utf8Length(text) > bytesMax;
}

/** Whether arrays and objects nest more than `levels` deep. */
function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  const members = Array.isArray(value) ? value : Object.values(value);
  return members.some((member: JsonValue) => isDeeper(member, levels - 1));
}

function hasOnly(value: JsonObject, keys: readonly string[]): boolean {
  return (
    Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key))
  );
}

function fail(
  verdict: Verdict,
  code: EventCode,
  detail: string,
  more: Partial<Judgement> = {},
): never {
  throw new Verdicted(verdict, code, detail, more);
}

/**
 * The wire form on a topic: the canonical {handshake, msg}. @param messageText canonical event or
 * note.
 */
export function encodeWire(handshake: string, messageText: string): Uint8Array {
  return utf8Encode(`{"handshake":${canonicalString(handshake)},"msg":${messageText}}`);
}
