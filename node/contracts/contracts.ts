/** Contracts: deployed, found, changed, paused and closed, and who may do what with one. */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import {
  carryOver,
  dueUnder,
  firstDue,
  initialState,
  isTimeTrigger,
  listens,
  NO_CHAIN,
  prepareProgram,
  validateProgram,
  type Due,
  type PreparedProgram,
  type Program,
} from "../../protocol/contracts/index.js";
import { programRefusal } from "../../protocol/contracts/programRefusal.js";
import { base32 } from "../../protocol/identity/slug.js";
import type { Principal } from "../../protocol/identity/principal.js";
import type { Action, Role } from "../../protocol/identity/roles.js";
import { CONTRACTS_OF_ACCOUNT_MAX } from "../../protocol/limits.js";
import type { RowActor } from "../../protocol/log/row.js";
import type { Registry } from "../../protocol/operators/registry.js";
import type { Crypto, JsonValue } from "../../protocol/ports.js";
import type { ErrorCode } from "../../protocol/errors/index.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { buckets } from "../../storage/records/buckets.js";
import type { ContractProgress, ContractRecord } from "../../storage/records/contractRecords.js";
import type { Store } from "../../storage/store.js";
import type { RunModules } from "../compute/runs.js";
import type { EffectTransaction, Step } from "../ledger/effects.js";
import { newBelonging, requireRole, type Acting, type Belonging } from "../machines/belonging.js";
import type { PendingRow } from "../machines/log/draft.js";
import type { MachineLog } from "../machines/log/machineLog.js";
import type { Machines } from "../machines/machines.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { RandomBytes } from "../runtime/random.js";
import { Places } from "./places.js";

const ID_BYTES = 16;
/** Accounts whose contracts are counted in memory. */
const COUNTED_MAX = 4_096;
/** Programs that are kept compiled. */
const READY_MAX = 1_024;

export interface ContractModules extends RunModules {
  readonly store: Store;
  readonly crypto: Crypto;
  readonly registry: Registry;
  readonly deadlines: Pick<Deadlines, "now" | "reckon">;
  readonly machineLog: MachineLog;
  readonly machines: Machines;
  readonly random: RandomBytes;
}

export interface ContractRequest {
  readonly name: string | null;
  /** Slug or id of the machine whose roles hold for it. */
  readonly machine: string | null;
  readonly program: JsonValue;
}

/** To whom a contract belongs, and from behind which row of its machine it hears events. */
interface DeployPlace extends Belonging {
  readonly role: Role;
  readonly cursor: number | null;
}

export interface Contract {
  readonly record: ContractRecord;
  readonly progress: ContractProgress;
}

/** With the row of what changed. */
export interface ChangedContract extends Contract {
  readonly row: PendingRow;
}

/** Who acts, as rows name it. */
export interface ActingContract extends Contract {
  readonly actor: RowActor;
}

/** One whose caller has a role on it. */
export interface RequiredContract extends Contract, Acting {}

export class Contracts {
  readonly places: Places;
  readonly #modules: ContractModules;
  readonly #ready = new Map<string, PreparedProgram>();
  readonly #counts = new Map<string, number>();
  readonly #records = new Map<string, ContractRecord>();
  readonly #listeners = new Set<(contract: Contract) => void>();

  constructor(modules: ContractModules) {
    this.#modules = modules;
    this.places = new Places(modules.store);
  }

  /** Called when a contract was made or changed. */
  listen(listener: (contract: Contract) => void): void {
    this.#listeners.add(listener);
  }

  /** @throws Refusal INVALID_PROGRAM with all that is wrong */
  prepared(program: JsonValue): PreparedProgram {
    const { crypto, registry } = this.#modules;
    const validated = validateProgram(program, registry);
    if (validated.ok) return prepareProgram(crypto, validated.checked);
    throw programRefusal(validated.problems);
  }

