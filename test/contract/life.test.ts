/**
 * What happens over a request's life: limits, failing and slow handlers, callers that leave,
 * shutdown.
 */
import { connect } from "node:net";
import { once } from "node:events";
import { expect } from "chai";
import { preEncoded } from "../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../api/contract/definition/problem.js";
import type { AnyHandler } from "../../api/http/route.js";
import { runs } from "../kit/runs.js";
import { ADAPTERS, GOOD_KEY, MASTER_KEY, start, type Running, serverOf } from "./fakeNode.js";
import { json, problem, rawRequest } from "./wire.js";

const COMPUTE = "/api/calc/compute";
const BODY = JSON.stringify({ operators: ["NM21"], inputs: { m1: 1 } });
const KEYED = { "content-type": "application/json", authorization: `Bearer ${GOOD_KEY}` };
/** Connections cut at a random byte of the request. */
const ABORTED = { uws: runs(2_000, 10_000), node: runs(400, 10_000) } as const;

/**
 * Repeatable random integers (a linear congruential generator), so that a failure can be run again.
 */
function randomIntegers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

for (const adapter of ADAPTERS) {
  describe(`the life of a request on ${adapter}`, () => {
    const started: Running[] = [];
    const run = async (
      ...args: Parameters<typeof start> extends [unknown, ...infer R] ? R : never
    ): Promise<Running> => {
      const node = await start(adapter, ...args);
      started.push(node);
      return node;
    };
    afterEach(async () => {
      for (const node of started.splice(0)) await node.stop();
    });
    const compute = (node: Running, headers: Record<string, string> = KEYED): Promise<Response> =>
      fetch(node.url + COMPUTE, { method: "POST", headers, body: BODY });

    it("limits by address, with the standard fields and Retry-After", async () => {
      const node = await run({ limited: true });
      const ask = (): Promise<Response> => fetch(`${node.url}/api/calc/prove`, { method: "POST" });
      for (let left = 9; left >= 0; left -= 1) {
        const response = await ask();
        expect(response.status).to.equal(200);
        expect(response.headers.get("ratelimit-policy")).to.equal('"prove";q=10;w=60');
        expect(response.headers.get("ratelimit")).to.match(
          new RegExp(`^"prove";r=${left};t=\\d+$`),
        );
      }
      const refused = await ask();
      expect(Number(refused.headers.get("retry-after"))).to.be.within(1, 60);
      expect((await problem(refused, 429, "RATE_LIMITED"))["violated-policies"]).to.deep.equal([
        "prove",
      ]);
      expect((await fetch(`${node.url}/api/health`)).headers.get("ratelimit")).to.equal(null);
    });

    it("repeats a kept answer without doing it again", async () => {
      let done = 0;
      const demoKeyMint: AnyHandler = () => ({
        key: `calc_ak_${done++}`,
        plan: "demo",
        dailyLimit: 128,
      });
      const node = await run({ limited: true, handlers: { demoKeyMint } });
      const mint = (key: string): Promise<Response> =>
        fetch(`${node.url}/api/demo-key/mint`, {
          method: "POST",
          headers: { "idempotency-key": key },
        });
      const first = await mint("a");
      const again = await mint("a");
      expect(again.headers.get("idempotent-replayed")).to.equal("true");
      expect(await again.text()).to.equal(await first.text());
      expect(done).to.equal(1);
      await mint("b");
      expect(done).to.equal(2);
    });

    it("counts what was tried against the address where only what is done counts for the policy", async () => {
      const node = await run({ limited: true });
      for (let left = 599; left >= 560; left -= 1) {
        const tried = await fetch(`${node.url}/api/demo-key/mint`, { method: "POST" });
        expect(tried.headers.get("ratelimit")).to.match(
          new RegExp(`^"default-address";r=${left};t=\\d+$`),
        );
      }
    });

    it("limits keyed calls by key, and the operator's own account not at all", async () => {
      const node = await run({ limited: true });
      const keyed = await compute(node);
      expect(keyed.headers.get("ratelimit-policy")).to.equal('"default-key";q=6000;w=60');
      expect(keyed.headers.get("ratelimit")).to.match(/^"default-key";r=5999;t=\d+$/);
      const master = await compute(node, { ...KEYED, authorization: `Bearer ${MASTER_KEY}` });
      expect(master.headers.get("ratelimit")).to.equal(null);
    });

    it("answers a handler's own error with its code, members and fields", async () => {
      const node = await run({
        handlers: {
          compute: () => {
            throw new ApiError("UNKNOWN_OPERATOR", "no operator NM99", {
              members: { nearest: ["NM19"] },
              headers: ["x-calc-note", "a"],
            });
          },
        },
      });
      const response = await compute(node);
      expect(response.headers.get("x-calc-note")).to.equal("a");
      expect((await problem(response, 400, "UNKNOWN_OPERATOR"))["nearest"]).to.deep.equal(["NM19"]);
    });

    it("tells nothing about an unexpected failure, and logs it under its id", async () => {
      for (const compute_ of [
        (): never => {
          throw new Error("secret /etc/path");
        },
        () => Promise.reject(new Error("secret")),
      ]) {
        const node = await run({ handlers: { compute: compute_ } });
        const body = await problem(await compute(node), 500, "INTERNAL");
        expect(JSON.stringify(body)).to.not.include("secret");
        expect(node.errors).to.have.length(1);
        expect(node.errors[0]?.["request_id"]).to.equal(body.request_id);
      }
    });

    it("waits for a credential that has to be looked up", async () => {
      const node = await run({ slowKeys: true });
      expect((await compute(node)).status).to.equal(200);
      await problem(
        await compute(node, { ...KEYED, authorization: "Bearer calc_ak_nobody00000000" }),
        401,
        "INVALID_KEY",
      );
    });

    it("tells the second of two equal requests under one key to wait", async () => {
      let release: (value: Record<string, unknown>) => void = () => undefined;
      const node = await run({
        handlers: {
          compute: () =>
            new Promise<Record<string, unknown>>((resolve) => {
              release = resolve;
            }),
        },
      });
      const headers = { ...KEYED, "idempotency-key": "k" };
      const first = compute(node, headers);
      await until(() => node.dispatcher.inFlight === 1);
      const second = await compute(node, headers);
      expect(second.headers.get("retry-after")).to.equal("1");
      await problem(second, 409, "IDEMPOTENCY_IN_PROGRESS");
      release({ value: 1, unit: "N" });
      expect((await first).status).to.equal(200);
      expect((await compute(node, headers)).headers.get("idempotent-replayed")).to.equal("true");
    });

    it("keeps no answer that is a refusal or a failure", async () => {
      let calls = 0;
      const answers = [
        (): Record<string, unknown> => ({ value: null, refusal: { kind: "limit", message: "no" } }),
        () => preEncoded({ body: '{"value":null}', refused: true }),
        (): never => {
          throw new ApiError("DID_NOT_CONVERGE", "no");
        },
        (): Record<string, unknown> => ({ value: 1 }),
      ];
      const node = await run({ handlers: { compute: () => (answers[calls++] ?? answers[3])!() } });
      const headers = { ...KEYED, "idempotency-key": "k" };
      for (let i = 0; i < 4; i += 1) {
        expect((await compute(node, headers)).headers.get("idempotent-replayed")).to.equal(null);
      }
      expect((await compute(node, headers)).headers.get("idempotent-replayed")).to.equal("true");
      expect(calls).to.equal(4);
    });

    it("answers 503 at a handler's deadline, and tells the handler to stop", async () => {
      let stopped = false;
      const pulse: AnyHandler = (_input, call) =>
        new Promise((resolve) => {
          call.signal.addEventListener("abort", () => {
            stopped = true;
            resolve({});
          });
        });
      const node = await run({ handlers: { pulse } });
      const response = await fetch(`${node.url}/api/calc/pulse`);
      expect(response.headers.get("retry-after")).to.equal("1");
      await problem(response, 503, "BUSY");
      expect(stopped).to.equal(true);
      expect(node.dispatcher.inFlight).to.equal(0);
    });

    it("tells a handler when its caller leaves, and answers nobody", async () => {
      let left = false;
      let asked = false;
      const pulse: AnyHandler = (_input, call) =>
        new Promise((resolve) => {
          asked = true;
          call.signal.addEventListener("abort", () => {
            left = true;
            resolve({ late: true });
          });
        });
      const node = await run({ handlers: { pulse } });
      const socket = connect(node.port, "127.0.0.1");
      socket.write("GET /api/calc/pulse HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
      await until(() => asked);
      socket.destroy();
      await until(() => left && node.dispatcher.inFlight === 0 && node.server.active() === 0);
    });

    it(`stays up while ${ABORTED[adapter]} connections are cut at random bytes`, async () => {
      const node = await run({
        handlers: {
          compute: async () => {
            await new Promise((resolve) => {
              setImmediate(resolve);
            });
            return { value: 1 };
          },
        },
      });
      const whole =
        `POST ${COMPUTE} HTTP/1.1\r\nhost: 127.0.0.1\r\n` +
        `authorization: Bearer ${GOOD_KEY}\r\n` +
        `content-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`;
      const random = randomIntegers(1);
      const cut = async (): Promise<void> => {
        const socket = connect(node.port, "127.0.0.1");
        socket.on("error", () => undefined);
        await once(socket, "connect");
        // Now and then the whole request goes out, so that the answer meets a closed socket.
        socket.write(whole.slice(0, 1 + random(whole.length)));
        if (random(2) === 0) socket.resetAndDestroy();
        else setImmediate(() => socket.destroy());
        if (!socket.closed) await once(socket, "close");
      };
      const before_ = process.memoryUsage().rss;
      for (let done = 0; done < ABORTED[adapter]; done += 50) {
        await Promise.all(Array.from({ length: 50 }, cut));
      }
      await until(() => node.server.active() === 0 && node.dispatcher.inFlight === 0);
      expect((await compute(node)).status).to.equal(200);
      expect(node.errors).to.deep.equal([]);
      expect(process.memoryUsage().rss - before_).to.be.lessThan(60_000_000);
    });

    it("lets running requests finish at shutdown and takes no new ones", async () => {
      let release: (value: Record<string, unknown>) => void = () => undefined;
      const node = await start(adapter, {
        handlers: {
          pulse: () =>
            new Promise<Record<string, unknown>>((resolve) => {
              release = resolve;
            }),
        },
      });
      const running = fetch(`${node.url}/api/calc/pulse`);
      await until(() => node.dispatcher.inFlight === 1);
      const closed = node.server.close(5_000);
      release({ calcond: 1 });
      expect(await json(await running)).to.deep.equal({ calcond: 1 });
      await closed;
      let refused = false;
      await fetch(`${node.url}/api/health`).catch(() => {
        refused = true;
      });
      expect(refused).to.equal(true);
    });

    it("cuts what does not finish within the shutdown's deadline", async () => {
      const node = await start(adapter, {
        handlers: { pulse: () => new Promise<Record<string, unknown>>(() => undefined) },
      });
      const running = fetch(`${node.url}/api/calc/pulse`).then(
        () => "answered",
        () => "cut",
      );
      await until(() => node.dispatcher.inFlight === 1);
      await node.server.close(100);
      expect(await running).to.equal("cut");
    });

    it("refuses a port that is in use", async () => {
      const node = await run();
      const other = await start(adapter);
      started.push(other);
      let message = "";
      await serverOf(adapter, other.dispatcher)
        .listen("127.0.0.1", node.port)
        .catch((error: unknown) => {
          message = error instanceof Error ? error.message : "";
        });
      expect(message).to.include(String(node.port));
    });

    it("sends a large answer whole", async () => {
      const text = JSON.stringify({
        operators: [],
        total: 0,
        registry_version: "x".repeat(3_000_000),
      });
      const node = await run({ handlers: { operators: () => preEncoded({ body: text }) } });
      expect(await (await fetch(`${node.url}/api/operators`)).text()).to.equal(text);
    });

    it("packs large constant answers for callers that take gzip", async () => {
      const text = JSON.stringify({ operators: [], total: 0, registry_version: "y".repeat(5_000) });
      const node = await run({ handlers: { operators: () => preEncoded({ body: text }) } });
      const get = (headers: Record<string, string>): Promise<Response> =>
        fetch(`${node.url}/api/operators`, { headers });
      const packed = await get({ "accept-encoding": "br, gzip" });
      expect(packed.headers.get("content-encoding")).to.equal("gzip");
      expect(Number(packed.headers.get("content-length"))).to.be.lessThan(1_000);
      expect(await packed.text()).to.equal(text);
      const plain = await get({ "accept-encoding": "gzip;q=0" });
      expect(plain.headers.get("content-encoding")).to.equal(null);
      expect(await plain.text()).to.equal(text);
      const tag = packed.headers.get("etag") ?? "";
      expect(tag)
        .to.match(/^"[0-9a-f]{64}-gzip"$/)
        .and.not.equal(plain.headers.get("etag"));
      const fresh = await get({ "accept-encoding": "gzip", "if-none-match": tag });
      expect(fresh.status).to.equal(304);
      expect(fresh.headers.get("content-encoding")).to.equal(null);
      expect(packed.headers.get("vary")).to.include("Accept-Encoding");
    });

    it("answers several requests of one connection in order", async () => {
      const node = await run();
      const one = "GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\nx-request-id: pipeline-N\r\n\r\n";
      const socket = connect(node.port, "127.0.0.1");
      socket.setEncoding("utf8");
      let answer = "";
      socket.on("data", (chunk: string) => {
        answer += chunk;
      });
      socket.write([1, 2, 3].map((i) => one.replace("N", String(i))).join(""));
      await until(() => (answer.match(/"status":"ok"/g) ?? []).length === 3);
      socket.destroy();
      expect(answer.match(/pipeline-\d/g)).to.deep.equal([
        "pipeline-1",
        "pipeline-2",
        "pipeline-3",
      ]);
    });

    it("drops header values that would break out of their line", async () => {
      const node = await run({
        handlers: {
          pulse: () =>
            preEncoded({ body: "{}", headers: ["x-evil", "a\r\nset-cookie: b", "x-good", "c"] }),
        },
      });
      const answer = await rawRequest(
        node.port,
        "GET /api/calc/pulse HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
      );
      expect(answer).to.include("x-good: c").and.not.include("set-cookie");
    });
  });
}

/** Waits for a condition that the next turns of the event loop bring about. */
async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("what was waited for did not happen");
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
