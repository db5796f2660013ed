import { expect } from "chai";
import { Refusal } from "../../../../protocol/errors/refusal.js";
import { KEYS_OF_ACCOUNT_MAX } from "../../../../protocol/limits.js";
import { WHOLE_RANGE } from "../../../../storage/kv/kv.js";
import type { IssuedKey } from "../../../../node/accounts/accountKeys.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { CorruptRecordError } from "../../../../storage/kv/errors.js";
import { keyHash } from "../../../../storage/repositories/keys.js";
import { flipBit, AccountBench } from "../../../kit/accounts.js";

async function refusal(call: Promise<unknown>): Promise<Refusal> {
  const error = await call.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Refusal)) throw new Error(`no refusal: ${String(error)}`);
  return error;
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  return (await refusal(call)).code;
}

async function dump(bench: AccountBench): Promise<string> {
  const lines: string[] = [];
  for await (const [key, value] of bench.raw.range(WHOLE_RANGE))
    lines.push(`${Buffer.from(key).toString("hex")} ${Buffer.from(value).toString("hex")}`);
  return lines.join("\n");
}

const by = (owner: string, unlimited = false) => ({ owner, unlimited });

describe("node: keys of an account", () => {
  it("are made, listed without being shown, and refused from the moment they are revoked", async () => {
    const bench = new AccountBench();
    const { account, key: first } = await bench.open();
    let issued: IssuedKey | undefined;
    await bench
      .run(bench.keys.create(account, { purpose: "compute", label: "laptop" }))
      .then((one) => {
        issued = one;
        return "{}";
      });
    const { key, prefix } = issued!;
    expect(await bench.accounts.authenticate(key)).to.include({ owner: account });
    expect((await bench.keys.list(account)).keys.find((one) => one.prefix === prefix)).to.include({
      label: "laptop",
      revokedCalcond: null,
    });
    expect(await dump(bench)).to.not.contain(Buffer.from(key.slice(12)).toString("hex"));
    await bench.run(bench.keys.revoke(by(account), prefix));
    expect(await bench.accounts.authenticate(key)).to.equal("unknown");
    expect(await bench.accounts.authenticate(first)).to.include({ owner: account });
    const before = await dump(bench);
    expect(await codeOf(bench.run(bench.keys.revoke(by(account), prefix)))).to.equal("NOT_FOUND");
    expect(
      await codeOf(
        bench.run(bench.keys.revoke(by((await new AccountBench().open()).account), prefix)),
      ),
    ).to.equal("NOT_FOUND");
    expect(await dump(bench)).to.equal(before);
  });

  it("a look into the store that began before a revocation does not bring the key back", async () => {
    const bench = new AccountBench();
    const { account, key } = await bench.open();
    const looking = bench.accounts.authenticate(key);
    await bench.run(bench.keys.revoke(by(account), key.slice(0, 12)));
    await looking;
    expect(await bench.accounts.authenticate(key)).to.equal("unknown");
  });

  it("are replaced at once, or after a grace that a clock set back does not lengthen", async () => {
    const bench = new AccountBench();
    const { account, key } = await bench.open();
    let second = "";
    await bench
      .run(bench.keys.rotate(by(account), key.slice(0, 12), 100))
      .then((one) => (second = one.key));
    expect(await bench.accounts.authenticate(key)).to.include({ owner: account });
    bench.clock.forward(99);
    expect(await bench.accounts.authenticate(key)).to.include({ owner: account });
    bench.clock.forward(1);
    expect(await bench.accounts.authenticate(key)).to.equal("unknown");
    bench.clock.forward(-50);
    expect(await bench.accounts.authenticate(key)).to.equal("unknown");
    await bench.deadlines.stop();
    expect(await (await bench.again()).accounts.authenticate(key)).to.equal("unknown");
    expect(await bench.accounts.authenticate(second)).to.include({ owner: account });
  });

  it("of a machine stay one: a new one takes the place of the old", async () => {
    const bench = new AccountBench();
    const { account, machine } = await bench.open();
    let key = "";
    await bench
      .run(bench.keys.rotateMachine({ id: machine.id, owner: account }, 0))
      .then((one) => (key = one.key));
    expect(key).to.match(/^csm_/);
    expect(await bench.accounts.authenticate(machine.key)).to.equal("unknown");
    expect(await bench.accounts.authenticate(key)).to.include({
      kind: "machine",
      machine: machine.id,
      owner: account,
    });
  });

  it("have one successor each, and count among the account's while they are accepted", async () => {
    const bench = new AccountBench();
    const { account, key } = await bench.open();
    const rotate = async (prefix: string, grace: number): Promise<string> => {
      let minted = "";
      await bench
        .run(bench.keys.rotate(by(account), prefix, grace))
        .then((one) => (minted = one.prefix));
      return minted;
    };
    const first = key.slice(0, 12);
    const second = await rotate(first, 100);
    const before = await dump(bench);
    for (const grace of [0, 100]) {
      const { code, details, message } = await refusal(rotate(first, grace));
      expect(code).to.equal("CONFLICT");
      expect(message).to.contain(second);
      expect(details.members).to.deep.equal({ replacedBy: second });
    }
    expect(await dump(bench)).to.equal(before);
    // Sixty-two more, each by rotating the newest, whose old ones are all accepted still.
    let newest = second;
    for (let i = 2; i < KEYS_OF_ACCOUNT_MAX; i += 1) newest = await rotate(newest, 100);
    expect(await codeOf(rotate(newest, 100))).to.equal("CONFLICT");
    expect(await codeOf(bench.run(bench.keys.create(account, { purpose: "compute" })))).to.equal(
      "CONFLICT",
    );
    newest = await rotate(newest, 0);
    await bench.run(bench.keys.revoke(by(account), first));
    await rotate(newest, 100);
    bench.clock.forward(100);
    const live = (await bench.keys.list(account)).keys.filter(
      (one) => one.machine === undefined && bench.keys.isLive(one),
    );
    expect(live).to.have.length(1);
  });

  it("of a machine are two at the most: the newest, and the one before in its grace", async () => {
    const bench = new AccountBench();
    const { account, machine } = await bench.open();
    const rotate = (grace: number) =>
      bench
        .run(bench.keys.rotateMachine({ id: machine.id, owner: account }, grace))
        .then(({ prefix }) => prefix);
    const live = async () =>
      (await bench.keys.list(account)).keys.filter(
        (one) => one.machine === machine.id && bench.keys.isLive(one),
      ).length;
    const second = await rotate(100);
    expect(await codeOf(rotate(100))).to.equal("CONFLICT");
    expect(await codeOf(bench.run(bench.keys.rotate(by(account), second, 100)))).to.equal(
      "CONFLICT",
    );
    expect(await live()).to.equal(2);
    const third = await bench
      .run(bench.keys.rotate(by(account), second, 0))
      .then(({ prefix }) => prefix);
    expect(await live()).to.equal(2);
    // With the newest revoked there is none to give another grace to.
    await bench.run(bench.keys.revoke(by(account), third));
    await rotate(100);
    expect(await live()).to.equal(2);
    await rotate(0);
    expect(await live()).to.equal(1);
    expect(await bench.accounts.authenticate(machine.key)).to.equal("unknown");
  });

  it("that are damaged let nobody in, are listed as such, and are in the way of no other", async () => {
    const bench = new AccountBench();
    const { account, key: leaked, machine } = await bench.open();
    const make = () =>
      bench.run(bench.keys.create(account, { purpose: "compute" })).then(({ key }) => key);
    const [broken, nameless] = [await make(), await make()];
    await flipBit(bench.raw, buckets.key, keyHash(broken));
    await flipBit(bench.raw, buckets.key, keyHash(nameless));
    await flipBit(bench.raw, buckets.keyacct, [account, keyHash(nameless)]);
    const again = await bench.again();
    for (const key of [broken, nameless]) {
      expect(
        await Promise.resolve(again.accounts.authenticate(key)).catch((error: unknown) => error),
      ).to.be.instanceOf(CorruptRecordError);
    }
    const { damaged, keys } = await again.keys.list(account);
    expect(damaged.map(({ prefix }) => prefix)).to.have.members([broken.slice(0, 12), null]);
    expect(keys.map(({ prefix }) => prefix)).to.have.members([
      leaked.slice(0, 12),
      machine.key.slice(0, 12),
    ]);
    expect(
      await codeOf(again.run(again.keys.rotate(by(account), broken.slice(0, 12), 0))),
    ).to.equal("NOT_READY");
    expect(
      await codeOf(
        again.run(
          again.machineChanges.grant(machine.slug, await again.principal(leaked), {
            principal: broken.slice(0, 12),
            role: "viewer",
            expiresCalcond: null,
          }),
        ),
      ),
    ).to.equal("NOT_READY");
    await again.run(again.keys.create(account, { purpose: "compute" }));
    await again.run(again.keys.rotateMachine({ id: machine.id, owner: account }, 0));
    await again.run(again.keys.rotate(by(account), leaked.slice(0, 12), 0));
    expect(await again.accounts.authenticate(leaked)).to.equal("unknown");
    await again.run(again.keys.revoke(by(account), broken.slice(0, 12)));
    expect((await again.keys.list(account)).damaged.map(({ prefix }) => prefix)).to.deep.equal([
      null,
    ]);
    expect(await again.accounts.authenticate(broken)).to.equal("unknown");
  });

  it("of the operator that are damaged hold up no start", async () => {
    const bench = new AccountBench();
    const old = await bench.accounts.mintOperatorKey();
    await flipBit(bench.raw, buckets.key, keyHash(old));
    const again = await bench.again();
    expect(await again.accounts.authenticate(await again.accounts.mintOperatorKey())).to.include({
      owner: "operator",
      unlimited: true,
    });
  });

  it("are bounded, and one without limits is only replaced and revoked by one", async () => {
    const bench = new AccountBench();
    const { account } = await bench.open();
    const create = () => bench.run(bench.keys.create(account, { purpose: "compute" }));
    for (let i = 1; i < KEYS_OF_ACCOUNT_MAX; i += 1) await create();
    expect(await codeOf(create())).to.equal("CONFLICT");
    const prefixes = (await bench.keys.list(account)).keys.map(({ prefix }) => prefix);
    expect(new Set(prefixes).size).to.equal(prefixes.length);
    let master = "";
    await bench
      .run(bench.keys.create("operator", { purpose: "master" }))
      .then(({ prefix }) => (master = prefix));
    expect(await codeOf(bench.run(bench.keys.rotate(by("operator"), master, 0)))).to.equal(
      "FORBIDDEN",
    );
    let second = "";
    await bench
      .run(bench.keys.rotate(by("operator", true), master, 0))
      .then(({ prefix }) => (second = prefix));
    expect(await codeOf(bench.run(bench.keys.revoke(by("operator"), second)))).to.equal(
      "FORBIDDEN",
    );
    await bench.run(bench.keys.revoke(by("operator", true), second));
  });
});
