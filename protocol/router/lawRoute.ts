/** What the laws make of a question, as a route: answered, open, asked back or turned down. */
import type { Registry } from "../operators/registry.js";
import { SCALE } from "./cueScores.js";
import { bodiesOf, lackOf, openQuestion, restated } from "./laws/explain.js";
import { casesSaid } from "./laws/licence/cases.js";
import type { Open } from "./laws/licence/open.js";
import type { Match } from "./laws/match.js";
import type { Matched } from "./laws/matched.js";
import type { Question } from "./laws/reading/reading.js";
import { restatedOperator } from "./restate.js";
import type { Draft, Reason } from "./routed.js";
import type { ReadLaw } from "./typed/writeReading.js";

const WAYS_SHOWN = 3;

/** A law as a question says it; what it lacks is a place left open. */
function readLaw({ filled, law }: Matched, question: Question): ReadLaw {
  return {
    id: law.id,
    params: Object.fromEntries(filled.uses.map(({ slot, value }) => [slot.name, value])),
    missing: filled.missing.map(({ name }) => name),
    target: filled.target.name,
    cases: casesSaid(question, law),
    places: placesOf(filled.uses),
    bodies: bodiesOf(filled.uses),
  };
}

function placesOf(uses: Matched["filled"]["uses"]): readonly Reason[] {
  return uses.map(({ at, rule, slot }) => ({
    cue: slot.name,
    at,
    weight: 0,
    rule: `input by ${rule}`,
  }));
}

export function overridden(
  params: Readonly<Record<string, unknown>>,
  constants: Readonly<Record<string, unknown>>,
): { readonly params: Readonly<Record<string, unknown>>; readonly conflicts: readonly Reason[] } {
  const conflicts = Object.keys(constants)
    .sort()
    .filter((name) => Object.hasOwn(params, name) && params[name] !== constants[name])
    .map((name): Reason => ({
      cue: name,
      at: [0, 0],
      weight: 0,
      rule:
        `constants say ${JSON.stringify(constants[name])}, the question ` +
        `${JSON.stringify(params[name])}: the constants hold`,
    }));
  return { params: { ...params, ...constants }, conflicts };
}

/**
 * A law that is named and nothing else is said, with all of its inputs among the constants of the
 * request; null otherwise.
 */
export function withConstants(
  registry: Registry,
  found: Match,
  constants: Readonly<Record<string, unknown>>,
): Partial<Draft> | null {
  if (found.kind !== "missing" || found.match.filled.uses.length > 0) return null;
  const { filled, law, said } = found.match;
  if (found.question.tokens.some(({ stem }) => !said.includes(stem))) return null;
  const params: Record<string, number> = {};
  for (const slot of filled.missing) {
    const names = Object.keys(constants).filter((name) =>
      [slot.name, ...slot.spellings].some((one) => plainName(one) === plainName(name)),
    );
    const value = names.length === 1 ? constants[names[0]!] : undefined;
    if (slot.isResult || typeof value !== "number") return null;
    params[slot.name] = value;
  }
  if (Object.keys(params).length !== Object.keys(constants).length) return null;
  const cue = law.entry.record.name;
  return {
    operators: [law.id],
    params,
    why: [
      {
        cue,
        at: placeOf(said, found.question),
        weight: SCALE,
        rule: "operator matched by its name",
      },
    ],
    restated: restatedOperator(registry, law.id, params),
  };
}

/** `m1` is `m_1`. */
function plainName(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** What the laws make of a question; null where none is meant. */
export function lawRoute(
  found: Match,
  query: string,
  constants: Readonly<Record<string, unknown>>,
): Partial<Draft> | null {
  if (found.kind === "none") return null;
  if (found.kind === "unread") {
    const { at, message, reason } = found;
    return {
      why: [{ cue: found.law.entry.record.name, at, weight: 0, rule: "operator named" }],
      refusal: { kind: "UNREAD_QUANTITY", message, span: at, reason },
    };
  }
  if (found.kind === "open") {
    const { message, question } = openQuestion(found.matches);
    const candidates = [...new Set(found.matches.map(({ law }) => law.id))];
    const laws = readWays(found.matches, found.question);
    return { laws, refusal: { kind: "AMBIGUOUS", message, candidates, question } };
  }
  const { filled, law } = found.match;
  const named: Reason = {
    cue: law.entry.record.name,
    at: placeOf(found.match.said, found.question),
    weight: SCALE,
    rule: found.match.isNamed ? "operator matched by its name" : "operator matched by its inputs",
  };
  if (found.kind === "missing") {
    const lack = lackOf(found.match, query);
    return {
      why: [named],
      laws: [readLaw(found.match, found.question)],
      refusal: { kind: "MISSING_INPUT", ...lack },
    };
  }
  const merged = overridden(
    Object.fromEntries(filled.uses.map(({ slot, value }) => [slot.name, value])),
    constants,
  );
  const inputs = placesOf(filled.uses);
  return {
    laws: [readLaw(found.match, found.question)],
    operators: [law.id],
    params: merged.params,
    why: [named, ...inputs, ...merged.conflicts],
    restated: restated(found.match),
    bodies: bodiesOf(filled.uses),
    unit: found.question.wanted?.text ?? null,
    setAside: found.licence.setAside,
    ...openOf(found.licence.open),
  };
}

/** Each law that may be meant; of one alone, the ways to give the numbers to its inputs. */
function readWays(matches: readonly Matched[], question: Question): readonly ReadLaw[] {
  const [first, another] = matches;
  if (first === undefined || another !== undefined)
    return matches.map((one) => readLaw(one, question));
  const { filled } = first;
  const ways = filled.ways
    .slice(0, WAYS_SHOWN)
    .map((way) => ({ ...first, filled: { ...filled, ...way } }));
  return (ways.length === 0 ? matches : ways).map((one) => readLaw(one, question));
}

export function openOf(open: readonly Open[]): Partial<Draft> {
  const [first] = open;
  if (first === undefined) return {};
  return { refusal: { kind: "OPEN_READING", message: first.message, span: first.at, open } };
}

/** Where the words of a name stand, from the first to the last. */
function placeOf(said: readonly string[], { text, tokens }: Question): readonly [number, number] {
  const own = tokens.filter(({ stem }) => said.includes(stem));
  const [first, last] = [own[0], own[own.length - 1]];
  return first === undefined ? [0, text.length] : [first.at[0], last!.at[1]];
}
