/**
 * Firings: the transition, its row, its envelope and its price in one batch, or nothing of them.
 * What changes no state is counted, and a step without a decision is a row that charges nothing.
 */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import {
  chainAfter,
  evaluationOf,
  foldedEvaluation,
  NO_CHAIN,
  runStep,
  stepRecord,
  usualType,
  type ContractEvent,
  type Due,
  type Step as MachineStep,
  type StepRecord,
} from "../../protocol/contracts/index.js";
import { priceOf } from "../../protocol/contracts/price.js";
import { quoteClosedForm, type Quote } from "../../protocol/economy/price.js";
import { commitmentOf, type Commitment } from "../../protocol/kernel/transition.js";
import { CONTRACT_FAILING_MAX } from "../../protocol/limits.js";
import type { RowActor } from "../../protocol/log/row.js";
import type { JsonObject } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { ContractProgress } from "../../storage/records/contractRecords.js";
import type { Accounts } from "../accounts/accounts.js";
import { behalfOf, type Asker } from "../compute/evaluator.js";
import {
  requireSealed,
  type Effects,
  type EffectTransaction,
  type Late,
} from "../ledger/effects.js";
import { FREE, type Outcome, type PaidSteps } from "../ledger/paidStep.js";
import type { PendingRow } from "../machines/log/draft.js";
import type { Payment, SealedPlace } from "../sealing/draft.js";
import type { Sealer } from "../sealing/sealer.js";
import { TransitionSeals } from "./transitionSeals.js";
import { rootOf, Roots, type Emitted } from "./roots.js";
import { computingBy, type PricedCompute } from "./computes.js";
import {
  checkOpen,
  notFound,
  type ActingContract,
  type Contract,
  type ContractModules,
  type Contracts,
} from "./contracts.js";

export interface FiringModules extends ContractModules {
  readonly sealer: Pick<Sealer, "seal">;
  readonly contracts: Contracts;
  readonly effects: Effects;
  readonly paidSteps: PaidSteps;
  readonly accounts: Accounts;
}

/** A firing at its time. */
export interface Turn {
  /** When it was due: under another program, or after a pause, it is not due then any more. */
  readonly due: number;
  readonly next: Due | null;
  readonly missed: number;
}

export interface FireRequest {
  /** Whose role is looked at once more when the turn of the firing has come. */
  readonly acting: () => Promise<ActingContract>;
  /** A key without limits: the firing takes no balance. */
  readonly unlimited: boolean;
  /** Null for the type that the program looks at. */
  readonly type: string | null;
  readonly data: JsonObject;
  /** When it is said to happen; null for now. */
  readonly calcond: number | null;
  /** For a firing at its time. */
  readonly turn: Turn | null;
  /** Number of the row of its machine that it takes. */
  readonly cursor?: number;
  /** Of an event that another led to. */
  readonly from?: Emitted;
}

/** A firing as it is durable. */
export interface Firing {
  readonly contract: string;
  readonly step: MachineStep;
  /** Null where nothing but a count was written. */
  readonly row: PendingRow | null;
  readonly place: SealedPlace | null;
  readonly credits: number;
}

/**
 * Firings in a row of which a compute had no value. Readings that are none, and events that are none of
 * the program's, count neither way.
 */
function failingAfter({ failing = 0 }: ContractProgress, { fault, kind }: MachineStep): number {
  if (kind === "fault")
    return fault?.pointer?.startsWith("/compute/") === true ? failing + 1 : failing;
  return kind === "ignored" ? failing : 0;
}

/** The outcome of a firing when it has its place. */
type MakeLate<R> = (firing: Firing) => Late<R>;
export const nothingLate: MakeLate<null> = () => ({ operations: [], result: null });

/** A firing, and what was made of it. */
interface Written<R> {
  readonly firing: Firing;
  /** Machine whose log has the events that it emitted. */
  readonly machine: string | null;
  readonly result: R;
}

const NODE: RowActor = { key: "node", role: "node" };

interface FiringRequest extends Omit<FireRequest, "acting" | "from"> {
  readonly type: string;
  /** The event from outside that it goes back to. */
  readonly root: string | null;
}

interface Prepared {
  readonly root: string | null;
  readonly contract: ActingContract;
  readonly step: MachineStep;
  readonly event: ContractEvent;
  /** Of what changed: where the contract is after it. */
  readonly after: ContractProgress;
  readonly missed: number;
}

export class Firings {
  readonly #modules: FiringModules;
  readonly #emitted = new Set<(machine: string) => void>();
  readonly #roots = new Roots();
  readonly #left = new Set<(id: string, error: unknown) => void>();
  readonly #seals: TransitionSeals;

