/**
 * Every public figure is a sum over the journal: held here against sums that this test makes
 * itself, from the stored text.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { bookHealth } from "../../../../node/ledger/bookHealth.js";
import { Supply } from "../../../../node/ledger/supply.js";
import {
  breakdownOf,
  changesOf,
  figuresOf,
  totalsOf,
} from "../../../../node/ledger/supplyFigures.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { del, put, scan } from "../../../../storage/kv/table.js";
import {
  flipBit,
  openBench,
  sealJob,
  START_CALCOND,
  type MoneyBench,
} from "../../../kit/moneyBench.js";

const SEED = 20_261_121;
const ONE = {
  kind: "welcome",
  entries: [
    { account: "mint:credits", delta: -1 },
    { account: "free:a", delta: 1 },
  ],
} as const;
const WHOLE = { limit: 1_000, offset: 0, newestFirst: false } as const;

/**
 * [calcond, kind, sums by the account's name up to its first colon, or its whole name where the
 * colon is part of it]
 */
interface RawEntry {
  readonly calcond: number;
  readonly kind: string;
  readonly entries: readonly (readonly [string, number])[];
}

async function rawJournal({ store }: MoneyBench): Promise<readonly RawEntry[]> {
  const found: RawEntry[] = [];
  for await (const [, text] of scan(store.kv, buckets.journal)) {
    const entry: RawEntry = JSON.parse(text);
    found.push(entry);
  }
  return found;
}

/** Sum over entries and accounts that begin so, times a sign. */
function sum(journal: readonly RawEntry[], begins: string, kinds?: string): number {
  let total = 0;
  for (const { kind, entries } of journal) {
    if (kinds !== undefined && kind !== kinds) continue;
    for (const [account, delta] of entries)
      if (account === begins || account.startsWith(`${begins}:`)) total += delta;
  }
  return total;
}

function figures(journal: readonly RawEntry[]): Readonly<Record<string, number>> {
  return {
    credits_issued: 0 - sum(journal, "mint:credits"),
    credits_burned: sum(journal, "burn:credits"),
    credits_free: sum(journal, "free"),
    credits_paid: sum(journal, "paid"),
    envelope_value_minted: 0 - sum(journal, "mint:free") - sum(journal, "mint:paid"),
    envelope_value_burned: sum(journal, "burn:free") + sum(journal, "burn:paid"),
    envelope_value_free: sum(journal, "house"),
    envelope_value_paid: sum(journal, "held"),
  };
}

type Step =
  | { readonly act: "welcome" | "grant"; readonly who: string; readonly credits: number }
  | { readonly act: "compute"; readonly who: string }
  | { readonly act: "operator" }
  | { readonly act: "pass"; readonly calconds: number }
  | { readonly act: "look" };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      act: fc.constantFrom("welcome" as const, "grant" as const),
      who: fc.constantFrom("a", "b"),
      credits: fc.integer({ min: 1, max: 40 }),
    }),
    fc.record({ act: fc.constant("compute" as const), who: fc.constantFrom("a", "b") }),
    fc.constant({ act: "operator" as const }),
    fc.record({ act: fc.constant("pass" as const), calconds: fc.integer({ min: 1, max: 5 }) }),
    fc.constant({ act: "look" as const }),
  ),
  { minLength: 1, maxLength: 30 },
);

async function act(bench: MoneyBench, supply: Supply, step: Step): Promise<void> {
  const { ledger, clock } = bench;
  const job = { visibility: "private", operators: ["NM19"], inputs: { m: 2, a: 3 } } as const;
  switch (step.act) {
    case "welcome":
    case "grant": {
      const purse = step.act === "welcome" ? "free" : "paid";
      await ledger.post({
        kind: step.act,
        entries: [
          { account: "mint:credits", delta: -step.credits },
          { account: `${purse}:${step.who}`, delta: step.credits },
        ],
      });
      return;
    }
    case "compute": {
      await ledger.open(step.who);
      const payment = ledger.reserve(step.who, 3);
      if (payment !== null) await sealJob(bench, { ...job, account: step.who, payment });
      return;
    }
    case "operator":
      await sealJob(bench, { ...job, account: "operator" });
      return;
    case "pass":
      clock.pass(step.calconds);
      return;
    case "look":
      await supply.follow();
      return;
    default:
      step satisfies never;
  }
}

