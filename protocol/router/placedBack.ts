/** A route of a question told otherwise, with the places of the question as it was asked. */
import type { Draft, RouteRefusal } from "./routed.js";

type Back = (place: number) => number;

interface Placed {
  readonly at: readonly [start: number, end: number];
}

export function placedBack(draft: Draft, back: Back): Draft {
  const moved = <T extends Placed>(one: T): T => ({
    ...one,
    at: [back(one.at[0]), back(one.at[1])],
  });
  return {
    ...draft,
    why: draft.why.map(moved),
    setAside: draft.setAside.map(moved),
    laws: draft.laws.map((law) => ({ ...law, places: law.places.map(moved) })),
    refusal: refusalBack(draft.refusal, back),
  };
}

function refusalBack(refusal: RouteRefusal | null, back: Back): RouteRefusal | null {
  if (refusal?.kind !== "OPEN_READING") return refusal;
  const placed = ([from, to]: Placed["at"]): Placed["at"] => [back(from), back(to)];
  return {
    ...refusal,
    span: placed(refusal.span),
    open: refusal.open.map((one) => ({ ...one, at: placed(one.at) })),
  };
}
