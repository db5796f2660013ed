/**
 * The vaults as an audit has them: what each counts against its leaves, and their folders, bonds
 * and ids.
 */
import { IdSum, sumOfIds, type IdWords } from "../../../protocol/economy/idSum.js";
import { buckets } from "../../../storage/records/buckets.js";
import type { VaultHead } from "../../../storage/records/vault/head.js";
import type { Leaf } from "../../../storage/records/vault/leaf.js";
import { weigh, type SetTally } from "./counts.js";
import type { AuditFindings } from "./findings.js";
import { LeafReader, type LeafTally } from "./leaves.js";
import type { Snapshot } from "./snapshot.js";
import { valueOf, type BucketOf } from "./value.js";

/** Envelopes that carry the number of a bond. */
export interface BondMarks {
  readonly ids: IdSum;
  free: number;
  paid: number;
}

/** What the leaves of an account hold. */
interface Held {
  count: number;
  movable: number;
  free: number;
  paid: number;
  readonly folders: Map<string, SetTally>;
  readonly bonds: Map<number, BondMarks>;
}

export interface AuditedVault {
  readonly head: VaultHead;
  readonly held: Held;
}

type Streams = Pick<Snapshot, "counts" | "folders" | "leaves" | "leaves1" | "lost" | "vaults">;

const NOTHING: Readonly<SetTally> = { count: 0, weight: 0 };

export class VaultAudit {
  readonly #streams: Streams;
  readonly #findings: AuditFindings;
  readonly #step: () => Promise<void>;
  readonly #byAccount = new Map<string, AuditedVault>();
  readonly #ids = new IdSum();
  /** Every record could be read. */
  #isWhole = true;

  /** @param step called between two lists of records; throws where the audit is to stop */
  constructor(streams: Streams, findings: AuditFindings, step: () => Promise<void>) {
    this.#streams = streams;
    this.#findings = findings;
    this.#step = step;
  }

  get byAccount(): ReadonlyMap<string, AuditedVault> {
    return this.#byAccount;
  }
  get isWhole(): boolean {
    return this.#isWhole && this.#streams.lost.count === 0;
  }
  /** Sum of the ids of all envelopes. */
  get ids(): IdWords {
    return this.#ids.sum;
  }

