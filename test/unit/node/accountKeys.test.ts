import { expect } from "chai";
import { ApiError } from "../../../api/errors.js";
import { KEYS_OF_ACCOUNT_MAX } from "../../../protocol/limits.js";
import { WHOLE_RANGE } from "../../../storage/kv.js";
import type { MadeKey } from "../../../node/services/accountKeys.js";
import { Town } from "./accounts.js";

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(() => null, (caught: unknown) => caught);
  if (!(error instanceof ApiError)) throw new Error(`no refusal: ${String(error)}`);
  return error.code;
}

async function dump(town: Town): Promise<string> {
  const lines: string[] = [];
  for await (const [key, value] of town.raw.range(WHOLE_RANGE)) lines.push(`${Buffer.from(key).toString("hex")} ${Buffer.from(value).toString("hex")}`);
  return lines.join("\n");
}

const by = (owner: string, unlimited = false) => ({ owner, unlimited });

describe("node: keys of an account", () => {
  it("are made, listed without being shown, and refused from the moment they are revoked", async () => {
    const town = new Town();
    const { account, key: first } = await town.open();
    let made: MadeKey | undefined;
    await town.keys.create(account, { purpose: "compute", label: "laptop" }, (one) => {
      made = one;
      return "{}";
    });
    const { key, prefix } = made!;
    expect(await town.accounts.authenticate(key)).to.include({ owner: account });
    expect((await town.keys.list(account)).find((one) => one.prefix === prefix)).to.include({ label: "laptop", revokedCalcond: null });
    expect(await dump(town)).to.not.contain(Buffer.from(key.slice(12)).toString("hex"));
    await town.keys.revoke(by(account), prefix);
    expect(await town.accounts.authenticate(key)).to.equal("unknown");
    expect(await town.accounts.authenticate(first)).to.include({ owner: account });
    const before = await dump(town);
    expect(await codeOf(town.keys.revoke(by(account), prefix))).to.equal("NOT_FOUND");
    expect(await codeOf(town.keys.revoke(by((await new Town().open()).account), prefix))).to.equal("NOT_FOUND");
    expect(await dump(town)).to.equal(before);
  });

  it("a look into the store that began before a revocation does not bring the key back", async () => {
    const town = new Town();
    const { account, key } = await town.open();
    const looking = town.accounts.authenticate(key);
    await town.keys.revoke(by(account), key.slice(0, 12));
    await looking;
    expect(await town.accounts.authenticate(key)).to.equal("unknown");
  });

  it("are replaced at once, or after a grace that a clock set back does not lengthen", async () => {
    const town = new Town();
    const { account, key } = await town.open();
    let second = "";
    await town.keys.rotate(by(account), key.slice(0, 12), 100, (one) => (second = one.key));
    expect(await town.accounts.authenticate(key)).to.include({ owner: account });
    town.clock.forward(99);
    expect(await town.accounts.authenticate(key)).to.include({ owner: account });
    town.clock.forward(1);
    expect(await town.accounts.authenticate(key)).to.equal("unknown");
    town.clock.forward(-50);
    expect(await town.accounts.authenticate(key)).to.equal("unknown");
    await town.deadlines.stop();
    expect(await (await town.again()).accounts.authenticate(key)).to.equal("unknown");
    expect(await town.accounts.authenticate(second)).to.include({ owner: account });
  });

  it("of a machine stay one: a new one takes the place of the old", async () => {
    const town = new Town();
    const { account, machine } = await town.open();
    let key = "";
    await town.keys.rotateMachine({ id: machine.id, owner: account }, 0, (one) => (key = one.key));
    expect(key).to.match(/^csm_/);
    expect(await town.accounts.authenticate(machine.key)).to.equal("unknown");
    expect(await town.accounts.authenticate(key)).to.include({ kind: "machine", machine: machine.id, owner: account });
  });

  it("are bounded, and one without limits is only replaced and revoked by one", async () => {
    const town = new Town();
    const { account } = await town.open();
    const create = () => town.keys.create(account, { purpose: "compute" }, () => "{}");
    for (let i = 1; i < KEYS_OF_ACCOUNT_MAX; i += 1) await create();
    expect(await codeOf(create())).to.equal("CONFLICT");
    const prefixes = (await town.keys.list(account)).map(({ prefix }) => prefix);
    expect(new Set(prefixes).size).to.equal(prefixes.length);
    let master = "";
    await town.keys.create("operator", { purpose: "master" }, ({ prefix }) => (master = prefix));
    expect(await codeOf(town.keys.rotate(by("operator"), master, 0, () => "{}"))).to.equal("FORBIDDEN");
    let second = "";
    await town.keys.rotate(by("operator", true), master, 0, ({ prefix }) => (second = prefix));
    expect(await codeOf(town.keys.revoke(by("operator"), second))).to.equal("FORBIDDEN");
    await town.keys.revoke(by("operator", true), second);
  });
});
