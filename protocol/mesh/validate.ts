/**
 * The one judge of incoming events and notes, for relayed messages, sync and HTTP. Cheap checks
 * come first. `reject` needs proof of the sender's fault; missing state, a clock edge, load or a
 * failure of our own is `ignore`, or honest slow nodes would be cut off.
 */
import { fromHex, isHex } from "../encoding/hex.js";
import { parseCanonical } from "../encoding/canonicalJson.js";
import { canonicalize, canonicalString } from "../encoding/jcs.js";
import { isObject, isCount } from "../encoding/json.js";
import { utf8Decode, utf8Length } from "../encoding/utf8.js";
import {
  CALCOND_NS,
  EVENT_BYTES_MAX,
  EVENT_DEPTH_MAX,
  HANDSHAKE_AHEAD_CALCONDS,
} from "../limits.js";
import type { JsonObject, JsonValue } from "../ports.js";
import { checkpointOrigin, verifyCheckpoint } from "../seal/checkpoint.js";
import {
  EVENT_VERSION,
  eventId,
  headerTextOf,
  readHeader,
  type EventHeader,
  type MeshEvent,
} from "../seal/event.js";
import type { EventView } from "../events/eventView.js";
import { verifyHandshake } from "../events/handshake.js";
import {
  fail,
  judged,
  verifyCheck,
  type AcceptedEvent,
  type Judgement,
  type Pending,
} from "./judgement.js";
import {
  eventKind,
  topicOfEvent,
  headNote,
  noteKind,
  roundNote,
  OPAQUE_KIND,
  wireBytesMax,
  type HeadNote,
  type KindRow,
  type RoundNote,
} from "./kinds.js";
import { headsOrigin } from "../witness/heads.js";
import {
  chainState,
  checkAuthor,
  checkGatherer,
  checkHead,
  checkNews,
  checkRound,
} from "./stateRules.js";
import { isBoundTopic, topicName, type TopicName } from "../events/topics.js";
import { bodyTextIn, hasOnly, isDeeper, isLonger, noteTextIn } from "../events/wireText.js";

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

/** As `validateEvent` for a signed head that a peer was asked for, stopped where its signature is due. */
export function beginSyncedNote(
  value: JsonValue,
  view: EventView,
  nowNs: bigint,
): Judgement | Pending {
  return judged(() => new Judge(view, nowNs).judgeSyncedNote(value));
}

interface Opened {
  readonly text: string;
  /** The bytes of the text; null where nothing is checked against them. */
  readonly bytes: Uint8Array | null;
  readonly message: JsonValue;
  readonly handshake: string | null;
}

class Judge {
  readonly #view: EventView;
  readonly #nowNs: bigint;
  readonly #topic: TopicName | null;
  #sender: string | undefined;

  constructor(view: EventView, nowNs: bigint) {
    this.#view = view;
    this.#nowNs = nowNs;
    this.#topic = view.arrival.via === "gossip" ? topicName(view.net, view.arrival.topic) : null;
  }

