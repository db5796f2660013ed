/**
 * The day's free credits: when they are due, once a day and machine, with the books that show them.
 */
import { systemRandom } from "../../../../node/runtime/random.js";
import { expect } from "chai";
import { searchOf, shownWork } from "../../../../api/client/solveWork.js";
import { workTaskOf } from "../../../../api/client/workTask.js";
import { problemOf, type Problem } from "../../../../api/contract/definition/problem.js";
import { problemOfRefusal } from "../../../../node/operations/refusals.js";
import { Refusal } from "../../../../protocol/errors/refusal.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { AccountOpening } from "../../../../node/onboarding/accountOpening.js";
import { Accounts } from "../../../../node/accounts/accounts.js";
import { Claims } from "../../../../node/onboarding/claims.js";
import { Effects } from "../../../../node/ledger/effects.js";
import { Deadlines } from "../../../../node/runtime/deadlines.js";
import { DemoKeys } from "../../../../node/onboarding/demoKeys.js";
import { createMachines } from "../../../../node/machines/createMachines.js";
import { Work } from "../../../../node/accounts/work.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { NonceMiner } from "../../../../protocol/work/miner.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { WHOLE_RANGE } from "../../../../storage/kv/kv.js";
import { dayText } from "../../../../protocol/economy/charges.js";
import { openBench } from "../../../kit/moneyBench.js";
import { quiet } from "../../../kit/logger.js";

const CALCOND_NS = 777_000_777n;
const DAY_NS = 86_400_000_000_000n;
const registry = builtinRegistry((text) => nodeCrypto.sha256Hex(text));

async function world() {
  const raw = new MemoryStore();
  const bench = await openBench(raw);
  const { clock, ledger, machineLog, store } = bench;
  const deadlines = new Deadlines({ store, clock });
  const { machines, machineRegister } = createMachines({
    log: quiet,
    crypto: nodeCrypto,
    store,
    deadlines,
    random: systemRandom,
    machineLog,
  });
  const opening = new AccountOpening(
    { welcome: 128 },
    { store, deadlines, random: systemRandom, machineRegister },
  );
  const effects = new Effects({ store, ledger });
  const secret = new Uint8Array(32).fill(3);
  const work = new Work(
    { secret, enabled: true },
    { crypto: nodeCrypto, deadlines, store, registry, random: systemRandom },
  );
  const claims = new Claims({ unlockBelow: 6 }, { ledger, machines, work, store, clock });
  const demoKeys = new DemoKeys({
    random: systemRandom,
    accounts: new Accounts({ store, deadlines, proofKey: secret, random: systemRandom }),
    opening,
    work,
  });

  const opened = async (account: string, slug: string): Promise<string> => {
    await effects.run(
      opening.open({ account, cid: null, publicKey: null, plan: "demo", slug, rights: [] }),
    );
    return (await machines.owned(account, slug))!.id;
  };
  const leave = async (account: string, credits: number): Promise<void> => {
    const spent = (await ledger.balance(account)).free - credits;
    await ledger.post({
      kind: "test",
      entries: [
        { account: `free:${account}`, delta: -spent },
        { account: "burn:credits", delta: spent },
      ],
    });
  };
  const ask = (account: string, machine: string, header = "", only: string | null = null) =>
    effects.run(claims.claim({ account, machine, only }, { address: "192.0.2.7", proof: header }));
  const dump = async (): Promise<string> => {
    await deadlines.stop();
    const rows: string[] = [];
    for await (const [key, value] of raw.range(WHOLE_RANGE)) {
      if (key[0] !== 1)
        rows.push(`${Buffer.from(key).toString("hex")} ${Buffer.from(value).toString("hex")}`);
    }
    return rows.join("\n");
  };
  return { ...bench, effects, machines, machineRegister, work, demoKeys, opened, leave, ask, dump };
}

async function problemFrom(promise: Promise<unknown>): Promise<Problem> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refusal)) throw new Error(`no problem: ${String(error)}`);
  return problemOf(problemOfRefusal(error), "req_test");
}

function solved(problem: Problem, start = "t"): string {
  const task = workTaskOf(problem)!;
  return shownWork(task, new NonceMiner(searchOf(task, start)).run(1e9)!);
}

