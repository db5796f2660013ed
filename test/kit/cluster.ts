/** A few whole nodes on a network in memory and in virtual time, and liars beside them. */
import { expect } from "chai";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { Frames } from "../../node/mesh/host/frame.js";
import { MemoryHub } from "../../scripts/sim/wires/memoryNet.js";
import type { MemoryNet } from "../../scripts/sim/wires/memoryNet.js";
import { STATUS_PROTOCOL } from "../../node/mesh/sync/status.js";
import { bucketHashes, bucketOf, headsHash } from "../../node/mesh/sync/syncHeads.js";
import type { Tip } from "../../node/mesh/sync/syncHeads.js";
import { HEADS_PROTOCOL, IDS_PROTOCOL, SPINE_PROTOCOL } from "../../node/mesh/sync/syncServer.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import type { EncodedEvent } from "../../protocol/seal/event.js";
import { makeHandshake } from "../../protocol/events/handshake.js";
import { topicOf } from "../../protocol/events/topics.js";
import type { TopicName } from "../../protocol/events/topics.js";
import { encodeWire } from "../../protocol/events/wireText.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { JsonValue } from "../../protocol/ports.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { MemoryStore } from "../../scripts/stores/memory.js";
import { Store } from "../../storage/store.js";
import { authorOf, NETWORK, SECRET, startMeshNode } from "./meshNode.js";
import type { MeshNode } from "./meshNode.js";
import { keep, sealBody } from "./spines.js";
import { VirtualTime } from "./virtualTime.js";

export class Cluster {
  readonly hub = new MemoryHub();
  readonly time: VirtualTime;
  readonly nodes: MeshNode[] = [];

  constructor(time = new VirtualTime()) {
    this.time = time;
  }

  async start(n: number, store?: Store): Promise<MeshNode> {
    const node = await startMeshNode(n, {
      net: this.hub.join(authorOf(n).publicKey),
      modules: { scheduler: this.time, clock: this.time, random: { next: () => 0 } },
      ...(store === undefined ? {} : { store }),
    });
    this.nodes.push(node);
    return node;
  }

  link(a: MeshNode, b: MeshNode): void {
    this.hub.link(a.net.peerId, b.net.peerId);
  }

  cut(a: MeshNode, b: MeshNode): void {
    this.hub.cut(a.net.peerId, b.net.peerId);
  }

  async stop(): Promise<void> {
    for (const node of this.nodes.splice(0)) await node.stop();
    expect(this.time.waiting).to.equal(0);
  }
}

export async function seals(node: MeshNode, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await node.spine.append("seal", sealBody(`${i}`));
}

/** [seq, id] of what a node holds of an author, read from its store alone. */
export async function held(
  node: MeshNode,
  author: string,
): Promise<readonly [number, string] | null> {
  const tip = await node.store.spine.tip(author);
  return tip === undefined ? null : [tip.seq, tip.id];
}

export async function expectHeld(node: MeshNode, of: MeshNode): Promise<void> {
  const author = of.author.publicKey;
  expect(await held(node, author)).to.deep.equal([of.spine.tip!.seq, of.spine.tip!.id]);
  expect(await node.store.spine.firstHole(author)).to.equal(null);
}

export function storeOf(): Store {
  return new Store(new MemoryStore());
}

export async function storeWith(events: readonly EncodedEvent[]): Promise<Store> {
  const store = storeOf();
  await keep(store, events);
  return store;
}

export function framesOf(time: VirtualTime, n: number): Frames {
  return new Frames(
    { secrets: new Map([[1, SECRET]]), kid: 1, publicKey: authorOf(n).publicKey },
    { crypto: nodeCrypto, clock: time },
  );
}

export function publish(
  net: MemoryNet,
  time: VirtualTime,
  n: number,
  topic: TopicName,
  text: string,
): Promise<number> {
  const claim = { kid: 1, sender: authorOf(n).publicKey, calcond: time.nowNs() / CALCOND_NS };
  return net.publish(
    topicOf(NETWORK, topic),
    encodeWire(makeHandshake(nodeCrypto, SECRET, claim, text), text),
  );
}

