/**
 * Questions in words against the values of who wrote them: none is answered wrongly, and most
 * are answered.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { compute } from "../../../protocol/chains/compute.js";
import { planChain } from "../../../protocol/chains/plan.js";
import { lawsWithWords, wordsOfRecord } from "../../../protocol/lexicon/words/recordWords.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { entities } from "../../../protocol/router/laws/lexicon/entities.js";
import { lawIndexOf } from "../../../protocol/router/laws/lexicon/lawIndex.js";
import { routeQuery, writtenRoute } from "../../../protocol/router/route.js";
import type { Route } from "../../../protocol/router/routed.js";
import { spansIn } from "../../../protocol/units/quantity/index.js";
import { QUESTION_SETS } from "../../../scripts/words/sets.js";
import { isLong } from "../../kit/runs.js";

type Question = { readonly query: string; readonly rel?: number } & (
  | { readonly kind: "value"; readonly value: number }
  | { readonly kind: "ask" | "refuse"; readonly why: string; readonly right?: number }
);

const REL_TOL = 1e-3;
/** Closed readings among the questions that have one value; see docs/internals/words.md. */
const CLOSED_PART_MIN = 0.67;
/** The same with readings that are open and would be sealed when they are sent. */
const RIGHT_PART_MIN = 0.82;

/** Every so many questions are asked in other clothes. */
const SAMPLE_STEP = 6;

const registry = builtinRegistry();
const setOf = (name: string): readonly Question[] =>
  JSON.parse(readFileSync(`test/vectors/words/${name}.json`, "utf8"));
const questions = setOf("questions");
/** Each was written from the titles of laws alone, and measured before anything was mended for it. */
const all = QUESTION_SETS.flatMap(setOf);
const sample = questions.filter((_, i) => i % SAMPLE_STEP === 0);
const routes = new Map<string, Route>();

function ask(query: string): Route {
  const before = routes.get(query);
  if (before !== undefined) return before;
  const route = routeQuery(registry, query);
  // In the long form, what each of them likely means is looked for, too.
  routes.set(query, isLong ? writtenRoute(route) : route);
  return route;
}

/** Null where the law is not answered. */
function valueOf(route: Route): number | null {
  return route.refusal === null ? readValueOf(route) : null;
}

/** The value of a reading, also where it is open. */
function readValueOf({ operators, params, refusal }: Route): number | null {
  if (refusal !== null && refusal.kind !== "OPEN_READING") return null;
  if (operators === null) return null;
  const plan = planChain(registry, operators);
  if (plan.status !== "plan") return null;
  const inputs = Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      typeof value === "number" ? [[name, value] as const] : [],
    ),
  );
  const result = compute(plan, { inputs });
  return result.status === "value" && Object.keys(result.unused).length === 0 ? result.value : null;
}

