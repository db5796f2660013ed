/** Whether a statement is one number, and how it is found; otherwise what it is instead. */
import { functionHint } from "./functionHint.js";
import { isReserved, namedConstant } from "../../units/constants.js";
import type {
  Classified,
  Clause,
  ClosedForm,
  Definition,
  Expr,
  Implicit,
  Ode,
  RefusalKind,
  Span,
  Statement,
} from "../reading/ast.js";
import {
  NotOneValue,
  calls,
  readLaterClauses,
  usedDefinitions,
  type LaterClauses,
} from "../reading/definitions.js";
import { notOneNumber, unknownCall } from "./tests.js";
import { AMBIGUOUS_LOG, FUNCTIONS } from "../reading/functions.js";
import { withDerivatives } from "./deriveStatement.js";
import { EULER, PLANCK, bindLetters } from "../reading/letters.js";
import { parseStatement, type ParseOptions } from "../reading/parse.js";
import { holdsDerivative, readOde } from "../odes/read.js";
import { printExpr } from "../reading/print.js";
import { indexedNames } from "../reading/seriesNames.js";
import { withLimits } from "../integrals/limits.js";
import { find, holds, namesOf } from "../reading/walk.js";

export interface ClassifyOptions {
  readonly declared: ReadonlySet<string>;
  /** The result's symbol, where a record names it. */
  readonly subject?: string;
  readonly solveFor?: string;
  /** Names that have a value; absent while a record is built. */
  readonly inputs?: ReadonlySet<string>;
  /** Names whose stated unit is none of a frequency, a wavelength or a wavenumber. */
  readonly notRadiation?: ReadonlySet<string>;
}

const EQUALITIES: ReadonlySet<string> = new Set(["=", ":=", "=="]);

/** Reads and classifies in one step. */
export function classifyText(text: string, options: ClassifyOptions & ParseOptions): Classified {
  const parsed = parseStatement(text, options);
  return parsed.ok
    ? classify(parsed.statement, options)
    : { kind: "refused", refusal: parsed.refusal, statement: null };
}

/** Letters e and h come back bound by syntax; see `bindLetters`. */
export function classify(statement: Statement, options: ClassifyOptions): Classified {
  try {
    return new Classifier(statement, options).run();
  } catch (error) {
    if (error instanceof NotOneValue) return { kind: "refused", refusal: error.refusal, statement };
    throw error;
  }
}

/** How a statement is evaluated, or why it is not: what answers and records call its kind. */
export function statedKind(classified: Classified): string {
  if (classified.kind === "refused") return classified.refusal.kind;
  if (classified.kind !== "closed-form") return classified.kind;
  const exprs = [classified.expr, ...classified.definitions.map(({ body }) => body)];
  if (exprs.some((expr) => holds(expr, ["integral"]))) return "integral";
  if (exprs.some((expr) => holds(expr, ["braket"]))) return "braket";
  return exprs.some((expr) => holds(expr, ["sum", "product"])) ? "sum" : "closed-form";
}

interface LeftSide {
  readonly subject: string;
  readonly label: string;
  readonly isCall: boolean;
}

function refuse(kind: RefusalKind, message: string, span?: Span): never {
  throw new NotOneValue(kind, message, span);
}

/** Functions of other programs that are not computed here: nobody defines them by an equation. */
const FUNCTIONS_ELSEWHERE: ReadonlySet<string> = new Set(
  "round trunc truncate frac rint nint heaviside sinc gcd lcm".split(" "),
);

/** A left side that is a name for the result. */
function nameOfResult(left: Expr): LeftSide | null {
  if (left.type === "name") return { subject: left.name, label: left.name, isCall: false };
  if (left.type === "call" && !FUNCTIONS.has(left.fn))
    return { subject: left.fn, label: printExpr(left), isCall: true };
  if (left.type !== "opaque" || left.what !== "label") return null;
  const [label, name] = left.args;
  return label?.type === "name" && name?.type === "name"
    ? { subject: name.name, label: label.name, isCall: true }
    : null;
}

/** A number with its unit is a name that begins with its digits. */
function isWrittenNumber(name: string): boolean {
  return /^[\d.]/.test(name);
}

/** `M_1` and `m1` name one quantity when a request is matched. */
function fold(name: string): string {
  return name.length < 2 ? name : name.toLowerCase().replace(/[_\-\s]/g, "");
}

class Classifier {
  readonly #statement: Statement;
  readonly #options: ClassifyOptions;
  readonly #given: ReadonlySet<string> | null;

