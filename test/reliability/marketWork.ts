/** Daemons of a cluster that bond envelopes and compute for each other: what several tests ask of them. */
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import type { RunningNode } from "../../scripts/devnet/daemons.js";
import type { Cluster } from "../../scripts/devnet/cluster.js";
import { call, numberOf, textOf, type Fields } from "../kit/requests.js";

const BATCH = 100;
const BOND = 1_000;
const LOOK_MS = 200;
/** What a contributor needs so that what it earned comes to it. */
export const CONTRIBUTOR_ENV = { CALC_TRANSFERS_ORIGINS: "*" } as const;

export async function asked(
  node: Pick<RunningNode, "api">,
  method: string,
  path: string,
  body?: object,
): Promise<Fields> {
  const reply = await call(node, method, path, body);
  expect(reply.status, `${method} ${path}: ${reply.text}`).to.be.within(200, 299);
  return reply.body;
}

/** Seals a bond, pledges it and offers the machine. */
export async function contribute(node: RunningNode): Promise<void> {
  const computations = Array.from({ length: BATCH }, () => ({ operators: ["KO42"], inputs: {} }));
  for (let count = 0; count < BOND; count += BATCH)
    await asked(node, "POST", "/api/calc/compute/batch", { computations });
  await asked(node, "POST", "/api/contribute/bond", { count: BOND });
  await asked(node, "POST", "/api/contribute/start", { share: 100 });
}

export function jobRequest(n: number, deadline = 90): object {
  return { operators: ["NM19"], inputs: { m: 1 + n, a: 3 }, deadline };
}

/** Resolves when a node knows of so many contributors that could compute for it. */
export async function knowsContributors(node: RunningNode, count: number): Promise<void> {
  while (numberOf(await asked(node, "QUERY", "/api/jobs", jobRequest(0)), "contributors") < count)
    await delay(LOOK_MS);
}

export async function openJob(node: RunningNode, n: number): Promise<string> {
  return textOf(await asked(node, "POST", "/api/jobs", jobRequest(n)), "id");
}

/** The job as it is when it has ended. */
export async function endOfJob(node: RunningNode, id: string): Promise<Fields> {
  for (;;) {
    const job = await asked(node, "GET", `/api/jobs/${id}`);
    if (job["state"] !== "open") return job;
    await delay(LOOK_MS);
  }
}

/** All contributors of a cluster at work, and all its nodes knowing of them. */
export async function contributing(cluster: Cluster, numbers: readonly number[]): Promise<void> {
  for (const n of numbers) await contribute(cluster.node(n));
  for (const node of cluster.nodes) await knowsContributors(node, numbers.length);
}
