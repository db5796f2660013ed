/**
 * What a request takes of the serving thread on each adapter of HTTP, beside a bare echo: one that
 * computes nothing, one that is computed and one that is sealed. All are loaded in turn.
 */
import { startNode, temporaryDir } from "../devnet/daemons.js";
import { BODY, measuredAt, partOf, startPeer, type Measured } from "./http.js";
import { costBetween, threadTimes } from "./httpCost.js";
import { CONNECTIONS, load } from "./load.js";
import { median, type Row } from "./report.js";

const ADAPTERS = ["uws", "node"] as const;
const ROUNDS = 3;
const SECONDS = 1;

/** Before the first round the engine compiles. */
async function loaded(one: Measured, isCounted: boolean): Promise<void> {
  const before = threadTimes(one.pid);
  const { requests, requestsPerSecond, failures } = await load(one.target, SECONDS);
  if (failures > 0) throw new Error(`${one.target.url}: ${failures} requests failed`);
  if (!isCounted) return;
  one.rates.push(requestsPerSecond);
  one.costs.push(costBetween(one.pid, before, threadTimes(one.pid), requests));
}

async function startAdapter(adapter: (typeof ADAPTERS)[number]) {
  const dir = temporaryDir(`bench-${adapter}`);
  const node = await startNode({
    dataDir: dir.path,
    args: ["--rate-limits", "off", "--log-level", "warn", "--http-adapter", adapter],
  });
  const { http, token } = node.api;
  const compute = { url: `${http}/api/calc/compute`, body: BODY, token, keyed: true };
  const targets = {
    "GET /api/health": { url: `${http}/api/health`, body: null },
    "keyless compute": { url: `${http}/api/playground/compute`, body: BODY },
    "sealed compute with a key": compute,
  };
  const measured = Object.entries(targets).map(
    ([what, target]) => [`${what}, ${adapter}`, measuredAt(target, node.child.pid!)] as const,
  );
  const stop = async (): Promise<void> => {
    await node.stop();
    dir.remove();
  };
  return { measured, stop };
}

export async function benchHttpAdapters(): Promise<readonly Row[]> {
  const nodes = await Promise.all(ADAPTERS.map(startAdapter));
  const echo = await startPeer("echo");
  const all = [
    ["bare uWebSockets.js echo", echo.measured] as const,
    ...nodes.flatMap(({ measured }) => measured),
  ];
  try {
    for (let i = 0; i <= ROUNDS; i += 1) for (const [, one] of all) await loaded(one, i > 0);
  } finally {
    echo.child.kill();
    for (const { stop } of nodes) await stop();
  }
  const ofEcho = partOf(echo.measured, "serving");
  return all.flatMap(([what, one]) => [
    { name: `${what}: serving thread`, value: partOf(one, "serving"), unit: "us" },
    { name: `  least`, value: Math.min(...one.costs.map(({ serving }) => serving)), unit: "us" },
    { name: `  beside the echo`, value: partOf(one, "serving") / ofEcho, unit: "ratio" },
    { name: `  ${CONNECTIONS} connections`, value: median(one.rates), unit: "requests/s" },
  ]);
}
