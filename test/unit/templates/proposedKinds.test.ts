/**
 * Kinds of conditions that only a draft to confirm has: two readings, a number that is right, counts, a
 * reading that stays the same. Each is said in several ways, of several things, and comes to one condition.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import {
  initialState,
  prepareProgram,
  trace,
  validateProgram,
} from "../../../protocol/contracts/index.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { computingHere } from "../../../protocol/log/computing.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { generate } from "../../../protocol/templates/generate/generate.js";
import type { Condition } from "../../../protocol/templates/generate/condition/condition.js";
import { proposalOf } from "../../../protocol/templates/generate/proposal/propose.js";
import { plainly } from "../../../protocol/templates/generate/spoken.js";
import { runs } from "../../kit/runs.js";

const registry = builtinRegistry();
const CALCOND_S = 0.777000777;

function proposed(sentence: string): Condition {
  const proposal = proposalOf(plainly(sentence));
  expect(proposal, sentence).not.equal(null);
  return proposal!.condition;
}

const PAIRS = [
  ["the attic", "the porch", "degC", 2, 20],
  ["the feed pressure", "the drain pressure", "bar", 1, 9],
  ["the upper gauge", "the lower gauge", "cm", 3, 80],
] as const;
const pair = fc
  .constantFrom(...PAIRS)
  .chain(([first, second, unit, min, max]) =>
    fc.integer({ min, max }).map((value) => ({ first, second, unit, value })),
  );

/** Marks: A and B for the two readings, N for the number. */
const OF_TWO: readonly (readonly [phrase: string, comparator: string])[] = [
  ["give me a shout if A is more than N above B", "exceeds by more than"],
  ["ring the foreman, would you, once A is N or more higher than B", "exceeds by at least"],
  ["if A exceeds B by more than N, wake me please", "exceeds by more than"],
  ["A more than N below B: holler at the crew", "trails by more than"],
  ["text us as soon as A is lower than B by at least N", "trails by at least"],
  ["somebody should be told when A and B are more than N apart", "differs by"],
  ["the difference between A and B is over N -> page me", "differs by"],
  ["buzz me once A and B differ by N or more", "differs by at least"],
  ["A minus B bigger than N, mail the fitter", "exceeds by more than"],
  ["A warmer than B by N or more means trouble; tell me", "exceeds by at least"],
  ["A and B shouldn't differ by more than N, mail me when they do", "differs by"],
];

/** Without a number: which of two is larger. */
const WHICH: readonly (readonly [phrase: string, comparator: string])[] = [
  ["A greater than B on the scrubber is backflow. Evacuation alarm.", "exceeds by more than"],
  ["if A drops lower than B, page the crew", "trails by more than"],
];

const RIGHT: readonly (readonly [phrase: string, of: (right: number, off: number) => number[]])[] =
  [
    [
      "ring me if the bath is more than O off its target of R",
      (right, off) => [right - off, right + off],
    ],
    [
      "The bath is kept at R. Tell me when it's off that by more than O",
      (right, off) => [right - off, right + off],
    ],
    ["text me once the bath is more than O above its target of R", (right, off) => [right + off]],
    ["holler if the bath is more than O below its target of R", (right, off) => [right - off]],
    [
      "The bath may vary by O around R and no more; wake me otherwise.",
      (right, off) => [right - off, right + off],
    ],
  ];

const COUNTS: readonly (readonly [phrase: string, comparator: string])[] = [
  ["give me a shout if there are more than N pump starts in an hour", "comes more than"],
  ["at least N pump starts within an hour: ring the fitter", "comes at least"],
  ["page me when we get over N pump starts per hour", "comes more than"],
];

