/**
 * Eigenvalues of -(p u')' + q u = lambda w u in layers of constant p, q and w. Within a layer the
 * solution is exact, so a narrow or steep layer costs nothing in accuracy, and zeros of the
 * solution count the eigenvalues below.
 * Source: Pruess, SIAM J. Numer. Anal. 10 (1973) 55; Pryce, Numerical Solution of Sturm-Liouville
 * Problems (1993), ch. 5.
 */
import { cos, cosh, exp, log, sin, tanh } from "../index.js";
import { PI, ULP } from "../constants.js";

/** Layers from left to right. */
export interface Layers {
  readonly thickness: Float64Array;
  readonly p: Float64Array;
  readonly q: Float64Array;
  readonly w: Float64Array;
  /** Whether u vanishes at the end; else p u' does. */
  readonly isHeldLeft: boolean;
  readonly isHeldRight: boolean;
}

/** u and p u' at an end of a layer, up to a common factor. */
interface State {
  u: number;
  flux: number;
  /** What the last layer was divided by. */
  size: number;
}

/** Below it sine and tangent over their argument are 1 and a square. */
const SMALL_PHASE = 1e-4;
const LOG_OF_2 = log(2);
/** Beyond it a hyperbolic tangent is 1. */
const LARGE_PHASE = 40;

/**
 * Carries a state over one layer, less a factor: cosh where it grows, -1 for each half turn, and
 * what makes it of size 1. @returns zeros of u on the way, the far end included
 */
function pass(state: State, thickness: number, p: number, s: number): number {
  const { flux, u } = state;
  const phase = Math.sqrt(Math.abs(s)) * thickness;
  const slope = (p * phase) / thickness;
  let zeros = 0;
  if (phase < SMALL_PHASE) {
    const half = 0.5 * s * thickness * thickness;
    state.u = u * (1 - half) + ((flux * thickness) / p) * (1 - half / 3);
    state.flux = flux * (1 - half) - u * s * p * thickness * (1 - half / 3);
  } else if (s < 0) {
    const t = phase > LARGE_PHASE ? 1 : tanh(phase);
    state.u = u + (flux * t) / slope;
    state.flux = slope * t * u + flux;
  } else {
    zeros = Math.floor(phase / PI);
    const [c, d] = [cos(phase), sin(phase)];
    const sign = (zeros & 1) === 0 ? 1 : -1;
    state.u = sign * (u * c + (flux * d) / slope);
    state.flux = sign * (flux * c - slope * d * u);
  }
  if ((u > 0 && state.u <= 0) || (u < 0 && state.u >= 0)) zeros += 1;
  state.size = Math.max(Math.abs(state.u), (Math.abs(state.flux) * thickness) / p);
  state.u /= state.size;
  state.flux /= state.size;
  return zeros;
}

function startOf(isHeld: boolean): State {
  return isHeld ? { u: 0, flux: 1, size: 1 } : { u: 1, flux: 0, size: 1 };
}

/** Number of eigenvalues below lambda. */
export function layersBelow(layers: Layers, lambda: number): number {
  const { isHeldLeft, isHeldRight, p, q, thickness, w } = layers;
  const state = startOf(isHeldLeft);
  let zeros = 0;
  for (let i = 0; i < thickness.length; i += 1)
    zeros += pass(state, thickness[i]!, p[i]!, (lambda * w[i]! - q[i]!) / p[i]!);
  // A zero at the very end is that of the eigenvalue itself.
  if (state.u === 0) return isHeldRight ? zeros - 1 : zeros;
  return isHeldRight || state.flux / state.u >= 0 ? zeros : zeros + 1;
}

/** Doublings of a bracket, and halvings of it. */
const STEPS_MAX = 400;
const CORRECTIONS_MAX = 8;

/**
 * The eigenvalue with `index` others below it, to its last bits.
 * @param guess where it is expected; a wrong guess costs time only
 */
