/** A question that is turned down, routed in other words: it is never sealed before it is sent back. */
import { once } from "../once.js";
import type { OperatorEntry } from "../operators/entry.js";
import type { Registry } from "../operators/registry.js";
import { spansIn, type Span } from "../units/quantity/index.js";
import type { Open } from "./laws/licence/open.js";
import { isUnitSupposed } from "./laws/licence/unitless.js";
import { openOf } from "./lawRoute.js";
import { hasNumbers } from "./retold/formulas.js";
import { isObject } from "./retold/jsonMembers.js";
import { placedBack } from "./placedBack.js";
import { withSuggestion } from "./suggested.js";
import { retold, retoldAtLast, unmistakable } from "./retold/retold.js";
import { asAsked, type Retold } from "./retold/rewrite.js";
import type { Stopped } from "./retold/stopped.js";
import { stoppedBy } from "./stoppedBy.js";
import type { Draft } from "./routed.js";
import { isNoQuestion } from "./routeRefusals.js";
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

/** So often a question is told otherwise, as each telling may show what else stands in its way. */
const RETELLINGS_MAX = 3;

export function routeTold(registry: Registry, asked: Asked, routeText: RouteText): Draft {
  const plain = unmistakable(asked.text);
  if (plain === null) return routeInSteps(registry, asked, routeText);
  const anew = routeInSteps(registry, withText(asked, plain.text), routeText);
  return isReading(anew) ? shownAsAsked(anew, plain) : anew;
}

function withText(asked: Asked, text: string): Asked {
  return { ...asked, text, spans: once(() => spansIn(text)) };
}

/** As it stands, by the chain that its steps name, or told otherwise. */
function routeInSteps(registry: Registry, asked: Asked, routeText: RouteText): Draft {
  const route = routeText(registry, asked);
  const { operators, refusal } = route;
  if ((refusal === null && operators === null) || isNoQuestion(refusal)) return route;
  const inSteps = readingInSteps(registry, asked.text, asked.query);
  if (inSteps !== null) return inSteps;
  const other = refusal === null ? null : routeOtherwise(registry, asked, route, routeText);
  if (other !== null) return other;
  const last = apartNamed(registry, asked.text, besideSteps(registry, asked.text, route) ?? route);
  return withSuggestion(registry, asked, last);
}

/** What the question comes to, told otherwise; null where that is no reading. */
function routeOtherwise(
  registry: Registry,
  asked: Asked,
  route: Draft,
  routeText: RouteText,
): Draft | null {
  const isObjectLeft = isOfMembers(asked.text, route);
  const isDown = isTurnedDown(route) || isObjectLeft;
  const mayRead = isDown || isSupposed(route);
  let [last, before] = [route, asAsked(asked.text)];
  let meant: OperatorEntry | null = null;
  for (let i = 0; i < RETELLINGS_MAX; i += 1) {
    const stopped = stoppedIn(registry, last, before.text);
    // A law that was meant before is meant still, where the numbers say none now.
    meant = stopped.entry ?? meant;
    const other = retold(before, { ...stopped, entry: meant });
    if (other === null) break;
    const stepped = readingInSteps(registry, other.text, asked.query);
    if (stepped !== null) return readAs(registry, null, stepped, other);
    if (!mayRead) return null;
    const anew = routeText(registry, withText(asked, other.text));
    if (isReading(anew)) return readAs(registry, isObjectLeft ? null : route, anew, other);
    [last, before] = [anew, other];
  }
  for (const other of isDown ? retoldAtLast(before) : []) {
    const anew = routeText(registry, withText(asked, other.text));
    const read = isReading(anew) ? readAs(registry, route, anew, other) : null;
    if (read !== null) return read;
  }
  return null;
}

/** @param route what the question came to as it stands, where its law has to be the same; null for any law */
function readAs(registry: Registry, route: Draft | null, anew: Draft, other: Retold): Draft | null {
  const keepsLaw =
    route !== null &&
    (isNegated(route) || isSupposed(route) || route.refusal?.kind === "MISSING_INPUT");
  if (keepsLaw && !isSameLaw(registry, route, anew)) return null;
  if (!isOfFormulas(registry, anew, other)) return null;
  const shown = shownAsAsked(anew, other);
  return besideSteps(registry, other.text, shown) ?? shown;
}

/** A reading of a text told otherwise, with its places in the question as it was asked. */
function shownAsAsked(anew: Draft, { back, notes }: Retold): Draft {
  const placed = placedBack(anew, back);
  return { ...placed, ...openOf([...notes, ...openIn(placed)]) };
}

function openIn({ refusal }: Draft): readonly Open[] {
  return refusal?.kind === "OPEN_READING" ? refusal.open : [];
}

function isReading({ joined, operators, refusal }: Draft): boolean {
  const isRead = refusal === null || refusal.kind === "OPEN_READING";
  return isRead && (operators !== null || joined !== null);
}

/** A formula is set aside where a law that answers has its numbers. */
function isOfFormulas(
  registry: Registry,
  { joined, operators }: Draft,
  { ofFormulas }: Retold,
): boolean {
  const ids = operators ?? (joined?.derivation ?? []).map(({ law }) => law);
  const entries = ids.flatMap((id) => registry.get(id) ?? []);
  return ofFormulas.length === 0 || entries.some((entry) => hasNumbers(entry, ofFormulas));
}

/** A number without a unit is supposed to be in SI. */
function isSupposed({ refusal }: Draft): boolean {
  return refusal?.kind === "OPEN_READING" && isUnitSupposed(refusal.open);
}

function isNegated({ refusal }: Draft): boolean {
  return refusal?.kind === "UNREAD_QUANTITY" && refusal.reason === "negated";
}

/** A remark is set aside where the law that it stopped is the one that answers. */
function isSameLaw(registry: Registry, { why }: Draft, { joined, operators }: Draft): boolean {
  const ids = operators ?? (joined?.derivation ?? []).map(({ law }) => law);
  return ids.some((id) => registry.get(id)?.record.name === why[0]?.cue);
}

/** Members of JSON are no words of a sentence: a key that is left unread is told otherwise. */
function isOfMembers(text: string, { refusal }: Draft): boolean {
  return refusal?.kind === "OPEN_READING" && isObject(text);
}

/** Whatever law the members of an object were given to, no words led to it. */
function stoppedIn(registry: Registry, last: Draft, text: string): Stopped {
  const stopped = stoppedBy(registry, last);
  return isOfMembers(text, last) ? { ...stopped, entry: null, reason: null } : stopped;
}

/** Nothing was computed, or an input is asked for: two laws that are as near may differ in other words. */
function isTurnedDown({ refusal }: Draft): boolean {
  return (
    refusal?.kind === "AMBIGUOUS" ||
    refusal?.kind === "MISSING_INPUT" ||
    refusal?.kind === "UNREAD_QUANTITY" ||
    (refusal?.kind === "NO_MATCH" && refusal.reason === "no-domain-cue")
  );
}
