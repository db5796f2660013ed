/**
 * From a question in plain language to the solver or operator that answers it, or to the reason why
 * none does. Pure: a list of cues, integer scores, ties by id; the same question gives the same
 * bytes on every node.
 */
import type { Registry } from "../operators/registry.js";
import { once } from "../once.js";
import { countWork } from "../workCount.js";
import { cardOf } from "../solvers/cards.js";
import { describeField } from "../solvers/input.js";
import type { SolverCard } from "../solvers/solver.js";
import { joinedSpreads, spansIn, type Span } from "../units/quantity/index.js";
import { bindQuantities } from "./bindQuantities.js";
import { closedFormOf } from "./closedForm.js";
import { cueHash, cues, cuesIn, type CueMatch } from "./cues.js";
import { refusesComputation } from "./intent.js";
import { quantitiesIn, type FoundQuantity } from "./quantities.js";
import { conversionOf, plainConversionOf } from "./laws/anotherUnit.js";
import { constantOf, type NamedConstant } from "./laws/constants.js";
import { Kept } from "./laws/filling/kept.js";
import { matchLaw } from "./laws/match.js";
import { readQuestion, type Question } from "./laws/reading/reading.js";
import type { Licence } from "./laws/licence/licence.js";
import { licenceOfNamed } from "./laws/licence/namedLicence.js";
import { tieBreak } from "./rank.js";
import { isInCue, reasons, SCALE, scores, withoutNegated } from "./cueScores.js";
import { lawRoute, openOf, overridden, withConstants } from "./lawRoute.js";
import { EMPTY, type Draft, type Reason, type Route, type RouteRefusal } from "./routed.js";
import {
  ambiguous,
  CANDIDATES_SHOWN,
  isNoQuestion,
  nearestTo,
  noMatch,
  quoted,
  unreadQuantity,
} from "./routeRefusals.js";
import { restatedOperator, restatedSolver } from "./restate.js";
import { normalized, wordsOf } from "./text.js";
import {
  spreadFor,
  spreadsOfUnits,
  withoutUncertainties,
  type StatedUncertainty,
  type WithoutUncertainties,
} from "./statedUncertainty.js";
import type { TypedReading } from "./typed/readingFormat.js";
import {
  readingOfJoined,
  readingOfLaw,
  readingOfSolver,
  type ReadWords,
} from "./typed/writeReading.js";
import { readingToConfirm } from "./turnedDown.js";
import { routeTold, type Asked } from "./routeTold.js";
import { unreadIn } from "./unread.js";

/** The winner has this much of the second. */
const MARGIN_NUMERATOR = 5;
const MARGIN_DENOMINATOR = 4;
/** Work of a question in words, for a character. */
const CHAR_WORK = 10;

/** @param constants override what the question says; conflicts are told in `why` */
export function routeQuery(
  registry: Registry,
  query: string,
  constants: Readonly<Record<string, unknown>> = {},
): Route {
  countWork(CHAR_WORK * query.length);
  const without = withoutUncertainties(normalized(query));
  const { text } = without;
  const spans = once(() => spansIn(text));
  const { joined, laws, ...route } = withUncertainties(
    routeTold(registry, { text, query, constants, spans }, routeText),
    without,
    spans,
  );
  const [reading = null, ...rivals] = readingsOf(registry, { ...route, joined, laws }, query, text);
  return { ...route, reading, rivals };
}

/** The reading of a route, and its rivals where it is asked which one is meant. */
function readingsOf(
  registry: Registry,
  {
    bodies,
    joined,
    laws,
    operators,
    params,
    refusal,
    setAside,
    solver,
    uncertainties,
    unit,
    why,
  }: Draft,
  query: string,
  text: string,
): readonly TypedReading[] {
  const words: ReadWords = {
    query,
    text,
    unit,
    uncertainties: { ...uncertaintiesOf(bodies), ...uncertainties },
    setAside,
    open: openPlaces(registry, refusal, text),
  };
  const isRead = refusal === null || refusal.kind === "OPEN_READING";
  if (joined !== null) return [readingOfJoined(joined, words)];
  if (isRead && operators !== null) {
    const numbers = Object.entries(params).filter(([, value]) => typeof value === "number");
    const read = laws[0] ?? { id: operators[0]!, target: null, cases: [] };
    const law = { ...read, params: Object.fromEntries(numbers), missing: [], places: why, bodies };
    return [readingOfLaw(registry, law, words)];
  }
  if (isRead && solver !== null) return [readingOfSolver(solver, params, why, words)];
  return laws.map((law) => readingOfLaw(registry, law, words));
}

