/**
 * Labels of a domain that select a method, and with it the solvers that work by it: what a request
 * asks that names a domain and no operator. Inputs choose among the solvers of one method.
 */
import { cardsByName, type SolverName } from "./cards.js";
import { spellingOf } from "./input.js";
import type { SolverCard } from "./solver.js";

export interface DomainShortcut {
  readonly method: string;
  /** In lower case; a label counts in any case. */
  readonly labels: readonly string[];
  /** The first whose inputs these are is meant. */
  readonly solvers: readonly SolverName[];
}

export const DOMAIN_SHORTCUTS: readonly DomainShortcut[] = [
  {
    method: "finite differences",
    labels: ["environmental", "geophysical", "seismic"],
    solvers: ["heat", "wave", "react"],
  },
  {
    method: "the time domain",
    labels: ["climate", "atmosphere", "atmosphere_climate"],
    solvers: ["climate"],
  },
  {
    method: "statistical mechanics",
    labels: ["exotic", "exotic_states"],
    solvers: ["lattice", "gauge"],
  },
  {
    method: "structural mechanics",
    // Families of operators, and the domains that they are the families of.
    labels: [
      "ms",
      "st",
      "mt",
      "cp",
      "bp",
      "materials_science",
      "structural",
      "metallurgy",
      "composites",
      "beams_plates",
    ],
    solvers: ["fea", "buckling", "fracture"],
  },
];

/** What a label of a domain selects, or null. */
export function domainShortcutOf(domain: string | undefined): DomainShortcut | null {
  if (domain === undefined) return null;
  const label = domain.toLowerCase();
  return DOMAIN_SHORTCUTS.find(({ labels }) => labels.includes(label)) ?? null;
}

/** How far a set of names is the body of a solver. */
type Fit = "whole" | "known" | "complete" | "none";

/**
 * The solver of a method whose body has these names: one that takes them all and has what it needs;
 * else the only one that could mean them, which then says what is wrong; null where there is none.
 */
export function solverForNames(
  { solvers }: DomainShortcut,
  names: readonly string[],
): SolverCard | null {
  const cards = solvers.map((name) => cardsByName[name]);
  const [only, ...others] = cards;
  if (only !== undefined && others.length === 0) return only;
  const fitting = (fit: Fit): readonly SolverCard[] =>
    cards.filter((card) => fitOf(card, names) === fit);
  const [whole] = fitting("whole");
  if (whole !== undefined) return whole;
  const [known, ...alsoKnown] = fitting("known");
  if (known !== undefined) return alsoKnown.length === 0 ? known : null;
  return fitting("complete")[0] ?? null;
}

function fitOf(card: SolverCard, names: readonly string[]): Fit {
  const spelt = names.map((name) => spellingOf(card, name)?.name ?? null);
  const complete = card.sufficient.some((needed) => needed.every((name) => spelt.includes(name)));
  const known = names.length > 0 && !spelt.includes(null);
  if (known) return complete ? "whole" : "known";
  return complete ? "complete" : "none";
}
