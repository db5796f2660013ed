/**
 * The ledger at its bounds: all sums are exact integers up to 2^53 - 1, one beyond is refused with
 * nothing changed, and so is one credit short.
 */
import { expect } from "chai";
import { Refusal } from "../../../../protocol/errors/refusal.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { payFor } from "../../../../node/ledger/payment.js";
import { Effects } from "../../../../node/ledger/effects.js";
import { bookGrant, type Granted } from "../../../../node/ledger/grants.js";
import { auditLedger } from "../../../../node/ledger/audit/ledgerAudit.js";
import { LedgerError } from "../../../../node/ledger/ledger.js";
import type { Payment } from "../../../../node/sealing/draft.js";
import { WHOLE_RANGE } from "../../../../storage/kv/kv.js";
import {
  balanceValue,
  chargeValue,
  NO_BALANCE,
} from "../../../../storage/records/ledgerRecords.js";
import { buy, issue, openLedger, sealOne, type LedgerBench } from "../../../kit/ledgerBench.js";

const LAST_EXACT = 9_007_199_254_740_991;
const PRICE = { credits: 3, units: "6" };

async function withAccounts(...names: readonly string[]): Promise<LedgerBench> {
  const bench = await openLedger();
  for (const account of names) {
    await bench.store.write(
      bench.store.accounts.putOps({
        account,
        cid: null,
        publicKey: null,
        plan: "free",
        createdCalcond: 1,
        visibility: "private",
      }),
    );
  }
  return bench;
}

function grant(
  { ledger, store }: LedgerBench,
  account: string,
  credits: number,
  reference: string,
): Promise<Granted> {
  return new Effects({ ledger, store }).run(
    bookGrant(store, { account, credits, reference, by: "calc_ak_test" }),
  );
}

/** Every record of the store, as it is. */
async function dump({ store }: LedgerBench): Promise<readonly string[]> {
  const records: string[] = [];
  for await (const [key, value] of store.kv.range(WHOLE_RANGE))
    records.push(`${Buffer.from(key).toString("hex")} ${Buffer.from(value).toString("hex")}`);
  return records;
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return "done";
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    return error instanceof LedgerError ? error.fault : String(error);
  }
}

async function clean({ store }: LedgerBench): Promise<void> {
  expect((await auditLedger(store, nodeCrypto)).findings).to.deep.equal([]);
}

