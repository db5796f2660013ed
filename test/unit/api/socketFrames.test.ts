/** Frames of WebSockets: the examples of RFC 6455, section 5.7, and any bytes in any cut. */
import { expect } from "chai";
import * as fc from "fast-check";
import {
  CLOSE,
  closeFrame,
  FrameReader,
  frameOf,
  OPCODE,
  textFrame,
  type Received,
} from "../../../api/socket/frames.js";

const LIMIT = 1_024;
const MASK = Buffer.from("37fa213d", "hex");

function read(bytes: Buffer, isServer = true, cut = bytes.length): readonly Received[] {
  const reader = new FrameReader({ isServer, messageBytesMax: LIMIT });
  const received: Received[] = [];
  for (let at = 0; at < bytes.length; at += cut)
    received.push(...reader.read(bytes.subarray(at, at + cut)));
  return received;
}

function masked(opcode: number, payload: Buffer | string): Buffer {
  return frameOf(opcode, Buffer.from(payload), MASK);
}

/** A frame whose head is written by hand. */
function raw(first: number, second: number, ...rest: readonly number[]): Buffer {
  return Buffer.from([first, second, ...rest]);
}

function codeOf(bytes: Buffer, isServer = true): number | undefined {
  const [last] = read(bytes, isServer).slice(-1);
  return last?.kind === "fault" ? last.code : undefined;
}

describe("frames of sockets", () => {
  it("are those of the RFC's examples", () => {
    const hello = Buffer.from("810548656c6c6f", "hex");
    expect(textFrame("Hello")).to.deep.equal(hello);
    expect(read(hello, false)).to.deep.equal([{ kind: "text", text: "Hello" }]);
    const maskedHello = Buffer.from("818537fa213d7f9f4d5158", "hex");
    expect(masked(OPCODE.text, "Hello")).to.deep.equal(maskedHello);
    expect(read(maskedHello)).to.deep.equal([{ kind: "text", text: "Hello" }]);
    expect(read(Buffer.from("010348656c80026c6f", "hex"), false)).to.deep.equal([
      { kind: "text", text: "Hello" },
    ]);
    const ping = Buffer.from("890548656c6c6f", "hex");
    expect(frameOf(OPCODE.ping, Buffer.from("Hello"))).to.deep.equal(ping);
    expect(read(ping, false)).to.deep.equal([{ kind: "ping", bytes: Buffer.from("Hello") }]);
    expect(frameOf(OPCODE.binary, Buffer.alloc(256)).subarray(0, 4).toString("hex")).to.equal(
      "827e0100",
    );
    expect(frameOf(OPCODE.binary, Buffer.alloc(65_536)).subarray(0, 10).toString("hex")).to.equal(
      "827f0000000000010000",
    );
  });

  it("read alike in every cut, control frames between fragments among them", () => {
    const bytes = Buffer.concat([
      masked(OPCODE.text, "a"),
      frameWith(0x02, "ab"),
      masked(OPCODE.ping, "p"),
      frameWith(0x80, "cd"),
      masked(OPCODE.text, "é".repeat(200)),
      closeFrame(CLOSE.normal, "bye", MASK),
      masked(OPCODE.text, "behind the end"),
    ]);
    const expected: readonly Received[] = [
      { kind: "text", text: "a" },
      { kind: "ping", bytes: Buffer.from("p") },
      { kind: "binary", bytes: Buffer.from("abcd") },
      { kind: "text", text: "é".repeat(200) },
      { kind: "close", code: 1_000, reason: "bye" },
    ];
    for (const cut of [1, 2, 3, 5, 7, 64, bytes.length])
      expect(read(bytes, true, cut), `cut ${cut}`).to.deep.equal(expected);
  });

  it("end with the code of the rule that they break", () => {
    const faults: readonly (readonly [string, number, Buffer])[] = [
      ["a reserved bit", CLOSE.protocol, raw(0xc1, 0x80, 0, 0, 0, 0)],
      ["an unknown data opcode", CLOSE.protocol, raw(0x83, 0x80, 0, 0, 0, 0)],
      ["an unknown control opcode", CLOSE.protocol, raw(0x8b, 0x80, 0, 0, 0, 0)],
      ["no mask", CLOSE.protocol, raw(0x81, 0x01, 0x61)],
      ["a cut control frame", CLOSE.protocol, raw(0x09, 0x80, 0, 0, 0, 0)],
      ["a long control frame", CLOSE.protocol, raw(0x89, 0xfe, 0, 126)],
      ["a length in 16 bits too many", CLOSE.protocol, raw(0x81, 0xfe, 0, 125)],
      ["a length in 64 bits too many", CLOSE.protocol, raw(0x81, 0xff, 0, 0, 0, 0, 0, 0, 255, 255)],
      ["nothing to continue", CLOSE.protocol, raw(0x80, 0x80, 0, 0, 0, 0)],
      [
        "a message in a message",
        CLOSE.protocol,
        Buffer.concat([frameWith(0x01, "a"), masked(OPCODE.text, "b")]),
      ],
      ["a message too big, from its head alone", CLOSE.tooBig, raw(0x81, 0xfe, 4, 1)],
      ["one of 2^63 bytes", CLOSE.tooBig, raw(0x81, 0xff, 128, 0, 0, 0, 0, 0, 0, 0)],
      [
        "fragments that come to too much",
        CLOSE.tooBig,
        Buffer.concat([frameWith(0x01, "a".repeat(LIMIT)), frameWith(0x80, "a")]),
      ],
      ["a text that is no UTF-8", CLOSE.notText, masked(OPCODE.text, Buffer.from([0xff]))],
      ["half a close code", CLOSE.protocol, masked(OPCODE.close, "a")],
      ["a code that nobody sends", CLOSE.protocol, closeFrame(1_006, "", MASK)],
      ["a code out of range", CLOSE.protocol, closeFrame(5_000, "", MASK)],
      [
        "a reason that is no UTF-8",
        CLOSE.notText,
        masked(OPCODE.close, Buffer.from([3, 232, 255])),
      ],
    ];
    for (const [what, code, bytes] of faults) expect(codeOf(bytes), what).to.equal(code);
    expect(codeOf(masked(OPCODE.text, "a".repeat(LIMIT)))).to.equal(undefined);
    expect(codeOf(masked(OPCODE.text, "a"), false), "a masked server").to.equal(CLOSE.protocol);
    expect(read(masked(OPCODE.close, ""))).to.deep.equal([
      { kind: "close", code: CLOSE.none, reason: "" },
    ]);
  });

  it("come back as they were sent, whatever the mask and the length", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: LIMIT }),
        fc.uint8Array({ minLength: 4, maxLength: 4 }),
        fc.integer({ min: 1, max: 40 }),
        (payload, mask, cut) => {
          const [one, ...more] = read(frameOf(OPCODE.binary, payload, mask), true, cut);
          expect(more).to.deep.equal([]);
          expect(one).to.deep.equal({ kind: "binary", bytes: Buffer.from(payload) });
        },
      ),
    );
  });

  it("are read without a throw, whatever the bytes, and alike in every cut", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        (bytes, cut, isServer) => {
          const all = Buffer.from(bytes);
          expect(read(all, isServer, cut)).to.deep.equal(read(all, isServer));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

/** A masked data frame with its first byte as given. */
function frameWith(first: number, payload: string): Buffer {
  const frame = masked(OPCODE.binary, payload);
  frame[0] = first;
  return frame;
}
