import { expect } from "chai";
import * as fc from "fast-check";
import { fromHex, toHex } from "../../../protocol/encoding/hex.js";
import {
  EMPTY_FRONTIER,
  appendLeaf,
  buildLevels,
  consistencyProof,
  frontierRoot,
  inclusionPath,
  isFrontier,
  leafHash,
  levelReader,
  merkleRoot,
  rootFromPath,
  verifyConsistency,
  verifyInclusion,
  windowTree,
} from "../../../protocol/seal/merkle.js";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import { vectorText } from "../encoding/vectors.js";

interface Path {
  index: number;
  size: number;
  path: string[];
}
interface Consistency {
  first: number;
  second: number;
  proof: string[];
}
interface MerkleVectors {
  leaves: string[];
  roots: string[];
  paths: Path[];
  consistency: Consistency[];
  counted: { roots: { size: number; root: string }[]; paths: Path[]; consistency: Consistency[] };
}
const vectors: MerkleVectors = JSON.parse(vectorText("seal/merkle.json"));
const SEED = 6_962;

const bytes = (hex: string): Uint8Array => fromHex(hex)!;
const hexes = (hashes: readonly Uint8Array[]): string[] => hashes.map(toHex);

function counted(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, i) => {
    const data = Buffer.alloc(4);
    data.writeUInt32BE(i);
    return data;
  });
}

function checkPaths(
  data: readonly Uint8Array[],
  paths: readonly Path[],
  rootOf: (size: number) => string,
): void {
  for (const { index, size, path } of paths) {
    const leaves = data.slice(0, size).map((leaf) => leafHash(crypto, leaf));
    const read = levelReader(buildLevels(crypto, leaves));
    expect(hexes(inclusionPath(crypto, read, index, size)), `${index}/${size}`).to.deep.equal(path);
    expect(
      hexes(windowTree(crypto, data.slice(0, size)).path(index)),
      `window ${index}/${size}`,
    ).to.deep.equal(path);
    expect(
      verifyInclusion(crypto, leaves[index]!, index, size, path.map(bytes), bytes(rootOf(size))),
    ).to.equal(true);
  }
}

function checkConsistency(data: readonly Uint8Array[], proofs: readonly Consistency[]): void {
  const leaves = data.map((leaf) => leafHash(crypto, leaf));
  for (const { first, second, proof } of proofs) {
    const read = levelReader(buildLevels(crypto, leaves.slice(0, second)));
    expect(
      hexes(consistencyProof(crypto, read, first, second)),
      `${first}-${second}`,
    ).to.deep.equal(proof);
    const roots = [
      merkleRoot(crypto, leaves.slice(0, first)),
      merkleRoot(crypto, leaves.slice(0, second)),
    ] as const;
    expect(verifyConsistency(crypto, first, second, ...roots, proof.map(bytes))).to.equal(true);
  }
}

