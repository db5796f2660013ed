/**
 * Whether a node is ready follows its clock by itself: whoever asks only ready nodes sends nothing
 * else that would find out.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { EXIT } from "../../api/cli/exitCodes.js";
import { CLOCK_FILE_ENV } from "../../scripts/devnet/preload.js";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { calc } from "../kit/calc.js";
import { call, force, sealed } from "../kit/requests.js";

const HOUR_MS = 3_600_000;
const preload = fileURLToPath(new URL("../../scripts/devnet/preload.js", import.meta.url));

describe("readiness and the clock", () => {
  const dir = temporaryDir("ready-clock");
  const clockFile = join(dir.path, "clock");
  let node: RunningNode | null = null;
  after(async () => {
    await node?.stop();
    dir.remove();
  });

  const setClock = (offsetMs: number): void => {
    writeFileSync(clockFile, String(offsetMs));
  };
  const start = async (): Promise<void> => {
    const env = { NODE_OPTIONS: `--import ${preload}`, [CLOCK_FILE_ENV]: clockFile };
    node = await startNode({
      dataDir: join(dir.path, "data"),
      env,
      args: ["--rate-limits", "off"],
    });
  };
  /** The clock is read from its file twenty times a second. */
  const becomes = async (status: number): Promise<Readonly<Record<string, unknown>>> => {
    for (;;) {
      const answer = await call(node!, "GET", "/api/ready");
      if (answer.status === status) return answer.body;
    }
  };

  const computesUntil = async (reason: string | undefined): Promise<void> => {
    for (;;) {
      const { body, status, text } = await call(node!, "POST", "/api/calc/compute", force());
      expect(status, text).to.equal(200);
      if (body["unsealed_reason"] === reason) return;
      expect([undefined, "CLOCK_BACKWARDS"]).to.include(body["unsealed_reason"]);
    }
  };

  /** The clock is read from its file twenty times a second. */
  const isAhead = async (): Promise<void> => {
    for (;;) {
      const { body } = await call(node!, "GET", "/api/calc/pulse");
      if (Number(body["unix_ns"]) / 1e6 > Date.now() + HOUR_MS / 2) return;
    }
  };

  it("set back behind the last seal: 503 without a computation, and 200 when it has caught up", async () => {
    setClock(0);
    await start();
    await sealed(node!, force());
    expect((await call(node!, "GET", "/api/ready")).status).to.equal(200);
    setClock(-HOUR_MS);
    expect((await becomes(503))["reasons"]).to.deep.equal(["clock"]);
    await computesUntil("CLOCK_BACKWARDS");
    setClock(0);
    await becomes(200);
    await computesUntil(undefined);
  });

  it("a start with such a clock: 503 from the first answer on", async () => {
    await node!.stop();
    setClock(-HOUR_MS);
    await start();
    const { status, body } = await call(node!, "GET", "/api/ready");
    expect([status, body["reasons"]]).to.deep.equal([503, ["clock"]]);
    setClock(0);
    await becomes(200);
  });

  it("ahead and set right again: calc clock says what is held and how to go on", async () => {
    // At its start: a clock that is set while the node runs stops sealing at once.
    await node!.stop();
    setClock(HOUR_MS);
    await start();
    await isAhead();
    await sealed(node!, force());
    await node!.stop();
    const held = await calc(["clock", "--data-dir", join(dir.path, "data")]);
    expect(held.code, held.err).to.equal(EXIT.refused);
    expect(held.out)
      .to.match(/ahead {8}(?:59|60) minutes/)
      .and.match(/held {9}events \d+ to \d+ of the spine, from \d{4}-/)
      .and.contain("Wait.")
      .and.contain("Restore a backup from before");
    setClock(0);
    await start();
    expect((await call(node!, "GET", "/api/ready")).body["reasons"]).to.deep.equal(["clock"]);
    const { code, err } = await calc(["clock", "--data-dir", join(dir.path, "data")]);
    expect([code, err.includes("another process is using the data directory")]).to.deep.equal([
      EXIT.locked,
      true,
    ]);
  });
});
