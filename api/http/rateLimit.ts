/** Rate limits: one table of policies, one bounded memory. Time is an argument. */
import { RATE_ENTRIES_MAX, SPIN_UPS_A_DAY_MAX } from "../../protocol/limits.js";
import { timesAnHour } from "../../protocol/work/ladder.js";
import { addressGroup } from "../../protocol/work/addressGroup.js";
import type { Principal } from "../contract/definition/call.js";
import type { PolicyName } from "../contract/definition/operation.js";
import type { RateVerdict } from "./context.js";

export interface Policy {
  readonly quota: number;
  readonly windowSeconds: number;
}

export const POLICIES: Readonly<Record<PolicyName, Policy>> = {
  // Fixed by the contract, per address.
  prove: { quota: 10, windowSeconds: 60 },
  "prove-verify": { quota: 10, windowSeconds: 60 },
  // Ladders: what was done counts, not what was tried, and within them work is asked for.
  "demo-mint": { quota: timesAnHour("demo-key"), windowSeconds: 3_600 },
  signup: { quota: timesAnHour("signup"), windowSeconds: 3_600 },
  claim: { quota: timesAnHour("claim"), windowSeconds: 3_600 },
  // Of one demo key, the shared one for everybody together.
  "spin-up": { quota: SPIN_UPS_A_DAY_MAX, windowSeconds: 86_400 },
  "mesh-verify": { quota: 10, windowSeconds: 60 },
  // Ours: far above a person, below what one caller could hurt others with.
  playground: { quota: 120, windowSeconds: 60 },
  "default-key": { quota: 6_000, windowSeconds: 60 },
  "default-address": { quota: 600, windowSeconds: 60 },
};

/**
 * Counted by the service that does it, in the batch of the effect; trying is limited as anything
 * is.
 */
const LADDERS: ReadonlySet<string> = new Set<PolicyName>([
  "demo-mint",
  "spin-up",
  "signup",
  "claim",
]);

/** What a call itself spends of, before it is known whether anything comes of it. */
export function spentByTrying<P extends PolicyName | "default">(policy: P): P | "default" {
  return LADDERS.has(policy) ? "default" : policy;
}

/** What a call spends of that has no policy of its own, and on whose account. */
export function defaultPolicy(
  principal: Pick<Principal, "owner"> | null,
  address: () => string,
): readonly [policy: PolicyName, key: string] {
  return principal === null
    ? ["default-address", addressGroup(address())]
    : ["default-key", principal.owner];
}

interface Window {
  readonly endsMs: number;
  used: number;
}

/** Counts calls in windows that begin with a caller's first call. */
export class RateLimiter {
  readonly #windows = new Map<string, Window>();
  readonly #entriesMax: number;

  constructor(entriesMax: number = RATE_ENTRIES_MAX) {
    this.#entriesMax = entriesMax;
  }

  /** @param key owner of a key, or `addressGroup` of an address. */
  take(name: PolicyName, key: string, nowMs: number): RateVerdict {
    const policy = POLICIES[name];
    const id = `${name} ${key}`;
    let window = this.#windows.get(id);
    if (window === undefined || window.endsMs <= nowMs) {
      this.#windows.delete(id);
      if (this.#windows.size >= this.#entriesMax) this.#makeRoom(nowMs);
      window = { endsMs: nowMs + policy.windowSeconds * 1_000, used: 0 };
      this.#windows.set(id, window);
    }
    const allowed = window.used < policy.quota;
    if (allowed) window.used += 1;
    return {
      allowed,
      remaining: policy.quota - window.used,
      // Of two sums of doubles: the difference may be above the window by a last digit.
      resetSeconds: Math.min(
        policy.windowSeconds,
        Math.max(1, Math.ceil((window.endsMs - nowMs) / 1_000)),
      ),
      policy: POLICY_HEADERS[name],
    };
  }

  get size(): number {
    return this.#windows.size;
  }

  /**
   * Ended windows go first; without any, the oldest sixteenth, so that one flood costs one sweep.
   */
  #makeRoom(nowMs: number): void {
    for (const [id, window] of this.#windows) if (window.endsMs <= nowMs) this.#windows.delete(id);
    let surplus = this.#windows.size - this.#entriesMax + Math.max(1, this.#entriesMax >> 4);
    for (const id of this.#windows.keys()) {
      if (surplus <= 0) return;
      this.#windows.delete(id);
      surplus -= 1;
    }
  }
}

const POLICY_HEADERS: Readonly<Record<PolicyName, string>> = {
  prove: policyHeader("prove"),
  "prove-verify": policyHeader("prove-verify"),
  "demo-mint": policyHeader("demo-mint"),
  signup: policyHeader("signup"),
  claim: policyHeader("claim"),
  "spin-up": policyHeader("spin-up"),
  playground: policyHeader("playground"),
  "mesh-verify": policyHeader("mesh-verify"),
  "default-key": policyHeader("default-key"),
  "default-address": policyHeader("default-address"),
};

/** `RateLimit` fields for a policy that a service counts. */
export function rateFields(
  name: PolicyName,
  left: number,
  resetSeconds: number,
): readonly string[] {
  return [
    "ratelimit-policy",
    POLICY_HEADERS[name],
    "ratelimit",
    `"${name}";r=${Math.max(0, left)};t=${resetSeconds}`,
  ];
}

/** The same fields for a call of which two policies count: each is a list. */
export function bothFields(one: readonly string[], other: readonly string[]): readonly string[] {
  if (one.length === 0 || other.length === 0) return [...one, ...other];
  return one.map((text, i) => (i % 2 === 0 ? text : `${text}, ${other[i] ?? ""}`));
}

function policyHeader(name: PolicyName): string {
  return `"${name}";q=${POLICIES[name].quota};w=${POLICIES[name].windowSeconds}`;
}
