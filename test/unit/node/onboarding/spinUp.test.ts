/**
 * Accounts by demo keys: how many a key makes in a day, over its end, restarts and clocks that run
 * backwards.
 */
import { systemRandom } from "../../../../node/runtime/random.js";
import { expect } from "chai";
import { Refusal } from "../../../../protocol/errors/refusal.js";
import type { Principal } from "../../../../protocol/identity/principal.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { SpinUp } from "../../../../node/onboarding/spinUp.js";
import type { Worker, WorkTicket } from "../../../../node/accounts/work.js";
import { WHOLE_RANGE } from "../../../../storage/kv/kv.js";
import { AccountBench } from "../../../kit/accounts.js";

/** A day of 777,000,777 ns; a literal. */
const DAY_CALCONDS = 111_197;
const ACCOUNT_BUCKET = 11;
const CALL = { address: "192.0.2.9", proof: "" };

describe("node: accounts by demo keys", () => {
  let asked = 0;
  const free: WorkTicket = {
    guardKey: "uniq:work/free",
    allowance: null,
    take: () => Promise.resolve(),
  };
  const spinUpOf = (bench: AccountBench) => {
    const { deadlines, machineRegister, opening, store } = bench;
    const spinUp = new SpinUp({
      store,
      crypto: nodeCrypto,
      deadlines,
      machineRegister,
      opening,
      random: systemRandom,
      work: {
        require: (purpose) => {
          expect(purpose).to.equal("signup");
          asked += 1;
          return Promise.resolve(free);
        },
      },
    });
    return {
      make: (principal: Principal, worker: Worker, options: { readonly slug?: string }) =>
        bench.run(spinUp.make(principal, worker, options)),
    };
  };
  const shared = async (bench: AccountBench): Promise<Principal> =>
    bench.principal(bench.accounts.sharedDemoKey);
  const accounts = async ({ raw }: AccountBench): Promise<number> => {
    let count = 0;
    for await (const [key] of raw.range(WHOLE_RANGE)) if (key[0] === ACCOUNT_BUCKET) count += 1;
    return count;
  };
  const refusedFor = async (attempt: Promise<unknown>): Promise<number> => {
    const error = await attempt.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof Refusal)) throw new Error(`not refused: ${String(error)}`);
    expect(error.code).to.equal("RATE_LIMITED");
    return error.details.retryAfterSeconds ?? Number.NaN;
  };

  it("ten a day, at once or one by one, until the day is over; a restart and a clock set back give none", async () => {
    let bench = new AccountBench();
    const untilMorning = DAY_CALCONDS - (bench.deadlines.now() % DAY_CALCONDS);
    let spinUp = spinUpOf(bench);
    const demo = await shared(bench);
    const all = await Promise.allSettled(
      Array.from({ length: 32 }, () => spinUp.make(demo, CALL, {})),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).to.have.length(10);
    expect(await accounts(bench)).to.equal(10);
    asked = 0;
    const seconds = await refusedFor(spinUp.make(demo, CALL, {}));
    expect(seconds).to.equal(Math.ceil(untilMorning * 0.777000777));
    expect(asked, "work for what cannot be").to.equal(0);
    bench = await bench.again();
    spinUp = spinUpOf(bench);
    await refusedFor(spinUp.make(demo, CALL, {}));
    bench.clock.forward(untilMorning - 1);
    expect(await refusedFor(spinUp.make(demo, CALL, {}))).to.equal(1);
    bench.clock.forward(1);
    for (let left = 9; left >= 0; left -= 1) {
      expect((await spinUp.make(demo, CALL, {})).allowances).to.deep.equal([
        { policy: "spin-up", left, resetSeconds: 86_401 },
      ]);
    }
    // The day before has no places any more either.
    bench.clock.forward(-DAY_CALCONDS);
    await refusedFor(spinUp.make(demo, CALL, {}));
    expect(await accounts(bench)).to.equal(20);
  });

  it("a name that is taken is told before any work", async () => {
    const bench = new AccountBench();
    const demo = await shared(bench);
    await spinUpOf(bench).make(demo, CALL, { slug: "the-oven" });
    asked = 0;
    const error = await spinUpOf(bench)
      .make(demo, CALL, { slug: "the-oven" })
      .then(
        () => null,
        (thrown: unknown) => thrown,
      );
    expect(error).to.include({ code: "SLUG_TAKEN" });
    expect(asked).to.equal(0);
    expect(await accounts(bench)).to.equal(1);
  });

  it("each demo key has its own ten", async () => {
    const bench = new AccountBench();
    const spinUp = spinUpOf(bench);
    const demo = await shared(bench);
    for (let i = 1; i <= 10; i += 1) await spinUp.make(demo, CALL, {});
    const { key } = await bench.run(
      bench.opening.open({
        account: "demo_1",
        cid: null,
        publicKey: null,
        plan: "demo",
        rights: [],
      }),
    );
    const own = await bench.principal(key);
    for (let i = 1; i <= 10; i += 1) await spinUp.make(own, CALL, {});
    await refusedFor(spinUp.make(own, CALL, {}));
    await refusedFor(spinUp.make(demo, CALL, {}));
  });
});
