import { expect } from "chai";
import { ReplayMemory } from "../../../../../node/mesh/intake/replayMemory.js";
import { Reputation } from "../../../../../node/mesh/discovery/reputation.js";
import { peerScore, thresholds, topicScore } from "../../../../../node/mesh/host/scoring.js";
import { topicOf } from "../../../../../protocol/events/topics.js";
import { authorOf, contentId, NETWORK } from "../../../../kit/meshNode.js";
import { Cluster } from "../../../../kit/cluster.js";
import { opening, post } from "../../../../kit/hostile.js";
import { runs } from "../../../../kit/runs.js";
import { VirtualTime } from "../../../../kit/virtualTime.js";

const AUTHORS = runs(2_000, 10_000);
const PEER = "12D3KooWpeer";

describe("what peers lose and gain", () => {
  const make = (): { time: VirtualTime; reputation: Reputation } => {
    const time = new VirtualTime();
    return { time, reputation: new Reputation({ bootstrap: ["12D3KooWboot"] }, { clock: time }) };
  };

  it("is 145 times the squares of the faults: cut off at 11 on one topic, 26 over six", () => {
    const one = make().reputation;
    for (let i = 0; i < 10; i += 1) one.fault(PEER, "head");
    expect(one.faultPoints(PEER)).to.equal(-14_500);
    expect(one.isGraylisted(PEER)).to.equal(false);
    one.fault(PEER, "head");
    expect(one.faultPoints(PEER)).to.equal(-17_545);
    expect(one.isGraylisted(PEER)).to.equal(true);
    const spread = make().reputation;
    for (let i = 0; i < 25; i += 1) spread.fault(PEER, `topic ${i % 6}`);
    expect(spread.isGraylisted(PEER)).to.equal(false);
    spread.fault(PEER, `topic ${25 % 6}`);
    expect(spread.isGraylisted(PEER)).to.equal(true);
  });

  it("is forgiven over 50 minutes, except two histories", async () => {
    const { time, reputation } = make();
    for (let i = 0; i < 10; i += 1) reputation.fault(PEER, "head");
    reputation.add(PEER, -100);
    reputation.add("12D3KooWtwo", -20_000);
    await time.pass(3_000_000);
    // A counter is 0.01 of itself by then.
    expect(reputation.faultPoints(PEER)).to.be.closeTo(-145 * 0.01, 1e-9);
    expect(reputation.applicationPoints(PEER)).to.be.closeTo(-1, 1e-9);
    expect(reputation.applicationPoints("12D3KooWtwo")).to.equal(-20_000);
    expect(reputation.isGraylisted("12D3KooWtwo")).to.equal(true);
  });

  it("is 100 for a peer the operator named, and never hides two histories", () => {
    const { reputation } = make();
    expect(reputation.applicationPoints("12D3KooWboot")).to.equal(100);
    reputation.add("12D3KooWboot", -20_000);
    expect(reputation.isGraylisted("12D3KooWboot")).to.equal(true);
    expect(reputation.isGraylisted(PEER, thresholds.graylistThreshold)).to.equal(false);
    expect(reputation.isGraylisted(PEER, thresholds.graylistThreshold - 1)).to.equal(true);
  });

  it("is told for an hour of who was cut off, and bounded", async () => {
    const { time, reputation } = make();
    reputation.denied(PEER);
    expect(reputation.deniedPeers()).to.deep.equal([PEER]);
    await time.pass(3_600_001);
    expect(reputation.deniedPeers()).to.deep.equal([]);
    for (let i = 0; i < 10_000; i += 1) reputation.fault(`12D3KooW${i}`, "head");
    expect(reputation.faultPoints("12D3KooW0")).to.equal(0);
    expect(reputation.faultPoints("12D3KooW9999")).to.equal(-145);
  });
});

