/** What the API may see of the mesh. The mesh is built later and may be absent. */
import type { JsonValue } from "../../../protocol/ports.js";
import type { PeerControl } from "../discovery/peerControl.js";
import { thresholds } from "../host/scoring.js";
import type { Invitations } from "../discovery/invitations.js";
import type { Diagnosis } from "../discovery/diagnosis.js";
import type { KnownHead } from "../intake/announcements.js";
import type { KeptView } from "../shards/sharedReceipts.js";
import type { VerifyRound } from "../shards/verifyRound.js";
import type { Posted } from "../sync/entrance.js";
import type { RestoreGuardState } from "../sync/restoreGuard.js";

export type { Posted };

export interface MeshSnapshot {
  readonly gossip: "on" | "disabled";
  /** Connected peers. */
  readonly peers: number;
  /** Peers that follow each topic. */
  readonly topicMesh: Readonly<Record<string, number>>;
  readonly recentGossipCount: number;
  readonly lastGossipCalcond: number | null;
  /** What others announced, and what of it is here: -1 for nothing. */
  readonly heads: readonly (KnownHead & { readonly held: number })[];
  /** Connected peers that held all of the own spine when heads were compared last. */
  readonly heldBy: number;
  /** Median of the peers' clocks minus this one's. */
  readonly clockOffsetMs: number | null;
  /** Events that wait for earlier ones of their author. */
  readonly detached: number;
  /** Authors of whom two histories are proven. */
  readonly frozen: readonly string[];
  /** Proofs of equivocation held. */
  readonly evidence: number;
  readonly restoreGuard: RestoreGuardState;
  /** Spines of others that are kept, and how many places there are. */
  readonly spines: { readonly kept: number; readonly max: number };
  /** Of 256 shards, those whose shared receipts this node keeps. */
  readonly shardsHeld: number;
  /**
   * Of the last round of verification; null before the first, and when it had nothing to compare.
   */
  readonly coherenceScore: number | null;
}

export interface PeerView {
  readonly nodeId: string;
  readonly publicKey: string | null;
  readonly greeted: boolean;
  readonly engineVersions: readonly string[];
  readonly registryGeneration: string | null;
  readonly clockOffsetMs: number | null;
  readonly latencyMs: number | null;
  readonly topics: readonly string[];
  readonly score: number | null;
  /** What its requests and messages took of a processor since it came; null where nobody counts. */
  readonly processorSeconds: number | null;
}

export interface TopicView {
  readonly name: string;
  readonly topic: string;
  readonly followers: number;
  readonly mesh: number | null;
  readonly accepted: number;
  readonly ignored: number;
  readonly rejected: number;
}

export interface ScoreView {
  readonly nodeId: string;
  readonly score: number | null;
  readonly faults: number;
  readonly application: number;
}

export interface MeshLoad {
  /** Messages judged and not yet durable. */
  readonly waiting: number;
  /** Handshakes remembered. */
  readonly replays: number;
  /** What requests and messages of peers took of a processor since the start. */
  readonly peersProcessorSeconds: number;
  /** Authors whose spines are kept, and at most how many. */
  readonly spines: number;
  readonly spinesMax: number;
}

/** The running mesh, as far as the API asks it. */
/** What connected peers hold of spines and receipts. */
export interface PeerRecords {
  peers(): readonly string[];
  /** Events from a number on, as the peer said them. @param author public key, hex */
  events(peer: string, author: string, from: number, count: number): Promise<readonly JsonValue[]>;
  /** Checked against its id; null where nobody has it. */
  receipt(id: string): Promise<string | null>;
}

export interface MeshSource {
  /** Null without a mesh secret. */
  readonly holders?: PeerRecords | null;
  snapshot(): MeshSnapshot;
  /** @param body the event's bytes as they came. @param handshake of the header, or "" */
  post(body: Uint8Array, handshake: string): Promise<Posted>;
  /** Null when too many rounds wait already. */
  verify(peers: number, samples: number): Promise<VerifyRound | null>;
  peers(): readonly PeerView[];
  topics(): readonly TopicView[];
  scores(): { readonly scores: readonly ScoreView[]; readonly denied: readonly string[] };
  /**
   * First number of an author's events of which two histories are proven; null of an honest one.
   */
  disputedFrom(author: string): number | null;
  /** Shared receipts here: what is held for others, and what repair does. */
  kept(): KeptView;
  /** Why this node and others do not talk. */
  readonly diagnosis: Diagnosis;
  /** Reasons said when connections were closed, since the start, by who closed. */
  refusals(by: "peer" | "self"): Readonly<Record<string, number>>;
  /** Who is invited, and by whom this node is. */
  readonly invitations: Invitations;
  /** What the operator does about peers. */
  readonly control: PeerControl;
  /** What waits, what is remembered, and how many places are taken. */
  load(): MeshLoad;
}

const NO_MESH: MeshSnapshot = {
  gossip: "disabled",
  peers: 0,
  topicMesh: {},
  recentGossipCount: 0,
  lastGossipCalcond: null,
  heads: [],
  heldBy: 0,
  clockOffsetMs: null,
  detached: 0,
  frozen: [],
  evidence: 0,
  restoreGuard: "off",
  spines: { kept: 0, max: 0 },
  shardsHeld: 0,
  coherenceScore: null,
};

const NO_SCORES = { scores: [], denied: [] };

export class MeshView {
  /** Scores below these cost a peer gossip, being published to, and being heard at all. */
  readonly thresholds = {
    gossip: thresholds.gossipThreshold,
    publish: thresholds.publishThreshold,
    graylist: thresholds.graylistThreshold,
  };
  #source: MeshSource | null = null;

  use(source: MeshSource): void {
    this.#source = source;
  }

  snapshot(): MeshSnapshot {
    return this.#source?.snapshot() ?? NO_MESH;
  }

  scores(): ReturnType<MeshSource["scores"]> {
    return this.#source?.scores() ?? NO_SCORES;
  }

  disputedFrom(author: string): number | null {
    return this.#source?.disputedFrom(author) ?? null;
  }

  /** Null until the mesh is up. */
  get source(): MeshSource | null {
    return this.#source;
  }
}
