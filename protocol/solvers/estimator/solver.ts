import { UNIT_ROUNDOFF } from "../../math/constants.js";
import type { z } from "zod";
import { leastEigenvalue } from "../../math/eigen/symmetric.js";
import { cholesky } from "../../math/linear/cholesky.js";
import { distance, frobenius, plus, transpose } from "../../math/linear/denseLu.js";
import { multiply, symmetricProduct } from "../../math/linear/denseProduct.js";
import type { JsonValue } from "../../ports.js";
import { spectralRadius } from "../../math/eigen/general.js";
import { remainder } from "../reading.js";
import { badInput } from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type Field,
  type Progress,
  type Quantity,
  type SolverResult,
  type StopSignal,
} from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { estimatorCard, STATES_MAX } from "./card.js";
import {
  freshState,
  LAGS,
  runFilter,
  whitenessOf,
  type Filtered,
  type FilterState,
} from "./filter.js";
import { solveRiccati, traceOf, type Model, type Steady } from "./riccati.js";

type EstimatorInputs = z.output<typeof estimatorCard.inputs>;
type Given = number | readonly (readonly number[])[];

/** Doublings that a well-posed problem takes, and products in each. */
const DOUBLINGS = 12n;
const PRODUCTS = 14n;
const PERTURBATIONS = 3;

function rowsOf(given: Given | undefined): number {
  return given === undefined || typeof given === "number" ? 1 : given.length;
}

export const estimator = defineSolver({
  card: estimatorCard,
  work: ({ A, data }) => {
    const n = BigInt(rowsOf(A));
    return n * n * n * (DOUBLINGS * PRODUCTS + 8n * BigInt(data?.length ?? 0)) + 1n;
  },
  memory: ({ data }) => 64 * STATES_MAX * STATES_MAX * 8 + (data?.length ?? 0) * STATES_MAX * 8 * 4,
  run,
});

function matrixOf(
  given: Given,
  name: string,
  rows: number | null,
  columns: number | null,
): { data: Float64Array; rows: number; columns: number } {
  const table = typeof given === "number" ? [[given]] : given;
  const width = table[0]!.length;
  if (table.some((row) => row.length !== width))
    throw badInput(`/${name}`, `the rows of ${name} differ in length`);
  if ((rows !== null && table.length !== rows) || (columns !== null && width !== columns)) {
    throw badInput(
      `/${name}`,
      `${name} must be ${rows ?? "m"} x ${columns ?? "n"}, not ${table.length} x ${width}`,
    );
  }
  const data = new Float64Array(table.length * width);
  for (let i = 0; i < table.length; i += 1)
    for (let j = 0; j < width; j += 1) data[i * width + j] = table[i]![j]!;
  return { data, rows: table.length, columns: width };
}

function covariance(given: Given, name: string, n: number): Float64Array {
  const { data } = matrixOf(given, name, n, n);
  const size = frobenius(data);
  if (distance(data, transpose(data, n, n)) > 1e-9 * size)
    throw badInput(`/${name}`, `${name} must be symmetric`);
  if (!isNearlyPositive(data, n, 1e-10 * size)) {
    throw badInput(
      `/${name}`,
      `${name} must have no negative eigenvalue; its least is ${leastEigenvalue(data, n)}`,
    );
  }
  return data;
}

/** Whether every eigenvalue is above -slack; the zero matrix counts. */
function isNearlyPositive(data: Float64Array, n: number, slack: number): boolean {
  if (slack === 0) return true;
  const raised = data.slice();
  for (let i = 0; i < n; i += 1) raised[i * n + i] = raised[i * n + i]! + slack;
  return cholesky(raised, n) !== null || leastEigenvalue(data, n) >= -slack;
}

/** @throws SolverRefusal INVALID_BODY for shapes that do not fit, or covariances that are none */
function modelOf({ A, C, Q, R }: EstimatorInputs): Model {
  const a = matrixOf(A!, "A", null, null);
  if (a.rows !== a.columns) throw badInput("/A", `A must be square, not ${a.rows} x ${a.columns}`);
  const c = matrixOf(C!, "C", null, a.rows);
  const R_ = covariance(R!, "R", c.rows);
  if (cholesky(R_, c.rows) === null)
    throw badInput(
      "/R",
      "R must be positive definite: a measurement without noise needs another form",
    );
  return { n: a.rows, m: c.rows, A: a.data, C: c.data, Q: covariance(Q!, "Q", a.rows), R: R_ };
}

function run(inputs: EstimatorInputs, stop: StopSignal, progress: Progress): SolverResult {
  const model = modelOf(inputs);
  if (inputs.data === undefined && (inputs.x0 !== undefined || inputs.initialState !== undefined)) {
    throw badInput("/data", "an estimate to begin with is of use with data only");
  }
  const steady = solveRiccati(model, stop);
  progress(1, 3);
  const filtered = inputs.data === undefined ? null : filter(inputs, model, steady, stop);
  progress(2, 3);
  return answer(inputs, model, steady, filtered);
}