  constructor(modules: FiringModules) {
    this.#modules = modules;
    this.#seals = new TransitionSeals(modules);
  }

  /** Called when a contract has emitted events into the log of its machine. */
  onEmitted(listener: (machine: string) => void): void {
    this.#emitted.add(listener);
  }

  /** Called when events that a firing led to could not be taken: they wait, and are kept. */
  onLeft(listener: (id: string, error: unknown) => void): void {
    this.#left.add(listener);
  }

  /** Alone among all that changes this contract. */
  alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.#modules.paidSteps.alone("contract", id, work);
  }

  /**
   * One after the other for each contract, each with all that it leads to. The firing is durable
   * before the rest begins, so it is the answer whatever becomes of that.
   * @param late made of it, in its batch
   * @throws Refusal GONE, CONTRACT_PAUSED; INSUFFICIENT_BALANCE, which pauses it
   */
  fire<R>(id: string, request: FireRequest, by: Asker, late: MakeLate<R>): Promise<R> {
    return this.alone(id, async () => {
      let contract = await request.acting();
      if (contract.progress.chain.waiting.length > 0) {
        await this.#rest(id, by);
        contract = await request.acting();
      }
      checkOpen(contract);
      checkDue(contract, request.turn);
      const { data } = request;
      const type = request.type ?? usualType(this.#modules.contracts.readyOf(contract.record));
      const root = rootOf(contract, request);
      const emitted = this.#roots.of(root, request.from?.emitted ?? 0);
      const chain = { waiting: [{ type, data }], emitted };
      const { firing, result } = await this.#one(
        { ...contract, progress: { ...contract.progress, chain } },
        { ...request, type, root },
        by,
        late,
      );
      if (firing.step.emitted.length > 0)
        await this.#rest(id, by).catch((error: unknown) => {
          for (const listener of this.#left) listener(id, error);
        });
      return result;
    });
  }

  /** What the last event from outside has still to lead to. */
  async #rest(id: string, by: Asker): Promise<void> {
    for (;;) {
      const contract = await this.#modules.contracts.find(id);
      const [next] = contract?.progress.chain.waiting ?? [];
      if (contract === null || next === undefined || contract.progress.status !== "open") return;
      await this.#one(
        { ...contract, actor: NODE },
        { ...next, unlimited: false, calcond: null, turn: null, root: null },
        by,
        nothingLate,
      );
    }
  }

  /** Finishes what was left when the node stopped, or could not be taken. */
  recover(id: string, by: Asker): Promise<void> {
    return this.alone(id, () => this.#rest(id, by));
  }

  async #one<R>(
    contract: ActingContract,
    request: FiringRequest,
    by: Asker,
    late: MakeLate<R>,
  ): Promise<Written<R>> {
    const { owner, unlimited } = contract.record;
    const behalf = behalfOf(by, owner);
    const written = await this.#modules.paidSteps.run({
      by: behalf,
      payer: { account: owner, unlimited: request.unlimited || unlimited },
      // Guards decide what is computed: the price is known behind the work.
      prices: FREE,
      work: () => this.#outcome(contract, request, behalf, late),
      unpaid: (refusal) => this.#unpaid(contract, refusal),
      tell: ({ machine }) => {
        if (machine !== null) for (const listener of this.#emitted) listener(machine);
      },
    });
    if (failingAfter(contract.progress, written.firing.step) >= CONTRACT_FAILING_MAX)
      await this.#modules.effects.run(
        this.#modules.contracts.stop(contract.record.id, contract.actor, "COMPUTES_FAIL"),
      );
    return written;
  }

  async #outcome<R>(
    contract: ActingContract,
    request: FiringRequest,
    by: Asker,
    late: MakeLate<R>,
  ): Promise<Outcome<Written<R>>> {
    const { contracts, deadlines } = this.#modules;
    const { progress, record } = contract;
    const ready = contracts.readyOf(record);
    const { data, type } = request;
    const calcond = request.calcond ?? deadlines.reckon();
    const missed = progress.missed + (request.turn?.missed ?? 0);
    const emittedBefore = progress.chain.emitted;
    const event: ContractEvent = { type, data, calcond, emittedBefore, missed };
    const computes: PricedCompute[] = [];
    const computing = computingBy(this.#modules, by, (compute) => computes.push(compute));
    const step = await runStep(ready, progress.at, event, computing);
    const isTold = step.kind === "moved" || step.kind === "fault";
    const { credits, fault, faults, status, transitions, version } = progress;
    // Members by name: this is made for every event, and spreads take as long as the step.
    const after: ContractProgress = {
      version,
      status,
      at: step.after,
      // On a machine what is emitted comes back by its log.
      chain: record.machine === null ? chainAfter(ready, progress.chain, step) : NO_CHAIN,
      due: request.turn === null ? progress.due : request.turn.next,
      missed: isTold ? 0 : missed,
      transitions: transitions + (step.kind === "moved" ? 1 : 0),
      faults: faults + (step.kind === "fault" ? 1 : 0),
      fault: step.fault ?? fault,
      failing: failingAfter(progress, step),
      cursor: request.cursor ?? progress.cursor,
      credits,
    };
    const prepared = { root: request.root, contract, step, event, after, missed };
    if (step.kind === "fault") return { commit: () => this.#fault(prepared, late) };
    if (step.kind !== "moved") return { commit: () => this.#counted(prepared, late) };
    const { quote, workMs } = dearest(computes);
    return {
      prices: [quote],
      sealedMs: workMs,
      commit: (payment) => this.#sealed(prepared, quote, payment, late),
    };
  }

  /** The contract is paused: nothing fires before it is paid for again, or has time of a day again. */
  async #unpaid({ actor, record }: ActingContract, refusal: Refusal): Promise<Refusal> {
    const { contracts, effects } = this.#modules;
    await effects.run(contracts.stop(record.id, actor, refusal.code));
    return refusal.code === "INSUFFICIENT_BALANCE" ? unpaidTransition(record, refusal) : refusal;
  }

  /**
   * The envelope commits to the step and to the place of its row: the guard keeps every other row
   * from getting in between.
   */
  async #sealed<R>(
    prepared: Prepared,
    quote: Quote,
    payment: Payment,
    late: MakeLate<R>,
  ): Promise<Written<R>> {
    const { accounts, effects } = this.#modules;
    const { contract, step } = prepared;
    const { id, machine: on, owner } = contract.record;
    const visibility = await accounts.defaultVisibility(owner);
    let commitment: Commitment | null = null;
    const run = async (tx: EffectTransaction) => {
      const payload = payloadOf(prepared);
      const row = await this.#row(tx, prepared, "transition", payload.text);
      commitment = await this.#commitment(prepared, payload);
      await this.#count(tx, prepared);
      const machine = await this.#emit(tx, prepared);
      const { after } = prepared;
      const credits = after.credits + quote.credits;
      this.#modules.contracts.places.write(tx, id, { ...after, credits });
      return { row, machine };
    };
    const effect = await effects.seal(
      { keys: [`mach:${id}`], run },
      (companion) =>
        this.#seals.seal(commitment!, {
          account: owner,
          machine: on ?? id,
          visibility,
          payment,
          companion,
        }),
      ({ machine, row }, place) => {
        const firing: Firing = { contract: id, step, row, place, credits: quote.credits };
        const { operations, result } = late(firing);
        return { operations, result: { firing, machine, result } };
      },
    );
    return requireSealed(effect, "nothing was fired");
  }

  /** The log of its machine has a row with the receipt, as of all that is sealed for the machine. */
  async #count(tx: EffectTransaction, { contract }: Prepared): Promise<void> {
    const { machine } = contract.record;
    if (machine === null || !(await this.#modules.machines.isOpen(machine))) return;
    this.#modules.machineLog.append(tx, machine, {
      transitionType: "sealed_event",
      actor: contract.actor,
    });
  }

  /**
   * An emitted event stands in the log of the machine, for every contract on it.
   * @returns the machine; null where nothing was emitted into a log
   */
  async #emit(
    tx: EffectTransaction,
    { contract, event, root, step }: Prepared,
  ): Promise<string | null> {
    const { machine } = contract.record;
    if (machine === null || step.emitted.length === 0) return null;
    if (!(await this.#modules.machines.isOpen(machine))) return null;
    const emitted = this.#roots.add(root, event.emittedBefore, step.emitted.length);
    for (const { data, type } of step.emitted)
      this.#modules.machineLog.append(tx, machine, {
        transitionType: "event",
        actor: NODE,
        payload: canonicalize({ type, data, emitted, root }),
        token: null,
        proof: null,
      });
    tx.onSettled((isWritten) => {
      if (!isWritten) this.#roots.add(root, 0, -step.emitted.length);
    });
    return machine;
  }

  /** A row that says why there was no decision; neither state nor balance moves. */
  #fault<R>(prepared: Prepared, late: MakeLate<R>): Promise<Written<R>> {
    const { id } = prepared.contract.record;
    return this.#written(prepared, late, async (tx) => {
      const row = await this.#row(tx, prepared, "fault", payloadOf(prepared).text);
      this.#modules.contracts.places.write(tx, id, prepared.after);
      return row;
    });
  }

  /** Counted without a row: the next one carries it, and what was asked is kept for a replay. */
  #counted<R>(prepared: Prepared, late: MakeLate<R>): Promise<Written<R>> {
    const { contracts, crypto, machineLog, store } = this.#modules;
    const { after, contract, event, step } = prepared;
    const { id } = contract.record;
    const number = after.at.events;
    return this.#written(prepared, late, async (tx) => {
      await this.#unmoved(tx, contract);
      contracts.places.write(tx, id, after);
      // An event of another type is none of the program's.
      if (number === contract.progress.at.events) return null;
      const evaluation = evaluationOf(event, step);
      machineLog.fold(tx, id, foldedEvaluation(crypto, evaluation));
      tx.add(store.contracts.evaluationOps(id, number, canonicalize(evaluation)));
      return null;
    });
  }

  #written<R>(
    { contract, step }: Prepared,
    late: MakeLate<R>,
    run: (tx: EffectTransaction) => Promise<PendingRow | null>,
  ): Promise<Written<R>> {
    const { id } = contract.record;
    return this.#modules.effects.run({ keys: [`mach:${id}`], run }, (row) => {
      const firing: Firing = { contract: id, step, row, place: null, credits: 0 };
      const { operations, result } = late(firing);
      return { operations, result: { firing, machine: null, result } };
    });
  }

  async #row(
    tx: EffectTransaction,
    { contract, step }: Prepared,
    transitionType: "transition" | "fault",
    payload: string,
  ): Promise<PendingRow> {
    await this.#unmoved(tx, contract);
    const { id, programHash } = contract.record;
    return this.#modules.machineLog.append(tx, id, {
      transitionType,
      actor: contract.actor,
      payload,
      programHash,
      from: step.from,
      to: step.to,
    });
  }

  /** Under the guard of the contract: its row will stand behind the one that is last now. */
  async #commitment(
    { contract, step }: Prepared,
    { record, text }: StepPayload,
  ): Promise<Commitment> {
    const { crypto, machineLog } = this.#modules;
    const { id, programHash } = contract.record;
    const head = await machineLog.heldHead(id);
    if (head === null) throw notFound(id);
    const { evalCount, evalRoot, hash: prev, size: row } = head;
    const place = { contract: id, row, prev, programHash, evalCount, evalRoot };
    const { results } = record;
    return commitmentOf(crypto, place, { ...step, results }, text);
  }

  /** Under the guard: as it was when the step was made. */
  async #unmoved(tx: EffectTransaction, { record }: Contract): Promise<void> {
    const progress = await this.#modules.contracts.places.read(tx, record.id);
    if (progress === undefined) throw notFound(record.id);
    checkOpen({ record, progress });
    if (progress.version !== record.version)
      throw new Refusal("CONFLICT", `the program of ${record.id} was changed meanwhile`);
  }
}

