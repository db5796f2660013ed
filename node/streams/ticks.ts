/** Ticks: one sealed result for each interval, with its row, its text and its number in one batch. */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import { instantOf } from "../../protocol/math/modulation.js";
import { genesisHash, type RowActor } from "../../protocol/log/row.js";
import { TICKS_READ_MAX } from "../../protocol/limits.js";
import type { JsonObject } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { subResults, tickRoot } from "../../protocol/streams/subTicks.js";
import { bodyHash, tickHeaderFields } from "../../protocol/streams/tickBody.js";
import { isShown, renderTemplate } from "../../protocol/streams/template.js";
import type { Shown } from "../../protocol/streams/escape.js";
import { buckets } from "../../storage/records/buckets.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { StoredTick } from "../../storage/repositories/streams.js";
import type {
  ChannelRecord,
  ChannelState,
  TickRecord,
} from "../../storage/records/streamRecords.js";
import type { Accounts } from "../accounts/accounts.js";
import { behalfOf, type Asker } from "../compute/evaluator.js";
import { prepareRun, type RunValue } from "../compute/runs.js";
import type { Effects, EffectTransaction } from "../ledger/effects.js";
import type { PaidStep, PaidSteps } from "../ledger/paidStep.js";
import type { PendingRow, RowPlace, WrittenRow } from "../machines/log/draft.js";
import { joinedMembers, type Payment, type SealedPlace } from "../sealing/draft.js";
import {
  closedError,
  notFound,
  type Channel,
  type ChannelModules,
  type Channels,
} from "./channels.js";

interface TickModules extends ChannelModules {
  readonly channels: Channels;
  readonly effects: Effects;
  readonly paidSteps: PaidSteps;
  readonly accounts: Accounts;
}

export interface TickRequest {
  readonly actor: RowActor;
  /** A key without limits: the tick takes no balance. */
  readonly unlimited: boolean;
  readonly inputs: JsonObject;
  /** Ticks by itself that were missed before this one. */
  readonly missed: number;
}

/** A tick as it is durable. */
export interface SealedTick {
  readonly tick: StoredTick;
  /** The whole answer, with the receipt. */
  readonly text: string;
}

/** The result stands, and was neither sealed nor charged nor counted. */
export interface UnsealedTick {
  readonly body: string | Uint8Array;
}

export interface TickListener {
  ticked(channel: string, tick: SealedTick): void;
}

/** Names and values of the fields that every pull and tick carries, behind all others. */
export function tickHeaders(tick: TickRecord): readonly string[] {
  return Object.entries(tickHeaderFields(tick)).flat();
}

/** Calcond of the next tick; null where it may come at once. */
export function nextCalcond({ record, state }: Channel): number | null {
  return state.lastCalcond === null ? null : state.lastCalcond + record.tickIntervalCalconds;
}

/** A tick on its way: what is known before its window, and what its place adds. */
interface Draft {
  readonly channel: Channel;
  readonly seq: number;
  readonly value: RunValue;
  readonly root: string;
  readonly inputs: JsonObject;
  readonly row: PendingRow;
  readonly missed: number;
  /** Of a template: made with the row, which holds its hash. */
  readonly rendered: { text: string } | null;
}

export class Ticks {
  readonly #modules: TickModules;
  readonly #listeners = new Set<TickListener>();

  constructor(modules: TickModules) {
    this.#modules = modules;
  }

  listen(listener: TickListener): void {
    this.#listeners.add(listener);
  }

  /**
   * One after the other for each channel, so that who comes too early is told so before anything is
   * set aside or computed.
   * @param keep what else is written with it, made of the whole answer
   * @throws Refusal CHANNEL_CLOSED, TICK_TOO_EARLY, INSUFFICIENT_BALANCE, or why there is no value
   */
  tick(
    id: string,
    request: TickRequest,
    by: Asker,
    keep: (text: string) => readonly Operation[] = () => [],
  ): Promise<SealedTick | UnsealedTick> {
    return this.#modules.paidSteps.inTurn("channel", id, () => this.#step(id, request, by, keep));
  }

