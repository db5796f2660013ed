/** Light in one dimension: from a body to levels on Yee's grid, and from a level to an answer. */
import { cospi, exp } from "../../math/index.js";
import { constantsBySymbol } from "../../units/index.js";
import { checkedPoints, FIELD_POINTS_MAX } from "../execute.js";
import { Drift } from "../fields/drift.js";
import { isBroken, meanOver } from "../fields/nodal.js";
import { shownField, withHidden, withUnseen } from "../fields/unseen.js";
import { isCount, statedSteps } from "../fields/march.js";
import { pointsOfLevels, probeField } from "../fields/probe.js";
import { lengthAxis } from "../fields/rectangle.js";
import { evenPoints, sampledField, samplerOf, type Sampler } from "../fields/sampler.js";
import { LIMIT_SLACK, numericalUncertainty } from "../gate.js";
import type { Climbed } from "../ladder.js";
import { defineMarch, inSteps, type MarchAnswer, type Steps, type Watch } from "../march.js";
import { exact, formula, type Readings } from "../reading.js";
import { badInput, exploded, need, notConverged, tooLarge, unstableStep } from "../refusal.js";
import type { Assumed, ErrorEstimate, TimeLevels } from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import type { WaveInputs } from "./card.js";
import { Yee, type Ends } from "./yee.js";

interface Mesh extends Steps {
  readonly n: number;
}

interface LightState {
  readonly n: number;
  readonly dt: number;
  readonly t: number;
  readonly e: Float64Array;
  readonly h: Float64Array;
  readonly outLeft: number;
  readonly outRight: number;
  readonly start: number;
}

interface Problem {
  readonly length: number;
  readonly tEnd: number;
  readonly eps: (low: number, high: number) => number;
  readonly epsText: string;
  readonly epsMin: number;
  readonly epsMax: number;
  readonly epsSampler?: Sampler;
  readonly ends: Ends;
  /** Whether field or permittivity, as texts, jump or bend. */
  readonly isBroken: boolean;
  readonly field: Sampler;
  readonly source: WaveInputs["source"] | null;
  readonly probe: number;
  readonly asked: "field" | "reflection" | "transmission";
  readonly stated: Mesh | null;
  readonly from: LightState | null;
  readonly assumed: readonly Assumed[];
}

interface Run {
  readonly mesh: Mesh;
  readonly yee: Yee;
  readonly drift: Drift;
  readonly energy: number;
  readonly t: number;
  readonly timeLevels: TimeLevels | null;
}

const C = constantsBySymbol.get("c")!.value;
const CELLS = 128;
const COURANT = 0.9;
const DOUBLINGS = 7;
/** Of a cell: where a field is read beside its points. */
const BESIDE = 0.3;
/** Places per cell where a permittivity given as an expression is averaged. */
const AVERAGED = 16;
/** Part of the energy that may still be inside when a reflection is asked for. */
const LEFT_INSIDE = 1e-5;
const BYTES_PER_POINT = 96;

