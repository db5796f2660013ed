/** A stranger with the secret and without credits says a whole dispute about a job that nobody paid for. */
import { expect } from "chai";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { NETWORK, nowCalcond, Probe, secretIn } from "../../scripts/chaos/probe.js";
import { poison } from "../../scripts/market/strangers.js";
import { Cluster } from "../../scripts/devnet/cluster.js";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import { fieldsOf, textOf } from "../kit/requests.js";
import { until } from "./checker.js";
import { asked, contributing, CONTRIBUTOR_ENV, endOfJob, openJob } from "./marketWork.js";
import { Stranger } from "./strangers.js";

const [ASKER, WORKERS] = [0, [1, 2]] as const;
const POISONS = 5;
const HEARD_MS = 60_000;

describe("reliability: strangers in the market of real daemons", () => {
  const dir = temporaryDir("market-strangers");
  let cluster: Cluster;
  let probe: Probe;
  before(async () => {
    cluster = await Cluster.start({
      dir: dir.path,
      count: 1 + WORKERS.length,
      args: ["--log-level", "warn"],
      environment: new Map(WORKERS.map((n) => [n, CONTRIBUTOR_ENV])),
    });
    await contributing(cluster, WORKERS);
    probe = await Probe.start(300, secretIn(cluster.secretFile));
    for (const node of cluster.nodes) await probe.join(node);
    await probe.open();
  });
  after(async () => {
    await probe.stop();
    await cluster.stop();
    dir.remove();
  });

  async function done(n: number): Promise<unknown> {
    const node = cluster.node(ASKER);
    return (await endOfJob(node, await openJob(node, n)))["state"];
  }

  it("hold up no honest job, neither while they are there nor over a restart", async () => {
    expect(await done(1)).to.equal("done");
    const status = await asked(cluster.node(ASKER), "GET", "/api/contribute/status");
    const heard: string[] = [];
    for (let n = 0; n < POISONS; n += 1) {
      const [asker, contributor, challenger, executor] = await Promise.all(
        ["asker", "contributor", "challenger", "executor"].map((part) =>
          Stranger.begin(probe, `${part} ${n}`),
        ),
      );
      const parts = {
        asker: asker!,
        contributor: contributor!,
        challenger: challenger!,
        executor: executor!,
      };
      const events = await poison(parts, {
        net: NETWORK,
        calcond: nowCalcond(),
        engineVersion: textOf(status, "engineVersion"),
        chain: ["KO42", "NM19"],
        inputsHash: nodeCrypto.sha256Hex(`inputs that never come ${n}`),
        // Every other one makes sense, as far as a stranger can tell.
        isWhole: n % 2 === 1,
      });
      heard.push(events.at(-1)!.event.header.author);
    }
    for (const node of cluster.nodes)
      await until("every daemon holds what the strangers said", HEARD_MS, async () => {
        const authors = new Set((await probe.tips(node)).map(([author]) => author));
        return heard.every((author) => authors.has(author));
      });
    expect(await done(2)).to.equal("done");
    for (const n of [ASKER, ...WORKERS]) await cluster.restart(n);
    expect(await done(3)).to.equal("done");
    for (const node of cluster.nodes) {
      const market = fieldsOf(await asked(node, "GET", "/api/mesh/status"), "market");
      expect(market["withheld"]).to.equal(0);
      expect(Number(market["jobs"])).to.be.at.least(2 + POISONS);
    }
  });
});
