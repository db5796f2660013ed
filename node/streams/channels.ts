/** Channels: made, read, changed and closed, and who may do what with one. */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import type { RowActor } from "../../protocol/log/row.js";
import type { Principal } from "../../protocol/identity/principal.js";
import { base32 } from "../../protocol/identity/slug.js";
import { CHANNELS_OF_ACCOUNT_MAX } from "../../protocol/limits.js";
import type { Crypto } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import {
  isShown,
  isTemplateFault,
  readTemplate,
  type Template,
} from "../../protocol/streams/template.js";
import { buckets } from "../../storage/records/buckets.js";
import type { Store } from "../../storage/store.js";
import type {
  ChannelContract,
  ChannelRecord,
  ChannelState,
} from "../../storage/records/streamRecords.js";
import { checkProgram, type RunModules } from "../compute/runs.js";
import type { EffectTransaction, Step } from "../ledger/effects.js";
import type { PendingRow } from "../machines/log/draft.js";
import type { MachineLog } from "../machines/log/machineLog.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { makeKey } from "../runtime/identity/keyFormat.js";
import type { RandomBytes } from "../runtime/random.js";

const ID_BYTES = 16;
const JSON_TYPE = "application/json";

export interface ChannelModules extends RunModules {
  readonly store: Store;
  readonly crypto: Crypto;
  readonly deadlines: Pick<Deadlines, "now" | "reckon">;
  readonly machineLog: MachineLog;
  readonly random: RandomBytes;
}

export interface ChannelRequest {
  readonly name: string | null;
  readonly isPublic: boolean;
  readonly contract: ChannelContract;
  readonly tickIntervalCalconds: number;
  readonly autotick: boolean;
  readonly outputFormat: ChannelRecord["outputFormat"];
  readonly template: string | null;
  readonly contentType: string | null;
}

export type ChannelChange = Partial<
  Pick<
    ChannelRequest,
    "autotick" | "tickIntervalCalconds" | "contract" | "template" | "contentType"
  >
>;

/** A channel and how far it has ticked. */
export interface Channel {
  readonly record: ChannelRecord;
  readonly state: ChannelState;
}

/** With the row of what changed. */
export interface ChangedChannel extends Channel {
  readonly row: PendingRow;
}

export interface NewChannel extends ChangedChannel {
  /** Shown once. */
  readonly key: string;
}

/** Who asks: a key of the account, the channel's own key, or nobody that is known. */
export type Asking = Pick<Principal, "owner" | "machine" | "keyPrefix"> | null;

/** The news told when a channel changes or ends. */
export interface ChannelListener {
  changed(channel: Channel): void;
  closed(id: string): void;
}

export class Channels {
  readonly #modules: ChannelModules;
  readonly #listeners = new Set<ChannelListener>();
  /** Templates that were read, by their text and what it is read with. */
  readonly #templates = new WeakMap<ChannelRecord, Template>();

  constructor(modules: ChannelModules) {
    this.#modules = modules;
  }

  listen(listener: ChannelListener): void {
    this.#listeners.add(listener);
  }

  create(
    principal: Pick<Principal, "owner" | "unlimited" | "keyPrefix">,
    channel: ChannelRequest,
  ): Step<NewChannel> {
    const { deadlines, machineLog, random, store } = this.#modules;
    const { owner, unlimited } = principal;
    const id = `ch_${base32(random.bytes(ID_BYTES))}`;
    const createdCalcond = deadlines.now();
    const { contentType, outputFormat, ...stated } = channel;
    const record: ChannelRecord = {
      id,
      owner,
      unlimited,
      ...stated,
      createdCalcond,
      outputFormat,
      contentType: outputFormat === "json" ? JSON_TYPE : (contentType ?? "text/plain"),
      programHash: this.#programHash(channel.contract),
      links: 0,
    };
    this.#check(record);
    const key = makeKey("machine", random);
    const state: ChannelState = {
      status: "open",
      ticks: 0,
      missed: 0,
      lastCalcond: null,
      lastHash: null,
    };
    return {
      keys: [`mach:${id}`, `acct:${owner}`],
      run: async (tx) => {
        if ((await store.streams.ofAccount(owner)).length >= CHANNELS_OF_ACCOUNT_MAX)
          throw new Refusal(
            "CONFLICT",
            `an account has at most ${CHANNELS_OF_ACCOUNT_MAX} channels`,
          );
        machineLog.begin(tx, { machine: id, owner, genesisCalcond: createdCalcond });
        tx.add(store.streams.beginOps(record, state));
        const purpose = "compute" as const;
        tx.add(
          store.keys.addOps(key, {
            account: owner,
            purpose,
            createdCalcond,
            machine: id,
            asked: true,
          }),
        );
        const { isPublic, programHash, tickIntervalCalconds } = record;
        const payload = canonicalize({ isPublic, programHash, tickIntervalCalconds });
        const actor: RowActor = { key: principal.keyPrefix, role: "owner" };
        const row = machineLog.append(tx, id, {
          transitionType: "created",
          actor,
          payload,
          programHash,
          to: "open",
        });
        const created = { record, state, key, row };
        this.#tell(tx, () => this.#changed(created));
        return created;
      },
    };
  }

