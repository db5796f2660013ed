/** What the API may see of the mesh. The mesh is built later and may be absent. */

export interface KnownHead {
  readonly author: string;
  readonly seq: number;
  readonly id: string;
  /** When it was claimed. */
  readonly calcond: number;
}

/**
 * Whether peers were asked for this node's own head before it wrote: not needed, being asked,
 * answered, or nobody answered in time, so nothing is sealed.
 */
export type RestoreGuardState = "off" | "asking" | "passed" | "unanswered";

export interface MeshSnapshot {
  readonly gossip: "on" | "disabled";
  /** Connected peers. */
  readonly peers: number;
  /** Peers that follow each topic. */
  readonly topicMesh: Readonly<Record<string, number>>;
  readonly recentGossipCount: number;
  readonly lastGossipCalcond: number | null;
  readonly heads: readonly KnownHead[];
  /** Median of the peers' clocks minus this one's. */
  readonly clockOffsetMs: number | null;
  /** Events that wait for earlier ones of their author. */
  readonly detached: number;
  /** Authors of whom two histories are proven. */
  readonly frozen: readonly string[];
  /** Proofs of equivocation held. */
  readonly evidence: number;
  readonly restoreGuard: RestoreGuardState;
  /** Of 256 shards, those whose shared receipts this node keeps. */
  readonly shardsHeld: number;
  /**
   * Of the last round of verification; null before the first, and when it had nothing to compare.
   */
  readonly coherenceScore: number | null;
}

/** Why an event that was handed in is not taken. */
export type PostRefusal =
  | "TOO_LARGE"
  | "MISSING_HANDSHAKE"
  | "BAD_HANDSHAKE"
  | "STALE_HANDSHAKE"
  | "NOT_CANONICAL"
  | "BAD_EVENT"
  | "UNKNOWN_KIND"
  | "WRONG_NET"
  | "RATE_LIMITED"
  | "BUSY"
  | "BAD_SIGNATURE"
  | "EQUIVOCATION";

export type Posted =
  | {
      readonly accepted: true;
      readonly id: string;
      readonly state: "linked" | "detached";
      readonly duplicate: boolean;
    }
  | {
      readonly accepted: false;
      readonly code: PostRefusal;
      readonly detail: string;
      /** Name of the proof against the author, once there is one. */
      readonly evidence?: string | null;
    };

export interface VerifyRound {
  readonly coherenceScore: number | null;
  /** Peers that answered. */
  readonly peers: number;
  /** Spines held on both sides, and those of them where one is a prefix of the other. */
  readonly compared: number;
  readonly agreed: number;
  /** Shared receipts that peers handed over, and those of them that came out with the same bits. */
  readonly sampled: number;
  readonly recomputed: number;
  readonly mismatches: readonly { readonly peer: string; readonly what: string }[];
  readonly calcond: number;
}

export interface PeerView {
  readonly nodeId: string;
  readonly publicKey: string | null;
  readonly greeted: boolean;
  readonly engineVersions: readonly string[];
  readonly registryGeneration: string | null;
  readonly clockOffsetMs: number | null;
  readonly topics: readonly string[];
  readonly score: number | null;
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

export interface KeptView {
  /** Of 256 shards, those this node said it holds. */
  readonly shards: number;
  /** Shards of which some holder is not known to have all that this node has. */
  readonly open: number;
  /** Kept for others. */
  readonly receipts: number;
  readonly bytes: number;
  /** Receipts that repair has brought here, and to others, since the start. */
  readonly taken: number;
  readonly given: number;
}

/** The running mesh, as far as the API asks it. */
export interface MeshSource {
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
  /** Messages judged and not yet durable, and handshakes remembered. */
  load(): { readonly waiting: number; readonly replays: number };
}

const NO_MESH: MeshSnapshot = {
  gossip: "disabled",
  peers: 0,
  topicMesh: {},
  recentGossipCount: 0,
  lastGossipCalcond: null,
  heads: [],
  clockOffsetMs: null,
  detached: 0,
  frozen: [],
  evidence: 0,
  restoreGuard: "off",
  shardsHeld: 0,
  coherenceScore: null,
};

export class MeshView {
  #source: MeshSource | null = null;

  use(source: MeshSource): void {
    this.#source = source;
  }

  snapshot(): MeshSnapshot {
    return this.#source?.snapshot() ?? NO_MESH;
  }

  disputedFrom(author: string): number | null {
    return this.#source?.disputedFrom(author) ?? null;
  }

  /** Null until the mesh is up. */
  get source(): MeshSource | null {
    return this.#source;
  }
}
