/**
 * Tests on the first clause that name what a statement is when it is not one number, in their order
 * of precedence.
 */
import type { Clause, Expr, RefusalKind, Span } from "../reading/ast.js";
import { FUNCTIONS } from "../reading/functions.js";
import { isPieceWord } from "../reading/pieces.js";
import { INDEX_LETTERS, readIndexed } from "../reading/seriesNames.js";
import { boundBy, childrenOf, find, namesOf } from "../reading/walk.js";

interface Statement0 {
  readonly first: Clause;
  readonly later: readonly Clause[];
  readonly declared: ReadonlySet<string>;
}
interface Found {
  readonly kind: RefusalKind;
  readonly message: string;
  readonly span: Span;
}
type Test = (statement: Statement0) => Found | null;

const GROWTH: ReadonlySet<string> = new Set(["O", "o", "Theta", "Omega"]);
const GREEK_INDEX = "mu|nu|rho|sigma|alpha|beta|gamma|delta|lambda|kappa|tau";
const INDEX_PAIR = new RegExp(
  `_(${GREEK_INDEX})(_(${GREEK_INDEX}))+$|_(mu|nu|alpha|rho)(nu|mu|beta|sigma)$`,
);
const ONE_INDEX = new RegExp(`_(${GREEK_INDEX})$`);
const INDEX_NAME = new RegExp(`^(${GREEK_INDEX})(_(${GREEK_INDEX}))*$`);

function findIn(exprs: readonly Expr[], test: (node: Expr) => boolean): Expr | null {
  for (const expr of exprs) {
    const found = find(expr, test);
    if (found !== null) return found;
  }
  return null;
}

function opaque(statement: Statement0, test: (what: string) => boolean): Expr | null {
  return findIn(statement.first.sides, (node) => node.type === "opaque" && test(node.what));
}

function relation(ops: ReadonlySet<string>, kind: RefusalKind, message: string): Test {
  return ({ first }) => {
    const at = first.ops.findIndex((op) => ops.has(op));
    return at < 0 ? null : { kind, message, span: first.span };
  };
}

const entailment: Test = ({ first, later }) => {
  const clause = [first, ...later].find(({ ops }) => ops.includes("=>") || ops.includes("iff"));
  return clause === undefined
    ? null
    : {
        kind: "entailment",
        message: "This states that one thing follows from another; it assigns no value.",
        span: clause.span,
      };
};

const inequality: Test = ({ first }) => {
  if (!first.ops.some((op) => ["<", "<=", ">", ">=", "!="].includes(op))) return null;
  const [left] = first.sides;
  const what = left?.type === "name" ? left.name : "a quantity";
  return {
    kind: "inequality",
    message: `This is an inequality: it bounds ${what}, it does not assign it; give the equality case.`,
    span: first.span,
  };
};

const limit: Test = (statement) => {
  const { first, declared } = statement;
  const lim =
    opaque(statement, (what) => what === "lim") ??
    findIn(
      first.sides,
      (node) => node.type === "name" && node.name === "lim" && !declared.has("lim"),
    );
  const tends = first.ops.includes("->") && first.qualifier?.word === "as";
  if (lim !== null || tends) {
    return {
      kind: "limit",
      message: "This is a limit: it says what a quantity tends to, not what it is.",
      span: lim?.span ?? first.span,
    };
  }
  return null;
};

function isGrowth(expr: Expr): boolean {
  return expr.type === "call" && GROWTH.has(expr.fn);
}

const NOISE = /^d[WBZ](_.+)?$/;
const JUMP = /^d[NJ](_.+)?$/;

/** A Wiener or jump term among the terms of a differential relation. */
function hasNoise({ sides }: Clause, declared: ReadonlySet<string>): boolean {
  const isNamed = (node: Expr, pattern: RegExp): boolean =>
    node.type === "name" && !declared.has(node.name) && pattern.test(node.name);
  const isTerm = (node: Expr): boolean =>
    isNamed(node, NOISE) ||
    (node.type === "binary" &&
      node.implicit === true &&
      isNamed(lastFactor(node.left), JUMP) &&
      node.right.type === "name" &&
      isBracketed(node.right));
  const isChange = (node: Expr): boolean => isNamed(node, /^d[A-Za-z]/);
  return findIn(sides.slice(1), isTerm) !== null && findIn(sides.slice(0, 1), isChange) !== null;
}

/** A lone name in brackets keeps their span. */
function isBracketed(expr: Expr & { type: "name" }): boolean {
  return expr.span.end - expr.span.start > expr.name.length;
}

