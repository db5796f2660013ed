/** What a request asks that names no operator: its inputs tell, or the domain that it names. */
import { ApiError } from "../../api/contract/definition/problem.js";
import { cardsByName } from "../../protocol/solvers/cards.js";
import {
  DOMAIN_SHORTCUTS,
  domainShortcutOf,
  solverForNames,
  type DomainShortcut,
} from "../../protocol/solvers/domainShortcuts.js";
import { SHORTCUTS, shortcutInputs, shortcutOf } from "../../protocol/solvers/shortcuts.js";
import type { Given } from "../../protocol/kernel/quantityInputs.js";
import type { SolverCard } from "../../protocol/solvers/solver.js";

type Inputs = Readonly<Record<string, unknown>>;
type Numbers = Readonly<Record<string, number>>;

export interface Unnamed {
  readonly domain?: string | undefined;
  readonly inputs: Inputs;
}

export type Selected =
  | { readonly by: "inputs"; readonly operators: readonly string[]; readonly inputs: Numbers }
  | { readonly by: "domain"; readonly card: SolverCard; readonly body: Inputs };

/** Whether a request that names no operator asks for anything at all. */
export function selects({ domain, inputs }: Unnamed): boolean {
  return shortcutOf(inputs) !== null || domainShortcutOf(domain) !== null;
}

/** @throws ApiError INSUFFICIENT_INPUTS with the combinations where nothing is selected */
export function selected({ domain, inputs }: Unnamed): Selected {
  const shortcut = shortcutOf(inputs);
  if (shortcut !== null && areNumbers(inputs)) {
    const chosen = shortcutInputs(shortcut, inputs);
    if ("notWhole" in chosen) throw notWhole(chosen.notWhole);
    return { by: "inputs", operators: shortcut.operators, inputs: chosen.inputs };
  }
  const method = domainShortcutOf(domain);
  if (method === null) throw nothingSelected();
  const card = solverForNames(method, Object.keys(inputs));
  if (card === null) throw severalSolvers(domain!, method);
  return { by: "domain", card, body: inputs };
}

export function areNumbers(inputs: Inputs): inputs is Numbers {
  return Object.values(inputs).every((value) => typeof value === "number");
}

export function areGiven(inputs: Inputs): inputs is Given {
  return Object.values(inputs).every(
    (value) => typeof value === "number" || typeof value === "string",
  );
}

function notWhole(name: string): ApiError {
  const message = `${name} is a Miller index here and must be whole`;
  return new ApiError("INVALID_INPUT", message, {
    errors: [{ pointer: `/inputs/${name}`, code: "INVALID_VALUE", message }],
  });
}

function listed(combinations: readonly (readonly string[])[]): string {
  return combinations.map((names) => `{${names.join(", ")}}`).join(" or ");
}

function nothingSelected(): ApiError {
  const combinations = SHORTCUTS.map(({ combination }) => [...combination]);
  const domains = DOMAIN_SHORTCUTS.flatMap(({ labels }) => labels);
  return new ApiError(
    "INSUFFICIENT_INPUTS",
    "these inputs select no operator by themselves: name operators, give exactly " +
      `${listed(combinations)}, or name one of the domains ${domains.join(", ")}`,
    { members: { combinations, domains } },
  );
}

function severalSolvers(domain: string, { method, solvers }: DomainShortcut): ApiError {
  const given = solvers.map((solver) => ({
    solver,
    combinations: cardsByName[solver].sufficient.map((names) => [...names]),
  }));
  const each = given.map(({ combinations, solver }) => `${solver} ${listed(combinations)}`);
  return new ApiError(
    "INSUFFICIENT_INPUTS",
    `the domain ${domain} selects ${method}, and these inputs no solver of it: ` +
      `give those of ${each.join("; or of ")}`,
    { members: { combinations: given.flatMap((one) => one.combinations), solvers: given } },
  );
}
