/**
 * How soon a seal is durable at every peer after its caller was answered, and what a mesh costs that
 * does nothing. Bytes are those of the loopback interface, of which each is counted once: run it in
 * a network namespace of its own (`unshare -n`), where nobody else uses that.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { arrivalsIn, ARRIVALS_FILE_ENV } from "../devnet/arrivals.js";
import { temporaryDir } from "../devnet/daemons.js";
import type { RunningNode } from "../devnet/daemons.js";
import { Cluster } from "../devnet/cluster.js";
import type { Row } from "./report.js";

/** `dist/program/calc.js` of another build, to compare. */
const PROGRAM_ENV = "SPREAD_PROGRAM";
/** Sizes of the mesh, where it is not the usual one. */
const SIZES_ENV = "SPREAD_NODES";
const SETTLE_MS = 30_000;
const IDLE_MS = 60_000;
const ROUNDS = 24;
/** Milliseconds between two answers, one node after the other; more of them on a busy machine. */
const PACE_ENV = "SPREAD_PACE_MS";
const PACE_MS = Number(process.env[PACE_ENV] ?? "350");
/** For the last arrivals to be written down. */
const END_MS = 12_000;
const TICKS_PER_SECOND = 100;
export const MS_PER_MINUTE = 60_000;
const KB = 1_000;
const MASSES = [1e20, 1e22] as const;

interface Sealed {
  readonly n: number;
  /** The event that the receipt is under. */
  readonly id: string;
  /** When the caller had its answer, by this process's clock. */
  readonly atMs: number;
}

export function delay(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}

function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

export function loopbackBytes(): number {
  const line = /^\s*lo:\s*(\d+)/m.exec(readFileSync("/proc/net/dev", "utf8"));
  return Number(line?.[1] ?? 0);
}

export async function call(node: RunningNode, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${node.api.http}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${node.api.token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function seal(node: RunningNode, n: number, round: number): Promise<Sealed> {
  const m1 = MASSES[0] * (1 + n + round);
  const inputs = { m1, m2: MASSES[1], r: 3.844e8 };
  await call(node, "/api/calc/compute", {
    operators: ["KO42", "NM21"],
    inputs,
    visibility: "shared",
  });
  const atMs = performance.now();
  const { spine } = (await call(node, "/api/mesh/status")) as { spine: { id: string } };
  return { n, id: spine.id, atMs };
}

/** Processor time of all of them. */
export function secondsOf(nodes: readonly RunningNode[]): number {
  return nodes.reduce((sum, { api }) => sum + processorSeconds(api.pid), 0);
}

/** Between nodes that have met and say nothing but what they must. */
async function idle(nodes: readonly RunningNode[]): Promise<readonly Row[]> {
  const seconds = (): number => secondsOf(nodes) / nodes.length;
  const [cpu, bytes] = [seconds(), loopbackBytes()];
  await delay(IDLE_MS);
  const minutes = IDLE_MS / MS_PER_MINUTE;
  const name = `idle, ${nodes.length} nodes`;
  return [
    {
      name: `${name}: sent by each`,
      value: (loopbackBytes() - bytes) / nodes.length / KB / minutes,
      unit: "kB/min",
    },
    { name: `${name}: processor time of each`, value: (seconds() - cpu) / minutes, unit: "s/min" },
  ];
}

async function spread(size: number): Promise<readonly Row[]> {
  const dir = temporaryDir("spread");
  const files = Array.from({ length: size }, (_, n) => join(dir.path, `arrivals-${n}`));
  const program = process.env[PROGRAM_ENV];
  const cluster = await Cluster.start({
    dir: dir.path,
    count: size,
    args: ["--rate-limits", "off"],
    environment: new Map(files.map((file, n) => [n, { [ARRIVALS_FILE_ENV]: file }])),
    ...(program === undefined ? {} : { calc: program }),
  });
  try {
    await delay(SETTLE_MS);
    const atRest = await idle(cluster.nodes);
    const sealed: Sealed[] = [];
    const [fromS, fromMs] = [secondsOf(cluster.nodes), performance.now()];
    for (let round = 0; round < ROUNDS; round += 1) {
      const n = round % size;
      sealed.push(await seal(cluster.node(n), n, round));
      await delay(PACE_MS);
    }
    await delay(END_MS);
    const spentS = secondsOf(cluster.nodes) - fromS;
    const idleS = (atRest[1]!.value * size * (performance.now() - fromMs)) / MS_PER_MINUTE;
    const arrivals = files.map((file) => arrivalsIn(file));
    const waits = sealed.flatMap(({ n, id, atMs }) =>
      arrivals.flatMap((arrived, at) =>
        at === n ? [] : [(arrived.get(id) ?? Number.POSITIVE_INFINITY) - atMs],
      ),
    );
    const sorted = waits.toSorted((a, b) => a - b);
    const part = (share: number): number =>
      Math.max(0, sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!);
    const name = `${size} nodes, answer to durable at a peer`;
    return [
      ...atRest,
      {
        name: `${size} nodes: processor time of a seal at all, beyond that at rest`,
        value: ((spentS - idleS) / ROUNDS) * 1_000,
        unit: "ms",
      },
      { name: `${name}, p50`, value: part(0.5), unit: "ms", target: "under 500" },
      { name: `${name}, p95`, value: part(0.95), unit: "ms", target: "under 1500" },
    ];
  } finally {
    await cluster.stop();
    dir.remove();
  }
}

export async function benchSpread(): Promise<readonly Row[]> {
  const sizes = (process.env[SIZES_ENV] ?? "2,5").split(",").map(Number);
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...(await spread(size)));
  return rows;
}
