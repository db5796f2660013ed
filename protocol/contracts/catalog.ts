/** What computes take and give: the operators of a registry and the solvers, for the check. */
import * as z from "zod";
import { nearestName } from "../search/nearest.js";
import type { Registry } from "../operators/registry.js";
import { planChain, type ChainOperator } from "../chains/plan.js";
import { cardOf, solverCards } from "../solvers/cards.js";
import { describeField, spellingOf } from "../solvers/input.js";
import type { SolverCard } from "../solvers/solver.js";
import { isCoherent, parseUnit } from "../units/index.js";
import { double } from "../cel/index.js";
import type { CelType } from "../cel/index.js";
import { familyOf, type Family } from "./families.js";
import { chainMissing, combinationMissing } from "./missing.js";
import type { ComputeDeclaration } from "./program.js";

/** What a compute takes and gives. */
export interface ComputeShape {
  /** Names of its inputs, aliases too. */
  readonly names: readonly string[];
  /** Type of an input; null where it can be of any type, undefined where there is no such input. */
  readonly typeOf: (name: string) => CelType | null | undefined;
  readonly value: CelType;
  /** What its inputs lack, in one sentence; null where nothing does. */
  readonly missing: string | null;
}

export type ShapeRead =
  | { readonly ok: true; readonly shape: ComputeShape }
  | {
      readonly ok: false;
      readonly code: "UNKNOWN_OPERATOR" | "UNKNOWN_SOLVER" | "OPERATOR_CHAIN" | "INVALID_STRUCTURE";
      readonly message: string;
    };

/** Solvers whose cards are known: a page has a card only once it has loaded the solver. */
export type KnownComputes = "all" | ReadonlyMap<string, SolverCard>;

/** Any inputs, and a value of any unit. */
const UNREAD: ComputeShape = {
  names: [],
  typeOf: () => null,
  value: double("unknown"),
  missing: null,
};

export function shapeOf(
  registry: Registry,
  compute: ComputeDeclaration,
  computes: KnownComputes = "all",
): ShapeRead {
  const { operators, solver } = compute;
  if ((operators === undefined) === (solver === undefined)) {
    const message = "A compute names a solver, or operators.";
    return { ok: false, code: "INVALID_STRUCTURE", message };
  }
  if (solver === undefined) return chainShape(registry, compute);
  const known = computes === "all" ? cardOf(solver) : computes.get(solver);
  if (known === undefined && cardOf(solver) !== null) return { ok: true, shape: UNREAD };
  return solverShape(solver, known ?? null, compute.inputs ?? {});
}

function chainShape(
  registry: Registry,
  { inputs = {}, operators = [] }: ComputeDeclaration,
): ShapeRead {
  const plan = planChain(registry, operators);
  if (plan.status === "invalid") {
    const code = plan.code === "UNKNOWN_OPERATOR" ? "UNKNOWN_OPERATOR" : "OPERATOR_CHAIN";
    const hint = plan.nearest?.[0] === undefined ? "" : ` Is ${plan.nearest[0]} meant?`;
    return { ok: false, code, message: `${plan.message}${hint}` };
  }
  const taken = new Map<string, CelType | null>();
  const families: Family[] = [];
  for (const operator of plan.operators) {
    if (operator.refusal !== null) {
      return {
        ok: false,
        code: "OPERATOR_CHAIN",
        message: `${operator.id} has no value: ${operator.refusal.message}`,
      };
    }
    for (const [name, { aliases, dimension }] of operator.symbols) {
      const type = double(dimension ?? "unknown");
      const family = familyOf(operator, { name, aliases }, type);
      if (family !== null) families.push(family);
      const own = family === null ? type : family.all;
      if (own === null) continue;
      for (const one of [name, ...aliases]) if (!taken.has(one)) taken.set(one, own);
    }
    if (operator.resultSymbol !== null && !taken.has(operator.resultSymbol)) {
      taken.set(operator.resultSymbol, null);
    }
  }
  const given = Object.keys(inputs);
  const lists = new Set(given.filter((name) => taken.get(name)?.kind === "list"));
  const missing = chainMissing(plan.operators, given, lists);
  const chainShapeOf = (value: CelType): ComputeShape => ({
    names: [...taken.keys()],
    typeOf: (name) =>
      taken.has(name) ? taken.get(name) : families.find((one) => one.isMember(name))?.each,
    value,
    missing,
  });
  const solved = plan.operators.find(
    ({ resultSymbol }) => resultSymbol !== null && Object.hasOwn(inputs, resultSymbol),
  );
  if (solved !== undefined) {
    const value = plan.operators.length === 1 ? solvedType(solved, inputs) : double("unknown");
    return { ok: true, shape: chainShapeOf(value) };
  }
  const last = plan.operators.at(-1);
  const unit = last === undefined ? "1" : registry.get(last.id)?.record.result?.unit;
  return {
    ok: true,
    shape: chainShapeOf(unit === undefined ? double("unknown") : typeOfUnit(unit)),
  };
}

