/**
 * The result of a solver as a kernel value: the same gate, terms and texts as a closed form, and
 * beside them a solution whose digest is sealed. A pure function of solver, inputs and engine; only
 * the seal afterwards reads a clock.
 */
import { valueBits } from "../encoding/bits.js";
import { canonicalize } from "../encoding/jcs.js";
import { parseJson, isObject } from "../encoding/json.js";
import { rootOfSquares } from "../math/index.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import { quoteJob } from "../economy/price.js";
import { PARITY_VARIANCE_MAX } from "../limits.js";
import { executeJob, type Solved } from "../solvers/execute.js";
import { fieldDigest, fieldJson, fieldRecord, type FieldsMode } from "../solvers/fieldText.js";
import { numericalUncertainty } from "../solvers/gate.js";
import { exploded } from "../solvers/refusal.js";
import { fieldTerms, type FieldTerms } from "../solvers/masterTerms.js";
import type { Field, Progress, Solver, StopSignal } from "../solvers/solver.js";
import { withoutUncertainty } from "../solvers/unstated.js";
import {
  FUNCTIONAL_EQUATION,
  KO42_EQUATION,
  KO42_ID,
  masterEquationText,
  masterSum,
} from "../chains/master.js";
import type { KernelValue, MasterSum, MasterTerm, Solution } from "../chains/result.js";
import { calcondVariance, metricShift } from "../math/shift.js";

export interface SolvedValue {
  readonly kernel: KernelValue & { readonly solution: Solution };
  /** SI inputs as they are sealed. */
  readonly inputs: JsonObject;
  readonly fields: readonly Field[];
  readonly digests: readonly string[];
  readonly work: bigint;
  /** Why it may not be sealed, in the solver's words; null when it may. */
  readonly unsealed: string | null;
}

/** `heat/1`: follows the engine in the version of an envelope. */
export function solverEngine({ card }: Solver): string {
  return `${card.id}/${card.version}`;
}

/** @throws as `executeJob` */
export function solve(
  crypto: Pick<Crypto, "sha256Hex">,
  solver: Solver,
  body: Readonly<Record<string, unknown>>,
  mode: FieldsMode,
  stop: StopSignal,
  progress?: Progress,
): SolvedValue {
  const solved = executeJob(solver, body, stop, progress);
  const { fields, unsealed } = solved.result;
  const digests = fields.map((field) => fieldDigest(crypto, field));
  const { gate, result } = solved;
  const terms =
    fields[0] === undefined
      ? null
      : fieldTerms(fields[0], result.timeLevels, gate.error / gate.bound);
  const sealed = {
    ...solutionRecord(solver, solved, digests, terms),
    work: workRecord(solver, solved),
  };
  requireFinite(sealed);
  const solution: Solution = {
    engine: solverEngine(solver),
    fieldsHash: crypto.sha256Hex(canonicalize(sealed)),
    fields: digests,
    precisionBound: gate.bound,
    differential: gate.sealKind === "observable-differential",
    ofField: gate.scaleOf === "field" ? { scale: gate.scale, unit: solved.result.unit } : null,
    members: membersText(
      { ...sealed, without_uncertainty: withoutUncertainty(result.named, fields) },
      fields,
      digests,
      mode,
      result.state,
    ),
  };
  return {
    kernel: kernelValue(solver, solved, terms, solution),
    inputs: asJson(solved.inputs),
    fields,
    digests,
    work: solved.work,
    unsealed: unsealed ?? null,
  };
}

/**
 * What a run says beside its value, its figures of quality among them, is sealed with it.
 * @throws SolverRefusal that names the first figure beyond a double
 */
function requireFinite(members: JsonObject): void {
  for (const [name, value] of Object.entries(members)) {
    const at = notFinite(value, name);
    if (at !== null) throw exploded(-1, at);
  }
}

function notFinite(value: JsonValue, name: string): string | null {
  if (typeof value === "number") return Number.isFinite(value) ? null : name;
  if (value === null || typeof value !== "object") return null;
  const inner = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, one] of inner) {
    const at = notFinite(one, `${name}.${key}`);
    if (at !== null) return at;
  }
  return null;
}

/** Without what was left out: exactly what is hashed, sealed and run again. */
function asJson(inputs: Readonly<Record<string, unknown>>): JsonObject {
  const read = parseJson(canonicalize(inputs));
  if (!read.ok || !isObject(read.value)) throw new Error("the inputs of a job are no JSON object");
  return read.value;
}

/** Solvers whose primary value is a state of a continuum. */
const STATE_OF_SOLVER: ReadonlyMap<string, string> = new Map([
  ["heat", "temperature"],
  ["device", "potential"],
]);

