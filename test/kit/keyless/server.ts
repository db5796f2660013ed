/** A node of this process behind HTTP, and the work that its thread counts for each request. */
import { Agent, request as open } from "node:http";
import { createApi, createServer } from "../../../api/index.js";
import { loadConfig } from "../../../config/load.js";
import { createApiContext } from "../../../node/apiContext.js";
import { createMetrics } from "../../../node/runtime/metrics/metrics.js";
import { systemRandom } from "../../../node/runtime/random.js";
import { workCounted } from "../../../protocol/workCount.js";
import { closing } from "../../contract/frames.js";
import { fieldsOf, parseFields, textOf, type Fields } from "../requests.js";
import { openNode } from "../composed.js";
import { quiet } from "../logger.js";
import { makeDirectory, removeDirectory } from "../temporaryDirectory.js";
import type { KeylessRequest } from "./requests.js";

/**
 * Turns of the event loop after which a caller leaves: the thread has done by then what it does
 * itself, and a worker is at it.
 */
const PATIENCE_TURNS = 2_000;
const LEAVING_TURNS_MAX = 1_000_000;
/** RFC 6455, section 7.4.1. */
const NORMAL = 1_000;

export interface Counted {
  /** Null where the caller left before an answer came. */
  readonly status: number | null;
  /** Work of the request in all. */
  readonly work: number;
  /** Most work between two turns of the event loop. */
  readonly stood: number;
  /** Bytes of path, query and body. */
  readonly sent: number;
  readonly text: string;
}

export interface KeylessServer {
  /** A public channel with a few ticks. */
  readonly channel: string;
  /** @param turns after which the caller leaves; by default when the thread has done its part */
  count(request: KeylessRequest, turns?: number): Promise<Counted>;
  close(): Promise<void>;
}

export async function startKeylessServer(): Promise<KeylessServer> {
  const dir = await makeDirectory();
  const { config } = await loadConfig({ "data-dir": dir, "rate-limits": "off" });
  const meshSecrets = { secrets: new Map([[1, new Uint8Array(32).fill(7)]]), currentKid: 1 };
  const node = await openNode({ config: { meshSecrets } });
  const { services } = node;
  await node.join(null);
  const context = createApiContext(config, {
    ...services,
    log: quiet,
    metrics: createMetrics(),
    random: systemRandom,
  });
  const server = createServer(createApi(node.handlers, context), "uws");
  const port = await server.listen("127.0.0.1", 0);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const channel = await publicChannel(`http://127.0.0.1:${port}`);
  return {
    channel,
    count: (request, turns = PATIENCE_TURNS) =>
      counted({ agent, port, turns, isIdle: () => services.pool.running === 0 }, request),
    close: async () => {
      agent.destroy();
      await server.close(1_000);
      await node.close();
      await removeDirectory(dir);
    },
  };
}

const TICKS = 3;

async function publicChannel(url: string): Promise<string> {
  const post = async (path: string, body: object, key?: string): Promise<Fields> => {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
    });
    return parseFields(await answer.text());
  };
  const key = textOf(await post("/api/demo-key/mint", {}), "key");
  const contract = { operators: ["NM19"], inputs: { m: 2, a: 9.8 } };
  const opened = await post("/api/calc/streams", { contract, public: true }, key);
  const id = textOf(fieldsOf(opened, "channel"), "id");
  for (let i = 0; i < TICKS; i += 1) await post(`/api/calc/streams/${id}/tick`, {}, key);
  return id;
}

interface Way {
  readonly agent: Agent;
  readonly port: number;
  readonly turns: number;
  readonly isIdle: () => boolean;
}

function counted(
  { agent, isIdle, port, turns: patience }: Way,
  asked: KeylessRequest,
): Promise<Counted> {
  const { body, headers, method, path } = asked;
  return new Promise((resolve) => {
    const before = workCounted();
    let last = before;
    let stood = 0;
    let turns = 0;
    let done = false;
    const look = (): void => {
      const now = workCounted();
      stood = Math.max(stood, now - last);
      last = now;
    };
    const end = (status: number | null, text: string): void => {
      if (done) return;
      done = true;
      look();
      const sent =
        path.length +
        (body === null ? 0 : Buffer.byteLength(body)) +
        (asked.frames === undefined ? 0 : asked.frames.length);
      resolve({ status, work: last - before, stood, sent, text });
    };
    const sent = open({ agent, port, host: "127.0.0.1", method, path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => end(answer.statusCode ?? 0, Buffer.concat(parts).toString("latin1")));
      answer.on("error", () => end(null, ""));
    });
    sent.on("error", () => end(null, ""));
    sent.on("upgrade", (answer, socket) => {
      socket.on("error", () => undefined);
      socket.on("data", () => undefined);
      socket.on("close", () => end(answer.statusCode ?? 0, ""));
      socket.write(asked.frames ?? Buffer.alloc(0));
      socket.end(closing(NORMAL));
    });
    const turn = (): void => {
      if (done) return;
      look();
      turns += 1;
      if (turns < patience) setImmediate(turn);
      else {
        sent.destroy();
        // What the leaving itself costs is counted, too, and what a worker still answers.
        const leave = (left: number): void => {
          look();
          if (left <= 0 && (isIdle() || left < -LEAVING_TURNS_MAX)) end(null, "");
          else setImmediate(leave, left - 1);
        };
        leave(2);
      }
    };
    sent.end(body ?? undefined);
    setImmediate(turn);
  });
}
