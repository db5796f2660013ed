/** Hashes of a window in vector instructions, against the platform's own hashes, one by one. */
import { createHash, createHmac } from "node:crypto";
import { expect } from "chai";
import { array, assert, boolean, integer, property, tuple } from "fast-check";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { kernelHasher } from "../../../../node/sealing/kernelHasher.js";
import { toHex } from "../../../../protocol/encoding/hex.js";
import { sha256Binary } from "../../../../protocol/wasm/binary/sha256.js";
import { KernelRoom, withTwins } from "../../../../protocol/wasm/kernel.js";
import { windowHasher, type WindowHashes } from "../../../../protocol/seal/window.js";
import { generator } from "../../../kit/generator.js";

const SEED = 20_261_126;
const random = generator(SEED);

function bytesOf(length: number): Uint8Array {
  return Uint8Array.from({ length }, () => Math.floor(random() * 256));
}

function idsOf(count: number): readonly string[] {
  return Array.from({ length: count }, () => toHex(bytesOf(32)));
}

/** All that an answer takes from it. */
function textsOf({ calcProofs, tree }: WindowHashes): object {
  const places = calcProofs.map((_, i) => i);
  return {
    calcProofs,
    root: toHex(tree.root),
    texts: places.map((i) => tree.pathText(i)),
    hexes: places.map((i) => tree.pathHex(i)),
    paths: places.map((i) => tree.path(i).map(toHex)),
  };
}

/** RFC 2104 and RFC 6962 by the platform's streaming functions, which nothing else of this uses. */
function rootOf(ids: readonly string[]): Buffer {
  if (ids.length === 1)
    return createHash("sha256").update(Buffer.of(0)).update(Buffer.from(ids[0]!, "hex")).digest();
  const half = 2 ** Math.ceil(Math.log2(ids.length) - 1);
  return createHash("sha256")
    .update(Buffer.of(1))
    .update(rootOf(ids.slice(0, half)))
    .update(rootOf(ids.slice(half)))
    .digest();
}

describe("hashes of a window, four at once", () => {
  const hasher = kernelHasher(nodeCrypto);
  const oneByOne = windowHasher(nodeCrypto);

  it("this engine has them", () => {
    expect(new KernelRoom(sha256Binary, 64).hasKernels).to.equal(true);
  });

  it("are HMAC-SHA256 and the tree of RFC 6962, as node:crypto has them", () => {
    const key = bytesOf(32);
    for (const count of [4, 5, 6, 7, 8, 9, 31, 32, 33, 63, 64, 100, 255, 256]) {
      const ids = idsOf(count);
      const { calcProofs, tree } = hasher(key, ids);
      expect(toHex(tree.root), `root of ${count}, seed ${SEED}`).to.equal(
        rootOf(ids).toString("hex"),
      );
      expect(calcProofs).to.deep.equal(
        ids.map((id) =>
          createHmac("sha256", key)
            .update("calc-proof/2\0")
            .update(Buffer.from(id, "hex"))
            .digest("hex"),
        ),
      );
    }
  });

  it("are those of one by one, for windows of every size and keys of every length", () => {
    for (let count = 1; count <= 256; count += count < 70 || count > 250 ? 1 : 13) {
      const key = bytesOf([32, 0, 1, 63, 64, 65, 131][count % 7]!);
      const ids = idsOf(count);
      expect(textsOf(hasher(key, ids)), `${count}, seed ${SEED}`).to.deep.equal(
        textsOf(oneByOne(key, ids)),
      );
    }
  });

  it("of a window stay its own while others are hashed, under other keys too", () => {
    assert(
      property(
        array(tuple(integer({ min: 1, max: 40 }), boolean()), { minLength: 2, maxLength: 6 }),
        (windows) => {
          const keys = [bytesOf(32), bytesOf(32)];
          const digests = windows.map(([count, other]) => ({
            key: keys[other ? 1 : 0]!,
            ids: idsOf(count),
          }));
          const hashed = digests.map(({ key, ids }) => hasher(key, ids));
          digests.forEach(({ key, ids }, i) =>
            expect(textsOf(hashed[i]!)).to.deep.equal(textsOf(oneByOne(key, ids))),
          );
        },
      ),
      { seed: SEED, numRuns: 40 },
    );
  });

  it("refuse what is no link, and go on", () => {
    const key = bytesOf(32);
    const ids = idsOf(6);
    for (const bad of [
      "",
      ids[0]!.slice(2),
      ids[0]!.toUpperCase().replace(/\d/g, "A"),
      `${ids[0]!}00`,
      `${ids[0]!.slice(0, 62)}zz`,
    ]) {
      expect(() => hasher(key, [...ids, bad]), bad).to.throw(
        RangeError,
        "64 lower-case hex digits",
      );
    }
    expect(textsOf(hasher(key, ids))).to.deep.equal(textsOf(oneByOne(key, ids)));
  });

  it("are made one by one where an engine has no vectors", () => {
    const key = bytesOf(32);
    const ids = idsOf(9);
    expect(textsOf(withTwins(() => kernelHasher(nodeCrypto))(key, ids))).to.deep.equal(
      textsOf(hasher(key, ids)),
    );
  });
});
