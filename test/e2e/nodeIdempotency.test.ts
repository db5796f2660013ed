/** Idempotency keys: the same request twice is one seal, over restarts and kills. */
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { call, expectProblem, sealed, spineOf, textOf, type Reply } from "../kit/requests.js";

const REQUEST = { operators: ["NM19"], inputs: { m: 2, a: 3 } };

describe("Idempotency-Key", () => {
  const dir = temporaryDir("idempotency");
  let node: RunningNode;
  const start = (): Promise<RunningNode> =>
    startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
  const keyed = (key: string, body: unknown = REQUEST): Promise<Reply> =>
    call(node, "POST", "/api/calc/compute", body, { headers: { "idempotency-key": key } });

  before(async () => {
    node = await start();
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  it("the same key and body: the same bytes again, marked as replayed, one seal", async () => {
    const first = await keyed("first");
    expect(first.status, first.text).to.equal(200);
    expect(first.headers.get("idempotent-replayed")).to.equal(null);
    const { size } = await spineOf(node);
    // The order of members is no difference.
    const again = await keyed("first", { inputs: { a: 3, m: 2 }, operators: ["NM19"] });
    expect(again.text).to.equal(first.text);
    expect(again.headers.get("idempotent-replayed")).to.equal("true");
    expect((await spineOf(node)).size).to.equal(size);
  });

  it("another body under the key: 422, and nothing is sealed", async () => {
    await keyed("second");
    const { size } = await spineOf(node);
    expectProblem(
      await keyed("second", { ...REQUEST, inputs: { m: 2, a: 4 } }),
      422,
      "IDEMPOTENCY_KEY_REUSED",
    );
    expect((await spineOf(node)).size).to.equal(size);
  });

  it("a refused request leaves its key free", async () => {
    expect(
      (await keyed("third", { operators: ["NM19"], inputs: { m: 2 } })).body["value"],
    ).to.equal(null);
    expect((await keyed("third")).body["value"]).to.equal(6);
  });

  it("a malformed key is refused", async () => {
    expectProblem(await keyed("x".repeat(256)), 400, "INVALID_IDEMPOTENCY_KEY");
  });

  it("many at once under one key: one seal", async () => {
    const { size } = await spineOf(node);
    const replies = await Promise.all(Array.from({ length: 16 }, () => keyed("crowd")));
    const done = replies.filter((reply) => reply.status === 200);
    expect(new Set(done.map((reply) => reply.text)).size).to.equal(1);
    for (const reply of replies)
      if (reply.status !== 200) expectProblem(reply, 409, "IDEMPOTENCY_IN_PROGRESS");
    expect((await spineOf(node)).size).to.equal(size + 1);
  });

  it("the key survives a restart, and a kill right after the answer", async () => {
    const kept = await keyed("kept");
    const receipt = textOf(kept.body, "receipt_id");
    expect(await node.stop()).to.equal(0);
    node = await start();
    const restarted = await keyed("kept");
    expect(restarted.text).to.equal(kept.text);
    expect(restarted.headers.get("idempotent-replayed")).to.equal("true");
    const killed = await keyed("killed");
    await node.kill();
    node = await start();
    const { size } = await spineOf(node);
    const repeated = await keyed("killed");
    expect(repeated.text).to.equal(killed.text);
    expect((await spineOf(node)).size).to.equal(size);
    expect((await call(node, "POST", "/api/calc/verify", { receipt_id: receipt })).body).to.include(
      { valid: true },
    );
  });

  it("SIGKILL while requests are under way: repeated with their keys, each is sealed once", async () => {
    const { size } = await spineOf(node);
    const keys = Array.from({ length: 40 }, (_, i) => `cut-${i}`);
    const cut = keys.map((key) =>
      keyed(key).then(
        (reply) => reply.body,
        () => null,
      ),
    );
    // The kill falls between the first answers and the last.
    await Promise.any(cut);
    await node.kill();
    const answered = await Promise.all(cut);
    node = await start();
    const repeated = await Promise.all(keys.map((key) => keyed(key)));
    const ids = repeated.map((reply) => textOf(reply.body, "receipt_id"));
    expect(new Set(ids).size).to.equal(keys.length);
    answered.forEach((body, i) => {
      if (body !== null) expect(body["receipt_id"]).to.equal(ids[i]);
    });
    const again = await Promise.all(keys.map((key) => keyed(key)));
    expect(again.map((reply) => reply.text)).to.deep.equal(repeated.map((reply) => reply.text));
    expect((await spineOf(node)).size).to.be.within(size + 1, size + keys.length);
    await sealed(node, REQUEST);
  });
});
