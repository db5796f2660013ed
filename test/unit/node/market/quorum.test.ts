/** Jobs whose nodes are drawn with the words of a quorum of witnesses, in virtual time. */
import { expect } from "chai";
import { isObject } from "../../../../protocol/encoding/json.js";
import type { JsonObject } from "../../../../protocol/ports.js";
import {
  callOf,
  principalOf,
  readAnswer,
  LocalMesh,
  localKey,
  type LocalNode,
} from "../../../../scripts/market/localMesh.js";
import { fieldsOf, listOf, textOf } from "../../../kit/requests.js";

const WITNESSES = ["w1", "w2", "w3", "w4"];
const CONTRIBUTORS = ["one", "two"];
const ADA = "ada";

describe("the market under witnesses", () => {
  let mesh: LocalMesh;
  let asker: LocalNode;
  const named = (name: string): LocalNode => mesh.nodes.find((node) => node.name === name)!;

  before(async () => {
    mesh = new LocalMesh({ cosigned: { by: WITNESSES, quorum: 3 } });
    asker = await mesh.add("asker", { spotCheckChance: () => 0 });
    for (const name of WITNESSES) await mesh.add(name);
    for (const name of CONTRIBUTORS)
      await mesh.contribute(await mesh.add(name, { transfers: { origins: ["*"] } }), name);
    await asker.node.services.ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -1_000 },
        { account: `paid:${ADA}`, delta: 1_000 },
      ],
    });
    await mesh.pass(3);
  });
  after(() => mesh.stop());

  const show = (id: unknown) =>
    readAnswer(asker.node.handlers.jobGet({ id: String(id) }, callOf(principalOf(ADA))));

  async function ended(): Promise<JsonObject> {
    const inputs = { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 };
    const order = { operators: ["NM21"], inputs, class: "replicated" as const, k: 2 };
    const { id } = await readAnswer(asker.node.handlers.jobOpen(order, callOf(principalOf(ADA))));
    await mesh.until("it has ended", async () => (await show(id))["state"] !== "open", 400);
    const [shard] = listOf(await show(id), "shards");
    return { ...fieldsOf({ shard: shard! }, "shard"), state: (await show(id))["state"]! };
  }

  const beaconIn = ({ beacon }: JsonObject): JsonObject => {
    if (!isObject(beacon)) throw new Error("no beacon is shown");
    return beacon;
  };
  const keys = (names: readonly string[]): readonly string[] =>
    names.map((name) => localKey(name)).sort();

  it("a job is drawn with the words of all four, and every node reads the same", async () => {
    const job = await ended();
    expect(job).to.include({ state: "done" });
    expect(beaconIn(job)).to.deep.equal({ kind: "quorum", by: keys(WITNESSES), fault: null });
    for (const { node } of mesh.nodes) {
      const facts = node.services.marketBook.jobs.get(textOf(job, "job"))!;
      expect(node.services.beacons.reading(facts, facts.id)).to.deep.equal(beaconIn(job));
      expect(facts.beacons.size).to.equal(0);
    }
  });

  it("its settlement and its results are final once a quorum has seen them", async () => {
    const job = await ended();
    expect(job["standing"]).to.be.oneOf(["sealed", "witnessed"]);
    await mesh.pass(40);
    const listed = await readAnswer(
      asker.node.handlers.jobList({ offset: 0, limit: 1 }, callOf(principalOf(ADA))),
    );
    const order = textOf(listOf(listed, "jobs")[0], "id");
    // What others' witnesses have seen is asked for when somebody looks.
    await show(order);
    await mesh.settle();
    const [shard] = listOf(await show(order), "shards");
    expect(textOf(shard, "standing")).to.equal("final");
    expect(listOf(shard, "nodes").map((one) => textOf(one, "standing"))).to.deep.equal([
      "final",
      "final",
    ]);
  });

  it("one witness that is away changes nothing but the words", async () => {
    mesh.part([named("w4")]);
    const job = await ended();
    mesh.heal();
    expect(job).to.include({ state: "done" });
    expect(beaconIn(job)).to.deep.equal({
      kind: "quorum",
      by: keys(["w1", "w2", "w3"]),
      fault: null,
    });
  });

  it("where two are away one node's word is drawn with, and the answer says so", async () => {
    mesh.part([named("w3"), named("w4")]);
    const job = await ended();
    mesh.heal();
    expect(job).to.include({ state: "done" });
    expect(beaconIn(job)).to.include({ kind: "node", fault: null });
    expect(beaconIn(job)["by"]).to.have.lengthOf(1);
  });

  it("a draw that leaves out a word gets nobody to work", async () => {
    const { beacons } = asker.node.services;
    const ofQuorum = beacons.ofQuorum.bind(beacons);
    const chosen = localKey("w1");
    // An asker that likes another draw better: it leaves one word out.
    beacons.ofQuorum = (facts, wanting, now) => {
      const found = ofQuorum(facts, wanting, now);
      if (found === null) return null;
      for (const [name, said] of facts.words) if (said.author === chosen) facts.words.delete(name);
      return now < wanting.calcond + 8 ? null : ofQuorum(facts, wanting, now);
    };
    const job = await ended();
    beacons.ofQuorum = ofQuorum;
    expect(job["state"]).to.be.oneOf(["failed", "expired"]);
    for (const name of CONTRIBUTORS) {
      const { node } = named(name);
      const facts = node.services.marketBook.jobs.get(textOf(job, "job"))!;
      expect(facts.claims.size).to.equal(0);
      expect(node.services.beacons.reading(facts, facts.id)?.fault).to.equal(
        `it leaves out the word of ${chosen}`,
      );
    }
    expect(job["spent"]).to.equal(0);
  });
});