function lightProblem(inputs: WaveInputs): Problem {
  const assumed: Assumed[] = [];
  if (inputs.dim === 2) throw badInput("/dim", "mode maxwell has one dimension");
  const length = need(inputs.length ?? inputs.lx, "length", "the length of the line");
  const tEnd = need(inputs.t_end, "t_end", "the time that is computed");
  const { average, greatest, least, sampler, text } = permittivity(
    need(inputs.eps_r, "eps_r", "the relative permittivity"),
    length,
  );
  const from = inputs.initialState === undefined ? null : stateOf(inputs.initialState);
  const source = inputs.source ?? null;
  if (source !== null && inputs.initial !== undefined)
    throw badInput("/initial", "give a source or an initial field, not both");
  const ends: Ends = inputs.edges ?? (source === null && from === null ? "fixed" : "open");
  if (inputs.edges === undefined) {
    assumed.push({
      name: "edges",
      value: ends,
      unit: "",
      why:
        ends === "open"
          ? "a pulse leaves the line"
          : "a field without source is held by conductors",
    });
  }
  const asked = inputs.quantity ?? "field";
  if (asked !== "field" && ends !== "open")
    throw badInput("/edges", `${asked} is what leaves through open edges`);
  const probe = typeof inputs.probe === "number" ? inputs.probe : (inputs.probe?.[0] ?? length / 2);
  if (inputs.probe === undefined && asked === "field")
    assumed.push({ name: "probe", value: probe, unit: "m", why: "the centre unless given" });
  if (!(probe >= 0 && probe <= length))
    throw badInput("/probe", `the probe lies outside of [0, ${length}]`);
  const stated = statedMesh(inputs, length, tEnd, least, from, assumed);
  const samples = Array.isArray(inputs.initial)
    ? { columns: inputs.initial.length, rows: 1, lx: length, ly: 1, periodic: ends === "periodic" }
    : undefined;
  const field =
    from !== null
      ? sampledField(from.e, {
          columns: from.e.length,
          rows: 1,
          lx: length,
          ly: 1,
          periodic: ends === "periodic",
        })
      : source !== null
        ? pulse(source)
        : samplerOf(need(inputs.initial, "initial", "or a source"), ["x"], "/initial", samples);
  return {
    length,
    tEnd,
    eps: average,
    epsText: text,
    epsMin: least,
    epsMax: greatest,
    ...(sampler === undefined ? {} : { epsSampler: sampler }),
    ends,
    isBroken: [sampler, field].some(
      (one) => one !== undefined && isBroken(one, Float64Array.of(0, length), new Float64Array(1)),
    ),
    field,
    source,
    probe,
    asked,
    stated,
    from,
    assumed,
  };
}

function pulse({
  amplitude,
  center,
  wavelength,
  width,
}: NonNullable<WaveInputs["source"]>): Sampler {
  const at = (x: number): number => {
    const s = (x - center) / width;
    return (
      amplitude *
      exp(-s * s) *
      (wavelength === undefined ? 1 : cospi((2 * (x - center)) / wavelength))
    );
  };
  const text =
    `${amplitude} exp(-((x - ` +
    `${center})/${width})^2)${wavelength === undefined ? "" : ` cos(2 pi (x - ${center})/${wavelength})`}`;
  // Near the middle of a wave train a step may not fit its waves: the text runs on intervals.
  const written =
    `${amplitude} * exp(-((x - (${center}))/(${width}))^2)` +
    (wavelength === undefined ? "" : ` * cos(2 pi (x - (${center}))/(${wavelength}))`);
  const { hidden } = samplerOf(written, ["x"], "/source");
  return { at, text, varies: (name) => name === "x", ...(hidden === undefined ? {} : { hidden }) };
}

interface Permittivity {
  readonly average: (low: number, high: number) => number;
  readonly least: number;
  readonly greatest: number;
  readonly text: string;
  /** Of an expression: what it hides between points. */
  readonly sampler?: Sampler;
}

function permittivity(input: NonNullable<WaveInputs["eps_r"]>, length: number): Permittivity {
  if (typeof input === "number")
    return { average: () => input, least: input, greatest: input, text: String(input) };
  if (typeof input === "string") return expressionPermittivity(input, length);
  input.forEach(({ to }, i) => {
    if (!(to > (i === 0 ? 0 : input[i - 1]!.to)))
      throw badInput(`/eps_r/${i}/to`, "layers follow one another from x = 0 on");
  });
  if (!(input[input.length - 1]!.to >= length * (1 - 1e-12)))
    throw badInput("/eps_r", `the layers end before length = ${length}`);
  const average = (low: number, high: number): number => {
    let total = 0;
    let from = low;
    for (const { eps_r: eps, to } of input) {
      if (to <= from) continue;
      const end = Math.min(to, high);
      total += eps * (end - from);
      from = end;
      if (from >= high) break;
    }
    return (total + input[input.length - 1]!.eps_r * Math.max(0, high - from)) / (high - low);
  };
  const values = input.map(({ eps_r: eps }) => eps);
  return {
    average,
    least: Math.min(...values),
    greatest: Math.max(...values),
    text: input.map(({ eps_r: eps, to }) => `${eps} to ${to} m`).join(", "),
  };
}

