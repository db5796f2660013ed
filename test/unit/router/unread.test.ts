/**
 * Nothing of a question is passed over: each number ends in an input, or the question is refused.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { assert, constantFrom, double, integer, property } from "fast-check";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { quantitiesIn } from "../../../protocol/router/quantities.js";
import { routeQuery } from "../../../protocol/router/route.js";
import type { Route } from "../../../protocol/router/routed.js";
import { normalized } from "../../../protocol/router/text.js";
import { runs } from "../../kit/runs.js";

const registry = builtinRegistry();
const ask = (query: string): Route => routeQuery(registry, query);
const SEED = 20_261_126;

const FILLED = { m: 2, v: 3 };

/** The right reading is from the text alone: SI by hand. */
const READ: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["kinetic energy m = 2,000 kg, v = 3 m/s", { m: 2000, v: 3 }],
  ["kinetic energy m = 2 000 kg, v = 3 m/s", { m: 2000, v: 3 }],
  ["kinetic energy m = 2'000 kg, v = 3 m/s", { m: 2000, v: 3 }],
  ["kinetic energy m = 2 thousand kg, v = 3 m/s", { m: 2000, v: 3 }],
  ["kinetic energy m = 2 million kg, v = .5 m/s", { m: 2e6, v: 0.5 }],
  ["kinetic energy m = 10^3 kg, v = 2×10⁻³ m/s", { m: 1000, v: 0.002 }],
  ["kinetic energy m = 1/2 kg, v = 3 m/s", { m: 0.5, v: 3 }],
  ["kinetic energy m = 2 and a half kg, v = 1 m/s", { m: 2.5, v: 1 }],
  ["kinetic energy of a mass of 2 kg with a speed of 3 metres per second", FILLED],
  ["kinetic energy of 2 kg at 3 m/s", FILLED],
  ["ideal gas pressure n = 1 mol, T = 20 C, V = 1 m^3", { n: 1, T: 293.15, V: 1 }],
  ["ideal gas pressure n = 1 mol, T = 20 degrees C, V = 1 m³", { n: 1, T: 293.15, V: 1 }],
  ["TD28 m = 0.1 kg, c_p = 4200 J/(kg K), Delta_T = 5 degC", { m: 0.1, c_p: 4200, Delta_T: 5 }],
  [
    "buckling of a column, E = 210 GPa, I = 1 000 000 mm^4, length = 3 m, ends pinned-pinned",
    { E: 2.1e11, I: 1e-6, length: 3, ends: "pinned-pinned" },
  ],
  [
    "Deflection of a cantilever beam, L=1 m H=0.1 m E=210e9 Pa nu=0.3 P=1000 N",
    { L: 1, H: 0.1, E: 2.1e11, nu: 0.3, P: 1000, quantity: "deflection" },
  ],
  // Ten times 1.3271244e20 m^3/s^2 (IAU 2015 B3) over G of CODATA 2022, by mpmath.
  ["black hole radius M = 10 solar masses", { M: 1.9884098706980507e31 }],
  ["lotka-volterra x0 = 10 y0 = 0.001 t_end = 20 s", { x0: 10, y0: 0.001, t_end: 20 }],
];

