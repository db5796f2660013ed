import { createHash } from "node:crypto";
import { expect } from "chai";
import { knownDigits } from "../../../protocol/identity/knownDigits.js";
import {
  drawEquation,
  equationStrength,
  makeEquation,
} from "../../../protocol/identity/equation.js";
import { runs } from "../../kit/runs.js";

/** Bytes that look random and are the same in every run. */
function bytesOf(i: number): Uint8Array {
  return createHash("sha256").update(`equation ${i}`).digest().subarray(0, 20);
}

const PI_160 =
  "314159265358979323846264338327950288419716939937510582097494459230781640628620899862803482" +
  "5342117067982148086513282306647093844609550582231725359408128481117450";
const PRIMES = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
  101, 103, 107, 109, 113,
];
const FIBONACCI = [0n, 1n];
while (FIBONACCI.length < 300) FIBONACCI.push(FIBONACCI.at(-1)! + FIBONACCI.at(-2)!);
const YEARS = [
  1066, 1215, 1415, 1492, 1517, 1588, 1618, 1648, 1666, 1687, 1776, 1789, 1804, 1815, 1848, 1859,
  1865, 1871, 1905, 1914, 1917, 1918, 1929, 1933, 1939, 1945, 1957, 1969, 1989, 2001,
];

const DRAWN = runs(200, 2_000);

describe("identity: equations", () => {
  it("that clients make are strong, whatever digits they draw", () => {
    let drawn = 0;
    for (let i = 0; i < DRAWN; i += 1) {
      const equation = drawEquation(() => {
        drawn += 1;
        return bytesOf(drawn);
      });
      const { bits, weakness } = equationStrength(equation);
      expect(weakness, equation).to.equal(null);
      expect(bits).to.be.at.least(128);
    }
    // Chance that looks like a pattern is thrown away, and is rare.
    expect(drawn).to.be.within(DRAWN, DRAWN + 20);
  });

  it("carry all of their random bytes but the last half bit", () => {
    const seen = new Set(Array.from({ length: 1_000 }, (_, i) => makeEquation(bytesOf(i))));
    expect(seen.size).to.equal(1_000);
    // 1 in base 10^8 is the first coefficient; 10^8 itself the second.
    const one = new Uint8Array(20);
    one[19] = 1;
    expect(makeEquation(one)).to.equal(
      "y = 00000001 x^3 + 00000000 x^2 - 00000000 x + 00000000 sin(00000000 t) - 00000000 exp(-z)",
    );
    expect(() => makeEquation(new Uint8Array(16))).to.throw(RangeError);
  });

  it("of textbooks, and patterns dressed up as chance, are refused with what they show", () => {
    const weak = [
      "E = m c^2",
      "F = G m1 m2 / r^2",
      "y = 3.14159265358979323846264338327950288419716939937510582 x",
      "y = 2.71828182845904523536 x + 3.14159265358979323846 z + 1.61803398874989484820 t",
      `y = ${"1".repeat(60)} x`,
      `y = ${"123456789".repeat(8)} x`,
      `y = ${"73".repeat(40)} x`,
      `y = ${"48152342".repeat(10)} x`,
      `y = ${"987654321 + ".repeat(9)} x`,
      "c = 299792458 h = 662607015 k = 1380649 N = 602214076 e = 1602176634 R = 8314462618",
      // What a bound on patterns alone takes for chance.
      `y = ${PI_160} x`,
      `y = ${PI_160.match(/.{8}/g)!.join(" x + ")}`,
      `y = ${PI_160.slice(60)} x + ${PI_160.slice(60, 120)} z`,
      `y = ${PRIMES.join(" x + ")}`,
      `y = ${[...PRIMES].reverse().join(" x + ")}`,
      `y = ${FIBONACCI.slice(1, 26).join(" + ")}`,
      `y = ${FIBONACCI[200]} x + ${FIBONACCI[233]} z + ${FIBONACCI[271]}`,
      `y = ${2n ** 200n} + ${3n ** 150n} + ${7n ** 90n - 1n}`,
      `y = ${10n ** 60n / 7n} x`,
      `y = ${123456789n ** 8n} x`,
      `y = ${FIBONACCI.slice(60, 80)
        .map((n) => 37n * n)
        .join(" x + ")}`,
      `history = ${YEARS.join(" + ")}`,
      `y = ${["19450508", "11091989", "20071969", "14071789", "17760704", "28061914"].join(" x + ")}`,
      `y = ${Array.from({ length: 40 }, (_, n) => 17 + 29 * n).join(" + ")}`,
      `y = ${Array.from({ length: 30 }, (_, n) => `${n * n * n + 1} x^${n}`).join(" + ")}`,
      Array.from(
        { length: 40 },
        () =>
          "it was the best of times it was = the worst of times and we had everything before us",
      ).join(" "),
      "the energy of my house is equal = to the sum of all the love that I have for you and nobody else",
    ];
    for (const equation of weak) {
      const { bits, weakness } = equationStrength(equation);
      expect(bits, equation).to.be.lessThan(128);
      expect(weakness, equation).to.contain(`${bits} bits`);
    }
  });

  it("of digits that somebody drew are taken, in whatever form", () => {
    const digits = Array.from({ length: 60 }, (_, i) => bytesOf(i)[0]! % 10).join("");
    for (const strong of [
      `y = ${digits} x`,
      `y = ${digits.match(/.{5}/g)!.join(" x + ")}`,
      `y = ${digits.match(/.{3}/g)!.join(" x + ")}`,
      `y = 3.14159 sin(${digits} x) + 2.71828`,
    ]) {
      expect(equationStrength(strong).weakness, strong).to.equal(null);
    }
  });

  it("are measured, however long", () => {
    for (const unit of ["1", "31415926535897932384", "12", "1,2,", "9".repeat(100), "7 "]) {
      // A search that grows with the square of the length would not end in the time of a test.
      const { bits } = equationStrength(`y=${unit.repeat(4_096)}`.slice(0, 4_096));
      expect(Number.isFinite(bits), unit).to.equal(true);
    }
  });

  it("that cannot be typed again are refused by name", () => {
    const strong = makeEquation(bytesOf(1));
    expect(equationStrength(` ${strong}`).weakness).to.contain("space");
    expect(equationStrength(`${strong}\n`).weakness).to.contain("space");
    expect(equationStrength(strong.replace(" x^3", "\tx^3")).weakness).to.contain("control");
    expect(equationStrength(strong.replace("y", "y\u0301e\u0301")).weakness).to.contain(
      "normal form",
    );
    expect(equationStrength(strong.replace("=", "+")).weakness).to.contain("equals");
    expect(equationStrength("1".repeat(5_000)).weakness).to.contain("4096");
  });
});