/** Given its result, an operator is solved for the one input that is not given. */
function solvedType({ symbols }: ChainOperator, inputs: Readonly<Record<string, string>>): CelType {
  const missing = [...symbols.values()].filter(
    ({ aliases, name }) => ![name, ...aliases].some((one) => Object.hasOwn(inputs, one)),
  );
  const dimension = missing.length === 1 ? missing[0]!.dimension : null;
  return double(dimension ?? "unknown");
}

/**
 * Inputs that ask a solver for another value than that of its card, beside `quantity`: the unit of
 * the value is then known from the answer alone.
 */
const ASKS_OTHERWISE: ReadonlyMap<string, readonly string[]> = new Map([
  ["evolve", ["n", "rho"]],
  ["grid", ["H", "omega", "mode"]],
  ["infall", ["b"]],
  ["solve", ["operators", "system", "equation"]],
  ["wave", ["eps_r", "permittivity", "mode"]],
]);

function solverShape(
  solver: string,
  card: SolverCard | null,
  given: Readonly<Record<string, string>>,
): ShapeRead {
  if (card === null) {
    const near = nearestName(
      solver,
      solverCards.map(({ id }) => id),
    );
    const hint = near === null ? "" : ` Is ${near} meant?`;
    return { ok: false, code: "UNKNOWN_SOLVER", message: `There is no solver ${solver}.${hint}` };
  }
  const inputs = new Map<string, CelType | null>();
  for (const [name, field] of Object.entries(card.inputs.shape)) {
    const isNumber = bareOf(field) instanceof z.ZodNumber;
    for (const spelling of describeField(card, name).accepts) {
      const unit = spellingOf(card, spelling)?.unit ?? "";
      // What a program computes is in SI: a spelling that says another unit would be misread.
      if (unit !== "" && !isSi(unit)) continue;
      inputs.set(spelling, isNumber && unit !== "" ? typeOfUnit(unit) : null);
    }
  }
  const isOther = ["quantity", ...(ASKS_OTHERWISE.get(solver) ?? [])].some((name) =>
    Object.hasOwn(given, name),
  );
  return {
    ok: true,
    shape: {
      names: [...inputs.keys()],
      typeOf: (name) => inputs.get(name),
      value: isOther ? double("unknown") : typeOfUnit(card.primary.unit),
      missing: combinationMissing(card, Object.keys(given)),
    },
  };
}

/** The schema inside what may be left out. */
function bareOf(schema: unknown): unknown {
  let at = schema;
  while (at instanceof z.ZodOptional || at instanceof z.ZodDefault) at = at.unwrap();
  return at;
}

function isSi(unit: string): boolean {
  const read = parseUnit(unit);
  return read.ok && isCoherent(read);
}

/** A number in a unit that is read; of unknown dimension where it is none. */
export function typeOfUnit(unit: string): CelType {
  const read = parseUnit(unit);
  return double(read.ok ? read.dimension : "unknown");
}
