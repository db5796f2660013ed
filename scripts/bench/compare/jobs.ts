/** What clients of ours do most, as one of them sends it: the same to both builds. */
import { randomUUID } from "node:crypto";
import { solverCards } from "../../../protocol/solvers/cards.js";
import type { RunningNode } from "../../devnet/daemons.js";

export interface ComparedJob {
  readonly name: string;
  /**
   * Once a node, before anything counts.
   *
   * @returns what is done once; the node's processor time is taken around many of it
   */
  begin(node: RunningNode): Promise<() => Promise<unknown>>;
  /** What it leaves to be merged and filed is waited for, and counts. */
  readonly isWriting: boolean;
}

export const MANY = 64;
const ROWS = [100, 1_000] as const;
const BATCH_SIZE = 100;
const MASSES = { m1: 5.9722e24, m2: 7.342e22 };
const INPUTS = { ...MASSES, r: 3.844e8 };
const COMPUTE = "/api/calc/compute";
/** What `Prefer: return=minimal` gives. */
const SHORT = "?fields=value,unit,uncertainty,receipt_id";
const TOOL_CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: "calc_compute",
    arguments: { operators: ["NM21"], inputs: INPUTS, prefer: "return=minimal" },
  },
};

/** @throws Error for an answer that is none: a build that refuses is not fast */
export async function post(
  { api }: RunningNode,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
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
  return text;
}

export function times(count: number, run: (i: number) => Promise<unknown>): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, (_, i) => run(i)));
}

/** @param size of how many computations; each is sealed by itself */
export function batchOf(size: number): object {
  const computations = Array.from({ length: size }, (_, i) => ({
    operators: ["NM21"],
    inputs: { ...INPUTS, m2: i + 1 },
  }));
  return { computations };
}

export const BATCH_PATH = `${COMPUTE}/batch${SHORT}`;

function tableOf(rows: number): object {
  return {
    operators: ["NM21"],
    columns: {
      m1: Array.from({ length: rows }, () => MASSES.m1),
      m2: Array.from({ length: rows }, () => MASSES.m2),
      r: Array.from({ length: rows }, (_, i) => 3.8e8 + i),
    },
  };
}

function computed(node: RunningNode, isKeyed: boolean): Promise<string> {
  const headers: Record<string, string> = isKeyed ? { "idempotency-key": randomUUID() } : {};
  return post(node, COMPUTE, { operators: ["NM21"], inputs: INPUTS }, headers);
}

/** A job that needs nothing to be there. */
function plain(
  name: string,
  run: (node: RunningNode) => Promise<unknown>,
  isWriting: boolean,
): ComparedJob {
  return { name, isWriting, begin: (node) => Promise.resolve(() => run(node)) };
}

/** With a key and without, one after the other and many at once. */
export const singleJobs: readonly ComparedJob[] = [true, false].flatMap((isKeyed) => {
  const name = `compute ${isKeyed ? "under" : "without"} a key`;
  return [
    plain(name, (node) => computed(node, isKeyed), true),
    plain(`${name}, ${MANY} at once`, (node) => times(MANY, () => computed(node, isKeyed)), true),
  ];
});

export const requestJobs: readonly ComparedJob[] = [
  ...singleJobs,
  plain(`batch of ${BATCH_SIZE}`, (node) => post(node, BATCH_PATH, batchOf(BATCH_SIZE)), true),
  ...ROWS.map((rows) =>
    plain(`table of ${rows} rows`, (node) => post(node, `${COMPUTE}/table`, tableOf(rows)), true),
  ),
  plain("MCP call", (node) => post(node, "/api/mcp", TOOL_CALL), true),
  plain(
    "question in words",
    (node) => post(node, "/api/calc/auto", { query: "kinetic energy of 2 kg at 3 m/s" }),
    false,
  ),
];

/** The first example of each solver. */
export const solverJobs: readonly ComparedJob[] = solverCards.map(({ examples, id }) =>
  plain(`solver ${id}`, (node) => post(node, `/api/calc/${id}`, examples[0]!.body), false),
);
