/**
 * Sealed envelopes come into vaults while nobody waits, and a page finds the same with or without
 * it.
 */
import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { FOLLOWED_LEAST, VaultFollower } from "../../../../node/vaults/vaultFollower.js";
import { createVaults, type Vaults } from "../../../../node/vaults/createVaults.js";
import type { Logger } from "../../../../protocol/ports.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { keyBytes } from "../../../../storage/kv/table.js";
import { openBench, sealJob, START_CALCOND, type MoneyBench } from "../../../kit/moneyBench.js";

const SEED = new Uint8Array(32).fill(9);
const PUBLIC_KEY = Buffer.from(nodeCrypto.ed25519PublicKey(SEED)).toString("hex");
const PAGE = { folder: null, prefix: "", after: null, offset: 0, limit: 1_000 } as const;
const ALWAYS = (): boolean => true;

interface Bench extends MoneyBench, Vaults {
  readonly warned: readonly string[];
  follower(): VaultFollower;
}

async function open(raw = new MemoryStore()): Promise<Bench> {
  const money = await openBench(raw);
  const warned: string[] = [];
  const log: Logger = {
    debug: () => undefined,
    info: () => undefined,
    error: () => undefined,
    child: () => log,
    warn: (_message, fields) => {
      warned.push(String(fields?.["account"]));
    },
  };
  const windows = (): number => money.sealer.windows;
  const deadlines = { now: () => START_CALCOND, reckon: () => START_CALCOND };
  const vaults = createVaults({
    ...money,
    crypto: nodeCrypto,
    deadlines,
    log,
    seed: SEED,
    publicKey: PUBLIC_KEY,
    windows,
  });
  return {
    ...money,
    ...vaults,
    warned,
    follower: () => new VaultFollower({ store: money.store, vault: vaults.vault, log, windows }),
  };
}

async function mint(bench: Bench, account: string, count: number): Promise<void> {
  await bench.ledger.post({
    kind: "grant",
    entries: [
      { account: "mint:credits", delta: -3 * count },
      { account: `paid:${account}`, delta: 3 * count },
    ],
  });
  await bench.ledger.open(account);
  await Promise.all(
    Array.from({ length: count }, (_, i) =>
      sealJob(bench, {
        account,
        visibility: "private",
        operators: ["NM21"],
        inputs: { m1: 1 + i, m2: 2, r: 3 },
        payment: bench.ledger.reserve(account, 3)!,
      }),
    ),
  );
}

async function taken(bench: Bench, ...accounts: readonly string[]): Promise<readonly number[]> {
  return Promise.all(
    accounts.map(async (account) => (await bench.store.vault.head(account)).count),
  );
}

/** @returns how often it had to be asked */
async function whole(follower: VaultFollower): Promise<number> {
  for (let runs = 1; ; runs += 1) if ((await follower.follow(ALWAYS)) === 0) return runs;
}

describe("vaults that follow what is sealed", () => {
  it("take in what is much, of every account, and no less is listed of the others", async () => {
    const bench = await open();
    await mint(bench, "ann", FOLLOWED_LEAST);
    await mint(bench, "bob", FOLLOWED_LEAST - 1);
    await mint(bench, "zoe", 3 * FOLLOWED_LEAST + 1);
    expect(await taken(bench, "ann", "bob", "zoe")).to.deep.equal([0, 0, 0]);
    const follower = bench.follower();
    await whole(follower);
    expect(await taken(bench, "ann", "bob", "zoe")).to.deep.equal([
      FOLLOWED_LEAST,
      0,
      3 * FOLLOWED_LEAST + 1,
    ]);
    expect(await whole(follower), "nothing was sealed since").to.equal(1);
    for (const [account, count] of [
      ["ann", FOLLOWED_LEAST],
      ["bob", FOLLOWED_LEAST - 1],
      ["zoe", 3 * FOLLOWED_LEAST + 1],
    ] as const) {
      const { total, tokens } = await bench.vault.page(account, PAGE);
      expect([total, tokens.length]).to.deep.equal([count, count]);
    }
  });

  it("go on from where they are with what is sealed later, also in another process", async () => {
    const raw = new MemoryStore();
    const bench = await open(raw);
    const follower = bench.follower();
    await mint(bench, "ann", FOLLOWED_LEAST);
    await whole(follower);
    await mint(bench, "ann", FOLLOWED_LEAST + 5);
    await whole(follower);
    expect(await taken(bench, "ann")).to.deep.equal([2 * FOLLOWED_LEAST + 5]);
    await mint(bench, "ann", FOLLOWED_LEAST);
    await bench.sealer.close();
    const again = await open(raw);
    await whole(again.follower());
    expect(await taken(again, "ann")).to.deep.equal([3 * FOLLOWED_LEAST + 5]);
  });

  it("stop between two batches as soon as somebody waits, and nothing is left out", async () => {
    const bench = await open();
    await mint(bench, "ann", FOLLOWED_LEAST);
    await mint(bench, "bob", FOLLOWED_LEAST);
    const follower = bench.follower();
    expect(await follower.follow(() => false)).to.equal(1);
    expect(await taken(bench, "ann", "bob")).to.deep.equal([0, 0]);
    const counts: number[] = [];
    // Each time somebody comes one question later.
    for (let left = 1, questions = 1; left > 0; questions += 1) {
      let asked = 0;
      left = await follower.follow(() => (asked += 1) <= questions);
      counts.push((await taken(bench, "ann", "bob")).reduce((sum, count) => sum + count, 0));
    }
    expect([...new Set(counts)]).to.deep.equal([0, FOLLOWED_LEAST, 2 * FOLLOWED_LEAST]);
  });

  it("leave an account alone whose record is damaged, say so once, and go on with the others", async () => {
    const raw = new MemoryStore();
    const bench = await open(raw);
    await mint(bench, "ann", FOLLOWED_LEAST);
    await mint(bench, "bob", FOLLOWED_LEAST);
    const [window] = (await bench.store.vault.minted.of("ann", 0)[Symbol.asyncIterator]().next())
      .value!;
    const key = keyBytes(buckets.own, ["ann", window]);
    const record = new Uint8Array((await raw.get(key))!);
    record[0]! ^= 1;
    await raw.batch([{ type: "put", key, value: record }], { sync: true });
    const follower = bench.follower();
    await whole(follower);
    await mint(bench, "bob", FOLLOWED_LEAST);
    await whole(follower);
    expect(await taken(bench, "ann", "bob")).to.deep.equal([0, 2 * FOLLOWED_LEAST]);
    expect(bench.warned).to.deep.equal(["ann"]);
    expect(
      await bench.vault.page("ann", PAGE).then(
        () => "listed",
        (error: Error) => error.name,
      ),
    ).to.equal("CorruptRecordError");
  });
});
