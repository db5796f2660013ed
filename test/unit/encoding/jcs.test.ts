import { expect } from "chai";
import * as fc from "fast-check";
import { bitsToValue } from "../../../protocol/encoding/bits.js";
import { CanonicalError, canonicalize } from "../../../protocol/encoding/jcs.js";
import { vectorText } from "./vectors.js";
import { runs } from "../../kit/runs.js";

const SEED = 8_785;

describe("encoding/jcs", () => {
  // RFC 8785, appendix B.
  const numbers: readonly (readonly [string, string])[] = [
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["ffefffffffffffff", "-1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["c340000000000000", "-9007199254740992"],
    ["4430000000000000", "295147905179352830000"],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["44b52d02c7e14af7", "1.0000000000000001e+23"],
    ["444b1ae4d6e2ef4e", "999999999999999700000"],
    ["444b1ae4d6e2ef4f", "999999999999999900000"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["41b3de4355555554", "333333333.33333325"],
    ["41b3de4355555555", "333333333.3333333"],
    ["41b3de4355555556", "333333333.3333334"],
    ["41b3de4355555557", "333333333.33333343"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
    ["43143ff3c1cb0959", "1424953923781206.2"],
  ];

  function doubleOf(bits: string): number {
    return Buffer.from(bits, "hex").readDoubleBE();
  }

  it("writes the numbers of RFC 8785, appendix B", () => {
    for (const [bits, text] of numbers) expect(canonicalize(doubleOf(bits)), bits).to.equal(text);
    for (const bits of ["7fffffffffffffff", "7ff0000000000000", "fff0000000000000"]) {
      expect(() => canonicalize(doubleOf(bits)), bits).to.throw(CanonicalError);
    }
  });

  it("writes 600 doubles as Python's shortest digits say", () => {
    const { numbers: doubles }: { numbers: [string, string][] } = JSON.parse(
      vectorText("encoding/doubles.json"),
    );
    expect(doubles).to.have.length(600);
    for (const [bits, text] of doubles)
      expect(canonicalize(bitsToValue(bits)), bits).to.equal(text);
  });

  it("writes the example of RFC 8785, section 3.2.2", () => {
    const input = JSON.parse(
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],` +
        String.raw`"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    );
    expect(canonicalize(input)).to.equal(
      String.raw`{"literals":[null,true,false],` +
        String.raw`"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"` +
        "\u20ac" +
        String.raw`$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it("sorts the keys of RFC 8785, section 3.2.3 by UTF-16 code units", () => {
    const input = {
      "\u20ac": 1,
      "\r": 2,
      "\ufb33": 3,
      "1": 4,
      "\ud83d\ude00": 5,
      "\u0080": 6,
      "\u00f6": 7,
    };
    expect(canonicalize(input)).to.equal(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
    );
  });

  it("leaves undefined members out and refuses what no JSON has", () => {
    expect(canonicalize({ b: undefined, a: 1 })).to.equal('{"a":1}');
    expect(canonicalize({ b: undefined })).to.equal("{}");
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const refused: readonly unknown[] = [
      undefined,
      [undefined],
      1n,
      () => 1,
      Symbol("s"),
      new Date(0),
      new Map(),
      new Uint8Array(2),
      Number.NaN,
      "\ud800",
      "a\udc00",
      { "\ud83d": 1 },
      "\ud800\ud800\udc00",
      cycle,
      Object.create({ inherited: 1 }),
    ];
    for (const value of refused)
      expect(() => canonicalize(value), String(value)).to.throw(CanonicalError);
  });

  it("orders every object's keys and parses back to the same value, for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalize(value);
        // -0 is written as 0, so the comparison goes through JSON once.
        expect(JSON.parse(text)).to.deep.equal(JSON.parse(JSON.stringify(value)));
        expect(text).to.equal(written(value));
      }),
      { seed: SEED, numRuns: runs(500, 2_000) },
    );
  });

  /** The definition, member by member, without any of the shortcuts. */
  function written(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${written(member)}`).join(",")}}`;
  }
});
