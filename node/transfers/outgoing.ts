/**
 * Envelopes that leave for another node. They end here in the batch that keeps the owner's order, and
 * the spine says so afterwards. They come back only on the destination's own signed word that it has
 * not taken them, and never will: this node's clock decides nothing.
 */
import { fromHex } from "../../protocol/encoding/hex.js";
import { OFFER_AHEAD_CALCONDS_MAX } from "../../protocol/limits.js";
import type { Crypto, Logger } from "../../protocol/ports.js";
import { Refusal, invalidInput } from "../../protocol/errors/refusal.js";
import type { TokenFacts, XferBurnBody } from "../../protocol/transfers/bodies.js";
import { moveId, type MoveOrder } from "../../protocol/transfers/orderText.js";
import { moveHolds, moveOrderSchema } from "../../protocol/transfers/order.js";
import type { Store } from "../../storage/store.js";
import { isOutOver, type TransferOutRecord } from "../../storage/records/transferRecords.js";
import type { VaultToken } from "../../storage/records/vault/tokenRow.js";
import type { EffectTransaction, Effects, Step } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { SeparateSteps } from "../runtime/separateSteps.js";
import { notHeld } from "../vaults/vaultApply.js";
import { named, type VaultChanges } from "../vaults/vaultChanges.js";
import { prefixOf } from "../vaults/vaultKeys.js";
import type { Coverage } from "./coverage.js";
import type { HeardAnswer, HeardMoves } from "./heard.js";
import type { TransferVoice } from "./voice.js";

interface OutgoingModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly effects: Effects;
  readonly changes: VaultChanges;
  readonly deadlines: Pick<Deadlines, "reckon">;
  readonly coverage: Coverage;
  readonly log: Logger;
  readonly publicKey: string;
  readonly net: string;
  /** Peers have not told yet what this node did before it was restored. */
  readonly isAsking: () => boolean;
}

const ASK_AGAIN_SECONDS = 5;
/** Of steps of moves, in both directions. */
export const MOVE_FAILED = "a step of a move between nodes failed; it is tried again";

export interface SentTransfer {
  readonly id: string;
  readonly record: TransferOutRecord;
}

export class OutgoingTransfers {
  readonly #modules: OutgoingModules;
  readonly #each: SeparateSteps;
  /** Orders that something is still to be said of, or heard. */
  readonly #open = new Map<string, TransferOutRecord>();
  #changed: () => void = () => undefined;

  constructor(modules: OutgoingModules) {
    this.#modules = modules;
    this.#each = new SeparateSteps(modules.log, MOVE_FAILED);
  }

  onChange(fn: () => void): void {
    this.#changed = fn;
  }

  get open(): number {
    return this.#open.size;
  }
  /** Face value of envelopes that are live on no node that this one knows of. */
  get valueUnderWay(): number {
    return [...this.#open.values()].reduce(
      (sum, record) => sum + (record.state === "sent" ? valueOf(record) : 0),
      0,
    );
  }

  destinationOf(id: string): string | null {
    return this.#open.get(id)?.order.destination ?? null;
  }

