/**
 * The audit of vaults, bonds, folders and grants: whatever is altered, lost or doubled is found and
 * named.
 */
import { expect } from "chai";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { bookGrant } from "../../../../../node/ledger/grants.js";
import { auditLedger } from "../../../../../node/ledger/audit/ledgerAudit.js";
import { prefixOf } from "../../../../../node/vaults/vaultKeys.js";
import { buckets, type Bucket } from "../../../../../storage/records/buckets.js";
import { FaultyStore } from "../../../../../scripts/stores/faulty.js";
import { MemoryStore, type Contents } from "../../../../../scripts/stores/memory.js";
import { del, keyBytes, put, read } from "../../../../../storage/kv/table.js";
import { Counts, FOLDER_WIDTH } from "../../../../../storage/records/vault/counts.js";
import { Leaf } from "../../../../../storage/records/vault/leaf.js";
import type { BondRecord } from "../../../../../storage/records/vault/records.js";
import type { VaultToken } from "../../../../../storage/records/vault/tokenRow.js";
import { insert } from "../../../../kit/leafTokens.js";
import { account, holds, mint, open, type Bench } from "../../../../kit/vaultBench.js";
import { sample } from "../../../../kit/runs.js";

const BONDED = 1_000;
const MINTED = BONDED + 40;

let kept: Contents | null = null;

/** A store as `fill` leaves it; it is filled once. */
async function filledStore(): Promise<FaultyStore> {
  if (kept === null) {
    const raw = new MemoryStore();
    await fill(await open(raw));
    kept = raw.contents();
  }
  return new FaultyStore({}, kept);
}

/** Two accounts, a bond in force, a folder, some moved, some burned, two grants. */
async function fill(bench: Bench): Promise<void> {
  for (const name of ["ann", "bob"]) await account(bench.store, name);
  await mint(bench, "ann", "free", BONDED);
  await mint(bench, "ann", "paid", MINTED - BONDED);
  await bench.vault.settle("ann");
  await bench.run(bench.bonds.make("ann", "any"));
  await bench.run(
    bench.vaultOrders.file("ann", {
      folder: "filed",
      wanted: { count: 12 },
      fromFolder: null,
      prefix: "",
    }),
  );
  const movable = (await holds(bench, "ann")).filter(({ bond }) => bond === 0);
  await bench.run(
    bench.vaultOrders.transfer("ann", "bob", { ids: movable.slice(0, 10).map(({ id }) => id) }),
  );
  // In one batch, and as a sweep.
  await bench.run(
    bench.vaultOrders.burn(
      "ann",
      movable.slice(10, 12).map(({ id }) => id),
    ),
  );
  await bench.run(
    bench.vaultOrders.burn(
      "ann",
      movable.slice(12, 24).map(({ id }) => id),
    ),
  );
  for (const reference of ["invoice 1", "invoice 2"]) {
    await bench.run(
      bookGrant(bench.store, { account: "ann", credits: 5, reference, by: "calc_ak_oper" }),
    );
  }
}

async function named(bench: Bench): Promise<readonly string[]> {
  const { findings, ok } = await auditLedger(bench.store, nodeCrypto);
  expect(ok).to.equal(findings.length === 0);
  return findings.map(({ bucket, key, fault }) => `${bucket} ${key}: ${fault}`);
}

async function change<K, V>(
  { store }: Bench,
  bucket: Bucket<K, V>,
  key: K,
  edit: (value: V) => V,
): Promise<void> {
  const value = await read(store.kv, bucket, key);
  if (value === undefined) throw new Error(`no record ${String(key)}`);
  await store.kv.batch([put(bucket, key, edit(value))], { sync: true });
}

async function remove<K, V>({ store }: Bench, bucket: Bucket<K, V>, key: K): Promise<void> {
  if ((await read(store.kv, bucket, key)) === undefined)
    throw new Error(`no record ${String(key)}`);
  await store.kv.batch([del(bucket, key)], { sync: true });
}

