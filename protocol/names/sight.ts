/**
 * When a statement was made, as far as others can know: its author may say what he likes, so the
 * witnesses' first sight bounds it. Up to f of 3f+1 witnesses may lie without moving an order.
 */
import {
  faultsTolerated,
  NAME_AHEAD_CALCONDS_MAX,
  NAME_LATE_CALCONDS_MAX,
  witnessQuorum,
} from "./rules.js";

/** First sights of one statement: witness or, where a network has none, this node -> calcond. */
export type Sights = ReadonlyMap<string, number>;

export type Standing =
  /** Too few have said when they saw it. */
  | { readonly kind: "unseen" }
  | {
      readonly kind: "refused";
      readonly reason: "BACKDATED" | "FUTURE_CALCOND";
      readonly sight: number;
    }
  | {
      readonly kind: "counts";
      readonly sight: number;
      /** The later of claimed and seen: what orders it. */
      readonly effective: number;
    };

/** @param witnesses of the network; without any, the one sight is this node's own */
export function sightOf(sights: Sights, witnesses: number): number | null {
  const place = faultsTolerated(witnesses);
  return [...sights.values()].sort((a, b) => a - b)[place] ?? null;
}

export function standingOf(claimed: number, sight: number | null): Standing {
  if (sight === null) return { kind: "unseen" };
  if (sight - claimed > NAME_LATE_CALCONDS_MAX)
    return { kind: "refused", reason: "BACKDATED", sight };
  if (claimed > sight + NAME_AHEAD_CALCONDS_MAX) {
    return { kind: "refused", reason: "FUTURE_CALCOND", sight };
  }
  return { kind: "counts", sight, effective: Math.max(claimed, sight) };
}

/** Whether enough witnesses have spoken; always so where there are none. */
export function isWitnessed(sights: Sights, witnesses: number): boolean {
  return witnesses === 0 || sights.size >= witnessQuorum(witnesses);
}