function filter(
  inputs: EstimatorInputs,
  model: Model,
  { prior }: Steady,
  stop: StopSignal,
): Filtered {
  const { m, n } = model;
  const { P0, data, initialState, x0 } = inputs;
  const flat = new Float64Array(data!.length * m);
  data!.forEach((sample, t) => {
    const row = typeof sample === "number" ? [sample] : sample;
    if (row.length !== m)
      throw badInput(
        `/data/${t}`,
        `each measurement has ${m} components; number ${t} has ${row.length}`,
      );
    flat.set(row, t * m);
  });
  if (initialState !== undefined) {
    if (x0 !== undefined || P0 !== undefined)
      throw badInput(
        "/initialState",
        "a continuation brings its own estimate: leave x0 and P0 out",
      );
    return runFilter(model, flat, readState(initialState, n, m), stop);
  }
  const x =
    x0 === undefined ? new Float64Array(n) : Float64Array.from(typeof x0 === "number" ? [x0] : x0);
  if (x.length !== n) throw badInput("/x0", `x0 has ${n} components`);
  const P = P0 === undefined ? prior : covariance(P0, "P0", n);
  return runFilter(model, flat, freshState(n, m, x, P), stop);
}

function readState(given: Readonly<Record<string, unknown>>, n: number, m: number): FilterState {
  return {
    x: unpackFloats(given["x"], n, "/initialState/x"),
    P: unpackFloats(given["P"], n * n, "/initialState/P"),
    sums: unpackFloats(given["sums"], LAGS + 4, "/initialState/sums"),
    recent: unpackFloats(given["recent"], LAGS * m, "/initialState/recent"),
  };
}

interface Optimality {
  readonly least: number;
  readonly mismatch: number;
  readonly lagOne: number;
}

/**
 * What shows that no gain K is better. F = A - K C:
 * `mismatch`: how far P is from the covariance F P F^T + K R K^T + Q that K leaves, over 1 -
 * radius^2; `least`: least growth of the trace of that covariance when K is moved, each way along a
 * few directions; to first order -2 tr(D^T (F P C^T - K R)), to second tr(D S D^T); `lagOne`: the
 * lag-one covariance C (F P C^T - K R) of the innovations, of the norm of theirs, S.
 */
function optimality(
  { C, Q, R, m, n }: Model,
  { closed, innovation, predictor, prior, radius }: Steady,
): Optimality {
  const carried = multiply(closed, prior, n, n, n);
  const noise = multiply(predictor, R, n, m, m);
  const own = plus(
    plus(
      symmetricProduct(carried, transpose(closed, n, n), n, n),
      symmetricProduct(noise, transpose(predictor, n, m), n, m),
    ),
    Q,
  );
  const size = frobenius(prior);
  const mismatch =
    size === 0 ? 0 : distance(own, prior) / (size * Math.max(1 - radius * radius, 1e-12));
  const slope = plus(multiply(carried, transpose(C, m, n), n, n, m), noise, -1);
  let least = Number.POSITIVE_INFINITY;
  const length = Math.max(frobenius(predictor), 1e-3) * Math.min(0.05, 0.5 * (1 - radius));
  for (let k = 0; k < PERTURBATIONS; k += 1) {
    const moved = predictor.map(
      (_, i) => length * ((((i + 1) * (k + 1) * 0.6180339887498949) % 1) - 0.5),
    );
    const bent = multiply(moved, innovation, n, m, m);
    let first = 0;
    let second = 0;
    for (let i = 0; i < moved.length; i += 1) {
      first += moved[i]! * slope[i]!;
      second += moved[i]! * bent[i]!;
    }
    least = Math.min(least, second - 2 * Math.abs(first));
  }
  return {
    least,
    mismatch,
    lagOne: frobenius(multiply(C, slope, m, n, m)) / frobenius(innovation),
  };
}

function table(a: Float64Array, rows: number, columns: number): JsonValue {
  const matrix: number[][] = [];
  for (let i = 0; i < rows; i += 1) {
    const row: number[] = [];
    for (let j = 0; j < columns; j += 1) row.push(a[i * columns + j]!);
    matrix.push(row);
  }
  return matrix;
}

function seriesField(name: string, data: Float64Array, width: number, first: number): Field {
  const count = data.length / width;
  return {
    name,
    unit: "1",
    shape: [count, width],
    data,
    axes: [
      { name: "step", unit: "1", n: count, start: first, step: 1 },
      { name: "component", unit: "1", n: width, start: 0, step: 1 },
    ],
  };
}

