/**
 * The money of a node as it is promised, in maps and plain numbers: what each order has to come to,
 * and what everybody has afterwards. It shares no code with the ledger and the vaults that it is
 * held against.
 */
import { createHash } from "node:crypto";
import { drawnPlaces } from "../../../../../protocol/economy/transferOrder.js";

const BOND_TOKENS = 1_000;
const BOND_TAIL_CALCONDS = 4_632;
const OFFER_CALCONDS = 1_000;
const CLAIM_CREDITS = 128;
/** Free and paid credits together from which on a claim is not due. */
export const CLAIM_BELOW = 6;
const DAY_NS = 86_400_000_000_000n;
const CALCOND_NS = 777_000_777n;

export interface ModelToken {
  readonly id: string;
  readonly value: number;
  readonly free: boolean;
  locked: boolean;
  bond: number;
  folder: string;
}

interface ModelBond {
  readonly ids: readonly string[];
  state: "bonded" | "released" | "ended" | "slashed";
  heldUntil: number;
}

export interface ModelAccount {
  free: number;
  paid: number;
  /** Set aside for computations under way. */
  asideFree: number;
  asidePaid: number;
  lastClaimDay: number;
  readonly tokens: Map<string, ModelToken>;
  readonly bonds: ModelBond[];
  /** Nonces of offers that were taken -> the last calcond in which those hold. */
  readonly nonces: Map<string, number>;
}

/** What somebody orders; ids of tokens are hex. */
export type Order =
  | {
      readonly kind: "grant";
      readonly account: string;
      readonly credits: number;
      readonly reference: string;
    }
  | {
      readonly kind: "compute";
      readonly account: string;
      readonly operators: readonly string[];
      readonly inputs: Readonly<Record<string, number>>;
      readonly price: number;
      /** Why it has no value, whatever it would cost; null where it has. */
      readonly refused: string | null;
    }
  | {
      readonly kind: "transfer";
      readonly from: string;
      readonly to: string;
      readonly ids: readonly string[];
    }
  | { readonly kind: "draw"; readonly from: string; readonly to: string; readonly count: number }
  | {
      readonly kind: "offer";
      readonly from: string;
      readonly to: string;
      readonly ids: readonly string[];
      readonly nonce: string;
    }
  | { readonly kind: "burn"; readonly account: string; readonly ids: readonly string[] }
  | {
      readonly kind: "lock";
      readonly account: string;
      readonly ids: readonly string[];
      readonly locked: boolean;
    }
  | {
      readonly kind: "file";
      readonly account: string;
      readonly folder: string;
      readonly count: number;
      readonly fromFolder: string | null;
      readonly prefix: string;
    }
  | { readonly kind: "bond"; readonly account: string }
  | { readonly kind: "release"; readonly account: string }
  | { readonly kind: "slash"; readonly account: string; readonly bond: number }
  | { readonly kind: "claim"; readonly account: string }
  | { readonly kind: "welcome"; readonly account: string };

export type Answer = Readonly<Record<string, unknown>>;
export type Outcome =
  | { readonly did: "answered"; readonly answer: Answer; readonly text: string }
  | { readonly did: "refused"; readonly code: string }
  /** A computation that came back without a receipt, and uncharged. */
  | { readonly did: "unsealed" };

/** How a price is to be paid, or that it cannot be. */
export interface Split {
  readonly free: number;
  readonly paid: number;
}

export class ModelError extends Error {
  override readonly name = "ModelError";
}

function same(what: string, found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new ModelError(`${what}: found ${a}, the model has ${b}`);
}

function listHash(ids: readonly string[]): string {
  return createHash("sha256")
    .update("calc-token-list/1\u0000")
    .update(Buffer.from(ids.join(""), "hex"))
    .digest("hex");
}

export class MoneyModel {
  readonly accounts = new Map<string, ModelAccount>();
  readonly #welcome: number;
  readonly #references = new Set<string>();
  issued = 0;
  spent = 0;
  /** Of all accounts together. */
  readonly credits = { free: 0, paid: 0 };
  readonly minted = { free: 0, paid: 0 };
  readonly burned = { free: 0, paid: 0 };
  calcond = 0;

