/** The formats of mail, against NaCl itself and against whoever holds the stored bytes. */
import { createCipheriv } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { expect } from "chai";
import { assert, integer, nat, property, uint8Array } from "fast-check";
import nacl from "tweetnacl";
import { portableCrypto } from "../../../api/client/secureCrypto.js";
import { nodeDeflate } from "../../../node/mail/deflate.js";
import { secureCrypto } from "../../../node/runtime/secureCrypto.js";
import {
  attachmentHeader,
  FRAME_BYTES,
  openFrame,
  sealFrame,
} from "../../../protocol/mail/attachment.js";
import { openBox, sealBox } from "../../../protocol/mail/box.js";
import { mailKeysOf, signMailStatement } from "../../../protocol/mail/keys.js";
import { openMessage, sealMessage, type SealedMessage } from "../../../protocol/mail/message.js";
import { fromWire, toWire, wireMessage } from "../../../protocol/mail/wire.js";

const bytes = (length: number, seed: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i * 31 + seed * 17 + (i >> 3)) & 255);

describe("mail: boxes", () => {
  it("are those of nacl.box, either way round and on either platform", () => {
    assert(
      property(
        uint8Array({ minLength: 32, maxLength: 32 }),
        uint8Array({ minLength: 32, maxLength: 32 }),
        uint8Array({ minLength: 24, maxLength: 24 }),
        uint8Array({ maxLength: 100 }),
        (a, b, nonce, text) => {
          const [mine, other] = [a, b].map((secret) => nacl.box.keyPair.fromSecretKey(secret));
          const ends = { secretKey: a, publicKey: other!.publicKey, nonce };
          const box = sealBox(secureCrypto, ends, text);
          expect(box).to.deep.equal(nacl.box(text, nonce, other!.publicKey, a));
          expect(sealBox(portableCrypto, ends, text)).to.deep.equal(box);
          expect(nacl.box.open(box, nonce, mine!.publicKey, b)).to.deep.equal(text);
          const back = { secretKey: b, publicKey: mine!.publicKey, nonce };
          expect(openBox(secureCrypto, back, box)).to.deep.equal(text);
          box[0]! ^= 1;
          expect(openBox(secureCrypto, back, box)).to.equal(null);
        },
      ),
      { numRuns: 10 },
    );
  });

  it("are sealed to no key of low order", () => {
    const ends = { secretKey: bytes(32, 1), publicKey: new Uint8Array(32), nonce: bytes(24, 2) };
    expect(() => sealBox(secureCrypto, ends, bytes(8, 1))).to.throw(RangeError);
  });
});

describe("mail: messages", () => {
  const sender = mailKeysOf(secureCrypto, bytes(32, 1));
  const reader = mailKeysOf(secureCrypto, bytes(32, 2));
  const address = "ada.lovelace@0123456789abcdef";
  const to = "bob.the.second@0123456789abcdef";
  const seed = bytes(32, 3);
  const identity = Buffer.from(secureCrypto.ed25519PublicKey(seed)).toString("hex");
  const statement = { address, displayName: null, generation: 1, identity, node: identity };
  const { boxKey, signKey } = sender;
  const signed = signMailStatement(secureCrypto, seed, { ...statement, boxKey, signKey });
  const sealed = (id: string, random: Uint8Array): SealedMessage =>
    sealMessage(secureCrypto, {
      id,
      thread: id,
      sender: signed,
      keys: sender,
      random,
      body: { text: "hush", html: "<p>hush</p>" },
      recipients: [
        { address, boxKey },
        { address: to, boxKey: reader.boxKey },
      ],
      headers: {
        from: { address, name: null },
        to: [{ address: to, name: null }],
        cc: [],
        subject: "s",
        sentCalcond: 1,
        sentMs: 1,
        inReplyTo: null,
        attachments: [],
        salt: "00".repeat(16),
      },
    });
  const one = sealed(`ml_${"a".repeat(26)}`, bytes(64, 4));
  const two = sealed(`ml_${"b".repeat(26)}`, bytes(64, 5));
  const open = (message: SealedMessage, who = to, keys = [reader]) =>
    openMessage(secureCrypto, message, who, keys);

  it("open for their recipients, through JSON and on the other platform", () => {
    const read = fromWire(wireMessage.parse(JSON.parse(JSON.stringify(toWire(one)))));
    const opened = openMessage(portableCrypto, read!, to, [reader]);
    expect(opened).to.deep.include({ text: "hush", html: "<p>hush</p>" });
    expect(open(one, address, [sender])).to.deep.include({ text: "hush" });
    expect(open(one, "eve.dropper@0123456789abcdef")).to.equal("not-for-you");
    expect(open(one, to, [sender])).to.equal("wrong-key");
  });

  it("do not open with anything changed, or taken from another message", () => {
    const parts = (change: Partial<SealedMessage["parts"]>): SealedMessage => ({
      ...one,
      parts: { ...one.parts, ...change },
    });
    const { html: _html, ...withoutHtml } = one.parts;
    const swapped = one.boxes.map((box, i) => ({ ...box, box: two.boxes[i]!.box }));
    const crossed = [{ ...one.boxes[1]!, box: one.boxes[0]!.box }, one.boxes[0]!];
    const changed: readonly SealedMessage[] = [
      parts({ text: two.parts.text! }),
      parts({ text: one.parts.html! }),
      parts({ headers: two.parts.headers! }),
      { ...one, parts: withoutHtml },
      { ...one, boxes: swapped },
      { ...one, boxes: crossed },
      { ...one, id: two.id },
      { ...one, headerHash: two.headerHash },
      { ...one, headerHash: two.headerHash, signature: two.signature },
      { ...one, sender: { ...signed, statement: { ...signed.statement, displayName: "Bob" } } },
    ];
    for (const [i, message] of changed.entries())
      expect(open(message), String(i)).to.be.oneOf(["damaged", "forged"]);
  });
});

