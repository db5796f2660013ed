/**
 * Sentences turned round: with each word of a side in place of its contrary, or behind a word that
 * denies, none of the corpora leaves the draft that it left before.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as fc from "fast-check";
import { generate } from "../../../protocol/templates/generate/generate.js";
import { runs } from "../../kit/runs.js";

const VECTORS = "test/vectors/contracts";
const CORPORA = ["drafted", "changes", "joined", "differences", "steps", "ratios", "which"];

const sentences: readonly string[] = CORPORA.flatMap((name) =>
  readFileSync(join(VECTORS, `conditions-${name}.tsv`), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t")[0]!),
);

/** What a draft does, without its text; null where there is none. */
function draftOf(sentence: string): string | null {
  const { asked, program, refusal } = generate(sentence);
  if (program === null || asked.length > 0 || refusal !== null) return null;
  const { inputs, machine, params, trigger } = program;
  // Names of inputs have the words of the sentence: which is which is what counts.
  return Object.keys(Object(inputs)).reduce(
    (text, name, i) =>
      text.replaceAll(new RegExp(`(?<=input\\.|"field":")${name}\\b`, "gu"), `${i}`),
    JSON.stringify([machine, params, trigger]),
  );
}

const CONTRARIES = [
  ["above", "below"],
  ["over", "under"],
  ["more", "less"],
  ["higher", "lower"],
  ["greater", "smaller"],
  ["hotter", "colder"],
  ["warmer", "colder"],
  ["at least", "at most"],
  ["high", "low"],
  ["rises", "falls"],
  ["rising", "dropping"],
  ["increasing", "decreasing"],
  ["jumps", "drops"],
  ["gains", "loses"],
  ["climbs", "sinks"],
  ["heats up", "cools down"],
  ["goes up", "goes down"],
  ["exceeds", "falls short of"],
  ["maximum", "minimum"],
  ["doubles", "halves"],
  ["up to", "down to"],
  ["inside", "outside"],
  ["within", "outside"],
] as const;

/** One for the other, wherever either stands. */
function turned(sentence: string, a: string, b: string): string {
  const other = (word: string): string => (word.toLowerCase() === a ? b : a);
  return sentence.replace(new RegExp(`(?<![a-z-])(?:${a}|${b})(?![a-z-])`, "giu"), other);
}

/** Words that a sentence may have in any order: nothing is turned by them. */
const NO_SIDE = new RegExp(
  " (?:over|within|in) (?:the last |a |an |one )?[\\d.a-z-]+ (?:s|minutes?|hours?|h|days?)\\b" +
    "|up or down|outside temperature",
  "giu",
);

describe("sentences turned round", () => {
  for (const [a, b] of CONTRARIES) {
    it(`${a} and ${b} never leave the same draft`, () => {
      const found = sentences
        .filter((one) => turned(one.replaceAll(NO_SIDE, ""), a, b) !== one.replaceAll(NO_SIDE, ""))
        .map((one) => [one, turned(one, a, b)] as const);
      expect(found.length).to.be.greaterThan(0);
      for (const [one, other] of found) {
        const before = draftOf(one);
        expect(before, one).to.not.equal(null);
        expect(draftOf(other), other).to.not.equal(before);
      }
    });
  }

  it("with a full stop or without one leave the same draft", () => {
    const written = sentences.filter((one) => !one.startsWith("{"));
    expect(written.length).to.be.greaterThan(300);
    for (const sentence of written) {
      const other = /[.!?]$/u.test(sentence) ? sentence.slice(0, -1) : `${sentence}.`;
      expect(draftOf(other), other).to.equal(draftOf(sentence));
    }
  });

  it("behind a label of what is done to an alarm never leave the same draft", () => {
    const labels = ["Mute", "Stop", "Cancel", "Ignore", "Silence", "Acknowledge", "Disable"];
    fc.assert(
      fc.property(
        fc.constantFrom(...sentences.filter((one) => !one.startsWith("{"))),
        fc.constantFrom(...labels),
        (sentence, label) => {
          const draft = draftOf(`${label}: ${sentence}`);
          if (draft !== null)
            expect(draft, `${label}: ${sentence}`).to.not.equal(draftOf(sentence));
        },
      ),
      { numRuns: runs(200, 4_000), endOnFailure: true },
    );
  });

  it("behind a word that denies never leave the same draft", () => {
    const denials = [
      "Never",
      "Do not",
      "It is not necessary that",
      "I do not mind if",
      "It is fine if",
      "Nobody wants an alarm:",
      "No alarm:",
      "Ignore it if",
      "Stop it:",
      "Forget that",
      "It is false:",
      "Not",
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...sentences),
        fc.constantFrom(...denials),
        (sentence, denial) => {
          const isName = /^\p{Lu}{2}|^I\b/u.test(sentence);
          const rest = isName ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1);
          const denied = `${denial} ${rest}`;
          const draft = draftOf(denied);
          if (draft !== null) expect(draft, denied).to.not.equal(draftOf(sentence));
        },
      ),
      { numRuns: runs(300, 4_000), endOnFailure: true },
    );
  });

  it("with a phrase behind them that changes when, never leave the same draft", () => {
    const phrases = [
      "only at night",
      "except on Sundays",
      "unless the pump is off",
      "but never on weekends",
      "while the door is open",
      "twice",
      "in winter",
      "on Tuesdays",
      "in the morning",
      "at dawn",
      "when I am away",
      "after the start",
      "and the valve is open",
      "or so",
      "divided by two",
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...sentences.filter((one) => !one.startsWith("{"))),
        fc.constantFrom(...phrases),
        (sentence, phrase) => {
          const changed = `${sentence.replace(/[.!?]$/u, "")} ${phrase}`;
          const draft = draftOf(changed);
          if (draft !== null) expect(draft, changed).to.not.equal(draftOf(sentence));
        },
      ),
      { numRuns: runs(300, 4_000), endOnFailure: true },
    );
  });
});
