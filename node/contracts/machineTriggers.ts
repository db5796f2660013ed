/**
 * Contracts on a machine: each event row of its log reaches every contract that listens, once and
 * in the order of the rows. How far a contract has come is kept with where its machine is.
 */
import { hearsEvent } from "../../protocol/contracts/index.js";
import { isObject } from "../../protocol/encoding/json.js";
import { errorEntry } from "../../protocol/errors/index.js";
import { readRow } from "../../protocol/log/row.js";
import type { JsonObject, Logger } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { Store } from "../../storage/store.js";
import type { Asker } from "../compute/evaluator.js";
import type { MachineLog } from "../machines/log/machineLog.js";
import type { Cancel, Scheduler } from "../runtime/scheduler.js";
import { isListening, type Contract, type Contracts } from "./contracts.js";
import type { Firing, Firings } from "./firings.js";
import type { Emitted } from "./roots.js";

/** After what is no fault of the contract. */
const RETRY_MS = 10_000;
/** For which the sender of an event waits for what it led to. */
const OUTCOME_WAIT_MS = 1_000;
const ACTOR = { key: "node", role: "node" } as const;

interface TriggerModules {
  readonly store: Store;
  readonly machineLog: MachineLog;
  readonly scheduler: Scheduler;
  readonly contracts: Contracts;
  readonly firings: Firings;
  readonly log: Logger;
}

/** One event row of a machine while its contracts take it. */
export interface EventWatch {
  /** Firings by contract; without those that are still at it after a second. */
  readonly done: () => Promise<ReadonlyMap<string, Firing>>;
  readonly drop: () => void;
}

interface Watched {
  readonly open: Set<string>;
  readonly firings: Map<string, Firing>;
  readonly end: () => void;
}

export class MachineTriggers {
  readonly #modules: TriggerModules;
  /** By machine and row. */
  readonly #watched = new Map<string, Watched>();
  /** Contracts that listen, by the id of their machine. */
  readonly #on = new Map<string, Set<string>>();
  readonly #running = new Map<string, Promise<void>>();
  /** Those that were told of more while they ran. */
  readonly #again = new Set<string>();
  readonly #retries = new Set<Cancel>();
  readonly #stop = new AbortController();

  constructor(modules: TriggerModules) {
    this.#modules = modules;
    modules.contracts.listen((contract) => this.#place(contract));
    modules.firings.onEmitted((machine) => this.sent(machine));
  }

  /** Reads who listens to what, and goes on from the position that each had reached. */
  async start(): Promise<void> {
    const { contracts, store } = this.#modules;
    for await (const [id] of store.contracts.all()) {
      const contract = await contracts.find(id);
      if (contract !== null) this.#place(contract);
    }
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    for (const cancel of this.#retries) cancel();
    await this.settled();
  }

  /** Resolves when no contract is at work on an event. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  /** There is another event in the log of a machine. */
  sent(machine: string): void {
    for (const id of this.#on.get(machine) ?? []) this.#follow(id);
  }

  /** Contracts on a machine that are fired by events of a type. */
  async hearing(machine: string, type: string): Promise<readonly string[]> {
    const { contracts } = this.#modules;
    const hearing: string[] = [];
    for (const id of this.#on.get(machine) ?? []) {
      const contract = await contracts.find(id);
      if (contract !== null && hearsEvent(contracts.readyOf(contract.record), type))
        hearing.push(id);
    }
    return hearing;
  }

  /** @param seq of a row that is not durable yet, so that no firing is missed */
  watch(machine: string, seq: number, hearing: readonly string[]): EventWatch {
    const key = `${machine}/${seq}`;
    const firings = new Map<string, Firing>();
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const drop = (): void => {
      this.#watched.delete(key);
      end();
    };
    if (hearing.length === 0) end();
    else this.#watched.set(key, { open: new Set(hearing), firings, end: drop });
    const done = async (): Promise<ReadonlyMap<string, Firing>> => {
      const cancel = this.#modules.scheduler.after(OUTCOME_WAIT_MS, drop);
      await ended;
      cancel();
      return firings;
    };
    return { done, drop };
  }

  #done(machine: string, seq: number, id: string, firing: Firing): void {
    const watched = this.#watched.get(`${machine}/${seq}`);
    if (watched === undefined) return;
    watched.firings.set(id, firing);
    watched.open.delete(id);
    if (watched.open.size === 0) watched.end();
  }

  /** It takes no events for now. */
  #stopped(id: string): void {
    for (const { end, open } of this.#watched.values())
      if (open.delete(id) && open.size === 0) end();
  }

  #place({ progress, record }: Contract): void {
    const { id, machine } = record;
    if (machine === null) return;
    const listening = this.#on.get(machine) ?? new Set();
    if (!isListening(record) || progress.status !== "open") {
      listening.delete(id);
      if (listening.size === 0) this.#on.delete(machine);
      return;
    }
    this.#on.set(machine, listening.add(id));
    this.#follow(id);
  }

  #follow(id: string): void {
    if (this.#stop.signal.aborted) return;
    if (this.#running.has(id)) {
      this.#again.add(id);
      return;
    }
    const followed = this.#events(id)
      .catch((error: unknown) => this.#failed(id, error))
      .then(() => {
        this.#running.delete(id);
        if (this.#again.delete(id)) this.#follow(id);
      });
    this.#running.set(id, followed);
  }

  #failed(id: string, error: unknown): void {
    this.#stopped(id);
    const code = error instanceof Refusal ? error.code : null;
    // Its log says that it was paused; what was closed or changed is placed anew.
    if (code !== null && errorEntry(code).status < 500 && code !== "RATE_LIMITED") return;
    const message = "a contract could not take an event, and tries again";
    this.#modules.log.warn(message, { contract: id, error });
    const cancel = this.#modules.scheduler.after(RETRY_MS, () => {
      this.#retries.delete(cancel);
      this.#follow(id);
    });
    this.#retries.add(cancel);
  }

