import { expect } from "chai";
import { createHash } from "node:crypto";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { toHex } from "../../../protocol/encoding/hex.js";
import {
  createNote,
  encodeEvent,
  eventId,
  eventLeaf,
  messageId,
  readHeader,
  verifyEventSignature,
  verifyNoteSignature,
} from "../../../protocol/seal/event.js";
import {
  EVENT_KINDS,
  NOTE_KINDS,
  WIRE_OVERHEAD_BYTES,
  eventKind,
  noteKind,
  wireBytesMax,
} from "../../../protocol/mesh/kinds.js";
import {
  TOPIC_NAMES,
  genesisOf,
  net8,
  topicName,
  topicOf,
} from "../../../protocol/events/topics.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { verifySignature } from "../../../protocol/seal/signature.js";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import {
  ALICE,
  BOB,
  DIGEST_BODY,
  NET,
  NODE_BODY,
  OPEN_BODY,
  SEAL_BODY,
  event,
  headNote,
  nodeEvent,
} from "../events/fixtures.js";

const sha = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

describe("events/event", () => {
  const signed = nodeEvent();
  const { header, sig } = signed.event;

  it("commits to the body, and hashes the header alone into id and leaf", () => {
    const bodyText = canonicalize(NODE_BODY);
    expect(signed.bodyText).to.equal(bodyText);
    expect(header).to.include({
      body_hash: sha(bodyText),
      body_len: Buffer.byteLength(bodyText),
      anchor: "0".repeat(64),
      v: 1,
    });
    expect(signed.headerText).to.equal(canonicalize(header));
    expect(signed.text).to.equal(encodeEvent(signed.event));
    expect(signed.id).to.equal(sha("calc-event/1\0", signed.headerText));
    expect(signed.id).to.equal(eventId(crypto, signed.headerText));
    expect(toHex(signed.leaf)).to.equal(sha(new Uint8Array(1), signed.headerText));
    expect(eventLeaf(crypto, signed.headerText)).to.deep.equal(signed.leaf);
  });

  it("signs the tagged header, so that no other signature of the key can be passed off as an event", () => {
    expect(verifyEventSignature(crypto, ALICE.publicKey, signed.headerText, sig)).to.equal(true);
    const message = Buffer.from(`calc-event-sig/1\0${signed.headerText}`);
    expect(
      verifySignature(
        crypto,
        Buffer.from(ALICE.publicKey, "hex"),
        message,
        Buffer.from(sig, "hex"),
      ),
    ).to.equal(true);
    expect(verifyEventSignature(crypto, BOB.publicKey, signed.headerText, sig)).to.equal(false);
    expect(verifyEventSignature(crypto, ALICE.publicKey, `${signed.headerText} `, sig)).to.equal(
      false,
    );
    expect(verifyNoteSignature(crypto, ALICE.publicKey, signed.headerText, sig)).to.equal(false);
    expect(verifyEventSignature(crypto, "zz", signed.headerText, sig)).to.equal(false);
    expect(verifyEventSignature(crypto, ALICE.publicKey, signed.headerText, "")).to.equal(false);
  });

  it("signs notes under their own tag", () => {
    const note = headNote();
    const text = canonicalize(note.note);
    expect(verifyNoteSignature(crypto, ALICE.publicKey, text, note.sig)).to.equal(true);
    expect(verifyEventSignature(crypto, ALICE.publicKey, text, note.sig)).to.equal(false);
    expect(createNote(crypto, ALICE, note.note).sig).to.equal(note.sig);
  });

  it("reads a header only when all ten members are there and right", () => {
    const plain: JsonObject = JSON.parse(signed.headerText);
    expect(readHeader(plain)).to.deep.equal(header);
    for (const member of Object.keys(plain)) {
      const { [member]: _gone, ...others } = plain;
      expect(readHeader(others), `without ${member}`).to.equal(null);
      expect(readHeader({ ...plain, [member]: null }), `${member} null`).to.equal(null);
      // A kind is any text here: whether it is known is another question.
      if (member === "kind") continue;
      expect(
        readHeader({ ...plain, [member]: typeof plain[member] === "number" ? -1 : "x" }),
        `${member} wrong`,
      ).to.equal(null);
    }
  });

  it("reads no header with one member more, fractions, or a first event that follows another", () => {
    const plain: JsonObject = JSON.parse(signed.headerText);
    expect(readHeader({ ...plain, extra: 1 })).to.equal(null);
    expect(readHeader({ ...plain, seq: 7.5 })).to.equal(null);
    expect(readHeader({ ...plain, seq: 2 ** 53 })).to.equal(null);
    expect(readHeader({ ...plain, seq: 0 })).to.equal(null);
    expect(readHeader({ ...plain, prev: "0".repeat(64) })).to.equal(null);
    expect(readHeader(JSON.parse(event().headerText))).to.not.equal(null);
    for (const value of [undefined, null, [], "x", 1]) expect(readHeader(value)).to.equal(null);
  });

  it("marks relayed messages by topic and data", () => {
    const data = new Uint8Array([1, 2, 3]);
    expect(toHex(messageId(crypto, "/calc/1/x/node", data))).to.equal(
      sha("/calc/1/x/node\0", data).slice(0, 40),
    );
    expect(messageId(crypto, "/calc/1/x/head", data)).to.not.deep.equal(
      messageId(crypto, "/calc/1/x/node", data),
    );
  });
});

