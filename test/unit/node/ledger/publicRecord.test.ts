/** The public record shows what owners chose to publish, in its digests, and nothing else. */
import { systemRandom } from "../../../../node/runtime/random.js";
import { createHash } from "node:crypto";
import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { Accounts } from "../../../../node/accounts/accounts.js";
import { DamagedError } from "../../../../node/runtime/damage.js";
import { Effects } from "../../../../node/ledger/effects.js";
import { Deadlines } from "../../../../node/runtime/deadlines.js";
import { PublicRecord, type RecordEntry } from "../../../../node/ledger/publicRecord.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { keyBytes, put } from "../../../../storage/kv/table.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import type { Visibility } from "../../../../storage/records/records.js";
import { numberOf, textOf, type Fields } from "../../../kit/requests.js";
import {
  flipBit,
  openBench,
  sealJob,
  START_CALCOND,
  type MoneyBench,
} from "../../../kit/moneyBench.js";

const SEED = 20_261_121;
const ALL = { operator: null, limit: 1_000, offset: 0 } as const;

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function recordOf({ store }: MoneyBench, warned: string[] = []): PublicRecord {
  return new PublicRecord({
    crypto: nodeCrypto,
    store,
    log: {
      warn: (message) => {
        warned.push(message);
      },
    },
  });
}

function force(mass: number): {
  readonly operators: readonly string[];
  readonly inputs: Readonly<Record<string, number>>;
} {
  return { operators: ["NM19"], inputs: { m: mass, a: 3 } };
}

function ids(entries: readonly RecordEntry[]): readonly (string | null)[] {
  return entries.map(({ receipt_id: id }) => id);
}

interface Publication {
  readonly visibility: Visibility;
  readonly kinetic: boolean;
  readonly mass: number;
  readonly calconds: number;
  readonly looks: boolean;
}

