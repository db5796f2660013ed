/**
 * Faults planted on purpose, each in the one place where a real one would be, to show that they are
 * found.
 */
import type { Idempotency } from "../../node/accounts/idempotency.js";
import { buckets } from "../../storage/records/buckets.js";

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
  /** A node asks nobody for a receipt, for itself or for others. */
  "silent-neighbour",
  /** Nodes give every answer a fixed time, and know no pieces of receipts. */
  "fixed-times",
  /** Nodes do not notice that answers stop where they are large. */
  "blind-to-loss",
  /** A relay gives places, and connects nobody. */
  "idle-relay",
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

/** Faults of the network of a node. */
export interface NetFlaws {
  /** Protocols whose requests never leave. */
  readonly muted: ReadonlySet<string>;
  /** Protocols that it does not speak. */
  readonly unserved: ReadonlySet<string>;
  /** A request ends when its first byte was due, whatever moves. */
  readonly fixedTimes: boolean;
  readonly blind: boolean;
  readonly connectsNobody: boolean;
}

const MUTED: Readonly<Partial<Record<Plant, readonly string[]>>> = {
  "no-repair": ["/calc/shards/1"],
  "silent-neighbour": ["/calc/blob/1", "/calc/blob/2"],
};

export function flawsOf(plant: Plant | null): NetFlaws {
  return {
    muted: new Set(plant === null ? [] : (MUTED[plant] ?? [])),
    unserved: new Set(plant === "fixed-times" ? ["/calc/blob/2", "/calc/blob/2/later"] : []),
    fixedTimes: plant === "fixed-times",
    blind: plant === "blind-to-loss",
    connectsNobody: plant === "idle-relay",
  };
}

export const SOUND: NetFlaws = flawsOf(null);

export type OncePerKey = Pick<Idempotency, "begin" | "complete" | "abandon" | "writtenWithSeal">;

/** Idempotency that remembers nothing. */
export const FORGETFUL_KEYS: OncePerKey = {
  begin: async () => ({ state: "new" }),
  complete: () => undefined,
  abandon: () => undefined,
  writtenWithSeal: () => ({}),
};
