/**
 * A linear program as bodies state it, brought to non-negative variables, solved, and its optimum
 * proved by prices.
 */
import { ULP } from "../../math/constants.js";
import type { z } from "zod";
import { numericalUncertainty } from "../gate.js";
import { exact, remainder } from "../reading.js";
import { badInput, noSolution, tooLarge } from "../refusal.js";
import type { ErrorEstimate, SolverResult, StopSignal } from "../solver.js";
import { LP_ROWS_MAX, type optCard } from "./card.js";
import { solveProgram, type Program } from "./simplex.js";

type Lp = NonNullable<z.output<typeof optCard.inputs>["lp"]>;

/** x_i = offset + SUM of signed non-negative variables. */
interface Column {
  readonly index: number;
  readonly sign: 1 | -1;
  readonly offset: number;
}

interface Shaped {
  readonly program: Program;
  readonly columns: readonly (readonly Column[])[];
  readonly constant: number;
}

function shapeOf(
  { A_eq = [], A_ub = [], b_eq = [], b_ub = [], bounds, c }: Lp,
  sign: 1 | -1,
): Shaped {
  const n = c.length;
  if (bounds !== undefined && bounds.length !== n)
    throw badInput("/lp/bounds", `there are ${n} variables and ${bounds.length} bounds`);
  for (const [name, rows, right] of [
    ["ub", A_ub, b_ub],
    ["eq", A_eq, b_eq],
  ] as const) {
    if (rows.length !== right.length)
      throw badInput(
        `/lp/b_${name}`,
        `A_${name} has ${rows.length} rows and b_${name} ${right.length} numbers`,
      );
    const k = rows.findIndex((row) => row.length !== n);
    if (k >= 0)
      throw badInput(
        `/lp/A_${name}/${k}`,
        `row ${k} has ${rows[k]!.length} numbers; there are ${n} variables`,
      );
  }
  const columns: Column[][] = [];
  const extra: { index: number; most: number }[] = [];
  let next = 0;
  for (let i = 0; i < n; i += 1) {
    const [low, high] = bounds?.[i] ?? [0, null];
    if (low !== null && high !== null && low > high)
      throw noSolution(`the bounds of variable ${i} exclude each other.`, { variable: i });
    if (low !== null) {
      columns.push([{ index: next, sign: 1, offset: low }]);
      if (high !== null) extra.push({ index: next, most: high - low });
    } else if (high !== null) columns.push([{ index: next, sign: -1, offset: high }]);
    else {
      columns.push([
        { index: next, sign: 1, offset: 0 },
        { index: next + 1, sign: -1, offset: 0 },
      ]);
      next += 1;
    }
    next += 1;
  }
  const count = A_ub.length + A_eq.length + extra.length;
  if (count > 2 * LP_ROWS_MAX) throw tooLarge("rows of the program", count, 2 * LP_ROWS_MAX);
  const spread = (
    row: readonly number[],
  ): { readonly coefficients: Float64Array; readonly constant: number } => {
    const coefficients = new Float64Array(next);
    let constant = 0;
    row.forEach((value, i) => {
      for (const column of columns[i]!) coefficients[column.index]! += column.sign * value;
      constant += value * columns[i]![0]!.offset;
    });
    return { coefficients, constant };
  };
  const rows = [...A_ub, ...A_eq].map(spread);
  const right = [...b_ub, ...b_eq].map((b, k) => b - rows[k]!.constant);
  const cost = spread(c.map((v) => sign * v));
  return {
    columns,
    constant: cost.constant,
    program: {
      c: cost.coefficients,
      rows: [
        ...rows.map(({ coefficients }) => coefficients),
        ...extra.map(({ index }) => {
          const row = new Float64Array(next);
          row[index] = 1;
          return row;
        }),
      ],
      b: Float64Array.from([...right, ...extra.map(({ most }) => most)]),
      equal: Uint8Array.from([...A_ub.map(() => 0), ...A_eq.map(() => 1), ...extra.map(() => 0)]),
    },
  };
}

