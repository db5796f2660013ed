/**
 * The potential of a body as a function of position, its presets, and its values on a grid.
 */
import { constantsBySymbol } from "../../units/index.js";
import { compileExpression, type Expression } from "../expression.js";
import { badInput, noSolution, SolverMissing } from "../refusal.js";
import type { z } from "zod";
import type { PRESETS, quantumLevelsCard } from "./card.js";

export type QuantumInputs = z.output<typeof quantumLevelsCard.inputs>;

/** x has the first slot. */
export interface Written {
  readonly expression: Expression;
  readonly slots: Float64Array;
}

export interface Problem {
  readonly v: (x: number) => number;
  /** The potential as an expression; absent of numbers, samples and the Coulomb potential. */
  readonly written?: Written;
  readonly text: string;
  /** hbar^2 / 2m, energy times length squared in the unit system of the body. */
  readonly kinetic: number;
  readonly from: number;
  readonly to: number;
  readonly hardFrom: boolean;
  readonly hardTo: boolean;
  /** SI value of one unit of energy and of length. */
  readonly joule: number;
  readonly metre: number;
  /** An energy of the inputs alone that relative errors are taken against. */
  readonly scale: number;
  readonly notes: readonly string[];
}

type Preset = (typeof PRESETS)[number];

interface PresetRule {
  readonly needs: readonly string[];
  readonly text: string;
  /** Half width of the first box, from the parameters. */
  readonly reach: (
    p: Readonly<Record<string, number>>,
    kinetic: number,
    n: number,
  ) => readonly [number, number];
  readonly walls?: "both" | "left";
}

function oscillator(curvature: number, kinetic: number, n: number): readonly [number, number] {
  const length = Math.sqrt(Math.sqrt(kinetic / curvature));
  const reach = length * (Math.sqrt(2 * n + 1) + 6);
  return [-reach, reach];
}

const RULES: Readonly<Record<Preset, PresetRule>> = {
  harmonic: {
    needs: ["k"],
    text: "0.5*k*x^2",
    reach: (p, kinetic, n) => oscillator(p["k"]! / 2, kinetic, n),
  },
  box: { needs: ["L"], text: "0", walls: "both", reach: (p) => [0, p["L"]!] },
  "finite-well": {
    needs: ["V0", "L"],
    text: "V0*heaviside(abs(x)-L/2)",
    reach: (p) => [-1.5 * p["L"]!, 1.5 * p["L"]!],
  },
  morse: {
    needs: ["D_e", "a"],
    text: "D_e*(1-exp(-a*x))^2",
    reach: (p) => [-2 / p["a"]!, 10 / p["a"]!],
  },
  "poschl-teller": {
    needs: ["V0", "a"],
    text: "-V0/cosh(a*x)^2",
    reach: (p) => [-8 / p["a"]!, 8 / p["a"]!],
  },
  quartic: {
    needs: ["lambda"],
    text: "lambda*x^4",
    reach: (p, kinetic, n) => {
      // The classical turning point of the n-th level, generously.
      let reach = 1;
      const goal = (n + 1) * 4;
      for (
        let i = 0;
        i < 400 && reach * reach * reach * Math.sqrt(p["lambda"]! / kinetic) > goal;
        i += 1
      )
        reach *= 0.9;
      for (
        let i = 0;
        i < 400 && reach * reach * reach * Math.sqrt(p["lambda"]! / kinetic) < goal;
        i += 1
      )
        reach *= 1.1;
      return [-2 * reach, 2 * reach];
    },
  },
  "double-well": {
    needs: ["V0", "a"],
    text: "V0*((x/a)^2-1)^2",
    reach: (p) => [-3 * p["a"]!, 3 * p["a"]!],
  },
  coulomb: {
    needs: ["Z", "l"],
    text: "",
    walls: "left",
    reach: (p, kinetic, n) => [0, p["bohr"]! * 12 * (n + p["l"]! + 1) * (n + p["l"]! + 2)],
  },
};

function constant(symbol: string): number {
  return constantsBySymbol.get(symbol)!.value;
}

interface Units {
  readonly joule: number;
  readonly metre: number;
  readonly hbarSquared: number;
  readonly coulomb: number;
}

function unitsOf(system: "si" | "atomic" | undefined): Units {
  if (system === "atomic")
    return { joule: constant("E_h"), metre: constant("a_0"), hbarSquared: 1, coulomb: 1 };
  const hbar = constant("hbar");
  const charge = constant("q_e");
  return {
    joule: 1,
    metre: 1,
    hbarSquared: hbar * hbar,
    coulomb: (charge / (4 * constant("pi"))) * (charge / constant("eps_0")),
  };
}

/**
 * @throws SolverRefusal for an empty extent or unreadable text; SolverMissing where a preset lacks
 * a parameter
 */
export function problemOf(inputs: QuantumInputs): Problem {
  const { mass, n = 0, potential, preset } = inputs;
  const units = unitsOf(inputs.units);
  const kinetic = units.hbarSquared / (2 * mass!);
  if (potential !== undefined && preset !== undefined) {
    throw badInput("/preset", "give either a potential or a preset, not both");
  }
  return preset === undefined
    ? statedProblem(inputs, units, kinetic)
    : presetProblem(inputs, preset, units, kinetic, n);
}

