/** Reactors: made, found and closed, and who may do what with one. */
import { base32 } from "../../protocol/identity/slug.js";
import type { Principal } from "../../protocol/identity/principal.js";
import type { Action } from "../../protocol/identity/roles.js";
import { REACTORS_OF_ACCOUNT_MAX } from "../../protocol/limits.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import type { Crypto, JsonObject } from "../../protocol/ports.js";
import { programHash, readProgram, type ReadyProgram } from "../../protocol/reactors/program.js";
import type { ReactorProgram, ReactorState } from "../../protocol/reactors/types.js";
import { createdPayload } from "../../protocol/reactors/state.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { buckets } from "../../storage/records/buckets.js";
import type { ReactorProgress, ReactorRecord } from "../../storage/records/reactorRecords.js";
import type { Store } from "../../storage/store.js";
import type { Asker } from "../compute/evaluator.js";
import { checkProgram, type RunModules } from "../compute/runs.js";
import type { Step } from "../ledger/effects.js";
import { creationProblems } from "./creation.js";
import { newBelonging, requireRole, type Acting } from "../machines/belonging.js";
import type { PendingRow } from "../machines/log/draft.js";
import type { MachineLog } from "../machines/log/machineLog.js";
import type { Machines } from "../machines/machines.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { RandomBytes } from "../runtime/random.js";

const ID_BYTES = 16;

export interface ReactorModules extends RunModules {
  readonly store: Store;
  readonly crypto: Crypto;
  readonly deadlines: Pick<Deadlines, "now">;
  readonly machineLog: MachineLog;
  readonly machines: Machines;
  readonly random: RandomBytes;
}

export interface ReactorRequest {
  readonly name: string | null;
  /** Slug or id of the machine whose roles hold for it. */
  readonly machine: string | null;
  readonly program: ReactorProgram;
  readonly initialState: ReactorState;
}

export interface Reactor {
  readonly record: ReactorRecord;
  readonly progress: ReactorProgress;
}

/** With the row of what changed. */
export interface ChangedReactor extends Reactor {
  readonly row: PendingRow;
}

/** With who acts. */
export type ActingReactor = Reactor & Acting;

export class Reactors {
  readonly #modules: ReactorModules;
  /** Programs that were read, by the records that hold them, and by their hash. */
  readonly #ready = new Map<string, ReadyProgram>();
  readonly #closing = new Set<(id: string) => void>();

  constructor(modules: ReactorModules) {
    this.#modules = modules;
  }

  /** Called when a reactor was closed. */
  onClosed(listener: (id: string) => void): void {
    this.#closing.add(listener);
  }

  async create(
    principal: Principal,
    draft: ReactorRequest,
    by: Asker,
  ): Promise<Step<ChangedReactor>> {
    const { crypto, deadlines, machineLog, random, store } = this.#modules;
    const { owner, machine, role } = await newBelonging(
      this.#modules.machines,
      principal,
      draft.machine,
    );
    const { initialState, program } = draft;
    await this.#check(program, initialState, by);
    const id = `rx_${base32(random.bytes(ID_BYTES))}`;
    const createdCalcond = deadlines.now();
    const record: ReactorRecord = {
      id,
      owner,
      unlimited: principal.unlimited,
      name: draft.name,
      machine,
      createdCalcond,
      program,
      programHash: programHash(crypto, program),
    };
    const progress: ReactorProgress = {
      status: "open",
      n: 0,
      row: 0,
      faults: 0,
      fault: null,
      quiet: 0,
      observed: null,
      credits: 0,
      drift: {},
    };
    return {
      keys: [`mach:${id}`, `acct:${owner}`],
      run: async (tx) => {
        if ((await store.reactors.ofAccount(owner)).length >= REACTORS_OF_ACCOUNT_MAX)
          throw new Refusal(
            "CONFLICT",
            `an account has at most ${REACTORS_OF_ACCOUNT_MAX} reactors`,
          );
        machineLog.begin(tx, { machine: id, owner, genesisCalcond: createdCalcond });
        tx.add(store.reactors.beginOps(record, progress));
        const row = machineLog.append(tx, id, {
          transitionType: "created",
          actor: { key: principal.keyPrefix, role },
          payload: createdPayload(program, initialState),
          programHash: record.programHash,
          to: "open",
        });
        return { record, progress, row };
      },
    };
  }

