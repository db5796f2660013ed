/**
 * The likeliest reading of a question that is turned down stands beside the refusal, is never sealed, and
 * has its value when it is sent back. Values by hand.
 */
import { expect } from "chai";
import { assert as check, constantFrom, integer, property, record } from "fast-check";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { routeQuery, writtenRoute } from "../../../../protocol/router/route.js";
import { runs, sample } from "../../../kit/runs.js";
import { valueSentBack } from "../../../kit/words/openOrBeside.js";
import { charactersPassed } from "../../../kit/words/patternWork.js";

const registry = builtinRegistry();
const g = 9.80665;

/** The value of what is suggested, with the refusal that it stands beside. */
function suggestedFor(query: string): { readonly kind: string; readonly value: number | null } {
  const { operators, reading, refusal } = routeQuery(registry, query);
  expect(refusal, query).to.not.equal(null);
  if (refusal!.kind !== "OPEN_READING") expect(operators, query).to.equal(null);
  return { kind: refusal!.kind, value: reading === null ? null : valueSentBack(reading) };
}

const barrier = ((): number => {
  const [energy, height, width] = [2 * 1.602176634e-19, 5 * 1.602176634e-19, 3e-10];
  const kappa = Math.sqrt(2 * 9.1093837139e-31 * (height - energy)) / 1.054571817e-34;
  const beyond = (height * Math.sinh(kappa * width)) ** 2 / (4 * energy * (height - energy));
  return 1 / (1 + beyond);
})();

const SUGGESTED: readonly (readonly [question: string, value: number])[] = [
  [
    "A garden swing bobs: a 24 kg seat with a child hangs on a spring of 900 N/m, and a damper brakes it with " +
      "36 N for each m/s of speed. What is the damping ratio?",
    36 / (2 * Math.sqrt(24 * 900)),
  ],
  [
    "My slate roof lets heat through: 18 cm thick, conductivity 0.9 W per metre and degree, inside face at " +
      "16 degrees, outside face at 2 degrees, 40 square metres big. How many watts go out?",
    (0.9 * 40 * 14) / 0.18,
  ],
  [
    "A plank rests on its two ends 2.0 m apart, I weigh 60 kg and stand exactly in the middle. Young's modulus " +
      "10 GPa, second moment of area 2.5e-6 m^4. How many mm does it sag?",
    (60 * g * 8) / (48 * 1e10 * 2.5e-6),
  ],
  [
    "An electron of 2.0 eV meets a barrier 5.0 eV high and 0.30 nm thick. With what probability does it tunnel " +
      "through exactly?",
    barrier,
  ],
  [
    "We dance: moment of inertia falls from 4.0 to 1.6 kg m2 as she pulls in her arms, 1.5 turns per second " +
      "before. How many turns per second after?",
    (1.5 * 4) / 1.6,
  ],
  ["Four people earn 1000, 2000, 3000 and 4000 euros. What's the Gini coefficient?", 0.25],
  [
    "A hook gets 20000 cycles at a load that breaks it after 100000, and 5000 at one that breaks it after 20000. " +
      "What is Miner's damage sum?",
    20000 / 100000 + 5000 / 20000,
  ],
];

/** Nothing is suggested: of another kind than what is asked, denied, multiplied, or beyond what a law holds for. */
const NOTHING: readonly string[] = [
  "A 2.0 kg body has a speed of 6. What is its kinetic energy?",
  "A flywheel is a solid disc of twice 60 kg and 0.4 m radius. Stored energy at 1200 rpm in kJ?",
  "A tracer has a physical half-life of 6 hours and a biological half-life of 24 hours. What is the power?",
  "kinetic energy of 2 kg, not at 3 m/s",
  "kinetic energy m = 2-3 kg, v = 1 m/s",
  "Write a poem about 3 kg of tea at 5 m/s",
];

describe("router: what was likely meant beside a refusal", () => {
  for (const [question, value] of SUGGESTED)
    it(`has its value when it is sent back: ${question}`, () => {
      const found = suggestedFor(question);
      expect(found.value)
        .to.be.a("number")
        .and.closeTo(value, 1e-8 * Math.abs(value));
    });

  for (const question of NOTHING)
    it(`is nothing for: ${question}`, () => {
      expect(suggestedFor(question).value).to.equal(null);
    });

  it("is the same in capitals of the first letter, with courtesy and with blanks", () => {
    for (const [question] of SUGGESTED.slice(0, runs(2, SUGGESTED.length))) {
      const { reading } = routeQuery(registry, question);
      for (const other of [
        `  ${question} `,
        `Please help. ${question}`,
        `${question} Thank you.`,
      ]) {
        const anew = routeQuery(registry, other).reading;
        expect(anew === null ? null : valueSentBack(anew), other).to.equal(valueSentBack(reading!));
      }
    }
  });

  it("is looked for when it is first read, and is the same whenever that is", () => {
    const questions = [...SUGGESTED.map(([question]) => question), ...NOTHING];
    for (const question of sample(questions, 3)) {
      const written = writtenRoute(routeQuery(registry, question));
      const { reading } = Object.getOwnPropertyDescriptors(written);
      expect(reading, question).to.have.property("value", written.reading);
      const route = routeQuery(registry, question);
      const { refusal } = route;
      expect(JSON.stringify(route), question).to.equal(JSON.stringify(written));
      expect(structuredClone(route), question).to.deep.equal(written);
      expect(route.refusal).to.equal(refusal);
    }
    // A reading stands for no denial, so that none is looked for before it is read.
    const question = "kinetic energy of 2 kg, not at 3 m/s";
    const refused = charactersPassed(() => routeQuery(registry, question));
    expect(refused).to.be.below(
      charactersPassed(() => writtenRoute(routeQuery(registry, question))),
    );
  });

  it("takes whatever numbers a scene has", () => {
    const asked = record({
      weight: integer({ min: 45, max: 95 }),
      span: integer({ min: 12, max: 38 }),
      stiff: integer({ min: 6, max: 14 }),
      aside: constantFrom("", " The plank is painted blue.", " It is my own."),
    });
    check(
      property(asked, ({ aside, span, stiff, weight }) => {
        const question =
          `A plank rests on its two ends ${span / 10} m apart, I weigh ${weight} kg and stand exactly in the ` +
          `middle.${aside} Young's modulus ${stiff} GPa, second moment of area 2.5e-6 m^4. How many mm does it sag?`;
        const { value } = suggestedFor(question);
        const byHand = (weight * g * (span / 10) ** 3) / (48 * stiff * 1e9 * 2.5e-6);
        expect(value, question)
          .to.be.a("number")
          .and.closeTo(byHand, 1e-8 * byHand);
      }),
      { numRuns: runs(5, 60), endOnFailure: true },
    );
  });
});
