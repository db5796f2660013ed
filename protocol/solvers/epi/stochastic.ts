/**
 * The stochastic SIR epidemic with exponential infectious periods, exactly: the jump chain visits
 * (s, i) with probabilities that follow from those of (s+1, i-1) and (s, i+1), all terms positive.
 * Source: Bailey, The Mathematical Theory of Infectious Diseases, 2nd edition (1975), chapter 6.
 */
import { log } from "../../math/index.js";
import { Philox } from "../../math/random/philox.js";

/** Below this a probability can no longer count and would only be slow. */
const NOTHING = 1e-290;

/**
 * @param n persons, of whom `susceptible` and `infective` at the start
 * @returns probability that k susceptibles are infected in all, k = 0 .. susceptible
 */
export function finalSizes(
  n: number,
  susceptible: number,
  infective: number,
  r0: number,
  poll: () => void,
): Float64Array {
  const sizes = new Float64Array(susceptible + 1);
  let row = new Float64Array(susceptible + infective + 2);
  let next = new Float64Array(susceptible + infective + 2);
  row[infective] = 1;
  for (let k = 0; k <= susceptible; k += 1) {
    if (k % 64 === 0) poll();
    const s = susceptible - k;
    const infection = (r0 * s) / (r0 * s + n);
    const recovery = n / (r0 * s + n);
    let visit = 0;
    for (let i = infective + k; i >= 1; i -= 1) {
      visit = row[i]! + recovery * visit;
      if (visit < NOTHING) visit = 0;
      next[i + 1] = infection * visit;
    }
    sizes[k] = recovery * visit;
    const done = row;
    row = next;
    next = done;
    row[1] = 0;
  }
  return sizes;
}

export interface Path {
  readonly t: Float64Array;
  readonly infective: Float64Array;
}

/**
 * One path by Gillespie's direct method, up to `pointsMax` jumps. @param gamma 1/s, or 1 where time
 * is in infectious periods
 */
export function samplePath(
  {
    infective,
    n,
    r0,
    gamma,
    susceptible,
  }: {
    readonly n: number;
    readonly susceptible: number;
    readonly infective: number;
    readonly r0: number;
    readonly gamma: number;
  },
  seed: number,
  stream: number,
): Path {
  const random = new Philox(seed, stream);
  const times = [0];
  const counts = [infective];
  let s = susceptible;
  let i = infective;
  let t = 0;
  while (i > 0) {
    const infections = (r0 * gamma * s * i) / n;
    const all = infections + gamma * i;
    t -= log(random.uniform()) / all;
    if (random.uniform() * all < infections) {
      s -= 1;
      i += 1;
    } else {
      i -= 1;
    }
    times.push(t);
    counts.push(i);
  }
  return { t: Float64Array.from(times), infective: Float64Array.from(counts) };
}
