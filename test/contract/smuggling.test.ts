/**
 * A second request behind a body, or inside of one. Whoever stands before this node and reads the
 * end of a body elsewhere must not find its bytes served as a request (RFC 9112, 11.2).
 */
import { connect } from "node:net";
import { expect } from "chai";
import type { AnyHandler } from "../../api/http/route.js";
import { ADAPTERS, start, type Adapter, type Running } from "./fakeNode.js";

const BODY = '{"operators":["KO42"],"inputs":{}}';
const SECOND = "GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
const FIELDS = "Host: 127.0.0.1\r\nContent-Type: application/json\r\n";
const COMPUTE = `POST /api/playground/compute HTTP/1.1\r\n${FIELDS}`;
const lengthOf = (body: string): string => `Content-Length: ${body.length}\r\n\r\n${body}`;
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Everything that comes until the connection ends; both ends are closed behind the bytes. */
function answersTo(port: number, bytes: string, cut: number): Promise<readonly number[]> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let text = "";
    socket.setEncoding("latin1");
    socket.on("data", (part: string) => {
      text += part;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) =>
        Number(status),
      );
      resolve(statuses.filter((status) => status !== 100));
    });
    socket.on("connect", () => {
      socket.write(bytes.slice(0, cut), "latin1", () => {
        setImmediate(() => setImmediate(() => socket.end(bytes.slice(cut), "latin1")));
      });
    });
  });
}

interface Case {
  readonly what: string;
  readonly bytes: string;
  /** Of the only answer. */
  readonly status: number;
  /** What the native server does in one segment: it closes without an answer. */
  readonly uws?: "closed";
}

/** The second request is part of the first, or behind one whose end nobody can be sure of. */
const CASES: readonly Case[] = [
  { what: "as its body", bytes: COMPUTE + lengthOf(SECOND), status: 400 },
  { what: "at the end of its body", bytes: COMPUTE + lengthOf(BODY + SECOND), status: 400 },
  {
    what: "as a chunk",
    bytes: `${COMPUTE}Transfer-Encoding: chunked\r\n\r\n${chunk(SECOND)}0\r\n\r\n`,
    status: 400,
  },
  {
    what: "as the body of a path that is none",
    bytes: `POST /api/none HTTP/1.1\r\n${FIELDS}${lengthOf(SECOND)}`,
    status: 404,
  },
  {
    what: "as the body of a method that the path lacks",
    bytes: `DELETE /api/playground/compute HTTP/1.1\r\n${FIELDS}${lengthOf(SECOND)}`,
    status: 405,
  },
  {
    what: "as a body in a coding",
    bytes: `${COMPUTE}Content-Encoding: gzip\r\n${lengthOf(SECOND)}`,
    status: 415,
  },
  {
    what: "as the body of a request without a key",
    bytes: `POST /api/calc/compute HTTP/1.1\r\n${FIELDS}${lengthOf(SECOND)}`,
    status: 401,
  },
  {
    what: "behind chunks beside a length",
    bytes: `${COMPUTE}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SECOND}`,
    status: 400,
  },
  {
    what: "behind a length beside chunks",
    bytes:
      `${COMPUTE}Transfer-Encoding: chunked\r\nContent-Length: ${BODY.length}\r\n\r\n` +
      `${BODY}${SECOND}`,
    status: 400,
  },
  {
    what: "behind the shorter of two lengths",
    bytes:
      `${COMPUTE}Content-Length: ${BODY.length + SECOND.length}\r\n` +
      `Content-Length: ${BODY.length}\r\n\r\n${BODY}${SECOND}`,
    status: 400,
  },
  {
    what: "behind a coding that only looks like chunks",
    bytes: `${COMPUTE}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SECOND}`,
    status: 501,
    uws: "closed",
  },
  {
    what: "behind the longer of two lengths",
    bytes:
      `${COMPUTE}Content-Length: ${BODY.length}\r\n` +
      `Content-Length: ${BODY.length + SECOND.length}\r\n\r\n${BODY}${SECOND}`,
    status: 400,
    uws: "closed",
  },
  {
    what: "behind a request with two Hosts",
    bytes: `GET /api/ready HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: localhost\r\n\r\n${SECOND}`,
    status: 400,
    uws: "closed",
  },
  {
    what: "behind a size of a chunk that is too long for a number",
    bytes: `${COMPUTE}Transfer-Encoding: chunked\r\n\r\n1${"0".repeat(16)}\r\n${SECOND}`,
    status: 400,
  },
  {
    what: "behind a chunk longer than its size",
    bytes: `${COMPUTE}Transfer-Encoding: chunked\r\n\r\n3\r\n${BODY}\r\n0\r\n\r\n${SECOND}`,
    status: 400,
  },
];

describe("a second request behind a body", () => {
  const nodes = new Map<Adapter, Running>();
  let healthAsked = 0;

  before(async () => {
    const health: AnyHandler = () => {
      healthAsked += 1;
      return { status: "ok" };
    };
    for (const adapter of ADAPTERS)
      nodes.set(adapter, await start(adapter, { handlers: { health } }));
  });
  after(async () => {
    for (const node of nodes.values()) await node.stop();
  });
  beforeEach(() => {
    healthAsked = 0;
  });

  for (const adapter of ADAPTERS) {
    for (const { what, bytes, status, uws } of CASES)
      it(`${adapter}: ${what} is not served, in one segment or two`, async () => {
        const { port } = nodes.get(adapter)!;
        const found: (readonly number[])[] = [];
        for (const cut of [bytes.length, bytes.lastIndexOf(SECOND)])
          found.push(await answersTo(port, bytes, cut));
        const isClosed = adapter === "uws" && uws === "closed";
        expect(found).to.deep.equal([isClosed ? [] : [status], [status]]);
        expect(healthAsked).to.equal(0);
      });

    it(`${adapter}: behind the whole body it is a request of its own`, async () => {
      const { port } = nodes.get(adapter)!;
      const first = COMPUTE + lengthOf(BODY);
      expect(await answersTo(port, first + SECOND, first.length)).to.deep.equal([200, 200]);
      expect(healthAsked).to.equal(1);
    });

    const isServed = adapter === "uws";
    it(`${adapter}: behind a request that says it is the last it is ${isServed ? "" : "not "}served`, async () => {
      const { port } = nodes.get(adapter)!;
      const bytes = `${COMPUTE}Connection: close\r\n${lengthOf(BODY)}${SECOND}`;
      const found = await answersTo(port, bytes, bytes.length);
      expect(found).to.deep.equal(isServed ? [200, 200] : [400]);
      expect(healthAsked).to.equal(isServed ? 1 : 0);
    });
  }
});
