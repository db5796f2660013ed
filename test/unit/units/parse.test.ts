import { expect } from "chai";
import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { equals } from "../../../protocol/units/dimension.js";
import { equalExact, exactOfText } from "../../../protocol/units/exact.js";
import { fromSI, isCoherent, parseUnit, toSI, unitNames } from "../../../protocol/units/parse.js";
import type { UnitValue } from "../../../protocol/units/parse.js";
import {
  BASE_NAMES,
  BINARY_PREFIXES,
  DECIMAL_PREFIXES,
  UNIT_ROWS,
} from "../../../protocol/units/table.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_260_103;

function read(text: string): UnitValue {
  const unit = parseUnit(text);
  if (!unit.ok) throw new Error(`${text}: ${unit.message}`);
  return unit;
}

function refusal(text: string): string {
  const unit = parseUnit(text);
  if (unit.ok) throw new Error(`${text} was read as ${unit.text}`);
  return unit.message;
}

interface Factor {
  readonly unit: string;
  readonly si: string;
  readonly factor: string;
  readonly pi?: number;
  readonly source: string;
}
interface Conversion {
  readonly value: number;
  readonly unit: string;
  readonly si: number;
}
interface Vectors {
  readonly factors: readonly Factor[];
  readonly conversions: readonly Conversion[];
}
const vectors: Vectors = JSON.parse(readFileSync("test/vectors/units/factors.json", "utf8"));

describe("protocol/units/parse: factors", () => {
  for (const { unit, si, factor, pi = 0, source } of vectors.factors) {
    it(`${unit} is ${factor}${pi === 0 ? "" : ` pi^${pi}`} ${si} (${source})`, () => {
      const found = read(unit);
      expect(equals(found.dimension, read(si).dimension)).to.equal(true);
      expect(
        equalExact(found.factor, exactOfText(factor)),
        `${found.factor.num}/${found.factor.den}`,
      ).to.equal(true);
      expect(found.piPower).to.equal(pi);
    });
  }

  it("converts as mpmath does at 60 digits, rounded once", () => {
    for (const { value, unit, si } of vectors.conversions) {
      expect(toSI(value, read(unit)), `${value} ${unit}`).to.equal(si);
    }
  });
});

