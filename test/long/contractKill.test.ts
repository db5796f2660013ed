/**
 * SIGKILL of a node at random instants while contracts fire, by request, by events of a machine and
 * at their times: what was acknowledged is there, every event counts once, and each log replays to
 * what it holds.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { logVerdict } from "../../scripts/cli/records/verifyLog.js";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { SeededRandom } from "../../scripts/sim/random.js";
import { call, fieldsOf, numberOf, textOf, type Reply } from "../kit/requests.js";
import { runs } from "../kit/runs.js";

const SEED = "20261127";
const ROUNDS = runs(6, 40);
const CALLERS = 3;
const KILL_AFTER_MS_MAX = 900;
const FIRINGS = 500;
/** The node is killed when so many are acknowledged. */
const KILLS = [90, 250, 431];
const PATH = "/api/contracts";
const SLUG = "press-under-kills";

/** Counts its firings, and tells of every other one. */
function counter(trigger: object, type: string) {
  const counted = { guard: "true", assign: { n: "ctx.n + 1" } };
  return {
    schema: "calc-contract/1",
    name: "counter",
    trigger,
    machine: {
      initial: "even",
      context: { n: 0 },
      states: {
        even: { on: [{ ...counted, target: "odd", emit: [{ type }] }] },
        odd: { on: [{ ...counted, target: "even" }] },
      },
    },
  };
}

async function deploy(
  node: RunningNode,
  trigger: object,
  on: object = {},
  tells = "told",
): Promise<string> {
  const response = await call(node, "POST", PATH, {
    program: counter(trigger, tells),
    machine: null,
    ...on,
  });
  expect(response.status, response.text).to.equal(201);
  return textOf(response.body, "contract");
}

function fire(node: RunningNode, id: string, key: string): Promise<Reply> {
  const headers = { "idempotency-key": key };
  return call(node, "POST", `${PATH}/${id}/fire`, { event: "go" }, { headers });
}

/** Transitions of a contract, which its machine counts, too. */
async function countOf(node: RunningNode, id: string): Promise<number> {
  const { body } = await call(node, "GET", `${PATH}/${id}`);
  const transitions = numberOf(body, "transitions");
  expect(numberOf(fieldsOf(body, "context"), "n")).to.equal(transitions);
  return transitions;
}

/** Waits until a contract has come to the end of the events that it takes. */
async function settled(node: RunningNode, id: string, least: number): Promise<number> {
  for (let before = -1; ;) {
    const count = await countOf(node, id);
    if (count >= least && count === before) return count;
    before = count;
    await delay(100);
  }
}

async function eventsOf(node: RunningNode, type: string): Promise<number> {
  let count = 0;
  for (let from: number | null = 0; from !== null;) {
    const page: Reply = await call(node, "GET", `/api/state/${SLUG}/audit?from=${from}&limit=1000`);
    const rows: readonly { readonly seq: number; readonly transitionType: string }[] = Object(
      page.body,
    )["rows"];
    for (const { seq, transitionType } of rows) {
      if (transitionType !== "event") continue;
      const payload = await call(node, "GET", `/api/state/${SLUG}/audit/${seq}/payload`);
      if (textOf(payload.body, "type") === type) count += 1;
    }
    from = Object(page.body)["next"];
  }
  return count;
}

