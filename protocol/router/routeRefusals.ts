/** Refusals of a question, with what is nearest to it. */
import type { Registry } from "../operators/registry.js";
import { cardOf } from "../solvers/cards.js";
import { findLaws } from "./laws/find.js";
import type { FoundQuantity } from "./quantities.js";
import { nearestCards } from "./rank.js";
import type { RouteRefusal, Unreadable } from "./routed.js";
import type { Word } from "./text.js";
import type { Unread } from "./unread.js";

export const CANDIDATES_SHOWN = 5;

/** A number that an input is said to have, and why it has none. */
export function quoted(text: string, { at, problem }: FoundQuantity): Unread {
  return { at, message: `"${text.slice(...at)}": ${problem}` };
}

export function unreadQuantity({ at, message }: Unread): Unreadable {
  return { kind: "UNREAD_QUANTITY", message, span: at };
}

/** Laws, then solvers, that share words with the question; none where none does. */
export function nearestTo(
  registry: Registry,
  text: string,
  words: readonly Word[],
): readonly string[] {
  const laws = findLaws(registry, text).map(({ entry }) => entry.id);
  const cards = nearestCards(words, CANDIDATES_SHOWN).filter(({ score }) => score > 0);
  return [...laws.slice(0, CANDIDATES_SHOWN), ...cards.map(({ id }) => id)].slice(
    0,
    CANDIDATES_SHOWN,
  );
}

export function noMatch(
  nearest: readonly string[],
  reason: "no-domain-cue" | "no-computation",
): RouteRefusal {
  return {
    kind: "NO_MATCH",
    reason,
    nearest,
    message:
      reason === "no-computation"
        ? "This asks for a proof, a text or a fact; this service computes numbers."
        : "Nothing here says which computation is meant: name the method, the model or the quantity.",
  };
}

export function ambiguous(first: string, second: string): RouteRefusal {
  const [a, b] = [cardOf(first), cardOf(second)];
  return {
    kind: "AMBIGUOUS",
    candidates: [first, second],
    message: `This may mean ${first} or ${second}.`,
    question:
      `Do you want ${lowerFirst(a!.primary.name)} (${a!.title}), or ` +
      `${lowerFirst(b!.primary.name)} (${b!.title})?`,
  };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Nothing is asked that a number belongs to. */
export function isNoQuestion(refusal: RouteRefusal | null): boolean {
  if (refusal?.kind === "NO_MATCH") return refusal.reason === "no-computation";
  return refusal?.kind === "EMPTY_QUERY";
}
