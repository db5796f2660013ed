/** Small doors of a node: who computes without a price, who may contribute, and a disk that is full. */
import { expect } from "chai";
import { MemoryStore } from "../../../scripts/stores/memory.js";
import { StoreError } from "../../../storage/kv/errors.js";
import { serveNode, type ServedNode } from "../../kit/served.js";

/** A store whose disk is full while somebody says so. */
class FillingStore extends MemoryStore {
  isFull = false;

  override batch(...args: Parameters<MemoryStore["batch"]>): ReturnType<MemoryStore["batch"]> {
    if (this.isFull) throw new StoreError("STORE_IO", "no space left on device");
    return super.batch(...args);
  }
}

describe("small doors of a node", () => {
  const raw = new FillingStore();
  let served: ServedNode;
  before(async () => {
    served = await serveNode({ raw });
  });
  after(() => served.close());

  it("charge nothing for what a key of the operator's machine computes", async () => {
    const key = await served.node.services.accounts.mintOperatorKey();
    const opened = await served.call("POST", "/api/state", { key, body: { slug: "masters-oven" } });
    expect(opened.status, opened.text).to.equal(201);
    const machineKey = String(opened.body["key"]);
    const computed = await served.call("POST", "/api/calc/compute", {
      key: machineKey,
      body: { operators: ["NM19"], inputs: { m: 2, a: 3 } },
    });
    expect(computed.status, computed.text).to.equal(200);
    expect(computed.body["receipt_id"]).to.be.a("string");
    // It is the operator's in computing alone.
    const master = await served.call("POST", "/api/keys", {
      key: machineKey,
      body: { purpose: "master" },
    });
    expect(master.status).to.equal(403);
  });

  it("let nobody contribute who has no bond", async () => {
    const key = await served.account();
    const mode = (body: object) => served.call("POST", "/api/contribute/mode", { key, body });
    // Envelopes that its vault has not taken in yet.
    const body = { operators: ["NM19"], inputs: { m: 2, a: 3 } };
    const computed = await served.call("POST", "/api/calc/compute", { key, body });
    expect(computed.status, computed.text).to.equal(200);
    const refused = await mode({ mode: "contributing" });
    expect(refused.body["code"], refused.text).to.equal("NOT_BONDED");
    expect((await mode({ mode: "experimenting" })).status).to.equal(200);
  });

  it("say in the tally what a refusal for want of credits says of a price", async () => {
    const rules = (await served.call("GET", "/api/tally/transparency")).text;
    // D12.2: wholly free where that covers it, else wholly paid.
    expect(rules)
      .to.include("wholly from free credits")
      .and.include("no envelope has mixed funding");
  });

  it("say of a machine that does not exist that there is none, in each of its tallies", async () => {
    const key = await served.account();
    for (const path of [
      "/api/state/no-such-machine/tally/envelopes",
      "/api/state/no-such-machine/tally/summary",
    ])
      for (const by of [{ key }, {}]) {
        const { body, status, text } = await served.call("GET", path, by);
        expect([status, body["code"]], `${path} ${text}`).to.deep.equal([404, "NOT_FOUND"]);
      }
  });

  it("make no key on a full disk, and say so", async () => {
    const key = await served.account();
    raw.isFull = true;
    const refused = await served.call("POST", "/api/keys", { key, body: { label: "late" } });
    raw.isFull = false;
    expect(refused.status, refused.text).to.equal(503);
    expect(refused.body["code"]).to.not.equal("INTERNAL");
    const later = await served.call("POST", "/api/keys", { key, body: { label: "later" } });
    expect(later.status, later.text).to.equal(201);
  });
});
