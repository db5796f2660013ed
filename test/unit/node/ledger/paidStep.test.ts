/**
 * The frame of what is paid for: wherever a step fails, nothing stays set aside, nothing is told
 * that is not durable, and those behind it go on.
 */
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import * as fc from "fast-check";
import {
  FREE,
  PaidSteps,
  unsealed,
  type Outcome,
  type PaidStep,
  type Prices,
} from "../../../../node/ledger/paidStep.js";
import { ALLOWANCE, type Payment } from "../../../../node/sealing/draft.js";
import type { Quote } from "../../../../protocol/economy/price.js";
import { Refusal } from "../../../../protocol/errors/refusal.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { BusyError } from "../../../../storage/kv/errors.js";
import type { BatchOptions, Operation } from "../../../../storage/kv/kv.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { keyBytes } from "../../../../storage/kv/table.js";
import { issue, sealOne } from "../../../kit/ledgerBench.js";
import { logTo, quiet } from "../../../kit/logger.js";
import { openBench, type MoneyBench } from "../../../kit/moneyBench.js";
import { runs } from "../../../kit/runs.js";

const NO_LIMIT = { check: () => undefined, spend: async () => undefined };
/** F = m a, by the price list. */
const PRICE: Quote = { credits: 3, units: "6" };
const MORE: Quote = { credits: 9, units: "18" };
const CREDITS = 200;
const TOO_MUCH: Quote = { credits: CREDITS + 1, units: "402" };
const DISK_FAILURE = "the disk is gone";

/** What becomes of a step. */
const ENDS = [
  "sealed",
  "costs less in the end",
  "seals nothing",
  "prepare throws",
  "balance too small",
  "balance too small in the end",
  "work throws at once",
  "work throws",
  "window fails",
  "listener throws",
  "abort while queued",
] as const;
type End = (typeof ENDS)[number];

const SEALED: readonly End[] = ["sealed", "costs less in the end", "listener throws"];
const SET_ASIDE: Partial<Record<End, Quote>> = {
  "balance too small": TOO_MUCH,
  "costs less in the end": MORE,
};
/** With what the others end. */
const FAULTS: Partial<Record<End, string>> = {
  "prepare throws": "TICK_TOO_EARLY",
  "balance too small": "INSUFFICIENT_BALANCE",
  "balance too small in the end": "INSUFFICIENT_BALANCE",
  "work throws at once": "work throws at once",
  "work throws": "work throws",
  "window fails": "NOT_READY",
  "abort while queued": "BUSY",
};

/** Writes a batch some turns after it was asked for; one with a marked envelope it does not write. */
class SlowStore extends MemoryStore {
  override async batch(operations: readonly Operation[], options: BatchOptions): Promise<void> {
    const isMarked = operations.some(
      (one) => one.type === "put" && Buffer.from(one.value).includes("window fails"),
    );
    await turn();
    await turn();
    if (isMarked) throw new Error(DISK_FAILURE);
    await super.batch(operations, options);
  }

  /** Whether a receipt is there for those who come after a crash. */
  holds(receipt: string): boolean {
    const key = keyBytes(buckets.rcpt, receipt);
    return this.contents().has(Buffer.from(key).toString("latin1"));
  }
}

interface Asked {
  readonly end: End;
  readonly channel: "one" | "two";
  /** Turns of the event loop before the step is asked for, and while it works. */
  readonly before: number;
  readonly during: number;
}

interface Reported {
  readonly step: number;
  readonly receipt: string;
  readonly isDurable: boolean;
}

/** Runs steps beside each other, and notes what they see. */
class Workshop {
  readonly raw = new SlowStore();
  readonly log: string[] = [];
  readonly prepared: Record<Asked["channel"], number[]> = { one: [], two: [] };
  readonly released: { readonly step: number; readonly isDone: boolean }[] = [];
  readonly told: Reported[] = [];
  readonly bench: MoneyBench;
  readonly #steps: PaidSteps;

  private constructor(bench: MoneyBench, raw: SlowStore) {
    this.raw = raw;
    this.bench = bench;
    this.#steps = new PaidSteps({ ledger: bench.ledger, vainWork: NO_LIMIT, log: logTo(this.log) });
  }

  static async open(): Promise<Workshop> {
    const raw = new SlowStore();
    const bench = await openBench(raw);
    await issue(bench, "ann", "paid", CREDITS);
    return new Workshop(bench, raw);
  }