describe("events/kinds, topics", () => {
  it("knows the kinds of this version, their topics and sizes", () => {
    expect(Object.keys(EVENT_KINDS)).to.include.members(["spine.open", "seal", "node", "digest"]);
    expect(Object.keys(NOTE_KINDS)).to.deep.equal(["head", "ckpt"]);
    expect(eventKind("seal")?.topic).to.equal(null);
    expect(eventKind("toString")).to.equal(null);
    expect(noteKind("constructor")).to.equal(null);
    expect(wireBytesMax("node")).to.equal(4_096 + WIRE_OVERHEAD_BYTES);
    expect(wireBytesMax("head")).to.equal(2_048 + WIRE_OVERHEAD_BYTES);
    expect(TOPIC_NAMES.map((name) => wireBytesMax(name)).every((bytes) => bytes > 0)).to.equal(
      true,
    );
  });

  it("accepts the bodies of each kind and refuses them with a member missing, added or wrong", () => {
    const bodies: readonly (readonly [string, JsonObject])[] = [
      ["spine.open", OPEN_BODY],
      ["seal", SEAL_BODY],
      ["node", NODE_BODY],
      ["digest", DIGEST_BODY],
    ];
    for (const [kind, body] of bodies) {
      const { schema } = eventKind(kind)!;
      expect(schema.safeParse(body).success, kind).to.equal(true);
      expect(schema.safeParse({ ...body, extra: 1 }).success, kind).to.equal(false);
      for (const member of Object.keys(body)) {
        const { [member]: _gone, ...others } = body;
        expect(schema.safeParse(others).success, `${kind} without ${member}`).to.equal(false);
        expect(schema.safeParse({ ...body, [member]: -1 }).success, `${kind} ${member}`).to.equal(
          false,
        );
      }
    }
    expect(EVENT_KINDS.seal!.schema.safeParse({ ...SEAL_BODY, count: 257 }).success).to.equal(
      false,
    );
    expect(EVENT_KINDS.seal!.schema.safeParse({ ...SEAL_BODY, count: 0 }).success).to.equal(false);
  });

  it("names a network by its genesis", () => {
    const genesis = genesisOf("main", "calc");
    const text =
      '{"calcond_ns":777000777,"name":"main","registry_family":"calc","v":1,"witnesses":[]}';
    expect(net8(crypto, genesis)).to.equal(sha("calc-net/1\0", text).slice(0, 8));
    expect(net8(crypto, genesisOf("main", "calc", ["ab".repeat(32)]))).to.not.equal(
      net8(crypto, genesis),
    );
    expect(topicOf(NET, "head")).to.equal("/calc/1/0a1b2c3d/head");
    expect(topicName(NET, "/calc/1/0a1b2c3d/digest")).to.equal("digest");
    for (const topic of [
      "/calc/1/00000000/digest",
      "/calc/1/0a1b2c3d/later",
      "/calc/1/0a1b2c3d/head/0",
      "head",
      "",
    ]) {
      expect(topicName(NET, topic)).to.equal(null);
    }
  });
});