  constructor(welcome: number) {
    this.#welcome = welcome;
  }

  /**
   * Sums by the names that the ledger gives them; what is live is what was minted and not burned.
   */
  totals(): Readonly<Record<string, number>> {
    const live = {
      held: this.minted.paid - this.burned.paid,
      house: this.minted.free - this.burned.free,
    };
    return {
      ...this.credits,
      ...live,
      "mint:credits": 0 - this.issued,
      "burn:credits": this.spent,
      "mint:free": 0 - this.minted.free,
      "mint:paid": 0 - this.minted.paid,
      "burn:free": this.burned.free,
      "burn:paid": this.burned.paid,
    };
  }

  of(name: string): ModelAccount {
    const found = this.accounts.get(name);
    if (found === undefined) throw new ModelError(`the model has no account ${name}`);
    return found;
  }

  /** What an account's envelopes are worth. */
  live(name: string): Split {
    const worth = { free: 0, paid: 0 };
    for (const { free, value } of this.of(name).tokens.values())
      worth[free ? "free" : "paid"] += value;
    return worth;
  }

  sorted(name: string): readonly ModelToken[] {
    return [...this.of(name).tokens.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  movable(name: string): readonly ModelToken[] {
    return this.sorted(name).filter(isMovable);
  }

  /** Nonces of an owner's offers that were taken and still hold. */
  used(name: string): readonly string[] {
    return [...this.of(name).nonces]
      .filter(([, expires]) => expires >= this.calcond)
      .map(([nonce]) => nonce);
  }

  /** Of one kind: free credits where they cover it, else paid ones; null where neither do. */
  setAside(name: string, price: number): Split | null {
    const account = this.of(name);
    const free = account.free - account.asideFree >= price ? price : 0;
    const paid = price - free;
    if (paid > account.paid - account.asidePaid) return null;
    account.asideFree += free;
    account.asidePaid += paid;
    return { free, paid };
  }

  giveBack(name: string, { free, paid }: Split): void {
    const account = this.of(name);
    account.asideFree -= free;
    account.asidePaid -= paid;
  }

  /** A computation was sealed for what was set aside before. */
  mint(name: string, split: Split, answer: Answer): void {
    this.giveBack(name, split);
    const account = this.of(name);
    const id = answer["receipt_id"];
    if (typeof id !== "string" || !/^[0-9a-f]{64}$/.test(id))
      throw new ModelError(`no receipt: ${JSON.stringify(answer)}`);
    for (const { tokens } of this.accounts.values())
      if (tokens.has(id)) throw new ModelError(`minted twice: ${id}`);
    const value = split.free + split.paid;
    account.free -= split.free;
    account.paid -= split.paid;
    this.credits.free -= split.free;
    this.credits.paid -= split.paid;
    this.spent += value;
    const free = split.free > 0;
    this.minted[free ? "free" : "paid"] += value;
    account.tokens.set(id, { id, value, free, locked: false, bond: 0, folder: "" });
  }

  /** Bonds whose hour is over give their envelopes back. */
  settle(name: string): void {
    const { bonds, tokens } = this.of(name);
    for (const bond of bonds) {
      if (bond.state !== "released" || this.calcond <= bond.heldUntil) continue;
      bond.state = "ended";
      for (const id of bond.ids) tokens.get(id)!.bond = 0;
    }
  }

  /**
   * Holds the outcome of an order against what it has to be, and does it.
   * @param seed hash of the last entry about the account that a draw is from
   * @throws ModelError
   */
  apply(order: Exclude<Order, { kind: "compute" }>, outcome: Outcome, seed: string): void {
    const answer = outcome.did === "answered" ? outcome.answer : null;
    const refusal = outcome.did === "refused" ? outcome.code : null;
    const expected = this.#refusal(order);
    if (expected !== null || refusal !== null) same(`refusal of ${order.kind}`, refusal, expected);
    else if (answer === null) throw new ModelError(`${order.kind} came to nothing`);
    else this.#does(order, answer, seed);
  }

  #refusal(order: Exclude<Order, { kind: "compute" }>): string | null {
    switch (order.kind) {
      case "grant":
        return this.#references.has(order.reference) ? "CONFLICT" : null;
      case "welcome":
        return null;
      case "claim":
        return this.#claimRefusal(order.account);
      case "draw":
        if (order.from === order.to) return "INVALID_INPUT";
        this.settle(order.from);
        return this.movable(order.from).length < order.count ? "NOT_ENOUGH_MOVABLE" : null;
      case "transfer":
      case "offer":
        if (order.from === order.to) return "INVALID_INPUT";
        if (order.kind === "offer" && this.used(order.from).includes(order.nonce))
          return "OFFER_USED";
        return this.#firstFault(order.from, order.ids, true);
      case "burn":
        return this.#firstFault(order.account, order.ids, true);
      case "lock":
        return this.#firstFault(order.account, order.ids, false);
      case "file":
        return null;
      case "bond":
        return this.#bondRefusal(order.account);
      case "release":
        return this.#inForce(order.account) === undefined ? "NOT_BONDED" : null;
      case "slash": {
        this.settle(order.account);
        const state = this.of(order.account).bonds[order.bond - 1]?.state;
        return state === undefined
          ? "there is no such bond"
          : state === "ended" || state === "slashed"
            ? `the bond is ${state}`
            : null;
      }
    }
  }

  #claimRefusal(name: string): string | null {
    const { free, lastClaimDay, paid } = this.of(name);
    if (this.#day() <= lastClaimDay) return "ALREADY_CLAIMED";
    return free + paid >= CLAIM_BELOW ? "NOT_ELIGIBLE" : null;
  }

  #bondRefusal(name: string): string | null {
    this.settle(name);
    if (this.#inForce(name) !== undefined) return "ALREADY_BONDED";
    const free = [...this.of(name).tokens.values()].filter(({ bond }) => bond === 0).length;
    return free < BOND_TOKENS ? "NOT_ENOUGH" : null;
  }

  #inForce(name: string): ModelBond | undefined {
    return this.of(name).bonds.find(({ state }) => state === "bonded");
  }