describe("faults: SIGKILL of a node while contracts fire", () => {
  it(`loses no firing, and has none twice, in ${ROUNDS} rounds (seed ${SEED})`, async () => {
    const dir = temporaryDir("contract-kill");
    const random = new SeededRandom(SEED);
    const args = ["--rate-limits", "off", "--log-level", "error"];
    const acknowledged = new Map<string, string>();
    const open: string[] = [];
    const take = (key: string, { status, text }: Reply): void => {
      expect(status, text).to.equal(201);
      acknowledged.set(key, text);
    };
    const firing = async (node: RunningNode, id: string): Promise<void> => {
      for (;;) {
        const key = randomBytes(18).toString("base64url");
        const reply = await fire(node, id, key).catch(() => null);
        if (reply === null) {
          open.push(key);
          return;
        }
        take(key, reply);
      }
    };
    const sending = async (node: RunningNode): Promise<void> => {
      for (;;) {
        const body = { type: "go", data: {} };
        const sent = await call(node, "POST", `/api/state/${SLUG}/events`, body).catch(() => null);
        if (sent === null) return;
        expect(sent.status, sent.text).to.equal(201);
        await delay(20);
      }
    };
    try {
      let ids: readonly string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const node = await startNode({ dataDir: dir.path, args });
        if (round === 0) {
          await call(node, "POST", "/api/state", { slug: SLUG });
          const go = { type: "on-event", event: "go" };
          ids = [
            await deploy(node, go),
            await deploy(node, go, { machine: SLUG }),
            await deploy(node, { type: "on-event", event: "told" }, { machine: SLUG }, "heard"),
            await deploy(node, { type: "every-calcond", every: 1 }),
          ];
        }
        for (const key of open.splice(0)) {
          take(key, await fire(node, ids[0]!, key));
          expect((await fire(node, ids[0]!, key)).text).to.equal(acknowledged.get(key));
        }
        expect(await countOf(node, ids[0]!)).to.equal(acknowledged.size);
        const running = Array.from({ length: CALLERS }, () => firing(node, ids[0]!));
        running.push(sending(node));
        await delay(Math.floor(random.next() * KILL_AFTER_MS_MAX));
        await node.kill();
        await Promise.all(running);
      }
      const node = await startNode({ dataDir: dir.path, args });
      for (const key of open) take(key, await fire(node, ids[0]!, key));
      expect(await countOf(node, ids[0]!)).to.equal(acknowledged.size);
      const went = await eventsOf(node, "go");
      expect(await settled(node, ids[1]!, went)).to.equal(went);
      const events = await eventsOf(node, "told");
      expect(events).to.equal(Math.ceil(went / 2));
      expect(await settled(node, ids[2]!, events)).to.equal(events);
      expect(await countOf(node, ids[3]!)).to.be.greaterThan(0);
      for (const id of ids) {
        const replay = await call(node, "POST", `${PATH}/${id}/replay`, {});
        expect(Object(replay.body)["identical"], replay.text).to.equal(true);
      }
      await node.stop();
    } finally {
      dir.remove();
    }
  });

  it(`has each of ${FIRINGS} firings proven once, killed in the middle of them`, async () => {
    const dir = temporaryDir("contract-kill-proven");
    const args = ["--rate-limits", "off", "--log-level", "error"];
    const keys = Array.from({ length: FIRINGS }, () => randomBytes(18).toString("base64url"));
    const answers = new Map<string, string>();
    let node = await startNode({ dataDir: dir.path, args });
    try {
      const id = await deploy(node, { type: "on-event", event: "go" });
      for (const killAt of [...KILLS, FIRINGS]) {
        const left = keys.filter((key) => !answers.has(key));
        const caller = async (): Promise<void> => {
          for (let key = left.pop(); key !== undefined; key = left.pop()) {
            const reply = await fire(node, id, key).catch(() => null);
            if (reply === null) return;
            expect(reply.status, reply.text).to.equal(201);
            answers.set(key, reply.text);
            if (answers.size === killAt && killAt < FIRINGS) void node.kill();
          }
        };
        await Promise.all(Array.from({ length: CALLERS }, caller));
        if (killAt === FIRINGS) break;
        await node.kill();
        node = await startNode({ dataDir: dir.path, args });
      }
      expect(answers.size).to.equal(FIRINGS);
      expect(await countOf(node, id)).to.equal(FIRINGS);
      const text = await exportOf(node, id);
      expectProven(text, [...answers.values()]);
      const verdict = await logVerdict([Buffer.from(text)]);
      expect(verdict, JSON.stringify(verdict)).to.include({ verdict: "valid", firstBad: null });
      expect(verdict.replay).to.include({ firings: FIRINGS, notReplayed: 0 });
      const file = join(dir.path, "exported.ndjson");
      writeFileSync(file, text);
      const { status, stderr, stdout } = spawnSync(
        "python3",
        ["scripts/seal/verify_contract.py", file],
        { encoding: "utf8" },
      );
      expect(status, stdout + stderr).to.equal(0);
    } finally {
      await node.stop();
      dir.remove();
    }
  });
});

async function exportOf({ api }: RunningNode, id: string): Promise<string> {
  const headers = { accept: "application/x-ndjson", authorization: `Bearer ${api.token}` };
  const response = await fetch(`${api.http}${PATH}/${id}/export`, { headers });
  expect(response.status).to.equal(200);
  return response.text();
}

/** Each answer names a row of its own, which the file has with its receipt; there are no others. */
function expectProven(text: string, answers: readonly string[]): void {
  const tokens = new Map<number, string>();
  let receipts = 0;
  for (const line of text.trimEnd().split("\n")) {
    const { receipt, seq, token, transitionType } = JSON.parse(line);
    if (transitionType === "transition") tokens.set(seq, token);
    // That it is the one of its row is for the verifiers.
    if (receipt !== undefined) receipts += 1;
  }
  expect([tokens.size, receipts]).to.deep.equal([answers.length, answers.length]);
  expect(new Set(tokens.values()).size).to.equal(answers.length);
  const rows = new Set<number>();
  for (const answer of answers) {
    const { row, token } = JSON.parse(answer);
    rows.add(row.seq);
    expect(tokens.get(row.seq), answer).to.equal(token);
  }
  expect(rows.size).to.equal(answers.length);
}
