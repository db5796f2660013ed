/** What a node kept for idempotency keys is gone a day later, also where it was down meanwhile. */
import { expect } from "chai";
import { startNode, temporaryDir } from "../../../scripts/devnet/daemons.js";
import { buckets } from "../../../storage/records/buckets.js";
import { openStore, type Store } from "../../../storage/store.js";
import { scan } from "../../../storage/kv/table.js";
import { call, textOf } from "../../kit/requests.js";

const REQUEST = { operators: ["NM19"], inputs: { m: 2, a: 3 } };
/** More than are forgotten at once. */
const OLD = 600;
const ROUNDS_MAX = 20;

async function left(store: Store): Promise<readonly [answers: number, records: number]> {
  let [answers, records] = [0, 0];
  for await (const [, kept] of scan(store.kv, buckets.answers)) {
    answers += kept.all().length;
    records += 1;
  }
  return [answers, records];
}

describe("answers kept for idempotency keys", () => {
  const dir = temporaryDir("kept-answers");
  after(() => dir.remove());
  const keyed = (node: Awaited<ReturnType<typeof startNode>>) =>
    call(node, "POST", "/api/calc/compute", REQUEST, {
      headers: { "idempotency-key": "of-today" },
    });

  it("are forgotten after a day by the next start, and those of today are not", async () => {
    const first = await startNode({ dataDir: dir.path });
    const given = await keyed(first);
    await first.stop();
    const old = await openStore({ dir: dir.path });
    await old.write(
      Array.from({ length: OLD }, (_, i) =>
        old.idempotency.putOps(2_000_000_000 + i, [
          {
            scope: `somebody of-long-ago-${i}`,
            fingerprint: "f".repeat(64),
            answer: { status: 200, shape: null, body: "{}" },
          },
        ]),
      ).flat(),
    );
    expect(await left(old)).to.deep.equal([OLD + 1, OLD + 1]);
    await old.close();
    let now: readonly [number, number] = [0, 0];
    for (let round = 0; now[1] !== 1 && round < ROUNDS_MAX; round += 1) {
      const node = await startNode({ dataDir: dir.path });
      const again = await keyed(node);
      expect(again.headers.get("idempotent-replayed")).to.equal("true");
      expect(textOf(again.body, "receipt_id")).to.equal(textOf(given.body, "receipt_id"));
      expect(again.body).to.deep.equal(given.body);
      await node.stop();
      const store = await openStore({ dir: dir.path });
      now = await left(store);
      await store.close();
    }
    expect(now).to.deep.equal([1, 1]);
  });
});
