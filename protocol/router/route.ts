/**
 * From a question in plain language to the solver or operator that answers it, or to the reason why
 * none does. Pure: a list of cues, integer scores, ties by id; the same question gives the same
 * bytes on every node.
 */
import type { Registry } from "../operators/registry.js";
import { once } from "../once.js";
import { countWork } from "../workCount.js";
import { spansIn, type Span } from "../units/quantity/index.js";
import { closedFormOf } from "./closedForm.js";
import { cueHash, cuesIn } from "./cues.js";
import { refusesComputation } from "./intent.js";
import { quantitiesIn, type FoundQuantity } from "./quantities.js";
import { conversionOf, plainConversionOf } from "./laws/anotherUnit.js";
import { constantOf } from "./laws/constants.js";
import { matchLaw } from "./laws/match.js";
import { isOwnFormula, withoutFormulas } from "./laws/stops/formulaSaid.js";
import { readQuestion, type Question } from "./laws/reading/reading.js";
import { tieBreak } from "./rank.js";
import { isInCue, reasons, scores, withoutNegated } from "./cueScores.js";
import { lawRoute, withConstants } from "./lawRoute.js";
import { EMPTY, type Draft, type Route } from "./routed.js";
import {
  ambiguous,
  CANDIDATES_SHOWN,
  nearestTo,
  noMatch,
  quoted,
  unreadQuantity,
} from "./routeRefusals.js";
import { normalized, wordsOf } from "./text.js";
import { withoutUncertainties } from "./statedUncertainty.js";
import { routeTold, type Asked } from "./routeTold.js";
import { withUncertainties } from "./statedSpreads.js";
import { readingsOf } from "./readingsOf.js";
import { closedRoute, constantRoute } from "./plainRoutes.js";
import { solverRoute } from "./solverRoute.js";

/** The winner has this much of the second. */
const MARGIN_NUMERATOR = 5;
const MARGIN_DENOMINATOR = 4;
/** Work of a question in words, for a character. */
const CHAR_WORK = 10;

/**
 * What a question is routed to. Its readings are written when they are first looked at: what a refused
 * question likely means costs more than all else, and who asks for the refusal alone need not wait for it.
 *
 * @param constants override what the question says; conflicts are told in `why`
 */
export function routeQuery(
  registry: Registry,
  query: string,
  constants: Readonly<Record<string, unknown>> = {},
): Route {
  countWork(CHAR_WORK * query.length);
  const without = withoutUncertainties(normalized(query));
  const { text } = without;
  const spans = once(() => spansIn(text));
  const draft = routeTold(registry, { text, query, constants, spans }, routeText);
  const { joined, laws, suggested, ...route } = withUncertainties(draft, without, spans);
  const readings = once(() => {
    const own = readingsOf(registry, { ...route, joined, laws }, query, text);
    const meant = suggested();
    const likely =
      meant === null
        ? []
        : readingsOf(registry, withUncertainties(meant, without, spans), query, text);
    // A law that lacks an input says which; of two that are as near the likelier one goes first.
    const isLacking = route.refusal?.kind === "MISSING_INPUT";
    return isLacking ? [...own, ...likely] : [...likely, ...own];
  });
  return {
    ...route,
    get reading() {
      return readings()[0] ?? null;
    },
    get rivals() {
      return readings().slice(1);
    },
  };
}

/** A route with its readings written, as it leaves the router for another thread. */
export function writtenRoute(route: Route): Route {
  return { ...route };
}

/** A text taken apart, each part when it is first looked at. */
interface Parts {
  readonly text: string;
  readonly question: () => Question;
  readonly found: () => readonly FoundQuantity[];
}

/** What the strict reader makes of a text. */
function routeText(registry: Registry, { constants, query, spans, text }: Asked): Draft {
  const spansOf = (part: string): readonly Span[] => (part === text ? spans() : spansIn(part));
  const question = once(() => readQuestion(text, spansOf));
  const found = once(() => quantitiesIn(text, spans()));
  const route = routeWords(registry, { text, question, found }, query, constants);
  return route.refusal === null
    ? route
    : (withOwnFormula(registry, text, query, constants) ?? route);
}

