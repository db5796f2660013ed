/** What the buckets hold, and the layouts that are not plain JSON. */
import { bufferOf } from "../kv/bytes.js";
import type { ValueCodec } from "../kv/codecs.js";

/** A signed event as it is kept. Its body is kept apart, under its hash, and may be dropped. */
export interface EventRecord {
  /** 64 hex digits. */
  readonly id: string;
  /** 64 hex digits. */
  readonly bodyHash: string;
  /** 128 hex digits. */
  readonly sig: string;
  /** Canonical JSON of the header. */
  readonly header: string;
}

/** Where an event stands. */
export interface EventPlace {
  readonly author: string;
  readonly seq: number;
}

/** The head of one author's spine, with what is needed to append: nothing older has to be read. */
export interface SpineTip {
  readonly seq: number;
  /** Id of the event at `seq`. */
  readonly id: string;
  readonly calcond: number;
  /**
   * Right edge of the RFC 6962 tree over all events: at most one hash a level, hex, as the tree
   * code orders them.
   */
  readonly edge: readonly string[];
  /** Whether an event up to here binds others; absent where an earlier version wrote it, and then it may. */
  readonly binding?: boolean;
  /** Whether all that binds is of work; absent where something else does, or an earlier version wrote it. */
  readonly ofWork?: boolean;
}

/** Where the numbers of a field come from: they are computed again, not kept. */
export interface FieldPlace {
  readonly receipt: string;
  readonly account: string;
  /** Which of the answer's fields. */
  readonly field: number;
  /** Of the seal. */
  readonly calcond: number;
}

export type Visibility = "private" | "record" | "shared";

/** One envelope of a commit window. */
export interface EnvelopeRecord {
  /** Receipt id: the hash-link, 64 hex digits. */
  readonly id: string;
  /** Account that computed it. */
  readonly account: string;
  readonly visibility: Visibility;
  /** JSON text, kept and returned byte for byte. */
  readonly text: string;
}

/** All envelopes sealed by one event, in the order of its tree. */
export type EnvelopeWindow = readonly EnvelopeRecord[];

export interface ReceiptPlace {
  /** Sequence number of the `seal` event on the node's own spine. */
  readonly window: number;
  /** Position in the window. */
  readonly index: number;
}

/** The end of the chain of envelopes: what the next one links to. */
export interface EnvelopeChain {
  readonly count: number;
  /** Hash-link of the last envelope, hex. */
  readonly last: string;
  readonly calcond: number;
  /** Highest instant sealed so far, unix nanoseconds as decimal text. */
  readonly ns: string;
}

export interface AccountRecord {
  readonly account: string;
  /**
   * First 32 hex digits of sha256 of the client's equation, or null for accounts of the node
   * itself.
   */
  readonly cid: string | null;
  /** Ed25519, 64 hex digits, or null. */
  readonly publicKey: string | null;
  readonly plan: string;
  readonly createdCalcond: number;
  /** What an envelope is when its request does not say. */
  readonly visibility: "private" | "record";
}

export interface KeyRecord {
  readonly account: string;
  /** First 12 characters, to tell keys apart in lists. */
  readonly prefix: string;
  readonly purpose: "compute" | "master";
  readonly createdCalcond: number;
  /** First calcond at which it is not accepted, which may be to come; null for ever. */
  readonly revokedCalcond: number | null;
  /** Id of the machine whose key it is; absent for keys of the account itself. */
  readonly machine?: string;
  /** What its owner calls it. */
  readonly label?: string;
  /** Made by an account's own call; absent for what a start of the node made. */
  readonly asked?: true;
  /** First 12 characters of the key that took its place. */
  readonly replacedBy?: string;
}

/** What came of a row of a table of jobs. */
export interface SweptRowRecord {
  readonly row:
    | { readonly refused: string; readonly message: string }
    | {
        /** Bits of value, uncertainty, and precision as it is and as it is bounded, in hex. */
        readonly figures: string;
        readonly unit: string | null;
        readonly differential: boolean;
        /** Work units of its price. */
        readonly units: string;
      };
}

/** A peer seen before: where to find it again. */
export interface PeerRecord {
  readonly addresses: readonly string[];
  readonly lastSeenCalcond: number;
  /** When a connection to it last came about. */
  readonly reachedCalcond?: number;
  /** When the first one did. */
  readonly metCalcond?: number;
}

/** What the operator said of a peer or a network, or what the node itself found. */
export interface PeerRuleRecord {
  readonly rule: "ban" | "allow";
  readonly by: "operator" | "points" | "invitation";
  readonly reason: string;
  readonly sinceCalcond: number;
  /** First calcond in which it does not hold any more; null for good. */
  readonly untilCalcond: number | null;
}

