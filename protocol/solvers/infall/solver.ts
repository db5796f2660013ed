/** Proper times, radii and orbits about a black hole, out of the geodesic equations. */
import { TWO_PI } from "../../math/constants.js";
import { constantsBySymbol, SOURCES } from "../../units/index.js";
import {
  halvedMeshError,
  MARCH_STEPS_MAX,
  marchOf,
  refined,
  statedStepError,
  stepsOf,
  type March,
} from "../marching.js";
import { formula, fromConstant, quantitiesOf, type Readings } from "../reading.js";
import { badInput, noSolution, SolverMissing, stopIf, tooLarge } from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type ErrorEstimate,
  type Inputs,
  type Invariant,
  type Progress,
  type SolverResult,
} from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { infallCard } from "./card.js";
import { follow, requireReach, stateOf, stepped, type Goal, type Orbit, type Way } from "./fall.js";
import { barrier, barrierBeyondOne, conservedOf, TS, X } from "./geodesic.js";
import { bend } from "./light.js";

type Given = Inputs<(typeof infallCard)["inputs"]>;
type Asked = NonNullable<Given["quantity"]>;

const C = 299_792_458;
/** Square of the impact parameter that is caught, in GM/c^2. */
const CAPTURE = 27;
const USUAL_STEPS = 400;
const G_CHANGE = 1e-5;
/** Part of each number that G leaves open, over the relative change of G. */
const G_PART = SOURCES["G"]! / G_CHANGE;
const UNITS: Readonly<Record<Asked, string>> = {
  proper_time: "s",
  radius: "m",
  coordinate_time: "s",
  precession: "rad",
  deflection: "rad",
};

interface Scale {
  readonly length: number;
  readonly time: number;
}

/** GM/c^2 and GM/c^3. */
function scaleOf(given: Given, change = 1): Scale {
  const length = ((given.G ?? constantsBySymbol.get("G")!.value) * change * given.M) / (C * C);
  return { length, time: length / C };
}

function askedOf(given: Given): Asked {
  return (
    given.quantity ??
    (given.b !== undefined ? "deflection" : given.tau !== undefined ? "radius" : "proper_time")
  );
}

/** In GM/c^2: farther out, E^2 - V^2 loses more than four digits to the 1 in both. */
const WEAK_FIELD_FROM = 1e4;

/**
 * Radius, radial speed, energy and angular momentum at the start, in GM/c^2. @throws SolverRefusal
 * NO_SOLUTION
 */
function orbitOf(given: Given, { length }: Scale): Orbit {
  const { E, L, r0, start } = given;
  if (r0 === undefined)
    throw new SolverMissing("r0", ["r0", "r_0", "r0_km"], "the radius of the start is missing");
  const x = r0 / length;
  const l = L === undefined ? 0 : L / (length * C);
  if (start === "rain" || (start === undefined && E !== undefined))
    return inward(x, start === "rain" ? (E ?? 1) : E!, l);
  if (!(x > 2))
    throw noSolution(`nothing rests or turns at or inside the horizon, r = ${2 * length} m`, {
      horizon: 2 * length,
    });
  if (start === "rest") {
    if (E !== undefined)
      throw badInput("/E", "from rest the radius settles the energy: leave E out");
    return { x, dx: 0, e: Math.sqrt(barrier(x, l)), l };
  }
  if (E !== undefined && L !== undefined) return inward(x, E, l);
  if (E !== undefined) {
    const excess = (E * E) / (1 - 2 / x) - 1;
    if (excess < 0) throw noSolution("this energy is below that of rest at r0", { E });
    return { x, dx: 0, e: E, l: x * Math.sqrt(excess) };
  }
  if (L !== undefined) return { x, dx: 0, e: Math.sqrt(barrier(x, l)), l };
  if (!(x > 3))
    throw noSolution("no circular orbit exists at or inside r = 3 GM/c^2", { r_over_GM_c2: x });
  const circular = x / Math.sqrt(x - 3);
  return { x, dx: 0, e: Math.sqrt(barrier(x, circular)), l: circular };
}

function inward(x: number, e: number, l: number): Orbit {
  const square =
    x > WEAK_FIELD_FROM ? (e - 1) * (e + 1) - barrierBeyondOne(x, l) : e * e - barrier(x, l);
  if (square < -1e-12)
    throw noSolution("this energy does not reach r0 with this angular momentum", {
      E: e,
      L_over_GM_c: l,
    });
  return { x, dx: square > 0 ? -Math.sqrt(square) : 0, e, l };
}

