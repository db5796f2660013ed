import { createHash } from "node:crypto";
import { expect } from "chai";
import { buckets } from "../../../storage/records/buckets.js";
import { MemoryStore } from "../../../scripts/stores/memory.js";
import { Store } from "../../../storage/store.js";
import { Counts } from "../../../storage/records/vault/counts.js";
import { Leaf } from "../../../storage/records/vault/leaf.js";
import type { VaultToken } from "../../../storage/records/vault/tokenRow.js";
import type { VaultSet } from "../../../storage/vault/sets.js";
import { generator } from "../../kit/generator.js";
import { insert } from "../../kit/leafTokens.js";

const FOLDERS = ["", "a", "b", "long name", "ü"];
const BYTES = 256;

function idOf(n: number): string {
  return createHash("sha256").update(`token ${n}`).digest("hex");
}

function token(n: number, parts: Partial<VaultToken> = {}): VaultToken {
  return {
    id: idOf(n),
    value: 1 + (n % 7),
    free: n % 3 === 0,
    locked: false,
    bond: 0,
    version: 0,
    folder: "",
    engineVersion: `calc-engine/${n % 2}`,
    precisionActual: n * 1e-17,
    precisionBound: 1e-4,
    ...parts,
  };
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id, "hex");
}
function prefixOf(id: string): number {
  return Number.parseInt(id.slice(0, 4), 16);
}
function isMovable({ free, locked, bond }: VaultToken): boolean {
  return !free && !locked && bond === 0;
}

const byId = (a: VaultToken, b: VaultToken): number => (a.id < b.id ? -1 : 1);

/** The same account as a plain list. */
class Model {
  tokens = new Map<string, VaultToken>();

  of(set: VaultSet): readonly VaultToken[] {
    const all = [...this.tokens.values()].sort(byId);
    switch (set.kind) {
      case "all":
        return all;
      case "movable":
        return all.filter(isMovable);
      case "fixed":
        return all.filter((one) => !isMovable(one));
      case "unfiled":
        return all.filter(({ folder }) => folder === "");
      case "folder":
        return all.filter(({ folder }) => folder === set.folder);
      default:
        return set satisfies never;
    }
  }
}

const SETS: readonly VaultSet[] = [
  { kind: "all" },
  { kind: "movable" },
  { kind: "fixed" },
  { kind: "unfiled" },
  ...FOLDERS.slice(1).map((folder): VaultSet => ({ kind: "folder", folder })),
];

type Readings = ReturnType<Store["vault"]["oneReading"]>;

async function listed(
  { vault }: { readonly vault: Readings },
  account: string,
  set: VaultSet,
  from: number,
  count: number,
): Promise<VaultToken[]> {
  const found: VaultToken[] = [];
  for await (const group of vault.walk(account, set, from, count)) {
    for (const { leaf, places } of group)
      for (const place of places) found.push(leaf.tokenAt(place));
  }
  return found;
}

/** One batch of random changes, to both. */
async function change(
  store: Store,
  model: Model,
  random: () => number,
  fresh: readonly VaultToken[],
): Promise<void> {
  const edit = store.vault.edit("own", await store.vault.head("own"));
  const other = store.vault.edit("other", await store.vault.head("other"));
  const known = [...model.tokens.values()].filter(() => random() < 0.3);
  const prefixes = [...fresh, ...known].map(({ id }) => prefixOf(id));
  await edit.load(prefixes);
  await other.load(prefixes);
  for (const one of fresh) {
    insert(edit.leaf(prefixOf(one.id)), [one]);
    model.tokens.set(one.id, one);
  }
  for (const one of known) {
    const leaf = edit.leaf(prefixOf(one.id));
    const place = leaf.indexOf(bytesOf(one.id));
    const what = random();
    if (what < 0.4) {
      const folder = FOLDERS[Math.floor(random() * FOLDERS.length)]!;
      leaf.setFolder(place, folder);
      model.tokens.set(one.id, { ...one, folder });
    } else if (what < 0.6) {
      leaf.setLocked(place, !one.locked);
      model.tokens.set(one.id, { ...one, locked: !one.locked });
    } else if (what < 0.8) {
      leaf.setBond(place, one.bond === 0 ? 3 : 0);
      model.tokens.set(one.id, { ...one, bond: one.bond === 0 ? 3 : 0 });
    } else {
      other.leaf(prefixOf(one.id)).receive(leaf.extract([place]));
      model.tokens.delete(one.id);
    }
  }
  await store.write([...(await edit.finish({ cursor: 7 })), ...(await other.finish())]);
}

