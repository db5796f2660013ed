/** The typed readings of a route: the one that it stands on, and its rivals. */
import type { Registry } from "../operators/registry.js";
import type { Draft, Route, RouteRefusal } from "./routed.js";
import type { TypedReading } from "./typed/readingFormat.js";
import {
  readingOfJoined,
  readingOfLaw,
  readingOfSolver,
  type ReadWords,
} from "./typed/writeReading.js";

/** The reading of a route, and its rivals where it is asked which one is meant. */
export function readingsOf(
  registry: Registry,
  {
    bodies,
    joined,
    laws,
    operators,
    params,
    refusal,
    setAside,
    solver,
    uncertainties,
    unit,
    why,
  }: Omit<Draft, "suggested">,
  query: string,
  text: string,
): readonly TypedReading[] {
  const words: ReadWords = {
    query,
    text,
    unit,
    uncertainties: { ...uncertaintiesOf(bodies), ...uncertainties },
    setAside,
    open: openPlaces(registry, refusal, text),
  };
  const isRead = refusal === null || refusal.kind === "OPEN_READING";
  if (joined !== null) return [readingOfJoined(joined, words)];
  if (isRead && operators !== null) {
    const numbers = Object.entries(params).filter(([, value]) => typeof value === "number");
    const read = laws[0] ?? { id: operators[0]!, target: null, cases: [] };
    const law = { ...read, params: Object.fromEntries(numbers), missing: [], places: why, bodies };
    return [readingOfLaw(registry, law, words)];
  }
  if (isRead && solver !== null) return [readingOfSolver(solver, params, why, words)];
  return laws.map((law) => readingOfLaw(registry, law, words));
}

function openPlaces(
  registry: Registry,
  refusal: RouteRefusal | null,
  text: string,
): TypedReading["open"] {
  switch (refusal?.kind) {
    case "OPEN_READING":
      return refusal.open.map(({ at, message, what }) => ({
        what,
        message,
        text: text.slice(...at).trim(),
      }));
    case "MISSING_INPUT": {
      const { record } = registry.get(refusal.operator)!;
      return refusal.missing.map((name) => ({
        what: "input",
        message: `${record.symbols[name]?.name ?? name} (${name}) is not said`,
      }));
    }
    case "AMBIGUOUS":
      return [{ what: "law", message: refusal.question }];
    default:
      return [];
  }
}

/** A body's property, as its source states it, ends in the uncertainty of the answer. */
function uncertaintiesOf(bodies: Route["bodies"]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(bodies).flatMap(([name, { relative_uncertainty, value }]) => {
      const uncertainty = Number(((relative_uncertainty ?? 0) * Math.abs(value)).toPrecision(2));
      return uncertainty > 0 ? [[name, uncertainty] as const] : [];
    }),
  );
}
