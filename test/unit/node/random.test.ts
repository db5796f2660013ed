/** Keys, ids and nonces of a node come from its port for randomness, and from nowhere else. */
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import type { Random } from "../../../node/runtime/random.js";
import { openNode } from "../../kit/composed.js";
import { SeededRandom } from "../../../scripts/sim/random.js";

/** Everything of an account and its machines that is drawn. */
async function drawnBy(random: Random): Promise<Readonly<Record<string, string>>> {
  const node = await openNode({ ports: { random } });
  const { accounts, effects, keys, machineRegister, opening, sessions, spinUp } = node.services;
  const cid = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
  const account = await effects.run(
    opening.open({ account: cid, cid, publicKey: null, plan: "free", rights: [] }),
  );
  const begun = await effects.run(
    machineRegister.create({ owner: cid, keyPrefix: account.key.slice(0, 12) }, {}),
  );
  const key = await effects.run(keys.create(cid, { purpose: "compute" }));
  const shared = await accounts.authenticate(accounts.sharedDemoKey);
  if (typeof shared === "string") throw new Error(shared);
  const spun = await effects.run(spinUp.make(shared, { address: "192.0.2.1", proof: "" }, {}));
  const drawn = {
    accountKey: account.key,
    firstMachine: account.machine.id,
    firstMachineKey: account.machine.key,
    machine: begun.record.id,
    machineKey: begun.key,
    secondKey: key.key,
    equation: spun.made.recoveryEquation,
    spunUpKey: spun.made.key,
    nonce: sessions.challenge(cid).nonce,
    operatorKey: await accounts.mintOperatorKey(),
  };
  await node.close();
  return drawn;
}

describe("node: randomness", () => {
  it("gives one seed the same keys, ids and nonces, and another seed others", async () => {
    const first = await drawnBy(new SeededRandom("one"));
    expect(await drawnBy(new SeededRandom("one"))).to.deep.equal(first);
    const other = await drawnBy(new SeededRandom("two"));
    for (const [name, text] of Object.entries(first)) expect(other[name], name).to.not.equal(text);
    expect(new Set(Object.values(first)).size).to.equal(Object.keys(first).length);
  });

  it("is asked for enough bytes that nobody guesses them", async () => {
    const asked: number[] = [];
    await drawnBy({
      next: () => 0.5,
      bytes: (count) => {
        asked.push(count);
        return randomBytes(count);
      },
    });
    // 128 bits for what names or salts something, 256 for what opens it.
    expect(Math.min(...asked)).to.be.at.least(16);
    expect(asked.filter((count) => count === 32).length).to.be.at.least(7);
  });
});
