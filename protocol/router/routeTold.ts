/** A question routed as it stands, by the chain that its steps name, or with what was likely meant beside why not. */
import type { Registry } from "../operators/registry.js";
import type { Span } from "../units/quantity/index.js";
import { withSuggestion } from "./suggested.js";
import { EMPTY, type Draft } from "./routed.js";
import { isNoQuestion, noMatch } from "./routeRefusals.js";
import { apartNamed, besideSteps, readingInSteps } from "./inSteps.js";

/** A text as it is routed, with the words of who asked. */
export interface Asked {
  readonly text: string;
  readonly query: string;
  readonly constants: Readonly<Record<string, unknown>>;
  readonly spans: () => readonly Span[];
}

/** The route of one text as it stands. */
type RouteText = (registry: Registry, asked: Asked) => Draft;

export function routeTold(registry: Registry, asked: Asked, routeText: RouteText): Draft {
  const route = routeText(registry, asked);
  const { operators, refusal } = route;
  if ((refusal === null && operators === null) || isNoQuestion(refusal)) return route;
  const inSteps = readingInSteps(registry, asked.text, asked.query);
  if (inSteps !== null) return inSteps;
  if (refusal?.kind === "OPEN_READING" && isObject(asked.text))
    return ofMembers(registry, asked, route);
  const inOrder = (one: Draft): Draft =>
    apartNamed(registry, asked.text, besideSteps(registry, asked.text, one) ?? one);
  const last = inOrder(route);
  const found = withSuggestion(registry, asked, last);
  // A likely reading must follow the steps of the question, too.
  const apart = found === last ? last : inOrder(found);
  return apart === found ? found : withSuggestion(registry, asked, apart);
}

/** The whole text is one object of JSON. */
function isObject(text: string): boolean {
  return /^\s*\{/u.test(text) && /\}\s*\.?\s*$/u.test(text);
}

/** Members of JSON are no words of a sentence: what takes each by its key is likelier than what leaves keys unread. */
function ofMembers(registry: Registry, asked: Asked, route: Draft): Draft {
  const refusal = noMatch([], "no-domain-cue");
  const found = withSuggestion(registry, asked, { ...EMPTY, cueHash: route.cueHash, refusal });
  const likely = found.suggested() ?? found;
  return likely.refusal === refusal ? route : likely;
}
