/**
 * The general way to solve an initial value problem: fourth-order Runge-Kutta on grids that are
 * halved until the value settles.
 *
 * What an error of an input or of a rounding grows to, both grids feel: their difference covers it.
 */
import { ULP } from "../../math/constants.js";
import { ODE_STEPS_MAX, ODE_STEPS_MIN, ODE_WORK_MAX, PRECISION_BOUND } from "../../limits.js";
import { countWork } from "../../workCount.js";
import { constantsBySymbol } from "../../units/constants.js";
import type { Refusal } from "../reading/ast.js";
import { Binder } from "../evaluation/bind.js";
import type { Slot } from "../reading/bindNames.js";
import { lower } from "../lowering/lower.js";
import { refuse } from "../reading/refuse.js";
import type { Bind, Node } from "../evaluation/node.js";
import { binderOf } from "../evaluation/unit.js";
import {
  NO_NOTES,
  POOR_NOTES,
  SECOND_ORDER_MAX,
  statedUncertainties,
  valueFunction,
} from "../evaluation/evaluate.js";
import type { CarriedInputs, Uncertainties } from "../evaluation/evaluate.js";
import { TextTemplate } from "../evaluation/text.js";
import type { CarriedResult, Evaluation, NotConverged, Outcome } from "../evaluation/evaluation.js";
import { RESULT_MIN, underflow } from "../evaluation/gate.js";
import { Tape } from "../evaluation/tape.js";
import { brokenDown, STEP_CHANGE_MAX, tooFast, unsettled } from "./notSettled.js";
import type { OdeParts } from "./parts.js";
import { withSlots, workOf } from "./rateTrees.js";
import { sourcesOf, type Source, type VariedConstant } from "./uncertainSources.js";
import { EVALUATIONS_PER_STEP, integrate } from "./integrate.js";
import type { Run, Stretch, System, Watch } from "./integrate.js";
import { OdePanels, PANELS_MAX } from "./panels.js";
import { NO_CONTRIBUTIONS, Propagation, withoutBound } from "../evaluation/uncertainty.js";

const SQRT_2 = Math.sqrt(2);
/** An even part this many times the odd one is that of an input without a slope. */
const LEVEL = 1000;
/** Relative difference of two grids at which the finer one is taken. */
const SETTLED = 1e-9;
/**
 * Ratio of two differences from which the method is seen to converge with its order, which is 16.
 */
const ORDER_RATIO_MIN = 8;
/** A far larger fall is that of a grid which begins to see what it must follow: it shows no order. */
const ORDER_RATIO_MAX = 64;
/**
 * The error left after halving the step of a method of fourth order is a fifteenth of the
 * difference.
 */
const RICHARDSON = 15;
/**
 * Whether the last two differences of grids fall as a method of fourth order lets them; of one alone
 * nothing is known, and it is as small as grids that settle at once make it.
 */
function isOfOrder(before: number, last: number): boolean {
  return (
    before >= ORDER_RATIO_MIN * last &&
    (before <= ORDER_RATIO_MAX * last || before === Number.POSITIVE_INFINITY)
  );
}

/** Steps of the grid on which it is asked first whether any step can hide something. */
const WATCHED_STEPS = 1_024;
/** A bare value is asked for about so many times in one search: it gets its share of the work. */
const VALUES_SHARED = 16;
/**
 * A search may pass through zero: there a value settles relative to this part of its largest size
 * on the way.
 */
export const SIZE_FLOOR = 1e-3;
/** Operations a stretch of a divided way takes to find. */
const PANEL_WORK = 2_000;
/** Below the first a sum may lose all but a few bits, each up to the second. */
const NORMAL_MIN = 2.2250738585072014e-308;
const LEAST = 5e-324;

interface Settled {
  readonly fine: Run;
  /** Steps on an undivided way. */
  readonly grid: number;
  readonly difference: number;
  readonly bound: number;
}
type Attempt =
  | Settled
  | { readonly outcome: NotConverged | { readonly status: "refused"; readonly refusal: Refusal } };

