/** The sealer and its spine on a store that fails and a clock that is moved by hand. */
import { createHash } from "node:crypto";
import { expect } from "chai";
import { createMetrics } from "../../../../node/runtime/metrics/metrics.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { ComputeService, type SealOptions } from "../../../../node/compute/compute.js";
import { OwnSpine } from "../../../../node/spine/ownSpine.js";
import { Readiness } from "../../../../node/sealing/readiness.js";
import { Receipts } from "../../../../node/compute/receipts.js";
import { ALLOWANCE } from "../../../../node/sealing/draft.js";
import { SealEngine } from "../../../../node/sealing/engine.js";
import { Sealer } from "../../../../node/sealing/sealer.js";
import { verifyHeld } from "../../../../protocol/kernel/verifyAnswer.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { FaultyStore, type FaultPlan } from "../../../../scripts/stores/faulty.js";
import type { KeyValueStore } from "../../../../storage/kv/kv.js";
import { Store } from "../../../../storage/store.js";
import {
  merkleLeaf,
  merkleTree,
  numberOf,
  parseFields,
  sha256,
  textOf,
  type Fields,
} from "../../../kit/requests.js";
import { runs } from "../../../kit/runs.js";
import { quiet } from "../../../kit/logger.js";

const CALCOND_NS = 777_000_777n;
const SEED = new Uint8Array(32).fill(9);
const PUBLIC_KEY = Buffer.from(nodeCrypto.ed25519PublicKey(SEED)).toString("hex");
const PROOF_KEY = new Uint8Array(32).fill(3);
const metrics = createMetrics();

