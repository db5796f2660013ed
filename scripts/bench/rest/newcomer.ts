/**
 * A daemon that comes to a mesh of 30 days for the first time: how soon it is ready, seals and has
 * everything. Its peers have said what nodes say that rest, and have forgotten what they may.
 */
import { temporaryDir, startNode, writeMeshSecret } from "../../devnet/daemons.js";
import type { RunningNode } from "../../devnet/daemons.js";
import { digestBody, Probe, probeAuthor, secretIn } from "../../chaos/probe.js";
import type { ProbeSpine } from "../../chaos/probeSpine.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { ENGINE_VERSION } from "../../../protocol/version.js";
import { heldOf } from "../meshJoin.js";
import { call, delay, secondsOf } from "../meshSpread.js";
import type { Row } from "../report.js";

/** Spines of others that the newcomer keeps, by commas, and events of each. */
const SPINES_ENV = "NEWCOMER_SPINES";
const EVENTS_ENV = "NEWCOMER_EVENTS";
/** Twelve nodes; those of a hundred that fall to one; a hundred. */
const SPINES = "11,32,99";
/** 0.055 a minute for 30 days, as twelve nodes say that hold 300 shared receipts and rest. */
const EVENTS = "2391";
const PEERS_MAX = 11;
const LOOK_MS = 100;
const ALL_MS_MAX = 240_000;
const MS_PER_S = 1_000;

async function filled(probes: readonly Probe[], spines: number, events: number): Promise<void> {
  for (let n = 0; n < spines; n += 1) {
    const spine = probes[n % probes.length]!.carry(probeAuthor(20_000 + n));
    await fill(spine, events);
  }
}

/** Of digests that have a next one no body is left. */
async function fill(spine: ProbeSpine, events: number): Promise<void> {
  await spine.append("spine.open", {
    engine_version: ENGINE_VERSION,
    next: nodeCrypto.sha256Hex(""),
  });
  for (let n = 1; n < events; n += 1) await spine.append("digest", digestBody(n));
  await spine.forget(1, events - 1);
}

interface Came {
  readonly readyS: number;
  readonly sealedS: number;
  readonly slowestS: number;
  readonly allS: number;
  readonly processorS: number;
}

/** Asks for a sealed answer. @returns seconds that it took. @throws Error where none comes in time */
async function answered(node: RunningNode, n: number): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const inputs = { m: 1 + n, a: 3 };
    const answer = (await call(node, "/api/calc/compute", { operators: ["NM19"], inputs })) as {
      receipt_id?: string;
    };
    const ms = performance.now() - begun;
    if (answer.receipt_id !== undefined) return ms / MS_PER_S;
    if (ms > ALL_MS_MAX)
      throw new Error("the newcomer seals nothing: run it with a log to see why");
    await delay(LOOK_MS);
  }
}

async function came(dir: string, secretFile: string, probes: readonly Probe[]): Promise<Came> {
  const bootstrap = probes.map(({ net }) => net.addresses()[0]!).join(",");
  const wanted = probes.flatMap(({ held }) => held).reduce((sum, [, seq]) => sum + seq + 1, 0);
  const begun = performance.now();
  const since = (): number => (performance.now() - begun) / MS_PER_S;
  const node = await startNode({
    dataDir: `${dir}/newcomer`,
    args: ["--network", "test", "--log-level", "error", "--rate-limits", "off"].concat([
      "--mesh-secret-file",
      secretFile,
      "--bootstrap",
      bootstrap,
    ]),
  });
  try {
    const readyS = since();
    await answered(node, 0);
    const sealedS = since();
    let slowestS = 0;
    let held = 0;
    for (let n = 1; held < wanted && since() * MS_PER_S < ALL_MS_MAX; n += 1) {
      slowestS = Math.max(slowestS, await answered(node, n));
      held = await heldOf(probes, node).catch(() => held);
      await delay(LOOK_MS);
    }
    const allS = held < wanted ? Number.POSITIVE_INFINITY : since();
    return { readyS, sealedS, slowestS, allS, processorS: secondsOf([node]) };
  } finally {
    await node.stop();
  }
}

async function newcomer(spines: number, events: number): Promise<readonly Row[]> {
  const dir = temporaryDir("newcomer");
  const secretFile = writeMeshSecret(dir.path);
  const probes: Probe[] = [];
  try {
    for (let n = 0; n < Math.min(PEERS_MAX, spines); n += 1)
      probes.push(await Probe.start(1_000 + n, secretIn(secretFile)));
    await filled(probes, spines, events);
    const figures = await came(dir.path, secretFile, probes);
    const name = `a newcomer, ${spines} spines of ${events} events`;
    return [
      { name: `${name}: is ready after`, value: figures.readyS, unit: "s" },
      { name: `${name}: has sealed after`, value: figures.sealedS, unit: "s", target: "under 60" },
      { name: `${name}: slowest sealed answer meanwhile`, value: figures.slowestS, unit: "s" },
      { name: `${name}: has all after`, value: figures.allS, unit: "s", target: "under 60" },
      { name: `${name}: processor time until then`, value: figures.processorS, unit: "s" },
    ];
  } finally {
    await Promise.all(probes.map((probe) => probe.stop()));
    dir.remove();
  }
}

export async function benchNewcomer(): Promise<readonly Row[]> {
  const events = Number(process.env[EVENTS_ENV] ?? EVENTS);
  const rows: Row[] = [];
  for (const spines of (process.env[SPINES_ENV] ?? SPINES).split(",").map(Number))
    rows.push(...(await newcomer(spines, events)));
  return rows;
}