const REFUSED: readonly (readonly [string, string])[] = [
  ["kinetic energy m = 2 foobars, v = 1 m/s", "2 foobars"],
  ["kinetic energy m between 2 kg and 3 kg, v = 1 m/s", "2 kg and 3 kg"],
  ["kinetic energy m = 2-3 kg, v = 1 m/s", "2-3 kg"],
  ["kinetic energy m = 2 to 3 kg, v = 1 m/s", "2 to 3 kg"],
  ["kinetic energy m = 2 or 3 kg, v = 1 m/s", "2 or 3 kg"],
  ["kinetic energy m at least 2 kg, v = 1 m/s", "2 kg"],
  ["kinetic energy m > 2 kg, v = 1 m/s", "2 kg"],
  ["kinetic energy m up to 2 kg, v = 1 m/s", "2 kg"],
  ["kinetic energy m is not 2 kg, v = 1 m/s", "2 kg"],
  ["kinetic energy m anything but 2 kg, v = 1 m/s", "2 kg"],
  ["kinetic energy m = 2..3 kg, v = 1 m/s", "3"],
  ["kinetic energy m = 2 kg…3 kg, v = 1 m/s", "3"],
  ["kinetic energy m = 2 kg ... 3 kg, v = 1 m/s", "2 kg ... 3 kg"],
  ["kinetic energy without a mass of 2 kg, v = 3 m/s", "without"],
  ["kinetic energy not the 2 kg, v = 3 m/s", "not"],
  ["kinetic energy m = twice 2 kg, v = 3 m/s", "2 kg"],
  ["kinetic energy m = 2 kg per ball, v = 3 m/s", "per"],
  ["kinetic energy m = 2 kg (or lb), v = 3 m/s", "lb"],
  ["kinetic energy m = 2 kg, m = 3 kg, v = 1 m/s", "3 kg"],
  ["kinetic energy m = 2 kg, v = 3 m/s, zz = 4", "4"],
  ["kinetic energy m = 2 kg, v = 3 m/s, and 5 s", "5 s"],
  ["kinetic energy m = 3 s, v = 2 m/s", "3 s"],
  ["kinetic energy m = 3,5 kg, v = 1 m/s", "3,5"],
  ["kinetic energy m = 0,001 kg, v = 1 m/s", "0,001"],
  ["kinetic energy m = 2*3 kg, v = 1 m/s", "2*3 kg"],
  ["kinetic energy m = 2 x 1012 kg, v = 1 m/s", "2"],
  ["kinetic energy m = 2 kg, v = 3 m/s, twice the mass", "twice"],
  ["kinetic energy m = 2 kg, v increased by 50 %", "50 %"],
  ["ideal gas pressure n = 1 mol, T = -300 C, V = 1 m^3", "-300 C"],
];

/** Questions of solvers, whose inputs take no law: SI by hand. */
const SOLVED: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["first resonance of an organ pipe, length = 1/2 m, ends open-open", { length: 0.5 }],
  ["first resonance of an organ pipe, length = ½ m, ends open-open", { length: 0.5 }],
  ["first resonance of an organ pipe, length = 1 m 25 cm, ends open-open", { length: 1.25 }],
  ["first resonance of an organ pipe, length = 2 ft 6 in, ends open-open", { length: 0.762 }],
  ["first resonance of an organ pipe of length 1'000 mm, ends open-open", { length: 1 }],
  ["first resonance of an organ pipe of length half a metre, ends open-open", { length: 0.5 }],
  ["first resonance of an organ pipe, length = 6.1e-1 m. Ends open-open", { length: 0.61 }],
  ["buckling of a column, E = 210 GPa, I = 1 000 000 mm^4, length = 3 m", { I: 1e-6, length: 3 }],
  ["lotka-volterra with t_end = 1 min 30 s, x0 = 2,000, y0 = 5", { t_end: 90, x0: 2000 }],
  ["heat equation in a rod, k = 0.8 W/(m K), initial = 20 °C", { k: 0.8, initial: 293.15 }],
  ["heat equation in a rod, k = 0.8 W/(m K), initial = 20 C", { k: 0.8, initial: 293.15 }],
];
const NOT_SOLVED: readonly string[] = [
  "length = 3,5 m",
  "length = 2 m to 3 m",
  "length = 2-3 m",
  "length = 2 m or 3 m",
  "length = 2 ± 0.1 m",
  "length = 2 m ± 10 cm",
  "length = at least 2 m",
  "length is not 2 m",
  "length = 2 * 3 m",
  "length = 2 foobars",
  "length = 2 kg",
  "length = 3 m^{1}",
  "length = 1/0 m",
  "length = 2 3 m",
  "length = x-3",
  "length = twice 2 m",
  "length = 2 m per pipe",
];