/** `KE = m v^2/2, m = 2 kg, v = 3 m/s`: the formula of the law, written out, says nothing more. */
function withOwnFormula(
  registry: Registry,
  said: string,
  query: string,
  constants: Asked["constants"],
): Draft | null {
  const text = withoutFormulas(said);
  if (text === null) return null;
  const spans = once(() => spansIn(text));
  const question = once(() =>
    readQuestion(text, (part) => (part === text ? spans() : spansIn(part))),
  );
  const found = once(() => quantitiesIn(text, spans()));
  const route = routeWords(registry, { text, question, found }, query, constants);
  const law = route.operators?.length === 1 ? registry.get(route.operators[0]!) : undefined;
  const isTold = route.refusal === null && law !== undefined && isOwnFormula(said, law);
  return isTold ? route : null;
}

function routeWords(
  registry: Registry,
  { found: numbers, question: asked, text }: Parts,
  query: string,
  constants: Readonly<Record<string, unknown>>,
): Draft {
  const words = wordsOf(text);
  const nothing = { ...EMPTY, cueHash: cueHash() };
  if (words.length === 0) {
    return {
      ...nothing,
      refusal: {
        kind: "EMPTY_QUERY",
        message: "The question is empty: say what is to be computed.",
      },
    };
  }
  const matches = withoutNegated(cuesIn(words), words, text);
  // The digits of a name, as in "Yoshida 4" or "SU(2)", are no number of the question.
  const found = numbers().filter(({ at: [start] }) => !isInCue(matches, start));
  const refused = refusesComputation(
    words,
    found.some(({ hasUnit }) => hasUnit),
  );
  if (refused) return { ...nothing, refusal: noMatch([], "no-computation") };
  const closed = closedFormOf(registry, text, found);
  if (closed !== null) return closedRoute(registry, { closed, found, asked, text }, constants);
  const question = asked();
  const constant = constantOf(question) ?? plainConversionOf(question, text);
  if (constant !== null) return { ...nothing, ...constantRoute(constant, text), refusal: null };
  const scored = scores(matches, found);
  const [best, second] = scored;
  const law = matchLaw(registry, question);
  const read = withConstants(registry, law, constants) ?? lawRoute(law, query, constants);
  if (read !== null && (law.kind === "answer" || best?.isEnough !== true)) {
    // `90 mmHg diastolic`: a law whose words are said knows less of it than who asks for another unit.
    const isUnknown =
      read.refusal?.kind === "UNREAD_QUANTITY" && read.refusal.reason === "unknown unit";
    const converted = isUnknown ? conversionOf(question, text) : null;
    return { ...nothing, refusal: null, ...(converted ? constantRoute(converted, text) : read) };
  }
  const why = reasons(matches, best?.solver ?? null);
  const candidates = scored
    .slice(0, CANDIDATES_SHOWN)
    .map(({ score, solver }) => ({ solver, score }));
  const named = found.find(({ name, problem }) => name !== null && problem !== null);
  if ((best === undefined || !best.isEnough) && named !== undefined)
    return { ...nothing, why, candidates, refusal: unreadQuantity(quoted(text, named)) };
  const converted = best === undefined || !best.isEnough ? conversionOf(question, text) : null;
  if (converted !== null) return { ...nothing, ...constantRoute(converted, text), refusal: null };
  if (best === undefined || !best.isEnough)
    return {
      ...nothing,
      why,
      candidates,
      refusal: noMatch(nearestTo(registry, text, words), "no-domain-cue"),
    };
  const isClose =
    second !== undefined && MARGIN_DENOMINATOR * best.score < MARGIN_NUMERATOR * second.score;
  const chosen =
    isClose && best.score === second.score
      ? tieBreak(words, best.solver, second.solver)
      : isClose
        ? null
        : best.solver;
  const solved =
    chosen === null
      ? { ...nothing, why, candidates, refusal: ambiguous(best.solver, second!.solver) }
      : solverRoute(
          registry,
          chosen,
          { text, words, matches, found, scored, question, candidates },
          constants,
        );
  // What a law asks back says more than that a solver cannot take a number.
  const isAsked =
    read !== null &&
    ((law.kind === "open" && law.matches[0]!.isNamed) ||
      (chosen === null && law.kind === "missing" && law.match.isNamed));
  return solved.refusal !== null && isAsked ? { ...nothing, refusal: null, ...read } : solved;
}
