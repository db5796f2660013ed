/** Steps: the state, its row, its envelope and its price in one batch, or nothing of them. */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { isObject } from "../../protocol/encoding/json.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import { inputsOfStep, readsDrive, stateText, StepFault } from "../../protocol/reactors/program.js";
import {
  faultPayload,
  stateAfter,
  stateOfPayload,
  stepPayload,
  type KeptInvariant,
  type StepResult,
} from "../../protocol/reactors/state.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { buckets } from "../../storage/records/buckets.js";
import { CorruptRecordError } from "../../storage/kv/errors.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { ReactorProgress } from "../../storage/records/reactorRecords.js";
import type { Accounts } from "../accounts/accounts.js";
import { behalfOf, type Asker } from "../compute/evaluator.js";
import { engineOf, prepareRun, type PreparedRun, type RunValue } from "../compute/runs.js";
import { requireSealed, type Effects, type EffectTransaction } from "../ledger/effects.js";
import { FREE, type PaidStep, type PaidSteps } from "../ledger/paidStep.js";
import type { PendingRow } from "../machines/log/draft.js";
import type { Payment, SealedPlace } from "../sealing/draft.js";
import {
  checkOpen,
  notFound,
  type ActingReactor,
  type Reactor,
  type ReactorModules,
  type Reactors,
} from "./reactors.js";

interface StepModules extends ReactorModules {
  readonly reactors: Reactors;
  readonly effects: Effects;
  readonly paidSteps: PaidSteps;
  readonly accounts: Accounts;
}

export interface StepRequest {
  /** Whose role is looked at once more when the step's turn has come. */
  readonly acting: () => Promise<ActingReactor>;
  /** A key without limits: the step takes no balance. */
  readonly unlimited: boolean;
  /** Id of the machine whose key asks; null for an account's. */
  readonly machine: string | null;
  /** What drives it from outside. */
  readonly u: JsonValue;
  /** The step is made only from there. */
  readonly n: number | null;
  /** `u` is an observation: the step is made only where it differs from the last one by more. */
  readonly deadband: number | null;
}

/** A step as it is durable, as text. */
export interface TakenStep {
  readonly text: string;
}

/** The observation was near the last one: counted, and no step. */
export interface QuietStep {
  readonly n: number;
}

/** There was no value: the log says so, and nothing else moved. */
interface FailedStep {
  readonly refusal: Refusal;
}

type WrittenStep = TakenStep | QuietStep | FailedStep;

/** Data kept with a step, or with the row of one that had no value. */
export interface StepKeeper {
  made(text: string): readonly Operation[];
  quiet(n: number): readonly Operation[];
  failed(refusal: Refusal): readonly Operation[];
}

const NOTHING_KEPT: StepKeeper = { made: () => [], quiet: () => [], failed: () => [] };

/** What says the same of the same step, whenever and wherever it is tried. */
const FAULTS: ReadonlySet<string> = new Set([
  "INVALID_INPUT",
  "INVALID_BODY",
  "DUPLICATE_INPUT",
  "INSUFFICIENT_INPUTS",
  "SOLVER_REJECTED",
  "DID_NOT_CONVERGE",
  "ENERGY_NOT_CONSERVED",
]);

interface Draft {
  readonly before: ReactorProgress;
  readonly status: ReactorProgress["status"];
  readonly row: PendingRow;
}

/** A step that was computed, and waits for its place. */
interface Computed {
  readonly value: RunValue;
  readonly credits: number;
  readonly result: StepResult;
}

export class Steps {
  readonly #modules: StepModules;
  readonly #listeners = new Set<(id: string) => void>();

  constructor(modules: StepModules) {
    this.#modules = modules;
  }

