import { expect } from "chai";
import * as fc from "fast-check";
import { readFiles } from "../../../protocol/pages/files.js";

const SEED = 4_648;
const INDEX = { path: "index.html", text: "<p>" };
/** RFC 4648 section 4, as one pattern. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function isTaken(base64: string): boolean {
  const read = readFiles([INDEX, { path: "a.bin", base64 }], (text) => Buffer.from(text, "base64"));
  return "files" in read;
}

describe("pages: base64 of a file", () => {
  it("is taken where RFC 4648 has it, with its padding, and nowhere else", () => {
    const digits = fc.stringMatching(/^[A-Za-z0-9+/]{0,12}$/);
    const odd = fc.constantFrom("", "=", "==", "===", "-", "_", "\n", " ", "é", "*", "=a");
    fc.assert(
      fc.property(digits, odd, digits, odd, (a, b, c, d) => {
        const text = a + b + c + d;
        expect(isTaken(text), JSON.stringify(text)).to.equal(BASE64.test(text));
      }),
      { seed: SEED, numRuns: 2_000 },
    );
  });
});
