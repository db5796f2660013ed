import { expect } from "chai";
import { NDJSON_TYPE } from "../../api/contract/definition/preEncoded.js";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { openStore } from "../../storage/store.js";
import { call, force, sealed, type Fields } from "../kit/requests.js";

const ROWS = 32;
/** So many rows are told before the kill. */
const ROWS_READ = 20;
const TABLE = {
  solver: "buckling",
  columns: { length: { from: 1, to: 4, count: ROWS } },
  inputs: { E: 210e9, I: 1e-6, ends: "pinned-pinned" },
};

describe("faults: SIGKILL in the middle of a table of a solver's jobs", () => {
  const post = (node: RunningNode, key: string) =>
    call(node, "POST", "/api/calc/compute/table", TABLE, {
      headers: { "idempotency-key": `"${key}"` },
    });

  /** Reads rows as they come until there are so many, and kills. */
  async function killedInside(node: RunningNode, key: string): Promise<void> {
    const response = await fetch(`${node.api.http}/api/calc/compute/table`, {
      method: "POST",
      headers: {
        accept: NDJSON_TYPE,
        authorization: `Bearer ${node.api.token}`,
        "content-type": "application/json",
        "idempotency-key": `"${key}"`,
      },
      body: JSON.stringify(TABLE),
    });
    let rowsRead = 0;
    const reader = response.body!.getReader();
    while (rowsRead < ROWS_READ) {
      const { done, value } = await reader.read();
      expect(done, "the table was answered before the kill").equal(false);
      rowsRead += Buffer.from(value).toString("utf8").split("\n").length - 1;
    }
    await node.kill();
    await reader.read().catch(() => undefined);
  }

  async function rowsOnDisk(dir: string): Promise<number> {
    const store = await openStore({ dir });
    try {
      return (await store.sweptRows.tables()).reduce((sum, { rows }) => sum + rows, 0);
    } finally {
      await store.close();
    }
  }

  /** Jobs that the workers of a node ran since its start. */
  async function jobsOf(node: RunningNode): Promise<number> {
    const [url] = /http:[^"\s]+\/metrics/.exec(node.output())!;
    const text = await (await fetch(url)).text();
    const counts = text.matchAll(
      /^\w*solver_duration_seconds_count\{solver="buckling".*\} (\d+)$/gm,
    );
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  const sealedOf = (body: Fields) =>
    ["rows_root", "rows_count", "value_bits", "rows", "equations", "credits"].map(
      (name) => [name, body[name]] as const,
    );

  it("goes on from the rows that were kept, to the same root, and is charged once", async () => {
    const dir = temporaryDir("sweep-kill");
    const start = () =>
      startNode({
        dataDir: dir.path,
        args: ["--rate-limits", "off", "--metrics", "127.0.0.1:0"],
      });
    let node = await start();
    try {
      await killedInside(node, "one");
      const kept = await rowsOnDisk(dir.path);
      expect(kept).within(1, ROWS - 1);
      node = await start();
      const spent = async () => Number((await call(node, "GET", "/api/ledger")).body["spent"]);
      const before = await spent();
      const resumed = await post(node, "one");
      expect(resumed.status, resumed.text).equal(200);
      // Those that are missing, and the first once more: its equations stand in the envelope.
      expect(await jobsOf(node)).equal(ROWS - kept + 1);
      const once = await spent();
      expect((await post(node, "one")).text).equal(resumed.text);
      expect(await jobsOf(node)).equal(ROWS - kept + 1);
      expect(await spent()).equal(once);
      const fresh = await post(node, "two");
      expect(fresh.body["rows_root"]).match(/^[0-9a-f]{64}$/);
      expect(sealedOf(fresh.body)).deep.equal(sealedOf(resumed.body));
      expect(once - before).greaterThan(0);
      expect((await spent()) - once).equal(once - before);
      // Rows are forgotten behind the answer: a further sealed one is written after that.
      expect((await post(node, "two")).text).equal(fresh.text);
      await sealed(node, force());
      await node.stop();
      expect(await rowsOnDisk(dir.path)).equal(0);
    } finally {
      await node.stop();
      dir.remove();
    }
  });
});
