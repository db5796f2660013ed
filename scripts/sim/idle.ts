/**
 * A mesh in which nobody asks for anything: what its nodes say to each other and write down all the
 * same, in virtual time, and what that costs of a processor.
 * Arguments: `--seed NAME`, `--nodes N`, `--minutes N` of virtual time at rest,  `--settle N` before,
 * `--share` nodes that keep a share of the spines, `--connections N` that each bears,
 * `--gathered` heads under a quorum of witnesses.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { KeepPolicy } from "../../node/mesh/intake/keeping.js";
import { untilHeadsEqual, startAll } from "./checks/rest.js";
import type { SimNode } from "./node.js";
import { World } from "./world.js";

/** Until all have met, and have said what they hold. */
const SETTLE_MINUTES = 10;
const MINUTE_MS = 60_000;
const SECONDS_PER_MINUTE = 60;
const SELF = fileURLToPath(import.meta.url);

export interface IdleReport {
  readonly nodes: number;
  readonly minutes: number;
  /** Events that the spines of all nodes grew by. */
  readonly events: number;
  /** Their kinds, and how many of each. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly eventsMinute: number;
  /** Sent by a node, without the frames of a real network. */
  readonly bytesMinute: number;
  /** The same by what it was, the most first. */
  readonly bytesMinuteOf: Readonly<Record<string, number>>;
  readonly requestsMinute: number;
  /** Keys and values that a node writes. */
  readonly diskBytesDay: number;
  /** Of this process for a node, which has no network and no disk but in memory. */
  readonly processorSecondsMinute: number;
  /** Nodes that a node counts among those that may hold something, at least and at most. */
  readonly membersMin: number;
  readonly membersMax: number;
  /** Connections of a node at the end, on average, and how often one was opened meanwhile. */
  readonly connections: number;
  readonly openedMinute: number;
  /** Spines that a node keeps of others, on average and at most. */
  readonly spinesMean: number;
  readonly spinesMax: number;
  /** Of the heap for a node, with its disk, which is in memory; after a collection with --expose-gc. */
  readonly heapBytes: number;
}

/** Nodes that have met, and have said what they hold. */
export async function quietMesh(
  seed: string,
  nodes: number,
  settleMinutes = SETTLE_MINUTES,
  keep: KeepPolicy = "all",
  connectionsMax = Infinity,
  gathered = false,
): Promise<World> {
  const world = new World({ seed, keep, connectionsMax, gathered });
  for (let i = 0; i < nodes; i += 1) world.add({ place: `n${i}` });
  await startAll(world, settleMinutes * MINUTE_MS);
  await untilHeadsEqual(world);
  return world;
}

/** What a mesh says and does in the next minutes, of virtual time. */
export async function idleReport(world: World, minutes: number): Promise<IdleReport> {
  const nodes = world.nodes.length;
  const before = totals(world);
  const bytesOf = watchBytes(world);
  const opened = await openedIn(world, minutes);
  const after = totals(world);
  world.wire.watch = null;
  const each = (name: keyof Totals): number => (after[name] - before[name]) / nodes / minutes;
  const spines = world.nodes.flatMap(({ up }) => up?.mesh.load().spines ?? []);
  const members = world.nodes.flatMap(({ up }) => up?.mesh.members.length ?? []);
  return {
    nodes,
    minutes,
    events: after.events - before.events,
    kinds: await world.loop.complete(kindsSince(world, before.ends), MINUTE_MS),
    eventsMinute: each("events"),
    bytesMinute: each("bytes"),
    bytesMinuteOf: Object.fromEntries(
      [...bytesOf]
        .sort(([, a], [, b]) => b - a)
        .map(([what, bytes]) => [what, Math.round(bytes / nodes / minutes)]),
    ),
    requestsMinute: each("requests"),
    diskBytesDay: each("written") * 24 * 60,
    processorSecondsMinute: each("processorSeconds"),
    membersMin: Math.min(...members),
    membersMax: Math.max(...members),
    spinesMean: spines.reduce((sum, kept) => sum + kept, 0) / nodes,
    spinesMax: Math.max(...spines),
    connections: connectionsOf(world).size / nodes,
    openedMinute: opened / nodes / minutes,
    heapBytes: heapBytes() / nodes,
  };
}

/** Ends of connections. */
function connectionsOf({ nodes }: World): ReadonlySet<string> {
  return new Set(
    nodes.flatMap(({ net, place }) => net?.peers().map((peer) => `${place} ${peer}`) ?? []),
  );
}

/** @returns ends of connections that came while time passed, looked at each second */
async function openedIn(world: World, minutes: number): Promise<number> {
  let opened = 0;
  let before = connectionsOf(world);
  for (let second = 0; second < minutes * SECONDS_PER_MINUTE; second += 1) {
    await world.loop.run(MINUTE_MS / SECONDS_PER_MINUTE);
    const now = connectionsOf(world);
    for (const end of now) if (!before.has(end)) opened += 1;
    before = now;
  }
  return opened;
}

function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

interface Totals {
  readonly events: number;
  readonly bytes: number;
  readonly requests: number;
  readonly written: number;
  readonly processorSeconds: number;
}

/** Counts what is put on the wires from now on, by what it is. */
function watchBytes({ wire }: World): Map<string, number> {
  const bytesOf = new Map<string, number>();
  wire.watch = (what, _from, _to, bytes) => {
    if (bytes > 0) bytesOf.set(what, (bytesOf.get(what) ?? 0) + bytes);
  };
  return bytesOf;
}

function totals({ nodes, wire }: World): Totals & { readonly ends: readonly number[] } {
  const { user, system } = process.cpuUsage();
  const ends = nodes.map((node) => sizeOf(node));
  return {
    ends,
    events: ends.reduce((sum, size) => sum + size, 0),
    bytes: wire.counts.bytes,
    requests: wire.counts.sent,
    written: nodes.reduce((sum, { disk }) => sum + disk.writtenBytes, 0),
    processorSeconds: (user + system) / 1e6,
  };
}

function sizeOf({ up }: SimNode): number {
  return up?.spine.size ?? 0;
}

async function kindsSince(
  { nodes }: World,
  ends: readonly number[],
): Promise<Readonly<Record<string, number>>> {
  const kinds: Record<string, number> = {};
  for (const [i, { up, author }] of nodes.entries()) {
    if (up === null) continue;
    const events = await up.store.spine.range(author.publicKey, ends[i]!, Number.MAX_SAFE_INTEGER);
    for (const { header } of events) {
      const kind = /"kind":"([^"]+)"/.exec(header)?.[1] ?? "";
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
  }
  return kinds;
}

async function main(): Promise<void> {
  const {
    values: { connections, gathered, seed, nodes, minutes, settle, share },
  } = parseArgs({
    options: {
      share: { type: "boolean", default: false },
      gathered: { type: "boolean", default: false },
      connections: { type: "string", default: "Infinity" },
      seed: { type: "string", default: "1" },
      nodes: { type: "string", default: "12" },
      minutes: { type: "string", default: "60" },
      settle: { type: "string", default: String(SETTLE_MINUTES) },
    },
  });
  const report = await idleReport(
    await quietMesh(
      seed,
      Number(nodes),
      Number(settle),
      share ? "share" : "all",
      Number(connections),
      gathered,
    ),
    Number(minutes),
  );
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
}

if (process.argv[1] === SELF) await main();
