/** The action of an orbit, and what a symplectic composition does to its energy beside RK4. */
import { placing } from "../fields/placed.js";
import { TWO_PI } from "../../math/constants.js";
import { log2 } from "../../math/index.js";
import { canBreak } from "../fields/breakpoints.js";
import { hiddenBetween } from "../fields/hidden.js";
import { evenPoints } from "../fields/sampler.js";
import { withHidden } from "../fields/unseen.js";
import {
  MARCH_STEPS_MAX,
  marchOf,
  refined,
  statedStepError,
  stepsOf,
  type March,
} from "../marching.js";
import { remainder } from "../reading.js";
import { badInput, noSolution, SolverMissing, stopIf, tooLarge } from "../refusal.js";
import {
  defineSolver,
  type ErrorEstimate,
  type Field,
  type Quantity,
  type SolverResult,
} from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { actionCard } from "./card.js";
import { headingOf, runOrbit, type Ran } from "./run.js";
import { floatsOf, KINETIC0, packed, startState, T, unpacked, type State } from "./state.js";
import type { Order } from "./stepper.js";
import { systemOf, type Given, type System } from "./systems.js";

/** Cells along a coordinate in which a written potential is looked at. */
const CELLS_MAX = 65_536;
/** Part of a number that rounding takes at least. */
const FLOOR = 4.440892098500626e-16;
const STAGES = { 4: 5, 6: 9, 8: 17 } as const;

function listOf(value: number | readonly number[]): readonly number[] {
  return typeof value === "number" ? [value] : value;
}

interface Prepared {
  readonly system: System;
  readonly march: March;
  readonly order: Order;
  readonly start: State;
  /** The same orbit at half the step: of a continued run where that one had come to. */
  readonly finer: State;
}

function prepared(given: Given): Prepared {
  const order = given.order ?? 4;
  if (given.dt !== undefined && given.steps !== undefined)
    throw badInput("/steps", "dt and steps both fix the step: give one");
  const march =
    given.dt === undefined
      ? { dt: given.t_end / given.steps!, whole: given.steps!, rest: 0, parts: 1 }
      : marchOf(given.t_end, given.dt);
  if (given.initialState !== undefined) {
    const dimensions = given.initialState["dimensions"];
    if (dimensions !== 1 && dimensions !== 2 && dimensions !== 3)
      throw badInput("/initialState/dimensions", "expected 1, 2 or 3");
    const { initialState: state } = given;
    const stateOf = (name: "run" | "finer"): State =>
      unpacked(
        unpackFloats(state[name], floatsOf(dimensions), `/initialState/${name}`),
        dimensions,
      );
    return {
      system: systemOf(given, dimensions),
      start: stateOf("run"),
      finer: stateOf("finer"),
      march,
      order,
    };
  }
  if (given.initial === undefined)
    throw new SolverMissing("initial", ["initial"], "the start of the orbit is missing");
  const q = Float64Array.from(listOf(given.initial.q));
  const p = Float64Array.from(listOf(given.initial.p));
  if (q.length !== p.length)
    throw badInput("/initial/p", `expected ${q.length} momenta, as many as coordinates`);
  const system = systemOf(given, q.length);
  const start = startState(system, q, p);
  const heading = headingOf(system, start.first);
  if (heading.some((value) => !Number.isFinite(value)) || !Number.isFinite(start.book[1]!)) {
    throw noSolution("the start is a singularity of the potential: the force has no value there");
  }
  if (heading.every((value) => value === 0))
    throw noSolution("the start is an equilibrium: nothing moves, so there is no orbit");
  return { system, start, finer: start, march, order };
}