  async run(step: number, asked: Asked): Promise<string> {
    const leaving = new AbortController();
    const running = this.#steps.inTurn("channel", asked.channel, () =>
      this.#prepare(step, asked, leaving.signal),
    );
    if (asked.end === "abort while queued") leaving.abort();
    return running;
  }

  async #prepare(
    step: number,
    { channel, during, end }: Asked,
    signal: AbortSignal,
  ): Promise<PaidStep<string>> {
    this.prepared[channel].push(step);
    if (end === "prepare throws") throw new Refusal("TICK_TOO_EARLY", end);
    return {
      payer: { account: "ann", unlimited: false },
      prices: [SET_ASIDE[end] ?? PRICE, null],
      work: () => {
        // As the workers do for a caller that left.
        if (signal.aborted) throw new BusyError(end);
        if (end === "work throws at once") throw new Error(end);
        return this.#work(step, end, during);
      },
      tell: (receipt) => {
        const isDurable = receipt === "" || this.raw.holds(receipt);
        this.told.push({ step, receipt, isDurable });
        if (end === "listener throws") throw new Error(end);
      },
      release: (isDone) => this.released.push({ step, isDone }),
    };
  }

  async #work(step: number, end: End, turns: number): Promise<Outcome<string>> {
    for (let i = 0; i < turns; i += 1) await turn();
    if (end === "work throws") throw new Error(end);
    if (end === "seals nothing") return unsealed("");
    const commit = async (payment: Payment): Promise<string> => {
      const answer = await sealOne(this.bench, "ann", payment, `${step} ${end}`);
      const { receipt_id: receipt } = answer;
      // As a step and a firing do: without a seal there is none.
      if (typeof receipt !== "string") throw new Refusal("NOT_READY", DISK_FAILURE);
      return receipt;
    };
    if (end === "costs less in the end") return { prices: [PRICE], commit };
    if (end === "balance too small in the end") return { prices: [TOO_MUCH], commit };
    return { commit };
  }
}

function codeOf(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  return error instanceof BusyError ? "BUSY" : error instanceof Error ? error.message : "";
}

const asked: fc.Arbitrary<Asked> = fc.record({
  end: fc.constantFrom(...ENDS),
  channel: fc.constantFrom("one", "two"),
  before: fc.nat(3),
  during: fc.nat(3),
});

async function check(all: readonly Asked[]): Promise<void> {
  const workshop = await Workshop.open();
  const { bench, log, prepared, raw, released, told: reported } = workshop;
  const running: Promise<string>[] = [];
  for (const [step, one] of all.entries()) {
    for (let i = 0; i < one.before; i += 1) await turn();
    const result = workshop.run(step, one);
    result.catch(() => undefined);
    running.push(result);
  }
  const results = await Promise.allSettled(running);
  const receipts: string[] = [];
  for (const [step, { channel, end }] of all.entries()) {
    const result = results[step]!;
    const others = all.filter((one) => one.channel !== channel);
    const sharesFailure =
      result.status === "rejected" &&
      codeOf(result.reason) === "NOT_READY" &&
      others.some((one) => one.end === "window fails");
    if (result.status === "rejected") {
      // A window may have been shared with one that failed.
      if (!(SEALED.includes(end) && sharesFailure))
        expect(codeOf(result.reason), end).to.equal(FAULTS[end]);
    } else if (SEALED.includes(end)) receipts.push(result.value);
    else expect([end, result.value]).to.deep.equal(["seals nothing", ""]);
  }
  const done = [...all.keys()].filter((step) => results[step]!.status === "fulfilled");
  expect(reported.map(({ step }) => step).sort((a, b) => a - b)).to.deep.equal(done);
  expect(reported.filter(({ isDurable }) => !isDurable)).to.deep.equal([]);
  for (const channel of ["one", "two"] as const) {
    const order = [...all.keys()].filter((step) => all[step]!.channel === channel);
    expect(prepared[channel], "first come, first served").to.deep.equal(order);
    const heard = reported.filter(({ step }) => all[step]!.channel === channel);
    expect(heard.map(({ step }) => step)).to.deep.equal(
      order.filter((step) => done.includes(step)),
    );
  }
  const begun = [...all.keys()].filter((step) => all[step]!.end !== "prepare throws");
  expect(
    released.toSorted((a, b) => a.step - b.step),
    "once each",
  ).to.deep.equal(begun.map((step) => ({ step, isDone: done.includes(step) })));
  expect(receipts.filter((receipt) => !raw.holds(receipt))).to.deep.equal([]);
  const left = CREDITS - PRICE.credits * receipts.length;
  await bench.ledger.open("ann");
  expect(bench.ledger.available("ann")).to.deep.equal({ free: 0, paid: left });
  expect(await bench.ledger.balance("ann")).to.include({ free: 0, paid: left });
  const failing = done.filter((step) => all[step]!.end === "listener throws");
  expect(log.filter((line) => line.includes("a listener of paid steps"))).to.have.length(
    failing.length,
  );
}

