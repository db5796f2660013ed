/** What may still be tried for a question that no law or solver was sure of: readings to confirm. */
import type { Registry } from "../operators/registry.js";
import { spansIn } from "../units/quantity/index.js";
import { cueHash } from "./cues.js";
import { proposedJoin } from "./joins/join.js";
import { openInJoin, readingOfJoin, restatedJoin } from "./joins/joinReading.js";
import { ledJoin, type Led } from "./joins/led.js";
import { loosened, triedBy, type Proposal, type ShownForm, type Tried } from "./laws/candidates.js";
import { definedForms } from "./laws/defined.js";
import { Kept } from "./laws/filling/kept.js";
import { saysNone } from "./laws/filling/none.js";
import { guessedLaw, nearLaws } from "./laws/guess.js";
import { leastLeft } from "./laws/leastLeft.js";
import { inOtherWay } from "./laws/otherWay.js";
import { listedLaw, type Listed } from "./laws/listed.js";
import { formsOfOneUnit } from "./laws/ofOneUnit.js";
import { proposedLaw } from "./laws/propose.js";
import { looselyRead, type Question } from "./laws/reading/reading.js";
import { UNSAID } from "./laws/stops/caseSaid.js";
import { lawRoute, nearRoute, openOf } from "./lawRoute.js";
import { restatedOperator } from "./restate.js";
import { EMPTY, type Draft } from "./routed.js";

/** A question that was turned down, taken apart. */
export interface TurnedDownQuestion {
  readonly text: string;
  readonly query: string;
  readonly constants: Readonly<Record<string, unknown>>;
  readonly question: () => Question;
  readonly spansOf: typeof spansIn;
  /** Findings on its numbers from when a sure law was sought. */
  readonly kept: Kept;
}

interface TriedForm {
  readonly one: Tried;
  readonly isLoose: boolean;
}

/** A reading to confirm; null where none is near enough. */
export function readingToConfirm(
  registry: Registry,
  route: Draft,
  { constants, kept, query, question, spansOf, text }: TurnedDownQuestion,
): Draft | null {
  const drafted = (proposed: Proposal): Draft => ({
    ...EMPTY,
    cueHash: cueHash(),
    refusal: null,
    ...lawRoute({ kind: "answer", ...proposed }, query, constants),
  });
  const lacking = route.refusal?.kind === "MISSING_INPUT" ? route.refusal.operator : null;
  const plainly = mayPropose(route) || isDenied(route, text) ? [question()] : [];
  const loosely = mayReadLoosely(route) ? looselyRead(text, spansOf) : [];
  const tried: TriedForm[] = [];
  for (const asked of [...plainly, ...loosely]) {
    const isLoose = !plainly.includes(asked);
    const own = isLoose ? new Kept() : kept;
    const one = triedBy(registry, loosened(asked), own);
    const proposed = proposedLaw(registry, one, lacking, own);
    if (proposed !== null) return drafted(proposed);
    tried.push({ one, isLoose });
  }
  const refusing = refusingLaw(route);
  if (refusing !== null) {
    const other = inOtherWay(registry, triedBy(registry, loosened(question()), kept), refusing);
    if (other !== null) return drafted(other);
  }
  const mayJoin = route.solver === null && isNotTaken(route);
  for (const one of mayJoin ? plainly : []) {
    const listed = listedLaw(registry, one);
    if (listed !== null) return listedDraft(registry, one, listed);
    const joined = joinedRoute(registry, one, query, lacking);
    if (joined !== null) return joined;
  }
  for (const one of plainly) {
    const led = ledJoin(registry, one, kept);
    if (led !== null) return joinedDraft(one, query, led);
  }
  const inForms = (forms: readonly ShownForm[]): Draft | null => {
    for (const one of forms) {
      const proposed =
        proposedLaw(registry, one, null, new Kept()) ??
        guessedLaw(registry, one, route.refusal, false);
      if (proposed !== null) return drafted(one.shown(proposed));
    }
    return null;
  };
  const inForm =
    inForms(plainly.flatMap((asked) => definedOf(registry, route, asked))) ??
    inForms(
      [question(), ...loosely].flatMap((asked) =>
        isUnfit(route) ? formsOfOneUnit(registry, asked) : [],
      ),
    );
  if (inForm !== null) return inForm;
  if (plainly.length === 0 && isNear(route))
    tried.unshift({ one: triedBy(registry, loosened(question()), kept), isLoose: false });
  for (const { isLoose, one } of tried) {
    const guessed = guessedLaw(registry, one, route.refusal, isLoose);
    if (guessed !== null) return drafted(guessed);
  }
  for (const { one } of mayLeave(route) ? tried : []) {
    const least = leastLeft(registry, one.question, new Kept());
    if (least !== null) return drafted(least);
  }
  return route.refusal?.kind === "NO_MATCH" ? askedBack(registry, route, tried) : null;
}

/** The law that refuses the numbers as they were given to its inputs; null for none. */
function refusingLaw({ refusal, why }: Draft): string | null {
  const isRefused = refusal?.kind === "UNREAD_QUANTITY" && refusal.reason === "contradiction";
  return isRefused ? (why[0]?.cue ?? null) : null;
}

/** The question with a number after one step of definition, where an input took it not as it stands. */
function definedOf(registry: Registry, { refusal }: Draft, asked: Question): readonly ShownForm[] {
  if (refusal?.kind !== "UNREAD_QUANTITY" || refusal.reason !== "input") return [];
  return definedForms(registry, asked, refusal.span[0]);
}

/** The laws that are near, to be asked about in place of none. */
function askedBack(registry: Registry, route: Draft, tried: readonly TriedForm[]): Draft | null {
  for (const { one } of tried) {
    const near = nearLaws(registry, one);
    if (near.length > 0) return { ...route, ...nearRoute(near, one.question) };
  }
  return null;
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

/**
 * Two are as near, nothing is measured in what is asked, or nobody names the case: the best one may be
 * far enough before the others.
 */
function isNear({ refusal }: TurnedDown): boolean {
  if (refusal?.kind === "AMBIGUOUS") return true;
  if (refusal?.kind !== "UNREAD_QUANTITY") return false;
  return refusal.reason === "unit" || refusal.reason === UNSAID;
}

const UNFIT: ReadonlySet<string> = new Set(["input", "range", "unit"]);

/** No law is found, or the one that is named has no input of such a unit. */
function isUnfit({ refusal, solver }: TurnedDown): boolean {
  if (solver !== null) return false;
  if (refusal?.kind === "NO_MATCH") return refusal.reason === "no-domain-cue";
  return refusal?.kind === "UNREAD_QUANTITY" && UNFIT.has(refusal.reason ?? "");
}

/** Where a case is asked about or a word is denied, another computation may be meant. */
function mayLeave({ refusal, solver }: TurnedDown): boolean {
  if (refusal?.kind !== "UNREAD_QUANTITY") return refusal?.kind === "NO_MATCH";
  return solver !== null || refusal.reason === "unit" || isNotTaken({ refusal });
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