describe("identity: digits that everybody has", () => {
  // First and last ten of a thousand places, from mpmath.
  const expected: Readonly<Record<string, readonly [string, string]>> = {
    pi: ["3141592653", "2164201989"],
    e: ["2718281828", "9570350354"],
    "golden ratio": ["1618033988", "3536139362"],
    "sqrt 2": ["1414213562", "9518488472"],
    "sqrt 3": ["1732050807", "3954959381"],
    "sqrt 5": ["2236067977", "7072278724"],
    "sqrt 7": ["2645751311", "8120004300"],
    "sqrt 10": ["3162277660", "9357626020"],
    "ln 2": ["0693147180", "2344535347"],
    "ln 10": ["2302585092", "2198849978"],
    "1/pi": ["0318309886", "4225199008"],
    "pi squared": ["9869604401", "6308806115"],
    "zeta(3)": ["1202056903", "7661810922"],
  };
  it("constants are right to the last place", () => {
    const known = knownDigits();
    for (const [name, [first, last]] of Object.entries(expected)) {
      expect(
        known.some((digits) => digits.startsWith(first) && digits.slice(0, 1_001).endsWith(last)),
        name,
      ).to.equal(true);
    }
  });
  it("lists are written one after the other", () => {
    for (const list of [
      "1234567891011121314",
      "2357111317192329313741",
      "1123581321345589",
      "1248163264128256",
      "149162536496481100",
      "126241207205040",
    ]) {
      expect(
        knownDigits().some((digits) => digits.startsWith(list)),
        list,
      ).to.equal(true);
    }
  });
});
