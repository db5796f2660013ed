/**
 * The one shape of what a node can do: the operations it answers, what it does with events of the
 * mesh, what runs behind the requests, and what it shows. The composition knows nothing else of it.
 */
import type { NodeHandlers } from "../../api/contract/index.js";
import type { AcceptedEvent } from "../../protocol/mesh/judgement.js";
import type { buckets } from "../../storage/records/buckets.js";
import type { Effect } from "../mesh/intake/intake.js";
import type { MeshNode } from "../mesh/meshNode.js";
import type { Background } from "../runtime/background.js";
import type { DueHandler } from "../runtime/due.js";
import type { Gauge } from "../runtime/metrics/gauges.js";
import type { StagedLog } from "../sealing/stagedLog.js";

export type BucketName = keyof typeof buckets;

/** Hears of an event of another author once it is durable. */
export type EventListener = (message: AcceptedEvent) => void;

/** The mesh, once the node is among its peers. */
export type JoinedMesh = Pick<
  MeshNode,
  "fetchDocument" | "fetchReceipt" | "mesh" | "say" | "seesWork" | "takePart"
>;

export interface Capability<Handlers extends Partial<NodeHandlers> = Partial<NodeHandlers>> {
  /** Operations of the contract; no two capabilities answer the same one. */
  readonly handlers: Handlers;
  /** Buckets that it alone writes, or is the one to define what they hold. */
  readonly buckets: readonly BucketName[];
  /** What events of a kind change beside their spine, in the batch that stores them. */
  readonly effects?: Readonly<Record<string, Effect>>;
  /** By kind of event. */
  readonly listeners?: Readonly<Record<string, EventListener>>;
  /** Kinds that need neither here: the mesh itself takes them, or their spine is all there is. */
  readonly keptKinds?: readonly string[];
  /** Two histories of an author are proven; from this number on nothing of it counts. */
  readonly frozen?: (author: string, seq: number) => void;
  /** The spine of an author has made room for another one. */
  readonly left?: (author: string) => void;
  /** The own spine was continued from what peers kept of it. */
  readonly grown?: () => Promise<void>;
  /** All of the node are made, and nothing has started. */
  readonly composed?: (all: Capabilities) => void;
  /** The node is among its peers. */
  readonly joined?: (mesh: JoinedMesh) => Promise<void> | void;
  /** What it adds to a commit window, staged behind envelopes, spine and books. */
  readonly logs?: readonly StagedLog[];
  /** What acts on what is due, by kind of entry. */
  readonly due?: Readonly<Record<string, DueHandler>>;
  /** What runs behind the requests; idle tasks are nudged after each commit window. */
  readonly background?: readonly Background[];
  /** Figures that are read rather than counted, as they are when somebody looks. */
  readonly metrics?: () => readonly Gauge[];
  /** Reads what it keeps, before anything is asked of it. */
  readonly start?: () => Promise<void>;
  readonly stop?: () => Promise<void>;
}

/** Those of a node, by name. */
export type Capabilities = Readonly<Record<string, Capability>>;
