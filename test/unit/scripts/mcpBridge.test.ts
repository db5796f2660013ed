/** The bridge of the tool protocol: what a node that is not there, or refuses, comes out as. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { once } from "node:events";
import { expect } from "chai";
import { McpBridge } from "../../../scripts/cli/services/mcpBridge.js";

type Answer = readonly [status: number, type: string, body: string];

describe("scripts/cli/services/mcpBridge", () => {
  let server: Server;
  let url = "";
  let answer: Answer = [200, "application/json", "{}"];
  let headers: IncomingHttpHeaders = {};
  before(async () => {
    server = createServer((request, response) => {
      ({ headers } = request);
      const [status, type, body] = answer;
      response.writeHead(status, { "content-type": type }).end(body);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  });
  after(() => {
    server.close();
  });

  const asked = async (line: string, at = url): Promise<unknown[]> => {
    const lines: unknown[] = [];
    const bridge = new McpBridge({
      place: () => Promise.resolve({ url: at, token: "t" }),
      write: (text) => lines.push(JSON.parse(text)),
    });
    await bridge.line(line);
    return lines;
  };
  const ping = '{"jsonrpc":"2.0","id":7,"method":"ping"}';

  it("hands an answer on in one line, and nothing for a notification", async () => {
    answer = [200, "application/json", '{"jsonrpc":"2.0",\n"id":7,"result":{}}'];
    expect(await asked(ping)).to.deep.equal([{ jsonrpc: "2.0", id: 7, result: {} }]);
    expect(headers.authorization).to.equal("Bearer t");
    answer = [202, "application/json", ""];
    expect(await asked('{"jsonrpc":"2.0","method":"notifications/x"}')).to.deep.equal([]);
  });

  it("repeats in the headers what the newest revision wants there", async () => {
    const params = {
      name: "café",
      _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" },
    };
    await asked(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
    expect(headers).to.include({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "=?base64?Y2Fmw6k=?=",
    });
  });

  it("hands events on as messages", async () => {
    answer = [200, "text/event-stream", 'data: {"a":1}\n\nevent: x\ndata: {"b":\ndata: 2}\n\n'];
    expect(await asked(ping)).to.deep.equal([{ a: 1 }, { b: 2 }]);
  });

  it("answers a request with an error where the node does not answer it", async () => {
    const failed = async (line: string, at?: string): Promise<unknown> =>
      (await asked(line, at))[0];
    answer = [401, "application/problem+json", '{"code":"INVALID_KEY","detail":"no such key"}'];
    expect(await failed(ping)).to.deep.include({
      id: 7,
      error: { code: -32_000, message: "INVALID_KEY: no such key" },
    });
    answer = [502, "text/html", "<html>"];
    expect(await failed(ping)).to.have.nested.property("error.code", -32_000);
    expect(await failed(ping, "http://127.0.0.1:9")).to.have.nested.property("error.code", -32_000);
    expect(await failed("{")).to.have.nested.property("error.code", -32_700);
  });
});