function openPlaces(
  registry: Registry,
  refusal: RouteRefusal | null,
  text: string,
): TypedReading["open"] {
  switch (refusal?.kind) {
    case "OPEN_READING":
      return refusal.open.map(({ at, message, what }) => ({
        what,
        message,
        text: text.slice(...at).trim(),
      }));
    case "MISSING_INPUT": {
      const { record } = registry.get(refusal.operator)!;
      return refusal.missing.map((name) => ({
        what: "input",
        message: `${record.symbols[name]?.name ?? name} (${name}) is not said`,
      }));
    }
    case "AMBIGUOUS":
      return [{ what: "law", message: refusal.question }];
    default:
      return [];
  }
}

/** A body's property, as its source states it, ends in the uncertainty of the answer. */
function uncertaintiesOf(bodies: Route["bodies"]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(bodies).flatMap(([name, { relative_uncertainty, value }]) => {
      const uncertainty = Number(((relative_uncertainty ?? 0) * Math.abs(value)).toPrecision(2));
      return uncertainty > 0 ? [[name, uncertainty] as const] : [];
    }),
  );
}

/**
 * What the question states of uncertainties goes to the inputs that took its numbers, and what is
 * known of measured units to the inputs that are given in them.
 */
function withUncertainties(
  route: Draft,
  { stated, unread }: WithoutUncertainties,
  spans: () => readonly Span[],
): Draft {
  if (unread !== null && !isNoQuestion(route.refusal))
    return { ...route, restated: null, laws: [], refusal: unreadQuantity(unread) };
  const isRead = route.refusal === null || route.refusal.kind === "OPEN_READING";
  if (!isRead) return route;
  const ofUnits = route.operators === null ? {} : spreadsOfUnits(route.params, spans());
  if (stated.length === 0) return { ...route, uncertainties: joinedSpreads({}, ofUnits) ?? {} };
  const found: [string, number][] = [];
  for (const one of stated) {
    const reason = route.why.find(
      ({ at, rule }) => at[0] <= one.at[0] && one.at[0] < at[1] && rule.startsWith("input by"),
    );
    // An operator that is named takes its inputs by their names, which no reason tells.
    const names = reason === undefined ? Object.keys(route.params) : [reason.cue];
    const fitting = names.flatMap((name): [string, number][] => {
      const value = route.params[name];
      const spread = typeof value === "number" ? spreadFor(one, value) : null;
      return spread === null ? [] : [[name, spread]];
    });
    const [only, another] = fitting;
    if (only === undefined || another !== undefined || route.operators === null)
      return { ...route, restated: null, refusal: leftOut(route, one) };
    found.push(only);
  }
  const spreads = found.map(([name, spread]) => `${name} ± ${spread} in SI`).join(", ");
  return {
    ...route,
    uncertainties: joinedSpreads(Object.fromEntries(found), ofUnits) ?? {},
    restated:
      route.restated?.replace(/ {2,}/g, " ").replace(/; right\?$/, `, ${spreads}; right?`) ?? null,
  };
}

function leftOut({ solver }: Draft, { at }: StatedUncertainty): RouteRefusal {
  const message =
    solver === null
      ? "This number states an uncertainty, and no one input takes it as it stands; give it apart."
      : `This number states an uncertainty, and ${solver} carries none of its inputs; give the value alone.`;
  return unreadQuantity({ at, message });
}

/** A text taken apart, each part when it is first looked at. */
interface Parts {
  readonly text: string;
  readonly question: () => Question;
  readonly found: () => readonly FoundQuantity[];
  readonly kept: Kept;
}

/** A reading, or one to confirm where none is sure. */
function routeText(registry: Registry, { constants, query, spans, text }: Asked): Draft {
  const kept = new Kept();
  const spansOf = (part: string): readonly Span[] => (part === text ? spans() : spansIn(part));
  const question = once(() => readQuestion(text, spansOf));
  const found = once(() => quantitiesIn(text, spans()));
  const route = routeWords(registry, { text, question, found, kept }, query, constants);
  if (route.refusal === null) return route;
  const turnedDown = { text, query, constants, question, spansOf, kept };
  return readingToConfirm(registry, route, turnedDown) ?? route;
}

