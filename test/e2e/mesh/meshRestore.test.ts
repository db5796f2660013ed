import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { startNode, temporaryDir, writeMeshSecret } from "../../../scripts/devnet/daemons.js";
import type { RunningNode } from "../../../scripts/devnet/daemons.js";
import { call, force, sealed, spineOf, walkSpine } from "../../kit/requests.js";

/** Asks until the answer is as wanted; the daemon's own deadlines bound it. */
async function until<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

async function ready(node: RunningNode): Promise<void> {
  await until(
    () => call(node, "GET", "/api/ready"),
    ({ status }) => status === 200,
  );
}

/** Waits until a node has linked another's spine up to a size, as it tells in its log. */
async function holds(node: RunningNode, of: RunningNode, size: number): Promise<void> {
  const fetched = /"author":"([0-9a-f]{64})".*"seq":(\d+),"msg":"a spine was fetched"/;
  await until(
    async () =>
      node
        .output()
        .split("\n")
        .some((line) => {
          const match = fetched.exec(line);
          return match?.[1] === of.api.publicKey && Number(match[2]) >= size - 1;
        }),
    (isHeld) => isHeld,
  );
}

describe("a node restored from an old copy of its data directory", () => {
  const dir = temporaryDir("restore");
  const running: RunningNode[] = [];
  after(async () => {
    await Promise.all(running.map((node) => node.stop()));
    dir.remove();
  });
  const secret = writeMeshSecret(dir.path);
  const [data, copy] = [join(dir.path, "a"), join(dir.path, "copy")];

  async function start(
    name: string,
    bootstrap: readonly string[],
    more: readonly string[] = [],
  ): Promise<RunningNode> {
    const node = await startNode({
      dataDir: join(dir.path, name),
      args: [
        "--mesh-secret-file",
        secret,
        ...(bootstrap.length === 0 ? [] : ["--bootstrap", bootstrap.join(",")]),
        ...more,
      ],
    });
    running.push(node);
    return node;
  }

  async function stop(node: RunningNode): Promise<void> {
    running.splice(running.indexOf(node), 1);
    await node.stop();
  }

  it("asks its peers, takes over what it lost, and goes on without a fork", async () => {
    const keeper = await start("b", [], ["--log-level", "debug"]);
    let node = await start("a", keeper.api.p2p);
    await sealed(node, force());
    await stop(node);
    cpSync(data, copy, { recursive: true });
    node = await start("a", keeper.api.p2p);
    await ready(node);
    for (let i = 0; i < 5; i += 1) await sealed(node, force());
    const before = await spineOf(node);
    await holds(keeper, node, before.size);
    await stop(node);
    rmSync(data, { recursive: true });
    cpSync(copy, data, { recursive: true });
    node = await start("a", keeper.api.p2p);
    const found = await until(
      () => spineOf(node),
      ({ size }) => size >= before.size,
    );
    await ready(node);
    const answer = await until(
      async () => (await call(node, "POST", "/api/calc/compute", force())).body,
      ({ receipt_id: id }) => typeof id === "string",
    );
    expect(answer["unsealed_reason"]).to.equal(undefined);
    const walked = await walkSpine(node);
    expect(walked.size).to.be.greaterThan(found.size - 1);
    await holds(keeper, node, walked.size);
    expect(keeper.output()).to.not.contain("two histories");
  });

  it("seals nothing while no peer answers, says why, and does with --i-am-alone", async () => {
    await Promise.all(running.splice(0).map((node) => node.stop()));
    let node = await start("a", []);
    const { body } = await call(node, "POST", "/api/calc/compute", force());
    expect(body["value"]).to.be.a("number");
    expect(body["receipt_id"]).to.equal(undefined);
    expect(body).to.include({ unsealed_reason: "RESTORE_GUARD", credits: 0 });
    const { status, body: why } = await call(node, "GET", "/api/ready");
    expect(status).to.equal(503);
    expect(why["reasons"]).to.deep.equal(["peers"]);
    await stop(node);
    node = await start("a", [], ["--i-am-alone"]);
    await sealed(node, force());
  });
});
