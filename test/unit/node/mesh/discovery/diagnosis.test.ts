/** Settings that keep two nodes apart: each is told by its own word, on the side that can mend it. */
import { unheardAddresses } from "../../../../../node/mesh/host/unheard.js";
import { expect } from "chai";
import { timeInWords, type Finding } from "../../../../../node/mesh/discovery/diagnosis.js";
import { DIAL_FAULTS, dialFaultOf } from "../../../../../node/mesh/discovery/dialFault.js";
import { NetError } from "../../../../../node/mesh/host/net.js";
import { peerIdOf } from "../../../../../node/mesh/host/peerKey.js";
import { Cluster, lyingClock, seals, slowLiar, storeWith } from "../../../../kit/cluster.js";
import { authorOf, startMeshNode, startNet } from "../../../../kit/meshNode.js";
import type { MeshNode, NodeOptions } from "../../../../kit/meshNode.js";
import { logTo } from "../../../../kit/logger.js";
import { grow } from "../../../../kit/spines.js";

const OTHER_SECRET = Buffer.alloc(32, 0x5a);

describe("why two nodes do not talk", () => {
  let cluster = new Cluster();
  beforeEach(() => {
    cluster = new Cluster();
  });
  afterEach(() => cluster.stop());

  async function pair(
    options: NodeOptions,
    warnings: string[] = [],
  ): Promise<readonly [asker: MeshNode, other: MeshNode]> {
    const { hub, time } = cluster;
    const other = await cluster.start(2);
    const asker = await startMeshNode(1, {
      bootstrap: other.net.addresses(),
      ...options,
      net: options.net ?? hub.join(authorOf(1).publicKey),
      modules: {
        scheduler: time,
        clock: time,
        random: { next: () => 0 },
        log: logTo(warnings),
        ...options.modules,
      },
    });
    cluster.nodes.push(asker);
    await time.pass(31_000);
    return [asker, other];
  }

  const codes = (node: MeshNode): readonly string[] =>
    node.mesh.diagnosis.view().findings.map(({ code }: Finding) => code);

  it("finds nothing where all is well, and tells who holds what", async () => {
    const warnings: string[] = [];
    const [asker, other] = await pair({}, warnings);
    expect(codes(asker)).to.deep.equal([]);
    const { heldBy, peers, newestHeldSeq, ownSeq } = asker.mesh.diagnosis.view();
    expect(heldBy).to.equal(1);
    expect(newestHeldSeq).to.equal(ownSeq);
    expect(peers[0]).to.include({ peer: other.net.peerId, greeted: true, failures: 0 });
    expect(warnings).to.deep.equal([]);
    expect(asker.mesh.snapshot().heads[0]).to.have.property("held", other.spine.tip!.seq);
  });

  it("SECRET: both are told, the wait grows, and there is one warning", async () => {
    const warnings: string[] = [];
    const [asker, other] = await pair({ secret: OTHER_SECRET }, warnings);
    expect(codes(asker)).to.include.members(["BOOTSTRAP", "SECRET"]);
    expect(asker.mesh.diagnosis.warnings()).to.include.members(["bootstrap", "secret"]);
    expect(other.mesh.diagnosis.view().peers[0]?.refusal?.code).to.equal("SECRET");
    expect(warnings.filter((line) => line.includes("no bootstrap peer"))).to.have.length(1);
    expect(warnings.join("")).to.contain("the secret files of the two nodes differ");
    const before = asker.mesh.refusals("peer")["SECRET"]!;
    await cluster.time.pass(60_000);
    // It was 47 times a minute; a draw of 0 is the shortest wait there is.
    const { failures, nextTrySeconds } = asker.mesh.diagnosis.view().peers[0]!;
    expect(failures).to.be.greaterThan(10);
    expect(nextTrySeconds).to.be.a("number");
    expect(asker.mesh.refusals("peer")["SECRET"]).to.be.greaterThan(before);
    expect(warnings.filter((line) => line.includes("no bootstrap peer"))).to.have.length(1);
  });

  it("SECRET: a node with drawn waits is sent away at most four times a minute", async () => {
    const [asker] = await pair({
      secret: OTHER_SECRET,
      modules: { random: { next: () => 0.5 } },
    });
    await cluster.time.pass(60_000);
    const before = asker.mesh.diagnosis.view().peers[0]!.failures;
    await cluster.time.pass(60_000);
    expect(asker.mesh.diagnosis.view().peers[0]!.failures - before).to.be.within(1, 4);
  });

  it("KID: the other side lacks the secret that this node signs with", async () => {
    const [asker] = await pair({ secret: OTHER_SECRET, kid: 7 });
    expect(codes(asker)).to.include("KID");
  });

  it("NETWORK: the names of the networks differ", async () => {
    const [asker, other] = await pair({ network: "0badcafe" });
    expect(codes(asker)).to.include("NETWORK");
    expect(other.mesh.refusals("self")["NETWORK"]).to.be.greaterThan(0);
  });

  it("NO_OWN_SECRET: this node has none; the other side says so, too", async () => {
    const [asker, other] = await pair({ secret: null });
    expect(codes(asker)).to.deep.equal(["NO_OWN_SECRET"]);
    expect(other.mesh.diagnosis.view().peers[0]?.refusal?.code).to.equal("NO_SECRET");
  });

  it("BANNED: the operator of the other side keeps this node out", async () => {
    const [asker, other] = await pair({});
    await other.mesh.control.ban(asker.net.peerId, "test", null);
    await cluster.time.pass(31_000);
    expect(codes(asker)).to.include.members(["BOOTSTRAP", "BANNED"]);
    await other.mesh.control.forget(asker.net.peerId);
    await cluster.time.pass(600_000);
    expect(codes(asker)).to.not.include("BANNED");
  });

  it("CLOCK: this clock is not that of the bootstrap peer", async () => {
    const bootstrap = await lyingClock(cluster, 5, -5_000, "203.0.113.5");
    const asker = await startMeshNode(1, {
      net: cluster.hub.join(authorOf(1).publicKey),
      bootstrap: bootstrap.addresses(),
      modules: { scheduler: cluster.time, clock: cluster.time, random: { next: () => 0 } },
    });
    cluster.nodes.push(asker);
    await cluster.time.pass(31_000);
    expect(codes(asker)).to.include("CLOCK");
    // The finding stays as long as nothing is signed for it, also where who said so has left.
    await bootstrap.stop();
    await cluster.time.pass(5_000);
    expect(codes(asker)).to.include("CLOCK");
    const [found] = asker.mesh.diagnosis.view().findings.filter(({ code }) => code === "CLOCK");
    expect(found!.detail).to.equal("this clock is 5.0 s ahead of its peers'");
  });

  it("FORKED: a node whose key has signed two histories is kept out, shown the proof, and says so", async () => {
    const [a, liar] = [await cluster.start(1), await cluster.start(9)];
    await seals(liar, 3);
    cluster.link(a, liar);
    await cluster.time.pass(5_000);
    const copy = await cluster.start(3, await storeWith(grow(authorOf(9), [], 9, "copy")));
    cluster.link(a, copy);
    await cluster.time.pass(20_000);
    expect(a.mesh.snapshot().frozen).to.deep.equal([authorOf(9).publicKey]);
    // Whoever keeps it out lets it in now and then, to say why.
    cluster.link(a, liar);
    await cluster.time.pass(60_000);
    expect(await liar.store.evidence.list()).to.have.length(1);
    expect(liar.words).to.include("self-equivocation");
    const [finding] = liar.mesh.diagnosis.view().findings;
    expect(finding).to.include({ code: "FORKED", peer: null });
    const [proof] = await liar.store.evidence.list();
    expect(finding!.detail).to.contain(proof![0]).and.contain("operate.md");
    expect(liar.mesh.diagnosis.warnings()).to.include("forked");
  });

  it("WITNESS: one that is named is nobody, and one is away", async () => {
    const nobody = authorOf(77).publicKey;
    const [asker, other] = await pair({
      witnesses: () => [nobody, authorOf(1).publicKey, authorOf(2).publicKey],
    });
    const missing = (): readonly string[] =>
      asker.mesh.diagnosis
        .view()
        .findings.filter(({ code }) => code === "WITNESS")
        .map(({ peer, detail }) => `${peer} ${detail}`);
    expect(missing()).to.have.length(1);
    expect(missing()[0]).to.contain(peerIdOf(nobody)).and.contain("is the key right?");
    const third = await cluster.start(3);
    cluster.link(asker, third);
    await cluster.time.pass(5_000);
    await other.stop();
    await cluster.time.pass(300_000);
    expect(missing()).to.have.length(1);
    await cluster.time.pass(400_000);
    expect(missing()).to.have.length(2);
    expect(missing()[1]).to.contain(other.net.peerId).and.contain("nothing was heard of it for 1");
    expect(asker.mesh.diagnosis.warnings()).to.include("witness");
  });

  it("says times in hours, minutes and seconds", () => {
    const said = [1_554, -59_900, 61_000, -3_602_000, 7_384_400].map(timeInWords);
    expect(said).to.deep.equal(["1.6 s", "59.9 s", "1 min 1 s", "1 h 0 min 2 s", "2 h 3 min 4 s"]);
  });

  it("CLOCK: of two bootstrap peers of which one is wrong, that is right which agrees with the own clock", async () => {
    const wrong = await lyingClock(cluster, 5, 3_600_000, "203.0.113.5");
    const right = await lyingClock(cluster, 6, 200, "203.0.113.6");
    const asker = await startMeshNode(1, {
      net: cluster.hub.join(authorOf(1).publicKey),
      bootstrap: [...wrong.addresses(), ...right.addresses()],
      modules: { scheduler: cluster.time, clock: cluster.time, random: { next: () => 0 } },
    });
    cluster.nodes.push(asker);
    await cluster.time.pass(31_000);
    expect(codes(asker)).to.not.include("CLOCK");
    // Whoever speaks first is believed until the other one does.
    expect(asker.words.findLast((word) => word.startsWith("clock"))).to.not.equal("clock off");
  });

  it("NOT_LISTENING: an address that was asked for could not be had", async () => {
    const net = Object.assign(cluster.hub.join(authorOf(1).publicKey), {
      unheard: () => ["/ip4/192.0.2.1/tcp/4001"],
    });
    const [asker] = await pair({ net });
    expect(codes(asker)).to.deep.equal(["NOT_LISTENING"]);
    expect(asker.mesh.diagnosis.view().findings[0]?.detail).to.include("/ip4/192.0.2.1/tcp/4001");
    const all = ["/ip4/127.0.0.1/tcp/4001", "/ip4/10.0.0.2/tcp/4001", "/ip6/::1/tcp/4002/p2p/12D3"];
    const unheard = (...asked: readonly string[]): readonly string[] =>
      unheardAddresses(asked, all);
    expect(unheard("/ip4/0.0.0.0/tcp/4001", "/ip6/::/tcp/0", "/ip4/10.0.0.2/tcp/0")).to.deep.equal(
      [],
    );
    const absent = ["/ip4/0.0.0.0/tcp/4003", "/ip6/::1/tcp/4001", "/ip4/192.0.2.1/tcp/0"];
    expect(unheard(...absent, "/dns4/node.example/tcp/4001")).to.deep.equal(absent);
  });

  it("LOOPBACK_ONLY: it is to be found elsewhere, and listens for its own machine alone", async () => {
    const net = cluster.hub.join(authorOf(1).publicKey);
    net.addresses = () => ["/ip4/127.0.0.1/tcp/4001"];
    const [asker] = await pair({ net });
    expect(codes(asker)).to.deep.equal(["LOOPBACK_ONLY"]);
    net.addresses = () => ["/ip4/127.0.0.1/tcp/4001", "/ip4/192.168.1.7/tcp/4001"];
    expect(codes(asker)).to.deep.equal([]);
  });

  it("LARGE_PACKETS: small answers come over a way that loses large ones", async () => {
    const [asker, other] = await pair({});
    Object.assign(asker.net, { largePacketsLost: () => [other.net.peerId] });
    const [found] = asker.mesh.diagnosis.view().findings;
    expect(found).to.include({ code: "LARGE_PACKETS", peer: other.net.peerId });
    expect(asker.mesh.diagnosis.warnings()).to.deep.equal(["large_packets"]);
  });

  it("SILENT: the other side takes the connection, and then nothing comes", async () => {
    const other = cluster.hub.join(authorOf(6).publicKey);
    const net = cluster.hub.join(authorOf(1).publicKey);
    const request = async (): Promise<never> => {
      await new Promise<void>((done) => {
        cluster.time.after(10_000, done);
      });
      throw new NetError("TIMEOUT", "the peer did not answer in time");
    };
    const asker = await startMeshNode(1, {
      net: Object.assign(net, { request }),
      bootstrap: other.addresses(),
      modules: { scheduler: cluster.time, clock: cluster.time, random: { next: () => 0 } },
    });
    cluster.nodes.push(asker);
    await cluster.time.pass(11_000);
    expect(codes(asker)).to.include("SILENT").and.not.include("NO_SECRET");
    cluster.hub.remove(other.peerId);
    await cluster.time.pass(20_000);
  });

  it("HELD_BY_NOBODY: a peer that keeps nothing of this node", async () => {
    const other = await slowLiar(cluster, 6, 1);
    const asker = await startMeshNode(1, {
      net: cluster.hub.join(authorOf(1).publicKey),
      bootstrap: other.addresses(),
      modules: { scheduler: cluster.time, clock: cluster.time, random: { next: () => 0 } },
    });
    cluster.nodes.push(asker);
    // A peer that was met just now has had no time to fetch anything.
    await cluster.time.pass(5_000);
    expect(codes(asker)).to.deep.equal([]);
    expect(asker.mesh.snapshot().heldBy).to.equal(0);
    await cluster.time.pass(8_000);
    expect(codes(asker)).to.deep.equal(["HELD_BY_NOBODY"]);
    expect(asker.mesh.snapshot().heldBy).to.equal(0);
    cluster.hub.remove(other.peerId);
    await cluster.time.pass(10_000);
  });
});