  #day(): number {
    return Number((BigInt(this.calcond) * CALCOND_NS) / DAY_NS);
  }

  /**
   * A list named twice over is refused as it is; then the first token in the order of ids that does
   * not fit.
   */
  #firstFault(name: string, ids: readonly string[], moves: boolean): string | null {
    this.settle(name);
    if (new Set(ids).size < ids.length) return "INVALID_INPUT";
    for (const id of [...ids].sort()) {
      const token = this.of(name).tokens.get(id);
      if (token === undefined) return "NOT_FOUND";
      if (moves && !isMovable(token)) return "NOT_MOVABLE";
    }
    return null;
  }

  #does(order: Exclude<Order, { kind: "compute" }>, answer: Answer, seed: string): void {
    switch (order.kind) {
      case "grant":
        same("grant", answer, {
          account: order.account,
          granted: order.credits,
          reference: order.reference,
        });
        this.#references.add(order.reference);
        this.of(order.account).paid += order.credits;
        return this.#issue("paid", order.credits);
      case "welcome":
        this.accounts.set(order.account, {
          free: this.#welcome,
          paid: 0,
          asideFree: 0,
          asidePaid: 0,
          lastClaimDay: -1,
          tokens: new Map(),
          bonds: [],
          nonces: new Map(),
        });
        return this.#issue("free", this.#welcome);
      case "claim":
        same("claim", answer["credited"], CLAIM_CREDITS);
        this.of(order.account).lastClaimDay = this.#day();
        this.of(order.account).free += CLAIM_CREDITS;
        return this.#issue("free", CLAIM_CREDITS);
      case "draw":
        return this.#move(order.from, order.to, this.#drawn(order.from, order.count, seed), answer);
      case "offer":
        this.of(order.from).nonces.set(order.nonce, this.calcond + OFFER_CALCONDS);
        return this.#move(order.from, order.to, [...order.ids].sort(), answer);
      case "transfer":
        return this.#move(order.from, order.to, [...order.ids].sort(), answer);
      case "burn": {
        const value = this.#end(order.account, order.ids);
        return same("burn", answer, { burned: order.ids.length, value });
      }
      case "lock":
        return this.#lock(order.account, order.ids, order.locked, answer);
      case "file":
        return this.#file(order, answer);
      case "bond":
        return this.#bond(order.account, answer);
      case "release":
        return this.#release(order.account, answer);
      case "slash": {
        const bond = this.of(order.account).bonds[order.bond - 1]!;
        bond.state = "slashed";
        this.#end(order.account, bond.ids);
      }
    }
  }

  #issue(purse: "free" | "paid", credits: number): void {
    this.credits[purse] += credits;
    this.issued += credits;
  }

  #drawn(name: string, count: number, seed: string): readonly string[] {
    const movable = this.movable(name);
    return [...drawnPlaces(seed, movable.length, count)].map((place) => movable[place]!.id);
  }

  #move(from: string, to: string, ids: readonly string[], answer: Answer): void {
    same("transfer", answer, { moved: ids.length, listHash: listHash(ids) });
    const [giver, taker] = [this.of(from).tokens, this.of(to).tokens];
    for (const id of ids) {
      const token = giver.get(id)!;
      giver.delete(id);
      taker.set(id, { ...token, folder: "" });
    }
  }

  #end(name: string, ids: readonly string[]): number {
    let value = 0;
    const { tokens } = this.of(name);
    for (const id of ids) {
      const token = tokens.get(id)!;
      tokens.delete(id);
      value += token.value;
      this.burned[token.free ? "free" : "paid"] += token.value;
    }
    return value;
  }

  #lock(name: string, ids: readonly string[], locked: boolean, answer: Answer): void {
    const changed = ids
      .map((id) => this.of(name).tokens.get(id)!)
      .filter((token) => token.locked !== locked);
    for (const token of changed) token.locked = locked;
    same("lock", answer, { changed: changed.length, locked });
  }

  /** Those in no folder first, each kind in the order of the ids. */
  #file(
    { account, count, folder, fromFolder, prefix }: Extract<Order, { kind: "file" }>,
    answer: Answer,
  ): void {
    this.settle(account);
    const fitting = this.sorted(account).filter(
      (token) => token.id.startsWith(prefix) && token.folder !== folder,
    );
    const order =
      fromFolder === null
        ? [
            ...fitting.filter((token) => token.folder === ""),
            ...fitting.filter((token) => token.folder !== ""),
          ]
        : fitting.filter((token) => token.folder === fromFolder);
    const filed = order.slice(0, count);
    for (const token of filed) token.folder = folder;
    same("file", answer, { moved: filed.length });
  }

  #bond(name: string, answer: Answer): void {
    const { bonds } = this.of(name);
    const free = this.sorted(name).filter(({ bond }) => bond === 0);
    const ids = [...free.filter((token) => !isMovable(token)), ...free.filter(isMovable)]
      .slice(0, BOND_TOKENS)
      .map(({ id }) => id)
      .sort();
    same(
      "bond",
      [answer["bond"], answer["sinceCalcond"], answer["envelopes"]],
      [`bond_${bonds.length + 1}`, this.calcond, ids],
    );
    bonds.push({ ids, state: "bonded", heldUntil: -1 });
    for (const id of ids) this.of(name).tokens.get(id)!.bond = bonds.length;
  }

  #release(name: string, answer: Answer): void {
    const bond = this.#inForce(name)!;
    bond.state = "released";
    bond.heldUntil = this.calcond + BOND_TAIL_CALCONDS;
    same("release", answer, {
      released: true,
      bond: `bond_${this.of(name).bonds.indexOf(bond) + 1}`,
      heldUntilCalcond: bond.heldUntil,
    });
  }
}

function isMovable({ bond, free, locked }: ModelToken): boolean {
  return !free && !locked && bond === 0;
}
