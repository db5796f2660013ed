/**
 * The trajectory of a reactor, computed again from its log: each step out of the state before it, and
 * compared byte by byte. What this engine cannot compute is taken as it stands, and counted.
 */
import { canonicalize } from "../encoding/jcs.js";
import { isObject, parseObject } from "../encoding/json.js";
import { quoteJob } from "../economy/price.js";
import { compute } from "../chains/compute.js";
import { numbersOf, valueOf } from "../kernel/machineValue.js";
import { planChain } from "../chains/plan.js";
import { solve, solverEngine } from "../kernel/solved.js";
import type { MachineRow } from "../log/row.js";
import type { Registry } from "../operators/registry.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import { Refusal } from "../errors/refusal.js";
import { cardOf } from "../solvers/cards.js";
import { loadSolver } from "../solvers/load.js";
import { SolverMissing, SolverRefusal } from "../solvers/refusal.js";
import { ENGINE_VERSION } from "../version.js";
import {
  inputsOfStep,
  programHash,
  readProgram,
  stateText,
  StepFault,
  type ReadyProgram,
  type StepInput,
} from "./program.js";
import { ON_FAIL, PROGRAM_SCHEMA, type ReactorProgram, type ReactorState } from "./types.js";
import { faultPayload, stateAfter, stateOfPayload, stepPayload } from "./state.js";

const NEVER = { aborted: false };

interface ReplayModules {
  readonly crypto: Pick<Crypto, "sha256Hex">;
  readonly registry: Registry;
  /** Of each run of a solver; where it answers false the step is not made again. */
  readonly mayRun?: (solver: string, inputs: JsonObject) => Promise<boolean>;
}

export interface ReplayDifference {
  readonly seq: number;
  readonly n: number;
  readonly expected: string;
  readonly got: string;
}

export interface ReplayVerdict {
  readonly program: string | null;
  /** Steps of the log. */
  readonly steps: number;
  /** Steps, and faults, that were computed again. */
  readonly replayed: number;
  /** Those that another engine, registry or version of a solver made, and those without payloads. */
  readonly notReplayed: number;
  readonly firstDifference: ReplayDifference | null;
}

/** Takes the rows in their order, each with its payload. */
export class TrajectoryReplay {
  readonly #modules: ReplayModules;
  #ready: ReadyProgram | null = null;
  #hash: string | null = null;
  #x: ReactorState | null = null;
  #n = 0;
  #steps = 0;
  #replayed = 0;
  #notReplayed = 0;
  #difference: ReplayDifference | null = null;

  constructor(modules: ReplayModules) {
    this.#modules = modules;
  }

  /** @param payload canonical text; null where it was dropped */
  async row(row: MachineRow, payload: string | null): Promise<void> {
    const { transitionType: type } = row;
    if (type === "created") this.#begin(row, payload);
    else if (type === "step" || type === "fault") await this.#replayStep(row, payload);
  }

  #begin(row: MachineRow, payload: string | null): void {
    const found = payload === null ? null : stateOfPayload(payload);
    const program = found === null ? null : programIn(found.payload);
    const read = program === null ? null : readProgram(program);
    this.#hash = program === null ? null : programHash(this.#modules.crypto, program);
    if (this.#hash !== row.programHash)
      this.#differ(row, row.programHash ?? "no program", this.#hash ?? "no program");
    if (read?.ok === true) this.#ready = read.ready;
    this.#x = found?.x ?? null;
    this.#n = 0;
  }

