/**
 * Hostile members in a thread of their own, so that what they do costs those who measure nothing:
 * each sends one kind of message until it is cut off, tries to come back, and goes on under another
 * key.
 */
import { setTimeout as delay } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { RunningNode } from "../devnet/daemons.js";
import { NETWORK, nowCalcond, Probe } from "./probe.js";
import { TOPIC_NAMES, topicOf } from "../../protocol/events/topics.js";
import { TRICKS } from "./tricks.js";
import type { HostileProbe } from "./tricks.js";

/**
 * More than these are not sent: the eleventh on one topic cuts off, and a few are under way by
 * then.
 */
export const MESSAGES_MAX = 15;
const SEND_MS = 20;
/** For the one who is attacked to act. */
const CUT_MS_MAX = 20_000;
const POLL_MS = 50;
const FIRST_KEY = 1_000;

export type Target = Pick<RunningNode, "api">;

export interface HostileOptions {
  readonly targets: readonly Target[];
  readonly secret: Uint8Array;
  /** Members that are hostile at the same time. */
  readonly members: number;
  /** Each goes on under another key after so long; 0: each trick once. */
  readonly againMs: number;
  /** Topics nobody has, which one more member follows and speaks on. */
  readonly floodTopics: number;
}

/** One attack. */
export interface Attack {
  readonly trick: string;
  readonly peerId: string;
  /** Messages its first neighbour took before it cut the sender off. */
  readonly sent: number;
  readonly wasCut: boolean;
  /** It was let in again afterwards, and stayed. */
  readonly cameBack: boolean;
}

type FromThread =
  | { readonly type: "attack"; readonly attack: Attack }
  | { readonly type: "done"; readonly flooded: number };

/** Runs until `stop`; with `againMs` 0 it also ends by itself. */
export class HostileMembers {
  readonly #worker: Worker;
  readonly attacks: Attack[] = [];
  readonly done: Promise<void>;
  /** Topics the flooder spoke on. */
  flooded = 0;

  constructor(options: HostileOptions) {
    const targets = options.targets.map(({ api }) => ({ api }));
    this.#worker = new Worker(new URL(import.meta.url), { workerData: { ...options, targets } });
    this.done = new Promise((resolve, reject) => {
      this.#worker.on("message", (message: FromThread) => {
        if (message.type === "attack") this.attacks.push(message.attack);
        else this.flooded = message.flooded;
      });
      this.#worker.once("error", reject);
      this.#worker.once("exit", () => {
        resolve();
      });
    });
  }

  async stop(): Promise<void> {
    this.#worker.postMessage("stop", []);
    await this.done;
  }
}

async function isGone(probe: Probe, peerId: string, ms: number): Promise<boolean> {
  const begun = performance.now();
  while (probe.net.peers().includes(peerId)) {
    if (performance.now() - begun > ms) return false;
    await delay(POLL_MS);
  }
  return true;
}

class Member {
  readonly #options: HostileOptions;
  readonly #stopping: AbortSignal;

  constructor(options: HostileOptions, stopping: AbortSignal) {
    this.#options = options;
    this.#stopping = stopping;
  }

  async attack(key: number, name: string): Promise<Attack> {
    const { targets, secret } = this.#options;
    const { api } = targets[key % targets.length]!;
    const probe = await Probe.start(key, secret);
    try {
      const known: { heard: HostileProbe["heard"] } = { heard: null };
      probe.onArrival = ({ topic, data }) => {
        const of = TOPIC_NAMES.find((one) => topicOf(NETWORK, one) === topic);
        // Notes are no events.
        if (of !== undefined && of !== "head") known.heard = { topic: of, data };
      };
      await probe.join({ api });
      const sent = await this.#send(probe, api.peerId, name, known);
      const wasCut = await isGone(probe, api.peerId, CUT_MS_MAX);
      const returned = await probe.net.dial(api.p2p[0]!).then(
        () => true,
        () => false,
      );
      // The door may close just after the handshake: what counts is that nobody stays.
      const cameBack = returned && !(await isGone(probe, api.peerId, CUT_MS_MAX));
      return { trick: name, peerId: probe.net.peerId, sent, wasCut, cameBack };
    } finally {
      await probe.stop();
    }
  }

  async #send(
    probe: Probe,
    peerId: string,
    name: string,
    known: { readonly heard: HostileProbe["heard"] },
  ): Promise<number> {
    const since = nowCalcond();
    let sent = 0;
    while (sent < MESSAGES_MAX && probe.net.peers().includes(peerId) && !this.#stopping.aborted) {
      const { author } = probe;
      const message = TRICKS[name]!(
        { author, since, secret: this.#options.secret, heard: known.heard },
        sent,
      );
      if (message !== null) {
        await probe.publish(message.topic, message.data);
        sent += 1;
      }
      await delay(SEND_MS);
    }
    return sent;
  }
}

/** Follows topics that nobody has and speaks on each: nobody hears it, and it is no offence. */
async function flood(
  { targets, secret, floodTopics }: HostileOptions,
  stopping: AbortSignal,
): Promise<number> {
  if (floodTopics === 0) return 0;
  const topics = Array.from({ length: floodTopics }, (_, i) => `/calc/1/${NETWORK}/flood-${i}`);
  const probe = await Probe.start(FIRST_KEY - 1, secret, topics);
  try {
    await probe.join(targets[0]!);
    for (const topic of topics) probe.net.subscribe(topic, () => "ignore");
    let said = 0;
    for (; said < topics.length && !stopping.aborted; said += 1) {
      await probe.net.publish(topics[said]!, Buffer.alloc(1_000, said));
    }
    return said;
  } finally {
    await probe.stop();
  }
}

async function run(options: HostileOptions, tell: (message: FromThread) => void): Promise<void> {
  const stopping = new AbortController();
  parentPort?.once("message", () => {
    stopping.abort();
  });
  const { signal } = stopping;
  const names = Object.keys(TRICKS);
  let next = 0;
  const member = async (): Promise<void> => {
    while (!signal.aborted && (options.againMs > 0 || next < names.length)) {
      const n = next;
      next += 1;
      const attack = await new Member(options, signal).attack(
        FIRST_KEY + n,
        names[n % names.length]!,
      );
      // One that was told to stop has not been judged.
      if (!signal.aborted) tell({ type: "attack", attack });
      await delay(options.againMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const flooding = flood(options, signal);
  await Promise.all(Array.from({ length: options.members }, member));
  tell({ type: "done", flooded: await flooding });
}

if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  await run(workerData as HostileOptions, (message) => {
    port.postMessage(message, []);
  });
  port.close();
}
