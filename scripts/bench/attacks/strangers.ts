/**
 * How soon a node answers a probe while three connections without a key ask for what costs most,
 * one request behind the other, through every door and without limits of rate.
 */
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";
import { MCP_BATCH_MAX } from "../../../protocol/limits.js";
import { startNode, temporaryDir, type RunningNode } from "../../devnet/daemons.js";
import { publicChannel } from "../doors.js";
import { threadTimes } from "../httpCost.js";
import type { Row } from "../report.js";
import { quantile } from "./quantile.js";

const ATTACK_MS = 60_000;
const QUIET_MS = 10_000;
const PROBE_PAUSE_MS = 20;
const FRAME_BYTES = 1_024;
const FRAMES = 32;
const US_PER_MS = 1_000;
const TARGET = "at most 50";

interface Asked {
  readonly path: string;
  readonly body?: string;
}

const message = (id: number, name: string, args: object): object => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});
const batch = (path: (id: number) => string): Asked => ({
  path: "/api/mcp",
  body: JSON.stringify(
    Array.from({ length: MCP_BATCH_MAX }, (_, id) =>
      message(id, "calc_http", { method: "GET", path: path(id) }),
    ),
  ),
});
const posted = (path: string, body: object): Asked => ({ path, body: JSON.stringify(body) });
const tool = (name: string, args: object): Asked => posted("/api/mcp", message(1, name, args));

/** By connection: texts, questions that are read and searched, and sums and proofs. */
const ATTACKS: readonly (readonly Asked[])[] = [
  [
    batch(() => "/api/openapi.json"),
    batch((id) => `/api/operators?q=force+${id}`),
    batch(() => "/api/calc/conformance"),
    { path: "/api/openapi-3.1.json" },
  ],
  [
    posted("/api/contracts/generate", {
      description: "alert me when the bearing temperature exceeds 85 degC for 3 readings in a row",
    }),
    tool("calc_lib_search", { query: "pressure" }),
    tool("calc_derive", {
      known: [
        { kind: "mass", value: 0.5, unit: "kg" },
        { kind: "height", value: 2, unit: "m" },
        { kind: "spring constant", value: 800, unit: "N/m" },
      ],
      wanted: { kind: "compression", unit: "cm" },
    }),
    { path: "/api/operators?q=energy+of+a+spring" },
  ],
  [
    posted("/api/playground/compute", {
      equation: Array.from({ length: 40 }, (_, i) => `int(exp(-x^2*${i + 1}), x, 0, 9)`).join("+"),
      inputs: {},
    }),
    posted("/api/calc/prove", { operators: ["NM19"], inputs: { m: 2, a: 9.8 } }),
    tool("calc_convert", { quantity: "1 kg m^2 s^-3 A^-1", to: "V" }),
    posted("/api/calc/reverify", {
      value: 19.6,
      unit: "N",
      operatorChain: ["KO42", "NM19"],
      inputs: { m: 2, a: 9.8 },
      cells: Array.from({ length: 3_000 }, () => 0.5),
    }),
  ],
];

export async function benchStrangers(): Promise<readonly Row[]> {
  const dir = temporaryDir("strangers");
  const node = await startNode({
    dataDir: dir.path,
    args: ["--rate-limits", "off", "--log-level", "warn"],
  });
  try {
    const channel = await publicChannel(node);
    const quiet = await probed(node, QUIET_MS);
    const over = new AbortController();
    const attacks = ATTACKS.map((asked) => attack(node, channel, asked, over.signal));
    const attacked = await probed(node, ATTACK_MS);
    over.abort();
    const counts = await Promise.all(attacks);
    return [
      ...waitRows("alone", quiet),
      ...waitRows("attacked", attacked),
      { name: "probes in a minute", value: attacked.waits.length, unit: "answers" },
      ...counts.map((value, i) => ({ name: `connection ${i + 1}`, value, unit: "requests" })),
    ];
  } finally {
    await node.stop();
    dir.remove();
  }
}

/** What the thread computed is the node's own; the wait has others' use of the processors in it, too. */
function waitRows(when: string, { served, waits }: Probes): readonly Row[] {
  const row = (name: string, from: Float64Array, part: number): Row => ({
    name: `health, ${when}, ${name}`,
    value: quantile(from, part),
    unit: "ms",
    target: TARGET,
  });
  return [
    row("median", waits, 0.5),
    row("99th percentile", waits, 0.99),
    row("longest", waits, 1),
    row("99th percentile, computed", served, 0.99),
    row("longest, computed", served, 1),
  ];
}

/** Each request, and a socket with frames behind them, until it is over. */
async function attack(
  node: RunningNode,
  channel: string,
  asked: readonly Asked[],
  over: AbortSignal,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let count = 0;
  while (!over.aborted) {
    for (const request of asked) {
      if (over.aborted) break;
      await answered(node, agent, request);
      count += 1;
    }
    await flooded(node, channel);
    count += 1;
  }
  agent.destroy();
  return count;
}

function answered(node: RunningNode, agent: Agent, { body, path }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = {
      agent,
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? {} : { "content-type": "application/json" },
    };
    const asking = request(`${node.api.http}${path}`, options, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
      response.on("error", reject);
    });
    asking.on("error", reject);
    asking.end(body);
  });
}

async function flooded({ api }: RunningNode, channel: string): Promise<void> {
  const address = `${api.http.replace("http", "ws")}/ws/stream?channel=${channel}`;
  const ws = new WebSocket(address, "calc");
  ws.on("error", () => undefined);
  ws.on("open", () => {
    for (let i = 0; i < FRAMES; i += 1) ws.send("x".repeat(FRAME_BYTES));
    ws.close();
  });
  await once(ws, "close");
}

interface Probes {
  /** How long each waits, in ms, the shortest first. */
  readonly waits: Float64Array;
  /** What the serving thread computed meanwhile, in ms, the least first. */
  readonly served: Float64Array;
}

/** On one connection of its own. */
async function probed(node: RunningNode, ms: number): Promise<Probes> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const pid = node.child.pid!;
  const spentMs = (): number => (threadTimes(pid).get(pid) ?? Number.NaN) / US_PER_MS;
  const [waits, served]: [number[], number[]] = [[], []];
  for (const end = performance.now() + ms; performance.now() < end;) {
    const [start, before] = [performance.now(), spentMs()];
    const status = await answered(node, agent, { path: "/api/health" });
    if (status !== 200) throw new Error(`health answered ${status}`);
    waits.push(performance.now() - start);
    served.push(spentMs() - before);
    await delay(PROBE_PAUSE_MS);
  }
  agent.destroy();
  return { waits: Float64Array.from(waits).sort(), served: Float64Array.from(served).sort() };
}
