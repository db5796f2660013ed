/**
 * One job of a solver, whole: inputs bound, bounds checked, run, gate and invariants held against
 * their limits.
 */
import { SingularMatrix } from "../math/linear/singular.js";
import { brokenInvariant, gateFailure, gateOf, invariantFailure, type Gate } from "./gate.js";
import { withSharedRooms } from "../wasm/kernel.js";
import { bindInputs } from "./input.js";
import { exploded, notConverged, SolverRefusal, tooLarge } from "./refusal.js";
import type { Progress, Solver, SolverResult, StopSignal } from "./solver.js";

/**
 * Bytes one job may hold. A worker's own limits do not count array buffers, so the solver's figure
 * decides.
 */
const JOB_BYTES_MAX = 536_870_912;
/** Points of one field. */
export const FIELD_POINTS_MAX = 4_194_304;
/** @throws SolverRefusal for more points than a field may have */
export function checkedPoints(what: string, points: number): number {
  if (!(points <= FIELD_POINTS_MAX)) throw tooLarge(what, points, FIELD_POINTS_MAX);
  return points;
}

/** Inner-loop operations of one job: about ten minutes of one core. */
export const JOB_WORK_MAX = 1n << 40n;

export interface Solved {
  /** SI, canonical names: what is sealed, and runs again. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly result: SolverResult;
  readonly gate: Gate;
  readonly work: bigint;
}

/**
 * Bound inputs of a job and what it will take, before anything of it runs. @throws SolverRefusal
 */
export function prepareJob(
  solver: Solver,
  body: Readonly<Record<string, unknown>>,
): {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly work: bigint;
  readonly bytes: number;
} {
  const inputs = bindInputs(solver.card, body);
  const bytes = solver.memory(inputs);
  if (!(bytes >= 0 && bytes <= JOB_BYTES_MAX))
    throw tooLarge("memory in bytes", bytes, JOB_BYTES_MAX);
  const work = solver.work(inputs);
  if (work < 0n || work > JOB_WORK_MAX)
    throw tooLarge("inner-loop operations", Number(work), Number(JOB_WORK_MAX));
  return { inputs, work, bytes };
}

/**
 * @throws SolverRefusal or SolverMissing where there is no value, Stopped when `stop` was set; a
 * value that is returned
 *   has passed its gate and every invariant
 */
export function executeJob(
  solver: Solver,
  body: Readonly<Record<string, unknown>>,
  stop: StopSignal,
  progress: Progress = () => undefined,
): Solved {
  const { inputs, work } = prepareJob(solver, body);
  try {
    const result = withSharedRooms((kept) =>
      withoutRooms(
        ran(() => solver.run(inputs, stop, progress)),
        kept,
      ),
    );
    requireFinite(result);
    const broken = brokenInvariant(result.invariants);
    if (broken !== null) throw invariantFailure(broken);
    const gate = gateOf(result.error, result.value);
    if (!gate.passed) throw gateFailure(gate);
    return { inputs, result, gate, work };
  } catch (error) {
    if (!(error instanceof SolverRefusal) || error.code !== "DID_NOT_CONVERGE") throw error;
    throw solver.refused?.(inputs, error) ?? error;
  }
}

/**
 * Matrices whose entries left the range of doubles are an explosion of the numbers, not an accident
 * of the code.
 */
function ran(run: () => SolverResult): SolverResult {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SingularMatrix)) throw error;
    throw notConverged(
      "explosion",
      `the equations of a step cannot be solved in double precision (${error.message}): the ` +
        "inputs lie too many orders of " +
        "magnitude apart, or outside of what a double holds",
      { step: -1 },
    );
  }
}

/** A result whose arrays stay what they are when the rooms of its job are used again. */
function withoutRooms(
  result: SolverResult,
  kept: (data: Float64Array) => Float64Array,
): SolverResult {
  const { fields, timeLevels } = result;
  return {
    ...result,
    fields: fields.map((field) => ({ ...field, data: kept(field.data) })),
    ...(timeLevels === undefined
      ? {}
      : {
          timeLevels: {
            ...timeLevels,
            before2: kept(timeLevels.before2),
            before1: kept(timeLevels.before1),
          },
        }),
  };
}

function requireFinite({ fields, outputs, value }: SolverResult): void {
  if (!Number.isFinite(value)) throw exploded(-1, "the value");
  for (const [name, { uncertainty, value: number }] of Object.entries(outputs))
    if (!Number.isFinite(number) || !(uncertainty >= 0 && Number.isFinite(uncertainty)))
      throw exploded(-1, name);
  for (const { data, name } of fields) {
    for (let i = 0; i < data.length; i += 1)
      if (!Number.isFinite(data[i]!)) throw exploded(-1, `${name}[${i}]`);
  }
}
