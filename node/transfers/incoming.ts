/**
 * Envelopes that come from another node. What this node decides about an order it decides once, in
 * one batch with what begins here; every repeat meets that decision.
 */
import type { Crypto, Logger } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { VaultToken } from "../../storage/records/vault/tokenRow.js";
import {
  isInOver,
  type TransferInRecord,
  type TransferSaidRecord,
} from "../../storage/records/transferRecords.js";
import type { EffectTransaction, Effects } from "../ledger/effects.js";
import type { Ledger } from "../ledger/ledger.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { SeparateSteps } from "../runtime/separateSteps.js";
import type { Successions } from "../runtime/identity/successions.js";
import type { VaultChanges } from "../vaults/vaultChanges.js";
import type { Coverage } from "./coverage.js";
import type { HeardBurn, HeardMoves } from "./heard.js";
import { COUNTED_MAX, ORDER_VALUE_MAX, originLeft } from "./originShare.js";
import { guardOf, MOVE_FAILED, tokenOf, valueOf } from "./outgoing.js";
import type { TransferVoice } from "./voice.js";

/** Every node is an accepted origin. */
export const ANY_ORIGIN = "*";

interface IncomingModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly effects: Effects;
  readonly changes: VaultChanges;
  readonly deadlines: Pick<Deadlines, "reckon">;
  readonly coverage: Coverage;
  readonly ledger: Pick<Ledger, "totals">;
  readonly log: Logger;
  readonly successions: Pick<Successions, "areOne">;
  /** Keys of the nodes whose envelopes are taken. */
  readonly takesFrom: (node: string) => boolean;
}

export class IncomingTransfers {
  readonly #modules: IncomingModules;
  readonly #each: SeparateSteps;
  /** Decisions that the mesh does not know yet. */
  readonly #untold = new Map<string, TransferInRecord>();

  constructor(modules: IncomingModules) {
    this.#modules = modules;
    this.#each = new SeparateSteps(modules.log, MOVE_FAILED);
  }

  get isBusy(): boolean {
    return this.#untold.size > 0;
  }

  async load(): Promise<void> {
    for await (const [id, record] of this.#modules.store.transfers.openIn())
      this.#untold.set(id, record);
  }

  async step(publisher: TransferVoice, heard: HeardMoves): Promise<void> {
    for (const [id, burns] of heard.incoming())
      await this.#each.run(id, () => this.#decide(heard, id, burns[0]!));
    for (const [id, record] of this.#untold)
      await this.#each.run(id, () => this.#tell(publisher, id, record));
  }

  async #decide(heard: HeardMoves, id: string, burn: HeardBurn): Promise<void> {
    const { changes, effects, store } = this.#modules;
    const said = await store.transfers.said(id);
    const why = said === undefined ? this.#whyNot(burn) : said.why;
    if (why === null && said === undefined && !(await this.#mayTake(id, burn))) return;
    const account = (await store.accounts.nameOf(burn.body.order.to)) ?? null;
    const run = async (tx: EffectTransaction): Promise<void> => {
      const known = await store.transfers.in(id);
      if (known === undefined) await this.#end(tx, id, burn, { account, why, said });
      // Said again where it was heard again: the origin may have lost the answer.
      else this.#put(tx, id, { ...known, said: null });
      tx.add(heard.forgetOps(id));
      tx.onSettled((isWritten) => {
        if (isWritten) heard.forget(id);
      });
    };
    const step = account === null ? { keys: [], run } : changes.guarded([account], run);
    await effects.run({ ...step, keys: [...step.keys, guardOf(id)] });
  }

  /** Whether a quorum covers the burn; a repeat of what was decided needs none. */
  async #mayTake(id: string, { author, seq }: HeardBurn): Promise<boolean> {
    const { coverage, store } = this.#modules;
    return (await store.transfers.in(id)) !== undefined || coverage.isCovered(author, seq);
  }

  async #stillHere(tokens: readonly VaultToken[]): Promise<readonly VaultToken[]> {
    const moved = await Promise.all(
      tokens.map(({ id }) => this.#modules.store.transfers.token(id)),
    );
    return tokens.filter(({ version }, i) => (moved[i]?.version ?? -1) < version);
  }

  /** Why an order is never taken, in words; null where nothing speaks against it. */
  #whyNot({ author, body, seq }: HeardBurn): string | null {
    const { coverage, deadlines, takesFrom } = this.#modules;
    if (!takesFrom(author)) return "this node takes no envelopes of that node";
    if (deadlines.reckon() > body.order.expires) return "it came after its time";
    return coverage.whyParted(author, seq);
  }

  async #end(
    tx: EffectTransaction,
    id: string,
    { author, body, id: burn }: HeardBurn,
    {
      account,
      said,
      why,
    }: {
      readonly account: string | null;
      readonly why: string | null;
      /** Decided before the node was restored. */
      readonly said: TransferSaidRecord | undefined;
    },
  ): Promise<void> {
    const { changes, deadlines, store } = this.#modules;
    const { facts, order } = body;
    const isNew = said === undefined;
    const fault =
      why ??
      (isNew
        ? account === null
          ? "this node has no such account"
          : await this.#whyNotTaken(author, body)
        : null);
    const record: TransferInRecord = {
      account,
      order,
      burn,
      state: fault === null ? "minted" : "void",
      why: fault,
      value: valueOf(body),
      calcond: deadlines.reckon(),
      said: said?.event ?? null,
    };
    this.#put(tx, id, record);
    tx.add(store.transfers.forgetSaidOps(id));
    if (fault !== null || account === null) return;
    const all = order.tokens.map(({ token_id: token, version }, i) =>
      tokenOf(token, version + 1, facts[i]!),
    );
    // An envelope taken before a restore may have moved on before it, too.
    const tokens = isNew ? all : await this.#stillHere(all);
    if (tokens.length === 0) return;
    for (const { id: token, version } of tokens)
      tx.add(store.transfers.tokenOps(token, { version, isAway: false }));
    const came = (await store.transfers.cameFrom(author)) + valueOf(body);
    tx.add(store.transfers.cameFromOps(author, came));
    const note = { order: id, origin: order.origin };
    await changes.bring(tx, account, tokens, { kind: "move.in", note });
  }

