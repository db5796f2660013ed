/**
 * Vaults over a line that seals: what is minted is held, and what moves moves whole, whatever fails
 * in between.
 */
import { createHash } from "node:crypto";
import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { auditLedger } from "../../../../node/ledger/audit/ledgerAudit.js";
import { keeping } from "../../../../node/ledger/effects.js";
import { prefixOf } from "../../../../node/vaults/vaultKeys.js";
import {
  attestationBytes,
  slashRefusal,
  type ChallengeVerdict,
} from "../../../../protocol/economy/bond.js";
import { daysFor, leastDaysFor } from "../../../../protocol/economy/freeCredits.js";
import { drawnPlaces, tokenListHash } from "../../../../protocol/economy/transferOrder.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { StoreError } from "../../../../storage/kv/errors.js";
import { FaultyStore } from "../../../../scripts/stores/faulty.js";
import type { BatchOptions, Entry, Operation, RangeOptions } from "../../../../storage/kv/kv.js";
import { MemoryStore, type Contents } from "../../../../scripts/stores/memory.js";
import type { Store } from "../../../../storage/store.js";
import { del, keyBytes } from "../../../../storage/kv/table.js";
import type { VaultToken } from "../../../../storage/records/vault/tokenRow.js";
import { generator } from "../../../kit/generator.js";
import { rejection } from "../../storage/keyValueSuite.js";
import { runs } from "../../../kit/runs.js";
import { sealJob } from "../../../kit/moneyBench.js";
import {
  account,
  ALL,
  holds,
  idsOf,
  issue,
  mint,
  open,
  PUBLIC_KEY,
  type Bench,
} from "../../../kit/vaultBench.js";

/** From one write that fails to the next that is tried. */
const STEP = runs(3, 1);

/** Each envelope has one holder, and the ledger knows what they are worth. */
async function check(bench: Bench, names: readonly string[]): Promise<number> {
  const seen = new Set<string>();
  let free = 0;
  for (const name of names) {
    const tokens = await holds(bench, name);
    for (const { id } of tokens) {
      expect(seen.has(id), id).to.equal(false);
      seen.add(id);
    }
    const paid = tokens.filter((token) => !token.free).reduce((sum, { value }) => sum + value, 0);
    expect((await bench.ledger.balance(name)).held, name).to.equal(paid);
    free += tokens.filter((token) => token.free).reduce((sum, { value }) => sum + value, 0);
    const head = await bench.store.vault.head(name);
    expect(head).to.include({
      count: tokens.length,
      paid,
      movable: tokens.filter((t) => !t.free && !t.locked && t.bond === 0).length,
    });
  }
  expect(bench.ledger.totals().house).to.equal(free);
  return seen.size;
}

/** Records on the disk when Ann holds forty that can move. */
async function prepared(): Promise<Contents> {
  const memory = new MemoryStore();
  const bench = await open(memory);
  await account(bench.store, "ann");
  await account(bench.store, "bob");
  await mint(bench, "ann", "paid", 40);
  await holds(bench, "ann");
  return memory.contents();
}

/** Entries of a bucket. */
async function count(store: Store, { number }: { readonly number: number }): Promise<number> {
  let found = 0;
  for await (const _ of store.kv.range({
    gte: Uint8Array.of(number),
    lt: Uint8Array.of(number + 1),
  }))
    found += 1;
  return found;
}