/** Proof that an author signed two histories. */
export interface EvidenceRecord {
  readonly accused: string;
  /** Number of an event of which there are two. */
  readonly seq: number;
  /** When it was first held here. */
  readonly calcond: number;
  /** Canonical JSON of the proof. */
  readonly body: string;
  /** False while this node, which found it, still has to tell it. */
  readonly said: boolean;
}

/** An event about names. */
export interface NameEventRecord {
  readonly kind: string;
  /** Node that appended it. */
  readonly author: string;
  /** Of its header. */
  readonly calcond: number;
  /** Calcond at which this node first saw it. */
  readonly seen: number;
  /** The canonical event. */
  readonly event: string;
  /** Whether the address a claim names is its owner's; absent until that was looked into. */
  readonly fits?: boolean;
}

/** A shared receipt that this node holds. */
export interface HeldReceipt {
  /** Of its text where it is kept for others; 0 for an own one, which is kept as its envelope. */
  readonly bytes: number;
  /** Public key in hex of the node that sealed it; null for an own one. */
  readonly signer: string | null;
}

/** What one node says it holds. */
export interface ClaimsRecord {
  /** Number of its newest event about it. */
  readonly seq: number;
  /** Its claims that still stand, oldest first; no shard is in two of them. */
  readonly claims: readonly {
    readonly id: string;
    /** The later of the calcond claimed and the one at which it was first seen here. */
    readonly effective: number;
    /** Map of shards, 64 hex digits. */
    readonly shards: string;
  }[];
}

/** A node's latest announcement of one kind. */
export interface AnnouncementRecord {
  readonly calcond: number;
  readonly id: string;
  readonly text: string;
}

const HASH_BYTES = 32;
/** Of the id that an envelope begins with. */
export const ENVELOPE_ID_BYTES = HASH_BYTES;
const SIGNATURE_BYTES = 64;
const EVENT_HEAD_BYTES = 2 * HASH_BYTES + SIGNATURE_BYTES;

/** Writes exactly `size` bytes of hex at `at` and returns the offset after them. */
function writeHex(into: Buffer, hex: string, at: number, size: number): number {
  if (hex.length !== 2 * size || into.write(hex, at, "hex") !== size) {
    throw new RangeError(`${size} bytes in hex expected`);
  }
  return at + size;
}

/** Id (32 bytes), body hash (32), signature (64), header (UTF-8). */
export const eventValue: ValueCodec<EventRecord> = {
  encode: ({ id, bodyHash, sig, header }) => {
    const bytes = Buffer.allocUnsafe(EVENT_HEAD_BYTES + Buffer.byteLength(header));
    const sigAt = writeHex(bytes, bodyHash, writeHex(bytes, id, 0, HASH_BYTES), HASH_BYTES);
    bytes.write(header, writeHex(bytes, sig, sigAt, SIGNATURE_BYTES), "utf8");
    return bytes;
  },
  decode: (bytes) => {
    if (bytes.length < EVENT_HEAD_BYTES) throw new RangeError("too short");
    const from = bufferOf(bytes);
    return {
      id: from.toString("hex", 0, HASH_BYTES),
      bodyHash: from.toString("hex", HASH_BYTES, 2 * HASH_BYTES),
      sig: from.toString("hex", 2 * HASH_BYTES, EVENT_HEAD_BYTES),
      header: from.toString("utf8", EVENT_HEAD_BYTES),
    };
  },
};

/** Window (8 bytes), index (2 bytes). */
export const placeValue: ValueCodec<ReceiptPlace> = {
  encode: ({ window, index }) => {
    const bytes = Buffer.allocUnsafe(10);
    bytes.writeUInt32BE(Math.floor(window / 0x1_0000_0000), 0);
    bytes.writeUInt32BE(window % 0x1_0000_0000, 4);
    bytes.writeUInt16BE(index, 8);
    return bytes;
  },
  decode: (bytes) => {
    if (bytes.length !== 10) throw new RangeError("wrong length");
    const from = bufferOf(bytes);
    return { window: Number(from.readBigUInt64BE(0)), index: from.readUInt16BE(8) };
  },
};

/** Positions in a window, two bytes each. */
export const positionsValue: ValueCodec<readonly number[]> = {
  encode: (positions) => {
    const bytes = Buffer.allocUnsafe(2 * positions.length);
    positions.forEach((position, i) => bytes.writeUInt16BE(position, 2 * i));
    return bytes;
  },
  decode: (bytes) => {
    const from = bufferOf(bytes);
    return Array.from({ length: from.length / 2 }, (_, i) => from.readUInt16BE(2 * i));
  },
};

const VISIBILITIES: readonly Visibility[] = ["private", "record", "shared"];
const PRIVATE = VISIBILITIES.indexOf("private");
/** Most bytes of UTF-8 that one UTF-16 code unit becomes. */
const UTF8_BYTES_A_UNIT = 3;
/** Id, visibility, account length, text length. */
const ENVELOPE_HEAD_BYTES = HASH_BYTES + 1 + 2 + 4;

