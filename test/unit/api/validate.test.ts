import { expect } from "chai";
import * as z from "zod";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { faultsOf, pointerOf, readForm, readingsOf } from "../../../api/http/validate.js";

const schema = z.strictObject({
  q: z.string().optional(),
  limit: z.int().min(1).optional(),
  exact: z.boolean().default(false),
  ids: z.array(z.string()).optional(),
});
const readings = readingsOf(schema);

describe("readForm", () => {
  it("reads text by the type its field has", () => {
    expect(readForm("q=12&limit=3&exact=true&ids=a,b&ids=c", readings)).to.deep.equal({
      q: "12",
      limit: 3,
      exact: true,
      ids: ["a", "b", "c"],
    });
    expect(readForm("q=a+b%26c", readings)).to.deep.equal({ q: "a b&c" });
    expect(readForm("", readings)).to.deep.equal({});
  });
  it("leaves text that is no number to validation", () => {
    for (const text of ["", "0x10", "1e999", "NaN", "1 ", "Infinity", "--1", "1_000"]) {
      expect(readForm(`limit=${encodeURIComponent(text)}`, readings)["limit"], text).to.equal(text);
    }
    expect(Object.is(readForm("limit=-0", readings)["limit"], 0)).to.equal(true);
  });
  it("refuses repeated fields and malformed encodings", () => {
    expect(() => readForm("q=a&q=b", readings)).to.throw(ApiError, /twice/);
    expect(() => readForm("q=%zz", readings)).to.throw(ApiError, /percent/);
  });
  it("does not touch prototypes", () => {
    const read = readForm("__proto__=x&constructor=y", readings);
    expect(Object.getPrototypeOf(read)).to.equal(Object.prototype);
    expect(Object.keys(read)).to.include("constructor");
  });
});

describe("faultsOf", () => {
  const faults = (value: unknown): ReturnType<typeof faultsOf> => {
    const parsed = schema.safeParse(value);
    if (parsed.success) throw new Error("the value fits");
    return faultsOf(parsed.error, schema);
  };
  it("points at each fault and names the nearest field", () => {
    const { errors, unknownField } = faults({ limit: 0, lmit: 1 });
    expect(unknownField).to.equal(true);
    expect(errors.map(({ pointer }) => pointer)).to.have.members(["/limit", "/lmit"]);
    expect(errors.find(({ pointer }) => pointer === "/lmit")).to.include({
      nearest: "limit",
      accepts: "q, limit, exact, ids",
    });
  });
  it("reports a bounded number of faults", () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`x${i}`, i]));
    expect(faults(many).errors).to.have.length(16);
  });
  it("speaks of the body when it is no object at all", () => {
    expect(faults([]).detail).to.match(/^the body: /);
  });
});

describe("pointerOf", () => {
  it("escapes as RFC 6901 says", () => {
    expect(pointerOf([])).to.equal("");
    expect(pointerOf(["a/b", 0, "m~n", ""])).to.equal("/a~1b/0/m~0n/");
  });
});
