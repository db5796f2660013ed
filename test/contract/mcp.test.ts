/**
 * The tool protocol on both adapters: the published client in both eras, and messages written by
 * hand.
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "chai";
import { allOperations } from "../../api/contract/index.js";
import type { AnyHandler } from "../../api/http/route.js";
import { MORE } from "../../api/mcp/more.js";
import { toolList } from "../../api/mcp/tools.js";
import { utf8Length } from "../../protocol/encoding/utf8.js";
import { ADAPTERS, GOOD_KEY, start, type Running } from "./fakeNode.js";
import { json } from "./wire.js";

type Json = Record<string, unknown>;

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

for (const adapter of ADAPTERS) {
  describe(`tool protocol on ${adapter}`, () => {
    let node: Running;
    before(async () => {
      node = await start(adapter);
    });
    after(() => node.stop());

    const send = (message: unknown, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${node.url}/api/mcp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${GOOD_KEY}`,
          ...headers,
        },
        body: typeof message === "string" ? message : JSON.stringify(message),
      });
    const legacy = async (
      method: string,
      params: Json = {},
      headers: Record<string, string> = {},
    ): Promise<Json> => json(await send({ jsonrpc: "2.0", id: 1, method, params }, headers));
    const modern = (
      method: string,
      params: Json = {},
      headers: Record<string, string> = {},
    ): Promise<Response> =>
      send(
        { jsonrpc: "2.0", id: "a", method, params: { _meta: META, ...params } },
        {
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": method,
          ...(typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {}),
          ...(typeof params["uri"] === "string" ? { "mcp-name": params["uri"] } : {}),
          ...headers,
        },
      );
    const errorOf = async (response: Response, status: number, code: number): Promise<Json> => {
      const body = await json(response);
      expect(response.status, JSON.stringify(body)).to.equal(status);
      expect(body["error"], JSON.stringify(body)).to.include({ code });
      return body;
    };
    const resultOf = (message: Json): Json => {
      const { result } = message;
      expect(result, JSON.stringify(message)).to.be.an("object");
      return { ...(typeof result === "object" ? result : {}) };
    };

    describe("the published client", () => {
      for (const mode of ["legacy", "auto", { pin: "2026-07-28" }] as const) {
        it(`works in mode ${JSON.stringify(mode)}`, async () => {
          const client = new Client(
            { name: "test", version: "1" },
            { versionNegotiation: { mode } },
          );
          await client.connect(
            new StreamableHTTPClientTransport(new URL(`${node.url}/api/mcp`), {
              requestInit: { headers: { authorization: `Bearer ${GOOD_KEY}` } },
            }),
          );
          try {
            expect(client.getNegotiatedProtocolVersion()).to.equal(
              mode === "legacy" ? "2025-11-25" : "2026-07-28",
            );
            expect(client.getServerVersion()?.name).to.equal("calc");
            const { tools } = await client.listTools();
            expect(tools.map(({ name }) => name)).to.include.members([
              "calc_api_catalog",
              "calc_http",
              "calc_compute",
              "calc_verify",
              "calc_operator_spec",
            ]);
            // The client checks structured content against the tool's schema.
            const computed = await client.callTool({
              name: "calc_compute",
              arguments: { operators: ["NM21"], inputs: { m1: 1 } },
            });
            expect(computed.isError).to.not.equal(true);
            expect(computed.structuredContent).to.include({ unit: "N" });
            const whole = Object(computed.structuredContent);
            const verified = await client.callTool({
              name: "calc_verify",
              arguments: { ...whole },
            });
            expect(verified.structuredContent).to.have.property("valid");
            const resources = await client.listResources();
            for (const { uri } of resources.resources) {
              expect((await client.readResource({ uri })).contents).to.have.length(1);
            }
            expect((await client.listResourceTemplates()).resourceTemplates).to.have.length(2);
            expect((await client.getPrompt({ name: "kernel" })).messages).to.have.length(1);
            const completed = await client.complete({
              ref: {
                type: "ref/resource",
                uri: "calc://operators/{id}",
              },
              argument: { name: "id", value: "nm" },
            });
            expect(completed.completion.values).to.deep.equal(["NM21"]);
          } finally {
            await client.close();
          }
        });
      }
      it("gets structured content that fits the schema of every listed tool", async () => {
        const client = new Client({ name: "test", version: "1" });
        await client.connect(
          new StreamableHTTPClientTransport(new URL(`${node.url}/api/mcp`), {
            requestInit: { headers: { authorization: `Bearer ${GOOD_KEY}` } },
          }),
        );
        try {
          const { tools } = await client.listTools();
          // The last part of an answer wants one that was long.
          for (const { name } of tools.filter((tool) => tool.name !== MORE)) {
            const operation = allOperations.find(({ id }) => id === name);
            const input =
              operation?.examples[0]?.input ??
              (name === "calc_http" ? { method: "GET", path: "/api/health" } : {});
            const result = await client.callTool({ name, arguments: { ...input } });
            expect(result.isError, `${name}: ${JSON.stringify(result.content)}`).to.not.equal(true);
            expect(result.structuredContent, name).to.be.an("object");
            expect(result.content).to.deep.equal([
              { type: "text", text: JSON.stringify(result.structuredContent) },
            ]);
          }
        } finally {
          await client.close();
        }
      });
    });

    describe("revisions before 2026", () => {
      it("agree on the revision asked for, or offer the newest", async () => {
        for (const version of ["2025-03-26", "2025-06-18", "2025-11-25"]) {
          expect(
            resultOf(await legacy("initialize", { protocolVersion: version }))["protocolVersion"],
          ).to.equal(version);
        }
        expect(
          resultOf(await legacy("initialize", { protocolVersion: "2024-11-05" }))[
            "protocolVersion"
          ],
        ).to.equal("2025-11-25");
      });
      it("have ping, know no discovery, and answer unknown methods in band", async () => {
        expect(await legacy("ping")).to.deep.equal({ jsonrpc: "2.0", id: 1, result: {} });
        for (const method of ["server/discover", "toString", "sampling/createMessage"]) {
          await errorOf(await send({ jsonrpc: "2.0", id: 1, method }), 200, -32_601);
        }
      });
      it("acknowledge notifications and answers with 202 and nothing else", async () => {
        for (const message of [
          { jsonrpc: "2.0", method: "notifications/initialized" },
          { jsonrpc: "2.0", id: 3, result: {} },
        ]) {
          const response = await send(message);
          expect(response.status).to.equal(202);
          expect(await response.text()).to.equal("");
        }
      });
      it("answer under the id that was sent, or refuse one that would be rounded", async () => {
        for (const id of ["9007199254740991", "-9007199254740991", "0", '"12345678901234567890"'])
          expect(
            await (await send(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)).text(),
          ).to.equal(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
        for (const id of [
          "9007199254740992",
          "12345678901234567890",
          "1e300",
          "1.5",
          "true",
          "[1]",
        ]) {
          const message = `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
          const body = await errorOf(await send(message), 400, -32_600);
          expect(body["id"]).to.equal(null);
          expect(await (await send(`[${message}]`)).text()).to.include('"id":null');
        }
      });
      it("answer batches", async () => {
        const response = await send([
          { jsonrpc: "2.0", id: 1, method: "ping" },
          {
            jsonrpc: "2.0",
            method: "notifications/x",
          },
          7,
          { jsonrpc: "2.0", id: 2, method: "no" },
        ]);
        const answers: unknown = await response.json();
        expect(answers).to.be.an("array").with.length(3);
        expect(answers).to.deep.include({ jsonrpc: "2.0", id: 1, result: {} });
      });
      it("refuse a revision of the header they do not know", async () => {
        await errorOf(
          await send(
            { jsonrpc: "2.0", id: 1, method: "ping" },
            { "mcp-protocol-version": "1999-01-01" },
          ),
          400,
          -32_022,
        );
      });
    });

    describe("revision 2026-07-28", () => {
      it("is discovered without a session, and every result says it is complete", async () => {
        const result = resultOf(await json(await modern("server/discover")));
        expect(result["supportedVersions"]).to.include.members([
          "2026-07-28",
          "2025-11-25",
          "2025-03-26",
        ]);
        expect(result).to.include({ resultType: "complete", ttlMs: 300_000, cacheScope: "public" });
        expect(result["_meta"]).to.have.property("io.modelcontextprotocol/serverInfo");
        expect(String(result["instructions"]).length).to.be.within(50, 2_048);
        for (const method of [
          "tools/list",
          "resources/list",
          "resources/templates/list",
          "prompts/list",
        ]) {
          expect(resultOf(await json(await modern(method))), method).to.include({
            resultType: "complete",
            ttlMs: 300_000,
            cacheScope: "public",
          });
        }
        expect(
          resultOf(await json(await modern("resources/read", { uri: "calc://kernel/prompt" }))),
        ).to.include.keys("ttlMs", "cacheScope");
      });
      it("does not know initialize and ping", async () => {
        for (const method of ["initialize", "ping", "logging/setLevel"])
          await errorOf(await modern(method), 404, -32_601);
      });
      it("refuses headers that disagree with the body", async () => {
        const mismatched: Record<string, string>[] = [
          {
            "mcp-protocol-version": "2025-11-25",
          },
          { "mcp-protocol-version": "" },
          { "mcp-method": "tools/call" },
          { "mcp-method": "" },
        ];
        for (const headers of mismatched) {
          await errorOf(await modern("tools/list", {}, headers), 400, -32_020);
        }
        await errorOf(
          await modern("tools/call", { name: "calc_compute" }, { "mcp-name": "calc_verify" }),
          400,
          -32_020,
        );
        await errorOf(
          await modern("tools/call", { name: "calc_compute" }, { "mcp-name": "=?base64?!!?=" }),
          400,
          -32_020,
        );
        await errorOf(
          await send(
            { jsonrpc: "2.0", id: 1, method: "initialize", params: {} },
            { "mcp-protocol-version": "2026-07-28" },
          ),
          400,
          -32_020,
        );
      });
      it("reads names that are no header text", async () => {
        const name = `=?base64?${Buffer.from("calc_api_catalog").toString("base64")}?=`;
        expect(
          resultOf(
            await json(
              await modern("tools/call", { name: "calc_api_catalog" }, { "mcp-name": name }),
            ),
          ),
        ).to.have.property("structuredContent");
      });
      it("names the revisions it speaks to a client of another", async () => {
        const body = await errorOf(
          await modern(
            "tools/list",
            {
              _meta: { ...META, "io.modelcontextprotocol/protocolVersion": "2030-01-01" },
            },
            { "mcp-protocol-version": "2030-01-01" },
          ),
          400,
          -32_022,
        );
        expect(body["error"]).to.have.nested.property("data.requested", "2030-01-01");
      });
      it("asks for the envelope where it is missing or incomplete", async () => {
        await errorOf(await modern("tools/list", { _meta: {} }), 400, -32_602);
        await errorOf(
          await modern("tools/list", {
            _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" },
          }),
          400,
          -32_602,
        );
      });
      it("answers an unknown resource with invalid params", async () => {
        for (const uri of ["calc://nothing", "file:///etc/passwd", "calc://operators/a/b"]) {
          await errorOf(await modern("resources/read", { uri }), 200, -32_602);
        }
      });
    });

    describe("tools", () => {
      const call = async (
        name: string,
        given: Json,
        headers: Record<string, string> = {},
      ): Promise<Json> => resultOf(await legacy("tools/call", { name, arguments: given }, headers));

      it("fit the size an agent's context can bear", () => {
        const tools = toolList(null) ?? [];
        expect(tools.length).to.be.at.most(25);
        expect(utf8Length(JSON.stringify(tools))).to.be.at.most(40_000);
        for (const { name, description, inputSchema, outputSchema, title } of toolList("all") ??
          []) {
          expect(description.length, name).to.be.within(20, 300);
          expect(title.length, name).to.be.greaterThan(5);
          expect(inputSchema["type"], name).to.equal("object");
          expect(outputSchema?.["type"], name).to.equal("object");
        }
      });
      it("carry hints that follow from their effect", () => {
        const tools = new Map((toolList("all") ?? []).map((tool) => [tool.name, tool.annotations]));
        expect(tools.get("calc_operators")).to.deep.equal({
          readOnlyHint: true,
          idempotentHint: true,
          destructiveHint: false,
          openWorldHint: false,
        });
        expect(tools.get("calc_compute")).to.include({
          readOnlyHint: false,
          idempotentHint: false,
        });
        expect(tools.get("calc_http")).to.include({ destructiveHint: true });
      });
      it("can be listed by set", async () => {
        const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
        const headers = { "content-type": "application/json" };
        const listed = async (toolset: string): Promise<Json> =>
          json(
            await fetch(`${node.url}/api/mcp?toolset=${toolset}`, {
              method: "POST",
              headers,
              body,
            }),
          );
        expect(resultOf(await listed("all"))["tools"]).to.have.length.of.at.least(18);
        expect(resultOf(await listed("core"))["tools"]).to.be.an("array");
        expect((await listed("nonsense"))["error"]).to.include({ code: -32_602 });
      });
      it("answer refusals as errors that say what to do, without structured content", async () => {
        const badInput = await call("calc_compute", { operators: "NM21" });
        expect(badInput["isError"]).to.equal(true);
        expect(badInput).to.not.have.property("structuredContent");
        expect(JSON.stringify(badInput["content"]))
          .to.include("INVALID_BODY")
          .and.include("Next: ");
        const keyless = resultOf(
          await json(
            await send(
              {
                jsonrpc: "2.0",
                id: 1,
                method: "tools/call",
                params: { name: "calc_compute", arguments: { operators: ["NM21"] } },
              },
              { authorization: "" },
            ),
          ),
        );
        expect(JSON.stringify(keyless["content"])).to.include("MISSING_KEY");
      });
      it("refuse an unknown tool", async () => {
        expect((await legacy("tools/call", { name: "calc_nothing" }))["error"]).to.include({
          code: -32_602,
        });
        expect((await legacy("tools/call", { name: "constructor" }))["error"]).to.include({
          code: -32_602,
        });
      });
      it("search the catalogue", async () => {
        const found = await call("calc_api_catalog", { q: "receipt" });
        expect(found).to.have.nested.property("structuredContent.total").that.is.greaterThan(2);
        const all = await call("calc_api_catalog", {});
        expect(all).to.have.nested.property("structuredContent.total", allOperations.length);
      });
      it("call any path of this node, and none elsewhere", async () => {
        const health = await call("calc_http", { method: "GET", path: "/api/health" });
        expect(health).to.have.nested.property("structuredContent.status", 200);
        const queried = await call("calc_http", {
          method: "QUERY",
          path: "/api/operators",
          body: { q: "x" },
        });
        expect(queried).to.have.nested.property("structuredContent.body.total", 1);
        for (const path of [
          "/api/mcp",
          "/api/mcp/",
          "/api/MCP",
          "http://other.example/api/health",
          "//other.example/api/x",
          "/problems",
          "/api/../problems",
        ]) {
          expect(await call("calc_http", { method: "POST", path }), path).to.include({
            isError: true,
          });
        }
        expect(await call("calc_http", { method: "HEAD", path: "/api/health" })).to.include({
          isError: true,
        });
      });
      it("carry the caller's own key", async () => {
        const valid = await call("calc_http", {
          method: "POST",
          path: "/api/calc/compute",
          body: { operators: ["NM21"] },
        });
        expect(valid).to.have.nested.property("structuredContent.status", 200);
      });
    });

    describe("a call that lacks inputs", () => {
      const missing: AnyHandler = (input) => {
        const { inputs } = Object(input);
        if (Object.hasOwn(Object(inputs), "m2")) return { value: 1, unit: "N" };
        return {
          value: null,
          inputError: {
            code: "MISSING_INPUT",
            message: "m2 is missing",
            missing: "m2",
            missing_all: ["m2"],
            accepts: "m2, m_2",
          },
        };
      };
      let asking: Running;
      before(async () => {
        asking = await start(adapter, { handlers: { compute: missing } });
      });
      after(() => asking.stop());

      const connected = async (
        action: "accept" | "decline",
      ): Promise<{
        client: Client;
        asked: unknown[];
      }> => {
        const client = new Client(
          { name: "test", version: "1" },
          {
            versionNegotiation: {
              mode: { pin: "2026-07-28" },
            },
            capabilities: { elicitation: { form: {} } },
          },
        );
        const asked: unknown[] = [];
        client.setRequestHandler("elicitation/create", (request) => {
          asked.push(request.params);
          return action === "accept" ? { action, content: { m2: 7.3e22 } } : { action };
        });
        await client.connect(
          new StreamableHTTPClientTransport(new URL(`${asking.url}/api/mcp`), {
            requestInit: { headers: { authorization: `Bearer ${GOOD_KEY}` } },
          }),
        );
        return { client, asked };
      };
      const given = { operators: ["NM21"], inputs: { m1: 1 } };

      it("asks a client that shows forms, and goes on with what was entered", async () => {
        const { client, asked } = await connected("accept");
        const result = await client.callTool({ name: "calc_compute", arguments: given });
        await client.close();
        expect(asked).to.have.length(1);
        expect(asked[0]).to.have.nested.property("requestedSchema.properties.m2.type", "number");
        expect(result.structuredContent).to.deep.equal({ value: 1, unit: "N" });
      });
      it("answers the refusal when nothing was entered", async () => {
        const { client, asked } = await connected("decline");
        const result = await client.callTool({ name: "calc_compute", arguments: given });
        await client.close();
        expect(asked).to.have.length(1);
        expect(result.isError).to.equal(true);
        expect(JSON.stringify(result.content)).to.include("MISSING_INPUT");
      });
      it("refuses a state it did not give out for these arguments", async () => {
        const ask = async (more: Json): Promise<Json> =>
          json(
            await fetch(`${asking.url}/api/mcp`, {
              method: "POST",
              headers: {
                "content-type": "application/json",
                authorization: `Bearer ${GOOD_KEY}`,
                "mcp-protocol-version": "2026-07-28",
                "mcp-method": "tools/call",
                "mcp-name": "calc_compute",
              },
              body: JSON.stringify({
                jsonrpc: "2.0",
                id: 1,
                method: "tools/call",
                params: {
                  name: "calc_compute",
                  arguments: given,
                  _meta: {
                    ...META,
                    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
                  },
                  ...more,
                },
              }),
            }),
          );
        const first = resultOf(await ask({}));
        expect(first["resultType"]).to.equal("input_required");
        const inputResponses = { inputs: { action: "accept", content: { m2: 2 } } };
        const { requestState } = first;
        expect(resultOf(await ask({ inputResponses, requestState }))).to.have.nested.property(
          "structuredContent.value",
          1,
        );
        const tampered = `${String(requestState).slice(0, -1)}x`;
        expect((await ask({ inputResponses, requestState: tampered }))["error"]).to.include({
          code: -32_602,
        });
        const other = { operators: ["NM19"], inputs: {} };
        expect((await ask({ inputResponses, requestState, arguments: other }))["error"]).to.include(
          { code: -32_602 },
        );
      });
    });

    describe("the endpoint", () => {
      it("describes itself to GET, and has no stream to open", async () => {
        const response = await fetch(`${node.url}/api/mcp`);
        const document = await json(response);
        expect(document["url"]).to.equal(`${node.url}/api/mcp`);
        expect(document["machineHash"]).to.match(/^[0-9a-f]{64}$/);
        expect(document["protocolVersions"]).to.deep.equal([
          "2026-07-28",
          "2025-11-25",
          "2025-06-18",
          "2025-03-26",
        ]);
        const stream = await fetch(`${node.url}/api/mcp`, {
          headers: { accept: "text/event-stream" },
        });
        expect(stream.status).to.equal(405);
        expect(stream.headers.get("allow")).to.equal("POST, GET");
        expect((await fetch(`${node.url}/api/mcp`, { method: "DELETE" })).status).to.equal(405);
      });
      it("reads Accept liberally", async () => {
        const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
        for (const accept of [
          "application/json",
          "application/json, text/event-stream",
          "text/event-stream, application/json",
          "*/*",
        ]) {
          expect((await send(ping, { accept })).headers.get("content-type"), accept).to.equal(
            "application/json",
          );
        }
        const streamed = await send(ping, { accept: "text/event-stream" });
        expect(streamed.headers.get("content-type")).to.equal("text/event-stream");
        expect(await streamed.text()).to.equal(
          'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n',
        );
      });
      it("answers what is no message in JSON-RPC", async () => {
        await errorOf(await send("{"), 400, -32_700);
        await errorOf(await send({ id: 1, method: "ping" }), 400, -32_600);
        await errorOf(await send({ jsonrpc: "1.0", id: 1, method: "ping" }), 400, -32_600);
        await errorOf(await send({ jsonrpc: "2.0", id: 1 }), 400, -32_600);
        await errorOf(await send("7"), 400, -32_600);
        await errorOf(await send([]), 400, -32_600);
      });
      it("refuses a bad key with a challenge that starts no sign-in elsewhere", async () => {
        const response = await send(
          { jsonrpc: "2.0", id: 1, method: "ping" },
          { authorization: "Bearer calc_ak_nobody00000000" },
        );
        expect(response.status).to.equal(401);
        expect(response.headers.get("www-authenticate")).to.equal('Bearer realm="calc"');
      });
      it("refuses pages of other origins", async () => {
        expect(
          (
            await send(
              { jsonrpc: "2.0", id: 1, method: "ping" },
              { origin: "https://other.example" },
            )
          ).status,
        ).to.equal(403);
      });
    });
  });
}
