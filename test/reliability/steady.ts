/** A mesh that nobody disturbs: everything said is heard by all. */
import { join } from "node:path";
import { expect } from "chai";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import { Cluster } from "../../scripts/devnet/cluster.js";
import { ARRIVALS_FILE_ENV } from "../../scripts/devnet/arrivals.js";
import { eventIdIn, Probe, secretIn } from "../../scripts/chaos/probe.js";
import { checkSpines, equalHeads, until, verdicts, wholeMesh } from "./checker.js";
import { daemonEars, Talk } from "./talk.js";
import type { TalkFigures } from "./talk.js";

export interface SteadyOptions {
  readonly nodes: number;
  readonly seconds: number;
  readonly eventsPerSecond: number;
}

export interface SteadyFigures extends TalkFigures {
  /** Of all that was said, how much a member heard whose only neighbour has a full mesh. */
  readonly leafHeard: number;
  readonly equalMs: number;
}

const LEAF_MS_MAX = 30_000;
/** To meet two dozen others takes a daemon seconds of a processor, and all of them do at once. */
const WHOLE_MS_MAX = 120_000;
const EQUAL_MS_MAX = 30_000;

/**
 * At each node a probe says; the nodes themselves write down what they hold, and when. One more
 * probe only listens, at a node that is the entrance of all: it may hear of events with the next
 * heartbeat only, but of all.
 */
export async function steadyMesh({
  nodes,
  seconds,
  eventsPerSecond,
}: SteadyOptions): Promise<SteadyFigures> {
  const dir = temporaryDir("steady");
  const files = Array.from({ length: nodes }, (_, n) => join(dir.path, `arrivals-${n}`));
  const cluster = await Cluster.start({
    dir: dir.path,
    count: nodes,
    args: ["--metrics", "127.0.0.1:0", "--log-level", "error"],
    environment: new Map(files.map((file, n) => [n, { [ARRIVALS_FILE_ENV]: file }])),
  });
  const probes: Probe[] = [];
  try {
    const secret = secretIn(cluster.secretFile);
    const leaf = await Probe.start(nodes, secret);
    probes.push(leaf);
    await leaf.join(cluster.nodes[0]!);
    for (const [n, node] of cluster.nodes.entries()) {
      const probe = await Probe.start(n, secret, [], { follows: ["head"] });
      probes.push(probe);
      await probe.join(node);
    }
    // Steady is who joins no more: the first event is said when each daemon knows all others and
    // they hold the same.
    await wholeMesh(cluster.nodes, WHOLE_MS_MAX);
    const talk = await Talk.open(probes.slice(1), daemonEars(files));
    await equalHeads(leaf, cluster.nodes, EQUAL_MS_MAX);
    const heard = new Set<string | null>();
    leaf.onArrival = ({ data }) => {
      heard.add(eventIdIn(data));
    };
    const figures = await talk.run(
      1_000 / eventsPerSecond,
      (said) => said < seconds * eventsPerSecond,
    );
    const leafHeard = (): number => [...talk.said].filter((id) => heard.has(id)).length;
    await until(
      "the last delivery to the leaf",
      LEAF_MS_MAX,
      async () => leafHeard() >= talk.said.size,
    );
    const equalMs = await equalHeads(leaf, cluster.nodes, EQUAL_MS_MAX);
    for (const node of cluster.nodes) {
      expect(await verdicts(node, "reject"), "messages refused").to.equal(0);
      expect(await verdicts(node, "accept")).to.be.at.least(talk.said.size);
    }
    await checkSpines(cluster.nodes);
    return { ...figures, leafHeard: leafHeard(), equalMs };
  } finally {
    await Promise.all(probes.map((probe) => probe.stop()));
    await cluster.stop();
    dir.remove();
  }
}
