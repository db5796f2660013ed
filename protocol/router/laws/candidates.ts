/** A law that takes the numbers of a question, as it is proposed to be confirmed. */
import { keepingFew } from "../../once.js";
import type { Registry } from "../../operators/registry.js";
import type { Filled } from "./filling/fillTypes.js";
import { SUPPOSED } from "./filling/otherwise.js";
import type { Reading } from "./filling/readings.js";
import { lawStem } from "./lexicon/lawWords.js";
import type { Licence } from "./licence/licence.js";
import { licenceFor } from "./licensed.js";
import type { Open } from "./licence/open.js";
import type { Matched } from "./matched.js";
import type { Given, Question } from "./reading/reading.js";
import { supposedOf } from "./reading/spanForms.js";
import type { settledBy, Settled } from "./settle.js";
import type { Said } from "./questionRoots.js";

export interface Proposal {
  readonly match: Matched;
  readonly question: Question;
  readonly licence: Licence;
}

export interface Candidate {
  readonly reading: Reading & { readonly filled: Filled };
  /** Its value, computed when it is first asked for. */
  readonly settled: () => ReturnType<typeof settledBy>;
  readonly weight: number;
  readonly question: Question;
  readonly said: Said;
  /** Numbers that the law does not take. */
  readonly left: readonly Given[];
}

/**
 * Names that no law has to have, words of the unit that is asked for, and inputs of the ideal case
 * that may be supposed.
 */
export const loosened = keepingFew((question: Question): Question => {
  const ofUnit = unitWords(question);
  const without = (stems: readonly string[]): readonly string[] =>
    ofUnit.size === 0 ? stems : stems.filter((stem) => !ofUnit.has(stem));
  return {
    ...question,
    asked: question.asked === null ? null : without(question.asked),
    head: without(question.head),
    maySuppose: true,
    given: question.given.map((one) =>
      one.span.name === null
        ? one
        : { ...one, label: one.span.name.text, span: { ...one.span, name: null } },
    ),
  };
});

/** `how many newton metres`: words of a unit ask for no force. */
function unitWords({ wanted }: Question): ReadonlySet<string> {
  const words = wanted?.isInside === true ? wanted.text.split(/[\s-]+/u) : [];
  return new Set(words.length > 1 ? words.map(lawStem) : []);
}

export function licenceBy(
  registry: Registry,
  { question, reading: { profile }, said }: Candidate,
  settled: Settled,
): Licence {
  return licenceFor(registry, question, said, profile, settled, () => true);
}

export function proposalOf(
  { left, question, reading, weight }: Candidate,
  { filled, refused }: Settled,
  { open, setAside }: Licence,
): Proposal {
  const { law } = reading.profile;
  const { name } = law.entry.record;
  const whole = [0, question.text.length] as const;
  const supposed = filled.uses
    .filter(({ rule }) => rule === SUPPOSED)
    .map(({ slot, value }): Open => ({
      what: "fact",
      at: whole,
      message: `the ${slot.about} (${slot.name}) is not said; ${value} is supposed`,
    }));
  const bounds = question.given.flatMap(({ span }): readonly Open[] => {
    const message = supposedOf(span);
    return message === null ? [] : [{ what: "fact", at: span.at, message }];
  });
  const turned: readonly Open[] =
    refused === undefined
      ? []
      : [
          {
            what: "fact",
            at: whole,
            message: `the numbers are given to the inputs so that the law takes them: ${refused}`,
          },
        ];
  const meant: Open = {
    what: "case",
    at: whole,
    message: `"${name}" takes these numbers and gives what is asked; say that it is meant`,
  };
  const aside = left.map(({ span: { at } }) => ({
    at,
    text: question.text.slice(...at),
    why: `${name} takes no such number`,
  }));
  return {
    match: { law, filled, said: [], score: weight, isNamed: false },
    question,
    licence: {
      open: [...(supposed.length > 0 ? supposed : [meant]), ...turned, ...bounds, ...open],
      setAside: [...setAside, ...aside],
    },
  };
}
