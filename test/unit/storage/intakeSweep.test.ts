/**
 * Sweeps of a few full leaves, in any order, against plain lists: tokens taken in, moved, removed
 * and marked, on a disk that fails. Ids begin with a few prefixes, so that nearly every leaf is met
 * that holds something already.
 */
import { createHash } from "node:crypto";
import { expect } from "chai";
import { FaultyStore } from "../../../scripts/stores/faulty.js";
import { Store } from "../../../storage/store.js";
import type { Leaf } from "../../../storage/records/vault/leaf.js";
import { NewTokens } from "../../../storage/vault/newTokens.js";
import type { SweepAction } from "../../../storage/vault/sweep.js";
import type { VaultToken } from "../../../storage/records/vault/tokenRow.js";
import { generator } from "../../kit/generator.js";

type Random = () => number;
type Account = "ann" | "bob";
type Vaults = Readonly<Record<Account, ReadonlyMap<string, VaultToken>>>;

const PREFIXES = ["0000", "0001", "00ff", "7f00", "7fff", "ff00", "ffff", "abcd", "abce"];
const FOLDERS = ["", "a", "b", "ü long"];
const BATCH_BYTES_MAX = 900;
const STEPS = 25;
const TAG = Buffer.from("x");

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
const any = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const byId = (a: VaultToken, b: VaultToken): number => (a.id < b.id ? -1 : 1);
const isMovable = ({ bond, free, locked }: VaultToken): boolean => !free && !locked && bond === 0;

function minted(random: Random, name: string): VaultToken {
  const digest = createHash("sha256").update(name).digest("hex");
  const id = random() < 0.8 ? any(random, PREFIXES) + digest.slice(4) : digest;
  return {
    id,
    value: 1 + Math.floor(random() * 2 ** (random() < 0.1 ? 40 : 5)),
    free: random() < 0.3,
    locked: false,
    bond: 0,
    version: 0,
    folder: "",
    engineVersion:
      random() < 0.1 ? "" : `engine ${Math.floor(random() * (random() < 0.2 ? 40 : 3))}`,
    precisionActual: random(),
    precisionBound: 1e-4,
  };
}

async function check(store: Store, vaults: Vaults): Promise<void> {
  for (const account of ["ann", "bob"] as const) {
    const all = [...vaults[account].values()].sort(byId);
    const worth = (free: boolean): number =>
      all.reduce((sum, one) => sum + (one.free === free ? one.value : 0), 0);
    expect(await store.vault.head(account)).to.include({
      count: all.length,
      movable: all.filter(isMovable).length,
      paid: worth(false),
      free: worth(true),
    });
    const sets = [
      [{ kind: "all" }, all],
      [{ kind: "movable" }, all.filter(isMovable)],
      [{ kind: "unfiled" }, all.filter(({ folder }) => folder === "")],
      ...FOLDERS.slice(1).map(
        (folder) =>
          [{ kind: "folder", folder }, all.filter((one) => one.folder === folder)] as const,
      ),
    ] as const;
    for (const [set, expected] of sets) {
      const found: VaultToken[] = [];
      for await (const group of store.vault.walk(account, set, 0, Infinity)) {
        for (const { leaf, places } of group)
          for (const place of places) found.push(leaf.tokenAt(place));
      }
      expect(found).to.deep.equal(expected);
      expect(await store.vault.size(account, set)).to.equal(expected.length);
    }
  }
}

async function takeIn(
  store: Store,
  random: Random,
  account: Account,
  tokens: readonly VaultToken[],
): Promise<void> {
  const head = await store.vault.head(account);
  const added = new NewTokens();
  for (const one of tokens) added.add(one);
  if (random() < 0.75) {
    const sweep = store.vault.intakeSweep({
      to: { account, head },
      batchBytes: 1 + Math.floor(random() * BATCH_BYTES_MAX),
      pause: turn,
    });
    await sweep.run(added);
    await store.write(sweep.finish({ cursor: head.cursor + 1 }));
    return;
  }
  const edit = store.vault.edit(account, head);
  const leaves = [...added.groups()].flat();
  await edit.load(leaves.map(({ prefix }) => prefix));
  for (const { leaf, prefix } of leaves) edit.leaf(prefix).take(leaf);
  await store.write(await edit.finish({ cursor: head.cursor + 1 }));
}

