/**
 * What nodes that keep a share keep of a large mesh, by the rules alone: spines of each, and the
 * processor time and memory of knowing it. Run with --expose-gc, else the memory is a guess.
 */
import { Keeping } from "../../../node/mesh/intake/keeping.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import type { PlacedNode } from "../../../protocol/placement/rendezvous.js";
import type { Row } from "../report.js";

const SIZES_ENV = "KEPT_NODES";
const SIZES = "1000,4096,10000";
/** Nodes of which each is asked about each spine. */
const DRAWN = 20;
const MS_PER_S = 1_000;
const US_PER_MS = 1_000;
const KB = 1_000;

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function keptShare(size: number): readonly Row[] {
  const nodes: readonly PlacedNode[] = Array.from({ length: size }, (_, n) => ({
    node: nodeCrypto.sha256Hex(`node ${n}`),
    capacity: 1,
  }));
  const counts: number[] = [];
  const keepings: Keeping[] = [];
  const before = heap();
  const begun = process.cpuUsage();
  for (let n = 0; n < DRAWN; n += 1) {
    const { node: publicKey } = nodes[Math.floor((n * size) / DRAWN)]!;
    const nothing = { isBinding: () => false, isOfWork: () => false, isNamed: () => false };
    const keeping = new Keeping(
      { policy: "share", publicKey, workBits: 0 },
      { crypto: nodeCrypto, ...nothing },
    );
    keeping.use(() => nodes);
    keepings.push(keeping);
    counts.push(nodes.filter(({ node }) => node !== publicKey && keeping.keeps(node)).length);
  }
  const { user, system } = process.cpuUsage(begun);
  const bytes = (heap() - before) / keepings.length;
  const name = `${size.toLocaleString("en")} nodes, rules`;
  return [
    {
      name: `${name}: spines of others that one keeps`,
      value: counts.reduce((sum, count) => sum + count, 0) / DRAWN,
      unit: "",
    },
    { name: `${name}: most`, value: Math.max(...counts), unit: "" },
    {
      name: `${name}: to decide about one`,
      value: (user + system) / US_PER_MS / DRAWN / size,
      unit: "ms",
    },
    {
      name: `${name}: to decide about all, once`,
      value: (user + system) / US_PER_MS / MS_PER_S / DRAWN,
      unit: "s",
    },
    { name: `${name}: memory of what was decided`, value: bytes / KB, unit: "kB" },
  ];
}

export async function benchKeptShare(): Promise<readonly Row[]> {
  return (process.env[SIZES_ENV] ?? SIZES).split(",").map(Number).flatMap(keptShare);
}
