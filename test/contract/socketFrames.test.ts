/**
 * Frames of WebSockets by RFC 6455: how each adapter ends a connection that breaks a rule, in whatever
 * pieces the bytes come.
 */
import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "chai";
import { EXAMPLE_CHANNEL } from "../../api/contract/machines/streamSocket.js";
import { Upgrade } from "../../api/contract/definition/subscription.js";
import { ADAPTERS, start, type Running } from "./fakeNode.js";
import { closeCodeIn, closing, frameWith, masked, OPCODE } from "./frames.js";

const LIMIT = 1_024;
const HANDSHAKE =
  `GET /ws/stream?channel=${EXAMPLE_CHANNEL} HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
  "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
const PING = masked(OPCODE.ping, "still there?");
const PONG = Buffer.from(`\u008a\u000cstill there?`, "latin1");

/**
 * A close code, 1005 for a close frame without one. goes on: what comes behind is answered. no word:
 * neither; it is cut off, or more is waited for.
 */
type Outcome = number | "goes on" | "no word";

interface Case {
  readonly what: string;
  readonly bytes: Buffer;
  /** By the RFC, and what the platform's adapter does. */
  readonly node: Outcome;
  /** The native server cuts off who breaks the protocol, and repeats few close codes. */
  readonly uws: Outcome;
}

const raw = (...bytes: readonly number[]): Buffer => Buffer.from(bytes);

const CASES: readonly Case[] = [
  { what: "a reserved bit", bytes: raw(0xc1, 0x80, 0, 0, 0, 0), node: 1_002, uws: "no word" },
  {
    what: "an unknown data opcode",
    bytes: raw(0x83, 0x80, 0, 0, 0, 0),
    node: 1_002,
    uws: "no word",
  },
  {
    what: "an unknown control opcode",
    bytes: raw(0x8b, 0x80, 0, 0, 0, 0),
    node: 1_002,
    uws: "no word",
  },
  { what: "no mask", bytes: frameWith(0x81, "unmasked", null), node: 1_002, uws: "no word" },
  { what: "a cut control frame", bytes: raw(0x09, 0x80, 0, 0, 0, 0), node: 1_002, uws: "no word" },
  {
    what: "a long control frame",
    bytes: frameWith(0x89, "a".repeat(126)),
    node: 1_002,
    uws: "no word",
  },
  {
    what: "a length in 16 bits too many",
    bytes: raw(0x81, 0xfe, 0, 0, 0, 0, 0, 0),
    node: "goes on",
    uws: "goes on",
  },
  { what: "nothing to continue", bytes: raw(0x80, 0x80, 0, 0, 0, 0), node: 1_002, uws: "no word" },
  {
    what: "a message in a message",
    bytes: Buffer.concat([frameWith(0x01, "a"), masked(OPCODE.text, "b")]),
    node: 1_002,
    uws: "no word",
  },
  {
    what: "a message too big",
    bytes: masked(OPCODE.text, "a".repeat(LIMIT + 1)),
    node: 1_009,
    uws: 1_009,
  },
  {
    what: "one of 4 GiB, from its head alone",
    bytes: raw(0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4),
    node: 1_009,
    uws: "no word",
  },
  {
    what: "fragments that come to too much",
    bytes: Buffer.concat([frameWith(0x01, "a".repeat(LIMIT)), frameWith(0x80, "a")]),
    node: 1_009,
    uws: 1_009,
  },
  {
    what: "a text that is no UTF-8",
    bytes: masked(OPCODE.text, Buffer.from([0xff])),
    node: 1_007,
    uws: "no word",
  },
  { what: "half a close code", bytes: masked(OPCODE.close, "a"), node: 1_002, uws: 1_005 },
  { what: "a code that nobody sends", bytes: closing(1_006), node: 1_002, uws: 1_005 },
  { what: "a code out of range", bytes: closing(5_000), node: 1_002, uws: 1_005 },
  {
    what: "a reason that is no UTF-8",
    bytes: closing(1_000, Buffer.from([255])),
    node: 1_007,
    uws: 1_005,
  },
  { what: "a close of the registry", bytes: closing(3_000, "done"), node: 3_000, uws: 1_005 },
  { what: "a close of its own", bytes: closing(4_000, "done"), node: 4_000, uws: 4_000 },
  { what: "a close without a code", bytes: masked(OPCODE.close, ""), node: 1_005, uws: 1_005 },
  {
    what: "a message at the limit",
    bytes: masked(OPCODE.text, "a".repeat(LIMIT)),
    node: "goes on",
    uws: "goes on",
  },
  {
    what: "fragments with a ping between",
    bytes: Buffer.concat([frameWith(0x02, "ab"), masked(OPCODE.ping, "p"), frameWith(0x80, "cd")]),
    node: "goes on",
    uws: "goes on",
  },
];

/** What a server does with bytes behind its 101, in pieces of so many, and a ping behind them. */
function outcomeOf(port: number, bytes: Buffer, piece = bytes.length): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let answer = Buffer.alloc(0);
    let isOpen = false;
    const rest = Buffer.concat([bytes, PING]);
    const send = (at: number): void => {
      if (socket.destroyed) return;
      const next = at + piece;
      if (next < bytes.length)
        socket.write(rest.subarray(at, next), () => setImmediate(send, next));
      // Who waits for more waits no longer.
      else socket.end(rest.subarray(at));
    };
    socket.on("connect", () => socket.write(HANDSHAKE));
    socket.on("error", (error) => (isOpen ? undefined : reject(error)));
    socket.on("data", (part) => {
      answer = Buffer.concat([answer, part]);
      const head = answer.indexOf("\r\n\r\n");
      if (head < 0 || isOpen) return;
      isOpen = true;
      send(0);
    });
    socket.on("end", () => socket.end());
    socket.on("close", () => {
      const frames = answer.subarray(answer.indexOf("\r\n\r\n") + 4);
      const code = closeCodeIn(frames);
      if (frames.includes(PONG)) resolve("goes on");
      else resolve(code ?? "no word");
    });
  });
}

for (const adapter of ADAPTERS) {
  describe(`frames of sockets on ${adapter}`, () => {
    let node: Running;
    before(async () => {
      node = await start(adapter, { handlers: { streamSocket: () => silent() } });
    });
    after(() => node.stop());

    for (const one of CASES)
      it(`${one.what}: ${one[adapter]}`, async () => {
        expect(await outcomeOf(node.port, one.bytes)).to.equal(one[adapter]);
        for (const piece of [1, 3, 7])
          if (one.bytes.length <= 200)
            expect(await outcomeOf(node.port, one.bytes, piece), `in pieces of ${piece}`).to.equal(
              one[adapter],
            );
      });

    // A client that keeps to the RFC waits for the 101 first; the native server reads none before.
    if (adapter === "node")
      it("frames that came with the request are read", async () => {
        const socket = connect(node.port, "127.0.0.1");
        socket.end(
          Buffer.concat([Buffer.from(HANDSHAKE), masked(OPCODE.text, Buffer.from([0xff]))]),
        );
        const parts: Buffer[] = [];
        socket.on("data", (part) => parts.push(part));
        await once(socket, "close");
        const answer = Buffer.concat(parts);
        expect(answer.toString("latin1")).to.match(/^HTTP\/1\.1 101 /);
        expect(closeCodeIn(answer.subarray(answer.indexOf("\r\n\r\n") + 4))).to.equal(1_007);
      });
  });
}

/** A stream that says nothing. */
function silent(): Upgrade {
  return new Upgrade({
    right: { id: "public", lost: async () => null },
    topic: EXAMPLE_CHANNEL,
    after: null,
    head: () => 0,
    oldest: () => 1,
    hello: () => "{}",
    resync: () => "{}",
    read: async () => [],
    listen: () => () => undefined,
  });
}