describe("seal/merkle", () => {
  const data = vectors.leaves.map(bytes);
  // Certificate Transparency's shared test roots, sizes 0, 1, 2 and 8.
  const published: Readonly<Record<number, string>> = {
    0: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  };

  it("computes the published roots", () => {
    for (let size = 0; size <= 8; size += 1) {
      const root = toHex(
        merkleRoot(
          crypto,
          data.slice(0, size).map((leaf) => leafHash(crypto, leaf)),
        ),
      );
      expect(root).to.equal(vectors.roots[size]);
      if (published[size] !== undefined) expect(root).to.equal(published[size]);
    }
  });

  it("computes every path and consistency proof of the eight leaves", () => {
    expect(vectors.paths).to.have.length(36);
    checkPaths(data, vectors.paths, (size) => vectors.roots[size]!);
    expect(vectors.consistency).to.have.length(36);
    checkConsistency(data, vectors.consistency);
  });

  it("agrees with the recursive definition on trees of up to 300 leaves", () => {
    const leaves = counted(300);
    const roots = new Map(vectors.counted.roots.map((one) => [one.size, one.root]));
    let frontier = EMPTY_FRONTIER;
    for (let size = 0; size <= 300; size += 1) {
      expect(isFrontier(frontier)).to.equal(true);
      const root = roots.get(size);
      if (root !== undefined) {
        expect(toHex(frontierRoot(crypto, frontier)), `size ${size}`).to.equal(root);
        expect(toHex(windowTree(crypto, leaves.slice(0, size)).root)).to.equal(root);
      }
      if (size < 300) frontier = appendLeaf(crypto, frontier, leafHash(crypto, leaves[size]!));
    }
    checkPaths(leaves, vectors.counted.paths, (size) => roots.get(size)!);
    checkConsistency(leaves, vectors.counted.consistency);
  });

  it("accepts a path for its own leaf, index and size only", () => {
    const arbitrary = fc
      .integer({ min: 1, max: 60 })
      .chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1), fc.nat(7), fc.nat(255)));
    fc.assert(
      fc.property(arbitrary, ([size, index, which, bit]) => {
        const entries = counted(size);
        const leaves = entries.map((leaf) => leafHash(crypto, leaf));
        const tree = windowTree(crypto, entries);
        const path = tree.path(index);
        const check = (leaf: Uint8Array, i: number, n: number, p: readonly Uint8Array[]): boolean =>
          verifyInclusion(crypto, leaf, i, n, p, tree.root);
        expect(check(leaves[index]!, index, size, path)).to.equal(true);
        for (let other = 0; other < size; other += 1) {
          if (other !== index)
            expect(
              check(leaves[index]!, other, size, path),
              `${index} as ${other} of ${size}`,
            ).to.equal(false);
        }
        expect(check(leaves[index]!, index, size, [...path, tree.root])).to.equal(false);
        expect(check(leaves[index]!, index, size, [tree.root, ...path])).to.equal(false);
        if (path.length > 0) {
          expect(check(leaves[index]!, index, size, path.slice(1))).to.equal(false);
          expect(check(leaves[index]!, index, size, path.slice(0, -1))).to.equal(false);
          const flipped = path.map((hash) => hash.slice());
          flipped[which % path.length]![bit >> 3]! ^= 1 << (bit & 7);
          expect(check(leaves[index]!, index, size, flipped)).to.equal(false);
        }
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it("answers impossible indexes, sizes and hashes with null or false", () => {
    const leaf = leafHash(crypto, new Uint8Array(1));
    const bad: readonly (readonly [number, number])[] = [
      [0, 0],
      [1, 1],
      [-1, 1],
      [0.5, 2],
      [2, 1],
      [Number.NaN, 1],
      [0, Infinity],
    ];
    for (const [index, size] of bad)
      expect(rootFromPath(crypto, leaf, index, size, []), `${index}/${size}`).to.equal(null);
    expect(rootFromPath(crypto, leaf, 0, 2, [new Uint8Array(31)])).to.equal(null);
    expect(rootFromPath(crypto, leaf, 0, 1, [])).to.deep.equal(leaf);
    for (const [first, second] of [
      [2, 1],
      [-1, 1],
      [0.5, 1],
      [1, Infinity],
    ] as const) {
      expect(verifyConsistency(crypto, first, second, leaf, leaf, [])).to.equal(false);
    }
    expect(verifyConsistency(crypto, 1, 1, leaf, leaf, [leaf])).to.equal(false);
    expect(verifyConsistency(crypto, 0, 5, leaf, leaf, [])).to.equal(false);
    expect(verifyConsistency(crypto, 1, 2, leaf, leaf, [])).to.equal(false);
    expect(isFrontier({ size: 3, hashes: [leaf] })).to.equal(false);
    expect(isFrontier({ size: 2, hashes: [new Uint8Array(3)] })).to.equal(false);
    const read = levelReader(buildLevels(crypto, [leaf]));
    expect(() => inclusionPath(crypto, read, 1, 1)).to.throw(RangeError);
    expect(() => consistencyProof(crypto, read, 0, 1)).to.throw(RangeError);
    expect(() => inclusionPath(crypto, read, 0, 9)).to.throw(RangeError, "no complete subtree");
  });

  it("refuses a rewritten history", () => {
    const arbitrary = fc
      .integer({ min: 2, max: 80 })
      .chain((second) =>
        fc.tuple(fc.integer({ min: 1, max: second - 1 }), fc.constant(second), fc.nat()),
      );
    fc.assert(
      fc.property(arbitrary, ([first, second, which]) => {
        const leaves = counted(second).map((leaf) => leafHash(crypto, leaf));
        const honest = merkleRoot(crypto, leaves.slice(0, first));
        const altered = leaves.slice();
        altered[which % first] = leafHash(crypto, Buffer.from("rewritten"));
        const proof = consistencyProof(
          crypto,
          levelReader(buildLevels(crypto, altered)),
          first,
          second,
        );
        const grown = merkleRoot(crypto, altered);
        expect(verifyConsistency(crypto, first, second, honest, grown, proof)).to.equal(false);
        expect(
          verifyConsistency(
            crypto,
            first,
            second,
            merkleRoot(crypto, altered.slice(0, first)),
            grown,
            proof,
          ),
        ).to.equal(true);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });
});
