/** Reactors that step while their node is killed, and what has to be there afterwards. */
import { expect } from "chai";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { ExportCheck } from "../../protocol/log/exported.js";
import { readRow } from "../../protocol/log/row.js";
import type { RunningNode } from "../../scripts/devnet.js";
import { replayed } from "../kit/reactorSolvers.js";
import { call, numberOf, textOf, type Reply } from "../kit/requests.js";

const PATH = "/api/calc/reactor";
const CREDITS_A_STEP = 3;

export interface KilledReactor {
  readonly id: string;
  readonly key: string;
  /** Idempotency key of each step that was asked for -> its answer, or null where none came. */
  readonly sent: Map<string, string | null>;
  /** Texts of steps that were acknowledged, by number. */
  readonly acknowledged: Map<number, string>;
}

/** @param key of a machine, whose reactor it becomes */
export async function makeReactor(node: RunningNode, key: string): Promise<KilledReactor> {
  const program = {
    operators: ["NM19"],
    initialState: { value: 1 },
    transition: { inputs: { m: 0.5, a: "x.value + u" } },
    onFail: "skip",
  };
  const made = await call(node, "POST", PATH, program, { key });
  expect(made.status, made.text).to.equal(201);
  return { id: textOf(made.body, "reactor"), key, sent: new Map(), acknowledged: new Map() };
}

function step(node: RunningNode, { id, key }: KilledReactor, name: string): Promise<Reply> {
  return call(
    node,
    "POST",
    `${PATH}/${id}/step`,
    { u: name.length },
    { key, headers: { "idempotency-key": name } },
  );
}

function take(reactor: KilledReactor, { body, status, text }: Reply): void {
  expect(status, text).to.equal(200);
  const n = numberOf(body, "n");
  // No two requests made one step.
  const before = reactor.acknowledged.get(n);
  if (before !== undefined) expect(text).to.equal(before);
  reactor.acknowledged.set(n, text);
}

/** Steps until the node is gone. */
export async function stepper(
  node: RunningNode,
  reactor: KilledReactor,
  prefix: string,
): Promise<void> {
  for (let i = 0; ; i += 1) {
    const name = `${prefix}-${i}`;
    reactor.sent.set(name, null);
    const reply = await step(node, reactor, name).catch(() => null);
    if (reply === null) return;
    take(reactor, reply);
    reactor.sent.set(name, reply.text);
  }
}

/** @returns how many steps there are, before those that are asked for again */
export async function checkReactor(node: RunningNode, reactor: KilledReactor): Promise<number> {
  const { acknowledged, id, key, sent } = reactor;
  const log = await fetch(`${node.api.http}${PATH}/${id}/trajectory`, {
    headers: { accept: "application/x-ndjson", authorization: `Bearer ${key}` },
  });
  const text = await log.text();
  const check = new ExportCheck(nodeCrypto, node.api.publicKey);
  const tokens: (string | null)[] = [];
  for (const line of text.trimEnd().split("\n")) {
    check.line(line);
    const read = readRow(line);
    if (read.ok) tokens.push(read.row.token);
  }
  expect(check.verdict.firstBad).to.equal(null);
  // The first row is the reactor's own; every other one is a step with a receipt of its own.
  const steps = tokens.length - 1;
  expect(new Set(tokens).size).to.equal(tokens.length);
  expect(await replayed(text)).to.include({ steps, replayed: steps, firstDifference: null });
  const told = await call(node, "GET", `${PATH}/${id}/telemetry`, undefined, { key });
  expect(told.body).to.include({ steps, credits: CREDITS_A_STEP * steps, faults: 0 });
  for (const [n, answer] of acknowledged) {
    expect(n).to.be.at.most(steps);
    const read: { readonly envelope: { readonly receipt_id: string } } = JSON.parse(answer);
    expect(tokens[n]).to.equal(read.envelope.receipt_id);
  }
  for (const [name, answer] of sent) {
    const again = await step(node, reactor, name);
    if (answer !== null) expect(again.text).to.equal(answer);
    take(reactor, again);
  }
  sent.clear();
  return steps;
}
