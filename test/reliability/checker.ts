/**
 * What must hold whatever happened: judged from a history that no node wrote, and from what the
 * nodes say once nobody disturbs them any more.
 */
import { appendFileSync, createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import type { Tip } from "../../node/mesh/sync/syncHeads.js";
import { verifyHeld } from "../../protocol/kernel/verifyAnswer.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import type { RunningNode } from "../../scripts/devnet/daemons.js";
import {
  call,
  EARTH_MOON,
  listOf,
  numberOf,
  parseFields,
  spineOf,
  textOf,
  walkSpine,
} from "../kit/requests.js";
import { followersAt, nowCalcond, type Probe } from "../../scripts/chaos/probe.js";

const POLL_MS = 100;

/** Waits for what has no event of its own: the state of another process. */
export async function until(
  what: string,
  ms: number,
  holds: () => Promise<boolean>,
): Promise<number> {
  const begun = performance.now();
  while (!(await holds())) {
    if (performance.now() - begun > ms) throw new Error(`${what} did not happen within ${ms} ms`);
    await delay(POLL_MS);
  }
  return performance.now() - begun;
}

const OUTCOMES = ["begun", "ok", "fail", "unknown"] as const;

interface Operation {
  readonly op: number;
  /** Node of the cluster that was asked. */
  readonly n: number;
  readonly outcome: (typeof OUTCOMES)[number];
  /** The whole answer when `ok`. */
  readonly answer?: string;
}

function operationIn(line: string): Operation {
  const fields = parseFields(line);
  const outcome = OUTCOMES.find((one) => one === textOf(fields, "outcome"));
  if (outcome === undefined) throw new Error(`no outcome in ${line}`);
  const { answer } = fields;
  return {
    op: numberOf(fields, "op"),
    n: numberOf(fields, "n"),
    outcome,
    ...(typeof answer === "string" ? { answer } : {}),
  };
}

/** Each operation is written down before it is sent, and again when its outcome is known. */
export class History {
  readonly #file: string;
  readonly #waiting = new Set<() => void>();
  #next = 0;
  #sealed = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Resolves when so many operations were acknowledged. */
  acknowledged(count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.#sealed < count) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  begin(n: number): number {
    const op = this.#next;
    this.#next += 1;
    this.#write({ op, n, outcome: "begun" });
    return op;
  }

  end(operation: Operation): void {
    this.#write(operation);
    if (operation.outcome !== "ok") return;
    this.#sealed += 1;
    for (const look of this.#waiting) look();
  }

  /** The last line of each operation, in order. The file may be longer than a text can be. */
  async read(): Promise<readonly Operation[]> {
    const last = new Map<number, Operation>();
    for await (const line of createInterface({ input: createReadStream(this.#file, "utf8") })) {
      const operation = operationIn(line);
      last.set(operation.op, operation);
    }
    return [...last.values()];
  }

  #write(operation: Operation): void {
    appendFileSync(this.#file, `${JSON.stringify(operation)}\n`);
  }
}

/**
 * Seals shared results on one node until it is told to stop or the node is gone.
 * @param restMs between an answer and the next request
 */
export async function sealingClient(
  n: number,
  node: RunningNode,
  history: History,
  signal: AbortSignal,
  restMs = 20,
): Promise<void> {
  while (!signal.aborted) {
    const op = history.begin(n);
    const request = {
      operators: ["NM21"],
      inputs: { ...EARTH_MOON, r: 1e8 + 1e6 * n + op },
      visibility: "shared",
    };
    const reply = await call(node, "POST", "/api/calc/compute", request).catch(() => null);
    if (reply === null) {
      // A broken connection: what was not answered is not acknowledged.
      history.end({ op, n, outcome: "unknown" });
      return;
    }
    const sealed = reply.status === 200 && typeof reply.body["receipt_id"] === "string";
    history.end(sealed ? { op, n, outcome: "ok", answer: reply.text } : { op, n, outcome: "fail" });
    await delay(restMs);
  }
}

/**
 * Every acknowledged result is readable on its node, and its receipt proves it by computing it
 * again.
 * @returns how many there were
 */
export async function checkAcknowledged(
  history: History,
  nodeOf: (n: number) => RunningNode,
): Promise<number> {
  const modules = { crypto: nodeCrypto, registry: builtinRegistry() };
  const acknowledged = (await history.read()).filter(({ outcome }) => outcome === "ok");
  for (const { n, answer } of acknowledged) {
    const node = nodeOf(n);
    const held = parseFields(answer!);
    const id = textOf(held, "receipt_id");
    const receipt = await call(node, "GET", `/api/receipts/${id}`);
    expect(receipt.status, `receipt ${id} of node ${n}`).to.equal(200);
    for (const one of [receipt.body, held]) {
      const { valid, reasons } = verifyHeld(modules, one, {
        id,
        key: node.api.publicKey,
        nowCalcond: nowCalcond(),
      });
      expect(valid, reasons.join("; ")).to.equal(true);
    }
  }
  return acknowledged.length;
}

/** Every spine is linear from its first event on, and nobody is proven to have written two. */
export async function checkSpines(nodes: readonly RunningNode[]): Promise<void> {
  for (const node of nodes) {
    await walkSpine(node);
    const { body } = await call(node, "GET", "/api/mesh/status");
    expect(listOf(body, "frozen"), textOf(body, "publicKey")).to.deep.equal([]);
    expect(numberOf(body, "evidence")).to.equal(0);
  }
}

/**
 * Whether all nodes hold the same ends of the same spines, each node's own as it stands among them.
 */
async function headsAreEqual(probe: Probe, nodes: readonly RunningNode[]): Promise<boolean> {
  const held = await Promise.all(nodes.map((node) => probe.tips(node).catch(() => null)));
  const [first] = held;
  if (first === undefined || first === null) return false;
  const texts = new Set(held.map((tips) => JSON.stringify(tips)));
  if (texts.size !== 1) return false;
  const ends = new Map(first.map(([author, , id]: Tip) => [author, id]));
  const own = await Promise.all(nodes.map((node) => spineOf(node)));
  return nodes.every(({ api }, i) => ends.get(api.publicKey) === own[i]!.id);
}

/** @returns milliseconds until all nodes held the same */
export function equalHeads(
  probe: Probe,
  nodes: readonly RunningNode[],
  ms: number,
): Promise<number> {
  return until("equal heads", ms, () => headsAreEqual(probe, nodes));
}

/** Resolves once every node is connected to all others, and knows that they follow what is said. */
export async function wholeMesh(nodes: readonly RunningNode[], ms: number): Promise<void> {
  for (const { api } of nodes) {
    const others = nodes.map((node) => node.api.peerId).filter((peer) => peer !== api.peerId);
    await until(`${api.peerId} knowing all others`, ms, async () => {
      const followers = await followersAt(api, "digest");
      return others.every((peer) => followers.has(peer));
    });
  }
}

async function metricsOf(node: RunningNode): Promise<string> {
  const url = /metrics\s+(http\S+)/.exec(node.output())?.[1];
  if (url === undefined) throw new Error("the node has no metrics");
  return (await fetch(url)).text();
}

/** Gossip messages a node has judged so. */
export async function verdicts(
  node: RunningNode,
  result: "accept" | "ignore" | "reject",
): Promise<number> {
  const text = await metricsOf(node);
  const line = new RegExp(`gossip_messages_total\\{[^}]*result="${result}"[^}]*\\} (\\d+)`).exec(
    text,
  );
  return Number(line?.[1] ?? "0");
}

/** Messages judged so since the node started, over all topics. */
export async function eventsJudged(
  node: RunningNode,
  entrance: "gossip" | "http",
  code: string,
): Promise<number> {
  const text = await metricsOf(node);
  const lines = text.matchAll(/mesh_events_total\{([^}]*)\} (\d+)/g);
  return [...lines]
    .filter(
      ([, labels]) =>
        labels!.includes(`entrance="${entrance}"`) && labels!.includes(`code="${code}"`),
    )
    .reduce((sum, [, , count]) => sum + Number(count), 0);
}

/** Resident memory in MB. */
export function residentMb(node: RunningNode): number {
  const status = readFileSync(`/proc/${node.api.pid}/status`, "utf8");
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1_024) / 1_000_000;
}

/** What a process has read until now, of files and sockets, in MB. */
export function readMb(node: RunningNode): number {
  const io = readFileSync(`/proc/${node.api.pid}/io`, "utf8");
  return Number(/rchar: (\d+)/.exec(io)![1]) / 1_000_000;
}

export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN;
}