describe("the supply in public", () => {
  it("is nothing before the first entry, and its identities hold", async () => {
    const bench = await openBench();
    const supply = Supply.of(bench.store);
    expect(await supply.follow()).to.equal(0);
    expect(await supply.now()).to.equal(null);
    expect(await supply.page(WHOLE)).to.deep.equal({ rows: [], total: 0, left: 0 });
    expect(Object.values(figuresOf(totalsOf(null)))).to.deep.equal([0, 0, 0, 0, 0, 0, 0, 0]);
    const health = await bookHealth(supply, bench.store.ledger);
    expect([health.entries, health.head]).to.deep.equal([0, null]);
    expect(health.identities.map(({ holds }) => holds)).to.deep.equal([true, true, true, true]);
  });

  it("equals sums over the raw journal: now, at every calcond, in every range, and by cause", async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(40), fc.nat(40), async (script, one, other) => {
        const bench = await openBench();
        const supply = Supply.of(bench.store);
        for (const step of script) await act(bench, supply, step);
        expect(await supply.follow()).to.equal(0);
        const journal = await rawJournal(bench);
        expect(figuresOf(totalsOf(await supply.now()))).to.deep.equal(figures(journal));
        expect((await supply.now())?.journal ?? -1).to.equal(journal.length - 1);

        const calconds = [...new Set(journal.map(({ calcond }) => calcond))].sort((a, b) => a - b);
        const { rows, total } = await supply.page(WHOLE);
        expect(total).to.equal(calconds.length);
        expect(rows.map(({ now }) => now.calcond)).to.deep.equal(calconds);
        rows.forEach(({ now, before }) => {
          const until = figures(journal.filter(({ calcond }) => calcond <= now.calcond));
          const earlier = figures(journal.filter(({ calcond }) => calcond < now.calcond));
          expect(figuresOf(totalsOf(now))).to.deep.equal(until);
          const changes = Object.keys(until)
            .map((name) => [name, until[name]! - earlier[name]!] as const)
            .filter(([, change]) => change !== 0);
          expect(changesOf(now, before)).to.deep.equal(Object.fromEntries(changes));
        });
        const newest = await supply.page({ ...WHOLE, newestFirst: true, limit: 3, offset: 1 });
        expect(newest.rows.map(({ now }) => now.calcond)).to.deep.equal(
          [...calconds].reverse().slice(1, 4),
        );

        const [from, to] = [
          START_CALCOND + Math.min(one, other),
          START_CALCOND + Math.max(one, other),
        ];
        const within = journal.filter(({ calcond }) => calcond >= from && calcond <= to);
        const { before, end } = await supply.range({ from, to });
        const { burned, entries, issued, minted, bookings } = breakdownOf(end, before);
        const kinds = [...new Set(within.map(({ kind }) => kind))].sort();
        expect(entries).to.deep.equal(
          Object.fromEntries(
            kinds.map((kind) => [kind, within.filter((entry) => entry.kind === kind).length]),
          ),
        );
        const came = kinds
          .map((kind) => [kind, 0 - sum(within, "mint:credits", kind)] as const)
          .filter(([, credits]) => credits !== 0);
        expect(issued).to.deep.equal(Object.fromEntries(came));
        expect(burned).to.deep.equal({
          free: 0 - sum(within, "free", "compute"),
          paid: 0 - sum(within, "paid", "compute"),
          allowance: 0 - sum(within, "mint:credits", "compute"),
        });
        expect(minted).to.deep.equal({
          free: 0 - sum(within, "mint:free"),
          paid: 0 - sum(within, "mint:paid"),
        });
        for (const sums of Object.values(bookings)) {
          expect(Object.values(sums).reduce((all, delta) => all + delta, 0)).to.equal(0);
        }
        const health = await bookHealth(supply, bench.store.ledger);
        expect(health.identities.map(({ holds }) => holds)).to.deep.equal([true, true, true, true]);
        expect(health.entries).to.equal(journal.length);
      }),
      { seed: SEED, numRuns: 40 },
    );
  });

  it("pages by calcond without gaps or repeats while new rows arrive, in both orders", async () => {
    for (const newestFirst of [true, false]) {
      const bench = await openBench();
      const supply = Supply.of(bench.store);
      const book = async (): Promise<void> => {
        bench.clock.pass(1);
        await bench.ledger.post(ONE);
        await supply.follow();
      };
      for (let i = 0; i < 7; i += 1) await book();
      const known = (await supply.page({ ...WHOLE, newestFirst })).rows.map(
        ({ now }) => now.calcond,
      );
      const seen: number[] = [];
      for (let page = await supply.page({ ...WHOLE, newestFirst, limit: 3 }); ;) {
        expect(page.total).to.equal(7 + seen.length / 3);
        seen.push(...page.rows.map(({ now }) => now.calcond));
        if (page.left === 0 || seen.length >= 9) break;
        await book();
        page = await supply.page({
          ...WHOLE,
          newestFirst,
          limit: 3,
          [newestFirst ? "before" : "after"]: seen.at(-1),
        });
      }
      expect(seen.slice(0, 7)).to.deep.equal(known);
      if (newestFirst) expect(seen).to.deep.equal(known);
      // An offset counts within the cursor.
      const within = await supply.page({
        ...WHOLE,
        newestFirst,
        limit: 2,
        offset: 1,
        [newestFirst ? "before" : "after"]: known[1],
      });
      expect(within.rows.map(({ now }) => now.calcond)).to.deep.equal(known.slice(3, 5));
      expect((await supply.page({ ...WHOLE, newestFirst: true, before: 0 })).rows).to.deep.equal(
        [],
      );
    }
  });

  it("goes on where it was after a restart, whoever asks at once", async () => {
    const bench = await openBench();
    const entry = {
      kind: "welcome",
      entries: [
        { account: "mint:credits", delta: -1 },
        { account: "free:a", delta: 1 },
      ],
    } as const;
    for (let i = 0; i < 40; i += 1) await bench.ledger.post(entry);
    await Supply.of(bench.store).follow();
    bench.clock.pass(1);
    await bench.ledger.post(entry);
    const supply = Supply.of(bench.store);
    await Promise.all([supply.follow(), supply.follow(), supply.follow()]);
    expect(figuresOf(totalsOf(await supply.now()))["credits_free"]).to.equal(41);
    expect(
      (await supply.page(WHOLE)).rows.map(({ now }) => [now.calcond, now.journal]),
    ).to.deep.equal([
      [START_CALCOND, 39],
      [START_CALCOND + 1, 40],
    ]);
  });

  it("says so when the totals that are kept are not what the journal adds up to", async () => {
    const bench = await openBench();
    await bench.ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -50 },
        { account: "paid:a", delta: 50 },
      ],
    });
    const head = (await bench.store.ledger.head())!;
    await bench.store.write([
      put(buckets.ledger, "head", { ...head, totals: { ...head.totals, paid: 51 } }),
    ]);
    const { identities } = await bookHealth(Supply.of(bench.store), bench.store.ledger);
    expect(identities[0]).to.include({ holds: false, left: 50, right: 51 });
    expect(identities[3]).to.include({ holds: false, left: 51, right: 50 });
    expect(identities[3]!.name).to.contain("paid differs");
  });

  it("counts up to an entry that is none or damaged, names it, and says how much is not counted", async () => {
    for (const damage of ["none", "flipped"] as const) {
      const raw = new MemoryStore();
      const bench = await openBench(raw);
      for (let i = 0; i < 5; i += 1) await bench.ledger.post(ONE);
      if (damage === "none") await bench.store.write([put(buckets.journal, 3, "{}")]);
      else await flipBit(raw, buckets.journal, 3);
      const supply = Supply.of(bench.store);
      for (let again = 0; again < 2; again += 1) {
        expect(await supply.follow(), damage).to.equal(2);
        expect(supply.damaged).to.include({ bucket: "journal", key: "3" });
        expect(supply.damaged!.fault).to.contain("journal");
        expect((await supply.now())!.journal).to.equal(2);
      }
      const { damaged, entries, identities, journalBehind } = await bookHealth(
        supply,
        bench.store.ledger,
      );
      expect([entries, journalBehind, damaged]).to.deep.equal([5, 2, supply.damaged]);
      expect(identities.map(({ holds }) => holds)).to.deep.equal([true, true, true, null]);
    }
  });

  it("adds snapshots up again that cannot be read, and goes on behind them", async () => {
    const raw = new MemoryStore();
    const bench = await openBench(raw);
    const supply = Supply.of(bench.store);
    for (let i = 0; i < 6; i += 1) {
      if (i % 2 === 0) bench.clock.pass(1);
      await bench.ledger.post(ONE);
    }
    expect(await supply.follow()).to.equal(0);
    const whole = await supply.page(WHOLE);
    expect(whole.total).to.equal(3);
    for (const number of [0, 1, 2]) await flipBit(raw, buckets.supply, number);
    expect(await supply.page(WHOLE)).to.deep.equal(whole);
    await bench.ledger.post(ONE);
    bench.clock.pass(1);
    await bench.ledger.post(ONE);
    expect(await supply.follow()).to.equal(0);
    expect(supply.damaged).to.equal(null);
    expect(figuresOf(totalsOf(await supply.now()))["credits_free"]).to.equal(8);
    expect((await supply.page(WHOLE)).rows.map(({ now }) => now.journal)).to.deep.equal([
      1, 3, 6, 7,
    ]);
  });

  it("is added up again where it cannot be read how far it is, and what its sums are called", async () => {
    for (const loss of ["flipped", "gone"] as const) {
      const raw = new MemoryStore();
      const bench = await openBench(raw);
      const warned: string[] = [];
      for (let i = 0; i < 6; i += 1) {
        if (i % 2 === 0) bench.clock.pass(1);
        await bench.ledger.post(ONE);
      }
      const supply = Supply.of(bench.store, {
        warn: (message) => {
          warned.push(message);
        },
      });
      await supply.follow();
      const whole = await supply.page(WHOLE);
      if (loss === "flipped") await flipBit(raw, buckets.reading, "supply");
      else await bench.store.write([del(buckets.reading, "supply")]);
      expect(await supply.follow(), loss).to.equal(0);
      expect(supply.damaged).to.equal(null);
      expect(await supply.page(WHOLE)).to.deep.equal(whole);
      expect(await supply.follow()).to.equal(0);
      expect(warned).to.deep.equal(["the supply is rebuilt from the journal"]);
      const { damaged, identities } = await bookHealth(supply, bench.store.ledger);
      expect([damaged, ...identities.map(({ holds }) => holds)]).to.deep.equal([
        null,
        true,
        true,
        true,
        true,
      ]);
    }
  });

  it("tells health also where the head of the journal cannot be read", async () => {
    const raw = new MemoryStore();
    const bench = await openBench(raw);
    await bench.ledger.post(ONE);
    const supply = Supply.of(bench.store);
    await supply.follow();
    await flipBit(raw, buckets.ledger, "head");
    const headless = await bookHealth(supply, bench.store.ledger);
    expect([headless.entries, headless.head, headless.damaged?.bucket]).to.deep.equal([
      null,
      null,
      "ledger",
    ]);
    expect(headless.identities.map(({ holds }) => holds)).to.deep.equal([null, null, null, null]);
  });
});
