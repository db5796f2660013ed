/** What strangers may take of a node: connections, dials, places and its processor. */
import { expect } from "chai";
import { announced, dialable } from "../../../../../node/mesh/discovery/addressFilter.js";
import { DialRate } from "../../../../../node/mesh/discovery/dialRate.js";
import { Arrivals, libraryBounds } from "../../../../../node/mesh/host/arrivals.js";
import { budgeted } from "../../../../../node/mesh/host/budgets.js";
import { Crowd } from "../../../../../node/mesh/discovery/crowd.js";
import { MemoryHub, type MemoryNet } from "../../../../../scripts/sim/wires/memoryNet.js";
import { hasWork } from "../../../../../node/mesh/intake/keyWork.js";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { CALCOND_NS } from "../../../../../protocol/limits.js";
import { Cluster } from "../../../../kit/cluster.js";
import { quiet } from "../../../../kit/logger.js";
import { authorOf, startMeshNode, type MeshNode } from "../../../../kit/meshNode.js";
import { settled, VirtualTime } from "../../../../kit/virtualTime.js";

describe("addresses that are told and dialed", () => {
  const LOOP = "/ip4/127.0.0.1/tcp/4001";
  const SITE = "/ip4/192.168.1.7/tcp/4001";
  const WORLD = "/ip4/203.0.113.7/tcp/4001";
  const NAME = "/dns4/node.example/tcp/4001";
  const ALL = [LOOP, SITE, WORLD, NAME];

  it("of a node with a public address are the public ones and names", () => {
    expect(announced(ALL, "auto")).to.deep.equal([WORLD, NAME]);
    expect(dialable(ALL, [LOOP, WORLD], "auto")).to.deep.equal([WORLD, NAME]);
  });

  it("of a node on a site leave out loopback, and of one on loopback are all", () => {
    expect(announced([LOOP, SITE], "auto")).to.deep.equal([SITE]);
    expect(dialable(ALL, [LOOP, SITE], "auto")).to.deep.equal([SITE, WORLD, NAME]);
    expect(dialable(ALL, [LOOP], "auto")).to.deep.equal(ALL);
  });

  it("are as the operator says; port 0 is none", () => {
    expect(announced(ALL, "on")).to.deep.equal(ALL);
    expect(dialable(ALL, [LOOP], "off")).to.deep.equal([WORLD, NAME]);
    expect(dialable(["/ip4/203.0.113.7/tcp/0"], [WORLD], "auto")).to.deep.equal([]);
  });
});

describe("dials of peers that were never met", () => {
  const addressOf = (block: number): string => `/ip4/${block}.1.1.1/tcp/1`;

  it("of 80 made-up peers that name one network are 16 at once, then six a minute", () => {
    const rate = new DialRate();
    let dials = 0;
    // Each is tried every 1.5 seconds for two minutes.
    for (let second = 0; second < 120; second += 1.5)
      for (let n = 0; n < 80; n += 1)
        if (rate.take(`/ip4/203.0.113.${n}/tcp/1`, `liar ${n % 8}`, 0, BigInt(second * 1e9)))
          dials += 1;
    expect(dials).to.be.within(16 + 11, 16 + 12);
  });

  it("all over the world are 64 at once, then 30 a minute; one that tells of all, 32 and 12", () => {
    const dialsIn120s = (introducers: number): number => {
      const rate = new DialRate();
      let dials = 0;
      for (let second = 0; second < 120; second += 1.5)
        for (let n = 0; n < 80; n += 1)
          if (rate.take(addressOf(n + 20), `${n % introducers}`, 0, BigInt(second * 1e9)))
            dials += 1;
      return dials;
    };
    expect(dialsIn120s(80)).to.be.within(64 + 58, 64 + 60);
    expect(dialsIn120s(1)).to.be.within(32 + 22, 32 + 24);
  });

  it("where nobody ever answered are eight more, then four a minute in all", () => {
    const rate = new DialRate();
    let dials = 0;
    for (let second = 0; second < 300; second += 1.5)
      for (let n = 0; n < 20; n += 1)
        if (rate.take(addressOf(n + 20), null, 3, BigInt(second * 1e9))) dials += 1;
    expect(dials).to.be.within(8 + 19, 8 + 20);
  });
});

