/**
 * The Master Equation and the Functional Equation as texts and as terms. Scalars have no field, so
 * every field-dependent part is null: nothing is fabricated.
 */
import { KO42_ALPHA } from "../limits.js";
import { PULSE_HZ } from "../math/modulation.js";
import type { MasterSum, MasterTerm } from "./result.js";

export const KO42_ID = "KO42";
export const KO42_EQUATION = `R(t) = S(t) [1 + ${KO42_ALPHA} sin(2 pi ${PULSE_HZ} t)]`;
export const MASTER_EQUATION =
  "box(phi) - mu^2(r) phi - lambda phi^3 - exp(-phi/phi_c) " +
  "+ phi_42 SUM_{k=1..42} C_k(phi) = T^mu_mu + beta F_mu_nu F^mu_nu + J_ext";
export const FUNCTIONAL_EQUATION = "E = P_phi . Z(M, R, delta, C, X)";

/** The Master Equation with this chain as its external source. */
export function masterEquationText(sources: readonly string[]): string {
  if (sources.length === 0) return MASTER_EQUATION;
  return `${MASTER_EQUATION}; J_ext: ${sources.join("; ")}`;
}

const KO42_TERM: MasterTerm = { operator_id: KO42_ID, role: "factor", unit: "1", value: 1 };

export interface ChainTerm {
  readonly operatorId: string;
  readonly value: number;
  readonly unit: string | null;
}

/** One term an operator. The total exists only when all summed terms share one known unit. */
export function masterSum(terms: readonly ChainTerm[]): MasterSum {
  if (terms.length === 0) return { terms: [KO42_TERM], total: 1, unit: "1" };
  const written = [KO42_TERM];
  let total = 0;
  const unit = terms[0]!.unit;
  let agree = unit !== null;
  for (const term of terms) {
    written.push({
      operator_id: term.operatorId,
      role: "term",
      unit: term.unit,
      value: term.value,
    });
    total += term.value;
    agree = agree && term.unit === unit;
  }
  const finite = total - total === 0;
  return agree && finite
    ? { terms: written, total, unit }
    : { terms: written, total: null, unit: null };
}
