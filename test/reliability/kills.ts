/** SIGKILL of a random node, again and again, while all of them seal. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import type { RunningNode } from "../../scripts/devnet/daemons.js";
import { Cluster } from "../../scripts/devnet/cluster.js";
import { linearGenerator } from "../kit/generator.js";
import {
  checkAcknowledged,
  checkSpines,
  equalHeads,
  History,
  readMb,
  sealingClient,
} from "./checker.js";
import { holdEvents } from "./held.js";
import { Probe, secretIn } from "../../scripts/chaos/probe.js";

export interface KillOptions {
  readonly nodes: number;
  readonly rounds: number;
  /** Between a node's being ready and the next kill. */
  readonly restMs: number;
  /** How long a killed node stays away. */
  readonly awayMs: number;
  readonly seed: number;
  /** Between an answer and the next request of each node's client. */
  readonly clientRestMs?: number;
  /** Events of others that every node holds before the first is killed. */
  readonly heldEvents?: number;
}

export interface KillFigures {
  readonly acknowledged: number;
  /** Operations whose answer never came: done or not, nobody was told. */
  readonly unknown: number;
  readonly readyMsMax: number;
  /** Most that a start read until it was ready, of a node that was killed, beyond what it holds. */
  readonly readBeyondMbMax: number;
  readonly equalMs: number;
}

/** Bytes of all files below a directory. */
function sizeMb(dir: string): number {
  const bytes = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
    .reduce((sum, size) => sum + size, 0);
  return bytes / 1_000_000;
}

/** Clients that follow their node over its restarts. */
class Load {
  readonly #history: History;
  readonly #restMs: number | undefined;
  readonly #ending = new AbortController();
  readonly #running: Promise<void>[] = [];

  constructor(history: History, restMs: number | undefined) {
    this.#history = history;
    this.#restMs = restMs;
  }

  on(n: number, node: RunningNode): void {
    this.#running.push(sealingClient(n, node, this.#history, this.#ending.signal, this.#restMs));
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#running);
  }
}

export async function killedMesh({
  nodes,
  rounds,
  restMs,
  awayMs,
  seed,
  clientRestMs,
  heldEvents = 0,
}: KillOptions): Promise<KillFigures> {
  const random = linearGenerator(seed);
  const dir = temporaryDir("kills");
  const cluster = await Cluster.start({
    dir: join(dir.path, "nodes"),
    count: nodes,
    args: ["--rate-limits", "off", "--log-level", "error"],
  });
  const history = new History(join(dir.path, "history.jsonl"));
  const load = new Load(history, clientRestMs);
  let [readyMsMax, readBeyondMbMax] = [0, 0];
  try {
    if (heldEvents > 0) await holdEvents(cluster, heldEvents);
    for (const { n, node } of cluster.members) load.on(n, node!);
    for (let round = 0; round < rounds; round += 1) {
      await delay(restMs * random());
      const n = Math.floor(nodes * random());
      await cluster.kill(n);
      await delay(awayMs);
      // On its old port at once, though the dead process left connections there.
      const heldMb = sizeMb(cluster.members[n]!.dataDir);
      const node = await cluster.restart(n);
      readBeyondMbMax = Math.max(readBeyondMbMax, readMb(node) - heldMb);
      load.on(n, node);
      readyMsMax = Math.max(readyMsMax, cluster.members[n]!.readyMs);
    }
    await delay(restMs);
    await load.end();
    return { ...(await judged(cluster, history)), readyMsMax, readBeyondMbMax };
  } finally {
    await load.end();
    await cluster.stop();
    dir.remove();
  }
}

async function judged(
  cluster: Cluster,
  history: History,
): Promise<Pick<KillFigures, "acknowledged" | "unknown" | "equalMs">> {
  const probe = await Probe.start(99, secretIn(cluster.secretFile));
  try {
    const equalMs = await equalHeads(probe, cluster.nodes, 60_000);
    const acknowledged = await checkAcknowledged(history, (n) => cluster.node(n));
    await checkSpines(cluster.nodes);
    const operations = await history.read();
    const unknown = operations.filter(({ outcome }) => outcome === "unknown").length;
    expect(operations.filter(({ outcome }) => outcome === "begun")).to.deep.equal([]);
    return { acknowledged, unknown, equalMs };
  } finally {
    await probe.stop();
  }
}
