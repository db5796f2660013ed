/** The libp2p host behind `Net`. The only importer of libp2p. */
import "../../runtime/polyfills.js";
import { gossipsub, StrictNoSign, TopicValidatorResult } from "@chainsafe/libp2p-gossipsub";
import type {
  GossipSub,
  GossipsubMessage,
  SubscriptionChangeData,
} from "@chainsafe/libp2p-gossipsub";
import { privateKeyFromRaw } from "@libp2p/crypto/keys";
import { identify } from "@libp2p/identify";
import { mdns } from "@libp2p/mdns";
import { noise } from "@libp2p/noise";
import { peerIdFromString } from "@libp2p/peer-id";
import { ping } from "@libp2p/ping";
import { tcp } from "@libp2p/tcp";
import { yamux } from "@libp2p/yamux";
import { multiaddr } from "@multiformats/multiaddr";
import { createLibp2p } from "libp2p";
import type { Libp2p } from "libp2p";
import { messageId } from "../../../protocol/seal/event.js";
import type { Crypto, Logger } from "../../../protocol/ports.js";
import { libraryBounds } from "./arrivals.js";
import { connectionGater, Gate, ipOf } from "./gater.js";
import type { HostOptions } from "./hostOptions.js";
import { unheardAddresses } from "./unheard.js";
import { LargePackets } from "./largePackets.js";
import { Liveness } from "./liveness.js";
import { LanService, Neighbours } from "./neighbours.js";
import type { NeighbourListener } from "./neighbours.js";
import { NetError } from "./net.js";
import type {
  GossipVerdict,
  Net,
  RequestHandler,
  RequestOptions,
  ServeOptions,
  TopicValidator,
} from "./net.js";
import { ProcessorTime } from "./processorTime.js";
import { peerScore, thresholds, topicScore } from "./scoring.js";
import { systemScheduler, type Cancel } from "../../runtime/scheduler.js";
import { afterTurn } from "../../runtime/turn.js";
import { presumedReachable } from "./ownAddresses.js";
import { relayListen, relayServices, relayTransports } from "./relaying.js";
import { encodeMessage, readMessage } from "./streamFrame.js";
import {
  abortable,
  chunksOf,
  HANDLE_LIMITS,
  netError,
  READ_LIMITS,
  within,
  WRITE_LIMITS,
} from "./streamLimits.js";
import { Progress, Turns, watched, writeAll } from "./transfer.js";
import { webSocketTransports } from "./webSockets.js";
import { patches } from "./patches/index.js";
import type { PubsubMembers } from "./patches/pubsubMembers.js";

export type { HostOptions };

interface HostModules {
  readonly crypto: Pick<Crypto, "sha256" | "ed25519PublicKey">;
  readonly log: Logger;
}

const LOOPBACK = ["127.0.0.1", "::1"];
const HEARTBEAT_MS = 777;
const SEEN_MS = 240_000;
/**
 * A message that is judged later than so many heartbeats after it came is not passed on: a node
 * that is overloaded may be late.
 */
const KEPT_HEARTBEATS = 16;
const INBOUND_BYTES_MAX = 1_048_576;
/**
 * Of a message that neighbours are told not to send again. For an event of a kilobyte they are not:
 * being told takes a frame of its own, which costs more than it saves.
 */
const UNWANTED_BYTES_MIN = 16_384;
/** Requests being answered for one peer at a time. */
const INBOUND_STREAMS_MAX = 32;
const OUTBOUND_STREAMS_MAX = 64;
const DIAL_MS_MAX = 10_000;
/** Answers above it go to a peer one at a time. */
const LONG_ANSWER_BYTES = 65_536;
/** For a connection to close in good order. */
const CLOSE_MS_MAX = 2_000;
/** Between questions to the local network, which all who are there hear the answers of. */
const LAN_QUERY_MS = 30_000;
/** Between looks whether the way to a new subscriber is open. */
const WAY_POLL_MS = 10;

const VERDICTS: Readonly<Record<GossipVerdict, TopicValidatorResult>> = {
  accept: TopicValidatorResult.Accept,
  ignore: TopicValidatorResult.Ignore,
  reject: TopicValidatorResult.Reject,
};

interface Services extends Record<string, unknown> {
  readonly pubsub: GossipSub;
}
type Node = Libp2p<Services>;
type PeerId = Node["peerId"];
type LanComponents = Parameters<ReturnType<typeof mdns>>[0] & { readonly peerId: PeerId };
type Connection = ReturnType<Node["getConnections"]>[number];
type Stream = Awaited<ReturnType<Connection["newStream"]>>;