  async load(): Promise<void> {
    for await (const [id, record] of this.#modules.store.transfers.openOut())
      this.#open.set(id, record);
  }

  /**
   * Takes an order; the same one again is answered with what became of it.
   * @param account of the caller. @throws Refusal
   */
  async send(account: string, order: MoveOrder, sig: string): Promise<Step<SentTransfer>> {
    const { changes, crypto, isAsking, net, publicKey, store } = this.#modules;
    if (isAsking())
      throw new Refusal("NOT_READY", "this node asks its peers first what it has sent already", {
        retryAfterSeconds: ASK_AGAIN_SECONDS,
      });
    // What other nodes would not read must not be said: nothing could come back.
    const { error } = moveOrderSchema.safeParse(order);
    const [fault] = error?.issues ?? [];
    if (fault !== undefined) throw invalidInput(`/order/${fault.path.join("/")}`, fault.message);
    if (order.from !== account)
      throw new Refusal("FORBIDDEN", "the order is of another account; nothing was changed");
    if (order.origin !== publicKey || order.net !== net)
      throw invalidInput("/order/origin", "the order is for another node, or another network");
    if (order.destination === publicKey)
      throw invalidInput("/order/destination", "that is this node: use a transfer to its account");
    const owner = (await store.accounts.get(account))?.publicKey ?? "";
    if (fromHex(owner) === null || !moveHolds(crypto, order, owner, sig))
      throw new Refusal(
        "BAD_SIGNATURE",
        "the order is not signed with the key that its owner registered; nothing was changed",
      );
    const id = moveId(crypto, order);
    const step = changes.guarded([account], async (tx) => {
      const known = await store.transfers.out(id);
      if (known !== undefined) return { id, record: known };
      return { id, record: await this.#burn(tx, id, { account, order, owner, sig }) };
    });
    return { ...step, keys: [...step.keys, guardOf(id)] };
  }

  async #burn(
    tx: EffectTransaction,
    id: string,
    ordered: Pick<TransferOutRecord, "account" | "order" | "owner" | "sig">,
  ): Promise<TransferOutRecord> {
    const { changes, deadlines, store } = this.#modules;
    const { account, order } = ordered;
    const now = deadlines.reckon();
    if (order.expires <= now || order.expires - now > OFFER_AHEAD_CALCONDS_MAX)
      throw invalidInput(
        "/order/expires",
        `an order ends 1 to ${OFFER_AHEAD_CALCONDS_MAX} calconds ahead; it is ${now}`,
      );
    const facts: TokenFacts[] = [];
    for (const { token_id: token, version } of order.tokens) {
      facts.push(await this.#facts(account, token, version));
      tx.add(store.transfers.tokenOps(token, { version, isAway: true }));
    }
    await changes.change(tx, {
      account,
      action: { kind: "move.out" },
      note: { order: id, destination: order.destination },
      tokens: named(
        order.tokens.map(({ token_id: token }) => token),
        "/order/tokens",
      ),
    });
    const record: TransferOutRecord = {
      ...ordered,
      facts,
      calcond: now,
      burn: null,
      state: "sent",
      answer: null,
      endedCalcond: null,
      isTold: false,
    };
    this.#put(tx, id, record);
    return record;
  }

  /** An order of this node that it knows of from its own event alone. */
  known(
    tx: EffectTransaction,
    id: string,
    { body, event }: { readonly body: XferBurnBody; readonly event: string },
  ): void {
    const { facts, order, owner, sig } = body;
    this.#put(tx, id, {
      account: order.from,
      order,
      owner,
      sig,
      facts,
      calcond: this.#modules.deadlines.reckon(),
      burn: event,
      state: "sent",
      answer: null,
      endedCalcond: null,
      isTold: false,
    });
  }

  /**
   * Words of an order do not count any more.
   * @param burn event id; null: what was said is that it has come back
   */
  async sayAgain(id: string, burn: string | null): Promise<void> {
    const kept = await this.#modules.store.transfers.out(id);
    if (burn === null && kept?.state === "refunded")
      await this.#change(id, (now) => ({ ...now, isTold: false }));
    else if (kept?.state === "sent" && kept.burn === burn)
      await this.#change(id, (now) => ({ ...now, burn: null }));
  }

