/**
 * A log of elsewhere, which speaks C2SP over HTTP and nothing else, is cosigned by a node: each
 * status of tlog-witness, and the monitoring read. The log is a program in Python without any code
 * of this project; skipped where there is no Python.
 */
import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { call, jsonOf, textOf } from "../../kit/requests.js";

const run = promisify(execFile);
const PEER = "scripts/seal/tlog_peer.py";
const hasPython = spawnSync("python3", ["-c", "import cryptography"]).status === 0;

(hasPython ? describe : describe.skip)("a node as the witness of a log of elsewhere", () => {
  const dir = temporaryDir("tlog-witness");
  let node: RunningNode;
  before(async () => {
    const { stdout } = await run("python3", [PEER, "key"]);
    const env = { CALC_WITNESS_LOGS: stdout.trim() };
    node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"], env });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  it("answers as tlog-witness asks, with lines that the log can verify", async () => {
    const { body } = await call(node, "GET", "/api/witness/status");
    const url = `${node.api.http}/api/witness`;
    const { stdout } = await run("python3", [PEER, "log", url, textOf(body, "key")]);
    expect(jsonOf(stdout)).to.deep.equal([
      ["nothing was cosigned yet", 404, true],
      ["another log", 404, true],
      ["signed by another key", 403, true],
      ["no question", 400, true],
      ["an empty log with a root", 422, true],
      ["an empty log", 200, true],
      ["from nothing with a proof", 422, true],
      ["from nothing", 200, true],
      ["the same again", 200, true],
      ["an old size above the new one", 400, true],
      ["an old size that is not the last", 409, true],
      ["without a proof", 422, true],
      ["with a false proof", 422, true],
      ["another root of the same size", 422, true],
      ["with its proof", 200, true],
      ["a smaller size", 409, true],
      ["all of it", 200, true],
      ["what was cosigned last", 200, true],
    ]);
  });
});
