/** Which piece holds for given inputs: decided by values with their errors, never by rounding. */
import { fold } from "../evaluation/bind.js";
import type { CarriedInputs, CompiledEquation, Uncertainties } from "../evaluation/evaluate.js";
import type { Outcome } from "../evaluation/evaluation.js";
import type { CallExpr, Expr, Refusal } from "../reading/ast.js";
import {
  isPieces,
  JOINTS,
  OPEN_PIECES,
  piecesOf,
  withPieces,
  type PiecesExpr,
} from "../reading/pieces.js";
import { printCondition, printExpr } from "../reading/print.js";
import { EquationRefusal, refuse } from "../reading/refuse.js";
import { boundBy, find, mapChildren, namesOf } from "../reading/walk.js";
import { difference, withIndicators } from "./indicators.js";

export interface Given {
  readonly inputs: Readonly<Record<string, number>>;
  readonly uncertainties?: Uncertainties | undefined;
  readonly carried?: CarriedInputs | undefined;
}

/**
 * Nearer to the end of a piece than this many standard uncertainties both pieces may hold, and the
 * first order knows of one alone.
 */
const SURE = 3;

const NOTHING: ReadonlySet<string> = new Set();

export class Chooser {
  readonly #compile: (expr: Expr) => CompiledEquation | Refusal;
  readonly #given: Given;
  /** The choice, for the notes of the answer. */
  readonly notes: string[] = [];

  /** @param compile an expression that is free of pieces */
  constructor(compile: (expr: Expr) => CompiledEquation | Refusal, given: Given) {
    this.#compile = compile;
    this.#given = given;
  }

  /**
   * The expression with each piece that holds in the place of its definition.
   * @param later names that have no value yet: pieces that depend on them stay
   * @throws EquationRefusal where it is not known which piece holds, or none does
   */
  settled(expr: Expr, later: ReadonlySet<string> = NOTHING): Expr {
    return this.#within(expr, { later, changing: NOTHING, solved: NOTHING, isContinuous: false });
  }

  /** The rate of a differential equation, whose pieces change with its variable and its unknowns. */
  rate(expr: Expr, variable: string, solved: ReadonlySet<string>): Expr {
    const changing = new Set([...solved, variable]);
    return this.#within(expr, { later: NOTHING, changing, solved, isContinuous: true });
  }

  #within(expr: Expr, scope: Scope): Expr {
    if (isPieces(expr)) return this.#pieces(expr, scope);
    const own = boundBy(expr);
    if (own.length === 0) return mapChildren(expr, (part) => this.#within(part, scope));
    const inner: Scope = {
      ...scope,
      changing: new Set([...scope.changing, ...own]),
      isContinuous: scope.isContinuous || expr.type === "integral",
    };
    return mapChildren(expr, (part) =>
      this.#within(part, "body" in expr && part === expr.body ? inner : scope),
    );
  }