describe("node: ledger at its bounds", () => {
  it("one account takes all there can be; one credit more is refused, and its reference is not used up", async () => {
    const bench = await withAccounts("ann", "bob");
    await grant(bench, "ann", LAST_EXACT, "all");
    expect(await bench.ledger.balance("ann")).to.deep.equal({ free: 0, paid: LAST_EXACT, held: 0 });
    const before = await dump(bench);
    for (const account of ["ann", "bob"]) {
      for (const credits of [1, LAST_EXACT])
        expect(await codeOf(grant(bench, account, credits, "more")), account).to.equal(
          "INVALID_INPUT",
        );
    }
    expect(await dump(bench)).to.deep.equal(before);
    expect(bench.ledger.totals()).to.include({ paid: LAST_EXACT, "mint:credits": -LAST_EXACT });
    await buy(bench, "ann");
    expect(await bench.ledger.balance("ann")).to.deep.equal({
      free: 0,
      paid: LAST_EXACT - 3,
      held: 3,
    });
    // A burned token was issued all the same: there is no room for more.
    expect(await codeOf(grant(bench, "bob", 1, "more"))).to.equal("INVALID_INPUT");
    await clean(bench);
  });

  it("the sum over accounts is what is bounded: up to it to the credit, from both kinds", async () => {
    const bench = await withAccounts("ann", "bob");
    await grant(bench, "ann", LAST_EXACT - 9, "one");
    await issue(bench, "bob", "free", 4);
    expect(await codeOf(grant(bench, "bob", 6, "two"))).to.equal("INVALID_INPUT");
    await grant(bench, "bob", 5, "two");
    expect(await codeOf(issue(bench, "bob", "free", 1))).to.equal("OVERFLOW");
    expect(bench.ledger.totals()).to.include({
      free: 4,
      paid: LAST_EXACT - 4,
      "mint:credits": -LAST_EXACT,
    });
    await clean(bench);
  });

  it("credits may change hands at the bound, envelopes of both kinds have the same one", async () => {
    const bench = await withAccounts("ann", "bob");
    await grant(bench, "ann", LAST_EXACT, "all");
    await bench.ledger.post({
      kind: "test",
      entries: [
        { account: "paid:ann", delta: -LAST_EXACT },
        { account: "paid:bob", delta: LAST_EXACT },
      ],
    });
    expect(
      [await bench.ledger.balance("ann"), await bench.ledger.balance("bob")].map(
        ({ paid }) => paid,
      ),
    ).to.deep.equal([0, LAST_EXACT]);
    for (const [mint, live] of [
      ["mint:paid", "held:ann"],
      ["mint:free", "house"],
    ] as const) {
      await bench.ledger.post({
        kind: "test",
        entries: [
          { account: mint, delta: -LAST_EXACT },
          { account: live, delta: LAST_EXACT },
        ],
      });
      const other = live === "house" ? live : "held:bob";
      const before = await dump(bench);
      expect(
        await codeOf(
          bench.ledger.post({
            kind: "test",
            entries: [
              { account: mint, delta: -1 },
              { account: other, delta: 1 },
            ],
          }),
        ),
      ).to.equal("OVERFLOW");
      expect(await dump(bench)).to.deep.equal(before);
    }
    const beyond = [
      { account: "paid:bob", delta: -LAST_EXACT },
      { account: "paid:bob", delta: -1 },
      { account: "paid:ann", delta: LAST_EXACT },
      { account: "burn:credits", delta: 1 },
    ];
    expect(await codeOf(bench.ledger.post({ kind: "test", entries: beyond }))).to.equal(
      "UNBALANCED",
    );
    // No envelope of either kind can be minted now: what is computed comes back without a seal and
    // uncharged.
    await bench.ledger.open("bob");
    const payment = bench.ledger.reserve("bob", 3)!;
    const answer = await sealOne(bench, "bob", payment);
    expect([
      answer["value"],
      answer["receipt_id"],
      bench.ledger.available("bob")?.paid,
    ]).to.deep.equal([6, undefined, LAST_EXACT]);
  });

  it("exactly enough is enough, one credit short is not, and no price takes what is left of both kinds", async () => {
    const bench = await openLedger();
    await issue(bench, "ann", "free", 2);
    const before = await dump(bench);
    const short: unknown = await Promise.resolve(payFor(bench.ledger, null, "ann", PRICE)).catch(
      (error: unknown) => error,
    );
    if (!(short instanceof Refusal)) throw new Error(`a refusal expected, not ${String(short)}`);
    expect([short.code, short.details.members]).to.deep.equal([
      "INSUFFICIENT_BALANCE",
      { price: PRICE, have: 2, free: 2, paid: 0 },
    ]);
    expect(await dump(bench)).to.deep.equal(before);
    await issue(bench, "ann", "paid", 1);
    const mixed: unknown = await (async () => payFor(bench.ledger, null, "ann", PRICE))().catch(
      (error: unknown) => error,
    );
    if (!(mixed instanceof Refusal)) throw new Error(`a refusal expected, not ${String(mixed)}`);
    expect([mixed.code, mixed.details.members]).to.deep.equal([
      "INSUFFICIENT_BALANCE",
      { price: PRICE, have: 3, free: 2, paid: 1 },
    ]);
    expect(mixed.message).to.contain("2 free and 1 paid");
    await issue(bench, "ann", "paid", 2);
    const payment = await payFor(bench.ledger, null, "ann", PRICE);
    expect([payment.free, bench.ledger.available("ann")]).to.deep.equal([0, { free: 2, paid: 0 }]);
    expect(await codeOf((async () => payFor(bench.ledger, null, "ann", PRICE))())).to.equal(
      "INSUFFICIENT_BALANCE",
    );
    const answer = await sealOne(bench, "ann", payment);
    expect([answer["credits"], answer["funding"]]).to.deep.equal([3, "paid"]);
    expect(await bench.ledger.balance("ann")).to.deep.equal({ free: 2, paid: 0, held: 3 });
    await clean(bench);
  });

  it("of a thousand that want one balance at once, exactly those it pays for get it", async () => {
    const bench = await openLedger();
    await issue(bench, "ann", "free", 100);
    await issue(bench, "ann", "paid", 401);
    const asked = await Promise.allSettled(
      Array.from({ length: 1_000 }, async (_, i) => {
        const payment: Payment = await payFor(bench.ledger, null, "ann", PRICE);
        // Some give it back: their computation was refused.
        if (i % 5 === 0) payment.unsealed();
        else await sealOne(bench, "ann", payment);
        return i % 5 !== 0;
      }),
    );
    const sealed = asked.filter((one) => one.status === "fulfilled" && one.value).length;
    const left = await bench.ledger.balance("ann");
    expect(left.free + left.paid).to.equal(501 - 3 * sealed);
    expect(bench.ledger.available("ann")).to.deep.equal({ free: left.free, paid: left.paid });
    expect(sealed).to.be.within(100, 167);
    const most = (): number => {
      const { free, paid } = bench.ledger.available("ann")!;
      return Math.max(free, paid);
    };
    while (most() >= 3) await buy(bench, "ann");
    expect(bench.ledger.reserve("ann", 3)).to.equal(null);
    await clean(bench);
  });

  it("records hold the last exact integer, and nothing beyond it", () => {
    const record = {
      ...NO_BALANCE,
      free: LAST_EXACT,
      paid: LAST_EXACT,
      held: LAST_EXACT,
      spent: LAST_EXACT,
      journal: LAST_EXACT,
    };
    expect(balanceValue.decode(balanceValue.encode(record))).to.deep.equal(record);
    for (const bad of [LAST_EXACT + 1, -1, 0.5, Number.NaN])
      expect(() => balanceValue.encode({ ...record, paid: bad })).to.throw(RangeError);
    const beyond = Buffer.from(balanceValue.encode(record));
    beyond[0] = 0x20;
    expect(() => balanceValue.decode(beyond)).to.throw(RangeError);
    const charges = {
      journal: LAST_EXACT,
      accounts: ["ann"],
      rows: [
        [0, LAST_EXACT, 0, false],
        [0, LAST_EXACT, LAST_EXACT, true],
      ] as const,
    };
    expect(chargeValue.decode(chargeValue.encode(charges))).to.deep.equal(charges);
    expect(() =>
      chargeValue.encode({ ...charges, rows: [[0, LAST_EXACT + 1, 0, false]] }),
    ).to.throw(RangeError);
  });
});
