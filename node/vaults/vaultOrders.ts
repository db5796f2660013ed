/** What owners order about their envelopes: to move, burn, file and lock them. */
import { Refusal, invalidInput } from "../../protocol/errors/refusal.js";
import { fromHex } from "../../protocol/encoding/hex.js";
import { offerHolds, type TransferOffer } from "../../protocol/economy/transferOffer.js";
import { drawnPlaces, TOKEN_ID_BYTES } from "../../protocol/economy/transferOrder.js";
import { OFFER_AHEAD_CALCONDS_MAX } from "../../protocol/limits.js";
import type { Crypto } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { VaultAction } from "../../storage/records/vault/records.js";
import type { VaultSet } from "../../storage/vault/sets.js";
import type { EffectTransaction, Step } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { FoundTokens } from "../../storage/vault/sweep.js";
import { nextPrefix } from "./vault.js";
import { named, type Changed, type Tokens, type VaultChanges } from "./vaultChanges.js";

/** Named tokens, or so many of those that fit. */
export type Wanted =
  | {
      readonly ids: readonly string[];
      /** Where they are named, if not in `token_ids`. */
      readonly pointer?: string;
    }
  | { readonly count: number };

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
const BYTES = 256;

export class VaultOrders {
  readonly #modules: VaultOrderModules;

  constructor(modules: VaultOrderModules) {
    this.#modules = modules;
  }

  /**
   * Moves envelopes to another account of this node. A count is drawn at random, from a seed that
   * the journal names.
   * @param to account id, or the identity digest of one
   */
  async transfer(from: string, to: string, wanted: Wanted): Promise<Step<Changed>> {
    const { changes } = this.#modules;
    const receiver = await this.#receiver(from, to);
    return changes.guarded([from, receiver], (tx) => this.#move(tx, from, receiver, wanted));
  }

  /**
   * Moves what an owner offered with a signature, to the recipient who presents it.
   * @param presenter account of the caller
   */
  async claim(presenter: string, offer: TransferOffer, signature: string): Promise<Step<Changed>> {
    const { store, changes, deadlines } = this.#modules;
    if (offer.to !== presenter)
      throw new Refusal("FORBIDDEN", "the offer is made out to another account");
    if (offer.from === offer.to)
      throw invalidInput("/offer/to", "an account cannot hand envelopes to itself");
    await this.#checkSignature(offer, signature);
    return changes.guarded([offer.from, offer.to], async (tx) => {
      const now = deadlines.reckon();
      if (now > offer.expiresCalcond) {
        throw new Refusal(
          "OFFER_EXPIRED",
          `the offer ended at calcond ${offer.expiresCalcond}; it is ${now}`,
        );
      }
      if (offer.expiresCalcond - now > OFFER_AHEAD_CALCONDS_MAX) {
        throw invalidInput(
          "/offer/expiresCalcond",
          `an offer holds for at most ${OFFER_AHEAD_CALCONDS_MAX} calconds`,
        );
      }
      if (await store.vaultOrders.isSpent(offer.from, offer.nonce)) {
        throw new Refusal("OFFER_USED", "an offer with this nonce was used already");
      }
      tx.add(await store.vaultOrders.expiredOps(offer.from, now, OFFERS_SWEPT_MAX));
      tx.add(store.vaultOrders.spendOps(offer.from, offer.nonce, offer.expiresCalcond));
      const wanted = { ids: offer.token_ids, pointer: "/offer/token_ids" };
      return this.#move(tx, offer.from, offer.to, wanted, offer.nonce);
    });
  }

  /** Ends envelopes for good: their value leaves what the account holds. */
  burn(account: string, ids: readonly string[]): Step<Changed> {
    return this.#all(account, { kind: "burn" }, ids);
  }

  /** @param locked whether a vote holds them: such envelopes cannot move */
  lock(account: string, ids: readonly string[], locked: boolean): Step<Changed> {
    return this.#all(account, { kind: "lock", locked }, ids);
  }

  #all(account: string, action: VaultAction, ids: readonly string[]): Step<Changed> {
    const { changes } = this.#modules;
    return changes.guarded([account], async (tx) =>
      changes.change(tx, { account, action, note: {}, tokens: named(ids) }),
    );
  }

  /**
   * Puts envelopes into a folder, soulbound ones too. Of a count as many as there are: those in no
   * folder first.
   */
  file(account: string, order: FilingOrder): Step<Changed> {
    const { changes } = this.#modules;
    const { folder, wanted } = order;
    return changes.guarded([account], async (tx) =>
      changes.change(tx, {
        account,
        action: { kind: "folder", folder },
        note: {},
        tokens:
          "ids" in wanted ? named(wanted.ids) : await this.#filed(account, order, wanted.count),
      }),
    );
  }

