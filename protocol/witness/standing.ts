/**
 * How surely a signed event stays: the one place that tells sealed, witnessed and final apart.
 *
 * - sealed: its author has signed it and has it on its disk.
 * - witnessed: a quorum of witnesses has cosigned a checkpoint of the spine that covers it.
 * - final: the quorum did so two whole calconds or more after the event's own calcond.
 */
import { CALCOND_NS } from "../limits.js";

/** Calconds after the event's own in which a quorum has to have cosigned, for it to be final. */
export const FINAL_AFTER_CALCONDS = 2;
const SECOND_NS = 1_000_000_000n;

export const STANDINGS = ["sealed", "witnessed", "final"] as const;
export type Standing = (typeof STANDINGS)[number];

/** Facts about the newest checkpoint of a spine that a quorum cosigned. */
export interface SpineWitnessed {
  /** Events that it covers. */
  readonly size: number;
  /** By then a quorum had cosigned. */
  readonly seconds: number;
}

/** First second that surely lies two whole calconds behind the calcond of an event. */
export function finalFromSeconds(calcond: number): number {
  const endNs = BigInt(calcond + 1 + FINAL_AFTER_CALCONDS) * CALCOND_NS;
  return Number((endNs + SECOND_NS - 1n) / SECOND_NS);
}

/** @param witnessed null where no quorum is configured, or none has cosigned yet */
export function standingOf(
  { calcond, seq }: { readonly seq: number; readonly calcond: number },
  witnessed: SpineWitnessed | null,
): Standing {
  if (witnessed === null || seq >= witnessed.size) return "sealed";
  return witnessed.seconds >= finalFromSeconds(calcond) ? "final" : "witnessed";
}
