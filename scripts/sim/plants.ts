/**
 * Faults planted on purpose, each in the one place where a real one would be, to show that they are
 * found.
 */
import type { Idempotency } from "../../node/accounts/idempotency.js";
import { buckets } from "../../storage/buckets.js";

export const PLANTS = [
  /** A disk reports a write as done before it is durable. */
  "early-acknowledgement",
  /** A node takes every signature for valid. */
  "credulous",
  /** A node says that it keeps receipts of others, and keeps none. */
  "forgetful-holder",
  /** Nodes do not ask each other which shared receipts they hold. */
  "no-repair",
  /** A node computes and seals again what it is asked for twice under one key. */
  "double-application",
  /** A disk on which no balance of an account is kept. */
  "forgotten-balances",
  /** A disk on which no tick of a channel is kept. */
  "forgotten-ticks",
  /** A disk on which no place of a reactor's step is kept. */
  "forgotten-steps",
  /** A disk on which no place of a contract's machine is kept. */
  "forgotten-places",
  /** What a checker of signatures is handed while it is busy is never answered. */
  "stuck-checker",
] as const;
export type Plant = (typeof PLANTS)[number];

/** Buckets whose writes a disk forgets. */
export function forgottenBuckets(plant: Plant | null): ReadonlySet<number> {
  if (plant === "forgetful-holder") return new Set([buckets.blob.number]);
  if (plant === "forgotten-steps") return new Set([buckets.reactorstep.number]);
  if (plant === "forgotten-places") return new Set([buckets.contractstate.number]);
  if (plant === "forgotten-ticks") return new Set([buckets.tick.number]);
  return new Set(plant === "forgotten-balances" ? [buckets.balance.number] : []);
}

/** Protocols whose requests never leave. */
export function mutedProtocols(plant: Plant | null): ReadonlySet<string> {
  return new Set(plant === "no-repair" ? ["/calc/shards/1"] : []);
}

export type OncePerKey = Pick<Idempotency, "begin" | "complete" | "abandon" | "writtenWithSeal">;

/** Idempotency that remembers nothing. */
export const FORGETFUL_KEYS: OncePerKey = {
  begin: async () => ({ state: "new" }),
  complete: () => undefined,
  abandon: () => undefined,
  writtenWithSeal: () => ({}),
};
