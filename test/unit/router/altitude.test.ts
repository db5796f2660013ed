/** Heights above a body are no distances from its centre; and what stays the same cancels. */
import { expect } from "chai";
import { assert, constantFrom, integer, property } from "fast-check";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { isFromCentre } from "../../../protocol/router/laws/filling/altitude.js";
import { entities } from "../../../protocol/router/laws/lexicon/entities.js";
import { lawIndexOf } from "../../../protocol/router/laws/lexicon/lawIndex.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { spansIn } from "../../../protocol/units/quantity/index.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_128;
const registry = builtinRegistry();
const bodies = entities.filter(
  ({ properties }) => properties.has("radius") && properties.has("mass") && properties.has("gm"),
);
const WAYS = [
  (h: string, body: string) => `orbital speed of a satellite ${h} above ${body}`,
  (h: string, body: string) =>
    `How long does a circular orbit at an altitude of ${h} above the surface of ${body} take?`,
  (h: string, body: string) => `orbital period ${h} over ${body}`,
  (h: string, body: string) => `escape velocity ${h} above ${body}`,
  (h: string, body: string) => `circular orbit of ${h} altitude around ${body}: speed`,
];

describe("router: heights", () => {
  it("take no diameter for a distance from the centre", () => {
    assert(
      property(
        integer({ min: 100, max: 9_000 }),
        constantFrom("across", "in diameter"),
        (width, how) => {
          const { params, refusal } = routeQuery(
            registry,
            `escape speed of a planet of mass 5e24 kg, ${width} km ${how}`,
          );
          if (refusal === null) expect(Object.values(params)).not.to.include(width * 1_000);
        },
      ),
      { seed: SEED, numRuns: runs(6, 100) },
    );
  });

  it("are never counted from the centre", () => {
    assert(
      property(
        constantFrom(...bodies),
        integer({ min: 100, max: 900_000 }),
        constantFrom(...WAYS),
        ({ name, properties }, height, say) => {
          const { params, refusal } = routeQuery(registry, say(`${height} km`, name));
          if (refusal !== null) return;
          const [radius] = properties.get("radius")!;
          expect(Object.values(params)).to.include(radius + height * 1_000);
          expect(Object.values(params)).not.to.include(height * 1_000);
        },
      ),
      { seed: SEED, numRuns: runs(100, 1_000) },
    );
  });

  it("are asked about where the body has no radius here, or another radius is given", () => {
    for (const query of [
      "A probe circles a planet of 4e24 kg at a height of 300 km above its surface. Its speed?",
      "orbital speed 400 km above a planet of mass 6e24 kg",
      "orbital speed 400 km above the Earth, whose radius is 6400 km",
      "orbital speed at 400 km from Earth",
      "gravitational force between balls of 3 kg and 4 kg with 5 cm between their surfaces",
    ])
      expect(routeQuery(registry, query).refusal, query).not.to.equal(null);
  });

  it("have inputs from the centre in the laws of orbits and of attraction", () => {
    const own = lawIndexOf(registry)
      .lexicon()
      .laws.flatMap((law) =>
        law.slots.filter((slot) => isFromCentre(law, slot)).map(({ name }) => `${law.id} ${name}`),
      );
    expect(own).to.include.members(["ORB31 r", "ORB2 a", "NM21 r", "ORB32 r", "ORB10 r_1"]);
  });
});

describe("router: one unit behind two numbers", () => {
  it("is that of both", () => {
    assert(
      property(
        integer({ min: 1, max: 500 }),
        integer({ min: 1, max: 500 }),
        constantFrom("°C", "L", "km/h", "kPa", "mm", "hours", "GPa", "eV"),
        constantFrom("from A to B", "between A and B", "A to B", "A or B"),
        (a, b, unit, form) => {
          const said = (first: string, second: string): string =>
            form.replace("A", first).replace("B", second);
          const [short] = spansIn(said(`${a}`, `${b} ${unit}`));
          const [long] = spansIn(said(`${a} ${unit}`, `${b} ${unit}`));
          expect(short!.kind).to.equal(long!.kind);
          expect(short!.quantities.map(({ text }) => text)).to.deep.equal(
            long!.quantities.map(({ text }) => text),
          );
        },
      ),
      { seed: SEED, numRuns: runs(300, 3_000) },
    );
  });
});

describe("router: what stays the same", () => {
  // Boyle: 1 atm from 3 L to 0.5 L is 6 atm, 6 * 101325 Pa.
  it("cancels out of the law, whatever it is", () => {
    const { operators, params, refusal } = routeQuery(
      registry,
      "combined gas law, final pressure: 1 atm, from 3 L to 0.5 L, the temperature stays the same",
    );
    expect(refusal).to.equal(null);
    expect(operators).to.deep.equal(["TD43"]);
    expect(params["T_1"]).to.equal(params["T_2"]);
    expect(params).to.include({ p_1: 101_325, V_1: 0.003, V_2: 0.0005 });
  });

  it("is asked for where the answer depends on it", () => {
    const { refusal } = routeQuery(
      registry,
      "combined gas law, final pressure: 1 atm, from 3 L to 0.5 L",
    );
    expect(refusal?.kind).to.equal("MISSING_INPUT");
  });
});