/** Writes the leaf of one of bob's tokens anew with another in its place. */
async function replaceToken(bench: Bench, edit: (token: VaultToken) => VaultToken): Promise<void> {
  const [token] = await holds(bench, "bob");
  const key = ["bob", prefixOf(token!.id)] as const;
  const bucket =
    (await read(bench.store.kv, buckets.leaf, key)) === undefined ? buckets.leaf1 : buckets.leaf;
  await change(bench, bucket, key, (leaf) => {
    const newLeaf = new Leaf();
    insert(
      newLeaf,
      Array.from({ length: leaf.size }, (_, i) => leaf.tokenAt(i)).map((one) =>
        one.id === token!.id ? edit(one) : one,
      ),
    );
    return newLeaf;
  });
}

const grant = (reference: string): string => `ledger/grant/${reference}`;
const bond =
  (edit: (record: BondRecord) => BondRecord) =>
  (bench: Bench): Promise<void> =>
    change(bench, buckets.bond, ["ann", 1], edit);

/** The change done to a sound one, and how it is named. */
const DAMAGES: readonly (readonly [string, (bench: Bench) => Promise<void>, RegExp])[] = [
  [
    "a bond that is gone",
    (bench) => remove(bench, buckets.bond, ["ann", 1]),
    /^bond ann\/1: there is no such bond, and 1000 envelopes/,
  ],
  [
    "a bond said to have ended",
    bond((of) => ({ ...of, state: "ended" })),
    /^bond ann\/1: it is ended, and the vault still holds/,
  ],
  [
    "a bond of other envelopes",
    bond((of) => ({ ...of, envelopes: [...of.envelopes.slice(1), "f".repeat(64)] })),
    /^bond ann\/1: .*digest/,
  ],
  [
    "a bond worth more",
    bond((of) => ({ ...of, free: of.free + 1 })),
    /^bond ann\/1: its envelopes are worth 3001 free/,
  ],
  [
    "a bond of another account",
    bond((of) => ({ ...of, account: "bob" })),
    /^bond ann\/1: it says that it is bond 1 of bob/,
  ],
  [
    "a vault that forgot its bond",
    (bench) => change(bench, buckets.vault, "ann", (of) => ({ ...of, holding: [] })),
    /^bond ann\/1: it is bonded, and the vault holds nothing for it/,
  ],
  [
    "a grant whose reference is gone",
    (bench) => remove(bench, buckets.meta, grant("invoice 1")),
    /^meta ledger\/grant\/invoice 1: there is no such record, and entry \d+ grants/,
  ],
  [
    "a reference that nothing was booked under",
    ({ store }) => store.write([put(buckets.meta, grant("invoice 3"), "ann")]),
    /^meta ledger\/grant\/invoice 3: no entry of the journal/,
  ],
  [
    "a reference booked to another",
    (bench) => change(bench, buckets.meta, grant("invoice 2"), () => "bob"),
    /^meta ledger\/grant\/invoice 2: it names bob, and entry \d+ grants credits to ann/,
  ],
  [
    "a reference booked twice",
    async (bench) => {
      await remove(bench, buckets.meta, grant("invoice 2"));
      await bench.run(
        bookGrant(bench.store, {
          account: "ann",
          credits: 5,
          reference: "invoice 2",
          by: "calc_ak_oper",
        }),
      );
    },
    /^journal \d+: it grants credits under the reference invoice 2, as entry \d+ does/,
  ],
  [
    "a folder that counts more",
    (bench) =>
      change(bench, buckets.folder, ["ann", "filed"], ({ count }) => ({ count: count + 1 })),
    /^folder ann\/filed: it says \d+, and there are \d+/,
  ],
  [
    "a folder that is gone",
    (bench) => remove(bench, buckets.folder, ["ann", "filed"]),
    /^folder ann\/filed: it says nothing, and there are \d+/,
  ],
  [
    "a folder of nobody",
    ({ store }) => store.write([put(buckets.folder, ["bob", "new"], { count: 2 })]),
    /^folder bob\/new: it says 2, and there are 0/,
  ],
  [
    "a folder's counts at the root gone",
    (bench) => remove(bench, buckets.counts, [["ann", "filed"], 0]),
    /^counts ann\/filed\/0: there is no such record/,
  ],
  [
    "a folder's counts elsewhere",
    async (bench) => {
      const root = (await read(bench.store.kv, buckets.counts, [["ann", "filed"], 0]))!;
      const first = Array.from({ length: 256 }, (_, byte) => byte).find(
        (byte) => root.at(byte, 0) > 0,
      )!;
      await change(bench, buckets.counts, [["ann", "filed"], first + 1], (of) => {
        const [from, moved] = [
          Array.from({ length: 256 }, (_, byte) => byte).find((byte) => of.at(byte, 0) > 0)!,
          new Counts(FOLDER_WIDTH),
        ];
        for (let byte = 0; byte < 256; byte += 1)
          moved.add((byte + (byte === from ? 1 : 0)) % 256, 0, of.at(byte, 0));
        return moved;
      });
    },
    /^counts ann\/filed: it counts envelopes where there are none/,
  ],
  [
    "the counts at the root gone",
    (bench) => remove(bench, buckets.counts, [["ann", ""], 0]),
    /^counts ann\/0: there is no such record/,
  ],
  [
    "an id in the place of another",
    (bench) =>
      replaceToken(bench, (token) => ({ ...token, id: token.id.slice(0, 31) + "0".repeat(33) })),
    /^vault all: they hold other envelopes than were sealed/,
  ],
  [
    "a lock that is not counted",
    (bench) => replaceToken(bench, (token) => ({ ...token, locked: true })),
    /^leaf1? bob\/\d+: 1 of its envelopes are counted as movable/,
  ],
  [
    "a bond's number on another envelope",
    (bench) => replaceToken(bench, (token) => ({ ...token, bond: 7 })),
    /^bond bob\/7: there is no such bond, and 1 envelopes/,
  ],
];

