import { expect } from "chai";
import {
  CONSTANTS,
  NAMED_CONSTANTS,
  RESERVED,
  SOURCES,
  constantsBySymbol,
  isReserved,
} from "../../../protocol/units/constants.js";
import { equals } from "../../../protocol/units/dimension.js";
import { parseUnit } from "../../../protocol/units/parse.js";

function value(symbol: string): number {
  const constant = constantsBySymbol.get(symbol);
  if (constant === undefined) throw new Error(`no constant ${symbol}`);
  return constant.value;
}

/** One unit of the last digit printed in a decimal text. */
function lastDigit(text: string): number {
  const [mantissa = "", exponent = "0"] = text.split("e");
  const decimals = mantissa.includes(".") ? mantissa.length - mantissa.indexOf(".") - 1 : 0;
  return Number(`1e${Number(exponent) - decimals}`);
}

const [c, h, e, kB, NA] = [
  299_792_458, 6.626_070_15e-34, 1.602_176_634e-19, 1.380_649e-23, 6.022_140_76e23,
];
const { PI } = Math;
const hbar = h / (2 * PI);

/** The independent sources as CODATA 2022 prints them. */
const PRINTED: Readonly<Record<string, string>> = {
  alpha: "7.2973525643e-3",
  R_inf: "10973731.568157",
  G: "6.67430e-11",
  A_r_e: "5.485799090441e-4",
  A_r_p: "1.0072764665789",
  A_r_n: "1.00866491606",
  A_r_d: "2.013553212544",
  A_r_t: "3.01550071597",
  A_r_h: "3.014932246932",
  A_r_alpha: "4.001506179129",
  a_e: "1.15965218046e-3",
  a_mu: "1.16592062e-3",
  mu_p_over_mu_N: "2.79284734463",
  mu_n_over_mu_N: "-1.91304276",
  mu_d_over_mu_N: "0.8574382335",
  m_mu_over_m_e: "206.7682827",
  m_tau_over_m_e: "3477.23",
};

function source(name: string): number {
  return Number(PRINTED[name]);
}

/** What the printing of a source may hide: half a unit of its last digit, relative. */
function printing(name: string): number {
  return lastDigit(PRINTED[name]!) / 2 / Math.abs(source(name));
}

/**
 * Closed forms as in CODATA 2022 (Mohr, Newell, Taylor, Tiesinga), on the defining constants and
 * the tabulated sources.
 */
function derived(): Readonly<Record<string, number>> {
  const [alpha, Rinf, G] = [source("alpha"), source("R_inf"), source("G")];
  const [Ae, Ap, An] = [source("A_r_e"), source("A_r_p"), source("A_r_n")];
  const [Ad, At] = [source("A_r_d"), source("A_r_t")];
  const [Ah, Aa] = [source("A_r_h"), source("A_r_alpha")];
  const [ae, amu] = [source("a_e"), source("a_mu")];
  const muP = source("mu_p_over_mu_N");
  const muN = source("mu_n_over_mu_N");
  const muD = source("mu_d_over_mu_N");
  const me = (2 * h * Rinf) / (c * alpha * alpha);
  const mu = me / Ae;
  const muB = (e * hbar) / (2 * me);
  const nuclear = (muB * Ae) / Ap;
  const a0 = alpha / (4 * PI * Rinf);
  const re = alpha * alpha * a0;
  return {
    m_e: me,
    eps_0: (e * e) / (2 * alpha * h * c),
    mu_0: (2 * alpha * h) / (e * e * c),
    Z_0: (2 * alpha * h) / (e * e),
    a_0: a0,
    E_h: 2 * h * c * Rinf,
    Ry: h * c * Rinf,
    mu_B: muB,
    mu_N: nuclear,
    r_e: re,
    sigma_T: ((8 * PI) / 3) * re * re,
    lambda_C: h / (me * c),
    m_u: mu,
    m_p: Ap * mu,
    m_n: An * mu,
    m_d: Ad * mu,
    m_t: At * mu,
    m_he: Ah * mu,
    m_alpha: Aa * mu,
    m_mu: source("m_mu_over_m_e") * me,
    m_tau: source("m_tau_over_m_e") * me,
    M_u: NA * mu,
    g_e: -2 * (1 + ae),
    mu_e: -muB * (1 + ae),
    mu_p: muP * nuclear,
    mu_n: muN * nuclear,
    mu_d: muD * nuclear,
    g_p: 2 * muP,
    g_mu: -2 * (1 + amu),
    gamma_p: (2 * muP * nuclear) / hbar,
    gamma_e: (2 * muB * (1 + ae)) / hbar,
    l_P: Math.sqrt((hbar * G) / c / c / c),
    t_P: Math.sqrt((hbar * G) / c / c / c / c / c),
    m_P: Math.sqrt((hbar * c) / G),
    T_P: (Math.sqrt((hbar * c) / G) * c * c) / kB,
    k_e: (alpha * hbar * c) / (e * e),
  };
}