async function compare(store: Store, model: Model, random: () => number): Promise<void> {
  const all = model.of({ kind: "all" });
  const head = await store.vault.head("own");
  const sum = (tokens: readonly VaultToken[]): number =>
    tokens.reduce((total, { value }) => total + value, 0);
  expect(head).to.include({
    cursor: 7,
    count: all.length,
    movable: model.of({ kind: "movable" }).length,
    paid: sum(all.filter(({ free }) => !free)),
    free: sum(all.filter(({ free }) => free)),
  });
  await compareReading(store, model, random);
  await compareReading({ vault: store.vault.oneReading() }, model, random);
  const folders = new Map<string, number>();
  for (const { folder } of all)
    if (folder !== "") folders.set(folder, (folders.get(folder) ?? 0) + 1);
  expect(await store.vault.folders("own")).to.deep.equal(
    [...folders].sort(([a], [b]) => (a < b ? -1 : 1)).map(([folder, count]) => ({ folder, count })),
  );
}

async function compareReading(
  store: { readonly vault: Readings },
  model: Model,
  random: () => number,
): Promise<void> {
  const all = model.of({ kind: "all" });
  for (const set of SETS) {
    const expected = model.of(set);
    expect(await store.vault.size("own", set), JSON.stringify(set)).to.equal(expected.length);
    const from = Math.floor(random() * (expected.length + 2));
    const count = Math.floor(random() * 40);
    expect(await listed(store, "own", set, from, count)).to.deep.equal(
      expected.slice(from, from + count),
    );
    const bound = idOf(Math.floor(random() * 1_000_000));
    expect(await store.vault.rank("own", set, bytesOf(bound))).to.equal(
      expected.filter(({ id }) => id < bound).length,
    );
  }
  expect(await listed(store, "own", { kind: "all" }, 0, all.length + 1)).to.deep.equal(all);
}

