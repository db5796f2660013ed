import { expect } from "chai";
import {
  base32,
  machineId,
  MACHINE_ID_PATTERN,
  slugFault,
  slugVariant,
} from "../../../protocol/identity/slug.js";

describe("identity: names of machines", () => {
  it("are 4 to 64 of a-z, 0-9 and -, and no word of the interface", () => {
    for (const good of ["oven", "oven-north-2", "0000", "g".repeat(64)])
      expect(slugFault(good), good).to.equal(null);
    for (const bad of [
      "",
      "abc",
      "Oven1",
      "oven_1",
      "oven/1",
      "ov en",
      "-oven",
      "oven-",
      "a".repeat(65),
      "över1",
    ]) {
      expect(slugFault(bad), bad).to.equal("form");
    }
    for (const word of ["aggregate", "templates", "list", "self"])
      expect(slugFault(word), word).to.equal("reserved");
    // A node's key and its name.
    for (const digits of [16, 64]) {
      expect(slugFault("0a".repeat(digits / 2))).to.equal("reserved");
      expect(slugFault("0".repeat(digits))).to.equal("reserved");
      expect(slugFault(`g${"0".repeat(digits - 1)}`)).to.equal(null);
      expect(slugFault("a".repeat(digits - 1))).to.equal(null);
    }
  });
  it("have variants that are names themselves", () => {
    expect(slugVariant("oven", 2)).to.equal("oven-2");
    expect(slugVariant("a".repeat(64), 12)).to.equal(`${"a".repeat(61)}-12`);
    expect(slugFault(slugVariant("a".repeat(64), 12))).to.equal(null);
  });
  it("have ids in base32, as RFC 4648 section 10 writes it", () => {
    const vectors = {
      "": "",
      f: "MY",
      fo: "MZXQ",
      foo: "MZXW6",
      foob: "MZXW6YQ",
      fooba: "MZXW6YTB",
      foobar: "MZXW6YTBOI",
    };
    for (const [text, expected] of Object.entries(vectors)) {
      expect(base32(Buffer.from(text))).to.equal(expected.toLowerCase());
    }
    expect(machineId(new Uint8Array(16).fill(255))).to.match(MACHINE_ID_PATTERN);
  });
});
