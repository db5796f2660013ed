/**
 * How soon daemons that begin at the same moment have met and hold each other's spines, while other
 * processes keep every core busy.
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import type { Cluster } from "../../devnet/cluster.js";
import type { RunningNode } from "../../devnet/daemons.js";
import { call, delay } from "../meshSpread.js";
import type { Row } from "../report.js";
import { benchMeshes } from "./meshes.js";
import type { Keep, Measure } from "./meshes.js";

const SIZES_ENV = "TOGETHER_NODES";
/** Processes that do nothing but use a core, for each core. */
const BUSY_ENV = "TOGETHER_BUSY";
const KEEP_ENV = "TOGETHER_KEEP";
const LOOK_MS = 1_000;
const JOINED_MS_MAX = 120_000;
const MS_PER_S = 1_000;

interface Status {
  readonly peers: number;
  readonly spines: { readonly kept: number };
}

/** Who keeps a share holds some of the spines only. */
function isJoined({ peers, spines }: Status, others: number, keep: Keep): boolean {
  return peers >= others && (keep === "share" || spines.kept >= others);
}

/** @returns milliseconds of this process's clock at which each was seen to have joined */
async function joins(nodes: readonly RunningNode[], keep: Keep): Promise<readonly number[]> {
  const at = new Map<RunningNode, number>();
  const waiting = new Map<RunningNode, string>();
  const untilMs = performance.now() + JOINED_MS_MAX;
  while (at.size < nodes.length && performance.now() < untilMs) {
    for (const node of nodes) {
      if (at.has(node)) continue;
      const status = (await call(node, "/api/mesh/status")) as Status;
      if (isJoined(status, nodes.length - 1, keep)) at.set(node, performance.now());
      else waiting.set(node, `${status.peers} peers, ${status.spines.kept} spines`);
    }
    await delay(LOOK_MS);
  }
  for (const [node, how] of waiting)
    if (!at.has(node)) process.stdout.write(`${node.api.http} has not joined: ${how}\n`);
  return nodes.map((node) => at.get(node) ?? Number.POSITIVE_INFINITY);
}

/** How many processes that keep cores busy. */
function busyCount(): number {
  return Number(process.env[BUSY_ENV] ?? "1") * availableParallelism();
}

/** @returns what ends them */
function beBusy(): () => void {
  const others = Array.from({ length: busyCount() }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  return () => {
    for (const child of others) child.kill("SIGKILL");
  };
}

async function joined({ members, nodes }: Cluster, keep: Keep): Promise<readonly Measure[]> {
  const readyMs = members.map((member) => member.readyMs);
  const startedMs = performance.now() - Math.max(...readyMs);
  const last = (times: readonly number[]): number => Math.max(...times) / MS_PER_S;
  const ready = last(readyMs);
  const all = last((await joins(nodes, keep)).map((ms) => ms - startedMs));
  return [
    ["the last is ready", ready, "s"],
    ["the last has joined", all, "s", "under 30"],
    ["the last has joined after the last was ready", all - ready, "s"],
  ];
}

export async function benchTogether(): Promise<readonly Row[]> {
  return benchMeshes({
    sizesEnv: SIZES_ENV,
    keepEnv: KEEP_ENV,
    sizes: "12",
    title: (size, keep) => `${size} nodes at once, ${keep}, ${busyCount()} processes beside`,
    options: { atOnce: true },
    beside: beBusy,
    measure: joined,
  });
}
