/**
 * A new daemon among peers that each have a long spine: how fast it has all of them, and what it
 * then holds.
 */
import { readFileSync } from "node:fs";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { digestBody, Probe, probeAuthor, secretIn } from "../chaos/probe.js";
import { fillMarket } from "../chaos/probeMarket.js";
import { startNode, temporaryDir, writeMeshSecret } from "../devnet/daemons.js";
import type { RunningNode } from "../devnet/daemons.js";

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
  /** Spines whose end is that of the peers. */
  readonly equalEnds: number;
  /** Processor time of the daemon, all threads, for one event. */
  readonly cpuUs: number;
  /** At rest, with all peers still connected. */
  readonly residentMb: number;
  readonly highestMb: number;
  /** The most of it that is no page of a file, which the system takes back when it needs it. */
  readonly ownMb: number;
}

interface JoinOptions {
  readonly peers: number;
  readonly events: number;
  /** Of the peers, and of others that they hold, with a tenth of market events. */
  readonly spines: number;
}

function memoryMb(pid: number, field: "VmRSS" | "VmHWM" | "RssAnon"): number {
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
  { peers, events, spines }: JoinOptions,
  secretFile: string,
): Promise<readonly Probe[]> {
  const probes: Probe[] = [];
  for (let n = 0; n < peers; n += 1)
    probes.push(await Probe.start(1_000 + n, secretIn(secretFile)));
  const each = Math.ceil(events / spines);
  await Promise.all(probes.map(async (probe) => fillSpine(probe, each)));
  const carried = Array.from({ length: spines - peers }, (_, n) =>
    probes[n % peers]!.carry(probeAuthor(10_000 + n)),
  );
  for (const spine of carried) await spine.append("spine.open", OPENING);
  let left = each - 1;
  if (carried.length > 0) left -= await fillMarket(carried, Math.floor(left * MARKET_SHARE));
  for (const [n, spine] of carried.entries())
    for (let i = 0; i < left; i += 1)
      await spine.append("seal", {
        count: 1,
        engine_version: ENGINE_VERSION,
        root: nodeCrypto.sha256Hex(`${n} ${i}`),
      });
  return probes;
}

const OPENING = { engine_version: ENGINE_VERSION, next: nodeCrypto.sha256Hex("") };
/** Of all events of a spine that others carry. */
const MARKET_SHARE = 0.1;

async function fillSpine(probe: Probe, each: number): Promise<void> {
  await probe.append("spine.open", OPENING);
  for (let i = 1; i < each; i += 1) await probe.append("digest", digestBody(i));
}

/** Events of the probes' spines that the daemon has. */
export async function heldOf(probes: readonly Probe[], node: RunningNode): Promise<number> {
  const known = new Map(probes.flatMap(({ held: tips }) => tips.map((tip) => [tip[0], tip])));
  const tips = await probes[0]!.tips(node);
  return tips.filter(([author]) => known.has(author)).reduce((sum, [, seq]) => sum + seq + 1, 0);
}

/** Spines of which the daemon has the very end that the peers have. */
async function equalEnds(probes: readonly Probe[], node: RunningNode): Promise<number> {
  const ends = new Map(
    (await probes[0]!.tips(node)).map(([author, seq, id]) => [author, `${seq} ${id}`]),
  );
  return probes
    .flatMap(({ held: tips }) => tips)
    .filter(([author, seq, id]) => ends.get(author) === `${seq} ${id}`).length;
}

/** More than half of the places: whose keys these are is said by the operator. */
async function allow(node: RunningNode, probes: readonly Probe[]): Promise<void> {
  for (const { held: tips } of probes)
    for (const [target] of tips) {
      const reply = await fetch(`${node.api.http}/api/mesh/rules/allow`, {
        method: "POST",
        headers: { authorization: `Bearer ${node.api.token}`, "content-type": "application/json" },
        body: JSON.stringify({ target }),
      });
      if (!reply.ok) throw new Error(`a key cannot be allowed: ${await reply.text()}`);
    }
}

export async function benchJoin(
  peers: number,
  events: number,
  spines: number = peers,
): Promise<Joined> {
  const dir = temporaryDir("join");
  const secretFile = writeMeshSecret(dir.path);
  const probes = await peersWith({ peers, events, spines }, secretFile);
  const all = spines * Math.ceil(events / spines);
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
        ...(spines === peers ? ["--bootstrap", bootstrap] : []),
      ],
    });
    try {
      if (spines !== peers) {
        await allow(node, probes);
        for (const { net } of probes) await net.dial(node.api.p2p[0]!);
      }
      const { pid } = node.api;
      const [begun, begunCpu] = [performance.now(), processorSeconds(pid)];
      let [joined, ownMb] = [0, 0];
      const msMax = (1_000 * all) / JOINED_PER_SECOND_MIN;
      while (joined < all && performance.now() - begun < msMax) {
        await delay(POLL_MS);
        // A daemon that is behind may not answer in time; it is asked again.
        joined = await heldOf(probes, node).catch(() => joined);
        ownMb = Math.max(ownMb, memoryMb(pid, "RssAnon"));
      }
      const perSecond = (1_000 * joined) / (performance.now() - begun);
      const cpuUs = (1e6 * (processorSeconds(pid) - begunCpu)) / joined;
      await delay(REST_MS);
      return {
        perSecond,
        joined,
        equalEnds: await equalEnds(probes, node),
        cpuUs,
        residentMb: memoryMb(pid, "VmRSS"),
        highestMb: memoryMb(pid, "VmHWM"),
        ownMb,
      };
    } finally {
      await node.stop();
    }
  } finally {
    await Promise.all(probes.map((probe) => probe.stop()));
    dir.remove();
  }
}
