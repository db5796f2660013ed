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

  /** Takes one token of `key`; false when there is none. */
  take(key: string, nowNs: bigint): boolean {
    const { perSecond, burst } = this.#rate;
    const held = this.#levels.get(key);
    const level = held ?? { tokens: burst, atNs: nowNs };
    // A clock that went back adds nothing.
    const elapsed = Math.max(0, Number(nowNs - level.atNs) / 1e9);
    const tokens = Math.min(burst, level.tokens + elapsed * perSecond);
    const allowed = tokens >= 1;
    level.tokens = allowed ? tokens - 1 : tokens;
    level.atNs = nowNs;
    if (held !== undefined) this.#levels.delete(key);
    this.#levels.set(key, level);
    if (this.#levels.size > KEYS_MAX) this.#levels.delete(this.#levels.keys().next().value!);
    return allowed;
  }
}