describe("the public record", () => {
  it("shows digests that the owner's own answer gives, newest first", async () => {
    const bench = await openBench();
    const record = recordOf(bench);
    expect(await record.follow()).to.equal(0);
    expect(await record.page(ALL)).to.deep.equal({
      entries: [],
      total: 0,
      beforeNext: null,
      left: 0,
    });
    const first = await sealJob(bench, { account: "alice", visibility: "record", ...force(2) });
    bench.clock.pass(1);
    const second = await sealJob(bench, { account: "bob", visibility: "shared", ...force(5) });
    expect(await record.follow()).to.equal(0);
    const { entries, total } = await record.page(ALL);
    expect(total).to.equal(2);
    const [newest, oldest] = entries;
    expect(newest).to.include({
      receipt_id: textOf(second, "receipt_id"),
      calcond: START_CALCOND + 1,
      visibility: "shared",
    });
    const bits = Buffer.alloc(8);
    bits.writeDoubleBE(6);
    expect(oldest).to.deep.equal({
      receipt_id: textOf(first, "receipt_id"),
      calcond: START_CALCOND,
      operatorChain: ["KO42", "NM19"],
      credits: 3,
      inputs_hash: sha256('{"inputs":{"a":3,"m":2}}'),
      result_hash: sha256(
        `{"fields_hash":null,"uncertainty":${numberOf(first, "uncertainty")},"unit":"${textOf(first, "unit")}"` +
          `,"value_bits":"${bits.toString("hex")}"}`,
      ),
      visibility: "record",
    });
  });

  it("never shows a private one, an account, an input or a result, in any mix", async () => {
    const publication: fc.Arbitrary<Publication> = fc.record({
      visibility: fc.constantFrom<Visibility>("private", "record", "shared"),
      kinetic: fc.boolean(),
      mass: fc.integer({ min: 100_003, max: 999_983 }),
      calconds: fc.integer({ min: 0, max: 2 }),
      looks: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(publication, { minLength: 1, maxLength: 12 }),
        async (publications) => {
          const bench = await openBench();
          const record = recordOf(bench);
          const answered: {
            readonly wish: Publication;
            readonly answer: Fields;
            readonly calcond: number;
          }[] = [];
          for (const one of publications) {
            bench.clock.pass(one.calconds);
            const { kinetic, mass, visibility } = one;
            const job = kinetic ? { operators: ["NM23"], inputs: { m: mass, v: 7 } } : force(mass);
            const answer = await sealJob(bench, { account: "the-owner", visibility, ...job });
            answered.push({ wish: one, answer, calcond: numberOf(answer, "calcond") });
            if (one.looks) await record.follow();
          }
          await record.follow();
          const published = answered
            .filter(({ wish: { visibility } }) => visibility !== "private")
            .reverse();
          const everything = await record.page(ALL);
          expect(ids(everything.entries)).to.deep.equal(
            published.map(({ answer }) => textOf(answer, "receipt_id")),
          );
          expect(everything.total).to.equal(published.length);
          const shown = JSON.stringify(everything);
          expect(shown).to.not.contain("the-owner");
          for (const {
            wish: { mass },
            answer,
          } of answered) {
            expect(shown).to.not.contain(`:${mass}`);
            expect(shown).to.not.contain(`"${numberOf(answer, "value")}`);
            expect(shown).to.not.contain(`:${numberOf(answer, "value")},`);
          }
          const kinetic = published
            .filter(({ wish: one }) => one.kinetic)
            .map(({ answer }) => textOf(answer, "receipt_id"));
          expect(ids((await record.page({ ...ALL, operator: "NM23" })).entries)).to.deep.equal(
            kinetic,
          );
          expect((await record.page({ ...ALL, operator: "KO42" })).total).to.equal(
            published.length,
          );
          expect((await record.page({ ...ALL, operator: "NM2" })).total).to.equal(0);
          const [from, to] = [START_CALCOND + 1, START_CALCOND + 4];
          const between = published
            .filter(({ calcond }) => calcond >= from && calcond <= to)
            .map(({ answer }) => textOf(answer, "receipt_id"));
          expect(ids((await record.page({ ...ALL, from, to })).entries)).to.deep.equal(between);
        },
      ),
      { seed: SEED, numRuns: 40 },
    );
  });

  it("pages without gaps or repeats, also while new ones arrive", async () => {
    const bench = await openBench();
    const record = recordOf(bench);
    const order: string[] = [];
    const publish = async (mass: number): Promise<void> => {
      order.unshift(
        textOf(
          await sealJob(bench, { account: "a", visibility: "record", ...force(mass) }),
          "receipt_id",
        ),
      );
    };
    for (let mass = 1; mass <= 7; mass += 1) await publish(mass);
    await record.follow();
    const before = [...order];
    const seen: (string | null)[] = [];
    let next: number | null | undefined;
    do {
      const page = await record.page({
        ...ALL,
        limit: 3,
        ...(next === undefined ? {} : { before: next! }),
      });
      seen.push(...ids(page.entries));
      next = page.beforeNext;
      await publish(100 + seen.length);
      await record.follow();
    } while (next !== null);
    expect(seen).to.deep.equal(before);
    const [offset, limit] = [4, 2];
    expect(ids((await record.page({ ...ALL, offset, limit })).entries)).to.deep.equal(
      order.slice(offset, offset + limit),
    );
    expect((await record.page({ ...ALL, offset: 99 })).entries).to.deep.equal([]);
    expect(
      (await record.page({ ...ALL, from: START_CALCOND + 9, to: START_CALCOND + 1 })).total,
    ).to.equal(0);
  });

  it("begins again where it cannot be read how far it is, with each place once", async () => {
    for (const loss of ["flipped", "gone"] as const) {
      const raw = new MemoryStore();
      const bench = await openBench(raw);
      const warned: string[] = [];
      for (const visibility of ["record", "private", "shared", "record", "private"] as const) {
        await sealJob(bench, { account: "a", visibility, ...force(3) });
      }
      await recordOf(bench, warned).follow();
      const before = await recordOf(bench).page(ALL);
      await sealJob(bench, { account: "a", visibility: "record", ...force(4) });
      if (loss === "flipped") await flipBit(raw, buckets.reading, "record");
      else await bench.store.write([{ type: "del", key: keyBytes(buckets.reading, "record") }]);
      const record = recordOf(bench, warned);
      for (let again = 0; again < 2; again += 1) {
        expect(await record.follow(), loss).to.equal(0);
        expect(record.damaged).to.equal(null);
        const { entries, total } = await record.page(ALL);
        expect(total).to.equal(4);
        expect(entries.slice(1)).to.deep.equal(before.entries);
        expect((await record.page({ ...ALL, operator: "NM19" })).entries).to.deep.equal(entries);
      }
      expect(warned).to.deep.equal(["the public record is rebuilt from the first envelope"]);
    }
  });

  it("says so where the last place of its list cannot be read either, and lists nothing twice", async () => {
    const raw = new MemoryStore();
    const bench = await openBench(raw);
    for (let mass = 1; mass <= 2; mass += 1)
      await sealJob(bench, { account: "a", visibility: "record", ...force(mass) });
    await recordOf(bench).follow();
    await flipBit(raw, buckets.reading, "record");
    await flipBit(raw, buckets.pub, 1);
    const record = recordOf(bench);
    expect(await record.follow()).to.equal(1);
    expect(record.damaged).to.include({ bucket: "reading" });
    expect((await record.page(ALL)).total).to.equal(2);
  });

  it("reads everything again when its index is gone, with the same result", async () => {
    const raw = new MemoryStore();
    const bench = await openBench(raw);
    for (const visibility of ["record", "private", "shared", "record"] as const) {
      await sealJob(bench, { account: "a", visibility, ...force(3) });
    }
    await recordOf(bench).follow();
    const before = await recordOf(bench).page(ALL);
    await bench.store.write([
      { type: "del", key: keyBytes(buckets.reading, "record") },
      ...[0, 1, 2].map((number) => ({ type: "del" as const, key: keyBytes(buckets.pub, number) })),
      ...[0, 1, 2].map((number) => ({
        type: "del" as const,
        key: keyBytes(buckets.pubop, ["NM19", number]),
      })),
    ]);
    expect((await recordOf(bench).page(ALL)).total).to.equal(0);
    await recordOf(bench).follow();
    expect(await recordOf(bench).page(ALL)).to.deep.equal(before);
    expect(before.total).to.equal(3);
  });

  it("names a damaged envelope in its place and serves the others", async () => {
    const bench = await openBench();
    const record = recordOf(bench);
    const first = await sealJob(bench, { account: "a", visibility: "record", ...force(2) });
    const second = await sealJob(bench, { account: "a", visibility: "record", ...force(3) });
    await record.follow();
    const { window } = (await bench.store.envelopes.byId(textOf(second, "receipt_id")))!;
    const [kept] = (await bench.store.envelopes.window(window))!;
    await bench.store.write([
      put(buckets.env, window, [{ ...kept!, text: kept!.text.replace('"value":9', '"value":8') }]),
    ]);
    const { entries, total } = await record.page(ALL);
    expect(total).to.equal(2);
    expect(entries[0]).to.deep.equal({ receipt_id: null, calcond: START_CALCOND, damaged: true });
    expect(entries[1]!.receipt_id).to.equal(textOf(first, "receipt_id"));
  });

  it("names a damaged place of its list and serves the others, and appends behind it", async () => {
    const raw = new MemoryStore();
    const bench = await openBench(raw);
    const record = recordOf(bench);
    const published: (string | null)[] = [];
    const publish = async (mass: number): Promise<void> => {
      bench.clock.pass(1);
      published.unshift(
        textOf(
          await sealJob(bench, { account: "a", visibility: "record", ...force(mass) }),
          "receipt_id",
        ),
      );
      expect(await record.follow()).to.equal(0);
    };
    for (let mass = 1; mass <= 4; mass += 1) await publish(mass);
    for (const number of [1, 3]) {
      await flipBit(raw, buckets.pub, number);
      await flipBit(raw, buckets.pubop, ["NM19", number]);
    }
    await publish(5);
    const shown = [published[0], null, published[2], null, published[4]];
    for (const operator of [null, "NM19"]) {
      const { entries, total } = await record.page({ ...ALL, operator });
      expect([total, ids(entries)]).to.deep.equal([5, shown]);
      expect(entries[1]).to.deep.equal({ receipt_id: null, calcond: null, damaged: true });
      // By time, a damaged one goes with the one before it.
      for (let from = 1; from <= 6; from += 1) {
        const page = await record.page({ ...ALL, operator, from: START_CALCOND + from });
        expect(ids(page.entries), `from ${from}`).to.deep.equal(
          shown.slice(0, [5, 3, 3, 1, 1, 0][from - 1]),
        );
        expect(
          (await record.page({ ...ALL, operator, to: START_CALCOND + from - 1 })).total,
        ).to.equal(5 - page.total);
      }
    }
  });

  it("passes over a damaged window that it has not looked at, names it and counts what is in it as not looked at", async () => {
    const raw = new MemoryStore();
    const bench = await openBench(raw);
    const published: Fields[] = [];
    for (let mass = 1; mass <= 5; mass += 1)
      published.push(await sealJob(bench, { account: "a", visibility: "record", ...force(mass) }));
    const windows = await Promise.all(
      published.map(
        async (answer) => (await bench.store.envelopes.byId(textOf(answer, "receipt_id")))!.window,
      ),
    );
    await flipBit(raw, buckets.env, windows[2]!);
    for (let start = 0; start < 2; start += 1) {
      const record = recordOf(bench);
      expect(await record.follow()).to.equal(1);
      expect(record.damaged).to.include({
        bucket: "env",
        key: windows[2]!.toString(16).padStart(16, "0"),
      });
      expect(ids((await record.page(ALL)).entries)).to.deep.equal(
        [4, 3, 1, 0].map((i) => textOf(published[i], "receipt_id")),
      );
    }
    // Begun again, it comes upon the same, and lists nothing twice.
    await flipBit(raw, buckets.reading, "record");
    const record = recordOf(bench);
    expect([await record.follow(), record.damaged?.bucket]).to.deep.equal([1, "env"]);
    expect((await record.page(ALL)).total).to.equal(4);
  });

  it("does not show what an index wrongly points to: a private envelope stays private", async () => {
    const bench = await openBench();
    await sealJob(bench, { account: "a", visibility: "private", ...force(2) });
    const seal = bench.store.envelopes.windowsFrom(0, 1);
    for await (const [window] of seal) {
      await bench.store.write([
        bench.store.projections.publishedOps(0, { window, index: 0, calcond: START_CALCOND }),
      ]);
    }
    expect((await recordOf(bench).page(ALL)).entries).to.deep.equal([
      { receipt_id: null, calcond: START_CALCOND, damaged: true },
    ]);
  });
});

