/**
 * Functions of a caller that jump: where they do, and their integrals over cells that a jump may
 * cut.
 */

const JUMP_SCAN = 8_192;
const JUMPS_MAX = 256;
/**
 * Of its rise across an interval a function that jumps there is off the middle by half the jump;
 * least jump counted: a fifth of the rise.
 */
const SMOOTH_PART = 0.08;

/**
 * Where the function is discontinuous: found on a fine scan, located to the last bits by bisection.
 */
export function jumpsOf(v: (x: number) => number, from: number, to: number): Float64Array {
  const step = (to - from) / JUMP_SCAN;
  const found: number[] = [];
  // Off the round numbers at which a step has no value.
  const point = (i: number): number => from + (i + 0.3819660112501051) * step;
  let left = v(point(0));
  for (let i = 1; i < JUMP_SCAN; i += 1) {
    const right = v(point(i));
    const rise = Math.abs(right - left);
    if (rise > 0 && Number.isFinite(rise)) {
      const at = jumpWithin(v, point(i - 1), point(i), rise);
      if (at !== null && found.length < JUMPS_MAX) found.push(at);
    }
    left = right;
  }
  return Float64Array.from(found);
}

function jumpWithin(v: (x: number) => number, a: number, b: number, rise: number): number | null {
  let low = a;
  let high = b;
  let vLow = v(low);
  let vHigh = v(high);
  for (let i = 0; i < 60; i += 1) {
    // A smooth function loses half its rise in every halving; a jump keeps it.
    if (i === 12 && !(Math.abs(vHigh - vLow) > 0.2 * rise)) return null;
    const mid = low + (high - low) / 2;
    if (mid <= low || mid >= high) break;
    const vMid = v(mid);
    if (!Number.isFinite(vMid)) return mid;
    if (i === 0 && Math.abs(vMid - 0.5 * (vLow + vHigh)) <= SMOOTH_PART * rise) return null;
    if (Math.abs(vMid - vLow) >= Math.abs(vHigh - vMid)) {
      high = mid;
      vHigh = vMid;
    } else {
      low = mid;
      vLow = vMid;
    }
  }
  // Halved where the last bits met the step itself, at which its value is the mean.
  return Math.abs(vHigh - vLow) > 0.2 * rise ? low + (high - low) / 2 : null;
}

/**
 * Integral of f over [low, high], a jump inside counting with its exact share: two Gauss points a
 * piece.
 */
export function integrateCell(
  f: (x: number) => number,
  jumps: Float64Array,
  low: number,
  high: number,
): number {
  let total = 0;
  let start = low;
  for (let j = 0; j <= jumps.length && start < high; j += 1) {
    const end = j < jumps.length ? Math.min(jumps[j]!, high) : high;
    if (end <= start) continue;
    const w = end - start;
    total += 0.5 * w * (f(start + GAUSS_LOW * w) + f(start + GAUSS_HIGH * w));
    start = end;
  }
  return total;
}

const GAUSS_LOW = 0.21132486540518713;
const GAUSS_HIGH = 0.7886751345948129;