describe("why a peer was not reached", () => {
  const system = (code: string): NetError =>
    new NetError("UNREACHABLE", "x", Object.assign(new Error(`connect ${code}`), { code }));
  // Node's documentation of `err.code`, common system errors and DNS error codes.
  const CASES: readonly (readonly [code: string, fault: keyof typeof DIAL_FAULTS])[] = [
    ["ECONNREFUSED", "REFUSED"],
    ["ENOTFOUND", "NO_NAME"],
    ["EAI_AGAIN", "NO_NAME"],
    ["EHOSTUNREACH", "NO_ROUTE"],
    ["ENETUNREACH", "NO_ROUTE"],
    ["ETIMEDOUT", "NO_ANSWER"],
    ["ECONNRESET", "CLOSED"],
  ];
  for (const [code, fault] of CASES)
    it(`${code} is ${fault}`, () => expect(dialFaultOf(system(code))).to.equal(fault));

  it("PEER_ID: another node answers at the address", async () => {
    const [asker, other] = await Promise.all([startNet(1), startNet(2)]);
    try {
      const [address] = other.addresses();
      const wrong = address!.replace(other.peerId, peerIdOf(authorOf(3).publicKey));
      const error: unknown = await asker.dial(wrong).catch((caught: unknown) => caught);
      expect(error).to.be.an("error");
      expect(dialFaultOf(error)).to.equal("PEER_ID");
    } finally {
      await Promise.all([asker.stop(), other.stop()]);
    }
  });

  it("is no answer where the time is over, and OTHER where nothing is known", () => {
    expect(dialFaultOf(new NetError("TIMEOUT", "late"))).to.equal("NO_ANSWER");
    expect(dialFaultOf(new NetError("UNREACHABLE", "strange"))).to.equal("OTHER");
  });
});
