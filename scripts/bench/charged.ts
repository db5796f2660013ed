/**
 * Sealed compute that an ordinary account pays for, beside the operator's own and a bare echo
 * handler: the operator grants it credits, and every request is booked before it is answered.
 */
import { startNode, temporaryDir, type RunningNode } from "../devnet/daemons.js";
import {
  aloneRows,
  BODY,
  hasCosts,
  measuredAt,
  partRows,
  rest,
  resting,
  round,
  ROUNDS,
  startPeer,
  warm,
  wholeOf,
  type Measured,
} from "./http.js";
import { CONNECTIONS } from "./load.js";
import { median, type Row } from "./report.js";

const CREDITS = 1_000_000_000;

interface Answer {
  readonly [member: string]: unknown;
}

export async function ask(
  node: RunningNode,
  method: "GET" | "POST",
  path: string,
  key?: string,
  body?: object,
): Promise<Answer> {
  const headers = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const response = await fetch(`${node.api.http}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok || typeof answer !== "object" || answer === null) {
    throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  }
  return { ...answer };
}

/** @returns the key of an account that has paid credits */
export async function payer(node: RunningNode): Promise<string> {
  const demo = await ask(node, "GET", "/api/demo-key");
  const spunUp = await ask(node, "POST", "/api/calc/spin-up", String(demo["key"]), {});
  await ask(node, "POST", "/api/ledger/grant", node.api.token, {
    account: spunUp["account"],
    credits: CREDITS,
    reference: `benchmark ${String(spunUp["account"])}`,
  });
  return String(spunUp["apiKey"]);
}

export async function benchCharged(): Promise<readonly Row[]> {
  const dir = temporaryDir("bench");
  const node = await startNode({
    dataDir: dir.path,
    args: ["--rate-limits", "off", "--log-level", "warn"],
  });
  const peer = await startPeer("echo");
  try {
    const key = await payer(node);
    const url = `${node.api.http}/api/calc/compute`;
    const target = { url, body: BODY, keyed: true };
    const sealed = measuredAt({ ...target, token: node.api.token }, node.child.pid!);
    const charged = measuredAt({ ...target, token: key }, node.child.pid!);
    const alone = measuredAt({ ...charged.target, connections: 1 }, charged.pid);
    const echoAlone = measuredAt({ ...peer.measured.target, connections: 1 }, peer.measured.pid);
    const all = [peer.measured, sealed, charged, echoAlone, alone];
    for (const one of [peer.measured, sealed, charged]) await warm(one);
    await resting(charged.pid);
    const before = await ask(node, "GET", "/api/ledger", key);
    for (let i = 0; i < ROUNDS; i += 1) {
      for (const one of all) {
        await round(one);
        if (one.pid === charged.pid) await rest(one);
      }
    }
    const after = await ask(node, "GET", "/api/ledger", key);
    return [
      ...rows(peer.measured, sealed, charged),
      ...aloneRows("charged", alone, echoAlone),
      {
        name: "credits burned by the paying account in these rounds",
        value: Number(after["spent"]) - Number(before["spent"]),
        unit: "credits",
      },
    ];
  } finally {
    peer.child.kill();
    await node.stop();
    dir.remove();
  }
}

function rows(echo: Measured, sealed: Measured, charged: Measured): readonly Row[] {
  const rate = (one: Measured): number => median(one.rates);
  const rates: readonly Row[] = [
    {
      name: `sealed and charged with a key, ${CONNECTIONS} connections`,
      value: rate(charged),
      unit: "requests/s",
    },
    { name: "sealed, the operator's own", value: rate(sealed), unit: "requests/s" },
    { name: "bare uWebSockets.js echo", value: rate(echo), unit: "requests/s" },
    {
      name: "charged / echo",
      value: rate(charged) / rate(echo),
      unit: "ratio",
      target: "at least 0.22, aiming at 0.45",
    },
    {
      name: "sealed / echo",
      value: rate(sealed) / rate(echo),
      unit: "ratio",
      target: "at least 0.25, aiming at 0.5",
    },
  ];
  if (![echo, sealed, charged].every(hasCosts)) return rates;
  return [
    ...rates,
    ...partRows("charged", charged),
    { name: "sealed, with the load generator", value: wholeOf(sealed), unit: "us" },
    { name: "echo, with the load generator", value: wholeOf(echo), unit: "us" },
    {
      name: "echo / charged, by processor time",
      value: wholeOf(echo) / wholeOf(charged),
      unit: "ratio",
    },
    {
      name: "echo / sealed, by processor time",
      value: wholeOf(echo) / wholeOf(sealed),
      unit: "ratio",
    },
  ];
}
