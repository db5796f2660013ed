/**
 * Vaults: which envelopes an account holds now. What was sealed since somebody last looked is taken
 * in first, bonds whose time is over give their envelopes back, and every list is read from one
 * state.
 */
import { systemTurn } from "../../storage/kv/groupCommit.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { Store } from "../../storage/store.js";
import type { VaultHead } from "../../storage/records/vault/head.js";
import type { VaultToken } from "../../storage/records/vault/tokenRow.js";
import type { VaultSet } from "../../storage/vault/sets.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { BondEnds } from "./bondEnds.js";
import { guardKey, prefixOf } from "./vaultKeys.js";
import { intake, type Intake, type IntakeOptions } from "./vaultIntake.js";

/** Tokens changed in one batch. */
export const VAULT_BATCH_TOKENS_MAX = 5_000;
/**
 * Bytes of one batch of leaves. Larger ones leave the database less to merge, and take more memory:
 * two are under way, and as much is in tables.
 */
export const SWEEP_BATCH_BYTES = 8_388_608;
/**
 * Envelopes ingested by one batch. More is a sweep, which costs less for each and has shorter steps.
 */
export const INTAKE_BATCH_TOKENS = 1_250;
/**
 * What one sweep ingests: each touches nearly all leaves of a large vault, and has 69 bytes of
 * each token in memory.
 */
const INTAKE_TOKENS_MAX = 262_144;
/** From so many on, taking them in is more than one turn of the event loop. */
const MANY_TOKENS = 128;
/** Readings that may find the vault changed meanwhile, before one waits for its turn. */
const READINGS_MAX = 4;
const ID_DIGITS = 64;
/** Accounts of which it is known that they are not behind. */
const KNOWN_MAX = 4_096;

export interface VaultModules {
  readonly store: Store;
  readonly deadlines: Pick<Deadlines, "now">;
  /** Moves with each window of seals. Absent: what was sealed since is looked for each time. */
  readonly windows?: (() => number) | undefined;
  /**
   * Tokens that one batch ingests, and one sweep, and bytes of the batches of a sweep; for tests.
   */
  readonly batchTokensMax?: number | undefined;
  readonly intakeTokensMax?: number | undefined;
  readonly sweepBatchBytes?: number | undefined;
}

/** What of a vault is listed. */
export interface VaultQuery {
  /** Null for all, "" for what is in no folder. */
  readonly folder: string | null;
  /** Hex digits that ids begin with; "" for all. */
  readonly prefix: string;
  /** Only ids above this one. */
  readonly after: string | null;
  readonly offset: number;
  readonly limit: number;
}

export interface VaultPage {
  /** How many there are in all, whatever part of them is listed. */
  readonly total: number;
  /** How many there are from the first one listed on. */
  readonly left: number;
  readonly tokens: readonly VaultToken[];
}

export interface FolderCount {
  readonly folder: string;
  readonly count: number;
}

export class Vault {
  readonly #store: Store;
  readonly #bondEnds: BondEnds;
  readonly #windows: (() => number) | null;
  readonly #batchTokensMax: number;
  readonly #intakeTokensMax: number;
  readonly #sweepBatchBytes: number;
  /**
   * Of accounts for which nothing was found: the windows there were then, and from which on nothing
   * was found.
   */
  readonly #known = new Map<string, { readonly windows: number; readonly cursor: number }>();

  constructor({ store, deadlines, windows, ...sizes }: VaultModules) {
    this.#windows = windows ?? null;
    this.#batchTokensMax = sizes.batchTokensMax ?? INTAKE_BATCH_TOKENS;
    this.#intakeTokensMax = sizes.intakeTokensMax ?? INTAKE_TOKENS_MAX;
    this.#sweepBatchBytes = sizes.sweepBatchBytes ?? SWEEP_BATCH_BYTES;
    this.#store = store;
    this.#bondEnds = new BondEnds({ store, deadlines });
  }

