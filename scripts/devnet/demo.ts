/**
 * `npm run demo`: three nodes on loopback share a mesh secret. The first seals a shared result and
 * announces its signed head; the second finds the receipt by its id alone, fetches the envelope
 * from a peer and re-executes it.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { resultLines } from "../../api/readable/result.js";
import { startNode, temporaryDir, writeMeshSecret, type RunningNode } from "./daemons.js";

const NODES = 3;
const PEERS_DEADLINE_MS = 20_000;
const POLL_MS = 100;
const COLUMNS = 80;

interface Answer {
  readonly [member: string]: unknown;
  readonly value: number;
  readonly unit: string;
  readonly receipt_id: string;
  readonly public_key: string;
  readonly proof: { readonly header: { readonly seq: number } };
}

interface Verdict {
  readonly valid: boolean;
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean | null;
    readonly detail: string;
  }[];
  readonly reasons: readonly string[];
}

interface MeshStatus {
  readonly peers: number;
  readonly heads: readonly { readonly author: string; readonly seq: number }[];
}

async function call<T>(
  node: RunningNode,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${node.api.http}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${node.api.token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PEERS_DEADLINE_MS;
  while (!(await holds())) {
    if (performance.now() > deadline)
      throw new Error(`${what} did not happen within ${PEERS_DEADLINE_MS} ms`);
    await new Promise((done) => {
      setTimeout(done, POLL_MS);
    });
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function run(nodes: readonly RunningNode[]): Promise<void> {
  const [first, second] = [nodes[0]!, nodes[1]!];
  await until("three connected nodes", async () => {
    const statuses = await Promise.all(
      nodes.map((node) => call<MeshStatus>(node, "GET", "/api/mesh/status")),
    );
    return statuses.every((status) => status.peers === NODES - 1);
  });
  say(`${NODES} nodes are connected`);
  const answer = await call<Answer>(first, "POST", "/api/calc/compute", {
    domain: "newtonian_mechanics",
    operators: ["KO42", "NM21"],
    inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 },
    visibility: "shared",
  });
  say("node 1 computed and sealed:");
  for (const line of resultLines(answer, { columns: COLUMNS })) say(`  ${line}`);
  await until("the announcement of node 1's head", async () => {
    const status = await call<MeshStatus>(second, "GET", "/api/mesh/status");
    return status.heads.some(
      (head) => head.author === first.api.publicKey && head.seq >= answer.proof.header.seq,
    );
  });
  say(`node 2 heard     the signed head of node 1 (${first.api.publicKey.slice(0, 16)}...)`);
  const verdict = await call<Verdict>(second, "POST", "/api/calc/verify", {
    receipt_id: answer.receipt_id,
  });
  say("node 2 fetched the envelope by its id and checked it:");
  for (const { name, ok, detail } of verdict.checks) {
    say(`  ${ok === null ? "-   " : ok ? "ok  " : "FAIL"} ${name.padEnd(12)} ${detail}`);
  }
  if (!verdict.valid) throw new Error(`the receipt did not verify: ${verdict.reasons.join("; ")}`);
  const own = await call<Answer>(second, "POST", "/api/playground/compute", {
    operators: ["KO42", "NM21"],
    inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 },
  });
  if (!Object.is(own.value, answer.value))
    throw new Error(`node 2 computes ${own.value}, node 1 ${answer.value}`);
  say(`node 2 computed  ${own.value} ${own.unit}: the same, bit for bit`);
}

async function main(): Promise<void> {
  const dir = temporaryDir("demo");
  const nodes: RunningNode[] = [];
  try {
    const secret = writeMeshSecret(dir.path);
    const common = ["--mesh-secret-file", secret, "--log-level", "error"];
    for (let i = 0; i < NODES; i++) {
      const bootstrap = nodes.flatMap((node) => node.api.p2p);
      nodes.push(
        await startNode({
          dataDir: join(dir.path, `node${i + 1}-${randomBytes(2).toString("hex")}`),
          args: [
            ...common,
            ...(bootstrap.length === 0 ? [] : ["--bootstrap", bootstrap.join(",")]),
          ],
        }),
      );
      say(`node ${i + 1} listens at ${nodes[i]!.api.http} and ${nodes[i]!.api.p2p[0]}`);
    }
    await run(nodes);
    say("done: one node said it, another proved it");
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    dir.remove();
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
