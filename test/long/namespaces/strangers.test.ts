/** Short forms of what hostile members did to daemons on networks with addresses of their own. */
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { NetLab, whyNoNamespaces, type Machine } from "../../../scripts/chaos/netLab.js";
import { startMembers } from "../../../scripts/chaos/netMember.js";
import type { RunningNode } from "../../../scripts/devnet.js";
import { call, force, listOf, textOf } from "../../kit/requests.js";
import { until } from "../../reliability/checker.js";

const reason = whyNoNamespaces();
const title = "strangers among daemons in network namespaces";

async function peersOf(node: RunningNode): Promise<readonly string[]> {
  const { body } = await call(node, "GET", "/api/mesh/peers");
  return listOf(body, "peers").map((peer) => textOf(peer, "nodeId"));
}

async function allMet(nodes: readonly RunningNode[]): Promise<void> {
  await until("meeting", 60_000, async () => {
    for (const node of nodes) {
      const peers = await peersOf(node);
      if (!nodes.every(({ api }) => api === node.api || peers.includes(api.peerId))) return false;
    }
    return true;
  });
}

/** Each computes once in half a second. @returns how many were not sealed */
async function unsealedDuring(nodes: readonly RunningNode[], rounds: number): Promise<number> {
  let unsealed = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const node of nodes) {
      const { body } = await call(node, "POST", "/api/calc/compute", force());
      if (typeof body["receipt_id"] !== "string") unsealed += 1;
    }
    await delay(500);
  }
  return unsealed;
}

describe(reason === null ? title : `${title} (skipped: ${reason})`, () => {
  let lab: NetLab | null = null;
  before(function check() {
    if (reason !== null) this.skip();
  });
  afterEach(async () => {
    await lab?.close();
    lab = null;
  });

  function open(): NetLab {
    lab = new NetLab();
    return lab;
  }

  /** The first is named to the others. */
  async function mesh(of: NetLab, machines: readonly Machine[]): Promise<readonly RunningNode[]> {
    const first = await of.start(machines[0]!);
    const rest: RunningNode[] = [];
    for (const machine of machines.slice(1))
      rest.push(await of.start(machine, { bootstrap: [first] }));
    const nodes = [first, ...rest];
    await allMet(nodes);
    return nodes;
  }

  it("six members a minute ahead at each of four nodes keep nobody from sealing", async () => {
    const of = open();
    const machines = [1, 2, 3, 4].map((n) => of.machine(`11.${n}.0.2`));
    const [crowd] = of.hidden(
      Array.from({ length: 6 }, (_, n) => `12.1.0.${n + 10}`),
      1,
    );
    const nodes = await mesh(of, machines);
    expect(await unsealedDuring(nodes, 2), "before").to.equal(0);
    const liars = await startMembers(of, crowd!, { members: 6, aheadMs: 60_000 }, nodes);
    expect(liars.reached).to.equal(24);
    expect(await unsealedDuring(nodes, 20), "while they are there").to.equal(0);
    await liars.stop();
    expect(await unsealedDuring(nodes, 10), "after they left").to.equal(0);
  });
});
