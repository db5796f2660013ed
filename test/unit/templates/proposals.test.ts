/**
 * Drafts to confirm: what is proposed means what was written, in whichever words; it never turns
 * round, and where the strict reader drafts the sentence itself, both say the same.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as fc from "fast-check";
import { generate } from "../../../protocol/templates/generate/generate.js";
import type { Condition } from "../../../protocol/templates/generate/condition/condition.js";
import { proposalOf } from "../../../protocol/templates/generate/proposal/propose.js";
import { plainly } from "../../../protocol/templates/generate/spoken.js";
import { parseUnit, toSI } from "../../../protocol/units/index.js";
import { runs, sample } from "../../kit/runs.js";
import { charactersPassed } from "../../kit/words/patternWork.js";

const VECTORS = "test/vectors/contracts";
const CORPORA = ["drafted", "changes", "joined", "differences", "steps", "ratios", "which"];

function proposed(sentence: string): Condition | null {
  return proposalOf(plainly(sentence))?.condition ?? null;
}

/** When it alerts, whichever way it is said. */
function alarmOf({ kind, parts }: Condition): string {
  const turned: Readonly<Record<string, string>> = {
    above: "at most",
    below: "at least",
    "at least": "below",
    "at most": "above",
    inside: "outside",
    outside: "inside",
  };
  return parts
    .map(({ comparator, unit, values }) => {
      const side = kind === "alarm" ? comparator : turned[comparator]!;
      return `${side} ${values.join(" to ")} ${unit}`;
    })
    .join("; ");
}

const THINGS = [
  ["the smokehouse", "degC", 40, 90],
  ["the weir", "cm", 20, 300],
  ["the feed line pressure", "bar", 2, 40],
  ["the turbine shaft speed", "rpm", 300, 3000],
  ["the brine flow", "L/min", 5, 90],
  ["the silo weight", "kg", 50, 900],
] as const;

/** With a mark for the thing, and one for the number. */
const ALARMS: Readonly<Record<string, readonly string[]>> = {
  above: [
    "give the watchman a shout if T is running over N",
    "as soon as T creeps above N I want a text on my phone",
    "T > N -> wake the foreman",
    "kindly have somebody phoned once T exceeds N",
    "T higher than N, so holler at the lads",
    "T must never, ever go above N",
    "whoever is on watch should be told when T is more than N",
    "T mustn't be higher than N or else ring the bell",
  ],
  below: [
    "give the watchman a shout if T is running under N",
    "as soon as T sags below N I want a text on my phone",
    "T < N -> wake the foreman",
    "kindly have somebody phoned once T sinks beneath N",
    "T lower than N, so holler at the lads",
    "T must never, ever go below N",
    "whoever is on watch should be told when T is less than N",
    "T mustn't be lower than N or else ring the bell",
  ],
};

const thing = fc
  .constantFrom(...THINGS)
  .chain(([name, unit, least, most]) =>
    fc.integer({ min: least, max: most }).map((value) => ({ name, unit, value })),
  );
const alarm = fc
  .constantFrom("above", "below")
  .chain((side) => fc.constantFrom(...ALARMS[side]!).map((phrase) => ({ side, phrase })));

const filled = (
  phrase: string,
  { name, unit, value }: { name: string; unit: string; value: number },
): string => phrase.replace("T", name).replace("N", `${value} ${unit}`);

/** SI of each param, so that a minute is 60 s. */
function shapeOf(program: NonNullable<ReturnType<typeof generate>["program"]>): string {
  const { inputs, machine, params, trigger } = Object(program);
  const values = Object.entries(params).map(([name, param]) => {
    const { default: value, unit } = Object(param);
    const read = parseUnit(unit ?? "1");
    return [name, read.ok ? Number(toSI(value, read).toPrecision(9)) : `${value} ${unit}`];
  });
  return Object.keys(inputs ?? {}).reduce(
    (text, name, i) =>
      text.replaceAll(new RegExp(`(?<=input\\.|"field":"|")${name}\\b`, "gu"), `${i}`),
    JSON.stringify([values, trigger, machine]),
  );
}

