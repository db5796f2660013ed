/** Equations with piecewise definitions: compiled for the pieces that hold for the inputs. */
import type { CarriedInputs, CompiledEquation, Uncertainties } from "../evaluation/evaluate.js";
import type { Outcome } from "../evaluation/evaluation.js";
import { WrappedEquation } from "../evaluation/wrappedEquation.js";
import type { Evaluable, Expr, Ode, Refusal } from "../reading/ast.js";
import type { EquationContext } from "../reading/bindNames.js";
import { rateName } from "../odes/read.js";
import { holdsPieces, isPieces, piecesOf, withPieces } from "../reading/pieces.js";
import { EquationRefusal } from "../reading/refuse.js";
import { mapChildren } from "../reading/walk.js";
import { alone } from "../reading/alone.js";
import { Chooser, type Given } from "./choose.js";
import { ofFewNodes, withIndicators, type Indicators } from "./indicators.js";
import { solvePieces } from "./solvePieces.js";

/** Compiles what has no pieces. */
export type Compile = (form: Evaluable, context: EquationContext) => CompiledEquation | Refusal;

function sidesWith<F extends Evaluable>(form: F, change: (side: Expr) => Expr): F {
  if (form.kind === "closed-form") return { ...form, expr: change(form.expr) };
  if (form.kind === "implicit")
    return { ...form, left: change(form.left), right: change(form.right) };
  const states = form.states.map((state) => ({ ...state, rate: change(state.rate) }));
  return { ...form, states };
}

export function formHoldsPieces(form: Evaluable): boolean {
  if (form.kind === "closed-form") return holdsPieces(form.expr);
  if (form.kind === "implicit") return holdsPieces(form.left) || holdsPieces(form.right);
  return form.states.some(({ rate }) => holdsPieces(rate));
}

/** @param form its definitions are written in */
export function compilePieces(
  form: Evaluable,
  context: EquationContext,
  compile: Compile,
): CompiledEquation | Refusal {
  try {
    const whole = compile(withoutPieces(form, form.kind === "ode" ? "steps" : "exact"), context);
    return "evaluate" in whole ? new PiecewiseEquation(form, context, compile, whole) : whole;
  } catch (error) {
    if (error instanceof EquationRefusal) return error.refusal;
    throw error;
  }
}

/** Each of them ended by a zero where nothing holds otherwise: for names and units, not for values. */
function withoutPieces(form: Evaluable, how: Indicators): Evaluable {
  return sidesWith(form, (side) => withIndicators(ended(ofFewNodes(side)), how));
}

function ended(expr: Expr): Expr {
  const inner = mapChildren(expr, ended);
  if (!isPieces(inner) || piecesOf(inner).at(-1)!.when === null) return inner;
  const zero: Expr = { type: "number", value: 0, text: "0", span: inner.span };
  return withPieces(inner, [...piecesOf(inner), { value: zero, when: null }]);
}

/** Its `equation` is all pieces at once: it knows all names and units. */
class PiecewiseEquation extends WrappedEquation {
  readonly #form: Evaluable;
  readonly #context: EquationContext;
  readonly #compile: Compile;

  constructor(
    form: Evaluable,
    context: EquationContext,
    compile: Compile,
    whole: CompiledEquation,
  ) {
    super(whole);
    this.#form = form;
    this.#context = context;
    this.#compile = compile;
  }

  override evaluate(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome {
    const given = { inputs, uncertainties, carried };
    const asked = this.equation.evaluate(inputs, uncertainties, carried);
    if (asked.status === "missing" || asked.status === "bad-input") return asked;
    try {
      return this.#outcome(this.#settle(given));
    } catch (error) {
      if (error instanceof EquationRefusal) return { status: "refused", refusal: error.refusal };
      throw error;
    }
  }

  #settle(given: Given): Settled {
    const form = this.#form;
    const chooser = new Chooser((expr) => this.#compile(alone(expr, form), this.#context), given);
    if (form.kind === "ode") return this.#rates(form, chooser, given);
    const later = new Set(form.kind === "implicit" ? [form.subject] : []);
    const settled = sidesWith(form, (side) => chooser.settled(side, later));
    const notes = chooser.notes.map((note) => `${note}.`);
    if (settled.kind === "implicit" && formHoldsPieces(settled))
      return { outcome: solvePieces(settled, this.#context, this.#compile, given), notes };
    return { outcome: this.#run(settled, given), notes };
  }

  /** Where a piece of a rate ends is found on the way. */
  #rates(form: Ode, chooser: Chooser, given: Given): Settled {
    const solved = new Set(
      form.states.flatMap((one) => [one.name, rateName(one.name, form.variable)]),
    );
    const settled = sidesWith(form, (side) => chooser.rate(side, form.variable, solved));
    return { outcome: this.#run(settled, given), notes: chooser.notes.map((note) => `${note}.`) };
  }

  #run(form: Evaluable, { carried, inputs, uncertainties }: Given): Outcome {
    const compiled = this.#compile(form, this.#context);
    return "evaluate" in compiled
      ? compiled.evaluate(inputs, uncertainties, carried)
      : { status: "refused", refusal: compiled };
  }

  /** What another piece takes is not unused. */
  #outcome({ notes, outcome }: Settled): Outcome {
    if (outcome.status !== "value") return outcome;
    const unused = Object.entries(outcome.unused).filter(([name]) => !this.equation.accepts(name));
    return {
      ...outcome,
      unused: Object.fromEntries(unused),
      notes: [...outcome.notes, ...notes],
    };
  }
}

interface Settled {
  readonly outcome: Outcome;
  readonly notes: readonly string[];
}
