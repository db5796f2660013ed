/** HTTP load with wrk, or autocannon where wrk is not installed. */
import { randomUUID } from "node:crypto";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sumOf, threadTimes } from "./httpCost.js";
import { benchPackage } from "./packages.js";

export const CONNECTIONS = 64;

export interface LoadTarget {
  readonly url: string;
  /** Null: a GET. */
  readonly body: string | null;
  readonly token?: string;
  /** Absent: 64. */
  readonly connections?: number;
  /** Every request has an Idempotency-Key of its own, as those of the typed client have. */
  readonly keyed?: boolean;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly requests: number;
  readonly failures: number;
  /** Processor time of the load generator for one request; null where it runs in this process. */
  readonly generatorUs: number | null;
}

/** How often the generator's time is read: what it spends after the last reading is not seen. */
const READ_INTERVAL_MS = 50;

export function hasWrk(): boolean {
  return spawnSync("wrk", ["-v"]).error === undefined;
}

function wrkScript(target: LoadTarget): string {
  const lines =
    target.body === null
      ? []
      : [
          `wrk.method = "POST"`,
          `wrk.headers["Content-Type"] = "application/json"`,
          `wrk.body = ${JSON.stringify(target.body)}`,
        ];
  if (target.token !== undefined)
    lines.push(`wrk.headers["Authorization"] = "Bearer ${target.token}"`);
  if (target.keyed === true)
    lines.push(
      `local count = 0`,
      `request = function()`,
      `  count = count + 1`,
      `  wrk.headers["Idempotency-Key"] = "${randomUUID()}-" .. count`,
      `  return wrk.format()`,
      `end`,
    );
  return lines.join("\n");
}

async function runWrk(target: LoadTarget, seconds: number): Promise<LoadResult> {
  const dir = mkdtempSync(join(tmpdir(), "calcmesh-wrk-"));
  try {
    // A file of mode 0600: the key must not show in the process list.
    const script = join(dir, "post.lua");
    writeFileSync(script, wrkScript(target), { mode: 0o600 });
    const child = spawn("wrk", [
      "-t1",
      `-c${target.connections ?? CONNECTIONS}`,
      `-d${seconds}s`,
      "-s",
      script,
      target.url,
    ]);
    let text = "";
    let spentUs = 0;
    const reading = setInterval(() => {
      spentUs = Math.max(spentUs, sumOf(threadTimes(child.pid!)));
    }, READ_INTERVAL_MS);
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    await new Promise((done) => {
      child.once("close", done);
    });
    clearInterval(reading);
    const rate = /Requests\/sec:\s+([\d.]+)/.exec(text);
    const requests = Number(/(\d+) requests in/.exec(text)?.[1] ?? 0);
    if (rate === null || requests === 0) throw new Error(`wrk printed no rate:\n${text}`);
    const failed = /Non-2xx or 3xx responses: (\d+)/.exec(text);
    const socket = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(
      text,
    );
    const failures =
      Number(failed?.[1] ?? 0) + (socket?.slice(1).reduce((sum, n) => sum + Number(n), 0) ?? 0);
    return {
      requestsPerSecond: Number(rate[1]),
      requests,
      failures,
      generatorUs: spentUs / requests,
    };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function runAutocannon(target: LoadTarget, seconds: number): Promise<LoadResult> {
  const { default: autocannon } = await benchPackage("autocannon");
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (target.token !== undefined) headers["authorization"] = `Bearer ${target.token}`;
  const run = randomUUID();
  let count = 0;
  const result = await autocannon({
    url: target.url,
    connections: target.connections ?? CONNECTIONS,
    duration: seconds,
    headers,
    ...(target.body === null
      ? { method: "GET" as const }
      : { method: "POST" as const, body: target.body }),
    ...(target.keyed === true && {
      requests: [
        {
          setupRequest: (request) => {
            count += 1;
            return { ...request, headers: { ...headers, "idempotency-key": `${run}-${count}` } };
          },
        },
      ],
    }),
  });
  return {
    requestsPerSecond: result.requests.average,
    requests: result.requests.total,
    generatorUs: null,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

export function load(target: LoadTarget, seconds: number): Promise<LoadResult> {
  return hasWrk() ? runWrk(target, seconds) : runAutocannon(target, seconds);
}
