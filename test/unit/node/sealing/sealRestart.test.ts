/** Seals in a real data directory, before and after a restart. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { systemClock } from "../../../../node/runtime/clock.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { createMetrics } from "../../../../node/runtime/metrics/metrics.js";
import { ALLOWANCE } from "../../../../node/sealing/draft.js";
import { SealEngine } from "../../../../node/sealing/engine.js";
import { Sealer } from "../../../../node/sealing/sealer.js";
import { ComputeService } from "../../../../node/compute/compute.js";
import { OwnSpine } from "../../../../node/spine/ownSpine.js";
import { Receipts } from "../../../../node/compute/receipts.js";
import { verifyHeld } from "../../../../protocol/kernel/verifyAnswer.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { openStore, type Store } from "../../../../storage/store.js";
import { parseFields, sha256, textOf, type Fields } from "../../../kit/requests.js";
import { quiet } from "../../../kit/logger.js";

const SEED = new Uint8Array(32).fill(7);
const PUBLIC_KEY = Buffer.from(nodeCrypto.ed25519PublicKey(SEED)).toString("hex");
const PROOF_KEY = new Uint8Array(32).fill(5);
const NET = "0badcafe";
const registry = builtinRegistry();

interface Bench {
  readonly store: Store;
  readonly spine: OwnSpine;
  readonly sealer: Sealer;
  readonly compute: ComputeService;
  close(): Promise<void>;
}

async function open(dir: string): Promise<Bench> {
  const store = await openStore({ dir });
  const spine = new OwnSpine(
    { author: { seed: SEED, publicKey: PUBLIC_KEY }, net: NET },
    { crypto: nodeCrypto, store },
  );
  await spine.reload();
  const engine = new SealEngine(
    { proofKey: PROOF_KEY },
    { crypto: nodeCrypto, clock: systemClock(), store, spine, log: quiet },
  );
  await engine.start();
  const metrics = createMetrics();
  const sealer = new Sealer({ engine, spine, log: quiet, metrics });
  const close = async (): Promise<void> => {
    await sealer.close();
    await store.close();
  };
  return {
    store,
    spine,
    sealer,
    close,
    compute: new ComputeService({ registry, sealer, metrics }),
  };
}

/** The same with the first event of its spine. */
async function opened(dir: string): Promise<Bench> {
  const bench = await open(dir);
  const first = await bench.sealer.append("spine.open", {
    engine_version: "calc-engine/2",
    next: "0".repeat(64),
  });
  expect(first?.encoded.event.header.seq).to.equal(0);
  return bench;
}

async function seal(
  { compute }: Bench,
  operators: readonly string[],
  inputs: Readonly<Record<string, number>>,
  domain?: string,
  visibility: "shared" | "private" = "shared",
): Promise<Fields> {
  const plan = compute.plan(operators);
  if (plan.status === "invalid") throw new Error(plan.message);
  const request = { operators, inputs, ...(domain === undefined ? {} : { domain }) };
  const result = compute.run(plan, request);
  if (result.status !== "value") throw new Error(result.status);
  const { body, digest, sealed } = await compute.seal(plan, request, result, {
    account: "me",
    payment: ALLOWANCE,
    visibility,
  });
  expect(sealed).to.equal(true);
  expect(digest).to.equal(`sha-256=:${sha256(body).toString("base64")}:`);
  return parseFields(Buffer.from(body).toString("utf8"));
}

async function expectProven({ store }: Bench, answers: readonly Fields[]): Promise<void> {
  const receipts = new Receipts({
    clock: systemClock(),
    crypto: nodeCrypto,
    store,
    publicKey: PUBLIC_KEY,
    proofKey: PROOF_KEY,
  });
  for (const answer of answers) {
    const id = textOf(answer, "receipt_id");
    const kept = await receipts.own(id);
    for (const held of [answer, parseFields(kept!.text)]) {
      const { valid, reasons } = verifyHeld({ crypto: nodeCrypto, registry }, held, {
        id,
        key: PUBLIC_KEY,
        proofKey: PROOF_KEY,
        nowCalcond: Number.MAX_SAFE_INTEGER,
      });
      expect(valid, reasons.join("; ")).to.equal(true);
    }
  }
}

describe("node: sealing in a data directory", () => {
  let dir = "";
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "calcmesh-seal-"));
  });
  afterEach(() => {
    rmSync(dir, { recursive: true, force: true });
  });

  it("seals in order, keeps this thread's spine in step, and goes on after a restart", async () => {
    const bench = await opened(dir);
    const sizes: number[] = [];
    bench.sealer.onWindow((size) => {
      sizes.push(size);
    });
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) => seal(bench, ["NM19"], { m: 1 + i, a: 3 })),
    );
    const last = await seal(bench, ["NM21"], { m1: 5, m2: 7, r: 2 }, "Größe");
    const { notBeforeNs } = bench.sealer;
    expect(Number(notBeforeNs / 777_000_777n)).to.equal(last["calcond"]);
    expect(sizes[sizes.length - 1]).to.equal(bench.spine.size);
    expect([bench.sealer.envelopes, bench.sealer.waiting, bench.sealer.blocked]).to.deep.equal([
      301,
      0,
      null,
    ]);
    const links = new Map(
      answers.map((answer) => [textOf(answer, "prev"), textOf(answer, "receipt_id")]),
    );
    let at = "0".repeat(64);
    while (links.has(at)) at = links.get(at)!;
    expect(last["prev"]).to.equal(at);
    await expectProven(bench, [...answers.slice(0, 20), last]);
    const { size, lastId, root } = bench.spine;
    expect((await bench.store.spine.tip(PUBLIC_KEY))?.id).to.equal(lastId);
    await bench.close();
    const again = await open(dir);
    expect([
      again.spine.size,
      again.spine.lastId,
      again.spine.root,
      again.sealer.envelopes,
      again.sealer.notBeforeNs,
    ]).to.deep.equal([size, lastId, root, 301, notBeforeNs]);
    const next = await seal(again, ["NM19"], { m: 1, a: 3 });
    expect(next["prev"]).to.equal(last["receipt_id"]);
    await again.close();
  });

  it("what is being written is answered before it closes, and is there at the next start", async () => {
    const bench = await opened(dir);
    const asked = [1, 2, 3].map((m) => seal(bench, ["NM19"], { m, a: 5 }, undefined, "private"));
    await bench.close();
    const answers = await Promise.all(asked);
    const again = await open(dir);
    expect(again.sealer.envelopes).to.equal(answers.length);
    await expectProven(again, answers);
    await again.close();
  });

  it("answers of half a megabyte come whole, in one window", async () => {
    const bench = await opened(dir);
    const domain = "x".repeat(400_000);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((m) => seal(bench, ["NM19"], { m, a: 3 }, domain)),
    );
    expect(answers.map((answer) => answer["domain"] === domain)).to.deep.equal([
      true,
      true,
      true,
      true,
    ]);
    expect(new Set(answers.map((answer) => answer["prev"])).size).to.equal(4);
    await bench.close();
  });
});
