/** What clients of ours do most, as one of them sends it: the same to both builds. */
import { randomUUID } from "node:crypto";
import { solverCards } from "../../../protocol/solvers/cards.js";
import type { RunningNode } from "../../devnet/daemons.js";

export interface ComparedJob {
  readonly name: string;
  /** Once; the node's processor time is taken around many of it. */
  run(node: RunningNode): Promise<void>;
}

const MANY = 64;
const ROWS = 1_000;
const MASSES = { m1: 5.9722e24, m2: 7.342e22 };

/** @throws Error for an answer that is none: a build that refuses is not fast */
async function post(
  { api }: RunningNode,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const answer = await fetch(`${api.http}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${api.token}`,
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`);
}

function computed(node: RunningNode, isKeyed: boolean): Promise<void> {
  const inputs = { ...MASSES, r: 3.844e8 };
  const headers: Record<string, string> = isKeyed ? { "idempotency-key": randomUUID() } : {};
  return post(node, "/api/calc/compute", { operators: ["NM21"], inputs }, headers);
}

const requests: readonly ComparedJob[] = [
  { name: "compute under a key", run: (node) => computed(node, true) },
  { name: "compute without a key", run: (node) => computed(node, false) },
  {
    name: `compute under a key, ${MANY} at once`,
    run: async (node) => {
      await Promise.all(Array.from({ length: MANY }, () => computed(node, true)));
    },
  },
  {
    name: `table of ${ROWS} rows`,
    run: (node) =>
      post(node, "/api/calc/compute/table", {
        operators: ["NM21"],
        columns: {
          m1: Array.from({ length: ROWS }, () => MASSES.m1),
          m2: Array.from({ length: ROWS }, () => MASSES.m2),
          r: Array.from({ length: ROWS }, (_, i) => 3.8e8 + i),
        },
      }),
  },
  {
    name: "question in words",
    run: (node) => post(node, "/api/calc/auto", { query: "kinetic energy of 2 kg at 3 m/s" }),
  },
];

/** The first example of each solver. */
const solved: readonly ComparedJob[] = solverCards.map(({ examples, id }) => ({
  name: `solver ${id}`,
  run: (node) => post(node, `/api/calc/${id}`, examples[0]!.body),
}));

export const comparedJobs: readonly ComparedJob[] = [...requests, ...solved];
