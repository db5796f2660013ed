/**
 * Shared receipts among real daemons: sealed on one, held by three, read from any after the first
 * is gone.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { CALCOND_NS } from "../../../protocol/limits.js";
import { EPOCH_CALCONDS, EPOCH_OVERLAP_CALCONDS } from "../../../protocol/placement/epoch.js";
import { CLOCK_FILE_ENV } from "../../../scripts/devnet/preload.js";
import { clock, Probe, secretIn } from "../../../scripts/chaos/probe.js";
import { startNode, temporaryDir, writeMeshSecret } from "../../../scripts/devnet/daemons.js";
import type { RunningNode } from "../../../scripts/devnet/daemons.js";
import { call, force, numberOf, sealed, textOf } from "../../kit/requests.js";

const NODES = 4;
const SHARDS = 256;
const HOLDERS = 3;
const POLL_MS = 200;
/** Longer than the test and what comes before it take: some three minutes. */
const TEST_CALCONDS = 240;
const MS_PER_CALCOND = Number(CALCOND_NS) / 1e6;

/**
 * By how much the clocks of all nodes are put forward, so that holders do not change meanwhile:
 * while they do, those before hold on beside those after them, and that there are enough claims
 * does not say that every receipt is held.
 */
function forwardMs(nowMs: number): number {
  const into = Math.floor(nowMs / MS_PER_CALCOND) % EPOCH_CALCONDS;
  const settled = EPOCH_OVERLAP_CALCONDS + 1;
  if (into >= settled && into < EPOCH_CALCONDS - TEST_CALCONDS) return 0;
  return Math.ceil(((settled - into + EPOCH_CALCONDS) % EPOCH_CALCONDS) * MS_PER_CALCOND);
}

async function shardsHeld(nodes: readonly RunningNode[]): Promise<number> {
  let held = 0;
  for (const node of nodes)
    held += numberOf((await call(node, "GET", "/api/mesh/status")).body, "shardsHeld");
  return held;
}

/**
 * Receipts that fewer of the nodes have themselves than would be left of three holders if one is
 * gone.
 */
async function lacking(
  probe: Probe,
  nodes: readonly RunningNode[],
  ids: readonly string[],
): Promise<number> {
  let count = 0;
  for (const id of ids) {
    let copies = 0;
    for (const node of nodes) if (await probe.holds(node, id)) copies += 1;
    if (copies < HOLDERS - 1) count += 1;
  }
  return count;
}

async function receipt(node: RunningNode, id: string): Promise<number> {
  return (await call(node, "GET", `/api/receipts/${id}`, undefined, { key: null })).status;
}

describe("shared receipts among four daemons", () => {
  const dir = temporaryDir("shared");
  const secret = writeMeshSecret(dir.path);
  const clockFile = join(dir.path, "clock");
  const forward = forwardMs(Date.now());
  writeFileSync(clockFile, String(forward));
  const preload = fileURLToPath(new URL("../../../scripts/devnet/preload.js", import.meta.url));
  const running: RunningNode[] = [];
  let probe: Probe | null = null;
  after(async () => {
    await probe?.stop();
    await Promise.all(running.map((node) => node.stop()));
    dir.remove();
  });

  async function start(name: string, bootstrap: readonly string[]): Promise<RunningNode> {
    const env = { NODE_OPTIONS: `--import ${preload}`, [CLOCK_FILE_ENV]: clockFile };
    const node = await startNode({
      dataDir: join(dir.path, name),
      env,
      args: [
        "--network",
        "test",
        "--mesh-secret-file",
        secret,
        "--rate-limits",
        "off",
        ...(bootstrap.length === 0 ? [] : ["--bootstrap", bootstrap.join(",")]),
      ],
    });
    running.push(node);
    return node;
  }

  it("are answered by every node once their own is killed; private ones are not", async () => {
    const first = await start("0", []);
    const rest = await Promise.all(["1", "2", "3"].map((name) => start(name, first.api.p2p)));
    // A node claims a shard when it has evened it out with the other holders.
    while ((await shardsHeld([first, ...rest])) < HOLDERS * SHARDS) await delay(POLL_MS);
    const ids: string[] = [];
    for (let i = 0; i < 8; i += 1)
      ids.push(textOf(await sealed(first, force("shared")), "receipt_id"));
    // A solver's receipt is one like any other: another node runs the simulation again, bit for
    // bit.
    const run = await call(first, "POST", "/api/calc/predator-prey", {
      alpha: 0.9,
      beta: 0.3,
      gamma: 0.5,
      delta: 0.11,
      x0: 7,
      y0: 3,
      t_end: 9,
      visibility: "shared",
      fields: "none",
    });
    ids.push(textOf(run.body, "receipt_id"));
    const secretId = textOf(await sealed(first, force("private")), "receipt_id");
    // A sealed shard is given to its holders behind the answer.
    const ahead = BigInt(forward) * 1_000_000n;
    probe = await Probe.start(61, secretIn(secret), [], {
      follows: [],
      clock: { ...clock, nowNs: () => clock.nowNs() + ahead },
    });
    while ((await lacking(probe, rest, ids)) > 0) await delay(POLL_MS);
    expect(running).to.have.length(NODES);
    first.child.kill("SIGKILL");
    running.shift();
    for (const id of ids) {
      const bodies = new Set<string>();
      for (const node of rest) {
        const { status, text } = await call(node, "GET", `/api/receipts/${id}`, undefined, {
          key: null,
        });
        expect(status, text).to.equal(200);
        bodies.add(text);
        const verdict = await call(node, "POST", "/api/calc/verify", JSON.parse(text));
        expect(verdict.body["valid"], verdict.text).to.equal(true);
      }
      expect(bodies.size).to.equal(1);
    }
    for (const node of rest) expect(await receipt(node, secretId)).to.equal(404);
  });
});