describe("connections that come in before anybody is known", () => {
  const MAX = 100;
  const CROWD_IP = "192.0.2.1";
  const OTHER_IP = "198.51.100.2";
  const KNOWN_IP = "203.0.113.3";
  let nowMs = 0;
  const arrivals = (): Arrivals =>
    new Arrivals(MAX, {
      nowMs: () => nowMs,
      isKnown: (ip) => ip === KNOWN_IP,
      isShared: () => false,
    });
  /** How many of so many come in, of which the handshakes are over at once. */
  const comeIn = (door: Arrivals, ip: string, all: number, count: number): number => {
    let came = 0;
    for (let i = 0; i < count; i += 1) {
      const connection = {};
      if (door.begin(connection, ip, { all, fromSite: ip === CROWD_IP ? 40 : 0 })) came += 1;
      door.ended(connection);
    }
    return came;
  };

  it("all come in while there is room", () => {
    expect(comeIn(arrivals(), CROWD_IP, MAX - 1, 500)).to.equal(500);
  });

  it("of a crowd at a full node four come in at once and one in two seconds, and all others", () => {
    const door = arrivals();
    expect(comeIn(door, CROWD_IP, MAX, 500)).to.equal(4);
    nowMs += 20_000;
    expect(comeIn(door, CROWD_IP, MAX, 3)).to.equal(3);
    expect(comeIn(door, CROWD_IP, MAX, 3)).to.equal(1);
    expect(comeIn(door, OTHER_IP, MAX, 50)).to.equal(50);
  });

  it("a place is kept for the long-known where strangers have none left", () => {
    const door = arrivals();
    const { maxConnections } = libraryBounds(MAX);
    const strangersMax = Array.from({ length: 200 }, (_, all) => all).find(
      (all) => !door.mayStay(all, false),
    );
    expect(strangersMax).to.be.within(MAX + 1, maxConnections - 1);
    expect(comeIn(door, OTHER_IP, strangersMax!, 50)).to.equal(0);
    expect(comeIn(door, KNOWN_IP, strangersMax!, 50)).to.equal(50);
    expect(door.mayStay(strangersMax!, true)).to.equal(true);
  });

  it("who opens connections and says nothing keeps nobody of another network out", () => {
    const door = arrivals();
    const hold = (ip: string, count: number): number =>
      Array.from({ length: count }, () => door.begin({}, ip, { all: 0, fromSite: 0 })).filter(
        (isIn) => isIn,
      ).length;
    const { maxIncomingPendingConnections } = libraryBounds(MAX);
    const silent = hold(CROWD_IP, 500);
    expect(silent).to.be.below(maxIncomingPendingConnections / 2);
    expect(hold(OTHER_IP, 20)).to.equal(20);
    expect(hold("192.0.77.1", 500) + hold("192.0.78.1", 500)).to.be.below(500);
    expect(hold(OTHER_IP, 1)).to.equal(0);
    expect(hold(KNOWN_IP, 1)).to.equal(1);
  });
});

describe("keys that show work", () => {
  it("are those whose hash begins with 16 zero bits", () => {
    // Found with Python's hashlib over "calc-key-work/1\0" and 32 bytes that count up from zero.
    const worked = "00000000000000000000000000000000000000000000000000000000000201e9";
    expect(hasWork(nodeCrypto, worked)).to.equal(true);
    expect(hasWork(nodeCrypto, worked, 32)).to.equal(false);
    expect(hasWork(nodeCrypto, "00".repeat(32))).to.equal(false);
  });
});

