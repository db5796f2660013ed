/**
 * From a sentence to a program: a template that watches what it says, or the plain monitor that it
 * describes. What could mean two things is asked about, and a number that nothing takes stops it.
 */
import type { JsonObject } from "../../ports.js";
import { normalized } from "../../router/text.js";
import { ARCHETYPES, archetypeId, archetypeOf, archetypeProgram } from "../archetypes.js";
import type { Archetype } from "../archetypes.js";
import { catalogue, programOf } from "../catalogue.js";
import type { CatalogueEntry } from "../catalogue.js";
import { wordsOf } from "../../search/wordSearch.js";
import type { Hit } from "../../search/wordSearch.js";
import { readSentence } from "./clauses/clauses.js";
import { degreesIn } from "./open.js";
import { joinedIn, joinedPlain } from "./joined.js";
import type { Joined } from "./joined.js";
import { built } from "./condition/build.js";
import type { Condition } from "./condition/condition.js";
import { isUndraftable, proposalOf } from "./proposal/propose.js";
import type { Proposal } from "./proposal/propose.js";
import { isOwn, isOwnOrder } from "./own.js";
import { plainOf } from "./plain.js";
import type { Reading } from "./reading.js";
import { fitted } from "./slots.js";
import { reasonOf } from "./refusals.js";
import { plainly } from "./spoken.js";
import type { Asked, Filled, Fitted, Moved } from "./slots.js";

const PLAIN = "plain";
const NEAREST = 3;

export interface Hints {
  /** A template, or `plain`. */
  readonly templateId?: string | undefined;
  readonly params?: Readonly<Record<string, number>> | undefined;
  /** What a person confirms: the program is built of it alone. */
  readonly condition?: Condition | undefined;
}

export interface DraftRefusal {
  readonly kind: "UNREAD" | "NO_TEMPLATE" | "NO_PLACE" | "NO_CONDITION";
  readonly message: string;
  /** Place in the sentence as it was read. */
  readonly at: readonly [number, number] | null;
}

export interface Why {
  readonly rule: string;
  readonly words: string;
}

export interface Draft {
  /** The sentence as it was read; places are in it. */
  readonly read: string;
  readonly program: JsonObject | null;
  readonly templateId: string | null;
  /** By which the template is deployed; null of a plain monitor. */
  readonly params: Readonly<Record<string, number>> | null;
  readonly why: readonly Why[];
  readonly filled: readonly Filled[];
  /** Params that the sentence does not set, with their reasons. */
  readonly kept: readonly Moved[];
  readonly asked: readonly Asked[];
  readonly refusal: DraftRefusal | null;
  readonly nearest: readonly CatalogueEntry[];
  /** A condition that is to be confirmed; null where nothing is proposed. */
  readonly proposal: Proposal | null;
}

/** Share of what the words of a sentence weigh that a template must have, and how much better it is. */
const WITH_LIMIT = { covered: 0.6, margin: 1.2 } as const;
/** Words alone say less than words with a limit that fits. */
const BY_WORDS = { covered: 0.75, margin: 1.25 } as const;
/** Below this, words have nothing to do with a template. */
const ASKED_FROM = 0.5;

interface Candidate {
  readonly hit: Hit<CatalogueEntry>;
  readonly fit: Fitted;
}

const NOTHING = {
  program: null,
  templateId: null,
  params: null,
  why: [],
  filled: [],
  kept: [],
  asked: [],
  refusal: null,
} as const;

type Found = Omit<Draft, "read" | "nearest" | "proposal">;

const AVERSE =
  "it asks about an alarm, or takes one off: write when to alert, as in alert me when the flow is below 2 L/s";

const isKnown = (word: string): boolean => catalogue.knows(word);

/** @param hints what a person answered to what was asked */
export function generate(description: string, hints: Hints = {}): Draft {
  const read = plainly(normalized(description));
  if (hints.condition !== undefined) return confirmed(hints.condition, read);
  const draft = strictly(read, hints);
  if (draft.program !== null && isUndraftable(read)) {
    const { nearest } = draft;
    return {
      ...NOTHING,
      read,
      nearest,
      proposal: null,
      refusal: { kind: "UNREAD", message: AVERSE, at: null },
    };
  }
  const isOpen = draft.program === null && hints.templateId === undefined;
  return { ...draft, proposal: isOpen ? proposed(read) : null };
}

/** What can be built of the whole sentence, read by its words and their weights. */
function proposed(read: string): Proposal | null {
  const proposal = proposalOf(read);
  return proposal !== null && built(proposal.condition, read).ok ? proposal : null;
}

