/** A question taken apart: words, quantities with the words around them, bodies, what is asked. */
import { keepingFew, keepingLast } from "../../../once.js";
import { isUnit } from "../../../units/index.js";
import { spansIn, type Span } from "../../../units/quantity/index.js";
import { lawStem } from "../lexicon/lawWords.js";
import { askedIn, clauseBehind, leadOf, openersIn } from "./askedWords.js";
import { everyForm } from "./everyNumber.js";
import { givenOf, partOf } from "./givenNumbers.js";
import { keysApart } from "./keyUnits.js";
import { withListUnits } from "./listUnits.js";
import { namedIn } from "./namedBodies.js";
import { certainForms, looseForms, withoutColons } from "./numberForms.js";
import { withoutMoles } from "./ofOneMole.js";
import { plainly } from "./plainly.js";
import type { Given, Question } from "./question.js";
import { respelled } from "./respelled.js";
import { stateOfPart } from "./spanForms.js";
import { tokensOf } from "./tokens.js";
import { wantedOfEach } from "./wantedOfEach.js";
import { wantedIn } from "./wantedUnit.js";
import { withWholeNames } from "./wholeNames.js";

export type { Given, Named, Question, Token } from "./question.js";

/** Numbers that are read with the words around them: more than any law has inputs for. */
const GIVEN_MAX = 24;

/** @param spansOf numbers of a text, which the caller may have read */
export function readQuestion(typed: string, spansOf = spansIn): Question {
  const { body, ordinals, spans, text, wanted } = readNumbers(typed, spansOf);
  return questionOf({ body, ordinals, spans, text, wanted });
}

/** The question with its numbers read otherwise, for a proposal; none where no number may be. */
export function looselyRead(typed: string, spansOf = spansIn): readonly Question[] {
  const { spans, ...numbers } = readNumbers(typed, spansOf);
  const body = withoutColons(numbers.body, spans);
  return looseForms(numbers.body, spans).map((loose) =>
    questionOf({ ...numbers, body, spans: loose }),
  );
}

/** The question with each number as one value, in at most three forms, the likeliest first, for a proposal. */
export function readAnyhow(typed: string, spansOf = spansIn): readonly Question[] {
  const apart = keysApart(respelled(typed));
  const { spans, ...read } = readNumbers(apart.text, spansOf);
  const numbers = { ...read, wanted: wantedOfEach(read.text) ?? read.wanted };
  const body = withoutColons(numbers.body, spans);
  const written = { body, keys: apart.keys, spans, typed: apart.text };
  return everyForm(written).map((form) => {
    const question = questionOf({ ...numbers, body, spans: form });
    const given = question.given.map((one) => asDiameter(withoutUnitBefore(body, one)));
    return { ...question, given };
  });
}

/** The word that a number has as if it were said is the nearest. */
function asDiameter(given: Given): Given {
  const [said, another] = stateOfPart(given.span);
  if (said !== "diameter" || another !== undefined) return given;
  const stem = lawStem(said);
  return { ...given, before: [stem, ...given.before.filter((one) => one !== stem)] };
}

/** The kPa of `in kPa 2.0 m down` is of what is asked, and no name. */
function withoutUnitBefore(text: string, given: Given): Given {
  const { label, span } = given;
  if (label === null || !isUnit(label)) return given;
  const head = text.slice(Math.max(0, span.at[0] - label.length - 8), span.at[0]);
  return /\bin\s+\S+\s+$/iu.test(head) ? { ...given, label: null } : given;
}

interface Numbers extends Pick<Question, "ordinals" | "text" | "wanted"> {
  /** The text without the unit that is asked for at its end. */
  readonly body: string;
  readonly spans: readonly Span[];
}

/** Of one question: its looser forms begin with the same. What nobody keeps numbers for is read anew. */
const keptNumbers = keepingFew((spansOf: typeof spansIn) =>
  keepingLast((typed: string) => foundNumbers(typed, spansOf)),
);

function readNumbers(typed: string, spansOf: typeof spansIn): Numbers {
  return spansOf === spansIn ? foundNumbers(typed, spansOf) : keptNumbers(spansOf)(typed);
}

function foundNumbers(typed: string, spansOf: typeof spansIn): Numbers {
  const { ordinals, text } = plainly(typed);
  const wanted = wantedIn(text);
  const body = wanted === null || wanted.isInside ? text : beforeUnit(text, wanted.at[0]);
  const numbers = spansOf(body).filter(
    ({ at, name }) =>
      name !== null ||
      !(
        isArticle(body.slice(...at)) ||
        isPointOf(body, at) ||
        (wanted !== null && wanted.at[0] <= at[0] && at[1] <= wanted.at[1])
      ),
  );
  return {
    body,
    ordinals,
    spans: withoutMoles(
      body,
      withWholeNames(body, certainForms(body, withListUnits(body, numbers))),
    ),
    text,
    wanted,
  };
}

function questionOf({ body, ordinals, spans, text, wanted }: Numbers): Question {
  const covered = spans.flatMap(({ at, name }) => (name === null ? [at] : [at, name.at]));
  const places = openersIn(body, spans);
  const tokens = tokensOf(body, covered, places);
  const given: Given[] = [];
  for (const [i, span] of spans.slice(0, GIVEN_MAX).entries())
    given.push(partOf(givenOf(body, span, spans[i - 1], spans[i + 1]), given.at(-1)));
  const { asked, head, how, isHow, openers } = askedIn(body, tokens, spans, places);
  const lead = asked === null ? leadOf(body, tokens, spans) : [];
  return {
    text,
    tokens,
    given,
    named: namedIn(body, tokens),
    asked,
    head,
    clause: clauseBehind(tokens, places),
    isHow,
    how,
    lead,
    openers,
    ordinals,
    wanted,
    maySuppose: false,
  };
}

/** The text up to the unit; what ends in a question mark is a question without it, too. */
function beforeUnit(text: string, end: number): string {
  const head = text.slice(0, end);
  return /\?\s*$/.test(text) && !/[?.!,;:]\s*$/.test(head) ? `${head}?` : head;
}

/** `two point charges` are no points of print. */
function isPointOf(text: string, [start, end]: readonly [number, number]): boolean {
  return /\bpoints?$/i.test(text.slice(start, end)) && /^\s+[\p{L}]/u.test(text.slice(end));
}

/** `one photon`, `a single gram` say that there is one: they state no number of their own. */
function isArticle(span: string): boolean {
  // `two people` are who the question is about.
  if (/\d|\b(?:hundred|thousand|million|billion|trillion)\b/i.test(span)) return false;
  return /^(?:one(?!\s+point\b)|a single|single)\b|^[a-z]+\s+(?:people|persons)$/i.test(span);
}
