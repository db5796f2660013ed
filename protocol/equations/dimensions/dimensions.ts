/** The dimension of every part of an equation, proven or inferred. */
import type { Dimension } from "../../units/dimension.js";
import type { Rational } from "../../units/rational.js";
import { equals, formatBase, formatDimension } from "../../units/dimension.js";
import type { BinaryExpr, CallExpr, Expr, IntegralExpr, SeriesExpr } from "../reading/ast.js";
import { EULER } from "../reading/letters.js";
import { refuse } from "../reading/refuse.js";
import {
  NUMBER,
  System,
  dimensionOfForm,
  formOf,
  isKnown,
  isNumber,
  overForm,
  powerForm,
  timesForm,
  unknownForm,
} from "./forms.js";
import type { Form } from "./forms.js";
import { exactRational, rationalOfNumber } from "./rational.js";
import { columns, mismatchMessage } from "./message.js";
import { printExpr, shownName } from "../reading/print.js";

const SAME_AS_ARGUMENTS: ReadonlySet<string> = new Set(["abs", "min", "max", "hypot", "mod"]);
const ANY_TO_NUMBER: ReadonlySet<string> = new Set(["sign", "heaviside"]);
const LOGARITHMS: ReadonlySet<string> = new Set(["log", "log2", "log10"]);
const ANGLES: ReadonlySet<string> = new Set(["asin", "acos", "atan", "atan2"]);
const ROOTS: ReadonlyMap<string, Rational> = new Map([
  ["sqrt", { num: 1, den: 2 }],
  ["cbrt", { num: 1, den: 3 }],
]);

interface DimensionQuery {
  /** Dimension of a name; null when unknown. */
  readonly dimensionOf: (name: string) => Dimension | null;
  /** Value of a name where it is known, for integer inputs as exponents. */
  readonly valueOf?: (name: string) => number | undefined;
}

interface DimensionAnswer {
  readonly dimension: Dimension | null;
  /** Names that leave the dimension open, sorted; empty when it is known. */
  readonly unknown: readonly string[];
  /** The result's dimension depends on a value: an exponent that is an input. */
  readonly dependsOnValue: boolean;
}

/** Null stands for a dimension that fits all: that of a literal zero. */
type MaybeForm = Form | null;

interface Log {
  readonly sign: number;
  readonly fn: string;
  readonly arg: Expr;
}
interface Deferred {
  readonly name: string;
  readonly base: Form;
  readonly blame: readonly string[];
}

/** One walk over one equation; refuses with `dimension-mismatch` by throwing. */
export class DimensionWalk {
  readonly #query: DimensionQuery;
  readonly #system = new System();
  readonly #deferred: Deferred[] = [];
  /** Each part is walked once, however often a rule asks for it. */
  readonly #known = new Map<Expr, MaybeForm>();
  #dependsOnValue = false;
  /** Forms of indices and integration variables; their names are unique. */
  readonly #bound = new Map<string, Form>();

  constructor(query: DimensionQuery) {
    this.#query = query;
  }

  /** @throws EquationRefusal of kind `dimension-mismatch`. */
  form(expr: Expr): MaybeForm {
    const before = this.#known.get(expr);
    if (before !== undefined) return before;
    const form = this.#walk(expr);
    this.#known.set(expr, form);
    return form;
  }

