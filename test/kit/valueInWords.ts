/** What questions in words come to. */
import { compute } from "../../protocol/chains/compute.js";
import { planChain } from "../../protocol/chains/plan.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { routeQuery } from "../../protocol/router/route.js";

const registry = builtinRegistry();

/** Its value, or null where it is asked about or refused. */
export function valueInWords(query: string): number | null {
  const { operators, params, refusal } = routeQuery(registry, query);
  if (refusal !== null || operators === null) return null;
  const plan = planChain(registry, operators);
  if (plan.status !== "plan") return null;
  const inputs = Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      typeof value === "number" ? [[name, value]] : [],
    ),
  );
  const result = compute(plan, { inputs });
  return result.status === "value" ? result.value : null;
}

/** Whether a question is asked back: no law, no solver, and a reason. */
export function isAskedBack(query: string): boolean {
  const { operators, refusal } = routeQuery(registry, query);
  return refusal !== null && operators === null;
}