function confirmed(condition: Condition, read: string): Draft {
  const none = { ...NOTHING, read, nearest: [], proposal: null };
  const result = built(condition, read);
  if (!result.ok) {
    const message = `condition/${result.fault.at}: ${result.fault.message}`;
    return { ...none, refusal: { kind: "NO_CONDITION", message, at: null } };
  }
  const { filled, kept, program } = result.plain;
  const words = condition.parts.map(({ quantity }) => quantity).join(", ");
  return { ...none, program, filled, kept, why: [{ rule: "the condition that was sent", words }] };
}

function strictly(read: string, hints: Hints): Omit<Draft, "proposal"> {
  const sentence = readSentence(read);
  if (!sentence.ok) {
    const joined = joinedIn(read, isKnown);
    if (joined !== null) return { ...joinedDraft(joined, read), read, nearest: [] };
    const { at, message } = sentence.stop;
    const nearest = nearestOf(catalogue.search(wordsOf(read)));
    const refusal = { kind: "UNREAD", message: reasonOf(read, message), at } as const;
    return { ...NOTHING, read, refusal, nearest };
  }
  const { reading } = sentence;
  const hits = catalogue.search(reading.subject);
  const found = foundIn(reading, hits, hints);
  const joined = found.refusal?.kind === "UNREAD" ? joinedIn(read, isKnown) : null;
  if (joined !== null) return { ...joinedDraft(joined, read), read, nearest: [] };
  const draft = withAside(found, reading);
  const nearest = nearestOf(hits).filter(({ id }) => id !== draft.templateId);
  return { ...draft, read, nearest };
}

function joinedDraft(joined: Joined | Asked, read: string): Found {
  if (!("parts" in joined)) return { ...NOTHING, asked: [joined] };
  const { aside, isAnd, parts } = joined;
  const { filled, kept, program } = joinedPlain(joined, read);
  const rule = isAnd ? "a monitor of two readings: both" : "a monitor of two readings: one or both";
  const why = [{ rule, words: parts.map(({ about }) => about).join(", ") }];
  return withAside({ ...NOTHING, program, why, filled, kept }, { aside });
}

/** Each part of the sentence that a draft sets aside is shown with it. */
function withAside(draft: Found, { aside }: Pick<Reading, "aside">): Found {
  return draft.program === null ? draft : { ...draft, why: [...draft.why, ...aside] };
}

function nearestOf(hits: readonly Hit<CatalogueEntry>[]): readonly CatalogueEntry[] {
  return hits.slice(0, NEAREST).map(({ entry }) => entry);
}

function foundIn(reading: Reading, hits: readonly Hit<CatalogueEntry>[], hints: Hints): Found {
  const { templateId } = hints;
  if (templateId !== undefined && templateId !== PLAIN) return named(reading, templateId, hints);
  if (templateId === undefined) {
    const { one, several } = choose(hits, reading);
    const open = one === null || reading.limit === null ? null : templateOpen(one, reading);
    if (open !== null) return { ...NOTHING, asked: [open] };
    if (one !== null) return ofTemplate(one, hints, asideOf(one, reading));
    if (several.length > 0) return severalFit(several, reading);
  }
  return plainDraft(reading) ?? byCue(reading) ?? refused(reading);
}

/** One that fits and is clearly the best, or those among which a person has to say. */
function choose(
  hits: readonly Hit<CatalogueEntry>[],
  reading: Reading,
): { readonly one: Candidate | null; readonly several: readonly Candidate[] } {
  const none = { one: null, several: [] };
  const { limit, rate, silence } = reading;
  const isByWords = limit === null && rate === null && silence === null;
  const { covered, margin } = isByWords ? BY_WORDS : WITH_LIMIT;
  const fitting = hits
    .filter(
      ({ coverage, matched }) =>
        coverage >= ASKED_FROM && reading.naming.every((word) => matched.includes(word)),
    )
    .flatMap((hit): Candidate[] => {
      const { template } = hit.entry;
      const fit = isOwn(template, reading) ? fitted(template, reading) : null;
      return fit === null || !isOwnOrder(template, fit) ? [] : [{ hit, fit }];
    });
  const [best, second] = fitting;
  if (best === undefined) return none;
  const isClear = second === undefined || best.hit.score >= margin * second.hit.score;
  if (isClear && best.hit.coverage >= covered) return { one: best, several: [] };
  // A limit of its own says what is watched without any of them.
  if (plainOf(reading, isKnown) !== null) return none;
  const near = fitting.filter(({ hit }) => hit.score * margin > best.hit.score).slice(0, NEAREST);
  return { one: null, several: near };
}

/** Words of the sentence that the template does not have. */
function asideOf({ hit: { matched } }: Candidate, { subject }: Reading): readonly string[] {
  return subject.filter((word) => !wordsOf(word).some((one) => matched.includes(one)));
}

function templateOpen({ fit }: Candidate, reading: Reading): Asked | null {
  const { isBare, limit } = reading;
  if (!isBare) return degreesIn(reading, limit!);
  const question = "is this when to alert, or what must hold? Write alert when, or must";
  return { slot: fit.filled[0]?.slot ?? "limit", question, words: limit!.words };
}

