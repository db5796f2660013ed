/**
 * What daemons cost that have met and do nothing: events on their spines, bytes, processor time.
 * Bytes are those of the loopback interface: run it in a network namespace of its own.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { temporaryDir } from "../../devnet/daemons.js";
import type { RunningNode } from "../../devnet/daemons.js";
import { Cluster } from "../../devnet/cluster.js";
import { call, delay, loopbackBytes, MS_PER_MINUTE, secondsOf } from "../meshSpread.js";
import type { Row } from "../report.js";

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

async function atRest(size: number): Promise<readonly Row[]> {
  const dir = temporaryDir("rest");
  const program = process.env[PROGRAM_ENV];
  const keep = process.env[KEEP_ENV] ?? "all";
  const cluster = await Cluster.start({
    dir: dir.path,
    count: size,
    args: ["--rate-limits", "off"],
    environment: new Map(
      Array.from({ length: size }, (_, n) => [n, { CALC_MESH_KEEP: keep }] as const),
    ),
    ...(program === undefined ? {} : { calc: program }),
  });
  try {
    const { nodes } = cluster;
    await delay(1_000 * Number(process.env[SETTLE_S_ENV] ?? SETTLE_S));
    const restMs = 1_000 * Number(process.env[REST_S_ENV] ?? REST_S);
    const before = [await eventsOf(nodes), loopbackBytes(), secondsOf(nodes)] as const;
    await delay(restMs);
    const after = [secondsOf(nodes), loopbackBytes(), await eventsOf(nodes)] as const;
    const each = 1 / size / (restMs / MS_PER_MINUTE);
    const name = `at rest, ${size} nodes, ${keep}`;
    const memory = memoryOf(nodes);
    const disk = cluster.members.reduce((sum, { dataDir }) => sum + diskBytes(dataDir), 0) / size;
    return [
      { name: `${name}: events of each`, value: (after[2] - before[0]) * each, unit: "1/min" },
      {
        name: `${name}: sent by each`,
        value: ((after[1] - before[1]) * each) / KB,
        unit: "kB/min",
        target: "under 40",
      },
      {
        name: `${name}: processor time of each`,
        value: (after[0] - before[2]) * each,
        unit: "s/min",
        target: "under 0.3",
      },
      { name: `${name}: memory of each alone`, value: memory.own / MB, unit: "MB" },
      { name: `${name}: with pages of files`, value: memory.all / MB, unit: "MB" },
      { name: `${name}: files of each`, value: disk / MB, unit: "MB" },
    ];
  } finally {
    await cluster.stop();
    dir.remove();
  }
}

export async function benchRest(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const size of (process.env[SIZES_ENV] ?? "3,12").split(",").map(Number))
    rows.push(...(await atRest(size)));
  return rows;
}
