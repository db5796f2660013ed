/** What may still be tried for a question that no law or solver was sure of: readings to confirm. */
import type { Registry } from "../operators/registry.js";
import { cueHash } from "./cues.js";
import { proposedJoin } from "./joins/join.js";
import { openInJoin, readingOfJoin, restatedJoin } from "./joins/joinReading.js";
import { ledJoin, type Led } from "./joins/led.js";
import { loosened, triedBy, type Proposal } from "./laws/candidates.js";
import type { Kept } from "./laws/filling/kept.js";
import { saysNone } from "./laws/filling/none.js";
import type { Listed } from "./laws/listed.js";
import { proposedLaw } from "./laws/propose.js";
import type { Question } from "./laws/reading/reading.js";
import { lawRoute, openOf } from "./lawRoute.js";
import { restatedOperator } from "./restate.js";
import { EMPTY, type Draft } from "./routed.js";

/** A question that was turned down, taken apart. */
export interface TurnedDownQuestion {
  readonly text: string;
  readonly query: string;
  readonly constants: Readonly<Record<string, unknown>>;
  readonly question: () => Question;
  /** Findings on its numbers from when a sure law was sought. */
  readonly kept: Kept;
}

/** A reading to confirm; null where none is near enough. */
export function readingToConfirm(
  registry: Registry,
  route: Draft,
  { constants, kept, query, question, text }: TurnedDownQuestion,
): Draft | null {
  const drafted = (proposed: Proposal): Draft => ({
    ...EMPTY,
    cueHash: cueHash(),
    refusal: null,
    ...lawRoute({ kind: "answer", ...proposed }, query, constants),
  });
  const lacking = route.refusal?.kind === "MISSING_INPUT" ? route.refusal.operator : null;
  if (!mayPropose(route) && !isDenied(route, text)) return null;
  const asked = question();
  const proposed = proposedLaw(registry, triedBy(registry, loosened(asked), kept), lacking, kept);
  if (proposed !== null) return drafted(proposed);
  if (route.solver === null && isNotTaken(route)) {
    const joined = joinedRoute(registry, asked, query, lacking);
    if (joined !== null) return joined;
  }
  const led = ledJoin(registry, asked, kept);
  return led === null ? null : joinedDraft(asked, query, led);
}

/** Laws that join, as a reading that is sealed when it is sent back; null where none do. */
function joinedRoute(
  registry: Registry,
  question: Question,
  query: string,
  lacking: string | null,
): Draft | null {
  const { text } = question;
  const join = proposedJoin(registry, question, lacking);
  if (join === null) return null;
  const joined = readingOfJoin(registry, join, text);
  const setAside = join.setAside.map(({ span: { at } }) => ({
    at,
    text: text.slice(...at),
    why: "the laws that join take no such number",
  }));
  return joinedDraft(question, query, { joined, open: openInJoin(join, joined, text), setAside });
}

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

type TurnedDown = Pick<Draft, "refusal" | "solver">;

/** Reasons of refusals that say no more than that a number was not taken. */
const NOT_TAKEN: ReadonlySet<string> = new Set(["input", "unknown unit"]);

/** No law is named, or it takes no such number: kinds alone may lead to what is asked. */
function isNotTaken({ refusal }: Pick<TurnedDown, "refusal">): boolean {
  return refusal?.kind !== "UNREAD_QUANTITY" || NOT_TAKEN.has(refusal.reason ?? "");
}

/** Whether a law may be proposed for what no law was sure of. */
function mayPropose(draft: TurnedDown): boolean {
  if (draft.refusal?.kind === "AMBIGUOUS") return false;
  return mayReadLoosely(draft) && (draft.solver !== null || isNotTaken(draft));
}

/** An input that is denied may be none: `no cohesion`. */
function isDenied({ refusal }: TurnedDown, text: string): boolean {
  const isNegated = refusal?.kind === "UNREAD_QUANTITY" && refusal.reason === "negated";
  return isNegated && saysNone({ maySuppose: true, text });
}

/** Reasons that a number in another form does not take away. */
const SAID_OTHERWISE: ReadonlySet<string> = new Set(["negated", "contradiction"]);

/** Whether the numbers may be read in another form. */
function mayReadLoosely({ refusal, solver }: TurnedDown): boolean {
  switch (refusal?.kind) {
    case "NO_MATCH":
      return refusal.reason === "no-domain-cue";
    case "MISSING_INPUT":
    case "AMBIGUOUS":
      return true;
    case "UNREAD_QUANTITY":
      return solver !== null || !SAID_OTHERWISE.has(refusal.reason ?? "");
    default:
      return false;
  }
}