export function layerEigenvalue(layers: Layers, index: number, guess?: number): number {
  const { p, q, thickness, w } = layers;
  let [low, length, most] = [Number.POSITIVE_INFINITY, 0, 0];
  for (let i = 0; i < thickness.length; i += 1) {
    low = Math.min(low, q[i]! / w[i]!);
    length += thickness[i]!;
    most = Math.max(most, p[i]! / w[i]!);
  }
  const deep = Math.abs(low);
  if (guess !== undefined) {
    const found = corrected(layers, guess, [low, Number.POSITIVE_INFINITY], index, deep);
    if (found !== null) return found;
  }
  let [countLow, countHigh] = [0, 0];
  let step = (most * (index + 1) * (index + 1)) / (length * length);
  let high = low + step;
  for (let k = 0; k < STEPS_MAX; k += 1) {
    countHigh = layersBelow(layers, high);
    if (countHigh > index) break;
    [low, countLow] = [high, countHigh];
    step *= 4;
    high += step;
  }
  let wait = 0;
  for (let k = 0; k < STEPS_MAX; k += 1) {
    const isWide = low > 0 && high > 4 * low;
    const middle = isWide ? Math.sqrt(low) * Math.sqrt(high) : low + 0.5 * (high - low);
    const enough = ULP * Math.max(Math.abs(low), Math.abs(high));
    if (!(middle > low && middle < high) || high - low <= enough) break;
    wait -= 1;
    if (countLow === index && countHigh === index + 1 && wait <= 0 && !isWide) {
      const found = corrected(layers, middle, [low, high], index, deep);
      if (found !== null) return found;
      wait = 6;
    }
    const count = layersBelow(layers, middle);
    if (count <= index) [low, countLow] = [middle, count];
    else [high, countHigh] = [middle, count];
  }
  return low + 0.5 * (high - low);
}

/** Corrections from the middle of a bracket that holds one eigenvalue; null where they leave it. */
function corrected(
  layers: Layers,
  middle: number,
  [low, high]: readonly [number, number],
  index: number,
  deep: number,
): number | null {
  let lambda = middle;
  for (let k = 0; k < CORRECTIONS_MAX; k += 1) {
    const { correction } = layerMode(layers, lambda);
    lambda += correction;
    if (!(lambda > low && lambda < high)) return null;
    const near = 4 * ULP * (Math.abs(lambda) + deep);
    if (Math.abs(correction) > near) continue;
    const isFound =
      layersBelow(layers, lambda - near) <= index && layersBelow(layers, lambda + near) > index;
    return isFound ? lambda : null;
  }
  return null;
}

/** An eigenfunction whose square has the integral 1. */
export interface LayerMode {
  /** u and p u' at all ends of layers. */
  readonly u: Float64Array;
  readonly flux: Float64Array;
  /** Integral of the square over each layer. */
  readonly squares: Float64Array;
  /** What lambda is off by, to first order. */
  readonly correction: number;
}

/**
 * Solutions from both ends, joined where they fit best: each is run in the direction in which it
 * grows.
 */
export function layerMode(layers: Layers, lambda: number): LayerMode {
  const { isHeldLeft, isHeldRight, p, q, thickness, w } = layers;
  const n = thickness.length;
  const s = p.map((own, i) => (lambda * w[i]! - q[i]!) / own);
  const left = courseOf(n);
  let state = startOf(isHeldLeft);
  left.put(0, state);
  for (let i = 0; i < n; i += 1) left.put(i + 1, state, carry(state, thickness[i]!, p[i]!, s[i]!));
  // Seen from the right, the flux points to the left.
  const right = courseOf(n);
  state = startOf(isHeldRight);
  right.put(n, state);
  for (let i = n - 1; i >= 0; i -= 1)
    right.put(i, state, carry(state, thickness[i]!, p[i]!, s[i]!));
  let [meet, least] = [0, Number.POSITIVE_INFINITY];
  for (let i = 0; i <= n; i += 1) {
    const misfit = Math.abs(left.flux[i]! / left.u[i]! + right.flux[i]! / right.u[i]!);
    if (misfit < least) [meet, least] = [i, misfit];
  }
  const [u, flux] = [new Float64Array(n + 1), new Float64Array(n + 1)];
  for (let i = 0; i <= n; i += 1) {
    const course = i <= meet ? left : right;
    const factor = exp(course.logs[i]! - course.logs[meet]!) / course.u[meet]!;
    u[i] = course.u[i]! * factor;
    flux[i] = course.flux[i]! * (i <= meet ? factor : -factor);
  }
  const squares = new Float64Array(n);
  for (let i = 0; i < n; i += 1) {
    const [a, b] = [i, i + 1].map((at) => ({ u: u[at]!, slope: flux[at]! / p[i]! }));
    squares[i] = squareOver(thickness[i]!, s[i]!, a!, b!);
  }
  const whole = squares.reduce((sum, one) => sum + one, 0);
  const scale = 1 / Math.sqrt(whole);
  const held = w.reduce((sum, one, i) => sum + one * squares[i]!, 0);
  const misfit = left.flux[meet]! / left.u[meet]! + right.flux[meet]! / right.u[meet]!;
  return {
    u: u.map((one) => one * scale),
    flux: flux.map((one) => one * scale),
    squares: squares.map((one) => one / whole),
    // The pull of both courses on the point where they meet falls with lambda by the integral of w u^2.
    correction: (misfit * u[meet]! * u[meet]!) / held,
  };
}