const corpus: readonly string[] = CORPORA.flatMap((name) =>
  readFileSync(join(VECTORS, `conditions-${name}.tsv`), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t")[0]!),
);

describe("A draft to confirm", () => {
  it("means the side, the number and the unit that was written, in whichever words", () => {
    fc.assert(
      fc.property(thing, alarm, (one, { phrase, side }) => {
        const sentence = filled(phrase, one);
        const condition = proposed(sentence);
        expect(condition, sentence).not.equal(null);
        expect(alarmOf(condition!), sentence).equal(`${side} ${one.value} ${one.unit}`);
      }),
      { endOnFailure: true, numRuns: runs(200, 2_000) },
    );
  });

  it("says what the strict reader says, wherever both read a sentence", () => {
    let both = 0;
    for (const sentence of sample(corpus, 6)) {
      const { program, read, templateId } = generate(sentence);
      const condition = program === null || templateId !== null ? null : proposed(sentence);
      if (condition === null) continue;
      const confirmed = generate(sentence, { condition }).program;
      expect(confirmed, sentence).not.equal(null);
      expect(shapeOf(confirmed!), read).equal(shapeOf(program!));
      both += 1;
    }
    expect(both).greaterThan(runs(35, 200));
  });

  it("is none behind a word that denies", () => {
    const denials = [
      "never",
      "do not",
      "please don't",
      "under no circumstances",
      "there is no need to",
      "nobody has to",
      "stop trying to",
      "you needn't",
      "it isn't necessary to",
    ];
    const calls = [
      "alert me when",
      "ring the foreman if",
      "send us a text once",
      "wake anyone when",
    ];
    fc.assert(
      fc.property(
        thing,
        fc.constantFrom(...denials),
        fc.constantFrom(...calls),
        fc.constantFrom("is above", "drops below", "exceeds"),
        ({ name, unit, value }, denial, call, side) => {
          const sentence = `${denial} ${call} ${name} ${side} ${value} ${unit}`;
          expect(proposed(sentence), sentence).equal(null);
          expect(generate(sentence).program, sentence).equal(null);
        },
      ),
      { endOnFailure: true, numRuns: runs(60, 2_000) },
    );
  });

  it("is none where a sentence takes back, doubts or contradicts what it says", () => {
    const averse = [
      "Alerts are unwanted when the temperature is above 35 degC",
      "It is false that I want an alert when the temperature exceeds 90 degC",
      "The speed does not have to be below 30 m/s",
      "Send no message to the vet when the temperature is above 39 degC",
      "The nurse must not be called if the heart rate is above 120 /min",
      "Alert when the temperature exceeds 90 degC and ignore pressures above 5 bar",
      "The speed must stay under 30 m/s; alarm if it does",
      "The shelf needs at least 500 lx, tell me when it gets more than that",
      "The pressure is fine up to 5 bar, alarm below that",
      "The pressure is allowed when it is above 5 bar, alert me",
      "Alarm when the flow rises below 3 m^3/h",
      "Warn me when the vault is too cold above 3 degC",
      "Boiler pressure below 5 bar: call Jim, otherwise tell me",
      "Alarm above 80 degC in the kiln and clear once it is back over 75 degC",
      "Can the system text people when a tank goes under 3 litres?",
      "Alarm off when the steam is under 5.5 bar.",
      "Warn me if the kiln is below 60 degC and over 75 degC.",
      "Take the 48 degree alert off the amp rack.",
      "Shout if the oven is above 90 degC for less than 20 minutes, lads",
      "Shout if the line falls by 0.3 bar or less within an hour, lads",
      "The growing room wants 800 to 1200 ppm; inside of that, message the grower",
      "The ladle must read at least 900 degC, alert the furnaceman if it reads more",
      "It is fine if the oven goes over 90 degC, tell the baker",
      "Could you tell me how much 80 kN is in tonnes?",
      "Tell the pilot the wind is 8 knots.",
      "When I came in the steam was below 7 bar.",
      "Crew may silence the winch horn for up to 15 minutes",
      "Show me a graph of the boiler for the past two days",
    ];
    for (const sentence of averse) {
      expect(proposed(sentence), sentence).equal(null);
      expect(generate(sentence).program, sentence).equal(null);
    }
  });

  it("is on the side that is said, whatever else has a side in its words", () => {
    const said: readonly (readonly [sentence: string, alarm: string])[] = [
      ["H2 leak sensor at 10 percent of LEL or beyond, sound the alarm", "at least 10 %"],
      ["No climbing with wind past 50 mph, so the crew must be warned", "above 50 mph"],
      ["Nobody should be in the vault with O2 under 19.5 %, siren then", "below 19.5 %"],
      ["The potential less negative than -850 mV, put in a ticket", "above -850 mV"],
      ["The lower vat may run at up to 80 degC, over that I'd like a text", "above 80 degC"],
      ["Battery bank: warn at 48.5 V falling", "at most 48.5 V"],
      ["Blast vibration limited to 6 mm/s; tell me about anything stronger", "above 6 mm/s"],
      ["Moisture after the dryer shouldn't exceed 2 %; otherwise mail me", "above 2 %"],
    ];
    for (const [sentence, alarm] of said) {
      const condition = proposed(sentence);
      expect(condition, sentence).not.equal(null);
      expect(alarmOf(condition!), sentence).equal(alarm);
    }
  });

  it("stays with its clauses in another order", () => {
    const acts = ["tell the night shift", "get hold of me", "sound the siren", "ping the crew"];
    fc.assert(
      fc.property(
        thing,
        fc.constantFrom(...acts),
        fc.constantFrom("climbs above", "falls below", "is under", "goes over"),
        ({ name, unit, value }, act, side) => {
          const condition = `${name} ${side} ${value} ${unit}`;
          const [first, second] = [`${act} if ${condition}`, `if ${condition}, ${act}`].map(
            proposed,
          );
          expect(first, condition).not.equal(null);
          expect(second, condition).deep.equal(first);
        },
      ),
      { endOnFailure: true, numRuns: runs(100, 1_000) },
    );
  });

  it("builds nothing until its condition is sent back", () => {
    const draft = generate("holler if the glycol creeps past -1 degC, blast it");
    expect(draft.program).equal(null);
    expect(draft.proposal?.unread.map(({ words }) => words)).deep.equal(["blast"]);
    const { condition } = draft.proposal!;
    const changed = { ...condition, parts: [{ ...condition.parts[0]!, values: [2] }] };
    const { program, refusal } = generate("holler", { condition: changed });
    expect(refusal).equal(null);
    expect(Object(program).params.limit).include({ default: 2, unit: "degC" });
  });

  it("refuses a condition that cannot be, by the member that says it", () => {
    const { condition } = proposalOf("ring me if the kiln is above 900 degC")!;
    const refusalOf = (change: Partial<Condition>): string | undefined =>
      generate("kiln", { condition: { ...condition, ...change } }).refusal?.message;
    const [part] = condition.parts;
    expect(refusalOf({ clear: 950 })).match(/^condition\/clear: /u);
    expect(refusalOf({ hold: { value: 3, unit: "bar" } })).match(/^condition\/hold: /u);
    expect(refusalOf({ parts: [{ ...part!, comparator: "outside" }] })).match(
      /^condition\/parts\/0/u,
    );
    expect(refusalOf({ parts: [{ ...part!, values: [-400] }] })).match(/absolute zero/u);
    expect(refusalOf({ parts: [part!, part!], joined: "and" })).match(/^condition\/parts\/1/u);
  });

  it("costs in proportion to the length of a hostile text", () => {
    const pieces = [
      "if ",
      "not ",
      "above 5 ",
      "or ",
      ", ",
      "5 to ",
      "no data for ",
      "must never ",
      "was ",
      "minus ",
    ];
    for (const piece of pieces) {
      const [half, whole] = [1_000, 2_000].map((length) => {
        const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
        return charactersPassed(() => proposalOf(text));
      });
      // Twice the length costs at most three times as much, and no more than so much for a character.
      expect(whole! / Math.max(half!, 1_000), piece).lessThan(3);
      expect(whole! / 2_000, piece).lessThan(4_000);
    }
  });
});