function answer(
  inputs: EstimatorInputs,
  model: Model,
  steady: Steady,
  filtered: Filtered | null,
): SolverResult {
  const { m, n } = model;
  const { which = "prior" } = inputs;
  const P = which === "prior" ? steady.prior : steady.posterior;
  const value = traceOf(P, n);
  const { lagOne, least, mismatch } = optimality(model, steady);
  const white = filtered === null ? null : whitenessOf(filtered.state, m);
  const samples = filtered === null ? 0 : filtered.state.sums[0]! * m;
  // A step of the filter that changes nothing more still rounds, and what it rounds adds up.
  const relative =
    (steady.residual + ROUNDING * steady.spread) /
    Math.max(1 - steady.radius * steady.radius, 1e-12);
  const known = (number: number, scale = 0): Quantity => ({
    value: number,
    unit: "1",
    uncertainty: (relative + ROUNDING) * Math.max(Math.abs(number), scale),
  });
  // An entry of a matrix is known to what the whole of it is known to.
  const doubts = (matrix: Float64Array, rows: number, columns: number): JsonValue => {
    let size = 0;
    for (let i = 0; i < matrix.length; i += 1) size = Math.max(size, Math.abs(matrix[i]!));
    // No entry is greater than the scale: all have its uncertainty.
    const { uncertainty } = known(size, rows * size);
    return table(new Float64Array(rows * columns).fill(uncertainty), rows, columns);
  };
  const first =
    filtered === null ? 0 : filtered.state.sums[0]! - filtered.innovations.length / m + 1;
  return {
    value,
    unit: "1",
    equations: [
      "P = A P A^T - A P C^T (C P C^T + R)^-1 C P A^T + Q",
      `${n} states, ${m} measurements; value = trace of the ${which} covariance, spectral ` +
        `radius of A - K C = ${steady.radius}`,
    ],
    outputs: {
      trace_prior: known(traceOf(steady.prior, n)),
      trace_posterior: known(traceOf(steady.posterior, n)),
      // An eigenvalue moves by no more than the matrix does.
      least_eigenvalue: known(leastEigenvalue(P, n), traceOf(P, n)),
      spectral_radius: known(steady.radius, radiusScale(steady, n)),
      residual: remainder(steady.residual),
      optimality: known(least),
      gain_mismatch: remainder(mismatch),
      innovation_lag_one: remainder(lagOne),
      ...(white === null
        ? {}
        : {
            log_likelihood: known(white.logLikelihood, samples),
            consistency: known(white.consistency),
            ljung_box: known(white.ljungBox, samples),
            ...(white.pValue === null ? {} : { whiteness_p: known(white.pValue, samples) }),
          }),
    },
    named: {
      P: table(P, n, n),
      prior: table(steady.prior, n, n),
      posterior: table(steady.posterior, n, n),
      gain: table(steady.gain, n, m),
      predictorGain: table(steady.predictor, n, m),
      P_uncertainty: doubts(P, n, n),
      prior_uncertainty: doubts(steady.prior, n, n),
      posterior_uncertainty: doubts(steady.posterior, n, n),
      gain_uncertainty: doubts(steady.gain, n, m),
      predictorGain_uncertainty: doubts(steady.predictor, n, m),
      positiveDefinite: cholesky(P, n) !== null,
      ...(white === null
        ? {}
        : {
            autocorrelation: [...white.autocorrelation],
            white: white.pValue === null ? null : white.pValue > 0.01,
          }),
    },
    fields:
      filtered === null
        ? []
        : [
            seriesField("estimate", filtered.estimates, n, first),
            seriesField("innovation", filtered.innovations, m, first),
          ],
    ...(filtered === null
      ? {}
      : {
          state: {
            x: packFloats(filtered.state.x),
            P: packFloats(filtered.state.P),
            sums: packFloats(filtered.state.sums),
            recent: packFloats(filtered.state.recent),
          },
        }),
    invariants: [
      {
        name: "covariance of the returned gain equals P",
        first: 0,
        last: mismatch,
        driftPct: 100 * mismatch,
        boundPct: 1e-3,
      },
    ],
    error: {
      relative,
      scale: 0,
      method: "residual",
      // Doublings of the horizon are iterates, no levels of a resolution.
      levels: [],
    },
    assumed: assumptions(inputs),
    notes: [],
  };
}

/** Part by which the closed loop is moved to see how far its spectral radius follows. */
const MOVED = 1e-7;

/** How far the spectral radius moves with the entries of the closed loop, to first order. */
function radiusScale({ closed, radius }: Steady, n: number): number {
  const size = frobenius(closed);
  const moved = closed.map(
    (entry, i) => entry + MOVED * size * 2 * ((((i + 1) * 0.6180339887498949) % 1) - 0.5),
  );
  return size === 0 ? 0 : n * Math.max(size, Math.abs(spectralRadius(moved, n) - radius) / MOVED);
}

/** Unit roundoffs that one step of the filter loses. */
const ROUNDING = 8 * UNIT_ROUNDOFF;

function assumptions({ P0, data, initialState, which, x0 }: EstimatorInputs): Assumed[] {
  const assumed: Assumed[] = [];
  if (which === undefined)
    assumed.push({
      name: "which",
      value: "prior",
      unit: "",
      why: "the covariance before the measurement of its step",
    });
  if (data !== undefined && initialState === undefined) {
    if (x0 === undefined)
      assumed.push({
        name: "x0",
        value: 0,
        unit: "1",
        why: "estimate before the first measurement; the value does not depend on it",
      });
    if (P0 === undefined)
      assumed.push({
        name: "P0",
        value: "steady prior",
        unit: "1",
        why: "the value does not depend on it",
      });
  }
  return assumed;
}
