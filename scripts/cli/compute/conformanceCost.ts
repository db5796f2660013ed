/** What a replay of the corpus costs, and which part of it some credits pay for. */
import { quoteClosedForm } from "../../../protocol/economy/price.js";
import { MODULATION_ID } from "../../../protocol/operators/chain.js";
import type { ConformanceCase } from "../../../protocol/conformance/conformanceCase.js";
import { quoteSolver } from "../../../node/compute/workers/quote.js";

export interface PricedCase {
  readonly one: ConformanceCase;
  /** Credits that its answer costs; nothing where it is a refusal, or an equation typed by hand. */
  readonly credits: number;
}

/** By the price list that every node has. */
export function pricedCases(cases: readonly ConformanceCase[]): Promise<readonly PricedCase[]> {
  return Promise.all(cases.map(async (one) => ({ one, credits: await creditsOf(one) })));
}

async function creditsOf(one: ConformanceCase): Promise<number> {
  if ("refusal" in one.expect) return 0;
  switch (one.operation) {
    case "compute": {
      const domain = one.request.operators.filter((id) => id !== MODULATION_ID);
      return quoteClosedForm(domain.length).credits;
    }
    case "playgroundCompute":
      return 0;
    case "solver":
      return (await quoteSolver(one.request.solver, one.request.body))?.credits ?? 0;
    default:
      return one satisfies never;
  }
}

export function costOf(cases: readonly PricedCase[]): number {
  return cases.reduce((sum, { credits }) => sum + credits, 0);
}

/** Those that so many credits pay for, spread evenly over the corpus, and all that cost nothing. */
export function affordable(cases: readonly PricedCase[], credits: number): readonly PricedCase[] {
  const cost = costOf(cases);
  if (credits >= cost) return cases;
  let passed = 0;
  let spent = 0;
  return cases.filter((one) => {
    passed += one.credits;
    // As large a share of what was passed as the credits are of the whole.
    if (one.credits > 0 && (spent + one.credits) * cost > passed * credits) return false;
    spent += one.credits;
    return true;
  });
}