export function runProgram(lp: Lp, sense: "min" | "max", stop: StopSignal): SolverResult {
  const sign = sense === "min" ? 1 : -1;
  const { columns, constant, program } = shapeOf(lp, sign);
  const { doubt, pivots, prices, x: raw } = solveProgram(program, stop);
  const x = columns.map((parts) =>
    parts.reduce((s, { index, sign: direction }) => s + direction * raw[index]!, parts[0]!.offset),
  );
  const value = lp.c.reduce((s, c, i) => s + c * x[i]!, 0);
  const proof = proveOptimum(program, raw, prices);
  const size = Math.max(1, Math.abs(value));
  const error: ErrorEstimate = {
    // Each pivot rounds every entry once.
    relative: proof.gap / size + ULP * pivots,
    scale: 1,
    method: "residual",
    levels: [
      { resolution: 1, value: sign * (proof.price + constant) },
      { resolution: 2, value },
    ],
  };
  return {
    value,
    unit: "1",
    equations: [
      `${sense} c x, ${lp.A_ub?.length ?? 0} inequalities, ${lp.A_eq?.length ?? 0} equations, ${lp.c.length} variables`,
    ],
    outputs: {
      duality_gap: remainder(proof.gap),
      violation: remainder(proof.violation),
      dual_violation: remainder(proof.dual),
      pivots: exact(pivots),
      dual_value: {
        value: sign * (proof.price + constant),
        unit: "1",
        uncertainty: numericalUncertainty(error, value),
      },
    },
    named: {
      x,
      optimality: "global-lp",
      prices: Array.from(
        prices.subarray(0, (lp.A_ub?.length ?? 0) + (lp.A_eq?.length ?? 0)),
        (p) => sign * p,
      ),
      x_uncertainty: columns.map((parts, i) =>
        parts.reduce((s, { index }) => s + doubt.x[index]!, ULP * Math.abs(x[i]!)),
      ),
      prices_uncertainty: [
        ...doubt.prices.subarray(0, (lp.A_ub?.length ?? 0) + (lp.A_eq?.length ?? 0)),
      ],
    },
    fields: [],
    invariants: [
      {
        name: "violation of the constraints",
        first: 0,
        last: proof.violation,
        driftPct: 100 * proof.violation,
        boundPct: 1e-4,
      },
      {
        name: "violation of the dual constraints",
        first: 0,
        last: proof.dual,
        driftPct: 100 * proof.dual,
        boundPct: 1e-4,
      },
    ],
    error,
    assumed:
      lp.bounds === undefined
        ? [{ name: "bounds", value: "x >= 0", unit: "", why: "none were stated" }]
        : [],
    notes: [
      "Prices that satisfy the dual constraints and pay the same value prove that no feasible point is better.",
      ...(doubt.isOnly
        ? []
        : [
            "Other points may be as good, or other prices: the uncertainties are those of this " +
              "corner and its prices.",
          ]),
    ],
  };
}

/**
 * Weak duality from the rows as they were stated: prices y, y <= 0 on inequalities, A^T y <= c, b y
 * = c x.
 */
function proveOptimum(
  { b, c, equal, rows }: Program,
  x: Float64Array,
  prices: Float64Array,
): {
  readonly gap: number;
  readonly violation: number;
  readonly dual: number;
  readonly price: number;
} {
  let violation = 0,
    dual = 0,
    price = 0,
    cost = 0;
  const left = Float64Array.from(c);
  rows.forEach((row, i) => {
    let s = 0;
    let size = 1 + Math.abs(b[i]!);
    for (let j = 0; j < row.length; j += 1) {
      s += row[j]! * x[j]!;
      size = Math.max(size, Math.abs(row[j]! * x[j]!));
      left[j]! -= prices[i]! * row[j]!;
    }
    const miss = equal[i] === 1 ? Math.abs(s - b[i]!) : Math.max(0, s - b[i]!);
    violation = Math.max(violation, miss / size);
    if (equal[i] === 0) dual = Math.max(dual, prices[i]! / (1 + Math.abs(prices[i]!)));
    price += prices[i]! * b[i]!;
  });
  for (let j = 0; j < c.length; j += 1) {
    violation = Math.max(violation, -x[j]!);
    dual = Math.max(dual, -left[j]! / (1 + Math.abs(c[j]!)));
    cost += c[j]! * x[j]!;
  }
  return {
    gap: Math.abs(cost - price),
    violation: Math.max(violation, 0),
    dual: Math.max(dual, 0),
    price,
  };
}
