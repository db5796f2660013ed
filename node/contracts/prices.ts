/** What a transition of a program costs: what its dearest compute does. */
import type { PreparedProgram } from "../../protocol/contracts/index.js";
import { quoteClosedForm, quoteJob } from "../../protocol/economy/price.js";
import { JOB_WORK_MAX } from "../../protocol/solvers/execute.js";

export type ContractPrice = {
  /** The most that a transition costs. */
  readonly credits: number;
  /** Where the inputs of a solver decide: the least. */
  readonly least?: number;
};

export function priceOf({ computes }: PreparedProgram): ContractPrice {
  const chains = computes.flatMap(({ operators }) =>
    operators === null
      ? []
      : [quoteClosedForm(operators.filter((id) => id !== "KO42").length).credits],
  );
  const solvers = computes.flatMap(({ solver }) => (solver === null ? [] : [solver]));
  if (solvers.length === 0) return { credits: Math.max(quoteClosedForm(0).credits, ...chains) };
  const bounds = solvers.map((solver) => JOB_CREDITS[solver === "multibody" ? "named" : "work"]);
  return {
    credits: Math.max(...chains, ...bounds.map(({ most }) => most)),
    least: Math.max(...chains, ...bounds.map(({ least }) => least)),
  };
}

/** A multibody job is priced by the operators that it names, at most four beside KO42. */
const JOB_CREDITS = {
  named: { least: quoteJob(0n, 1).credits, most: quoteJob(0n, 4).credits },
  work: { least: quoteJob(0n).credits, most: quoteJob(JOB_WORK_MAX).credits },
} as const;
