/** Each solver as a job: priced, computed by two contributors, settled, with the bits of a solve here. */
import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { computeAgain } from "../../../protocol/market/again.js";
import { resultDocument } from "../../../protocol/market/result.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import type { JsonObject, JsonValue } from "../../../protocol/ports.js";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { textIn } from "../../../scripts/cli/tables.js";
import { marketAtRest } from "../../../scripts/market/rest.js";
import {
  callOf,
  principalOf,
  readAnswer,
  LocalMesh,
  type LocalNode,
} from "../../../scripts/market/localMesh.js";

const ASKER = "ada";
const CALL = callOf(principalOf(ASKER));
const CREDITS = 10_000_000;
/** A deadline that the slowest of them keeps on any machine: virtual time stands while it computes. */
const DEADLINE = 2_000;

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

describe("the market, long: all solvers as jobs", () => {
  const mesh = new LocalMesh();
  const registry = builtinRegistry();
  let asker: LocalNode;
  before(async () => {
    asker = await mesh.add("asker");
    await mesh.add("keeper");
    for (const name of ["one", "two"])
      await mesh.contribute(await mesh.add(name, { transfers: { origins: ["*"] } }), name);
    await asker.node.services.ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -CREDITS },
        { account: `paid:${ASKER}`, delta: CREDITS },
      ],
    });
    await mesh.pass(3);
  });
  after(() => mesh.stop());

  it("are 29", () => {
    expect(solverCards).to.have.length(29);
  });

  for (const { examples, id: solver } of solverCards)
    it(solver, async () => {
      const { handlers, services } = asker.node;
      const inputs = examples[0]!.body;
      const asked = { solver, inputs: { ...inputs }, class: "replicated" as const, k: 2 };
      const price = await readAnswer(handlers.jobPrice(asked, CALL));
      const opened = await readAnswer(handlers.jobOpen({ ...asked, deadline: DEADLINE }, CALL));
      expect(opened["locked"]).to.equal(price["locked"]);
      const id = textIn(opened, "id");
      const show = (): Promise<JsonObject> => readAnswer(handlers.jobGet({ id }, CALL));
      await mesh.until(solver, async () => (await show())["state"] !== "open");
      const job = await show();
      expect(job, JSON.stringify(job["shards"])).to.include({
        state: "done",
        unit: examples[0]!.expect.unit,
        locked: 0,
      });
      expect(Number(job["spent"]) + Number(job["returned"])).to.equal(price["locked"]);
      expect(job["spent"]).to.be.greaterThan(0);
      const [shard] = objects(job["shards"]);
      expect(objects(shard!["nodes"]).map(({ agrees }) => agrees)).to.deep.equal([true, true]);
      const modules = { crypto: nodeCrypto, registry };
      const here = await computeAgain(modules, ["KO42", solver], inputs);
      const { marketVersion } = services;
      expect(resultDocument(nodeCrypto, marketVersion, here).hash).to.equal(shard!["result"]);
    });

  it("a sweep of 10,000 rows is one job of ten parts, with the bits of a table computed here", async () => {
    const { handlers } = asker.node;
    const columns = { m: 2, a: { from: 1, to: 10_000, count: 10_000 } };
    const asked = { operators: ["NM19"], columns, class: "replicated" as const, k: 2 };
    const id = textIn(await readAnswer(handlers.jobOpen(asked, CALL)), "id");
    const show = (): Promise<JsonObject> => readAnswer(handlers.jobGet({ id }, CALL));
    await mesh.until("the sweep", async () => (await show())["state"] !== "open");
    expect(await show()).to.include({ state: "done", parts: 10, ended: 10 });
    const result = await readAnswer(handlers.jobResult({ id }, CALL));
    const here = await readAnswer(handlers.computeTable({ operators: ["NM19"], columns }, CALL));
    expect(result["values"]).to.deep.equal(Object(here["rows"]).values);
    // F = m a.
    expect(Object(result["values"])[9_999]).to.equal(20_000);
  });

  it("and the books are in order", async () => {
    await mesh.pass(3);
    expect((await marketAtRest(mesh.nodes)).faults).to.deep.equal([]);
  });
});
