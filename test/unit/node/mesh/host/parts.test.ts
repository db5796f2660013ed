import { expect } from "chai";
import * as fc from "fast-check";
import { Gate } from "../../../../../node/mesh/host/gater.js";
import { NetError } from "../../../../../node/mesh/host/net.js";
import { peerIdOf, publicKeyOf } from "../../../../../node/mesh/host/peerKey.js";
import { RecentMap } from "../../../../../node/runtime/recentMap.js";
import { thresholds, topicScore } from "../../../../../node/mesh/host/scoring.js";
import { encodeMessage, readMessage } from "../../../../../node/mesh/host/streamFrame.js";
import { TokenBuckets } from "../../../../../node/runtime/tokenBucket.js";

const SEED = 20_261_121;

describe("peer ids", () => {
  // The libp2p peer id specification, "Test vectors", Ed25519: the public key's protobuf and its
  // id.
  const KEY = "1ed1e8fae2c4a144b8be8fd4b47bf3d3b34b871c3cacf6010f0e42d474fce27e";

  it("hold the key, both ways", () => {
    const id = peerIdOf(KEY);
    expect(id).to.match(/^12D3KooW[1-9A-HJ-NP-Za-km-z]{44}$/);
    expect(publicKeyOf(id)).to.equal(KEY);
  });

  it("read the specification's example of an Ed25519 id", () => {
    // The libp2p peer id specification, "String representation", base58btc of an Ed25519 key.
    const id = "12D3KooWD3eckifWpRn9wQpMG9R9hX3sD158z7EqHWmweQAJU5SA";
    expect(peerIdOf(publicKeyOf(id)!)).to.equal(id);
  });

  it("survive random keys", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const key = Buffer.from(bytes).toString("hex");
        expect(publicKeyOf(peerIdOf(key))).to.equal(key);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it("of other kinds, or no ids at all, hold none", () => {
    const others = [
      "",
      "1",
      "0OIl",
      "QmYyQSo1c1Ym7orWxLYvCrM2EmxFTANf8wXmmE7DWjhx5N",
      "1".repeat(52),
      `${peerIdOf(KEY)}1`,
      "z".repeat(10_000),
    ];
    for (const id of others) expect(publicKeyOf(id), id.slice(0, 60)).to.equal(null);
  });
});

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function code(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof NetError) return error.code;
    throw error;
  }
  return "no error";
}

describe("messages on a stream", () => {
  it("begin with an unsigned varint", () => {
    // Multiformats' unsigned-varint specification: 300 is ac 02, 127 is 7f, 128 is 80 01.
    expect([...encodeMessage(new Uint8Array(300)).subarray(0, 2)]).to.deep.equal([0xac, 0x02]);
    expect([...encodeMessage(new Uint8Array(127)).subarray(0, 1)]).to.deep.equal([0x7f]);
    expect([...encodeMessage(new Uint8Array(128)).subarray(0, 2)]).to.deep.equal([0x80, 0x01]);
  });

  it("are read however they are cut", async () => {
    for (const length of [0, 1, 127, 128, 300, 20_000]) {
      const data = Buffer.alloc(length, 7);
      for (const size of [1, 2, 3, 1_000, 100_000]) {
        if (size === 1 && length > 1_000) continue;
        const read = await readMessage(inPieces(encodeMessage(data), size), length);
        expect(Buffer.from(read).equals(data)).to.equal(true);
      }
    }
  });

  it("are refused when too long, cut short or without a length", async () => {
    expect(await code(readMessage(inPieces(encodeMessage(Buffer.alloc(300)), 1), 299))).to.equal(
      "TOO_LARGE",
    );
    const short = encodeMessage(Buffer.alloc(300)).subarray(0, 100);
    expect(await code(readMessage(inPieces(short, 7), 300))).to.equal("NO_ANSWER");
    expect(await code(readMessage(inPieces(new Uint8Array(0), 1), 300))).to.equal("NO_ANSWER");
    const endless = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff);
    expect(await code(readMessage(inPieces(endless, 1), 1e9))).to.equal("TOO_LARGE");
  });
});

describe("rates", () => {
  it("allow a burst, then so many a second, for each key alone", () => {
    const buckets = new TokenBuckets({ perSecond: 10, burst: 3 });
    const take = (key: string, ms: number): boolean => buckets.take(key, BigInt(ms) * 1_000_000n);
    expect([1, 2, 3, 4].map(() => take("a", 0))).to.deep.equal([true, true, true, false]);
    expect(take("b", 0)).to.equal(true);
    expect(take("a", 99)).to.equal(false);
    expect(take("a", 201)).to.equal(true);
    expect(take("a", 201)).to.equal(true);
    expect(take("a", 201)).to.equal(false);
    expect(take("a", 0)).to.equal(false);
    expect([1, 2, 3, 4].map(() => take("a", 100_000))).to.deep.equal([true, true, true, false]);
  });
});

describe("maps with a bound", () => {
  it("forget what was set longest ago", () => {
    const map = new RecentMap<string, number>(2);
    map.set("a", 1);
    map.set("b", 2);
    map.set("a", 3);
    map.set("c", 4);
    expect([...map.entries()]).to.deep.equal([
      ["a", 3],
      ["c", 4],
    ]);
    expect(map.has("b")).to.equal(false);
    map.delete("a");
    expect(map.size).to.equal(1);
  });
});

describe("the gate", () => {
  it("keeps a denied peer out for its time", () => {
    let now = 0;
    const gate = new Gate(new Set(["10.0.0.1"]), () => now);
    gate.deny("p", 1_000);
    expect(gate.isDenied("p")).to.equal(true);
    expect(gate.isDenied("q")).to.equal(false);
    now = 1_000;
    expect(gate.isDenied("p")).to.equal(false);
  });

  it("limits connections from one address, unless many are known to share it", () => {
    const gate = new Gate(new Set(["10.0.0.1"]), () => 0);
    expect(gate.hasRoomFor("10.0.0.2", 31)).to.equal(true);
    expect(gate.hasRoomFor("10.0.0.2", 32)).to.equal(false);
    expect(gate.hasRoomFor("10.0.0.1", 90)).to.equal(true);
  });
});

describe("scores", () => {
  it("cut off a liar at its eleventh fault on a topic, and stop its gossip at the sixth", () => {
    for (const name of ["head", "node", "digest"]) {
      const { topicWeight, invalidMessageDeliveriesWeight: weight } = topicScore(name);
      const score = (faults: number): number => topicWeight * weight * faults ** 2;
      expect(score(5)).to.be.greaterThan(thresholds.gossipThreshold);
      expect(score(6)).to.be.lessThan(thresholds.gossipThreshold);
      expect(score(10)).to.be.greaterThan(thresholds.graylistThreshold);
      expect(score(11)).to.be.lessThan(thresholds.graylistThreshold);
    }
  });

  it("decay to a hundredth in their time", () => {
    const { firstMessageDeliveriesDecay: first, invalidMessageDeliveriesDecay: invalid } =
      topicScore("head");
    // Intervals of 7.77 s in 6 minutes and in 50 minutes.
    expect(first ** (360 / 7.77)).to.be.closeTo(0.01, 1e-9);
    expect(invalid ** (3_000 / 7.77)).to.be.closeTo(0.01, 1e-9);
  });
});