describe("vault", () => {
  it("holds, counts and finds what a plain list would, through random changes", async () => {
    const seed = 20_261_121;
    const random = generator(seed);
    const store = new Store(new MemoryStore());
    const model = new Model();
    let next = 0;
    for (let round = 0; round < 25; round += 1) {
      const fresh = Array.from({ length: Math.floor(random() * 60) }, () => token((next += 1)));
      await change(store, model, random, fresh);
      await compare(store, model, random);
    }
    expect(model.tokens.size, `seed ${seed}`).to.be.greaterThan(100);
  });

  it("reads no counts twice in one reading", async () => {
    const read: string[] = [];
    class Watched extends MemoryStore {
      override getMany(keys: readonly Uint8Array[]): ReturnType<MemoryStore["getMany"]> {
        read.push(
          ...keys
            .filter(([bucket]) => bucket === buckets.counts.number)
            .map((key) => Buffer.from(key).toString("hex")),
        );
        return super.getMany(keys);
      }
    }
    const store = new Store(new Watched());
    const tokens = Array.from({ length: 40 }, (_, n) => token(n + 1, { folder: FOLDERS[n % 2]! }));
    const edit = store.vault.edit("x", await store.vault.head("x"));
    await edit.load(tokens.map(({ id }) => prefixOf(id)));
    for (const one of tokens) insert(edit.leaf(prefixOf(one.id)), [one]);
    await store.write(await edit.finish());
    const pages = async (vault: Readings): Promise<unknown> => {
      read.length = 0;
      const found: unknown[] = [];
      for (const set of SETS) {
        found.push(
          await vault.size("x", set),
          await vault.rank("x", set, bytesOf(idOf(7))),
          await listed({ vault }, "x", set, 3, 9),
        );
      }
      return found;
    };
    const expected = await pages(store.vault);
    expect(new Set(read).size, "asked for again").to.be.below(read.length);
    expect(await pages(store.vault.oneReading())).to.deep.equal(expected);
    expect(new Set(read).size).to.equal(read.length);
  });

  it("keeps what moved: its value, its digits, one version further, unfiled", async () => {
    const store = new Store(new MemoryStore());
    const big = token(1, { value: Number.MAX_SAFE_INTEGER, free: false, folder: "a", version: 41 });
    const edit = store.vault.edit("x", await store.vault.head("x"));
    await edit.load([prefixOf(big.id)]);
    insert(edit.leaf(prefixOf(big.id)), [big]);
    await store.write(await edit.finish());
    expect(await listed(store, "x", { kind: "folder", folder: "a" }, 0, 9)).to.deep.equal([big]);
    const from = store.vault.edit("x", await store.vault.head("x"));
    const to = store.vault.edit("y", await store.vault.head("y"));
    await from.load([prefixOf(big.id)]);
    await to.load([prefixOf(big.id)]);
    to.leaf(prefixOf(big.id)).receive(from.leaf(prefixOf(big.id)).extract([0]));
    await store.write([...(await from.finish()), ...(await to.finish())]);
    expect(await listed(store, "x", { kind: "all" }, 0, 9)).to.deep.equal([]);
    expect(await listed(store, "y", { kind: "movable" }, 0, 9)).to.deep.equal([
      { ...big, folder: "", version: 42 },
    ]);
    expect(await store.vault.folders("x")).to.deep.equal([]);
    expect(await store.vault.head("x")).to.include({ count: 0, paid: 0, edition: 2 });
  });

  it("orders many tokens of one leaf and refuses one twice", () => {
    const leaf = new Leaf();
    const tokens = Array.from({ length: 300 }, (_, n) =>
      token(n, { id: idOf(n).replace(/^..../, "abcd"), folder: `f${n % 5}` }),
    );
    insert(leaf, tokens.slice(0, 200));
    insert(leaf, tokens.slice(200));
    const read = Leaf.decode(leaf.encode());
    const sorted = [...tokens].sort(byId);
    expect(Array.from({ length: 300 }, (_, i) => read.tokenAt(i))).to.deep.equal(sorted);
    expect(() => insert(read, [tokens[7]!])).to.throw(RangeError);
    expect(read.lowerBound(bytesOf("abce".padEnd(64, "0")))).to.equal(300);
    expect(read.indexOf(bytesOf("abcd".padEnd(64, "0")))).to.equal(-1);
    const half = read.extract(Array.from({ length: 150 }, (_, i) => 2 * i));
    const names = new Set(Array.from({ length: half.size }, (_, i) => half.folderAt(i)));
    expect([...names].sort()).to.deep.equal(["f0", "f1", "f2", "f3", "f4"]);
    expect(read.tokenAt(10)).to.deep.equal(sorted[21]);
  });

  it("writes what is left and what is given as a leaf that was taken apart and put together would be", () => {
    const random = generator(7);
    for (let round = 0; round < 200; round += 1) {
      const size = 2 + Math.floor(random() * 30);
      const folders = 1 + Math.floor(random() * (round % 10 === 0 ? 40 : 3));
      const engines = round % 3 === 0 ? 2 : 1;
      const leaf = new Leaf();
      insert(
        leaf,
        Array.from({ length: size }, (_, n) =>
          token(n, {
            folder: FOLDERS[n % folders] ?? `folder ${n % folders}`,
            engineVersion: n % engines === 0 ? "calc-engine/2" : "",
          }),
        ),
      );
      const places = Array.from({ length: size }, (_, n) => n).filter(
        (n) => n > 0 && random() < 0.4,
      );
      if (places.length === 0) continue;
      const bytes = Buffer.from(leaf.encode());
      const holder = new Leaf();
      insert(holder, [token(1_000, { folder: "own", engineVersion: "calc-engine/3" })]);
      const apart = Leaf.decode(bytes);
      const given = apart.extract(places);
      const alone = new Leaf();
      alone.receive(given);
      const read = Leaf.decode(bytes);
      const into = Buffer.alloc(3 + read.recordBytesMax);
      expect(
        into.subarray(3, read.encodeWithout(places, into, 3)).equals(apart.encode()),
        `round ${round}`,
      ).to.equal(true);
      expect(
        into.subarray(3, read.encodeGiven(places, into, 3)).equals(alone.encode()),
        `round ${round}`,
      ).to.equal(true);
      // The same of one that was put together here and never read.
      expect(
        into.subarray(3, leaf.encodeWithout(places, into, 3)).equals(apart.encode()),
        `round ${round}`,
      ).to.equal(true);
      expect(leaf.size).to.equal(size);
      const joined = holder.withGiven(read, places);
      expect(joined.size).to.equal(places.length + 1);
      expect(holder.size).to.equal(1);
      for (let i = 0; i < alone.size; i += 1) {
        const id = alone.idAt(i);
        expect(joined.tokenAt(joined.indexOf(id))).to.deep.equal(alone.tokenAt(i));
      }
      // Whoever only reads leaves the bytes as they were.
      expect(Buffer.from(read.encode()).equals(bytes)).to.equal(true);
      read.setFolder(0, "other");
      expect(Leaf.decode(bytes).folderAt(0)).to.equal(leaf.folderAt(0));
    }
  });

  it("reads counts from when leaves had one place, and tells a place from a count", () => {
    // Byte 5 has 300 tokens, 2 that move and none unfiled: 300 is 0x2c + 128, then 2.
    const old = Counts.decode(Uint8Array.of(3, 5, 0xac, 0x02, 2, 0));
    expect([0, 1, 2, 3].map((column) => old.at(5, column))).to.deep.equal([300, 2, 0, 0]);
    old.set(5, 3, 1);
    expect(Counts.decode(old.encode()).at(5, 3)).to.equal(1);
    expect([...old.encode()]).to.deep.equal([4, 5, 0xac, 0x02, 2, 0, 1]);
  });

  it("writes counts of any size and refuses bytes that are none", () => {
    const counts = new Counts(4);
    const values = [0, 1, 127, 128, 16_383, 16_384, 2 ** 32, Number.MAX_SAFE_INTEGER];
    values.forEach((value, i) => counts.add(31 * i, i % 4, value));
    const read = Counts.decode(counts.encode());
    for (let byte = 0; byte < BYTES; byte += 1) {
      for (let column = 0; column < 4; column += 1)
        expect(read.at(byte, column)).to.equal(counts.at(byte, column));
    }
    expect(() => Counts.decode(Uint8Array.of())).to.throw(RangeError);
    expect(() => Counts.decode(Uint8Array.of(3, 1, 200))).to.throw(RangeError);
    expect(() => read.add(0, 0, -1)).to.throw(RangeError);
    expect(new Counts(1).isEmpty).to.equal(true);
  });
});
