/** What the mesh sees of a network: topics, requests and peers, whatever carries them. */

import type { ProcessorTime } from "./processorTime.js";

/** `ignore` has no consequence for the sender; `reject` lowers its score. */
export type GossipVerdict = "accept" | "ignore" | "reject";

/** @param from peer that handed the message over, not its author */
export type TopicValidator = (
  data: Uint8Array,
  from: string,
) => GossipVerdict | Promise<GossipVerdict>;

/** Answers one request; what it throws closes the stream without an answer. */
export type RequestHandler = (request: Uint8Array, from: string) => Promise<Uint8Array>;

export interface RequestOptions {
  /** From the request to the first byte of the answer. From then on it must keep moving. */
  readonly timeoutMs: number;
  /** From the request to the last byte; as long as `timeoutMs` where it is not given. */
  readonly wholeMs?: number;
  /** Longest answer. */
  readonly bytesMax: number;
  /** An honest peer begins to answer so soon; else something is wrong with the way to it. */
  readonly promptMs?: number;
}

export interface ServeOptions {
  /** Longest request. */
  readonly bytesMax: number;
  /** Called with the sender of a longer one, which is not read. */
  readonly onOversized?: (from: string) => void;
}

export interface Net {
  /** This node, as others address it. */
  readonly peerId: string;
  /** Where others may reach it, each ending in its peer id. */
  addresses(): readonly string[];
  /** @returns peers it was handed to: none where the same bytes have passed already */
  publish(topic: string, data: Uint8Array): Promise<number>;
  /** Joins a topic; what the validator accepts is passed on. @returns how to leave it */
  subscribe(topic: string, validate: TopicValidator): () => void;
  /** Connected peers that follow a topic. */
  subscribers(topic: string): readonly string[];
  /** Peers to which messages of a topic are pushed at once, where the network keeps such a set. */
  meshPeers?(topic: string): readonly string[];
  /** What gossip thinks of a peer, where the network keeps scores. */
  score?(peer: string): number;
  /** @throws NetError */
  request(
    peer: string,
    protocol: string,
    data: Uint8Array,
    options: RequestOptions,
  ): Promise<Uint8Array>;
  /** Called when a peer sends gossip that is longer than any, where the network tells. */
  onOversizedGossip?(listener: (peer: string) => void): void;
  /** Addresses that it was to listen at and does not, where the network has such. */
  unheard?(): readonly string[];
  /** Peers over whose way large packets seem to be lost, where the network looks for that. */
  largePacketsLost?(): readonly string[];
  /** What each peer has cost, where the network counts it. */
  readonly processor?: ProcessorTime;
  serve(protocol: string, handler: RequestHandler, options: ServeOptions): Promise<void>;
  /** Connected peers. */
  peers(): readonly string[];
  /** IP address from which a peer is connected, where the network has such; null of no peer. */
  ipOf?(peer: string): string | null;
  /** Called when a peer comes or goes. @returns how to stop it */
  onPeer(listener: (peer: string, connected: boolean) => void): () => void;
  /** Called when a peer joins a topic. @returns how to stop it */
  onSubscriber(listener: (peer: string, topic: string) => void): () => void;
  /**
   * Called when somebody on the local network says where a peer is, where the network listens for
   * it; those heard of before are told at once. Nothing of it is proven. @returns how to stop it
   */
  onNeighbour?(listener: (peer: string, addresses: readonly string[]) => void): () => void;
  /** @returns the peer at the other end. @throws NetError */
  dial(address: string): Promise<string>;
  disconnect(peer: string): Promise<void>;
  /** Closes the connection to a peer and refuses it for a while. */
  deny(peer: string, ms: number): Promise<void>;
  /** Takes a refusal back. */
  admit(peer: string): void;
  /** Idempotent. */
  stop(): Promise<void>;
}

type NetErrorCode = "UNREACHABLE" | "TIMEOUT" | "TOO_LARGE" | "CLOSED" | "NO_ANSWER";

export class NetError extends Error {
  readonly code: NetErrorCode;

  constructor(code: NetErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "NetError";
    this.code = code;
  }
}

/** The peer is there and does not speak the protocol, as an older version does not. */
export class UnservedError extends NetError {
  constructor(protocol: string, cause?: unknown) {
    super("UNREACHABLE", `the peer does not serve ${protocol}`, cause);
  }
}