  /** Called when a reactor has stepped or halted. */
  listen(listener: (id: string) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * One after the other for each reactor.
   * @throws Refusal STEP_CONFLICT, HALTED, REACTOR_CLOSED, INSUFFICIENT_BALANCE; STEP_FAILED where
   * there is no value, which has a row of its own
   */
  async step(
    id: string,
    request: StepRequest,
    by: Asker,
    keep: StepKeeper = NOTHING_KEPT,
  ): Promise<TakenStep | QuietStep> {
    const { paidSteps } = this.#modules;
    const written = await paidSteps.inTurn("reactor", id, () => this.#step(request, by, keep));
    if ("refusal" in written) throw written.refusal;
    return written;
  }

  async #step(request: StepRequest, by: Asker, keep: StepKeeper): Promise<PaidStep<WrittenStep>> {
    const reactor = await request.acting();
    this.#checkPlace(reactor, request.n);
    const { progress, record } = reactor;
    const step = {
      payer: { account: record.owner, unlimited: request.unlimited || record.unlimited },
      tell: (written: WrittenStep) => {
        if (!("n" in written)) for (const listener of this.#listeners) listener(record.id);
      },
    };
    const free = (commit: () => Promise<WrittenStep>): PaidStep<WrittenStep> => ({
      ...step,
      prices: FREE,
      work: () => ({ commit }),
    });
    if (request.deadband !== null && isNear(request.u, progress.observed, request.deadband))
      return free(() => this.#quiet(reactor, request, keep));
    const x = await this.stateOf(reactor);
    const behalf = behalfOf(by, record.owner);
    const prepared = await orFault(() => this.#prepared(reactor, x, request, behalf));
    // What drives it from outside was none of its inputs, or was left out: another one may be.
    const isCallers = Object.values(record.program.transition.inputs).some(readsDrive);
    if (prepared instanceof StepFault)
      return free(() => this.#failed(reactor, request, prepared, keep, isCallers));
    return {
      ...step,
      by: behalf,
      prices: [prepared.quote],
      work: async () => {
        const computed = await orFault(() => computedBy(prepared, behalf));
        return computed instanceof StepFault
          ? { prices: FREE, commit: () => this.#failed(reactor, request, computed, keep) }
          : { commit: (payment) => this.#sealed(reactor, request, { computed, payment }, keep) };
      },
    };
  }

  #checkPlace(reactor: Reactor, n: number | null): void {
    const { progress } = reactor;
    // Who was late is told so before it is told that there are no more steps.
    if (n !== null && n !== progress.n) throw conflict(progress.n, n);
    checkOpen(reactor);
  }

  /** State after the last step. */
  async stateOf({ record: { id }, progress }: Reactor): Promise<JsonObject> {
    const text = await this.#modules.machineLog.payload(id, progress.row);
    const read = text === undefined ? null : stateOfPayload(text);
    if (read === null || read.n !== progress.n)
      throw new CorruptRecordError("payload", id, "it is not the state of its reactor");
    return read.x;
  }

  async #prepared(
    reactor: Reactor,
    x: JsonObject,
    { u }: StepRequest,
    by: Asker,
  ): Promise<PreparedRun> {
    const { record, progress } = reactor;
    const ready = this.#modules.reactors.readyOf(reactor);
    const inputs = inputsOfStep(ready, { x, u, n: progress.n });
    return prepareRun(this.#modules, record.program, inputs, by);
  }

  async #sealed(
    reactor: ActingReactor,
    request: StepRequest,
    { computed, payment }: { readonly computed: Computed; readonly payment: Payment },
    keep: StepKeeper,
  ): Promise<TakenStep> {
    const { accounts, effects, store } = this.#modules;
    const { record } = reactor;
    const { id, owner } = record;
    const { credits, result, value } = computed;
    const engine = engineOf(this.#modules, record.program);
    const visibility = await accounts.defaultVisibility(owner);
    const run = async (tx: EffectTransaction): Promise<Draft> => {
      const before = await this.#unmoved(tx, reactor);
      const n = before.n + 1;
      const status = n === record.program.maxSteps ? "finished" : "open";
      const row = this.#modules.machineLog.append(tx, id, {
        transitionType: "step",
        actor: reactor.actor,
        payload: stepPayload({ n, u: request.u, credits, engine, ...result }),
        programHash: record.programHash,
        ...(status === "open" ? {} : { from: "open", to: status }),
      });
      return { before, status, row };
    };
    const machine = request.machine ?? id;
    const effect = await effects.seal(
      { keys: [`mach:${id}`], run },
      (companion) => value.seal({ account: owner, machine, visibility, payment, companion }),
      ({ before, row, status }, place) => {
        const progress = progressAfter({ before, status, row }, request, computed);
        const text = stepText(id, progress, result, row, place);
        const { calcond, seq } = row.written.row;
        const step = { row: seq, calcond, token: place.id };
        const operations = store.reactors.stepOps(id, step, progress);
        return { operations: [...operations, ...keep.made(text)], result: { text } };
      },
    );
    return requireSealed(effect, "no step was made");
  }

  /** Under the guard: as it was when the step was computed. @throws Refusal STEP_CONFLICT */
  async #unmoved(tx: EffectTransaction, { record, progress }: Reactor): Promise<ReactorProgress> {
    const before = await tx.get(buckets.reactorstate, record.id);
    if (before === undefined) throw notFound(record.id);
    if (before.n !== progress.n) throw conflict(before.n, progress.n);
    checkOpen({ record, progress: before });
    return before;
  }

  /** A row that says why there was no step; neither state nor balance moves. */
  async #failed(
    reactor: ActingReactor,
    { u }: StepRequest,
    fault: StepFault,
    keep: StepKeeper,
    isCallers = false,
  ): Promise<FailedStep> {
    const { effects, machineLog } = this.#modules;
    const { record, actor } = reactor;
    const { id, program } = record;
    const { code, message } = fault;
    const status = program.onFail === "halt" && !isCallers ? "halted" : "open";
    const { n } = reactor.progress;
    const refusal = new Refusal("STEP_FAILED", `step ${n + 1} has no value: ${message}`, {
      members: { n, reactorStatus: status, fault: { code, message } },
    });
    return effects.run(
      {
        keys: [`mach:${id}`],
        run: async (tx) => {
          const before = await this.#unmoved(tx, reactor);
          machineLog.append(tx, id, {
            transitionType: "fault",
            actor,
            payload: faultPayload({ n, u, engine: engineOf(this.#modules, program), fault }),
            programHash: record.programHash,
            ...(status === "open" ? {} : { from: "open", to: status }),
          });
          tx.put(buckets.reactorstate, id, {
            ...before,
            status,
            faults: before.faults + 1,
            fault: { code, message },
          });
        },
      },
      () => ({ operations: keep.failed(refusal), result: { refusal } }),
    );
  }

  /** Counted, without a row. */
  async #quiet(reactor: Reactor, { u }: StepRequest, keep: StepKeeper): Promise<QuietStep> {
    const { crypto, deadlines, effects, machineLog } = this.#modules;
    const { id } = reactor.record;
    const { n } = reactor.progress;
    return effects.run(
      {
        keys: [`mach:${id}`],
        run: async (tx) => {
          const before = await this.#unmoved(tx, reactor);
          tx.put(buckets.reactorstate, id, { ...before, quiet: before.quiet + 1 });
          machineLog.fold(tx, id, {
            calcond: deadlines.now(),
            state: before.status,
            inputHash: crypto.sha256Hex(canonicalize(u)),
            resultsHash: crypto.sha256Hex(""),
          });
        },
      },
      () => ({ operations: keep.quiet(n), result: { n } }),
    );
  }
}

function conflict(have: number, asked: number): Refusal {
  return new Refusal("STEP_CONFLICT", `the reactor is at step ${have}, not at ${asked}`, {
    members: { n: have },
  });
}

function progressAfter(
  { before, row, status }: Draft,
  { deadband, u }: StepRequest,
  { credits, result }: Computed,
): ReactorProgress {
  return {
    ...before,
    status,
    n: before.n + 1,
    row: row.written.row.seq,
    credits: before.credits + credits,
    drift: driftWith(before.drift, result.invariants),
    ...(deadband === null ? {} : { observed: u }),
  };
}

function driftWith(
  before: ReactorProgress["drift"],
  invariants: readonly KeptInvariant[],
): ReactorProgress["drift"] {
  if (invariants.length === 0) return before;
  const drift: Record<string, number> = { ...before };
  for (const { driftPct, name } of invariants)
    drift[name] = Math.max(drift[name] ?? 0, Math.abs(driftPct));
  return drift;
}

function stepText(
  id: string,
  { n, status }: ReactorProgress,
  { x }: StepResult,
  { written: { hash, row } }: PendingRow,
  place: SealedPlace,
): string {
  const head = { seq: row.seq, hash };
  const text = JSON.stringify({ reactor: id, n, x, status, head, calcond: row.calcond });
  return `${text.slice(0, -1)},"envelope":${place.answer()}}`;
}

async function computedBy(prepared: PreparedRun, by: Asker): Promise<Computed> {
  const value = await prepared.run(by);
  const result = stateAfter(value.kernel);
  stateText(result.x);
  return { value, credits: prepared.quote?.credits ?? 0, result };
}

/** @throws what the step would not end in again */
async function orFault<T>(run: () => Promise<T>): Promise<T | StepFault> {
  try {
    return await run();
  } catch (error) {
    const fault = faultIn(error);
    if (fault === null) throw error;
    return fault;
  }
}

/** The fault that an error is, where the step would end in it again; else null. */
function faultIn(error: unknown): StepFault | null {
  if (error instanceof StepFault) return error;
  if (!(error instanceof Refusal) || !FAULTS.has(error.code)) return null;
  // How fast this computer is says nothing of the step.
  if (error.details.members?.["reason"] === "deadline") return null;
  return new StepFault(error.code, error.message);
}

/** Whether an observation is within the dead band of another one, number by number. */
function isNear(now: JsonValue, before: JsonValue, deadband: number): boolean {
  if (typeof now === "number" && typeof before === "number")
    return Math.abs(now - before) <= deadband;
  if (!isObject(now) || !isObject(before)) return false;
  const names = Object.keys(now);
  return (
    names.length === Object.keys(before).length &&
    names.every((name) => {
      const [a, b] = [now[name], before[name]];
      return typeof a === "number" && typeof b === "number" && Math.abs(a - b) <= deadband;
    })
  );
}
