/** What the node that judges an event knows of its author and of the mesh. */
import type { Crypto, JsonObject } from "../ports.js";
import type { MeshSecrets } from "./handshake.js";

/** How the bytes came in: they are the wire form on a topic, the bare canonical event otherwise. */
export type Arrival =
  | { readonly via: "gossip"; readonly topic: string }
  | { readonly via: "http"; readonly handshake: string | undefined }
  | { readonly via: "sync" };

/** A round of gathered heads, whose gatherer has signed it. */
export interface RoundView {
  readonly gatherer: string;
  readonly round: number;
  /** The checkpoint in its own text, with its cosignatures. */
  readonly note: string;
}
export type RoundState = "new" | "known" | "short" | "split";

/** Where rounds of gathered heads go that are said to all. */
export interface RoundBook {
  state(round: RoundView): RoundState;
  take(round: RoundView): void;
}

export interface SpineTip {
  readonly seq: number;
  readonly id: string;
  readonly calcond: number;
}

/**
 * What the node knows, as far as a verdict depends on it. Every member answers at once, from
 * memory.
 */
export interface EventView {
  readonly crypto: Crypto;
  readonly net: string;
  readonly arrival: Arrival;
  readonly secrets: MeshSecrets;
  /** Linked or detached, in memory or in the index. */
  isHeld(id: string): boolean;
  /** Held, but gossip has not brought it yet: the first time it does, it is passed on. */
  isUnheard?(id: string): boolean;
  /**
   * Takes one from the buckets of the author and of the neighbour that sent it; false when either
   * is empty.
   */
  allow(author: string): boolean;
  /**
   * Whether the author's spine is kept, or there is a place for it; also where nothing has to be kept
   * for an event of this kind. Null: a signed head.
   */
  hasPlace?(author: string, kind: string | null): boolean;
  /** Proven equivocation at or before this number, or a revoked key. */
  isFrozen(author: string, seq: number): boolean;
  /** The last linked event of the author; null when none is held. */
  tip(author: string): SpineTip | null;
  /** Id of the event held at this number, linked or detached; null when none is. */
  idAt(author: string, seq: number): string | null;
  /** False when the author or the node holds as many detached events as it may. */
  hasDetachedRoom(author: string, bytes: number): boolean;
  /** Sequence number of the newest head note held of the author; null when none is. */
  headSeq(author: string): number | null;
  /** Id in that note; without this a second head of one size goes unnoticed. */
  headId?(author: string): string | null;
  /**
   * How a round of gathered heads stands to those that are known: it is new, it was heard, fewer than a
   * quorum of the witnesses named here have cosigned it, or a quorum has cosigned another one in its place.
   * Absent where no witnesses are named.
   */
  roundState?(round: RoundView): RoundState;
  /** Whether what came with this MAC was taken before; asked over HTTP only. */
  isReplay?(mac: string): boolean;
  /** Whether the proof in this body is held already: it need not be passed on. */
  isProven?(body: JsonObject): boolean;
  /**
   * The platform's own decoder of UTF-8, as strict as ours and faster; null for what is malformed.
   */
  decode?(bytes: Uint8Array): string | null;
}
