/**
 * Unit texts as people write them: read whole as GNU units has them, or refused with a question.
 * No text gives a factor for a part of it.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { equals, multiply, power, rational } from "../../../protocol/units/dimension.js";
import { equalExact, multiplyExact, powerExact } from "../../../protocol/units/exact.js";
import { parseUnit, toSI, unitNames } from "../../../protocol/units/parse.js";
import type { UnitValue } from "../../../protocol/units/parse.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_126;
const ULPS = 1e-15;

interface Readings {
  readonly read: readonly { text: string; gnu: string; factor: number; si: string }[];
  readonly refused: readonly string[];
}
const readings: Readings = JSON.parse(readFileSync("test/vectors/units/readings.json", "utf8"));

function read(text: string): UnitValue {
  const unit = parseUnit(text);
  if (!unit.ok) throw new Error(`${text}: ${unit.message}`);
  return unit;
}

describe("protocol/units: texts as people write them", () => {
  for (const { text, gnu, factor, si } of readings.read) {
    it(`${text} is ${gnu}`, () => {
      const unit = read(text);
      expect(equals(unit.dimension, read(si).dimension), unit.text).to.equal(true);
      expect(Math.abs(toSI(1, unit) - factor)).to.be.at.most(ULPS * factor);
      expect(toSI(1, read(unit.text)), "its own text read back").to.equal(toSI(1, unit));
    });
  }

  for (const text of readings.refused) {
    it(`${text} is refused`, () => {
      const unit = parseUnit(text);
      expect(unit.ok, unit.ok ? `read as ${unit.text}` : "").to.equal(false);
    });
  }

  it("asks which of two readings is meant, with spellings that are read", () => {
    const asked = ["W/mK", "mK/W", "kg/ms", "foot pound", "fl oz", "cwt", "kt", "lb/in^2", "1/C"];
    for (const text of asked) {
      const unit = parseUnit(text);
      if (unit.ok) throw new Error(text);
      const spellings = [...unit.message.matchAll(/"([^"]+)"/g)].map(([, one]) => one!);
      const written = /write (.+?)[.]?$/.exec(unit.message);
      expect(written, unit.message).not.to.equal(null);
      for (const one of spellings.filter(
        (each) => each !== text && unit.message.includes(`write "${each}`),
      ))
        expect(parseUnit(one).ok, `${text}: ${one}`).to.equal(true);
    }
  });

  it("reads degrees of temperature in words, as points with their own zero", () => {
    for (const text of ["deg C", "degrees C", "degree Celsius", "° C", "ºC", "celsius", "Celsius"])
      expect(toSI(5, read(text)), text).to.equal(278.15);
    for (const text of ["deg F", "degrees Fahrenheit", "°F"])
      expect(toSI(50, read(text)), text).to.be.closeTo(283.15, 1e-12);
  });

  it(`multiplies what stands in it, whole: seed ${SEED}`, () => {
    const names = unitNames().filter((name) => read(name).offset === undefined);
    const joint = fc.constantFrom(" ", " * ", "*", "·", "  ");
    const factor = fc.record({
      name: fc.constantFrom(...names),
      exponent: fc.constantFrom(1, 1, 1, 2, 3, -1),
      joint,
      isBelow: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(factor, { minLength: 1, maxLength: 4 }), (factors) => {
        const above = factors.filter(({ isBelow }) => !isBelow);
        const below = factors.filter(({ isBelow }) => isBelow);
        const text = ({ name, exponent }: (typeof factors)[number]): string =>
          exponent === 1 ? name : `${name}^${exponent}`;
        const head = above.map((one, i) => (i === 0 ? text(one) : one.joint + text(one))).join("");
        const typed = (head === "" ? "1" : head) + below.map((one) => `/${text(one)}`).join("");
        const unit = parseUnit(typed);
        if (!unit.ok) return;
        let [dimension, whole, piPower] = [read("1").dimension, read("1").factor, 0];
        for (const { name, exponent, isBelow } of factors) {
          const times = isBelow ? -exponent : exponent;
          const one = read(name);
          dimension = multiply(dimension, power(one.dimension, rational(times)));
          whole = multiplyExact(whole, powerExact(one.factor, times));
          piPower += one.piPower * times;
        }
        expect(equals(unit.dimension, dimension), typed).to.equal(true);
        expect(equalExact(unit.factor, whole), typed).to.equal(true);
        expect(unit.piPower, typed).to.equal(piPower);
      }),
      { seed: SEED, numRuns: runs(500, 10_000) },
    );
  });

  it(`refuses a text with one more word, number or sign: seed ${SEED}`, () => {
    const names = unitNames();
    const more = fc.constantFrom(
      "x",
      "2",
      "-",
      "/",
      "(",
      "xyzzy",
      "5 kg",
      "^",
      "per",
      ",",
      "=",
      "+",
    );
    fc.assert(
      fc.property(fc.constantFrom(...names), more, fc.boolean(), (name, junk, isSpaced) => {
        const text = `${name}${isSpaced ? " " : ""}${junk}`;
        const unit = parseUnit(text);
        // `m2` is m^2: the only digit that is read.
        if (unit.ok) expect(text).to.match(/^[A-Za-z]{1,2}(?:2|5 kg)$/);
      }),
      { seed: SEED, numRuns: runs(500, 10_000) },
    );
  });
});
