/**
 * Hostile members as a process of their own, which a laboratory runs in one of its machines:
 * `netMember <JSON>`. It says `ready` once it has done what it can at once, and stays until it is
 * ended.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { createEvent, NO_HASH } from "../../protocol/seal/event.js";
import { topicOf } from "../../protocol/events/topics.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import type { RunningNode } from "../devnet/daemons.js";
import type { Machine, NetLab } from "./netLab.js";
import { clock, NETWORK, nowCalcond, Probe, secretIn, wireOf } from "./probe.js";
import type { ProbeOptions } from "./probe.js";

const INVENTED_SEQ = 1_000_000;
/** Shorter than the ten seconds for which a request waits for its first byte. */
const HELD_MS = 9_500;
const FOLLOWED_POLL_MS = 50;
const FOLLOWED_POLLS = 400;

/** What its members do, beside being connected to all they are told of. */
export interface MemberTask {
  /** Members, each with a key of its own. */
  readonly members: number;
  /** How far the clock that they show is ahead. */
  readonly aheadMs?: number;
  /** Spines that nobody wrote, listed by each; requests for any spine are held. */
  readonly invented?: number;
  /** Openings of ever new keys that the members say in turn, each on its one connection. */
  readonly openings?: number;
  /** Each says the first event of its own spine. */
  readonly opens?: boolean;
}

interface Order extends MemberTask {
  readonly secretFile: string;
  readonly targets: readonly string[];
  readonly firstKey: number;
}

function optionsOf({ aheadMs = 0, invented = 0 }: MemberTask): ProbeOptions {
  const hash = (text: string): string => nodeCrypto.sha256Hex(text);
  return {
    shownClock: { nowNs: () => clock.nowNs() + BigInt(aheadMs) * 1_000_000n },
    ...(invented === 0
      ? {}
      : {
          invents: {
            tips: Array.from({ length: invented }, (_, n) => [
              hash(`author ${n}`),
              INVENTED_SEQ,
              hash(`end ${n}`),
            ]),
            holdMs: HELD_MS,
          },
        }),
  };
}

/** A valid first event by a key that nobody has seen. */
async function sayOpening(probe: Probe): Promise<void> {
  const seed = randomBytes(32);
  const author = { seed, publicKey: toHex(nodeCrypto.ed25519PublicKey(seed)) };
  const { text } = createEvent(nodeCrypto, author, {
    net: NETWORK,
    kind: "spine.open",
    seq: 0,
    prev: NO_HASH,
    calcond: nowCalcond(),
    body: { engine_version: ENGINE_VERSION, next: NO_HASH },
  });
  await probe.publish("node", wireOf(author, probe.secret, text));
}

/** An event said before neighbours are known to follow the topic reaches nobody. */
async function heardBy({ net }: Probe): Promise<void> {
  const topic = topicOf(NETWORK, "node");
  for (let left = FOLLOWED_POLLS; left > 0; left -= 1) {
    if (net.peers().every((peer) => net.subscribers(topic).includes(peer))) return;
    await delay(FOLLOWED_POLL_MS);
  }
}

async function obey(order: Order): Promise<void> {
  const { members, targets, secretFile, firstKey, openings = 0, opens = false } = order;
  const secret = secretIn(secretFile);
  const probes = await Promise.all(
    Array.from({ length: members }, (_, n) =>
      Probe.start(firstKey + n, secret, [], optionsOf(order)),
    ),
  );
  const dials = probes.flatMap(({ net }) => targets.map((target) => net.dial(target)));
  const reached = (await Promise.allSettled(dials)).filter(
    ({ status }) => status === "fulfilled",
  ).length;
  for (const probe of probes) await heardBy(probe);
  if (opens) for (const probe of probes) await probe.open();
  for (let said = 0; said < openings; said += 1) await sayOpening(probes[said % members]!);
  process.stdout.write(`ready ${reached}\n`);
}

export interface RunningMembers {
  /** Connections that came about. */
  readonly reached: number;
  stop(): Promise<void>;
}

let keys = 5_000;

/** Resolves when they are there and have said what they were to say at once. */
export async function startMembers(
  lab: NetLab,
  { name }: Machine,
  task: MemberTask,
  nodes: readonly RunningNode[],
): Promise<RunningMembers> {
  const targets = nodes.map(({ api }) => api.p2p[0]!);
  const order: Order = { ...task, targets, secretFile: lab.secretFile, firstKey: keys };
  keys += task.members;
  const [command, ...rest] = lab.within(name);
  const args = [...rest, process.execPath, fileURLToPath(import.meta.url), JSON.stringify(order)];
  const child = spawn(command!, args, { stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise<void>((done) => {
    child.once("exit", () => done());
  });
  const reached = await said(child);
  return {
    reached,
    stop: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

function said(child: ChildProcess): Promise<number> {
  return new Promise((done, fail) => {
    let text = "";
    child.stdout!.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
      const match = /^ready (\d+)$/m.exec(text);
      if (match !== null) done(Number(match[1]));
    });
    child.once("exit", (code) => fail(new Error(`members ended with code ${code}: ${text}`)));
  });
}

const [, script, order] = process.argv;
if (script === fileURLToPath(import.meta.url) && order !== undefined)
  await obey(JSON.parse(order) as Order);
