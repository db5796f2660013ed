/** Rows stand in the batch of what they record, dense and linked, whoever writes them. */
import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { ALLOWANCE, type SealedPlace } from "../../../../node/sealing/draft.js";
import type { Companion } from "../../../../node/sealing/stagedLog.js";
import { LedgerError } from "../../../../node/ledger/ledger.js";
import { keeping } from "../../../../node/ledger/effects.js";
import { payloadText } from "../../../../node/machines/log/machineLog.js";
import { foldAll } from "../../../../protocol/log/fold.js";
import { LogCheck } from "../../../../protocol/log/check.js";
import { verifyLogCheckpoint } from "../../../../protocol/log/checkpoint.js";
import { canonicalize } from "../../../../protocol/encoding/jcs.js";
import { fromHex } from "../../../../protocol/encoding/hex.js";
import { parseJson } from "../../../../protocol/encoding/json.js";
import { createEvent } from "../../../../protocol/seal/event.js";
import { checkPlace } from "../../../../protocol/log/place.js";
import type { JsonObject } from "../../../../protocol/ports.js";
import { leafHash, verifyInclusion } from "../../../../protocol/seal/merkle.js";
import { SeededRandom } from "../../../../scripts/sim/random.js";
import {
  genesisHash,
  rowHash,
  rowText,
  readRow,
  type MachineRow,
  type RowActor,
} from "../../../../protocol/log/row.js";
import { CALCOND_NS } from "../../../../protocol/limits.js";
import { Refusal } from "../../../../protocol/errors/refusal.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { openNode, type TestNode } from "../../../kit/composed.js";

const MACHINE = `m_${"a".repeat(26)}`;
const OTHER = `m_${"b".repeat(26)}`;
const ACTOR: RowActor = { key: "calc_ak_test", role: "owner" };

async function begin(node: TestNode, machine = MACHINE): Promise<void> {
  const { effects, machineLog } = node.services;
  await effects.run({
    keys: [`mach:${machine}`],
    run: (tx) => {
      machineLog.begin(tx, { machine, owner: "ann", genesisCalcond: 2_310_000_000 });
      machineLog.append(tx, machine, {
        transitionType: "created",
        actor: ACTOR,
        payload: payloadText({ name: "oven" }),
      });
    },
  });
}

function event(node: TestNode, machine: string, data: object, after?: number): Promise<number> {
  const { effects, machineLog } = node.services;
  return effects
    .run({
      keys: [`mach:${machine}`],
      run: (tx) =>
        machineLog.append(
          tx,
          machine,
          { transitionType: "event", actor: ACTOR, payload: payloadText(data) },
          after === undefined ? {} : { after },
        ),
    })
    .then((pending) => pending.written.row.seq);
}

/** Checks all of a log as a stranger would. */
async function check(node: TestNode, machine = MACHINE): Promise<LogCheck> {
  const { machineLog, spine } = node.services;
  const prev = genesisHash(nodeCrypto, { machine, owner: "ann", genesisCalcond: 2_310_000_000 });
  const found = new LogCheck(nodeCrypto, { machine, prev });
  const origin = `calc/${spine.net}/${spine.author.publicKey}/m/${machine}`;
  const marks = new Map<number, string>();
  for await (const { size, text } of machineLog.checkpoints(machine)) marks.set(size, text);
  for await (const { seq, text } of machineLog.rows(machine)) {
    const row = found.row(text);
    const payload = await machineLog.payload(machine, seq);
    if (row !== null && payload !== undefined) found.payload(row, payload);
    const mark = marks.get(seq + 1);
    if (mark === undefined) continue;
    const signed = verifyLogCheckpoint(nodeCrypto, mark, origin, node.services.identity.publicKey);
    if (!signed.ok) throw new Error(signed.reason);
    found.checkpoint(signed.checkpoint);
  }
  return found;
}

function expectSound(found: LogCheck, rows: number): void {
  expect(found.linkage.first).to.equal(null);
  expect(found.pulse.first).to.equal(null);
  expect(found.end.next).to.equal(rows);
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Refusal)) throw new Error(`no refusal: ${String(error)}`);
  return error.code;
}