  constructor(statement: Statement, options: ClassifyOptions) {
    this.#statement = statement;
    this.#options = options;
    this.#given = options.inputs === undefined ? null : new Set([...options.inputs].map(fold));
  }

  run(): Classified {
    const { clauses: written } = withDerivatives(this.#statement);
    const [first, ...later] = written;
    if (first === undefined) return refuse("empty", "The equation is empty.", { start: 0, end: 0 });
    const found = notOneNumber({ first, later, declared: this.#options.declared });
    if (found !== null) refuse(found.kind, found.message, found.span);
    if (written.some(holdsDerivative)) return this.#differential();
    const clauses = readLaterClauses(later);
    const form = this.#formOf(first, clauses);
    this.#checkDefinitions(form, clauses.definitions);
    const exprs = form.kind === "closed-form" ? [form.expr] : [form.left, form.right];
    const used = usedDefinitions(exprs, clauses.definitions);
    this.#checkCalls(
      [
        ...exprs,
        ...clauses.definitions.filter(({ name }) => used.has(name)).map(({ body }) => body),
      ],
      clauses.definitions,
    );
    return form;
  }

  #formOf(first: Clause, later: LaterClauses): ClosedForm | Implicit {
    const [left, right, third] = first.sides;
    if (left === undefined) return refuse("empty", "The equation is empty.", first.span);
    if (right === undefined) return this.#closed(null, left, later);
    if (third !== undefined)
      return refuse(
        "relation",
        "This states several equalities at once; give one of them.",
        first.span,
      );
    if (!EQUALITIES.has(first.ops[0]!))
      return refuse("relation", "This states a relation, which defines no value.", first.span);
    const result = nameOfResult(left);
    return result === null
      ? this.#solved(first, left, right, later)
      : this.#assigned(first, result, left, right, later);
  }

  #differential(): Ode {
    const { subject, solveFor } = this.#options;
    const names = [solveFor, subject].filter((name) => name !== undefined);
    const ode = readOde(this.#statement, names);
    const unknown =
      solveFor === undefined || ode.states.some(({ name }) => name === solveFor) ? null : solveFor;
    const states = ode.states.map((state) => ({
      ...state,
      rate: this.#letters(state.rate, state.name),
    }));
    const definitions = ode.definitions.map((definition) => ({
      ...definition,
      body: this.#letters(definition.body, definition.name),
    }));
    const rates = states.map(({ rate }) => rate);
    this.#checkCalls([...rates, ...definitions.map(({ body }) => body)], definitions);
    return { ...ode, states, definitions, unknown };
  }

  /** `name = expression`. */
  #assigned(
    first: Clause,
    result: LeftSide,
    left: Expr,
    right: Expr,
    later: LaterClauses,
  ): ClosedForm | Implicit {
    const { subject } = result;
    this.#checkDefines(result, left, right, later);
    if (!result.isCall && isReserved(subject) && namesOf(right).every(isWrittenNumber))
      refuse("constant-supplied", `${subject} is a constant and takes no other value.`, left.span);
    if (calls(right, subject))
      refuse(
        "relation",
        `This defines ${result.label} by itself at another argument; it is a recurrence, not a value.`,
        first.span,
      );
    const names = this.#quantities([right], later.definitions, subject);
    const occurs = !isReserved(subject) && names.includes(subject);
    const side: Expr =
      left.type === "name" ? left : { type: "name", name: subject, span: left.span };
    const unknown = this.#unknownBeside(subject, names, first.span);
    if (unknown !== null)
      return this.#implicit(
        { subject: unknown, label: null, letters: subject },
        side,
        right,
        later,
      );
    if (!occurs) return this.#closed(result, right, later);
    return this.#implicit({ subject, label: result.label, letters: subject }, side, right, later);
  }

  /**
   * `round(x) = 2.5` asks for x, and `f(x) = 2.5` says nothing of x: neither defines what stands on
   * its left.
   */
  #checkDefines({ label, subject }: LeftSide, left: Expr, right: Expr, later: LaterClauses): void {
    if (left.type !== "call" || this.#options.declared.has(subject)) return;
    if (FUNCTIONS_ELSEWHERE.has(subject))
      refuse(
        "unknown-function",
        `${subject} at column ${left.span.start + 1} is a function that is not computed here.`,
        left.span,
      );
    const isOpen = left.args.some((arg) => namesOf(arg).some((name) => !isReserved(name)));
    if (isOpen && this.#quantities([right], later.definitions, subject).length === 0)
      refuse(
        "unknown-function",
        `${subject} at column ${left.span.start + 1} is not a function known here, and the other ` +
          `side does not say what ${label} is at any other argument.`,
        left.span,
      );
  }

  /** The unknown, where it is another name than the one on the left; null where it is that one. */
  #unknownBeside(subject: string, names: readonly string[], span: Span): string | null {
    const { solveFor } = this.#options;
    const unbound = this.#unbound(names.filter((name) => name !== subject));
    const lone =
      this.#given !== null && this.#isGiven(subject) && unbound.length === 1 ? unbound[0]! : null;
    const unknown = solveFor ?? (isReserved(subject) ? null : lone);
    if (unknown === null || unknown === subject) return null;
    this.#checkUnknown(unknown, names, span);
    if (isReserved(subject)) {
      refuse(
        "solve-for",
        `The left side ${subject} is a constant in every equation, so its value cannot be given ` +
          `to solve for ${unknown}; rename the quantity.`,
        span,
      );
    }
    return unknown;
  }

  /** The left side is a product, a power or a reciprocal of what is sought. */
  #solved(first: Clause, left: Expr, right: Expr, later: LaterClauses): ClosedForm | Implicit {
    const onLeft = this.#quantities([left], later.definitions);
    const names = this.#quantities([left, right], later.definitions);
    const unbound = this.#unbound(names);
    const constant = namesOf(left).find(isReserved);
    if (onLeft.length === 0 && constant !== undefined && right.type !== "name") {
      refuse(
        "relation",
        `${constant} is a constant in every equation, so the left side is not sought; rename the quantity.`,
        left.span,
      );
    }
    if (this.#given !== null && unbound.length === 0 && this.#options.solveFor === undefined) {
      refuse(
        "relation",
        "Every quantity of this equation is given: nothing is left to compute.",
        first.span,
      );
    }
    const chosen =
      this.#options.solveFor ?? (unbound.length === 1 && this.#given !== null ? unbound[0]! : null);
    const isLone = right.type === "name" && !isReserved(right.name) && !onLeft.includes(right.name);
    if (
      isLone &&
      (chosen ?? this.#options.subject ?? (onLeft.length === 0 ? right.name : null)) === right.name
    ) {
      return this.#closed({ subject: right.name, label: right.name, isCall: false }, left, later);
    }
    const isSum = left.type === "binary" && (left.op === "+" || left.op === "-");
    const subject =
      chosen ??
      (this.#options.subject !== undefined && names.includes(this.#options.subject)
        ? this.#options.subject
        : isSum
          ? null
          : (unbound.find((name) => onLeft.includes(name)) ?? null));
    if (subject === null) {
      return refuse(
        "relation",
        "This relates quantities without saying which is the result; write it as result = expression.",
        first.span,
      );
    }
    this.#checkUnknown(subject, names, first.span);
    return this.#implicit({ subject, label: null, letters: subject }, left, right, later);
  }

  #checkUnknown(unknown: string, names: readonly string[], span: Span): void {
    if (isReserved(unknown))
      refuse("solve-for", `${unknown} is a constant in every equation: its value is known.`, span);
    if (!names.includes(unknown)) {
      const defined = this.#statement.clauses
        .slice(1)
        .some(({ sides }) => sides[0]?.type === "name" && sides[0].name === unknown);
      refuse(
        "solve-for",
        defined
          ? `${unknown} is defined by a clause of its own; leave that clause out to solve for it.`
          : `${unknown} does not occur in the equation.`,
        span,
      );
    }
    if (indexedNames(this.#statement.clauses.flatMap(({ sides }) => sides)).has(unknown)) {
      refuse(
        "solve-for",
        `${unknown} stands for several numbered inputs, an answer carries one.`,
        span,
      );
    }
  }

  #closed(result: LeftSide | null, expr: Expr, later: LaterClauses): ClosedForm {
    const subject = result?.subject ?? null;
    return {
      kind: "closed-form",
      subject,
      label: result?.label ?? null,
      binds: subject !== null && !isReserved(subject),
      expr: this.#letters(expr, subject),
      definitions: this.#definitions(later),
      ranges: later.ranges,
      statement: this.#statement,
    };
  }

  /** @param unknown `letters` is the name on the left, which tells what h stands for. */
  #implicit(
    {
      subject,
      label,
      letters,
    }: { readonly subject: string; readonly label: string | null; readonly letters: string },
    left: Expr,
    right: Expr,
    later: LaterClauses,
  ): Implicit {
    return {
      kind: "implicit",
      subject,
      label,
      left: this.#letters(left, letters),
      right: this.#letters(right, letters),
      definitions: this.#definitions(later),
      ranges: later.ranges,
      statement: this.#statement,
    };
  }

  #definitions(later: LaterClauses): Definition[] {
    return later.definitions.map((definition) => ({
      ...definition,
      body: this.#letters(definition.body, definition.name),
    }));
  }

  #letters(expr: Expr, subject: string | null): Expr {
    const { declared, inputs, notRadiation } = this.#options;
    return bindLetters(withLimits(expr, declared), {
      declared,
      subject,
      ...(inputs === undefined ? {} : { inputs }),
      ...(notRadiation === undefined ? {} : { notRadiation }),
    });
  }

  /** Free names that are neither constants nor defined by a later clause. */
  #quantities(
    exprs: readonly Expr[],
    definitions: readonly Definition[],
    subject = this.#options.subject ?? null,
  ): string[] {
    const used = usedDefinitions(exprs, definitions);
    const names = new Set<string>();
    for (const expr of exprs)
      for (const name of namesOf(this.#letters(expr, subject))) names.add(name);
    for (const definition of definitions) {
      if (!used.has(definition.name)) continue;
      for (const name of namesOf(definition.body))
        if (!definition.params.includes(name)) names.add(name);
    }
    const defined = new Set(
      definitions.filter(({ params }) => params.length === 0).map(({ name }) => name),
    );
    return [...names].filter(
      (name) => !isReserved(name) && name !== EULER && name !== PLANCK && !defined.has(name),
    );
  }

  #isGiven(name: string): boolean {
    return this.#given?.has(fold(name)) === true;
  }

  /** Quantities without a value; all of them while a record is built. */
  #unbound(names: readonly string[]): string[] {
    const indexed = indexedNames(this.#statement.clauses.flatMap(({ sides }) => sides));
    return names.filter(
      (name) =>
        !indexed.has(name) &&
        !this.#isGiven(name) &&
        (this.#given === null || namedConstant(name) === undefined),
    );
  }

  #checkDefinitions(form: ClosedForm | Implicit, definitions: readonly Definition[]): void {
    const seen = new Set<string>(form.subject === null ? [] : [form.subject]);
    for (const definition of definitions) {
      if (seen.has(definition.name))
        refuse("multi-result", `${definition.name} is given more than one value.`, definition.span);
      seen.add(definition.name);
      if (definition.params.length === 0 && isReserved(definition.name)) {
        refuse(
          "constant-supplied",
          `${definition.name} is a constant in every equation and cannot be defined; rename the quantity.`,
          definition.span,
        );
      }
    }
    const exprs = form.kind === "closed-form" ? [form.expr] : [form.left, form.right];
    const related = new Set<string>([
      ...usedDefinitions(exprs, definitions),
      ...(form.subject === null ? [] : [form.subject]),
    ]);
    for (const definition of definitions) {
      const names = namesOf(definition.body);
      const isRelated =
        related.has(definition.name) ||
        [...related].some((name) => names.includes(name) || calls(definition.body, name));
      if (!isRelated) {
        const count = definitions.length + 1;
        refuse(
          "multi-result",
          `These are ${count} results, an envelope carries one; ask for them one at a time.`,
          definition.span,
        );
      }
      related.add(definition.name);
    }
  }

  #checkCalls(exprs: readonly Expr[], definitions: readonly Definition[]): void {
    for (const expr of exprs) {
      const log = find(expr, (node) => node.type === "call" && node.fn === AMBIGUOUS_LOG);
      if (log !== null)
        refuse(
          "ambiguous-function",
          "log may mean several logarithms: write ln, log10 or log2.",
          log.span,
        );
    }
    const defined = new Set(
      definitions.filter(({ params }) => params.length > 0).map(({ name }) => name),
    );
    const call = unknownCall(exprs, defined);
    if (call === null) return;
    if (FUNCTIONS.has(call.fn))
      refuse(
        "unknown-function",
        `The function ${call.fn} is known but not computed by this version.`,
        call.span,
      );
    const hint = functionHint(call.fn);
    refuse(
      "unknown-function",
      `${call.fn} at column ${call.span.start + 1} is not a function, nor a quantity that was given.${hint}`,
      call.span,
    );
  }
}
