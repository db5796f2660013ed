/**
 * Streams over WebSockets on both adapters: what is looked at before the upgrade, what is sent, and
 * how connections end. The client is the package `ws`; bytes it would not send are written by hand.
 */
import { connect, type Socket } from "node:net";
import { once, type EventEmitter } from "node:events";
import { expect } from "chai";
import { WebSocket } from "ws";
import {
  Upgrade,
  type StreamListener,
  type StreamMessage,
} from "../../api/contract/definition/subscription.js";
import { streamSocket, EXAMPLE_CHANNEL } from "../../api/contract/machines/streamSocket.js";
import { closeCodeIn, masked, OPCODE } from "./frames.js";
import type { AnyHandler } from "../../api/http/route.js";
import { SOCKETS_OF_ADDRESS_MAX, STREAM_RING_TICKS } from "../../protocol/limits.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { problem, rawRequest } from "./wire.js";
import {
  ADAPTERS,
  GOOD_KEY,
  start,
  type Adapter,
  type FakeOptions,
  type Running,
} from "./fakeNode.js";

const KEY = "dGhlIHNhbXBsZSBub25jZQ==";
/** For a reader that takes what waits within its own turns of the event loop. */
const CLOSING_MS = 3_000;
const HANDSHAKE =
  "Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n" +
  `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${KEY}\r\n`;
const PATH = `/ws/stream?channel=${EXAMPLE_CHANNEL}`;

/** A stream in memory. */
class Ticks {
  readonly messages: StreamMessage[] = [];
  readonly listeners = new Set<StreamListener>();
  /** Why nobody is let in any more. */
  lost: string | null = null;

  tick(text = JSON.stringify({ type: "tick", seq: this.messages.length + 1 })): void {
    const message = { seq: this.messages.length + 1, text };
    this.messages.push(message);
    for (const listener of this.listeners) listener.message(message);
  }

  end(): void {
    for (const listener of this.listeners) listener.ended('{"type":"closed","reason":"closed"}');
  }

  subscription(after: number | null): Upgrade {
    return new Upgrade({
      right: { id: "public", lost: async () => this.lost },
      topic: EXAMPLE_CHANNEL,
      after,
      head: () => this.messages.length,
      oldest: () => Math.max(1, this.messages.length - STREAM_RING_TICKS + 1),
      hello: (headSeq) => JSON.stringify({ type: "hello", channel: EXAMPLE_CHANNEL, headSeq }),
      resync: (oldestSeq) => JSON.stringify({ type: "resync", oldestSeq }),
      read: async (behind, max) => this.messages.slice(behind, behind + max),
      listen: (listener) => {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
      },
    });
  }
}

interface Served extends Running {
  readonly ticks: Ticks;
  readonly events: { open: number; readonly dropped: string[] };
}

async function served(adapter: Adapter, options: FakeOptions = {}): Promise<Served> {
  const ticks = new Ticks();
  const events = { open: 0, dropped: [] as string[] };
  const streamOfTicks: AnyHandler = async (input, call) => {
    const { after, sig } = streamSocket.input.parse(input);
    if (sig !== undefined) throw new Refusal("BAD_SIGNATURE", "not signed for this channel");
    if (call.principal?.owner === "bob") throw new Refusal("NOT_FOUND", "no such channel");
    return ticks.subscription(after ?? null);
  };
  const running = await start(adapter, {
    ...options,
    handlers: { streamSocket: streamOfTicks, ...options.handlers },
    context: {
      socketClosingMs: CLOSING_MS,
      sockets: {
        open: (count) => {
          events.open = count;
        },
        dropped: (why) => {
          events.dropped.push(why);
        },
      },
      ...options.context,
    },
  });
  return { ...running, ticks, events };
}

/** A client of the package `ws`, with what it was sent. */
class Client {
  readonly socket: WebSocket;
  readonly texts: string[] = [];
  readonly closed: Promise<readonly [number, string]>;
  #wanted: (() => void) | null = null;