function kernelValue(
  { card }: Solver,
  { gate, result }: Solved,
  terms: FieldTerms | null,
  solution: Solution,
): KernelValue & { readonly solution: Solution } {
  const { unit, value } = result;
  const variance = calcondVariance(
    gate.levels.map((level) => level.value),
    gate.scale,
  );
  const isShifted = result.error.recomputed === true && variance > PARITY_VARIANCE_MAX;
  const numerical = numericalUncertainty(result.error, value);
  const physical = result.physicalUncertainty ?? 0;
  return {
    status: "value",
    operatorChain: [KO42_ID, card.id],
    operatorId: card.id,
    value: value + 0,
    unit,
    unitUnknown: [],
    continuum: unit === card.primary.unit ? (STATE_OF_SOLVER.get(card.id) ?? null) : null,
    uncertainty: physical === 0 ? numerical : rootOfSquares([numerical, physical]),
    uncertaintySource: physical > 0 ? "gum" : "numerical",
    equations: [KO42_EQUATION, ...result.equations],
    masterSum: terms === null ? masterSum([{ operatorId: card.id, value, unit }]) : fieldSum(terms),
    masterEquation: masterEquationText(result.equations),
    precisionActual: gate.error,
    calcondVariance: Number.isFinite(variance) ? variance : 0,
    metricShift: isShifted ? metricShift(variance) : null,
    assumed: Object.fromEntries(
      result.assumed.map(({ name, unit: inUnit, value: stated, why }) => [
        name,
        { value: stated, unit: inUnit, reason: why },
      ]),
    ),
    unused: {},
    notes: result.notes,
    facts: {
      domainOperators: 1,
      outOfScale: [],
      precisionActual: gate.error,
      precisionBound: gate.bound,
      ...(gate.scaleOf === "field" ? { ofField: { scale: gate.scale, unit } } : {}),
      refusedBecause: null,
    },
    solution,
  };
}

/** The six terms with their signs: they add up to the source that closes the equation. */
function fieldSum({ terms, total }: FieldTerms): MasterSum {
  const signed: readonly (readonly [string, number])[] = [
    ["box_phi", terms.box_phi],
    ["mu2_phi", -terms.mu2_phi],
    ["lambda_phi3", -terms.lambda_phi3],
    ["decay", -terms.decay],
    ["ko42_coupling", terms.ko42_coupling],
    ["T", -terms.T],
  ];
  const written: MasterTerm[] = [{ operator_id: KO42_ID, role: "factor", unit: "1", value: 1 }];
  for (const [id, value] of signed)
    written.push({ operator_id: id, role: "term", unit: "1", value: value + 0 });
  return { terms: written, total: total + 0, unit: "1" };
}

/**
 * All that is sealed of a solution beside the value; its canonical text is hashed as `fields_hash`.
 */
function solutionRecord(
  { card }: Solver,
  { gate, result }: Solved,
  digests: readonly string[],
  terms: FieldTerms | null,
): JsonObject {
  const { named, prng, state } = result;
  return {
    ...named,
    solver: card.id,
    solver_version: card.version,
    primary: { ...card.primary },
    gate: { ...gate, levels: gate.levels.map((level) => ({ ...level })) },
    sealKind: gate.sealKind,
    outputs: Object.fromEntries(
      Object.entries(result.outputs).map(([name, one]) => [name, { ...one }]),
    ),
    invariants: result.invariants.map((one) => ({ ...one })),
    fields: result.fields.map((field, i) => fieldRecord(field, digests[i]!)),
    master_terms: terms === null ? NO_TERMS : { ...terms.terms },
    functional_equation: {
      equation: FUNCTIONAL_EQUATION,
      ...(terms === null
        ? NO_FUNCTIONAL
        : {
            E: terms.functional.E,
            P_phi: terms.functional.P_phi,
            Z: { ...terms.functional.Z },
            propagator: { ...terms.functional.propagator },
          }),
    },
    ...(prng === undefined ? {} : { prng: { ...prng } }),
    ...(state === undefined ? {} : { state }),
    value_bits: valueBits(result.value + 0),
  };
}

/** What the price follows from. */
function workRecord(solver: Solver, { inputs, work }: Solved): JsonObject {
  const { credits, units } = quoteJob(work, solver.operators?.(inputs));
  return { operations: work.toString(), units, credits };
}

const NO_TERMS = {
  box_phi: null,
  mu2_phi: null,
  lambda_phi3: null,
  decay: null,
  ko42_coupling: null,
  T: null,
};
const NO_FUNCTIONAL = { E: null, P_phi: null, Z: null, propagator: null };
/** Stand elsewhere in an answer, or with more than their record. */
const ELSEWHERE: ReadonlySet<string> = new Set(["fields", "value_bits", "state"]);

/** The members of an answer that a solver adds, with a comma before each. */
function membersText(
  sealed: JsonObject,
  fields: readonly Field[],
  digests: readonly string[],
  mode: FieldsMode,
  state: JsonObject | undefined,
): string {
  let text = "";
  for (const [name, value] of Object.entries(sealed)) {
    if (!ELSEWHERE.has(name)) text += `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
  }
  return (
    `${text},"fields_mode":"${mode}",` +
    `"fields":[${fields.map((field, i) => fieldJson(field, digests[i]!, mode)).join(",")}]` +
    (state === undefined ? "" : `,"state":${JSON.stringify(state)}`)
  );
}
