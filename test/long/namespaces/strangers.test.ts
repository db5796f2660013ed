/** Short forms of what hostile members did to daemons on networks with addresses of their own. */
import { expect } from "chai";
import type { Machine, NetLab } from "../../../scripts/chaos/netLab.js";
import type { RunningNode } from "../../../scripts/devnet/daemons.js";
import { startMembers } from "../../../scripts/chaos/netMember.js";
import { describeLab, heldByAll, met, meshOn, peersOf, unsealedDuring } from "../../kit/netMesh.js";
import { call, fieldsOf, force, listOf, numberOf, sealed, textOf } from "../../kit/requests.js";
import { until } from "../../reliability/checker.js";
import { print } from "../reliability/share.js";

const title = "strangers among daemons in network namespaces";
const HELD_MS_MAX = 60_000;
/** Kept spines of others at most. */
const PLACES = 1_000;
const KEYS = 1_300;
const FULL = 16;

/** Addresses of one network, each of which a connection may come from. */
function crowdOf(lab: NetLab, count: number): Machine {
  const ips = Array.from({ length: count }, (_, n) => `12.1.0.${n + 10}`);
  return lab.hidden(ips, 200)[0]!;
}

/** Messages about nodes that were judged. */
async function judged(node: RunningNode): Promise<number> {
  const { body } = await call(node, "GET", "/api/mesh/topics");
  const of = listOf(body, "topics").find((topic) => textOf(topic, "name") === "node");
  return ["accepted", "ignored", "rejected"].reduce((sum, name) => sum + numberOf(of, name), 0);
}

async function keptBy(node: RunningNode): Promise<number> {
  const { body } = await call(node, "GET", "/api/mesh/status");
  return numberOf(fieldsOf(body, "spines"), "kept");
}

describeLab(title, (open) => {
  function machines(of: NetLab, count: number): readonly Machine[] {
    return Array.from({ length: count }, (_, n) => of.machine(`45.${n + 1}.0.2`));
  }

  it("six members a minute ahead at each of four nodes keep nobody from sealing", async () => {
    const of = open();
    const crowd = crowdOf(of, 6);
    const nodes = await meshOn(of, machines(of, 4));
    expect(await unsealedDuring(nodes, 2), "before").to.equal(0);
    const liars = await startMembers(of, crowd, { members: 6, aheadMs: 60_000 }, nodes);
    expect(liars.reached).to.equal(24);
    expect(await unsealedDuring(nodes, 20), "while they are there").to.equal(0);
    await liars.stop();
    expect(await unsealedDuring(nodes, 10), "after they left").to.equal(0);
  });

  it("one that lists 200 invented spines and holds requests stops no exchange of seals", async () => {
    const of = open();
    const crowd = crowdOf(of, 1);
    const nodes = await meshOn(of, machines(of, 3));
    const liar = await startMembers(of, crowd, { members: 1, invented: 200 }, nodes);
    const ms: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      for (const node of nodes) await sealed(node, force());
      ms.push(await heldByAll(nodes, HELD_MS_MAX));
    }
    print({ reached: liar.reached, ms });
    await liar.stop();
  });

  // Below half anyone is taken; then a peer brings 64 and one in 10 s, a network 256 and one in 2.5 s,
  // and a fifth of the places is for who was met.
  for (const { members, networks, least, most } of [
    { members: 1, networks: 1, least: 562, most: 590 },
    { members: 20, networks: 1, least: 754, most: 800 },
    { members: 20, networks: 20, least: 798, most: 803 },
  ])
    it(`${KEYS} new keys on ${members} connections of ${networks} networks leave places for a newcomer`, async () => {
      const of = open();
      const ips = Array.from({ length: members }, (_, n) => `12.${n % networks}.0.${n + 10}`);
      const [crowd] = of.hidden(ips, 200);
      const newcomer = of.machine("47.1.0.2");
      const [first, second] = await meshOn(of, machines(of, 2));
      const crowded = await startMembers(of, crowd!, { members, openings: KEYS }, [first!]);
      const fromMs = performance.now();
      const node = await of.start(newcomer, { bootstrap: [first!] });
      await sealed(node, force("shared"));
      const ms = await heldByAll([first!, second!, node], HELD_MS_MAX);
      await until("judging all", HELD_MS_MAX, async () => (await judged(first!)) >= KEYS);
      const kept = await keptBy(first!);
      print({ reached: crowded.reached, kept, ms, sinceMs: performance.now() - fromMs });
      expect(kept).to.be.within(least, most);
      const warned = first!.output().split("most places for the spines").length - 1;
      expect(warned).to.equal(kept >= 0.8 * PLACES ? 1 : 0);
      await crowded.stop();
    });

  it("a full node lets a peer in that restarts, and a newcomer of another network", async () => {
    const of = open();
    const crowd = crowdOf(of, 20);
    const [first, second, third] = machines(of, 3);
    const env = { CALC_P2P_CONNECTIONS_MAX: String(FULL) };
    const full = await of.start(first!, { env });
    const peer = await of.start(second!, { bootstrap: [full] });
    await met(peer, [full]);
    const strangers = await startMembers(of, crowd, { members: 2 * FULL }, [full]);
    await until("being full", HELD_MS_MAX, async () => (await peersOf(full)).length >= FULL - 1);
    await peer.stop();
    const againMs = await met(await of.start(second!, { bootstrap: [full] }), [full]);
    const newMs = await met(await of.start(third!, { bootstrap: [full] }), [full]);
    print({ reached: strangers.reached, peers: (await peersOf(full)).length, againMs, newMs });
    await strangers.stop();
  });

  it("eleven members behind one address lose no points", async () => {
    const of = open();
    const crowd = crowdOf(of, 1);
    const [node] = await meshOn(of, machines(of, 1));
    const members = await startMembers(of, crowd, { members: 11, opens: true }, [node!]);
    expect(members.reached).to.equal(11);
    const { body } = await call(node!, "GET", "/api/mesh/scores");
    const scores = body["scores"];
    expect(scores).to.be.an("array").with.length(11);
    if (!Array.isArray(scores)) return;
    for (const score of scores)
      expect(numberOf(score, "score"), textOf(score, "nodeId")).to.be.at.least(0);
    await members.stop();
  });
});
