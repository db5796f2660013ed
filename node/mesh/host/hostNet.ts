/** A started libp2p node as the `Net` that the mesh sees: its connections, its gossip, its requests. */
import { peerIdFromString } from "@libp2p/peer-id";
import { multiaddr } from "@multiformats/multiaddr";
import type { Logger } from "../../../protocol/ports.js";
import { ipOf } from "./gater.js";
import type { Gate } from "./gater.js";
import { HostGossip } from "./hostGossip.js";
import type { HostNode, PeerId } from "./hostNode.js";
import type { HostOptions } from "./hostOptions.js";
import { HostRequests } from "./hostRequests.js";
import { LargePackets } from "./largePackets.js";
import type { NeighbourListener, Neighbours } from "./neighbours.js";
import type { Net, RequestHandler, RequestOptions, ServeOptions, TopicValidator } from "./net.js";
import type { ProcessorTime } from "./processorTime.js";
import { netError } from "./streamLimits.js";
import { unheardAddresses } from "./unheard.js";

/** Of a call to an address. */
export const DIAL_MS_MAX = 10_000;
/** For a connection to close in good order. */
const CLOSE_MS_MAX = 2_000;

interface HostNetModules {
  readonly gate: Gate;
  readonly neighbours: Neighbours;
  readonly processor: ProcessorTime;
  readonly log: Logger;
}

export class HostNet implements Net {
  readonly peerId: string;
  readonly processor: ProcessorTime;
  readonly #node: HostNode;
  readonly #gate: Gate;
  readonly #listen: readonly string[];
  readonly #neighbours: Neighbours;
  readonly #gossip: HostGossip;
  readonly #requests: HostRequests;
  readonly #largePackets: LargePackets;
  /** Of connected peers: their ids, read once, and where they come from. */
  readonly #ids = new Map<string, PeerId>();
  readonly #ips = new Map<string, string | null>();
  #stopping: Promise<void> | null = null;

  constructor(
    node: HostNode,
    { gate, neighbours, processor, log }: HostNetModules,
    { listen, waitMs }: Pick<HostOptions, "listen" | "waitMs">,
  ) {
    this.#node = node;
    this.#listen = listen;
    this.processor = processor;
    this.#gate = gate;
    this.#neighbours = neighbours;
    const peers = (): readonly string[] => this.peers();
    this.#gossip = new HostGossip(node, { processor, log, peers }, waitMs);
    this.#largePackets = new LargePackets(
      (peer) => {
        log.warn("large packets seem to be lost on the way from a peer: small ones come", { peer });
      },
      () => gate.nowMs(),
    );
    const idOf = (peer: string): PeerId => this.#idOf(peer);
    this.#requests = new HostRequests(node, {
      processor,
      largePackets: this.#largePackets,
      log,
      idOf,
    });
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

  publish(topic: string, data: Uint8Array): Promise<number> {
    return this.#gossip.publish(topic, data);
  }

  subscribe(topic: string, validate: TopicValidator): () => void {
    return this.#gossip.subscribe(topic, validate);
  }

  subscribers(topic: string): readonly string[] {
    return this.#gossip.subscribers(topic);
  }

  meshPeers(topic: string): readonly string[] {
    return this.#gossip.meshPeers(topic);
  }

  score(peer: string): number {
    return this.#gossip.score(peer);
  }

  onOversizedGossip(listener: (peer: string) => void): void {
    this.#gossip.onOversizedGossip(listener);
  }

  onSubscriber(listener: (peer: string, topic: string) => void): () => void {
    return this.#gossip.onSubscriber(listener);
  }

  request(
    peer: string,
    protocol: string,
    data: Uint8Array,
    options: RequestOptions,
  ): Promise<Uint8Array> {
    return this.#requests.request(peer, protocol, data, options);
  }

  serve(protocol: string, handler: RequestHandler, options: ServeOptions): Promise<void> {
    return this.#requests.serve(protocol, handler, options);
  }

  largePacketsLost(): readonly string[] {
    return this.#largePackets.suspected;
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
    const connected = ({ detail }: CustomEvent<PeerId>): void => listener(detail.toString(), true);
    const went = ({ detail }: CustomEvent<PeerId>): void => listener(detail.toString(), false);
    this.#node.addEventListener("peer:connect", connected);
    this.#node.addEventListener("peer:disconnect", went);
    return () => {
      this.#node.removeEventListener("peer:connect", connected);
      this.#node.removeEventListener("peer:disconnect", went);
    };
  }

  onNeighbour(listener: NeighbourListener): () => void {
    return this.#neighbours.listen(listener);
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
    this.#gossip.stop();
    this.#stopping ??= Promise.resolve(this.#node.stop());
    return this.#stopping;
  }
}
