import { expect } from "chai";
import * as fc from "fast-check";
import { fromBase64 } from "../../../protocol/encoding/base64.js";
import { fromHex, toHex } from "../../../protocol/encoding/hex.js";
import {
  checkpointText,
  noteKeyHash,
  parseCheckpoint,
  signCheckpoint,
  verifyCheckpoint,
} from "../../../protocol/seal/checkpoint.js";
import { verifySignature } from "../../../protocol/seal/signature.js";
import {
  parseTilePath,
  tileOfSubtree,
  tilePath,
  tileWidthAt,
} from "../../../protocol/seal/tile.js";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import { vectorText } from "../encoding/vectors.js";
import { runs } from "../../kit/runs.js";

interface Vector {
  seed: string;
  publicKey: string;
  origin: string;
  size: number;
  root: string;
  note: string;
}
const { checkpoints }: { checkpoints: Vector[] } = JSON.parse(vectorText("seal/checkpoints.json"));
const bytes = (hex: string): Uint8Array => fromHex(hex)!;

describe("seal/checkpoint", () => {
  it("signs the notes that Python signed, byte for byte, and verifies them", () => {
    expect(checkpoints).to.have.length(7);
    for (const { seed, publicKey, origin, size, root, note } of checkpoints) {
      expect(signCheckpoint(crypto, { origin, size, root: bytes(root) }, bytes(seed))).to.equal(
        note,
      );
      const verified = verifyCheckpoint(crypto, note, origin, bytes(publicKey));
      expect(verified).to.deep.equal({ ok: true, checkpoint: { origin, size, root: bytes(root) } });
    }
  });

  it("hashes and writes keys as the note package of Go's checksum database does", () => {
    // golang.org/x/mod/sumdb/note, note_test.go: key and signature of PeterNeumann.
    const publicKey = fromBase64("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")!.subarray(1);
    expect(toHex(noteKeyHash(crypto, "PeterNeumann", publicKey))).to.equal("c74f20a3");
    const blob = fromBase64(
      "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=",
    )!;
    const text =
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
    expect(toHex(blob.subarray(0, 4))).to.equal("c74f20a3");
    expect(verifySignature(crypto, publicKey, Buffer.from(text), blob.subarray(4))).to.equal(true);
  });

  const [one] = checkpoints.slice(3);
  const { note, origin, publicKey } = one!;

  it("refuses any altered character of the note", () => {
    for (let i = 0; i < note.length; i += 1) {
      const altered = `${note.slice(0, i)}${note[i] === "A" ? "B" : "A"}${note.slice(i + 1)}`;
      expect(
        verifyCheckpoint(crypto, altered, origin, bytes(publicKey)).ok,
        `character ${i}`,
      ).to.equal(false);
    }
  });

  it("refuses another key, another origin, and a false second signature of the same key", () => {
    expect(verifyCheckpoint(crypto, note, origin, bytes(checkpoints[0]!.publicKey))).to.include({
      reason: "no signature of this key",
    });
    expect(verifyCheckpoint(crypto, note, "calc/00000000/x", bytes(publicKey))).to.include({
      reason: "the checkpoint names another origin",
    });
    const line = note.split("\n\n")[1]!;
    const blob = line.split(" ")[2]!;
    const broken =
      `${line.slice(0, line.length - blob.length)}${blob.slice(0, 20)}` +
      `${blob[20] === "A" ? "B" : "A"}${blob.slice(21)}`;
    expect(verifyCheckpoint(crypto, note + broken, origin, bytes(publicKey))).to.include({
      reason: "the signature does not verify",
    });
    expect(verifyCheckpoint(crypto, note + line, origin, bytes(publicKey)).ok).to.equal(true);
  });

  it("keeps cosignatures of others and allows extension lines", () => {
    const cosigned = `${note}\u2014 witness.example/w1 ${Buffer.from(new Uint8Array(76).fill(9)).toString("base64")}\n`;
    const parsed = parseCheckpoint(cosigned);
    expect(parsed?.signatures.map((signature) => signature.name)).to.deep.equal([
      origin,
      "witness.example/w1",
    ]);
    expect(verifyCheckpoint(crypto, cosigned, origin, bytes(publicKey)).ok).to.equal(true);
    const extended = parseCheckpoint(note.replace("\n\n", "\nextension line\n\n"));
    expect(extended?.checkpoint.size).to.equal(one!.size);
    expect(extended?.text).to.equal(`${checkpointText(extended!.checkpoint)}extension line\n`);
  });

  it("answers anything without an exception", () => {
    const broken = [
      "",
      "\n\n",
      "\n\n\n",
      note.slice(0, -1),
      note.replace("\u2014", "--"),
      note.replace(String(one!.size), `0${one!.size}`),
      note.replace("\n\n", "\n \n"),
      note.replace(`\n${one!.size}\n`, "\n9007199254740992\n"),
      `${note}\n`,
      note.replace("\n", "\r\n"),
      note.replace("\n\n", "\n\n\n"),
      `${note}\u2014 a+b AAAAAAAA\n`,
      `${note}\u2014 a AAAA\n`,
      "x".repeat(9_000),
    ];
    for (const text of broken) expect(parseCheckpoint(text), JSON.stringify(text)).to.equal(null);
    fc.assert(
      fc.property(fc.string(), fc.nat(), (text, at) => {
        const where = at % note.length;
        const result = verifyCheckpoint(
          crypto,
          note.slice(0, where) + text + note.slice(where + 1),
          origin,
          bytes(publicKey),
        );
        expect(result).to.have.property("ok");
      }),
      { seed: 2_021, numRuns: runs(500, 2_000) },
    );
  });
});

