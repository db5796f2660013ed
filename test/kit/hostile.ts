/** Messages no honest node makes, as they would come in by gossip and over HTTP. */
import { nodeCrypto } from "../../node/runtime/crypto.js";
import type { MemoryHub, MemoryNet } from "../../scripts/sim/wires/memoryNet.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { createEvent, NO_HASH } from "../../protocol/seal/event.js";
import type { Author, EncodedEvent, EventDraft } from "../../protocol/seal/event.js";
import { makeHandshake } from "../../protocol/events/handshake.js";
import { topicOf } from "../../protocol/events/topics.js";
import type { TopicName } from "../../protocol/events/topics.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Clock, JsonObject } from "../../protocol/ports.js";
import { authorOf, contentId, NETWORK, SECRET } from "./meshNode.js";
import type { MeshNode } from "./meshNode.js";

/** Order of the base point of Ed25519, RFC 8032, section 5.1. */
const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

export function calcondOf(clock: Clock): number {
  return Number(clock.nowNs() / CALCOND_NS);
}

export function opening(
  author: Author,
  clock: Clock,
  change: Partial<EventDraft> = {},
): EncodedEvent {
  return createEvent(nodeCrypto, author, {
    net: NETWORK,
    kind: "spine.open",
    seq: 0,
    prev: NO_HASH,
    calcond: calcondOf(clock),
    body: { engine_version: "x", next: contentId("next") },
    ...change,
  });
}

/** A node announcement with earlier events missing. */
export function announcement(
  author: Author,
  clock: Clock,
  change: Partial<EventDraft> = {},
): EncodedEvent {
  return opening(author, clock, {
    kind: "node",
    seq: 7,
    prev: "12".repeat(32),
    body: { addrs: [], capacity: 1, engine_versions: ["x"], roles: [] },
    ...change,
  });
}

/** R || S + L: the same signature for whoever does not look at S. */
export function malleated(sig: string): string {
  const s =
    BigInt(`0x${Buffer.from(sig.slice(64), "hex").reverse().toString("hex")}`) + GROUP_ORDER;
  const bytes = Buffer.from(s.toString(16).padStart(64, "0"), "hex").reverse();
  return sig.slice(0, 64) + bytes.toString("hex");
}

export interface Sent {
  /** Text in the place of the canonical event. */
  readonly text: string | Uint8Array;
  readonly sender: string;
  readonly calcond?: number;
  readonly topic?: TopicName;
  readonly handshake?: string;
  readonly kid?: number;
}

export function handshakeOf(
  clock: Clock,
  { text, sender, calcond, handshake, kid = 1 }: Sent,
): string {
  return (
    handshake ??
    makeHandshake(
      nodeCrypto,
      SECRET,
      { kid, sender, calcond: BigInt(calcond ?? calcondOf(clock)) },
      text,
    )
  );
}

let joined = 0;

/** A peer with the mesh secret, linked to one node. */
function intruder(hub: MemoryHub, node: MeshNode): MemoryNet {
  joined += 1;
  const { publicKey } = authorOf(100 + (joined % 100));
  const net = hub.join(contentId(`${publicKey} ${joined}`));
  hub.link(net.peerId, node.net.peerId);
  return net;
}

/** @returns verdict and code of what a neighbour relays */
export async function relay(
  hub: MemoryHub,
  clock: Clock,
  node: MeshNode,
  sent: Sent,
): Promise<string> {
  const { topic = "node" } = sent;
  const before = node.words.length;
  const handshake = canonicalize(handshakeOf(clock, sent));
  const wire = Buffer.concat([
    Buffer.from(`{"handshake":${handshake},"msg":`),
    Buffer.from(sent.text),
    Buffer.from("}"),
  ]);
  const net = intruder(hub, node);
  await net.publish(topicOf(NETWORK, topic), wire);
  hub.remove(net.peerId);
  const word = node.words.slice(before).find((said) => said.startsWith(`${topic} `));
  return word?.slice(topic.length + 1) ?? "nothing";
}

/** @returns verdict and code of the judge, and what HTTP says */
export async function post(
  clock: Clock,
  node: MeshNode,
  sent: Sent,
): Promise<{ readonly judged: string; readonly answer: string }> {
  const before = node.words.length;
  const posted = await node.mesh.post(Buffer.from(sent.text), handshakeOf(clock, sent));
  const word = node.words.slice(before).find((said) => said.startsWith("http "));
  return {
    judged: word?.slice("http ".length) ?? "nothing",
    answer: posted.accepted ? `200 ${posted.duplicate ? "duplicate" : posted.state}` : posted.code,
  };
}

export function withSig({ event }: EncodedEvent, sig: string): string {
  return canonicalize({ ...event, header: { ...event.header }, sig });
}

export function withBody({ event }: EncodedEvent, body: JsonObject): string {
  return canonicalize({ ...event, header: { ...event.header }, body });
}

/** A public key that signs anything: the identity point (with S = 0 and R the same point). */
export const IDENTITY_KEY = `01${"00".repeat(31)}`;
export const IDENTITY_SIGNATURE = `01${"00".repeat(63)}`;
