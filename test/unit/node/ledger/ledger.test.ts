/**
 * The ledger in the line that seals: prices, postings, failures of the store, and the figures the
 * serving thread keeps.
 */
import { createHash } from "node:crypto";
import { expect } from "chai";
import { LedgerError, type Ledger } from "../../../../node/ledger/ledger.js";
import { ALLOWANCE, type Payment } from "../../../../node/sealing/draft.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { FaultyStore } from "../../../../scripts/stores/faulty.js";
import { read, scan } from "../../../../storage/kv/table.js";
import {
  openingOperations,
  buy,
  CALCOND_NS,
  HandClock,
  issue,
  openLedger as open,
  sealOne as seal,
  type LedgerBench as Bench,
} from "../../../kit/ledgerBench.js";

const ZEROS = "0".repeat(64);
const LAST_EXACT = 9_007_199_254_740_991;

async function rejection(promise: Promise<unknown>): Promise<LedgerError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LedgerError))
    throw new Error(`a LedgerError expected, not ${String(error)}`);
  return error;
}

type Sums = Record<string, number>;

/**
 * Everything again from the journal alone, by other means: the chain of hashes, the sums, each
 * balance, each total.
 */
async function audited({
  store,
  ledger,
}: Bench): Promise<{ readonly sums: Sums; readonly entries: number }> {
  const sums: Sums = {};
  let prev = ZEROS;
  let entries = 0;
  for await (const [seq, text] of scan(store.kv, buckets.journal)) {
    const entry: {
      seq: number;
      prev: string;
      entries: [string, number][];
      window?: number;
      charges?: string;
    } = JSON.parse(text);
    expect([entry.seq, entry.prev]).to.deep.equal([seq, prev]);
    expect(seq).to.equal(entries);
    expect(entry.entries.reduce((sum, [, delta]) => sum + delta, 0)).to.equal(0);
    for (const [account, delta] of entry.entries) {
      sums[account] = (sums[account] ?? 0) + delta;
      if (!account.startsWith("mint:")) expect(sums[account], account).to.be.at.least(0);
    }
    if (entry.window !== undefined) {
      const raw = await store.kv.get(Buffer.concat([Buffer.from([30]), bigEndian(entry.window)]));
      expect(createHash("sha256").update(raw!).digest("hex")).to.equal(entry.charges);
      const { journal, rows, accounts } = (await store.ledger.charges(entry.window))!;
      const envelopes = (await store.envelopes.window(entry.window))!;
      expect(journal).to.equal(seq);
      expect(rows.map(([at]) => accounts[at])).to.deep.equal(
        envelopes.map(({ account }) => account),
      );
    }
    prev = createHash("sha256").update("calc-journal/1\0").update(text).digest("hex");
    entries += 1;
  }
  for await (const [account, { free, paid, held }] of scan(store.kv, buckets.balance)) {
    expect([free, paid, held], account).to.deep.equal(
      ["free", "paid", "held"].map((purse) => sums[`${purse}:${account}`] ?? 0),
    );
  }
  const head = await read(store.kv, buckets.ledger, "head");
  if (head !== undefined) {
    expect([head.entries, head.hash]).to.deep.equal([entries, prev]);
    for (const [kind, total] of Object.entries(head.totals)) {
      const names = Object.keys(sums).filter(
        (name) =>
          name === kind || (name.startsWith(`${kind}:`) && ["free", "paid", "held"].includes(kind)),
      );
      expect(total, kind).to.equal(names.reduce((sum, name) => sum + sums[name]!, 0));
    }
    expect(ledger.totals()).to.deep.equal(head.totals);
  }
  return { sums, entries };
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

describe("node: ledger", () => {
  it("a price is paid wholly from free credits where they cover it, and wholly from paid ones otherwise", async () => {
    const bench = await open();
    await issue(bench, "ann", "free", 4);
    await issue(bench, "ann", "paid", 9);
    const funding: unknown[] = [];
    for (let i = 0; i < 4; i += 1)
      funding.push(...(await buy(bench, "ann")).map((answer) => answer["funding"]));
    expect(funding).to.deep.equal(["free", "paid", "paid", "paid"]);
    expect(bench.ledger.available("ann")).to.deep.equal({ free: 1, paid: 0 });
    expect(bench.ledger.reserve("ann", 2)).to.equal(null);
    const { sums } = await audited(bench);
    expect(sums).to.deep.equal({
      "mint:credits": -13,
      "free:ann": 1,
      "paid:ann": 0,
      "burn:credits": 12,
      house: 3,
      "mint:free": -3,
      "held:ann": 9,
      "mint:paid": -9,
    });
  });

  it("what is set aside is not there for others, and is back when it was not used", async () => {
    const bench = await open();
    await issue(bench, "ann", "free", 4);
    expect(bench.ledger.available("ann")).to.equal(undefined);
    expect(() => bench.ledger.reserve("ann", 1)).to.throw(RangeError);
    await bench.ledger.open("ann");
    const first = bench.ledger.reserve("ann", 3)!;
    expect([bench.ledger.reserve("ann", 2), bench.ledger.available("ann")]).to.deep.equal([
      null,
      { free: 1, paid: 0 },
    ]);
    bench.ledger.release(first);
    bench.ledger.release(first);
    expect(bench.ledger.available("ann")).to.deep.equal({ free: 4, paid: 0 });
    for (const price of [0, -1, 1.5, Number.NaN, 2 ** 53])
      expect(() => bench.ledger.reserve("ann", price)).to.throw(RangeError);
  });

  it("an allowance is issued and burned in one entry and touches no balance", async () => {
    const bench = await open();
    const answer = await seal(bench, "operator", ALLOWANCE);
    expect([answer["funding"], answer["credits"]]).to.deep.equal(["free", 3]);
    const { sums } = await audited(bench);
    expect(sums).to.deep.equal({
      "mint:credits": -3,
      "burn:credits": 3,
      house: 3,
      "mint:free": -3,
    });
    const { free, paid, held, spent } = (await bench.store.ledger.balance("operator"))!;
    expect([free, paid, held, spent]).to.deep.equal([0, 0, 0, 3]);
  });

  it("windows of many payers are booked in one entry each", async () => {
    const bench = await open();
    for (let i = 0; i < 10; i += 1) await issue(bench, `a${i}`, i % 2 === 0 ? "free" : "paid", 90);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => buy(bench, `a${i}`, 30)),
    );
    expect(
      answers.flat().filter((answer) => typeof answer["receipt_id"] === "string"),
    ).to.have.lengthOf(300);
    const { entries, sums } = await audited(bench);
    expect(entries).to.be.lessThan(30);
    expect([sums["house"], sums["held:a1"], sums["burn:credits"]]).to.deep.equal([450, 90, 900]);
  });

  it("a posting and its operations are written together or not at all", async () => {
    const bench = await open();
    const note = bench.store.meta.putOps("noted", "yes");
    await issue(bench, "ann", "paid", 5, note);
    expect(await bench.store.meta.get("noted")).to.equal("yes");
    const refused: [string, Parameters<Ledger["post"]>[0]["entries"]][] = [
      [
        "INSUFFICIENT",
        [
          { account: "paid:ann", delta: -6 },
          { account: "paid:bob", delta: 6 },
        ],
      ],
      [
        "INSUFFICIENT",
        [
          { account: "held:ann", delta: -1 },
          { account: "held:bob", delta: 1 },
        ],
      ],
      [
        "INSUFFICIENT",
        [
          { account: "house", delta: -1 },
          { account: "burn:free", delta: 1 },
        ],
      ],
      [
        "INSUFFICIENT",
        [
          { account: "burn:credits", delta: -1 },
          { account: "paid:ann", delta: 1 },
        ],
      ],
      ["UNBALANCED", [{ account: "paid:ann", delta: 1 }]],
      [
        "UNBALANCED",
        [
          { account: "paid:ann", delta: -1 },
          { account: "held:ann", delta: 1 },
        ],
      ],
      [
        "UNBALANCED",
        [
          { account: "paid:", delta: 1 },
          { account: "mint:credits", delta: -1 },
        ],
      ],
      [
        "UNBALANCED",
        [
          { account: "gold:ann", delta: 1 },
          { account: "mint:credits", delta: -1 },
        ],
      ],
      [
        "UNBALANCED",
        [
          { account: "paid:ann", delta: 0.5 },
          { account: "mint:credits", delta: -0.5 },
        ],
      ],
      [
        "UNBALANCED",
        [
          { account: "paid:ann", delta: 2 ** 53 },
          { account: "mint:credits", delta: -(2 ** 53) },
        ],
      ],
    ];
    const before = await audited(bench);
    for (const [fault, entries] of refused) {
      const error = await rejection(
        bench.ledger.post({ kind: "test", entries }, bench.store.meta.putOps("noted", "no")),
      );
      expect(error.fault, error.message).to.equal(fault);
    }
    expect(await bench.store.meta.get("noted")).to.equal("yes");
    expect(await audited(bench)).to.deep.equal(before);
    expect(bench.ledger.available("ann")).to.deep.equal({ free: 0, paid: 5 });
  });

  it("sums stay exact up to 2^53 - 1, and what would pass it is refused", async () => {
    const bench = await open();
    await issue(bench, "ann", "paid", LAST_EXACT - 10);
    await issue(bench, "bob", "free", 10);
    expect((await rejection(issue(bench, "ann", "free", 1))).fault).to.equal("OVERFLOW");
    expect((await rejection(issue(bench, "eve", "free", 1))).fault).to.equal("OVERFLOW");
    // An allowance issues credits, too: there is no room for them.
    const answer = await seal(bench, "operator", ALLOWANCE);
    expect([answer["unsealed_reason"], answer["credits"], answer["value"]]).to.deep.equal([
      "CHARGE_REFUSED",
      0,
      6,
    ]);
    const [mixed, paid] = await Promise.all([
      seal(bench, "operator", ALLOWANCE),
      buy(bench, "bob").then(([one]) => one!),
    ]);
    expect([mixed["receipt_id"], paid["credits"]]).to.deep.equal([undefined, 3]);
    const { sums } = await audited(bench);
    expect([sums["paid:ann"], sums["free:bob"], sums["house"], sums["mint:credits"]]).to.deep.equal(
      [LAST_EXACT - 10, 7, 3, -LAST_EXACT],
    );
  });

  it("postings of one account that do not all fit: exactly those that do are booked", async () => {
    const bench = await open();
    await issue(bench, "ann", "paid", 50);
    const moves = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) =>
        bench.ledger.post({
          kind: "test",
          entries: [
            { account: "paid:ann", delta: -3 },
            { account: `paid:b${i % 3}`, delta: 3 },
          ],
        }),
      ),
    );
    expect(moves.filter(({ status }) => status === "fulfilled")).to.have.lengthOf(16);
    const { sums } = await audited(bench);
    expect(sums["paid:ann"]).to.equal(2);
    await bench.ledger.open("b0");
    expect(bench.ledger.available("b0")).to.deep.equal({ free: 0, paid: sums["paid:b0"] });
  });

  it("the line's own check decides last, and takes back nothing of its window", async () => {
    const bench = await open();
    await issue(bench, "ann", "free", 3);
    await issue(bench, "bob", "free", 3);
    const forged: Payment = { ...ALLOWANCE, allowance: false, free: 3 };
    const [good, bad, more] = await Promise.all([
      seal(bench, "ann", forged),
      seal(bench, "ann", forged),
      seal(bench, "bob", forged),
    ]);
    expect([good["credits"], bad["unsealed_reason"], more["credits"]]).to.deep.equal([
      3,
      "CHARGE_REFUSED",
      3,
    ]);
    const short = await seal(bench, "bob", { ...forged, free: 0 });
    expect(short["unsealed_reason"]).to.equal("CHARGE_REFUSED");
    const { sums } = await audited(bench);
    expect([sums["free:ann"], sums["free:bob"], sums["house"]]).to.deep.equal([0, 0, 6]);
  });

  it("a node that may not seal still books postings, and charges nothing", async () => {
    const clock = new HandClock();
    const bench = await open(new FaultyStore(), clock);
    await issue(bench, "ann", "free", 9);
    await buy(bench, "ann");
    bench.sealer.block("RESTORE_GUARD");
    const [[answer], posted] = await Promise.all([
      buy(bench, "ann"),
      issue(bench, "bob", "paid", 7),
    ]);
    expect([answer!["unsealed_reason"], answer!["credits"], posted.journal]).to.deep.equal([
      "RESTORE_GUARD",
      0,
      2,
    ]);
    bench.sealer.unblock("RESTORE_GUARD");
    clock.ns -= 5n * CALCOND_NS;
    const [[late], again] = await Promise.all([buy(bench, "ann"), issue(bench, "bob", "paid", 7)]);
    expect([late!["unsealed_reason"], again.journal]).to.deep.equal(["CLOCK_BACKWARDS", 3]);
    expect(bench.ledger.available("ann")).to.deep.equal({ free: 6, paid: 0 });
    const { sums } = await audited(bench);
    expect([sums["free:ann"], sums["paid:bob"], sums["house"]]).to.deep.equal([6, 14, 3]);
  });

  it("the last hash of an account is that of the last entry that names it", async () => {
    const bench = await open();
    expect(await bench.ledger.lastHash("ann")).to.equal(ZEROS);
    const first = await issue(bench, "ann", "free", 3);
    await issue(bench, "bob", "free", 3);
    expect(await bench.ledger.lastHash("ann")).to.equal(first.hash);
    expect(bench.ledger.head.hash).to.not.equal(first.hash);
  });

  for (const mode of ["before", "after"] as const) {
    it(`any one failing operation (${mode} it took effect): nothing is lost or doubled, and the figures go on from the store`, async () => {
      let failures = 0;
      for (let failAt = (await openingOperations()) + 1; ; failAt += 1) {
        const raw = new FaultyStore({ failAt, mode });
        const clock = new HandClock();
        const bench = await open(raw, clock);
        let granted = 0;
        let sealed = 0;
        for (let i = 0; i < 8; i += 1) {
          const outcomes = await Promise.allSettled([
            issue(bench, "ann", "paid", 10),
            buy(bench, "ann"),
            issue(bench, "bob", "free", 4),
          ]);
          if (outcomes[0].status === "fulfilled") granted += 10;
          if (
            outcomes[1].status === "fulfilled" &&
            outcomes[1].value[0]!["receipt_id"] !== undefined
          )
            sealed += 1;
        }
        if (!raw.failed) break;
        const { sums } = await audited(bench);
        await bench.ledger.open("ann");
        expect(bench.ledger.available("ann")).to.deep.equal({
          free: 0,
          paid: sums["paid:ann"] ?? 0,
        });
        expect(sums["mint:credits"] ?? 0).to.be.at.most(-granted);
        expect(sums["held:ann"] ?? 0).to.be.at.least(3 * sealed);
        const reopened = await open(await raw.crash(), clock);
        expect((await audited(reopened)).sums).to.deep.equal(sums);
        await issue(reopened, "ann", "paid", 3);
        await buy(reopened, "ann");
        await audited(reopened);
        failures += 1;
      }
      expect(failures).to.be.greaterThan(8);
    });
  }
});