describe("protocol/units/constants", () => {
  it("reproduces each derived constant from its sources to one unit of the last digit", () => {
    const formulas = derived();
    const independent = new Set(["G", "alpha", "R_inf", "r_p", "r_d", "sin2_theta_W"]);
    for (const constant of CONSTANTS) {
      if (constant.exact || independent.has(constant.symbol)) continue;
      const formula = formulas[constant.symbol];
      if (formula === undefined) throw new Error(`${constant.symbol} has no formula here`);
      // The sources are rounded where they are printed; 4e-15 is for this test's own arithmetic.
      const hidden = constant.sources.reduce(
        (sum, s) => sum + Math.abs(s.sensitivity) * printing(s.source),
        4e-15,
      );
      const allowed = lastDigit(constant.digits) * 1.000_001 + hidden * Math.abs(formula);
      expect(Math.abs(constant.value - formula), constant.symbol).to.be.at.most(allowed);
    }
  });

  it("states sensitivities that reproduce the tabulated uncertainty", () => {
    for (const { symbol, value: x, uncertainty, sources, exact } of CONSTANTS) {
      if (exact) {
        expect(sources, symbol).to.have.length(0);
        continue;
      }
      const squares = sources.map(
        ({ source, sensitivity }) => (sensitivity * SOURCES[source]!) ** 2,
      );
      const propagated = Math.abs(x) * Math.sqrt(squares.reduce((a, b) => a + b, 0));
      // Tabulated to two digits, and correlations between the sources are small.
      expect(propagated / uncertainty, symbol).to.be.within(0.9, 1.1);
    }
  });

  it("has sensitivities that agree with the formulas' own derivatives", () => {
    const [alpha, Rinf] = [value("alpha"), value("R_inf")];
    const factor = 1.0001;
    const slope = (f: (a: number, r: number) => number, by: "alpha" | "R_inf"): number => {
      const changed = by === "alpha" ? f(alpha * factor, Rinf) : f(alpha, Rinf * factor);
      return Math.log(changed / f(alpha, Rinf)) / Math.log(factor);
    };
    const formulas: Readonly<Record<string, (a: number, r: number) => number>> = {
      m_e: (a, r) => (2 * h * r) / (c * a * a),
      eps_0: (a) => (e * e) / (2 * a * h * c),
      mu_0: (a) => (2 * a * h) / (e * e * c),
      a_0: (a, r) => a / (4 * PI * r),
      r_e: (a, r) => (a * a * a) / (4 * PI * r),
      lambda_C: (a, r) => (a * a) / (2 * r),
      sigma_T: (a, r) => ((a * a * a) / (4 * PI * r)) ** 2,
      mu_B: (a, r) => (e * hbar * c * a * a) / (4 * h * r),
      E_h: (_, r) => 2 * h * c * r,
    };
    for (const [symbol, f] of Object.entries(formulas)) {
      const { sources } = constantsBySymbol.get(symbol)!;
      for (const by of ["alpha", "R_inf"] as const) {
        const stated = sources.find((s) => s.source === by)?.sensitivity ?? 0;
        expect(slope(f, by), `${symbol} by ${by}`).to.be.closeTo(stated, 1e-9);
      }
    }
  });

  it("rounds the exact ones from their closed forms", () => {
    // NIST's printed decimals, in full or as far as they are given.
    const forms: Readonly<Record<string, string>> = {
      pi: "3.14159265358979323846",
      c: "299792458",
      h: "6.62607015e-34",
      q_e: "1.602176634e-19",
      k_B: "1.380649e-23",
      N_A: "6.02214076e23",
      hbar: "1.054571817646156391e-34",
      R_gas: "8.31446261815324",
      F_const: "96485.3321233100184",
      g_n: "9.80665",
      atm: "101325",
      sigma_SB: "5.670374419184429e-8",
      Phi_0: "2.067833848461929323e-15",
      K_J: "483597848416983.6",
      R_K: "25812.80745930450666",
      G_0: "7.748091729863649e-5",
      b_Wien: "2.897771955185173e-3",
      c_2: "1.438776877503933e-2",
      n_0: "2.686780111798444e25",
      AU: "149597870700",
      ly: "9460730472580800",
      pc: "3.0856775814913673e16",
    };
    for (const [symbol, expected] of Object.entries(forms)) {
      const allowed = lastDigit(expected) + 3e-16 * Number(expected);
      expect(Math.abs(value(symbol) - Number(expected)), symbol).to.be.at.most(allowed);
      expect(constantsBySymbol.get(symbol)!.uncertainty).to.equal(0);
    }
  });

  it("reserves the eight names of the contract and names twelve more", () => {
    expect([...RESERVED]).to.deep.equal(["pi", "c", "G", "hbar", "k_B", "N_A", "m_e", "eps_0"]);
    for (const name of [...RESERVED, ...NAMED_CONSTANTS, "h"])
      expect(constantsBySymbol.has(name), name).to.equal(true);
    expect(NAMED_CONSTANTS.some(isReserved)).to.equal(false);
  });

  it("carries the dimension of its unit", () => {
    const units: Readonly<Record<string, string>> = {
      G: "m^3/(kg s^2)",
      hbar: "kg m^2/s",
      eps_0: "s^4 A^2/(kg m^3)",
      k_B: "kg m^2/(s^2 K)",
      mu_B: "A m^2",
      sigma_SB: "kg/(s^3 K^4)",
      pi: "1",
    };
    for (const [symbol, text] of Object.entries(units)) {
      const unit = parseUnit(text);
      expect(
        unit.ok && equals(unit.dimension, constantsBySymbol.get(symbol)!.dimension),
        symbol,
      ).to.equal(true);
    }
  });
});
