/** Records kept of streams: channels, how far each has ticked, and its ticks. */
import type { JsonObject } from "../../protocol/ports.js";

/** What a channel computes at each tick. */
export interface ChannelContract extends JsonObject {
  /** A solver, or a chain of operators. */
  readonly solver: string | null;
  readonly operators: readonly string[] | null;
  readonly domain: string | null;
  readonly inputs: JsonObject;
  /** Results between two ticks that are neither sealed nor paid for. */
  readonly subTicks: number;
}

export interface ChannelRecord {
  readonly id: string;
  readonly owner: string;
  /** Made with a key without limits: its ticks take no balance. */
  readonly unlimited: boolean;
  readonly name: string | null;
  readonly isPublic: boolean;
  readonly createdCalcond: number;
  readonly contract: ChannelContract;
  /** sha256 over the contract. */
  readonly programHash: string;
  readonly tickIntervalCalconds: number;
  readonly autotick: boolean;
  readonly outputFormat: "json" | "template";
  readonly template: string | null;
  readonly contentType: string;
  /** How often its links were voided: the key they are signed with follows from it. */
  readonly links: number;
}

/**
 * open: it may tick. insufficient_balance, refused: it ticked by itself until its credits ended, or
 * its contract had no value. closed: for good.
 */
export type ChannelStatus = "open" | "insufficient_balance" | "refused" | "closed";

export interface ChannelState {
  readonly status: ChannelStatus;
  readonly ticks: number;
  /** Ticks by itself that fell into a time in which the node did not run. */
  readonly missed: number;
  /** Of the last tick; null before the first. */
  readonly lastCalcond: number | null;
  /** Hash of the row of the last tick; null before the first. */
  readonly lastHash: string | null;
}

export interface TickRecord {
  readonly calcond: number;
  /** Number of its row in the log of the channel. */
  readonly row: number;
  readonly contentType: string;
  readonly body: string;
  readonly token: string;
  readonly proof: string;
}
