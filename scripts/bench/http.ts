/**
 * Sealed compute over HTTP, durable before the answer, beside a bare echo handler and a server that seals nothing.
 * The three are loaded in turn within each round, so that a noisy machine disturbs all of them alike.
 */
import { fork, type ChildProcess } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startNode, temporaryDir } from "../devnet.js";
import { CONNECTIONS, hasWrk, load, type LoadTarget } from "./load.js";
import { median, type Row } from "./report.js";

const ROUNDS = 3;
const SECONDS = 4;
const BODY = JSON.stringify({ domain: "newtonian_mechanics", operators: ["KO42", "NM21"],
  inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 } });

async function startPeer(kind: "echo" | "fastify"): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(join(dirname(fileURLToPath(import.meta.url)), "peers.js"), [kind]);
  const { port } = await new Promise<{ port: number }>((done) => { child.once("message", (m) => done(m as { port: number })); });
  return { child, url: `http://127.0.0.1:${port}/api/calc/compute` };
}

export async function benchHttp(): Promise<readonly Row[]> {
  const dir = temporaryDir("bench");
  const node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off", "--log-level", "warn"] });
  const echo = await startPeer("echo");
  const peer = await startPeer("fastify");
  const targets: Record<string, LoadTarget> = {
    echo: { url: echo.url, body: BODY },
    sealed: { url: `${node.api.http}/api/calc/compute`, body: BODY, token: node.api.token },
    fastify: { url: peer.url, body: BODY },
  };
  const rates: Record<string, number[]> = { echo: [], sealed: [], fastify: [] };
  try {
    for (const target of Object.values(targets)) await load(target, 2);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, target] of Object.entries(targets)) {
        const result = await load(target, SECONDS);
        if (result.failures > 0) throw new Error(`${name}: ${result.failures} requests failed`);
        rates[name]!.push(result.requestsPerSecond);
      }
    }
  } finally {
    echo.child.kill();
    peer.child.kill();
    await node.stop();
    dir.remove();
  }
  const [echoRate, sealedRate, fastifyRate] = [median(rates["echo"]!), median(rates["sealed"]!), median(rates["fastify"]!)];
  const tool = hasWrk() ? "wrk" : "autocannon";
  return [
    { name: `sealed compute, ${CONNECTIONS} connections (${tool})`, value: sealedRate, unit: "requests/s" },
    { name: "bare uWebSockets.js echo", value: echoRate, unit: "requests/s" },
    { name: "Fastify + mathjs, seals nothing", value: fastifyRate, unit: "requests/s" },
    { name: "sealed / echo", value: sealedRate / echoRate, unit: "ratio", target: "at least 0.25, aiming at 0.5" },
    { name: "sealed / (Fastify + mathjs)", value: sealedRate / fastifyRate, unit: "ratio", target: "at least 1" },
  ];
}
