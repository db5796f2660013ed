/** What owners order about their envelopes: to move, burn, file and lock them. */
import { ApiError } from "../../api/errors.js";
import { fromHex } from "../../protocol/encoding/hex.js";
import { drawnPlaces, offerHolds, TOKEN_ID_BYTES, type TransferOffer } from "../../protocol/economy/transferOrder.js";
import { OFFER_AHEAD_CALCONDS_MAX } from "../../protocol/limits.js";
import type { Crypto } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { VaultSet } from "../../storage/vault/sets.js";
import type { Deadlines } from "./deadlines.js";
import type { Also, Changed, VaultChanges } from "./vaultChanges.js";
import type { PartWriter } from "./vaultParts.js";

/** Named tokens, or so many of those that fit. */
export type Wanted = { readonly ids: readonly string[] } | { readonly count: number };

/** Which tokens a count is taken from. */
export interface FilingOrder {
  /** "" takes them out of their folders. */
  readonly folder: string;
  readonly wanted: Wanted;
  /** Only from this folder, "" for what is in none; null for any. */
  readonly fromFolder: string | null;
  /** Only ids that begin with these digits. */
  readonly prefix: string;
}

interface VaultOrderModules {
  readonly store: Store;
  readonly changes: VaultChanges;
  readonly crypto: Crypto;
  readonly deadlines: Pick<Deadlines, "reckon">;
  /** Hash of the last journal entry about an account. */
  readonly ledger: { lastHash(account: string): Promise<string> };
}

/** Offers forgotten with each that is used. */
const OFFERS_SWEPT_MAX = 64;

export class VaultOrders {
  readonly #modules: VaultOrderModules;

  constructor(modules: VaultOrderModules) {
    this.#modules = modules;
  }

  /**
   * Moves envelopes to another account of this node. A count is drawn at random, from a seed that the journal names.
   * @param to account id, or the identity digest of one
   */
  async transfer(from: string, to: string, wanted: Wanted, also: Also): Promise<string> {
    const { changes } = this.#modules;
    const receiver = await this.#receiver(from, to);
    return changes.guarded([from, receiver], () => this.#move(from, receiver, wanted, also));
  }

  /**
   * Moves what an owner offered with a signature, to the recipient who presents it.
   * @param presenter account of the caller
   */
  async claim(presenter: string, offer: TransferOffer, signature: string, also: Also): Promise<string> {
    const { store, changes, deadlines } = this.#modules;
    if (offer.to !== presenter) throw new ApiError("FORBIDDEN", "the offer is made out to another account");
    if (offer.from === offer.to) throw refused("/offer/to", "an account cannot hand envelopes to itself");
    await this.#checkSignature(offer, signature);
    return changes.guarded([offer.from, offer.to], async () => {
      const now = deadlines.reckon();
      if (now > offer.expiresCalcond) {
        throw new ApiError("OFFER_EXPIRED", `the offer ended at calcond ${offer.expiresCalcond}; it is ${now}`);
      }
      if (offer.expiresCalcond - now > OFFER_AHEAD_CALCONDS_MAX) {
        throw refused("/offer/expiresCalcond", `an offer holds for at most ${OFFER_AHEAD_CALCONDS_MAX} calconds`);
      }
      if (await store.vaultOrders.isSpent(offer.from, offer.nonce)) {
        throw new ApiError("OFFER_USED", "an offer with this nonce was used already");
      }
      const spent = [...await store.vaultOrders.expiredOps(offer.from, now, OFFERS_SWEPT_MAX),
        ...store.vaultOrders.spendOps(offer.from, offer.nonce, offer.expiresCalcond)];
      return this.#move(offer.from, offer.to, { ids: offer.token_ids }, (body) => [...spent, ...also(body)], offer.nonce);
    });
  }

  /** Ends envelopes for good: their value leaves what the account holds. */
  burn(account: string, ids: readonly string[], also: Also): Promise<string> {
    const { changes } = this.#modules;
    return changes.guarded([account], () => changes.change({ account, action: { kind: "burn" }, note: {}, also,
      gather: named(ids), body: ({ count, value }) => JSON.stringify({ burned: count, value }) }));
  }

  /** @param locked whether a vote holds them: such envelopes cannot move */
  lock(account: string, ids: readonly string[], locked: boolean, also: Also): Promise<string> {
    const { changes } = this.#modules;
    return changes.guarded([account], () => changes.change({ account, action: { kind: "lock", locked }, note: {}, also,
      gather: named(ids), body: ({ count }) => JSON.stringify({ changed: count, locked }) }));
  }

  /** Puts envelopes into a folder, soulbound ones too. Of a count as many as there are: those in no folder first. */
  file(account: string, order: FilingOrder, also: Also): Promise<string> {
    const { changes } = this.#modules;
    const { folder, wanted } = order;
    return changes.guarded([account], () => changes.change({
      account, action: { kind: "folder", folder }, note: {}, also,
      gather: "ids" in wanted ? named(wanted.ids) : (parts) => this.#gatherFiling(account, order, wanted.count, parts),
      body: ({ count }) => JSON.stringify({ moved: count }),
    }));
  }

  async #move(from: string, to: string, wanted: Wanted, also: Also, nonce?: string): Promise<string> {
    const { changes, store, ledger } = this.#modules;
    const body = ({ count, listHash }: Changed): string => JSON.stringify({ moved: count, listHash });
    const note = { from, to, ...(nonce === undefined ? {} : { nonce }) };
    const action = { kind: "transfer", to } as const;
    if ("ids" in wanted) return changes.change({ account: from, action, note, gather: named(wanted.ids), body, also });
    const { count } = wanted;
    const { movable } = await store.vault.head(from);
    if (movable < count) {
      throw new ApiError("NOT_ENOUGH_MOVABLE", `${movable} of ${count} envelopes can be moved; nothing was changed`,
        { members: { have: movable } });
    }
    const seed = await ledger.lastHash(from);
    return changes.change({ account: from, action, note: { ...note, seed, drawnFrom: movable }, fits: true, body, also,
      gather: async (parts) => {
        const places = drawnPlaces(seed, movable, count);
        for await (const found of store.vault.pick(from, { kind: "movable" }, places)) await parts.addFound(found);
      } });
  }

