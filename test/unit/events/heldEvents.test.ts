/**
 * An event that is held has no privilege: what comes under its id is judged as if it were new, at
 * every entrance. The id covers the header alone, so that a body or a signature can be altered
 * under it.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { utf8Decode } from "../../../protocol/encoding/utf8.js";
import { makeHandshake } from "../../../protocol/events/handshake.js";
import { validateEvent } from "../../../protocol/mesh/validate.js";
import type { Arrival } from "../../../protocol/events/eventView.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import { runs } from "../../kit/runs.js";
import {
  ALICE,
  gossip,
  NODE_BODY,
  nodeEvent,
  NOW,
  NOW_NS,
  SECRET,
  view,
  wire,
} from "./fixtures.js";

const SEED = 20261126;
const event = nodeEvent();
const { body, header, sig } = event.event;

/** L of RFC 8032, 5.1: the order of the group; a signature with S + L is another spelling. */
const GROUP_ORDER = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;

function littleEndian(value: bigint): string {
  return value.toString(16).padStart(64, "0").match(/../g)!.reverse().join("");
}

/** The same point R, and S + L. */
function respelled(signature: string): string {
  const s = BigInt(`0x${signature.slice(64).match(/../g)!.reverse().join("")}`);
  return signature.slice(0, 64) + littleEndian(s + GROUP_ORDER);
}

function textOf(change: JsonObject): string {
  return canonicalize({ body: { ...body }, header: { ...header }, sig, ...change });
}

/** Over sync a `node` event may come without its body, which its keeper has forgotten. */
const NO_BODY = "body of null";

const ALTERED: readonly (readonly [what: string, text: string, code: string])[] = [
  ["zero signature", textOf({ sig: "00".repeat(64) }), "BAD_SIGNATURE"],
  ["signature of ones", textOf({ sig: "ff".repeat(64) }), "BAD_SIGNATURE"],
  ["signature with S + L", textOf({ sig: respelled(sig) }), "BAD_SIGNATURE"],
  ["signature with its first digit altered", textOf({ sig: flipped(sig, 0) }), "BAD_SIGNATURE"],
  ["signature with its last digit altered", textOf({ sig: flipped(sig, 127) }), "BAD_SIGNATURE"],
  ["signature in capitals", textOf({ sig: sig.toUpperCase() }), "BAD_EVENT"],
  ["signature of 63 bytes", textOf({ sig: sig.slice(2) }), "BAD_EVENT"],
  ["signature that is no text", textOf({ sig: 0 }), "BAD_EVENT"],
  ["signature of null", textOf({ sig: null }), "BAD_EVENT"],
  ["value of the body altered", textOf({ body: { ...NODE_BODY, capacity: 5 } }), "BAD_BODY_HASH"],
  ["address added", textOf({ body: { ...NODE_BODY, addrs: [] } }), "BAD_BODY_HASH"],
  [
    "same length, another character",
    textOf({ body: { ...NODE_BODY, roles: ["sale"] } }),
    "BAD_BODY_HASH",
  ],
  ["body outside its schema", textOf({ body: { ...NODE_BODY, capacity: 17 } }), "BAD_EVENT"],
  ["body with a member more", textOf({ body: { ...NODE_BODY, more: 1 } }), "BAD_EVENT"],
  ["empty body", textOf({ body: {} }), "BAD_EVENT"],
  [NO_BODY, textOf({ body: null }), "BAD_EVENT"],
  ["no body", canonicalize({ header: { ...header }, sig }), "BAD_EVENT"],
  ["a member more", textOf({ more: 1 }), "BAD_EVENT"],
  ["a space behind it", `${event.text} `, "NOT_CANONICAL"],
  ["1.0 for 1", event.text.replace(/"v":1}/, '"v":1.0}'), "NOT_CANONICAL"],
  ["members in another order", JSON.stringify({ sig, header, body }), "NOT_CANONICAL"],
  ["a key twice", event.text.replace('{"body":', '{"body":{},"body":'), "NOT_CANONICAL"],
];

function flipped(text: string, at: number): string {
  return text.slice(0, at) + (text[at] === "0" ? "1" : "0") + text.slice(at + 1);
}

const ENTRANCES: readonly (readonly [
  name: string,
  bytes: (text: string) => Uint8Array,
  arrival: (text: string) => Arrival,
])[] = [
  ["gossip", (text) => wire(text), () => gossip("node")],
  ["HTTP", (text) => Buffer.from(text), (text) => ({ via: "http", handshake: shaken(text) })],
  ["sync", (text) => Buffer.from(text), () => ({ via: "sync" })],
];

function shaken(text: string): string {
  const claim = { kid: 1, sender: ALICE.publicKey, calcond: BigInt(NOW) };
  return makeHandshake(crypto, SECRET, claim, text);
}

describe("events that are held", () => {
  for (const [name, bytes, arrival] of ENTRANCES) {
    const judge = (text: string, held: boolean) => {
      const known = held ? { held: [event.id], unheard: [event.id] } : {};
      return validateEvent(bytes(text), view(arrival(text), known), NOW_NS);
    };

    for (const [what, text, code] of ALTERED) {
      if (what === NO_BODY && name === "sync") continue;
      it(`answer ${code} over ${name} with ${what}`, () => {
        expect(text).to.not.equal(event.text);
        for (const held of [true, false]) {
          const judgement = judge(text, held);
          expect([judgement.verdict, judgement.code]).to.deep.equal(["reject", code]);
          expect(judgement).to.not.have.property("heardOf");
        }
      });
    }

    it(`are duplicates over ${name} only as they are held, whatever byte is altered`, () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: event.text.length - 1 }),
          fc.integer({ min: 1, max: 127 }),
          (at, by) => {
            const altered = Buffer.from(event.text);
            altered[at] = (altered[at]! + by) % 128;
            const read = utf8Decode(altered);
            if (!read.ok) return;
            expect(judge(read.text, true).code).to.not.be.oneOf(["DUPLICATE", "ACCEPTED"]);
          },
        ),
        { seed: SEED, numRuns: runs(500, 20_000) },
      );
    });
  }

  it("without a body are duplicates over sync where they are held, and no other event", () => {
    const judge = (held: readonly string[]) => {
      const arrival: Arrival = { via: "sync" };
      return validateEvent(
        Buffer.from(textOf({ body: null })),
        view(arrival, { held: [...held] }),
        NOW_NS,
      );
    };
    const known = judge([event.id]);
    expect([known.verdict, known.code]).to.deep.equal(["ignore", "DUPLICATE"]);
    expect(judge([]).verdict).to.equal("accept");
    const forged = canonicalize({ body: null, header: { ...header }, sig: flipped(sig, 0) });
    const judged = validateEvent(Buffer.from(forged), view({ via: "sync" }, {}), NOW_NS);
    expect([judged.verdict, judged.code]).to.deep.equal(["reject", "BAD_SIGNATURE"]);
  });

  it("are duplicates where nothing is altered", () => {
    for (const [, bytes, arrival] of ENTRANCES) {
      const judged = validateEvent(
        bytes(event.text),
        view(arrival(event.text), { held: [event.id] }),
        NOW_NS,
      );
      expect([judged.verdict, judged.code]).to.deep.equal(["ignore", "DUPLICATE"]);
    }
  });
});
