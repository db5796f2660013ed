/**
 * What keyless requests cost the serving thread of a real daemon, through every door: over HTTP, as
 * a message of the tool protocol, as one of 32 in a batch, and by a socket. Processor time, as Linux accounts it.
 */
import { once } from "node:events";
import { WebSocket } from "ws";
import { MCP_BATCH_MAX } from "../../protocol/limits.js";
import { startNode, temporaryDir, type RunningNode } from "../devnet/daemons.js";
import { threadTimes } from "./httpCost.js";
import type { Row } from "./report.js";

const REPEATS = 10;
const FRAMES = 32;
const FRAME_BYTES = 1_024;
/** Has the form of one. */
const NO_CHANNEL = "ch_mfrggzdfmztwq2lknnwg23tpoa";
const US_PER_MS = 1_000;
const TARGET = "at most 20";

/** The texts that never change, and some short answers beside them. */
const PATHS = [
  "/api/health",
  "/api/openapi.json",
  "/api/openapi-3.1.json",
  "/api/operators",
  "/api/operators?q=force",
  "/api/calc/conformance",
  "/api/calc/solvers",
  "/api/contracts/templates",
  "/api/kernel",
];

interface Message {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const byPath = (path: string): Message => ({
  method: "tools/call",
  params: { name: "calc_http", arguments: { method: "GET", path } },
});

const MESSAGES: readonly (readonly [name: string, message: Message])[] = [
  ...PATHS.map((path) => [`calc_http ${path}`, byPath(path)] as const),
  ["tools/list", { method: "tools/list", params: {} }],
  [
    "calc_api_catalog",
    { method: "tools/call", params: { name: "calc_api_catalog", arguments: {} } },
  ],
  ["resources/read", { method: "resources/read", params: { uri: "calc://conformance" } }],
  [
    "completion/complete",
    {
      method: "completion/complete",
      params: {
        ref: { type: "ref/resource", uri: "calc://operators/{id}" },
        argument: { name: "id", value: "N" },
      },
    },
  ],
];

export async function benchDoors(): Promise<readonly Row[]> {
  const dir = temporaryDir("doors");
  const node = await startNode({
    dataDir: dir.path,
    args: ["--rate-limits", "off", "--log-level", "warn"],
  });
  try {
    const rows: Row[] = [];
    for (const path of PATHS)
      rows.push(await row(node, `HTTP ${path}`, 1, () => read(`${node.api.http}${path}`)));
    for (const [name, message] of MESSAGES) {
      const one = { jsonrpc: "2.0", id: 1, ...message };
      const batch = Array.from({ length: MCP_BATCH_MAX }, (_, id) => ({ ...one, id }));
      rows.push(await row(node, `MCP ${name}`, 1, () => post(node, one)));
      rows.push(
        await row(node, `MCP batch, a message: ${name}`, batch.length, () => post(node, batch)),
      );
    }
    const channel = await publicChannel(node);
    for (const [name, id, frames] of [
      ["opened and closed", channel, 0],
      ["of no channel", NO_CHANNEL, 0],
      [`with ${FRAMES} frames of 1 KiB`, channel, FRAMES],
    ] as const)
      rows.push(await row(node, `socket ${name}`, 1, () => socket(node, id, frames)));
    return rows;
  } finally {
    await node.stop();
    dir.remove();
  }
}

/** What a mint and an opening answer, as far as it is read here. */
interface Opened {
  readonly key: string;
  readonly channel: { readonly id: string };
}

/** With one tick. */
export async function publicChannel(node: RunningNode): Promise<string> {
  const ask = async (path: string, body: unknown, key?: string): Promise<Opened> => {
    const answer = await fetch(`${node.api.http}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return JSON.parse(await answer.text());
  };
  const { key } = await ask("/api/demo-key/mint", {});
  const contract = { operators: ["NM19"], inputs: { m: 2, a: 9.8 } };
  const { channel } = await ask("/api/calc/streams", { contract, public: true }, key);
  await ask(`/api/calc/streams/${channel.id}/tick`, {}, key);
  return channel.id;
}

/** Opens a socket, sends frames and ends it; one that is refused is over at once. */
async function socket({ api }: RunningNode, channel: string, frames: number): Promise<void> {
  const ws = new WebSocket(
    `${api.http.replace("http", "ws")}/ws/stream?channel=${channel}`,
    "calc",
  );
  ws.on("error", () => undefined);
  ws.on("open", () => {
    for (let i = 0; i < frames; i += 1) ws.send("x".repeat(FRAME_BYTES));
    ws.close();
  });
  await once(ws, "close");
}

/** The first of each stands apart: what is made once for all who ask is made then. */
async function row(
  node: RunningNode,
  name: string,
  messages: number,
  ask: () => Promise<void>,
): Promise<Row> {
  const pid = node.child.pid!;
  const spentUs = (): number => threadTimes(pid).get(pid) ?? Number.NaN;
  const start = spentUs();
  await ask();
  const before = spentUs();
  for (let i = 0; i < REPEATS; i += 1) await ask();
  const value = (spentUs() - before) / (US_PER_MS * REPEATS * messages);
  const first = ((before - start) / (US_PER_MS * messages)).toFixed(1);
  return { value, unit: "ms", target: TARGET, name: `${name} (the first ${first})` };
}

async function read(url: string): Promise<void> {
  await (await fetch(url)).arrayBuffer();
}

async function post(node: RunningNode, body: unknown): Promise<void> {
  const answer = await fetch(`${node.api.http}/api/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`the tool protocol answered ${answer.status}`);
}