  async #replayStep(row: MachineRow, payload: string | null): Promise<void> {
    const isStep = row.transitionType === "step";
    if (isStep) this.#steps += 1;
    const members = payload === null ? null : parseObject(payload);
    if (payload === null || members === null) this.#notReplayed += 1;
    else {
      const { n, u = null } = members;
      const expected = isStep ? this.#n + 1 : this.#n;
      if (n !== expected) this.#differ(row, `n ${expected}`, `n ${JSON.stringify(n)}`);
      await this.#again(row, payload, u, members);
    }
    if (!isStep) return;
    this.#n += 1;
    const after = payload === null ? null : stateOfPayload(payload);
    this.#x = after?.x ?? null;
  }

  async #again(row: MachineRow, payload: string, u: JsonValue, members: JsonObject): Promise<void> {
    const [ready, x] = [this.#ready, this.#x];
    if (ready === null || x === null || row.engineVersion !== ENGINE_VERSION) {
      this.#notReplayed += 1;
      return;
    }
    if (row.programHash !== this.#hash)
      this.#differ(row, this.#hash ?? "", row.programHash ?? "no program");
    const { engine } = members;
    const own = await this.#engineOf(ready.program);
    if (typeof engine !== "string" || engine !== own) {
      this.#notReplayed += 1;
      return;
    }
    const from = { x, u, n: this.#n };
    if (!(await this.#mayRun(ready, from))) {
      this.#notReplayed += 1;
      return;
    }
    const text = await this.#computed(ready, from, own);
    this.#replayed += 1;
    if (text !== payload) this.#differ(row, text, payload);
  }

  /** A step whose inputs are none runs nothing. */
  async #mayRun(ready: ReadyProgram, from: StepInput): Promise<boolean> {
    const [{ mayRun }, { solver }] = [this.#modules, ready.program];
    if (mayRun === undefined || solver === null) return true;
    try {
      return await mayRun(solver, inputsOfStep(ready, from));
    } catch (error) {
      if (faultOf(error) === null) throw error;
      return true;
    }
  }

  /** What makes steps here; null where nothing does. */
  async #engineOf({ operators, solver }: ReactorProgram): Promise<string | null> {
    if (solver !== null)
      return cardOf(solver) === null ? null : solverEngine(await loadSolver(solver));
    const plan = planChain(this.#modules.registry, operators ?? []);
    return plan.status === "invalid" ? null : plan.registryVersion;
  }

  /** The payload that a step, or its fault, has. */
  async #computed(ready: ReadyProgram, from: StepInput, engine: string): Promise<string> {
    const { n, u } = from;
    try {
      const inputs = inputsOfStep(ready, from);
      const { credits, result } = await this.#run(ready.program, inputs);
      stateText(result.x);
      return stepPayload({ n: n + 1, u, credits, engine, ...result });
    } catch (error) {
      const fault = faultOf(error);
      if (fault === null) throw error;
      return faultPayload({ n, u, engine, fault });
    }
  }

  async #run({ operators, solver }: ReactorProgram, inputs: JsonObject) {
    const { crypto, registry } = this.#modules;
    if (solver === null) {
      const plan = planChain(registry, operators ?? []);
      if (plan.status === "invalid") throw new StepFault(plan.code, plan.message);
      const kernel = valueOf(compute(plan, { inputs: numbersOf(inputs) }));
      return { credits: plan.quote.credits, result: stateAfter(kernel) };
    }
    const loaded = await loadSolver(solver);
    const { inputs: bound, kernel, unsealed, work } = solve(crypto, loaded, inputs, "none", NEVER);
    if (unsealed !== null) throw new StepFault("DID_NOT_CONVERGE", unsealed);
    const { credits } = quoteJob(work, loaded.operators?.(bound));
    return { credits, result: stateAfter(kernel) };
  }

  #differ({ seq }: MachineRow, expected: string, got: string): void {
    this.#difference ??= { seq, n: this.#n, expected, got };
  }

  get verdict(): ReplayVerdict {
    return {
      program: this.#hash,
      steps: this.#steps,
      replayed: this.#replayed,
      notReplayed: this.#notReplayed,
      firstDifference: this.#difference,
    };
  }
}

function faultOf(error: unknown): StepFault | null {
  if (error instanceof StepFault) return error;
  if (error instanceof Refusal || error instanceof SolverRefusal)
    return new StepFault(error.code, error.message);
  return error instanceof SolverMissing ? new StepFault("INVALID_INPUT", error.message) : null;
}

/** The program that the payload of row 0 holds, or null. */
function programIn(payload: JsonObject): ReactorProgram | null {
  const { program } = payload;
  if (program === undefined || !isObject(program)) return null;
  const { domain, maxSteps, onFail, operators, schema, solver, transition } = program;
  const inputs = transition !== undefined && isObject(transition) ? transition["inputs"] : null;
  const action = ON_FAIL.find((one) => one === onFail);
  if (
    schema !== PROGRAM_SCHEMA ||
    action === undefined ||
    typeof maxSteps !== "number" ||
    inputs === undefined ||
    inputs === null ||
    !isObject(inputs)
  )
    return null;
  const read: ReactorProgram = {
    schema: PROGRAM_SCHEMA,
    solver: typeof solver === "string" ? solver : null,
    operators: Array.isArray(operators) ? operators.map(String) : null,
    domain: typeof domain === "string" ? domain : null,
    transition: { inputs },
    onFail: action,
    maxSteps,
  };
  return canonicalize(read) === canonicalize(program) ? read : null;
}
