/** What physics demands of several inputs together: held by every example, and refused beyond. */
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import type { OperatorEntry } from "../../../protocol/operators/entry.js";
import { valueExampleOf } from "../../../protocol/operators/record.js";

const registry = builtinRegistry();
const related = registry.entries.filter((entry) => entry.record.relations !== undefined);
/** Tried on one input after the other, then on two at once. */
const MOVES: readonly ((x: number) => number)[] = [
  (x) => 2 * x,
  (x) => x / 2,
  (x) => x + 1,
  (x) => x - 1,
  (x) => 8 * x,
  (x) => x / 8,
  (x) => 1e3 * x,
  (x) => 1e-3 * x,
  (x) => x + 8,
  (x) => 1 + 1e6 * x,
  (x) => 1e-6 * x,
  (x) => -x,
  (x) => -1e3 * x,
  (x) => x + 0.3,
  (x) => x - 0.3,
  (x) => 1.4 * x,
  (x) => x / 1.4,
];

const HYPERBOLA = { a: -7e6, ecc: 1.5, nu_t: 1 };

type Inputs = Readonly<Record<string, number>>;

/** The message where the relation is broken by these inputs, or null. */
function refused(entry: OperatorEntry, inputs: Inputs, holds: string): string | null {
  const outcome = entry.compiled!.evaluate(inputs);
  if (outcome.status !== "refused") return null;
  return outcome.refusal.message.includes(`(${holds})`) ? outcome.refusal.message : null;
}

function* neighbours(inputs: Inputs, names: readonly string[]): Generator<Inputs> {
  for (const name of names)
    for (const move of MOVES) yield { ...inputs, [name]: move(inputs[name]!) };
  for (const a of names)
    for (const b of names)
      if (a !== b)
        for (const first of MOVES)
          for (const second of MOVES)
            yield { ...inputs, [a]: first(inputs[a]!), [b]: second(inputs[b]!) };
}

const of = (id: string): OperatorEntry => registry.get(id)!;
function refusal(id: string, inputs: Inputs): string {
  const outcome = of(id).compiled!.evaluate(inputs);
  return outcome.status === "refused" ? outcome.refusal.message : JSON.stringify(outcome);
}

describe("operators: relations between inputs", () => {
  it("are refused where they are broken, by the names of the inputs and with what to give", () => {
    let broken = 0;
    for (const entry of related) {
      const { inputs } = valueExampleOf(entry.record)!;
      const start = entry.id === "ORB4" ? HYPERBOLA : inputs;
      expect(entry.compiled!.evaluate(inputs).status, entry.id).to.equal("value");
      for (const { holds, why } of entry.record.relations!) {
        const names = Object.keys(entry.record.symbols).filter((name) =>
          new RegExp(`(?<![\\w.])${name}(?!\\w)`).test(holds),
        );
        let message: string | null = null;
        for (const tried of neighbours(start, names)) {
          message = refused(entry, tried, holds);
          if (message !== null) break;
        }
        expect(message, `${entry.id}: ${holds}`).to.be.a("string");
        expect(message)
          .to.contain(why)
          .and.to.match(/ Give .+\.$/);
        for (const name of names) expect(message, entry.id).to.contain(`${name} = `);
        broken += 1;
      }
    }
    expect([related.length > 230, broken > 275]).to.deep.equal([true, true]);
  });

  it("say what would do", () => {
    expect(refusal("FRA8", { P: 1e3, a: 0.3, W: 0.2, B: 0.01 })).to.equal(
      "The inputs a = 0.3 m and W = 0.2 m contradict each other: the crack is shorter than the " +
        "specimen is wide (a < W). Give a below 0.2 m, or W above 0.3 m.",
    );
    expect(refusal("STA10", { n_t: 3, k_s: 4, p_s: 0.5 })).to.contain(
      "Give k_s of at most 3, or n_t of at least 4.",
    );
    expect(refusal("CIR25", { L: 1, C: 1, R: 3 })).to.contain("Give inputs for which R^2 C < 4 L.");
  });

  it("let the limit pass, though its decimals do not add up", () => {
    const { compiled } = of("EPI4");
    expect(compiled!.evaluate({ s_0: 0.9, i_0: 0.1, R_0: 2 }).status).to.equal("value");
    // 0.1 + 0.2 is above 0.3.
    const sum = 0.1 + 0.2;
    expect(sum > 0.3).to.equal(true);
    expect(of("MG4").compiled!.evaluate({ I_w: 1, r: sum, r_w: 0.3 }).status).to.equal("value");
  });

  it("hold for an input that is solved for, and know aliases", () => {
    // m_f = m_0 exp(-Delta_v/v_e) with a negative increment is above m_0.
    const solved = of("THRUST_TSIOLKOVSKY").solvedFor("m_f");
    if (!("evaluate" in solved)) throw new Error(solved.message);
    const outcome = solved.evaluate({ Delta_v: -100, v_e: 3000, m_0: 10 });
    expect(outcome.status).to.equal("refused");
    expect(solved.evaluate({ Delta_v: 100, v_e: 3000, m_0: 10 }).status).to.equal("value");
    expect(
      refusal("THRUST_TSIOLKOVSKY", { v_e: 3000, initial_mass: 10, final_mass: 20 }),
    ).to.contain("m_f = 20 kg and m_0 = 10 kg");
  });

  it("leave what is missing to be asked for first", () => {
    expect(of("FRA8").compiled!.evaluate({ a: 3, W: 2 }).status).to.equal("missing");
  });

  it("keep single inputs within physics, too", () => {
    for (const [id, inputs] of [
      ["NM23", { m: 1, v: 3e8 }],
      ["NM23", { m: 1, v: -3e8 }],
      ["HYD13", { rho: 1000, g: 9.81, Q: 1, H_p: 10, eta_p: 1.2 }],
      ["AER8", { eta_p: 1.2, L_D: 10, m_0: 2, m_1: 1, g: 9.8, c_P: 1e-8 }],
      ["AST16", { P_o: 1e6, m_c: 1, inc: 1, M_s: 1e30, ecc: 1.2 }],
    ] as const)
      expect(of(id).compiled!.evaluate(inputs).status, id).to.not.equal("value");
  });

  it("name what else to ask where an exposure protects", () => {
    // Miettinen, Am. J. Epidemiol. 99 (1974) 325: the prevented fraction is p_e (1 - RR).
    const text = refusal("EPI8", { p_e: 0.3, RR: 0.5 });
    for (const words of ["prevented fraction", "p_e (1 - RR)", "1 - p_e", "1/RR"])
      expect(text).to.contain(words);
    // What it says to ask instead has an answer: 0.7 (2 - 1) / (1 + 0.7 (2 - 1)).
    const outcome = of("EPI8").compiled!.evaluate({ p_e: 0.7, RR: 2 });
    if (outcome.status !== "value") throw new Error(JSON.stringify(outcome));
    expect(outcome.value).to.be.closeTo(0.4117647058823529, 1e-15);
    expect(of("EPI8").compiled!.evaluate({ p_e: 0.3, RR: 1 }).status).to.equal("value");
  });
});
