/** The words of laws as the build packs them: read back, they are what is collected from the lists. */
import { deepStrictEqual } from "node:assert/strict";
import { expect } from "chai";
import * as fc from "fast-check";
import { builtinRegistry, registryOf } from "../../../protocol/operators/index.js";
import {
  builtIndex,
  collectedIndex,
  indexFrom,
  lawIndexOf,
} from "../../../protocol/router/laws/lexicon/lawIndex.js";
import { packed, unpacked } from "../../../protocol/router/laws/lexicon/packed.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_129;
const registry = builtinRegistry();
const nothing = (): null => null;

const line = fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => !text.includes("\n"));
const name = fc.stringMatching(/^[a-z]{1,6}$/);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, undefined, true, false),
    fc.double({ noNaN: true }),
    fc.nat(),
    line,
    fc.array(tie("tree"), { maxLength: 40 }),
    fc.uniqueArray(line, { maxLength: 5 }).map((all) => new Set(all)),
    fc
      .uniqueArray(fc.tuple(line, tie("tree")), { maxLength: 5, selector: ([key]) => key })
      .map((all) => new Map(all)),
    fc.dictionary(name, tie("tree"), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

describe("router: the index of laws", () => {
  it("is what the lists of words say, whether it is collected or was built", () => {
    const collected = collectedIndex(registry);
    const built = builtIndex(registry, collected);
    const read = indexFrom(built, registry);
    expect(builtIndex(registry, read)).to.deep.equal(built);
    // The build wrote the one that is in use, of the same code and records.
    expect(builtIndex(registry, lawIndexOf(registry))).to.deep.equal(built);
    deepStrictEqual(read.profiles.rarity, collected.profiles.rarity);
    expect(lawIndexOf(registry)).to.equal(lawIndexOf(registry));
  });

  it("reads of the built one the laws alone that are looked at", () => {
    const looked: string[] = [];
    const watched: typeof registry = Object.create(registry, {
      get: {
        value: (id: string) => {
          looked.push(id);
          return registry.get(id);
        },
      },
    });
    const { profiles } = indexFrom(builtIndex(registry), watched);
    expect(profiles.all.every(({ taken }) => taken.length > 0)).to.equal(true);
    expect(profiles.postings.get("kinet")).to.not.equal(undefined);
    expect(looked).to.deep.equal([]);
    const { law } = profiles.byLaw.get("NM23")!;
    expect([law.entry, looked]).to.deep.equal([registry.get("NM23"), ["NM23"]]);
  });

  it("is collected for a registry of other records", () => {
    const records = registry.entries.slice(0, 400).map(({ record }) => record);
    const lexicon = lawIndexOf(registryOf(records)).lexicon();
    expect(lexicon.laws.length).to.be.within(1, 400);
    expect(lexicon.laws.every(({ id }) => records.some((one) => one.id === id))).to.equal(true);
  });

  it(`packs any plain data, its sets and maps in their order (seed ${SEED})`, () => {
    fc.assert(
      fc.property(tree, (value) => {
        const read = unpacked(packed(value, nothing), nothing);
        deepStrictEqual(read, positive(value));
      }),
      { seed: SEED, numRuns: runs(300, 30_000) },
    );
  });

  it("keeps what stands elsewhere by its name, and refuses what is no plain data", () => {
    const elsewhere = { large: true };
    const text = packed([elsewhere, "x", elsewhere], (one) => (one === elsewhere ? "it" : null));
    expect(unpacked(text, () => elsewhere)).to.deep.equal([elsewhere, "x", elsewhere]);
    expect(() => packed("two\nlines", nothing)).to.throw(/several lines/);
    expect(() => packed(() => 1, nothing)).to.throw(/function/);
    expect(() => unpacked({ texts: "", code: "L" }, nothing)).to.throw(/no packed value/);
  });
});

/** Nought comes back without a sign. */
function positive(value: unknown): unknown {
  if (value === 0) return 0;
  if (Array.isArray(value)) return value.map(positive);
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, positive(one)]));
  if (typeof value !== "object" || value === null || value instanceof Set) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, positive(one)]));
}
