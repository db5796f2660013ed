import { toHex } from "../../../protocol/encoding/hex.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { utf8Encode } from "../../../protocol/encoding/utf8.js";
import {
  createEvent,
  createNote,
  NO_HASH,
  type Author,
  type EncodedEvent,
  type EventDraft,
  type MeshNote,
} from "../../../protocol/seal/event.js";
import { makeHandshake, type MeshSecrets } from "../../../protocol/events/handshake.js";
import { topicOf } from "../../../protocol/events/topics.js";
import { encodeWire } from "../../../protocol/events/wireText.js";
import type { Arrival, EventView, SpineTip } from "../../../protocol/events/eventView.js";
import { CALCOND_NS } from "../../../protocol/limits.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { checkpointOrigin, signCheckpoint } from "../../../protocol/seal/checkpoint.js";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";

export const NET = "0a1b2c3d";
export const NOW = 2_310_461_010;
export const NOW_NS = BigInt(NOW) * CALCOND_NS + 5n;
export const SECRET = new Uint8Array(32).fill(0x51);
const SECRETS: MeshSecrets = new Map([[1, SECRET]]);

export function authorOf(byte: number): Author {
  const seed = new Uint8Array(32).fill(byte);
  return { seed, publicKey: toHex(crypto.ed25519PublicKey(seed)) };
}
export const ALICE = authorOf(1);
export const BOB = authorOf(2);

export const OPEN_BODY: JsonObject = { engine_version: "calc-engine/1", next: "cd".repeat(32) };
export const NODE_BODY: JsonObject = {
  addrs: ["/ip4/127.0.0.1/tcp/4001"],
  capacity: 4,
  engine_versions: ["calc-engine/1"],
  roles: ["seal"],
};
export const SEAL_BODY: JsonObject = {
  count: 3,
  engine_version: "calc-engine/1",
  root: "ef".repeat(32),
};
export const DIGEST_BODY: JsonObject = {
  build: "0.1.0",
  engine_version: "calc-engine/1",
  envelopes: 12,
  machines: "aa".repeat(32),
  min_index: 0,
  operators_hash: "bb".repeat(32),
  registry_generation: "r1",
  root: "cc".repeat(32),
  shards: { held: "ff".repeat(32), root: "dd".repeat(32) },
  size: 5,
};

export function event(draft: Partial<EventDraft> = {}, author: Author = ALICE): EncodedEvent {
  return createEvent(crypto, author, {
    net: NET,
    kind: "spine.open",
    seq: 0,
    prev: NO_HASH,
    calcond: NOW,
    body: OPEN_BODY,
    ...draft,
  });
}

export function nodeEvent(draft: Partial<EventDraft> = {}, author: Author = ALICE): EncodedEvent {
  return event({ kind: "node", seq: 7, prev: "12".repeat(32), body: NODE_BODY, ...draft }, author);
}

export function headNote(
  change: Partial<Record<string, JsonObject[string]>> = {},
  author: Author = ALICE,
  seq = 9,
): MeshNote {
  const checkpoint = signCheckpoint(
    crypto,
    {
      origin: checkpointOrigin(NET, author.publicKey),
      size: seq + 1,
      root: crypto.sha256("tree"),
    },
    author.seed,
  );
  return createNote(crypto, author, {
    author: author.publicKey,
    calcond: NOW,
    checkpoint,
    id: "34".repeat(32),
    kind: "head",
    net: NET,
    seq,
    v: 1,
    ...change,
  });
}

/** What travels on a topic. */
export function wire(
  text: string,
  sender: string = ALICE.publicKey,
  calcond = BigInt(NOW),
  kid = 1,
): Uint8Array {
  return encodeWire(makeHandshake(crypto, SECRET, { kid, sender, calcond }, text), text);
}

export function noteWire(note: MeshNote, sender = note.note.author): Uint8Array {
  return wire(canonicalize(note), sender);
}

export function gossip(name: "head" | "node" | "digest"): Arrival {
  return { via: "gossip", topic: topicOf(NET, name) };
}

export interface Knowledge {
  readonly held?: readonly string[];
  /** Of those held, what gossip has not brought. */
  readonly unheard?: readonly string[];
  readonly frozen?: readonly string[];
  readonly allow?: boolean;
  readonly tip?: SpineTip | null;
  readonly at?: Readonly<Record<number, string>>;
  readonly room?: boolean;
  readonly headSeq?: number | null;
  readonly secrets?: MeshSecrets;
}

export function view(arrival: Arrival, known: Knowledge = {}): EventView {
  return {
    crypto,
    net: NET,
    arrival,
    secrets: known.secrets ?? SECRETS,
    isHeld: (id) => known.held?.includes(id) ?? false,
    isUnheard: (id) => known.unheard?.includes(id) ?? false,
    allow: () => known.allow ?? true,
    isFrozen: (author) => known.frozen?.includes(author) ?? false,
    tip: () => known.tip ?? null,
    idAt: (_author, seq) => known.at?.[seq] ?? null,
    hasDetachedRoom: () => known.room ?? true,
    headSeq: () => known.headSeq ?? null,
  };
}

export const SYNC: Arrival = { via: "sync" };
export const bytesOf = utf8Encode;
