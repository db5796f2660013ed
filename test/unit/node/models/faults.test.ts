/** What a provider may do to a chat, and what its caller hears of it. */
import { createServer as createSecureServer } from "node:https";
import type { ServerResponse } from "node:http";
import { expect } from "chai";
import { BaseAddresses } from "../../../../node/models/baseAddresses.js";
import { systemScheduler, type Scheduler } from "../../../../node/runtime/scheduler.js";
import { mockUpstream, json, type Asked, type MockUpstream } from "../../../kit/models/upstream.js";
import { CERTIFICATE, CERTIFICATE_KEY } from "../../../kit/models/certificate.js";
import { serveNode, type Reply, type ServedNode } from "../../../kit/served.js";

const HURRY = 50;
/** Timers that go off early, so that no test waits. */
const hurried: Scheduler = { after: (ms, f) => systemScheduler.after(ms / HURRY, f) };
const MEBIBYTE = 1_048_576;
const MESSAGES = [{ role: "user", content: "Hello" }];

function start(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
}

function delta(text: string): string {
  return `data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}\n\n`;
}

const DONE = `data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`;

describe("providers that fail", () => {
  let mock: MockUpstream;
  let served: ServedNode;
  let key: string;
  const secure = createSecureServer(
    { key: CERTIFICATE_KEY, cert: CERTIFICATE },
    (_request, response) => json(response, { data: [] }),
  );
  let secureHost: string;
  let resolved = "127.0.0.1";

  before(async () => {
    mock = await mockUpstream();
    await new Promise<void>((resolve) => {
      secure.listen(0, "127.0.0.1", resolve);
    });
    const address = secure.address();
    secureHost = `localhost:${typeof address === "object" ? address?.port : 0}`;
    served = await serveNode({
      config: { llm: { localServers: [mock.host, secureHost] } },
      ports: {
        models: {
          providers: mock.providers,
          scheduler: hurried,
          limits: { headMs: 25_000, idleMs: 2_500 },
          lookup: (host) =>
            Promise.resolve([
              { address: host === "localhost" ? "127.0.0.1" : resolved, family: 4 },
            ]),
        },
      },
    });
    key = await served.account();
    for (const [provider, baseUrl] of [
      ["groq", undefined],
      ["openai-compatible", `https://${secureHost}/v1`],
    ])
      await served.call("POST", "/api/calc/llm/credentials", {
        key,
        body: { provider, apiKey: "gsk_0123456789", ...(baseUrl === undefined ? {} : { baseUrl }) },
      });
  });
  after(async () => {
    await served.close();
    await mock.close();
    secure.closeAllConnections();
    secure.close();
  });

  const chat = (
    answering: (asked: Asked, response: ServerResponse) => void | Promise<void>,
    more: Readonly<Record<string, unknown>> = { stream: true },
  ): Promise<Reply> => {
    mock.asked.length = 0;
    mock.tell(answering);
    return ask("groq", more);
  };
  const ask = (credential: string, more: Readonly<Record<string, unknown>>): Promise<Reply> =>
    served.call("POST", "/api/llm/chat", {
      key,
      body: { credential, model: "m", messages: MESSAGES, ...more },
    });
  const problem = ({ body, status }: Reply): readonly unknown[] => [status, body["code"]];
  /** The problem at the end of a stream. */
  const lastCode = ({ text }: Reply): string =>
    /event: error\ndata: .*"code":"([A-Z_]+)"/.exec(text)?.[1] ?? text.slice(-200);

  it("stalls: before the head, in one piece, in a stream", async () => {
    expect(problem(await chat(() => undefined))).to.deep.equal([504, "PROVIDER_TIMEOUT"]);
    const whole = await chat(
      (_asked, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write("{");
      },
      { stream: false },
    );
    expect(problem(whole)).to.deep.equal([504, "PROVIDER_TIMEOUT"]);
    const stream = await chat((_asked, response) => {
      start(response);
      response.write(delta("Hel"));
    });
    expect(stream.status).to.equal(200);
    expect(stream.text).to.contain('{"text":"Hel"}');
    expect(lastCode(stream)).to.equal("PROVIDER_TIMEOUT");
  });

  it("cuts: in the middle of a stream, of a character, and before the end is marked", async () => {
    const cut = await chat((_asked, response) => {
      start(response);
      response.write(delta("Hel"), () => response.destroy());
    });
    expect(lastCode(cut)).to.equal("PROVIDER_FAILED");
    const half = await chat((_asked, response) => {
      start(response);
      const bytes = Buffer.from(delta("é"));
      response.end(bytes.subarray(0, bytes.indexOf(0xc3) + 1));
    });
    expect(problem(half)).to.deep.equal([502, "PROVIDER_FAILED"]);
    const unmarked = await chat((_asked, response) => {
      start(response);
      response.end(delta("Hello."));
    });
    expect(lastCode(unmarked)).to.equal("PROVIDER_FAILED");
  });

  it("a character in two segments, and one that is none", async () => {
    const split = await chat(async (_asked, response) => {
      start(response);
      for (const byte of Buffer.from(delta("é𝛼\r\n"))) {
        response.write(Buffer.of(byte));
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
      response.end(DONE);
    });
    expect(split.text).to.contain('{"text":"é𝛼\\r\\n"}');
    const broken = await chat((_asked, response) => {
      start(response);
      response.end(
        Buffer.concat([Buffer.from("data: "), Buffer.of(0xff, 0xfe), Buffer.from("\n\n")]),
      );
    });
    expect(problem(broken)).to.deep.equal([502, "PROVIDER_FAILED"]);
  });

  for (const stream of [true, false])
    it(`100 MB ${stream ? "as a stream" : "in one piece"} are not taken`, async () => {
      let sent = 0;
      const large = await chat(
        async (_asked, response) => {
          start(response);
          const part = Buffer.alloc(MEBIBYTE, "x");
          response.write(stream ? "data: " : '"');
          while (sent < 100 && !response.destroyed) {
            sent += 1;
            if (!response.write(part))
              await new Promise((resolve) => {
                const go = (): void => {
                  response.off("drain", go).off("close", go);
                  resolve(undefined);
                };
                response.on("drain", go).on("close", go);
              });
          }
        },
        { stream },
      );
      expect(problem(large)).to.deep.equal([502, "PROVIDER_FAILED"]);
      expect(sent).to.be.lessThan(60);
    });

  it("wrong JSON, nothing, and an answer in a coding that was not asked for", async () => {
    const wrong = await chat((_asked, response) => {
      start(response);
      response.end("data: {\n\n");
    });
    expect(problem(wrong)).to.deep.equal([502, "PROVIDER_FAILED"]);
    for (const body of ["<html>", "", "null", "[]", "{}", '{"choices":{}}']) {
      const whole = await chat(
        (_asked, response) => {
          response.end(body);
        },
        { stream: false },
      );
      expect(problem(whole), body).to.deep.equal([502, "PROVIDER_FAILED"]);
    }
    const packed = await chat((_asked, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end("x");
    });
    expect(problem(packed)).to.deep.equal([502, "PROVIDER_FAILED"]);
  });

  it("a call of a tool with a million arguments, and a thousand calls", async () => {
    const call = (index: number, text: string): string =>
      `data: ${JSON.stringify({
        choices: [
          {
            delta: {
              tool_calls: [
                { index, id: `c${index}`, function: { name: "compute", arguments: text } },
              ],
            },
          },
        ],
      })}\n\n`;
    for (const write of [
      (response: ServerResponse) => {
        for (let i = 0; i < 1_000_000; i += 10_000)
          response.write(call(0, '"x":1,'.repeat(10_000)));
      },
      (response: ServerResponse) => {
        for (let i = 0; i < 1_000; i += 1) response.write(call(i, "{}"));
      },
    ]) {
      const answer = await chat(
        (_asked, response) => {
          start(response);
          write(response);
          response.end(DONE);
        },
        { stream: true, tools: "calc" },
      );
      expect(problem(answer)).to.deep.equal([502, "PROVIDER_FAILED"]);
    }
  });

  it("429 and 503 are tried again as their fields say, twice at most", async () => {
    const replies = [
      { status: 429, fields: { "retry-after": "1" } },
      { status: 529, fields: { "retry-after-ms": "30" } },
      { status: 429, fields: { "x-ratelimit-reset-requests": "1s" } },
      { status: 503, fields: {} },
      { status: 429, fields: {} },
    ];
    for (const { fields, status } of replies) {
      let tries = 0;
      const answer = await chat((_asked, response) => {
        tries += 1;
        if (tries < 3) {
          response.writeHead(status, fields);
          response.end('{"error":{"message":"later"}}');
          return;
        }
        start(response);
        response.end(delta("Hello.") + DONE);
      });
      expect(answer.text, JSON.stringify(fields)).to.contain("Hello.");
      expect(mock.asked).to.have.length(3);
    }
    const later = await chat((_asked, response) => {
      response.writeHead(429, { "retry-after": "3600" });
      response.end('{"error":{"message":"Rate limit reached"}}');
    });
    expect(problem(later)).to.deep.equal([429, "PROVIDER_LIMITED"]);
    expect(later.headers.get("retry-after")).to.equal("3600");
    expect(mock.asked).to.have.length(1);
  });

  it("loops of 500 end, other refusals are not repeated, redirects are not followed", async () => {
    const failing = await chat((_asked, response) => json(response, { error: "no" }, 500));
    expect(problem(failing)).to.deep.equal([502, "PROVIDER_FAILED"]);
    expect(mock.asked).to.have.length(3);
    const never = await chat((_asked, response) => {
      response.writeHead(500, { "x-should-retry": "false" });
      response.end();
    });
    expect(problem(never)).to.deep.equal([502, "PROVIDER_FAILED"]);
    expect(mock.asked).to.have.length(1);
    const wrong = await chat((_asked, response) =>
      json(response, { detail: [{ msg: "bad model" }] }, 422),
    );
    expect(problem(wrong)).to.deep.equal([422, "PROVIDER_REFUSED"]);
    expect(wrong.body["detail"]).to.equal("groq answers 422: bad model");
    const moved = await chat((_asked, response) => {
      response.writeHead(307, { location: `http://${mock.host}/elsewhere` });
      response.end();
    });
    expect(problem(moved)).to.deep.equal([502, "PROVIDER_FAILED"]);
    expect(mock.asked).to.have.length(1);
    const said = await chat((_asked, response) => {
      start(response);
      response.end('data: {"error":{"message":"overloaded"},"choices":[]}\n\n');
    });
    expect(problem(said)).to.deep.equal([502, "PROVIDER_FAILED"]);
  });

  it("a certificate of somebody else", async () => {
    const answer = await ask("openai-compatible", { stream: true });
    expect(problem(answer)).to.deep.equal([502, "PROVIDER_FAILED"]);
    expect(answer.body["detail"]).to.match(/cannot be trusted: \w+/);
  });

  it("a name that turns to a private address is refused when it is resolved", async () => {
    const credential = await served.call("POST", "/api/calc/llm/credentials", {
      key,
      body: { provider: "openai-compatible", apiKey: "", baseUrl: "https://turns.example/v1" },
    });
    for (const address of ["127.0.0.1", "10.0.0.8", "::1", "169.254.169.254"]) {
      resolved = address;
      const answer = await ask(String(credential.body["id"]), {});
      expect(problem(answer)).to.deep.equal([502, "PROVIDER_FAILED"]);
      expect(answer.body["detail"]).to.contain("private");
    }
  });

  it("a name whose answers change is judged each time, and mixed answers are refused", async () => {
    const PUBLIC = "93.184.215.14";
    const answers = [[PUBLIC], ["127.0.0.1"], [PUBLIC, "10.0.0.8"], ["::ffff:7f00:1", PUBLIC], []];
    const addresses = new BaseAddresses([], () =>
      Promise.resolve(
        answers.shift()!.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      ),
    );
    const lookup = addresses.lookupFor(new URL("https://turns.example/v1"));
    const asked = (): Promise<string> =>
      new Promise((resolve) => {
        lookup("turns.example", { all: true }, (error, found) =>
          resolve(error === null ? JSON.stringify(found) : error.message),
        );
      });
    // The connection goes to what was checked: there is no second resolution in between.
    expect(await asked()).to.equal(JSON.stringify([{ address: PUBLIC, family: 4 }]));
    for (let i = 0; i < 3; i += 1) expect(await asked()).to.contain("private");
    expect(await asked()).to.contain("has no address");
  });

  it("a caller who goes away ends the request to the provider; what was used is kept", async () => {
    const closed = new Promise<void>((resolve) => {
      mock.tell((_asked, response) => {
        response.on("close", resolve);
        start(response);
        response.write(delta("Hello"));
      });
    });
    const leaving = new AbortController();
    const response = await fetch(`${served.http.url}/api/llm/chat`, {
      method: "POST",
      signal: leaving.signal,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ credential: "groq", model: "m", messages: MESSAGES, stream: true }),
    });
    const reader = response.body!.getReader();
    await reader.read();
    expect(served.node.services.models.chats.running).to.equal(1);
    leaving.abort();
    await closed;
    while (served.node.services.models.chats.running > 0)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    const list = await served.call("GET", "/api/calc/llm/credentials", { key });
    expect(list.text).to.match(/"use":\{"chats":[1-9]/);
  });

  it("a chat has a deadline of its own", async () => {
    const slow = await chat(
      async (_asked, response) => {
        start(response);
        while (!response.destroyed) {
          response.write(delta("."));
          await new Promise((resolve) => {
            systemScheduler.after(1, () => resolve(undefined));
          });
        }
      },
      { stream: true, seconds: 2 },
    );
    expect(lastCode(slow)).to.equal("PROVIDER_TIMEOUT");
  });
});
