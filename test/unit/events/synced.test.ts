import { expect } from "chai";
import { parseJson } from "../../../protocol/encoding/json.js";
import type { EncodedEvent } from "../../../protocol/seal/event.js";
import { validateEvent, validateSyncedEvent } from "../../../protocol/mesh/validate.js";
import type { Judgement } from "../../../protocol/mesh/judgement.js";
import type { JsonValue } from "../../../protocol/ports.js";
import {
  ALICE,
  BOB,
  bytesOf,
  gossip,
  headNote,
  nodeEvent,
  noteWire,
  NOW,
  NOW_NS,
  SEAL_BODY,
  SYNC,
  view,
  wire,
  type Knowledge,
} from "./fixtures.js";

const PREV = "12".repeat(32);
const TIP = { seq: 6, id: PREV, calcond: NOW };

function valueOf(text: string): JsonValue {
  const read = parseJson(text);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

function words({ verdict, code, detail }: Judgement): string {
  return `${verdict} ${code} ${detail}`;
}

describe("events of a range", () => {
  const seal = nodeEvent({ kind: "seal", body: SEAL_BODY });
  const table: readonly (readonly [what: string, text: string, expected: RegExp, Knowledge])[] = [
    ["the next one", seal.text, /^accept ACCEPTED linked/, { tip: TIP }],
    ["one with a gap before it", seal.text, /^accept ACCEPTED detached/, {}],
    [
      "a pruned seal",
      seal.text.replace(/^\{"body":\{.*?\}/, '{"body":null'),
      /^accept ACCEPTED linked/,
      { tip: TIP },
    ],
    [
      "an announcement whose body was forgotten",
      nodeEvent().text.replace(/^\{"body":\{.*?\}/, '{"body":null'),
      /^accept ACCEPTED linked/,
      { tip: TIP },
    ],
    [
      "a pruned event of a kind whose bodies are kept",
      nodeEvent({ kind: "job.cancel", body: { job: "12".repeat(32) } }).text.replace(
        /^\{"body":\{.*?\}/,
        '{"body":null',
      ),
      /^reject BAD_EVENT/,
      { tip: TIP },
    ],
    [
      "another signature",
      seal.text.replace(/"sig":"...../, '"sig":"00000'),
      /^reject BAD_SIGNATURE/,
      { tip: TIP },
    ],
    [
      "another body",
      seal.text.replace('"count":3', '"count":4'),
      /^reject BAD_BODY_HASH/,
      { tip: TIP },
    ],
    ["another network", seal.text.replace(/"net":"..../, '"net":"ffff'), /^reject WRONG_NET/, {}],
    ["an author frozen before it", seal.text, /^ignore FROZEN/, { frozen: [ALICE.publicKey] }],
    [
      "one that follows another",
      seal.text,
      /^ignore FORKED/,
      { tip: { ...TIP, id: "9".repeat(64) } },
    ],
    [
      "one below the tip, too old to be remembered",
      seal.text,
      /^ignore BELOW_TIP/,
      { tip: { ...TIP, seq: 7 } },
    ],
    ["no event", "[]", /^reject BAD_EVENT/, {}],
  ];
  for (const [what, text, expected, known] of table) {
    it(`are judged as if they came alone: ${what}`, () => {
      const judged = words(validateSyncedEvent(valueOf(text), view(SYNC, known), NOW_NS));
      expect(judged).to.match(expected);
      const alone = validateEvent(bytesOf(text), view(SYNC, known), NOW_NS);
      expect(words(alone)).to.equal(judged);
    });
  }

  it("may be of a kind that a newer version brought, which no topic carries here", () => {
    const comet = nodeEvent({ kind: "comet", body: { tail: { length: 3 } } });
    const judged = validateSyncedEvent(valueOf(comet.text), view(SYNC, { tip: TIP }), NOW_NS);
    expect(words(judged)).to.equal("accept ACCEPTED linked");
    expect(words(validateEvent(wire(comet.text), view(gossip("node")), NOW_NS))).to.match(
      /^ignore UNKNOWN_KIND/,
    );
  });

  it("nest no deeper than those that come alone", () => {
    const nested = (levels: number): EncodedEvent => {
      let body: { readonly [name: string]: JsonValue } = { x: 1 };
      for (let i = 1; i < levels; i += 1) body = { x: body };
      return nodeEvent({ kind: "comet", body });
    };
    for (const [levels, verdict] of [
      [15, "accept"],
      [16, "reject"],
    ] as const) {
      const { text } = nested(levels);
      const known = view(SYNC, { tip: TIP });
      expect(validateSyncedEvent(valueOf(text), known, NOW_NS).verdict).to.equal(verdict);
      expect(validateEvent(bytesOf(text), known, NOW_NS).verdict).to.equal(verdict);
    }
  });

  it("carry what a proof needs when they do not fit", () => {
    const known = { tip: { ...TIP, id: "9".repeat(64) } };
    const { signed } = validateSyncedEvent(valueOf(seal.text), view(SYNC, known), NOW_NS);
    expect(signed).to.deep.equal({ event: seal.event, id: seal.id });
  });

  it("a second head of one size is told apart from one that is held", () => {
    const note = headNote();
    const other = headNote({ id: "56".repeat(32) });
    const judge = (wired: Uint8Array, headId: string | null): string =>
      words(
        validateEvent(
          wired,
          { ...view(gossip("head"), { headSeq: 9 }), headId: () => headId },
          NOW_NS,
        ),
      );
    expect(judge(noteWire(note), "34".repeat(32))).to.match(/^ignore STALE_NOTE/);
    expect(judge(noteWire(other), "34".repeat(32))).to.match(/^ignore EQUIVOCATION/);
    expect(judge(noteWire(note), null)).to.match(/^ignore STALE_NOTE/);
    const forged = noteWire({ ...other, sig: note.sig });
    expect(judge(forged, "34".repeat(32))).to.match(/^reject BAD_SIGNATURE/);
    const bobs = noteWire(headNote({}, BOB, 9), BOB.publicKey);
    expect(judge(bobs, "34".repeat(32))).to.match(/^ignore STALE_NOTE/);
  });
});