describe("A draft to confirm of other kinds", () => {
  it("says which of two readings is further, and by how much, in whichever words", () => {
    fc.assert(
      fc.property(pair, fc.constantFrom(...OF_TWO), (one, [phrase, comparator]) => {
        const { first, second, unit, value } = one;
        const sentence = phrase
          .replace(/\bA\b/u, first)
          .replace(/\bB\b/u, second)
          .replace(/\bN\b/u, `${value} ${unit}`);
        const [part] = proposed(sentence).parts;
        const names = [first, second].map((name) => name.replace("the ", ""));
        expect([part!.quantity, part!.other], sentence).deep.equal(names);
        expect(part, sentence).include({ comparator, unit });
        expect(part!.values, sentence).deep.equal([value]);
      }),
      { endOnFailure: true, numRuns: runs(100, 1_000) },
    );
  });

  it("says which of two is larger, where there is no number", () => {
    for (const [first, second] of PAIRS)
      for (const [phrase, comparator] of WHICH) {
        const sentence = phrase.replace(/\bA\b/u, first).replace(/\bB\b/u, second);
        const { quantity, comparator: said, values } = proposed(sentence).parts[0]!;
        expect([quantity, said, values], sentence).deep.equal([
          first.replace("the ", ""),
          comparator,
          [0],
        ]);
      }
  });

  it("takes a share of a number that a thing has, on the side that is said", () => {
    const shares: readonly (readonly [sentence: string, comparator: string, value: number])[] = [
      ["UPS load over 90% of its 160 kVA, wake the duty manager", "above", 144],
      ["Belt speed slipping to 90 % or less of its normal 3 m/s, page me", "at most", 2.7],
      [
        "Tell me when systolic has gone 25 % or more below its baseline of 140 mmHg",
        "at most",
        105,
      ],
      ["The flow is set at 300 mL/min; if it is 10 percent below that, tell me", "at most", 270],
    ];
    for (const [sentence, comparator, value] of shares) {
      const part = proposed(sentence).parts[0]!;
      expect(part, sentence).include({ comparator });
      expect(part.values, sentence).deep.equal([value]);
    }
  });

  it("has a title that says all of its condition", () => {
    const titles: readonly (readonly [sentence: string, title: string])[] = [
      ["Vat below 5 bar for ten minutes? Holler at Jim, please do", "Vat below 5 bar for 10 min"],
      [
        "A nudge, if exhaust pressure is greater than inlet pressure",
        "Exhaust pressure exceeds inlet pressure by more than 0 Pa",
      ],
      [
        "Vault ammonia: the average of the last three hours shouldn't pass 20 ppm; drop me an email in case it does",
        "Vault ammonia must be at most 20 ppm on average over 3 h",
      ],
    ];
    for (const [sentence, title] of titles) {
      const { program } = generate(sentence, { condition: proposed(sentence) });
      expect(Object(program).name, sentence).equal(title);
    }
  });

  it("stands around the number that is right", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30, max: 90 }),
        fc.integer({ min: 2, max: 9 }),
        fc.constantFrom(...RIGHT),
        (right, off, [phrase, ends]) => {
          const sentence = phrase.replace("R", `${right} degC`).replace("O", `${off} degC`);
          const { kind, parts } = proposed(sentence);
          expect(kind).equal("alarm");
          expect(parts[0]!.values, sentence).deep.equal(ends(right, off));
        },
      ),
      { endOnFailure: true, numRuns: runs(60, 500) },
    );
  });

  it("counts what happens within a time", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.constantFrom(...COUNTS),
        (count, [phrase, comparator]) => {
          const sentence = phrase.replace("N", String(count));
          const condition = proposed(sentence);
          expect(condition.parts[0], sentence).include({ quantity: "pump starts", comparator });
          expect(condition.parts[0]!.values).deep.equal([count]);
          expect(generate(sentence, { condition }).refusal, sentence).equal(null);
        },
      ),
      { endOnFailure: true, numRuns: runs(40, 300) },
    );
  });

  it("alerts of a reading that stays the same that long, and of none that moves", async () => {
    const sentence = "give me a shout if the vane shows the same value for 20 minutes";
    const { program } = generate(sentence, { condition: proposed(sentence) });
    const valid = validateProgram(program, registry);
    if (!valid.ok) throw new Error(JSON.stringify(valid.problems));
    const prepared = prepareProgram(nodeCrypto, valid.checked);
    const alerts = async (values: readonly number[]): Promise<number> => {
      const events = values.map((vane, minute) => ({
        type: "reading",
        calcond: 2_000_000_000 + Math.ceil((minute * 60) / CALCOND_S),
        data: { vane },
      }));
      const here = computingHere(nodeCrypto, registry);
      const { steps } = await trace(prepared, initialState(prepared), events, here);
      return steps.findIndex(({ to }) => to === "alert");
    };
    expect(await alerts(Array.from({ length: 30 }, () => 7))).equal(20);
    // From minute 2 to minute 22 are 1,544 whole calconds: 1,199.7 s.
    expect(await alerts([7, 8, ...Array.from({ length: 40 }, () => 8.5)])).equal(23);
    expect(await alerts(Array.from({ length: 60 }, (_, minute) => minute % 7))).equal(-1);
  });

  it("is none where two readings, a share or a count would be guessed", () => {
    const open = [
      "ring me when the tank is 3 m above the ground",
      "the reel must stay within 5 degC of the frame, shout if it does",
      "text me if the oven is more than 90 % of the room temperature",
      "alert me when the flow is up by 20 % in a day",
      "tell me unless the inlet is 5 K above the outlet",
      "alert when the door opens no more than 5 times in an hour",
      "ring me if the kiln exceeds 900 degC twice",
      "alert me when the pressure exceeds the limit we will agree on tomorrow",
      "ring me when the inlet must be hotter than the outlet",
    ];
    for (const sentence of open)
      expect(proposalOf(plainly(sentence))?.condition ?? null, sentence).equal(null);
  });
});