/**
 * Count (2 bytes), then each: id (32), visibility (1), lengths of account (2) and text (4),
 * account, text.
 */
export const windowValue: ValueCodec<EnvelopeWindow> = {
  encode: (window) => {
    // Room for the worst case: measuring each text first costs more than the bytes left over.
    let room = 2;
    for (const { account, text } of window) {
      room += ENVELOPE_HEAD_BYTES + UTF8_BYTES_A_UNIT * (account.length + text.length);
    }
    const bytes = Buffer.allocUnsafe(room);
    let at = bytes.writeUInt16BE(window.length, 0);
    for (const { id, visibility, account, text } of window) {
      writeHex(bytes, id, at, HASH_BYTES);
      bytes.writeUInt8(VISIBILITIES.indexOf(visibility), at + HASH_BYTES);
      const accountAt = at + ENVELOPE_HEAD_BYTES;
      const textAt = accountAt + bytes.write(account, accountAt, "utf8");
      const end = textAt + bytes.write(text, textAt, "utf8");
      bytes.writeUInt16BE(textAt - accountAt, at + HASH_BYTES + 1);
      bytes.writeUInt32BE(end - textAt, at + HASH_BYTES + 3);
      at = end;
    }
    return bytes.subarray(0, at);
  },
  decode: (bytes) => {
    const from = bufferOf(bytes);
    return envelopePlaces(from).map((place) => envelopeAt(from, place));
  },
};

function envelopeAt(from: Buffer, { at, accountAt, textAt, end }: EnvelopePlace): EnvelopeRecord {
  return {
    id: from.toString("hex", at, at + HASH_BYTES),
    visibility: VISIBILITIES[from[at + HASH_BYTES]!]!,
    account: from.toString("utf8", accountAt, textAt),
    text: from.toString("utf8", textAt, end),
  };
}

/** Some envelopes of a window, as its first one says what they share. */
export interface WindowPart {
  readonly first: EnvelopeRecord;
  /** In the order in which they were asked for; undefined for each that the window lacks. */
  readonly envelopes: readonly (EnvelopeRecord | undefined)[];
}

/**
 * Reads no others.
 * @param bytes as `windowValue` writes them
 * @throws RangeError where they are no window, or one of nothing
 */
export function windowPart(bytes: Uint8Array, positions: readonly number[]): WindowPart {
  const from = bufferOf(bytes);
  const places = envelopePlaces(from);
  if (places.length === 0) throw new RangeError("a window of nothing");
  const at = (position: number): EnvelopeRecord | undefined => {
    const place = places[position];
    return place === undefined ? undefined : envelopeAt(from, place);
  };
  return { first: envelopeAt(from, places[0]!), envelopes: positions.map(at) };
}

/** Where an envelope stands in a stored window: its id, its account, its text, and its end. */
export interface EnvelopePlace {
  readonly at: number;
  readonly accountAt: number;
  readonly textAt: number;
  readonly end: number;
}

/**
 * @param from as `windowValue` writes them
 * @throws RangeError where bytes are missing, left over or no such envelopes
 */
export function envelopePlaces(from: Buffer): readonly EnvelopePlace[] {
  const places: EnvelopePlace[] = [];
  const count = from.readUInt16BE(0);
  let at = 2;
  while (places.length < count) {
    const accountAt = at + ENVELOPE_HEAD_BYTES;
    const textAt = accountAt + from.readUInt16BE(at + HASH_BYTES + 1);
    const end = textAt + from.readUInt32BE(at + HASH_BYTES + 3);
    if (end > from.length || from[at + HASH_BYTES]! >= VISIBILITIES.length)
      throw new RangeError("no envelope window");
    places.push({ at, accountAt, textAt, end });
    at = end;
  }
  if (at !== from.length) throw new RangeError("bytes after the last envelope");
  return places;
}

/**
 * Positions in a stored window of the envelopes that are not private, without reading any of them.
 * @param bytes as `windowValue` writes them
 */
export function publicPositions(bytes: Uint8Array): {
  readonly count: number;
  readonly positions: readonly number[];
} {
  const from = bufferOf(bytes);
  const positions: number[] = [];
  const count = from.readUInt16BE(0);
  let at = 2;
  for (let i = 0; i < count; i += 1) {
    if (from.readUInt8(at + HASH_BYTES) !== PRIVATE) positions.push(i);
    at +=
      ENVELOPE_HEAD_BYTES +
      from.readUInt16BE(at + HASH_BYTES + 1) +
      from.readUInt32BE(at + HASH_BYTES + 3);
  }
  return { count, positions };
}