  async #move(
    tx: EffectTransaction,
    from: string,
    to: string,
    wanted: Wanted,
    nonce?: string,
  ): Promise<Changed> {
    const { changes, store, ledger } = this.#modules;
    const note = { from, to, ...(nonce === undefined ? {} : { nonce }) };
    const action = { kind: "transfer", to } as const;
    if ("ids" in wanted)
      return changes.change(tx, {
        account: from,
        action,
        note,
        tokens: named(wanted.ids, wanted.pointer),
      });
    const { count } = wanted;
    const { movable } = await store.vault.head(from);
    if (movable < count) {
      throw new Refusal(
        "NOT_ENOUGH_MOVABLE",
        `${movable} of ${count} envelopes can be moved; nothing was changed`,
        { members: { have: movable } },
      );
    }
    const seed = await ledger.lastHash(from);
    const found = (): AsyncIterable<readonly FoundTokens[]> =>
      store.vault.pick(from, { kind: "movable" }, drawnPlaces(seed, movable, count));
    return changes.change(tx, {
      account: from,
      action,
      note: { ...note, seed, drawnFrom: movable },
      tokens: { atMost: count, found },
    });
  }

  /** What a count is filed of: of one folder, or of any, those in none before the others. */
  async #filed(
    account: string,
    { folder, fromFolder, prefix }: FilingOrder,
    count: number,
  ): Promise<Tokens> {
    const within = (set: VaultSet): Promise<readonly [from: number, count: number]> =>
      this.#within(account, set, prefix);
    if (fromFolder === folder) return { ids: [] };
    const one: VaultSet =
      fromFolder === null || fromFolder === ""
        ? { kind: "unfiled" }
        : { kind: "folder", folder: fromFolder };
    const [from, there] = fromFolder === null && folder === "" ? [0, 0] : await within(one);
    if (fromFolder !== null || there >= count) {
      const atMost = Math.min(there, count);
      return { atMost, found: () => this.#modules.store.vault.walk(account, one, from, atMost) };
    }
    const [allFrom, all] = await within({ kind: "all" });
    return {
      atMost: Math.min(all, count),
      found: () => this.#notIn(folder, account, [allFrom, all], from + there, count - there),
    };
  }

  /**
   * Of tokens at places among all those in no folder, and the first of those in other folders.
   * @param unfiledEnd place among those in no folder up to which they are taken
   */
  async *#notIn(
    folder: string,
    account: string,
    [from, count]: readonly [number, number],
    unfiledEnd: number,
    filedMax: number,
  ): AsyncGenerator<readonly FoundTokens[]> {
    const { vault } = this.#modules.store;
    let left = filedMax;
    const isTaken = ({ leaf }: FoundTokens, place: number): boolean => {
      const own = leaf.folderAt(place);
      if (own === folder) return false;
      if (own !== "") left -= 1;
      return own === "" || left >= 0;
    };
    for await (const group of vault.walk(account, { kind: "all" }, from, count)) {
      const chosen = group.map((found) => ({
        ...found,
        places: found.places.filter((place) => isTaken(found, place)),
      }));
      yield chosen.filter(({ places }) => places.length > 0);
      if (left > 0) continue;
      // From here on only leaves with tokens in no folder are read.
      const next = (group.at(-1)!.prefix >>> 8) + 1;
      if (folder === "" || next === BYTES) return;
      const rank = await vault.rank(
        account,
        { kind: "unfiled" },
        Buffer.alloc(TOKEN_ID_BYTES).fill(next, 0, 1),
      );
      yield* vault.walk(account, { kind: "unfiled" }, rank, unfiledEnd - rank);
      return;
    }
  }

  /**
   * Of a set the ids that begin with some digits: the place of the first, and how many there are.
   */
  async #within(
    account: string,
    set: VaultSet,
    prefix: string,
  ): Promise<readonly [from: number, count: number]> {
    const { vault } = this.#modules.store;
    const place = (digits: string): Promise<number> =>
      vault.rank(account, set, Buffer.from(digits.padEnd(2 * TOKEN_ID_BYTES, "0"), "hex"));
    const from = await place(prefix);
    const next = nextPrefix(prefix);
    return [from, (next === null ? await vault.size(account, set) : await place(next)) - from];
  }

  async #receiver(from: string, to: string): Promise<string> {
    const { accounts } = this.#modules.store;
    const account = await accounts.nameOf(to);
    if (account === undefined)
      throw new Refusal(
        "NOT_FOUND",
        "this node has no account with the id in `to`; nothing was changed",
      );
    if (account === from) throw invalidInput("/to", "an account cannot move envelopes to itself");
    return account;
  }

  async #checkSignature(offer: TransferOffer, signature: string): Promise<void> {
    const { store, crypto } = this.#modules;
    const publicKey = fromHex((await store.accounts.get(offer.from))?.publicKey ?? "");
    const bytes = fromHex(signature);
    if (publicKey === null || bytes === null || !offerHolds(crypto, offer, publicKey, bytes)) {
      throw new Refusal(
        "BAD_SIGNATURE",
        "the offer is not signed with the key that its owner registered",
      );
    }
  }
}