describe("router: nothing is passed over", () => {
  for (const [query, params] of SOLVED) {
    it(`reads ${query}`, () => {
      const route = ask(query);
      expect(route.refusal).to.equal(null);
      expect(route.solver).not.to.equal(null);
      expect(route.params).to.deep.include(params);
    });
  }

  for (const length of NOT_SOLVED) {
    it(`gives no solver a part of ${length}`, () => {
      const { refusal } = ask(`first resonance of an organ pipe, ${length}, ends open-open`);
      expect(refusal?.kind).to.equal("UNREAD_QUANTITY");
    });
  }

  it("passes over no number in words", () => {
    for (const words of ["mode three", "a number of twelve", "with five holes"]) {
      const query = `first resonance of an organ pipe, length = 1 m, open-open, ${words}`;
      expect(ask(query).refusal?.kind, words).to.equal("UNREAD_QUANTITY");
    }
  });

  it("knows a noun behind a number that changes no value, and no other", () => {
    const pipe = "first resonance, length = 0.61 m";
    expect(ask(`${pipe} piece of organ pipe, ends open-open`).refusal).to.equal(null);
    expect(ask(`${pipe} blorp of organ pipe, ends open-open`).refusal).not.to.equal(null);
    expect(ask(`${pipe} average of organ pipe, ends open-open`).refusal).not.to.equal(null);
  });

  for (const [query, params] of READ) {
    it(`reads ${query}`, () => {
      const route = ask(query);
      expect(route.refusal).to.equal(null);
      expect(route.params).to.deep.equal(params);
    });
  }

  for (const [query, place] of REFUSED) {
    it(`stops ${query}`, () => {
      const { operators, refusal } = ask(query);
      expect(operators).to.equal(null);
      if (refusal?.kind !== "UNREAD_QUANTITY") throw new Error(JSON.stringify(refusal));
      const [start, end] = refusal.span;
      expect(normalized(query).slice(start, end)).to.equal(place);
    });
  }

  it("refuses an answered question when an unknown word comes right behind any of its numbers", () => {
    const held: readonly { query: string }[] = JSON.parse(
      readFileSync("test/vectors/router/questions.json", "utf8"),
    );
    let changed = 0;
    for (const query of [...held.map((one) => one.query), ...READ.map(([one]) => one)]) {
      const text = normalized(query);
      const answered = ask(text);
      if (answered.refusal !== null) continue;
      const taken = new Set(answered.why.map(({ at }) => at[0]));
      for (const { at } of quantitiesIn(text)) {
        const isCue = answered.why.some(
          ({ at: [from, to], rule }) => !rule.startsWith("input") && from <= at[0] && at[0] < to,
        );
        if (isCue && !taken.has(at[0])) continue;
        const odd = `${text.slice(0, at[1])} blorps${text.slice(at[1])}`;
        expect(ask(odd).refusal?.kind, odd).to.be.oneOf(["UNREAD_QUANTITY", "NO_MATCH"]);
        changed += 1;
      }
    }
    expect(changed).to.be.greaterThan(60);
  });

  it("gives every number of an answered question to one input, or to the name of a method", () => {
    assert(
      property(
        constantFrom(...READ.map(([query]) => query)),
        integer({ min: 0, max: 5 }),
        double({ min: 1e-6, max: 1e6, noNaN: true }),
        constantFrom(" kg", " m", "", " K", " blorps", " 1/s"),
        (query, place, number, unit) => {
          const parts = query.split(", ");
          parts.splice(Math.min(place, parts.length), 0, `${number}${unit}`);
          const route = ask(parts.join(", "));
          if (route.refusal !== null) return;
          const filled = route.why.filter(({ rule }) => rule.startsWith("input")).length;
          // A number too many would have to be an input that the first question left open.
          const text = normalized(parts.join(", "));
          const inputs = Object.values(route.params).filter((value) => typeof value === "number");
          expect(inputs, text).to.have.lengthOf(quantitiesIn(text).length);
          expect(route.operators !== null || filled >= inputs.length, text).to.equal(true);
        },
      ),
      { seed: SEED, numRuns: runs(150, 300) },
    );
  });

  it("does not change a reading with courtesy, capitals of words or closing marks", () => {
    for (const [query, params] of READ) {
      for (const dressed of [`Please compute: ${query}`, `${query}.`, `  ${query}?`]) {
        expect(ask(dressed).params, dressed).to.deep.equal(params);
      }
    }
  });

  it("reads a number as JavaScript reads its digits, in groups and with powers of ten", () => {
    assert(
      property(
        integer({ min: 1000, max: 999_999_999 }),
        constantFrom(",", " ", "'"),
        integer({ min: 0, max: 999 }),
        integer({ min: -20, max: 20 }),
        constantFrom("", "-", "+"),
        (whole, mark, part, power, sign) => {
          const groups = String(whole).replace(/\B(?=(\d{3})+$)/g, mark);
          for (const [written, digits] of [
            [`${sign}${groups}`, `${sign}${whole}`],
            [`${sign}${groups}.${part}`, `${sign}${whole}.${part}`],
            [`${sign}${part}.5e${power}`, `${sign}${part}.5e${power}`],
            [`${sign}${part} x 10^${power}`, `${sign}${part}e${power}`],
            [`${sign}${part}×10^(${power})`, `${sign}${part}e${power}`],
          ] as const) {
            const [only, another] = quantitiesIn(`x = ${written} kg`);
            expect(another, written).to.equal(undefined);
            expect([only!.value, only!.problem], written).to.deep.equal([Number(digits) + 0, null]);
          }
        },
      ),
      { seed: SEED, numRuns: runs(125, 500) },
    );
  });
});
