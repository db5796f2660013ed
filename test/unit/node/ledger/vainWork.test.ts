/** Work that seals nothing is counted on its account, however it ends, and has a bound a day. */
import { expect } from "chai";
import * as fc from "fast-check";
import { PaidSteps, unsealed, type PaidStep } from "../../../../node/ledger/paidStep.js";
import { VainWork } from "../../../../node/ledger/vainWork.js";
import { Refusal } from "../../../../protocol/errors/refusal.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { Store } from "../../../../storage/store.js";
import type { Ledger } from "../../../../node/ledger/ledger.js";
import { issue } from "../../../kit/ledgerBench.js";
import { quiet } from "../../../kit/logger.js";
import { openBench } from "../../../kit/moneyBench.js";

/** What docs/limits.md states, in ms. */
const DAY_MS = 600_000;
const DAY_NS = 86_400_000_000_000n;
const PRICE = { credits: 3, units: "6" };
const ENDS = ["sealed", "part sealed", "held", "refused", "write fails"] as const;
type End = (typeof ENDS)[number];

class Day {
  nowNs_ = 20_000n * DAY_NS + 7n;
  readonly store = new Store(new MemoryStore());
  readonly clock = { nowNs: () => this.nowNs_ };

  open(): VainWork {
    return new VainWork({ store: this.store, clock: this.clock, log: quiet });
  }
}

async function codeOf(work: () => unknown): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    return error instanceof Error ? error.message : "?";
  }
}

function step(end: End, workMs: number): PaidStep<string> {
  const by = { workMs: 0 };
  return {
    payer: { account: "ann", unlimited: false },
    by,
    prices: [],
    work: () => {
      by.workMs = workMs;
      if (end === "refused") throw new Refusal("DID_NOT_CONVERGE", "no answer in time");
      if (end === "held") return unsealed("held");
      const sealedMs = end === "part sealed" ? { sealedMs: workMs / 4 } : {};
      return {
        prices: [PRICE],
        ...sealedMs,
        commit: () => {
          if (end === "write fails") throw new Error("the disk is gone");
          return "sealed";
        },
      };
    },
  };
}

/** By the rule: all of it where nothing was sealed, else what was computed beside. */
const VAIN_PART: Readonly<Record<End, number>> = {
  sealed: 0,
  "part sealed": 0.75,
  held: 1,
  refused: 1,
  "write fails": 1,
};

describe("node/ledger: work that seals nothing", () => {
  it("adds up by what became of each step, also over a restart", async () => {
    const steps = fc.array(
      fc.record({ end: fc.constantFrom(...ENDS), ms: fc.integer({ min: 0, max: 40_000 }) }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (asked) => {
        const day = new Day();
        const ledger = await ledgerOfAnn();
        let left = DAY_MS;
        for (const { end, ms } of asked) {
          // As after a restart: nothing is in memory.
          const vainWork = day.open();
          const paid = new PaidSteps({ ledger, vainWork, log: quiet });
          const code = await codeOf(() => paid.run(step(end, ms)));
          if (left <= 0) expect(code).to.equal("RATE_LIMITED");
          else left -= VAIN_PART[end] * ms;
          await settled(vainWork);
          expect(await day.open().left("ann")).to.equal(Math.max(0, left));
        }
        expect(await day.open().left("bob")).to.equal(DAY_MS);
      }),
      { numRuns: 60 },
    );
  });

  it("is refused when the day is used up, by account, until the next day of UTC", async () => {
    const day = new Day();
    const vainWork = day.open();
    await vainWork.spend("ann", DAY_MS - 1);
    expect(await codeOf(() => vainWork.check("ann"))).to.equal(null);
    await vainWork.spend("ann", 1);
    expect(await codeOf(() => vainWork.check("ann"))).to.equal("RATE_LIMITED");
    expect(await codeOf(() => day.open().check("ann"))).to.equal("RATE_LIMITED");
    expect(await codeOf(() => vainWork.check("bob"))).to.equal(null);
    day.nowNs_ += DAY_NS - 8n;
    expect(await codeOf(() => vainWork.check("ann"))).to.equal("RATE_LIMITED");
    day.nowNs_ += 1n;
    expect(await codeOf(() => vainWork.check("ann"))).to.equal(null);
    expect(await vainWork.left("ann")).to.equal(DAY_MS);
  });

  it("counts nothing for a key without limits, and for a step that has no work done", async () => {
    const day = new Day();
    const vainWork = day.open();
    const ledger = await ledgerOfAnn();
    const paid = new PaidSteps({ ledger, vainWork, log: quiet });
    const held = step("held", 5_000);
    await paid.run({ ...held, payer: { account: "ann", unlimited: true } });
    const { by: _, ...bare } = step("held", 5_000);
    await paid.run(bare);
    await settled(vainWork);
    expect(await vainWork.left("ann")).to.equal(DAY_MS);
  });
});

/** With more than all steps cost; no payment is burned here, so it stays as it is. */
async function ledgerOfAnn(): Promise<Ledger> {
  const bench = await openBench();
  await issue(bench, "ann", "paid", 200);
  await bench.ledger.open("ann");
  return bench.ledger;
}

/** A rise told to be counted is written when a later count is. */
async function settled(vainWork: VainWork): Promise<void> {
  for (let i = 0; i < 5; i += 1) await vainWork.left("ann");
  await vainWork.spend("ann", Number.MIN_VALUE);
}
