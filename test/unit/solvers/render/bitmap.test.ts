/** Bitmaps: read back by another inflater and another checksum. */
import { crc32 as zlibCrc32, inflateSync } from "node:zlib";
import { expect } from "chai";
import { array, assert, integer, oneof, property, tuple, uint8Array } from "fast-check";
import { adler32, zlibOf } from "../../../../protocol/solvers/render/deflate.js";
import {
  GLYPH_COLUMNS,
  GLYPH_ROWS,
  inked,
  spelt,
} from "../../../../protocol/solvers/render/font.js";
import { pngOf } from "../../../../protocol/solvers/render/paint.js";
import { crc32, indexedPng } from "../../../../protocol/solvers/render/png.js";
import { decodePng } from "./decode.js";

const SEED = 20_261_121;
const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("solvers: bitmaps", () => {
  it("has the published checksums", () => {
    expect(crc32(ascii("123456789")), "ISO 3309 check value").to.equal(0xcbf43926);
    expect(adler32(ascii("Wikipedia")), "the worked example of the encyclopaedia").to.equal(
      0x11e60398,
    );
    const long = new Uint8Array(100_000).fill(255);
    expect(crc32(long)).to.equal(zlibCrc32(long));
  });

  it("writes streams that another inflater reads, short, repeated, random and long", () => {
    const streams = oneof(
      uint8Array({ maxLength: 600 }),
      array(tuple(uint8Array({ minLength: 1, maxLength: 9 }), integer({ min: 1, max: 400 })), {
        maxLength: 12,
      }).map((runs) =>
        Uint8Array.from(
          runs.flatMap(([piece, times]) => Array.from({ length: times }, () => [...piece]).flat()),
        ),
      ),
    );
    assert(
      property(streams, (bytes) => {
        expect(Buffer.from(inflateSync(zlibOf(bytes))).equals(Buffer.from(bytes))).to.equal(true);
      }),
      { seed: SEED, numRuns: 300 },
    );
    let state = 1;
    const noise = Uint8Array.from({ length: 200_000 }, (_, i) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return i % 40_000 < 20_000 ? state >>> 24 : (state >>> 30) + 7;
    });
    const packed = zlibOf(noise);
    expect(Buffer.from(inflateSync(packed)).equals(Buffer.from(noise))).to.equal(true);
    expect(zlibOf(new Uint8Array(1_000_000)).length, "an empty sheet").to.be.below(10_000);
  });

  it("keeps every cell and every colour of an indexed picture", () => {
    const cells = Uint8Array.from({ length: 15 }, (_, i) => i % 4);
    const png = decodePng(indexedPng(5, 3, cells, ["#000000", "#ff0000", "#00ff7f", "#123456"]));
    expect([png.width, png.height]).to.deep.equal([5, 3]);
    expect(png.pixel(1, 0)).to.deep.equal([255, 0, 0]);
    expect(png.pixel(2, 1)).to.deep.equal([0x12, 0x34, 0x56]);
    expect(png.pixel(4, 2)).to.deep.equal([0, 255, 0x7f]);
  });

  it("draws boxes, lines and dots where they are said to stand, and nothing outside", () => {
    const { pixel } = decodePng(
      pngOf({
        width: 40,
        height: 20,
        title: "",
        shapes: [
          { kind: "box", x: 3, y: 4, width: 5, height: 2, colour: "#112233" },
          { kind: "line", points: [10, 10.5, 30, 10.5], colour: "#ff0000", width: 1 },
          { kind: "dot", x: 35, y: 5, radius: 3, colour: "#0000ff" },
          { kind: "line", points: [-50, 15.5, 90, 15.5], colour: "#00ff00", width: 1 },
        ],
      }),
    );
    expect(pixel(3, 4)).to.deep.equal([0x11, 0x22, 0x33]);
    expect(pixel(7, 5)).to.deep.equal([0x11, 0x22, 0x33]);
    for (const [x, y] of [
      [2, 4],
      [8, 4],
      [3, 3],
      [3, 6],
      [20, 12],
      [20, 8],
    ] as const)
      expect(pixel(x, y)).to.deep.equal([255, 255, 255]);
    expect(pixel(20, 10)).to.deep.equal([255, 0, 0]);
    expect(pixel(35, 5)).to.deep.equal([0, 0, 255]);
    expect(pixel(0, 15)).to.deep.equal([0, 255, 0]);
    expect(pixel(39, 15)).to.deep.equal([0, 255, 0]);
  });

  it("covers as much ink as the line is long and wide", () => {
    const { pixel } = decodePng(
      pngOf({
        width: 100,
        height: 100,
        title: "",
        shapes: [{ kind: "line", points: [20, 30, 80, 75], colour: "#000000", width: 3 }],
      }),
    );
    let ink = 0;
    for (let y = 0; y < 100; y += 1)
      for (let x = 0; x < 100; x += 1) ink += 1 - pixel(x, y)[0] / 255;
    const length = Math.sqrt(60 * 60 + 45 * 45);
    expect(ink).to.be.closeTo(3 * length + Math.PI * 1.5 * 1.5, 0.03 * 3 * length);
  });

  it("has a letter of its own for each printable character, and spells the others", () => {
    const drawn = Array.from({ length: 95 }, (_, i) => {
      const letter = String.fromCharCode(32 + i);
      return Array.from({ length: GLYPH_ROWS * GLYPH_COLUMNS }, (_, k) =>
        inked(letter, Math.floor(k / GLYPH_COLUMNS), k % GLYPH_COLUMNS) ? "1" : "0",
      ).join("");
    });
    expect(new Set(drawn).size).to.equal(95);
    expect(drawn.filter((glyph) => !glyph.includes("1"))).to.have.length(1);
    expect(spelt("90\u00b0 \u03bb\u00b2 \u{1F600}")).to.equal("90deg lambda^2 ?");
  });
});
