/**
 * Kills a node at a random instant while machines take events and compute, and a reactor of each
 * steps, again and again: nothing acknowledged is lost, no number is missing or there twice, and a
 * retry is answered alike.
 */
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { ExportCheck } from "../../protocol/log/exported.js";
import { readRow, rowHashHex } from "../../protocol/log/row.js";
import { startNode, type RunningNode } from "../../scripts/devnet.js";
import { linearGenerator } from "../kit/generator.js";
import { call, textOf } from "../kit/requests.js";
import { checkReactor, makeReactor, stepper, type KilledReactor } from "./reactorSteps.js";

const MACHINES = 3;
const CLIENTS_A_MACHINE = 3;
const STEPPERS_A_REACTOR = 2;
const KILL_AFTER_MS_MAX = 150;
const CREDITS = 100_000_000;

export interface MachineRounds {
  readonly events: number;
  readonly results: number;
  readonly steps: number;
  /** Whose answer was lost with the node, and that were done all the same. */
  readonly doneUnheard: number;
}

interface Machine {
  readonly slug: string;
  readonly key: string;
  /** Idempotency key of each event that was sent -> its answer, or null where none came. */
  readonly sent: Map<string, string | null>;
  /** Receipt ids of what was computed. */
  readonly receipts: Set<string>;
}

const EVENT = { type: "reading" };

function send(node: RunningNode, machine: Machine, name: string) {
  return call(
    node,
    "POST",
    `/api/state/${machine.slug}/events`,
    { ...EVENT, data: { name } },
    { key: machine.key, headers: { "idempotency-key": `"${name}"` } },
  );
}

async function sender(node: RunningNode, machine: Machine, prefix: string): Promise<void> {
  for (let i = 0; ; i += 1) {
    const name = `${prefix}-${i}`;
    machine.sent.set(name, null);
    const reply = await send(node, machine, name).catch(() => null);
    if (reply === null) return;
    expect(reply.status, reply.text).to.equal(201);
    machine.sent.set(name, reply.text);
  }
}

async function computer(node: RunningNode, machine: Machine, m: number): Promise<void> {
  for (let i = 0; ; i += 1) {
    const request = { operators: ["NM19"], inputs: { m: m + i, a: 2 } };
    const options = { key: machine.key };
    const reply = await call(node, "POST", "/api/calc/compute", request, options).catch(() => null);
    if (reply === null) return;
    expect(reply.status, reply.text).to.equal(200);
    machine.receipts.add(textOf(reply.body, "receipt_id"));
  }
}

/** The whole log as a stranger reads it: row hashes in their order, and the receipts they name. */
async function readLog(node: RunningNode, machine: Machine) {
  const { http, token } = node.api;
  const reply = await fetch(`${http}/api/state/${machine.slug}/audit?export=true`, {
    headers: { accept: "application/x-ndjson", authorization: `Bearer ${token}` },
  });
  const text = await reply.text();
  expect(reply.status, text).to.equal(200);
  const check = new ExportCheck(nodeCrypto, node.api.publicKey);
  const hashes: string[] = [];
  const tokens: string[] = [];
  for (const line of text.trimEnd().split("\n")) {
    check.line(line);
    const read = readRow(line);
    if (!read.ok) continue;
    expect(read.row.seq).to.equal(hashes.length);
    hashes.push(rowHashHex(nodeCrypto, line));
    if (read.row.token !== null) tokens.push(read.row.token);
  }
  const { verdict, firstBad } = check.verdict;
  expect(verdict, JSON.stringify(firstBad)).to.not.equal("invalid");
  return { hashes, tokens };
}

/** @returns how many were done of those that nobody was told of */
async function checkMachine(node: RunningNode, machine: Machine): Promise<number> {
  const { hashes, tokens } = await readLog(node, machine);
  expect(new Set(tokens).size).to.equal(tokens.length);
  for (const id of machine.receipts) expect(tokens).to.include(id);
  let unheard = 0;
  for (const [name, answer] of machine.sent) {
    const again = await send(node, machine, name);
    expect(again.status, again.text).to.equal(201);
    if (answer !== null) expect(again.text).to.equal(answer);
    const row: { row: { seq: number; hash: string } } = JSON.parse(again.text);
    const isThere = row.row.seq < hashes.length;
    if (answer === null && isThere) unheard += 1;
    if (answer !== null) expect(isThere, name).to.equal(true);
    if (isThere) expect(hashes[row.row.seq]).to.equal(row.row.hash);
  }
  machine.sent.clear();
  machine.receipts.clear();
  const validated = await call(node, "GET", `/api/state/${machine.slug}/pohc/validate`);
  expect(validated.body, validated.text).to.include({ valid: true });
  return unheard;
}

async function makeMachine(node: RunningNode, slug: string): Promise<Machine> {
  const made = await call(node, "POST", "/api/state", { slug });
  expect(made.status, made.text).to.equal(201);
  return { slug, key: textOf(made.body, "key"), sent: new Map(), receipts: new Set() };
}

export async function machineRounds(
  dataDir: string,
  rounds: number,
  seed: number,
): Promise<MachineRounds> {
  const random = linearGenerator(seed);
  const start = (): Promise<RunningNode> =>
    startNode({ dataDir, args: ["--rate-limits", "off", "--log-level", "error"] });
  const done = { events: 0, results: 0, steps: 0, doneUnheard: 0 };
  let node = await start();
  try {
    const own = await call(node, "GET", "/api/identity");
    const account = textOf(own.body, "account");
    const grant = { account, credits: CREDITS, reference: "machines that are killed" };
    const granted = await call(node, "POST", "/api/ledger/grant", grant);
    expect(granted.status, granted.text).to.equal(201);
    const machines: Machine[] = [];
    for (let i = 0; i < MACHINES; i += 1) machines.push(await makeMachine(node, `oven-${i}`));
    const reactors: KilledReactor[] = [];
    for (const { key } of machines) reactors.push(await makeReactor(node, key));
    for (let round = 0; round < rounds; round += 1) {
      const clients = machines.flatMap((machine, m) => [
        ...Array.from({ length: STEPPERS_A_REACTOR }, (_, c) =>
          stepper(node, reactors[m]!, `round-${round}-stepper-${m}-${c}-of-the-reactor`),
        ),
        ...Array.from({ length: CLIENTS_A_MACHINE }, (_, c) =>
          sender(node, machine, `round-${round}-client-${m}-${c}-of-the-machine`),
        ),
        computer(node, machine, 1 + 1_000 * round + m),
      ]);
      await delay(KILL_AFTER_MS_MAX * (1 + random()));
      await node.kill();
      await Promise.all(clients);
      node = await start();
      for (const machine of machines) {
        done.events += [...machine.sent.values()].filter((answer) => answer !== null).length;
        done.results += machine.receipts.size;
        done.doneUnheard += await checkMachine(node, machine);
      }
      let steps = 0;
      for (const reactor of reactors) steps += await checkReactor(node, reactor);
      done.steps = steps;
    }
    return done;
  } finally {
    await node.stop();
  }
}