describe("the preference to publish", () => {
  it("is private where nothing was set or it cannot be read, and holds after a restart", async () => {
    const { store, clock } = await openBench();
    const deadlines = new Deadlines({ store, clock });
    const create = (): Accounts =>
      new Accounts({ store, deadlines, proofKey: new Uint8Array(32), random: systemRandom });
    const accounts = create();
    const effects = new Effects({ store, ledger: null });
    expect(await accounts.defaultVisibility("nobody")).to.equal("private");
    const set = (account: string): Promise<unknown> =>
      effects.run(accounts.setDefaultVisibility(account, "record"));
    expect(await set("nobody").catch((error: unknown) => error)).to.include({ code: "CONFLICT" });
    expect(await accounts.defaultVisibility("nobody")).to.equal("private");
    await store.write(
      store.accounts.putOps({
        account: "alice",
        cid: null,
        publicKey: null,
        plan: "free",
        createdCalcond: 1,
        visibility: "private",
      }),
    );
    expect(await accounts.defaultVisibility("alice")).to.equal("private");
    await set("alice");
    expect(accounts.knownVisibility("alice")).to.equal("record");
    expect(await create().defaultVisibility("alice")).to.equal("record");
    // A record that is not of its format, with its checksum right.
    await store.write([
      {
        type: "put",
        key: keyBytes(buckets.acct, "alice"),
        value: Buffer.from('{"account":"alice"}'),
      },
    ]);
    expect(await create().defaultVisibility("alice")).to.equal("private");
    // Nor is it changed, and what was remembered holds no longer.
    expect(await set("alice").catch((error: unknown) => error)).to.be.instanceOf(DamagedError);
    expect(await accounts.defaultVisibility("alice")).to.equal("private");
  });
});
