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
}

const NO_MESH: MeshSnapshot = {
  gossip: "disabled", peers: 0, topicMesh: {}, recentGossipCount: 0, lastGossipCalcond: null, heads: [],
  clockOffsetMs: null, detached: 0, frozen: [], evidence: 0, restoreGuard: "off",
};

export class MeshView {
  #source: (() => MeshSnapshot) | null = null;
  use(source: () => MeshSnapshot): void { this.#source = source; }
  snapshot(): MeshSnapshot { return this.#source?.() ?? NO_MESH; }
}
