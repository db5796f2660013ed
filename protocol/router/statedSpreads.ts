/** Uncertainties that a question states go to the inputs that took its numbers. */
import { joinedSpreads, type Span } from "../units/quantity/index.js";
import { EMPTY, type Draft, type RouteRefusal } from "./routed.js";
import { isNoQuestion, unreadQuantity } from "./routeRefusals.js";
import {
  spreadFor,
  spreadsOfUnits,
  type StatedUncertainty,
  type WithoutUncertainties,
} from "./statedUncertainty.js";

/**
 * What the question states of uncertainties goes to the inputs that took its numbers, and what is
 * known of measured units to the inputs that are given in them.
 */
export function withUncertainties(
  route: Draft,
  { stated, unread }: WithoutUncertainties,
  spans: () => readonly Span[],
): Draft {
  if (unread !== null && !isNoQuestion(route.refusal))
    return {
      ...route,
      restated: null,
      laws: [],
      suggested: EMPTY.suggested,
      refusal: unreadQuantity(unread),
    };
  const isRead = route.refusal === null || route.refusal.kind === "OPEN_READING";
  if (!isRead) return route;
  const ofUnits = route.operators === null ? {} : spreadsOfUnits(route.params, spans());
  if (stated.length === 0) return { ...route, uncertainties: joinedSpreads({}, ofUnits) ?? {} };
  const found: [string, number][] = [];
  for (const one of stated) {
    const reason = route.why.find(
      ({ at, rule }) => at[0] <= one.at[0] && one.at[0] < at[1] && rule.startsWith("input by"),
    );
    // An operator that is named takes its inputs by their names, which no reason tells.
    const names = reason === undefined ? Object.keys(route.params) : [reason.cue];
    const fitting = names.flatMap((name): [string, number][] => {
      const value = route.params[name];
      const spread = typeof value === "number" ? spreadFor(one, value) : null;
      return spread === null ? [] : [[name, spread]];
    });
    const [only, another] = fitting;
    if (only === undefined || another !== undefined || route.operators === null)
      return { ...route, restated: null, refusal: leftOut(route, one) };
    found.push(only);
  }
  const spreads = found.map(([name, spread]) => `${name} ± ${spread} in SI`).join(", ");
  return {
    ...route,
    uncertainties: joinedSpreads(Object.fromEntries(found), ofUnits) ?? {},
    restated:
      route.restated?.replace(/ {2,}/g, " ").replace(/; right\?$/, `, ${spreads}; right?`) ?? null,
  };
}

function leftOut({ solver }: Draft, { at }: StatedUncertainty): RouteRefusal {
  const message =
    solver === null
      ? "This number states an uncertainty, and no one input takes it as it stands; give it apart."
      : `This number states an uncertainty, and ${solver} carries none of its inputs; give the value alone.`;
  return unreadQuantity({ at, message });
}
