/** Uncertainties that questions state, and what every answer in words says of how it was read. */
import { expect } from "chai";
import { readFileSync } from "node:fs";
import { SHORT_BYTES_MAX, shorten } from "../../../protocol/readable/shorten.js";
import { resultLines } from "../../../api/readable/result.js";
import { routingOf } from "../../../node/compute/operations/auto.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery, type Route } from "../../../protocol/router/route.js";

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
];

const REFUSED: readonly (readonly [query: string, message: RegExp])[] = [
  ["kinetic energy m = 5.97 ± 0.02e24 kg v = 2 m/s", /uncertainty/],
  ["kinetic energy of 5 kg ± 2 % at 3 m/s", /uncertainty/],
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