function goalOf(given: Given, asked: Asked, orbit: Orbit, { length, time }: Scale): Goal {
  if (asked === "precession") {
    const bound = orbit.e < 1 && orbit.l * orbit.l > 12;
    if (!bound)
      throw noSolution("the motion is not bound: it has no apsides to compare", { E: orbit.e });
    return { to: null, tau: Number.POSITIVE_INFINITY, apsides: 2, outside: false };
  }
  if (given.tau !== undefined && given.r_to !== undefined)
    throw badInput("/tau", "a run ends at r_to or at tau: give one");
  if (given.tau !== undefined) {
    if (asked === "proper_time")
      throw badInput("/quantity", "tau is the proper time: ask for the radius");
    return { to: null, tau: given.tau / time, apsides: null, outside: false };
  }
  if (asked === "radius")
    throw new SolverMissing(
      "tau",
      ["tau"],
      "the radius is asked for at a proper time, which is missing",
    );
  const to = (given.r_to ?? 0) / length;
  requireReach(orbit, to);
  const outside = to > 2;
  if (asked === "coordinate_time" && !outside)
    throw noSolution("in coordinate time nothing ever reaches the horizon", {
      horizon: 2 * length,
    });
  return { to, tau: Number.POSITIVE_INFINITY, apsides: null, outside };
}

function valueOf(asked: Asked, way: Way, { length, time }: Scale): number {
  if (asked === "precession") return way.turn! - TWO_PI;
  if (asked === "radius") return way.x * length;
  return (asked === "coordinate_time" ? way.t! : way.tau) * time;
}

export const infall = defineSolver({
  card: infallCard,
  work: ({ dt, tau }) =>
    BigInt(
      dt === undefined || tau === undefined
        ? 36 * USUAL_STEPS
        : Math.ceil(Math.min((36 * tau) / dt, 1e15)),
    ),
  memory: ({ dt, tau }) => {
    if (dt !== undefined && tau !== undefined && !(tau / dt <= MARCH_STEPS_MAX))
      throw tooLarge("steps", tau / dt, MARCH_STEPS_MAX);
    return 1 << 20;
  },
  run(given, stop, progress): SolverResult {
    const poll = (): void => stopIf(stop);
    poll();
    progress(0, 1);
    const asked = askedOf(given);
    if (asked === "deflection") return deflection(given, progress);
    if (given.b !== undefined) throw badInput("/b", "b is of light: ask for the deflection");
    if (given.dt !== undefined || given.initialState !== undefined)
      return statedRun(given, asked, poll, progress);
    const scale = scaleOf(given);
    const orbit = orbitOf(given, scale);
    const goal = goalOf(given, asked, orbit, scale);
    const start = stateOf(orbit, goal.outside);
    if (asked === "precession") requireApsides(orbit);
    const coarse = follow(start, goal, poll, null);
    progress(1, 4);
    const fine = follow(start, goal, poll, coarse.mesh);
    progress(3, 4);
    const value = valueOf(asked, fine, scale);
    const error = halvedMeshError(valueOf(asked, coarse, scale), value, coarse.mesh.length, 0);
    return answer({
      given,
      asked,
      runs: [coarse, fine],
      value,
      error,
      scale,
      changed: given.G === undefined ? withOtherG(given, asked, poll) : null,
      start: conservedOf(start),
    });
  },
});

function requireApsides({ dx, l, x }: Orbit): void {
  if (dx === 0 && Math.abs(l * l * (x - 3) - x * x) < 1e-9 * x * x)
    throw noSolution("a circle has no apsides: give L or E of another orbit");
}

/** The same run with another G. */
interface Changed {
  readonly scale: Scale;
  readonly start: Float64Array;
  readonly way: Way;
}

function withOtherG(given: Given, asked: Asked, poll: () => void): Changed {
  const scale = scaleOf(given, 1 + G_CHANGE);
  const orbit = orbitOf(given, scale);
  const goal = goalOf(given, asked, orbit, scale);
  const start = stateOf(orbit, goal.outside);
  return { scale, start, way: follow(start, goal, poll, null) };
}

function readingsOf(
  way: Way,
  start: ReturnType<typeof conservedOf>,
  { length, time }: Scale,
): Readings {
  return {
    proper_time: { value: way.tau * time, unit: "s" },
    radius: { value: way.x * length, unit: "m" },
    angle: { value: way.phi, unit: "rad" },
    rain_time: { value: way.T * time, unit: "s" },
    E: { value: start.energy, unit: "1" },
    L: { value: start.momentum * length * C, unit: "m^2/s" },
    horizon: { value: 2 * length, unit: "m" },
    ...(way.t === null ? {} : { coordinate_time: { value: way.t * time, unit: "s" } }),
    ...(way.horizonTau === null
      ? {}
      : { horizon_proper_time: { value: way.horizonTau * time, unit: "s" } }),
    ...(way.turn === null ? {} : { precession: { value: way.turn - TWO_PI, unit: "rad" } }),
  };
}