class HandClock {
  ns = 2_310_000_000n * CALCOND_NS + 12_345n;
  nowNs(): bigint {
    return this.ns;
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

/** A write takes some turns of the event loop, so that others come in meanwhile. */
class SlowStore extends FaultyStore {
  override async batch(...args: Parameters<FaultyStore["batch"]>): Promise<void> {
    await turns(8);
    return super.batch(...args);
  }
}

interface Bench {
  readonly store: Store;
  readonly spine: OwnSpine;
  readonly sealer: Sealer;
  readonly compute: ComputeService;
  readonly receipts: Receipts;
}

async function open(raw: KeyValueStore, clock: HandClock): Promise<Bench> {
  const store = new Store(raw);
  const spine = new OwnSpine(
    { author: { seed: SEED, publicKey: PUBLIC_KEY }, net: "0badcafe" },
    { crypto: nodeCrypto, store },
  );
  await spine.reload();
  const engine = new SealEngine(
    { proofKey: PROOF_KEY },
    { crypto: nodeCrypto, clock, store, spine, log: quiet },
  );
  await engine.start();
  const sealer = new Sealer({ engine, spine, log: quiet, metrics });
  if (spine.size === 0) {
    const opened = await sealer.append("spine.open", {
      engine_version: "calc-engine/2",
      next: "0".repeat(64),
    });
    // As the daemon does: a spine that cannot be opened ends the start.
    if (opened === null) throw new Error("the spine cannot be opened");
  }
  const compute = new ComputeService({ registry: builtinRegistry(), sealer, metrics });
  const receipts = new Receipts({
    clock,
    crypto: nodeCrypto,
    store,
    publicKey: PUBLIC_KEY,
    proofKey: PROOF_KEY,
  });
  return { store, spine, sealer, compute, receipts };
}

/** F = m a at a = 3 m/s^2. @returns the answer. */
async function seal(
  { compute }: Bench,
  m: number,
  options: Partial<SealOptions> = {},
): Promise<Fields> {
  const request = { operators: ["NM19"], inputs: { m, a: 3 } };
  const plan = compute.plan(request.operators);
  if (plan.status === "invalid") throw new Error(plan.message);
  const result = compute.run(plan, request);
  if (result.status !== "value") throw new Error(result.status);
  const { body } = await compute.seal(plan, request, result, {
    account: "me",
    payment: ALLOWANCE,
    visibility: "shared",
    ...options,
  });
  return parseFields(Buffer.from(body).toString("utf8"));
}

/**
 * Ten seals in each turn of the event loop: the first window is still being written when the last
 * are handed in.
 */
async function handedIn(bench: Bench, count = 80): Promise<readonly Promise<Fields>[]> {
  const asked: Promise<Fields>[] = [];
  for (let m = 0; m < count; m += 1) {
    if (m % 10 === 9)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    asked.push(
      seal(bench, m, {
        furtherWrite: { kind: "answer", ...keyOf(m) },
      }),
    );
  }
  return asked;
}

function keyOf(m: number): { readonly scope: string; readonly fingerprint: string } {
  return { scope: `me key ${m}`, fingerprint: "00".repeat(32) };
}

/** The place kept for an idempotency key is that of the answer that was given. */
async function expectKept({ store }: Bench, answers: readonly Fields[]): Promise<void> {
  expect(await store.idempotency.load(0)).to.deep.equal([]);
  for (const [m, answer] of answers.entries()) {
    if (answer["receipt_id"] === undefined) continue;
    const kept = await store.idempotency.find(keyOf(m), 0);
    if (kept === undefined || "body" in kept.answer) throw new Error(`no place for key ${m}`);
    const { digest, index, shape, window } = kept.answer;
    expect(shape).to.equal(null);
    expect((await store.envelopes.window(window))?.[index]?.id).to.equal(answer["receipt_id"]);
    const sha256 = createHash("sha256").update(JSON.stringify(answer)).digest("base64");
    expect(digest).to.equal(sha256.slice(0, 12));
  }
}

/** Two more seals, the second behind the first. */
async function goOn(bench: Bench): Promise<readonly Fields[]> {
  const [one, two] = [await seal(bench, 101), await seal(bench, 102)];
  expect(two["prev"]).to.equal(one["receipt_id"]);
  return [one, two];
}

/** Dense, linked, of one tree, and every receipt proves itself. */
async function expectSound(
  { store, spine, receipts }: Bench,
  answers: readonly Fields[],
): Promise<void> {
  const events = await store.spine.range(PUBLIC_KEY, 0, spine.size + 10);
  expect(events.map(({ seq }) => seq)).to.deep.equal(
    Array.from({ length: spine.size }, (_, i) => i),
  );
  let prev = "0".repeat(64);
  for (const { header, id, body } of events) {
    const fields = parseFields(header);
    expect(fields["prev"]).to.equal(prev);
    prev = sha256("calc-event/1\0", header).toString("hex");
    expect(id).to.equal(prev);
    expect(fields["body_hash"]).to.equal(sha256(body ?? "").toString("hex"));
  }
  expect(spine.lastId).to.equal(prev);
  const root = merkleTree(events.map(({ header }) => merkleLeaf(Buffer.from(header))));
  expect(Buffer.from(spine.root).toString("hex")).to.equal(root.toString("hex"));
  for (const answer of answers) {
    const id = textOf(answer, "receipt_id");
    const kept = await receipts.own(id);
    expect(kept, id).to.not.equal(null);
    for (const held of [answer, parseFields(kept!.text)]) {
      const { valid, reasons } = verifyHeld(
        { crypto: nodeCrypto, registry: builtinRegistry() },
        held,
        { id, key: PUBLIC_KEY, proofKey: PROOF_KEY, nowCalcond: Number.MAX_SAFE_INTEGER },
      );
      expect(valid, reasons.join("; ")).to.equal(true);
    }
  }
}

describe("node: sealing", () => {
  it("results of one window share one event, and are linked in order", async () => {
    const bench = await open(new FaultyStore(), new HandClock());
    const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => seal(bench, i)));
    expect(bench.spine.size).to.be.lessThan(10);
    const byId = new Map(answers.map((answer) => [textOf(answer, "receipt_id"), answer]));
    let [at, length] = ["0".repeat(64), 0];
    for (
      const next = new Map(
        answers.map((answer) => [textOf(answer, "prev"), textOf(answer, "receipt_id")]),
      );
      next.has(at);
    ) {
      at = next.get(at)!;
      length += 1;
    }
    expect([byId.size, length]).to.deep.equal([300, 300]);
    await expectSound(bench, answers);
  });

  it("a refusal that is still on its way when its reason is taken back: the node may write all the same", async () => {
    const store = new Store(new FaultyStore());
    const spine = new OwnSpine(
      { author: { seed: SEED, publicKey: PUBLIC_KEY }, net: "0badcafe" },
      { crypto: nodeCrypto, store },
    );
    await spine.reload();
    const engine = new SealEngine(
      { proofKey: PROOF_KEY },
      { crypto: nodeCrypto, clock: new HandClock(), store, spine, log: quiet },
    );
    await engine.start();
    let afterwards: () => void = () => undefined;
    // The window is refused when it is put together, and told when it would have been written.
    const turn = (f: () => void): void => {
      setImmediate(() => {
        f();
        afterwards();
      });
    };
    const sealer = new Sealer({ engine, spine, log: quiet, metrics, turn });
    sealer.block("RESTORE_GUARD");
    const refused = sealer.append("spine.open", {
      engine_version: "calc-engine/2",
      next: "0".repeat(64),
    });
    afterwards = () => {
      expect(sealer.waiting).to.equal(1);
      sealer.unblock("RESTORE_GUARD");
    };
    expect([await refused, sealer.blocked]).to.deep.equal([null, null]);
  });

  it("a clock behind the last seal: answered without a receipt, uncharged, not ready; then it goes on", async () => {
    const clock = new HandClock();
    const bench = await open(new FaultyStore(), clock);
    const readiness = new Readiness();
    readiness.watch(bench.sealer, clock, bench.store);
    expect(readiness.reasons()).to.deep.equal(["starting"]);
    readiness.markRunning();
    const before = await seal(bench, 1);
    const { size } = bench.spine;
    clock.ns -= 1_000_000n;
    // Nobody has to compute first.
    expect(readiness.reasons()).to.deep.equal(["clock"]);
    const unsealed = await seal(bench, 2);
    expect(unsealed).to.include({
      value: 6,
      unit: "N",
      unsealed_reason: "CLOCK_BACKWARDS",
      credits: 0,
      R_t: null,
      phase: null,
    });
    expect(unsealed).to.not.have.any.keys("receipt_id", "proof", "calcProof");
    expect([bench.spine.size, readiness.reasons()]).to.deep.equal([size, ["clock"]]);
    clock.ns += 1_000_000n;
    // Whoever asks only nodes that are ready would never send the request that finds the clock
    // right.
    expect(readiness.reasons()).to.deep.equal([]);
    const after = await seal(bench, 3);
    expect(readiness.reasons()).to.deep.equal([]);
    expect(after["prev"]).to.equal(before["receipt_id"]);
    await expectSound(bench, [before, after]);
    readiness.markStopping();
    expect(readiness.reasons()).to.deep.equal(["stopping"]);
  });

  it("a disk without room, or a write that failed: not ready, and for no longer than that lasts", async () => {
    const clock = new HandClock();
    const { sealer } = await open(new FaultyStore(), clock);
    const readiness = new Readiness();
    let trouble: "disk" | "db" | null = null;
    readiness.watch(sealer, clock, { trouble: () => trouble });
    readiness.markRunning();
    for (const reason of ["disk", "db"] as const) {
      trouble = reason;
      expect(readiness.reasons()).to.deep.equal([reason]);
    }
    trouble = null;
    expect(readiness.reasons()).to.deep.equal([]);
  });

  it("a start with a clock behind the last seal, or behind the spine: not ready until it has caught up", async () => {
    const raw = new FaultyStore();
    const clock = new HandClock();
    const ready = ({ sealer, store }: Bench): Readiness => {
      const readiness = new Readiness();
      readiness.watch(sealer, clock, store);
      readiness.markRunning();
      return readiness;
    };
    await seal(await open(raw, clock), 1);
    clock.ns -= 3_600_000_000_000n;
    const again = await open(raw, clock);
    const readiness = ready(again);
    expect(readiness.reasons()).to.deep.equal(["clock"]);
    again.sealer.block("RESTORE_GUARD");
    expect(readiness.reasons()).to.deep.equal(["peers", "clock"]);
    again.sealer.unblock("RESTORE_GUARD");
    again.sealer.block("CLOCK_SKEW");
    expect(readiness.reasons()).to.deep.equal(["clock"]);
    again.sealer.unblock("CLOCK_SKEW");
    clock.ns += 3_600_000_000_000n;
    expect(readiness.reasons()).to.deep.equal([]);
    clock.ns += 5n * CALCOND_NS;
    await again.sealer.append("digest", { envelopes: 1 });
    clock.ns -= 5n * CALCOND_NS;
    expect(ready(await open(raw, clock)).reasons()).to.deep.equal(["clock"]);
  });

  it("R_t, phase and calcond are those of the instant, in integers", async () => {
    const clock = new HandClock();
    const answer = await seal(await open(new FaultyStore(), clock), 1);
    expect(answer["calcond"]).to.equal(2_310_000_000);
    expect(answer["phase"]).to.equal(12_345 / 777_000_777);
    expect(numberOf(answer, "R_t")).to.be.closeTo(
      1 + 1e-3 * Math.sin((2 * Math.PI * 12_345) / 777_000_777),
      2e-16,
    );
  });

  it("another event takes its place among the seals", async () => {
    const bench = await open(new FaultyStore(), new HandClock());
    const [one, digest, two] = await Promise.all([
      seal(bench, 1),
      bench.sealer.append("digest", { envelopes: 1 }),
      seal(bench, 2),
    ]);
    expect(digest).to.not.equal(null);
    await expectSound(bench, [one, two]);
  });

  for (const mode of ["before", "after"] as const) {
    it(`any one failing operation (${mode} it took effect): nothing acknowledged is lost, the spine stays whole`, async () => {
      let failures = 0;
      for (let failAt = 1; ; failAt += 1) {
        const plan: FaultPlan = { failAt, mode };
        const raw = new FaultyStore(plan);
        const clock = new HandClock();
        const acknowledged: Fields[] = [];
        try {
          const bench = await open(raw, clock);
          for (let m = 1; m <= 4; m += 1) {
            const answer = await seal(bench, m);
            if (answer["receipt_id"] !== undefined) acknowledged.push(answer);
            else
              expect(answer["unsealed_reason"]).to.be.oneOf([
                "STORE_WRITE_FAILED",
                "STORE_READ_ONLY",
              ]);
          }
        } catch (error) {
          // Only the planned failure may come through, and only where there is nobody to answer: at
          // the start.
          if (!raw.failed) throw error;
          expect(acknowledged).to.deep.equal([]);
        }
        const reopened = await open(await raw.crash(), clock);
        await expectSound(reopened, acknowledged);
        await expectSound(reopened, [await seal(reopened, 9)]);
        if (!raw.failed) break;
        failures += 1;
      }
      expect(failures).to.be.greaterThan(5);
    });
  }

  for (const mode of ["before", "after"] as const) {
    it(`any one failing write (${mode} it took effect) while the next window is prepared already`, async () => {
      let unsealed = 0;
      for (let failAt = 6; ; failAt += runs(2, 1)) {
        const raw = new SlowStore({ failAt, mode });
        const clock = new HandClock();
        const bench = await open(raw, clock);
        const answers = await Promise.all(await handedIn(bench));
        const acknowledged = answers.filter((answer) => answer["receipt_id"] !== undefined);
        unsealed += answers.length - acknowledged.length;
        // The writer goes on from what the store has, in the same run and after a crash.
        if (raw.failed) await expectSound(bench, [...acknowledged, ...(await goOn(bench))]);
        const reopened = await open(await raw.crash(), clock);
        await expectSound(reopened, acknowledged);
        await expectKept(reopened, answers);
        if (!raw.failed) break;
      }
      expect(unsealed).to.be.greaterThan(0);
    });
  }

  it("blocked while a window is prepared: what was not being written yet comes back without a receipt", async () => {
    const bench = await open(new SlowStore(), new HandClock());
    const asked = await handedIn(bench, 160);
    const first = await asked[0]!;
    bench.sealer.block("SELF_EQUIVOCATION");
    const answers = await Promise.all(asked);
    expect(first["receipt_id"]).to.be.a("string");
    expect(
      answers.filter((answer) => answer["unsealed_reason"] === "SELF_EQUIVOCATION"),
    ).to.have.lengthOf.greaterThan(0);
    expect(bench.sealer.blocked).to.equal("SELF_EQUIVOCATION");
    bench.sealer.unblock("SELF_EQUIVOCATION");
    await expectSound(bench, [
      ...answers.filter((answer) => answer["receipt_id"] !== undefined),
      ...(await goOn(bench)),
    ]);
  });

  it("closed: what was handed in is answered, and nothing more is taken", async () => {
    const bench = await open(new FaultyStore(), new HandClock());
    const asked = Array.from({ length: 20 }, (_, m) => seal(bench, m));
    await bench.sealer.close();
    await expectSound(bench, await Promise.all(asked));
    const late = await seal(bench, 1).catch((error: unknown) => error);
    expect(late).to.include({ code: "STORE_CLOSED" });
  });

  it("a window that cannot be put together is taken back whole: the next one leaves no hole", async () => {
    const bench = await open(new FaultyStore(), new HandClock());
    const first = await seal(bench, 1);
    let failure: unknown = null;
    await seal(bench, 2, { account: "a".repeat(70_000) }).catch((error: unknown) => {
      failure = error;
    });
    expect(failure).to.be.instanceOf(RangeError);
    const next = await seal(bench, 3);
    expect(next["prev"]).to.equal(first["receipt_id"]);
    await expectSound(bench, [first, next]);
  });
});
