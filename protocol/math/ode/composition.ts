/**
 * Symmetric compositions of a symmetric second-order step: stage lengths as parts of the whole
 * step. Applied to drift-kick-drift of a separable Hamiltonian they are symplectic and
 * time-reversible.
 * Sources: Yoshida, Phys. Lett. A 150 (1990) 262; Kahan and Li, Math. Comp. 66 (1997) 1089; Hairer,
 * Lubich and Wanner, Geometric Numerical Integration, 2nd edition (2006), V.3.2, equations 3.11 and
 * 3.12.
 */

export type CompositionOrder = 2 | 4 | 6 | 8;

/** Suzuki's five stages of order 4: 1/(4 - 4^(1/3)), four times, and the negative one between. */
const FOURTH = 0.4144907717943757;
const ORDER_4 = [FOURTH, FOURTH];
/** Kahan and Li, 9 stages. */
const ORDER_6 = [0.3921614440073141, 0.33259913678935943, -0.7062461725576393, 0.0822135962935508];
/** Kahan and Li, 17 stages. */
const ORDER_8 = [
  0.13020248308889007, 0.5611629817751084, -0.38947496264484727, 0.1588419065551556,
  -0.39590389413323757, 0.1845396409783157, 0.25837438768632204, 0.2950117236093103,
];

/** The middle stage makes the parts add up to one exactly as rounded. */
function symmetric(half: readonly number[]): Float64Array {
  let sum = 0;
  for (const part of half) sum += part;
  return Float64Array.from([...half, 1 - 2 * sum, ...half.toReversed()]);
}

const PARTS: Readonly<Record<CompositionOrder, Float64Array>> = {
  2: Float64Array.of(1),
  4: symmetric(ORDER_4),
  6: symmetric(ORDER_6),
  8: symmetric(ORDER_8),
};

export function compositionOf(order: CompositionOrder): Float64Array {
  return PARTS[order];
}

/**
 * Lengths of drifts and kicks of drift-kick-drift composed: one drift more than kicks, neighbouring
 * drifts joined.
 */
export function driftsAndKicks(order: CompositionOrder): {
  readonly drifts: Float64Array;
  readonly kicks: Float64Array;
} {
  const kicks = PARTS[order];
  const drifts = new Float64Array(kicks.length + 1);
  for (let i = 0; i <= kicks.length; i += 1) {
    drifts[i] = ((i > 0 ? kicks[i - 1]! : 0) + (i < kicks.length ? kicks[i]! : 0)) / 2;
  }
  return { drifts, kicks };
}
