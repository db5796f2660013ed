/**
 * The cost of a question grows with its length and no faster: texts of one form, up to the longest one
 * that is taken. Counted are the text that all patterns pass over, and the work of the reader.
 */
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery, writtenRoute } from "../../../protocol/router/route.js";
import { QUERY_CHARS_MAX } from "../../../protocol/router/text.js";
import { workCounted } from "../../../protocol/workCount.js";
import { charactersPassed } from "../../kit/words/patternWork.js";
import { sample } from "../../kit/runs.js";

const registry = builtinRegistry();

/** A part that is repeated, and what stands behind all of it. */
const FORMS: readonly (readonly [repeated: string, behind?: string])[] = [
  ["C 0.18, Mn 1.2, ", " [all wt%]"],
  ["C 0.18 Mn 1.2 [all wt%] "],
  ["[in m]: a 1, b 2 "],
  ["a 1 [m] "],
  ["2 +- 0.1 kg "],
  ["(2 ± 0.1) "],
  ["5.97(2)e24 kg "],
  ["5' 3'' "],
  ["48° 12' 30'' "],
  ['"a_kg": 2, '],
  ['"m": [1, 2, 3], '],
  ['{"a":{"b":1}} '],
  ["nu_s = 0.28, "],
  ["T_1 = 3 K, T_2 = 4 K, "],
  ["mass: 2 kg, "],
  ["mass 2 kg; speed 3 m/s; "],
  ["given m = 2 kg, "],
  ["m=2kg "],
  ["F = m*a, "],
  ["x = y + "],
  ["(a*b^c) "],
  ["(1, 2) "],
  ["[1, 2; 3, 4] "],
  ["((a)"],
  ["Re -> f -> "],
  ["find x and then the y, "],
  ["first x, then y "],
  ["1st 2nd 3rd "],
  ["first second third "],
  ["3 May 2021, "],
  ["2024-01-02 "],
  ["12:30:05 "],
  ["1 to 2 "],
  ["from 1 to 2 m "],
  ["between 2 and 3 kg "],
  ["at least 2 kg "],
  ["about 2 kg "],
  ["3 dB "],
  ["10k "],
  ["5% of 3% "],
  ["$5 €3 "],
  ["1:1 "],
  ["3/4 "],
  ["3 x 4 m "],
  ["3 by 4 m "],
  ["10^3^2 "],
  ["1,000,000 "],
  ["one hundred and five thousand "],
  ["2-kg 3-m "],
  ["9 W per m2 K "],
  ["2 m/s/kg/"],
  ["kg·m/s² "],
  ["37 degC (310.15 K) "],
  ["48.0 N 11.0 E "],
  ["2 h 3 min 4 s "],
  ["one patient infects 14 others "],
  ["aged 35, "],
  ["which weighs 3 kg and "],
  ["not the mass "],
  ["without friction "],
  ["and "],
  [". "],
  ["KINETIC ENERGY 2 KG "],
  ["масса 2 кг "],
];

function textOf([repeated, behind = ""]: (typeof FORMS)[number], length: number): string {
  return repeated.repeat(Math.floor((length - behind.length) / repeated.length)) + behind;
}

/** For each character of the longest text; where each number looked at all before it there were 20,000. */
const PASSED_MAX = 4_000;
/** Of a text as long again: what the text comes to may cost more, and a square gives 4. */
const GROWTH_MAX = 3.2;
/** Ways to fill are sought only where each number can have an input: else a list counts 1.9 million. */
const WORK_MAX = 1_200_000;

describe("what a question costs, by its length", () => {
  for (const form of sample(FORMS, 7))
    it(`grows with the length: ${form[0]}`, () => {
      const [half, whole] = [QUERY_CHARS_MAX / 2, QUERY_CHARS_MAX].map((length) => {
        const text = textOf(form, length);
        const before = workCounted();
        const passed = charactersPassed(() => writtenRoute(routeQuery(registry, text)));
        return { passed, work: workCounted() - before };
      });
      expect(whole!.passed / QUERY_CHARS_MAX).to.be.below(PASSED_MAX);
      expect(whole!.passed / half!.passed).to.be.below(GROWTH_MAX);
      expect(whole!.work).to.be.below(WORK_MAX);
    });
});