function pubsubFactory(
  { topics, sharedAddresses, appScore, smallMesh = false }: HostOptions,
  { crypto }: HostModules,
): ReturnType<typeof gossipsub> {
  const shared = new Set([...LOOPBACK, ...sharedAddresses]);
  const degrees = smallMesh
    ? { D: 6, Dlo: 4, Dhi: 12, Dout: 2, Dscore: 4, Dlazy: 6 }
    : { D: 8, Dlo: 6, Dhi: 12, Dout: 3, Dscore: 5, Dlazy: 8 };
  return gossipsub({
    ...degrees,
    // All that are outside the mesh of a topic are told what was said, not some drawn by lot: a
    // peer whose only neighbour has a full mesh never hears of a message when it is not drawn at
    // any of the five heartbeats.
    heartbeatInterval: HEARTBEAT_MS,
    mcacheLength: KEPT_HEARTBEATS,
    mcacheGossip: 5,
    gossipFactor: 1,
    // A message is passed on when it was judged, to those only who have not sent it here meanwhile.
    asyncValidation: true,
    seenTTL: SEEN_MS,
    globalSignaturePolicy: StrictNoSign,
    allowedTopics: new Set(topics),
    maxInboundDataLength: INBOUND_BYTES_MAX,
    allowPublishToZeroTopicPeers: true,
    // The same bytes may be said twice within a calcond, or have come over HTTP and by gossip.
    ignoreDuplicatePublishError: true,
    floodPublish: true,
    fallbackToFloodsub: false,
    emitSelf: false,
    doPX: false,
    runOnLimitedConnection: true,
    idontwantMinDataSize: UNWANTED_BYTES_MIN,
    // A topic is part of the id: what was refused on a wrong topic must still arrive on the right
    // one.
    msgIdFn: ({ topic, data }) => messageId(crypto, topic, data),
    scoreParams: {
      ...peerScore(shared, appScore),
      topics: Object.fromEntries(
        topics.map((topic) => [topic, topicScore(topic.split("/")[4] ?? "")]),
      ),
    },
    scoreThresholds: thresholds,
  });
}

/** Asks the local network for nodes of the same mesh, and answers them. */
function lanFactory(
  { lanTags = [] }: HostOptions,
  { log }: HostModules,
  neighbours: Neighbours,
): (components: LanComponents) => LanService {
  return (components) =>
    new LanService(
      lanTags.map((serviceTag) => {
        const peerName = components.peerId.toString();
        const discovery = mdns({ serviceTag, peerName, interval: LAN_QUERY_MS })(components);
        discovery.addEventListener("peer", ({ detail: { id, multiaddrs } }) => {
          neighbours.hear(
            id.toString(),
            multiaddrs.map((address) => address.toString()),
          );
        });
        return discovery;
      }),
      (error) => {
        log.warn("nodes on the local network cannot be looked for", { error: String(error) });
      },
    );
}

async function createNode(
  options: HostOptions,
  modules: HostModules,
  gate: Gate,
  neighbours: Neighbours,
  processor: ProcessorTime,
): Promise<Node> {
  // The library would find the public key by curve tables of its own, a megabyte that stays.
  const publicKey = modules.crypto.ed25519PublicKey(options.seed);
  const privateKey = privateKeyFromRaw(Uint8Array.from([...options.seed, ...publicKey]));
  const liveness = new Liveness(options.lookMs);
  const bounds = libraryBounds(options.connectionsMax);
  let node: Node | null = null;
  const { relay = "off" } = options;
  const connections = (): readonly Connection[] => node?.getConnections() ?? [];
  node = await createLibp2p<Services>({
    privateKey,
    start: false,
    addresses: {
      listen: [...options.listen, ...relayListen(relay)],
      announce: [...options.announce],
    },
    transports: [
      tcp(),
      ...(await webSocketTransports(
        [...options.listen, ...(options.bootstrap ?? [])],
        bounds.maxConnections,
      )),
      ...relayTransports(relay),
    ],
    connectionEncrypters: [
      patches.socketTurns.apply(
        patches.shortReads.apply(patches.fewerWrites.apply(noise())),
        (peer, bytes) => processor.begin(peer, bytes, afterTurn),
      ),
    ],
    streamMuxers: [
      patches.windowUpdates.apply(
        patches.watchedMuxers.apply(yamux({ enableKeepAlive: false }), (muxer, connection) =>
          liveness.watch(muxer, connection),
        ),
      ),
    ],
    connectionManager: {
      inboundConnectionThreshold: 200,
      // The mesh itself says who makes room: the library would refuse whoever comes last.
      ...bounds,
      dialTimeout: DIAL_MS_MAX,
    },
    connectionMonitor: { enabled: false },
    // An address known of a peer would be forgotten when it is told nothing new for six hours,
    // connected or not.
    peerStore: { maxPeerAge: Infinity },
    connectionGater: connectionGater(options, gate, connections),
    services: {
      identify: identify(),
      ping: ping(),
      pubsub: pubsubFactory(options, modules),
      lan: lanFactory(options, modules, neighbours),
      addresses: presumedReachable,
      ...relayServices(relay),
    },
  });
  patches.knownProtocols.apply(node.peerStore);
  return node;
}

