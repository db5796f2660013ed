/** Questions that ask in steps: the chain that they name, and what no other reading of them may be. */
import type { Registry } from "../operators/registry.js";
import { cueHash } from "./cues.js";
import { looselyRead, readQuestion } from "./laws/reading/reading.js";
import { SEVERAL, severalThings } from "./laws/stops/several.js";
import { EMPTY, type Draft } from "./routed.js";
import { unreadQuantity } from "./routeRefusals.js";
import { apartIn, chainInSteps } from "./steps/chain.js";
import { areOfStep } from "./steps/stepLaws.js";
import { bothAskedIn, mayBeSteps, stepsSaidIn } from "./steps/stepsSaid.js";
import { joinedDraft } from "./drafts.js";

/** The chain that a question in steps asks for, as a reading to confirm; null for none. */
export function readingInSteps(registry: Registry, text: string, query: string): Draft | null {
  const said = mayBeSteps(text) ? stepsSaidIn(text) : null;
  if (said === null) return null;
  for (const asked of [readQuestion(said.text), ...looselyRead(said.text)]) {
    const led = chainInSteps(registry, said, asked);
    if (led !== null) return joinedDraft(asked, query, led);
  }
  return null;
}

/**
 * What else is found for a question in steps must follow them: of each step one of the laws, and of
 * the last one the last.
 *
 * @returns why none of it does; null where it may
 */
export function besideSteps(registry: Registry, text: string, route: Draft): Draft | null {
  const said = mayBeSteps(text) ? stepsSaidIn(text) : null;
  if (said === null || (said.isByArrow && !said.names.every(isSymbol))) return null;
  const ids = route.operators ?? (route.joined?.derivation ?? []).map(({ law }) => law);
  if (ids.length === 0) return null;
  const asked = readQuestion(said.text);
  const last = said.names.length - 1;
  const before = ids.length > 1 ? ids.slice(0, -1) : ids;
  const found = said.names.map((name, i) =>
    areOfStep(registry, name, asked, i === last, i === last ? ids.slice(-1) : before),
  );
  // No law gives the last one, and the first one is found.
  const isLastUnknown = found.at(-1) === null && found[0] === true;
  if (!isLastUnknown && (found.includes(null) || !found.includes(false))) return null;
  const several = severalThings([0, text.length]);
  const refusal = { ...unreadQuantity(several), reason: several.reason };
  return { ...EMPTY, cueHash: cueHash(), refusal };
}

/** Two things that are asked for, and do not follow from each other, are both named. */
export function apartNamed(registry: Registry, text: string, route: Draft): Draft {
  const { refusal } = route;
  if (refusal?.kind !== "UNREAD_QUANTITY" || refusal.reason !== SEVERAL) return route;
  const said = (mayBeSteps(text) ? stepsSaidIn(text) : null) ?? bothAskedIn(text);
  const message = said === null ? null : apartIn(registry, said, readQuestion(said.text));
  return message === null ? route : { ...route, refusal: { ...refusal, message } };
}

function isSymbol(name: string): boolean {
  return /^[\p{L}][\p{L}\p{N}_]*$/u.test(name);
}