/** At a stated step of proper time, from r0 or from a state. */
function statedRun(given: Given, asked: Asked, poll: () => void, progress: Progress): SolverResult {
  if (given.tau === undefined)
    throw new SolverMissing("tau", ["tau"], "a stated step needs the proper time of the run");
  if (asked !== "radius")
    throw badInput("/quantity", "at a stated step the radius at tau is computed");
  const scale = scaleOf(given);
  let tau0 = 0;
  let start: Float64Array;
  let carry: Float64Array | undefined;
  if (given.initialState === undefined) start = stateOf(orbitOf(given, scale), false);
  else {
    const packed = unpackFloats(given.initialState["run"], 1 + 2 * TS, "/initialState/run");
    tau0 = packed[0]!;
    start = packed.slice(1, 1 + TS);
    carry = packed.slice(1 + TS);
    if (!(start[X]! > 0)) throw badInput("/initialState/run", "the radius must be positive");
  }
  const march = marchOf(given.tau / scale.time, (given.dt ?? given.tau / USUAL_STEPS) / scale.time);
  if (stepsOf(march) > MARCH_STEPS_MAX) throw tooLarge("steps", stepsOf(march), MARCH_STEPS_MAX);
  const way = stepped(tau0, start, carry, march, poll);
  progress(1, 3);
  const finer = stepped(tau0, start, carry, refined(march, 2), poll);
  progress(1, 1);
  const value = valueOf(asked, way, scale);
  const error = statedStepError(value, valueOf(asked, finer, scale), stepsOf(march), 8, 0);
  return answer({
    given,
    asked,
    runs: [finer, way],
    value,
    error,
    scale,
    changed:
      given.G === undefined && given.initialState === undefined
        ? steppedWithOtherG(given, march, scale, poll)
        : null,
    start: conservedOf(start),
  });
}

/** Steps of the same proper time. */
function steppedWithOtherG(given: Given, march: March, { time }: Scale, poll: () => void): Changed {
  const scale = scaleOf(given, 1 + G_CHANGE);
  const start = stateOf(orbitOf(given, scale), false);
  const by = time / scale.time;
  const same = { ...march, dt: march.dt * by, rest: march.rest * by };
  return { scale, start, way: stepped(0, start, undefined, same, poll) };
}

interface Outcome {
  readonly given: Given;
  readonly asked: Asked;
  /** The one that is answered last. */
  readonly runs: readonly [Way, Way];
  readonly value: number;
  readonly error: ErrorEstimate;
  readonly scale: Scale;
  readonly changed: Changed | null;
  readonly start: ReturnType<typeof conservedOf>;
}

function answer({
  asked,
  changed,
  error,
  given,
  runs,
  scale,
  start,
  value,
}: Outcome): SolverResult {
  const { length, time } = scale;
  const way = runs[1];
  const readings = runs.map((run) => readingsOf(run, start, scale));
  const uncertainty =
    changed === null ? 0 : Math.abs(valueOf(asked, changed.way, changed.scale) - value) * G_PART;
  if (changed !== null) {
    const other = readingsOf(changed.way, conservedOf(changed.start), changed.scale);
    readings[1] = fromConstant(readings[1]!, other, G_PART);
  }
  const packed = new Float64Array(1 + 2 * TS);
  packed[0] = way.tau;
  packed.set(way.y.subarray(0, TS), 1);
  packed.set(way.carry.subarray(0, TS), 1 + TS);
  const [radius, angle, rain] = way.trace.fields(
    { name: "proper time", unit: "s" },
    ["r", "m"],
    ["phi", "rad"],
    ["rain time", "s"],
  );
  const scaled = (field: typeof radius, by: number): NonNullable<typeof radius> => ({
    ...field!,
    data: field!.data.map((x) => x * by),
    axes: field!.axes.map((axis) => ({ ...axis, values: axis.values!.map((t) => t * time) })),
  });
  return {
    value,
    unit: UNITS[asked],
    ...(uncertainty > 0 ? { physicalUncertainty: uncertainty } : {}),
    equations: [
      "ds^2 = -(1 - v^2) c^2 dT^2 + 2 v c dT dr + dr^2 + r^2 dphi^2, v = (2 G M/(r c^2))^(1/2)",
      "d^2 x^a/dtau^2 + Gamma^a_bc (dx^b/dtau)(dx^c/dtau) = 0",
      `G M/c^2 = ${length} m, E = ${start.energy}, L = ${start.momentum} G M/c`,
    ],
    outputs: quantitiesOf(readings, 8),
    named: {},
    fields: [scaled(radius, length), scaled(angle, 1), scaled(rain, time)],
    ...(given.tau !== undefined && given.dt !== undefined
      ? { state: { run: packFloats(packed) } }
      : {}),
    invariants: invariantsOf(way, start),
    error,
    assumed: assumedOf(given, asked),
    notes: [
      "Outside the horizon rain_time is the time of observers who fell from rest at infinity; " +
        "Schwarzschild's is coordinate_time.",
    ],
  };
}

