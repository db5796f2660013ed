import { expect } from "chai";
import { toHex } from "../../../protocol/encoding/hex.js";
import { buildLevels, leafHash, levelReader, rangeRoot } from "../../../protocol/seal/merkle.js";
import { tileWidthAt } from "../../../protocol/seal/tile.js";
import {
  EMPTY_TILE_EDGE,
  growTileEdge,
  tileRoot,
  type FullTile,
} from "../../../protocol/seal/tileEdge.js";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";

describe("seal/tileEdge", () => {
  // Past 256^2, so that a tile of level 1 becomes full and level 2 begins.
  const size = 65_536 + 300;
  const leaves = Array.from({ length: size }, (_, i) => leafHash(crypto, Buffer.from(`${i}`)));
  const full: FullTile[] = [];
  let edge = EMPTY_TILE_EDGE;
  for (const leaf of leaves) {
    const grown = growTileEdge(crypto, edge, leaf);
    edge = grown.edge;
    full.push(...grown.completed);
  }

  it("keeps of each level what its unfinished tile has", () => {
    expect(edge.size).to.equal(size);
    expect(edge.levels.map((level) => level.length)).to.deep.equal([44, 1, 1]);
    edge.levels.forEach((hashes, level) => {
      let span = 1;
      for (let i = 0; i < level; i += 1) span *= 256;
      const tile = Math.floor(size / span / 256);
      expect(hashes.length).to.equal(tileWidthAt(level, tile, size));
    });
  });

  it("reports every full tile once, with the roots that RFC 6962 gives", () => {
    expect(full.filter((tile) => tile.level === 0)).to.have.length(257);
    expect(full.filter((tile) => tile.level === 1)).to.have.length(1);
    const read = levelReader(buildLevels(crypto, leaves));
    for (const { level, index, hashes } of full) {
      expect(hashes).to.have.length(256);
      const first = level === 0 ? leaves[index * 256]! : rangeRoot(crypto, read, 0, 256);
      expect(toHex(hashes[0]!)).to.equal(toHex(first));
      const span = level === 0 ? 256 : 65_536;
      const root = rangeRoot(crypto, read, index * span, (index + 1) * span);
      expect(toHex(tileRoot(crypto, hashes))).to.equal(toHex(root));
    }
    expect(toHex(edge.levels[2]![0]!)).to.equal(toHex(rangeRoot(crypto, read, 0, 65_536)));
  });
});
