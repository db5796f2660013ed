/**
 * Kills a sealing node at a random instant, again and again, and holds the next start to what was
 * acknowledged.
 */
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { verifyHeld } from "../../protocol/kernel/verifyAnswer.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { nowCalcond } from "../../scripts/chaos/probe.js";
import { startNode, type RunningNode } from "../../scripts/devnet/daemons.js";
import { call, EARTH_MOON, sealed, textOf, walkSpine } from "../kit/requests.js";
import { linearGenerator } from "../kit/generator.js";

/** Requests in flight at any time; so kills fall into windows of many envelopes. */
const CLIENTS = 12;
const KILL_AFTER_MS_MAX = 120;

export interface Rounds {
  readonly acknowledged: number;
  /** Events added to the spine in all rounds. */
  readonly events: number;
}

async function client(
  node: RunningNode,
  acknowledged: Map<string, string>,
  visibility: string,
  n: number,
  onAnswer: () => void,
): Promise<void> {
  for (let i = 0; ; i += 1) {
    const request = {
      operators: ["NM21"],
      inputs: { ...EARTH_MOON, r: 1e8 + 1000 * n + i },
      visibility,
    };
    // A broken connection: the node is dead, and what it did not answer it did not acknowledge.
    const reply = await call(node, "POST", "/api/calc/compute", request).catch(() => null);
    if (reply === null) return;
    expect(reply.status, reply.text).to.equal(200);
    acknowledged.set(textOf(reply.body, "receipt_id"), reply.text);
    onAnswer();
  }
}

/**
 * Every acknowledged receipt is served, is the answer's, and proves its value by computing it
 * again.
 */
async function checkAll(
  node: RunningNode,
  acknowledged: ReadonlyMap<string, string>,
): Promise<void> {
  const modules = { crypto: nodeCrypto, registry: builtinRegistry() };
  for (const [id, answer] of acknowledged) {
    const receipt = await call(node, "GET", `/api/receipts/${id}`);
    expect(receipt.status, `receipt ${id}`).to.equal(200);
    for (const held of [receipt.body, JSON.parse(answer) as unknown]) {
      const { valid, reasons } = verifyHeld(modules, held, {
        id,
        key: node.api.publicKey,
        nowCalcond: nowCalcond(),
      });
      expect(valid, reasons.join("; ")).to.equal(true);
    }
  }
}

/** @param progress told after each round */
export async function killRounds(
  dataDir: string,
  rounds: number,
  seed: number,
  progress: (round: number) => void = () => undefined,
): Promise<Rounds> {
  const random = linearGenerator(seed);
  const start = (): Promise<RunningNode> =>
    startNode({ dataDir, args: ["--rate-limits", "off", "--log-level", "error"] });
  let total = 0;
  let node = await start();
  try {
    const { publicKey } = node.api;
    const firsts: string[] = [];
    const before = (await walkSpine(node)).size;
    let size = before;
    for (let round = 0; round < rounds; round += 1) {
      const acknowledged = new Map<string, string>();
      let clients: readonly Promise<void>[] = [];
      const visibility = round % 4 === 1 ? "private" : "shared";
      const answered = new Promise<void>((resolve) => {
        clients = Array.from({ length: CLIENTS }, (_, n) =>
          client(node, acknowledged, visibility, n, () => {
            if (acknowledged.size >= CLIENTS) resolve();
          }),
        );
      });
      // Every other time after a whole round of answers, however busy the machine is.
      if (round % 2 === 1) await Promise.race([answered, Promise.all(clients)]);
      await delay(KILL_AFTER_MS_MAX * random());
      await node.kill();
      await Promise.all(clients);
      node = await start();
      expect(node.api.publicKey).to.equal(publicKey);
      const spine = await walkSpine(node);
      expect(spine.size).to.be.at.least(size);
      size = spine.size;
      await checkAll(node, acknowledged);
      total += acknowledged.size;
      const [first] = acknowledged.keys();
      if (first !== undefined) firsts.push(first);
      progress(round);
    }
    for (const id of firsts)
      expect((await call(node, "GET", `/api/receipts/${id}`)).status, id).to.equal(200);
    await sealed(node, { operators: ["NM19"], inputs: { m: 1, a: 1 } });
    expect((await walkSpine(node)).size).to.equal(size + 1);
    return { acknowledged: total, events: size - before };
  } finally {
    await node.stop();
  }
}