  /** @throws Refusal INVALID_PROGRAM with all that is wrong */
  async #check(program: ReactorProgram, initialState: ReactorState, by: Asker): Promise<void> {
    const errors = await creationProblems(this.#modules, program, initialState, by);
    if (errors.length === 0) return;
    // One that is all alone has a code of its own.
    if (errors.length === 1) checkProgram(this.#modules, program);
    const message = errors.map((one) => `${one.pointer}: ${one.message}`).join("; ");
    throw new Refusal("INVALID_PROGRAM", message, { errors });
  }

  /** The expressions of a reactor are compiled once. */
  readyOf({ record: { program, programHash: hash } }: Pick<Reactor, "record">): ReadyProgram {
    const known = this.#ready.get(hash);
    if (known !== undefined) return known;
    const read = readProgram(program);
    if (!read.ok) throw new Error(`the program ${hash} cannot be read any more`);
    if (this.#ready.size >= REACTORS_OF_ACCOUNT_MAX) this.#ready.clear();
    this.#ready.set(hash, read.ready);
    return read.ready;
  }

  async find(id: string): Promise<Reactor | null> {
    const { reactors } = this.#modules.store;
    const [record, progress] = await Promise.all([reactors.get(id), reactors.progress(id)]);
    return record === undefined || progress === undefined ? null : { record, progress };
  }

  /** In the order of their ids. */
  async ofAccount(account: string): Promise<readonly Reactor[]> {
    const ids = await this.#modules.store.reactors.ofAccount(account);
    const found = await Promise.all(ids.map((id) => this.find(id)));
    return found.filter((reactor) => reactor !== null);
  }

  /**
   * A reactor that the caller may do `action` with.
   * @throws Refusal NOT_FOUND for a caller without a role on it, FORBIDDEN for too low a one
   */
  async require(
    id: string,
    asking: Principal | null,
    action: Action = "read",
  ): Promise<ActingReactor> {
    const { machines } = this.#modules;
    const found = await requireRole(machines, await this.find(id), {
      id,
      asking,
      action,
      notFound,
    });
    const { machine } = found.record;
    // One that is closed does nothing any more.
    if (machine !== null) await machines.require(machine, asking, action);
    return found;
  }

  /** For good: its trajectory stays. */
  async close(id: string, asking: Principal | null): Promise<Step<ChangedReactor>> {
    const step = await this.#changing(id, asking, "closed", ({ n, status }) => {
      if (status === "closed") throw closedError(id);
      return { steps: n };
    });
    return {
      ...step,
      run: async (tx) => {
        tx.onSettled((isWritten) => {
          if (isWritten) for (const closed of this.#closing) closed(id);
        });
        return step.run(tx);
      },
    };
  }

  /** Lets one go on that has halted, from the state that it halted in. */
  resume(id: string, asking: Principal | null): Promise<Step<ChangedReactor>> {
    return this.#changing(id, asking, "resumed", ({ fault, n, status }) => {
      if (status === "closed") throw closedError(id);
      if (status === "finished") throw haltedError(id, { fault, n, status });
      if (status === "open")
        throw new Refusal("CONFLICT", `the reactor ${id} has not halted: it is at step ${n}`);
      return { steps: n };
    });
  }

  /**
   * A row that changes what a reactor may do, and not where it is.
   * @param payload of the row; throws where it cannot be
   */
  async #changing(
    id: string,
    asking: Principal | null,
    transitionType: "closed" | "resumed",
    payload: (before: ReactorProgress) => JsonObject,
  ): Promise<Step<ChangedReactor>> {
    const { machineLog } = this.#modules;
    const { actor } = await this.require(id, asking, "edit");
    const status = transitionType === "closed" ? "closed" : "open";
    return {
      keys: [`mach:${id}`],
      run: async (tx) => {
        const record = await tx.get(buckets.reactor, id);
        const before = await tx.get(buckets.reactorstate, id);
        if (record === undefined || before === undefined) throw notFound(id);
        const text = canonicalize(payload(before));
        const progress: ReactorProgress = { ...before, status };
        tx.put(buckets.reactorstate, id, progress);
        const row = machineLog.append(tx, id, {
          transitionType,
          actor,
          payload: text,
          from: before.status,
          to: status,
        });
        return { record, progress, row };
      },
    };
  }
}

export function notFound(id: string): Refusal {
  return new Refusal("NOT_FOUND", `there is no reactor ${id}`);
}

function closedError(id: string): Refusal {
  return new Refusal("REACTOR_CLOSED", `the reactor ${id} is closed`);
}

/** @throws Refusal REACTOR_CLOSED, HALTED for one that steps no more */
export function checkOpen({ record: { id }, progress }: Reactor): void {
  const { fault, n, status } = progress;
  if (status === "open") return;
  if (status === "closed") throw closedError(id);
  throw haltedError(id, { fault, n, status });
}

function haltedError(
  id: string,
  { fault, n, status }: Pick<ReactorProgress, "fault" | "n" | "status">,
): Refusal {
  const why =
    status === "finished"
      ? `it made all of its ${n} steps`
      : `step ${n + 1} had no value, and the program halts then: its owner may resume it`;
  return new Refusal("HALTED", `the reactor ${id} has halted: ${why}`, {
    members: { reactorStatus: status, n, ...(fault === null ? {} : { fault }) },
  });
}
