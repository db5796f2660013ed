/** The rules of HTTP that every operation shares, held on both adapters. */
import { expect } from "chai";
import { BODY_BYTES_MAX } from "../../protocol/limits.js";
import {
  ADAPTERS,
  DEMO_KEY,
  GOOD_KEY,
  MASTER_KEY,
  OTHER_KEY,
  start,
  type Running,
} from "./fakeNode.js";
import { json, problem, rawRequest } from "./wire.js";

const COMPUTE = "/api/calc/compute";
const BODY = JSON.stringify({ operators: ["NM21"], inputs: { m1: 1, m2: 2, r: 3 } });
const JSON_HEADERS = { "content-type": "application/json" };
const KEYED = { ...JSON_HEADERS, authorization: `Bearer ${GOOD_KEY}` };

for (const adapter of ADAPTERS) {
  describe(`HTTP rules on ${adapter}`, () => {
    let node: Running;
    before(async () => {
      node = await start(adapter);
    });
    after(() => node.stop());

    const post = (path: string, body: string | Uint8Array, headers: Record<string, string>) =>
      fetch(node.url + path, { method: "POST", headers, body });

    describe("routing", () => {
      it("answers an unknown path with 404, and says so as a problem", async () => {
        const answer = await problem(await fetch(`${node.url}/api/nothing`), 404, "NOT_FOUND");
        expect(answer.type).to.equal("/problems/not-found");
        expect(answer).to.not.have.property("instance");
        expect(answer.remedy).to.contain("/api/openapi.json");
      });
      it("names the path that somebody means by one that people try", async () => {
        const NEAREST = [
          ["/api/compute", "/api/calc/compute"],
          ["/api/status", "/api/mesh/status"],
          ["/api/calc/evaluate", "/api/playground/compute"],
          ["/api/pulse", "/api/calc/pulse"],
        ] as const;
        for (const [path, meant] of NEAREST) {
          const answer = await problem(await post(path, "{}", {}), 404, "NOT_FOUND");
          expect(answer["nearest"], path).to.deep.equal([meant]);
          const known = await fetch(node.url + meant, { method: "OPTIONS" });
          expect(known.status, meant).to.equal(204);
        }
      });
      it("answers another method with 405 and Allow", async () => {
        const response = await fetch(node.url + COMPUTE, { method: "DELETE" });
        expect(response.headers.get("allow")).to.equal("OPTIONS, POST");
        await problem(response, 405, "METHOD_NOT_ALLOWED");
      });
      it("answers methods in another case, and unknown ones, with 501", async () => {
        for (const method of ["query", "Post", "PROPFIND", "GETT"]) {
          const answer = await rawRequest(
            node.port,
            `${method} /api/operators HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`,
          );
          // The portable parser knows WebDAV's methods and refuses them one step later.
          expect(answer, method).to.match(/^HTTP\/1\.1 501 /);
          expect(answer).to.include("METHOD_NOT_IMPLEMENTED");
        }
      });
      it("answers HEAD for every GET with the length of the body", async () => {
        const get = await fetch(`${node.url}/api/health`);
        const head = await fetch(`${node.url}/api/health`, { method: "HEAD" });
        expect(head.status).to.equal(200);
        expect(await head.text()).to.equal("");
        expect(head.headers.get("content-length")).to.equal(String((await get.text()).length));
        expect(head.headers.get("content-type")).to.equal("application/json");
      });
      it("answers OPTIONS with Allow and Accept-Query", async () => {
        const response = await fetch(`${node.url}/api/operators`, { method: "OPTIONS" });
        expect(response.status).to.equal(204);
        expect(response.headers.get("allow")).to.equal("GET, HEAD, OPTIONS, QUERY");
        expect(response.headers.get("accept-query")).to.equal(
          '"application/json", "application/x-www-form-urlencoded"',
        );
        expect(response.headers.get("content-length")).to.equal(null);
      });
      it("redirects a trailing slash with 308 and keeps the query", async () => {
        const response = await fetch(`${node.url}/api/operators/?q=a`, { redirect: "manual" });
        expect(response.status).to.equal(308);
        expect(response.headers.get("location")).to.equal("/api/operators?q=a");
      });
      it("does not redirect what does not exist", async () => {
        await problem(
          await fetch(`${node.url}//evil.example/`, { redirect: "manual" }),
          404,
          "NOT_FOUND",
        );
      });
      it("takes a path and its percent-encoded letters for one (RFC 3986 6.2.2.2)", async () => {
        for (const path of ["/api/he%61lth", "/%61pi/heal%74h", "/api/%68%65%61%6C%74%68"])
          expect((await fetch(`${node.url}${path}`)).status, path).to.equal(200);
        // An encoded slash parts no segments.
        expect((await fetch(`${node.url}/api%2Fhealth`)).status).to.equal(404);
      });
      it("decodes path parameters and refuses malformed ones", async () => {
        await problem(await fetch(`${node.url}/api/receipts/%zz`), 400, "INVALID_BODY");
        await problem(await fetch(`${node.url}/api/receipts/short`), 400, "INVALID_BODY");
      });
    });

    describe("request ids", () => {
      it("keeps a well-formed id and replaces any other", async () => {
        const ask = async (id: string): Promise<string | null> =>
          (await fetch(`${node.url}/api/health`, { headers: { "x-request-id": id } })).headers.get(
            "x-request-id",
          );
        expect(await ask("abc-DEF_1.2345")).to.equal("abc-DEF_1.2345");
        for (const bad of ["short", "with space", "x".repeat(129)])
          expect(await ask(bad)).to.match(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
      });
      it("puts the same id into header and problem, and never repeats one", async () => {
        const seen = new Set<string>();
        for (let i = 0; i < 50; i += 1) {
          const response = await fetch(`${node.url}/nowhere`);
          const body = await json(response);
          expect(body["request_id"]).to.equal(response.headers.get("x-request-id"));
          seen.add(String(body["request_id"]));
        }
        expect(seen.size).to.equal(50);
      });
    });

    describe("credentials", () => {
      it("asks for a key with 401 and a challenge", async () => {
        const response = await post(COMPUTE, BODY, JSON_HEADERS);
        expect(response.headers.get("www-authenticate")).to.equal('Bearer realm="calc"');
        await problem(response, 401, "MISSING_KEY");
      });
      it("refuses malformed and unknown keys", async () => {
        for (const authorization of [
          "Basic abc",
          "Bearer",
          "Bearer short",
          "Bearer sk_0123456789abcdef",
          "calc_ak_0123456789abcdef",
        ]) {
          await problem(
            await post(COMPUTE, BODY, { ...JSON_HEADERS, authorization }),
            401,
            "BAD_KEY_FORMAT",
          );
        }
        await problem(
          await post(COMPUTE, BODY, {
            ...JSON_HEADERS,
            authorization: "Bearer calc_ak_unknown000000000",
          }),
          401,
          "INVALID_KEY",
        );
      });
      it("refuses the shared demo key where something is computed", async () => {
        await problem(
          await post(COMPUTE, BODY, { ...JSON_HEADERS, authorization: `Bearer ${DEMO_KEY}` }),
          403,
          "FORBIDDEN",
        );
      });
      it("takes the scheme in any case", async () => {
        expect(
          (await post(COMPUTE, BODY, { ...JSON_HEADERS, authorization: `bearer ${GOOD_KEY}` }))
            .status,
        ).to.equal(200);
      });
    });

    describe("bodies", () => {
      it("refuses content types that are not JSON in UTF-8", async () => {
        for (const type of [
          "text/plain",
          "application/x-www-form-urlencoded",
          "application/json; charset=latin1",
        ]) {
          await problem(
            await post(COMPUTE, BODY, { ...KEYED, "content-type": type }),
            415,
            "UNSUPPORTED_MEDIA_TYPE",
          );
        }
        expect(
          (
            await post(COMPUTE, BODY, {
              ...KEYED,
              "content-type": "Application/JSON; charset=UTF-8",
            })
          ).status,
        ).to.equal(200);
      });
      it("refuses what is no JSON, or JSON two readers could read differently", async () => {
        const bad = [
          "{",
          "",
          "nul",
          '{"operators":["A"],"operators":["B"]}',
          '{"operators":["A"],"__proto__":{}}',
          '{"operators":["A"],"inputs":{"m":1e999}}',
          "\uFEFF{}",
          '{"domain":"\\ud800","operators":["A"]}',
          '{"operators":["A"],"inputs":{"m":NaN}}',
          "[".repeat(100) + "]".repeat(100),
        ];
        for (const body of bad) {
          await problem(await post(COMPUTE, body, KEYED), 400, "MALFORMED_JSON");
        }
        await problem(
          await post(COMPUTE, new Uint8Array([0x7b, 0xff, 0x7d]), KEYED),
          400,
          "MALFORMED_JSON",
        );
      });
      it("names the place of each fault, and the nearest field of an unknown one", async () => {
        const answer = await problem(
          await post(COMPUTE, '{"operators":[1],"imputs":{}}', KEYED),
          400,
          "INVALID_BODY",
        );
        const errors = answer.errors ?? [];
        expect(errors.map(({ pointer }) => pointer)).to.have.members(["/operators/0", "/imputs"]);
        expect(errors.find(({ pointer }) => pointer === "/imputs")?.nearest).to.equal("inputs");
      });
      it("escapes JSON Pointers", async () => {
        const answer = await problem(
          await post(COMPUTE, '{"operators":["A"],"inputs":{"a/b~c":true}}', KEYED),
          400,
          "INVALID_BODY",
        );
        expect(answer.errors?.[0]?.pointer).to.equal("/inputs/a~1b~0c");
      });
      it("refuses a body past the limit before reading it, and stays usable", async () => {
        for (const size of [BODY_BYTES_MAX + 1, 10_000_000]) {
          const answer = await problem(
            await post(COMPUTE, "x".repeat(size), KEYED),
            413,
            "TOO_LARGE",
          );
          expect(answer["limit"]).to.equal(BODY_BYTES_MAX);
        }
        await problem(
          await post(COMPUTE, "x".repeat(BODY_BYTES_MAX), KEYED),
          400,
          "MALFORMED_JSON",
        );
        expect((await fetch(`${node.url}/api/health`)).status).to.equal(200);
      });
      it("refuses a chunked body once it passes the limit", async () => {
        const head =
          `POST ${COMPUTE} HTTP/1.1\r\nhost: 127.0.0.1\r\n` +
          `authorization: Bearer ${GOOD_KEY}\r\n` +
          "content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
        const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
        const answer = await rawRequest(node.port, head + chunk.repeat(17) + "0\r\n\r\n");
        expect(answer).to.match(/^HTTP\/1\.1 413 /);
      });
      it("reads a body that comes in pieces", async () => {
        const head =
          `POST ${COMPUTE} HTTP/1.1\r\nhost: 127.0.0.1\r\n` +
          `authorization: Bearer ${GOOD_KEY}\r\nconnection: close\r\n` +
          `content-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n`;
        const answer = await rawRequest(
          node.port,
          head,
          BODY.slice(0, 10),
          BODY.slice(10, 11),
          BODY.slice(11),
        );
        expect(answer).to.match(/^HTTP\/1\.1 200 /);
      });
      it("refuses a query text where fields belong into the body", async () => {
        await problem(await post(`${COMPUTE}?operators=NM21`, BODY, KEYED), 400, "INVALID_BODY");
      });
      it("takes an empty body where the body is optional", async () => {
        expect((await fetch(`${node.url}/api/calc/prove`, { method: "POST" })).status).to.equal(
          200,
        );
      });
    });

    describe("QUERY", () => {
      const query = (body: string, headers: Record<string, string>) =>
        fetch(`${node.url}/api/operators`, { method: "QUERY", headers, body });

      it("answers with the places of result and query, which can be read", async () => {
        const response = await query('{"q":"force"}', JSON_HEADERS);
        const text = await response.text();
        expect(response.status).to.equal(200);
        const place = response.headers.get("content-location") ?? "";
        expect(place).to.match(/^\/api\/queries\/[0-9a-f]{32}\/result$/);
        expect(response.headers.get("location")).to.equal(place.replace(/\/result$/, ""));
        expect(await (await fetch(node.url + place)).text()).to.equal(text);
        expect(
          await (await fetch(node.url + (response.headers.get("location") ?? ""))).text(),
        ).to.equal(text);
      });
      it("lets a caller with a key read what was asked without one", async () => {
        const response = await query("{}", JSON_HEADERS);
        const authorization = `Bearer ${GOOD_KEY}`;
        for (const name of ["location", "content-location"]) {
          const place = response.headers.get(name) ?? "";
          expect((await fetch(node.url + place, { headers: { authorization } })).status).to.equal(
            200,
          );
        }
      });
      it("gives one id to one question, however it is written", async () => {
        const a = await query('{"q":"force","limit":2}', JSON_HEADERS);
        const b = await query('{ "limit": 2.0, "q": "force" }', JSON_HEADERS);
        const c = await query("q=force&limit=2", {
          "content-type": "application/x-www-form-urlencoded",
        });
        expect(b.headers.get("location")).to.equal(a.headers.get("location"));
        expect(c.headers.get("location")).to.equal(a.headers.get("location"));
        expect((await query('{"q":"mass"}', JSON_HEADERS)).headers.get("location")).to.not.equal(
          a.headers.get("location"),
        );
      });
      it("asks for a content type, refuses others, and tells what it takes", async () => {
        const missing = await rawRequest(
          node.port,
          "QUERY /api/operators HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: " +
            "close\r\ncontent-length: 2\r\n\r\n{}",
        );
        expect(missing).to.match(/^HTTP\/1\.1 400 /);
        const other = await query("<q/>", { "content-type": "text/xml" });
        expect(other.headers.get("accept-query")).to.include("application/json");
        await problem(other, 415, "UNSUPPORTED_MEDIA_TYPE");
        await problem(await query("{", JSON_HEADERS), 400, "MALFORMED_JSON");
      });
      it("tells an unknown field from a query it cannot process", async () => {
        await problem(await query('{"limit":-1}', JSON_HEADERS), 422, "UNPROCESSABLE_QUERY");
        await problem(await query('{"qq":"x"}', JSON_HEADERS), 400, "INVALID_BODY");
        await problem(
          await fetch(`${node.url}/api/operators`, {
            method: "QUERY",
            headers: { ...JSON_HEADERS, accept: "image/png" },
            body: "{}",
          }),
          406,
          "NOT_ACCEPTABLE",
        );
      });
      it("answers 304 to the tag of the answer", async () => {
        const tag = (await query("{}", JSON_HEADERS)).headers.get("etag") ?? "";
        expect(tag).to.match(/^"[0-9a-f]{64}"$/);
        const again = await query("{}", { ...JSON_HEADERS, "if-none-match": `"x", W/${tag}` });
        expect(again.status).to.equal(304);
        expect(await again.text()).to.equal("");
        const get = await fetch(`${node.url}/api/operators`, { headers: { "if-none-match": tag } });
        expect(get.status).to.equal(304);
      });
      it("answers 404 for a query it does not remember", async () => {
        await problem(await fetch(`${node.url}/api/queries/${"0".repeat(32)}`), 404, "NOT_FOUND");
      });
    });

    describe("cross-origin calls", () => {
      it("opens public reads to every page, without credentials", async () => {
        const response = await fetch(`${node.url}/api/health`, {
          headers: { origin: "https://other.example" },
        });
        expect(response.headers.get("access-control-allow-origin")).to.equal("*");
        expect(response.headers.get("access-control-allow-credentials")).to.equal(null);
        expect(response.headers.get("access-control-expose-headers")).to.include("X-Request-Id");
      });
      it("keeps keyed and changing calls to configured pages", async () => {
        await problem(
          await post(COMPUTE, BODY, { ...KEYED, origin: "https://other.example" }),
          403,
          "ORIGIN_NOT_ALLOWED",
        );
        await problem(
          await post("/api/identity/register", "{}", { ...JSON_HEADERS, origin: "null" }),
          403,
          "ORIGIN_NOT_ALLOWED",
        );
        const allowed = await post(COMPUTE, BODY, { ...KEYED, origin: "https://console.example" });
        expect(allowed.status).to.equal(200);
        expect(allowed.headers.get("access-control-allow-origin")).to.equal(
          "https://console.example",
        );
      });
      it("answers preflights, and grants keyed routes to configured pages only", async () => {
        const preflight = (path: string, origin: string, method: string) =>
          fetch(node.url + path, {
            method: "OPTIONS",
            headers: { origin, "access-control-request-method": method },
          });
        const open = await preflight("/api/operators", "https://other.example", "QUERY");
        expect(open.status).to.equal(204);
        expect(open.headers.get("access-control-allow-origin")).to.equal("*");
        expect(open.headers.get("access-control-allow-methods")).to.include("QUERY");
        expect(open.headers.get("access-control-max-age")).to.equal("7200");
        expect(
          (await preflight(COMPUTE, "https://other.example", "POST")).headers.get(
            "access-control-allow-origin",
          ),
        ).to.equal(null);
        expect(
          (await preflight(COMPUTE, "https://console.example", "POST")).headers.get(
            "access-control-allow-origin",
          ),
        ).to.equal("https://console.example");
      });
      it("refuses a Host that is not this node's", async () => {
        for (const host of ["evil.example", "127.0.0.1.evil.example:80", ""]) {
          const answer = await rawRequest(
            node.port,
            `GET /api/health HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
          );
          expect(answer, host).to.match(/^HTTP\/1\.1 40[03] /);
        }
        const missing = "GET /api/health HTTP/1.1\r\nconnection: close\r\n\r\n";
        expect(await rawRequest(node.port, missing)).to.match(/^HTTP\/1\.1 400 /);
        const probe = await rawRequest(node.port, "GET /api/health HTTP/1.0\r\n\r\n");
        // The fast adapter speaks no HTTP/1.0.
        expect(probe).to.match(adapter === "uws" ? /^HTTP\/1\.1 505 / : /^HTTP\/1\.1 200 /);
        const good = await rawRequest(
          node.port,
          "GET /api/health HTTP/1.1\r\nhost: LocalHost:1\r\nconnection: close\r\n\r\n",
        );
        expect(good).to.match(/^HTTP\/1\.1 200 /);
      });
    });

    describe("idempotency", () => {
      const once = (key: string, body: string, token = GOOD_KEY) =>
        post(COMPUTE, body, {
          ...JSON_HEADERS,
          authorization: `Bearer ${token}`,
          "idempotency-key": key,
        });

      it("repeats the first answer, and says so", async () => {
        const first = await once("k1", BODY);
        const again = await once('"k1"', ` ${BODY} `);
        expect(again.headers.get("idempotent-replayed")).to.equal("true");
        expect(first.headers.get("idempotent-replayed")).to.equal(null);
        expect(await again.text()).to.equal(await first.text());
        expect(again.headers.get("content-digest")).to.equal(first.headers.get("content-digest"));
      });
      it("repeats it in the type that is accepted, as events, or says which there are", async () => {
        const ask = (accept: string) =>
          post("/api/calc/lattice", "{}", {
            ...JSON_HEADERS,
            accept,
            authorization: `Bearer ${GOOD_KEY}`,
            "idempotency-key": "k1-typed",
          });
        const first = await ask("application/json");
        const events = await ask("text/event-stream");
        expect(events.headers.get("content-type")).to.equal("text/event-stream");
        expect(events.headers.get("idempotent-replayed")).to.equal("true");
        expect(await events.text()).to.equal(`event: result\ndata: ${await first.text()}\n\n`);
        const { available } = await problem(await ask("text/csv"), 406, "NOT_ACCEPTABLE");
        expect(available).to.deep.equal(["application/json", "text/event-stream"]);
      });
      it("refuses the key with another body, and keeps owners apart", async () => {
        await once("k2", BODY);
        await problem(await once("k2", '{"operators":["NM19"]}'), 422, "IDEMPOTENCY_KEY_REUSED");
        expect(
          (await once("k2", '{"operators":["NM19"]}', OTHER_KEY)).headers.get(
            "idempotent-replayed",
          ),
        ).to.equal(null);
      });
      it("frees the key of a request that was refused", async () => {
        await problem(await once("k3", '{"operators":[]}'), 400, "INVALID_BODY");
        expect((await once("k3", BODY)).headers.get("idempotent-replayed")).to.equal(null);
      });
      it("refuses a malformed key", async () => {
        await problem(await once("x".repeat(256), BODY), 400, "INVALID_IDEMPOTENCY_KEY");
        const sent = (...fields: readonly string[]): Promise<string> =>
          rawRequest(
            node.port,
            [
              `POST ${COMPUTE} HTTP/1.1`,
              "host: localhost",
              `authorization: Bearer ${GOOD_KEY}`,
              "content-type: application/json",
              "connection: close",
              `content-length: ${BODY.length}`,
              ...fields,
              "",
              BODY,
            ].join("\r\n"),
          );
        for (const field of ["", " ", "\t", "é", "éé", "abécd", '""', "a b"]) {
          const answer = await sent(`Idempotency-Key: ${field}`);
          expect(answer, JSON.stringify(field))
            .to.match(/^HTTP\/1\.1 400 /)
            .and.contain("INVALID_IDEMPOTENCY_KEY");
        }
        const twice = await sent("Idempotency-Key: one", "idempotency-key: two");
        expect(twice)
          .to.match(/^HTTP\/1\.1 400 /)
          .and.contain("INVALID_IDEMPOTENCY_KEY");
        expect(await sent()).to.match(/^HTTP\/1\.1 200 /);
      });
    });

    it(
      "states a digest of sealed answers, keeps them out of caches, and says which version " +
        "speaks",
      async () => {
        const response = await post(COMPUTE, BODY, KEYED);
        const body = new Uint8Array(await response.arrayBuffer());
        const hash = Buffer.from(await crypto.subtle.digest("SHA-256", body)).toString("base64");
        expect(response.headers.get("content-digest")).to.equal(`sha-256=:${hash}:`);
        expect(response.headers.get("cache-control")).to.equal("no-store");
        expect(response.headers.get("x-calc-version")).to.equal("1.287.0");
        expect(response.headers.get("x-content-type-options")).to.equal("nosniff");
      },
    );
    it("counts every request once, without inputs or keys", async () => {
      node.records.length = 0;
      await post(COMPUTE, BODY, { ...KEYED, authorization: `Bearer ${MASTER_KEY}` });
      await fetch(`${node.url}/nowhere`);
      expect(
        node.records.map(({ operationId, method, status, keyPrefix }) => ({
          operationId,
          method,
          status,
          keyPrefix,
        })),
      ).to.deep.equal([
        {
          operationId: "calc_compute",
          method: "POST",
          status: 200,
          keyPrefix: MASTER_KEY.slice(0, 12),
        },
        { operationId: null, method: "GET", status: 404, keyPrefix: null },
      ]);
      expect(JSON.stringify(node.records)).to.not.include("NM21").and.not.include(MASTER_KEY);
    });
  });
}