const random: Test = ({ first, declared }) => {
  if (hasNoise(first, declared)) {
    return {
      kind: "stochastic-differential",
      message:
        "This is a stochastic differential equation: it describes a random process, not one number.",
      span: first.span,
    };
  }
  const [, right] = first.sides;
  if (first.ops[0] !== "~" || right === undefined) return null;
  const isCall = right.type === "call" && !isGrowth(right) && !FUNCTIONS.has(right.fn);
  if (!isCall || first.qualifier !== undefined) return null;
  return {
    kind: "distribution",
    message: "This states how a random quantity is distributed; it assigns no value.",
    span: first.span,
  };
};

const asymptotic: Test = ({ first }) => {
  const growth = findIn(first.sides.slice(1), isGrowth);
  if (growth === null && !first.ops.includes("~")) return null;
  return {
    kind: "asymptotic",
    message: "This states a growth rate, not a value.",
    span: growth?.span ?? first.span,
  };
};

/** A list or a matrix has numbers; operators have none. */
function isList(expr: Expr): boolean {
  return expr.type === "opaque" && expr.args.some((item) => item.type === "number" || isList(item));
}

const functional: Test = (statement) => {
  const path = opaque(statement, (what) => what === "path-integral");
  if (path !== null) {
    return {
      kind: "path-integral",
      message: "This is a path integral: it defines a functional, not one number.",
      span: path.span,
    };
  }
  const pair = opaque(statement, (what) => what === "commutator" || what === "anticommutator");
  if (pair !== null && isList(pair))
    return {
      kind: "syntax",
      message:
        "Lists and matrices in brackets are not read: write the sum out, as in a*d - b*c for the " +
        "determinant of two rows.",
      span: pair.span,
    };
  return pair === null
    ? null
    : {
        kind: "commutator",
        message: "This is a commutator: it states an identity of operators, not one number.",
        span: pair.span,
      };
};

/** The index an exponent would be: `mu`, `mu nu`, or the `mu` of `Gamma^mu(p, q)`. */
function upperIndex(exponent: Expr): string {
  if (exponent.type === "name") return exponent.name;
  if (exponent.type === "call") return exponent.fn;
  if (exponent.type !== "binary" || exponent.implicit !== true) return "";
  return `${upperIndex(exponent.left)}_${upperIndex(exponent.right)}`;
}

const tensor: Test = ({ first, declared }) => {
  const isLowered = (index: string): boolean =>
    findIn(
      first.sides,
      (node) =>
        node.type === "name" &&
        !declared.has(node.name) &&
        ONE_INDEX.exec(node.name)?.[1] === index,
    ) !== null;
  const found = findIn(first.sides, (node) => {
    if (node.type === "name") return !declared.has(node.name) && INDEX_PAIR.test(node.name);
    if (node.type !== "binary" || node.op !== "^") return false;
    const index = upperIndex(node.right);
    return (
      !declared.has(index) && INDEX_NAME.test(index) && (index.includes("_") || isLowered(index))
    );
  });
  return found === null
    ? null
    : {
        kind: "tensor-equation",
        message:
          "This is a tensor equation: its free indices make several components, an envelope carries one number.",
        span: found.span,
      };
};

function isKet(expr: Expr): boolean {
  return expr.type === "braket" && expr.bra === undefined;
}

function isBra(expr: Expr): boolean {
  return expr.type === "braket" && expr.ket === undefined;
}

function lastFactor(expr: Expr): Expr {
  return expr.type === "binary" && expr.op === "*" ? lastFactor(expr.right) : expr;
}

const quantumState: Test = ({ first }) => {
  const outer = findIn(
    first.sides,
    (node) =>
      node.type === "binary" &&
      node.op === "*" &&
      isKet(lastFactor(node.left)) &&
      isBra(node.right),
  );
  const trace = findIn(
    first.sides,
    (node) => node.type === "opaque" && /^[Tt]r(_|$)/.test(node.what),
  );
  const operator = outer ?? trace;
  if (operator !== null) {
    return {
      kind: "density-matrix",
      message:
        "This is an operator such as a density matrix, not one number; ask for a matrix element.",
      span: operator.span,
    };
  }
  const state = findIn(first.sides, (node) => isKet(node) || isBra(node));
  return state === null
    ? null
    : {
        kind: "state-vector",
        message:
          "This is a state vector, not one number; ask for an amplitude or an expectation value.",
        span: state.span,
      };
};

/**
 * `s` given as a number still makes H(s) and G(s) transfer functions; z alone may be a redshift.
 */
function isFrequencyArgument(fn: string, arg: Expr, statement: Statement0): boolean {
  if (arg.type === "name") {
    if (arg.name === "s") return fn === "H" || fn === "G" || !statement.declared.has("s");
    return arg.name === "z" && (!statement.declared.has("z") || hasDelay(statement));
  }
  if (arg.type !== "binary" || arg.op !== "*" || arg.left.type !== "name") return false;
  return (
    (arg.left.name === "j" || arg.left.name === "i") &&
    arg.right.type === "name" &&
    /^(omega|w)(_.+)?$/.test(arg.right.name)
  );
}