describe("protocol/units/parse: prefixes", () => {
  // SI Brochure, 9th edition (2022 update), table 7.
  const published: readonly (readonly [string, string, number])[] = [
    ["Q", "quetta", 30],
    ["R", "ronna", 27],
    ["Y", "yotta", 24],
    ["Z", "zetta", 21],
    ["E", "exa", 18],
    ["P", "peta", 15],
    ["T", "tera", 12],
    ["G", "giga", 9],
    ["M", "mega", 6],
    ["k", "kilo", 3],
    ["h", "hecto", 2],
    ["da", "deca", 1],
    ["d", "deci", -1],
    ["c", "centi", -2],
    ["m", "milli", -3],
    ["u", "micro", -6],
    ["n", "nano", -9],
    ["p", "pico", -12],
    ["f", "femto", -15],
    ["a", "atto", -18],
    ["z", "zepto", -21],
    ["y", "yocto", -24],
    ["r", "ronto", -27],
    ["q", "quecto", -30],
  ];
  it("are the 24 of the SI, each with symbol and word", () => {
    expect(DECIMAL_PREFIXES.length).to.equal(published.length);
    for (const [symbol, word, exponent] of published) {
      for (const name of [`${symbol}m`, `${word}metre`]) {
        const unit = read(name);
        expect(equalExact(unit.factor, exactOfText(`1e${exponent}`)), name).to.equal(true);
        expect(unit.text).to.equal(`${symbol}m`);
      }
    }
  });

  it("never split a word that is a unit itself", () => {
    // Each of these could be read as a prefix and another unit.
    const whole: readonly (readonly [string, string])[] = [
      ["min", "60"],
      ["ft", "0.3048"],
      ["Pa", "1"],
      ["cd", "1"],
      ["h", "3600"],
      ["T", "1"],
      ["ppt", "1e-12"],
      ["atm", "101325"],
      ["nmi", "1852"],
      ["dyn", "1e-5"],
      ["Gal", "0.01"],
      ["mph", "0.44704"],
      ["yd", "0.9144"],
      ["qt", "0.000946352946"],
    ];
    for (const [name, factor] of whole)
      expect(equalExact(read(name).factor, exactOfText(factor)), name).to.equal(true);
  });

  it("make no word with two readings, and none that is a unit whole", () => {
    const rows = [
      ...UNIT_ROWS,
      ...BASE_NAMES.map(([symbol, words]) => ({
        symbols: [symbol],
        words: words.split(" "),
        prefixes: "decimal" as const,
      })),
      { symbols: ["g"], words: ["gram"], prefixes: "decimal" as const },
    ];
    const whole = rows.flatMap((row) => [...row.symbols, ...row.words]);
    expect(new Set(whole).size).to.equal(whole.length);
    const prefixed = rows.flatMap(({ prefixes, symbols, words }) => {
      const binary = prefixes === "data" ? BINARY_PREFIXES : [];
      const decimal = DECIMAL_PREFIXES.slice(0, prefixes === "large" ? 10 : undefined);
      const allowed = prefixes === "none" ? [] : [...decimal, ...binary];
      return allowed.flatMap((prefix) => [
        ...symbols.map((name) => prefix.symbol + name),
        ...words.map((name) => prefix.word + name),
      ]);
    });
    expect(new Set(prefixed).size).to.equal(prefixed.length);
    const names = new Set(whole);
    const shadowed = prefixed.filter((name) => names.has(name)).toSorted();
    expect(shadowed).to.deep.equal([]);
  });

  it("stand only where they belong", () => {
    for (const text of [
      "kkm",
      "mmm",
      "kmin",
      "kft",
      "dB",
      "mbit",
      "mph2",
      "kpsi",
      "Mdeg",
      "kh",
      "cmin",
      "kilom",
      "kmetre",
    ]) {
      expect(parseUnit(text).ok, text).to.equal(false);
    }
  });

  it("are binary for data only", () => {
    expect(toSI(1, read("KiB"))).to.equal(8192);
    expect(toSI(1, read("kB"))).to.equal(8000);
    expect(toSI(3, read("Mibit"))).to.equal(3_145_728);
    expect(parseUnit("Kim").ok).to.equal(false);
  });
});

