/**
 * Contribution bonds. A bond marks envelopes where they are; a release marks it as released, and
 * they stay pledged for an hour. Whole and at once it is withheld when a verdict of this node's own
 * computing says so: who opens challenges, and who computes again, is the market for jobs, which
 * calls `slash`.
 */
import { dayOf } from "../../protocol/economy/charges.js";
import { daysFor, leastDaysFor } from "../../protocol/economy/freeCredits.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import {
  attestationBytes,
  BOND_ENVELOPES,
  BOND_TAIL_CALCONDS,
  slashRefusal,
  type BondAttestation,
  type ChallengeVerdict,
} from "../../protocol/economy/bond.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { tokenListHash } from "../../protocol/economy/transferOrder.js";
import type { Crypto } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { Store } from "../../storage/store.js";
import type { BondRecord } from "../../storage/records/vault/records.js";
import type { VaultHead } from "../../storage/records/vault/head.js";
import type { Step } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { bondDueOps, bondNotDueOps } from "./bondEnds.js";
import type { Vault } from "./vault.js";
import { guardKey, prefixOf } from "./vaultKeys.js";
import { notHeld } from "./vaultApply.js";
import { named, type VaultChanges } from "./vaultChanges.js";

interface BondModules {
  readonly store: Store;
  readonly vault: Vault;
  readonly changes: VaultChanges;
  readonly crypto: Crypto;
  readonly deadlines: Pick<Deadlines, "reckon">;
  /** The node's own key, which signs attestations. */
  readonly seed: Uint8Array;
  readonly publicKey: string;
}

/** Which envelopes are pledged: these, or any, soulbound ones first. */
type Pledge = { readonly ids: readonly string[] } | "any";

/** How a bond is named in answers and on envelopes. */
export function bondName(bond: number): string {
  return `bond_${bond}`;
}
const BOND_NAME = /^bond_([1-9][0-9]{0,8})$/;

export interface Pledged extends Pick<
  BondRecord,
  "state" | "envelopes" | "sinceCalcond" | "heldUntilCalcond"
> {
  readonly bond: string;
  readonly attestation: BondAttestation & { readonly signature: string };
}

/** A bond that was just made. */
export interface NewBond extends Pick<Pledged, "bond" | "attestation" | "sinceCalcond"> {
  readonly envelopes: readonly string[];
  /** Credits that they are worth together. */
  readonly value: number;
}

/** A bond that was just released. */
export interface Released {
  readonly bond: string;
  readonly heldUntilCalcond: number;
  /** What ran until now, and ends with it. */
  readonly preempted?: "contributing";
}

export interface BondStatus {
  /** In force, or released and still held; oldest first. */
  readonly bonds: readonly BondRecord[];
  /** Envelopes that could be pledged now. */
  readonly have: number;
  /** As `daysFor` and `leastDaysFor` have them; 0 while one is in force. */
  readonly daysRemaining: number;
  readonly leastDaysRemaining: number;
}

export class Bonds {
  readonly #modules: BondModules;

  constructor(modules: BondModules) {
    this.#modules = modules;
  }

