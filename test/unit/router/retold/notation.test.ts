/**
 * Notation of data sheets, told otherwise for the law that is meant: symbols, keys of JSON, units that are
 * said once, numbers of the law. Over all laws; expected values are those that the records state.
 */
import { expect } from "chai";
import { constantFrom, double, integer, property, assert as check } from "fast-check";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import type { OperatorEntry } from "../../../../protocol/operators/entry.js";
import { lawOf } from "../../../../protocol/router/laws/lexicon/lexicon.js";
import { formulaForms, ownNumbersOf } from "../../../../protocol/router/retold/formulas.js";
import { membersFor } from "../../../../protocol/router/retold/jsonMembers.js";
import { listForms } from "../../../../protocol/router/retold/lists.js";
import { perNounForms, perNounsOf } from "../../../../protocol/router/retold/perNouns.js";
import { asAsked, type Rewrite } from "../../../../protocol/router/retold/rewrite.js";
import { symbolsOf } from "../../../../protocol/router/retold/symbols.js";
import { dimensionsEqual, parseUnit } from "../../../../protocol/units/index.js";
import { readQuantity } from "../../../../protocol/units/quantity/index.js";
import { runs } from "../../../kit/runs.js";

const registry = builtinRegistry();
const computed = registry.entries.filter(({ record }) => record.result !== null);

function retelling(text: string, ...forms: readonly Rewrite[]): string {
  return forms
    .reduce((one, form) => form(one), asAsked(text))
    .text.replace(/\s+/gu, " ")
    .replace(/ (?=[.,])/gu, "");
}

function stopped(entry: OperatorEntry) {
  return { entry, reason: "input", at: null, knows: () => true } as const;
}

/** Inputs of a law of one kind. */
function ofKind({ record }: OperatorEntry, kind: string): readonly string[] {
  return Object.keys(record.symbols).filter((name) => record.symbols[name]!.quantity === kind);
}

/** A kind, the symbol that textbooks write for it, and the unit of a value; symbols from ISO 80000 parts 3 to 12. */
const TEXTBOOK: readonly (readonly [kind: string, symbol: string, unit: string])[] = [
  ["youngs_modulus", "E", "GPa"],
  ["poisson_ratio", "nu", ""],
  ["shear_modulus", "G", "GPa"],
  ["density_parameter", "Omega", ""],
  ["angular_frequency", "omega", "rad/s"],
  ["surface_tension", "sigma", "N/m"],
  ["focal_length", "f", "mm"],
  ["heat_transfer_coefficient", "h", "W/(m^2 K)"],
  ["activation_energy", "E", "kJ/mol"],
  ["molar_mass", "M", "g/mol"],
  ["atomic_number", "Z", ""],
  ["second_moment_of_area", "I", "m^4"],
];

