/** Pictures of fields: axes, ticks, colours and slices say what the numbers say. */
import { expect } from "chai";
import { assert, double, property } from "fast-check";
import { FIELD_MEDIA, PNG_TYPE, SVG_TYPE } from "../../../../protocol/solvers/media.js";
import { renderField } from "../../../../protocol/solvers/render.js";
import {
  channels,
  RISING_PALETTE,
  SIGNED_PALETTE,
} from "../../../../protocol/solvers/render/colours.js";
import { thinned } from "../../../../protocol/solvers/render/chart.js";
import type { Shape } from "../../../../protocol/solvers/render/drawing.js";
import { fieldDrawing } from "../../../../protocol/solvers/render/picture.js";
import { logScaleOf, placeOn, scaleOf } from "../../../../protocol/solvers/render/scale.js";
import type { Field } from "../../../../protocol/solvers/solver.js";
import { decodePng } from "./decode.js";
import { runs } from "../../../kit/runs.js";

const SEED = 20_261_121;

function map(ny: number, nx: number, value: (j: number, i: number) => number): Field {
  return {
    name: "heat_flow",
    unit: "W/m^2",
    shape: [ny, nx],
    data: Float64Array.from({ length: ny * nx }, (_, k) => value(Math.floor(k / nx), k % nx)),
    axes: [
      { name: "y", unit: "m", n: ny, start: 0, step: 0.5 },
      { name: "x", unit: "m", n: nx, start: 0, step: 0.5 },
    ],
  };
}

function profile(values: readonly number[]): Field {
  return {
    name: "u",
    unit: "V",
    shape: [values.length],
    data: Float64Array.from(values),
    axes: [{ name: "t", unit: "s", n: values.length, start: 0, step: 0.1 }],
  };
}

const cellsOf = (shapes: readonly Shape[]) => shapes.find((shape) => shape.kind === "cells")!;
const textsOf = (shapes: readonly Shape[]) =>
  shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));
const svgText = (field: Field) => Buffer.from(renderField([field], 0, SVG_TYPE)).toString("utf8");

/** Oklab lightness (Ottosson 2020), from sRGB. */
function lightness(colour: string): number {
  const linear = (c: number) =>
    c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4;
  const [red, green, blue] = channels(colour);
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
}

