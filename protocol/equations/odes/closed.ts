/**
 * Solutions in closed form of the initial value problems whose form has one: a polynomial of the
 * variable, a linear or quadratic rate with constant coefficients, a linear oscillator.
 * Source: Boyce and DiPrima, Elementary Differential Equations, ch. 2 and 3.
 */
import type { Expr, Ode } from "../reading/ast.js";
import { binary, call, nameAt, negative as negated, number } from "../reading/expr.js";
import { rateName } from "./read.js";
import type { Problem } from "./names.js";
import { coefficientsIn, plus, times } from "./polynomial.js";
import { namesOf } from "../reading/walk.js";

/** Degree of a polynomial of the variable that is integrated term by term. */
const POLYNOMIAL_DEGREE_MAX = 8;

export interface Condition {
  readonly expr: Expr;
  readonly is: "positive" | "negative" | "zero" | "nonzero";
}

/** One form of the solution, for where its conditions hold. */
export interface ClosedSolution {
  readonly expr: Expr;
  readonly when: readonly Condition[];
  /** All positive as long as the solution exists; beyond, it has become infinite on the way. */
  readonly exists: readonly Expr[];
}

/** Forms of the solution, in the order they are to be tried; empty when none is known. */
export function closedSolutions(ode: Ode, problem: Problem): readonly ClosedSolution[] {
  const [state, second] = ode.states;
  if (state === undefined || second !== undefined) return [];
  const { rate, name, order } = state;
  const at = rate;
  const given: Given = {
    x: nameAt(problem.components[0]!.initial, at),
    v: order === 2 ? nameAt(problem.components[1]!.initial, at) : number(0, at),
    from: nameAt(problem.start, at),
    to: nameAt(problem.end, at),
    t: binary("-", nameAt(problem.end, at), nameAt(problem.start, at)),
  };
  const names = namesOf(rate);
  if (order === 2)
    return names.includes(ode.variable)
      ? []
      : oscillator(rate, name, rateName(name, ode.variable), given);
  if (!names.includes(name)) return quadrature(rate, ode.variable, given);
  return names.includes(ode.variable) ? [] : autonomous(rate, name, given);
}

interface Given {
  /** Values at the start: of the quantity, and of its derivative. */
  readonly x: Expr;
  readonly v: Expr;
  readonly from: Expr;
  readonly to: Expr;
  /** Length of the interval. */
  readonly t: Expr;
}

function negative(expr: Expr): Expr {
  return expr.type === "unary" && expr.op === "-" ? expr.arg : negated(expr);
}

function always(expr: Expr | null): readonly ClosedSolution[] {
  return expr === null ? [] : [{ expr, when: [], exists: [] }];
}

/** x' = c_0 + c_1 t + ...: a sum of powers. */
function quadrature(
  rate: Expr,
  variable: string,
  { x, from, to, t }: Given,
): readonly ClosedSolution[] {
  const coefficients = coefficientsIn(rate, variable, POLYNOMIAL_DEGREE_MAX);
  if (coefficients === null) return [];
  const gained = coefficients
    .map((c, k): Expr | null => {
      if (c === null) return null;
      if (k === 0) return times(c, t);
      const n = number(k + 1, c);
      return times(binary("/", c, n), binary("-", binary("^", to, n), binary("^", from, n)));
    })
    .reduce<Expr | null>(plus, null);
  return always(plus(x, gained));
}

function autonomous(rate: Expr, name: string, given: Given): readonly ClosedSolution[] {
  const coefficients = coefficientsIn(rate, name, 2);
  if (coefficients === null) return [];
  const [c = null, b = null, a = null] = coefficients;
  if (a === null) return b === null ? [] : linear(b, c, given);
  return c === null ? logistic(a, b, given) : riccati(a, b, c, given);
}

/** x' = b x + c. */
function linear(b: Expr, c: Expr | null, { x, t }: Given): readonly ClosedSolution[] {
  const growth = times(b, t)!;
  const free = times(x, call("exp", growth))!;
  if (c === null) return always(free);
  return [
    {
      when: [{ expr: b, is: "nonzero" }],
      exists: [],
      expr: binary("+", free, binary("/", times(c, call("expm1", growth))!, b)),
    },
    { when: [{ expr: b, is: "zero" }], exists: [], expr: binary("+", x, times(c, t)!) },
  ];
}

/** x' = a x^2 + b x; written so that a saturated solution does not overflow on the way. */
function logistic(a: Expr, b: Expr | null, { x, t }: Given): readonly ClosedSolution[] {
  const one = number(1, a);
  const straight = binary("-", one, times(times(a, x), t)!);
  const simple = { expr: binary("/", x, straight), exists: [straight] };
  if (b === null) return [{ ...simple, when: [] }];
  const growth = times(b, t)!;
  const share = binary("/", times(a, x)!, b);
  const rising = binary(
    "+",
    call("exp", negative(growth)),
    times(share, call("expm1", negative(growth)))!,
  );
  const falling = binary("-", one, times(share, call("expm1", growth))!);
  return [
    { when: [{ expr: growth, is: "positive" }], exists: [rising], expr: binary("/", x, rising) },
    {
      when: [{ expr: growth, is: "negative" }],
      exists: [falling],
      expr: binary("/", times(x, call("exp", growth))!, falling),
    },
    { ...simple, when: [{ expr: growth, is: "zero" }] },
  ];
}

