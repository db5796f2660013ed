/**
 * The end of a released bond: its envelopes are free again when its time is over and no challenge
 * waits for a verdict. It is due at its calcond; anyone who looks at the account before the queue
 * has come to it carries it out.
 */
import type { Operation } from "../../storage/kv/kv.js";
import type { Store } from "../../storage/store.js";
import type { BondRecord } from "../../storage/records/vault/records.js";
import type { DueHandler } from "../runtime/due.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { guardKey, prefixOf } from "./vaultKeys.js";

export const BOND_END = "bond.end";
/** Each changes the leaves of a thousand envelopes. */
const AT_ONCE_MAX = 4;

function entryOf({ account, bond, heldUntilCalcond }: BondRecord) {
  // On its last calcond a bond is still held.
  return heldUntilCalcond === null
    ? []
    : [{ calcond: heldUntilCalcond + 1, kind: BOND_END, key: `${account}/${bond}` }];
}

/** The number of a bond has no slash; the account may have. */
function subjectOf(key: string): readonly [account: string, bond: number] {
  const slash = key.lastIndexOf("/");
  return [key.slice(0, slash), Number(key.slice(slash + 1))];
}

/** For the batch that releases a bond, or takes the last challenge from one that is released. */
export function bondDueOps(store: Pick<Store, "due">, record: BondRecord): readonly Operation[] {
  return entryOf(record).map((entry) => store.due.addOp(entry));
}

/** For the batch in which a bond ends otherwise. */
export function bondNotDueOps(store: Pick<Store, "due">, record: BondRecord): readonly Operation[] {
  return entryOf(record).map((entry) => store.due.cancelOp(entry));
}

interface BondEndModules {
  readonly store: Store;
  readonly deadlines: Pick<Deadlines, "now">;
}

export class BondEnds implements DueHandler {
  readonly atOnceMax = AT_ONCE_MAX;
  readonly #modules: BondEndModules;

  constructor(modules: BondEndModules) {
    this.#modules = modules;
  }

  guards(key: string): readonly string[] {
    return [guardKey(subjectOf(key)[0])];
  }

  /** One that waits for a verdict is due anew with it. */
  async fire(
    tx: { add(operations: readonly Operation[]): void },
    { key }: { readonly key: string },
  ) {
    const record = await this.over(...subjectOf(key));
    if (record !== null) tx.add(await this.endOps(record));
  }

  /** A released bond that has nothing left to answer for, or null. */
  async over(account: string, bond: number): Promise<BondRecord | null> {
    const { deadlines, store } = this.#modules;
    const record = await store.vaultOrders.bond(account, bond);
    return record?.state === "released" &&
      record.challenges === 0 &&
      record.heldUntilCalcond !== null &&
      deadlines.now() > record.heldUntilCalcond
      ? record
      : null;
  }

  /** Writes that end a bond, for who holds the account's guard. */
  async endOps(record: BondRecord): Promise<readonly Operation[]> {
    const { store } = this.#modules;
    const { account, bond, envelopes } = record;
    const head = await store.vault.head(account);
    const edit = store.vault.edit(account, head);
    await edit.load(envelopes.map(prefixOf));
    for (const id of envelopes) {
      const leaf = edit.leaf(prefixOf(id));
      leaf.setBond(leaf.indexOf(Buffer.from(id, "hex")), 0);
    }
    return [
      ...(await edit.finish({ holding: head.holding.filter((number) => number !== bond) })),
      ...store.vaultOrders.bondOps({ ...record, state: "ended" }),
      ...bondNotDueOps(store, record),
    ];
  }
}