function routeWords(
  registry: Registry,
  { found: numbers, kept, question: asked, text }: Parts,
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
  if (closed !== null) {
    const { at, cue, inputs, operator, rule } = closed;
    const stopped =
      unreadIn(text, found, (stem) => closed.named.has(stem) || operator.includes(stem)) ??
      closed.unread;
    const merged = overridden(inputs, constants);
    if (stopped !== null) {
      return {
        ...nothing,
        why: [{ cue, at, weight: SCALE, rule }],
        refusal: unreadQuantity(stopped),
      };
    }
    return {
      ...nothing,
      operators: [operator],
      params: merged.params,
      why: [{ cue, at, weight: SCALE, rule }, ...merged.conflicts],
      restated: restatedOperator(registry, operator, merged.params),
      unit: asked().wanted?.text ?? null,
      refusal: null,
      ...openOf(licenceOfOperator(registry, closed, asked()).open),
    };
  }
  const question = asked();
  const constant = constantOf(question) ?? plainConversionOf(question, text);
  if (constant !== null) return { ...nothing, ...constantRoute(constant, text), refusal: null };
  const scored = scores(matches, found);
  const [best, second] = scored;
  const law = matchLaw(registry, question, kept);
  const read = withConstants(registry, law, constants) ?? lawRoute(law, query, constants);
  if (read !== null && (law.kind === "answer" || best?.isEnough !== true))
    return { ...nothing, refusal: null, ...read };
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
      : routed(chosen);
  // What a law asks back says more than that a solver cannot take a number.
  const isAsked =
    read !== null &&
    ((law.kind === "open" && law.matches[0]!.isNamed) ||
      (chosen === null && law.kind === "missing" && law.match.isNamed));
  return solved.refusal !== null && isAsked ? { ...nothing, refusal: null, ...read } : solved;

  /** A word right behind a number may belong to a cue of the question or to a name of an input. */
  function isKnown(named: ReadonlySet<string>) {
    return (stem: string, [start]: readonly [number, number]): boolean =>
      named.has(stem) || isInCue(matches, start);
  }

  function routed(id: string): Draft {
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
    const stopped = unreadIn(text, found, isKnown(bound.named)) ?? bound.unread;
    const { open } = licenceOfSolver(card, matches, question);
    // Words of a domain and quantities among as many words that it has no use for are of another subject.
    const { fieldWords } = scored.find(({ solver }) => solver === id)!;
    const unread = open.filter(({ what }) => what === "word").length;
    if (fieldWords !== null && unread >= fieldWords + found.length)
      return {
        ...nothing,
        why,
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
}

function licenceOfOperator(
  registry: Registry,
  { at, operator }: { readonly at: readonly [number, number]; readonly operator: string },
  question: Question,
): Licence {
  const { record } = registry.get(operator)!;
  const symbols = Object.entries(record.symbols);
  return licenceOfNamed(question, {
    title: record.name,
    more: [
      record.description,
      record.result?.quantity ?? "",
      ...symbols.flatMap(([, { name, quantity }]) => [name, quantity]),
    ],
    isName: (place) => at[0] <= place[0] && place[1] <= at[1],
    symbols: new Set([
      record.result?.symbol ?? "",
      ...symbols.flatMap(([name, { aliases }]) => [name, ...aliases]),
    ]),
  });
}

function licenceOfSolver(
  card: SolverCard,
  matches: readonly CueMatch[],
  question: Question,
): Licence {
  const names = Object.keys(card.inputs.shape);
  const about = names.map((name): unknown =>
    Reflect.get(card.inputs.shape[name] ?? {}, "description"),
  );
  return licenceOfNamed(question, {
    title: `${card.primary.name} (${card.id})`,
    more: [
      card.title,
      card.summary,
      card.primary.quantity,
      ...about.filter((one) => typeof one === "string"),
      ...cues.filter(({ solver }) => solver === card.id).map(({ phrase }) => phrase),
    ],
    isName: ([start]) => isInCue(matches, start),
    symbols: new Set(names.flatMap((name) => describeField(card, name).accepts)),
  });
}

function constantRoute(constant: NamedConstant, text: string): Partial<Draft> {
  const { exact, name, source, symbol, uncertainty, unit, value } = constant;
  const isRounded = !exact && uncertainty === 0;
  const sure = exact
    ? "exact"
    : isRounded
      ? "exact, and rounded"
      : `standard uncertainty ${uncertainty}${unit === "1" ? "" : ` ${unit}`}`;
  return {
    constant,
    why: [{ cue: name, at: [0, text.length], weight: SCALE, rule: "constant named" }],
    restated:
      `${name.charAt(0).toUpperCase()}${name.slice(1)}${symbol === null ? "" : ` ${symbol}`} = ` +
      `${value}${unit === "1" ? "" : ` ${unit}`} (${sure}; ${source}); right?`,
  };
}
