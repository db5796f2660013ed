/** Functions that case files call. */
import { PI } from "../../../math/constants.js";
import * as math from "../../../math/index.js";
import { badInput } from "../../refusal.js";
import { combined, matrixOf, rowOf, scalar, transposed, type Matrix } from "./values.js";

/** Columns of the tables, as MATPOWER's idx_bus, idx_brch, idx_gen and idx_cost return them. */
const INDICES: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  idx_bus: named(
    "PQ:1 PV:2 REF:3 NONE:4 BUS_I:1 BUS_TYPE:2 PD:3 QD:4 GS:5 BS:6 BUS_AREA:7 VM:8 VA:9 BASE_KV:10 ZONE:11 " +
      "VMAX:12 VMIN:13 LAM_P:14 LAM_Q:15 MU_VMAX:16 MU_VMIN:17",
  ),
  idx_brch: named(
    "F_BUS:1 T_BUS:2 BR_R:3 BR_X:4 BR_B:5 RATE_A:6 RATE_B:7 RATE_C:8 TAP:9 SHIFT:10 BR_STATUS:11 PF:14 QF:15 " +
      "PT:16 QT:17 MU_SF:18 MU_ST:19 ANGMIN:12 ANGMAX:13 MU_ANGMIN:20 MU_ANGMAX:21",
  ),
  idx_gen: named(
    "GEN_BUS:1 PG:2 QG:3 QMAX:4 QMIN:5 VG:6 MBASE:7 GEN_STATUS:8 PMAX:9 PMIN:10 MU_PMAX:22 MU_PMIN:23 " +
      "MU_QMAX:24 MU_QMIN:25 PC1:11 PC2:12 QC1MIN:13 QC1MAX:14 QC2MIN:15 QC2MAX:16 RAMP_AGC:17 RAMP_10:18 " +
      "RAMP_30:19 RAMP_Q:20 APF:21",
  ),
  idx_cost: named("PW_LINEAR:1 POLYNOMIAL:2 MODEL:1 STARTUP:2 SHUTDOWN:3 NCOST:4 COST:5"),
};

function named(text: string): (readonly [string, number])[] {
  return text.split(" ").map((one) => {
    const [name, at] = one.split(":");
    return [name!, Number(at)];
  });
}

/** Values in the order that the function returns them. */
export function indexResults(name: string): readonly number[] | null {
  return INDICES[name]?.map(([, at]) => at) ?? null;
}

/** What `define_constants` puts into the workspace. */
export function defineConstants(): readonly (readonly [string, number])[] {
  return Object.values(INDICES).flat();
}

const EACH: Readonly<Record<string, (x: number) => number>> = {
  abs: Math.abs,
  acos: math.acos,
  asin: math.asin,
  atan: math.atan,
  ceil: Math.ceil,
  cos: math.cos,
  cosd: (x) => math.cospi(x / 180),
  deg2rad: (x) => (x * PI) / 180,
  double: (x) => x,
  exp: math.exp,
  fix: Math.trunc,
  floor: Math.floor,
  isfinite: (x) => (Number.isFinite(x) ? 1 : 0),
  isinf: (x) => (Math.abs(x) === Number.POSITIVE_INFINITY ? 1 : 0),
  isnan: (x) => (Number.isNaN(x) ? 1 : 0),
  log: math.log,
  log10: math.log10,
  logical: (x) => (x === 0 ? 0 : 1),
  not: (x) => (x === 0 ? 1 : 0),
  rad2deg: (x) => (x * 180) / PI,
  round: (x) => (x < 0 ? -Math.floor(0.5 - x) : Math.floor(x + 0.5)),
  sign: Math.sign,
  sin: math.sin,
  sind: (x) => math.sinpi(x / 180),
  sqrt: Math.sqrt,
  tan: math.tan,
};

const TWO: Readonly<Record<string, (x: number, y: number) => number>> = {
  atan2: math.atan2,
  hypot: math.hypot,
  max: Math.max,
  min: Math.min,
  mod: (x, y) => (y === 0 ? x : x - Math.floor(x / y) * y),
  rem: (x, y) => x - Math.trunc(x / y) * y,
  power: math.pow,
  plus: (x, y) => x + y,
  minus: (x, y) => x - y,
  times: (x, y) => x * y,
  rdivide: (x, y) => x / y,
};