describe("seal/tile", () => {
  it("writes and reads the paths of C2SP tlog-tiles", () => {
    // Examples of the specification's text.
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).to.equal("tile/0/x001/x234/067");
    expect(tilePath({ level: 0, index: 0, width: 256 })).to.equal("tile/0/000");
    expect(tilePath({ level: 1, index: 273, width: 17 })).to.equal("tile/1/273.p/17");
    expect(tilePath({ level: "entries", index: 1_000, width: 1 })).to.equal(
      "tile/entries/x001/000.p/1",
    );
    const tile = fc.record({
      level: fc.constantFrom<number | "entries">(0, 1, 5, "entries"),
      index: fc.nat(10 ** 14),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(tile, (address) => {
        expect(parseTilePath(tilePath(address))).to.deep.equal(address);
      }),
      { seed: 6, numRuns: runs(125, 500) },
    );
    for (const path of [
      "tile/0/0",
      "tile/0/0000",
      "tile/0/x000/001",
      "tile/0/000.p/256",
      "tile/0/000.p/0",
      "tile/0/000.p/01",
      "tile/6/000",
      "tile/00/000",
      "tile/0/1000",
      "tile/0/x001/x234/067/",
      "tile/-1/000",
      "tile/0/000\n",
      "",
      "tile/0/x999/x999/x999/x999/x999/999",
    ]) {
      expect(parseTilePath(path), path).to.equal(null);
    }
  });

  it("knows which tiles a tree has", () => {
    expect(tileWidthAt(0, 0, 0)).to.equal(0);
    expect(tileWidthAt(0, 0, 255)).to.equal(255);
    expect(tileWidthAt(0, 273, 70_000)).to.equal(112);
    expect(tileWidthAt(0, 274, 70_000)).to.equal(0);
    expect(tileWidthAt(1, 1, 70_000)).to.equal(17);
    expect(tileWidthAt(2, 0, 70_000)).to.equal(1);
    expect(tileWidthAt("entries", 273, 70_000)).to.equal(112);
    expect(tileOfSubtree(0, 300)).to.deep.equal({ level: 0, tile: 1, first: 44, count: 1 });
    expect(tileOfSubtree(3, 40)).to.deep.equal({ level: 0, tile: 1, first: 64, count: 8 });
    expect(tileOfSubtree(9, 1)).to.deep.equal({ level: 1, tile: 0, first: 2, count: 2 });
  });
});
