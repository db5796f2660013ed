/** An initial value problem whose value at the end is given and one of whose inputs is sought. */
import { ULP } from "../../math/constants.js";
import {
  ODE_WORK_MAX,
  PRECISION_BOUND,
  SOLVE_BOXES_WORK_MAX,
  SOLVE_ROOTS_MAX,
  SOLVE_WORK_MAX,
} from "../../limits.js";
import type { Expr, Ode, Refusal } from "../reading/ast.js";
import { Binder } from "../evaluation/bind.js";
import type { Slot } from "../reading/bindNames.js";
import { refuse } from "../reading/refuse.js";
import { rootOfSquares } from "../../math/index.js";
import { countedParts } from "../evaluation/uncertainty.js";
import { statedUncertainties, inputsOf } from "../evaluation/evaluate.js";
import type {
  CarriedInputs,
  CompiledEquation,
  InputInfo,
  ResultUnit,
  Uncertainties,
} from "../evaluation/evaluate.js";
import type { Evaluation, Outcome } from "../evaluation/evaluation.js";
import type { CompiledOde } from "./compiled.js";
import type { OdeParts } from "./parts.js";
import type { Problem } from "./names.js";
import { agree } from "../roots/question.js";
import { roots } from "../roots/search.js";
import { unanswered } from "../roots/unanswered.js";
import { find, namesOf } from "../reading/walk.js";
import { metered } from "../evaluation/workMeter.js";

/** Rough values a search takes at most, near and wide. */
const SEARCH_VALUES = 1_200;
/** A search may take so many times the work of one integration. */
const SEARCH_SHARE = 4;
const SECANT_STEPS_MAX = 12;
/** First step of the secant method, and half of the interval a slope is taken over, relative. */
const NUDGE = 1e-5;
/** Candidates nearer than this are one solution. */
const SAME = 1e-6;

export class SolvedOde implements CompiledEquation {
  readonly kind = "ode" as const;
  readonly subject: string;
  readonly canonical: string;
  readonly slotNames: readonly string[];
  readonly inputs: readonly InputInfo[];
  readonly result: ResultUnit;
  readonly #forward: CompiledOde;
  readonly #at: number;
  readonly #unknown: Slot;
  readonly #slots: readonly Slot[];
  readonly #binder: Binder;
  readonly #target: string;
  /** Whether at most one value of the unknown can lead to a value at the end. */
  readonly #isOrdered: boolean;

