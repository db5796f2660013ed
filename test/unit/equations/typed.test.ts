/**
 * Equations typed by hand: names of constants, the unit asked for, notations with two readings,
 * and numbered inputs with gaps.
 */
import { expect } from "chai";
import { TYPED_CONSTANTS } from "../../../protocol/units/constants.js";
import { parseUnit } from "../../../protocol/units/parse.js";
import { generator } from "../../kit/generator.js";
import { runs } from "../../kit/runs.js";
import { ask, badInput, missing, refusal, valued } from "./outcomes.js";

const SEED = 20_261_127;
const LAST_DIGIT = 1e-9;

/** CODATA 2022 as scipy.constants 1.17 has it. */
const CODATA: Readonly<Record<string, number>> = {
  R_gas: 8.31446261815324,
  F_const: 96485.33212331001,
  b_Wien: 0.0028977719551851727,
  b_Wien_nu: 58789257576.468254,
  sigma_sb: 5.6703744191844314e-8,
  kB: 1.380649e-23,
  N_Avogadro: 6.02214076e23,
  h_Planck: 6.62607015e-34,
  h_bar: 1.0545718176461565e-34,
  c_light: 299792458.0,
  G_N: 6.6743e-11,
  epsilon0: 8.8541878188e-12,
  mu0: 1.25663706127e-6,
  e_charge: 1.602176634e-19,
  m_electron: 9.1093837139e-31,
  m_proton: 1.67262192595e-27,
  m_neutron: 1.67492750056e-27,
  m_muon: 1.883531627e-28,
  m_deuteron: 3.3435837768e-27,
  a_Bohr: 5.29177210544e-11,
  R_Rydberg: 10973731.568157,
  mu_Bohr: 9.2740100657e-24,
  mu_N: 5.0507837393e-27,
  alpha_fs: 0.0072973525643,
  E_h: 4.359744722206e-18,
  E_Rydberg: 2.179872361103e-18,
  lambda_C: 2.42631023538e-12,
  r_electron: 2.8179403205e-15,
  sigma_Thomson: 6.6524587051e-29,
  K_J: 483597848416983.6,
  R_K: 25812.807459304513,
  G_quantum: 7.748091729863649e-5,
  l_P: 1.616255e-35,
  t_Planck: 5.391247e-44,
  m_Planck: 2.176434e-8,
  T_Planck: 1.416784e32,
  r_proton: 8.4075e-16,
  V_molar: 0.022413969545014137,
  n_Loschmidt: 2.686780111798444e25,
  g_electron: -2.00231930436092,
  Phi_fluxquantum: 2.0678338484619295e-15,
};

describe("equations typed by hand: constants by the names people give them", () => {
  for (const [name, value] of Object.entries(CODATA)) {
    it(`${name} is ${value}`, () => {
      const { value: found, assumed } = valued(ask(`y = ${name}`));
      expect(Math.abs(found - value)).to.be.at.most(LAST_DIGIT * Math.abs(value));
      if (name in assumed) expect(assumed[name]!.reason).to.contain("CODATA 2022");
      expect(valued(ask(`y = 2 ${name}`, { [name]: 5 })).value, "an input replaces it").to.equal(
        10,
      );
    });
  }

  it("declares each of them back, with its uncertainty", () => {
    for (const name of TYPED_CONSTANTS.keys())
      expect(valued(ask(`y = 3 ${name}`)).assumed, name).to.have.property(name);
    expect(valued(ask("y = G_N")).uncertaintySource).to.equal("gum");
  });

  it("names them where a letter alone is not taken for one", () => {
    expect(missing(ask("p = n R T/V", { n: 1, T: 300, V: 1 })).message).to.contain("R_gas");
    expect(missing(ask("Q = n F", { n: 1 })).message).to.contain("F_const");
    expect(missing(ask("E = k T", { T: 1 })).message).to.contain("k_B");
  });

  it("solves with them: one unknown, not two", () => {
    const inputs = { p: 101_325, V: 0.0224, n: 1 };
    expect(valued(ask("p V = n R_gas T", inputs)).value).to.be.closeTo(272.980_1, 1e-3);
  });
});

describe("equations typed by hand: the letter h", () => {
  it("is Planck's constant beside a frequency or a wavelength, and says so", () => {
    for (const unit of ["Hz", "1/s", "THz", "rpm"]) {
      const outcome = valued(ask("E = h f", { f: 3 }, { symbols: { f: unit } }));
      expect(outcome.assumed["h"]?.value, unit).to.equal(6.626_070_15e-34);
    }
    expect(valued(ask("E = h f", { f: 1 })).assumed).to.have.property("h");
    expect(
      valued(ask("E = h c/lambda", { lambda: 1 }, { symbols: { lambda: "nm" } })).assumed,
    ).to.have.property("h");
  });

  it("is a quantity beside what its unit says is neither", () => {
    const others = ["1", "N", "kg", "m^2", "V", "J", "mol", "Pa", "W/m^2", "count"];
    for (const unit of others) {
      expect(missing(ask("V = f h", { f: 3 }, { symbols: { f: unit } })).missing, unit).to.equal(
        "h",
      );
      expect(missing(ask("f = h k", { k: 3 }, { symbols: { f: unit } })).missing, unit).to.equal(
        "h",
      );
      expect(valued(ask("V = f h", { f: 3, h: 2 }, { symbols: { f: unit } })).value).to.equal(6);
    }
    expect(
      missing(ask("y = lambda h", { lambda: 3 }, { symbols: { lambda: "1/s^2" } })).missing,
    ).to.equal("h");
  });
});

