/**
 * What reaches nodes that keep none of the spines on which others seal: in virtual time, by what it is.
 * Arguments: `--seed NAME`, `--nodes N`, `--sealers N` of them seal, `--windows N` each, `--seconds N` of
 * virtual time, `--settle N` minutes before, `--connections N` that each bears, `--shared` results,
 * `--gathered` heads under a quorum of witnesses.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { quietMesh } from "./idle.js";
import type { SimNode } from "./node.js";
import type { World } from "./world.js";

const SELF = fileURLToPath(import.meta.url);
const SECOND_MS = 1_000;

/** What came for a node, in the time in which others sealed. */
export interface Heard {
  readonly messages: number;
  readonly bytes: number;
}

export interface UnconcernedReport {
  readonly nodes: number;
  readonly sealers: number;
  /** Sealed in that time, on all nodes together. */
  readonly windows: number;
  /** Of nodes that keep none of these spines, and neither witness nor gather nor seal. */
  readonly unconcerned: number;
  /** The same of all that keep one. */
  readonly keepers: number;
  /** Of a node of either kind, by what it is, beyond what as long a time at rest brings. */
  readonly heardByUnconcerned: Readonly<Record<string, Heard>>;
  readonly heardByKeepers: Readonly<Record<string, Heard>>;
  /** The same in as long a time at rest, of all nodes. */
  readonly heardAtRest: Readonly<Record<string, Heard>>;
  /** Nodes that follow the topic of all heads. */
  readonly followers: number;
}

type Counts = Map<string, Map<string, { messages: number; bytes: number }>>;

/** Words of a trace that say what travels: the topic, or the protocol and which way. */
function whatOf(label: string): string {
  const [first = "", second = ""] = label.split(" ");
  return first === "ask" || first === "answer" ? `${first} ${second}` : first;
}

/** Counts what is put on the wires, by where it goes and what it is, while time passes. */
async function counted(world: World, ms: number): Promise<Counts> {
  const counts: Counts = new Map();
  world.wire.watch = (label, _from, to, bytes) => {
    const ofPlace = counts.get(to) ?? new Map<string, { messages: number; bytes: number }>();
    const what = whatOf(label);
    const count = ofPlace.get(what) ?? { messages: 0, bytes: 0 };
    count.messages += 1;
    count.bytes += bytes;
    ofPlace.set(what, count);
    counts.set(to, ofPlace);
  };
  await world.loop.run(ms);
  world.wire.watch = null;
  return counts;
}

/** Of one of these nodes, on average. */
function meanOf(counts: Counts, nodes: readonly SimNode[]): Record<string, Heard> {
  const sums: Record<string, { messages: number; bytes: number }> = {};
  for (const { place } of nodes)
    for (const [what, { messages, bytes }] of counts.get(place) ?? []) {
      const sum = (sums[what] ??= { messages: 0, bytes: 0 });
      sum.messages += messages / nodes.length;
      sum.bytes += bytes / nodes.length;
    }
  return sums;
}

export async function unconcernedReport(
  world: World,
  {
    seconds,
    sealers,
    shared,
    windows,
  }: {
    readonly seconds: number;
    readonly sealers: number;
    readonly shared: boolean;
    readonly windows: number;
  },
): Promise<UnconcernedReport> {
  const { loop, nodes } = world;
  const rest = await counted(world, seconds * SECOND_MS);
  const sealing = nodes.slice(-sealers);
  const keys = sealing.map(({ author }) => author.publicKey);
  const before = sizeOf(sealing);
  for (const [i, node] of sealing.entries())
    for (let n = 0; n < windows; n += 1)
      loop.after(((n + i / sealers) * seconds * SECOND_MS) / windows, () => {
        world.compute(node, shared);
      });
  const counts = await counted(world, seconds * SECOND_MS);
  const others = nodes.filter((node) => !sealing.includes(node) && !isWitness(world, node));
  const keeps = ({ up }: SimNode): boolean => keys.some((key) => up?.mesh.keeps(key) === true);
  const topic = "head";
  return {
    nodes: nodes.length,
    sealers,
    windows: sizeOf(sealing) - before,
    unconcerned: others.filter((node) => !keeps(node)).length,
    keepers: others.filter(keeps).length,
    heardByUnconcerned: meanOf(
      counts,
      others.filter((node) => !keeps(node)),
    ),
    heardByKeepers: meanOf(counts, others.filter(keeps)),
    heardAtRest: meanOf(rest, nodes),
    followers: nodes.filter(({ up }) => up?.mesh.follows(topic) === true).length,
  };
}

function sizeOf(nodes: readonly SimNode[]): number {
  return nodes.reduce((sum, { up }) => sum + (up?.spine.size ?? 0), 0);
}

function isWitness({ genesis }: World, { author }: SimNode): boolean {
  return genesis.witnesses.includes(author.publicKey);
}

async function main(): Promise<void> {
  const {
    values: { connections, gathered, nodes, sealers, seconds, seed, settle, shared, windows },
  } = parseArgs({
    options: {
      connections: { type: "string", default: "Infinity" },
      gathered: { type: "boolean", default: false },
      nodes: { type: "string", default: "24" },
      sealers: { type: "string", default: "2" },
      seconds: { type: "string", default: "60" },
      seed: { type: "string", default: "1" },
      settle: { type: "string", default: "10" },
      shared: { type: "boolean", default: false },
      windows: { type: "string", default: "20" },
    },
  });
  const world = await quietMesh(
    seed,
    Number(nodes),
    Number(settle),
    "share",
    Number(connections),
    gathered,
  );
  const report = await unconcernedReport(world, {
    seconds: Number(seconds),
    sealers: Number(sealers),
    shared,
    windows: Number(windows),
  });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
}

if (process.argv[1] === SELF) await main();
