/** Many chats at once whose readers hardly read: each holds back its own provider, and nobody else. */
import { once } from "node:events";
import { request, type IncomingMessage, type ServerResponse } from "node:http";
import { expect } from "chai";
import { systemScheduler } from "../../../../node/runtime/scheduler.js";
import {
  eventsOf,
  mockUpstream,
  type Asked,
  type MockUpstream,
} from "../../../kit/models/upstream.js";
import { runs } from "../../../kit/runs.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";

const CHATS = runs(20, 200);
const OF_ACCOUNT = runs(10, 40);
const PRICE = 3;
/** Characters that take six bytes each in JSON. */
const PIECE = "\u0001".repeat(8_191) + "\n";
const PIECES = runs(20, 100);
const MIB = 1_048_576;
const READ_EVERY_MS = 500;
const TAIL_CHARS = 4_000;
const COMPUTE = {
  id: "call_1",
  name: "compute",
  arguments: '{"operators":["NM21"],"inputs":{"m1":5.9722e24,"m2":7.342e22,"r":"384400 km"}}',
};
const STARTED = `data: ${JSON.stringify({ choices: [{ delta: { content: PIECE } }] })}\n\n`;
const END =
  `data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n` +
  `data: {"choices":[],"usage":{"prompt_tokens":11,"completion_tokens":7}}\n\ndata: [DONE]\n\n`;

describe("chats whose readers are slow", () => {
  let mock: MockUpstream;
  let served: ServedNode;
  const keys: string[] = [];
  /** Bytes that the provider was rid of, of each chat. */
  const sent: number[] = [];
  /** No chat ends before all have begun. */
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });

  /** Calls a tool first, then says what nobody reads, as fast as it is taken. */
  const answering = async (asked: Asked, response: ServerResponse): Promise<void> => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (!JSON.stringify(asked.body["messages"]).includes('"role":"tool"')) {
      response.end(eventsOf("groq", { calls: [COMPUTE] }).join(""));
      return;
    }
    const at = sent.push(0) - 1;
    for (let i = 0; i < PIECES && !response.destroyed; i += 1) {
      const isTaken = response.write(STARTED);
      sent[at]! += STARTED.length;
      await new Promise<void>((resolve) => {
        const go = (): void => {
          response.off("drain", go).off("close", go);
          resolve();
        };
        if (isTaken || response.destroyed) resolve();
        else response.on("drain", go).on("close", go);
      });
    }
    await held;
    response.end(END);
  };

  before(async () => {
    mock = await mockUpstream();
    mock.tell(answering);
    served = await serveNode({
      config: { llm: { localServers: [mock.host] } },
      ports: {
        models: {
          providers: mock.providers,
          scheduler: systemScheduler,
          // It stands still until all have begun.
          limits: { idleMs: 3_600_000 },
        },
      },
    });
    for (let i = 0; i < CHATS / OF_ACCOUNT; i += 1) {
      const key = await served.account();
      keys.push(key);
      await served.call("POST", "/api/calc/llm/credentials", {
        key,
        body: { provider: "groq", apiKey: "gsk_0123456789" },
      });
    }
  });
  after(async () => {
    await served.close();
    await mock.close();
  });

  /** @returns the answer, of which nothing is read yet */
  const chat = async (key: string): Promise<IncomingMessage> => {
    const asking = request(`${served.http.url}/api/llm/chat`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    });
    asking.end(
      JSON.stringify({
        credential: "groq",
        model: "m",
        messages: [{ role: "user", content: "Go on." }],
        tools: "calc",
        stream: true,
        seconds: 900,
      }),
    );
    const [response]: readonly IncomingMessage[] = await once(asking, "response");
    // A reader that takes nothing for ten seconds is cut off: this one takes a little now and then.
    const slowly = setInterval(() => response!.read(), READ_EVERY_MS);
    void held.then(() => clearInterval(slowly));
    return response!;
  };

  /** Somebody else is served meanwhile. */
  const others = async (): Promise<void> => {
    const key = keys[0]!;
    for (let i = 0; i < 5; i += 1) {
      const list = await served.call("GET", "/api/calc/llm/credentials", { key });
      expect(list.status).to.equal(200);
    }
  };

  it(`${CHATS} at once: memory is bounded, others are served, every credit is accounted`, async () => {
    const { chats } = served.node.services.models;
    const before = process.memoryUsage().rss;
    const open = await Promise.all(
      Array.from({ length: CHATS }, (_, i) => chat(keys[Math.floor(i / OF_ACCOUNT)]!)),
    );
    let last = -1;
    const all = (): number => sent.reduce((sum, bytes) => sum + bytes, 0);
    while (sent.length < CHATS || last !== all()) {
      last = all();
      await others();
    }
    expect(chats.running).to.equal(CHATS);
    const grown = process.memoryUsage().rss - before;
    expect(grown / CHATS, `rss grew by ${grown} bytes`).to.be.lessThan(4 * MIB);

    release();
    // Half of them leave, the others read to the end.
    const ends = await Promise.all(
      open.map(async (response, i) => {
        if (i % 2 === 0) {
          response.destroy();
          return "left";
        }
        let tail = "";
        // The result says all of the text again: only its end is held, of a hundred chats.
        for await (const part of response) tail = (tail + String(part)).slice(-TAIL_CHARS);
        return tail.endsWith('"withheld":0,"credits":3}\n\n') ? "result" : tail.slice(-300);
      }),
    );
    expect(new Set(ends)).to.deep.equal(new Set(["left", "result"]));
    while (chats.running > 0) await others();
    for (const key of keys) {
      const ledger = await served.call("GET", "/api/ledger", { key });
      expect(ledger.body["free"], ledger.text).to.equal(128 - PRICE * OF_ACCOUNT);
      const { body } = await served.call("GET", "/api/calc/llm/credentials", { key });
      const [{ use }] = Object(body)["credentials"];
      expect(use).to.include({
        chats: OF_ACCOUNT,
        toolCalls: OF_ACCOUNT,
        credits: PRICE * OF_ACCOUNT,
      });
    }
  });
});
