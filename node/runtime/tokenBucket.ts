/**
 * Rates per key: so many at once, so many a second. Bounded: the key used longest ago is forgotten
 * first.
 */

const KEYS_MAX = 4_096;

interface Level {
  tokens: number;
  atNs: bigint;
}

interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export class TokenBuckets {
  readonly #rate: Rate;
  readonly #levels = new Map<string, Level>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** Whether there is a token of `key`, which stays. */
  has(key: string, nowNs: bigint): boolean {
    return this.#tokens(this.#levels.get(key), nowNs) >= 1;
  }

  /** Takes one token of `key`, or so many; false when there are not that many. */
  take(key: string, nowNs: bigint, count = 1): boolean {
    const held = this.#levels.get(key);
    const level = held ?? { tokens: this.#rate.burst, atNs: nowNs };
    const tokens = this.#tokens(held, nowNs);
    const allowed = tokens >= count;
    level.tokens = allowed ? tokens - count : tokens;
    level.atNs = nowNs;
    if (held !== undefined) this.#levels.delete(key);
    this.#levels.set(key, level);
    if (this.#levels.size > KEYS_MAX) this.#levels.delete(this.#levels.keys().next().value!);
    return allowed;
  }

  #tokens(level: Level | undefined, nowNs: bigint): number {
    const { perSecond, burst } = this.#rate;
    if (level === undefined) return burst;
    // A clock that went back adds nothing.
    const elapsed = Math.max(0, Number(nowNs - level.atNs) / 1e9);
    return Math.min(burst, level.tokens + elapsed * perSecond);
  }
}