function invariantsOf({ drift }: Way, start: ReturnType<typeof conservedOf>): Invariant[] {
  const line = (name: string, first: number, change: number): Invariant => ({
    name,
    first,
    last: first + change,
    driftPct: 100 * change,
    boundPct: 0.1,
  });
  return [
    line("u.u", -1, drift.norm),
    line("E", start.energy, drift.energy),
    line("L", start.momentum, drift.momentum),
  ];
}

function assumedOf(given: Given, asked: Asked): Assumed[] {
  return [
    ...(given.G === undefined
      ? [
          {
            name: "G",
            value: constantsBySymbol.get("G")!.value,
            unit: "m^3/(kg s^2)",
            why: "CODATA 2022",
          },
        ]
      : []),
    ...(given.quantity === undefined && asked !== "proper_time"
      ? [
          {
            name: "quantity",
            value: asked,
            unit: "",
            why: `${asked === "radius" ? "tau" : "b"} is given`,
          },
        ]
      : []),
    ...(given.start === "rain" && given.E === undefined && given.initialState === undefined
      ? [{ name: "E", value: 1, unit: "1", why: "rain falls from rest at infinity" }]
      : []),
    ...(asked === "proper_time" && given.r_to === undefined
      ? [{ name: "r_to", value: 0, unit: "m", why: "the fall ends at the centre" }]
      : []),
  ];
}

function deflection(given: Given, progress: Progress): SolverResult {
  if (given.b === undefined)
    throw new SolverMissing("b", ["b"], "the bending of light needs its impact parameter");
  const { length } = scaleOf(given);
  const ratio = length / given.b;
  if (CAPTURE * ratio * ratio >= 1) {
    throw noSolution(
      "light this close is caught: the impact parameter must exceed 27^(1/2) GM/c^2",
      { b_min: Math.sqrt(CAPTURE) * length },
    );
  }
  const coarse = bend(ratio, null);
  progress(1, 3);
  const fine = bend(ratio, coarse.mesh);
  progress(2, 3);
  const other =
    given.G === undefined && CAPTURE * ratio * ratio * (1 + 3 * G_CHANGE) < 1
      ? bend(ratio * (1 + G_CHANGE), null)
      : null;
  const change = other === null ? 0 : Math.abs(other.angle - fine.angle) * G_PART;
  const nearest = ({ nearest: part }: typeof fine): Readings => ({
    nearest: { value: part * given.b!, unit: "m" },
  });
  const near = nearest(fine);
  const ofG = given.G === undefined ? SOURCES["G"]! : 0;
  const [w] = fine.trace.fields({ name: "phi", unit: "rad" }, ["b/r", "1"]);
  return {
    value: fine.angle,
    unit: "rad",
    ...(change > 0 ? { physicalUncertainty: change } : {}),
    equations: [
      "d^2 w/dphi^2 + w = 3 (G M/(c^2 b)) w^2, w = b/r",
      `G M/c^2 = ${length} m, b = ${given.b} m`,
    ],
    outputs: {
      ...quantitiesOf(
        [nearest(coarse), other === null ? near : fromConstant(near, nearest(other), G_PART)],
        8,
      ),
      weak_field: formula(4 * ratio, "rad", ofG * 4 * ratio),
      horizon: formula(2 * length, "m", ofG * 2 * length),
    },
    named: {},
    fields: [w!],
    invariants: [
      {
        name: "w'^2 + w^2 - 2 (m/b) w^3",
        first: 1,
        last: 1 + fine.drift,
        driftPct: 100 * fine.drift,
        boundPct: 0.1,
      },
    ],
    error: halvedMeshError(coarse.angle, fine.angle, coarse.mesh.length, 0),
    assumed: assumedOf(given, "deflection"),
    notes: ["weak_field is 4 GM/(c^2 b), the limit of large b: it stands beside the value."],
  };
}