/** z to a negative power is a delay of sampled signals. */
function hasDelay({ first }: Statement0): boolean {
  return (
    findIn(
      first.sides.slice(1),
      (node) =>
        node.type === "binary" &&
        node.op === "^" &&
        node.left.type === "name" &&
        node.left.name === "z" &&
        node.right.type === "unary" &&
        node.right.op === "-",
    ) !== null
  );
}

const transfer: Test = (statement) => {
  const [left] = statement.first.sides;
  if (left === undefined || statement.first.ops.length === 0) return null;
  const args =
    left.type === "call"
      ? left.args
      : left.type === "binary" && left.implicit === true && left.left.type === "name"
        ? [left.right]
        : [];
  if (
    args.length !== 1 ||
    !isFrequencyArgument(left.type === "call" ? left.fn : "", args[0]!, statement)
  )
    return null;
  return {
    kind: "transfer-function",
    message: "This is a transfer function: ask for its gain or phase at a frequency.",
    span: left.span,
  };
};

const complexValue: Test = ({ first, declared }) => {
  // `j = sigma E` says what j is.
  const [left] = first.sides;
  const names =
    left?.type === "name" && first.ops.length === 1 ? new Set([...declared, left.name]) : declared;
  for (const side of first.sides) {
    const unit = imaginaryUnit(side, names);
    if (unit !== null) {
      return {
        kind: "complex-value",
        message: `With the imaginary unit ${unit.name} the value is complex; ask for its modulus or its phase.`,
        span: unit.span,
      };
    }
  }
  return null;
};

function imaginaryUnit(
  expr: Expr,
  taken: ReadonlySet<string>,
): { name: string; span: Span } | null {
  if (expr.type === "name")
    return (expr.name === "i" || expr.name === "j") && !taken.has(expr.name) ? expr : null;
  const inner = boundBy(expr);
  const scope = inner.length === 0 ? taken : new Set([...taken, ...inner]);
  for (const part of childrenOf(expr)) {
    const found = imaginaryUnit(part, scope);
    if (found !== null) return found;
  }
  return null;
}

const several: Test = (statement) => {
  const signs = opaque(statement, (what) => what === "+-");
  if (signs !== null) {
    return {
      kind: "multi-result",
      message:
        "The sign +- gives 2 results, an envelope carries one; choose a sign. A number with its " +
        "uncertainty is written 5.0(1) kg, or given as an input.",
      span: signs.span,
    };
  }
  const tuple = opaque(statement, (what) => what === "tuple");
  if (tuple?.type !== "opaque") return null;
  return {
    kind: "multi-result",
    message: `This has ${tuple.args.length} results, an envelope carries one.`,
    span: tuple.span,
  };
};

function isInfinite(expr: Expr | undefined): boolean {
  if (expr === undefined) return false;
  return expr.type === "unary"
    ? isInfinite(expr.arg)
    : expr.type === "name" && /^(inf|infinity|oo)$/i.test(expr.name);
}

const unbounded: Test = ({ first }) => {
  const series = findIn(
    first.sides,
    (node) =>
      (node.type === "sum" || node.type === "product") &&
      node.indices.some((index) => isInfinite(index.to) || isInfinite(index.from)),
  );
  return series === null
    ? null
    : {
        kind: "unbounded-sum",
        message: "This sums infinitely many terms; give a finite range.",
        span: series.span,
      };
};

/** A bare index takes its range from the numbered inputs of the names that carry it. */
const rangeless: Test = ({ first, later }) => {
  const sides = [first, ...later].flatMap((clause) => clause.sides);
  const series = findIn(
    sides,
    (node) =>
      (node.type === "sum" || node.type === "product") &&
      node.indices.some(
        ({ name, to, from, relation }) =>
          to === undefined &&
          ((from !== undefined && from.type !== "number") ||
            findIn(
              [node.body],
              (part) =>
                part.type === "name" &&
                readIndexed(part.name, new Set([name, relation?.other ?? name]))?.letters.includes(
                  name,
                ) === true,
            ) === null),
      ),
  );
  if (series === null) return null;
  const name = series.type === "sum" || series.type === "product" ? series.indices[0]!.name : "i";
  return {
    kind: "sum",
    message:
      `This sum has no range of numbers for its index: write ${name}=1..n, or a name such as ` +
      `x_${name} in its term.`,
    span: series.span,
  };
};

const FIELDS = /^(lap|div|grad|curl|box|partial(_.*)?)$/;

