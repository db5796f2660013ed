/**
 * The log of a contract, made again from its beginning: every event goes through the program that
 * held at its row, and what comes out is compared with the row. Windows, counts and holds follow
 * from the events alone. What this reader cannot compute is taken as it stands, and counted.
 */
import { canonicalize } from "../encoding/jcs.js";
import { isObject, parseObject } from "../encoding/json.js";
import type { Registry } from "../operators/registry.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import { ENGINE_VERSION } from "../version.js";
import type { KnownComputes } from "./catalog.js";
import type { KeptEvaluation } from "./evaluation.js";
import {
  initialState,
  prepareProgram,
  type ComputeRequest,
  type ContractEvent,
  type MachineState,
  type PreparedProgram,
  type Step,
} from "./machine.js";
import { isTimeTrigger } from "./due.js";
import { programHash } from "./program.js";
import {
  readRecord,
  recordedResult,
  runStep,
  shownAs,
  stepRecord,
  type Computing,
  type RecordedStep,
} from "./trace.js";
import { validateProgram } from "./validate.js";
import { carryOver } from "./versions.js";
import { EMPTY_WINDOW } from "./windows.js";

/** What a replay reads of a row. */
export interface LoggedRow {
  readonly seq: number;
  readonly calcond: number;
  readonly transitionType: string;
  readonly programHash: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly evalCount: number;
  readonly token: string | null;
  readonly engineVersion: string;
}

/** A row with what stands beside it in an exported log. */
export interface LoggedFiring {
  readonly row: LoggedRow;
  /** Canonical text; null where it is not shown. */
  readonly payload: string | null;
  /** Events without a transition in front of it. */
  readonly events: readonly KeptEvaluation[];
  /** That its receipt names; null where there is none. */
  readonly registryVersion: string | null;
}

export interface ContractReplayVerdict {
  /** Of the last version. */
  readonly program: string | null;
  /** Rows of transitions and faults. */
  readonly firings: number;
  /** Those that were made again with all that they follow from, and whose receipts were shown. */
  readonly replayed: number;
  /** Events without a transition that were made again. */
  readonly events: number;
  readonly notReplayed: number;
  readonly firstDifference: ReplayDifference | null;
}

interface ReplayDifference {
  readonly seq: number;
  readonly member: string;
  readonly expected: string;
  readonly got: string;
}

interface ReplayModules {
  readonly crypto: Pick<Crypto, "sha256Hex">;
  readonly registry: Registry;
  readonly compute: Computing;
  /** Solvers that it runs, all unless stated; results of others are taken as they stand. */
  readonly computes?: KnownComputes;
  /** Hears of each run whose result is taken because its solver is none of these. */
  readonly taken?: (request: ComputeRequest) => Promise<void>;
}

/** Members of a payload, in the order in which they are compared. */
const COMPARED = [
  "kind",
  "from",
  "to",
  "agg",
  "gap",
  "last",
  "results",
  "context",
  "emitted",
  "fault",
  "event",
] as const;

export class ContractReplay {
  readonly #modules: ReplayModules;
  #ready: PreparedProgram | null = null;
  #at: MachineState | null = null;
  /** Every event since the beginning was seen, so windows and what was heard are known. */
  #isWhole = true;
  #registryVersion: string | null = null;
  #hash: string | null = null;
  #firings = 0;
  #replayed = 0;
  #events = 0;
  #notReplayed = 0;
  #difference: ReplayDifference | null = null;

  constructor(modules: ReplayModules) {
    this.#modules = modules;
  }