  /** @throws Refusal for a contract or a template that cannot be */
  #check(record: ChannelRecord): void {
    const { contract, outputFormat, template } = record;
    checkProgram(this.#modules, contract);
    if (outputFormat === "json") {
      if (template !== null)
        throw new Refusal("INVALID_INPUT", "a template goes with outputFormat template");
    } else this.templateOf(record);
  }

  /** @throws Refusal INVALID_INPUT for a text that is no template of this channel */
  templateOf(record: ChannelRecord): Template {
    const known = this.#templates.get(record);
    if (known !== undefined) return known;
    const { contentType, contract, template } = record;
    if (template === null)
      throw new Refusal("INVALID_INPUT", "outputFormat template goes with a template");
    const declared = Object.keys(contract.inputs).filter((name) => isShown(contract.inputs[name]));
    const read = readTemplate(template, contentType, declared);
    if (isTemplateFault(read)) {
      const { message } = read;
      throw new Refusal("INVALID_INPUT", message, {
        errors: [{ pointer: "/template", code: "INVALID_INPUT", message }],
      });
    }
    this.#templates.set(record, read);
    return read;
  }

  #programHash(contract: ChannelContract): string {
    return this.#modules.crypto.sha256Hex(`calc-stream/1\u0000${canonicalize(contract)}`);
  }

  async find(id: string): Promise<Channel | null> {
    const { streams } = this.#modules.store;
    const [record, state] = await Promise.all([streams.get(id), streams.state(id)]);
    return record === undefined || state === undefined ? null : { record, state };
  }

  /** In the order of their ids. */
  async ofAccount(account: string): Promise<readonly Channel[]> {
    const ids = await this.#modules.store.streams.ofAccount(account);
    const found = await Promise.all(ids.map((id) => this.find(id)));
    return found.filter((channel) => channel !== null);
  }

  /**
   * Null for a caller who may not know that there is such a channel. A public one has readers without a
   * key.
   */
  roleOn({ record }: Channel, asking: Asking): RowActor["role"] | null {
    if (asking !== null && asking.owner === record.owner) {
      if (asking.machine === null) return "owner";
      if (asking.machine === record.id) return "admin";
    }
    return record.isPublic ? "viewer" : null;
  }

  /** @throws Refusal NOT_FOUND */
  async readable(id: string, asking: Asking): Promise<Channel> {
    const channel = await this.find(id);
    if (channel === null || this.roleOn(channel, asking) === null) throw notFound(id);
    return channel;
  }

  /** @throws Refusal NOT_FOUND, FORBIDDEN */
  async writable(id: string, asking: Asking): Promise<Channel & { readonly actor: RowActor }> {
    const channel = await this.readable(id, asking);
    const role = this.roleOn(channel, asking);
    if (asking === null || (role !== "owner" && role !== "admin"))
      throw new Refusal("FORBIDDEN", "this is for the key of the channel or of its account");
    return { ...channel, actor: { key: asking.keyPrefix, role } };
  }

  /** From the next tick on. */
  async change(id: string, asking: Asking, update: ChannelChange): Promise<Step<ChangedChannel>> {
    const { machineLog } = this.#modules;
    const { actor } = await this.writable(id, asking);
    return this.#guarded(id, (tx, before) => {
      if (before.state.status === "closed") throw closedError(id);
      const { contentType, template, ...others } = update;
      const record: ChannelRecord = {
        ...before.record,
        ...others,
        ...(template === undefined ? {} : { template }),
        ...(contentType === undefined || contentType === null ? {} : { contentType }),
      };
      const changed = { ...record, programHash: this.#programHash(record.contract) };
      if (changed.outputFormat === "json" && (template ?? contentType ?? null) !== null)
        throw new Refusal("INVALID_INPUT", "this channel answers JSON: it takes no template");
      this.#check(changed);
      // Who sets it going again has seen why it stopped.
      const status = update.autotick === true ? "open" : before.state.status;
      const state: ChannelState = { ...before.state, status };
      tx.put(buckets.chan, id, changed);
      tx.put(buckets.chanstate, id, state);
      const { autotick, programHash, tickIntervalCalconds } = changed;
      const row = machineLog.append(tx, id, {
        transitionType: "event",
        actor,
        payload: canonicalize({
          autotick,
          programHash,
          tickIntervalCalconds,
          templateHash: this.#hashOf(changed.template),
        }),
        programHash,
        from: before.state.status,
        to: status,
      });
      const updated = { record: changed, state, row };
      this.#tell(tx, () => this.#changed(updated));
      return updated;
    });
  }

  #hashOf(text: string | null): string | null {
    return text === null ? null : this.#modules.crypto.sha256Hex(text);
  }

  /** It ticks by itself no more, and says why in a row. */
  stopAutotick(id: string, status: "insufficient_balance" | "refused", why: string): Step<void> {
    const { machineLog } = this.#modules;
    return this.#guarded(id, (tx, before) => {
      if (before.state.status === "closed") return;
      const record = { ...before.record, autotick: false };
      const state = { ...before.state, status };
      tx.put(buckets.chan, id, record);
      tx.put(buckets.chanstate, id, state);
      machineLog.append(tx, id, {
        transitionType: "paused",
        actor: { key: "node", role: "node" },
        payload: canonicalize({ reason: status, why }),
        from: before.state.status,
        to: status,
      });
      this.#tell(tx, () => this.#changed({ record, state }));
    });
  }

  /** For good: its history stays. */
  async close(id: string, asking: Asking): Promise<Step<ChangedChannel>> {
    const { machineLog } = this.#modules;
    const { actor } = await this.writable(id, asking);
    return this.#guarded(id, (tx, before) => {
      if (before.state.status === "closed") throw closedError(id);
      const state: ChannelState = { ...before.state, status: "closed" };
      const record = { ...before.record, autotick: false };
      tx.put(buckets.chan, id, record);
      tx.put(buckets.chanstate, id, state);
      const row = machineLog.append(tx, id, {
        transitionType: "closed",
        actor,
        payload: canonicalize({ ticks: state.ticks }),
        from: before.state.status,
        to: "closed",
      });
      this.#tell(tx, () => {
        for (const listener of this.#listeners) listener.closed(id);
      });
      return { record, state, row };
    });
  }

  /**
   * A new key of the channel, and the row that says so: for its account.
   * @param rotating makes the key
   */
  async rotateKey<Made extends { readonly prefix: string }>(
    id: string,
    asking: Asking,
    graceCalconds: number,
    rotating: (record: ChannelRecord) => Step<Made>,
  ): Promise<Step<Made>> {
    const { machineLog } = this.#modules;
    const { actor, record } = await this.writable(id, asking);
    if (actor.role !== "owner")
      throw new Refusal("FORBIDDEN", "the key of a channel is replaced by its account");
    const rotation = rotating(record);
    return {
      keys: [...rotation.keys, `mach:${id}`],
      run: async (tx) => {
        const state = await tx.get(buckets.chanstate, id);
        if (state === undefined) throw notFound(id);
        if (state.status === "closed") throw closedError(id);
        const rotated = await rotation.run(tx);
        const payload = canonicalize({ prefix: rotated.prefix, graceCalconds });
        machineLog.append(tx, id, { transitionType: "key_rotated", actor, payload });
        return rotated;
      },
    };
  }

  /** All links that were given are void from now on. */
  async rotateLinks(id: string, asking: Asking): Promise<Step<number>> {
    const { machineLog } = this.#modules;
    const { actor } = await this.writable(id, asking);
    return this.#guarded(id, (tx, { record, state }) => {
      if (state.status === "closed") throw closedError(id);
      const links = record.links + 1;
      tx.put(buckets.chan, id, { ...record, links });
      this.#tell(tx, () => this.#changed({ record: { ...record, links }, state }));
      const payload = canonicalize({ links });
      machineLog.append(tx, id, { transitionType: "key_rotated", actor, payload });
      return links;
    });
  }

  #guarded<T>(id: string, run: (tx: EffectTransaction, before: Channel) => T): Step<T> {
    return {
      keys: [`mach:${id}`],
      run: async (tx) => {
        const record = await tx.get(buckets.chan, id);
        const state = await tx.get(buckets.chanstate, id);
        if (record === undefined || state === undefined) throw notFound(id);
        return run(tx, { record, state });
      },
    };
  }

  #tell(tx: EffectTransaction, news: () => void): void {
    tx.onSettled((isWritten) => {
      if (isWritten) news();
    });
  }

  #changed(channel: Channel): void {
    for (const listener of this.#listeners) listener.changed(channel);
  }
}

export function notFound(id: string): Refusal {
  return new Refusal("NOT_FOUND", `there is no channel ${id}`);
}

export function closedError(id: string): Refusal {
  return new Refusal("CHANNEL_CLOSED", `the channel ${id} is closed`);
}
