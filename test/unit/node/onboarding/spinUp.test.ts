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
import { Town } from "../../../kit/accounts.js";

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
  const spinUpOf = (town: Town) => {
    const { deadlines, machineRegister, opening, store } = town;
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
      make: (principal: Principal, worker: Worker, wish: { readonly slug?: string }) =>
        town.run(spinUp.make(principal, worker, wish)),
    };
  };
  const shared = async (town: Town): Promise<Principal> =>
    town.principal(town.accounts.sharedDemoKey);
  const accounts = async ({ raw }: Town): Promise<number> => {
    let count = 0;
    for await (const [key] of raw.range(WHOLE_RANGE)) if (key[0] === ACCOUNT_BUCKET) count += 1;
    return count;
  };
  const refusedFor = async (made: Promise<unknown>): Promise<number> => {
    const error = await made.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof Refusal)) throw new Error(`not refused: ${String(error)}`);
    expect(error.code).to.equal("RATE_LIMITED");
    return error.details.retryAfterSeconds ?? Number.NaN;
  };

  it("ten a day, at once or one by one, until the day is over; a restart and a clock set back give none", async () => {
    let town = new Town();
    const untilMorning = DAY_CALCONDS - (town.deadlines.now() % DAY_CALCONDS);
    let spinUp = spinUpOf(town);
    const demo = await shared(town);
    const all = await Promise.allSettled(
      Array.from({ length: 32 }, () => spinUp.make(demo, CALL, {})),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).to.have.length(10);
    expect(await accounts(town)).to.equal(10);
    asked = 0;
    const seconds = await refusedFor(spinUp.make(demo, CALL, {}));
    expect(seconds).to.equal(Math.ceil(untilMorning * 0.777000777));
    expect(asked, "work for what cannot be").to.equal(0);
    town = await town.again();
    spinUp = spinUpOf(town);
    await refusedFor(spinUp.make(demo, CALL, {}));
    town.clock.forward(untilMorning - 1);
    expect(await refusedFor(spinUp.make(demo, CALL, {}))).to.equal(1);
    town.clock.forward(1);
    for (let left = 9; left >= 0; left -= 1) {
      expect((await spinUp.make(demo, CALL, {})).allowances).to.deep.equal([
        { policy: "spin-up", left, resetSeconds: 86_401 },
      ]);
    }
    // The day before has no places any more either.
    town.clock.forward(-DAY_CALCONDS);
    await refusedFor(spinUp.make(demo, CALL, {}));
    expect(await accounts(town)).to.equal(20);
  });

  it("a name that is taken is told before any work", async () => {
    const town = new Town();
    const demo = await shared(town);
    await spinUpOf(town).make(demo, CALL, { slug: "the-oven" });
    asked = 0;
    const error = await spinUpOf(town)
      .make(demo, CALL, { slug: "the-oven" })
      .then(
        () => null,
        (thrown: unknown) => thrown,
      );
    expect(error).to.include({ code: "SLUG_TAKEN" });
    expect(asked).to.equal(0);
    expect(await accounts(town)).to.equal(1);
  });

  it("each demo key has its own ten", async () => {
    const town = new Town();
    const spinUp = spinUpOf(town);
    const demo = await shared(town);
    for (let i = 1; i <= 10; i += 1) await spinUp.make(demo, CALL, {});
    const { key } = await town.run(
      town.opening.open({
        account: "demo_1",
        cid: null,
        publicKey: null,
        plan: "demo",
        rights: [],
      }),
    );
    const own = await town.principal(key);
    for (let i = 1; i <= 10; i += 1) await spinUp.make(own, CALL, {});
    await refusedFor(spinUp.make(own, CALL, {}));
    await refusedFor(spinUp.make(demo, CALL, {}));
  });
});
