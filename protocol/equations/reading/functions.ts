/**
 * Every function an equation may name: spelling, number of arguments, rule for dimensions, and
 * whether it is computed here.
 */
import * as math from "../../math/index.js";

/**
 * `pure`: dimensionless arguments, dimensionless result. `same`: the arguments share one dimension,
 * which is the result's. `sqrt`, `cbrt`: the result has that root of the argument's dimension.
 * `sign`: any argument, dimensionless result. `ratio`: arguments of one dimension, dimensionless
 * result.
 */
type DimensionRule = "pure" | "same" | "sqrt" | "cbrt" | "sign" | "ratio";

export interface FunctionInfo {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly arityMin: number;
  readonly arityMax: number;
  readonly dimensions: DimensionRule;
  /**
   * `exact`: exactly specified by IEEE 754 or integer arithmetic; `A`: correctly rounded; `B`:
   * below 1 ulp, same bits.
   */
  readonly tier: "exact" | "A" | "B";
  /** May stand before its operand without brackets: `sin theta`. */
  readonly prefix: boolean;
  readonly available: boolean;
}

/** Beyond this many arguments a comparison is a data set, which is not an equation. */
const ARGUMENTS_MAX = 16;

const exported: ReadonlySet<string> = new Set(Object.keys(math));

function entry(
  name: string,
  aliases: readonly string[],
  arity: number | readonly [number, number],
  dimensions: DimensionRule,
  tier: FunctionInfo["tier"],
  prefix = false,
): FunctionInfo {
  const [arityMin, arityMax] = typeof arity === "number" ? [arity, arity] : arity;
  return {
    name,
    aliases,
    arityMin,
    arityMax,
    dimensions,
    tier,
    prefix,
    available: tier === "exact" || exported.has(name),
  };
}

const EXACT: readonly FunctionInfo[] = [
  entry("abs", [], 1, "same", "exact"),
  entry("sqrt", [], 1, "sqrt", "exact", true),
  entry("sign", ["sgn", "signum"], 1, "sign", "exact"),
  entry("floor", [], 1, "pure", "exact"),
  entry("ceil", ["ceiling"], 1, "pure", "exact"),
  entry("min", [], [2, ARGUMENTS_MAX], "same", "exact"),
  entry("max", [], [2, ARGUMENTS_MAX], "same", "exact"),
  entry("mod", [], 2, "same", "exact"),
  entry("heaviside", ["Heaviside", "step"], 1, "sign", "exact"),
];

const ROUNDED: readonly FunctionInfo[] = [
  entry("exp", [], 1, "pure", "A", true),
  ...["expm1", "exp2", "exp10", "log1p"].map((name) => entry(name, [], 1, "pure", "A")),
  entry("log", ["ln"], 1, "pure", "A", true),
  entry("log2", ["lb"], 1, "pure", "A", true),
  entry("log10", ["lg"], 1, "pure", "A", true),
  entry("cbrt", [], 1, "cbrt", "A"),
  entry("pow", [], 2, "pure", "A"),
  entry("hypot", [], [2, ARGUMENTS_MAX], "same", "A"),
  ...["sin", "cos", "tan"].map((name) =>
    entry(name, name === "tan" ? ["tg"] : [], 1, "pure", "A", true),
  ),
  ...["sinpi", "cospi", "tanpi"].map((name) => entry(name, [], 1, "pure", "A")),
  entry("asin", ["arcsin"], 1, "pure", "A", true),
  entry("acos", ["arccos"], 1, "pure", "A", true),
  entry("atan", ["arctan", "arctg"], 1, "pure", "A", true),
  entry("atan2", [], 2, "ratio", "A"),
  ...["sinh", "cosh", "tanh"].map((name) => entry(name, [], 1, "pure", "A", true)),
  entry("asinh", ["arcsinh", "arsinh"], 1, "pure", "A", true),
  entry("acosh", ["arccosh", "arcosh"], 1, "pure", "A", true),
  entry("atanh", ["arctanh", "artanh"], 1, "pure", "A", true),
  entry("erf", [], 1, "pure", "A"),
  entry("erfc", [], 1, "pure", "A"),
  entry("gamma", ["Gamma"], 1, "pure", "A"),
  entry("lgamma", ["lnGamma", "gammaln"], 1, "pure", "A"),
  entry("binomial", ["binom", "choose"], 2, "pure", "A"),
  entry("factorial", [], 1, "pure", "A"),
];

const SPECIAL: readonly FunctionInfo[] = [
  ...["beta", "gammainc", "jn", "yn", "polylog"].map((name) => entry(name, [], 2, "pure", "B")),
  entry("betainc", [], 3, "pure", "B"),
  ...[
    "digamma",
    "j0",
    "j1",
    "y0",
    "y1",
    "i0",
    "i1",
    "k0",
    "k1",
    "zeta",
    "ellipk",
    "ellipe",
    "lambertw",
    "ei",
    "e1",
    "si",
    "ci",
  ].map((name) => entry(name, [], 1, "pure", "B")),
];

const ALL: readonly FunctionInfo[] = [...EXACT, ...ROUNDED, ...SPECIAL];

/** By canonical name: natural logarithm is `log`, `n!` is `factorial`. */
export const FUNCTIONS: ReadonlyMap<string, FunctionInfo> = new Map(
  ALL.map((info) => [info.name, info]),
);

/**
 * Spelling as typed. `log` alone is left out: it may mean the natural, the decimal or the binary
 * logarithm.
 */
const BY_SPELLING: ReadonlyMap<string, FunctionInfo> = new Map(
  ALL.flatMap((info) =>
    [info.name, ...info.aliases]
      .map((spelling): [string, FunctionInfo] => [spelling, info])
      .filter(([spelling]) => spelling !== "log"),
  ),
);

export function functionBySpelling(spelling: string): FunctionInfo | undefined {
  return BY_SPELLING.get(spelling);
}

/** Reciprocals written with names of their own; they are read as `1/cos(x)` and so on. */
export const RECIPROCALS: ReadonlyMap<string, string> = new Map([
  ["sec", "cos"],
  ["csc", "sin"],
  ["cosec", "sin"],
  ["cot", "tan"],
  ["ctg", "tan"],
  ["sech", "cosh"],
  ["csch", "sinh"],
  ["coth", "tanh"],
]);

/** A bare `log`: parsed, but refused where it would be evaluated. */
export const AMBIGUOUS_LOG = "log?";

/** How a canonical function is written in canonical text. */
export function functionSpelling(name: string): string {
  if (name === "log") return "ln";
  return name === AMBIGUOUS_LOG ? "log" : name;
}

/** Spellings offered when a name is not a function. */
export const FUNCTION_SPELLINGS: readonly string[] = [...BY_SPELLING.keys(), ...RECIPROCALS.keys()];

/** Functions that jump, by their names. */
export const JUMPING_FUNCTIONS: ReadonlySet<string> = new Set([
  "ceil",
  "floor",
  "heaviside",
  "mod",
  "sign",
]);
/** Functions that jump or bend: one list for all who look for breakpoints. */
export const ROUGH_FUNCTIONS: ReadonlySet<string> = new Set([
  ...JUMPING_FUNCTIONS,
  "abs",
  "max",
  "min",
]);