/** States at all ends of layers, and the logarithms of the factors taken out of them. */
function courseOf(n: number): {
  readonly u: Float64Array;
  readonly flux: Float64Array;
  readonly logs: Float64Array;
  put(i: number, state: State, more?: number): void;
} {
  const [u, flux, logs] = [0, 1, 2].map(() => new Float64Array(n + 1));
  let total = 0;
  return {
    u: u!,
    flux: flux!,
    logs: logs!,
    put: (i, state, more = 0) => {
      total += more;
      u![i] = state.u;
      flux![i] = state.flux;
      logs![i] = total;
    },
  };
}

/** A step with its sign. @returns the logarithm of the factor that was taken out */
function carry(state: State, thickness: number, p: number, s: number): number {
  pass(state, thickness, p, s);
  const phase = Math.sqrt(Math.abs(s)) * thickness;
  if (s > 0 && phase >= SMALL_PHASE && (Math.floor(phase / PI) & 1) === 1) {
    state.u = -state.u;
    state.flux = -state.flux;
  }
  const size = log(state.size);
  if (s >= 0 || phase < SMALL_PHASE) return size;
  return size + (phase > LARGE_PHASE ? phase - LOG_OF_2 : log(cosh(phase)));
}

/**
 * Integrals of sin^2(k x) / sin^2(k) and of sin(k x) sin(k - k x) / sin^2(k) over (0, 1), as power
 * series of k^2.
 */
const OWN = [
  0.3333333333333333, 0.044444444444444446, 0.006349206349206349, 0.0008465608465608466,
  0.00010688899577788467, 1.2986425684838382e-5, 1.5348163496311645e-6, 1.7771687031983742e-7,
  2.0257061865128093e-8, 2.280515120459218e-9, 2.5417075858902885e-10, 2.8094048183789862e-11,
  3.083732262030375e-12, 3.364818146663079e-13, 3.6527931043775056e-14,
];
const MIXED = [
  0.16666666666666666, 0.03888888888888889, 0.006150793650793651, 0.00083994708994709,
  0.00010668022820800599, 1.2980084656671958e-5, 1.534628994119735e-6, 1.777114468313633e-7,
  2.025690731601108e-8, 2.2805107707218213e-9, 2.5417063739096664e-10, 2.8094044834718336e-11,
  3.083732170127992e-12, 3.36481812159323e-13, 3.652793097573648e-14,
];

interface Edge {
  readonly u: number;
  readonly slope: number;
}

/** Integral of u^2 over a layer, from u and u' at its ends. */
function squareOver(h: number, s: number, a: Edge, b: Edge): number {
  const z = s * h * h;
  // u'^2 + s u^2 is the same everywhere in the layer.
  if (Math.abs(z) > 1)
    return ((a.slope * a.slope + s * a.u * a.u) * h - (b.u * b.slope - a.u * a.slope)) / (2 * s);
  let [own, mixed] = [0, 0];
  for (let k = OWN.length - 1; k >= 0; k -= 1) {
    own = own * z + OWN[k]!;
    mixed = mixed * z + MIXED[k]!;
  }
  return h * ((a.u * a.u + b.u * b.u) * own + 2 * a.u * b.u * mixed);
}