export const action = defineSolver({
  card: actionCard,
  refused: placing(({ initial, potential }: Given) => ({
    given: { potential },
    over: Object.fromEntries(
      listOf(initial?.q ?? 0).map((q, i) => {
        const far = Math.max(...listOf(initial?.q ?? 0).map(Math.abs), Math.abs(q));
        return [`q${i + 1}`, [-far, far] as const];
      }),
    ),
  })),
  work: (given) =>
    BigInt(
      Math.ceil(
        Math.min(
          3 * (given.steps ?? given.t_end / given.dt!) * (STAGES[given.order ?? 4] + 4),
          1e15,
        ),
      ),
    ),
  memory: (given) => {
    const steps = given.steps ?? given.t_end / given.dt!;
    if (!(steps <= MARCH_STEPS_MAX)) throw tooLarge("steps", steps, MARCH_STEPS_MAX);
    return 1 << 20;
  },
  run(given, stop, progress): SolverResult {
    const poll = (): void => stopIf(stop);
    poll();
    progress(0, 1);
    const { finer: besides, march, order, start, system } = prepared(given);
    const ran = runOrbit(system, start, order, march, "whole", poll);
    progress(1, 3);
    const asked = given.quantity ?? "action";
    // The action is that of the first turn: what comes after it needs no measuring.
    const late = start.book[T]! - besides.book[T]!;
    const halves = late > 0 ? marchOf(late + given.t_end, march.dt / 2) : refined(march, 2);
    const finer = runOrbit(
      system,
      besides,
      order,
      halves,
      asked === "action" ? "to the return" : "to the end",
      poll,
    );
    progress(1, 1);
    if (asked === "energy_error") {
      return answer(
        given,
        { system, ran, finer, order, march },
        ran.error,
        statedStepError(ran.error, finer.error, stepsOf(march), order, 1),
      );
    }
    if (ran.action === null) {
      throw noSolution(
        "the orbit did not return to its start within t_end: it is not closed, or t_end is below its period",
        { t_end: given.t_end },
      );
    }
    const fineAction = finer.action ?? Number.NaN;
    return answer(
      given,
      { system, ran, finer, order, march },
      ran.action,
      statedStepError(ran.action, fineAction, stepsOf(march), order, 0),
    );
  },
});

/** The order that two steps show, as far from that of the scheme as they let it be. */
function observed(value: number, order: number): Quantity {
  return { value, unit: "1", uncertainty: Math.abs(value - order) };
}

interface Runs {
  readonly system: System;
  readonly ran: Ran;
  readonly finer: Ran;
  readonly order: 4 | 6 | 8;
  readonly march: March;
}

function answer(
  given: Given,
  { finer, march, order, ran, system }: Runs,
  value: number,
  measured: ErrorEstimate,
): SolverResult {
  const asked = given.quantity ?? "action";
  const errors =
    asked === "action"
      ? ([ran.errorThen ?? 0, finer.errorThen ?? 0] as const)
      : ([ran.error, finer.error] as const);
  const d = system.dimensions;
  const [qUnit, pUnit] = unitsOf(given, system);
  const names = (letter: string, unit: string): [string, string][] =>
    Array.from({ length: d }, (_, i) => [d === 1 ? letter : `${letter}${i + 1}`, unit]);
  const [energyError, ...orbit] = ran.trace.fields(
    { name: "t", unit: "s" },
    ["energy error", "1"],
    ...names("q", qUnit),
    ...names("p", pUnit),
  );
  const missed = hiddenAlong(system, orbit, march.dt);
  const size = Math.max(Math.abs(ran.energy0), ran.state.book[KINETIC0]!);
  const lost = asked === "action" ? lostAtKinks(system, ran) : 0;
  const widest = lost === 0 ? measured : { ...measured, relative: measured.relative + lost };
  const error = withHidden(widest, [{ name: "potential", missed, size }], stepsOf(march));
  const part = lost + (missed === 0 ? 0 : missed / size);
  const doubt = (stated: number, halved: number): number => {
    const { relative } = statedStepError(stated, halved, stepsOf(march), order, 0);
    return Math.max(relative + part, FLOOR) * Math.abs(stated);
  };
  const known = (x: number, unit: string, finerX: number): Quantity => ({
    value: x,
    unit,
    uncertainty: doubt(x, finerX),
  });
  return {
    value,
    unit: asked === "action" ? "J s" : "1",
    equations: [
      system.equation,
      "J = INT p dq over one period",
      `composition of order ${order}, dt = ${march.dt} s`,
    ],
    outputs: {
      ...(ran.action === null
        ? {}
        : {
            action: known(ran.action, "J s", finer.action ?? ran.action),
            action_over_2_pi: known(
              ran.action / TWO_PI,
              "J s",
              (finer.action ?? ran.action) / TWO_PI,
            ),
            period: known(ran.period!, "s", finer.period ?? ran.period!),
          }),
      energy: {
        value: ran.energy,
        unit: "J",
        uncertainty: Math.max(ran.error, FLOOR) * size,
      },
      energy_error: remainder(ran.error),
      energy_error_rk4: remainder(Math.min(ran.errorRk4, Number.MAX_VALUE)),
      energy_slope: remainder(ran.slope, "1/s"),
      energy_slope_rk4: remainder(
        Number.isFinite(ran.slopeRk4) ? ran.slopeRk4 : Number.MAX_VALUE,
        "1/s",
      ),
      ...(errors[0] > 1e-11 && errors[1] > 1e-13
        ? { observed_order: observed(log2(errors[0] / errors[1]), order) }
        : {}),
    },
    named: {},
    fields: [...orbit, energyError!],
    state: {
      dimensions: d,
      run: packFloats(packed(ran.state)),
      finer: packFloats(packed(finer.state)),
    },
    invariants: [
      {
        name: "energy",
        first: ran.energy0,
        last: ran.energy,
        driftPct: 100 * ran.error,
        boundPct: 0.1,
      },
    ],
    error,
    assumed:
      given.order === undefined
        ? [{ name: "order", value: order, unit: "1", why: "the least of the compositions" }]
        : [],
    notes: [
      `RK4 at the same dt: largest relative energy error ${ran.errorRk4}, growing by ` +
        `${ran.slopeRk4} per second; the composition's is ${ran.error} and grows by ${ran.slope} ` +
        "per second.",
    ],
  };
}

