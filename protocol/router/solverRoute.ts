/** The route to a solver that cues chose: its inputs, and what of the question it has no use for. */
import type { Registry } from "../operators/registry.js";
import { cardOf } from "../solvers/cards.js";
import { bindQuantities } from "./bindQuantities.js";
import { isInCue, reasons, scores } from "./cueScores.js";
import { cueHash, type CueMatch } from "./cues.js";
import type { Question } from "./laws/reading/reading.js";
import { openOf, overridden } from "./lawRoute.js";
import { licenceOfSolver } from "./namedLicences.js";
import type { FoundQuantity } from "./quantities.js";
import { restatedSolver } from "./restate.js";
import { EMPTY, type Candidate, type Draft, type Reason } from "./routed.js";
import { nearestTo, noMatch, unreadQuantity } from "./routeRefusals.js";
import { wordsOf } from "./text.js";
import { unreadIn } from "./unread.js";

/** A question with its words, its numbers, and the cues of solvers in it. */
interface CuedQuestion {
  readonly text: string;
  readonly words: ReturnType<typeof wordsOf>;
  readonly matches: readonly CueMatch[];
  readonly found: readonly FoundQuantity[];
  readonly scored: ReturnType<typeof scores>;
  readonly question: Question;
  readonly candidates: readonly Candidate[];
}

export function solverRoute(
  registry: Registry,
  id: string,
  { candidates, found, matches, question, scored, text, words }: CuedQuestion,
  constants: Readonly<Record<string, unknown>>,
): Draft {
  const nothing = { ...EMPTY, cueHash: cueHash() };
  const card = cardOf(id)!;
  const inside = new Set(
    matches.flatMap(({ cue, words: [from, to] }) =>
      cue.kind === "weak" ? [] : words.slice(from, to),
    ),
  );
  const bound = bindQuantities(
    card,
    found,
    words.filter((word) => !inside.has(word)),
  );
  // A word right behind a number may belong to a cue of the question or to a name of an input.
  const isKnown = (stem: string, [start]: readonly [number, number]): boolean =>
    bound.named.has(stem) || isInCue(matches, start);
  const stopped = unreadIn(text, found, isKnown) ?? bound.unread;
  const { open } = licenceOfSolver(card, matches, question, bound.params);
  // Words of a domain and quantities among as many words that it has no use for are of another subject.
  const { fieldWords } = scored.find(({ solver }) => solver === id)!;
  const unread = open.filter(({ what }) => what === "word").length;
  if (fieldWords !== null && unread >= fieldWords + found.length)
    return {
      ...nothing,
      why: reasons(matches, scored[0]?.solver ?? null),
      candidates,
      refusal: noMatch(nearestTo(registry, text, words), "no-domain-cue"),
    };
  const merged = overridden(bound.params, constants);
  const bindings = bound.why.map(({ at, input, rule }): Reason => ({
    cue: input,
    at,
    weight: 0,
    rule: `input by ${rule}`,
  }));
  return {
    ...nothing,
    solver: id,
    params: merged.params,
    candidates,
    refusal: stopped === null ? null : unreadQuantity(stopped),
    restated: stopped === null ? restatedSolver(card, merged.params) : null,
    unit: question.wanted?.text ?? null,
    why: [...reasons(matches, id), ...bindings, ...merged.conflicts],
    ...(stopped === null ? openOf(open) : {}),
  };
}