  async #step(
    id: string,
    request: TickRequest,
    by: Asker,
    keep: (text: string) => readonly Operation[],
  ): Promise<PaidStep<SealedTick | UnsealedTick>> {
    const channel = await this.#modules.channels.find(id);
    if (channel === null) throw notFound(id);
    this.#checkTime(channel);
    const { contract, owner, unlimited } = channel.record;
    const inputs = { ...contract.inputs, ...request.inputs };
    const behalf = behalfOf(by, owner);
    const prepared = await prepareRun(this.#modules, contract, inputs, behalf);
    return {
      payer: { account: owner, unlimited: request.unlimited || unlimited },
      by: behalf,
      prices: [prepared.quote],
      work: async () => {
        const value = await prepared.run(behalf);
        return { commit: (payment) => this.#sealed(channel, request, { payment, value }, keep) };
      },
      tell: (tick) => {
        if (!("tick" in tick)) return;
        for (const listener of this.#listeners) listener.ticked(id, tick);
      },
    };
  }

  #checkTime(channel: Channel): void {
    const { record, state } = channel;
    if (state.status === "closed") throw closedError(record.id);
    const next = nextCalcond(channel);
    const now = this.#modules.deadlines.reckon();
    if (next !== null && now < next)
      throw new Refusal("TICK_TOO_EARLY", `the channel ticks again at calcond ${next}`, {
        members: { nextCalcond: next, calcond: now },
      });
  }

  async #sealed(
    { record: { id, owner } }: Channel,
    request: TickRequest,
    { payment, value }: { readonly payment: Payment; readonly value: RunValue },
    keep: (text: string) => readonly Operation[],
  ): Promise<SealedTick | UnsealedTick> {
    const { effects, store } = this.#modules;
    const visibility = await this.#visibility(id);
    const effect = await effects.seal(
      { keys: [`mach:${id}`], run: (tx) => this.#draft(tx, id, request, value) },
      (companion) => value.seal({ account: owner, machine: id, visibility, payment, companion }),
      (draft, place) => {
        const result = this.#text(draft, place);
        const { seq, ...tick } = result.tick;
        const state = this.#state(draft, draft.row.written);
        const operations = store.streams.tickOps(id, seq, tick, state);
        return { operations: [...operations, ...keep(result.text)], result };
      },
    );
    return effect.sealed ? effect.result : effect.answer;
  }

  /** A public channel's receipts may be fetched by anyone: its ticks are shown anyway. */
  async #visibility(id: string) {
    const { accounts, store } = this.#modules;
    const record = (await store.streams.get(id))!;
    return record.isPublic ? ("shared" as const) : accounts.defaultVisibility(record.owner);
  }

  /** Under the guard: nothing of the channel moves any more. */
  async #draft(
    tx: EffectTransaction,
    id: string,
    { actor, inputs, missed }: TickRequest,
    value: RunValue,
  ): Promise<Draft> {
    const { crypto, machineLog } = this.#modules;
    const record = await tx.get(buckets.chan, id);
    const state = await tx.get(buckets.chanstate, id);
    if (record === undefined || state === undefined) throw notFound(id);
    const channel = { record, state };
    this.#checkTime(channel);
    const seq = state.ticks + 1;
    const { subTicks } = record.contract;
    const results = subResults(value.kernel, subTicks);
    const root = toHex(tickRoot(crypto, this.#startOf(channel), results));
    const all = { ...record.contract.inputs, ...inputs };
    const { contentType, tickIntervalCalconds } = record;
    const stated = {
      tick: seq,
      inputs: all,
      missed,
      subTicks,
      tickIntervalCalconds,
      tickRoot: root,
    };
    const rendered = record.outputFormat === "json" ? null : { text: "" };
    const row = machineLog.append(tx, id, {
      transitionType: "tick",
      actor,
      payload:
        rendered === null
          ? canonicalize(stated)
          : (place) => {
              rendered.text = this.#rendered(record, { inputs: all, seq, value }, place);
              const hash = bodyHash(crypto, { body: rendered.text, contentType });
              return canonicalize({ ...stated, bodyHash: hash });
            },
      programHash: record.programHash,
    });
    return { channel, seq, value, root, inputs: all, row, missed, rendered };
  }

  #startOf({ record, state }: Channel): Uint8Array {
    const { createdCalcond: genesisCalcond, id: machine, owner } = record;
    const hash =
      state.lastHash ?? genesisHash(this.#modules.crypto, { machine, owner, genesisCalcond });
    return fromHex(hash)!;
  }

  #state({ channel, missed, seq }: Draft, { hash, row }: WrittenRow): ChannelState {
    const { state } = channel;
    return {
      ...state,
      status: "open",
      ticks: seq,
      missed: state.missed + missed,
      lastCalcond: row.calcond,
      lastHash: hash,
    };
  }

  /** Called when the window gives the tick its place; perhaps once more with another one. */
  #text(draft: Draft, place: SealedPlace): SealedTick {
    const { channel, root, seq } = draft;
    const { hash, row } = draft.row.written;
    const { record } = channel;
    const text = joinedMembers(
      JSON.stringify({
        stream: {
          channel: record.id,
          tick: seq,
          row: row.seq,
          rowHash: hash,
          nextCalcond: row.calcond + record.tickIntervalCalconds,
          subTicks: record.contract.subTicks,
          tickRoot: root,
        },
      }),
      place.answer(),
    );
    const { contentType } = record;
    const body = draft.rendered?.text ?? text;
    const { calcond, seq: rowSeq } = row;
    const { id: token, proof } = place;
    return { text, tick: { seq, calcond, row: rowSeq, contentType, body, token, proof } };
  }

  #rendered(
    record: ChannelRecord,
    { inputs, seq, value }: Pick<Draft, "inputs" | "seq" | "value">,
    { ns, sealed }: RowPlace,
  ): string {
    if (sealed === null) throw new Error("a tick is sealed with its row");
    const { calcond, phase } = instantOf(ns);
    const { operatorChain, uncertainty, unit, value: number } = value.kernel;
    const values = new Map<string, Shown>([
      ["value", number],
      ["unit", unit],
      ["uncertainty", uncertainty],
      ["calcond", calcond],
      ["phase", phase],
      ["token", sealed.id],
      ["proof", sealed.proof],
      ["tick", seq],
      ["operators", operatorChain],
    ]);
    for (const [name, input] of Object.entries(inputs))
      if (isShown(input)) values.set(`inputs.${name}`, input);
    return renderTemplate(this.#modules.channels.templateOf(record), values);
  }

  // Reading.

  /** @throws Refusal NO_TICK_YET */
  async latest({ record, state }: Channel): Promise<StoredTick> {
    const tick =
      state.ticks === 0
        ? undefined
        : await this.#modules.store.streams.tick(record.id, state.ticks);
    if (tick === undefined) throw new Refusal("NO_TICK_YET", `${record.id} has not ticked yet`);
    return { ...tick, seq: state.ticks };
  }

  /** Whether a tick of the channel has this receipt; their calconds rise with their numbers. */
  async has({ record, state }: Channel, token: string, calcond: number): Promise<boolean> {
    const { streams } = this.#modules.store;
    let [first, end] = [1, state.ticks + 1];
    while (first < end) {
      const middle = Math.floor((first + end) / 2);
      const tick = await streams.tick(record.id, middle);
      if (tick === undefined) return false;
      if (tick.calcond < calcond) first = middle + 1;
      else end = middle;
    }
    return (await streams.tick(record.id, first))?.token === token;
  }

  /** Behind a number, in order. */
  after(id: string, seq: number, limit: number): Promise<readonly StoredTick[]> {
    return this.#modules.store.streams.ticks(id, seq, Math.min(limit, TICKS_READ_MAX));
  }
}
