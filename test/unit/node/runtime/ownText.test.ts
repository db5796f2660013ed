/** Texts that are remembered keep nothing of the messages that they were read from. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import { ownText, ownTexts } from "../../../../node/runtime/ownText.js";
import { parseJson, isObject } from "../../../../protocol/encoding/json.js";
import type { JsonValue } from "../../../../protocol/ports.js";

const MESSAGES = 60;
const CHARS = 200_000;

function read(text: string): JsonValue {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error("no JSON");
  return parsed.value;
}

describe("texts that stand alone", () => {
  it("are the same, whatever they stand in", () => {
    const value = read(
      '{"a":["short","a longer text with \\u00e9, \\u20ac and \\ud83d\\ude00"],' +
        '"b":{"c":-0.0,"d":null,"e":true,"f":1e300}}',
    );
    expect(ownTexts(value)).to.deep.equal(value);
    expect(ownTexts([-0])).to.deep.equal([-0]);
    expect(ownText("0123456789abcdef")).to.equal("0123456789abcdef");
  });

  it("keep no message in memory", () => {
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("gc");
    const held = (): number => {
      if (typeof collect === "function") Reflect.apply(collect, undefined, []);
      return process.memoryUsage().heapUsed;
    };
    const message = (n: number): string =>
      Buffer.from(
        `{"id":"${String(n).padStart(64, "0")}","text":"${"x".repeat(CHARS)}"}`,
      ).toString();
    const before = held();
    const kept = Array.from({ length: MESSAGES }, (_, n) => {
      const value = read(message(n));
      return isObject(value) ? ownTexts(value["id"] ?? null) : null;
    });
    expect(held() - before).to.be.lessThan((MESSAGES * CHARS) / 4);
    expect(kept).to.have.lengthOf(MESSAGES);
  });
});