function presetProblem(
  inputs: QuantumInputs,
  preset: Preset,
  units: Units,
  kinetic: number,
  n: number,
): Problem {
  const rule = RULES[preset];
  const given: Record<string, number> = { ...inputs.parameters };
  for (const name of rule.needs) {
    const value = given[name];
    if (value === undefined) {
      throw new SolverMissing(
        `parameters.${name}`,
        [`parameters.${name}`],
        `The preset ${preset} needs ${rule.needs.join(", ")} in parameters; ${name} is absent.`,
      );
    }
    if (!(value > 0) && !(name === "l" && value === 0))
      throw badInput(`/parameters/${name}`, `${name} must be positive`);
  }
  if (preset === "coulomb" && !Number.isInteger(given["l"]))
    throw badInput("/parameters/l", "l is a whole number");
  const charge = preset === "coulomb" ? given["Z"]! * units.coulomb : 0;
  if (preset === "coulomb") given["bohr"] = (2 * kinetic) / charge;
  const [first, last] = rule.reach(given, kinetic, n);
  const [from, to] = inputs.extent === undefined ? [first, last] : extentOf(inputs.extent);
  const barrier = preset === "coulomb" ? kinetic * given["l"]! * (given["l"]! + 1) : 0;
  const written = preset === "coulomb" ? null : writtenPotential(rule.text, given, "/preset");
  const v =
    written === null ? (x: number): number => -charge / x + barrier / (x * x) : valueOf(written);
  const text = preset === "coulomb" ? "-Z e^2/(4 pi eps_0 x) + hbar^2 l(l+1)/(2 m x^2)" : rule.text;
  const hardFrom = rule.walls !== undefined;
  const hardTo = rule.walls === "both";
  if ((hardFrom && from !== first) || (hardTo && to !== last)) {
    throw badInput(
      "/extent",
      `the walls of the preset ${preset} are at ${first} and ${hardTo ? last : "infinity"}`,
    );
  }
  const length = preset === "coulomb" ? given["bohr"]! : last - first;
  return {
    v,
    ...(written === null ? {} : { written }),
    text,
    kinetic,
    from,
    to,
    hardFrom,
    hardTo,
    joule: units.joule,
    metre: units.metre,
    scale: kinetic / (length * length),
    notes: [],
  };
}

function extentOf(extent: NonNullable<QuantumInputs["extent"]>): readonly [number, number] {
  const [from, to] = typeof extent === "number" ? [-extent / 2, extent / 2] : extent;
  if (!(to > from)) throw badInput("/extent", "the extent must go from a lower to a higher x");
  return [from, to];
}

function statedProblem(inputs: QuantumInputs, units: Units, kinetic: number): Problem {
  const { ends, potential } = inputs;
  const [from, to] = extentOf(inputs.extent!);
  const notes: string[] = [];
  let v: (x: number) => number;
  let flat = false;
  let written: Written | null = null;
  let text = "samples";
  if (typeof potential === "string") {
    written = writtenPotential(potential, inputs.parameters ?? {}, "/potential");
    v = valueOf(written);
    text = potential;
    flat = !written.expression.uses("x");
  } else if (typeof potential === "number") {
    v = () => potential;
    text = `${potential}`;
    flat = true;
  } else v = sampled(potential!, from, to);
  const samples = typeof potential === "object";
  if (samples && ends === "open") {
    throw badInput("/ends", "samples say nothing beyond their extent: its ends can only be walls");
  }
  if (flat && ends === "open")
    throw noSolution("a constant potential binds nothing between open ends");
  const hard = ends === "walls" || ((samples || flat) && ends === undefined);
  if (hard && ends === undefined) {
    notes.push(
      flat
        ? "A constant potential binds only between walls: the ends of the extent are taken as walls."
        : "Nothing is known of the potential beyond its samples: the ends of the extent are walls.",
    );
  }
  const width = to - from;
  return {
    v,
    ...(written === null ? {} : { written }),
    text,
    kinetic,
    from,
    to,
    hardFrom: hard,
    hardTo: hard,
    joule: units.joule,
    metre: units.metre,
    scale: kinetic / (width * width),
    notes,
  };
}

function names(parameters: Readonly<Record<string, number>>): string[] {
  return Object.keys(parameters).toSorted();
}

function writtenPotential(
  text: string,
  parameters: Readonly<Record<string, number>>,
  pointer: string,
): Written {
  const order = names(parameters);
  if (order.includes("x")) throw badInput("/parameters/x", "x is the coordinate");
  const expression = compileExpression(text, ["x", ...order], pointer);
  return { expression, slots: Float64Array.of(0, ...order.map((name) => parameters[name]!)) };
}

function valueOf({ expression, slots }: Written): (x: number) => number {
  const at = Float64Array.from(slots);
  return (x) => {
    at[0] = x;
    return expression.value(at);
  };
}

/** Linear between samples that are evenly spread over the extent, ends included. */
function sampled(samples: readonly number[], from: number, to: number): (x: number) => number {
  if (samples.length < 2) throw badInput("/potential", "samples need both ends of the extent");
  const last = samples.length - 1;
  return (x) => {
    const at = Math.min(Math.max(((x - from) / (to - from)) * last, 0), last);
    const i = Math.min(Math.floor(at), last - 1);
    return samples[i]! + (samples[i + 1]! - samples[i]!) * (at - i);
  };
}

/**
 * V at the interior points of a grid, the mean of both sides where it has no value.
 * @throws SolverRefusal INVALID_BODY where the potential is not finite
 */
export function valuesOn(
  v: (x: number) => number,
  from: number,
  h: number,
  count: number,
): Float64Array {
  const out = new Float64Array(count);
  for (let i = 0; i < count; i += 1) {
    const x = from + (i + 1) * h;
    const value = v(x);
    out[i] = Number.isFinite(value) ? value : 0.5 * (v(x - 1e-6 * h) + v(x + 1e-6 * h));
    if (!Number.isFinite(out[i]!))
      throw badInput("/potential", `the potential is not finite near x = ${x}`);
  }
  return out;
}
