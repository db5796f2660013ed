/**
 * A mesh in which all nodes seal, and a node that comes to it late: in virtual time, and what that costs of a
 * processor. A verdict on a signature is computed once for all nodes, so real ones add 0.12 ms for each.
 * Arguments: `--seed NAME`, `--nodes N`, `--windows N` a second on all nodes together, `--seconds N` of virtual
 * time, `--settle N` minutes before, `--all` nodes that keep all spines, `--gathered` heads.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { untilHeadsEqual } from "./checks/rest.js";
import { quietMesh } from "./idle.js";
import type { SimNode } from "./node.js";
import type { World } from "./world.js";

const SELF = fileURLToPath(import.meta.url);
const SECOND_MS = 1_000;
const NEWCOMER_MS_MAX = 120_000;
const LOOK_MS = 100;

export interface BusyReport {
  readonly nodes: number;
  /** Sealed a second, on all nodes together. */
  readonly windowsSecond: number;
  /** Of one node, for a second of virtual time. */
  readonly processorSeconds: number;
  readonly kilobytesSecond: number;
  /** Virtual time until all that keep a spine had all of it. */
  readonly levelMs: number | null;
  readonly newcomer: NewcomerReport;
}

interface NewcomerReport {
  /** Events on the spines that it has at the end. */
  readonly events: number;
  /** Virtual time until it sealed something, and until it had all of the spines that it keeps. */
  readonly sealsMs: number | null;
  readonly levelMs: number | null;
  readonly processorSeconds: number;
  /** Put on all wires until then. */
  readonly kilobytes: number;
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function sealed({ nodes }: World): number {
  return nodes.reduce((sum, { up }) => sum + (up?.spine.size ?? 0), 0);
}

export async function busyReport(
  world: World,
  { seconds, windows }: { readonly seconds: number; readonly windows: number },
): Promise<BusyReport> {
  const { loop, nodes, wire } = world;
  const before = { bytes: wire.counts.bytes, events: sealed(world), processor: processorSeconds() };
  for (let n = 0; n < windows * seconds; n += 1)
    loop.after((n * SECOND_MS) / windows, () => {
      world.compute(nodes[n % nodes.length]!, false);
    });
  await loop.run(seconds * SECOND_MS);
  const events = sealed(world) - before.events;
  const processor = processorSeconds() - before.processor;
  const bytes = wire.counts.bytes - before.bytes;
  const count = nodes.length;
  const levelMs = await untilHeadsEqual(world);
  return {
    nodes: count,
    windowsSecond: events / seconds,
    processorSeconds: processor / count / seconds,
    kilobytesSecond: bytes / 1_000 / count / seconds,
    levelMs,
    newcomer: await newcomerReport(world),
  };
}

/** A node that nobody has heard of yet. */
async function newcomerReport(world: World): Promise<NewcomerReport> {
  const { loop, wire } = world;
  const [fromMs, bytes, processor] = [loop.nowMs, wire.counts.bytes, processorSeconds()];
  const node = world.add({ place: "late" });
  node.start();
  const entry = await loop.runUntil(() => node.up !== null, NEWCOMER_MS_MAX, LOOK_MS);
  if (!entry) throw new Error("the newcomer did not start");
  world.compute(node, false);
  let sealsMs: number | null = null;
  let levelMs: number | null = null;
  while (levelMs === null && loop.nowMs - fromMs < NEWCOMER_MS_MAX) {
    await loop.run(LOOK_MS);
    if (sealsMs === null && (node.up?.sealer.envelopes ?? 0) > 0) sealsMs = loop.nowMs - fromMs;
    if (sealsMs !== null && isLevel(world, node)) levelMs = loop.nowMs - fromMs;
  }
  return {
    events: eventsOf(world, node),
    sealsMs,
    levelMs,
    processorSeconds: processorSeconds() - processor,
    kilobytes: (wire.counts.bytes - bytes) / 1_000,
  };
}

/** Whether it has all of each spine that it keeps, and keeps those that fall to it. */
function isLevel(world: World, { up }: SimNode): boolean {
  return world.nodes.every(({ author: { publicKey }, up: other }) => {
    const end = other?.spine.tip ?? null;
    if (up === null || end === null || !up.mesh.keeps(publicKey)) return true;
    const head = up.mesh.snapshot().heads.find(({ author }) => author === publicKey);
    return other === up || (head?.held ?? -1) >= end.seq;
  });
}

function eventsOf(world: World, { up }: SimNode): number {
  const heads = up?.mesh.snapshot().heads ?? [];
  return heads.reduce((sum, { held }) => sum + held + 1, 0);
}

async function main(): Promise<void> {
  const {
    values: { all, gathered, seed, nodes, seconds, settle, windows },
  } = parseArgs({
    options: {
      all: { type: "boolean", default: false },
      gathered: { type: "boolean", default: false },
      seed: { type: "string", default: "1" },
      nodes: { type: "string", default: "24" },
      windows: { type: "string", default: "500" },
      seconds: { type: "string", default: "2" },
      settle: { type: "string", default: "10" },
    },
  });
  const keep = all ? "all" : "share";
  const world = await quietMesh(seed, Number(nodes), Number(settle), keep, Infinity, gathered);
  const asked = { seconds: Number(seconds), windows: Number(windows) };
  process.stdout.write(`${JSON.stringify(await busyReport(world, asked), null, 2)}\n`);
}

if (process.argv[1] === SELF) await main();
