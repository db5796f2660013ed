import { expect } from "chai";
import * as fc from "fast-check";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { toHex } from "../../../protocol/encoding/hex.js";
import type { MeshEvent } from "../../../protocol/seal/event.js";
import { makeHandshake } from "../../../protocol/events/handshake.js";
import { EVENT_KINDS } from "../../../protocol/mesh/kinds.js";
import { beginEvent, validateEvent } from "../../../protocol/mesh/validate.js";
import type { Arrival } from "../../../protocol/events/eventView.js";
import type { Judgement } from "../../../protocol/mesh/judgement.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import {
  ALICE,
  BOB,
  DIGEST_BODY,
  NET,
  NODE_BODY,
  NOW,
  NOW_NS,
  OPEN_BODY,
  SEAL_BODY,
  SECRET,
  SYNC,
  bytesOf,
  event,
  gossip,
  headNote,
  nodeEvent,
  noteWire,
  view,
  wire,
  type Knowledge,
} from "../events/fixtures.js";
import { runs } from "../../kit/runs.js";

const SEED = 1_287;

function judge(bytes: Uint8Array, arrival: Arrival, known: Knowledge = {}, nowNs = NOW_NS): string {
  const { verdict, code } = validateEvent(bytes, view(arrival, known), nowNs);
  return `${verdict} ${code}`;
}

/** An event whose header or members were replaced after the fact and signed again by Alice. */
function resigned(header: JsonObject, body: JsonObject = NODE_BODY): string {
  const headerText = canonicalize(header);
  const sig = toHex(crypto.ed25519Sign(ALICE.seed, Buffer.from(`calc-event-sig/1\0${headerText}`)));
  return canonicalize({ body, header, sig });
}

const entry = nodeEvent();
const header: JsonObject = JSON.parse(entry.headerText);