describe("equations typed by hand: a name right before a bracket", () => {
  const given = {
    f: 3,
    h: 2,
    x: 0.7,
    t: 0.9,
    m: 2,
    v: 1.5,
    a: 4,
    theta: 0.5,
    H: 2,
    J_0: 1,
    c_2: 2,
  };
  const functionsOrProducts = [
    ["y = f(h)", "f(h)"],
    ["y = 2 f(h)", "f(h)"],
    ["p = m v(t)", "v(t)"],
    ["y = x(t)^2", "x(t)"],
    ["y = theta(t)", "theta(t)"],
    ["y = a + f(x)/2", "f(x)"],
    ["y = sin(f(x))", "f(x)"],
    ["y = H(x)", "H(x)"],
    ["y = J_0(x)", "J_0(x)"],
    ["y = c(t)", "c(t)"],
    ["y = pi(x)", "pi(x)"],
    ["y = θ(t)", "theta(t)"],
    ["y = INT_0^2 f(x) dx", "f(x)"],
    ["y = v( t )", "v(t)"],
  ] as const;
  for (const [equation, written] of functionsOrProducts) {
    it(`${equation} is asked about`, () => {
      const { kind, message } = refusal(ask(equation, given));
      expect(kind).to.equal("ambiguous-function");
      expect(message).to.contain(written);
    });
  }

  it("is a function where it is one or is defined, and a product where it can be nothing else", () => {
    const clear: readonly (readonly [string, number])[] = [
      ["y = sqrt(a)", 2],
      ["y = m v(t); v(t) = 2 t", 3.6],
      ["y = f(a) + 1; f(x) = x^2", 17],
      ["y(t) = v t", 1.35],
      ["y = a(x + 1)", 6.8],
      ["y = a (x)", 2.8],
      ["y = (a)(x)", 2.8],
      ["y = 2(a)", 8],
      ["y = max(a, x)", 4],
    ];
    for (const [equation, value] of clear)
      expect(valued(ask(equation, given)).value, equation).to.be.closeTo(value, 1e-12);
    const decay = ask("dN/dt = -k N(t)", { k: 0.5, N_0: 10, t: 2 });
    expect(valued(decay).value).to.be.closeTo(10 * Math.exp(-1), 1e-12);
  });

  it("needs the brackets of a function where a quotient follows", () => {
    for (const equation of ["y = sin 1/2", "y = exp 1/2", "y = cos 2/x", "y = tanh 3/x"])
      expect(refusal(ask(equation, { x: 3 })).kind, equation).to.equal("syntax");
    expect(valued(ask("t = ln 2/k", { k: 0.5 })).value).to.equal(2 * Math.LN2);
  });
});