describe("node: audit of vaults, bonds, folders and grants", () => {
  it("finds nothing in sound ones, through transfers, burns and a bond's release", async () => {
    const bench = await open(await filledStore());
    expect(await named(bench)).to.deep.equal([]);
    await bench.run(bench.bonds.release("ann"));
    expect(await named(bench)).to.deep.equal([]);
    bench.calcond += 5_000;
    await bench.vault.settle("ann");
    expect(await named(bench)).to.deep.equal([]);
  });

  for (const [what, damage, name] of sample(DAMAGES, 3)) {
    it(`names ${what}`, async () => {
      const bench = await open(await filledStore());
      await damage(bench);
      expect(
        (await named(bench)).filter((one) => name.test(one)),
        (await named(bench)).join("\n"),
      ).to.not.deep.equal([]);
    });
  }

  it("names a flipped bit of each of these records, and of the ledger's head, and goes on", async () => {
    const records: readonly (readonly [string, Uint8Array])[] = [
      ["bond ann/1", keyBytes(buckets.bond, ["ann", 1])],
      ["folder ann/filed", keyBytes(buckets.folder, ["ann", "filed"])],
      ["meta ledger/grant/invoice 1", keyBytes(buckets.meta, grant("invoice 1"))],
      ["ledger head", keyBytes(buckets.ledger, "head")],
      ["counts ann/0", keyBytes(buckets.counts, [["ann", ""], 0])],
    ];
    for (const [name, key] of records) {
      const raw = await filledStore();
      const bench = await open(raw);
      await raw.flipBit(key, 33);
      expect((await named(bench)).join("\n"), name).to.match(
        new RegExp(`^${name}: .*checksum`, "m"),
      );
    }
  });
});