describe("a node and strangers", () => {
  let cluster = new Cluster();
  beforeEach(() => {
    cluster = new Cluster();
  });
  afterEach(() => cluster.stop());

  async function start(
    n: number,
    ip: string,
    options: Partial<Parameters<typeof startMeshNode>[1]> = {},
  ): Promise<MeshNode> {
    const node = await startMeshNode(n, {
      ...options,
      net: cluster.hub.join(authorOf(n).publicKey, ip),
      modules: { scheduler: cluster.time, clock: cluster.time, random: { next: () => 0 } },
    });
    cluster.nodes.push(node);
    return node;
  }

  it("that is full lets a newcomer in: the most crowded network makes room", async () => {
    const full = await start(1, "203.0.113.1", { connectionsMax: 4 });
    const honest = await start(2, "198.51.100.2");
    cluster.link(full, honest);
    const crowd: MeshNode[] = [];
    for (let n = 10; n < 13; n += 1) {
      const one = await start(n, `192.0.2.${n}`);
      cluster.link(full, one);
      crowd.push(one);
    }
    await cluster.time.pass(1_000);
    expect(full.net.peers()).to.have.length(4);
    const late = await start(3, "198.51.77.3");
    cluster.link(full, late);
    await cluster.time.pass(1_000);
    expect(full.net.peers()).to.have.members([
      honest.net.peerId,
      late.net.peerId,
      crowd[0]!.net.peerId,
      crowd[1]!.net.peerId,
    ]);
    expect(crowd[2]!.mesh.refusals("peer")["FULL"]).to.be.at.least(1);
  });

  it("that takes the invited only keeps no stranger, and an invited one at once", async () => {
    const host = await start(1, "203.0.113.1", { invitedOnly: true });
    const guest = await start(2, "198.51.100.2");
    const stranger = await start(3, "198.51.77.3");
    const invitation = host.mesh.invitations.make(guest.author.publicKey, 3_600);
    expect(await stranger.mesh.invitations.use(invitation)).to.equal(false);
    expect(await guest.mesh.invitations.use(invitation.replace(/"sig":"./, '"sig":"f'))).to.equal(
      false,
    );
    expect(await guest.mesh.invitations.use(invitation)).to.equal(true);
    cluster.link(host, guest);
    cluster.link(host, stranger);
    await cluster.time.pass(60_000);
    expect((await host.store.spine.tip(guest.author.publicKey))?.seq).to.be.at.least(0);
    expect(await host.store.spine.tip(stranger.author.publicKey)).to.equal(undefined);
    expect(host.mesh.control.rules()[0]).to.include({ target: guest.net.peerId, by: "invitation" });
  });
});

describe("a crowd at a full node", () => {
  const HONEST_IP = "198.51.100.2";

  /** A node with room for so many, and the calconds at which peers were first met. */
  function fullNode(connectionsMax: number) {
    const hub = new MemoryHub();
    const time = new VirtualTime();
    const net = hub.join(authorOf(1).publicKey, "203.0.113.1");
    const greeted = new Set<string>();
    const met = new Map<string, number>();
    const crowd = new Crowd(
      {
        net,
        clock: time,
        log: quiet,
        isGreeted: (peer) => greeted.has(peer),
        standingOf: () => "stranger",
        metCalcond: (peer) => met.get(peer) ?? null,
        refuse: (peer) => net.disconnect(peer),
      },
      connectionsMax,
    );
    crowd.start();
    const join = (n: number, ip: string): MemoryNet => hub.join(authorOf(n).publicKey, ip);
    return {
      time,
      join,
      come: (peer: MemoryNet) => hub.link(net.peerId, peer.peerId),
      go: (peer: MemoryNet) => hub.cut(net.peerId, peer.peerId),
      greet: (peer: MemoryNet) => {
        greeted.add(peer.peerId);
        met.set(peer.peerId, met.get(peer.peerId) ?? Number(time.nowNs() / CALCOND_NS));
      },
      has: (peer: MemoryNet) => net.peers().includes(peer.peerId),
    };
  }

  it("does not push out a peer that has come back and not said yet who it is", async () => {
    const node = fullNode(4);
    const back = node.join(2, HONEST_IP);
    const crowd = Array.from({ length: 8 }, (_, n) => node.join(10 + n, `192.0.2.${n + 1}`));
    for (const one of crowd) node.greet(one);
    const knock = (): void => {
      for (const one of crowd) node.come(one);
    };
    knock();
    node.come(back);
    for (let second = 0; second < 9; second += 1) {
      knock();
      expect(node.has(back), `second ${second}`).to.equal(true);
      await node.time.pass(1_000);
    }
    // Whoever says nothing for ten seconds is nobody's peer.
    await node.time.pass(2_000);
    knock();
    expect(node.has(back)).to.equal(false);
  });

  it("from ever new networks pushes out its own last, and nobody who was met before", async () => {
    const node = fullNode(3);
    const honest = node.join(2, HONEST_IP);
    node.come(honest);
    node.greet(honest);
    for (let n = 10; n < 60; n += 1) {
      await node.time.pass(1_000);
      const one = node.join(n, `192.0.${n}.1`);
      node.come(one);
      node.greet(one);
      // It loses its connection now and then, and is the last that came.
      if (n % 7 === 0) {
        node.go(honest);
        node.come(honest);
      }
      expect(node.has(honest), `newcomer ${n}`).to.equal(true);
    }
  });
});

describe("budgets of one peer", () => {
  it("bound what it may ask, whatever becomes of it; who goes on is at fault", async () => {
    const hub = new MemoryHub();
    const time = new VirtualTime();
    const faults: string[] = [];
    const net = hub.join("0a".repeat(32), "203.0.113.1");
    const peer = hub.join("0b".repeat(32), "198.51.100.2");
    let served = 0;
    const bounded = budgeted(net, {
      clock: time,
      scheduler: time,
      onFault: (_, what) => faults.push(what),
      isTrusted: () => false,
    });
    await bounded.serve("/x", async () => Buffer.from(String((served += 1))), { bytesMax: 100 });
    hub.link(net.peerId, peer.peerId);
    const ask = (): Promise<unknown> =>
      peer
        .request(net.peerId, "/x", Buffer.from("1"), { timeoutMs: 1, bytesMax: 100 })
        .catch(() => undefined);
    for (let i = 0; i < 22_000; i += 1) await ask();
    await settled();
    expect(served).to.equal(20_000);
    expect(faults).to.deep.equal(["budget", "budget"]);
    await time.pass(1_000);
    for (let i = 0; i < 2_000; i += 1) await ask();
    expect(served).to.equal(21_000);
  });
});