describe("the parameters of scores", () => {
  it("are those the mesh agreed on", () => {
    expect(thresholds).to.deep.equal({
      gossipThreshold: -4_000,
      publishThreshold: -8_000,
      graylistThreshold: -16_000,
      acceptPXThreshold: 100,
      opportunisticGraftThreshold: 5,
    });
    const weights = Object.fromEntries(
      ["head", "name", "job", "ckpt", "xfer", "work", "node", "digest", "shard", "evid"].map(
        (name) => [name, topicScore(name).topicWeight],
      ),
    );
    expect(weights).to.deep.equal({
      head: 0.5,
      name: 0.25,
      job: 0.25,
      ckpt: 0.5,
      xfer: 0.03125,
      work: 0.03125,
      node: 0.1,
      digest: 0.1,
      shard: 0.1,
      evid: 0.1,
    });
    const { head, job } = { head: topicScore("head"), job: topicScore("job") };
    expect(head.invalidMessageDeliveriesWeight * head.topicWeight).to.equal(-145);
    expect(job.invalidMessageDeliveriesWeight * job.topicWeight).to.equal(-145);
    expect(head).to.include({
      timeInMeshQuantum: 7_770,
      timeInMeshCap: 463,
      timeInMeshWeight: 10 / 463,
      firstMessageDeliveriesWeight: 1,
      firstMessageDeliveriesCap: 40,
      meshMessageDeliveriesWeight: 0,
      meshFailurePenaltyWeight: 0,
    });
    // 0.01^(7.77/360), 0.01^(7.77/3000) and 0.01^(7.77/600), with Python's math.pow.
    expect(head.firstMessageDeliveriesDecay).to.be.closeTo(0.9053850799, 1e-9);
    expect(head.invalidMessageDeliveriesDecay).to.be.closeTo(0.9881434586, 1e-9);
    const whole = peerScore(new Set(["127.0.0.1"]), () => 7);
    expect(whole).to.include({
      topicScoreCap: 72.5,
      appSpecificWeight: 1,
      IPColocationFactorThreshold: 8,
      IPColocationFactorWeight: 0,
      behaviourPenaltyThreshold: 6,
      behaviourPenaltyWeight: -10,
      decayInterval: 7_770,
      decayToZero: 0.01,
      retainScore: 3_600_000,
    });
    expect(whole.behaviourPenaltyDecay).to.be.closeTo(0.9421064996, 1e-9);
    expect(whole.appSpecificScore(PEER)).to.equal(7);
  });
});

describe("handshakes that were taken", () => {
  it("are known for 240 calconds", () => {
    const memory = new ReplayMemory();
    memory.remember("m", "s", "id", 1_000);
    expect(memory.find("m", 1_240)).to.equal("id");
    expect(memory.find("m", 1_241)).to.equal(null);
    expect(memory.find("n", 1_000)).to.equal(null);
    memory.remember("later", "s", "id2", 1_241);
    expect(memory.size).to.equal(1);
  });

  it("are at most 131,072, and one sender pushes out none but its own", () => {
    const memory = new ReplayMemory();
    memory.remember("honest", "alice", "id", 1);
    for (let i = 0; i < 20_000; i += 1) memory.remember(`e${i}`, "eve", "id", 1);
    expect(memory.size).to.equal(8_193);
    expect(memory.find("honest", 1)).to.equal("id");
    expect(memory.find("e0", 1)).to.equal(null);
    for (let s = 0; s < 20; s += 1) {
      for (let i = 0; i < 8_192; i += 1) memory.remember(`${s} ${i}`, `sender ${s}`, "id", 1);
    }
    expect(memory.size).to.equal(131_072);
  });
});

describe("a liar among neighbours", () => {
  let cluster: Cluster;
  beforeEach(() => {
    cluster = new Cluster();
  });
  afterEach(() => cluster.stop());

  it("is cut off after eleven faults, and refused", async () => {
    const node = await cluster.start(1);
    const liar = cluster.hub.join(authorOf(9).publicKey);
    cluster.hub.link(liar.peerId, node.net.peerId);
    for (let i = 0; i < 10; i += 1) {
      await liar.publish(topicOf(NETWORK, "head"), Buffer.from(`junk ${i}`));
    }
    expect(node.net.peers()).to.include(liar.peerId);
    expect(node.mesh.scores().scores[0]).to.include({ nodeId: liar.peerId, faults: -14_500 });
    await liar.publish(topicOf(NETWORK, "head"), Buffer.from("junk 11"));
    expect(node.net.peers()).to.not.include(liar.peerId);
    expect(node.mesh.scores().denied).to.deep.equal([liar.peerId]);
    expect(node.mesh.topics().find(({ name }) => name === "head")).to.include({ rejected: 11 });
  });

  it(`fills no memory with ${AUTHORS} authors`, async () => {
    const node = await cluster.start(1);
    const { time } = cluster;
    const flood = Array.from({ length: AUTHORS }, (_, i) => contentId(`author ${i}`));
    // Keys nobody holds: each passes every check but the signature's.
    const { event, headerText } = opening(authorOf(9), time);
    const before = process.memoryUsage().heapUsed;
    for (const author of flood) {
      const text =
        `{"body":${JSON.stringify({ engine_version: "x", next: contentId("next") })},` +
        `"header":${headerText.replace(event.header.author, author)},"sig":"${event.sig}"}`;
      const { judged } = await post(time, node, { text, sender: author });
      expect(judged).to.match(/^(reject BAD_SIGNATURE|ignore RATE_LIMITED)$/);
    }
    expect(process.memoryUsage().heapUsed - before).to.be.lessThan(50 * 1_048_576);
    expect(await node.store.spine.authors()).to.deep.equal([node.author.publicKey]);
    expect(node.mesh.load()).to.include({ waiting: 0, replays: 0, spines: 0 });
  });
});
