import { expect } from "chai";
import * as fc from "fast-check";
import { ask, valued } from "../outcomes.js";
import { runs } from "../../../kit/runs.js";

const SEED = 1_287_077;
const PREFIXES: readonly (readonly [string, number])[] = [
  ["", 1],
  ["k", 1e3],
  ["m", 1e-3],
  ["u", 1e-6],
  ["M", 1e6],
  ["n", 1e-9],
];

/** Equations with the base unit of each input; a name with an index stands for its members. */
const EQUATIONS: readonly (readonly [string, Record<string, string>, Record<string, string>])[] = [
  ["F = m a", { m: "g", a: "m/s^2" }, { m: "g", a: "m/s^2" }],
  ["v = sqrt(2 g_n h)", { h: "m" }, { h: "m" }],
  [
    "x_c = SUM_i m_i x_i/M",
    { m_1: "g", m_2: "g", x_1: "m", x_2: "m", M: "g" },
    { m_i: "g", x_i: "m", M: "g" },
  ],
  ["V = PROD_i l_i", { l_1: "m", l_2: "m", l_3: "m" }, { l_i: "m" }],
  [
    "Q = INT_a^b I exp(-t/tau) dt",
    { a: "s", b: "s", I: "A", tau: "s" },
    { a: "s", b: "s", I: "A", tau: "s" },
  ],
  ["F = -dU/dx; U = k x^2/2", { k: "N/m", x: "m" }, { k: "N/m", x: "m" }],
  ["E = h nu + hbar omega", { nu: "Hz", omega: "Hz" }, { nu: "Hz", omega: "Hz" }],
  ["W = INT_0^x F0 u^2/(u^2 + b^2) du", { x: "m", F0: "N", b: "m" }, { x: "m", F0: "N", b: "m" }],
];

describe("equations: units of inputs", () => {
  it("scaling every input by a prefix of its unit changes no value beyond its bound", () => {
    const cases = fc.record({
      equation: fc.constantFrom(...EQUATIONS),
      values: fc.array(fc.integer({ min: 1, max: 997 }), { minLength: 8, maxLength: 8 }),
      prefixes: fc.array(fc.constantFrom(...PREFIXES), { minLength: 8, maxLength: 8 }),
    });
    fc.assert(
      fc.property(cases, ({ equation: [text, units, families], values, prefixes }) => {
        const symbols = Object.keys(families);
        const prefixOf = (name: string): readonly [string, number] => {
          const own = symbols.indexOf(name);
          return prefixes[
            own < 0
              ? symbols.findIndex((symbol) => symbol.split("_")[0] === name.split("_")[0])
              : own
          ]!;
        };
        const base = Object.fromEntries(
          Object.keys(units).map((name, i) => [name, values[i]! / 16]),
        );
        const plain = valued(ask(text, base, { symbols: families }));
        const scaled = valued(
          ask(
            text,
            Object.fromEntries(
              Object.entries(base).map(([name, x]) => [name, x / prefixOf(name)[1]]),
            ),
            {
              symbols: Object.fromEntries(
                symbols.map((name) => [name, prefixOf(name)[0] + families[name]!]),
              ),
            },
          ),
        );
        expect(scaled.unit).to.equal(plain.unit);
        expect(
          Math.abs(scaled.value - plain.value),
          `${text}: ${scaled.value} ${plain.value}`,
        ).to.be.at.most(
          2 * (plain.absoluteBound + scaled.absoluteBound) + 1e-15 * Math.abs(plain.value),
        );
      }),
      { seed: SEED, numRuns: runs(100, 400) },
    );
  });
});
