/**
 * What a node that was restored from an older copy did after it: its own events, which peers kept, say
 * so. Its books are brought to where they were before it sends or takes anything again.
 */
import { parseJson } from "../../protocol/encoding/json.js";
import { readHeader } from "../../protocol/seal/event.js";
import type { Crypto, Logger } from "../../protocol/ports.js";
import {
  xferBurnBody,
  xferMintBody,
  xferVoidBody,
  type XferBurnBody,
} from "../../protocol/transfers/bodies.js";
import { moveId } from "../../protocol/transfers/orderText.js";
import type { StoredEvent } from "../../storage/repositories/spine.js";
import type { Store } from "../../storage/store.js";
import type { VaultToken } from "../../storage/records/vault/tokenRow.js";
import type { Effects } from "../ledger/effects.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import { named, type VaultChanges } from "../vaults/vaultChanges.js";
import { prefixOf } from "../vaults/vaultKeys.js";
import type { HeardMoves } from "./heard.js";
import { guardOf, tokenOf, type OutgoingTransfers } from "./outgoing.js";

const READ_EVENTS = 256;
/** From which of its own events on a node that may have been restored has to read. */
const READ_FROM = "transfers.replayFrom";

interface ReplayModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly spine: OwnSpine;
  readonly effects: Effects;
  readonly changes: VaultChanges;
  readonly heard: HeardMoves;
  readonly outgoing: OutgoingTransfers;
  readonly log: Logger;
}

export class MoveReplay {
  readonly #modules: ReplayModules;

  constructor(modules: ReplayModules) {
    this.#modules = modules;
  }

  /** Notes how far the own spine goes before peers continue it. */
  async begin(): Promise<void> {
    const { spine, store } = this.#modules;
    if ((await store.meta.get(READ_FROM)) === undefined)
      await store.write(store.meta.putOps(READ_FROM, String(spine.size)));
  }

  /** Does again what the own events since then say; a second run of it changes nothing. */
  async run(): Promise<void> {
    const { spine, store } = this.#modules;
    const from = await store.meta.get(READ_FROM);
    if (from === undefined) return;
    const { publicKey } = spine.author;
    const destinations = new Set<string>();
    for (let at = Number(from); at < spine.size; at += READ_EVENTS)
      for (const event of await store.spine.range(publicKey, at, READ_EVENTS))
        await this.#again(event, destinations);
    for (const destination of destinations) await this.#readAnswers(destination);
    await store.write([store.meta.del(READ_FROM)]);
  }

  async #again(event: StoredEvent, destinations: Set<string>): Promise<void> {
    const read = event.body === null ? null : parseJson(event.body);
    const kind = kindOf(event);
    if (read === null || !read.ok) return;
    if (kind === "xfer.burn") {
      const body = xferBurnBody.parse(read.value);
      destinations.add(body.order.destination);
      await this.#burnAgain(body, event.id);
    } else if (kind === "xfer.mint") await this.#answerAgain(xferMintBody.parse(read.value), event);
    else if (kind === "xfer.void") await this.#answerAgain(xferVoidBody.parse(read.value), event);
  }

  /** Ends envelopes once more that left; those that came after the copy begin first. */
  async #burnAgain(body: XferBurnBody, event: string): Promise<void> {
    const { changes, crypto, effects, log, outgoing, store } = this.#modules;
    const { facts, order } = body;
    const id = moveId(crypto, order);
    if ((await store.transfers.out(id)) !== undefined) return;
    log.warn("envelopes that left after this copy was made end again", { order: id });
    const isKnown = (await store.accounts.get(order.from)) !== undefined;
    const lost: VaultToken[] = [];
    const held = new Map<string, { readonly id: string; readonly version: number }[]>();
    for (const [i, { token_id: token, version }] of order.tokens.entries()) {
      const moved = await store.transfers.token(token);
      if (moved?.isAway === true && moved.version >= version) continue;
      const holder = await this.#holderOf(token, order.from);
      if (holder === null) lost.push(tokenOf(token, version, facts[i]!));
      const by = holder ?? order.from;
      held.set(by, [...(held.get(by) ?? []), { id: token, version }]);
    }
    if (lost.length > 0 && isKnown)
      await effects.run(
        changes.guarded([order.from], (tx) =>
          changes.bring(tx, order.from, lost, { kind: "move.lost", note: { order: id } }),
        ),
      );
    for (const [account, tokens] of held) {
      const isLost = account === order.from && !isKnown;
      const step = changes.guarded([account], async (tx) => {
        for (const { id: token, version } of tokens)
          tx.add(store.transfers.tokenOps(token, { version, isAway: true }));
        if (isLost) return;
        await changes.change(tx, {
          account,
          action: { kind: "move.out" },
          note: { order: id, destination: order.destination },
          tokens: named(tokens.map((one) => one.id)),
        });
      });
      await effects.run(step);
    }
    await effects.run({
      keys: [guardOf(id)],
      run: async (tx) => outgoing.known(tx, id, { body, event }),
    });
  }

  /** Keeps what this node answered, for when it hears of the order again. */
  async #answerAgain(
    body: { readonly order: string; readonly burn: string; readonly why?: string },
    { id: event }: StoredEvent,
  ): Promise<void> {
    const { heard, store } = this.#modules;
    const { burn, order, why = null } = body;
    if ((await store.transfers.in(order)) !== undefined) return;
    await store.write(store.transfers.saidOps(order, { burn, event, why }));
    // The order may have come already, and nobody knew then that it was of interest.
    const ordered = await store.spine.byId(burn);
    if (ordered !== undefined) await heard.again(ordered);
  }

  /** What a destination has said already of orders that are known again. */
  async #readAnswers(destination: string): Promise<void> {
    const { heard, store } = this.#modules;
    const size = ((await store.spine.tip(destination))?.seq ?? -1) + 1;
    for (let at = 0; at < size; at += READ_EVENTS)
      for (const event of await store.spine.range(destination, at, READ_EVENTS)) {
        const kind = kindOf(event);
        if (kind === "xfer.mint" || kind === "xfer.void") await heard.again(event);
      }
  }

  /** The account that holds an envelope: its owner then, or whoever had it in the copy. */
  async #holderOf(token: string, first: string): Promise<string | null> {
    const { changes, effects, store } = this.#modules;
    // An envelope that was sealed for the account and is not in its vault yet is taken in.
    await effects.run(changes.guarded([first], async () => undefined));
    const bytes = Buffer.from(token, "hex");
    const holds = async (account: string): Promise<boolean> => {
      const leaf = await store.vault.leaf(account, prefixOf(token));
      return leaf !== undefined && leaf.indexOf(bytes) >= 0;
    };
    if (await holds(first)) return first;
    for await (const [account] of store.vault.heads()) if (await holds(account)) return account;
    return null;
  }
}

function kindOf({ header }: StoredEvent): string | null {
  const read = parseJson(header);
  return (read.ok ? readHeader(read.value)?.kind : null) ?? null;
}