describe("solvers: pictures", () => {
  it("are among the types an answer can be asked for", () => {
    expect(FIELD_MEDIA).to.include.members([
      "image/svg+xml",
      "image/png",
      "text/csv",
      "application/octet-stream",
    ]);
  });

  it("have colour scales whose lightness rises evenly", () => {
    const risen = RISING_PALETTE.map(lightness);
    const fallen = SIGNED_PALETTE.map(lightness);
    for (let i = 0; i < 256; i += 1) {
      expect(risen[i], `rising ${i}`).to.be.closeTo(0.22 + (0.73 * i) / 255, 0.02);
      expect(fallen[i], `signed ${i}`).to.be.closeTo(
        0.4 + 0.56 * (1 - Math.abs(i / 127.5 - 1)),
        0.03,
      );
    }
  });

  it("put ticks on round numbers inside the range and write them exactly", () => {
    const size = double({ min: -270, max: 300, noNaN: true });
    assert(
      property(
        double({ min: -1, max: 1, noNaN: true }),
        double({ min: 1e-6, max: 1, noNaN: true }),
        size,
        (centre, width, power) => {
          const unit = Number(`1e${Math.round(power)}`);
          const [lo, hi] = [(centre - width) * unit, (centre + width) * unit];
          const scale = scaleOf(lo, hi, 6);
          expect(scale.ticks.length).to.be.within(2, 14);
          const values = scale.ticks.map(({ text }) => Number(text));
          const step = (values.at(-1)! - values[0]!) / (values.length - 1);
          expect(Number(step.toExponential(3).split("e")[0])).to.be.oneOf([1, 2, 5]);
          scale.ticks.forEach(({ at }, i) => {
            const stands =
              (values[i]! * Number(`1e${scale.exponent}`) + scale.offset - lo) / (hi - lo);
            expect(at).to.be.within(0, 1);
            expect(at).to.be.closeTo(stands, 1e-6);
          });
        },
      ),
      { seed: SEED, numRuns: runs(100, 400) },
    );
  });

  it("put ticks on powers of ten, divided where they are few", () => {
    const texts = (lo: number, hi: number) => logScaleOf(lo, hi, 6).ticks.map(({ text }) => text);
    expect(texts(3, 9)).to.deep.equal(["1000", "10000", "1e5", "1e6", "1e7", "1e8", "1e9"]);
    expect(texts(-4, 20)).to.deep.equal(["1e-4", "1", "10000", "1e8", "1e12", "1e16", "1e20"]);
    expect(texts(0, 1.5)).to.deep.equal(["1", "2", "5", "10", "20"]);
    for (const [i, { at }] of logScaleOf(3, 9, 6).ticks.entries())
      expect(at).to.be.closeTo(i / 6, 1e-12);
    expect(placeOn(logScaleOf(3, 9, 6), 1e6)).to.be.closeTo(0.5, 1e-12);
    expect(placeOn(logScaleOf(3, 9, 6), 0)).to.deep.equal(Number.NaN);
  });

  it("take ranges of every size: constants, zeros, subnormals, the largest numbers", () => {
    for (const [lo, hi] of [
      [0, 0],
      [3, 3],
      [-1e300, -1e300],
      [5e-324, 1e-323],
      [-Number.MAX_VALUE, Number.MAX_VALUE],
      [1, 1 + Number.EPSILON],
      [1e9, 1e9 + 1e-3],
      [-1e-12, 1e-12],
    ] as const) {
      const scale = scaleOf(lo, hi, 6);
      expect(scale.ticks.length, `${lo} to ${hi}`).to.be.within(1, 14);
      for (const { at, text } of scale.ticks) {
        expect(at).to.be.within(0, 1);
        expect(text).to.match(/^-?\d{1,6}(\.\d{1,8})?$/);
      }
      for (const media of [SVG_TYPE, PNG_TYPE]) {
        expect(renderField([profile([lo, hi, lo])], 0, media).length).to.be.above(500);
        expect(
          renderField([map(3, 4, (j, i) => (i + j > 2 ? hi : lo))], 0, media).length,
        ).to.be.above(500);
      }
    }
  });

  it("colour each cell of a map by its value, the first row at the foot", () => {
    const field = map(7, 11, (j, i) => 100 + 10 * j + i);
    const drawing = fieldDrawing(field);
    const shape = cellsOf(drawing.shapes);
    const { pixel } = decodePng(renderField([field], 0, PNG_TYPE));
    for (let j = 0; j < 7; j += 1) {
      for (let i = 0; i < 11; i += 1) {
        const part = (10 * j + i) / 70;
        const at = [
          Math.floor(shape.x + ((i + 0.5) * shape.width) / 11),
          Math.floor(shape.y + ((6 - j + 0.5) * shape.height) / 7),
        ] as const;
        expect(pixel(...at), `${j}, ${i}`).to.deep.equal(
          channels(RISING_PALETTE[Math.min(255, Math.floor(256 * part))]!),
        );
      }
    }
    expect(textsOf(drawing.shapes)).to.include.members([
      "heat flow",
      "x [m]",
      "y [m]",
      "[W/m^2]",
      "120",
      "140",
      "160",
    ]);
    expect(shape.width / shape.height, "one measure for both lengths").to.be.closeTo(11 / 7, 0.01);
  });

  it("colour both signs from zero", () => {
    const { cells, palette } = cellsOf(
      fieldDrawing(map(3, 3, (j, i) => (j - 1) * 4 + (i - 1) * 0.5)).shapes,
    );
    expect(palette).to.equal(SIGNED_PALETTE);
    expect(cells[4]).to.equal(128);
    for (let k = 0; k < 9; k += 1) expect(cells[k]! + cells[8 - k]!).to.be.within(254, 256);
  });

  it("place uneven and falling coordinates where they stand", () => {
    const field: Field = {
      ...map(2, 3, (_, i) => i),
      axes: [
        { name: "y", unit: "m", n: 2, start: 1, step: -1 },
        { name: "x", unit: "s", n: 3, values: [0, 1, 10] },
      ],
    };
    const { cells, columns } = cellsOf(fieldDrawing(field).shapes);
    const widths = [0, 0, 0];
    for (let c = 0; c < columns; c += 1) widths[Math.round(cells[c]! / 127.5)]! += 1 / columns;
    expect(widths[0]).to.be.closeTo(1 / 15, 0.01);
    expect(widths[1]).to.be.closeTo(5 / 15, 0.01);
    const upright = cellsOf(
      fieldDrawing({
        ...map(2, 2, (j) => j),
        axes: [
          { name: "y", unit: "m", n: 2, start: 1, step: -1 },
          { name: "x", unit: "m", n: 2, start: 0, step: 1 },
        ],
      }).shapes,
    );
    expect([...upright.cells], "the first row stands highest").to.deep.equal([0, 0, 255, 255]);
  });

  it("show the middle of what has three axes and say so", () => {
    const [nz, ny, nx] = [5, 3, 4];
    const field: Field = {
      name: "phi",
      unit: "V",
      shape: [nz, ny, nx],
      data: Float64Array.from({ length: nz * ny * nx }, (_, k) =>
        Math.floor(k / (ny * nx)) === 2 ? k % (ny * nx) : 1e9,
      ),
      axes: [
        { name: "z", unit: "m", n: nz, start: 0, step: 0.25 },
        { name: "y", unit: "m", n: ny, start: 0, step: 1 },
        { name: "x", unit: "m", n: nx, start: 0, step: 1 },
      ],
    };
    const { shapes, title } = fieldDrawing(field);
    expect(title).to.equal("phi, middle slice z = 0.5 m (3 of 5)");
    expect(textsOf(shapes)).to.include(title);
    expect(Array.from(cellsOf(shapes).cells.slice(8))).to.deep.equal(
      [0, 1, 2, 3].map((i) => Math.floor((256 * i) / 11)),
    );
  });

  it("draw a long profile with its peaks, in few points", () => {
    const values = Array.from({ length: 200_000 }, (_, i) =>
      i === 123_457 ? 50 : Math.sin(i / 900),
    );
    const { shapes } = fieldDrawing(profile(values));
    const line = shapes.find((shape) => shape.kind === "line")!;
    expect(line.points.length).to.be.below(2 * 4 * 820);
    const heights = line.points.filter((_, i) => i % 2 === 1);
    const peak = heights.indexOf(Math.min(...heights));
    expect(line.points[2 * peak]!).to.be.closeTo(104 + (816 * 123_457) / 199_999, 1);
    expect(svgText(profile(values)).length).to.be.below(60_000);
    expect(thinned([1, 5, 1.2, 9, 1.4, 2, 1.6, 4, 7, 7])).to.deep.equal([
      1, 5, 1.2, 9, 1.4, 2, 1.6, 4, 7, 7,
    ]);
    expect(thinned([1, 5, 1.1, 6, 1.2, 9, 1.3, 3, 1.4, 2, 1.6, 4])).to.deep.equal([
      1, 5, 1.2, 9, 1.4, 2, 1.6, 4,
    ]);
  });

  it("write SVG that is well formed whatever a name holds, with the map inside", () => {
    const field = { ...map(4, 4, (j, i) => i * j), name: 'a<b>&"c\u0007"' };
    const text = svgText(field);
    const open: string[] = [];
    for (const [tag, slash, name, own] of text.matchAll(/<(\/?)([a-z]+)(?:\s[^<>]*?)?(\/?)>/g)) {
      if (slash === "/") expect(open.pop(), tag).to.equal(name);
      else if (own !== "/") open.push(name!);
    }
    expect(open).to.deep.equal([]);
    expect(text.replaceAll(/<[^<>]*>/g, "")).to.not.match(/[<>]|&(?!amp;|lt;|gt;|quot;)/);
    expect(text).to.include("<title>a&lt;b&gt;&amp;&quot;c&quot;</title>");
    const [, data] = /data:image\/png;base64,([^"]+)"/.exec(text)!;
    const { height, pixel, width } = decodePng(Buffer.from(data!, "base64"));
    expect([width, height]).to.deep.equal([4, 4]);
    expect(pixel(3, 0), "the largest stands at the upper right").to.deep.equal(
      channels(RISING_PALETTE[255]!),
    );
  });

  it("repeat bit for bit, and take lone points, rows and columns", () => {
    for (const field of [
      profile([1.5]),
      profile([1, 2]),
      map(1, 6, (_, i) => i),
      map(6, 1, (j) => j),
      map(1, 1, () => 3),
      map(700, 900, (j, i) => i * j),
    ]) {
      for (const media of [SVG_TYPE, PNG_TYPE]) {
        const once = Buffer.from(renderField([field], 0, media));
        expect(once.equals(Buffer.from(renderField([field], 0, media)))).to.equal(true);
        expect(once.length).to.be.below(media === SVG_TYPE ? 150_000 : 400_000);
      }
    }
  });
});