  /**
   * @returns the bond in force and those that were released and are still held; and what is missing
   * for a new one
   */
  async status(account: string): Promise<BondStatus> {
    const head = await this.#modules.vault.settle(account);
    const [bonds, have] = [
      await this.#holding(account, head),
      await this.#pledgeable(account, head),
    ];
    const missing = bonds.at(-1)?.state === "bonded" ? 0 : BOND_ENVELOPES - have;
    return { bonds, have, ...(await this.#days(account, missing)) };
  }

  /**
   * How long so many envelopes more take: by a day's claims, and at the least with what there is.
   */
  async #days(
    account: string,
    envelopes: number,
  ): Promise<Pick<BondStatus, "daysRemaining" | "leastDaysRemaining">> {
    const { deadlines, store } = this.#modules;
    const free = (await store.ledger.balance(account))?.free ?? 0;
    const claim = await store.work.lastClaimOf(account);
    const isClaimed = claim !== undefined && claim.day >= dayOf(deadlines.reckon());
    return {
      daysRemaining: daysFor(envelopes),
      leastDaysRemaining: leastDaysFor(envelopes, free, isClaimed),
    };
  }

  /**
   * The bond pledged under a name, as it was answered then; also where it has ended since. Null
   * where nothing was.
   */
  async pledge(account: string, name: string): Promise<Pledged | null> {
    const [, digits] = BOND_NAME.exec(name) ?? [];
    const record =
      digits === undefined
        ? undefined
        : await this.#modules.store.vaultOrders.bond(account, Number(digits));
    if (record === undefined) return null;
    const { bond, envelopes, heldUntilCalcond, listHash, signature, sinceCalcond, state } = record;
    return {
      bond: name,
      state,
      envelopes,
      sinceCalcond,
      heldUntilCalcond,
      attestation: {
        account,
        bond,
        count: envelopes.length,
        listHash,
        node: this.#modules.publicKey,
        sinceCalcond,
        signature,
      },
    };
  }

  /** @throws Refusal ALREADY_BONDED, NOT_ENOUGH, NOT_FOUND, NOT_MOVABLE */
  make(account: string, pledge: Pledge): Step<NewBond> {
    const { store, changes, crypto, deadlines, seed, publicKey } = this.#modules;
    return changes.guarded([account], async (tx) => {
      const head = await store.vault.head(account);
      if ((await this.#holding(account, head)).some(({ state }) => state === "bonded")) {
        throw new Refusal("ALREADY_BONDED", "the account has a bond in force");
      }
      const envelopes =
        pledge === "any" ? await this.#choose(account, head) : [...pledge.ids].sort();
      const { paid, free } = await this.#pledged(account, envelopes);
      const listHash = tokenListHash(crypto, Buffer.from(envelopes.join(""), "hex"));
      const [bond, sinceCalcond] = [head.bonds + 1, deadlines.reckon()];
      const attestation = {
        account,
        bond,
        count: envelopes.length,
        listHash,
        node: publicKey,
        sinceCalcond,
      };
      const signature = toHex(crypto.ed25519Sign(seed, attestationBytes(attestation)));
      const record: BondRecord = {
        bond,
        account,
        envelopes,
        paid,
        free,
        sinceCalcond,
        listHash,
        signature,
        state: "bonded",
        heldUntilCalcond: null,
        challenges: 0,
      };
      tx.add(store.vaultOrders.bondOps(record));
      await changes.change(tx, {
        account,
        action: { kind: "bond", bond },
        note: {},
        tokens: named(envelopes),
        head: { bonds: bond, holding: [...head.holding, bond] },
      });
      return {
        bond: bondName(bond),
        envelopes,
        value: paid + free,
        attestation: { ...attestation, signature },
        sinceCalcond,
      };
    });
  }

  /** @throws Refusal NOT_BONDED where nothing is pledged for what an account computes for others */
  async checkBonded(account: string): Promise<void> {
    await this.#checkBonded(account, await this.#modules.vault.settle(account));
  }

  /** The same for a step that holds the account's guard: to wait for it there would never end. */
  async checkBondedGuarded(account: string): Promise<void> {
    await this.#checkBonded(account, await this.#modules.vault.settleGuarded(account));
  }

  async #checkBonded(account: string, head: VaultHead): Promise<void> {
    if ((await this.#holding(account, head)).at(-1)?.state !== "bonded")
      throw new Refusal("NOT_BONDED", "jobs are given to who is bonded: POST /api/contribute/bond");
  }

  /** @throws Refusal NOT_BONDED */
  release(account: string): Step<Released> {
    const { store, changes, deadlines } = this.#modules;
    return changes.guarded([account], async (tx) => {
      const head = await store.vault.head(account);
      const record = (await this.#holding(account, head)).find(({ state }) => state === "bonded");
      if (record === undefined)
        throw new Refusal("NOT_BONDED", "the account has no bond in force; nothing was changed");
      const heldUntilCalcond = deadlines.reckon() + BOND_TAIL_CALCONDS;
      // Anyone who releases leaves: no job may be taken on a bond that ends.
      const leaves = head.mode === "contributing";
      const mode = leaves ? "idle" : head.mode;
      const released: BondRecord = { ...record, state: "released", heldUntilCalcond };
      tx.add(store.vaultOrders.bondOps(released));
      tx.add(bondDueOps(store, released));
      tx.add(store.vault.headOps(account, { ...head, mode, edition: head.edition + 1 }));
      return {
        bond: bondName(record.bond),
        heldUntilCalcond,
        ...(leaves ? { preempted: "contributing" as const } : {}),
      };
    });
  }

  /**
   * Withholds a whole bond: its envelopes end, what they were worth is burned.
   * What comes of it: why it is not, in words, or null when it is done.
   */
  slash(account: string, bond: number, verdict: ChallengeVerdict): Step<string | null> {
    return this.#judged(account, bond, { verdict, waited: 0 });
  }

  /** The verdict on a challenge that was counted: it waits no longer, in the batch that withholds the bond. */
  judged(account: string, bond: number, verdict: ChallengeVerdict): Step<string | null> {
    return this.#judged(account, bond, { verdict, waited: 1 });
  }

  #judged(
    account: string,
    bond: number,
    { verdict, waited }: { readonly verdict: ChallengeVerdict; readonly waited: 0 | 1 },
  ): Step<string | null> {
    const { store, changes } = this.#modules;
    return changes.guarded([account], async (tx) => {
      const known = await store.vaultOrders.bond(account, bond);
      if (known === undefined) return "there is no such bond";
      const record: BondRecord = { ...known, challenges: known.challenges - waited };
      if (record.challenges < 0) throw new RangeError("no such challenge");
      const refusal = slashRefusal(record, verdict);
      if (refusal !== null) {
        if (waited > 0) tx.add(this.#waitingOps(record));
        return refusal;
      }
      const head = await store.vault.head(account);
      await changes.change(tx, {
        account,
        action: { kind: "slash" },
        tokens: named(record.envelopes),
        note: { account, bond: bondName(bond), challenged: verdict.token_id },
        head: { holding: head.holding.filter((number) => number !== bond) },
      });
      tx.add(store.vaultOrders.bondOps({ ...record, state: "slashed" }));
      tx.add(bondNotDueOps(store, record));
      return null;
    });
  }

  /** Its time may have come while it waited. */
  #waitingOps(record: BondRecord): readonly Operation[] {
    const { store } = this.#modules;
    const isFree = record.state === "released" && record.challenges === 0;
    return [...store.vaultOrders.bondOps(record), ...(isFree ? bondDueOps(store, record) : [])];
  }

  /**
   * Counts a challenge that waits for its verdict: until it has come, nothing of the bond is given
   * back.
   */
  challenged(account: string, bond: number, change: 1 | -1): Step<void> {
    const { store } = this.#modules;
    return {
      keys: [guardKey(account)],
      run: async (tx) => {
        const record = await store.vaultOrders.bond(account, bond);
        if (record === undefined || record.challenges + change < 0)
          throw new RangeError("no such challenge");
        tx.add(this.#waitingOps({ ...record, challenges: record.challenges + change }));
      },
    };
  }

  async #holding(account: string, { holding }: VaultHead): Promise<readonly BondRecord[]> {
    const found = await Promise.all(
      holding.map((bond) => this.#modules.store.vaultOrders.bond(account, bond)),
    );
    return found.filter((record) => record !== undefined);
  }

  async #pledgeable(account: string, head: VaultHead): Promise<number> {
    const bonds = await this.#holding(account, head);
    return head.count - bonds.reduce((sum, { envelopes }) => sum + envelopes.length, 0);
  }

  /** Those that cannot move anyway come first, each kind in the order of the ids. */
  async #choose(account: string, head: VaultHead): Promise<readonly string[]> {
    const { vault } = this.#modules.store;
    const chosen: string[] = [];
    for (const kind of ["fixed", "movable"] as const) {
      for await (const group of vault.walk(account, { kind }, 0, head.count)) {
        for (const { leaf, places } of group) {
          for (const place of places)
            if (leaf.bondAt(place) === 0) chosen.push(leaf.tokenAt(place).id);
        }
        if (chosen.length >= BOND_ENVELOPES) return chosen.slice(0, BOND_ENVELOPES).sort();
      }
    }
    throw new Refusal(
      "NOT_ENOUGH",
      `a bond takes ${BOND_ENVELOPES} envelopes; ${chosen.length} can be pledged`,
      {
        members: {
          have: chosen.length,
          need: BOND_ENVELOPES,
          ...(await this.#days(account, BOND_ENVELOPES - chosen.length)),
        },
      },
    );
  }

  /**
   * Sums of what is pledged. @throws Refusal for what the account does not hold or has pledged
   * before
   */
  async #pledged(
    account: string,
    envelopes: readonly string[],
  ): Promise<{ readonly paid: number; readonly free: number }> {
    const sums = { paid: 0, free: 0 };
    for (const id of envelopes) {
      const leaf = await this.#modules.store.vault.leaf(account, prefixOf(id));
      const place = leaf?.indexOf(Buffer.from(id, "hex")) ?? -1;
      if (leaf === undefined || place < 0) throw notHeld(id);
      if (leaf.bondAt(place) !== 0) {
        throw new Refusal("NOT_MOVABLE", `${id} is part of a bond already; nothing was changed`, {
          members: { token_id: id },
        });
      }
      sums[leaf.isFree(place) ? "free" : "paid"] += leaf.valueAt(place);
    }
    return sums;
  }
}
