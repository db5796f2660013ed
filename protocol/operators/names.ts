/** The names an operator's equation really uses. */
import type { Classified, ClosedForm, Expr } from "../equations/reading/ast.js";
import { sidesOf } from "../equations/reading/expr.js";
import { rateName } from "../equations/odes/read.js";
import { namesOf } from "../equations/reading/walk.js";
import type { OperatorEntry } from "./entry.js";

/** Marks of letters that syntax turned into constants, and the constants they are. */
const LETTER_CONSTANTS: ReadonlyMap<string, string> = new Map([["h#planck", "h"]]);

/** Names reached from the expression through the definitions it uses. */
function reachedNames(expr: Expr, definitions: ClosedForm["definitions"]): Set<string> {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const reached = new Set<string>();
  const visit = (part: Expr, bound: ReadonlySet<string>): void => {
    for (const name of namesOf(part)) {
      if (bound.has(name) || reached.has(name)) continue;
      reached.add(name);
      const definition = byName.get(name);
      if (definition !== undefined) visit(definition.body, new Set(definition.params));
    }
  };
  visit(expr, new Set());
  // A defined function is called by name, which is no free name of the tree: its body is used.
  for (const definition of definitions) {
    if (definition.params.length > 0) visit(definition.body, new Set(definition.params));
  }
  return reached;
}

/** Names of what is evaluated; empty for a refused statement. */
export function namesInUse(classified: Classified): ReadonlySet<string> {
  if (classified.kind === "refused") return new Set();
  const { definitions } = classified;
  const names = sidesOf(classified).flatMap((side) => [...reachedNames(side, definitions)]);
  return new Set(names.map((name) => LETTER_CONSTANTS.get(name) ?? name));
}

/** As `namesInUse`; of a refused record, the names it declares. */
export function usedNames(entry: OperatorEntry): ReadonlySet<string> {
  const { compilation } = entry;
  if (!compilation.ok) return new Set(Object.keys(entry.record.symbols));
  const { classified, equation } = compilation;
  const used = namesInUse(classified);
  if (classified.kind !== "ode") return used;
  // What varies is no input; its value at the start and the ends of the interval are.
  const varying = new Set([
    classified.variable,
    ...classified.states.flatMap(({ name }) => [name, rateName(name, classified.variable)]),
  ]);
  return new Set([...[...used].filter((name) => !varying.has(name)), ...equation.slotNames]);
}
