/** A law without a place for a number, by dimensions alone, is one that no words fill. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { assert, constantFrom, property } from "fast-check";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { fillLaw } from "../../../protocol/router/laws/filling/fill.js";
import { Kept } from "../../../protocol/router/laws/filling/kept.js";
import { mayStand, standsOf } from "../../../protocol/router/laws/filling/places.js";
import { lawIndexOf } from "../../../protocol/router/laws/lexicon/lawIndex.js";
import {
  nearReadings,
  readingsOf,
  type Reading,
} from "../../../protocol/router/laws/filling/readings.js";
import { saidBy } from "../../../protocol/router/laws/questionRoots.js";
import { weightAtMost, weightOf } from "../../../protocol/router/laws/weigh.js";
import { readQuestion } from "../../../protocol/router/laws/reading/reading.js";
import { normalized } from "../../../protocol/router/text.js";
import { QUESTION_SETS } from "../../../scripts/words/sets.js";
import { runs } from "../../kit/runs.js";

const { profiles } = lawIndexOf(builtinRegistry());
const questions: readonly { readonly query: string }[] = QUESTION_SETS.flatMap((set) =>
  JSON.parse(readFileSync(`test/vectors/words/${set}.json`, "utf8")),
);
const SEED = 20_261_130;
/** Other laws for each question; all of them take minutes. */
const LAWS_STEP = 40;

describe("router: places of the numbers of a question", () => {
  it(`are looked for by dimensions first, and no law is left out by it (seed ${SEED})`, () => {
    let left = 0;
    assert(
      property(constantFrom(...questions), ({ query }) => {
        const question = readQuestion(normalized(query));
        const stands = standsOf(question.given);
        const kept = new Kept();
        profiles.all.forEach((profile, i) => {
          if (i % LAWS_STEP !== query.length % LAWS_STEP) return;
          const { law } = profile;
          [...law.slots, law.result].forEach((target, at) => {
            if (mayStand(profile, at, stands)) return;
            left += 1;
            expect(
              fillLaw(law, target, question, kept),
              `${query}: ${law.id}`,
            ).not.to.have.property("uses");
          });
        });
      }),
      { seed: SEED, numRuns: runs(200, 4_000), endOnFailure: true },
    );
    expect(left).to.be.greaterThan(1_000);
  });

  it(`leave out no reading that may be worth as much as said of those left out (seed ${SEED})`, () => {
    let left = 0;
    assert(
      property(constantFrom(...questions), ({ query }) => {
        const question = readQuestion(normalized(query));
        const said = saidBy(profiles, question);
        const weighed = (one: Reading): Reading & { readonly weight: number } => ({
          ...one,
          weight: weightOf(profiles, one, said),
        });
        const near = nearReadings(profiles, question, said.roots, new Kept(), {
          weighed,
          atMost: (profile, target) => weightAtMost(profiles, { profile, target }, said),
          lead: 0,
          spokenLead: 0,
        });
        const nameOf = ({ profile, target }: Reading): string => `${profile.law.id} ${target.name}`;
        const looked = new Set(near.readings.map(nameOf));
        const all = readingsOf(profiles, question, said.roots).map(weighed);
        expect(all.map(nameOf), query).to.include.members([...looked]);
        for (const one of all.filter((other) => !looked.has(nameOf(other)))) {
          left += 1;
          const most = Math.max(near.left, near.leftSpoken);
          expect(one.weight, `${query}: ${nameOf(one)}`).to.be.at.most(most);
        }
      }),
      { seed: SEED, numRuns: runs(40, 4_000), endOnFailure: true },
    );
    expect(left).to.be.greaterThan(100);
  });
});