describe("protocol/units/parse: reader", () => {
  const canonical: readonly (readonly [string, string])[] = [
    ["kg*m/s^2", "kg m/s^2"],
    ["kg·m·s⁻²", "kg m/s^2"],
    ["m/s/s", "m/s^2"],
    ["W/(m^2 K)", "W/(m^2 K)"],
    ["W/m^2/K", "W/(m^2 K)"],
    ["m s^-1", "m/s"],
    ["newton metre", "N m"],
    ["1/s", "1/s"],
    ["1", "1"],
    ["Hz^(1/2)", "Hz^(1/2)"],
    ["V/Hz^(1/2)", "V/Hz^(1/2)"],
    ["m m", "m^2"],
    ["m/m", "1"],
    [" km ", "km"],
    ["Ω m", "ohm m"],
    ["\u2126 m", "ohm m"],
    ["\u212b", "angstrom"],
    ["°C", "degC"],
    ["µm", "um"],
    ["J/(kg*K)", "J/(kg K)"],
    ["kilometre/hour", "km/h"],
    ["s^-1", "1/s"],
    ["m^0", "1"],
  ];
  for (const [text, expected] of canonical) {
    it(`reads ${JSON.stringify(text)} as ${expected}`, () => {
      expect(read(text).text).to.equal(expected);
    });
  }

  it("refuses a product after a slash and offers both spellings", () => {
    expect(refusal("J/kg K")).to.equal(
      'A product after "/" can be read in two ways: write "J/(kg K)" or "J K/kg".',
    );
    expect(refusal("W/m^2*K")).to.equal(
      'A product after "/" can be read in two ways: write "W/(m^2 K)" or "W K/m^2".',
    );
    expect(refusal("1/s rad")).to.contain('"1/(s rad)" or "rad/s"');
    expect(parseUnit("J/(kg K) m").ok).to.equal(false);
  });

  it("names the nearest units for an unknown one", () => {
    expect(refusal("metr")).to.contain('"metre"');
    expect(refusal("joul")).to.contain('"joule"');
  });

  it("refuses malformed text with a position inside it", () => {
    const malformed = [
      "",
      " ",
      "/",
      "m/",
      "m^",
      "m^x",
      "m^1.5.2",
      "m^(1/0)",
      "m^99",
      "(m)",
      "m)",
      "m//s",
      "3 m",
      "m 3",
      "kg(m)",
      "m\u0000",
      "m^(1/13)",
      "x".repeat(200),
      "__proto__",
      "constructor",
      "m^61",
      "m^-61",
      "km^(1/2)",
      "deg^(1/2)",
    ];
    for (const text of malformed) {
      const unit = parseUnit(text);
      expect(unit.ok, text).to.equal(false);
      if (!unit.ok) expect(unit.position).to.be.within(0, text.length);
    }
  });

  it("reads every name of the table, and its canonical text gives the same unit", () => {
    expect(unitNames().length).to.be.greaterThan(200);
    for (const name of unitNames()) {
      const unit = read(name);
      const again = read(unit.text);
      expect(again.text, name).to.equal(unit.text);
      expect(equalExact(again.factor, unit.factor), name).to.equal(true);
      expect(again.offset === undefined, name).to.equal(unit.offset === undefined);
    }
  });

  it("read(print(u)) is u on random products of units", () => {
    const names = unitNames().filter((name) => read(name).offset === undefined);
    const factor = fc
      .tuple(
        fc.constantFrom(...names),
        fc.integer({ min: -3, max: 3 }).filter((n) => n !== 0),
      )
      .map(([name, n]) => (n === 1 ? name : `${name}^${n}`));
    fc.assert(
      fc.property(fc.array(factor, { minLength: 1, maxLength: 4 }), (factors) => {
        const unit = parseUnit(factors.join(" "));
        if (!unit.ok) return;
        const again = read(unit.text);
        expect(again.text).to.equal(unit.text);
        expect(
          equals(again.dimension, unit.dimension) && equalExact(again.factor, unit.factor),
        ).to.equal(true);
        expect(again.piPower).to.equal(unit.piPower);
      }),
      { seed: SEED, numRuns: runs(500, 2_000) },
    );
  });

  it("answers any text with a unit or a refusal", () => {
    const text = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...Array.from("kmsJ/()^*·²⁻1-2 ")), maxLength: 20 }),
    );
    fc.assert(
      fc.property(text, (input) => {
        expect(parseUnit(input).ok).to.be.a("boolean");
      }),
      { seed: SEED, numRuns: runs(1_250, 5_000) },
    );
  });
});

describe("protocol/units/parse: temperatures and conversion", () => {
  it("accepts degC and degF alone", () => {
    // Fixed points of the scales: 0 degC = 273.15 K, 32 degF = 0 degC, -40 is the same on both.
    expect(toSI(0, read("degC"))).to.equal(273.15);
    expect(toSI(32, read("degF"))).to.equal(273.15);
    expect(toSI(212, read("degF"))).to.equal(373.15);
    expect(toSI(-40, read("degF"))).to.equal(toSI(-40, read("degC")));
    expect(fromSI(273.15, read("degC"))).to.equal(0);
    expect(fromSI(toSI(98.6, read("degF")), read("degC"))).to.equal(37);
  });

  it("refuses them in company", () => {
    for (const text of ["J/degC", "degC/m", "degC^2", "W/(m^2 degC)", "degF s"])
      expect(refusal(text)).to.contain("use K");
  });

  it("leaves coherent values alone and never gives -0", () => {
    expect(isCoherent(read("kg m/s^2"))).to.equal(true);
    expect(Object.is(toSI(-0, read("N")), 0)).to.equal(true);
    expect(Object.is(toSI(-0, read("km")), 0)).to.equal(true);
  });

  it("comes back within two roundings", () => {
    const names = unitNames().filter((name) => read(name).offset === undefined);
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.double({ min: 1e-100, max: 1e100, noNaN: true }),
        (name, x) => {
          const back = fromSI(toSI(x, read(name)), read(name));
          expect(Math.abs(back - x)).to.be.at.most(4 * Number.EPSILON * x);
        },
      ),
      { seed: SEED, numRuns: runs(750, 3_000) },
    );
  });

  it("overflows to an infinity, which callers refuse", () => {
    expect(toSI(1e300, read("Qm"))).to.equal(Number.POSITIVE_INFINITY);
  });
});
