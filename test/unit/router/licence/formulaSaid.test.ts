/** What a question writes out or says of a law against the law: a formula, which way heat goes, what is of each. */
import { expect } from "chai";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { routeQuery } from "../../../../protocol/router/route.js";

const registry = builtinRegistry();
const lawOf = (query: string): string | undefined => routeQuery(registry, query).operators?.[0];
const isSealed = (query: string): boolean => routeQuery(registry, query).refusal === null;

it("is no reading of a law where another formula than that of the law is written out", () => {
  for (const query of [
    "kinetic energy E = m v^2 with m = 2 kg and v = 3 m/s",
    "V = I/R, I = 2 A, R = 3 ohm",
    "P = I R with I = 2 A, R = 3 ohm",
    "F = G m1 m2 / r, m1 = 5 kg, m2 = 6 kg, r = 2 m: gravitational force",
  ])
    expect(lawOf(query), query).to.equal(undefined);
});

it("seals a question that writes out the formula of its law", () => {
  for (const [query, law] of [
    ["KE = m v^2/2, m = 2 kg, v = 3 m/s", "NM23"],
    ["KE = 0.5 m v^2 with m = 2 kg and v = 3 m/s: KE", "NM23"],
    ["F = G m1 m2/r^2, m1 = 5 kg, m2 = 6 kg, r = 2 m: gravitational force", "NM21"],
  ] as const) {
    expect(lawOf(query), query).to.equal(law);
    expect(isSealed(query), query).to.equal(true);
    expect(isSealed(`${query}, doubled`), query).to.equal(false);
  }
  expect(isSealed("KE = m v^2/2, m = 2 kg, v = 3 m/s: momentum")).to.equal(false);
});

it("seals no flow of heat from what is colder", () => {
  const flow = (from: number, to: number): string =>
    `rate of heat flow by convection from a plate of ${from} degC to air of ${to} degC, h = 10 W/(m^2 K), area 2 m^2`;
  expect(isSealed(flow(60, 20))).to.equal(true);
  expect(isSealed(flow(20, 60))).to.equal(false);
});

const TRACER =
  "Physical half-life 6 hours, biological half-life 3 hours. Effective half-life of the tracer in hours";

it("keeps no seal where what is asked is of each, of a while later, or a share of it", () => {
  const kept = [
    "Coulomb force q1 = 1 uC, q2 = 2 uC, r = 10 cm each",
    "Speed of sound 340 m/s. An ambulance siren at 700 Hz approaches me at 25 m/s. What frequency do I hear each?",
    `${TRACER} at half load?`,
    `${TRACER} a week later?`,
    "X-rays of 0.154 nm are diffracted in first order by planes 0.282 nm apart. " +
      "What is the Bragg angle as a percentage?",
  ].filter(isSealed);
  expect(kept).to.deep.equal([]);
});
