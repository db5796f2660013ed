/** Paths found while a tree grows are those of RFC 6962, from whatever edge it grows on. */
import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { toHex } from "../../../protocol/encoding/hex.js";
import { RowPaths } from "../../../protocol/log/inclusion.js";
import { pathWithSides } from "../../../protocol/log/place.js";
import { fromHex } from "../../../protocol/encoding/hex.js";
import {
  appendLeaf,
  buildLevels,
  EMPTY_FRONTIER,
  inclusionPath,
  leafHash,
  levelReader,
  merkleRoot,
  nodeHash,
} from "../../../protocol/seal/merkle.js";

const hashes = Array.from({ length: 70 }, (_, i) => nodeCrypto.sha256(`row ${i}`));
const leaves = hashes.map((hash) => leafHash(nodeCrypto, hash));

describe("log: inclusion of rows", () => {
  it("has the paths of RFC 6962 from any edge on", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70 }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        (size, a, b, start) => {
          const rows = [a % size, b % size];
          const from = start % (Math.min(...rows) + 1);
          let edge = EMPTY_FRONTIER;
          for (const leaf of leaves.slice(0, from)) edge = appendLeaf(nodeCrypto, edge, leaf);
          const paths = new RowPaths(nodeCrypto, edge, rows);
          for (const hash of hashes.slice(from, size)) paths.add(hash);
          const found = paths.end();
          const reader = levelReader(buildLevels(nodeCrypto, leaves.slice(0, size)));
          for (const row of rows)
            expect(found.get(row)!.map(toHex)).to.deep.equal(
              inclusionPath(nodeCrypto, reader, row, size).map(toHex),
            );
        },
      ),
    );
  });

  it("does not answer for a row that was not added", () => {
    const paths = new RowPaths(nodeCrypto, EMPTY_FRONTIER, [3]);
    paths.add(hashes[0]!);
    expect(() => paths.end()).to.throw(RangeError, "row 3 is not in a tree of 1");
  });

  it("has sides that lead to the root, whatever the size of the tree", () => {
    for (let size = 1; size <= 33; size += 1)
      for (let index = 0; index < size; index += 1) {
        const all = leaves.slice(0, size);
        const root = pathWithSides(nodeCrypto, all, index).reduce(
          (below, step) =>
            "left" in step
              ? nodeHash(nodeCrypto, fromHex(step.left)!, below)
              : nodeHash(nodeCrypto, below, fromHex(step.right)!),
          all[index]!,
        );
        expect(toHex(root)).to.equal(toHex(merkleRoot(nodeCrypto, all)));
      }
  });
});