const fieldEquation: Test = (statement) => {
  const operator =
    opaque(statement, (what) => FIELDS.test(what)) ??
    findIn(statement.first.sides, (node) => node.type === "derivative" && node.partial);
  return operator === null
    ? null
    : {
        kind: "partial-differential",
        message:
          "This is a partial differential equation of a field; it needs a field solver, not one evaluation.",
        span: operator.span,
      };
};

/** An integral needs a variable, and two limits or none. */
const unmeasured: Test = ({ first, later }) => {
  const sides = [first, ...later].flatMap((clause) => clause.sides);
  const found = findIn(
    sides,
    (node) =>
      node.type === "integral" &&
      (node.variable === null ||
        node.variable.includes(" ") ||
        (node.from === undefined) !== (node.to === undefined)),
  );
  if (found?.type !== "integral") return null;
  const message =
    found.variable === null
      ? "This integral does not say what it is integrated over: end it with dx."
      : found.variable.includes(" ")
        ? "This integral runs over a volume, not over one variable; write it as integrals of one variable each."
        : "This integral has one limit only; give both, or neither and the inputs from and to.";
  return { kind: "integral", message, span: found.span };
};

/** States and operators are named; a product of operators or a state |0> has no components here. */
const unnamedState: Test = ({ first, later }) => {
  const sides = [first, ...later].flatMap((clause) => clause.sides);
  const found = findIn(
    sides,
    (node) =>
      node.type === "braket" &&
      [node.bra, node.operator, node.ket].some(
        (label) => label !== undefined && !/^[A-Za-z][A-Za-z0-9]*$/.test(label),
      ),
  );
  return found === null
    ? null
    : {
        kind: "braket",
        span: found.span,
        message:
          "A bra-ket takes one name for each state and one for the operator, whose components " +
          "are given as psi_1, O_11 and so on.",
      };
};

/** `y''` beside y, or `f'(x) =`, is a derivative; a lone `f'` is another quantity. */
const primed: Test = ({ first, declared }) => {
  const [left] = first.sides;
  const names = new Set(first.sides.flatMap(namesOf));
  const twice = [...names].find(
    (name) =>
      name.endsWith("''") && !declared.has(name) && names.has(name.slice(0, name.indexOf("'"))),
  );
  const isCall = left?.type === "call" && left.fn.endsWith("'") && !declared.has(left.fn);
  if (twice === undefined && !isCall) return null;
  return {
    kind: "ode",
    message:
      "This differential equation does not say what it differentiates by: write its primes as dy/dx or d2y/dx2.",
    span: first.span,
  };
};

const approximation = relation(
  new Set(["~="]),
  "approximation",
  "This is an approximation; an equality is needed.",
);
const proportionality = relation(
  new Set(["prop to"]),
  "proportionality",
  "This is a proportionality without its constant; give the constant.",
);

const membership = relation(
  new Set(["in"]),
  "relation",
  "This says which values a name can take, and defines no value.",
);

const TESTS: readonly Test[] = [
  entailment,
  membership,
  inequality,
  limit,
  approximation,
  proportionality,
  random,
  asymptotic,
  functional,
  tensor,
  quantumState,
  transfer,
  complexValue,
  several,
  unbounded,
  rangeless,
  fieldEquation,
  primed,
  unmeasured,
  unnamedState,
];
/** Those that a definition may fail as well; a bound or a function of s is one there. */
const LATER_TESTS: readonly Test[] = [
  membership,
  limit,
  approximation,
  proportionality,
  random,
  asymptotic,
  functional,
  tensor,
  quantumState,
  complexValue,
  several,
  unbounded,
  fieldEquation,
];

/** Parameters of a function and indices of a family are bound in the clause that defines it. */
function boundByClause({ sides: [left] }: Clause): readonly string[] {
  if (left?.type === "call") return left.args.flatMap(namesOf);
  return left?.type === "name" ? (readIndexed(left.name, INDEX_LETTERS)?.letters ?? []) : [];
}

/**
 * Why a statement is not one number, if it shows: the first match decides, the first clause before
 * the others.
 */
export function notOneNumber(statement: Statement0): Found | null {
  for (const test of TESTS) {
    const found = test(statement);
    if (found !== null) return found;
  }
  for (const clause of statement.later) {
    const declared = new Set([...statement.declared, ...boundByClause(clause)]);
    for (const test of LATER_TESTS) {
      const found = test({ first: clause, later: [], declared });
      if (found !== null) return found;
    }
  }
  return null;
}

/** A function call that nothing here computes. */
export function unknownCall(
  exprs: readonly Expr[],
  defined: ReadonlySet<string>,
): (Expr & { type: "call" }) | null {
  const found = findIn(
    exprs,
    (node) =>
      node.type === "call" &&
      !defined.has(node.fn) &&
      !isPieceWord(node.fn) &&
      FUNCTIONS.get(node.fn)?.available !== true,
  );
  return found?.type === "call" ? found : null;
}
