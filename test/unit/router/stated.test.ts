/** Uncertainties that questions state, and what every answer in words says of how it was read. */
import { expect } from "chai";
import { readFileSync } from "node:fs";
import { SHORT_BYTES_MAX, shorten } from "../../../protocol/readable/shorten.js";
import { resultLines } from "../../../api/readable/result.js";
import { routingOf } from "../../../node/compute/operations/auto.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import type { Route } from "../../../protocol/router/routed.js";

const registry = builtinRegistry();
const ask = (query: string): Route => routeQuery(registry, query);

/** In SI, by hand. */
const STATED: readonly (readonly [
  query: string,
  params: Readonly<Record<string, number>>,
  uncertainties: Readonly<Record<string, number>>,
])[] = [
  ["kinetic energy of m = 2.0 ± 0.1 kg at v = 3.0(2) m/s", { m: 2, v: 3 }, { m: 0.1, v: 0.2 }],
  ["kinetic energy of a 5 ± 0.1 kg mass at 3 m/s", { m: 5, v: 3 }, { m: 0.1 }],
  ["kinetic energy of 2000 ± 50 g at 3 m/s", { m: 2, v: 3 }, { m: 0.05 }],
  ["what force accelerates 2 +/- 0.1 kg at 3 m/s^2", { m: 2, a: 3 }, { m: 0.1 }],
  [
    "ideal gas pressure n = 1 mol T = 20 ± 0.5 °C V = 20 L",
    { n: 1, T: 293.15, V: 0.02 },
    { T: 0.5 },
  ],
  ["NM19 m=2 ± 0.1 kg a=3 m/s^2", { m: 2, a: 3 }, { m: 0.1 }],
  ["NM19 m=2000 g ± 0.1 kg a=3 m/s^2", { m: 2, a: 3 }, { m: 0.1 }],
  ["kinetic energy of 5 kg ± 2 % at 3 m/s", { m: 5, v: 3 }, { m: 0.1 }],
  ["kinetic energy of 1'000 ± 10 kg at 3 m/s", { m: 1000, v: 3 }, { m: 10 }],
  ["force for m = (2.5 ± 0.3) million kg and a = 1 m/s^2", { m: 2.5e6, a: 1 }, { m: 3e5 }],
  ["force for m = 2.5(3) million kg and a = 1 m/s^2", { m: 2.5e6, a: 1 }, { m: 3e5 }],
  ["force for m = 345.0(1.2) kg and a = 1 m/s^2", { m: 345, a: 1 }, { m: 1.2 }],
  ["force for m = 6.02(3)×10⁻³ kg and a = 1 m/s^2", { m: 0.00602, a: 1 }, { m: 3e-5 }],
  ["force for m = five ± 1/8 kg and a = 1 m/s^2", { m: 5, a: 1 }, { m: 0.125 }],
  // 83 oz of 0.028 349 523 125 kg.
  ["NM19 m = 5 lb 3 oz ± 1 oz a = 3 m/s^2", { m: 2.353010419375, a: 3 }, { m: 0.028349523125 }],
  // CODATA 2022: 1.660 539 068 92(52)e-27 kg.
  ["force for m = 1 u and a = 1 m/s^2", { m: 1.66053906892e-27, a: 1 }, { m: 5.2e-37 }],
];

const REFUSED: readonly (readonly [query: string, message: RegExp])[] = [
  ["kinetic energy m = 5.97 ± 0.02e24 kg v = 2 m/s", /uncertainty/],
  ["force for m = 2.5 ± 0.3 million kg and a = 1 m/s^2", /write \(2.5 ± 0.3\) million kg/],
  ["force for m = 5 ± 10% kg and a = 1 m/s^2", /behind its unit: write 5 kg ± 2 %/],
  ["force for m = 5 kg ± 0.1 and a = 1 m/s^2", /as in 5 kg ± 0.1 kg/],
  ["force for m = 5.0 ± 0.1 kg ± 0.2 kg and a = 1 m/s^2", /twice/],
  ["force for m = 5 (±0.1) kg and a = 1 m/s^2", /5.97 ± 0.02/],
  ["force for m = 6e-3(3) kg and a = 1 m/s^2", /right behind the last digit/],
  ["force for m = 2,5 kg and a = 1 m/s^2", /a comma may stand/],
  ["force for m = 5-6 kg and a = 1 m/s^2", /range/],
  ["kinetic energy of 5 ± 2 % at 3 m/s", /./],
  [
    "first resonance of an organ pipe, length = 0.61 ± 0.01 m, c = 343 m/s, open-open",
    /acoustic carries none/,
  ],
];

const QUESTIONS = [
  "NM19 m=2 kg a=3 m/s^2",
  "first resonance of an organ pipe, length = 0.61 m, c = 343 m/s, open-open",
  "predator prey with alpha = 1.1 1/s, beta=0.4, gamma=0.4 1/s, delta=0.1, x0 = 10, y0 = 5, t_end = 2 min",
  "speed of light",
  ...STATED.map(([query]) => query),
];

describe("uncertainties of questions in words", () => {
  for (const [query, params, uncertainties] of STATED) {
    it(`reads ${query}`, () => {
      const route = ask(query);
      expect(route.refusal).to.equal(null);
      expect(route.params).to.deep.equal(params);
      expect(route.uncertainties).to.deep.equal(uncertainties);
    });
  }

  for (const [query, message] of REFUSED) {
    it(`refuses ${query}`, () => {
      const { refusal, uncertainties } = ask(query);
      expect(refusal).to.have.property("message").that.matches(message);
      expect(uncertainties).to.deep.equal({});
    });
  }
});

describe("fractions of one sign", () => {
  it("stand behind their whole: 2½ is no 21/2", () => {
    for (const [text, kilograms] of [
      ["2½", 2.5],
      ["10 ¼", 10.25],
      ["¾", 0.75],
      ["3⅛", 3.125],
    ] as const) {
      const { params, refusal } = ask(`force for m = ${text} kg and a = 1 m/s^2`);
      expect(refusal, text).to.equal(null);
      expect(params, text).to.deep.equal({ m: kilograms, a: 1 });
    }
  });
});

describe("answers in words say how they were read", () => {
  const asked: readonly { readonly query: string }[] = JSON.parse(
    readFileSync("test/vectors/words/questions.json", "utf8"),
  );
  const sample = asked.filter((_, i) => i % 10 === 0).map(({ query }) => query);

  for (const query of [...QUESTIONS, ...sample]) {
    it(query, () => {
      const route = ask(query);
      if (route.refusal !== null) return expect(route.refusal).to.have.property("kind");
      const routing = routingOf(route, query);
      expect(routing.why).to.not.deep.equal([]);
      expect(routing.restated).to.match(/; right\?$/);
      // What MCP and the command line show of the same answer.
      const answer = { value: 1, unit: "1", ...routing };
      expect(shorten(answer, SHORT_BYTES_MAX).value).to.include({ restated: routing.restated });
      const lines = resultLines(answer, { columns: 400, hint: "" });
      expect(lines.join("\n")).to.include(routing.restated!.slice(0, 20));
      return undefined;
    });
  }
});
