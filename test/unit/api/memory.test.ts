/** The bounded memories: request ids, answers by idempotency key, remembered queries. */
import { expect } from "chai";
import { MemoryIdempotency } from "../../../api/http/idempotency.js";
import { QueryMemory } from "../../../api/http/queries.js";
import { isRequestId, RequestIds } from "../../../api/http/requestId.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";

describe("RequestIds", () => {
  it("makes ULIDs that sort by time and never repeat within a millisecond", () => {
    const ids = new RequestIds((bytes) => new Uint8Array(bytes).fill(255));
    const issued = [
      ids.next(1_700_000_000_000),
      ids.next(1_700_000_000_000),
      ids.next(1_700_000_000_001),
    ];
    for (const id of issued) expect(id).to.match(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect([...issued].sort()).to.deep.equal(issued);
    // 1,700,000,000,000 in Crockford's base 32, by repeated division in Python.
    expect(issued[0]?.slice(4, 14)).to.equal("01HF7YAT00");
    const many = new Set(Array.from({ length: 5_000 }, () => ids.next(1_700_000_000_002)));
    expect(many.size).to.equal(5_000);
  });
  it("takes over ids of 8 to 128 safe characters", () => {
    expect(isRequestId("abcdefg1")).to.equal(true);
    expect(isRequestId("a".repeat(128))).to.equal(true);
    for (const bad of ["", "short", "a".repeat(129), "with space", "semi;colon", "new\nline1"])
      expect(isRequestId(bad)).to.equal(false);
  });
});

describe("MemoryIdempotency", () => {
  const answer = { status: 200, contentType: "application/json", headers: [], body: "{}" };
  const ticket = (
    scope: string,
    fingerprint = "f",
  ): {
    scope: string;
    fingerprint: string;
  } => ({ scope, fingerprint });

  it("goes from new over running to replay", () => {
    const memory = new MemoryIdempotency(() => 0, 1_000);
    expect(memory.begin(ticket("a"))).to.deep.equal({ state: "new" });
    expect(memory.begin(ticket("a"))).to.deep.equal({ state: "running" });
    memory.complete(ticket("a"), answer);
    expect(memory.begin(ticket("a"))).to.deep.equal({ state: "replay", answer });
    expect(memory.begin(ticket("a", "other"))).to.deep.equal({ state: "reused" });
  });
  it("forgets what had no effect, and what is too old", () => {
    let now = 0;
    const memory = new MemoryIdempotency(() => now, 1_000);
    memory.begin(ticket("a"));
    memory.abandon(ticket("a"));
    expect(memory.begin(ticket("a")).state).to.equal("new");
    memory.complete(ticket("a"), answer);
    now = 1_000;
    expect(memory.begin(ticket("a")).state).to.equal("new");
  });
  it("is bounded, and never drops what is running", () => {
    const memory = new MemoryIdempotency(() => 0, 1_000, 10);
    memory.begin(ticket("running"));
    for (let i = 0; i < 50; i += 1) {
      memory.begin(ticket(`k${i}`));
      memory.complete(ticket(`k${i}`), answer);
    }
    expect(memory.size).to.be.at.most(10);
    expect(memory.begin(ticket("running")).state).to.equal("running");
  });
});

describe("QueryMemory", () => {
  const query = (content: string, owner = "", body = "{}") => ({
    owner,
    target: "/api/operators",
    content,
    answer: { contentType: "application/json", body },
  });

  it("names a question by a keyed hash of owner, target and content", () => {
    const memory = new QueryMemory(nodeCrypto, new Uint8Array(32));
    const other = new QueryMemory(nodeCrypto, new Uint8Array(32).fill(1));
    const id = memory.remember(query("{}"));
    expect(id).to.match(/^[0-9a-f]{32}$/);
    expect(memory.remember(query("{}"))).to.equal(id);
    expect(memory.remember(query('{"q":1}'))).to.not.equal(id);
    expect(memory.remember(query("{}", "alice"))).to.not.equal(id);
    expect(other.remember(query("{}"))).to.not.equal(id);
  });
  it("shows a question to its owner only", () => {
    const memory = new QueryMemory(nodeCrypto, new Uint8Array(32));
    const id = memory.remember(query("{}", "alice"));
    expect(memory.recall(id, "alice")?.content).to.equal("{}");
    expect(memory.recall(id, "bob")).to.equal(null);
    expect(memory.recall(id, "")).to.equal(null);
  });
  it("lets the longest unused go, by number and by bytes", () => {
    const memory = new QueryMemory(nodeCrypto, new Uint8Array(32));
    const first = memory.remember(query("first"));
    const second = memory.remember(query("second"));
    for (let i = 0; i < 4_095; i += 1) {
      if (i === 2_000) memory.recall(first, "");
      memory.remember(query(`${i}`));
    }
    expect(memory.size).to.equal(4_096);
    expect(memory.recall(first, "")).to.not.equal(null);
    expect(memory.recall(second, "")).to.equal(null);
    for (let i = 0; i < 40; i += 1) memory.remember(query(`big${i}`, "", "x".repeat(1_000_000)));
    expect(memory.size).to.be.lessThan(40);
  });
});