  /** Ingests what was sealed for an account before the call and is not in its vault yet. */
  async settle(account: string): Promise<VaultHead> {
    const head = await this.#store.vault.head(account);
    if (!(await this.#isBehind(account, head))) return head;
    return this.#store.guards.withGuard([guardKey(account)], () => this.settleGuarded(account));
  }

  /** The same for who holds the account's guard already. */
  async settleGuarded(account: string): Promise<VaultHead> {
    const { cursor } = await this.#store.vault.head(account);
    const last = await this.#store.vault.minted.last(account, cursor);
    // An envelope sealed meanwhile is for the next call: while computations go on, this one would have
    // no end.
    if (last !== null)
      while ((await this.#takeIn(account, { tokensMax: this.#intakeTokensMax, to: last + 1 })) > 0);
    const head = await this.#store.vault.head(account);
    for (const bond of head.holding) {
      const over = await this.#bondEnds.over(account, bond);
      if (over !== null) await this.#store.write(await this.#bondEnds.endOps(over));
    }
    return this.#store.vault.head(account);
  }

  /**
   * Ingests some of what was sealed for an account, where that is much.
   * @param least  sealed since, from which on it is
   * @returns how many it took in; 0 where it was not much
   */
  async follow(
    account: string,
    least: number,
    some: Pick<IntakeOptions, "goOn" | "tokensMax">,
  ): Promise<number> {
    const { cursor } = await this.#store.vault.head(account);
    let new_ = 0;
    for await (const [, positions] of this.#store.vault.minted.of(account, cursor))
      if ((new_ += positions.length) >= least) break;
    if (new_ < least) return 0;
    return this.#store.guards.withGuard([guardKey(account)], () => this.#takeIn(account, some));
  }

  /** Tokens of an account in the order of their ids, all read from one state. */
  async page(account: string, query: VaultQuery): Promise<VaultPage> {
    return this.#atOnce(account, (head) => this.#page(account, head, query));
  }

  /** Folders by name, with what is in each; first, as "", what is in none. */
  async folders(account: string): Promise<readonly FolderCount[]> {
    return this.#atOnce(account, async () => {
      const count = await this.#store.vault.size(account, { kind: "unfiled" });
      return [{ folder: "", count }, ...(await this.#store.vault.folders(account))];
    });
  }

  /** One token of an account, or null when the account does not hold it. */
  async token(account: string, id: string): Promise<VaultToken | null> {
    return this.#atOnce(account, async () => {
      const leaf = await this.#store.vault.leaf(account, prefixOf(id));
      const place = leaf?.indexOf(Buffer.from(id, "hex")) ?? -1;
      return place < 0 ? null : leaf!.tokenAt(place);
    });
  }

  /**
   * Ingests some of what was sealed, all or nothing, for who holds the account's guard. @returns
   * how many
   */
  async #takeIn(
    account: string,
    some: Pick<IntakeOptions, "goOn" | "to" | "tokensMax">,
  ): Promise<number> {
    const head = await this.#store.vault.head(account);
    const new_ = await intake(this.#store, account, {
      ...some,
      from: head.cursor,
      pause: nextTurn,
    });
    if (new_ === null) return 0;
    const { size } = new_.tokens;
    const operations = await (size > this.#batchTokensMax
      ? this.#sweep(account, head, new_)
      : this.#edit(account, head, new_));
    if (size >= MANY_TOKENS) await nextTurn();
    await this.#store.write(operations);
    return size;
  }

  async #edit(
    account: string,
    head: VaultHead,
    { tokens, cursor }: Intake,
  ): Promise<readonly Operation[]> {
    const edit = this.#store.vault.edit(account, head);
    const leaves = [...tokens.groups()].flat();
    // Of many each step takes milliseconds: requests come in between.
    const isLong = tokens.size >= MANY_TOKENS;
    await edit.load(leaves.map(({ prefix }) => prefix));
    if (isLong) await nextTurn();
    for (const { prefix, leaf } of leaves) edit.leaf(prefix).take(leaf);
    if (isLong) await nextTurn();
    return edit.finish({ cursor });
  }

  async #sweep(
    account: string,
    head: VaultHead,
    { tokens, cursor }: Intake,
  ): Promise<readonly Operation[]> {
    const sweep = this.#store.vault.intakeSweep({
      to: { account, head },
      batchBytes: this.#sweepBatchBytes,
      pause: nextTurn,
    });
    await sweep.run(tokens);
    return sweep.finish({ cursor });
  }

  async #isBehind(account: string, { cursor, holding }: VaultHead): Promise<boolean> {
    if (await this.#hasNew(account, cursor)) return true;
    for (const bond of holding)
      if ((await this.#bondEnds.over(account, bond)) !== null) return true;
    return false;
  }

  /**
   * Whether something was sealed for an account from a window on: looked for only where a window
   * came since it was last.
   */
  async #hasNew(account: string, cursor: number): Promise<boolean> {
    const windows = this.#windows?.() ?? 0;
    const known = this.#known.get(account);
    if (known !== undefined && known.windows === windows && known.cursor === cursor) return false;
    for await (const _ of this.#store.vault.minted.of(account, cursor)) return true;
    if (this.#windows === null) return false;
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.set(account, { windows, cursor });
    return false;
  }

  /** What a reading of everything that was sealed gives when nothing changed while it read. */
  async #atOnce<T>(account: string, read: (head: VaultHead) => Promise<T>): Promise<T> {
    let head = await this.settle(account);
    for (let reading = 0; reading < READINGS_MAX; reading += 1) {
      const before = head;
      const found = await attempt(() => read(before));
      head = await this.#store.vault.head(account);
      if (head.edition !== before.edition) continue;
      if ("error" in found) throw found.error;
      return found.value;
    }
    return this.#store.guards.withGuard([guardKey(account)], async () =>
      read(await this.#store.vault.head(account)),
    );
  }

  async #page(
    account: string,
    head: VaultHead,
    { folder, prefix, after, offset, limit }: VaultQuery,
  ): Promise<VaultPage> {
    const set: VaultSet =
      folder === null
        ? { kind: "all" }
        : folder === ""
          ? { kind: "unfiled" }
          : { kind: "folder", folder };
    const vault = this.#store.vault.oneReading();
    const placeOf = (digits: string | null): Promise<number> =>
      placeIn(vault, account, set, digits);
    const start = prefix === "" ? 0 : await placeOf(prefix);
    const end =
      prefix !== ""
        ? await placeOf(nextPrefix(prefix))
        : folder === null
          ? head.count
          : await vault.size(account, set);
    const from = after === null ? start : Math.max(start, await placeOf(nextPrefix(after)));
    const tokens: VaultToken[] = [];
    const count = Math.min(limit, end - from - offset);
    if (count > 0) {
      for await (const group of vault.walk(account, set, from + offset, count)) {
        for (const { leaf, places } of group)
          for (const place of places) tokens.push(leaf.tokenAt(place));
      }
    }
    return { total: end - start, left: Math.max(0, end - from - offset), tokens };
  }
}

/** Tokens of a set with ids below these first digits; all of them for null. */
function placeIn(
  vault: Pick<Store["vault"], "rank" | "size">,
  account: string,
  set: VaultSet,
  digits: string | null,
): Promise<number> {
  if (digits === null) return vault.size(account, set);
  return vault.rank(account, set, Buffer.from(digits.padEnd(ID_DIGITS, "0"), "hex"));
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    systemTurn(resolve);
  });
}

/** The first digits that come after all ids beginning with some, or null when none do. */
export function nextPrefix(prefix: string): string | null {
  const kept = prefix.replace(/f+$/, "");
  if (kept === "") return null;
  return kept.slice(0, -1) + (Number.parseInt(kept[kept.length - 1]!, 16) + 1).toString(16);
}

type Attempt<T> = { readonly value: T } | { readonly error: unknown };

/**
 * A reading of two states may contradict itself; that only counts when the state stayed the same.
 */
async function attempt<T>(read: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await read() };
  } catch (error) {
    return { error };
  }
}
