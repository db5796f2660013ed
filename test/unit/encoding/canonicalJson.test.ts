/**
 * Held against the strict reader and the writer, which are tested against the RFC's own vectors.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { parseCanonical } from "../../../protocol/encoding/canonicalJson.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import { isWellFormed } from "../../../protocol/encoding/utf8.js";
import { runs } from "../../kit/runs.js";

const SEED = 8_785_001;

/** Read, written again, compared: what one pass has to agree with. */
function slowly(text: string, depthMax?: number): { readonly value: unknown } | null {
  const read = parseJson(text, depthMax === undefined ? {} : { depthMax });
  return read.ok && canonicalize(read.value) === text ? { value: read.value } : null;
}

function quickly(text: string, depthMax?: number): { readonly value: unknown } | null {
  const read = parseCanonical(text, depthMax === undefined ? {} : { depthMax });
  return read.ok ? { value: read.value } : null;
}

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: "binary" }).filter(isWellFormed),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.string({ maxLength: 6 }).filter((key) => key !== "__proto__"),
      tie("value"),
      { maxKeys: 4 },
    ),
  ),
})).value;

/** Texts full of escapes. */
const ESCAPED = runs(2_000, 8_000);

describe("encoding/canonicalJson", () => {
  it("reads what the writer wrote, as the strict reader does", () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalize(value);
        expect(quickly(text)).to.deep.equal(slowly(text));
        expect(quickly(text)).not.to.equal(null);
      }),
      { seed: SEED, numRuns: runs(250, 1_000) },
    );
  });

  it("agrees with it on texts with one place changed", () => {
    const unit = fc.constantFrom(
      ...' \t\n"\\/,:[]{}0123456789-+.eEntfu\u0000\u001fa'.split(""),
      "\u00e9",
      "\ud800",
      "\udc00",
    );
    fc.assert(
      fc.property(json, fc.nat(), fc.nat(2), unit, (value, place, removed, inserted) => {
        const text = canonicalize(value);
        const at = place % (text.length + 1);
        const changed = text.slice(0, at) + inserted + text.slice(at + removed);
        expect(quickly(changed), JSON.stringify(changed)).to.deep.equal(slowly(changed));
      }),
      { seed: SEED, numRuns: runs(1_000, 4_000) },
    );
  });

  it("agrees with it on texts full of escapes", () => {
    const piece = fc.constantFrom(
      ...[
        "b",
        "t",
        "n",
        "f",
        "r",
        '"',
        "\\",
        "/",
        "u0000",
        "u0008",
        "u000b",
        "u001f",
        "u001F",
        "u0020",
        "u0041",
        "u007f",
        "ud83d",
        "ude00",
        "u00",
        "u",
        "x",
      ].map((escape) => `\\${escape}`),
      ..."a\u00e9\u2014\u007f".split(""),
      "\u{1f600}",
      "\ud83d",
      "\ude00",
      "\n",
      '"',
    );
    const texts = fc.oneof(
      fc.array(piece, { maxLength: 3 }).map((pieces) => `"${pieces.join("")}"`),
      fc.array(piece, { maxLength: 3 }).map((pieces) => `["a${pieces.join("")}`),
    );
    let taken = 0;
    fc.assert(
      fc.property(texts, (text) => {
        expect(quickly(text), JSON.stringify(text)).to.deep.equal(slowly(text));
        if (quickly(text) !== null) taken += 1;
      }),
      { seed: SEED, numRuns: ESCAPED },
    );
    expect(taken).to.be.above(ESCAPED / 8);
  });

  const table: readonly (readonly [what: string, text: string, isTaken: boolean])[] = [
    ["an empty text", "", false],
    ["keys out of order", '{"b":1,"a":2}', false],
    ["a key twice", '{"a":1,"a":1}', false],
    ["keys in the order of UTF-16, not of code points", '{"\u{1f600}":1,"\ufb33":2}', true],
    ["keys in the order of code points", '{"\ufb33":2,"\u{1f600}":1}', false],
    ["the key __proto__", '{"__proto__":1}', false],
    ["a space", '{"a": 1}', false],
    ["a byte order mark", "\ufeff1", false],
    ["minus zero", "-0", false],
    ["1.0", "1.0", false],
    ["an exponent that is not needed", "1e2", false],
    ["an exponent that is", "1e+21", true],
    ["an exponent in capitals", "1E+21", false],
    ["past the largest double", "1e+309", false],
    ["below the smallest double", "1e-400", false],
    ["an integer past 2^53 that no double is", "9007199254740993", false],
    ["a plus sign", "+1", false],
    ["no digits", "-", false],
    ["an escape that is not needed", '"\\u0041"', false],
    ["a slash escaped", '"\\/"', false],
    ["a control character, escaped as it should be", '"\\u001f\\n"', true],
    ["a control character, escaped another way", '"\\u000a"', false],
    ["half a surrogate pair, escaped", '"\\ud800"', false],
    ["half a surrogate pair", '"\ud800"', false],
    ["text after the end", "1 ", false],
    ["a comma before the end", "[1,]", false],
    ["a string that does not end", '"a', false],
    ["an escape that does not end", '"a\\', false],
  ];
  for (const [what, text, isTaken] of table) {
    it(`${isTaken ? "takes" : "refuses"} ${what}`, () => {
      expect(quickly(text) !== null).to.equal(isTaken);
      expect(quickly(text)).to.deep.equal(slowly(text));
    });
  }

  it("counts nesting as the strict reader does", () => {
    for (const text of ["[[1]]", '{"a":{"b":[]}}']) {
      for (let depthMax = 0; depthMax < 5; depthMax += 1) {
        expect(quickly(text, depthMax), `${text} ${depthMax}`).to.deep.equal(
          slowly(text, depthMax),
        );
      }
    }
  });
});
