/** Short forms of answers: they fit, keep their types, and name what they leave out. */
import { expect } from "chai";
import * as fc from "fast-check";
import { atPointer, SHORT_BYTES_MAX, shorten } from "../../../protocol/readable/shorten.js";
import { runs } from "../../kit/runs.js";

const answer = fc.dictionary(
  fc.string({ maxLength: 12 }),
  fc.jsonValue({ maxDepth: 5, stringUnit: "grapheme" }),
  { maxKeys: 20 },
);

const MARK = "…";

/** What stands for a member that was left out whole: at the top it keeps its type. */
function isMark(short: unknown, whole: unknown, isAtTop: boolean): boolean {
  if (typeof whole !== "object" || whole === null || Object.keys(whole).length === 0) return false;
  if (!isAtTop) return short === MARK;
  const mark = Array.isArray(whole) ? [MARK] : { [MARK]: Object.keys(whole).length };
  return JSON.stringify(short) === JSON.stringify(mark);
}

/** Whether a short form could stand where the whole does. */
function fits(short: unknown, whole: unknown, depth = 0): boolean {
  if (isMark(short, whole, depth === 1)) return true;
  // Nothing is shown as empty that is not.
  if (JSON.stringify(short) === "[]" || JSON.stringify(short) === "{}")
    return depth === 0 || JSON.stringify(whole) === JSON.stringify(short);
  if (typeof whole === "string") return typeof short === "string";
  if (Array.isArray(whole)) {
    return (
      Array.isArray(short) &&
      short.length <= whole.length &&
      short.every((item, i) => fits(item, whole[i], depth + 1))
    );
  }
  if (typeof whole !== "object" || whole === null) return Object.is(short, whole);
  if (typeof short !== "object" || short === null) return false;
  const kept: Record<string, unknown> = { ...short };
  const all: Record<string, unknown> = { ...whole };
  return Object.entries(kept).every(
    ([name, value]) => Object.hasOwn(all, name) && fits(value, all[name], depth + 1),
  );
}

describe("short forms of answers", () => {
  it("keep types and single values, and are the same each time", () => {
    fc.assert(
      fc.property(answer, fc.integer({ min: 50, max: SHORT_BYTES_MAX }), (whole, bytesMax) => {
        const { value, omitted } = shorten(whole, bytesMax);
        expect(fits(value, whole)).to.equal(true);
        expect(Object.keys(value)).to.deep.equal(Object.keys(whole));
        for (const { kept, of } of omitted) expect(kept).to.be.lessThan(of);
        if (JSON.stringify(whole).length <= bytesMax - 4 * Object.keys(whole).length - 2) {
          expect(omitted).to.deep.equal([]);
        }
        expect(shorten(whole, bytesMax)).to.deep.equal({ value, omitted });
      }),
      { numRuns: runs(200, 10_000) },
    );
  });
  it("fit where the single values do", () => {
    const numbers = Array.from({ length: 100_000 }, (_, i) => i / 7);
    const whole = { value: 1, digest: "ab".repeat(32), fields: [{ name: "T", data: numbers }] };
    const { value, omitted } = shorten(whole, SHORT_BYTES_MAX);
    expect(JSON.stringify({ value, omitted }).length).to.be.at.most(SHORT_BYTES_MAX);
    expect(value).to.include({ value: 1, digest: whole.digest });
    expect(omitted).to.deep.equal([{ at: "/fields/*/data", kept: 16, of: 100_000 }]);
  });
  it("cut the longest member first, and leave short ones whole", () => {
    const inputs = { a: [1, 2, 3], b: { c: "text" } };
    const { value } = shorten({ inputs, trace: "x".repeat(10_000) }, SHORT_BYTES_MAX);
    expect(value["inputs"]).to.deep.equal(inputs);
    expect(String(value["trace"]).length).to.equal(401);
  });
});

describe("places by pointer", () => {
  it("are those of RFC 6901", () => {
    // The document and the values of its section 5.
    const document = { foo: ["bar", "baz"], "": 0, "a/b": 1, "m~n": 8, " ": 7 };
    expect(atPointer(document, "")).to.equal(document);
    expect(atPointer(document, "/foo/0")).to.equal("bar");
    expect(atPointer(document, "/")).to.equal(0);
    expect(atPointer(document, "/a~1b")).to.equal(1);
    expect(atPointer(document, "/m~0n")).to.equal(8);
    expect(atPointer(document, "/ ")).to.equal(7);
    for (const none of ["foo", "/foo/2", "/foo/-1", "/foo/bar", "/nothing", "/toString"]) {
      expect(atPointer(document, none), none).to.equal(undefined);
    }
  });
});
