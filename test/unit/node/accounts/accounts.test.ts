import { systemRandom } from "../../../../node/runtime/random.js";
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { OPERATOR_ACCOUNT } from "../../../../protocol/economy/accounts.js";
import { kindOfKey, makeKey } from "../../../../node/runtime/identity/keyFormat.js";
import { keyHash } from "../../../../storage/repositories/keys.js";
import { AccountBench } from "../../../kit/accounts.js";

describe("node: accounts", () => {
  const cid = "b1946ac92492d2347c6235b4d2611184";

  it("an operator's key is unlimited, and ends those before it; keys that were asked for stay", async () => {
    const bench = new AccountBench();
    const first = await bench.accounts.mintOperatorKey();
    expect(await bench.accounts.authenticate(first)).to.include({
      owner: OPERATOR_ACCOUNT,
      unlimited: true,
      kind: "account",
    });
    let asked = "";
    await bench
      .run(bench.keys.create(OPERATOR_ACCOUNT, { purpose: "compute" }))
      .then(({ key }) => (asked = key));
    const later = await bench.again();
    const second = await later.accounts.mintOperatorKey();
    expect(await later.accounts.authenticate(first)).to.equal("unknown");
    expect(await later.accounts.authenticate(second)).to.include({
      owner: OPERATOR_ACCOUNT,
      unlimited: true,
    });
    expect(await later.accounts.authenticate(asked)).to.include({
      owner: OPERATOR_ACCOUNT,
      unlimited: false,
    });
  });

  it("an identity is registered once, whatever arrives at the same time, and nothing of the others stays", async () => {
    const bench = new AccountBench();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => bench.open(cid)));
    expect(tries.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    for (const one of tries)
      if (one.status === "rejected") expect(one.reason).to.include({ code: "CID_TAKEN" });
    expect((await bench.machines.ofAccount(cid)).machines).to.have.length(1);
    expect((await bench.keys.list(cid)).keys).to.have.length(2);
  });

  it("a slug that is taken opens no account, and a free one is named", async () => {
    const bench = new AccountBench();
    await bench.open(cid, undefined, "oven");
    const other = randomBytes(16).toString("hex");
    const error = await bench.open(other, undefined, "oven").catch((caught: unknown) => caught);
    expect(error).to.deep.include({
      code: "SLUG_TAKEN",
      details: { members: { nearest: "oven-2" } },
    });
    expect(await bench.store.accounts.get(other)).to.equal(undefined);
    expect(await bench.keys.list(other)).to.deep.equal({ keys: [], damaged: [] });
  });

  it("keys are told apart: malformed, unknown, the shared demo key, an account's, a machine's", async () => {
    const bench = new AccountBench();
    const { accounts } = bench;
    expect(await accounts.authenticate("calc_ak_x")).to.equal("malformed");
    for (const kind of ["account", "machine", "session"] as const) {
      const key = makeKey(kind, systemRandom);
      expect(kindOfKey(key)).to.equal(kind);
      expect(await accounts.authenticate(key), kind).to.equal("unknown");
      const wrong = key.slice(0, 20) + (key[20] === "A" ? "B" : "A") + key.slice(21);
      expect(await accounts.authenticate(wrong), kind).to.equal("malformed");
    }
    expect(await accounts.authenticate(accounts.sharedDemoKey)).to.include({
      spinUpOnly: true,
      unlimited: false,
    });
    const { key, machine } = await bench.open(cid);
    expect(await accounts.authenticate(key)).to.deep.equal({
      owner: cid,
      kind: "account",
      machine: null,
      keyHash: keyHash(key),
      keyPrefix: key.slice(0, 12),
      unlimited: false,
      spinUpOnly: false,
    });
    expect(await accounts.authenticate(machine.key)).to.deep.equal({
      owner: cid,
      kind: "machine",
      machine: machine.id,
      keyHash: keyHash(machine.key),
      keyPrefix: machine.key.slice(0, 12),
      unlimited: false,
      spinUpOnly: false,
    });
    expect(await accounts.defaultVisibility(cid)).to.equal("private");
    expect(await accounts.authenticate(makeKey("account", systemRandom))).to.equal("unknown");
  });
});
