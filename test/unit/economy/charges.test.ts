/**
 * What a window costs, summed again without any order of its own; days by the calendar of the
 * engine (`Date`), which has the Gregorian one.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { SIDES, ledgerAccount, mayHold } from "../../../protocol/economy/accounts.js";
import {
  chargeEntries,
  dayOf,
  dayText,
  firstCalcondOf,
  sumCharges,
  type ChargeRow,
} from "../../../protocol/economy/charges.js";
import { postingFault } from "../../../protocol/economy/journal.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_130;
const ACCOUNTS = ["zoe", "ann", "bob"] as const;
/** D1: a calcond lasts 777,000,777 ns. */
const CALCOND_NS = 777_000_777n;
const DAY_NS = 86_400_000_000_000n;
const DAY_MS = 86_400_000;

/** Paid from free credits in part, from paid ones alone, or from an allowance, which is free. */
const row: fc.Arbitrary<ChargeRow> = fc
  .tuple(
    fc.nat({ max: ACCOUNTS.length - 1 }),
    fc.integer({ min: 1, max: 50 }),
    fc.nat({ max: 50 }),
    fc.boolean(),
  )
  .map(([account, credits, free, isAllowed]) =>
    isAllowed
      ? [account, credits, credits, true]
      : [account, credits, Math.min(free, credits), false],
  );

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

describe("economy: charges of a window", () => {
  it(`are what each row adds, by account and in all (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const sums = sumCharges({ accounts: ACCOUNTS, rows });
        const faces = (wanted: (one: ChargeRow) => boolean): number =>
          sumOf(rows.filter(wanted).map(([, credits]) => credits));
        expect(sums.free).to.equal(faces(([, , free]) => free > 0));
        expect(sums.paid).to.equal(faces(([, , free]) => free === 0));
        expect(sums.allowed).to.equal(faces(([, , , isAllowed]) => isAllowed));
        expect(sums.payers.map(({ account }) => account)).to.deep.equal(["ann", "bob", "zoe"]);
        for (const payer of sums.payers) {
          const own = rows.filter(([account]) => ACCOUNTS[account] === payer.account);
          const touched = own.filter(([, , , isAllowed]) => !isAllowed);
          expect(payer.spent).to.equal(sumOf(own.map(([, credits]) => credits)));
          expect(payer.free).to.equal(sumOf(touched.map(([, , free]) => free)));
          expect(payer.paid).to.equal(sumOf(touched.map(([, credits, free]) => credits - free)));
          const held = own.filter(([, , free]) => free === 0);
          expect(payer.held).to.equal(sumOf(held.map(([, credits]) => credits)));
        }
      }),
      { seed: SEED, numRuns: runs(100, 10_000) },
    );
  });

  it(`are booked as a posting that changes each balance by what was spent (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const sums = sumCharges({ accounts: ACCOUNTS, rows });
        const lines = chargeEntries(sums);
        expect(postingFault(lines)).to.equal(null);
        const by = new Map(lines.map(({ account, delta }) => [account, delta]));
        const all = sumOf(rows.map(([, credits]) => credits));
        expect(by.get("burn:credits") ?? 0).to.equal(all);
        expect(by.get("house") ?? 0).to.equal(sums.free);
        expect(by.get("mint:free") ?? 0).to.equal(0 - sums.free);
        expect(by.get("mint:paid") ?? 0).to.equal(0 - sums.paid);
        expect(by.get("mint:credits") ?? 0).to.equal(0 - sums.allowed);
        for (const { account, free, held, paid } of sums.payers) {
          expect(by.get(`free:${account}`) ?? 0).to.equal(0 - free);
          expect(by.get(`paid:${account}`) ?? 0).to.equal(0 - paid);
          expect(by.get(`held:${account}`) ?? 0).to.equal(held);
        }
      }),
      { seed: SEED, numRuns: runs(100, 10_000) },
    );
  });

  it(`belong to the UTC day in which their calcond begins (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), (day) => {
        const first = firstCalcondOf(day);
        expect(BigInt(first) * CALCOND_NS >= BigInt(day) * DAY_NS).to.equal(true);
        expect(BigInt(first - 1) * CALCOND_NS < BigInt(day) * DAY_NS).to.equal(true);
        expect(dayOf(first)).to.equal(day);
        expect(dayOf(first + 1)).to.equal(day);
        if (day > 0) expect(dayOf(first - 1)).to.equal(day - 1);
      }),
      { seed: SEED, numRuns: runs(200, 20_000) },
    );
    expect([firstCalcondOf(0), dayOf(0)]).to.deep.equal([0, 0]);
  });

  it("have the date of the calendar, over leap years and ends of centuries", () => {
    const named = ["1970-01-01", "2000-02-29", "2100-02-28", "2100-03-01", "2400-02-29"];
    for (const text of named) expect(dayText(Date.parse(text) / DAY_MS)).to.equal(text);
    // Every end of a month and of February of 800 years, and the days beside it.
    for (let month = 0; month < 9_600; month += 1) {
      const day = Date.UTC(1970, month, 1) / DAY_MS;
      for (const one of [day - 1, day, day + 1]) {
        const text = new Date(one * DAY_MS).toISOString().slice(0, 10);
        if (one >= 0) expect(dayText(one)).to.equal(text);
      }
    }
    expect(dayText(-1)).to.equal("1969-12-31");
    expect(dayText(-719_162)).to.equal("0001-01-01");
  });
});

describe("economy: accounts of the ledger", () => {
  const owned = ["free", "paid", "held"] as const;
  const common = SIDES.flat().filter((kind) => !(owned as readonly string[]).includes(kind));

  it("are purses of somebody, or the node's own, and nothing else", () => {
    for (const purse of owned) {
      expect(ledgerAccount(`${purse}:a`)).to.deep.equal({ kind: purse, owner: "a" });
      expect(ledgerAccount(`${purse}:a:b`)).to.deep.equal({ kind: purse, owner: "a:b" });
      expect(ledgerAccount(`${purse}:`)).to.equal(null);
      expect(ledgerAccount(purse)).to.equal(null);
    }
    for (const kind of common) expect(ledgerAccount(kind)).to.deep.equal({ kind, owner: null });
    for (const name of ["", "house:a", "mint", "mint:", "Free:a"])
      expect(ledgerAccount(name)).to.equal(null);
  });

  it("hold nothing below zero, but for what was issued, which is never above", () => {
    for (const kind of SIDES.flat()) {
      const isIssued = kind.startsWith("mint:");
      expect(mayHold(kind, 0), kind).to.equal(true);
      expect(mayHold(kind, 1), kind).to.equal(!isIssued);
      expect(mayHold(kind, -1), kind).to.equal(isIssued);
    }
  });
});
