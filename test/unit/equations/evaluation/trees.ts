/** Trees built by hand or at random, and exact arithmetic to hold them against. */
import type {
  BinaryOp,
  ClosedForm,
  Expr,
  Refusal,
} from "../../../../protocol/equations/reading/ast.js";
import { compileEquation } from "../../../../protocol/equations/compileEquation.js";
import type { EquationContext } from "../../../../protocol/equations/reading/bindNames.js";
import type { CompiledEquation } from "../../../../protocol/equations/evaluation/evaluate.js";
import type { SymbolInfo } from "../../../../protocol/equations/reading/symbols.js";
import { parseUnit } from "../../../../protocol/units/parse.js";

const span = { start: 0, end: 1 };

export const num = (value: number): Expr => ({ type: "number", value, text: String(value), span });
export const name = (n: string): Expr => ({ type: "name", name: n, span });
export const neg = (arg: Expr): Expr => ({ type: "unary", op: "-", arg, span });
export const bin = (op: BinaryOp, left: Expr, right: Expr): Expr => ({
  type: "binary",
  op,
  left,
  right,
  span,
});
export const call = (fn: string, ...args: Expr[]): Expr => ({ type: "call", fn, args, span });

export function closedForm(expr: Expr, subject: string | null = null): ClosedForm {
  const statement = { text: "", clauses: [] };
  return {
    kind: "closed-form",
    subject,
    label: subject,
    binds: subject !== null,
    expr,
    definitions: [],
    ranges: [],
    statement,
  };
}

export function symbol(n: string, unit: string | null, more: Partial<SymbolInfo> = {}): SymbolInfo {
  const parsed = unit === null ? null : parseUnit(unit);
  if (parsed !== null && !parsed.ok) throw new RangeError(parsed.message);
  return { name: n, unit, dimension: parsed?.dimension ?? null, aliases: [], ...more };
}

export function context(...symbols: SymbolInfo[]): EquationContext {
  return {
    symbols: new Map(symbols.map((s) => [s.name, s])),
    declaredOrder: symbols.map((s) => s.name),
  };
}

export function compiled(result: CompiledEquation | Refusal): CompiledEquation {
  if (!("evaluate" in result)) throw new Error(`refused: ${result.kind}: ${result.message}`);
  return result;
}

export function compileTree(expr: Expr, names: readonly string[]): CompiledEquation {
  return compiled(compileEquation(closedForm(expr), context(...names.map((n) => symbol(n, "1")))));
}

export interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

export function fraction(top: bigint, bottom = 1n): Fraction {
  let [a, b] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  while (b !== 0n) [a, b] = [b, a % b];
  const sign = bottom < 0n ? -1n : 1n;
  return a === 0n ? { num: 0n, den: 1n } : { num: (sign * top) / a, den: (sign * bottom) / a };
}

/** The decimal that prints for x, as a fraction: what a person who typed it meant. */
export function decimalFraction(x: number): Fraction {
  const [mantissa, exponent = "0"] = String(x).split("e");
  const [whole, decimals = ""] = mantissa!.split(".");
  const shift = Number(exponent) - decimals.length;
  const digits = BigInt(whole! + decimals);
  return shift >= 0
    ? fraction(digits * 10n ** BigInt(shift))
    : fraction(digits, 10n ** BigInt(-shift));
}

const buffer = new DataView(new ArrayBuffer(8));

/** The double itself as a fraction. */
export function doubleFraction(x: number): Fraction {
  buffer.setFloat64(0, x);
  const bits = buffer.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const mantissa = (bits & 0xfffffffffffffn) | (exponent === 0 ? 0n : 0x10000000000000n);
  const power = Math.max(exponent, 1) - 1075;
  const signed = bits >> 63n === 1n ? -mantissa : mantissa;
  return power >= 0 ? fraction(signed << BigInt(power)) : fraction(signed, 1n << BigInt(-power));
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.num * b.den + b.num * a.den, a.den * b.den);
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { num: -b.num, den: b.den });
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.num * b.num, a.den * b.den);

export function compare(a: Fraction, b: Fraction): number {
  const difference = a.num * b.den - b.num * a.den;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function absolute(a: Fraction): Fraction {
  return { num: a.num < 0n ? -a.num : a.num, den: a.den };
}

/** Exact value of a tree of + - * / and integer powers; null for a division by zero. */
export function exactValue(expr: Expr, valueOf: (n: string) => Fraction): Fraction | null {
  if (expr.type === "number") return decimalFraction(expr.value);
  if (expr.type === "name") return valueOf(expr.name);
  if (expr.type === "unary") {
    const value = exactValue(expr.arg, valueOf);
    return value === null ? null : { num: -value.num, den: value.den };
  }
  if (expr.type !== "binary") throw new RangeError(`${expr.type} is not rational`);
  const left = exactValue(expr.left, valueOf);
  if (left === null) return null;
  if (expr.op === "^") {
    const n = expr.right.type === "number" ? expr.right.value : Number.NaN;
    return fraction(left.num ** BigInt(n), left.den ** BigInt(n));
  }
  const right = exactValue(expr.right, valueOf);
  if (right === null) return null;
  if (expr.op === "+") return plus(left, right);
  if (expr.op === "-") return minus(left, right);
  if (expr.op === "*") return times(left, right);
  return right.num === 0n ? null : fraction(left.num * right.den, left.den * right.num);
}