describe("router: notation", () => {
  const laws = new Map(computed.map((entry) => [entry, lawOf(entry)]));

  for (const [kind, symbol, unit] of TEXTBOOK)
    it(`${symbol} is the ${kind} of every law that has one, and of none that has two`, () => {
      let [one, two] = [0, 0];
      for (const entry of computed) {
        const own = ofKind(entry, kind);
        const law = laws.get(entry)!;
        const isTaken = [...law.slots, law.result].some(({ spellings }) =>
          spellings.includes(symbol),
        );
        if (own.length === 0 || isTaken) continue;
        const said = retelling(`it has ${symbol} = 3 ${unit} there`, symbolsOf(stopped(entry)));
        const named = [...said.matchAll(/(\w+) = 3/gu)].map(([, name]) => name!);
        if (own.length === 1) {
          // Another input that is written so and takes the unit leaves it open.
          expect([symbol, own[0]], entry.record.id).to.include(named[0]);
          one += named[0] === own[0] ? 1 : 0;
        } else {
          expect(named, entry.record.id).to.deep.equal([symbol]);
          two += 1;
        }
      }
      expect(one + two).to.be.greaterThan(0);
    });

  it("a symbol with the digit of an input is that input, in every law", () => {
    let count = 0;
    for (const entry of computed)
      for (const [name, { unit }] of Object.entries(entry.record.symbols)) {
        const [, base = "", digit = ""] = /^([A-Za-z])_(\d)$/u.exec(name) ?? [];
        const law = laws.get(entry)!;
        const plain = base + digit;
        const others = [...law.slots, law.result].filter((slot) => slot.name !== name);
        if (base === "" || others.some(({ spellings }) => spellings.includes(plain))) continue;
        if (law.slots.find((slot) => slot.name === name)!.spellings.includes(plain)) continue;
        const said = retelling(
          `${plain} = 3 ${unit === "1" ? "" : unit} there`,
          symbolsOf(stopped(entry)),
        );
        expect(said, `${entry.record.id} ${name}`).to.match(new RegExp(`^${name} = 3`, "u"));
        count += 1;
      }
    expect(count).to.be.greaterThan(100);
  });

  it("a key of JSON has the unit of the input that it names, in every law", () => {
    let count = 0;
    for (const entry of computed)
      for (const { name, quantity, unit } of Object.values(entry.record.symbols)) {
        const key = unit.replace(/[()^]/gu, "").replace(/[/ *]/gu, "_");
        const own = parseUnit(unit);
        if (!/_/u.test(key) || /\^\(/u.test(unit) || /[^\w]|^1/u.test(key) || !own.ok) continue;
        const words = `${name} ${quantity}`.replace(/[^a-z ]/giu, "").replace(/\s+/gu, "_");
        if (words.split("_").some((word) => parseUnit(word).ok)) continue;
        const said = retelling(`{"${words}_${key}": 3}`, membersFor(entry));
        const value = /(3(?: .*)?)\s*\}$/u.exec(said)?.[1]?.trim() ?? "";
        const read = readQuantity(value);
        const isOwn = read.ok && dimensionsEqual(read.readings[0]!.unit.dimension, own.dimension);
        expect(isOwn, `${entry.record.id} ${key}: ${said}`).to.equal(true);
        count += 1;
      }
    expect(count).to.be.greaterThan(100);
  });

  it("a number of the law's equation is set aside, and no other number", () => {
    let count = 0;
    for (const entry of computed) {
      const [number] = /(?<![\w.^(])\d?\.\d{3,}(?![\w.])/u.exec(entry.record.equation) ?? [];
      if (number === undefined) continue;
      const other = (Number(number) * 1.07).toPrecision(4);
      const form = ownNumbersOf(stopped(entry));
      expect(retelling(`coefficient ${number}, L = 2`, form), entry.record.id).to.equal(
        "coefficient, L = 2",
      );
      expect(retelling(`coefficient ${other}, L = 2`, form)).to.include(other);
      count += 1;
    }
    expect(count).to.be.greaterThan(20);
  });

  it("a unit is defined as it is here, or the number stays", () => {
    // Factors from the SI Brochure, table 8, and IAU 2012 B2 and 2015 B2.
    const units = constantFrom(
      ...([
        ["au", 1.495978707, 11, "m"],
        ["kpc", 3.0856775815, 19, "m"],
        ["h", 3.6, 3, "s"],
        ["eV", 1.602176634, -19, "J"],
        ["bar", 1, 5, "Pa"],
        ["L", 1, -3, "m^3"],
      ] as const),
    );
    check(
      property(units, integer({ min: 3, max: 6 }), ([unit, factor, power, of], digits) => {
        const right = `With 1 ${unit} = ${factor.toPrecision(digits + 1)}e${power} ${of}, find it`;
        const wrong = `With 1 ${unit} = ${(factor * 1.03).toPrecision(digits + 1)}e${power} ${of}, find it`;
        expect(retelling(right, ...formulaForms).trim()).to.equal(", find it");
        expect(retelling(wrong, ...formulaForms)).to.equal(wrong);
      }),
      { numRuns: runs(40, 400), endOnFailure: true },
    );
  });

  it("a unit that is said once for a list is that of each number", () => {
    const value = double({ min: 0.01, max: 90, noNaN: true }).map((one) => one.toPrecision(3));
    const unit = constantFrom("MPa", "mm", "kg", "wt%", "W/(m K)");
    check(
      property(value, value, value, unit, (a, b, c, said) => {
        const own = said === "wt%" ? "%" : said;
        const all = retelling(`P ${a}, Q ${b}, R ${c} [all ${said}]`, ...listForms);
        const ahead = retelling(`there (${said}): P ${a}, Q ${b}, R ${c}; end`, ...listForms);
        for (const one of [a, b, c]) {
          expect(all).to.include(`${one} ${own}`);
          expect(ahead).to.include(`${one} ${own}`);
        }
      }),
      { numRuns: runs(40, 400), endOnFailure: true },
    );
  });

  it("what stands behind per is below, and a thing is no unit", () => {
    const above = constantFrom("W", "kJ", "MN", "V");
    const first = constantFrom("m2", "kg", "mol", "m");
    const noun = constantFrom("coil", "wheel", "molecule", "pole", "surface", "volume");
    const speaksOf = ({ record }: OperatorEntry, thing: string): boolean =>
      new RegExp(String.raw`\b${thing}\b`, "iu").test(`${record.name} ${record.description}`);
    check(
      property(integer({ min: 2, max: 99 }), above, first, noun, (number, up, low, thing) => {
        expect(retelling(`it gives ${number} ${up} per ${low} K.`, ...perNounForms)).to.equal(
          `it gives ${number} ${up}/(${low} K).`,
        );
        const text = `it gives ${number} ${up} per ${thing}.`;
        const of = computed.find((entry) => speaksOf(entry, thing))!;
        expect(retelling(text, perNounsOf(stopped(of)))).to.equal(`it gives ${number} ${up}.`);
        // A law that speaks of no such thing takes no number of each.
        const other = registry.get("NM23")!;
        expect(retelling(text, perNounsOf(stopped(other)))).to.equal(text);
      }),
      { numRuns: runs(40, 400), endOnFailure: true },
    );
  });

  it("places of a text that has grown are those of the text as it was asked", () => {
    const entry = registry.get("MS25")!;
    check(
      property(integer({ min: 1, max: 99 }), integer({ min: 1, max: 9 }), (modulus, spaces) => {
        const text = `Stoney:${" ".repeat(spaces)}nu_s=0.28, E_s=${modulus} GPa, t_s=525 um`;
        const { notes } = symbolsOf(stopped(entry))(asAsked(text));
        expect(notes.length).to.equal(3);
        for (const { at, message } of notes)
          expect(message).to.include(`"${text.slice(...at).replace(/\s*=\s*$/u, "")}"`);
      }),
      { numRuns: runs(30, 300), endOnFailure: true },
    );
  });
});
