/** A mesh that nobody disturbs: everything said is heard by all. */
import { expect } from "chai";
import { temporaryDir } from "../../scripts/devnet.js";
import { Cluster } from "../../scripts/devnetCluster.js";
import { Probe, secretIn } from "../../scripts/chaos/probe.js";
import { checkSpines, equalHeads, verdicts } from "./checker.js";
import { Talk } from "./talk.js";
import type { TalkFigures } from "./talk.js";

export interface SteadyOptions {
  readonly nodes: number;
  readonly seconds: number;
  readonly eventsPerSecond: number;
}

export interface SteadyFigures extends TalkFigures {
  readonly equalMs: number;
}

/** One probe at each node both says and hears. */
export async function steadyMesh({ nodes, seconds, eventsPerSecond }: SteadyOptions): Promise<SteadyFigures> {
  const dir = temporaryDir("steady");
  const cluster = await Cluster.start({
    dir: dir.path, count: nodes, args: ["--metrics", "127.0.0.1:0", "--log-level", "error"],
  });
  const probes: Probe[] = [];
  try {
    const secret = secretIn(cluster.secretFile);
    for (const node of cluster.nodes) {
      const probe = await Probe.start(probes.length, secret);
      probes.push(probe);
      await probe.join(node);
    }
    const talk = await Talk.open(probes);
    const figures = await talk.run(1_000 / eventsPerSecond, (said) => said < seconds * eventsPerSecond);
    const equalMs = await equalHeads(probes[0]!, cluster.nodes, 30_000);
    for (const node of cluster.nodes) {
      expect(await verdicts(node, "reject"), "messages refused").to.equal(0);
      expect(await verdicts(node, "accept")).to.be.at.least(figures.said);
    }
    await checkSpines(cluster.nodes);
    return { ...figures, equalMs };
  } finally {
    await Promise.all(probes.map((probe) => probe.stop()));
    await cluster.stop();
    dir.remove();
  }
}