function expressionPermittivity(input: string, length: number): Permittivity {
  const sampler = samplerOf(input, ["x"], "/eps_r");
  const { at, text } = sampler;
  const positive = (x: number): number => {
    const value = at(x, 0, 0);
    if (!(value > 0) || value - value !== 0)
      throw badInput("/eps_r", `no positive permittivity at x = ${x}`);
    return value;
  };
  const places = sampler.breaks?.("x", 0, length).places ?? [];
  const average = (low: number, high: number): number => {
    if (places.some((one) => one.at > low && one.at < high))
      return meanOver(positive, places, low, high, AVERAGED);
    let total = 0;
    for (let k = 0; k < AVERAGED; k += 1)
      total += positive(low + ((high - low) * (k + 0.5)) / AVERAGED);
    return total / AVERAGED;
  };
  let least = Number.POSITIVE_INFINITY;
  let greatest = 0;
  const ends = [0, ...places.map((one) => one.at), length];
  const middles = ends.slice(1).map((end, k) => (end + ends[k]!) / 2);
  const even = Array.from({ length: 4_097 }, (_, k) => (length * k) / 4_096);
  for (const x of places.length === 0 ? even : [...even, ...middles]) {
    const value = positive(x);
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  return { average, least, greatest, text, sampler };
}

function statedMesh(
  { dt, nx, steps }: WaveInputs,
  length: number,
  tEnd: number,
  epsMin: number,
  from: LightState | null,
  assumed: Assumed[],
): Mesh | null {
  if (nx === undefined && dt === undefined && steps === undefined && from === null) return null;
  const n = nx ?? from?.n ?? CELLS * 4;
  if (nx === undefined)
    assumed.push({ name: "nx", value: n, unit: "1", why: "cells where only the step is stated" });
  if (from !== null && from.n !== n)
    throw badInput("/initialState", `the state has ${from.n} cells`);
  const rate = (C / Math.sqrt(epsMin)) * (n / length);
  const march = statedSteps(
    tEnd,
    dt ?? (steps === undefined ? from?.dt : undefined),
    steps,
    () => Math.ceil((tEnd * rate) / COURANT),
    assumed,
  );
  if (from !== null && from.dt !== march.dt)
    throw badInput("/dt", `a leapfrog goes on with its own step, ${from.dt}`);
  if (!(march.dt * rate <= 1 + LIMIT_SLACK))
    throw unstableStep("C = c dt / dx", march.dt * rate, 1, 1 / rate);
  return { n, ...march };
}

function stateOf(state: Readonly<Record<string, unknown>>): LightState {
  const { dt, e, h, n, outLeft, outRight, points, start, t } = state;
  const numbers = [t, dt, outLeft, outRight, start];
  if (!isCount(n) || !isCount(points) || numbers.some((x) => typeof x !== "number"))
    throw badInput("/initialState", "no state of this solver");
  if (!(points <= FIELD_POINTS_MAX && n <= points))
    throw tooLarge("points of the state", points, FIELD_POINTS_MAX);
  return {
    n,
    dt: Number(dt),
    t: Number(t),
    outLeft: Number(outLeft),
    outRight: Number(outRight),
    start: Number(start),
    e: unpackFloats(e, points, "/initialState/e"),
    h: unpackFloats(h, n, "/initialState/h"),
  };
}

function levelMesh({ epsMin, length, tEnd }: Problem, level: number): Mesh {
  const steps =
    Math.ceil((tEnd * C * CELLS) / (Math.sqrt(epsMin) * length * COURANT)) * (1 << level);
  return { n: CELLS << level, steps, dt: tEnd / steps };
}

function startOf(problem: Problem, { dt, n }: Mesh): Yee {
  const { ends, eps, field, from, length, source } = problem;
  const dx = length / n;
  const points = ends === "periodic" ? n : n + 1;
  const epsAt = Float64Array.from({ length: points }, (_, i) =>
    ends === "periodic" && i === 0
      ? (eps(0, dx / 2) + eps(length - dx / 2, length)) / 2
      : eps(Math.max(0, (i - 0.5) * dx), Math.min(length, (i + 0.5) * dx)),
  );
  const s = (C * dt) / dx;
  if (from !== null && from.n === n && from.dt === dt) {
    const yee = new Yee(from.e.slice(), from.h.slice(), epsAt, s, dx, ends);
    yee.outLeft = from.outLeft;
    yee.outRight = from.outRight;
    return yee;
  }
  const e = Float64Array.from({ length: points }, (_, i) => field.at((length * i) / n, 0, 0));
  if (e.some((value) => value - value !== 0))
    throw badInput("/initial", "no finite number somewhere on the line");
  if (ends === "fixed") {
    // Between the points, too: of a wave that fits the cells these show nothing but rounding.
    const greatest = e.reduce((a, b, i) => {
      const beside = field.at((length * Math.min(n, i + BESIDE)) / n, 0, 0);
      return Math.max(a, Math.abs(b), Math.abs(beside));
    }, 0);
    for (const i of [0, n]) {
      if (Math.abs(e[i]!) > 1e-3 * greatest)
        throw badInput("/initial", `a conductor holds the field at zero, not at ${e[i]!}`);
      e[i] = 0;
    }
  }
  const h = new Float64Array(n);
  if (from !== null) {
    const held = sampledField(from.h, {
      columns: from.n,
      rows: 1,
      x0: length / (2 * from.n),
      lx: length - length / from.n,
      ly: 1,
    });
    h.forEach((_, i) => {
      h[i] = held.at((i + 0.5) * dx, 0, 0);
    });
    return new Yee(e, h, epsAt, s, dx, ends);
  }
  for (let i = 0; i < n; i += 1) {
    const index = Math.sqrt(eps(i * dx, (i + 1) * dx));
    // A wave to the right has H = -n E; half a step ago it stood half a step further left. Else H
    // was the mirror of what comes.
    if (source !== null) h[i] = -index * field.at((i + 0.5) * dx + (0.5 * C * dt) / index, 0, 0);
    else h[i] = -0.5 * s * ((ends === "periodic" && i === n - 1 ? e[0]! : e[i + 1]!) - e[i]!);
  }
  return new Yee(e, h, epsAt, s, dx, ends);
}

function march(problem: Problem, mesh: Mesh, watch: Watch): Run {
  const { from, tEnd } = problem;
  const { dt, n: points, steps } = mesh;
  const yee = startOf(problem, mesh);
  const drift = new Drift();
  let energy = from?.start ?? 0;
  const way = { points, steps, tau: dt / tEnd };
  const level = (): Float64Array => yee.e.slice();
  const timeLevels = inSteps(way, watch, level, (n) => {
    const left = yee.outLeft + yee.outRight;
    const held = yee.step();
    if (held - held !== 0) throw exploded(n, "the energy");
    if (n === 0 && from === null) energy = held;
    drift.sample(held + left);
  });
  return { mesh, yee, drift, energy, t: (from?.t ?? 0) + steps * dt, timeLevels };
}

function valueOf(problem: Problem, { energy, mesh, yee }: Run): number {
  if (problem.asked === "field") {
    return probeField(
      yee.e,
      yee.e.length,
      1,
      (problem.probe / problem.length) * mesh.n,
      0,
      problem.ends === "periodic",
      pointsOfLevels(problem.isBroken),
    );
  }
  return (problem.asked === "reflection" ? yee.outLeft : yee.outRight) / energy;
}

/** Greatest size of the field at the start; parts of the energy are their own scale. */
function scaleOf({ asked, field, length }: Problem): number {
  let greatest = 0;
  for (let i = 0; i <= 1024; i += 1)
    greatest = Math.max(greatest, Math.abs(field.at((length * i) / 1024, 0, 0)));
  return asked === "field" ? greatest : 1;
}

function partOf({ epsMin, length, tEnd }: Problem, mesh: Mesh, part: number): Mesh {
  const n = Math.max(3, Math.round(mesh.n * part));
  const stable = Math.ceil((tEnd * C * n) / (Math.sqrt(epsMin) * length));
  const steps = Math.max(2, Math.ceil(mesh.steps * part), stable);
  return { n, steps, dt: tEnd / steps };
}

/** Part of the energy that is still on the line. */
function insideOf({ energy, yee }: Run): number {
  return energy === 0 ? 0 : 1 - (yee.outLeft + yee.outRight) / energy;
}

function readingsOf({ ends }: Problem, run: Run): Readings {
  const { energy, yee } = run;
  return {
    ...(ends === "open"
      ? {
          reflection: { value: energy === 0 ? 0 : yee.outLeft / energy, unit: "1" },
          transmission: { value: energy === 0 ? 0 : yee.outRight / energy, unit: "1" },
        }
      : {}),
    inside: { value: insideOf(run), unit: "1" },
  };
}

/** The estimate, widened by what field and permittivity hide between the points of the line. */
function seen(problem: Problem, { error, run }: Climbed<Run>): ErrorEstimate {
  const { epsMin, epsSampler, field, length } = problem;
  const { n } = run.mesh;
  const none = new Float64Array(1);
  const xs = evenPoints(n, length);
  const shown = withUnseen(error, [shownField("initial", field, xs, none)], xs, none);
  const places = evenPoints(AVERAGED * n, length);
  const isCut = epsSampler !== undefined && isBroken(epsSampler, xs, none);
  const missed = epsSampler?.hidden?.(places, none, none, isCut ? "means" : "values") ?? 0;
  return withHidden(shown, [{ name: "eps_r", missed, size: epsMin }], places.length);
}

function answer(
  problem: Problem,
  run: Run,
  { error, quantities, value }: Pick<Climbed<Run>, "error" | "quantities" | "value">,
): MarchAnswer {
  const { asked, ends, length, probe, tEnd } = problem;
  const { drift, energy, mesh, yee } = run;
  const { inside: stillInside, ...left } = quantities;
  const dx = length / mesh.n;
  const inside = insideOf(run);
  if (asked !== "field" && !(Math.abs(inside) <= LEFT_INSIDE)) {
    throw notConverged(
      "budget",
      `at t_end = ${tEnd} the part ${inside} of the energy is still on the line; give a longer t_end.`,
      { inside },
    );
  }
  const unit = asked === "field" ? "V/m" : "1";
  return {
    unit,
    equations: [
      `${problem.epsText} eps_0 dE/dt = dH/dx, mu_0 dH/dt = dE/dx on [0, ${length}], c = ${C} m/s, ${ends} ends`,
      `E(0) = ${problem.field.text}${problem.source === null ? ", H(0) = 0" : ", moving to larger x"}`,
      `${asked}${asked === "field" ? `(${probe}; t = ${run.t})` : ""} = ${value} ${unit}`,
    ],
    outputs: {
      ...left,
      ...(asked === "field"
        ? {}
        : { [asked]: { value, unit: "1", uncertainty: numericalUncertainty(error, value) } }),
      inside: stillInside!,
      courant: formula((C * mesh.dt * mesh.n) / (Math.sqrt(problem.epsMin) * length), "1"),
      steps: exact(mesh.steps),
    },
    named: { scheme: "yee", cells: [mesh.n], dt: mesh.dt },
    fields: [
      {
        name: "electric_field",
        unit: "V/m",
        shape: [yee.e.length],
        data: yee.e,
        axes: [lengthAxis("x", yee.e.length, dx, 0, ends === "periodic")],
      },
      {
        name: "magnetic_field_times_vacuum_impedance",
        unit: "V/m",
        shape: [mesh.n],
        data: yee.h,
        axes: [lengthAxis("x", mesh.n, dx, length / (2 * mesh.n))],
      },
    ],
    state: {
      n: mesh.n,
      points: yee.e.length,
      dt: mesh.dt,
      t: run.t,
      start: energy,
      outLeft: yee.outLeft,
      outRight: yee.outRight,
      e: packFloats(yee.e),
      h: packFloats(yee.h),
    },
    invariants: [drift.invariant("energy of the line and of what left it")],
    notes: ["reflection and transmission are parts of the energy"],
  };
}

export const light = defineMarch({
  order: 2,
  problemOf: lightProblem,
  levelMesh,
  partOf,
  resolutionOf: ({ n }) => n,
  doublingsOf: () => DOUBLINGS,
  memoryOf: (_, { n }) => (checkedPoints("points of the field", n + 1) - 1) * BYTES_PER_POINT,
  workOf: (_, { n, steps }) => 2 * n * steps,
  ready: (problem) => ({ ...problem, scale: scaleOf(problem) }),
  march,
  valueOf,
  readingsOf,
  isUneven: (problem) => problem.isBroken,
  seen,
  answer,
});