  /**
   * @param at slot of the unknown @param unitOf unit of a name of the problem @throws
   * EquationRefusal
   */
  constructor(
    forward: CompiledOde,
    { ode, problem, names, canonical }: OdeParts,
    at: number,
    unitOf: (name: string) => ResultUnit,
  ) {
    this.#forward = forward;
    this.#at = at;
    this.#unknown = names.slots[at]!;
    this.#target = ode.subject;
    this.#isOrdered = isOrdered(ode, problem, this.#unknown.name);
    this.subject = this.#unknown.name;
    this.canonical = canonical;
    this.result = unitOf(this.#unknown.name);
    if (forward.roughWork * SEARCH_VALUES > SEARCH_SHARE * ODE_WORK_MAX) {
      refuse(
        "budget",
        `Solving for ${this.subject} integrates the system some thousand times, and one run takes too much work.`,
      );
    }
    const given = problem.context.symbols.get(ode.subject);
    const target: Slot = {
      name: ode.subject,
      aliases: given?.aliases ?? [],
      description: given?.description ?? `${ode.subject} at the end`,
      unit: given?.unit ?? null,
      dimension: given?.dimension ?? null,
      min: given?.range?.[0] ?? Number.NEGATIVE_INFINITY,
      max: given?.range?.[1] ?? Number.POSITIVE_INFINITY,
      whole: given?.whole === true,
      fallback: null,
      constant: null,
    };
    this.#slots = [...names.slots.filter((_, i) => i !== at), target];
    this.slotNames = this.#slots.map(({ name }) => name);
    this.inputs = inputsOf(this.#slots);
    this.#binder = new Binder(this.#slots);
  }

  accepts(key: string): boolean {
    return this.#binder.table.slotOf(key) >= 0;
  }

  value(slots: Float64Array): number {
    const { refusal, values } = this.#solutions(slots);
    return refusal === null ? values[0]! : Number.NaN;
  }

  evaluate(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome {
    const problem = this.#binder.bind(inputs);
    if (problem !== null) return problem;
    const stated = statedUncertainties(this.#binder, this.#slots, uncertainties);
    if (stated !== null && "status" in stated) return stated;
    const { value: search, isSpent } = metered(SOLVE_WORK_MAX, () =>
      this.#solutions(this.#binder.values),
    );
    if (isSpent)
      return refused({
        kind: "budget",
        message: `Solving for ${this.subject} runs the sums and integrals of the equation too often.`,
      });
    if (search.refusal !== null) return refused(search.refusal);
    const outcome = this.#ofRoot(search.values[0]!, stated, carried);
    return outcome.status !== "value" || search.note === null
      ? outcome
      : { ...outcome, notes: [search.note, ...outcome.notes] };
  }

  #ofRoot(root: number, stated: Float64Array | null, carried: CarriedInputs | undefined): Outcome {
    const counted = Math.round(root) + 0;
    if (!this.#unknown.whole) return this.#judged(root, stated, carried);
    return Math.abs(counted - root) <= SAME * Math.abs(root)
      ? this.#judged(counted, stated, carried)
      : refused({
          kind: "domain-error",
          message: `The result ${this.subject} = ${root} must be a whole number.`,
        });
  }

  /** One value of the unknown that leads to the value given, or why there is none to tell. */
  #solutions(values: Float64Array): Found {
    return this.#shown(values) ?? this.#searched(values);
  }

  /** By the solution in closed form, whose roots are isolated; null where that does not tell. */
  #shown(values: Float64Array): Found | null {
    const { max, min, unit } = this.#unknown;
    const slots = this.#forwardSlots(values);
    const wanted = values[this.#slots.length - 1]!;
    const solutions = this.#forward.forms?.solutions({
      slots,
      at: this.#at,
      wanted,
      min,
      max,
      enough: SOLVE_ROOTS_MAX,
      work: { left: SOLVE_BOXES_WORK_MAX },
    });
    if (solutions === undefined || solutions === null) return null;
    const found = solutions.found.map(({ value }) => this.#polished(slots, value, wanted) ?? value);
    const [only, another] = found;
    const isAll = solutions.isComplete || this.#isOrdered;
    if (isAll && only !== undefined && another === undefined)
      return { values: [only], refusal: null, note: null };
    if (found.length === 0 && !solutions.isComplete) return null;
    return {
      values: found,
      note: null,
      refusal: unanswered({ subject: this.subject, unit, min, max }, solutions),
    };
  }

  /** On fixed points. One solution is all there are where the solutions of the problem are ordered. */
  #searched(values: Float64Array): Found {
    const wanted = values[this.#slots.length - 1]!;
    const { min, max } = this.#unknown;
    const slots = this.#forwardSlots(values);
    const workMax = this.#forward.spent + SEARCH_SHARE * ODE_WORK_MAX;
    const rough = (x: number): number => {
      if (this.#forward.spent > workMax) return Number.NaN;
      slots[this.#at] = x;
      return this.#forward.rough(slots) - wanted;
    };
    const solved: number[] = [];
    for (const candidate of roots(rough, min, max)) {
      if (this.#forward.spent > workMax) break;
      const x = this.#polished(slots, candidate, wanted);
      if (x === null || !(x >= min && x <= max)) continue;
      if (!solved.some((other) => Math.abs(other - x) <= SAME * Math.abs(x))) solved.push(x);
    }
    const isSpent = this.#forward.spent > workMax;
    return this.#found(
      solved.sort((a, b) => a - b),
      isSpent,
    );
  }

  /** What a search on fixed points may say. */
  #found(values: readonly number[], isSpent: boolean): Found {
    const { subject } = this;
    const target = this.#target;
    const { min, max } = this.#unknown;
    const isBounded = Number.isFinite(min) && Number.isFinite(max);
    const looked = isSpent
      ? "the work of the search was spent before its end"
      : `it was looked for at fixed values${isBounded ? ` between ${min} and ${max}` : ""}, ` +
        "and two close together may lie between them";
    const cure = isBounded ? "A narrower range" : "A range";
    const [only, another] = values;
    if (only === undefined)
      return {
        values,
        note: null,
        refusal: {
          kind: "budget",
          message:
            `No ${subject} was found for which ${target} at the end comes to the value given, and it is not ` +
            `shown that there is none: ${looked}. ${cure} of ${subject} (min, max) helps.`,
        },
      };
    if (another !== undefined)
      return {
        values,
        note: null,
        refusal: {
          kind: "multi-result",
          message:
            `At least ${values.length} values of ${subject} lead to the value given, an answer carries one: ` +
            `${values.slice(0, -1).join(", ")} and ${values.at(-1)!}; ${looked}. ` +
            `${cure} of ${subject} (min, max) chooses among them.`,
          values,
        },
      };
    if (this.#isOrdered) return { values, refusal: null, note: null };
    if (isBounded && !isSpent)
      return {
        values,
        refusal: null,
        note: `Other values of ${subject} are not ruled out: ${looked}.`,
      };
    return {
      values,
      note: null,
      refusal: {
        kind: "multi-result",
        message:
          `${subject} = ${only} leads to the value given, and it is not shown that nothing else does: ` +
          `${looked}. ${cure} of ${subject} (min, max) around it answers.`,
        values,
      },
    };
  }

  #forwardSlots(values: Float64Array): Float64Array {
    const slots = new Float64Array(this.#slots.length);
    for (let i = 0; i < slots.length; i += 1)
      slots[i] = i === this.#at ? Number.NaN : values[i < this.#at ? i : i - 1]!;
    return slots;
  }

  /** Secant steps on settled values. @returns null when they do not lead to the value wanted. */
  #polished(slots: Float64Array, start: number, wanted: number): number | null {
    const f = (x: number): number => {
      slots[this.#at] = x;
      return this.#forward.value(slots) - wanted;
    };
    let [a, fa] = [start, f(start)];
    let b = start === 0 ? NUDGE : start * (1 + NUDGE);
    for (let i = 0; i < SECANT_STEPS_MAX && fa !== 0; i += 1) {
      const fb = f(b);
      const next = b - (fb * (b - a)) / (fb - fa);
      if (Math.abs(fb) < Math.abs(fa) || fa !== fa) [a, fa] = [b, fb];
      if (next - next !== 0 || Math.abs(next - a) <= 4 * ULP * Math.abs(a)) break;
      b = next;
    }
    // Judged by how far the unknown may be off: the value wanted may be 0.
    const slope = Math.abs(f(a === 0 ? NUDGE : a * (1 + NUDGE)) - fa) / NUDGE;
    return Math.abs(fa) <= PRECISION_BOUND * slope || agree(fa + wanted, wanted) ? a + 0 : null;
  }

  #judged(root: number, stated: Float64Array | null, carried: CarriedInputs | undefined): Outcome {
    const { [this.#target]: _, ...others } = this.#binder.bound();
    const spreads = this.#slots
      .slice(0, -1)
      .flatMap(({ name }, i): [string, number][] =>
        stated !== null && stated[i]! > 0 ? [[name, stated[i]!]] : [],
      );
    const asked = [
      { ...others, [this.subject]: root },
      Object.fromEntries(spreads),
      carried === undefined
        ? undefined
        : Object.fromEntries(Object.entries(carried).filter(([key]) => this.#forward.accepts(key))),
    ] as const;
    const first = this.#forward.evaluate(...asked);
    const outcome = first.status === "value" ? first : this.#forward.evaluateNearZero(...asked);
    if (outcome.status !== "value") return outcome;
    const wanted = this.#binder.values[this.#slots.length - 1]!;
    const slope = this.#slopeAt(root);
    const absolute =
      (outcome.absoluteBound + Math.abs(outcome.value - wanted) + ULP * Math.abs(wanted)) /
        Math.abs(slope) +
      ULP * Math.abs(root);
    if (!(absolute <= PRECISION_BOUND * Math.abs(root)))
      return refused({
        kind: "precision-loss",
        message:
          `The solution ${this.subject} = ${root} is known only to within ` +
          (Number.isFinite(absolute) ? absolute.toPrecision(2) : "no bound at all") +
          `, more than the bound ${PRECISION_BOUND} allows.`,
      });
    return this.#evaluation({ root, slope, absolute, wanted }, outcome, stated);
  }

  #evaluation(
    {
      root,
      slope,
      absolute,
      wanted,
    }: { root: number; slope: number; absolute: number; wanted: number },
    outcome: Evaluation,
    stated: Float64Array | null,
  ): Outcome {
    const contributions = new Map(
      [...outcome.contributions].map(([source, part]) => [source, -part / slope]),
    );
    const own = stated?.[this.#slots.length - 1] ?? 0;
    if (own > 0) contributions.set(`input:${this.#target}`, own / slope);
    return {
      ...outcome,
      value: root,
      unit: this.result.unit,
      unitUnknown: this.result.unitUnknown,
      dimension: this.result.dimension,
      uncertainty: contributions.size === 0 ? absolute : rootOfSquares(countedParts(contributions)),
      uncertaintySource: contributions.size === 0 ? "numerical" : "gum",
      contributions,
      relativeBound: root === 0 ? 0 : absolute / Math.abs(root),
      absoluteBound: absolute,
      assumed: this.#binder.assumed(),
      bound: this.#binder.bound(),
      unused: this.#binder.unused,
      subject: this.subject,
      substituted: `${outcome.substituted}; ${this.#target} = ${wanted} where ${this.subject} = ${root}`,
    };
  }

  #slopeAt(root: number): number {
    const slots = this.#forwardSlots(this.#binder.values);
    const width = root === 0 ? NUDGE : Math.abs(root) * NUDGE;
    const at = (x: number): number => {
      slots[this.#at] = x;
      return this.#forward.value(slots);
    };
    return (at(root + width) - at(root - width)) / 2 / width;
  }
}

/** What a search found: one value where `refusal` is null. */
interface Found {
  readonly values: readonly number[];
  readonly refusal: Refusal | null;
  readonly note: string | null;
}

/**
 * Two solutions of one equation of first order with a smooth rate never meet: the value at the end
 * rises with the value at the start, and where the rate does not change with the variable itself,
 * a solution goes one way only. A factor of such a rate is a scale of the time.
 */
function isOrdered(ode: Ode, problem: Problem, unknown: string): boolean {
  const [component, second] = problem.components;
  if (component === undefined || component.rate === null || second !== undefined) return false;
  if (find(component.rate, (node) => !isSmoothStep(node)) !== null) return false;
  if (unknown === component.initial) return true;
  if (namesOf(component.rate).includes(ode.variable)) return false;
  return [problem.start, problem.end].includes(unknown) || isFactor(component.rate, unknown);
}

/** Whether a name stands in an expression once, as a factor of all of it. */
function isFactor(expr: Expr, name: string): boolean {
  const isFree = (part: Expr): boolean => !namesOf(part).includes(name);
  if (expr.type === "name") return expr.name === name;
  if (expr.type === "unary") return isFactor(expr.arg, name);
  if (expr.type !== "binary") return false;
  const { left, op, right } = expr;
  if (op === "/") return isFree(right) && isFactor(left, name);
  if (op !== "*") return false;
  return isFree(right) ? isFactor(left, name) : isFree(left) && isFactor(right, name);
}

const SMOOTH: ReadonlySet<string> = new Set(
  "exp sin cos tan sinh cosh tanh atan asinh log erf erfc".split(" "),
);

/** Without a kink, a jump or an infinite slope wherever it has a value. */
function isSmoothStep(node: Expr): boolean {
  switch (node.type) {
    case "number":
    case "name":
    case "unary":
      return true;
    case "binary":
      return (
        node.op !== "^" || (node.right.type === "number" && Number.isInteger(node.right.value))
      );
    case "call":
      return SMOOTH.has(node.fn);
    default:
      return false;
  }
}

function refused(refusal: Refusal): Outcome {
  return { status: "refused", refusal };
}