describe("router: laws in words", () => {
  it("gives no wrong value, and the right one for most", () => {
    const wrong: string[] = [];
    let [right, open] = [0, 0];
    for (const one of all) {
      const route = ask(one.query);
      const value = valueOf(route);
      if (value === null) {
        const read = one.kind === "value" ? readValueOf(route) : null;
        if (read === null || one.kind !== "value") continue;
        if (Math.abs(read - one.value) <= (one.rel ?? REL_TOL) * Math.abs(one.value)) open += 1;
        else wrong.push(`${one.query}: would be ${read} and not ${one.value}`);
        continue;
      }
      if (one.kind !== "value") {
        // A careful reader may work it out.
        const isRight =
          one.right !== undefined && Math.abs(value - one.right) <= 5e-3 * Math.abs(one.right);
        if (!isRight) wrong.push(`${one.query}: ${value}, where ${one.why}`);
      } else if (Math.abs(value - one.value) <= (one.rel ?? REL_TOL) * Math.abs(one.value))
        right += 1;
      else wrong.push(`${one.query}: ${value} and not ${one.value}`);
    }
    expect(wrong).to.deep.equal([]);
    const values = all.filter(({ kind }) => kind === "value");
    expect(right / values.length).to.be.at.least(CLOSED_PART_MIN);
    expect((right + open) / values.length).to.be.at.least(RIGHT_PART_MIN);
  });

  it("does not change with courtesy, capitals of the first letter or closing marks", () => {
    for (const { query } of sample) {
      const route = ask(query);
      if (route.operators === null) continue;
      for (const dressed of [
        `Please compute: ${query}`,
        `${query.charAt(0).toUpperCase()}${query.slice(1)}`,
        `  ${query}  `,
      ]) {
        const other = ask(dressed);
        expect([other.operators, other.params], dressed).to.deep.equal([
          route.operators,
          route.params,
        ]);
      }
    }
  });

  it("answers no more when an unknown word comes right behind any number", () => {
    let changed = 0;
    for (const { query } of sample) {
      if (ask(query).operators === null) continue;
      for (const { at } of spansIn(query)) {
        const odd = `${query.slice(0, at[1])} blorps ${query.slice(at[1])}`;
        expect(valueOf(ask(odd)), odd).to.equal(null);
        changed += 1;
      }
    }
    expect(changed).to.be.greaterThan(20);
  });

  it("restates the question with its law, and asks for what is missing with an example", () => {
    const whole = ask("kinetic energy of 2 kg at 3 m/s");
    expect(whole.restated).to.equal(
      "Kinetic energy, KE = m v^2/2, with m = 2 kg (2 kg), v = 3 m/s (3 m/s); right?",
    );
    const { refusal } = ask("kinetic energy of a 2 kg ball");
    expect(refusal).to.include({ kind: "MISSING_INPUT", operator: "NM23" });
    if (refusal?.kind !== "MISSING_INPUT") throw new Error("not asked");
    expect(refusal.missing).to.deep.equal(["v"]);
    expect(ask(refusal.example).operators, refusal.example).to.deep.equal(["NM23"]);
    expect(ask("escape velocity of Earth").bodies).to.have.keys("mu_g", "r");
  });

  it("has names of laws and inputs that exist, and bodies by one name each", () => {
    const { byId } = lawIndexOf(registry).lexicon();
    const named = lawsWithWords.filter((id) => wordsOfRecord(id).names !== undefined);
    expect(named.length).to.be.greaterThan(280);
    expect(named.filter((id) => !byId.has(id))).to.deep.equal([]);
    const names = entities.map(({ stems }) => stems.join(" "));
    expect(new Set(names).size).to.equal(names.length);
  });
});

describe("router: constants of nature by name", () => {
  it("answers value, unit, uncertainty and source, and computes nothing", () => {
    const of = (query: string) => ask(query).constant;
    expect(of("speed of light")).to.include({ value: 299792458, unit: "m/s", exact: true });
    expect(of("What is the Planck constant?")).to.include({ value: 6.62607015e-34, unit: "J s" });
    const electron = of("mass of the electron");
    expect(electron).to.include({ value: 9.1093837139e-31, uncertainty: 2.8e-40 });
    expect(electron?.source).to.equal("CODATA 2022");
    expect(of("What is the radius of Earth?")).to.include({ value: 6378100, unit: "m" });
    expect(of("charge of the electron")?.value).to.equal(-1.602176634e-19);
    for (const query of ["speed of light in glass", "mass", "mass of the table", "Planck"])
      expect(of(query), query).to.equal(null);
  });

  it("says which way a force of charges acts that it takes by their size", () => {
    expect(ask("Coulomb force between an electron and a proton 1e-10 m apart").restated).to.match(
      /\(the size: attraction\); right\?$/,
    );
  });

  it("asks back about homonyms, opinions, orders and what is answered by yes or no", () => {
    for (const query of [
      "cyclotron frequency of an electron in a field of 1 T",
      "Is the kinetic energy of 2 kg at 3 m/s more than 10 J?",
      "Send 5 credits to node abc",
      "a good kinetic energy of 2 kg at 3 m/s",
    ]) {
      const route = ask(query);
      expect([route.operators, route.constant], query).to.deep.equal([null, null]);
      expect(route.refusal, query).to.not.equal(null);
    }
    expect(valueOf(ask("synchronous speed of a 4-pole motor at 50 Hz"))).to.be.closeTo(
      157.08,
      0.01,
    );
  });
});