interface Slopes {
  readonly adjoint: Float64Array;
  /** What stated inputs without a slope do; null where each has one. */
  readonly flat: Float64Array | null;
  readonly second: number;
}

export class RungeKutta {
  readonly binder: Binder;
  readonly #parts: OdeParts;
  readonly #slots: readonly Slot[];
  readonly #system: System;
  /** Operations of one evaluation of all rates. */
  readonly #work: number;
  readonly #propagation: Propagation;
  readonly #tape: Tape;
  /** Uncertain constants stand in slots, so that they can be varied. */
  readonly #constants: readonly VariedConstant[];
  readonly #at: {
    readonly initial: readonly number[];
    readonly start: number;
    readonly end: number;
    readonly size: number;
  };
  readonly #texts: readonly TextTemplate[];
  readonly #panels: OdePanels;
  #spentWork = 0;

  constructor(parts: OdeParts) {
    const { ode, problem, names } = parts;
    const { components } = problem;
    this.#parts = parts;
    this.#slots = names.slots;
    this.binder = new Binder(names.slots);
    const time = names.slots.length;
    const first = time + 1;
    const variables = new Map([
      [ode.variable, time],
      ...components.map(({ name }, i): [string, number] => [name, first + i]),
    ]);
    const plain = binderOf(names);
    const bind: Bind = (name, expr) => {
      const slot = variables.get(name);
      return slot === undefined ? plain(name, expr) : { kind: "slot", slot };
    };
    const rates = components.map(({ rate }, i): Node =>
      rate === null
        ? { op: "slot", slot: first + i + 1, expr: ode.states[0]!.rate }
        : lower(rate, bind),
    );
    const sum = rates.reduce((a, b): Node => ({ op: "add", a, b, expr: ode.states[0]!.rate }));
    this.#tape = new Tape(sum, first + components.length);
    this.#constants = this.#tape.constants
      .filter(({ name }) => (constantsBySymbol.get(name)?.sources.length ?? 0) > 0)
      .map(({ name, value, index }) => ({ name, value, leaf: index }));
    const constantSlots = new Map(
      this.#constants.map(({ name }, i) => [name, first + components.length + i]),
    );
    this.#work = rates.reduce((total, rate) => total + workOf(rate), 4 * components.length);
    this.#system = {
      time,
      first,
      rates: rates.map((rate) => valueFunction(withSlots(rate, constantSlots))),
      work: this.#work,
    };
    this.#propagation = new Propagation(this.#tape, names.slots);
    const slotOf = (name: string): number => this.binder.table.slotOf(name);
    this.#at = {
      initial: components.map(({ initial }) => slotOf(initial)),
      start: slotOf(problem.start),
      end: slotOf(problem.end),
      size: first + components.length + this.#constants.length,
    };
    this.#panels = new OdePanels(
      rates.map((rate) => withSlots(rate, constantSlots)),
      time,
      first,
      this.#at.size,
    );
    const shown = {
      ...names,
      bindings: new Map([...names.bindings].filter(([name]) => name !== ode.variable)),
    };
    this.#texts = ode.states.map(
      ({ name, order, rate }) =>
        new TextTemplate(
          `d${order === 1 ? "" : order}${name}/d${ode.variable}${order === 1 ? "" : order}`,
          rate,
          shown,
        ),
    );
    if (this.#stepsMax(0) < 2 * ODE_STEPS_MIN) {
      refuse(
        "budget",
        `One step of this system takes ${this.#work} operations, too many for the fewest steps an integration takes.`,
      );
    }
  }

  /** The settled value for slot values in SI; NaN when there is none. */
  valueAt(slots: Float64Array): number {
    const attempt = this.#settle(this.#wide(slots), this.#stepsMax(VALUES_SHARED), SIZE_FLOOR);
    return "fine" in attempt ? attempt.fine.value : Number.NaN;
  }

  /** Operations of a run on the first grid. */
  get roughWork(): number {
    return ODE_STEPS_MIN * EVALUATIONS_PER_STEP * this.#work;
  }

  /** The value on one grid of equal steps, settled or not. */
  onGrid(slots: Float64Array, steps: number): number {
    return this.#run(this.#wide(slots), steps).value;
  }

  roughAt(slots: Float64Array): number {
    const { value, change } = this.#run(this.#wide(slots), ODE_STEPS_MIN);
    // A run that does not follow the solution changes its sign at random.
    return change <= STEP_CHANGE_MAX ? value : Number.NaN;
  }

  /**
   * @param floor part of the largest size on the way to which a value near zero is held instead of
   * to itself
   */
  evaluate(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
    floor = 0,
  ): Outcome {
    const problem = this.binder.bind(inputs);
    if (problem !== null) return problem;
    const stated = statedUncertainties(this.binder, this.#slots, uncertainties);
    if (stated !== null && "status" in stated) return stated;
    const earlier = carried === undefined ? null : this.binder.bySlot(carried);
    const { binder } = this;
    const constants = this.#constants;
    const slots = this.#slots;
    const firstConstant = this.#at.size - constants.length;
    const varied = { binder, constants, firstConstant, slots };
    const sources = sourcesOf(varied, stated, earlier);
    const wide = this.#wide(this.binder.values);
    const attempt = this.#settle(wide, this.#stepsMax(sources.length), floor);
    if (!("fine" in attempt)) return attempt.outcome;
    const { value } = attempt.fine;
    const slopes = this.#slopes(wide, sources, attempt);
    if ("kind" in slopes) return { status: "refused", refusal: slopes };
    const handedOn =
      earlier === null
        ? 0
        : earlier.reduce(
            (sum, one, i) =>
              sum + (one === null ? 0 : Math.abs(slopes.adjoint[i]!) * one.absoluteBound),
            0,
          );
    const absolute = attempt.bound + handedOn;
    const relative = absolute === 0 ? 0 : absolute / Math.abs(value);
    if (value !== 0 && Math.abs(value) < RESULT_MIN)
      return { status: "refused", refusal: underflow() };
    if (!(absolute <= PRECISION_BOUND * Math.max(Math.abs(value), floor * attempt.fine.size)))
      return {
        status: "refused",
        refusal: {
          kind: "precision-loss",
          message:
            `The numerical error of the result may be ${relative.toPrecision(2)} relative, ` +
            `above the bound ${PRECISION_BOUND}.`,
        },
      };
    const refusal =
      this.#parts.check === null ? null : this.#parts.check(value, (name) => this.#valueOf(name));
    if (refusal !== null) return { status: "refused", refusal };
    return this.#evaluation(attempt, { absolute, relative }, slopes, stated, earlier);
  }

  #evaluation(
    { fine, difference }: Settled,
    figures: { absolute: number; relative: number },
    { adjoint, flat, second }: Slopes,
    stated: Float64Array | null,
    earlier: readonly (CarriedResult | null)[] | null,
  ): Outcome {
    const spread = this.#propagation.propagate(
      adjoint,
      this.binder.given,
      stated,
      earlier,
      null,
      flat,
    );
    const beyond = withoutBound(spread?.uncertainty ?? null, null);
    if (beyond !== null) return { status: "refused", refusal: beyond };
    const { result, canonical, ode, notes } = this.#parts;
    const poor = flat !== null || second > SECOND_ORDER_MAX * (spread?.uncertainty ?? 0);
    const evaluation: Evaluation = {
      status: "value",
      value: fine.value,
      unit: result.unit,
      unitUnknown: result.unitUnknown,
      dimension: result.dimension,
      uncertainty: spread === null ? figures.absolute : spread.uncertainty,
      uncertaintySource: spread === null ? "numerical" : "gum",
      contributions: spread === null ? NO_CONTRIBUTIONS : spread.contributions,
      relativeBound: figures.relative,
      absoluteBound: figures.absolute,
      assumed: this.binder.assumed(),
      bound: this.binder.bound(),
      unused: this.binder.unused,
      subject: ode.subject,
      canonical,
      substituted: this.#substituted(fine.value),
      notes: [
        `NUMERICAL FALLBACK: fourth-order Runge-Kutta in ${fine.steps} steps; halving the step changed the value by ` +
          `${difference === 0 ? "nothing" : `${difference.toPrecision(2)} relative`}.`,
        ...notes,
        ...(poor ? POOR_NOTES : NO_NOTES),
      ],
    };
    return evaluation;
  }

  /** Halves the step until two grids agree, break down at one place, or the work is spent. */
  #settle(slots: Float64Array, stepsMax: number, floor: number): Attempt {
    let coarse: Run | null = null;
    let before = Number.POSITIVE_INFINITY;
    const runs: Run[] = [];
    const way = this.#way(slots);
    if (way === null || 2 * way.length * partsOf(way, ODE_STEPS_MIN) > stepsMax)
      return { outcome: tooFast(this.#parts.ode, stepsMax) };
    for (let steps = ODE_STEPS_MIN; ; steps *= 2) {
      const fine = this.#run(slots, steps, way);
      runs.push(fine);
      if (coarse !== null) {
        const absolute = Math.abs(fine.value - coarse.value);
        const relative =
          absolute === 0 ? 0 : absolute / Math.max(Math.abs(fine.value), floor * fine.size);
        const followed = fine.change <= STEP_CHANGE_MAX;
        const isLast = 2 * fine.steps > stepsMax;
        // The first two grids alone show no order; on a divided way they have a step or two a
        // stretch.
        const isShown = way.length === 1 || before < Number.POSITIVE_INFINITY || isLast;
        if (isShown && followed && relative <= (isLast ? PRECISION_BOUND : SETTLED)) {
          const part = isOfOrder(before, absolute) ? absolute / RICHARDSON : 2 * absolute;
          const rounding = ULP * fine.size + (fine.size < NORMAL_MIN ? steps * LEAST : 0);
          const hidden = this.#hiddenOn(slots, steps, way);
          if (
            !(hidden <= PRECISION_BOUND * Math.max(Math.abs(fine.value), floor * fine.size)) &&
            !isLast
          ) {
            before = absolute;
            coarse = fine;
            continue;
          }
          const bound = Math.max(part, rounding) + hidden + this.#timeRounding(slots, steps, way);
          return { fine, grid: steps, difference: relative, bound };
        }
        const broken = brokenDown(this.#parts.ode, runs, slots[this.#at.start]!);
        if (broken !== null) return { outcome: { status: "refused", refusal: broken } };
        if (isLast) return { outcome: unsettled(this.#parts.ode, fine, relative) };
        before = absolute;
      }
      coarse = fine;
    }
  }

  /** Stretches in the direction of the integration; null where there are too many. */
  #way(slots: Float64Array): readonly Stretch[] | null {
    const [start, end] = [slots[this.#at.start]!, slots[this.#at.end]!];
    const panels = this.#panels.of(slots, start, end);
    this.#spend((panels?.length ?? PANELS_MAX) * PANEL_WORK);
    if (panels === null || start <= end) return panels;
    return panels.toReversed().map(({ from, to, ...read }) => ({ from: to, to: from, ...read }));
  }

  /** @param steps on an undivided way; a divided one has at least one for each stretch */
  #run(
    slots: Float64Array,
    steps: number,
    way: readonly Stretch[] | null = this.#way(slots),
    watch?: Watch,
  ): Run {
    const initial = Float64Array.from(this.#at.initial, (slot) => slots[slot]!);
    if (way === null)
      return {
        steps,
        value: Number.NaN,
        change: Number.POSITIVE_INFINITY,
        size: 0,
        breakdown: null,
      };
    this.#spend(partsOf(way, steps) * way.length * EVALUATIONS_PER_STEP * this.#work);
    return integrate(this.#system, slots, initial, way, partsOf(way, steps), watch);
  }

  #spend(work: number): void {
    this.#spentWork += work;
    countWork(work);
  }

  /** Operations of all runs so far. */
  get spent(): number {
    return this.#spentWork;
  }

  /** What steps of this grid may have hidden of the rates, where the state decides it. */
  #hiddenOn(slots: Float64Array, steps: number, way: readonly Stretch[]): number {
    if (!this.#panels.watches) return 0;
    const fixed = Float64Array.from(slots);
    const on = (grid: number): number => {
      let hidden = 0;
      this.#run(slots, grid, way, (from, to, before, after) => {
        hidden += this.#panels.hidden(fixed, from, to, before, after);
      });
      return hidden;
    };
    // A coarse grid that hides nothing shows that a fine one hides nothing.
    return steps > WATCHED_STEPS && on(WATCHED_STEPS) === 0 ? 0 : on(steps);
  }

  /**
   * Where pulses are short beside the time, the rounding of the time moves them: what the rates
   * change by on the way, times half a unit in its last place.
   */
  #timeRounding(slots: Float64Array, steps: number, way: readonly Stretch[]): number {
    if (way.length === 1) return 0;
    const latest = Math.max(...[way[0]!.from, way.at(-1)!.to].map(Math.abs));
    let variation = 0;
    let last: Float64Array | null = null;
    this.#run(slots, steps, way, (from, to, before, after) => {
      const slope = after.map((value, i) => (value - before[i]!) / (to - from));
      for (let i = 0; i < slope.length; i += 1)
        variation += Math.abs(slope[i]! - (last?.[i] ?? slope[i]!));
      last = slope;
    });
    return ULP * latest * variation;
  }

  /** Slopes from both ends of each source's interval, on the finest grid. */
  #slopes(
    slots: Float64Array,
    sources: readonly Source[],
    { fine, grid }: Settled,
  ): Slopes | Refusal {
    const adjoint = new Float64Array(this.#tape.value.length);
    let flat: Float64Array | null = null;
    let second = 0;
    for (const { name, slot, leaf, width, stated } of sources) {
      const middle = slots[slot]!;
      const at = (x: number): number => {
        slots[slot] = x;
        return this.#run(slots, grid).value;
      };
      const [up, down] = [at(middle + width), at(middle - width)];
      slots[slot] = middle;
      const slope = (up - down) / 2 / width;
      if (slope - slope !== 0)
        return {
          kind: "domain-error",
          message: `Within the uncertainty of ${name} the solution has no value.`,
        };
      adjoint[leaf]! += slope;
      if (!stated) continue;
      const even = Math.abs(up - fine.value + (down - fine.value)) / 2;
      second += even;
      if (even > LEVEL * Math.abs(slope * width)) {
        flat ??= new Float64Array(this.#slots.length);
        flat[slot] = SQRT_2 * even;
      }
    }
    return { adjoint, flat, second };
  }

  #stepsMax(sources: number): number {
    const affordable = ODE_WORK_MAX / (EVALUATIONS_PER_STEP * this.#work * (2 + 2 * sources));
    let steps = ODE_STEPS_MIN;
    while (2 * steps <= Math.min(affordable, ODE_STEPS_MAX)) steps *= 2;
    return steps;
  }

  #wide(values: Float64Array): Float64Array {
    const wide = new Float64Array(this.#at.size);
    wide.set(values.subarray(0, this.#slots.length));
    const first = this.#at.size - this.#constants.length;
    this.#constants.forEach(({ value }, i) => {
      wide[first + i] = value;
    });
    return wide;
  }

  #substituted(value: number): string {
    const { ode, problem } = this.#parts;
    const { values } = this.binder;
    const starts = problem.components.map(
      ({ name }, i) => `${name}(${values[this.#at.start]!}) = ${values[this.#at.initial[i]!]!}`,
    );
    return [
      ...this.#texts.map((text) => text.fill(values)),
      ...starts,
      `${ode.subject}(${values[this.#at.end]!}) = ${value}`,
    ].join("; ");
  }

  #valueOf(name: string): number | undefined {
    const binding = this.#parts.names.bindings.get(name);
    if (binding === undefined) return undefined;
    return binding.kind === "constant" ? binding.value : this.binder.values[binding.slot];
  }
}

/** Steps of each stretch: as many in all as on an undivided way, and one at least. */
function partsOf(way: readonly Stretch[], steps: number): number {
  if (way.length === 1) return steps;
  const first = Math.max(1, Math.ceil(ODE_STEPS_MIN / way.length));
  return Math.max(1, Math.ceil((first * steps) / ODE_STEPS_MIN));
}