  async #facts(account: string, id: string, version: number): Promise<TokenFacts> {
    const leaf = await this.#modules.store.vault.leaf(account, prefixOf(id));
    const place = leaf?.indexOf(Buffer.from(id, "hex")) ?? -1;
    if (leaf === undefined || place < 0) throw notHeld(id);
    const token = leaf.tokenAt(place);
    if (token.version !== version)
      throw new Refusal(
        "CONFLICT",
        `${id} has the version ${token.version}, and the order is for ${version}; nothing was changed`,
      );
    return {
      engine_version: token.engineVersion,
      precision_actual: token.precisionActual,
      precision_bound: token.precisionBound,
      value: token.value,
    };
  }

  async step(publisher: TransferVoice, heard: HeardMoves): Promise<void> {
    for (const [id, record] of this.#open)
      await this.#each.run(id, async () => {
        if (record.burn === null) await this.#say(publisher, id, record);
        else if (record.state === "sent") await this.#hear(heard, id);
        else if (record.state === "refunded" && !record.isTold)
          await this.#tellRefund(publisher, id, record);
      });
  }

  async #say(publisher: TransferVoice, id: string, record: TransferOutRecord): Promise<void> {
    const { facts, order, owner, sig } = record;
    const burn = await publisher.say("xfer.burn", {
      facts: facts.map((one) => ({ ...one })),
      order: { ...order, tokens: order.tokens.map((one) => ({ ...one })) },
      owner,
      sig,
    });
    if (burn !== null) await this.#change(id, (kept) => ({ ...kept, burn }));
  }

  /**
   * The first thing that the destination said counts, of what stands in its one history: what an
   * ended key said behind its end is said again under the next one.
   */
  async #hear(heard: HeardMoves, id: string): Promise<void> {
    const { coverage } = this.#modules;
    const answer = heard
      .answers(id)
      .find(({ author, seq }) => coverage.whyParted(author, seq) === null);
    if (answer === undefined) return;
    // What comes back must have ended there for everyone.
    const isCovered = this.#modules.coverage.isCovered(answer.author, answer.seq);
    if (answer.kind === "xfer.void" && !isCovered) return;
    if (answer.kind === "xfer.mint") await this.#deliver(heard, id, answer);
    else await this.#refund(heard, id, answer);
  }

  async #deliver(heard: HeardMoves, id: string, answer: HeardAnswer): Promise<void> {
    await this.#modules.effects.run({
      keys: [guardOf(id)],
      run: async (tx) => {
        const kept = (await this.#modules.store.transfers.out(id))!;
        if (kept.state !== "sent") return;
        this.#end(tx, id, { ...kept, state: "delivered" }, { heard, answer });
      },
    });
  }

  async #refund(heard: HeardMoves, id: string, answer: HeardAnswer): Promise<void> {
    const { changes, effects, store } = this.#modules;
    const { account } = (await store.transfers.out(id))!;
    const step = changes.guarded([account], async (tx) => {
      const kept = (await store.transfers.out(id))!;
      if (kept.state !== "sent") return;
      const { facts, order } = kept;
      // One version further: the order that sent them away is no order for them any more.
      const tokens = order.tokens.map(({ token_id: token, version }, i) =>
        tokenOf(token, version + 1, facts[i]!),
      );
      for (const { id: token, version } of tokens)
        tx.add(store.transfers.tokenOps(token, { version, isAway: false }));
      await changes.bring(tx, account, tokens, { kind: "move.back", note: { order: id } });
      this.#end(tx, id, { ...kept, state: "refunded" }, { heard, answer });
    });
    await effects.run({ ...step, keys: [...step.keys, guardOf(id)] });
  }

  #end(
    tx: EffectTransaction,
    id: string,
    record: TransferOutRecord,
    { answer, heard }: { readonly answer: HeardAnswer; readonly heard: HeardMoves },
  ): void {
    const { body, id: event, kind } = answer;
    tx.add(heard.forgetOps(id));
    tx.onSettled((isWritten) => {
      if (isWritten) heard.forget(id);
    });
    this.#put(tx, id, {
      ...record,
      answer: { event, kind: kind === "xfer.mint" ? "mint" : "void", why: body.why ?? null },
      endedCalcond: this.#modules.deadlines.reckon(),
    });
  }

  async #tellRefund(
    publisher: TransferVoice,
    id: string,
    record: TransferOutRecord,
  ): Promise<void> {
    const { answer, order } = record;
    const said = await publisher.say("xfer.refund", {
      order: id,
      token_id: order.tokens[0]!.token_id,
      void: answer!.event,
    });
    if (said !== null) await this.#change(id, (kept) => ({ ...kept, isTold: true }));
  }

  async #change(id: string, change: (kept: TransferOutRecord) => TransferOutRecord): Promise<void> {
    const { effects, store } = this.#modules;
    await effects.run({
      keys: [guardOf(id)],
      run: async (tx) => this.#put(tx, id, change((await store.transfers.out(id))!)),
    });
  }

  #put(tx: EffectTransaction, id: string, record: TransferOutRecord): void {
    tx.add(this.#modules.store.transfers.outOps(id, record));
    tx.onSettled((isWritten) => {
      if (!isWritten) return;
      if (isOutOver(record)) this.#open.delete(id);
      else this.#open.set(id, record);
      this.#changed();
    });
  }
}

/** One order is decided in one place at a time. */
export function guardOf(id: string): string {
  return `xfer:${id}`;
}

export function valueOf({ facts }: Pick<TransferOutRecord, "facts">): number {
  return facts.reduce((sum, { value }) => sum + value, 0);
}

/** An envelope as the vault of its new owner holds it. */
export function tokenOf(id: string, version: number, facts: TokenFacts): VaultToken {
  return {
    id,
    value: facts.value,
    free: false,
    locked: false,
    bond: 0,
    version,
    folder: "",
    engineVersion: facts.engine_version,
    precisionActual: facts.precision_actual,
    precisionBound: facts.precision_bound,
  };
}