/** The computes of a firing are made before its price is known: their work counts against a day. */
function unpaidTransition({ id, program }: Contract["record"], { details }: Refusal): Refusal {
  const { free, paid, price } = details.members ?? {};
  const { credits: most, ...shared } = priceOf(program);
  const due: number = Object(price).credits ?? most;
  const { computes, dayWorkMs } = shared;
  const message =
    `the transition of ${id} costs ${due} credits, what the dearest of its ${computes} computes ` +
    `does, wholly from free or wholly from paid ones: ${String(free)} free and ${String(paid)} ` +
    "paid are there. It is paused; nothing moved or was charged, and what was computed counts " +
    `against the ${dayWorkMs / 1_000} s of work of the account's day`;
  return new Refusal("INSUFFICIENT_BALANCE", message, {
    ...details,
    members: { ...details.members, price: { ...Object(price), most, ...shared } },
  });
}

/** @throws Refusal CONFLICT where a time of before is no time of the contract any more */
function checkDue({ progress, record: { id } }: Contract, turn: Turn | null): void {
  if (turn !== null && progress.due?.calcond !== turn.due)
    throw new Refusal("CONFLICT", `${id} is due at other times by now`);
}

interface StepPayload {
  readonly record: StepRecord;
  /** Canonical. */
  readonly text: string;
}

/** What the row of a step holds. */
function payloadOf({ event, missed, step }: Prepared): StepPayload {
  const record = stepRecord(step, event.emittedBefore, missed);
  return { record, text: canonicalize(record) };
}

/** What a firing costs, and the work that its price pays for. */
function dearest(computes: readonly PricedCompute[]): PricedCompute {
  let found: PricedCompute = { quote: quoteClosedForm(0), workMs: 0 };
  for (const one of computes) if (one.quote.credits >= found.quote.credits) found = one;
  return found;
}