  judge(bytes: Uint8Array): Pending {
    const { arrival } = this.#view;
    if (arrival.via === "gossip" && this.#topic === null)
      fail("reject", "UNKNOWN_TOPIC", "no topic of this network");
    if (arrival.via === "http" && this.#view.secrets.size === 0)
      fail("ignore", "NO_MESH_SECRET", "no mesh secret");
    const bytesMax = this.#topic === null ? EVENT_BYTES_MAX : wireBytesMax(this.#topic);
    if (bytes.length > bytesMax) fail("reject", "TOO_LARGE", `more than ${bytesMax} bytes`);
    // Over HTTP the MAC covers the raw body, so nothing of a stranger's is parsed.
    if (arrival.via === "http") this.#checkHandshake(arrival.handshake ?? null, bytes, null);
    const opened = this.#open(bytes);
    if (!isObject(opened.message)) fail("reject", "BAD_EVENT", "neither event nor note");
    const isNote = isObject(opened.message.note);
    if (isNote && this.#topic === null) fail("reject", "BAD_EVENT", "notes travel on topics only");
    return isNote
      ? this.#judgeNote(opened, opened.message)
      : this.#judgeEvent(opened, opened.message);
  }

  judgeSynced(value: JsonValue, canonical: string | null): Pending {
    if (!isObject(value) || isDeeper(value, EVENT_DEPTH_MAX))
      fail("reject", "BAD_EVENT", "neither event nor note");
    const text = canonical ?? canonicalize(value);
    if (isLonger(text, EVENT_BYTES_MAX))
      fail("reject", "TOO_LARGE", `more than ${EVENT_BYTES_MAX} bytes`);
    return this.#judgeEvent({ text, bytes: null, message: value, handshake: null }, value);
  }

  judgeSyncedNote(value: JsonValue): Pending {
    if (!isObject(value) || isDeeper(value, EVENT_DEPTH_MAX))
      fail("reject", "BAD_EVENT", "not a note");
    const text = canonicalize(value);
    return this.#judgeNote({ text, bytes: null, message: value, handshake: null }, value);
  }

  /** UTF-8, JSON, and the bytes must be the canonical ones. */
  #open(bytes: Uint8Array): Opened {
    const isWire = this.#view.arrival.via === "gossip";
    const decoded = this.#decoded(bytes);
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

  #decoded(bytes: Uint8Array): string | null {
    if (this.#view.decode !== undefined) return this.#view.decode(bytes);
    const decoded = utf8Decode(bytes);
    return decoded.ok ? decoded.text : null;
  }

  #judgeEvent(opened: Opened, value: JsonObject): Pending {
    this.#checkScope(value.header);
    const kind = isObject(value.header) ? value.header.kind : undefined;
    // A spine may hold what a newer version says: its chain is followed, its meaning is not ours.
    const isSynced = this.#view.arrival.via === "sync";
    const row =
      typeof kind === "string" ? (eventKind(kind) ?? (isSynced ? OPAQUE_KIND : null)) : null;
    if (row === null)
      fail(
        typeof kind === "string" ? "ignore" : "reject",
        typeof kind === "string" ? "UNKNOWN_KIND" : "BAD_EVENT",
        "unknown kind of event",
      );
    this.#checkTopic(
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
    const body = this.#checkBody(header, value.body, row);
    const headerText = headerTextOf(header);
    const event: MeshEvent = { body, header, sig: value.sig };
    this.#checkRelay(opened, header.author);
    const bodyText = body === null ? "" : bodyTextIn(opened.text, headerText);
    this.#checkBodyHash(header, body === null ? null : bodyText);
    checkAuthor(this.#view, header, header.kind);
    const id = eventId(this.#view.crypto, headerText);
    const bytes = opened.text.length;
    return {
      check: { type: "event", author: header.author, text: headerText, sig: event.sig },
      conclude: (isValid) =>
        this.#concludeEvent(isValid, { event, id, headerText, bodyText }, row, bytes),
    };
  }

  #concludeEvent(
    isValid: boolean,
    signed: Omit<AcceptedEvent, "type" | "state">,
    row: KindRow,
    bytes: number,
  ): Judgement {
    return judged(() => {
      if (!isValid) fail("reject", "BAD_SIGNATURE", "the signature does not verify");
      const { event, id } = signed;
      // The id covers neither the signature nor the body itself: only what is sound is a duplicate.
      if (checkNews(this.#view, id, this.#sender) === "unheard") {
        return {
          verdict: "accept",
          code: "DUPLICATE",
          detail: "held, and passed on",
          sender: this.#sender,
          heardOf: id,
        };
      }
      this.#checkProof(row, event.body);
      this.#checkClock(event.header.calcond);
      const state = chainState(this.#view, event, id, bytes);
      return {
        verdict: "accept",
        code: "ACCEPTED",
        detail: state,
        sender: this.#sender,
        message: { type: "event", ...signed, state },
      };
    });
  }

  #judgeNote(opened: Opened, value: JsonObject): Pending {
    const note = value.note;
    this.#checkScope(note);
    const kind = isObject(note) ? note.kind : undefined;
    const row = typeof kind === "string" ? noteKind(kind) : null;
    if (row === null)
      fail(
        typeof kind === "string" ? "ignore" : "reject",
        typeof kind === "string" ? "UNKNOWN_KIND" : "BAD_EVENT",
        "unknown kind of note",
      );
    const isBound = kind === "head" && this.#topic !== null && isBoundTopic(this.#topic);
    if (!isBound) this.#checkTopic(row.topic === "work" || row.topic === "xfer" ? null : row.topic);
    return kind === "ckpt"
      ? this.#judgeRound(opened, value, row)
      : this.#judgeHead(opened, value, row);
  }

  #judgeHead(opened: Opened, value: JsonObject, row: KindRow): Pending {
    const { note } = value;
    const head = headNote.safeParse(note);
    if (!head.success || !hasOnly(value, ["note", "sig"]) || !isHex(value.sig, 64)) {
      fail("reject", "BAD_EVENT", "not a head note");
    }
    const noteText = noteTextIn(opened.text);
    if (isLonger(noteText, row.bodyBytesMax))
      fail("reject", "TOO_LARGE", `over ${row.bodyBytesMax} bytes`);
    this.#checkRelay(opened, head.data.author);
    checkHead(this.#view, head.data);
    checkAuthor(this.#view, head.data, null);
    const { sig } = value;
    return {
      check: { type: "note", author: head.data.author, text: noteText, sig },
      conclude: (isValid) => this.#concludeNote(isValid, head.data, sig, opened.text),
    };
  }

  #concludeNote(isValid: boolean, head: HeadNote, sig: string, text: string): Judgement {
    return judged(() => {
      if (!isValid) fail("reject", "BAD_SIGNATURE", "the signature does not verify");
      const origin = checkpointOrigin(this.#view.net, head.author);
      const checked = verifyCheckpoint(
        this.#view.crypto,
        head.checkpoint,
        origin,
        fromHex(head.author)!,
      );
      if (!checked.ok) fail("reject", "BAD_EVENT", checked.reason);
      if (checked.checkpoint.size !== head.seq + 1)
        fail("reject", "BAD_EVENT", "checkpoint and seq disagree");
      this.#checkClock(head.calcond);
      if (checkHead(this.#view, head) === "rival")
        fail("ignore", "EQUIVOCATION", "another head of this size is held", { rivalHead: head });
      return {
        verdict: "accept",
        code: "ACCEPTED",
        detail: "note",
        sender: this.#sender,
        message: { type: "note", note: head, sig, text, root: checked.checkpoint.root },
      };
    });
  }

  #judgeRound(opened: Opened, value: JsonObject, row: KindRow): Pending {
    const read = roundNote.safeParse(value.note);
    if (!read.success || !hasOnly(value, ["note", "sig"]) || !isHex(value.sig, 64))
      fail("reject", "BAD_EVENT", "not a note of a round");
    const { sig } = value;
    const noteText = noteTextIn(opened.text);
    if (isLonger(noteText, row.bodyBytesMax))
      fail("reject", "TOO_LARGE", `over ${row.bodyBytesMax} bytes`);
    const { author } = read.data;
    this.#checkRelay(opened, author);
    checkGatherer(this.#view, author);
    return {
      check: { type: "note", author, text: noteText, sig },
      conclude: (isValid) => this.#concludeRound(isValid, read.data),
    };
  }

  #concludeRound(isValid: boolean, note: RoundNote): Judgement {
    return judged(() => {
      if (!isValid) fail("reject", "BAD_SIGNATURE", "the signature does not verify");
      const { author: gatherer, checkpoint, round } = note;
      const origin = headsOrigin({ net: this.#view.net, gatherer, round });
      const checked = verifyCheckpoint(this.#view.crypto, checkpoint, origin, fromHex(gatherer)!);
      if (!checked.ok) fail("reject", "BAD_EVENT", checked.reason);
      this.#checkClock(note.calcond);
      checkRound(this.#view, { gatherer, round, note: checkpoint });
      return {
        verdict: "accept",
        code: "ACCEPTED",
        detail: "round",
        sender: this.#sender,
        message: { type: "round", note },
      };
    });
  }

  /** Network first, then version: what a newer version added is not ours to judge. */
  #checkScope(value: JsonValue | undefined): void {
    if (!isObject(value) || typeof value.net !== "string" || !isCount(value.v)) {
      fail("reject", "BAD_EVENT", "no net or no version");
    }
    if (value.net !== this.#view.net) fail("reject", "WRONG_NET", "made for another network");
    if (value.v > EVENT_VERSION) fail("ignore", "UNKNOWN_VERSION", "a newer version of the format");
    if (value.v < EVENT_VERSION) fail("reject", "BAD_EVENT", "no such version");
  }

  #checkTopic(expected: TopicName | null): void {
    if (this.#topic !== null && this.#topic !== expected)
      fail("reject", "WRONG_TOPIC", "this kind has another topic");
  }

  #checkBody(
    header: EventHeader,
    body: JsonValue | undefined,
    { schema, isSuperseded = false }: KindRow,
  ): JsonObject | null {
    // Forgotten bodies are left out in sync, and only there.
    const mayLack = header.kind === "seal" || isSuperseded;
    if (body === null && mayLack && this.#view.arrival.via === "sync") return null;
    if (!isObject(body) || !schema.safeParse(body).success)
      fail("reject", "BAD_EVENT", `not a body of ${header.kind}`);
    return body;
  }

  #checkBodyHash(header: EventHeader, bodyText: string | null): void {
    if (bodyText === null) return;
    if (
      utf8Length(bodyText) !== header.body_len ||
      this.#view.crypto.sha256Hex(bodyText) !== header.body_hash
    ) {
      fail("reject", "BAD_BODY_HASH", "the header commits to another body");
    }
  }

  /** The handshake of a relayed message is its author's own. */
  #checkRelay(opened: Opened, author: string): void {
    if (this.#view.arrival.via === "gossip")
      this.#checkHandshake(opened.handshake, opened.bytes ?? opened.text, author);
  }

  #checkHandshake(text: string | null, message: Uint8Array | string, author: string | null): void {
    if (text === null) fail("reject", "MISSING_HANDSHAKE", "no handshake");
    const result = verifyHandshake(
      this.#view.crypto,
      this.#view.secrets,
      text,
      message,
      this.#nowNs,
    );
    if (!result.ok) {
      if (result.fault === "stale") fail("ignore", "STALE_HANDSHAKE", "outside the window");
      fail(result.fault === "unknown-kid" ? "ignore" : "reject", "BAD_HANDSHAKE", result.fault);
    }
    if (author !== null && result.claim.sender !== author)
      fail("reject", "BAD_HANDSHAKE", "sender is not the author");
    this.#sender = result.claim.sender;
    if (this.#view.arrival.via === "http" && this.#view.isReplay?.(result.claim.mac) === true)
      fail("ignore", "DUPLICATE", "taken with this handshake before", { sender: this.#sender });
  }

  /** A proof held already is not passed on, but stays an event of its author's spine. */
  #checkProof(row: KindRow, body: JsonObject | null): void {
    if (row.verify === undefined || body === null) return;
    if (this.#view.arrival.via === "gossip" && this.#view.isProven?.(body) === true)
      fail("ignore", "DUPLICATE", "the proof is held", { sender: this.#sender });
    const fault = row.verify(this.#view.crypto, this.#view.net, body);
    if (fault !== null) fail("reject", "FALSE_BODY", fault);
  }

  #checkClock(calcond: number): void {
    if (BigInt(calcond) > this.#nowNs / CALCOND_NS + BigInt(HANDSHAKE_AHEAD_CALCONDS)) {
      fail("ignore", "FUTURE_CALCOND", "the author's clock is ahead");
    }
  }
}
