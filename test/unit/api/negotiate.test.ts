import { expect } from "chai";
import {
  bodyTypeOf,
  idempotencyKeyOf,
  matchesTag,
  negotiate,
} from "../../../api/http/negotiate.js";

describe("negotiate", () => {
  const offered = ["application/json", "text/event-stream"];
  it("prefers the first on a tie, and follows qualities and specific ranges", () => {
    const cases: readonly (readonly [string, string | null])[] = [
      ["", "application/json"],
      ["*/*", "application/json"],
      ["application/*", "application/json"],
      ["text/event-stream", "text/event-stream"],
      ["text/*", "text/event-stream"],
      ["text/event-stream, application/json", "application/json"],
      ["application/json;q=0.5, text/event-stream", "text/event-stream"],
      ["*/*;q=0.1, application/json;q=0", "text/event-stream"],
      ["Text/Event-Stream", "text/event-stream"],
      ["image/png", null],
      ["application/json;q=0", null],
      ["garbage", null],
    ];
    for (const [accept, expected] of cases) {
      expect(negotiate(accept, offered), accept).to.equal(expected);
    }
  });
});

describe("bodyTypeOf", () => {
  it("knows JSON in UTF-8 and forms", () => {
    expect(bodyTypeOf("application/json")).to.equal("json");
    expect(bodyTypeOf('Application/JSON ; Charset="UTF-8"')).to.equal("json");
    expect(bodyTypeOf("application/json; charset=utf-16")).to.equal("other");
    expect(bodyTypeOf("application/x-www-form-urlencoded")).to.equal("form");
    expect(bodyTypeOf("")).to.equal("missing");
    expect(bodyTypeOf("application/jsonx")).to.equal("other");
  });
});

describe("matchesTag", () => {
  it("compares weakly, in lists, and takes *", () => {
    expect(matchesTag('"a", W/"b"', '"b"')).to.equal(true);
    expect(matchesTag("*", '"b"')).to.equal(true);
    expect(matchesTag('"bb"', '"b"')).to.equal(false);
  });
});

describe("idempotencyKeyOf", () => {
  it("takes bare and quoted keys of visible ASCII", () => {
    expect(idempotencyKeyOf("abc")).to.equal("abc");
    expect(idempotencyKeyOf('"abc"')).to.equal("abc");
    for (const bad of ["", '""', "a b", "\u00e9", "x".repeat(256)])
      expect(idempotencyKeyOf(bad), bad).to.equal(null);
    expect(idempotencyKeyOf("x".repeat(255))).to.have.length(255);
  });
});