  constructor(port: number, query = "", protocols: readonly string[] = ["calc"]) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${PATH}${query}`, [...protocols]);
    this.socket.on("message", (bytes: Buffer) => {
      this.texts.push(bytes.toString("utf8"));
      this.#wanted?.();
    });
    this.closed = new Promise((resolve) => {
      this.socket.on("close", (code, reason) => resolve([code, reason.toString()]));
      this.socket.on("error", () => undefined);
    });
  }

  /** Resolves when so many messages are there. */
  async got(count: number): Promise<readonly string[]> {
    while (this.texts.length < count)
      await new Promise<void>((resolve) => {
        this.#wanted = resolve;
      });
    return this.texts;
  }
}

/** What an emitter gives next. */
function nextBytes(from: EventEmitter, event: string): Promise<Buffer> {
  return new Promise((resolve) => {
    from.once(event, resolve);
  });
}

async function* chunks(socket: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const bytes of socket) yield bytes;
}

function numbered(text: string): { readonly seq?: number } {
  const message: { readonly seq?: number } = JSON.parse(text);
  return message;
}

/** A connection by hand, behind its upgrade. */
async function opened(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET ${PATH} HTTP/1.1\r\n${HANDSHAKE}\r\n`);
  const head = await nextBytes(socket, "data");
  expect(head.toString("latin1")).to.match(/^HTTP\/1\.1 101 /);
  return socket;
}

/** The close code that a connection by hand is sent; null where it ends without one. */
async function closeCode(socket: Socket): Promise<number | null> {
  const parts: Buffer[] = [];
  for await (const bytes of chunks(socket)) parts.push(bytes);
  return closeCodeIn(Buffer.concat(parts));
}