  /** Nothing is taken that cannot be booked, nor an envelope that is live here or has moved on since. */
  async #whyNotTaken(author: string, { facts, order }: HeardBurn["body"]): Promise<string | null> {
    const { ledger, store } = this.#modules;
    const totals = ledger.totals();
    const counted = Math.max(totals.held, -totals["mint:paid"]);
    const value = valueOf({ facts });
    if (counted + value > COUNTED_MAX)
      return "its envelopes are worth more than can be counted here";
    if (value > ORDER_VALUE_MAX) return "its envelopes are worth more than anybody pays for ten";
    if (value > originLeft({ came: await this.#cameFrom(author), counted }))
      return "all that came from its node is worth more than one node may send here";
    for (const { token_id: token, version } of order.tokens) {
      const known = await store.transfers.token(token);
      if (known === undefined) {
        if ((await store.envelopes.byId(token)) !== undefined)
          return "an envelope of it was sealed here and has not left";
      } else if (!known.isAway) return "an envelope of it has come here already";
      else if (version <= known.version) return "an envelope of it has moved on since";
    }
    return null;
  }

  /** Credits in envelopes that came from a node, under whatever key. */
  async #cameFrom(author: string): Promise<number> {
    const { store, successions } = this.#modules;
    let sum = 0;
    for (const [key, came] of await store.transfers.cameFromAll())
      if (successions.areOne(key, author)) sum += came;
    return sum;
  }

  /** The event that told a decision does not count any more. */
  async sayAgain(id: string, said: string): Promise<void> {
    const { effects, store } = this.#modules;
    await effects.run({
      keys: [guardOf(id)],
      run: async (tx) => {
        const kept = await store.transfers.in(id);
        if (kept?.said === said) this.#put(tx, id, { ...kept, said: null });
      },
    });
  }

  #put(tx: EffectTransaction, id: string, record: TransferInRecord): void {
    tx.add(this.#modules.store.transfers.inOps(id, record));
    tx.onSettled((isWritten) => {
      if (!isWritten) return;
      if (isInOver(record)) this.#untold.delete(id);
      else this.#untold.set(id, record);
    });
  }

  async #tell(publisher: TransferVoice, id: string, record: TransferInRecord): Promise<void> {
    const { burn, order, state, why } = record;
    const answer = { burn, order: id, token_id: order.tokens[0]!.token_id };
    const said =
      state === "minted"
        ? await publisher.say("xfer.mint", answer)
        : await publisher.say("xfer.void", { ...answer, why: why! });
    if (said === null) return;
    await this.#modules.effects.run({
      keys: [guardOf(id)],
      run: async (tx) => {
        const kept = (await this.#modules.store.transfers.in(id))!;
        this.#put(tx, id, { ...kept, said });
      },
    });
  }
}