/**
 * Where a potential bends, steps that cross the place lose their order, and a few of them can agree
 * to the last digit. What they do to the energy tells more: the period is dJ/dE.
 * @returns part of the action
 */
function lostAtKinks(
  { written }: System,
  { action: j, energy0, errorThen, period, state }: Ran,
): number {
  if (written === undefined || !canBreak(written.root)) return 0;
  const size = energy0 === 0 ? state.book[KINETIC0]! : Math.abs(energy0);
  return (period! * (errorThen ?? 0) * size) / Math.abs(j!);
}

/**
 * What a written potential hides from an orbit between its steps: over the places it went to, cut
 * as finely as its longest step.
 */
function hiddenAlong(system: System, orbit: readonly Field[], dt: number): number {
  const { dimensions: d, inverseMass, pieces, written } = system;
  if (written === undefined) return 0;
  const axes = orbit.slice(0, d).map(({ data: q }, slot) => {
    const p = orbit[d + slot]!.data;
    const fastest = p.reduce((most, one) => Math.max(most, Math.abs(one)), 0) * inverseMass;
    const [low, high] = [q.reduce((a, b) => Math.min(a, b)), q.reduce((a, b) => Math.max(a, b))];
    const cells = Math.ceil((high - low) / Math.max(fastest * dt, (high - low) / CELLS_MAX));
    return { slot, points: evenPoints(Math.max(1, cells || 1), high - low, low) };
  });
  if (pieces === undefined)
    return hiddenBetween(written.root, new Float64Array(d), axes, written.value);
  // A step ends wherever the piece does: each is smooth where the orbit was in it.
  return pieces.visited.reduce((most, { high, low, potential }) => {
    const within = axes.map(({ points, slot }) => ({
      slot,
      points: points.filter((x) => x >= low[slot]! && x <= high[slot]!),
    }));
    const parts = within.map(({ points, slot }) => ({
      slot,
      points: Float64Array.of(low[slot]!, ...points, high[slot]!),
    }));
    const hidden = hiddenBetween(potential.root, new Float64Array(d), parts, potential.value);
    return Math.max(most, hidden);
  }, 0);
}

function unitsOf(given: Given, { turn }: System): readonly [string, string] {
  if (given.system === "henon-heiles") return ["1", "1"];
  return turn === null ? ["m", "kg m/s"] : ["rad", "kg m^2/s"];
}
