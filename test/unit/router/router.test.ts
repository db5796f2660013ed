/**
 * The router: labelled questions, homonyms, negations, and the same bytes however a question is
 * dressed.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { cueHash, cues, hashOfCues } from "../../../protocol/router/cues.js";
import { quantitiesIn } from "../../../protocol/router/quantities.js";
import { routeQuery, writtenRoute } from "../../../protocol/router/route.js";
import type { Route } from "../../../protocol/router/routed.js";
import { normalized } from "../../../protocol/router/text.js";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { generator } from "../../kit/generator.js";
import { runs } from "../../kit/runs.js";

interface Question {
  readonly query: string;
  readonly solver: string | null;
}

/** Right among the labelled questions; all that fit nothing are refused. */
const RIGHT_PART_MIN = 0.95;

const registry = builtinRegistry();
const held: readonly Question[] = JSON.parse(
  readFileSync("test/vectors/router/questions.json", "utf8"),
);
const questions = held.filter(
  ({ solver }) => solver === null || solverCards.some(({ id }) => id === solver),
);

function ask(query: string): Route {
  return routeQuery(registry, query);
}

describe("router", () => {
  it("has cues for every solver, and names no other", () => {
    const ids = new Set(solverCards.map(({ id }) => id));
    for (const id of ids) {
      expect(
        cues.filter(({ kind, solver }) => solver === id && kind === "strong").length,
        id,
      ).to.be.at.least(5);
      expect(questions.filter(({ solver }) => solver === id).length, id).to.be.at.least(5);
    }
    expect(new Set(cues.map(({ phrase, solver }) => `${phrase}|${solver}`)).size).to.equal(
      cues.length,
    );
    expect(cueHash()).to.match(/^[0-9a-f]{64}$/);
    // The build wrote it beside the words of laws.
    expect(cueHash()).to.equal(hashOfCues());
  });

  it("finds the solver of at least 95 of 100 questions, and never a wrong one for nonsense or a homonym", () => {
    const asked = questions.filter(({ solver }) => solver !== null);
    const wrong = asked.filter(({ query, solver }) => ask(query).solver !== solver);
    expect(1 - wrong.length / asked.length, JSON.stringify(wrong)).to.be.at.least(RIGHT_PART_MIN);
    for (const { query, solver } of questions) {
      if (solver !== null) continue;
      const route = ask(query);
      expect(route.refusal?.kind, query).to.be.oneOf(["EMPTY_QUERY", "NO_MATCH", "AMBIGUOUS"]);
      expect([route.solver, route.operators], query).to.deep.equal([null, null]);
    }
  });

  it("is the same for other case, outer space, closing punctuation and order of asking", () => {
    const random = generator(20_261_121);
    const before = new Map(questions.map(({ query }) => [query, JSON.stringify(ask(query))]));
    const shuffled = questions.map((one) => ({ one, at: random() })).sort((a, b) => a.at - b.at);
    for (const {
      one: { query },
    } of shuffled)
      expect(JSON.stringify(ask(query)), query).to.equal(before.get(query));
    for (const { query } of questions) {
      const { solver } = ask(query);
      for (const dressed of [
        `  ${query}  `,
        `${query}!`,
        query.toUpperCase(),
        query.toLowerCase(),
      ]) {
        expect(ask(dressed).solver, dressed).to.equal(solver);
      }
    }
  });

  it("switches cues off behind a negation, up to the next comma or but", () => {
    expect(ask("predator prey cycle of foxes and rabbits").solver).to.equal("predator-prey");
    expect(ask("not a predator prey cycle of foxes and rabbits").solver).to.equal(null);
    expect(ask("heat equation on a rod instead of a wave equation").solver).to.equal("heat");
    expect(ask("not the wave equation, the heat equation on a rod").solver).to.equal("heat");
    expect(ask("not the wave equation but the heat equation").solver).to.equal("heat");
  });

  it("lets one weak word decide nothing, and asks when two are alike", () => {
    expect(ask("rod").refusal?.kind).to.equal("NO_MATCH");
    const alike = ask(
      "heat equation for the temperature of a rod or bar, wave equation for a pulse on a string",
    );
    expect(alike.refusal).to.include({ kind: "AMBIGUOUS" });
    expect(alike.refusal).to.have.property("question").that.contains("?");
  });

  it("takes names, units and choices to inputs in SI, and constants before them", () => {
    const route = routeQuery(
      registry,
      "predator prey with alpha = 1.1 1/s, beta=0.4, gamma=0.4 1/s, delta=0.1, x0 = 10, y0 = 5, t_end = 2 min",
      { y0: 7 },
    );
    expect(route.params).to.deep.equal({
      alpha: 1.1,
      beta: 0.4,
      gamma: 0.4,
      delta: 0.1,
      x0: 10,
      y0: 7,
      t_end: 120,
    });
    expect(route.why.some(({ rule }) => rule.includes("the constants hold"))).to.equal(true);
    for (const { at, cue } of route.why) expect(at[0], cue).to.be.at.most(at[1]);
  });

  it("prefers a closed form that is named with all its inputs", () => {
    const named = ask("NM21 with m1 = 5.9722e24 kg, m2 = 7.342e22 kg, r = 3.844e8 m");
    expect(named.operators).to.deep.equal(["NM21"]);
    expect(named.params).to.deep.equal({ m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 });
  });

  it("reads numbers with their units", () => {
    const read = (text: string): readonly (readonly [number, string])[] =>
      quantitiesIn(normalized(text)).map(({ unit, value }) => [value, unit] as const);
    expect(read("a rod of 25 cm at 20 °C for 3 hours")).to.deep.equal([
      [0.25, "cm"],
      [293.15, "degC"],
      [10_800, "h"],
    ]);
    expect(read("c = 3 x 10^8 m/s, 5 percent, Re = 100")).to.deep.equal([
      [3e8, "m/s"],
      [0.05, "%"],
      [100, "1"],
    ]);
    expect(read("2 apples and 3 pears")).to.deep.equal([
      [2, "1"],
      [3, "1"],
    ]);
    expect(read("D = 1.5e-9 m^2/s")).to.deep.equal([[1.5e-9, "m^2/s"]]);
  });

  it("answers any text", () => {
    const random = generator(7);
    const letters = "abc 0123.,=-+eE^/°µ×¼٣\u0000\ud83d\ude00 heat wave not kg";
    for (let i = 0; i < runs(100, 300); i += 1) {
      let text = "";
      for (let k = 0; k < 40; k += 1) text += letters.charAt(Math.floor(random() * letters.length));
      expect(() => writtenRoute(ask(text)), JSON.stringify(text)).to.not.throw();
    }
  });
});
