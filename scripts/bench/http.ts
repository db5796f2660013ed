/**
 * Sealed compute over HTTP, durable before the answer, beside a bare echo handler and servers that
 * seal nothing. All are loaded in turn within each round, so that a noisy machine disturbs them
 * alike.
 */
import { fork, type ChildProcess } from "node:child_process";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startNode, temporaryDir } from "../devnet/daemons.js";
import { costBetween, sumOf, threadTimes, type RequestCost } from "./httpCost.js";
import { CONNECTIONS, hasWrk, load, type LoadTarget } from "./load.js";
import { median, type Row } from "./report.js";

export const ROUNDS = 5;
const SECONDS = 3;
const WAKING_S = 1;
/** The engine compiles in the background for so many requests. */
const WARM_REQUESTS = 100_000;
const WARM_SECONDS_MAX = 20;
/** A node begins with what it does while nobody asks after two seconds. */
const RESTING_S = 4;
const RESTING_S_MAX = 60;
/** Of a processor, in a second. */
const RESTING_US = 50_000;
const MS_PER_S = 1_000;
export const BODY = JSON.stringify({
  domain: "newtonian_mechanics",
  operators: ["KO42", "NM21"],
  inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 },
});

type PeerKind = "echo" | "static" | "fastify" | "fastify-units";

/** A server, and what each round found. */
export interface Measured {
  readonly target: LoadTarget;
  readonly pid: number;
  readonly rates: number[];
  readonly costs: RequestCost[];
  readonly generator: number[];
  /** Processor time spent while nobody asks, for each request before it, in us. */
  readonly later: number[];
  /** Since it last rested. */
  answered: number;
}

export async function startPeer(
  kind: PeerKind,
  path = "/api/calc/compute",
  body = BODY,
): Promise<{ child: ChildProcess; measured: Measured }> {
  const child = fork(join(dirname(fileURLToPath(import.meta.url)), "peers.js"), [kind]);
  const { port } = await new Promise<{ port: number }>((done) => {
    child.once("message", (m) => done(m as { port: number }));
  });
  return {
    child,
    measured: measuredAt({ url: `http://127.0.0.1:${port}${path}`, body }, child.pid!),
  };
}

export function measuredAt(target: LoadTarget, pid: number): Measured {
  return { target, pid, rates: [], costs: [], generator: [], later: [], answered: 0 };
}

export async function warm({ target }: Measured): Promise<void> {
  let requests = 0;
  for (let s = 0; s < WARM_SECONDS_MAX && requests < WARM_REQUESTS; s += SECONDS)
    requests += (await load(target, SECONDS)).requests;
}

/**
 * Resolves when a process has done nothing for a while: a node that nobody asks ingests what it
 * sealed, which is not to run beside what is measured.
 */
export async function resting(pid: number): Promise<void> {
  let before = sumOf(threadTimes(pid));
  for (let quiet = 0, s = 0; quiet < RESTING_S && s < RESTING_S_MAX; s += 1) {
    await setTimeout(MS_PER_S);
    const now = sumOf(threadTimes(pid));
    quiet = now - before < RESTING_US ? quiet + 1 : 0;
    before = now;
  }
}

/**
 * Lets a node rest, and counts what it does with the envelopes of the last rounds while it does:
 * vaults and public readings take them in, and the database merges them.
 */
export async function rest(measured: Measured): Promise<void> {
  const before = sumOf(threadTimes(measured.pid));
  await resting(measured.pid);
  const spent = sumOf(threadTimes(measured.pid)) - before;
  if (measured.answered > 0 && spent > 0) measured.later.push(spent / measured.answered);
  measured.answered = 0;
}

export async function round(measured: Measured): Promise<void> {
  const { target, pid, rates, costs, generator } = measured;
  // A server that has rested is slower at first.
  measured.answered += (await load(target, WAKING_S)).requests;
  const before = threadTimes(pid);
  const { requestsPerSecond, requests, failures, generatorUs } = await load(target, SECONDS);
  if (failures > 0) throw new Error(`${target.url}: ${failures} requests failed`);
  measured.answered += requests;
  rates.push(requestsPerSecond);
  if (before.size > 0) costs.push(costBetween(pid, before, threadTimes(pid), requests));
  if (generatorUs !== null) generator.push(generatorUs);
}

