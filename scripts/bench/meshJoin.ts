/**
 * A new daemon among peers that each have a long spine: how fast it has all of them, and what it
 * then holds.
 */
import { readFileSync } from "node:fs";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { digestBody, Probe, secretIn } from "../chaos/probe.js";
import { startNode, temporaryDir, writeMeshSecret } from "../devnet.js";
import type { RunningNode } from "../devnet.js";

const POLL_MS = 50;
/** A machine on which a join takes longer has something else to do. */
const JOINED_PER_SECOND_MIN = 420;
/** After it the thread for signatures has ended, and the database has put its files in order. */
const REST_MS = 30_000;
const BYTES_PER_MB = 1_000_000;
/** Of the kernel's counters of processor time. */
const TICKS_PER_SECOND = 100;

export interface Joined {
  readonly perSecond: number;
  /** Events the daemon held in the end. */
  readonly joined: number;
  /** Processor time of the daemon, all threads, for one event. */
  readonly cpuUs: number;
  /** At rest, with all peers still connected. */
  readonly residentMb: number;
  readonly highestMb: number;
}

function memoryMb(pid: number, field: "VmRSS" | "VmHWM"): number {
  const line = new RegExp(`${field}:\\s+(\\d+) kB`).exec(
    readFileSync(`/proc/${pid}/status`, "utf8"),
  );
  return (Number(line![1]) * 1_024) / BYTES_PER_MB;
}

function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function delay(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}

async function peersWith(
  count: number,
  each: number,
  secretFile: string,
): Promise<readonly Probe[]> {
  const probes: Probe[] = [];
  for (let n = 0; n < count; n += 1) {
    const probe = await Probe.start(1_000 + n, secretIn(secretFile));
    probes.push(probe);
    await probe.append("spine.open", {
      engine_version: ENGINE_VERSION,
      next: nodeCrypto.sha256Hex(""),
    });
    for (let i = 1; i < each; i += 1) await probe.append("digest", digestBody(i));
  }
  return probes;
}

async function held(probes: readonly Probe[], node: RunningNode): Promise<number> {
  const known = new Set(probes.map(({ author }) => author.publicKey));
  const tips = await probes[0]!.tips(node);
  return tips.filter(([author]) => known.has(author)).reduce((sum, [, seq]) => sum + seq + 1, 0);
}

export async function benchJoin(peers: number, events: number): Promise<Joined> {
  const dir = temporaryDir("join");
  const secretFile = writeMeshSecret(dir.path);
  const each = Math.ceil(events / peers);
  const probes = await peersWith(peers, each, secretFile);
  try {
    const bootstrap = probes.map(({ net }) => net.addresses()[0]!).join(",");
    const node = await startNode({
      dataDir: `${dir.path}/node`,
      args: [
        "--network",
        "test",
        "--log-level",
        "error",
        "--mesh-secret-file",
        secretFile,
        "--bootstrap",
        bootstrap,
      ],
    });
    try {
      const { pid } = node.api;
      const [begun, begunCpu] = [performance.now(), processorSeconds(pid)];
      let joined = 0;
      const msMax = (1_000 * peers * each) / JOINED_PER_SECOND_MIN;
      while (joined < peers * each && performance.now() - begun < msMax) {
        await delay(POLL_MS);
        // A daemon that is behind may not answer in time; it is asked again.
        joined = await held(probes, node).catch(() => joined);
      }
      const perSecond = (1_000 * joined) / (performance.now() - begun);
      const cpuUs = (1e6 * (processorSeconds(pid) - begunCpu)) / joined;
      await delay(REST_MS);
      return {
        perSecond,
        joined,
        cpuUs,
        residentMb: memoryMb(pid, "VmRSS"),
        highestMb: memoryMb(pid, "VmHWM"),
      };
    } finally {
      await node.stop();
    }
  } finally {
    await Promise.all(probes.map((probe) => probe.stop()));
    dir.remove();
  }
}
