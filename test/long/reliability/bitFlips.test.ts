/**
 * R5: one bit flipped in any file of the database of a daemon that did everything and has peers,
 * 500 times, and daemons that are started on such files.
 */
import { join } from "node:path";
import { expect } from "chai";
import { temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { Cluster } from "../../../scripts/devnet/cluster.js";
import { generator } from "../../kit/generator.js";
import { call, textOf } from "../../kit/requests.js";
import { until } from "../../reliability/checker.js";
import { expectRepaired, FlippedDirectory } from "../../reliability/bitFlips.js";
import {
  asked,
  contribute,
  endOfJob,
  knowsContributors,
  openJob,
} from "../../reliability/marketWork.js";
import { print, shareOf } from "./share.js";

const SEED = 20_261_128;
const FLIPS = shareOf(500);
const STARTS = shareOf(20);
const RECEIPTS = 40;
const JOBS = 3;
const SEALING_MS = 120_000;

async function seals(node: RunningNode): Promise<boolean> {
  const request = { operators: ["KO42"], inputs: {} };
  return (await asked(node, "POST", "/api/calc/compute", request))["receipt_id"] !== undefined;
}

describe("reliability, long: one flipped bit in any file of the database", () => {
  const dir = temporaryDir("flips");
  const origin = join(dir.path, "node-0");
  const receipts = new Map<string, string>();
  let cluster: Cluster;
  before(async () => {
    const args = ["--rate-limits", "off", "--log-level", "warn"];
    cluster = await Cluster.start({ dir: dir.path, count: 3, args });
    const [first, ...others] = cluster.nodes;
    let node = first!;
    for (const one of others) await contribute(one);
    await knowsContributors(node, others.length);
    for (let n = 0; n < JOBS; n += 1) await endOfJob(node, await openJob(node, n));
    for (let n = 0; n < RECEIPTS; n += 1) {
      const visibility = n % 2 === 0 ? "private" : "shared";
      const request = { operators: ["NM19"], inputs: { m: 1 + n, a: 2 }, visibility };
      const id = textOf(await asked(node, "POST", "/api/calc/compute", request), "receipt_id");
      receipts.set(id, (await call(node, "GET", `/api/receipts/${id}`)).text);
      if (n === RECEIPTS / 2) {
        // A record in the log becomes a table at the next start.
        await cluster.stopNode(0);
        node = await cluster.restart(0);
        // Its peers are asked for its own head first.
        await until("sealing again", SEALING_MS, () => seals(node));
      }
    }
    await cluster.stopNode(0);
  });
  after(async () => {
    await cluster.stop();
    dir.remove();
  });

  for (const [everyFile, where] of [
    [false, "in any byte"],
    [true, "in any file"],
  ] as const)
    it(`${where}, ${FLIPS} times: nothing wrong is read, and the files are as they were`, async () => {
      const directory = new FlippedDirectory(origin, join(dir.path, "copy"));
      const figures = await directory.run(FLIPS, generator(SEED), everyFile);
      print({ where, ...figures });
      expectRepaired(figures);
    });

  it(`and a daemon started on them serves every receipt as it was, ${STARTS} times`, async () => {
    const directory = new FlippedDirectory(origin, join(dir.path, "copy"));
    const random = generator(SEED + 1);
    let served = 0;
    for (let start = 0; start < STARTS; start += 1) {
      const node = await cluster.startOn(0, await directory.damaged(random));
      for (const [id, text] of receipts) {
        const reply = await call(node, "GET", `/api/receipts/${id}`);
        expect(reply.status, reply.text).to.equal(200);
        expect(reply.text).to.equal(text);
        served += 1;
      }
      expect(await asked(node, "GET", "/api/ledger/audit")).to.include({ ok: true });
      await cluster.stopNode(0);
    }
    print({ starts: STARTS, served });
  });
});
