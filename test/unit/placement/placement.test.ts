import { readFileSync } from "node:fs";
import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { valueBits } from "../../../protocol/encoding/bits.js";
import { compareClaims, effectiveCalcond } from "../../../protocol/placement/claims.js";
import { epochOf, epochSeed, epochsAt } from "../../../protocol/placement/epoch.js";
import {
  placementDraw,
  placementScore,
  rankNodes,
} from "../../../protocol/placement/rendezvous.js";
import type { PlacedNode } from "../../../protocol/placement/rendezvous.js";
import { shardMap, shardOf, shardsIn } from "../../../protocol/placement/shards.js";

interface Vectors {
  readonly nodes: readonly PlacedNode[];
  readonly seeds: readonly {
    readonly epoch: number;
    readonly net: string;
    readonly seed: string;
  }[];
  readonly seed: string;
  readonly scores: readonly (PlacedNode & { readonly shard: number; readonly bits: string })[];
  /** For each shard: positions in `nodes`, the first holder first, one digit each. */
  readonly ranks: readonly string[];
  readonly shards: readonly { readonly id: string; readonly shard: number }[];
  readonly maps: readonly { readonly shards: readonly number[]; readonly map: string }[];
}

const SEED = 777;
/** From scripts/placement/vectors.py: hashlib and mpmath. */
const vectors: Vectors = JSON.parse(readFileSync("test/vectors/placement.json", "utf8"));

/** All nodes in order, for each shard. */
const RANKS = vectors.ranks.map((digits, shard) => ({
  shard,
  nodes: Array.from(digits, (digit) => vectors.nodes[Number(digit)]!.node),
}));

describe("placement", () => {
  it("draws the seeds of epochs as a second implementation does", () => {
    for (const { epoch, net, seed } of vectors.seeds) {
      expect(epochSeed(nodeCrypto, epoch, net)).to.equal(seed);
    }
  });

  it("gives scores that are equal in every bit", () => {
    for (const { shard, node, capacity, bits } of vectors.scores) {
      const score = placementScore(placementDraw(nodeCrypto, vectors.seed, node, shard), capacity);
      expect(valueBits(score)).to.equal(bits);
    }
  });

  it("ranks all nodes for all shards alike, in whatever order they are known", () => {
    const backwards = [...vectors.nodes].reverse();
    for (const { shard, nodes } of RANKS) {
      expect(rankNodes(nodeCrypto, vectors.seed, shard, vectors.nodes)).to.deep.equal(nodes);
      expect(rankNodes(nodeCrypto, vectors.seed, shard, backwards)).to.deep.equal(nodes);
    }
  });

  it("puts ids into shards, and sets of shards into text", () => {
    for (const { id, shard } of vectors.shards) expect(shardOf(nodeCrypto, id)).to.equal(shard);
    for (const { shards, map } of vectors.maps) {
      expect(shardMap(shards)).to.equal(map);
      expect(shardsIn(map)).to.deep.equal(shards);
    }
    expect(shardsIn("ff")).to.deep.equal([]);
    expect(shardsIn("x".repeat(64))).to.deep.equal([]);
  });

  it("moves nothing but what a lost node held", () => {
    const [lost, ...rest] = vectors.nodes;
    for (const { shard, nodes } of RANKS) {
      expect(rankNodes(nodeCrypto, vectors.seed, shard, rest)).to.deep.equal(
        nodes.filter((node) => node !== lost!.node),
      );
    }
  });

  it("gives shards in proportion to capacity", () => {
    const node = (i: number, capacity: number): PlacedNode => ({
      node: nodeCrypto.sha256Hex(`weighted ${i}`),
      capacity,
    });
    const nodes = [node(0, 9), node(1, 3), node(2, 3), node(3, 1)];
    const held = new Map<string, number>();
    let drawn = 0;
    for (let epoch = 0; epoch < 8; epoch += 1) {
      const seed = epochSeed(nodeCrypto, epoch, "00000000");
      for (let shard = 0; shard < 256; shard += 1, drawn += 1) {
        const [first] = rankNodes(nodeCrypto, seed, shard, nodes);
        held.set(first!, (held.get(first!) ?? 0) + 1);
      }
    }
    for (const { node: name, capacity } of nodes) {
      const share = capacity / 16;
      // Five standard deviations of a binomial count.
      const slack = 5 * Math.sqrt(drawn * share * (1 - share));
      expect(held.get(name)).to.be.closeTo(drawn * share, slack);
    }
  });

  it("counts two epochs for the first 600 calconds of one", () => {
    const start = 12 * 7_776;
    expect(epochOf(start - 1)).to.equal(11);
    expect(epochsAt(start - 1)).to.deep.equal([11]);
    expect(epochsAt(start)).to.deep.equal([12, 11]);
    expect(epochsAt(start + 599)).to.deep.equal([12, 11]);
    expect(epochsAt(start + 600)).to.deep.equal([12]);
    expect(epochsAt(3)).to.deep.equal([0]);
  });
});

describe("claims to a shard", () => {
  it("count from when they were seen, then by the lower id", () => {
    expect(effectiveCalcond(5, 100)).to.equal(100);
    expect(effectiveCalcond(102, 100)).to.equal(102);
    const claims = [
      { id: "b", effective: 7 },
      { id: "a", effective: 7 },
      { id: "c", effective: 6 },
    ];
    expect([...claims].sort(compareClaims).map(({ id }) => id)).to.deep.equal(["c", "a", "b"]);
  });

  it("have one order, whatever order they came in", () => {
    const claim = fc.record({ id: fc.constantFrom("0", "7", "a", "f"), effective: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(claim), (claims) => {
        const names = (list: typeof claims): string[] =>
          [...list].sort(compareClaims).map(({ id, effective }) => `${effective} ${id}`);
        expect(names(claims)).to.deep.equal(names([...claims].reverse()));
      }),
      { seed: SEED },
    );
  });
});
