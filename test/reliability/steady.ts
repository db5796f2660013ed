/** A mesh that nobody disturbs: everything said is heard by all. */
import { expect } from "chai";
import { setTimeout as delay } from "node:timers/promises";
import { temporaryDir } from "../../scripts/devnet.js";
import { Cluster } from "../../scripts/devnetCluster.js";
import { checkSpines, equalHeads, percentile, until, verdicts } from "./checker.js";
import { digestBody, eventIdIn, Probe, secretIn } from "../../scripts/chaos/probe.js";

export interface SteadyOptions {
  readonly nodes: number;
  readonly seconds: number;
  readonly eventsPerSecond: number;
}

export interface SteadyFigures {
  readonly said: number;
  /** Events heard, of said times the probes that did not say them. */
  readonly heard: number;
  readonly wanted: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
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
    const figures = await conversation(probes, cluster, seconds * eventsPerSecond, 1_000 / eventsPerSecond);
    for (const node of cluster.nodes) {
      expect(await verdicts(node, "reject"), "messages refused").to.equal(0);
      expect(await verdicts(node, "accept")).to.be.at.least(figures.said);
    }
    await checkSpines(cluster.nodes);
    return figures;
  } finally {
    await Promise.all(probes.map((probe) => probe.stop()));
    await cluster.stop();
    dir.remove();
  }
}

async function conversation(
  probes: readonly Probe[], cluster: Cluster, count: number, restMs: number,
): Promise<SteadyFigures> {
  const arrivals = new Map<string, number[]>();
  for (const probe of probes) {
    probe.onArrival = ({ data, atMs }) => {
      const id = eventIdIn(data);
      if (id !== null) arrivals.get(id)?.push(atMs);
    };
  }
  for (const probe of probes) await probe.open();
  const said = new Map<string, number>();
  for (let i = 0; i < count; i += 1) {
    const probe = probes[i % probes.length]!;
    const { id, text } = await probe.append("digest", digestBody(i));
    arrivals.set(id, []);
    said.set(id, performance.now());
    await probe.publishEvent("digest", text);
    await delay(restMs);
  }
  const wanted = count * (probes.length - 1);
  const heard = (): number => [...arrivals.values()].reduce((sum, times) => sum + times.length, 0);
  // A late one is late, not lost: how late is among the figures.
  await until("the last delivery", 10_000, async () => heard() >= wanted).catch(() => undefined);
  const latencies = [...arrivals].flatMap(([id, times]) => times.map((at) => at - said.get(id)!));
  const equalMs = await equalHeads(probes[0]!, cluster.nodes, 30_000);
  return {
    said: count, heard: heard(), wanted, equalMs,
    p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99),
  };
}
