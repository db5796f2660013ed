/**
 * What daemons cost that have met and do nothing: events on their spines, bytes, processor time.
 * Bytes are those of the loopback interface: run it in a network namespace of its own.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RunningNode } from "../../devnet/daemons.js";
import type { Cluster } from "../../devnet/cluster.js";
import { call, delay, loopbackBytes, MS_PER_MINUTE, secondsOf } from "../meshSpread.js";
import type { Row } from "../report.js";
import { benchMeshes } from "./meshes.js";
import type { Measure } from "./meshes.js";

/** `dist/program/calc.js` of another build, to compare. */
const PROGRAM_ENV = "REST_PROGRAM";
const SIZES_ENV = "REST_NODES";
/** `share` for nodes that keep a share of the spines. */
const KEEP_ENV = "REST_KEEP";
/** Until all have met, and have said what they hold. */
const SETTLE_S_ENV = "REST_SETTLE_S";
const REST_S_ENV = "REST_S";
const SETTLE_S = "300";
const REST_S = "600";
const KB = 1_000;
const MB = 1e6;
const KIB = 1_024;

async function eventsOf(nodes: readonly RunningNode[]): Promise<number> {
  let events = 0;
  for (const node of nodes) {
    const { spine } = (await call(node, "/api/mesh/status")) as { spine: { size: number } };
    events += spine.size;
  }
  return events;
}

/** Pages of their own and pages of files that they share, in bytes, of one on average. */
function memoryOf(nodes: readonly RunningNode[]): { readonly own: number; readonly all: number } {
  const field = (pid: number, name: string): number =>
    KIB * Number(new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(status(pid))?.[1] ?? 0);
  const status = (pid: number): string => readFileSync(`/proc/${pid}/status`, "utf8");
  const mean = (name: string): number =>
    nodes.reduce((sum, { api }) => sum + field(api.pid, name), 0) / nodes.length;
  return { own: mean("RssAnon"), all: mean("VmRSS") };
}

/** Of the files of a data directory that are there, which compaction may remove meanwhile. */
export function diskBytes(dir: string): number {
  let bytes = 0;
  for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
    const file = statSync(join(dir, name), { throwIfNoEntry: false });
    if (file?.isFile() === true) bytes += file.size;
  }
  return bytes;
}

async function atRest({ nodes, members }: Cluster): Promise<readonly Measure[]> {
  await delay(1_000 * Number(process.env[SETTLE_S_ENV] ?? SETTLE_S));
  const restMs = 1_000 * Number(process.env[REST_S_ENV] ?? REST_S);
  const before = [await eventsOf(nodes), loopbackBytes(), secondsOf(nodes)] as const;
  await delay(restMs);
  const after = [secondsOf(nodes), loopbackBytes(), await eventsOf(nodes)] as const;
  const each = 1 / nodes.length / (restMs / MS_PER_MINUTE);
  const memory = memoryOf(nodes);
  const disk = members.reduce((sum, { dataDir }) => sum + diskBytes(dataDir), 0) / nodes.length;
  return [
    ["events of each", (after[2] - before[0]) * each, "1/min"],
    ["sent by each", ((after[1] - before[1]) * each) / KB, "kB/min", "under 40"],
    ["processor time of each", (after[0] - before[2]) * each, "s/min", "under 0.3"],
    ["memory of each alone", memory.own / MB, "MB"],
    ["with pages of files", memory.all / MB, "MB"],
    ["files of each", disk / MB, "MB"],
  ];
}

export async function benchRest(): Promise<readonly Row[]> {
  const calc = process.env[PROGRAM_ENV];
  return benchMeshes({
    sizesEnv: SIZES_ENV,
    keepEnv: KEEP_ENV,
    sizes: "3,12",
    title: (size, keep) => `at rest, ${size} nodes, ${keep}`,
    measure: atRest,
    ...(calc === undefined ? {} : { options: { calc } }),
  });
}