  #pieces(expr: PiecesExpr, scope: Scope): Expr {
    const all = piecesOf(expr);
    const conditions = all.flatMap(({ when }) => (when === null ? [] : [when]));
    if (conditions.some((when) => dependsOnAny(when, scope.changing))) {
      this.#demandSure(conditions, expr, scope.solved);
      const inner = all.map(({ value, when }) => ({ value: this.#within(value, scope), when }));
      return withIndicators(withPieces(expr, inner), scope.isContinuous ? "steps" : "exact");
    }
    if (conditions.some((when) => dependsOnAny(when, scope.later))) return expr;
    for (const { value, when } of all) {
      if (when !== null && !this.holds(when, expr.fn === OPEN_PIECES)) continue;
      const note = `${printExpr(value)} holds${when === null ? " otherwise" : `, for ${printCondition(when)}`}`;
      if (!this.notes.includes(note)) this.notes.push(note);
      return this.#within(value, scope);
    }
    return refuse("domain-error", `No piece of ${printExpr(expr)} holds here.`, expr);
  }

  /** A boundary that is uncertain moves what is summed over it, which no slope shows. */
  #demandSure(conditions: readonly CallExpr[], expr: Expr, solved: ReadonlySet<string>): void {
    const unsure = new Set(
      [
        ...Object.keys(this.#given.uncertainties ?? {}),
        ...Object.entries(this.#given.carried ?? {})
          .filter(([, { contributions }]) => contributions.size > 0)
          .map(([name]) => name),
      ].map(folded),
    );
    const [first] = unsure;
    const name = conditions.some((when) => dependsOnAny(when, solved))
      ? first
      : conditions.flatMap(namesOf).find((one) => unsure.has(folded(one)));
    if (name === undefined) return;
    refuse(
      "multi-result",
      `${name} is uncertain and says where a piece ends inside a sum, an integral or a differential ` +
        "equation: no uncertainty of it follows.",
      expr,
    );
  }

  /** @param isOpen equal sides are refused: there is no slope */
  holds(when: CallExpr, isOpen: boolean): boolean {
    const [left, right] = when.args;
    if (JOINTS.has(when.fn)) {
      const [a, b] = [left, right].map((part) => this.holds(conditionOf(part), isOpen));
      return when.fn === "and" ? a! && b! : a! || b!;
    }
    // A side may have pieces of its own: f(f(x)).
    const order = this.#order(this.settled(difference(left!, right!)), when);
    if (order === 0 && isOpen)
      refuse(
        "domain-error",
        `A piece ends where ${printExpr(left!)} = ${printExpr(right!)}: there the derivative is that of no one piece.`,
        when,
      );
    return isMet(when.fn, order);
  }

  /** Of two sides, by their difference. */
  #order(expr: Expr, when: CallExpr): -1 | 0 | 1 {
    const compiled = this.#compile(expr);
    if (!("evaluate" in compiled)) throw new EquationRefusal(compiled);
    const { carried, inputs, uncertainties } = this.#given;
    const own = <T>(given: Readonly<Record<string, T>> = {}): Readonly<Record<string, T>> =>
      Object.fromEntries(Object.entries(given).filter(([name]) => compiled.accepts(name)));
    const outcome = compiled.evaluate(own(inputs), own(uncertainties), own(carried));
    const { uncertainty, value } = valueOf(outcome, when);
    if (uncertainty > 0 && Math.abs(value) <= SURE * uncertainty)
      refuse(
        "multi-result",
        `It is not sure that ${printCondition(when)}: the two sides differ by ${value}, with a standard ` +
          `uncertainty of ${uncertainty}, and on the other side another piece holds.`,
        when,
      );
    return value > 0 ? 1 : value < 0 ? -1 : 0;
  }
}

interface Scope {
  /** Names without a value yet. */
  readonly later: ReadonlySet<string>;
  /** Indices and variables of integrals around. */
  readonly changing: ReadonlySet<string>;
  /** Unknowns of differential equations: all that is uncertain moves them. */
  readonly solved: ReadonlySet<string>;
  readonly isContinuous: boolean;
}

function folded(name: string): string {
  return fold(name) ?? name;
}

function conditionOf(part: Expr | undefined): CallExpr {
  if (part?.type === "call") return part;
  throw new RangeError("A joint of conditions holds conditions.");
}

function isMet(fn: string, order: -1 | 0 | 1): boolean {
  switch (fn) {
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
    case "==":
      return order === 0;
    default:
      return order !== 0;
  }
}

/** @throws EquationRefusal where the two sides have no values, or agree but for their rounding */
function valueOf(
  outcome: Outcome,
  when: CallExpr,
): { readonly value: number; readonly uncertainty: number } {
  if (outcome.status === "value") {
    const { uncertainty, uncertaintySource, value } = outcome;
    return { value, uncertainty: uncertaintySource === "gum" ? uncertainty : 0 };
  }
  const why =
    outcome.status === "refused"
      ? outcome.refusal.message
      : outcome.status === "missing"
        ? outcome.inputError.message
        : outcome.message;
  const kind = outcome.status === "refused" ? outcome.refusal.kind : "domain-error";
  return refuse(kind, `It is not known whether ${printCondition(when)}. ${why}`, when);
}

/** Whether one of these names stands in the expression, also as the index of a name. */
function dependsOnAny(expr: Expr, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  const found = find(
    expr,
    (node) =>
      node.type === "name" &&
      (names.has(node.name) || node.members?.letters.some((letter) => names.has(letter)) === true),
  );
  return found !== null;
}
