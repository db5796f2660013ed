import { expect } from "chai";
import { isWithin, readCidr, siteCidr } from "../../../../../node/mesh/host/cidr.js";
import { PeerRules, ruleTarget } from "../../../../../node/mesh/discovery/peerRules.js";
import { peerIdOf } from "../../../../../node/mesh/host/peerKey.js";
import { HEADS_PROTOCOL } from "../../../../../node/mesh/sync/syncServer.js";
import { Cluster, storeOf } from "../../../../kit/cluster.js";
import { quiet } from "../../../../kit/logger.js";
import { authorOf } from "../../../../kit/meshNode.js";
import { settled, VirtualTime } from "../../../../kit/virtualTime.js";

const REQUEST = { timeoutMs: 10_000, bytesMax: 65_536 };

describe("networks as operators write them", () => {
  // Python's ipaddress.ip_network(text, strict=False), 3.13.
  const READ: readonly (readonly [text: string, network: string])[] = [
    ["203.0.113.77/24", "203.0.113.0/24"],
    ["10.1.2.3", "10.1.2.3/32"],
    ["2001:db8:1:2::3/48", "2001:db8:1::/48"],
    ["64:ff9b::192.0.2.33/96", "64:ff9b::/96"],
    ["fe80::1", "fe80::1/128"],
  ];
  for (const [text, network] of READ)
    it(`${text} is ${network}`, () => expect(readCidr(text)?.text).to.equal(network));

  it("are none when they are no address, or wider than a slip of the finger may be", () => {
    for (const text of ["", "203.0.113.0/33", "203.0.113.0/7", "::/0", "2001:db8::/15", "a/24"])
      expect(readCidr(text), text).to.equal(null);
  });

  it("hold the addresses in them, and IPv4 also where IPv6 carries it", () => {
    const network = readCidr("203.0.113.0/24")!;
    expect(isWithin("203.0.113.255", network)).to.equal(true);
    expect(isWithin("::ffff:203.0.113.9", network)).to.equal(true);
    expect(isWithin("203.0.114.0", network)).to.equal(false);
    expect(isWithin("2001:db8::1", network)).to.equal(false);
    expect(siteCidr("2001:db8:7:8::9")?.text).to.equal("2001:db8:7::/48");
  });
});

describe("who is kept out and who is let in", () => {
  const ONE = peerIdOf("0a".repeat(32));
  const TWO = peerIdOf("0b".repeat(32));
  const make = (time: VirtualTime, store = storeOf()): PeerRules =>
    new PeerRules({ clock: time, store, log: quiet });
  const ban = { rule: "ban", by: "operator", reason: "", seconds: null } as const;
  const allow = { ...ban, rule: "allow" } as const;

  it("is named by peer id, by public key or by network", () => {
    expect(ruleTarget("0a".repeat(32))).to.equal(ONE);
    expect(ruleTarget(ONE)).to.equal(ONE);
    expect(ruleTarget("192.0.2.1")).to.equal("192.0.2.1/32");
    expect(ruleTarget("nobody")).to.equal(null);
  });

  it("a peer counts before its network, and the narrowest network first", async () => {
    const rules = make(new VirtualTime());
    await rules.set("203.0.113.0/24", ban);
    await rules.set("203.0.113.7/32", allow);
    await rules.set(TWO, allow);
    expect(rules.isBanned(ONE, "203.0.113.8")).to.equal(true);
    expect(rules.isBanned(ONE, "203.0.113.7")).to.equal(false);
    expect(rules.isBanned(TWO, "203.0.113.8")).to.equal(false);
    expect(rules.isBanned(null, "203.0.113.8")).to.equal(true);
    expect(rules.isBanned(ONE, null)).to.equal(false);
    expect(await rules.forget("203.0.113.0/24")).to.equal(true);
    expect(await rules.forget("203.0.113.0/24")).to.equal(false);
    expect(rules.isBanned(ONE, "203.0.113.8")).to.equal(false);
  });

  it("survives a restart, until its time is over", async () => {
    const time = new VirtualTime();
    const store = storeOf();
    const before = make(time, store);
    await before.set(ONE, { ...ban, seconds: 100 });
    await before.set("203.0.113.0/24", ban);
    const after = make(time, store);
    await after.load();
    expect(after.list().map(({ target }) => target)).to.have.members([ONE, "203.0.113.0/24"]);
    expect(after.isBanned(ONE, null)).to.equal(true);
    await time.pass(102_000);
    expect(after.isBanned(ONE, null)).to.equal(false);
    const last = make(time, store);
    await last.load();
    expect(last.list().map(({ target }) => target)).to.deep.equal(["203.0.113.0/24"]);
  });
});

describe("a network that many liars come from", () => {
  let cluster = new Cluster();
  beforeEach(() => {
    cluster = new Cluster();
  });
  afterEach(() => cluster.stop());

  async function rubbishFrom(n: number, ip: string, victim: string): Promise<string> {
    const liar = cluster.hub.join(authorOf(n).publicKey, ip);
    cluster.hub.link(liar.peerId, victim);
    for (let i = 0; i < 11; i += 1) {
      await liar
        .request(victim, HEADS_PROTOCOL, Buffer.from("rubbish"), REQUEST)
        .catch(() => undefined);
    }
    return liar.peerId;
  }

  it("is banned for an hour after eight of them, and one that was cut off with it", async () => {
    const node = await cluster.start(1);
    const other = cluster.hub.join(authorOf(99).publicKey, "203.0.113.200");
    cluster.hub.link(other.peerId, node.net.peerId);
    for (let n = 10; n < 17; n += 1) await rubbishFrom(n, `203.0.113.${n}`, node.net.peerId);
    expect(node.mesh.control.rules().map(({ rule }) => rule)).to.deep.equal(Array(7).fill("ban"));
    expect(node.net.peers()).to.include(other.peerId);
    await rubbishFrom(17, "203.0.113.17", node.net.peerId);
    expect(node.net.peers()).to.not.include(other.peerId);
    expect(node.mesh.control.rules()[0]).to.include({ target: "203.0.113.0/24", by: "points" });
    const late = cluster.hub.join(authorOf(98).publicKey, "203.0.113.201");
    cluster.hub.link(late.peerId, node.net.peerId);
    await settled();
    expect(node.net.peers()).to.not.include(late.peerId);
    const far = cluster.hub.join(authorOf(97).publicKey, "198.51.100.1");
    cluster.hub.link(far.peerId, node.net.peerId);
    expect(node.net.peers()).to.include(far.peerId);
    await cluster.time.pass(3_602_000);
    cluster.hub.link(late.peerId, node.net.peerId);
    expect(node.net.peers()).to.include(late.peerId);
  });

  it("is not banned where the operator lets it in, and allowing ends what was held", async () => {
    const node = await cluster.start(1);
    await node.mesh.control.allow("203.0.113.0/24", "our office");
    const liars: string[] = [];
    for (let n = 10; n < 19; n += 1)
      liars.push(await rubbishFrom(n, `203.0.113.${n}`, node.net.peerId));
    expect(node.mesh.control.rules()).to.have.length(10);
    expect(node.net.peers()).to.deep.equal([]);
    await node.mesh.control.allow(liars[0]!, "it was repaired");
    expect(node.mesh.scores().denied).to.not.include(liars[0]!);
    cluster.hub.link(liars[0]!, node.net.peerId);
    expect(node.net.peers()).to.deep.equal([liars[0]!]);
    await node.mesh.control.ban(liars[0]!, "again", null);
    await settled();
    expect(node.net.peers()).to.deep.equal([]);
  });
});