  /** The program of a contract, compiled once. */
  readyOf({ program, programHash }: Pick<ContractRecord, "program" | "programHash">) {
    const known = this.#ready.get(programHash);
    if (known !== undefined) return known;
    const ready = this.prepared(JSON.parse(canonicalize(program)));
    if (this.#ready.size >= READY_MAX) this.#ready.delete(this.#ready.keys().next().value!);
    this.#ready.set(programHash, ready);
    return ready;
  }

  async deploy(
    principal: Principal,
    { machine: named, name, program }: ContractRequest,
  ): Promise<Step<ChangedContract>> {
    const { machineLog, machines } = this.#modules;
    const belonging = await newBelonging(machines, principal, named);
    const { machine } = belonging;
    const cursor = machine === null ? null : ((await machineLog.head(machine))?.seq ?? -1);
    return this.deployFor(principal, { ...belonging, cursor }, { name, program });
  }

  /** For an account, or on a machine that may be of the same batch. @throws Refusal INVALID_PROGRAM */
  deployFor(
    principal: Principal,
    { cursor, machine, owner, role }: DeployPlace,
    contract: Omit<ContractRequest, "machine">,
  ): Step<ChangedContract> {
    const { deadlines, machineLog, random, store } = this.#modules;
    const ready = this.prepared(contract.program);
    const { hash: programHash, program } = ready;
    const id = `ct_${base32(random.bytes(ID_BYTES))}`;
    const createdCalcond = deadlines.now();
    const record: ContractRecord = {
      id,
      owner,
      unlimited: principal.unlimited,
      name: contract.name ?? program.name,
      machine,
      createdCalcond,
      version: 1,
      program,
      programHash,
    };
    const progress: ContractProgress = {
      version: 1,
      status: "open",
      at: initialState(ready),
      chain: NO_CHAIN,
      due: dueAfter(program, createdCalcond),
      missed: 0,
      transitions: 0,
      faults: 0,
      fault: null,
      credits: 0,
      cursor,
    };
    return {
      keys: [`mach:${id}`, `acct:${owner}`],
      run: async (tx) => {
        await this.#countOne(tx, owner);
        machineLog.begin(tx, { machine: id, owner, genesisCalcond: createdCalcond });
        tx.add(store.contracts.beginOps(record, progress));
        this.places.written(tx, id, progress);
        const { context, state } = progress.at;
        const row = machineLog.append(tx, id, {
          transitionType: "deployed",
          actor: { key: principal.keyPrefix, role },
          payload: canonicalize({ version: 1, program, state, context }),
          programHash,
          to: state,
        });
        this.#tell(tx, { record, progress });
        return { record, progress, row };
      },
    };
  }

  /** Under the guard of the account. Counting them anew would take longer with each of them. */
  async #countOne(tx: EffectTransaction, owner: string): Promise<void> {
    const known = this.#counts.get(owner);
    const count = known ?? (await this.ofAccount(owner)).length;
    if (count >= CONTRACTS_OF_ACCOUNT_MAX)
      throw new Refusal("CONFLICT", `an account has at most ${CONTRACTS_OF_ACCOUNT_MAX} contracts`);
    if (known === undefined && this.#counts.size >= COUNTED_MAX)
      this.#counts.delete(this.#counts.keys().next().value!);
    this.#counts.set(owner, count + 1);
    tx.onSettled((isWritten) => {
      // An unwritten row is counted anew.
      if (!isWritten) this.#counts.delete(owner);
    });
  }

  async find(id: string): Promise<Contract | null> {
    const progress = await this.places.find(id);
    if (progress === undefined) return null;
    const record = await this.#recordOf(id, progress.version);
    return record === null ? null : { record, progress };
  }

  /** A record is the same as long as its version is: those in use are kept. */
  async #recordOf(id: string, version: number): Promise<ContractRecord | null> {
    const known = this.#records.get(id);
    if (known?.version === version) return known;
    const record = await this.#modules.store.contracts.get(id);
    if (record === undefined) return null;
    if (this.#records.size >= READY_MAX) this.#records.delete(this.#records.keys().next().value!);
    this.#records.set(id, record);
    return record;
  }

  /** In the order of their ids. */
  ofAccount(account: string): Promise<readonly string[]> {
    return this.#modules.store.contracts.ofAccount(account);
  }

  /**
   * A contract that the caller may do `action` with.
   * @throws Refusal NOT_FOUND for a caller without a role on it, FORBIDDEN for too low a one
   */
  async require(
    id: string,
    asking: Principal | null,
    action: Action = "read",
  ): Promise<RequiredContract> {
    const { machines } = this.#modules;
    return requireRole(machines, await this.find(id), { id, asking, action, notFound });
  }

  /**
   * Another version of the program. @throws Refusal INVALID_PROGRAM; with the step STATE_LOST,
   * PRECONDITION_FAILED
   */
  async change(
    id: string,
    asking: Principal | null,
    update: {
      readonly program: JsonValue;
      readonly mapState: Readonly<Record<string, string>>;
      readonly version: number;
    },
  ): Promise<Step<ChangedContract>> {
    const { deadlines, machineLog, store } = this.#modules;
    const { actor } = await this.require(id, asking, "deploy");
    const ready = this.prepared(update.program);
    return this.#guarded(id, async (tx, before) => {
      const { progress, record } = before;
      if (record.version !== update.version)
        throw new Refusal("PRECONDITION_FAILED", `${id} has version ${record.version} by now`, {
          members: { version: record.version },
        });
      const carried = carryOver(
        { state: progress.at, program: record.program },
        ready,
        update.mapState,
      );
      if (!carried.ok)
        throw new Refusal(carried.code, carried.message, {
          members: { state: progress.at.state, states: [...ready.states.keys()] },
        });
      const { hash: programHash, program } = ready;
      const now = deadlines.now();
      const { due, missed } = dueUnder(
        { trigger: record.program.trigger, due: progress.due },
        program.trigger,
        now,
      );
      const changed: ContractRecord = {
        ...record,
        version: record.version + 1,
        program,
        programHash,
      };
      const next: ContractProgress = {
        ...progress,
        version: changed.version,
        at: carried.state,
        due: progress.status === "open" ? due : null,
        missed: progress.missed + missed,
        cursor: await this.#cursorUnder(record, progress.cursor, program),
      };
      tx.add(store.contracts.versionOps(changed, next));
      this.places.written(tx, id, next);
      const { context, state } = carried.state;
      const row = machineLog.append(tx, id, {
        transitionType: "deployed",
        actor,
        payload: canonicalize({ version: changed.version, program, state, context }),
        programHash,
        from: progress.at.state,
        to: state,
      });
      this.#tell(tx, { record: changed, progress: next });
      return { record: changed, progress: next, row };
    });
  }

  /** Fires no more until it is resumed. Pausing what is paused changes nothing but its log. */
  async pause(id: string, asking: Principal | null): Promise<Step<ChangedContract>> {
    const { actor } = await this.require(id, asking, "pause");
    return this.#restated(id, actor, "paused", { reason: "asked" });
  }

  async resume(id: string, asking: Principal | null): Promise<Step<ChangedContract>> {
    const { actor } = await this.require(id, asking, "pause");
    return this.#restated(id, actor, "open", {});
  }

  /** For good: its log stays. */
  async close(id: string, asking: Principal | null): Promise<Step<ChangedContract>> {
    const { actor } = await this.require(id, asking, "deploy");
    return this.#restated(id, actor, "closed", {});
  }

  /** A transition could not be paid, or computes fail. */
  stop(id: string, actor: RowActor, why: ErrorCode | "COMPUTES_FAIL"): Step<ChangedContract> {
    const status = why === "INSUFFICIENT_BALANCE" ? "insufficient_balance" : "paused";
    return this.#restated(id, actor, status, { reason: why });
  }

  #restated(
    id: string,
    actor: RowActor,
    status: ContractProgress["status"],
    payload: { readonly reason?: string },
  ): Step<ChangedContract> {
    const { deadlines, machineLog } = this.#modules;
    const transitionType =
      status === "open" ? "resumed" : status === "closed" ? "closed" : "paused";
    return this.#guarded(id, (tx, { progress, record }) => {
      const due = status === "open" ? dueAfter(record.program, deadlines.now()) : null;
      const next: ContractProgress = { ...progress, status, due, failing: 0 };
      this.places.write(tx, id, next);
      const { context, state } = progress.at;
      const row = machineLog.append(tx, id, {
        transitionType,
        actor,
        payload: canonicalize({ ...payload, state, context }),
        programHash: record.programHash,
        from: state,
        to: state,
      });
      this.#tell(tx, { record, progress: next });
      return { record, progress: next, row };
    });
  }

  /**
   * A program that listens to another event of its machine hears what is sent from now on; of the
   * same event all that was not taken yet waits for it.
   */
  async #cursorUnder(
    { machine, program }: ContractRecord,
    cursor: number | null,
    next: Program,
  ): Promise<number | null> {
    if (machine === null || heardType(program) === heardType(next)) return cursor;
    return (await this.#modules.machineLog.head(machine))?.seq ?? -1;
  }

  #guarded<T>(
    id: string,
    run: (tx: EffectTransaction, before: Contract) => T | Promise<T>,
  ): Step<T> {
    return {
      keys: [`mach:${id}`],
      run: async (tx) => {
        const record = await tx.get(buckets.contract, id);
        const progress = await this.places.read(tx, id);
        if (record === undefined || progress === undefined) throw notFound(id);
        if (progress.status === "closed") throw closedError(id);
        return run(tx, { record, progress });
      },
    };
  }

  #tell(tx: EffectTransaction, contract: Contract): void {
    tx.onSettled((isWritten) => {
      if (isWritten) for (const listener of this.#listeners) listener(contract);
    });
  }
}

/** Whether events of its machine fire it. */
export function isListening({ machine, program: { trigger } }: ContractRecord): boolean {
  return machine !== null && (!isTimeTrigger(trigger) || listens(trigger));
}

function dueAfter({ trigger }: Program, calcond: number): Due | null {
  return isTimeTrigger(trigger) ? firstDue(trigger, calcond) : null;
}

/** The type of event of its machine that a program asks for; null for none. */
function heardType({ trigger }: Program): string | null {
  return isTimeTrigger(trigger) ? (trigger.listen?.event ?? null) : trigger.event;
}

export function notFound(id: string): Refusal {
  return new Refusal("NOT_FOUND", `there is no contract ${id} here that you may see`);
}

function closedError(id: string): Refusal {
  return new Refusal("GONE", `the contract ${id} is closed: its log can be read`);
}

/** @throws Refusal GONE, CONTRACT_PAUSED */
export function checkOpen({ progress, record: { id } }: Contract): void {
  const { status } = progress;
  if (status === "open") return;
  if (status === "closed") throw closedError(id);
  throw new Refusal("CONTRACT_PAUSED", `the contract ${id} is ${status}: resume it`, {
    members: { contractStatus: status },
  });
}