describe("vaults", () => {
  it("take in what was sealed, with its value, its funding and its digits", async () => {
    const bench = await open();
    await mint(bench, "ann", "free", 5);
    await mint(bench, "ann", "paid", 4);
    const tokens = await holds(bench, "ann");
    expect(tokens.length).to.equal(9);
    expect(tokens.filter(({ free }) => free).length).to.equal(5);
    for (const token of tokens) {
      expect(token).to.include({
        value: 3,
        version: 0,
        folder: "",
        bond: 0,
        locked: false,
        engineVersion: "calc-engine/2",
        precisionBound: 1e-4,
      });
      expect((await bench.store.envelopes.byId(token.id))?.envelope.account).to.equal("ann");
      expect(await bench.vault.token("ann", token.id)).to.deep.equal(token);
    }
    expect(await check(bench, ["ann"])).to.equal(9);
    expect(await bench.vault.token("bob", tokens[0]!.id)).to.equal(null);
  });

  it("look for what was sealed only where a window came since, written or not", async () => {
    let [looked, late] = [0, false];
    const memory = new (class extends MemoryStore {
      override range(options: RangeOptions): AsyncIterable<Entry> {
        if (options.gte[0] === buckets.own.number) looked += 1;
        return super.range(options);
      }
      override async batch(operations: readonly Operation[], options: BatchOptions): Promise<void> {
        await super.batch(operations, options);
        if (!late) return;
        late = false;
        throw new StoreError("STORE_IO", "written, and told otherwise");
      }
    })();
    const bench = await open(memory);
    const times = async (): Promise<readonly [held: number, looks: number]> => {
      looked = 0;
      const held = (await holds(bench, "ann")).length;
      return [held, looked];
    };
    await mint(bench, "ann", "paid", 2);
    expect((await times())[0]).to.equal(2);
    await times();
    expect(await times()).to.deep.equal([2, 0]);
    await mint(bench, "bob", "paid", 1);
    expect(await times()).to.deep.equal([2, 1]);
    expect(await times()).to.deep.equal([2, 0]);
    await mint(bench, "ann", "paid", 3);
    expect((await times())[0]).to.equal(5);
    // Told to have failed, and written all the same.
    await issue(bench, "ann", "paid", 3);
    await times();
    const payment = bench.ledger.reserve("ann", 3)!;
    late = true;
    await sealJob(bench, {
      account: "ann",
      visibility: "private",
      operators: ["NM21"],
      inputs: { m1: 9, m2: 2, r: 3 },
      payment,
    });
    expect(late).to.equal(false);
    expect((await times())[0]).to.equal(6);
  });

  it("draw a count by the seed the journal names, as anyone can draw it again", async () => {
    const bench = await open();
    await account(bench.store, "ann");
    await account(bench.store, "bob");
    await mint(bench, "ann", "paid", 30);
    const before = idsOf(await holds(bench, "ann"));
    const seed = await bench.ledger.lastHash("ann");
    const came = await bench.run(bench.vaultOrders.transfer("ann", "bob", { count: 5 }));
    const moved = [...drawnPlaces(seed, 30, 5)].map((place) => before[place]!);
    expect(idsOf(await holds(bench, "bob"))).to.deep.equal(moved);
    const listHash = createHash("sha256")
      .update("calc-token-list/1\u0000")
      .update(Buffer.from(moved.join(""), "hex"))
      .digest("hex");
    expect(came).to.include({ count: 5, listHash });
    const entry: { kind: string; note: object } = JSON.parse(
      (await bench.store.ledger.entry(bench.ledger.head.entries - 1))!,
    );
    expect(entry.kind).to.equal("transfer");
    expect(entry.note).to.deep.equal({
      from: "ann",
      to: "bob",
      seed,
      drawnFrom: 30,
      listHash,
      count: 5,
    });
    await check(bench, ["ann", "bob"]);
  });

  it("draw each place as often as any other", () => {
    const drawn = Array.from({ length: 10 }, () => 0);
    for (let n = 0; n < 2_000; n += 1) {
      const seed = createHash("sha256").update(`draw ${n}`).digest("hex");
      const places = [...drawnPlaces(seed, 10, 3)];
      expect(new Set(places).size).to.equal(3);
      expect(places).to.deep.equal([...places].sort((a, b) => a - b));
      for (const place of places) drawn[place]! += 1;
    }
    // 600 each; five standard deviations of a binomial with p = 0.3 are 102.
    for (const times of drawn) expect(times).to.be.within(498, 702);
    expect([...drawnPlaces("0".repeat(64), 8, 8)]).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7]);
    expect([...drawnPlaces("0".repeat(64), 8, 0)]).to.deep.equal([]);
    expect(tokenListHash(nodeCrypto, new Uint8Array(0))).to.equal(
      createHash("sha256").update("calc-token-list/1\u0000").digest("hex"),
    );
  });

  it("what takes several batches moves whole, whichever write fails and however the process ends", async () => {
    const contents = await prepared();
    const leaves = await count((await open(new MemoryStore(contents))).store, buckets.leaf);
    const seen = { none: 0, all: 0, failed: 0, written: 0 };
    const opened = new FaultyStore({}, contents);
    await open(opened);
    for (const mode of ["before", "after"] as const) {
      for (let failAt = opened.operations + 1; ; failAt += STEP) {
        const raw = new FaultyStore({ failAt, mode }, contents);
        const bench = await open(raw);
        const keep = () => bench.store.meta.putOps("answered", "yes");
        const error = await bench
          .run(bench.vaultOrders.transfer("ann", "bob", { count: 33 }), keeping(keep))
          .then(
            () => null,
            (e: unknown) => e,
          );
        if (error !== null) seen.failed += 1;
        const again = await open(await raw.crash());
        expect(
          (await auditLedger(again.store, nodeCrypto)).findings,
          `failure ${mode} operation ${failAt}`,
        ).to.deep.equal([]);
        const written = (await count(again.store, buckets.leaf)) > leaves;
        const moved = (await holds(again, "bob")).length;
        expect([0, 33], `failure ${mode} operation ${failAt}`).to.include(moved);
        expect(
          (await again.store.meta.get("answered")) === "yes",
          `failure ${mode} operation ${failAt}`,
        ).to.equal(moved === 33);
        if (error === null) expect(moved).to.equal(33);
        seen[moved === 0 ? (written ? "written" : "none") : "all"] += 1;
        expect(await check(again, ["ann", "bob"])).to.equal(40);
        // What a change that came to nothing left behind is in nobody's way.
        await again.run(again.vaultOrders.transfer("ann", "bob", { count: 7 }));
        expect((await holds(again, "bob")).length).to.equal(moved + 7);
        expect(await check(again, ["ann", "bob"])).to.equal(40);
        if (!raw.failed) break;
      }
    }
    expect(seen.failed).to.be.greaterThan(runs(3, 5));
    expect(seen.none).to.be.greaterThan(0);
    expect(seen.all).to.be.greaterThan(1);
    // Some of them ended with leaves written and not in force.
    expect(seen.written).to.be.greaterThan(runs(1, 5));
  });

  it("damage of what is in force is named by the audit, and what is not in force is nothing", async () => {
    const raw = new FaultyStore({}, await prepared());
    const bench = await open(raw);
    await bench.run(
      bench.vaultOrders.file("ann", {
        folder: "f",
        wanted: { count: 30 },
        fromFolder: null,
        prefix: "",
      }),
    );
    const findings = async (): Promise<readonly string[]> =>
      (await auditLedger(bench.store, nodeCrypto)).findings.map(
        ({ bucket, key, fault }) => `${bucket} ${key}: ${fault}`,
      );
    expect(await findings()).to.deep.equal([]);
    const [moved] = (await bench.vault.page("ann", { ...ALL, folder: "f" })).tokens;
    const [left] = (await bench.vault.page("ann", { ...ALL, folder: "" })).tokens;
    const held = (await bench.vault.page("ann", ALL)).tokens;
    const key = (token: VaultToken | undefined) => ["ann", prefixOf(token!.id)] as const;
    // Filed by a change of several batches: it stands in the second place, and what it was in the
    // first.
    await raw.flipBit(keyBytes(buckets.leaf, key(moved)), 99);
    expect(await findings()).to.deep.equal([]);
    await raw.flipBit(keyBytes(buckets.leaf1, key(moved)), 99);
    expect((await findings()).join("; ")).to.match(/^leaf1 ann\/\d+: .*checksum does not match$/);
    await raw.flipBit(keyBytes(buckets.leaf1, key(moved)), 99);
    await bench.store.write([del(buckets.leaf, key(left))]);
    const [, prefix] = key(left);
    // Ids follow from what was computed: one count may be of several envelopes.
    const alike = held.filter(({ id }) => prefixOf(id) >>> 8 === prefix >>> 8).length;
    expect((await findings()).join("; ")).to.match(
      new RegExp(
        `^counts ann/\\d+: it counts ${alike} envelopes, and there are ${alike - 1}; vault ann: it counts 40`,
      ),
    );
    await raw.flipBit(keyBytes(buckets.counts, [["ann", ""], (prefix >>> 8) + 1]), 9);
    expect((await findings()).join("; ")).to.match(/^counts ann\/\d+: .*checksum does not match$/);
  });

  it("a bond holds a thousand, lasts beyond its release, and is withheld by a verdict alone", async () => {
    const bench = await open();
    await account(bench.store, "ann");
    await account(bench.store, "bob");
    await mint(bench, "ann", "free", 600);
    await mint(bench, "ann", "paid", 410);
    const pledge = await bench.run(bench.bonds.make("ann", "any"));
    expect(pledge.envelopes.length).to.equal(1_000);
    const tokens = await holds(bench, "ann");
    expect(tokens.filter(({ free, bond }) => free && bond === 1).length).to.equal(600);
    expect((await bench.store.vault.head("ann")).movable).to.equal(10);
    const { signature, ...attestation } = pledge.attestation;
    expect(
      nodeCrypto.ed25519Verify(
        Buffer.from(PUBLIC_KEY, "hex"),
        attestationBytes(attestation),
        Buffer.from(signature, "hex"),
      ),
    ).to.equal(true);
    const short = await rejection(
      bench.run(bench.vaultOrders.transfer("ann", "bob", { count: 11 })),
    );
    expect(short.code).to.equal("NOT_ENOUGH_MOVABLE");
    await bench.run(bench.bonds.release("ann"));
    bench.calcond += 4_632;
    expect((await bench.bonds.status("ann")).bonds.map(({ state }) => state)).to.deep.equal([
      "released",
    ]);
    // A challenge that waits keeps it past its hour.
    await bench.run(bench.bonds.challenged("ann", 1, 1));
    bench.calcond += 1;
    expect((await bench.bonds.status("ann")).bonds.map(({ state }) => state)).to.deep.equal([
      "released",
    ]);
    await bench.run(bench.bonds.challenged("ann", 1, -1));
    expect((await bench.bonds.status("ann")).bonds).to.deep.equal([]);
    expect((await bench.store.vault.head("ann")).movable).to.equal(410);
    await bench.run(bench.bonds.make("ann", "any"));
    const verdict: ChallengeVerdict = {
      outcome: "upheld",
      token_id: pledge.envelopes[0]!,
      openedCalcond: bench.calcond,
      reexecuted: {
        engine_version: "calc-engine/2",
        value_bits: "3ff0000000000000",
        calcond: bench.calcond,
      },
    };
    expect(await bench.run(bench.bonds.slash("ann", 2, { ...verdict, reexecuted: null }))).to.match(
      /not computed again/,
    );
    expect(
      await bench.run(bench.bonds.slash("ann", 2, { ...verdict, outcome: "not_reproducible" })),
    ).to.match(/nobody loses/);
    expect(await bench.run(bench.bonds.slash("ann", 1, verdict))).to.match(/ended/);
    expect(await check(bench, ["ann", "bob"])).to.equal(1_010);
    expect(await bench.run(bench.bonds.slash("ann", 2, verdict))).to.equal(null);
    expect(await check(bench, ["ann", "bob"])).to.equal(10);
    expect(await bench.run(bench.bonds.slash("ann", 2, verdict))).to.match(/slashed/);
    expect(bench.ledger.totals()["burn:free"]).to.equal(1_800);
    expect(bench.ledger.totals()["burn:paid"]).to.equal(1_200);
  });

  it("days until a bond are arithmetic, and a verdict after the tail counts no more", () => {
    // 1000 / (128 / 3) = 23.4375
    expect([daysFor(1_000), daysFor(1), daysFor(0), daysFor(-5)]).to.deep.equal([23.5, 0.1, 0, 0]);
    // 872 credits are 7 claims, the first of them today where today's is not claimed.
    expect([leastDaysFor(1_000, 128, false), leastDaysFor(1_000, 128, true)]).to.deep.equal([6, 7]);
    expect([leastDaysFor(0, 0, true), leastDaysFor(5, 5, true)]).to.deep.equal([0, 0]);
    const verdict: ChallengeVerdict = {
      outcome: "upheld",
      token_id: "00",
      openedCalcond: 101,
      reexecuted: { engine_version: "e", value_bits: "00", calcond: 1 },
    };
    expect(slashRefusal({ state: "released", heldUntilCalcond: 101 }, verdict)).to.equal(null);
    expect(slashRefusal({ state: "released", heldUntilCalcond: 100 }, verdict)).to.match(/after/);
    expect(slashRefusal({ state: "bonded", heldUntilCalcond: null }, verdict)).to.equal(null);
  });

  it("random orders keep every token with one owner and the sums exact", async () => {
    const seed = 20_261_121;
    const random = generator(seed);
    const names = ["ann", "bob", "cid"] as const;
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
    const bench = await open();
    for (const name of names) await account(bench.store, name);
    let live = 0;
    for (let step = 0; step < 120; step += 1) {
      const from = pick(names);
      const to = pick(names.filter((name) => name !== from));
      const own = await holds(bench, from);
      const some = idsOf(own).filter(() => random() < 0.3);
      const what = random();
      if (what < 0.25 || own.length === 0) {
        const minted = 1 + Math.floor(random() * 8);
        await mint(bench, from, random() < 0.5 ? "free" : "paid", minted);
        live += minted;
      } else if (what < 0.5) {
        await bench
          .run(bench.vaultOrders.transfer(from, to, { count: 1 + Math.floor(random() * 12) }))
          .catch(() => undefined);
      } else if (some.length > 0 && what < 0.6) {
        await bench.run(bench.vaultOrders.transfer(from, to, { ids: some })).catch(() => undefined);
      } else if (some.length > 0 && what < 0.75) {
        await bench.run(bench.vaultOrders.lock(from, some, random() < 0.4));
      } else if (some.length > 0 && what < 0.8) {
        await bench.run(bench.vaultOrders.burn(from, some.slice(0, 2))).then(
          ({ count }) => {
            live -= count;
          },
          () => undefined,
        );
      } else {
        await bench.run(
          bench.vaultOrders.file(from, {
            folder: pick(["", "x", "y"]),
            wanted: { count: 1 + Math.floor(random() * 20) },
            fromFolder: pick([null, "", "x"]),
            prefix: pick(["", "a", "3"]),
          }),
        );
      }
      if (step % 5 !== 0) continue;
      expect(await check(bench, names), `seed ${seed}, step ${step}`).to.equal(live);
      expect(
        (await auditLedger(bench.store, nodeCrypto)).findings,
        `seed ${seed}, step ${step}`,
      ).to.deep.equal([]);
    }
    expect(
      [await count(bench.store, buckets.leaf), await count(bench.store, buckets.leaf1)].every(
        (leaves) => leaves > 5,
      ),
    ).to.equal(true);
    const totals = bench.ledger.totals();
    expect(totals["mint:paid"] + totals["burn:paid"] + totals.held).to.equal(0);
    expect(totals["mint:free"] + totals["burn:free"] + totals.house).to.equal(0);
  });
});