export async function benchHttp(): Promise<readonly Row[]> {
  const dir = temporaryDir("bench");
  const node = await startNode({
    dataDir: dir.path,
    args: ["--rate-limits", "off", "--log-level", "warn"],
  });
  const peers = {
    echo: await startPeer("echo"),
    fastify: await startPeer("fastify"),
    units: await startPeer("fastify-units"),
  };
  const target: LoadTarget = {
    url: `${node.api.http}/api/calc/compute`,
    body: BODY,
    token: node.api.token,
    keyed: true,
  };
  const sealed = measuredAt(target, node.child.pid!);
  const sealedAlone = measuredAt({ ...target, connections: 1 }, node.child.pid!);
  const [echo, fastify, units] = [
    peers.echo.measured,
    peers.fastify.measured,
    peers.units.measured,
  ];
  const echoAlone = measuredAt({ ...echo.target, connections: 1 }, echo.pid);
  try {
    for (const one of [echo, sealed, fastify, units]) await warm(one);
    await resting(sealed.pid);
    for (let i = 0; i < ROUNDS; i += 1) {
      for (const one of [echo, sealed, fastify, units, echoAlone, sealedAlone]) {
        await round(one);
        if (one === sealed || one === sealedAlone) await rest(one);
      }
    }
  } finally {
    for (const { child } of Object.values(peers)) child.kill();
    await node.stop();
    dir.remove();
  }
  return [
    ...rateRows(sealed, echo, fastify, units),
    ...costRows(sealed, echo, fastify, units),
    ...aloneRows("sealed", sealedAlone, echoAlone),
  ];
}

function rateRows(
  sealed: Measured,
  echo: Measured,
  fastify: Measured,
  units: Measured,
): readonly Row[] {
  const rate = (one: Measured): number => median(one.rates);
  const tool = hasWrk() ? "wrk" : "autocannon";
  return [
    {
      name: `sealed compute with a key, ${CONNECTIONS} connections (${tool})`,
      value: rate(sealed),
      unit: "requests/s",
    },
    { name: "bare uWebSockets.js echo", value: rate(echo), unit: "requests/s" },
    {
      name: "Fastify + mathjs, a bare number, seals nothing",
      value: rate(fastify),
      unit: "requests/s",
    },
    {
      name: "Fastify + mathjs, value in its unit and equation",
      value: rate(units),
      unit: "requests/s",
    },
    {
      name: "sealed / echo",
      value: rate(sealed) / rate(echo),
      unit: "ratio",
      target: "at least 0.25, aiming at 0.5",
    },
    {
      name: "sealed / Fastify, a bare number",
      value: rate(sealed) / rate(fastify),
      unit: "ratio",
      target: "at least 1",
    },
    {
      name: "sealed / Fastify, value in its unit and equation",
      value: rate(sealed) / rate(units),
      unit: "ratio",
    },
  ];
}

/** What one connection, which waits for each answer, gets: no window holds more than one result. */
export function aloneRows(what: string, one: Measured, echo: Measured): readonly Row[] {
  const rows: Row[] = [
    { name: `${what} with a key, 1 connection`, value: median(one.rates), unit: "requests/s" },
    { name: "bare echo, 1 connection", value: median(echo.rates), unit: "requests/s" },
    {
      name: `${what} / echo, 1 connection`,
      value: median(one.rates) / median(echo.rates),
      unit: "ratio",
    },
  ];
  if (one.costs.length === 0 || echo.costs.length === 0) return rows;
  return [
    ...rows,
    {
      name: `processor time of a ${what} request, 1 connection: serving thread`,
      value: partOf(one, "serving"),
      unit: "us",
    },
    {
      name: "the store's threads and the engine's",
      value: partOf(one, "second") + partOf(one, "rest"),
      unit: "us",
    },
    { name: "echo, serving thread", value: partOf(echo, "serving"), unit: "us" },
  ];
}

/** All the processor time of a request, with the generator's, in us. */
export function wholeOf({ costs, generator }: Measured): number {
  return median(
    costs.map(({ serving, second, rest }, i) => serving + second + rest + generator[i]!),
  );
}

export function partOf({ costs }: Measured, part: keyof RequestCost): number {
  return median(costs.map((cost) => cost[part]));
}

export function hasCosts({ costs, generator }: Measured): boolean {
  return costs.length > 0 && generator.length > 0;
}

/** What one request took of the processors, by part. @param kind of the request, as rows name it */
export function partRows(kind: string, measured: Measured): readonly Row[] {
  return [
    {
      name: `processor time of a ${kind} request: serving thread`,
      value: partOf(measured, "serving"),
      unit: "us",
    },
    {
      name: "the store's threads and the engine's",
      value: partOf(measured, "second") + partOf(measured, "rest"),
      unit: "us",
    },
    {
      name: "spent later on its envelope, while nobody asks",
      value: median(measured.later),
      unit: "us",
    },
    { name: "all of it, with the load generator", value: wholeOf(measured), unit: "us" },
  ];
}

/**
 * What the same rounds took of the processors. Empty where no thread's time can be read, or the
 * generator's.
 */
function costRows(
  sealed: Measured,
  echo: Measured,
  fastify: Measured,
  units: Measured,
): readonly Row[] {
  if (![sealed, echo, fastify, units].every(hasCosts)) return [];
  return [
    ...partRows("sealed", sealed),
    { name: "echo, with the load generator", value: wholeOf(echo), unit: "us" },
    {
      name: "Fastify, a bare number, with the load generator",
      value: wholeOf(fastify),
      unit: "us",
    },
    { name: "Fastify, value in its unit and equation, with it", value: wholeOf(units), unit: "us" },
    {
      name: "echo / sealed, by processor time",
      value: wholeOf(echo) / wholeOf(sealed),
      unit: "ratio",
    },
  ];
}