describe("mail: frames of attachments", () => {
  const key = bytes(32, 7);
  const prefix = bytes(7, 8);
  const text = new Uint8Array(Buffer.alloc(FRAME_BYTES, "frame "));
  const at = (index: number, isLast = false) => ({ key, prefix, index, isLast });
  const seal = (place: ReturnType<typeof at>, plain: Uint8Array) =>
    sealFrame(secureCrypto, nodeDeflate, place, plain);
  const open = (place: ReturnType<typeof at>, frame: Uint8Array) =>
    openFrame(secureCrypto, nodeDeflate, place, frame);

  it("are compressed only where that is shorter, and give back what they were", () => {
    const short = seal(at(0), text);
    expect(short.length).to.be.lessThan(1_000);
    expect(open(at(0), short)).to.deep.equal(Buffer.from(text));
    const noise = secureCrypto.aes256GcmSeal(
      { key, nonce: bytes(12, 1), aad: bytes(0, 0) },
      new Uint8Array(FRAME_BYTES - 16),
    );
    const long = seal(at(1), noise);
    expect([long[0], long.length]).to.deep.equal([0, 5 + FRAME_BYTES + 16]);
    expect(open(at(1), long)).to.deep.equal(noise);
  });

  it("are refused cut, changed anywhere, in another place, under another key or prefix", () => {
    const frame = seal(at(2), text);
    assert(
      property(nat(frame.length - 1), integer({ min: 1, max: 255 }), (i, mask) => {
        const other = frame.slice();
        other[i]! ^= mask;
        expect(open(at(2), other)).to.equal(null);
        expect(open(at(2), frame.slice(0, i))).to.equal(null);
      }),
    );
    expect(open(at(3), frame)).to.equal(null);
    expect(open(at(2, true), frame)).to.equal(null);
    expect(open({ ...at(2), prefix: bytes(7, 9) }, frame)).to.equal(null);
    expect(open({ ...at(2), key: bytes(32, 9) }, frame)).to.equal(null);
    // A short frame ends an attachment, and nothing else.
    expect(open(at(2), seal(at(2), text.subarray(1)))).to.equal(null);
  });

  it("that would inflate to more than a frame are refused, though their tag is right", () => {
    const bomb = deflateRawSync(Buffer.alloc(FRAME_BYTES + 1));
    const nonce = Buffer.concat([prefix, Buffer.from([0, 0, 0, 0, 1])]);
    const cipher = createCipheriv("aes-256-gcm", key, nonce);
    cipher.setAAD(Buffer.concat([attachmentHeader(prefix), Buffer.of(1)]));
    const sealed = Buffer.concat([cipher.update(bomb), cipher.final(), cipher.getAuthTag()]);
    const head = Buffer.alloc(5);
    head[0] = 1;
    head.writeUInt32BE(bomb.length, 1);
    expect(open(at(0, true), Buffer.concat([head, sealed]))).to.equal(null);
  });
});
