/**
 * How soon daemons that begin at the same moment have met and hold each other's spines, while other
 * processes keep every core busy.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { availableParallelism } from "node:os";
import { Cluster } from "../../devnet/cluster.js";
import { temporaryDir } from "../../devnet/daemons.js";
import type { RunningNode } from "../../devnet/daemons.js";
import { call, delay } from "../meshSpread.js";
import type { Row } from "../report.js";

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
function isJoined({ peers, spines }: Status, others: number, keep: string): boolean {
  return peers >= others && (keep === "share" || spines.kept >= others);
}

/** @returns milliseconds of this process's clock at which each was seen to have joined */
async function joins(nodes: readonly RunningNode[], keep: string): Promise<readonly number[]> {
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

function busy(): readonly ChildProcess[] {
  const count = Number(process.env[BUSY_ENV] ?? "1") * availableParallelism();
  return Array.from({ length: count }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
}

async function together(size: number): Promise<readonly Row[]> {
  const dir = temporaryDir("together");
  const others = busy();
  const keep = process.env[KEEP_ENV] ?? "all";
  let cluster: Cluster | null = null;
  try {
    cluster = await Cluster.start({
      dir: dir.path,
      count: size,
      atOnce: true,
      args: ["--rate-limits", "off"],
      environment: new Map(
        Array.from({ length: size }, (_, n) => [n, { CALC_MESH_KEEP: keep }] as const),
      ),
    });
    const readyMs = cluster.members.map((member) => member.readyMs);
    const startedMs = performance.now() - Math.max(...readyMs);
    const joinedMs = await joins(cluster.nodes, keep);
    const name = `${size} nodes at once, ${keep}, ${others.length} processes beside`;
    const last = (times: readonly number[]): number => Math.max(...times) / MS_PER_S;
    return [
      { name: `${name}: the last is ready`, value: last(readyMs), unit: "s" },
      {
        name: `${name}: the last has joined`,
        value: last(joinedMs.map((ms) => ms - startedMs)),
        unit: "s",
        target: "under 30",
      },
      {
        name: `${name}: the last has joined after the last was ready`,
        value: last(joinedMs.map((ms) => ms - startedMs)) - last(readyMs),
        unit: "s",
      },
    ];
  } finally {
    for (const child of others) child.kill("SIGKILL");
    await cluster?.stop();
    dir.remove();
  }
}

export async function benchTogether(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const size of (process.env[SIZES_ENV] ?? "12").split(",").map(Number))
    rows.push(...(await together(size)));
  return rows;
}
