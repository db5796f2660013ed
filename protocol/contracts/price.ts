/** What a firing of a program costs: a transition what its dearest compute does, all else time of a day. */
import { quoteClosedForm, quoteJob, type Quote } from "../economy/price.js";
import { VAIN_WORK_MS_A_DAY } from "../limits.js";
import { JOB_WORK_MAX } from "../solvers/execute.js";
import type { ComputeDeclaration, Program } from "./program.js";

export type ContractPrice = {
  /** The most that a transition costs. */
  readonly credits: number;
  /** Where the inputs of a solver decide: the least. */
  readonly least?: number;
  /** Of a firing. One that moves pays for the dearest of them. */
  readonly computes: number;
  /** Of its account and a day, in ms: what the others take counts against it. */
  readonly dayWorkMs: number;
};

/** The most that a transition costs, with its work. */
export function quoteOf(program: Pick<Program, "compute">): Quote {
  return dearestOf(program, "most");
}

export function priceOf(program: Pick<Program, "compute">): ContractPrice {
  const { compute = [] } = program;
  const { credits } = quoteOf(program);
  const shared = { computes: compute.length, dayWorkMs: VAIN_WORK_MS_A_DAY };
  return compute.every(({ solver }) => solver === undefined)
    ? { credits, ...shared }
    : { credits, least: dearestOf(program, "least").credits, ...shared };
}

function dearestOf({ compute = [] }: Pick<Program, "compute">, bound: "least" | "most"): Quote {
  const quotes = compute.map(({ operators = [], solver }: ComputeDeclaration) =>
    solver === undefined ? chainQuote(operators) : JOB_QUOTES[familyOf(solver)][bound],
  );
  return quotes.reduce((a, b) => (b.credits > a.credits ? b : a), quoteClosedForm(0));
}

function chainQuote(operators: readonly string[]): Quote {
  return quoteClosedForm(operators.filter((id) => id !== "KO42").length);
}

function familyOf(solver: string): keyof typeof JOB_QUOTES {
  return solver === "multibody" ? "named" : "work";
}

/** A multibody job is priced by the operators that it names, at most four beside KO42. */
const JOB_QUOTES = {
  named: { least: quoteJob(0n, 1), most: quoteJob(0n, 4) },
  work: { least: quoteJob(0n), most: quoteJob(JOB_WORK_MAX) },
} as const;