  async #events(id: string): Promise<void> {
    const { contracts, firings, machineLog } = this.#modules;
    const contract = await contracts.find(id);
    if (contract === null || contract.record.machine === null) return;
    const { progress, record } = contract;
    const { version } = record;
    if (progress.status !== "open" || progress.cursor === null) return;
    const ready = contracts.readyOf(record);
    const by: Asker = { caller: "scheduled", signal: this.#stop.signal };
    for await (const { text } of machineLog.rows(contract.record.machine, {
      from: progress.cursor + 1,
    })) {
      if (this.#stop.signal.aborted) return;
      const read = readRow(text);
      if (!read.ok || read.row.transitionType !== "event") continue;
      const sent = await this.#sentIn(contract.record.machine, read.row.seq);
      if (sent === null || !hearsEvent(ready, sent.type)) continue;
      const firing = await firings.fire(
        id,
        {
          acting: () => this.#acting(id, version),
          unlimited: false,
          ...sent,
          calcond: read.row.calcond,
          turn: null,
          cursor: read.row.seq,
        },
        by,
        (fired) => ({ operations: [], result: fired }),
      );
      this.#done(contract.record.machine, read.row.seq, id, firing);
    }
  }

  /** A change begins the reading anew: another program may listen to other events. */
  async #acting(id: string, version: number) {
    const contract = await this.#modules.contracts.find(id);
    if (contract === null) throw new Refusal("NOT_FOUND", `there is no contract ${id}`);
    if (contract.record.version !== version)
      throw new Refusal("CONFLICT", `the program of ${id} was changed meanwhile`);
    return { ...contract, actor: ACTOR };
  }

  /** Null for a row whose payload was dropped, or is no event for programs. */
  async #sentIn(machine: string, seq: number): Promise<SentEvent | null> {
    const text = await this.#modules.machineLog.payload(machine, seq);
    if (text === undefined) return null;
    const payload: JsonObject = JSON.parse(text);
    const { data = null, emitted = 0, root = null, type = null } = payload;
    if (typeof type !== "string" || typeof emitted !== "number") return null;
    const event = { type, data: isObject(data) ? data : {} };
    if (emitted === 0) return event;
    return { ...event, from: { root: typeof root === "string" ? root : null, emitted } };
  }
}

interface SentEvent {
  readonly type: string;
  readonly data: JsonObject;
  /** Absent of one from outside. */
  readonly from?: Emitted;
}
