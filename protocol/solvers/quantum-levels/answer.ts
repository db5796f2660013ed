/** What a level is answered by. */
import type { JsonValue } from "../../ports.js";
import { numericalUncertainty } from "../gate.js";
import { exact, joined, type Quantities } from "../reading.js";
import { noSolution } from "../refusal.js";
import type { Assumed, Field, SolverResult } from "../solver.js";
import type { Box } from "./hamiltonian.js";
import type { Problem, QuantumInputs } from "./potential.js";

/** J, CODATA 2022, and its standard uncertainty. */
const HARTREE = 4.359744722206e-18;
const HARTREE_UNCERTAINTY = 4.8e-30;

export interface Listed {
  readonly n: number;
  readonly energy: number;
  readonly uncertainty: number;
}

/** What a level is answered by, however its problem was cut up. */
interface Solved {
  readonly value: number;
  readonly error: SolverResult["error"];
  readonly listed: readonly Listed[];
  readonly number: number | null;
  readonly quantities: Quantities;
  readonly field: Field;
  readonly invariants: SolverResult["invariants"];
  readonly intervals: number;
}

export function answer(
  inputs: QuantumInputs,
  problem: Problem,
  box: Pick<Box, "from" | "to">,
  { error, field, intervals, invariants, listed, number, quantities, value }: Solved,
): SolverResult {
  const { n = 0 } = inputs;
  if (number !== null && n >= number) {
    throw noSolution(`the potential holds ${number} bound states; there is no level n = ${n}.`, {
      bound_states: number,
      n,
    });
  }
  const levels: JsonValue = listed.map((level) => ({
    n: level.n,
    value: level.energy,
    uncertainty: level.uncertainty,
    unit: "J",
  }));
  return {
    value,
    unit: "J",
    equations: [
      `-hbar^2/(2 m) psi'' + V(x) psi = E psi, V(x) = ${problem.text}`,
      `m = ${inputs.mass!}${inputs.units === "atomic" ? " m_e" : " kg"}, psi = 0 at x = ` +
        `${box.from * problem.metre} m and ${box.to * problem.metre} m, ${intervals} ` +
        `intervals, level n = ${n}`,
    ],
    outputs: {
      energy_hartree: {
        value: value / HARTREE,
        unit: "1",
        uncertainty: joined(
          numericalUncertainty(error, value) / HARTREE,
          (HARTREE_UNCERTAINTY * Math.abs(value)) / (HARTREE * HARTREE),
        ),
      },
      ...quantities,
      ...(number === null ? {} : { bound_states: exact(number) }),
    },
    named: {
      levels,
      bound_states: number,
      box: [box.from * problem.metre, box.to * problem.metre],
    },
    fields: [field],
    invariants,
    error,
    assumed: assumptions(inputs, error),
    notes: [...problem.notes],
  };
}

function assumptions(inputs: QuantumInputs, error: SolverResult["error"]): Assumed[] {
  const assumed: Assumed[] = [];
  if (inputs.grid === undefined) {
    assumed.push({
      name: "grid",
      value: error.levels.at(-1)!.resolution,
      unit: "1",
      why: "intervals at which the gate passed",
    });
  }
  if (inputs.quantity === undefined)
    assumed.push({ name: "quantity", value: "level", unit: "", why: "the value is E_n" });
  if (inputs.units === undefined)
    assumed.push({ name: "units", value: "si", unit: "", why: "every number is SI" });
  if (inputs.ends === undefined && inputs.preset === undefined) {
    assumed.push({
      name: "ends",
      value:
        Array.isArray(inputs.potential) || typeof inputs.potential === "number" ? "walls" : "open",
      unit: "",
      why: "an expression goes on beyond its extent; samples and constants end in walls",
    });
  }
  return assumed;
}
