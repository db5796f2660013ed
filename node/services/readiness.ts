/** Whether the node can serve and seal, and what stands in the way. */
import type { UnsealedReason } from "../sealing/outcome.js";
import type { Sealer } from "../sealing/sealer.js";

const READINESS_REASONS = ["starting", "stopping", "db", "clock", "registry", "disk", "workers", "peers"] as const;
type ReadinessReason = (typeof READINESS_REASONS)[number];

const REASON_OF_BLOCK: Readonly<Record<UnsealedReason, ReadinessReason>> = {
  CLOCK_BACKWARDS: "clock", STORE_WRITE_FAILED: "db", STORE_READ_ONLY: "db", SELF_EQUIVOCATION: "peers", SPINE_DAMAGED: "db",
  RESTORE_GUARD: "peers", CLOCK_SKEW: "clock", CHARGE_REFUSED: "db",
};

export class Readiness {
  #phase: "starting" | "running" | "stopping" = "starting";
  #sealer: Sealer | null = null;

  watch(sealer: Sealer): void { this.#sealer = sealer; }
  markRunning(): void { this.#phase = "running"; }
  markStopping(): void { this.#phase = "stopping"; }

  /** Empty when ready. */
  reasons(): readonly ReadinessReason[] {
    if (this.#phase !== "running") return [this.#phase];
    const blocked = this.#sealer?.blocked ?? null;
    return blocked === null ? [] : [REASON_OF_BLOCK[blocked]];
  }
}