describe("node: paid steps", () => {
  for (const end of ENDS)
    it(`let those behind go on, with nothing set aside, where one ends so: ${end}`, async () => {
      const one = { end, channel: "one", before: 0, during: 1 } as const;
      await check([{ ...one, end: "sealed" }, one, { ...one, end: "sealed" }, one]);
    });

  it("hold that beside each other, however they end", async () => {
    await fc.assert(fc.asyncProperty(fc.array(asked, { minLength: 1, maxLength: 10 }), check), {
      numRuns: runs(40, 2_000),
    });
  });

  it("take the figures of an account that is not open yet, and answer at once where it is", async () => {
    const { bench } = await Workshop.open();
    const steps = new PaidSteps({ ledger: bench.ledger, vainWork: NO_LIMIT, log: quiet });
    await bench.ledger.open("ann");
    const payer = { account: "ann", unlimited: false };
    const step = { payer, prices: [PRICE], work: () => unsealed("nothing") };
    expect(steps.run(step)).to.equal("nothing");
    expect(bench.ledger.available("ann")).to.deep.equal({ free: 0, paid: CREDITS });
    const stranger = steps.run({ ...step, payer: { account: "bob", unlimited: false } });
    expect(await Promise.resolve(stranger).catch(codeOf)).to.equal("INSUFFICIENT_BALANCE");
  });

  it("set every price of a step aside before its work, or none", async () => {
    const { bench } = await Workshop.open();
    const { ledger } = bench;
    const steps = new PaidSteps({ ledger, vainWork: NO_LIMIT, log: quiet });
    await ledger.open("ann");
    const payer = { account: "ann", unlimited: false };
    const seen: unknown[] = [];
    const work = (): Outcome<number> => {
      seen.push(ledger.available("ann"));
      return {
        commit: (first, all) =>
          seen.push(
            first === all[0],
            all.map(({ free }) => free),
          ),
      };
    };
    await steps.run({ payer, prices: [PRICE, null, MORE], work });
    expect(seen).to.deep.equal([{ free: 0, paid: CREDITS - 12 }, true, [0, 0, 0]]);
    const poor = (async () => steps.run({ payer, prices: [PRICE, MORE, TOO_MUCH], work }))();
    expect(await poor.catch(codeOf)).to.equal("INSUFFICIENT_BALANCE");
    expect(seen).to.have.length(3);
    expect(ledger.available("ann")).to.deep.equal({ free: 0, paid: CREDITS });
  });

  it("take no balance by a key without limits, nor for what is free", async () => {
    const { bench } = await Workshop.open();
    const steps = new PaidSteps({ ledger: bench.ledger, vainWork: NO_LIMIT, log: quiet });
    const payment = (unlimited: boolean, prices: Prices) =>
      steps.run({
        payer: { account: "nobody", unlimited },
        prices,
        work: () => ({ commit: (first) => first }),
      });
    expect(payment(true, [TOO_MUCH])).to.equal(ALLOWANCE);
    expect(payment(false, FREE)).to.equal(ALLOWANCE);
  });

  it("do what follows of a balance that is too small before they say so", async () => {
    const { bench } = await Workshop.open();
    const steps = new PaidSteps({ ledger: bench.ledger, vainWork: NO_LIMIT, log: quiet });
    const seen: string[] = [];
    const unpaid = async ({ code }: Refusal): Promise<Refusal> => {
      await turn();
      seen.push(code);
      return new Refusal("CONTRACT_PAUSED", "paused");
    };
    const payer = { account: "ann", unlimited: false };
    const commit = (): string => "written";
    for (const step of [
      { payer, unpaid, prices: [TOO_MUCH], work: () => ({ commit }) },
      { payer, unpaid, prices: FREE, work: () => ({ commit, prices: [TOO_MUCH] }) },
    ])
      expect(await (async () => steps.run(step))().catch(codeOf)).to.equal("CONTRACT_PAUSED");
    expect(seen).to.deep.equal(["INSUFFICIENT_BALANCE", "INSUFFICIENT_BALANCE"]);
    const fails = {
      payer,
      unpaid,
      prices: FREE,
      work: (): never => {
        throw new Error("broken");
      },
    };
    expect(await (async () => steps.run(fails))().catch(codeOf)).to.equal("broken");
    expect(seen).to.have.length(2);
  });
});
