/** Connections as one of their ends knows them. */
import type { NetError } from "../../../node/mesh/host/net.js";

/** The way of a connection to its other end. */
export interface Route {
  /** Numbers grow: of two connections between the same lives the later one stays. */
  readonly id: number;
  /** Where the other end is. */
  readonly place: string;
  /** Where the relay is that it goes over; null: a direct way. */
  readonly via: string | null;
}

export interface Connection extends Route {
  /** Of the node at the other end. */
  readonly life: number;
  /** What the peer follows, as far as it has told. */
  topics: ReadonlySet<string>;
  /** Requests without an answer. */
  readonly waiting: Set<(error: NetError) => void>;
  aliveUs: number;
}