interface Planned {
  readonly after: Vaults;
  readonly run: (store: Store) => Promise<void>;
}

/** One change of a state, and what it comes to. */
function plan(random: Random, name: string, vaults: Vaults): Planned {
  const [account, other] = random() < 0.6 ? (["ann", "bob"] as const) : (["bob", "ann"] as const);
  const [own, its] = [new Map(vaults[account]), new Map(vaults[other])];
  const after = account === "ann" ? { ann: own, bob: its } : { ann: its, bob: own };
  const what = random();
  if (what < 0.4 || own.size === 0) {
    const tokens = Array.from(
      { length: 1 + Math.floor(random() * (random() < 0.1 ? 200 : 30)) },
      (_, n) => minted(random, `${name} ${n}`),
    );
    for (const one of tokens) own.set(one.id, one);
    return { after, run: (store) => takeIn(store, random, account, tokens) };
  }
  const part = random() < 0.2 ? 1 : random();
  const chosen = [...own.values()]
    .sort(byId)
    .flatMap((one, place) => (random() < part ? [{ one, place }] : []));
  const folder = any(random, FOLDERS);
  const mark = (leaf: Leaf, place: number): boolean => {
    if (leaf.folderAt(place) === folder) return false;
    leaf.setFolder(place, folder);
    return true;
  };
  for (const { one } of chosen) {
    if (what >= 0.7) own.set(one.id, { ...one, folder });
    else own.delete(one.id);
    if (what < 0.6) its.set(one.id, { ...one, folder: "", version: one.version + 1 });
  }
  return {
    after,
    run: async (store) => {
      const action: SweepAction =
        what < 0.6
          ? { kind: "move", to: { account: other, head: await store.vault.head(other) } }
          : what < 0.7
            ? { kind: "remove" }
            : { kind: "mark", mark };
      const from = { account, head: await store.vault.head(account) };
      const sweep = store.vault.sweep({
        from,
        action,
        batchBytes: 1 + Math.floor(random() * BATCH_BYTES_MAX),
        listTag: TAG,
      });
      await sweep.run(
        store.vault.pick(
          account,
          { kind: "all" },
          chosen.map(({ place }) => place),
        ),
      );
      await store.write(sweep.finish());
    },
  };
}

describe("sweeps that take in", () => {
  it("leave what plain lists would, with others between them, on a disk that works", async () => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const random = generator(seed);
      const store = new Store(new FaultyStore());
      let vaults: Vaults = { ann: new Map(), bob: new Map() };
      for (let step = 0; step < STEPS; step += 1) {
        const { after, run } = plan(random, `${seed} ${step}`, vaults);
        await run(store);
        vaults = after;
        await check(store, vaults).catch((error: unknown) => {
          throw new Error(`seed ${seed}, step ${step}`, { cause: error });
        });
      }
    }
  });

  it("happen whole or not at all on one that fails, whatever of it is kept", async () => {
    let [failures, kept] = [0, 0];
    for (let seed = 101; seed <= 106; seed += 1) {
      const random = generator(seed);
      let disk = new FaultyStore();
      let vaults: Vaults = { ann: new Map(), bob: new Map() };
      for (let step = 0; step < STEPS; step += 1) {
        const where = `seed ${seed}, step ${step}`;
        const { after, run } = plan(random, where, vaults);
        const failing = await disk.crash(0, {
          failAt: 1 + Math.floor(random() * 40),
          mode: random() < 0.5 ? "before" : "after",
        });
        const failure = await run(new Store(failing)).then(
          () => null,
          (error: unknown) => error,
        );
        // A row on its way has an end before the next one is read.
        await turn();
        disk = await failing.crash(Math.floor(random() * 3));
        const store = new Store(disk);
        if (failure === null) vaults = after;
        else {
          expect(failing.failed, where).to.equal(true);
          failures += 1;
          // The decision may have been written although its writer was told otherwise.
          if (
            !(await check(store, vaults).then(
              () => true,
              () => false,
            ))
          ) {
            kept += 1;
            vaults = after;
          }
        }
        await check(store, vaults).catch((error: unknown) => {
          throw new Error(where, { cause: error });
        });
      }
    }
    expect(failures).to.be.greaterThan(40);
    expect(kept).to.be.greaterThan(0);
  });
});
