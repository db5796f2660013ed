/** Halves that cannot hear each other, and what they hold once they can. */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { temporaryDir } from "../../scripts/devnet.js";
import { Cluster } from "../../scripts/devnetCluster.js";
import { checkAcknowledged, checkSpines, equalHeads, History, sealingClient } from "./checker.js";
import { Probe, secretIn } from "../../scripts/chaos/probe.js";

export type Split = "half" | "third" | "one way";

export interface PartitionOptions {
  readonly nodes: number;
  readonly splits: readonly Split[];
  /** How long each lasts. */
  readonly seconds: number;
  /** Between an answer and the next request of each node's client. */
  readonly clientRestMs?: number;
  /** Heads have to be equal so long after the links are open again; EQUAL_MS_MAX when left out. */
  readonly equalMsMax?: number;
}

export interface PartitionFigures {
  readonly acknowledged: number;
  /** Milliseconds from healing to equal heads, for each split. */
  readonly equalMs: readonly number[];
}

/** For some thousand events in each partition. */
export const EQUAL_MS_MAX = 30_000;

function divide(cluster: Cluster, split: Split): void {
  const all = cluster.members.map(({ n }) => n);
  const at = split === "third" ? Math.floor(all.length / 3) : Math.floor(all.length / 2);
  const [left, right] = [all.slice(0, at), all.slice(at)];
  if (split === "one way") cluster.hold(left, right);
  else cluster.partition([left, right]);
}

export async function partitionedMesh(
  { nodes, splits, seconds, clientRestMs, equalMsMax = EQUAL_MS_MAX }: PartitionOptions,
): Promise<PartitionFigures> {
  const dir = temporaryDir("partitions");
  const cluster = await Cluster.start({
    dir: join(dir.path, "nodes"), count: nodes, faults: true,
    args: ["--rate-limits", "off", "--log-level", "error"],
  });
  const history = new History(join(dir.path, "history.jsonl"));
  const probe = await Probe.start(98, secretIn(cluster.secretFile));
  const equalMs: number[] = [];
  try {
    await equalHeads(probe, cluster.nodes, EQUAL_MS_MAX);
    for (const split of splits) {
      const ending = new AbortController();
      divide(cluster, split);
      const load = cluster.members.map(({ n, node }) =>
        sealingClient(n, node!, history, ending.signal, clientRestMs));
      await delay(1_000 * seconds);
      ending.abort();
      await Promise.all(load);
      cluster.heal();
      equalMs.push(await equalHeads(probe, cluster.nodes, equalMsMax));
    }
    const acknowledged = await checkAcknowledged(history, (n) => cluster.node(n));
    await checkSpines(cluster.nodes);
    return { acknowledged, equalMs };
  } finally {
    await probe.stop();
    await cluster.stop();
    dir.remove();
  }
}