  /** Takes the rows in their order. */
  async add({ events, payload, registryVersion, row }: LoggedFiring): Promise<void> {
    // What follows a difference follows from it.
    if (this.#difference !== null) return;
    this.#registryVersion = registryVersion ?? this.#registryVersion;
    if (row.engineVersion !== ENGINE_VERSION) this.#ready = null;
    if (events.length !== row.evalCount) {
      this.#isWhole = false;
      this.#notReplayed += Math.max(0, row.evalCount - events.length);
    }
    for (const event of events) await this.#evaluated(row, event);
    const members = payload === null ? null : parseObject(payload);
    switch (row.transitionType) {
      case "deployed":
        this.#deployed(row, members);
        break;
      case "transition":
      case "fault":
        this.#firings += 1;
        await this.#fired(row, members, registryVersion !== null || row.token === null);
        break;
      default:
        this.#stood(row, members);
    }
  }

  #deployed(row: LoggedRow, members: JsonObject | null): void {
    const { computes, crypto, registry } = this.#modules;
    const { context = null, program = null, state = null } = members ?? {};
    const before = this.#ready;
    this.#ready = null;
    this.#hash = row.programHash;
    if (program === null || !isObject(program)) {
      this.#lost();
      return;
    }
    this.#same(row, "programHash", row.programHash, programHash(crypto, program));
    const validated = validateProgram(program, registry, computes);
    if (!validated.ok || row.engineVersion !== ENGINE_VERSION) {
      this.#lost();
      return;
    }
    const ready = prepareProgram(crypto, validated.checked);
    this.#ready = ready;
    const first = row.seq === 0 ? initialState(ready) : this.#carried(ready, before, state);
    if (first === null) {
      this.#at = placeIn(state, context);
      this.#isWhole = false;
      return;
    }
    this.#at = first;
    this.#same(row, "state", state, first.state);
    this.#same(row, "context", context, first.context);
    this.#same(row, "to", row.to, first.state);
  }