describe("node: the log of machines", () => {
  it("numbers rows densely in each log and links them, many at once", async () => {
    const node = await openNode();
    await begin(node);
    await begin(node, OTHER);
    const written = await Promise.all(
      Array.from({ length: 60 }, (_, i) => event(node, i % 3 === 0 ? OTHER : MACHINE, { i })),
    );
    expect(written.filter((_, i) => i % 3 === 0)).to.deep.equal(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    const found = await check(node);
    expectSound(found, 41);
    expectSound(await check(node, OTHER), 21);
    const head = await node.services.machineLog.head(MACHINE);
    expect(head).to.include({ size: 41, seq: 40, hash: found.end.hash });
    await node.close();
  });

  it("refuses a row whose place is taken, and keeps nothing of its effect", async () => {
    const node = await openNode();
    await begin(node);
    expect(await event(node, MACHINE, {}, 0)).to.equal(1);
    const { effects, machineLog, store } = node.services;
    const late = effects.run({
      keys: [`mach:${MACHINE}`],
      run: (tx) => {
        tx.put(buckets.meta, "beside", "it");
        machineLog.append(
          tx,
          MACHINE,
          { transitionType: "event", actor: ACTOR, payload: "{}" },
          { after: 0 },
        );
      },
    });
    expect(await codeOf(late)).to.equal("PRECONDITION_FAILED");
    expect(await store.meta.get("beside")).to.equal(undefined);
    expectSound(await check(node), 2);
    await node.close();
  });

  it("keeps a row, further writes and the answer in one batch, or none of them", async () => {
    const node = await openNode();
    await begin(node);
    const { effects, machineLog, store } = node.services;
    const step = {
      keys: [`mach:${MACHINE}`],
      run: (tx: Parameters<typeof machineLog.append>[0]) => {
        tx.put(buckets.meta, "beside", "it");
        return machineLog.append(tx, MACHINE, {
          transitionType: "event",
          actor: ACTOR,
          payload: "{}",
        });
      },
    };
    const answer = await effects.run(
      step,
      keeping(({ written }) => store.meta.putOps("answer", `${written.row.seq} ${written.hash}`)),
    );
    expect(await store.meta.get("answer")).to.equal(`1 ${answer.written.hash}`);
    const failing = effects.run(step, () => {
      throw new Error("no such answer");
    });
    expect(await failing.catch((error: unknown) => String(error))).to.equal(
      "Error: no such answer",
    );
    expectSound(await check(node), 2);
    await node.close();
  });

  it("goes on from what became durable when a write fails", async () => {
    const plan = { failAt: -1 };
    const raw = new MemoryStore();
    const failing = new Proxy(raw, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (name !== "batch") return typeof value === "function" ? value.bind(target) : value;
        return (...args: Parameters<MemoryStore["batch"]>) => {
          plan.failAt -= 1;
          return plan.failAt === 0 ? Promise.reject(new Error("disk")) : target.batch(...args);
        };
      },
    });
    const node = await openNode({ raw: failing });
    await begin(node);
    plan.failAt = 1;
    const failed: unknown = await event(node, MACHINE, { lost: true }).catch(
      (error: unknown) => error,
    );
    // Only the store knows whether it was written: that is no refusal.
    expect(failed).to.be.instanceOf(LedgerError).with.property("fault", "NOT_WRITTEN");
    expect(await event(node, MACHINE, { kept: true })).to.equal(1);
    expectSound(await check(node), 2);
    await node.close();
  });

  it("writes a row with an envelope: its token, its proof, its core as the payload", async () => {
    const node = await openNode();
    await begin(node);
    const { compute, effects, machineLog, receipts, store } = node.services;
    const plan = compute.plan(["KO42", "KIN1"]);
    if (plan.status === "invalid") throw new Error(plan.message);
    const request = { operators: ["KO42", "KIN1"], inputs: { v_0: 1, a: 2, t: 3 } };
    const result = compute.run(plan, request);
    if (result.status !== "value") throw new Error(result.status);
    const account = "operator";
    const seal = (companion: Companion<SealedPlace>) =>
      compute.seal(plan, request, result, {
        account,
        visibility: "private",
        payment: ALLOWANCE,
        companion,
      });
    const effect = await effects.seal(
      {
        keys: [`mach:${MACHINE}`],
        run: (tx) => {
          tx.put(buckets.meta, "state", "1");
          return machineLog.append(tx, MACHINE, {
            transitionType: "step",
            actor: ACTOR,
            payload: "{}",
          });
        },
      },
      seal,
      ({ written }, { id }) => ({
        operations: store.meta.putOps("token", `${written.row.token}`),
        result: id,
      }),
    );
    const token = (await store.meta.get("token"))!;
    expect(effect).to.deep.equal({ sealed: true, result: token });
    expect(await receipts.own(token)).not.to.equal(null);
    expect(await store.meta.get("state")).to.equal("1");
    await seal(machineLog.withSeal(MACHINE, ACTOR));
    const rows: MachineRow[] = [];
    for await (const { text } of machineLog.rows(MACHINE, { from: 1 })) {
      const read = readRow(text);
      if (read.ok) rows.push(read.row);
    }
    expect(rows.map(({ transitionType }) => transitionType)).to.deep.equal([
      "step",
      "sealed_event",
    ]);
    expect(rows[0]).to.include({ token });
    expectSound(await check(node), 3);
    await node.close();
  });

  it("folds evaluations into the next row", async () => {
    const node = await openNode();
    await begin(node);
    const { machineLog } = node.services;
    const before = (await machineLog.head(MACHINE))!.hash;
    const evaluations = Array.from({ length: 5 }, (_, i) => ({
      calcond: 2_310_000_000,
      state: null,
      inputHash: nodeCrypto.sha256Hex(`in ${i}`),
      resultsHash: nodeCrypto.sha256Hex(`out ${i}`),
    }));
    await machineLog.foldAlone(MACHINE, evaluations.slice(0, 2));
    await machineLog.foldAlone(MACHINE, evaluations.slice(2));
    expect(await machineLog.head(MACHINE)).to.include({ size: 1, evalCount: 5 });
    await event(node, MACHINE, {});
    for await (const { text } of machineLog.rows(MACHINE, { from: 1 })) {
      const read = readRow(text);
      if (!read.ok) throw new Error(read.message);
      expect(read.row).to.include({
        evalCount: 5,
        evalRoot: foldAll(nodeCrypto, before, evaluations),
      });
    }
    expectSound(await check(node), 2);
    await node.close();
  });

  it("signs what 1,024 rows come to, and again when their time is over", async () => {
    const node = await openNode();
    await begin(node);
    for (let i = 0; i < 16; i += 1)
      await Promise.all(Array.from({ length: 64 }, (_, k) => event(node, MACHINE, { i, k })));
    const found = await check(node);
    expectSound(found, 1_025);
    expect(found.checkpointsMatched).to.equal(1);
    const { logCheckpoints, store, machineLog } = node.services;
    const before = await logCheckpoints.digest();
    const due = await store.due.before(2_310_010_000, 9, null);
    expect(due.map(({ kind, key }) => `${kind} ${key}`)).to.deep.equal([
      `machine.checkpoint ${MACHINE}`,
    ]);
    node.clock.ns += 3_600n * CALCOND_NS;
    await store.guards.withGuard([], async (tx) => logCheckpoints.fire(tx, due[0]!));
    const sizes: number[] = [];
    for await (const { size } of machineLog.checkpoints(MACHINE)) sizes.push(size);
    expect(sizes).to.deep.equal([1_024, 1_025]);
    expect((await check(node)).checkpointsMatched).to.equal(2);
    expect((await logCheckpoints.digest()).root).not.to.equal(before.root);
    await node.close();
  });

  it("shows a stranger where a checkpoint stands in the digest that was announced", async () => {
    const node = await openNode();
    const { deadlines, logCheckpoints, spine, store } = node.services;
    await begin(node);
    await begin(node, OTHER);
    node.clock.ns += 3_601n * CALCOND_NS;
    for (const due of await store.due.before(deadlines.now(), 9, null))
      await store.guards.withGuard([], async (tx) => logCheckpoints.fire(tx, due));
    expect(await codeOf(logCheckpoints.placeOf(MACHINE))).to.equal("NOT_READY");
    const { root } = await logCheckpoints.digest();
    const none = "0".repeat(64);
    const body = {
      build: "1",
      engine_version: "calc-engine/2",
      envelopes: 0,
      machines: root,
      min_index: 0,
      operators_hash: none,
      registry_generation: "1",
      root: none,
      shards: { held: none, root: none },
      size: 1,
    };
    const { text } = createEvent(nodeCrypto, spine.author, {
      net: spine.net,
      kind: "digest",
      seq: 1,
      prev: "1".repeat(64),
      calcond: deadlines.now(),
      body,
    });
    logCheckpoints.announced(root, text);
    // An announced checkpoint stays what it was when the log goes on.
    await event(node, MACHINE, {});
    await logCheckpoints.digest();
    for (const machine of [MACHINE, OTHER]) {
      const place: JsonObject = JSON.parse(await logCheckpoints.placeOf(machine));
      const found = checkPlace(nodeCrypto, place);
      if (!found.ok) throw new Error(`${found.rule}: ${found.reason}`);
      expect([found.machine, found.checkpoint.size]).to.deep.equal([machine, 1]);
      expect(checkPlace(nodeCrypto, place, "0".repeat(64))).to.include({ ok: false, rule: "key" });
      const bytes = Buffer.from(canonicalize(place));
      const random = new SeededRandom(machine);
      for (let i = 0; i < 100; i += 1) {
        const turned = Buffer.from(bytes);
        turned[random.int(turned.length)]! ^= 1 << random.int(8);
        const read = parseJson(turned);
        if (read.ok)
          expect(checkPlace(nodeCrypto, read.value).ok, turned.toString()).to.equal(false);
      }
    }
    expect(await codeOf(logCheckpoints.placeOf(`m_${"c".repeat(26)}`))).to.equal("NOT_READY");
    await node.close();
  });

  it("reads no more than what stands behind the checkpoint before a row", async () => {
    const node = await openNode();
    await begin(node);
    for (let i = 0; i < 18; i += 1)
      await Promise.all(Array.from({ length: 64 }, (_, k) => event(node, MACHINE, { i, k })));
    const { logProofs, store } = node.services;
    for (const [rows, size] of [
      [[1_100, 1_030], 1_153],
      [[1_023, 7], 1_024],
      [[1_024], 1_153],
    ] as const) {
      const proven = await logProofs.of(MACHINE, rows);
      const key = node.services.identity.publicKey;
      const signed = verifyLogCheckpoint(nodeCrypto, proven.checkpoint, proven.origin, key);
      if (!signed.ok) throw new Error(signed.reason);
      expect(signed.checkpoint.size).to.equal(size);
      for (const { path, row } of proven.rows) {
        const leaf = leafHash(nodeCrypto, rowHash(nodeCrypto, rowText(row)));
        const hashes = path.map((hex) => fromHex(hex)!);
        const { root } = signed.checkpoint;
        expect(verifyInclusion(nodeCrypto, leaf, row.seq, size, hashes, root)).to.equal(true);
      }
    }
    expect((await store.machineLogs.edgeBefore(MACHINE, 1_030))?.size).to.equal(1_024);
    expect(await store.machineLogs.edgeBefore(MACHINE, 1_000)).to.equal(null);
    await node.close();
  });

  it("goes on after a start, and never back in time", async () => {
    const raw = new MemoryStore();
    const node = await openNode({ raw });
    await begin(node);
    await event(node, MACHINE, {});
    await node.close();
    const again = await openNode({
      raw,
      created: false,
      config: { mesh: { capacity: 1, alone: true } },
    });
    again.clock.ns -= 2n * CALCOND_NS;
    expect(await event(again, MACHINE, { early: true })).to.equal(2);
    again.clock.ns += 4n * CALCOND_NS;
    expect(await event(again, MACHINE, {})).to.equal(3);
    const times: string[] = [];
    for await (const { text } of again.services.machineLog.rows(MACHINE)) {
      const read = readRow(text);
      if (read.ok) times.push(read.row.ns);
    }
    // A clock that was set back stands still.
    expect(times[2]).to.equal(times[1]);
    expect(BigInt(times[3]!) - BigInt(times[2]!)).to.equal(2n * CALCOND_NS);
    expectSound(await check(again), 4);
    await again.close();
  });
});
