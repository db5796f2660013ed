import { expect } from "chai";
import * as fc from "fast-check";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import { vectorText } from "./vectors.js";
import { runs } from "../../kit/runs.js";

const SEED = 8_259;

function valueOf(text: string | Uint8Array, depthMax?: number): unknown {
  const result = parseJson(text, depthMax === undefined ? {} : { depthMax });
  if (!result.ok) throw new Error(`${result.message} at ${result.offset}`);
  return result.value;
}

function refusal(text: string | Uint8Array, depthMax?: number): [string, number] {
  const result = parseJson(text, depthMax === undefined ? {} : { depthMax });
  return result.ok ? ["accepted", -1] : [result.message, result.offset];
}

const TOO_SMALL = "a number below the smallest double, which would be read as 0";

describe("encoding/json", () => {
  it("reads what JSON.parse reads, for any JSON text, as string and as bytes", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        if (text.includes("__proto__")) return;
        const expected: unknown = JSON.parse(text, (_key, member: unknown) =>
          member === 0 ? 0 : member,
        );
        // fast-check writes lone surrogates as escapes; those alone are refused.
        if (/\\ud[89a-f]/i.test(text)) return;
        expect(valueOf(text)).to.deep.equal(expected);
        expect(valueOf(Buffer.from(text))).to.deep.equal(expected);
      }),
      { seed: SEED, numRuns: runs(500, 2_000) },
    );
  });

  it("gives back the canonical bytes it read", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        let text: string;
        try {
          text = canonicalize(value);
        } catch {
          return;
        }
        if (text.includes("__proto__")) return;
        expect(canonicalize(valueOf(Buffer.from(text)))).to.equal(text);
      }),
      { seed: SEED, numRuns: runs(500, 2_000) },
    );
  });

  it("reads escapes, pairs and the widest characters", () => {
    expect(valueOf(String.raw`"\"\\\/\b\f\n\r\t\u0041\ud83d\ude00"`)).to.equal(
      '"\\/\b\f\n\r\tA\u{1f600}',
    );
    expect(valueOf(Buffer.from('"\u{10ffff}\u00e9\u20ac\u007f"'))).to.equal(
      "\u{10ffff}\u00e9\u20ac\u007f",
    );
    expect(valueOf('{"constructor":1,"toString":2,"hasOwnProperty":3}')).to.deep.equal({
      constructor: 1,
      toString: 2,
      hasOwnProperty: 3,
    });
  });

  const refused: readonly (readonly [string, string, number])[] = [
    ['{"a":1,"a":2}', 'duplicate key "a"', 7],
    [String.raw`{"a":1,"\u0061":2}`, 'duplicate key "a"', 7],
    ['{"toString":1,"toString":1}', 'duplicate key "toString"', 14],
    ['{"__proto__":1}', "the key __proto__ is not accepted", 1],
    [String.raw`{"x":{"\u005f_proto__":{}}}`, "the key __proto__ is not accepted", 6],
    [String.raw`"\ud800"`, "a lone surrogate", 1],
    [String.raw`"\udc00\ud800"`, "a lone surrogate", 1],
    [String.raw`"\ud800\u0041"`, "a lone surrogate", 1],
    [String.raw`{"\ud83d":1}`, "a lone surrogate", 2],
    ['"\ud800"', "a lone surrogate", 1],
    ['"\\n\udc00"', "a lone surrogate", 3],
    ["1e309", "a number past the largest double", 0],
    ["[-1e400]", "a number past the largest double", 1],
    ["01", "a leading zero", 0],
    ["-01", "a leading zero", 1],
    ["1.", "a number needs a digit", 2],
    [".5", "unexpected character", 0],
    ["-", "a number needs a digit", 1],
    ["1e", "a number needs a digit", 2],
    ["1e+", "a number needs a digit", 3],
    ["+1", "unexpected character", 0],
    ["NaN", "unexpected character", 0],
    ["Infinity", "unexpected character", 0],
    ["tru", "unexpected character", 0],
    ["nul", "unexpected character", 0],
    ["", "unexpected end of the text", 0],
    ["  ", "unexpected end of the text", 2],
    ["[1,]", "unexpected character", 3],
    ["[1 2]", "expected a comma or ] in an array", 3],
    ['{"a":1,}', "expected a key in double quotes", 7],
    ["{a:1}", "expected a key in double quotes", 1],
    ['{"a" 1}', "expected a colon after the key", 5],
    ['{"a":1 "b":2}', "expected a comma or } in an object", 7],
    ['"abc', "a string is not closed", 0],
    ['"a\\nb', "a string is not closed", 0],
    ['"\u0001"', "a control character must be escaped", 1],
    [String.raw`"\x41"`, "unknown escape", 1],
    [String.raw`"\u00g0"`, String.raw`\u needs four hex digits`, 1],
    ["1 2", "text after the end of the value", 2],
    ["\ufeff1", "unexpected character", 0],
    ["[1] //", "text after the end of the value", 4],
    ["\u00a01", "unexpected character", 0],
    ["'a'", "unexpected character", 0],
  ];
  for (const [text, message, offset] of refused) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(refusal(text)).to.deep.equal([message, offset]);
    });
  }

  it("counts nesting, and refuses one level too many before reading it", () => {
    expect(valueOf("[".repeat(64) + "]".repeat(64))).to.be.an("array");
    expect(refusal("[".repeat(65) + "]".repeat(65))).to.deep.equal(["nesting deeper than 64", 64]);
    expect(refusal("[[1]]", 1)).to.deep.equal(["nesting deeper than 1", 1]);
    expect(valueOf("[[],[],{}]", 2)).to.deep.equal([[], [], {}]);
    expect(refusal("[".repeat(1_000_000))).to.deep.equal(["nesting deeper than 64", 64]);
  });

  it("refuses bytes that are not UTF-8, at the first bad byte", () => {
    const bad: readonly (readonly [number[], number])[] = [
      [[0x22, 0xff, 0x22], 1],
      [[0x22, 0xc0, 0x80, 0x22], 1],
      [[0x22, 0xed, 0xa0, 0x80, 0x22], 1],
      [[0x22, 0xc3], 1],
      [[0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], 1],
      [[0x22, 0xe0, 0x80, 0x80, 0x22], 1],
      [[0x22, 0x80, 0x22], 1],
      [[0x22, 0xc3, 0xa9, 0xf0, 0x8f, 0xbf, 0xbf, 0x22], 3],
    ];
    for (const [bytes, offset] of bad)
      expect(refusal(new Uint8Array(bytes))).to.deep.equal(["malformed UTF-8", offset]);
  });

  it("turns -0 into 0, however it is written", () => {
    for (const text of ["-0", "-0.0", "-0e5", "-0e-400", "-0.00000000000000000000000000"]) {
      expect(Object.is(valueOf(text), 0), text).to.equal(true);
    }
    expect(valueOf("-5")).to.equal(-5);
  });

  it("refuses to read as 0 what is not 0", () => {
    for (const text of ["1e-400", "-1e-400", "0.0001e-330", "2e-324"]) {
      expect(refusal(text)[0], text).to.equal(TOO_SMALL);
    }
    expect(valueOf("5e-324")).to.equal(5e-324);
  });

  it("rounds long literals as Python's float() does, and refuses those that overflow", () => {
    const { literals }: { literals: [string, string | null][] } = JSON.parse(
      vectorText("encoding/decimals.json"),
    );
    expect(literals.length).to.be.greaterThan(300);
    for (const [literal, bits] of literals) {
      if (bits === null)
        expect(refusal(literal)[0], literal).to.equal("a number past the largest double");
      else if (/^[08]0{15}$/.test(bits) && /^-?[0.]*[1-9]/.test(literal))
        expect(refusal(literal)[0], literal).to.equal(TOO_SMALL);
      else expect(valueOf(literal), literal).to.equal(Buffer.from(bits, "hex").readDoubleBE());
    }
    expect(refusal(`0.${"1".repeat(800)}`)).to.deep.equal([
      "a number longer than 800 characters",
      0,
    ]);
    expect(valueOf(`0.${"1".repeat(798)}`)).to.equal(0.1111111111111111);
  });

  it("reads long strings as JSON.parse does, wherever they hold what is not plain", () => {
    const unit = fc.constantFrom(
      "a",
      "\\n",
      "\\u00e9",
      "é",
      "\u{1f600}",
      "\ud800",
      "\u0001",
      '"',
      "\\",
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(unit, fc.nat(600)), { maxLength: 3 }),
        fc.nat(600),
        (parts, n) => {
          const inside = parts.map(([what, before]) => "x".repeat(before) + what).join("");
          const text = `["${inside}${"y".repeat(n)}","z"]`;
          let theirs: unknown = null;
          try {
            const read: unknown = JSON.parse(text);
            // A lone surrogate is refused here and accepted there.
            if ((JSON.stringify(read) ?? "").includes("\\ud800"))
              throw new SyntaxError("surrogate");
            theirs = read;
          } catch {
            theirs = null;
          }
          const ours = parseJson(text);
          expect(ours.ok ? ours.value : null).to.deep.equal(theirs);
        },
      ),
      { seed: SEED, numRuns: runs(500, 5_000) },
    );
  });

  it("answers any bytes without an exception", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(parseJson(bytes)).to.have.property("ok");
      }),
      { seed: SEED, numRuns: runs(1_250, 5_000) },
    );
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.integer({ min: 0, max: 255 }), (text, where, byte) => {
        const bytes = Buffer.from(text);
        if (bytes.length > 0) bytes[where % bytes.length] = byte;
        const ours = parseJson(bytes);
        let theirs = true;
        try {
          JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
        } catch {
          theirs = false;
        }
        // We may refuse more than the engine does, never less.
        if (ours.ok) expect(theirs).to.equal(true);
      }),
      { seed: SEED, numRuns: runs(1_250, 5_000) },
    );
  });
});
