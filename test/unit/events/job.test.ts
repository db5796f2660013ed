import { expect } from "chai";
import { toHex } from "../../../protocol/encoding/hex.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { jobLockMessage } from "../../../protocol/events/job.js";
import { eventKind } from "../../../protocol/mesh/kinds.js";
import { topicOf } from "../../../protocol/events/topics.js";
import { validateEvent } from "../../../protocol/mesh/validate.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import { ALICE, BOB, event, NET, NOW, NOW_NS, view, wire } from "./fixtures.js";

const NONCE = "5a".repeat(32);
/** printf '{"m":2}' | sha256sum */
const INPUTS_HASH = "7f01c61b62088979e876b3fc71cfcb3c82234cb88cf760b4ef172dc5df2e5bc8";

function lockOf(change: JsonObject = {}, net = NET): JsonObject {
  const terms = { credits: 5, expires: NOW + 1_000, home: BOB.publicKey, ...change };
  const sig = toHex(crypto.ed25519Sign(BOB.seed, jobLockMessage(net, NONCE, terms)));
  return { ...terms, sig };
}

function job(change: JsonObject = {}): JsonObject {
  return {
    chain: ["KO42", "NM19"],
    class: "replicated",
    deadline: NOW + 500,
    engine_version: "calc-engine/2",
    inputs_hash: INPUTS_HASH,
    k: 2,
    lock: lockOf(),
    nonce: NONCE,
    price: 5,
    ...change,
  };
}

function judge(kind: string, body: JsonObject): string {
  const judged = event({ kind, seq: 7, prev: "12".repeat(32), body });
  const { verdict, code } = validateEvent(
    wire(judged.text),
    view({ via: "gossip", topic: topicOf(NET, "job") }),
    NOW_NS,
  );
  return `${verdict} ${code}`;
}

describe("jobs on the mesh", () => {
  it("open with a lock that covers the price and outlives the deadline", () => {
    expect(judge("job.open", job())).to.equal("accept ACCEPTED");
    expect(judge("job.open", job({ inputs: { m: 2 } }))).to.equal("accept ACCEPTED");
    expect(judge("job.open", job({ chain: ["KO42"], class: "economy", k: 1 }))).to.equal(
      "accept ACCEPTED",
    );
    expect(judge("job.cancel", { job: "77".repeat(32) })).to.equal("accept ACCEPTED");
  });

  it("are refused for what their body says of itself", () => {
    const refused: readonly (readonly [string, JsonObject])[] = [
      ["inputs of another hash", { inputs: { m: 3 } }],
      ["a lock below the price", { price: 6 }],
      ["a lock that ends first", { deadline: NOW + 1_001 }],
      ["a lock with more credits than were signed", { lock: { ...lockOf(), credits: 9 } }],
      ["a lock for another network", { lock: lockOf({}, "ffffffff") }],
      ["a lock for another job", { nonce: "5b".repeat(32) }],
      ["a lock of another home", { lock: { ...lockOf(), home: ALICE.publicKey } }],
    ];
    for (const [why, change] of refused) {
      expect(judge("job.open", job(change)), why).to.equal("reject FALSE_BODY");
    }
  });

  it("are refused when they are not of their shape", () => {
    const shapes: readonly JsonObject[] = [
      { chain: [] },
      { chain: ["NM19"] },
      { chain: ["NM19", "KO42"] },
      { chain: ["KO42", "KO42"] },
      { chain: ["KO42", "a", "b", "c", "d"] },
      { k: 0 },
      { k: 17 },
      { price: 0 },
      { price: 1.5 },
      { class: "free" },
      { nonce: "5a" },
      { lock: {} },
      { extra: 1 },
    ];
    for (const change of shapes) {
      expect(judge("job.open", job(change)), JSON.stringify(change)).to.equal("reject BAD_EVENT");
    }
    expect(judge("job.cancel", { job: "77" })).to.equal("reject BAD_EVENT");
    expect(judge("job.cancel", { job: "77".repeat(32), why: "" })).to.equal("reject BAD_EVENT");
  });

  it("have at most 16 KiB of body", () => {
    expect(eventKind("job.open")?.bodyBytesMax).to.equal(16_384);
    const named = (count: number): JsonObject =>
      Object.fromEntries(
        Array.from({ length: count }, (_, i) => [`x${"y".repeat(60)}${100 + i}`.slice(0, 64), 1]),
      );
    const sized = (count: number): JsonObject => {
      const inputs = named(count);
      return job({ inputs, inputs_hash: crypto.sha256Hex(canonicalize(inputs)) });
    };
    expect(judge("job.open", sized(225))).to.equal("accept ACCEPTED");
    expect(judge("job.open", sized(235))).to.equal("reject TOO_LARGE");
  });
});
