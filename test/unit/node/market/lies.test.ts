/** Two of three contributors tell the same lie, and one of them is gone before it is found. */
import { expect } from "chai";
import { isObject } from "../../../../protocol/events/event.js";
import type { JsonObject, JsonValue } from "../../../../protocol/ports.js";
import { lastBitLie } from "../../../../scripts/market/liar.js";
import { marketAtRest } from "../../../../scripts/market/rest.js";
import { textIn } from "../../../../scripts/cli/tables.js";
import {
  callOf,
  principalOf,
  readAnswer,
  Town,
  type TownNode,
} from "../../../../scripts/market/town.js";

const ASKER = "ada";
const CALL = callOf(principalOf(ASKER));
/** F = m a of 3 kg and 7 m/s^2. */
const INPUTS = { m: 3, a: 7 };
const FORCE = 21;
const LIARS = ["one", "two"] as const;

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((one) => isObject(one)) : [];
}

describe("the market: most of those who are drawn lie", () => {
  const town = new Town();
  let asker: TownNode;
  const byKey = new Map<string, TownNode>();
  before(async () => {
    asker = await town.add("asker");
    await town.add("keeper");
    for (const name of [...LIARS, "three"]) {
      const isLiar = name !== "three";
      const node = await town.add(name, {
        ...(isLiar ? { result: lastBitLie } : {}),
        transfers: { origins: ["*"] },
      });
      await town.contribute(node, name);
      byKey.set(node.publicKey, node);
    }
    await asker.node.services.ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -1_000 },
        { account: `paid:${ASKER}`, delta: 1_000 },
      ],
    });
    // Deposits of the challenges.
    for (let i = 0; i < LIARS.length; i += 1)
      await readAnswer(asker.node.handlers.compute({ operators: ["KO42"], inputs: {} }, CALL));
    await town.pass(3);
  });
  after(() => town.stop());

  async function opened(): Promise<string> {
    const asked = { operators: ["NM19"], inputs: INPUTS, class: "replicated" as const, k: 2 };
    return textIn(await readAnswer(asker.node.handlers.jobOpen(asked, CALL)), "id");
  }

  /** The parts of a job, and who computed them. */
  async function nodesOf(id: string): Promise<readonly JsonObject[]> {
    const job = await readAnswer(asker.node.handlers.jobGet({ id }, CALL));
    const [shard] = objects(job["shards"]);
    return objects(shard?.["nodes"]);
  }

  it("a job ends with what the asker's node finds, honest work is paid, and a bond is lost that was released at once", async () => {
    const { handlers, services } = asker.node;
    const show = (id: string): Promise<JsonObject> => readAnswer(handlers.jobGet({ id }, CALL));
    const { jobs, withheld } = services.marketBook;
    const gone = new Set<string>();
    /** A liar leaves as soon as its result is known, and another one. */
    const leave = async (): Promise<void> => {
      for (const { reveals } of jobs.values())
        for (const node of reveals.keys()) {
          const { name, node: of } = byKey.get(node)!;
          const hashes = [...reveals.values()].map(({ body }) => body.result_hash);
          if (name === "three" || gone.size > 0 || new Set(hashes).size < 2) continue;
          gone.add(node);
          await readAnswer(of.handlers.contributeRelease({}, callOf(principalOf(name))));
        }
    };
    const told: string[] = [];
    for (let isSplit = false; !isSplit;) {
      expect(told.length, "jobs until the third node was called").to.be.lessThan(12);
      const id = await opened();
      told.push(id);
      await town.until("the job ends", async () => {
        await leave();
        return (await show(id))["state"] !== "open";
      });
      isSplit = (await nodesOf(id)).some(({ agrees }) => agrees === false);
    }
    expect(gone.size).to.equal(1);
    const id = told.at(-1)!;
    expect(await show(id)).to.include({ state: "done", value: FORCE, spent: 3, returned: 3 });
    for (const { agrees, credits, node } of await nodesOf(id)) {
      const isHonest = byKey.get(String(node))!.name === "three";
      expect([agrees, credits], String(node)).to.deep.equal([isHonest, isHonest ? 3 : 0]);
    }
    await town.until("both bonds are withheld", async () =>
      town.nodes.every((one) => one.node.services.marketBook.withheld.size === LIARS.length),
    );
    for (const key of withheld.keys()) {
      const { name, node } = byKey.get(key)!;
      expect(name).to.not.equal("three");
      const { bonds } = await node.services.bonds.status(name);
      expect(bonds, name).to.deep.equal([]);
    }
    expect((await marketAtRest(town.nodes)).faults).to.deep.equal([]);
  });
});