for (const adapter of ADAPTERS) {
  describe(`sockets on the ${adapter} adapter`, () => {
    let node: Served;
    before(async () => {
      node = await served(adapter);
    });
    after(() => node.stop());

    it("answer the key of RFC 6455, section 1.3, with its accept value, and a request id", async () => {
      const answer = await rawRequest(node.port, `GET ${PATH} HTTP/1.1\r\n${HANDSHAKE}\r\n`);
      expect(answer).to.match(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
      expect(answer.toLowerCase()).to.contain("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=");
      expect(answer.toLowerCase()).to.contain("\r\nx-request-id: req_");
      expect(answer.toLowerCase()).not.to.contain("sec-websocket-protocol");
    });

    it("select `calc` alone, and show no key again", async () => {
      const client = new Client(node.port, "", ["calc", `bearer.${GOOD_KEY}`]);
      await client.got(1);
      expect(client.socket.protocol).to.equal("calc");
      client.socket.close();
      await client.closed;
    });

    it("say no before the upgrade, as problems", async () => {
      const ask = (headers: Record<string, string>, path = PATH): Promise<string> =>
        rawRequest(
          node.port,
          `GET ${path} HTTP/1.1\r\n${Object.entries({
            Host: "127.0.0.1",
            Upgrade: "websocket",
            Connection: "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": KEY,
            ...headers,
          })
            .filter(([, value]) => value !== "")
            .map(([name, value]) => `${name}: ${value}\r\n`)
            .join("")}\r\n`,
        );
      const bearer = (key: string) => ({ "Sec-WebSocket-Protocol": `calc, bearer.${key}` });
      const cases: readonly (readonly [number, string, Promise<string>])[] = [
        [426, "UPGRADE_REQUIRED", ask({ Upgrade: "h2c" })],
        [426, "UPGRADE_REQUIRED", ask({ Connection: "close" })],
        [426, "UPGRADE_REQUIRED", ask({ "Sec-WebSocket-Version": "8" })],
        [400, "INVALID_BODY", ask({ "Sec-WebSocket-Key": "" })],
        [400, "INVALID_BODY", ask({ "Sec-WebSocket-Key": "c2hvcnQ=" })],
        [400, "INVALID_BODY", ask({ "Sec-WebSocket-Protocol": `bearer.${GOOD_KEY}` })],
        [400, "INVALID_BODY", ask({}, "/ws/stream")],
        [400, "INVALID_BODY", ask({}, `${PATH}&after=-1`)],
        [400, "INVALID_BODY", ask({}, `${PATH}&key=${GOOD_KEY}`)],
        [401, "BAD_KEY_FORMAT", ask(bearer("nonsense"))],
        // The field of HTTP is a key as well, and none that is shown is passed over.
        [401, "BAD_KEY_FORMAT", ask({ Authorization: "Bearer nonsense" })],
        [401, "BAD_KEY_FORMAT", ask({ Authorization: "Basic YTpi" })],
        [401, "INVALID_KEY", ask({ Authorization: "Bearer calc_ak_unknown0000000" })],
        [404, "NOT_FOUND", ask({ Authorization: "Bearer calc_ak_fedcba9876543210" })],
        [400, "INVALID_BODY", ask({ ...bearer(GOOD_KEY), Authorization: `Bearer ${GOOD_KEY}` })],
        [401, "INVALID_KEY", ask(bearer("calc_ak_unknown0000000"))],
        [401, "BAD_SIGNATURE", ask({}, `${PATH}&sig=1.00`)],
        [404, "NOT_FOUND", ask(bearer("calc_ak_fedcba9876543210"))],
        [403, "HOST_NOT_ALLOWED", ask({ Host: "evil.example" })],
        [403, "ORIGIN_NOT_ALLOWED", ask({ ...bearer(GOOD_KEY), Origin: "https://evil.example" })],
      ];
      for (const [status, code, asked] of cases) {
        const answer = await asked;
        expect(answer, code).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
        expect(answer, code).to.contain(`"code":"${code}"`);
        expect(answer.toLowerCase()).to.contain("x-request-id: ");
      }
      const plain = await fetch(`${node.url}${PATH}`);
      await problem(plain, 426, "UPGRADE_REQUIRED");
      expect(plain.headers.get("sec-websocket-version")).to.equal("13");
      expect(node.events.open).to.equal(0);
    });

    it("are read by pages of any origin where no key is shown", async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${node.port}${PATH}`, {
        origin: "https://elsewhere.example",
        headers: { cookie: `calc_session=calc_st_0123456789` },
      });
      await once(socket, "open");
      socket.terminate();
      await once(socket, "close");
    });

    it("other requests for an upgrade are answered as if they had not asked", async () => {
      const answer = await rawRequest(
        node.port,
        "GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
      );
      expect(answer).to.match(/^HTTP\/1\.1 200 OK\r\n/);
    });

    it("send hello, what is behind a number, and what is new, once each and in order", async () => {
      const { ticks } = node;
      while (ticks.messages.length < 100) ticks.tick();
      const late = new Client(node.port, "&after=90");
      const fresh = new Client(node.port);
      await Promise.all([late.got(11), fresh.got(1)]);
      ticks.tick();
      ticks.tick();
      await Promise.all([late.got(13), fresh.got(3)]);
      const [hello, ...behind] = late.texts.map(numbered);
      expect(hello).to.deep.equal({ type: "hello", channel: EXAMPLE_CHANNEL, headSeq: 100 });
      expect(behind.map(({ seq }) => seq)).to.deep.equal(
        Array.from({ length: 12 }, (_, i) => 91 + i),
      );
      expect(fresh.texts.slice(1)).to.deep.equal(ticks.messages.slice(100).map(({ text }) => text));
      for (const client of [late, fresh]) {
        client.socket.close(4_000);
        expect((await client.closed)[0]).to.equal(4_000);
      }
    });

    it("lose and repeat nothing to who joins while it ticks", async () => {
      const { ticks } = node;
      const from = ticks.messages.length;
      const clients: Client[] = [];
      for (let i = 0; i < 40; i += 1) {
        clients.push(new Client(node.port, `&after=${from}`));
        ticks.tick();
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
      await Promise.all(clients.map((client) => client.got(41)));
      const expected = ticks.messages.slice(from).map(({ text }) => text);
      for (const client of clients) {
        expect(client.texts.slice(1)).to.deep.equal(expected);
        client.socket.terminate();
      }
      await Promise.all(clients.map(({ closed }) => closed));
    });

    it("resync once where the number is older than the ring", async () => {
      const { ticks } = node;
      while (ticks.messages.length < STREAM_RING_TICKS + 300) ticks.tick();
      const client = new Client(node.port, "&after=3");
      await client.got(2 + STREAM_RING_TICKS);
      const [hello, resync, first] = client.texts.map(numbered);
      const oldest = ticks.messages.length - STREAM_RING_TICKS + 1;
      expect(hello).to.include({ headSeq: ticks.messages.length });
      expect(resync).to.deep.equal({ type: "resync", oldestSeq: oldest });
      expect(first).to.deep.equal({ type: "tick", seq: oldest });
      expect(client.texts).to.have.length(2 + STREAM_RING_TICKS);
      client.socket.terminate();
      await client.closed;
    });

    it("answer pings, take what a client says, and end with 1009 what is too large", async () => {
      const client = new Client(node.port);
      await client.got(1);
      client.socket.send("a".repeat(1_024));
      client.socket.ping("are you there");
      const answer = await nextBytes(client.socket, "pong");
      expect(answer.toString()).to.equal("are you there");
      client.socket.send("a".repeat(1_025));
      expect((await client.closed)[0]).to.equal(1_009);
    });

    it("cut who does not read with 1013, count it, and send the others all", async () => {
      const { events, ticks } = node;
      const deaf = await opened(node.port);
      deaf.pause();
      const client = new Client(node.port);
      await client.got(1);
      const text = JSON.stringify({ type: "tick", body: "x".repeat(262_144) });
      let sent = 0;
      // The platform holds some megabytes before anything waits here.
      while (events.dropped.length === 0 && sent < 200) {
        ticks.tick(text);
        sent += 1;
        await client.got(1 + sent);
      }
      expect(events.dropped).to.deep.equal(["slow"]);
      expect(client.texts).to.have.length(1 + sent);
      expect(await closeCode(deaf)).to.equal(1_013);
      deaf.destroy();
      client.socket.terminate();
      await client.closed;
    });

    it("end with the right that let their reader in, before the next message", async () => {
      const client = new Client(node.port);
      await client.got(1);
      node.ticks.tick();
      await client.got(2);
      node.ticks.lost = "the key has ended";
      node.ticks.tick();
      expect(await client.closed).to.deep.equal([1_008, "the key has ended"]);
      expect(client.texts).to.have.length(2);
      node.ticks.lost = null;
    });

    it("tell a reader that is behind by one large message, and do not cut it", async () => {
      const deaf = await opened(node.port);
      deaf.pause();
      const events = node.events.dropped.length;
      // More than the system takes for a reader that does not read, and than may wait.
      for (let i = 0; node.events.dropped.length === events && i < 64; i += 1) {
        node.ticks.tick("x".repeat(6_291_456));
        for (let turn = 0; turn < 20; turn += 1)
          await new Promise((resolve) => {
            setImmediate(resolve);
          });
      }
      expect(node.events.dropped).to.have.length(events + 1);
      expect(await closeCode(deaf)).to.equal(1_013);
      deaf.destroy();
    });

    it("bound the sockets of one address", async () => {
      const clients: Client[] = [];
      for (let i = 0; i < SOCKETS_OF_ADDRESS_MAX; i += 1) clients.push(new Client(node.port));
      await Promise.all(clients.map((client) => client.got(1)));
      const answer = await rawRequest(node.port, `GET ${PATH} HTTP/1.1\r\n${HANDSHAKE}\r\n`);
      expect(answer).to.match(/^HTTP\/1\.1 429 /);
      clients[0]!.socket.terminate();
      await clients[0]!.closed;
      while (node.events.open === SOCKETS_OF_ADDRESS_MAX)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      const again = new Client(node.port);
      await again.got(1);
      for (const client of [...clients, again]) client.socket.terminate();
      await Promise.all(clients.map(({ closed }) => closed));
    });

    it("end with the stream: closed, then 1000", async () => {
      const client = new Client(node.port);
      await client.got(1);
      node.ticks.end();
      expect((await client.closed)[0]).to.equal(1_000);
      expect(client.texts.at(-1)).to.equal('{"type":"closed","reason":"closed"}');
    });

    it("survive connections that end at any byte", async () => {
      const bytes = Buffer.concat([
        Buffer.from(`GET ${PATH} HTTP/1.1\r\n${HANDSHAKE}\r\n`),
        masked(OPCODE.text, "hello"),
      ]);
      for (let end = 1; end <= bytes.length; end += 3) {
        const socket = connect(node.port, "127.0.0.1");
        await once(socket, "connect");
        socket.write(bytes.subarray(0, end));
        socket.destroy();
      }
      const client = new Client(node.port);
      await client.got(1);
      client.socket.terminate();
      await client.closed;
    });

    it("end with 1001 when the node stops, and none is opened then", async () => {
      const own = await served(adapter);
      const client = new Client(own.port);
      const deaf = await opened(own.port);
      deaf.pause();
      await client.got(1);
      const stopped = own.stop();
      expect((await client.closed)[0]).to.equal(1_001);
      await stopped;
      expect(own.events.open).to.equal(0);
      deaf.destroy();
    });
  });
}