/** Along the columns, or along the row where there is one. */
const ALONG: Readonly<Record<string, (values: Float64Array) => number>> = {
  all: (values) => (values.every((x) => x !== 0) ? 1 : 0),
  any: (values) => (values.some((x) => x !== 0) ? 1 : 0),
  max: (values) => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  mean: (values) => values.reduce((a, b) => a + b, 0) / values.length,
  min: (values) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
  prod: (values) => values.reduce((a, b) => a * b, 1),
  sum: (values) => values.reduce((a, b) => a + b, 0),
};

const CONSTANTS: Readonly<Record<string, number>> = {
  Inf: Number.POSITIVE_INFINITY,
  NaN: Number.NaN,
  eps: Number.EPSILON,
  false: 0,
  inf: Number.POSITIVE_INFINITY,
  nan: Number.NaN,
  pi: PI,
  true: 1,
};

export function constantOf(name: string): number | undefined {
  return Object.hasOwn(CONSTANTS, name) ? CONSTANTS[name] : undefined;
}

const SHAPES: ReadonlySet<string> = new Set([
  "find",
  "isempty",
  "ismember",
  "length",
  "numel",
  "ones",
  "size",
  "transpose",
  "zeros",
]);

export function isFunction(name: string): boolean {
  return [EACH, TWO, ALONG].some((all) => Object.hasOwn(all, name)) || SHAPES.has(name);
}

/** @returns null where the name is no function that is known */
export function callFunction(name: string, args: readonly Matrix[], line: number): Matrix | null {
  const [first, second, third] = args;
  const refuse = (what: string): never => {
    throw badInput("/case", `line ${line}: ${name} ${what}`);
  };
  if (Object.hasOwn(EACH, name)) {
    if (first === undefined || args.length > 1) return refuse("takes one argument");
    const each = EACH[name]!;
    return { ...first, data: first.data.map((x) => each(x)) };
  }
  if (Object.hasOwn(TWO, name) && args.length === 2)
    return combined(first!, second!, TWO[name]!, line);
  if (Object.hasOwn(ALONG, name)) {
    if (first === undefined) return refuse("takes a matrix");
    const along = third ?? second;
    const isAcross = along === undefined ? first.rows === 1 : along.data[0] === 2;
    return reduced(first, ALONG[name]!, isAcross, line);
  }
  switch (name) {
    case "zeros":
    case "ones": {
      const rows = first?.data[0] ?? 1;
      const columns =
        second?.data[0] ?? (first !== undefined && first.data.length > 1 ? first.data[1]! : rows);
      if (!isCount(rows) || !isCount(columns)) return refuse("takes numbers of rows and columns");
      const matrix = matrixOf(rows, columns, line);
      if (name === "ones") matrix.data.fill(1);
      return matrix;
    }
    case "size": {
      if (first === undefined) return refuse("takes a matrix");
      const sizes = [first.rows, first.columns];
      return second === undefined ? rowOf(sizes) : scalar(sizes[second.data[0]! - 1] ?? 1);
    }
    case "numel":
      return first === undefined ? refuse("takes a matrix") : scalar(first.data.length);
    case "length":
      return first === undefined
        ? refuse("takes a matrix")
        : scalar(first.data.length === 0 ? 0 : Math.max(first.rows, first.columns));
    case "isempty":
      return first === undefined
        ? refuse("takes a matrix")
        : scalar(first.data.length === 0 ? 1 : 0);
    case "transpose":
      return first === undefined ? refuse("takes a matrix") : transposed(first);
    case "find": {
      if (first === undefined || args.length > 1) return refuse("takes one condition");
      const down = transposed(first);
      const found = [...down.data.keys()].filter((k) => down.data[k] !== 0).map((k) => k + 1);
      const row = rowOf(found);
      return first.rows === 1 ? row : { rows: found.length, columns: 1, data: row.data };
    }
    case "ismember":
      return second === undefined
        ? refuse("takes two arguments")
        : { ...first!, data: first!.data.map((x) => (second.data.includes(x) ? 1 : 0)) };
    default:
      return null;
  }
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

function reduced(
  m: Matrix,
  f: (values: Float64Array) => number,
  isAcross: boolean,
  line: number,
): Matrix {
  const from = isAcross ? m : transposed(m);
  const matrix = matrixOf(from.rows, 1, line);
  for (let i = 0; i < from.rows; i += 1)
    matrix.data[i] = f(from.data.subarray(i * from.columns, (i + 1) * from.columns));
  return isAcross ? matrix : transposed(matrix);
}