/** A member that follows nothing and shows a clock that is off. */
export async function lyingClock(
  { hub, time }: Cluster,
  n: number,
  aheadMs: number,
  ip: string,
): Promise<MemoryNet> {
  const net = hub.join(authorOf(n).publicKey, ip);
  const frames = framesOf(time, n);
  await net.serve(
    STATUS_PROTOCOL,
    async () => {
      const nowNs = time.nowNs() + BigInt(aheadMs) * 1_000_000n;
      return frames.seal(statusOf(nowNs, headsHash(nodeCrypto, [])));
    },
    { bytesMax: 65_536 },
  );
  return net;
}

/** A member that lists spines nobody wrote and holds up whoever asks for them. */
export async function slowLiar(
  { hub, time }: Cluster,
  n: number,
  invented: number,
): Promise<MemoryNet> {
  const net = hub.join(authorOf(n).publicKey);
  const frames = framesOf(time, n);
  net.subscribe(topicOf(NETWORK, "head"), () => "ignore");
  const tips: readonly Tip[] = Array.from({ length: invented }, (_, i) => [
    nodeCrypto.sha256Hex(`author ${i}`),
    1_000_000,
    nodeCrypto.sha256Hex(`event ${i}`),
  ]);
  const answer = (protocol: string, reply: (data: JsonValue) => Promise<string>): Promise<void> =>
    net.serve(
      protocol,
      async (request, from) => frames.seal(await reply(frames.open(request, from, true).data)),
      { bytesMax: 65_536 },
    );
  await answer(STATUS_PROTOCOL, async () => statusOf(time.nowNs(), headsHash(nodeCrypto, tips)));
  await answer(HEADS_PROTOCOL, async (data) =>
    canonicalize(
      membersOf(data)["buckets"] === undefined
        ? bucketHashes(nodeCrypto, tips)
        : tips.filter(([of]) => listOf(membersOf(data)["buckets"]).includes(bucketOf(of))),
    ),
  );
  await answer(
    SPINE_PROTOCOL,
    () =>
      new Promise((_, reject) => {
        time.after(9_500, () => reject(new Error("late")));
      }),
  );
  return net;
}

function statusOf(nowNs: bigint, heads: string): string {
  return canonicalize({
    calcond: Number(nowNs / CALCOND_NS),
    engine_versions: [ENGINE_VERSION],
    heads_hash: heads,
    net: NETWORK,
    registry_generation: "test",
    unix_ns: nowNs.toString(),
  });
}

/** What an author with these events would answer, were it asked for the spine. */
export interface Pretence {
  /** Canonical events that are served, whatever their numbers. */
  readonly served: readonly string[];
  /** Events that are claimed to be held. */
  readonly claimed: readonly EncodedEvent[];
}

/** A peer that shows a spine of its own choice to whoever asks. */
export async function pretend(
  { hub, time }: Cluster,
  n: number,
  { served, claimed }: Pretence,
): Promise<MemoryNet> {
  const net = hub.join(authorOf(n).publicKey);
  const frames = framesOf(time, n);
  const last = claimed.at(-1)!;
  const { author, seq } = last.event.header;
  const tips: readonly Tip[] = [[author, seq, last.id]];
  const answer = (protocol: string, reply: (data: JsonValue) => string): Promise<void> =>
    net.serve(
      protocol,
      async (request, from) => frames.seal(reply(frames.open(request, from).data)),
      { bytesMax: 65_536 },
    );
  await answer(STATUS_PROTOCOL, () =>
    canonicalize({
      calcond: Number(time.nowNs() / CALCOND_NS),
      engine_versions: [ENGINE_VERSION],
      heads_hash: headsHash(nodeCrypto, tips),
      net: NETWORK,
      registry_generation: "test",
      unix_ns: time.nowNs().toString(),
    }),
  );
  await answer(HEADS_PROTOCOL, (data) =>
    canonicalize(
      membersOf(data)["buckets"] === undefined
        ? bucketHashes(nodeCrypto, tips)
        : tips.filter(([of]) => listOf(membersOf(data)["buckets"]).includes(bucketOf(of))),
    ),
  );
  await answer(SPINE_PROTOCOL, (data) => {
    const { from, count } = membersOf(data);
    return `[${served.slice(Number(from), Number(from) + Number(count)).join(",")}]`;
  });
  await answer(IDS_PROTOCOL, (data) =>
    canonicalize(listOf(membersOf(data)["seqs"]).map((at) => claimed[Number(at)]?.id ?? null)),
  );
  return net;
}

function membersOf(data: JsonValue): Readonly<Record<string, JsonValue>> {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return {};
  return Object.fromEntries(Object.entries(data));
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
