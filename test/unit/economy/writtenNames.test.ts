/**
 * Names of folders and references: what looks alike is one, and what cannot be seen is refused in
 * words.
 */
import { expect } from "chai";
import { composed, folderFault, referenceFault } from "../../../protocol/economy/writtenNames.js";

const FAMILY = "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}";
const HEART_ON_FIRE = "\u2764\uFE0F\u200D\u{1F525}";
const FARMER_DARK = "\u{1F468}\u{1F3FF}\u200D\u{1F33E}";

describe("names that people write", () => {
  it("folders may have letters of any script, blanks, digits and pictures", () => {
    for (const name of [
      "thesis",
      "a b",
      "Ångström",
      "論文",
      "x".repeat(64),
      "\u{1F4C1}".repeat(64),
      FAMILY,
      HEART_ON_FIRE,
      FARMER_DARK,
      "1\uFE0F\u20E3",
      "...",
      ".a",
      "A\u030A".repeat(64),
    ]) {
      expect(folderFault(name, true), JSON.stringify(name)).to.equal(null);
    }
  });
  it("a folder's length is that of its composed name", () => {
    // Each of these is two characters in the composed form.
    expect(composed("\u0958".repeat(64)).length).to.equal(128);
    expect(folderFault("\u0958".repeat(64), true)).to.equal(
      "has 128 characters, and a folder's name has at most 64: shorten it",
    );
    expect(folderFault("\u0958".repeat(32), true)).to.equal(null);
  });
  it("what is wrong with a folder's name is said", () => {
    const faults: readonly (readonly [string, RegExp])[] = [
      ["", /empty/],
      ["x".repeat(65), /has 65 characters/],
      [" a", /white space/],
      ["a\u00A0", /white space/],
      ["a/b", /slash/],
      ["a\\b", /slash/],
      ["a\u0007", /control character, U\+0007/],
      ["a\u0085b", /U\+0085/],
      [".", /is \./],
      ["..", /is \.\./],
      ["a\u200Bb", /cannot be seen, U\+200B/],
      ["a\u202Eb", /U\+202E/],
      ["a\u2028b", /U\+2028/],
      ["a\u2029b", /U\+2029/],
      ["a\u200Db", /U\+200D/],
      ["a\u00ADb", /U\+00AD/],
      ["a\u2066b", /U\+2066/],
      ["a\u3164b", /U\+3164/],
      ["a\uFE0F", /U\+FE0F/],
    ];
    for (const [name, fault] of faults)
      expect(folderFault(name, true), JSON.stringify(name)).to.match(fault);
    // Such a folder may be there from before, and is still found.
    for (const name of ["a\u200Bb", ".."]) expect(folderFault(name, false)).to.equal(null);
    for (const name of ["a/b", " a", ""]) expect(folderFault(name, false)).to.be.a("string");
  });
  it("a reference has nothing in it that another could be told from it by unseen", () => {
    for (const reference of ["invoice 2026-0117", "A", "№ 17", "x".repeat(128)])
      expect(referenceFault(reference), reference).to.equal(null);
    for (const reference of [
      "",
      " ",
      " a",
      "a ",
      "a  b",
      "a\u00A0b",
      "a\u2003b",
      "a\tb",
      "a\u200Bb",
      "a\uFEFFb",
      "a\u2060b",
      "a\u2028b",
      "1\uFE0F",
      "\u200D",
      "x".repeat(129),
      "\u0958".repeat(65),
    ]) {
      expect(referenceFault(reference), JSON.stringify(reference)).to.be.a("string");
    }
  });
});