  async #gatherFiling(account: string, order: FilingOrder, count: number, parts: PartWriter): Promise<void> {
    const { folder, fromFolder, prefix } = order;
    const sets: readonly VaultSet[] = fromFolder === null ? [{ kind: "unfiled" }, { kind: "all" }]
      : [fromFolder === "" ? { kind: "unfiled" } : { kind: "folder", folder: fromFolder }];
    let left = count;
    for (const [i, set] of sets.entries()) {
      if (left === 0) return;
      for await (const id of this.#matching(account, set, prefix)) {
        // The second set is all tokens: those in no folder were taken before.
        if (id.folder === folder || (i === 1 && id.folder === "")) continue;
        await parts.add(id.bytes);
        left -= 1;
        if (left === 0) break;
      }
    }
  }

  async *#matching(
    account: string, set: VaultSet, prefix: string,
  ): AsyncGenerator<{ readonly bytes: Buffer; readonly folder: string }> {
    const { vault } = this.#modules.store;
    const low = Buffer.from(prefix.padEnd(2 * TOKEN_ID_BYTES, "0"), "hex");
    const from = await vault.rank(account, set, low);
    for await (const { leaf, places } of vault.walk(account, set, from, Number.MAX_SAFE_INTEGER - from)) {
      for (const place of places) {
        const bytes = Buffer.from(leaf.idAt(place));
        if (prefix !== "" && !bytes.toString("hex", 0, Math.ceil(prefix.length / 2)).startsWith(prefix)) return;
        yield { bytes, folder: leaf.folderAt(place) };
      }
    }
  }

  async #receiver(from: string, to: string): Promise<string> {
    const { accounts } = this.#modules.store;
    const found = await accounts.get(to) ?? (/^[0-9a-f]{32}$/.test(to) ? await accounts.byCid(to) : undefined);
    if (found === undefined) throw new ApiError("NOT_FOUND", "this node has no account with the id in `to`; nothing was changed");
    if (found.account === from) throw refused("/to", "an account cannot move envelopes to itself");
    return found.account;
  }

  async #checkSignature(offer: TransferOffer, signature: string): Promise<void> {
    const { store, crypto } = this.#modules;
    const publicKey = fromHex((await store.accounts.get(offer.from))?.publicKey ?? "");
    const bytes = fromHex(signature);
    if (publicKey === null || bytes === null || !offerHolds(crypto, offer, publicKey, bytes)) {
      throw new ApiError("BAD_SIGNATURE", "the offer is not signed with the key that its owner registered");
    }
  }
}

function refused(pointer: string, message: string): ApiError {
  return new ApiError("INVALID_INPUT", message, { errors: [{ pointer, code: "INVALID_INPUT", message }] });
}

/** A list somebody wrote down. */
export function named(ids: readonly string[]): (parts: PartWriter) => Promise<void> {
  return async (parts) => {
    const sorted = [...ids].sort();
    for (const [i, id] of sorted.entries()) {
      if (id === sorted[i - 1]) throw refused("/token_ids", `${id} is named twice`);
      await parts.add(Buffer.from(id, "hex"));
    }
  };
}