  /** The machine under another program; null where it is not known where it was. */
  #carried(
    ready: PreparedProgram,
    before: PreparedProgram | null,
    state: JsonValue,
  ): MachineState | null {
    const at = this.#at;
    if (before === null || at === null || typeof state !== "string") return null;
    const map = { [at.state]: state };
    const carried = carryOver({ state: at, program: before.program }, ready, map);
    return carried.ok ? carried.state : null;
  }

  async #evaluated(row: LoggedRow, event: KeptEvaluation): Promise<void> {
    const [ready, at] = [this.#ready, this.#at];
    if (ready === null || at === null || !this.#isWhole || this.#difference !== null) return;
    const { results, state } = event;
    const step = await this.#run(ready, at, event, results);
    if (step.kind === "moved" || step.kind === "fault")
      this.#differ(row, "evaluation", step.kind, "no transition");
    this.#same(row, "evaluation.state", state, at.state);
    this.#same(row, "evaluation.results", results, step.results.map(recordedResult));
    this.#timely(row, event.calcond);
    this.#at = step.after;
    this.#events += 1;
  }

  async #fired(row: LoggedRow, members: JsonObject | null, hasReceipt: boolean): Promise<void> {
    const recorded = members === null ? null : readRecord(members);
    const [ready, at] = [this.#ready, this.#at];
    const isTransition = row.transitionType === "transition";
    if ((row.token === null) === isTransition)
      this.#differ(row, "token", isTransition ? "a receipt" : "none", row.token ?? "none");
    if (members === null || recorded === null || ready === null || at === null) {
      if (members !== null && recorded === null) this.#differ(row, "payload", "a step", "none");
      this.#notReplayed += 1;
      this.#lost(members);
      return;
    }
    this.#same(row, "programHash", row.programHash, ready.hash);
    this.#same(row, "from", row.from, at.state);
    this.#same(row, "kind", recorded.kind, isTransition ? "moved" : "fault");
    this.#timely(row, recorded.calcond);
    if (!this.#isComputable(ready) && recorded.kind === "fault") {
      this.#notReplayed += 1;
      this.#isWhole = false;
      return;
    }
    const step = await this.#again(ready, at, recorded, members);
    const got: JsonObject = stepRecord(step, recorded.emittedBefore, recorded.missed);
    for (const member of COMPARED)
      this.#same(
        row,
        member,
        members[member] ?? null,
        shownAs(members, member, got[member]) ?? null,
      );
    this.#same(row, "to", row.to, step.to);
    this.#at = step.after;
    const isSeen = this.#isWhole || !hasWindow(ready);
    if (isSeen && this.#isComputable(ready) && hasReceipt) this.#replayed += 1;
    else this.#notReplayed += 1;
  }

  async #again(
    ready: PreparedProgram,
    at: MachineState,
    recorded: RecordedStep,
    members: JsonObject,
  ): Promise<Step> {
    const { agg, calcond, emittedBefore, event, gap, last, missed } = recorded;
    const { data, type } = event;
    const again: ContractEvent = { type, data, calcond, emittedBefore, missed };
    const results = members["results"] ?? null;
    if (this.#isWhole) return this.#run(ready, at, again, results);
    // Windows and gaps are not known: what they gave is taken as it stands.
    const before = { ...at, window: EMPTY_WINDOW, events: event.seq - 1 };
    const { calcond: lastCalcond, count = 0 } = last ?? {};
    const heard = lastCalcond === undefined ? { count } : { calcond: lastCalcond, count };
    const shown: ContractEvent = {
      ...again,
      ...(last === undefined ? {} : { last: heard }),
      ...(gap === undefined ? {} : { gap }),
    };
    return runStep(ready, before, shown, this.#computing(ready, results), agg);
  }

  #run(
    ready: PreparedProgram,
    at: MachineState,
    event: ContractEvent,
    results: JsonValue,
  ): Promise<Step> {
    return runStep(ready, at, event, this.#computing(ready, results));
  }

  /** Of another registry, or a solver that is not run, the results are taken from the log. */
  #computing(ready: PreparedProgram, results: JsonValue): Computing {
    if (this.#isComputable(ready)) return this.#modules.compute;
    return async (request) => {
      const { as, solver } = request;
      if (solver !== null && this.#isOfRegistry(ready)) await this.#modules.taken?.(request);
      const all: readonly JsonValue[] = Array.isArray(results) ? results : [];
      const found = all.find((one) => one !== null && isObject(one) && one["as"] === as);
      const {
        credits = 1,
        uncertainty,
        unit,
        value,
      } = found !== undefined && found !== null && isObject(found) ? found : {};
      return typeof value === "number" &&
        typeof unit === "string" &&
        typeof uncertainty === "number" &&
        typeof credits === "number"
        ? { ok: true, value, unit, uncertainty, credits }
        : { ok: false, code: "NOT_FOUND", message: "the log has no such result" };
    };
  }

  #isComputable(ready: PreparedProgram): boolean {
    const { computes } = ready;
    const { computes: known = "all" } = this.#modules;
    const runs = (id: string): boolean => known === "all" || known.has(id);
    return (
      computes.every(({ solver }) => solver === null || runs(solver)) && this.#isOfRegistry(ready)
    );
  }

  #isOfRegistry({ computes }: PreparedProgram): boolean {
    return (
      computes.length === 0 || this.#registryVersion === this.#modules.registry.registryVersion
    );
  }

  /** A row that changes no place. */
  #stood(row: LoggedRow, members: JsonObject | null): void {
    const at = this.#at;
    if (members === null || at === null) return;
    this.#same(row, "state", members["state"] ?? null, at.state);
    this.#same(row, "context", members["context"] ?? null, at.context);
    this.#same(row, "from", row.from, at.state);
    this.#same(row, "to", row.to, at.state);
  }

  /** An event happened before its row was written. */
  #timely(row: LoggedRow, calcond: number): void {
    if (calcond > row.calcond) this.#differ(row, "calcond", `at most ${row.calcond}`, `${calcond}`);
  }

  /** From here on only the place is known, if it is. */
  #lost(members: JsonObject | null = null): void {
    const { context = null, to = null } = members ?? {};
    this.#at = placeIn(to, context);
    this.#isWhole = false;
  }

  #same(row: LoggedRow, member: string, recorded: JsonValue, computed: JsonValue): void {
    const [got, expected] = [canonicalize(recorded), canonicalize(computed)];
    if (got !== expected) this.#differ(row, member, expected, got);
  }

  #differ({ seq }: LoggedRow, member: string, expected: string, got: string): void {
    this.#difference ??= { seq, member, expected, got };
  }

  get verdict(): ContractReplayVerdict {
    return {
      program: this.#hash,
      firings: this.#firings,
      replayed: this.#replayed,
      events: this.#events,
      notReplayed: this.#notReplayed,
      firstDifference: this.#difference,
    };
  }
}

function placeIn(state: JsonValue, context: JsonValue): MachineState | null {
  return typeof state === "string" && isObject(context)
    ? { state, context, window: EMPTY_WINDOW, events: 0 }
    : null;
}

/** Whether a step depends on more events than its own. */
function hasWindow({ program: { trigger }, readsGap }: PreparedProgram): boolean {
  return (
    readsGap ||
    trigger.type === "on-aggregate" ||
    (isTimeTrigger(trigger) && trigger.listen !== undefined)
  );
}