class HostNet implements Net {
  readonly peerId: string;
  readonly processor: ProcessorTime;
  readonly #node: Node;
  readonly #pubsub: GossipSub;
  readonly #members: PubsubMembers;
  readonly #gate: Gate;
  readonly #listen: readonly string[];
  readonly #neighbours: Neighbours;
  readonly #log: Logger;
  readonly #stopWaiting: () => void;
  readonly #validators = new Map<string, TopicValidator>();
  readonly #uploads = new Turns();
  readonly #largePackets: LargePackets;
  /** Of connected peers: their ids, read once, and where they come from. */
  readonly #ids = new Map<string, PeerId>();
  readonly #ips = new Map<string, string | null>();
  #tellOversized: (peer: string) => void = () => undefined;
  #stopping: Promise<void> | null = null;

  constructor(
    node: Node,
    {
      gate,
      neighbours,
      processor,
      log,
    }: {
      readonly gate: Gate;
      readonly neighbours: Neighbours;
      readonly processor: ProcessorTime;
      readonly log: Logger;
    },
    { listen, waitMs }: Pick<HostOptions, "listen" | "waitMs">,
  ) {
    this.#node = node;
    this.#listen = listen;
    this.processor = processor;
    this.#pubsub = node.services.pubsub;
    this.#members = patches.pubsubMembers.apply(this.#pubsub);
    this.#pubsub.addEventListener("gossipsub:message", ({ detail }) => {
      void this.#judge(detail);
    });
    // Whoever comes back may be another process, which knows of no topic that it was to stay out of.
    node.addEventListener("peer:disconnect", ({ detail }) => {
      for (const peers of this.#members.backoff.values()) peers.delete(detail.toString());
    });
    patches.graftNews.apply(this.#pubsub);
    patches.oversizedGossip.apply(this.#pubsub, (peer) => this.#tellOversized(peer));
    this.#stopWaiting = patches.oneWay.apply(this.#pubsub, node.peerId.toString(), waitMs);
    this.#gate = gate;
    this.#neighbours = neighbours;
    this.#log = log;
    this.#largePackets = new LargePackets(
      (peer) => {
        log.warn("large packets seem to be lost on the way from a peer: small ones come", { peer });
      },
      () => gate.nowMs(),
    );
    node.addEventListener("peer:connect", ({ detail }) => {
      this.#ids.set(detail.toString(), detail);
    });
    this.onPeer((peer, connected) => {
      if (connected) return;
      this.#ids.delete(peer);
      this.#ips.delete(peer);
      this.#largePackets.left(peer);
      this.processor.left(peer);
    });
    this.peerId = node.peerId.toString();
  }

  unheard(): readonly string[] {
    return unheardAddresses(this.#listen, this.addresses());
  }

  addresses(): readonly string[] {
    return this.#node.getMultiaddrs().map((address) => address.toString());
  }

  async publish(topic: string, data: Uint8Array): Promise<number> {
    const { recipients } = await this.#pubsub.publish(topic, data);
    return recipients.length;
  }

  subscribe(topic: string, validate: TopicValidator): () => void {
    this.#validators.set(topic, validate);
    this.#pubsub.subscribe(topic);
    return () => {
      this.#validators.delete(topic);
      queueMicrotask(() => this.#leave(topic));
    };
  }

  /**
   * A host that stops leaves no topic: its neighbours would keep it off each for a minute, and whoever
   * is back before that loses points for each one that it joins, until it is cut off.
   */
  #leave(topic: string): void {
    if (this.#stopping === null && !this.#validators.has(topic)) this.#pubsub.unsubscribe(topic);
  }

  async #judge({
    propagationSource,
    msgId,
    msg: { topic, data },
  }: GossipsubMessage): Promise<void> {
    const from = propagationSource.toString();
    const { turn } = this.processor;
    try {
      const verdict = await this.#verdict(topic, data, from);
      if (verdict === "accept") this.processor.wanted(turn, from, data.length);
      this.#members.reportMessageValidationResult(msgId, from, VERDICTS[verdict]);
    } catch (error) {
      this.#log.error("a message could not be passed on", { topic, error: String(error) });
    }
  }

  async #verdict(topic: string, data: Uint8Array, from: string): Promise<GossipVerdict> {
    try {
      return (await this.#validators.get(topic)?.(data, from)) ?? "ignore";
    } catch (error) {
      this.#log.error("a message could not be validated", { topic, error: String(error) });
      return "ignore";
    }
  }

  subscribers(topic: string): readonly string[] {
    return this.#pubsub
      .getSubscribers(topic)
      .map((peer) => peer.toString())
      .filter((peer) => this.#hasWayTo(peer));
  }

  meshPeers(topic: string): readonly string[] {
    return this.#members.getMeshPeers(topic);
  }

  score(peer: string): number {
    return this.#members.getScore(peer);
  }

  async request(
    peer: string,
    protocol: string,
    data: Uint8Array,
    { timeoutMs, wholeMs = timeoutMs, bytesMax, promptMs }: RequestOptions,
  ): Promise<Uint8Array> {
    const progress = new Progress({ firstByteMs: timeoutMs, wholeMs }, systemScheduler);
    const { signal } = progress;
    const endPrompt = this.#expectWithin(promptMs, peer, progress);
    let stream: Stream | null = null;
    try {
      stream = await this.#openStream(peer, protocol, signal);
      const opened = stream;
      const answer = await abortable(signal, opened, async () => {
        if (!opened.send(encodeMessage(data))) await opened.onDrain({ signal });
        return readMessage(this.#asked(peer, watched(chunksOf(opened), progress)), bytesMax);
      });
      await stream.close({ signal });
      return answer;
    } catch (error) {
      stream?.abort(error instanceof Error ? error : new Error(String(error)));
      throw netError(error, signal, protocol);
    } finally {
      endPrompt();
      this.#largePackets.came(peer, progress.moved);
      progress.end();
    }
  }

  /**
   * On the connection that is there, the direct one if there are two. The library takes one over a
   * relay for none, and would dial all addresses of the peer anew for each request.
   */
  #openStream(peer: string, protocol: string, signal: AbortSignal): Promise<Stream> {
    const id = this.#idOf(peer);
    const options = {
      signal,
      maxOutboundStreams: OUTBOUND_STREAMS_MAX,
      runOnLimitedConnection: true,
    };
    const open = this.#node.getConnections(id).filter(({ status }) => status === "open");
    const connection = open.find(({ limits }) => limits === undefined) ?? open[0];
    return connection === undefined
      ? this.#node.dialProtocol(id, protocol, options)
      : connection.newStream(protocol, options);
  }

  /** Chunks of an answer that this node asked for. */
  async *#asked(peer: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.processor.wanted(this.processor.turn, peer, chunk.length);
      yield chunk;
    }
  }

  /** The way is suspected where nothing has come by then. @returns how to stop it */
  #expectWithin(ms: number | undefined, peer: string, progress: Progress): Cancel {
    if (ms === undefined) return () => undefined;
    return systemScheduler.after(ms, () => {
      if (progress.moved === 0) this.#largePackets.stalled(peer);
    });
  }

  onOversizedGossip(listener: (peer: string) => void): void {
    this.#tellOversized = listener;
  }

  largePacketsLost(): readonly string[] {
    return this.#largePackets.suspected;
  }

  async serve(
    protocol: string,
    handler: RequestHandler,
    { bytesMax, onOversized }: ServeOptions,
  ): Promise<void> {
    await this.#node.handle(
      protocol,
      async (stream, connection) => {
        const from = connection.remotePeer.toString();
        try {
          const request = await within(READ_LIMITS, stream, () =>
            readMessage(chunksOf(stream), bytesMax),
          ).catch((error: unknown) => {
            if (error instanceof NetError && error.code === "TOO_LARGE") onOversized?.(from);
            throw error;
          });
          const answer = await within(HANDLE_LIMITS, stream, () => handler(request, from));
          await this.#upload(stream, encodeMessage(answer), from);
        } catch (error) {
          this.#log.debug("a request was not answered", { protocol, from, error: String(error) });
          stream.abort(error instanceof Error ? error : new Error(String(error)));
        }
      },
      { maxInboundStreams: INBOUND_STREAMS_MAX, runOnLimitedConnection: true },
    );
  }

  /** A long answer waits for the one before it to the same peer: side by side both were late. */
  async #upload(stream: Stream, answer: Uint8Array, to: string): Promise<void> {
    const write = (): Promise<void> =>
      within(WRITE_LIMITS, stream, async (progress) => {
        await writeAll(stream, answer, progress);
        await stream.close({ signal: progress.signal });
      });
    await (answer.length <= LONG_ANSWER_BYTES ? write() : this.#uploads.take(to, write));
  }

  peers(): readonly string[] {
    // Not the library's own list, which makes every name anew from its digits.
    return [...new Set(this.#node.getConnections().map(({ remotePeer }) => remotePeer.toString()))];
  }

  /** It is asked with every request and message: reading a peer id takes many times as long. */
  ipOf(peer: string): string | null {
    const known = this.#ips.get(peer);
    if (known !== undefined) return known;
    const [connection] = this.#node.getConnections(this.#idOf(peer));
    if (connection === undefined) return null;
    const ip = ipOf(connection.remoteAddr) || null;
    this.#ips.set(peer, ip);
    return ip;
  }

  #idOf(peer: string): PeerId {
    return this.#ids.get(peer) ?? peerIdFromString(peer);
  }

  onPeer(listener: (peer: string, connected: boolean) => void): () => void {
    const came = ({ detail }: CustomEvent<PeerId>): void => listener(detail.toString(), true);
    const went = ({ detail }: CustomEvent<PeerId>): void => listener(detail.toString(), false);
    this.#node.addEventListener("peer:connect", came);
    this.#node.addEventListener("peer:disconnect", went);
    return () => {
      this.#node.removeEventListener("peer:connect", came);
      this.#node.removeEventListener("peer:disconnect", went);
    };
  }

  onNeighbour(listener: NeighbourListener): () => void {
    return this.#neighbours.listen(listener);
  }

  onSubscriber(listener: (peer: string, topic: string) => void): () => void {
    const timers = new Set<Cancel>();
    const tell = (peer: string, topic: string): void => {
      if (this.#hasWayTo(peer)) {
        listener(peer, topic);
      } else if (this.peers().includes(peer)) {
        const cancel = systemScheduler.after(WAY_POLL_MS, () => {
          timers.delete(cancel);
          tell(peer, topic);
        });
        timers.add(cancel);
      }
    };
    const changed = ({ detail }: CustomEvent<SubscriptionChangeData>): void => {
      for (const { topic, subscribe } of detail.subscriptions) {
        if (subscribe) tell(detail.peerId.toString(), topic);
      }
    };
    this.#pubsub.addEventListener("subscription-change", changed);
    return () => {
      this.#pubsub.removeEventListener("subscription-change", changed);
      for (const cancel of timers) cancel();
    };
  }

  /**
   * A peer's subscriptions come over its stream to us, and may come before our stream to it is
   * open; what is published in between is dropped, and stays "seen". The library has no event for
   * it.
   */
  #hasWayTo(peer: string): boolean {
    return this.#members.streamsOutbound.has(peer);
  }

  async dial(address: string): Promise<string> {
    const signal = AbortSignal.timeout(DIAL_MS_MAX);
    try {
      const connection = await this.#node.dial(multiaddr(address), { signal });
      return connection.remotePeer.toString();
    } catch (error) {
      throw netError(error, signal);
    }
  }

  async disconnect(peer: string): Promise<void> {
    await this.#node.hangUp(this.#idOf(peer), { signal: AbortSignal.timeout(CLOSE_MS_MAX) });
  }

  async deny(peer: string, ms: number): Promise<void> {
    this.#gate.deny(peer, ms);
    await this.disconnect(peer);
  }

  admit(peer: string): void {
    this.#gate.admit(peer);
  }

  stop(): Promise<void> {
    this.#stopWaiting();
    this.#stopping ??= Promise.resolve(this.#node.stop());
    return this.#stopping;
  }
}

/** Starts a libp2p host. @throws Error when an address cannot be listened on */
export async function startHost(options: HostOptions, modules: HostModules): Promise<Net> {
  const gate = new Gate(new Set([...LOOPBACK, ...options.sharedAddresses]), () =>
    performance.now(),
  );
  const neighbours = new Neighbours();
  const processor = new ProcessorTime();
  const node = await createNode(options, modules, gate, neighbours, processor);
  try {
    await node.start();
  } catch (error) {
    await node.stop();
    throw error;
  }
  const log = modules.log.child("net");
  const net = new HostNet(node, { gate, neighbours, processor, log }, options);
  const addresses = net.unheard();
  if (addresses.length > 0)
    log.warn("the node does not listen at all addresses that it was told", { addresses });
  return net;
}
