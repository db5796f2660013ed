/** Contracts of one account on a whole node behind HTTP, for tests that tell clock and timers what to do. */
import { expect } from "chai";
import type { Scheduler } from "../../../../node/runtime/scheduler.js";
import type { Payment } from "../../../../node/sealing/draft.js";
import type { JsonObject } from "../../../../protocol/ports.js";
import { CALCOND_NS } from "../../../../protocol/limits.js";
import { serveNode, type CallOptions, type Reply, type ServedNode } from "../../../kit/served.js";

const CONTRACTS_PATH = "/api/contracts";

/** Timers that fire when they are told to. */
export class HandScheduler implements Scheduler {
  readonly #timers = new Set<() => void>();
  after(_ms: number, f: () => void): () => void {
    this.#timers.add(f);
    return () => this.#timers.delete(f);
  }
  fire(): void {
    for (const timer of Array.from(this.#timers)) {
      this.#timers.delete(timer);
      timer();
    }
  }
}

export interface Row {
  readonly type: string;
  readonly payload: JsonObject;
}

export class ServedContracts {
  readonly served: ServedNode;
  readonly #scheduler: HandScheduler;
  key = "";

  private constructor(served: ServedNode, scheduler: HandScheduler) {
    this.served = served;
    this.#scheduler = scheduler;
  }

  static async open(): Promise<ServedContracts> {
    const scheduler = new HandScheduler();
    const config = { credits: { welcome: 120 } };
    return new ServedContracts(await serveNode({ ports: { scheduler }, config }), scheduler);
  }

  async newAccount(): Promise<void> {
    this.key = await this.served.account();
  }

  call(method: string, path: string, body?: object, options: CallOptions = {}): Promise<Reply> {
    return this.served.call(method, path, { key: this.key, body, ...options });
  }

  ask(method: string, path: string, body?: object): Promise<Reply> {
    return this.call(method, `${CONTRACTS_PATH}${path}`, body);
  }

  async deploy(program: object, on: object = {}): Promise<string> {
    const response = await this.ask("POST", "", { program, machine: null, ...on });
    expect(response.status, response.text).to.equal(201);
    return String(response.body["contract"]);
  }

  fire(id: string, data: object = {}): Promise<Reply> {
    return this.ask("POST", `/${id}/fire`, { data });
  }

  async shown(id: string): Promise<Readonly<Record<string, unknown>>> {
    return (await this.ask("GET", `/${id}`)).body;
  }

  async put(id: string, program: object, more: object): Promise<Reply> {
    const changed = await this.ask("PUT", `/${id}`, { program, ...more });
    expect(changed.status, changed.text).to.equal(200);
    return changed;
  }

  async rows(id: string): Promise<readonly Row[]> {
    const rows: Row[] = [];
    const { machineLog } = this.served.node.services;
    for await (const { text } of machineLog.rows(id)) {
      const { seq, transitionType }: { readonly seq: number; readonly transitionType: string } =
        JSON.parse(text);
      const payload: JsonObject = JSON.parse((await machineLog.payload(id, seq)) ?? "{}");
      rows.push({ type: transitionType, payload });
    }
    return rows;
  }

  async replays(id: string, checked: number): Promise<void> {
    const { body, text } = await this.ask("POST", `/${id}/replay`, {});
    expect(body, text).to.include({ identical: true, checked });
  }

  async balance(): Promise<number> {
    return Number((await this.call("GET", "/api/ledger")).body["free"]);
  }

  /** Moves the clock, without a timer. */
  wait(calconds: number): void {
    this.served.node.clock.ns += BigInt(calconds) * CALCOND_NS;
  }

  /** Begins what is due. */
  begin(): void {
    this.#scheduler.fire();
  }

  async settled(): Promise<void> {
    const { machineTriggers, schedule } = this.served.node.services.contracts;
    await schedule.settled();
    await machineTriggers.settled();
  }

  async pass(calconds: number): Promise<void> {
    this.wait(calconds);
    this.begin();
    await this.settled();
  }

  /** Sets aside all that an account has but `left` credits. */
  async drained(id: string, left: number): Promise<() => void> {
    const { contracts, ledger } = {
      contracts: this.served.node.services.contracts.contracts,
      ledger: this.served.node.services.ledger,
    };
    const { owner } = (await contracts.find(id))!.record;
    await ledger.open(owner);
    const all: Payment[] = [];
    for (let set = ledger.reserve(owner, 1); set !== null; set = ledger.reserve(owner, 1))
      all.push(set);
    for (const one of all.splice(0, left)) one.unsealed();
    return () => {
      for (const one of all) one.unsealed();
    };
  }
}