function ofTemplate(
  { fit, hit: { entry, matched } }: Candidate,
  hints: Hints,
  aside: readonly string[] = [],
): Found {
  const params = { ...fit.params, ...hints.params };
  const answered = new Set(Object.keys(hints.params ?? {}));
  const asked = fit.asked.filter(({ slot }) => !answered.has(slot));
  const program = asked.length === 0 ? programOf(entry, params) : null;
  const set = new Set(Object.keys(params));
  const kept = Object.entries(entry.template.params)
    .filter(([name]) => !set.has(name))
    .map(([slot, { default: value, reason, unit }]) => ({
      slot,
      value,
      unit: unit ?? null,
      reason,
    }));
  return {
    program,
    templateId: entry.id,
    params,
    why: [
      { rule: "words that the template has", words: matched.join(" ") },
      ...(aside.length === 0
        ? []
        : [{ rule: "set aside: the template has no such words", words: aside.join(" ") }]),
    ],
    filled: fit.filled,
    kept: [...fit.moved, ...kept],
    asked,
    refusal: null,
  };
}

function named(reading: Reading, id: string, hints: Hints): Found {
  const archetype = archetypeOf(id);
  if (archetype !== null) return ofArchetype(archetype, reading, hints);
  const entry = catalogue.get(id);
  const fit = entry === null ? null : fitted(entry.template, reading);
  if (entry !== null && fit !== null)
    return ofTemplate({ fit, hit: { entry, score: 0, coverage: 1, matched: [] } }, hints);
  const known = Object.keys(entry?.template.params ?? {}).join(", ");
  const message =
    entry === null
      ? `there is no template ${id}`
      : `${id} has no place for all that the sentence says: its params are ${known}`;
  return { ...NOTHING, refusal: { kind: "NO_PLACE", message, at: null } };
}

function severalFit(candidates: readonly Candidate[], { text }: Reading): Found {
  const ids = candidates.map(({ hit }) => hit.entry.id);
  const question = `is it ${ids.join(" or ")}? Say so in hints.templateId`;
  const asked = [{ slot: "templateId", question, words: text.slice(0, 80) }];
  return { ...NOTHING, asked };
}

function plainDraft(reading: Reading): Found | null {
  const draft = plainOf(reading, isKnown);
  if (draft === null) return null;
  const words = reading.subject.join(" ");
  const why = [{ rule: "no template watches this: a monitor of the reading itself", words }];
  if (!draft.ok) return { ...NOTHING, why, asked: draft.asked };
  const { filled, kept, program } = draft.plain;
  return { ...NOTHING, program, templateId: null, why, filled, kept };
}

/** A record, a computation, a simulation or an agent, where the sentence names one. */
function byCue(reading: Reading): Found | null {
  const { hold, limit, named: numbers, rate, schedule, text, window } = reading;
  if ([hold, limit, rate, schedule, window].some((one) => one !== null) || numbers.length > 0)
    return null;
  // An alarm by its condition is none of these, whatever else its words are.
  if (/\b(?:alarm|alert|warn|notify)\b.*\b(?:when|if|once)\b/iu.test(text)) return null;
  const asked = ARCHETYPES.filter(({ cue }) => cue.test(text.toLowerCase()));
  return asked.length === 1 ? ofArchetype(asked[0]!, reading, {}) : null;
}

function ofArchetype(
  archetype: Archetype,
  { limit, named: numbers, text }: Reading,
  hints: Hints,
): Found {
  const templateId = archetypeId(archetype);
  if (limit !== null || numbers.length > 0) {
    const message = `${templateId} has no place for the numbers of a sentence: set hints.params`;
    return { ...NOTHING, refusal: { kind: "NO_PLACE", message, at: null } };
  }
  const params = { ...hints.params };
  const program = archetypeProgram(archetype, params);
  const words = archetype.cue.exec(text.toLowerCase())?.[0] ?? archetype.name;
  return {
    ...NOTHING,
    program,
    templateId,
    params,
    why: [{ rule: "an archetype by its name", words }],
  };
}

function refused(reading: Reading): Found {
  const found = unread(reading);
  const { refusal } = found;
  if (refusal === null) return found;
  return { ...found, refusal: { ...refusal, message: reasonOf(reading.text, refusal.message) } };
}

function unread(reading: Reading): Found {
  const number = reading.named[0]?.value ?? reading.times[0];
  if (number !== undefined) {
    const message = `${number.text} is no setting of what was found: say what it is, or leave it out`;
    return { ...NOTHING, refusal: { kind: "UNREAD", message, at: number.at } };
  }
  const message =
    "no template watches this, and no limit says when to alert: name a limit with its unit," +
    " or one of the nearest";
  return { ...NOTHING, refusal: { kind: "NO_TEMPLATE", message, at: null } };
}