describe("events/validate", () => {
  describe("accepts", () => {
    it("a first event, a next one, and one with a gap before it", () => {
      const opened = event();
      const first = validateEvent(wire(opened.text), view(gossip("node")), NOW_NS);
      expect(first).to.include({
        verdict: "accept",
        code: "ACCEPTED",
        detail: "linked",
        sender: ALICE.publicKey,
      });
      expect(first.message).to.deep.equal({
        type: "event",
        event: opened.event,
        id: opened.id,
        headerText: opened.headerText,
        bodyText: opened.bodyText,
        state: "linked",
      });
      const next = nodeEvent({ seq: 1, prev: opened.id });
      const tip = { seq: 0, id: opened.id, calcond: NOW };
      expect(validateEvent(wire(next.text), view(gossip("node"), { tip }), NOW_NS).detail).to.equal(
        "linked",
      );
      expect(
        validateEvent(wire(entry.text), view(gossip("node"), { tip }), NOW_NS).detail,
      ).to.equal("detached");
      expect(validateEvent(wire(entry.text), view(gossip("node")), NOW_NS).detail).to.equal(
        "detached",
      );
    });

    it("the same event over HTTP from any sender, and in sync without a handshake", () => {
      const handshake = makeHandshake(
        crypto,
        SECRET,
        { kid: 1, sender: BOB.publicKey, calcond: BigInt(NOW) },
        entry.text,
      );
      const judged = validateEvent(bytesOf(entry.text), view({ via: "http", handshake }), NOW_NS);
      expect(judged).to.include({ verdict: "accept", sender: BOB.publicKey });
      expect(judge(bytesOf(entry.text), SYNC)).to.equal("accept ACCEPTED");
    });

    it("digests, nodes and shards in sync without their bodies, as they are superseded", () => {
      const shards = { epoch: 1, shards: "0".repeat(64) };
      for (const [kind, body] of [
        ["digest", DIGEST_BODY],
        ["node", NODE_BODY],
        ["shard.claim", shards],
        ["shard.release", shards],
      ] as const) {
        const { event: whole } = nodeEvent({ kind, body });
        const lacking = bytesOf(canonicalize({ ...whole, body: null }));
        expect(judge(lacking, SYNC), kind).to.equal("accept ACCEPTED");
      }
    });

    it("digests, head notes, and seal events in sync, pruned or not", () => {
      const digest = nodeEvent({ kind: "digest", body: DIGEST_BODY });
      expect(judge(wire(digest.text), gossip("digest"))).to.equal("accept ACCEPTED");
      expect(judge(noteWire(headNote()), gossip("head"), { headSeq: 8 })).to.equal(
        "accept ACCEPTED",
      );
      const seal = nodeEvent({ kind: "seal", body: SEAL_BODY });
      expect(judge(bytesOf(seal.text), SYNC)).to.equal("accept ACCEPTED");
      expect(judge(bytesOf(canonicalize({ ...seal.event, body: null })), SYNC)).to.equal(
        "accept ACCEPTED",
      );
    });
  });

  const plain = wire(entry.text);
  const onNode = gossip("node");
  const http = (handshake: string | undefined): Arrival => ({ via: "http", handshake });
  const fresh = makeHandshake(
    crypto,
    SECRET,
    { kid: 1, sender: ALICE.publicKey, calcond: BigInt(NOW) },
    entry.text,
  );
  const unknownKid = makeHandshake(
    crypto,
    SECRET,
    { kid: 9, sender: ALICE.publicKey, calcond: BigInt(NOW) },
    entry.text,
  );
  const badSig = canonicalize({ ...entry.event, sig: nodeEvent({}, BOB).event.sig });
  const huge = wire(
    nodeEvent({
      body: {
        ...NODE_BODY,
        roles: ["x".repeat(32)],
        http: "h".repeat(256),
        addrs: Array(8).fill("a".repeat(900)),
      },
    }).text,
  );

  const judged: readonly (readonly [string, string, Uint8Array, Arrival, Knowledge?])[] = [
    // In the order of the checks.
    [
      "another network's topic",
      "reject UNKNOWN_TOPIC",
      plain,
      { via: "gossip", topic: "/calc/1/ffffffff/node" },
    ],
    [
      "a topic of a later stage",
      "reject UNKNOWN_TOPIC",
      plain,
      { via: "gossip", topic: `/calc/1/${NET}/later` },
    ],
    ["too many bytes", "reject TOO_LARGE", new Uint8Array(4_096 + 2_049), onNode],
    ["too many bytes over HTTP", "reject TOO_LARGE", new Uint8Array(65_537), http(fresh)],
    ["a body over its limit", "reject TOO_LARGE", huge, onNode],
    [
      "no secret over HTTP",
      "ignore NO_MESH_SECRET",
      bytesOf(entry.text),
      http(fresh),
      { secrets: new Map() },
    ],
    ["no handshake over HTTP", "reject MISSING_HANDSHAKE", bytesOf(entry.text), http(undefined)],
    [
      "a handshake for other bytes over HTTP",
      "reject BAD_HANDSHAKE",
      bytesOf("not even JSON"),
      http(fresh),
    ],
    ["malformed UTF-8", "reject NOT_CANONICAL", new Uint8Array([0x22, 0xff, 0x22]), onNode],
    ["spaces", "reject NOT_CANONICAL", bytesOf(`${Buffer.from(plain).toString()} `), onNode],
    ["unsorted keys", "reject NOT_CANONICAL", bytesOf('{"msg":{},"handshake":""}'), onNode],
    [
      "duplicate keys",
      "reject NOT_CANONICAL",
      bytesOf('{"handshake":"","handshake":"","msg":{}}'),
      onNode,
    ],
    [
      "a lone surrogate",
      "reject NOT_CANONICAL",
      bytesOf('{"handshake":"\\ud800","msg":{}}'),
      onNode,
    ],
    ["1.0 for 1", "reject NOT_CANONICAL", bytesOf(entry.text.replace('"v":1', '"v":1.0')), SYNC],
    [
      "-0 for 0",
      "reject NOT_CANONICAL",
      bytesOf(event().text.replace('"seq":0', '"seq":-0')),
      SYNC,
    ],
    [
      "an integer past 2^53",
      "reject NOT_CANONICAL",
      bytesOf(entry.text.replace(`"calcond":${NOW}`, '"calcond":9007199254740993')),
      SYNC,
    ],
    ["a byte order mark", "reject NOT_CANONICAL", bytesOf(`\ufeff${entry.text}`), SYNC],
    ["nesting past 16", "reject NOT_CANONICAL", bytesOf("[".repeat(17) + "]".repeat(17)), SYNC],
    ["no object", "reject BAD_EVENT", bytesOf("[]"), SYNC],
    ["no wire message", "reject BAD_EVENT", bytesOf('{"handshake":"x"}'), onNode],
    ["another network", "reject WRONG_NET", wire(nodeEvent({ net: "ffffffff" }).text), onNode],
    [
      "a newer version",
      "ignore UNKNOWN_VERSION",
      wire(resigned({ ...header, v: 2, more: "x" })),
      onNode,
    ],
    ["version 0", "reject BAD_EVENT", wire(resigned({ ...header, v: 0 })), onNode],
    [
      "an unknown kind",
      "ignore UNKNOWN_KIND",
      wire(nodeEvent({ kind: "xfer.order", body: {} }).text),
      onNode,
    ],
    ["a kind of another topic", "reject WRONG_TOPIC", plain, gossip("digest")],
    [
      "a seal event on a topic",
      "reject WRONG_TOPIC",
      wire(nodeEvent({ kind: "seal", body: SEAL_BODY }).text),
      onNode,
    ],
    ["a note on another topic", "reject WRONG_TOPIC", noteWire(headNote()), onNode],
    ["a note in sync", "reject BAD_EVENT", bytesOf(canonicalize(headNote())), SYNC],
    [
      "a header with another member",
      "reject BAD_EVENT",
      wire(resigned({ ...header, extra: 1 })),
      onNode,
    ],
    [
      "an event with another member",
      "reject BAD_EVENT",
      wire(canonicalize({ ...entry.event, extra: 1 })),
      onNode,
    ],
    [
      "a spine opened at 5",
      "reject BAD_EVENT",
      wire(nodeEvent({ kind: "spine.open", body: OPEN_BODY }).text),
      onNode,
    ],
    [
      "another kind at 0",
      "reject BAD_EVENT",
      wire(event({ kind: "node", body: NODE_BODY }).text),
      onNode,
    ],
    [
      "a body outside its schema",
      "reject BAD_EVENT",
      wire(nodeEvent({ body: { ...NODE_BODY, capacity: 17 } }).text),
      onNode,
    ],
    [
      "a pruned body on a topic",
      "reject BAD_EVENT",
      wire(canonicalize({ ...entry.event, body: null })),
      onNode,
    ],
    ...Object.keys(EVENT_KINDS)
      .filter((kind) => !["seal", "node", "digest", "shard.claim", "shard.release"].includes(kind))
      .map(
        (kind) =>
          [
            `a pruned body of another kind, ${kind}`,
            "reject BAD_EVENT",
            bytesOf(canonicalize({ ...nodeEvent({ kind, body: NODE_BODY }).event, body: null })),
            SYNC,
          ] as const,
      ),
    [
      "a handshake of somebody else",
      "reject BAD_HANDSHAKE",
      wire(entry.text, BOB.publicKey),
      onNode,
    ],
    [
      "an unknown key number",
      "ignore BAD_HANDSHAKE",
      wire(entry.text, ALICE.publicKey, BigInt(NOW), 9),
      onNode,
    ],
    [
      "an unknown key number over HTTP",
      "ignore BAD_HANDSHAKE",
      bytesOf(entry.text),
      http(unknownKid),
    ],
    [
      "a stale handshake",
      "ignore STALE_HANDSHAKE",
      wire(entry.text, ALICE.publicKey, BigInt(NOW - 121)),
      onNode,
    ],
    [
      "a handshake from the future",
      "ignore STALE_HANDSHAKE",
      wire(entry.text, ALICE.publicKey, BigInt(NOW + 3)),
      onNode,
    ],
    ["a held event", "ignore DUPLICATE", plain, onNode, { held: [entry.id] }],
    ["an empty bucket", "ignore RATE_LIMITED", plain, onNode, { allow: false }],
    ["a frozen author", "ignore FROZEN", plain, onNode, { frozen: [ALICE.publicKey] }],
    [
      "another body",
      "reject BAD_BODY_HASH",
      wire(canonicalize({ ...entry.event, body: { ...NODE_BODY, capacity: 5 } })),
      onNode,
    ],
    [
      "another body length",
      "reject BAD_BODY_HASH",
      wire(resigned({ ...header, body_len: 3 })),
      onNode,
    ],
    ["another signature", "reject BAD_SIGNATURE", wire(badSig), onNode],
    [
      "a clock 3 ahead",
      "ignore FUTURE_CALCOND",
      wire(nodeEvent({ calcond: NOW + 3 }).text),
      onNode,
    ],
    [
      "another event at its number",
      "ignore EQUIVOCATION",
      plain,
      onNode,
      { at: { 7: "99".repeat(32) } },
    ],
    [
      "another event before it",
      "ignore FORKED",
      plain,
      onNode,
      { tip: { seq: 6, id: "98".repeat(32), calcond: NOW } },
    ],
    [
      "a clock behind the event before",
      "ignore BAD_CHAIN",
      plain,
      onNode,
      { tip: { seq: 6, id: "12".repeat(32), calcond: NOW + 1 } },
    ],
    ["no room for detached events", "ignore BUSY", plain, onNode, { room: false }],
    // Notes.
    [
      "a note with another member",
      "reject BAD_EVENT",
      noteWire(headNote({ extra: 1 })),
      gossip("head"),
    ],
    [
      "an unknown kind of note",
      "ignore UNKNOWN_KIND",
      noteWire(headNote({ kind: "later" })),
      gossip("head"),
    ],
    [
      "a head as old as the one held",
      "ignore STALE_NOTE",
      noteWire(headNote()),
      gossip("head"),
      { headSeq: 9 },
    ],
    [
      "a head whose size disagrees",
      "reject BAD_EVENT",
      noteWire(headNote({ seq: 10 })),
      gossip("head"),
    ],
    [
      "a head with somebody else's checkpoint",
      "reject BAD_EVENT",
      noteWire(headNote({ checkpoint: headNote({}, BOB).note.checkpoint! })),
      gossip("head"),
    ],
    [
      "a head with another signature",
      "reject BAD_SIGNATURE",
      noteWire({ ...headNote(), sig: headNote({}, BOB).sig }),
      gossip("head"),
    ],
    [
      "a head from the future",
      "ignore FUTURE_CALCOND",
      noteWire(headNote({ calcond: NOW + 3 })),
      gossip("head"),
    ],
    [
      "a frozen author's head",
      "ignore FROZEN",
      noteWire(headNote()),
      gossip("head"),
      { frozen: [ALICE.publicKey] },
    ],
  ];
  for (const [what, expected, bytes, arrival, known] of judged) {
    it(`answers ${expected} for ${what}`, () => {
      expect(judge(bytes, arrival, known)).to.equal(expected);
    });
  }

  it("accepts what is held and gossip has not brought, to be passed on and not to be taken in", () => {
    const unheard = { held: [entry.id], unheard: [entry.id] };
    expect(validateEvent(plain, view(onNode, unheard), NOW_NS)).to.deep.equal({
      verdict: "accept",
      code: "DUPLICATE",
      detail: "held, and passed on",
      sender: ALICE.publicKey,
      heardOf: entry.id,
    });
    // Only what is signed, within the rates and not frozen, and by gossip alone.
    expect(judge(wire(badSig), onNode, unheard)).to.equal("reject BAD_SIGNATURE");
    expect(judge(plain, onNode, { ...unheard, allow: false })).to.equal("ignore RATE_LIMITED");
    expect(judge(plain, onNode, { ...unheard, frozen: [ALICE.publicKey] })).to.equal(
      "ignore FROZEN",
    );
    expect(judge(bytesOf(entry.text), SYNC, unheard)).to.equal("ignore DUPLICATE");
    // It may come by comparison while its signature is checked.
    let held: readonly string[] = [];
    const begun = beginEvent(
      plain,
      { ...view(onNode, unheard), isHeld: (id) => held.includes(id) },
      NOW_NS,
    );
    held = [entry.id];
    expect("check" in begun && begun.conclude(true)).to.include({
      verdict: "accept",
      heardOf: entry.id,
    });
  });

  it("keeps a forked event as evidence, with its signature checked", () => {
    const { signed } = validateEvent(plain, view(onNode, { at: { 7: "99".repeat(32) } }), NOW_NS);
    expect(signed).to.deep.equal({ event: entry.event, id: entry.id });
    expect(
      validateEvent(wire(badSig), view(onNode, { at: { 7: "99".repeat(32) } }), NOW_NS).signed,
    ).to.equal(undefined);
  });

  it("accepts a clock 2 ahead, and no bucket is asked in sync", () => {
    expect(judge(wire(nodeEvent({ calcond: NOW + 2 }).text), onNode)).to.equal("accept ACCEPTED");
    expect(judge(bytesOf(entry.text), SYNC, { allow: false })).to.equal("accept ACCEPTED");
  });

  it("blames nobody for a failure of its own", () => {
    const broken = {
      ...view(onNode),
      isHeld: (): boolean => {
        throw new Error("index closed");
      },
    };
    expect(validateEvent(plain, broken, NOW_NS)).to.deep.equal({
      verdict: "ignore",
      code: "INTERNAL",
      detail: "index closed",
    });
  });

  it("accepts no event with any member changed", () => {
    const { body, header: head, sig } = entry.event;
    const forged: MeshEvent[] = [];
    for (const [key, value] of Object.entries(head)) {
      forged.push({
        body,
        sig,
        header: {
          ...head,
          [key]:
            typeof value === "number" ? value + 1 : (value[0] === "0" ? "1" : "0") + value.slice(1),
        },
      });
    }
    for (let i = 0; i < 128; i += 1)
      forged.push({
        body,
        header: head,
        sig: `${sig.slice(0, i)}${sig[i] === "0" ? "1" : "0"}${sig.slice(i + 1)}`,
      });
    for (const one of forged) {
      const verdict: Judgement = validateEvent(
        wire(canonicalize(one), one.header.author),
        view(onNode),
        NOW_NS,
      );
      expect(verdict.verdict, JSON.stringify(one.header)).to.not.equal("accept");
    }
  });

  it("answers any bytes, on every entrance, without an exception", () => {
    const arrivals: readonly Arrival[] = [
      onNode,
      gossip("head"),
      gossip("digest"),
      SYNC,
      http(fresh),
      http(""),
    ];
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(...arrivals),
        (bytes, arrival) => {
          expect(validateEvent(bytes, view(arrival), NOW_NS).verdict).to.not.equal("accept");
        },
      ),
      { seed: SEED, numRuns: runs(750, 3_000) },
    );
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(...arrivals), (text, arrival) => {
        expect(validateEvent(bytesOf(text), view(arrival), NOW_NS).verdict).to.not.equal("accept");
      }),
      { seed: SEED, numRuns: runs(750, 3_000) },
    );
  });

  it("accepts no mutation of valid messages", () => {
    const valid: readonly (readonly [Uint8Array, Arrival])[] = [
      [plain, onNode],
      [noteWire(headNote()), gossip("head")],
      [bytesOf(entry.text), SYNC],
      [bytesOf(entry.text), http(fresh)],
      [wire(nodeEvent({ kind: "digest", body: DIGEST_BODY }).text), gossip("digest")],
    ];
    const mutation = fc.record({
      which: fc.nat(valid.length - 1),
      where: fc.nat(),
      byte: fc.integer({ min: 0, max: 255 }),
      kind: fc.constantFrom("replace", "insert", "delete", "cut", "swap", "repeat"),
    });
    fc.assert(
      fc.property(mutation, ({ which, where, byte, kind }) => {
        const [bytes, arrival] = valid[which]!;
        const at = where % bytes.length;
        const mutated = Buffer.from(
          kind === "replace"
            ? [...bytes.subarray(0, at), byte, ...bytes.subarray(at + 1)]
            : kind === "insert"
              ? [...bytes.subarray(0, at), byte, ...bytes.subarray(at)]
              : kind === "delete"
                ? [...bytes.subarray(0, at), ...bytes.subarray(at + 1)]
                : kind === "cut"
                  ? [...bytes.subarray(0, at)]
                  : kind === "swap"
                    ? [...bytes.subarray(at), ...bytes.subarray(0, at)]
                    : [...bytes, ...bytes.subarray(at)],
        );
        const { verdict, code } = validateEvent(mutated, view(arrival), NOW_NS);
        if (mutated.equals(bytes)) expect(code).to.equal("ACCEPTED");
        else expect(verdict, `${kind} ${byte} at ${at} of ${which}`).to.not.equal("accept");
      }),
      { seed: SEED, numRuns: runs(1_500, 6_000) },
    );
  });
});