  #walk(expr: Expr): MaybeForm {
    switch (expr.type) {
      case "number":
        return expr.value === 0 || !Number.isFinite(expr.value) ? null : NUMBER;
      case "name":
        return this.#nameForm(expr.members?.entries[0]?.name ?? expr.name);
      case "unary":
        return this.form(expr.arg);
      case "binary":
        return this.#binaryForm(expr);
      case "call":
        return this.#callForm(expr);
      case "sum":
      case "product":
        return this.#seriesForm(expr);
      case "integral":
        return this.#integralForm(expr);
      default:
        return refuse("dimension-mismatch", `${printExpr(expr)} has no dimension.`, expr);
    }
  }

  /** Demands one dimension of two sides. @returns the common one. */
  agree(
    left: Expr,
    leftForm: MaybeForm,
    right: Expr,
    rightForm: MaybeForm,
    what: string,
    whole: Expr,
  ): MaybeForm {
    if (leftForm === null) return rightForm;
    if (rightForm === null) return leftForm;
    if (!this.#system.demand(overForm(leftForm, rightForm))) {
      const sides = [left, right] as const;
      const forms = [this.#system.reduce(leftForm), this.#system.reduce(rightForm)] as const;
      refuse("dimension-mismatch", mismatchMessage(what, whole, sides, forms), whole);
    }
    return leftForm;
  }

  /** Demands one dimension of two forms. @returns false when they cannot have it. */
  demand(a: Form, b: Form): boolean {
    return this.#system.demand(overForm(a, b));
  }

  describe(form: Form): string {
    return formatForm(this.#system.reduce(form));
  }

  answer(form: MaybeForm, outermost: Expr): DimensionAnswer {
    if (form === null)
      return { dimension: dimensionOfForm(NUMBER, 0), unknown: [], dependsOnValue: false };
    this.#settle();
    const reduced = this.#system.reduce(form);
    if (!isKnown(reduced)) {
      const blame = new Set<string>();
      for (const name of reduced.unknowns.keys()) {
        const deferred = this.#deferred.find((d) => d.name === name);
        for (const culprit of deferred?.blame ?? [shownName(name)]) blame.add(culprit);
      }
      return { dimension: null, unknown: [...blame].sort(), dependsOnValue: this.#dependsOnValue };
    }
    const angle = outermost.type === "call" && ANGLES.has(outermost.fn) ? 1 : 0;
    const dimension = dimensionOfForm(reduced, angle);
    if (dimension === null)
      refuse(
        "dimension-mismatch",
        "An exponent of the result's unit is beyond any unit.",
        outermost,
      );
    return { dimension, unknown: [], dependsOnValue: false };
  }

  /** Powers with an open exponent: of a number they are numbers, whatever the exponent. */
  #settle(): void {
    for (let changed = true; changed;) {
      changed = false;
      for (const { name, base } of this.#deferred) {
        const open = !isKnown(this.#system.reduce(unknownForm(name)));
        if (open && isNumber(this.#system.reduce(base))) {
          this.#system.demand(unknownForm(name));
          changed = true;
        }
      }
    }
  }

  /** A sum keeps the dimension of its terms; a product of n has the n-th power of it. */
  #seriesForm(expr: SeriesExpr): MaybeForm {
    const [index] = expr.indices;
    for (const limit of [index?.from, index?.to]) {
      if (limit !== undefined) this.#demandNumber(limit, "range of an index");
    }
    if (index !== undefined) this.#bound.set(index.name, NUMBER);
    const body = this.form(expr.body);
    if (expr.type === "sum" || body === null || isNumber(this.#system.reduce(body))) return body;
    const [from, to] = [index?.from, index?.to].map((limit) =>
      limit === undefined ? null : (exactRational(limit) ?? this.#exponentFromValue(limit)),
    );
    const isCounted = index?.relation === undefined && from?.den === 1 && to?.den === 1;
    const terms = index?.only?.length ?? 0;
    if (isCounted && terms > 0) return powerForm(body, { num: terms, den: 1 });
    if (isCounted) return powerForm(body, { num: to.num - from.num + 1, den: 1 });
    const name = `${printExpr(expr)}#${this.#deferred.length}`;
    const ends = [index?.from, index?.to].flatMap((limit) =>
      limit === undefined ? [] : namesIn(limit),
    );
    this.#deferred.push({ name, base: body, blame: ends.length > 0 ? ends : namesIn(expr.body) });
    this.#dependsOnValue = true;
    return unknownForm(name);
  }

  /**
   * An integral has the dimension of its integrand times that of its variable, which its limits
   * share.
   */
  #integralForm(expr: IntegralExpr): MaybeForm {
    const { from, to, variable, body } = expr;
    if (variable === null || from === undefined || to === undefined) {
      return refuse("dimension-mismatch", `${printExpr(expr)} has no dimension.`, expr);
    }
    const limits = this.agree(
      from,
      this.form(from),
      to,
      this.form(to),
      "limits of the integral",
      expr,
    );
    const known = this.#query.dimensionOf(shownName(variable));
    const measure = known === null ? (limits ?? unknownForm(variable)) : formOf(known);
    if (limits !== null && !this.demand(measure, limits)) {
      refuse(
        "dimension-mismatch",
        `dimension-mismatch in the integral at ${columns(expr)}: ` +
          `its variable ${shownName(variable)} is ${this.describe(measure)}, its limits are ${this.describe(limits)}.`,
        expr,
      );
    }
    this.#bound.set(variable, measure);
    const form = this.form(body);
    return form === null ? null : timesForm(form, measure);
  }

  #nameForm(name: string): Form {
    const own = this.#bound.get(name);
    if (own !== undefined) return own;
    const dimension = this.#query.dimensionOf(name);
    return dimension === null ? unknownForm(name) : formOf(dimension);
  }

  #binaryForm(expr: BinaryExpr): MaybeForm {
    if (expr.op === "^") return this.#powerForm(expr);
    if (expr.op === "+" || expr.op === "-") return this.#sumForm(expr);
    const left = this.form(expr.left);
    const right = this.form(expr.right);
    if (left === null) return null;
    if (right === null) return expr.op === "*" ? null : left;
    return expr.op === "*" ? timesForm(left, right) : overForm(left, right);
  }

  /** ln a - ln b needs a and b alike, not each a number. */
  #sumForm(expr: BinaryExpr): MaybeForm {
    const logs: Log[] = [];
    collectLogs(expr, 1, logs);
    const oneBase = logs.every(({ fn }) => fn === logs[0]!.fn);
    if (logs.length > 1 && oneBase && logs.some(({ arg }) => !this.#isPlainNumber(arg)))
      return this.#logSum(expr, logs);
    const left = this.form(expr.left);
    const right = this.form(expr.right);
    return this.agree(
      expr.left,
      left,
      expr.right,
      right,
      expr.op === "+" ? "sum" : "difference",
      expr,
    );
  }

  #isPlainNumber(expr: Expr): boolean {
    const form = this.form(expr);
    return form === null || isNumber(this.#system.reduce(form));
  }

  #logSum(expr: BinaryExpr, logs: readonly Log[]): Form {
    let merged: Form = NUMBER;
    for (const { sign, arg } of logs) {
      const form = this.form(arg);
      if (form !== null) merged = sign > 0 ? timesForm(merged, form) : overForm(merged, form);
    }
    if (!this.#system.demand(merged)) {
      const unit = formatForm(this.#system.reduce(merged));
      refuse(
        "dimension-mismatch",
        `dimension-mismatch in the logarithms at ${columns(expr)}: ` +
          `together their arguments are ${unit}, and must be a number.`,
        expr,
      );
    }
    for (const part of otherTerms(expr)) this.#demandNumber(part, "sum");
    return NUMBER;
  }

  #powerForm(expr: BinaryExpr): MaybeForm {
    const { left, right } = expr;
    this.#demandNumber(right, "exponent");
    if (left.type === "name" && left.name === EULER) return NUMBER;
    const base = this.form(left);
    if (base === null) return null;
    const literal = exactRational(right) ?? this.#exponentFromValue(right);
    if (literal !== null) return powerForm(base, literal);
    if (isNumber(this.#system.reduce(base))) return NUMBER;
    if (right.type === "number") {
      refuse(
        "dimension-mismatch",
        `The exponent ${right.text} at ${columns(right)} leaves no unit: ` +
          `${printExpr(left)} must be a number.`,
        expr,
      );
    }
    const name = `${printExpr(expr)}#${this.#deferred.length}`;
    const exponents = namesIn(right);
    this.#deferred.push({ name, base, blame: exponents.length > 0 ? exponents : namesIn(left) });
    this.#dependsOnValue = true;
    return unknownForm(name);
  }

  /** An integer input, as in x^n with n = 3. */
  #exponentFromValue(expr: Expr): Rational | null {
    if (expr.type === "unary") {
      const inner = this.#exponentFromValue(expr.arg);
      return inner === null || expr.op === "+" ? inner : { num: -inner.num, den: inner.den };
    }
    const value = expr.type === "name" ? this.#query.valueOf?.(expr.name) : undefined;
    return value === undefined ? null : rationalOfNumber(value);
  }

  #callForm(expr: CallExpr): MaybeForm {
    const [first] = expr.args;
    if (first === undefined) return NUMBER;
    const root = ROOTS.get(expr.fn);
    if (root !== undefined) {
      const form = this.form(first);
      return form === null ? null : powerForm(form, root);
    }
    if (SAME_AS_ARGUMENTS.has(expr.fn) || expr.fn === "atan2") {
      const common = expr.args.reduce<MaybeForm>(
        (before, arg) =>
          this.agree(first, before, arg, this.form(arg), `arguments of ${expr.fn}`, expr),
        null,
      );
      return expr.fn === "atan2" ? NUMBER : common;
    }
    if (ANY_TO_NUMBER.has(expr.fn)) {
      this.form(first);
      return NUMBER;
    }
    for (const arg of expr.args)
      this.#demandNumber(
        arg,
        `argument of ${LOGARITHMS.has(expr.fn) && expr.fn === "log" ? "ln" : expr.fn}`,
      );
    return NUMBER;
  }

  #demandNumber(expr: Expr, what: string): void {
    const form = this.form(expr);
    if (form === null || this.#system.demand(form)) return;
    const unit = formatForm(this.#system.reduce(form));
    refuse(
      "dimension-mismatch",
      `dimension-mismatch in the ${what} at ${columns(expr)}\n` +
        `  ${printExpr(expr)}  is  ${unit}\n  it must be a number`,
      expr,
    );
  }
}

function formatForm(form: Form): string {
  const dimension = dimensionOfForm({ base: form.base, unknowns: new Map() }, 0);
  return dimension === null ? "beyond any unit" : formatBase(dimension);
}

function collectLogs(expr: Expr, sign: number, into: Log[]): void {
  if (expr.type === "binary" && (expr.op === "+" || expr.op === "-")) {
    collectLogs(expr.left, sign, into);
    collectLogs(expr.right, expr.op === "+" ? sign : -sign, into);
  } else if (expr.type === "call" && LOGARITHMS.has(expr.fn) && expr.args[0] !== undefined) {
    into.push({ sign, fn: expr.fn, arg: expr.args[0] });
  }
}

/** Terms of a sum that are not themselves logarithms. */
function otherTerms(expr: Expr): Expr[] {
  if (expr.type === "binary" && (expr.op === "+" || expr.op === "-"))
    return [...otherTerms(expr.left), ...otherTerms(expr.right)];
  return expr.type === "call" && LOGARITHMS.has(expr.fn) ? [] : [expr];
}

function namesIn(expr: Expr): string[] {
  switch (expr.type) {
    case "name":
      return [expr.name];
    case "unary":
      return namesIn(expr.arg);
    case "binary":
      return [...namesIn(expr.left), ...namesIn(expr.right)];
    case "call":
      return expr.args.flatMap(namesIn);
    default:
      return [];
  }
}

/** Unit text of a dimension; a record's own text is taken when it says the same dimension. */
export function unitText(
  dimension: Dimension,
  declared: { text: string; dimension: Dimension } | null,
): string {
  return declared !== null && equals(declared.dimension, dimension)
    ? declared.text
    : formatDimension(dimension);
}
