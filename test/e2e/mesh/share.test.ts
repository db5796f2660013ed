/** Two daemons that keep a share of the spines: one has the receipt of a spine that it does not keep. */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { startNode, temporaryDir, writeMeshSecret } from "../../../scripts/devnet/daemons.js";
import type { RunningNode } from "../../../scripts/devnet/daemons.js";
import { call, fieldsOf, force, numberOf, sealed, textOf, type Reply } from "../../kit/requests.js";

const STATUS = "/api/mesh/status";

/** A node tells nobody when it has met another one: it is asked. */
async function until(
  node: RunningNode,
  path: string,
  holds: (reply: Reply) => boolean,
): Promise<Reply> {
  for (;;) {
    const reply = await call(node, "GET", path);
    if (holds(reply)) return reply;
    await delay(200);
  }
}

describe("daemons that keep a share of the spines", () => {
  const dir = temporaryDir("share");
  const running: RunningNode[] = [];
  after(async () => {
    await Promise.all(running.map((node) => node.stop()));
    dir.remove();
  });

  const start = async (name: string, bootstrap: readonly string[]): Promise<RunningNode> => {
    const node = await startNode({
      dataDir: join(dir.path, name),
      args: ["--mesh-secret-file", secret, ...bootstrap.flatMap((one) => ["--bootstrap", one])],
      env: { CALC_MESH_KEEP: "share" },
    });
    running.push(node);
    return node;
  };
  const secret = writeMeshSecret(dir.path);

  it("prove a receipt of a spine that is not kept in one round trip to who keeps it", async () => {
    const keeper = await start("keeper", []);
    const author = await start("author", keeper.api.p2p);
    const receipt = textOf(await sealed(author, force("shared")), "receipt_id");
    const path = `/api/witness/standing/${receipt}`;
    const found = await until(keeper, path, ({ status }) => status === 200);
    expect(found.body).to.include({ standing: "sealed" });
    expect(fieldsOf(found.body, "header")).to.include({ kind: "seal" });
    const spines = (reply: Reply): number => numberOf(fieldsOf(reply.body, "spines"), "kept");
    // Of the node that it was told of by its operator the author keeps the spine.
    await until(author, STATUS, (reply) => spines(reply) === 1);
    // The author's key shows no work, and nobody named it: nothing of its spine was written down.
    expect(spines(await call(keeper, "GET", STATUS))).to.equal(0);
  });
});