describe("equations typed by hand: the unit that is asked for", () => {
  // Exact factors of the units, BIPM and NIST SP 811; numbers by hand.
  const asked: readonly (readonly [
    string,
    Record<string, number>,
    Record<string, string>,
    number,
    string,
  ])[] = [
    ["E = h f", { f: 5e14 }, { E: "eV" }, 2.067_833_848_461_93, "1.602176634e-19"],
    ["v = d/t", { d: 100, t: 10 }, { v: "km/h", d: "m", t: "s" }, 36, "5/18"],
    ["v = d/t", { d: 1609.344, t: 3600 }, { v: "mph", d: "m", t: "s" }, 1, "0.44704"],
    ["phi = atan(x)", { x: 1 }, { phi: "deg" }, 45, "1/180 pi"],
    ["E = P t", { P: 1000, t: 3600 }, { E: "kWh", P: "W", t: "s" }, 1, "3600000"],
    ["p = F/A", { F: 101_325, A: 1 }, { p: "atm", F: "N", A: "m^2" }, 1, "101325"],
    ["T = U/k_B", { U: 1.380_649e-23 * 300 }, { T: "degC", U: "J" }, 26.85, "1"],
    ["d = v t", { d: 10, t: 2 }, { v: "cm/s", d: "m", t: "s" }, 500, "0.01"],
    ["V = a^3", { a: 1 }, { V: "L", a: "m" }, 1000, "0.001"],
    [
      "Q = m c_w dT",
      { m: 1, c_w: 4184, dT: 1 },
      { Q: "kcal", m: "kg", c_w: "J/(kg K)", dT: "K" },
      1,
      "4184",
    ],
  ];
  for (const [equation, inputs, symbols, value, factor] of asked) {
    it(`${equation} in ${Object.values(symbols)[0]}`, () => {
      const outcome = valued(ask(equation, inputs, { symbols }));
      expect(outcome.inUnit?.value).to.be.closeTo(value, 1e-13 * Math.abs(value) + 1e-12);
      expect(outcome.inUnit?.factor).to.equal(factor);
      const unit = parseUnit(outcome.inUnit!.unit);
      expect(unit.ok).to.equal(true);
      expect(outcome.inUnit!.uncertainty).to.be.at.most(1e-12 * Math.abs(value));
    });
  }

  it("stands beside no result that is in the SI already", () => {
    expect(valued(ask("v = d/t", { d: 1, t: 1 }, { symbols: { v: "m/s" } })).inUnit).to.equal(
      undefined,
    );
    expect(valued(ask("v = d/t", { d: 1, t: 1 })).inUnit).to.equal(undefined);
  });

  it("is refused where its dimension is another one, and where the equation has no such name", () => {
    const symbols = { f: "Hz", E: "m" };
    expect(refusal(ask("E = h f", { f: 1 }, { symbols })).kind).to.equal("dimension-mismatch");
    const idle = badInput(ask("E = h f", { f: 1 }, { symbols: { Q: "eV" } }));
    expect(idle.message).to.contain("no Q");
    expect(badInput(ask("F = m a", { m: 1, a: 1 }, { symbols: { M: "kg" } })).message).to.contain(
      "m",
    );
  });

  it("asks where C or F is the unit of a temperature", () => {
    for (const name of ["T", "T_1", "dT", "Temp"])
      for (const [unit, degree] of [
        ["C", "degC"],
        ["F", "degF"],
      ] as const)
        expect(
          badInput(ask(`y = ${name}`, { [name]: 1 }, { symbols: { [name]: unit } })).message,
        ).to.contain(degree);
    expect(valued(ask("y = Q", { Q: 1 }, { symbols: { Q: "C" } })).unit).to.equal("C");
  });
});

describe("equations typed by hand: numbered inputs", () => {
  it("sum over what is given, and say so where it has gaps", () => {
    const outcome = valued(ask("S = SUM_i a_i b_i", { a_2: 1, b_2: 2, a_5: 3, b_5: 4 }));
    expect(outcome.value).to.equal(14);
    expect(outcome.notes.join(" ")).to.contain("2, 5");
    expect(valued(ask("S = SUM_i x_i", { x_1: 1, x_2: 2 })).notes).to.deep.equal([]);
    const pairs = { q_1: 1, q_3: 2, q_4: 3, r_13: 1, r_14: 2, r_34: 4 };
    expect(valued(ask("S = SUM_i SUM_{j>i} q_i q_j/r_ij", pairs)).value).to.equal(5);
    const metres = ask("S = PROD_i x_i", { x_3: 5, x_7: 2 }, { symbols: { x_i: "m" } });
    expect(valued(metres).unit).to.equal("m^2");
  });

  it("miss what one factor alone lacks, and what a stated range asks for", () => {
    expect(missing(ask("S = SUM_i a_i b_i", { a_2: 1, b_2: 2, a_5: 3 })).missing_all).to.deep.equal(
      ["b_5"],
    );
    expect(missing(ask("S = SUM_{i=1..5} x_i", { x_3: 1, x_4: 2 })).missing_all).to.deep.equal([
      "x_1",
      "x_2",
      "x_5",
    ]);
    expect(missing(ask("S = SUM_i x_i")).missing).to.equal("x_1");
  });

  it(`of any indices: seed ${SEED}`, () => {
    const random = generator(SEED);
    for (let run = 0; run < runs(150, 10_000); run += 1) {
      const indices = Array.from({ length: 12 }, (_, i) => i).filter(() => random() < 0.4);
      if (indices.length === 0) continue;
      const inputs: Record<string, number> = {};
      let [sum, product] = [0, 1];
      for (const i of indices) {
        const [a, b] = [1 + Math.floor(random() * 9), 1 + Math.floor(random() * 9)];
        inputs[`a_${i}`] = a;
        inputs[`b_${i}`] = b;
        sum += a * b;
        product *= a;
      }
      const where = `seed ${SEED}, run ${run}: ${indices.join(" ")}`;
      expect(valued(ask("S = SUM_i a_i b_i", inputs)).value, where).to.equal(sum);
      expect(valued(ask("S = PROD_i a_i", inputs)).value, where).to.equal(product);
      const lost = `b_${indices[Math.floor(random() * indices.length)]!}`;
      const { [lost]: _, ...rest } = inputs;
      expect(missing(ask("S = SUM_i a_i b_i", rest)).missing, where).to.equal(lost);
    }
  });
});
