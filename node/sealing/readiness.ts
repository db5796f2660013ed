/** Whether the node can serve and seal, and what stands in the way. */
import type { Clock } from "../../protocol/ports.js";
import type { ClockLine } from "../runtime/clockLine.js";
import type { Store } from "../../storage/store.js";
import type { UnsealedReason } from "../spine/unsealed.js";
import type { Sealer } from "./sealer.js";

export const READINESS_REASONS = [
  "starting",
  "stopping",
  "db",
  "clock",
  "registry",
  "disk",
  "workers",
  "peers",
] as const;
type ReadinessReason = (typeof READINESS_REASONS)[number];

const REASON_OF_BLOCK: Readonly<Record<UnsealedReason, ReadinessReason>> = {
  CLOCK_BACKWARDS: "clock",
  STORE_WRITE_FAILED: "db",
  STORE_READ_ONLY: "db",
  SELF_EQUIVOCATION: "peers",
  SPINE_DAMAGED: "db",
  RESTORE_GUARD: "peers",
  CLOCK_SKEW: "clock",
  CHARGE_REFUSED: "db",
};

export const UNSEALED_REASONS = Object.keys(REASON_OF_BLOCK);

const NS_PER_MS = 1_000_000n;

export class Readiness {
  #phase: "starting" | "running" | "stopping" = "starting";
  #watched: {
    readonly sealer: Sealer;
    readonly clock: Clock;
    readonly store: Pick<Store, "trouble">;
    readonly line: Pick<ClockLine, "hasStepped"> | null;
  } | null = null;

  watch(
    sealer: Sealer,
    clock: Clock,
    store: Pick<Store, "trouble">,
    line: Pick<ClockLine, "hasStepped"> | null = null,
  ): void {
    this.#watched = { sealer, clock, store, line };
  }
  markRunning(): void {
    this.#phase = "running";
  }
  markStopping(): void {
    this.#phase = "stopping";
  }

  /** Empty when ready. */
  reasons(): readonly ReadinessReason[] {
    if (this.#phase !== "running") return [this.#phase];
    if (this.#watched === null) return [];
    const {
      sealer: { blocked, notBeforeNs },
      clock,
      store,
      line,
    } = this.#watched;
    const reasons = new Set<ReadinessReason>();
    // What the last window found of the clock may be over; the clock itself is read here.
    if (blocked !== null && blocked !== "CLOCK_BACKWARDS") reasons.add(REASON_OF_BLOCK[blocked]);
    if (isBehind(clock.nowNs(), notBeforeNs) || line?.hasStepped(notBeforeNs) === true)
      reasons.add("clock");
    const trouble = store.trouble();
    if (trouble !== null) reasons.add(trouble);
    return [...reasons];
  }
}

/**
 * In whole milliseconds: a process reckons the part of the millisecond from its own start, so the
 * one before may have sealed a little later within it.
 */
function isBehind(ns: bigint, notBeforeNs: bigint): boolean {
  return ns / NS_PER_MS < notBeforeNs / NS_PER_MS;
}