  /** What each says of itself. */
  async readHeads(): Promise<void> {
    const { vaults } = this.#streams;
    while (vaults.isReady || (await vaults.fill())) {
      const { key: account, value, fault } = vaults.head;
      vaults.skip();
      const head = this.#decoded(buckets.vault, account, value, fault);
      if (head === null) continue;
      this.#byAccount.set(account, {
        head,
        held: { count: 0, movable: 0, free: 0, paid: 0, folders: new Map(), bonds: new Map() },
      });
      if (!vaults.isReady) await this.#step();
    }
  }

  /** The leaves against it, once it was read. */
  async compareLeaves(): Promise<void> {
    const findings = this.#findings;
    const decode = <V>(
      bucket: BucketOf<V>,
      key: string,
      value: Uint8Array,
      fault: string | null,
    ): V | null => this.#decoded(bucket, key, value, fault);
    const counted = new Map<string, SetTally>();
    await new LeafReader(this.#streams, { findings, decode, step: this.#step }).read({
      take: (account, prefix, leaf) => this.#take(account, prefix, leaf),
      counted: (account, folder, tally) => {
        counted.set(`${account}/${folder}`, tally);
      },
    });
    const named = await this.#folders();
    if (!this.isWhole) return;
    for (const [account, { head, held }] of this.#byAccount) {
      this.#compare(account, head, held);
      for (const [folder, tally] of held.folders) {
        const key = `${account}/${folder}`;
        this.#compareFolder(key, tally, { counts: counted.get(key), named: named.get(key) });
        counted.delete(key);
        named.delete(key);
      }
    }
    for (const [key, { count }] of counted)
      if (count > 0)
        this.#compareFolder(key, NOTHING, {
          counts: { count, weight: 0 },
          named: named.get(key) ?? 0,
        });
    for (const [key, count] of named)
      if (count > 0 && !counted.has(key))
        this.#compareFolder(key, NOTHING, { counts: NOTHING, named: count });
  }

  #take(account: string, prefix: number, leaf: Leaf): LeafTally {
    const vault = this.#byAccount.get(account);
    if (vault === undefined)
      this.#findings.add(buckets.leaf, `${account}/${prefix}`, "the account has no vault");
    leaf.sumIds(this.#ids);
    return tally(vault?.held ?? null, prefix, leaf);
  }

  #compare(account: string, head: VaultHead, held: Held): void {
    const of = ({
      count,
      free,
      movable,
      paid,
    }: Pick<Held, "count" | "free" | "movable" | "paid">): string =>
      `${count} envelopes of ${free} free and ${paid} paid, ${movable} of them movable`;
    if (of(head) !== of(held))
      this.#findings.add(
        buckets.vault,
        account,
        `it counts ${of(head)}, and there are ${of(held)}`,
      );
  }

  #compareFolder(
    key: string,
    { count, weight }: Readonly<SetTally>,
    {
      counts,
      named,
    }: { readonly counts: Readonly<SetTally> | undefined; readonly named: number | undefined },
  ): void {
    if (counts?.count !== count)
      this.#findings.add(
        buckets.counts,
        key,
        `it counts ${counts?.count ?? "nothing"}, and there are ${count}`,
      );
    else if (counts.weight !== weight)
      this.#findings.add(buckets.counts, key, "it counts envelopes where there are none");
    if (named !== count)
      this.#findings.add(
        buckets.folder,
        key,
        `it says ${named ?? "nothing"}, and there are ${count}`,
      );
  }

  /** How much is in each folder, as it is kept. */
  async #folders(): Promise<Map<string, number>> {
    const { folders } = this.#streams;
    const named = new Map<string, number>();
    while (folders.isReady || (await folders.fill())) {
      const { key, value, fault } = folders.head;
      folders.skip();
      const name = key.join("/");
      const folder = this.#decoded(buckets.folder, name, value, fault);
      if (folder !== null) named.set(name, folder.count);
      if (!folders.isReady) await this.#step();
    }
    return named;
  }

  #decoded<V>(bucket: BucketOf<V>, key: string, value: Uint8Array, fault: string | null): V | null {
    const read = valueOf(bucket, value, fault);
    if (read.fault === null) return read.value;
    this.#findings.add(bucket, key, read.fault);
    this.#isWhole = false;
    return null;
  }
}

/** @param into null where they are nobody's */
function tally(into: Held | null, prefix: number, leaf: Leaf): LeafTally {
  let [movable, unfiled] = [0, 0];
  for (let i = 0; i < leaf.size; i += 1) {
    const value = leaf.valueAt(i);
    const isFree = leaf.isFree(i);
    const isFiled = leaf.isFiled(i);
    if (leaf.isMovable(i)) movable += 1;
    if (!isFiled) unfiled += 1;
    if (into === null) continue;
    into.count += 1;
    if (isFree) into.free += value;
    else into.paid += value;
    if (isFiled) weigh(tallyOf(into.folders, leaf.folderAt(i)), prefix, 1);
    const bond = leaf.bondAt(i);
    if (bond === 0) continue;
    const marks = marksOf(into.bonds, bond);
    sumOfIds(leaf.idAt(i), marks.ids);
    if (isFree) marks.free += value;
    else marks.paid += value;
  }
  if (into !== null) into.movable += movable;
  return { movable, unfiled };
}

function tallyOf(folders: Map<string, SetTally>, folder: string): SetTally {
  let known = folders.get(folder);
  if (known === undefined) folders.set(folder, (known = { count: 0, weight: 0 }));
  return known;
}

function marksOf(bonds: Map<number, BondMarks>, bond: number): BondMarks {
  let known = bonds.get(bond);
  if (known === undefined) bonds.set(bond, (known = { ids: new IdSum(), free: 0, paid: 0 }));
  return known;
}
