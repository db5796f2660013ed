/** Meshes of daemons in network namespaces: what their tests ask again and again. */
import { setTimeout as delay } from "node:timers/promises";
import { NetLab, whyNoNamespaces, type Machine } from "../../scripts/chaos/netLab.js";
import type { RunningNode } from "../../scripts/devnet/daemons.js";
import { until } from "../reliability/checker.js";
import { call, force, listOf, spineOf, textOf } from "./requests.js";

/** Tests of which each opens a laboratory of its own, skipped with the reason where there can be none. */
export function describeLab(title: string, tests: (open: () => NetLab) => void): void {
  const reason = whyNoNamespaces();
  describe(reason === null ? title : `${title} (skipped: ${reason})`, () => {
    let lab: NetLab | null = null;
    before(function check() {
      if (reason !== null) this.skip();
    });
    afterEach(async () => {
      await lab?.close();
      lab = null;
    });
    tests(() => (lab = new NetLab()));
  });
}

const MET_MS_MAX = 90_000;
const STEP_MS = 500;

/** Peer ids of those connected to a node. */
export async function peersOf(node: RunningNode): Promise<readonly string[]> {
  const { body } = await call(node, "GET", "/api/mesh/peers");
  return listOf(body, "peers").map((peer) => textOf(peer, "nodeId"));
}

/** @returns milliseconds until a node is connected to all of the others */
export function met(
  node: RunningNode,
  others: readonly RunningNode[],
  msMax = MET_MS_MAX,
): Promise<number> {
  return until("meeting", msMax, async () => {
    const peers = await peersOf(node);
    return others.every(({ api }) => api.peerId === node.api.peerId || peers.includes(api.peerId));
  });
}

/** Daemons of which the first is named to the others, once all have met. */
export async function meshOn(
  lab: NetLab,
  machines: readonly Machine[],
): Promise<readonly RunningNode[]> {
  const first = await lab.start(machines[0]!);
  const rest: RunningNode[] = [];
  for (const machine of machines.slice(1))
    rest.push(await lab.start(machine, { bootstrap: [first] }));
  const nodes = [first, ...rest];
  for (const node of nodes) await met(node, nodes);
  return nodes;
}

/** Each computes once in half a second. @returns how many results were not sealed */
export async function unsealedDuring(
  nodes: readonly RunningNode[],
  rounds: number,
): Promise<number> {
  let unsealed = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const node of nodes) {
      const { body } = await call(node, "POST", "/api/calc/compute", force());
      if (typeof body["receipt_id"] !== "string") unsealed += 1;
    }
    await delay(STEP_MS);
  }
  return unsealed;
}

/** Lines of its log with that message. */
export function logged(node: RunningNode, message: string): readonly string[] {
  return node
    .output()
    .split("\n")
    .filter((line) => line.includes(`"msg":"${message}"`));
}

/** How much of another's spine a node holds wholly, under a head that the other signed; 0: nothing. */
export async function heldSize(node: RunningNode, of: RunningNode): Promise<number> {
  const { status, text } = await call(node, "GET", `/api/mesh/log/${of.api.publicKey}/checkpoint`);
  return status === 200 ? Number(text.split("\n")[1]) : 0;
}

/** @returns milliseconds until each holds all that any of them has written so far */
export async function heldByAll(nodes: readonly RunningNode[], msMax: number): Promise<number> {
  const sizes = new Map<RunningNode, number>();
  for (const node of nodes) sizes.set(node, (await spineOf(node)).size);
  return until("holding all", msMax, async () => {
    for (const node of nodes)
      for (const [of, size] of sizes)
        if (of !== node && (await heldSize(node, of)) < size) return false;
    return true;
  });
}
