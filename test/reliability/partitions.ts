/** Halves that cannot hear each other, and what they hold once they can. */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { genesisOf, net8 } from "../../protocol/events/topics.js";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import { Cluster } from "../../scripts/devnet/cluster.js";
import { checkAcknowledged, checkSpines, equalHeads, History, sealingClient } from "./checker.js";
import { Probe, secretIn } from "../../scripts/chaos/probe.js";
import {
  allHeld,
  checkOwners,
  claimOn,
  contestOver,
  equalNames,
  witnessesIn,
  type Contest,
} from "./contests.js";

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
  /** Waits in the end until every name that was claimed is held: some two minutes. */
  readonly untilHeld?: boolean;
}

export interface PartitionFigures {
  readonly acknowledged: number;
  /** Milliseconds from healing to equal heads, for each split. */
  readonly equalMs: readonly number[];
  /** Claims that were taken, and the longest from equal heads to equal names. */
  readonly claims: number;
  readonly namesMsMax: number;
  /** Until all names were held; null where that was not waited for. */
  readonly heldMs: number | null;
}

/** For some thousand events in each partition. */
const EQUAL_MS_MAX = 30_000;
/** From the sight that orders a claim 120 calconds pass until it is held. */
const HELD_MS_MAX = 180_000;
/** Of which one may lie. */
const WITNESSES = 4;

/** @returns one node of each side */
function divide(cluster: Cluster, split: Split): readonly [number, number] {
  const all = cluster.members.map(({ n }) => n);
  const at = split === "third" ? Math.floor(all.length / 3) : Math.floor(all.length / 2);
  const [left, right] = [all.slice(0, at), all.slice(at)];
  if (split === "one way") cluster.hold(left, right);
  else cluster.partition([left, right]);
  return [left[0]!, right[0]!];
}

/** Nodes of which every partition has some on each side. */
function witnessPlaces(nodes: number): readonly number[] {
  return Array.from({ length: WITNESSES }, (_, i) => Math.floor((i * nodes) / WITNESSES));
}

/** Events said and claimed on both sides of partitions, one after the other. */
class Rounds {
  readonly #cluster: Cluster;
  readonly #probe: Probe;
  readonly #history: History;
  readonly #options: PartitionOptions;
  readonly contests: Contest[] = [];
  readonly equalMs: number[] = [];
  claims = 0;
  namesMsMax = 0;

  constructor(cluster: Cluster, probe: Probe, history: History, options: PartitionOptions) {
    this.#cluster = cluster;
    this.#probe = probe;
    this.#history = history;
    this.#options = options;
  }

  async run(split: Split): Promise<void> {
    const { seconds, clientRestMs, equalMsMax = EQUAL_MS_MAX } = this.#options;
    const [cluster, history] = [this.#cluster, this.#history];
    const contest = await contestOver(`contested-${this.contests.length}`);
    this.contests.push(contest);
    const ending = new AbortController();
    const sides = divide(cluster, split);
    const load = cluster.members.map(({ n, node }) =>
      sealingClient(n, node!, history, ending.signal, clientRestMs),
    );
    const [claimed] = await Promise.all([
      claimOn(
        contest,
        sides.map((n) => cluster.node(n)),
      ),
      delay(1_000 * seconds),
    ]);
    // One way the other side may have heard of it before it claims itself.
    expect(claimed, `claims of ${contest.name}`).to.be.at.least(split === "one way" ? 1 : 2);
    this.claims += claimed;
    ending.abort();
    await Promise.all(load);
    cluster.heal();
    this.equalMs.push(await equalHeads(this.#probe, cluster.nodes, equalMsMax));
    this.namesMsMax = Math.max(this.namesMsMax, await equalNames(cluster.nodes, equalMsMax));
    await checkOwners(this.contests, cluster.nodes);
  }
}

export async function partitionedMesh(options: PartitionOptions): Promise<PartitionFigures> {
  const { nodes, splits, untilHeld = false } = options;
  const dir = temporaryDir("partitions");
  const nodesDir = join(dir.path, "nodes");
  const witnesses = await witnessesIn(nodesDir, witnessPlaces(nodes));
  const environment = { CALC_NETWORK_WITNESSES: witnesses.join(",") };
  const cluster = await Cluster.start({
    dir: nodesDir,
    count: nodes,
    faults: true,
    environment: new Map(Array.from({ length: nodes }, (_, n) => [n, environment] as const)),
    // Their keys exist already, and there is nobody yet who could be asked for their own heads.
    args: ["--rate-limits", "off", "--log-level", "error", "--i-am-alone"],
  });
  const history = new History(join(dir.path, "history.jsonl"));
  const network = net8(nodeCrypto, genesisOf("test", "calc", witnesses));
  const probe = await Probe.start(98, secretIn(cluster.secretFile), [], { network });
  try {
    await equalHeads(probe, cluster.nodes, EQUAL_MS_MAX);
    const rounds = new Rounds(cluster, probe, history, options);
    for (const split of splits) await rounds.run(split);
    const heldMs = untilHeld ? await allHeld(rounds.contests, cluster.nodes, HELD_MS_MAX) : null;
    await checkOwners(rounds.contests, cluster.nodes);
    const acknowledged = await checkAcknowledged(history, (n) => cluster.node(n));
    await checkSpines(cluster.nodes);
    const { equalMs, claims, namesMsMax } = rounds;
    return { acknowledged, equalMs, claims, namesMsMax, heldMs };
  } finally {
    await probe.stop();
    await cluster.stop();
    dir.remove();
  }
}