/** x' = a x^2 + b x + c, by the sign of b^2 - 4 a c. */
function riccati(a: Expr, b: Expr | null, c: Expr, { x, t }: Given): readonly ClosedSolution[] {
  const two = number(2, a);
  const product = times(number(4, a), times(a, c))!;
  const discriminant = b === null ? negative(product) : binary("-", binary("^", b, two), product);
  const half = b === null ? null : binary("/", b, two);
  const up = plus(c, times(half, x))!;
  const down = plus(times(a, x), half)!;
  const of = (ratio: Expr): { expr: Expr; left: Expr } => {
    const left = binary("-", number(1, a), times(down, ratio)!);
    return { left, expr: binary("/", plus(x, times(up, ratio))!, left) };
  };
  const real = binary("/", call("sqrt", discriminant), two);
  const turned = binary("/", call("sqrt", negative(discriminant)), two);
  const hyperbolic = of(binary("/", call("tanh", times(real, t)!), real));
  const flat = of(t);
  const [cos, sin] = [
    call("cos", times(turned, t)!),
    binary("/", call("sin", times(turned, t)!), turned),
  ];
  const ahead = binary("-", cos, times(down, sin)!);
  const circular = binary("/", plus(times(x, cos), times(up, sin))!, ahead);
  const within = binary("-", nameAt("pi", a), call("abs", times(turned, t)!));
  return [
    {
      when: [{ expr: discriminant, is: "positive" }],
      exists: [hyperbolic.left],
      expr: hyperbolic.expr,
    },
    { when: [{ expr: discriminant, is: "negative" }], exists: [within, ahead], expr: circular },
    { when: [{ expr: discriminant, is: "zero" }], exists: [flat.left], expr: flat.expr },
  ];
}

/** x'' = p x' + q x + r. */
function oscillator(
  rate: Expr,
  name: string,
  derivative: string,
  given: Given,
): readonly ClosedSolution[] {
  const inDerivative = coefficientsIn(rate, derivative, 1);
  if (inDerivative === null) return [];
  const [rest = null, p = null] = inDerivative;
  if (p !== null && namesOf(p).includes(name)) return [];
  const inName = rest === null ? [] : coefficientsIn(rest, name, 1);
  if (inName === null) return [];
  const [r = null, q = null] = inName;
  return q === null ? unbound(p, r, given) : bound(p, q, r, given);
}

/** x'' = p x' + r. */
function unbound(p: Expr | null, r: Expr | null, { x, v, t }: Given): readonly ClosedSolution[] {
  const two = number(2, t);
  const fall = r === null ? null : binary("/", times(r, binary("^", t, two))!, two);
  const uniform = plus(plus(x, times(v, t)), fall)!;
  if (p === null) return always(uniform);
  const reach = binary("/", call("expm1", times(p, t)!), p);
  const pushed = r === null ? null : binary("/", times(r, binary("-", reach, t))!, p);
  return [
    {
      when: [{ expr: p, is: "nonzero" }],
      exists: [],
      expr: plus(plus(x, times(v, reach)), pushed)!,
    },
    { when: [{ expr: p, is: "zero" }], exists: [], expr: uniform },
  ];
}

/** x'' = p x' + q x + r, by the sign of (p/2)^2 + q. */
function bound(
  p: Expr | null,
  q: Expr,
  r: Expr | null,
  { x, v, t }: Given,
): readonly ClosedSolution[] {
  const two = number(2, q);
  const half = p === null ? null : binary("/", p, two);
  const discriminant = half === null ? q : binary("+", binary("^", half, two), q);
  const rest = r === null ? null : negative(binary("/", r, q));
  const y = rest === null ? x : binary("-", x, rest);
  const u = half === null ? v : binary("-", v, times(half, y)!);
  const damped = (swing: Expr): Expr => {
    const moved = half === null ? swing : times(call("exp", times(half, t)!), swing)!;
    return plus(rest, moved)!;
  };
  const omega = call("sqrt", negative(discriminant));
  const angle = times(omega, t)!;
  const swinging = binary(
    "+",
    times(y, call("cos", angle))!,
    binary("/", times(u, call("sin", angle))!, omega),
  );
  const rise = call("sqrt", discriminant);
  const creeping = creep(half, rise, y, u, t);
  return [
    { when: [{ expr: discriminant, is: "negative" }], exists: [], expr: damped(swinging) },
    { when: [{ expr: discriminant, is: "positive" }], exists: [], expr: plus(rest, creeping)! },
    {
      when: [
        { expr: discriminant, is: "zero" },
        { expr: q, is: "nonzero" },
      ],
      exists: [],
      expr: damped(binary("+", y, times(u, t)!)),
    },
  ];
}

/** Two exponentials; each alone cannot overflow where the solution does not. */
function creep(half: Expr | null, rise: Expr, y: Expr, u: Expr, t: Expr): Expr {
  const exponent = (slope: Expr): Expr => call("exp", times(slope, t)!);
  const share = binary("/", u, rise);
  const two = number(2, y);
  const fast = half === null ? rise : binary("+", half, rise);
  const slow = half === null ? negative(rise) : binary("-", half, rise);
  return binary(
    "+",
    binary("*", binary("/", binary("+", y, share), two), exponent(fast)),
    binary("*", binary("/", binary("-", y, share), two), exponent(slow)),
  );
}
