/** Routes of readings that are to be confirmed. */
import type { Registry } from "../operators/registry.js";
import { cueHash } from "./cues.js";
import type { Led } from "./joins/statedChain.js";
import type { Listed } from "./laws/listed.js";
import type { Question } from "./laws/reading/reading.js";
import { openOf } from "./lawRoute.js";
import { restatedOperator } from "./restate.js";
import { EMPTY, type Draft } from "./routed.js";
import type { JoinReading } from "./typed/writeReading.js";

/** A reading of a law that takes lists, to confirm. */
export function listedDraft(registry: Registry, { wanted }: Question, listed: Listed): Draft {
  const { id, open, params, places } = listed;
  const why = places.map(({ at, name }) => ({
    cue: name,
    at,
    weight: 0,
    rule: "input by its list",
  }));
  return {
    ...EMPTY,
    cueHash: cueHash(),
    operators: [id],
    params,
    why,
    restated: restatedOperator(registry, id, params),
    unit: wanted?.text ?? null,
    refusal: null,
    ...openOf(open),
  };
}

/** A reading of laws that join, to confirm. */
export function joinedDraft(
  { wanted }: Question,
  query: string,
  { joined, open, setAside = [] }: Led & Partial<Pick<Draft, "setAside">>,
): Draft {
  return {
    ...EMPTY,
    cueHash: cueHash(),
    joined,
    setAside,
    restated: `${restatedJoin(joined)} ("${query.trim()}"); right?`,
    unit: wanted?.text ?? null,
    refusal: null,
    ...openOf(open),
  };
}

/** `given mass = 3 kg, height = 4 m; then LH21, NM23: momentum` */
function restatedJoin({ derivation = [], given, wanted }: JoinReading): string {
  const known = given.map(({ kind, unit, value }) => {
    const measured = unit === undefined || unit === "1" ? "" : ` ${unit}`;
    return `${kind} = ${JSON.stringify(value)}${measured}`;
  });
  const laws = derivation.map(({ name }) => name).join(", then ");
  return `${(wanted.kind ?? "").replaceAll("_", " ")} from ${known.join(", ")} by ${laws}`;
}
