/**
 * Chats with models: what a token costs the node in processor time, and how much later the first one is
 * there, beside the bare provider in the same run, at 1 and 100 streams.
 */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { startNode, temporaryDir } from "../devnet/daemons.js";
import { median, type Row } from "./report.js";

/** A chat with few tokens shows what a chat costs by itself; the rest is the tokens'. */
const SHORT = 1;
const LONG = 201;
const ROUNDS = 3;
const STREAMS = [1, 100] as const;
/** Of the kernel's figures of a process. */
const TICKS_PER_S = 100;
const US_PER_S = 1e6;
const US_PER_MS = 1e3;
const END = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
const MESSAGES = [{ role: "user", content: "Go on." }];

/** Says as many tokens as the model is called, one in each turn of the event loop. */
async function say(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let asked = "";
  for await (const part of request) asked += String(part);
  const { model }: { readonly model: string } = JSON.parse(asked);
  response.writeHead(200, { "content-type": "text/event-stream" });
  const token = `data: ${JSON.stringify({ choices: [{ delta: { content: " token" } }] })}\n\n`;
  for (let i = 0; i < Number(model); i += 1) {
    response.write(token);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  response.end(END);
}

/** User and system time of a process, in seconds. */
function processorS(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
}

interface Target {
  readonly url: string;
  readonly token: string;
  readonly body: object;
}

/** @returns ms until the first token, of each of so many streams at one time */
function streams(target: Target, count: number): Promise<readonly number[]> {
  return Promise.all(Array.from({ length: count }, () => firstTokenMs(target)));
}

async function firstTokenMs({ body, token, url }: Target): Promise<number> {
  const began = performance.now();
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok || response.body === null) throw new Error(await response.text());
  let first = -1;
  let text = "";
  const decoder = new TextDecoder();
  for await (const part of response.body) {
    if (first >= 0) continue;
    text += decoder.decode(part, { stream: true });
    if (text.includes(" token")) first = performance.now() - began;
  }
  return first;
}

export async function benchModels(): Promise<readonly Row[]> {
  const upstream = createServer((request, response) => {
    void say(request, response);
  });
  await new Promise<void>((resolve) => {
    upstream.listen(0, "127.0.0.1", resolve);
  });
  const address = upstream.address();
  const host = `127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const dir = temporaryDir("bench");
  const node = await startNode({
    dataDir: dir.path,
    args: ["--rate-limits", "off", "--log-level", "warn", "--llm-local", host],
  });
  const { http, token } = node.api;
  const chat = { credential: "openai-compatible", messages: MESSAGES, stream: true };
  const bare: Target = { url: `http://${host}/v1/chat/completions`, token, body: { model: "1" } };
  const through = (tokens: number): Target => ({
    url: `${http}/api/llm/chat`,
    token,
    body: { ...chat, model: String(tokens) },
  });
  const rows: Row[] = [];
  try {
    const credential = await fetch(`${http}/api/calc/llm/credentials`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        provider: "openai-compatible",
        apiKey: "",
        baseUrl: `http://${host}/v1`,
      }),
    });
    if (!credential.ok) throw new Error(await credential.text());
    for (const count of STREAMS) {
      const rounds = count === 1 ? ROUNDS * 30 : ROUNDS;
      const [own, others]: [number[], number[]] = [[], []];
      const spent = { [SHORT]: 0, [LONG]: 0 };
      for (const target of [bare, through(SHORT), through(LONG)]) await streams(target, count);
      for (let i = 0; i < rounds; i += 1) {
        others.push(...(await streams(bare, count)));
        for (const tokens of [SHORT, LONG] as const) {
          const before = processorS(node.child.pid!);
          const first = await streams(through(tokens), count);
          spent[tokens] += processorS(node.child.pid!) - before;
          if (tokens === SHORT) own.push(...first);
        }
      }
      const perChatUs = (tokens: typeof SHORT | typeof LONG): number =>
        (spent[tokens] * US_PER_S) / (rounds * count);
      rows.push(
        {
          name: `${count} streams: processor time of a token`,
          value: (perChatUs(LONG) - perChatUs(SHORT)) / (LONG - SHORT),
          unit: "us",
          target: "under 50",
        },
        {
          name: `${count} streams: processor time of a chat with one token`,
          value: perChatUs(SHORT) / US_PER_MS,
          unit: "ms",
          target: "under 5",
        },
        {
          name: `${count} streams: first token, later than bare`,
          value: median(own) - median(others),
          unit: "ms",
          target: "under 5",
        },
      );
    }
  } finally {
    await node.stop();
    upstream.closeAllConnections();
    upstream.close();
    dir.remove();
  }
  return rows;
}
