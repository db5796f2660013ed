/**
 * Spines a mesh holds before anything happens to it: what a start has to read, and sync to compare.
 */
import { ENGINE_VERSION } from "../../protocol/version.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { digestBody, Probe, secretIn } from "../../scripts/chaos/probe.js";
import type { Cluster } from "../../scripts/devnet/cluster.js";
import { until } from "./checker.js";

const AUTHORS = 24;
/** Keys of their own beside those of other probes. */
const FIRST_KEY = 1_000;
const HELD_MS_MAX = 1_800_000;

async function written(n: number, secret: Uint8Array, events: number): Promise<Probe> {
  const probe = await Probe.start(FIRST_KEY + n, secret);
  await probe.append("spine.open", {
    engine_version: ENGINE_VERSION,
    next: nodeCrypto.sha256Hex(""),
  });
  for (let i = 1; i < events; i += 1) await probe.append("digest", digestBody(i));
  return probe;
}

/**
 * Has every node fetch so many events of authors that then leave.
 * @returns milliseconds until all nodes had all of them
 */
export async function holdEvents(cluster: Cluster, events: number): Promise<number> {
  const secret = secretIn(cluster.secretFile);
  const each = Math.ceil(events / AUTHORS);
  const probes: Probe[] = [];
  try {
    for (let n = 0; n < AUTHORS; n += 1) {
      const probe = await written(n, secret, each);
      probes.push(probe);
      await probe.join(cluster.nodes[n % cluster.nodes.length]!);
    }
    const authors = new Set(probes.map(({ author }) => author.publicKey));
    return await until("holding the spines of others", HELD_MS_MAX, async () => {
      for (const node of cluster.nodes) {
        const tips = await probes[0]!.tips(node);
        const whole = tips.filter(([author, seq]) => authors.has(author) && seq === each - 1);
        if (whole.length < AUTHORS) return false;
      }
      return true;
    });
  } finally {
    await Promise.all(probes.map((probe) => probe.stop()));
  }
}