describe("node: claims", () => {
  it("name the days of the calendar", () => {
    for (let day = 0; day < 60_000; day += 1) {
      expect(dayText(day)).to.equal(new Date(day * 86_400_000).toISOString().slice(0, 10));
    }
  });

  it("are open below six credits, and whether they are is said before work is asked for", async () => {
    const { ask, dump, leave, opened } = await world();
    const machine = await opened("alice", "lab-one");
    for (const left of [128, 7, 6]) {
      await leave("alice", left);
      const before = await dump();
      const problem = await problemFrom(ask("alice", machine));
      expect(problem).to.include({
        code: "NOT_ELIGIBLE",
        status: 409,
        balance: left,
        unlockBelow: 6,
      });
      expect(problem).to.not.have.property("challenge");
      expect(await dump()).to.equal(before);
    }
    for (const left of [5, 0]) {
      await leave("alice", left);
      const before = await dump();
      const problem = await problemFrom(ask("alice", machine));
      expect(problem).to.include({ code: "POW_REQUIRED", status: 402 });
      expect(problem["challenge"]).to.match(/^calc-pow\/1:claim:18:/);
      expect(await dump()).to.equal(before);
    }
  });

  it("are not opened by what is set aside for a computation that runs", async () => {
    const { ask, dump, leave, ledger, opened } = await world();
    const machine = await opened("alice", "lab-one");
    await leave("alice", 128);
    await ledger.open("alice");
    const price = ledger.reserve("alice", 125)!;
    const before = await dump();
    expect(ledger.available("alice")).to.deep.include({ free: 3 });
    expect(await problemFrom(ask("alice", machine))).to.include({
      code: "NOT_ELIGIBLE",
      balance: 128,
    });
    expect(await dump()).to.equal(before);
    ledger.release(price);
  });

  it("credit 128 once, in one batch with their record, and not again on the same UTC day", async () => {
    const { ask, clock, dump, leave, ledger, opened, store } = await world();
    const machine = await opened("alice", "lab-one");
    await leave("alice", 5);
    // The last calcond of a UTC day.
    const midnight = (clock.ns / DAY_NS + 1n) * DAY_NS;
    clock.ns = midnight - 1n;
    const header = solved(await problemFrom(ask("alice", "lab-one")));
    const { made: claimed, allowances } = await ask("alice", "lab-one", header);
    const nextCalcond = Number((midnight + CALCOND_NS - 1n) / CALCOND_NS);
    const day = new Date(Number((midnight - 1n) / 1_000_000n)).toISOString().slice(0, 10);
    expect(claimed).to.deep.equal({ credited: 128, machine, day, nextCalcond });
    expect(allowances).to.deep.equal([{ policy: "claim", left: 63, resetSeconds: 3_600 }]);
    expect(await ledger.balance("alice")).to.deep.include({ free: 133, paid: 0 });
    expect(ledger.totals()).to.include({ "mint:credits": -256, "burn:credits": 123, free: 133 });
    expect(await store.work.lastClaim(machine)).to.include({ account: "alice", credits: 128 });

    await leave("alice", 0);
    const before = await dump();
    expect(await problemFrom(ask("alice", machine)))
      .to.include({ code: "ALREADY_CLAIMED", status: 409, day, nextCalcond })
      .and.not.have.property("challenge");
    expect(await problemFrom(ask("alice", machine, header))).to.include({
      code: "ALREADY_CLAIMED",
    });
    expect(await dump()).to.equal(before);
    clock.ns = midnight;
    expect(await problemFrom(ask("alice", machine, header))).to.include({
      code: "POW_REQUIRED",
      reason: "spent",
    });
    await ask("alice", machine, solved(await problemFrom(ask("alice", machine))));
    expect(await ledger.balance("alice")).to.deep.include({ free: 128 });
    await leave("alice", 0);
    // A clock that is set back finds no day that was not claimed.
    for (const back of [1n, DAY_NS, 40n * DAY_NS]) {
      clock.ns = midnight - back;
      expect(await problemFrom(ask("alice", machine))).to.include({ code: "ALREADY_CLAIMED" });
    }
  });

  it("of many at once one is credited, by machine and by balance", async () => {
    const { ask, clock, effects, leave, ledger, machineRegister, opened, store } = await world();
    const first = await opened("alice", "lab-one");
    const draft = machineRegister.draft("alice", { slug: "lab-two" });
    await effects.run({
      keys: [draft.guardKey],
      run: (tx) => machineRegister.add(tx, draft, { key: "calc_ak_test", role: "owner" }),
    });
    await leave("alice", 5);
    const headers: string[] = [];
    for (let i = 0; i < 4; i += 1)
      headers.push(solved(await problemFrom(ask("alice", first)), `s${i}`));
    const outcomes = await Promise.allSettled(
      headers.map((header, i) => ask("alice", i % 2 === 0 ? first : "lab-two", header)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    for (const one of outcomes) {
      if (one.status === "rejected")
        expect(["ALREADY_CLAIMED", "NOT_ELIGIBLE"]).to.include(one.reason.code);
    }
    expect(await ledger.balance("alice")).to.deep.include({ free: 133 });
    // The day is the account's: the other machine has none of its own.
    await leave("alice", 0);
    const unused = headers[3]!;
    const other = (await store.work.lastClaim(first)) === null ? first : "lab-two";
    expect(await problemFrom(ask("alice", other, unused))).to.include({
      code: "ALREADY_CLAIMED",
      status: 409,
    });
    expect(await ledger.balance("alice")).to.deep.include({ free: 0 });
    clock.ns = (clock.ns / DAY_NS + 1n) * DAY_NS;
    await ask("alice", other, solved(await problemFrom(ask("alice", other))));
    expect(await ledger.balance("alice")).to.deep.include({ free: 128 });
  });

  it("are of one's own machines: others, and none, are not found", async () => {
    const { ask, dump, leave, opened } = await world();
    const machine = await opened("alice", "lab-one");
    await opened("bob", "lab-two");
    await leave("bob", 0);
    const before = await dump();
    for (const name of [machine, "lab-one", "nothing", "m_", "../lab-two", ""]) {
      expect(await problemFrom(ask("bob", name)), name).to.include({
        code: "NOT_FOUND",
        status: 404,
      });
    }
    // A machine's own key claims for that machine.
    expect(await dump()).to.equal(before);
    const own = await opened("carol", "lab-four");
    await leave("carol", 0);
    expect(await problemFrom(ask("carol", own, "", machine))).to.include({ code: "NOT_FOUND" });
    expect(await problemFrom(ask("carol", own, "", own))).to.include({ code: "POW_REQUIRED" });
  });
});

describe("node: demo keys", () => {
  it("are accounts with a machine and credits; the second of an address takes work, shown or not", async () => {
    const { demoKeys, dump, effects, ledger, machines } = await world();
    const mint = (header = "", address = "192.0.2.7") =>
      effects.run(demoKeys.mint({ address, proof: header }));
    const { made: claimed } = await mint();
    expect(claimed).to.include({ credits: 128 });
    expect(claimed.key).to.match(/^calc_ak_[0-9A-Za-z]{49}$/);
    expect(claimed.machine.key).to.match(/^csm_/);
    expect(await machines.owned(claimed.account, claimed.machine.id)).to.not.equal(null);
    expect(await ledger.balance(claimed.account)).to.deep.include({ free: 128 });

    const before = await dump();
    const problem = await problemFrom(mint());
    expect(problem).to.include({ code: "POW_REQUIRED" });
    const header = solved(problem);
    expect(
      await problemFrom(mint(header, "198.51.100.1").then(() => mint(header, "198.51.100.1"))),
    ).to.include({ reason: "subject" });
    expect(await problemFrom(mint(`${header}0`))).to.include({
      code: "POW_REQUIRED",
      reason: "wrong-nonce",
    });
    expect(await dump()).to.not.equal(before);
    await mint(header);
    expect(ledger.totals()).to.include({ free: 384, "mint:credits": -384 });
    expect(await problemFrom(mint(header))).to.include({
      code: "POW_REQUIRED",
      reason: "too-few-bits",
    });
  });

  it("the shared one is stated with its limit", async () => {
    const { demoKeys } = await world();
    expect(demoKeys.shared()).to.include({ plan: "demo-shared", dailyLimit: 10 });
    expect(demoKeys.shared().key).to.match(/^calc_ak_/);
  });
});
