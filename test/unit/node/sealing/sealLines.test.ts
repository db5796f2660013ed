/** Seals written by a thread of their own and by the serving thread, in a real data directory. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { expect } from "chai";
import { systemClock } from "../../../../node/runtime/clock.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { systemScheduler } from "../../../../node/runtime/scheduler.js";
import { createMetrics } from "../../../../node/runtime/metrics.js";
import {
  ALLOWANCE,
  packItems,
  unpackItems,
  type ChainFacts,
  type SealItem,
} from "../../../../node/sealing/draft.js";
import { InlineLine } from "../../../../node/sealing/inline.js";
import {
  packOutcome,
  unpackOutcome,
  type WindowOutcome,
} from "../../../../node/sealing/outcome.js";
import { Sealer, type SealLine } from "../../../../node/sealing/sealer.js";
import { ThreadLine } from "../../../../node/sealing/thread.js";
import { ComputeService } from "../../../../node/compute/compute.js";
import { OwnSpine } from "../../../../node/spine/ownSpine.js";
import { Receipts } from "../../../../node/compute/receipts.js";
import { verifyHeld } from "../../../../protocol/kernel/verifyAnswer.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import type { Logger } from "../../../../protocol/ports.js";
import { readAhead } from "../../../../storage/ahead/files.js";
import { MemoryStore } from "../../../../storage/memory.js";
import { openStore, Store } from "../../../../storage/store.js";
import { EMPTY_LEDGER } from "../../../../storage/ledgerRecords.js";
import { parseFields, sha256, textOf, type Fields } from "../../../e2e/helpers.js";

const SEED = new Uint8Array(32).fill(7);
const PUBLIC_KEY = Buffer.from(nodeCrypto.ed25519PublicKey(SEED)).toString("hex");
const PROOF_KEY = new Uint8Array(32).fill(5);
const NET = "0badcafe";
const QUIET: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => QUIET,
};
const registry = builtinRegistry();

const NOWHERE: SealLine = {
  envelopes: 0,
  ledger: EMPTY_LEDGER,
  lastSealNs: 0n,
  use: () => undefined,
  post: () => undefined,
  block: () => undefined,
  reload: async () => undefined,
  close: () => Promise.resolve(),
};

function emptySpine(): OwnSpine {
  return new OwnSpine(
    { author: { seed: SEED, publicKey: PUBLIC_KEY }, net: NET },
    { crypto: nodeCrypto, store: new Store(new MemoryStore()) },
  );
}

interface Bench {
  readonly store: Store;
  readonly spine: OwnSpine;
  readonly sealer: Sealer;
  readonly compute: ComputeService;
  readonly deaths: unknown[];
  close(): Promise<void>;
}

/** Which thread seals. */
type Where = "a thread of its own" | "the serving thread";
const WHERE: readonly Where[] = ["a thread of its own", "the serving thread"];

async function open(dir: string, where: Where): Promise<Bench> {
  const store = await openStore({ dir });
  const spine = new OwnSpine(
    { author: { seed: SEED, publicKey: PUBLIC_KEY }, net: NET },
    { crypto: nodeCrypto, store },
  );
  await spine.reload();
  const deaths: unknown[] = [];
  const line =
    where === "the serving thread"
      ? await InlineLine.start(
          { dataDir: dir, proofKey: PROOF_KEY },
          {
            store,
            spine,
            clock: systemClock(),
            after: (ms, f) => systemScheduler.after(ms, f),
            log: QUIET,
          },
        )
      : await ThreadLine.start(
          { dataDir: dir, net: NET, publicKey: PUBLIC_KEY, seed: SEED, proofKey: PROOF_KEY },
          {
            store,
            spine,
            log: QUIET,
            fatal: (error) => {
              deaths.push(error);
            },
          },
        );
  const metrics = createMetrics();
  const sealer = new Sealer({ line, spine, log: QUIET, metrics });
  const close = async (): Promise<void> => {
    await sealer.close();
    await store.close();
  };
  return {
    store,
    spine,
    sealer,
    deaths,
    close,
    compute: new ComputeService({ registry, sealer, metrics }),
  };
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
  return compute.seal(
    plan,
    request,
    result,
    { account: "me", payment: ALLOWANCE, visibility },
    ({ body, digest, sealed }) => {
      expect(sealed).to.equal(true);
      expect(digest).to.equal(`sha-256=:${sha256(body).toString("base64")}:`);
      return parseFields(Buffer.from(body).toString("utf8"));
    },
  );
}

async function expectProven({ store }: Bench, answers: readonly Fields[]): Promise<void> {
  const receipts = new Receipts({
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
      });
      expect(valid, reasons.join("; ")).to.equal(true);
    }
  }
}

/** The newest log of the database, and how long it is. */
function logEnd(dir: string): { readonly log: string; readonly bytes: number } {
  const log = readdirSync(join(dir, "db"))
    .filter((name) => name.endsWith(".log"))
    .sort()
    .at(-1)!;
  return { log, bytes: statSync(join(dir, "db", log)).size };
}

for (const [i, where] of WHERE.entries())
  describe(`node: sealing in ${where}`, () => {
    /** After a restart the other way goes on. */
    const other = WHERE[1 - i]!;
    let dir = "";
    beforeEach(() => {
      dir = mkdtempSync(join(tmpdir(), "calcmesh-seal-"));
    });
    afterEach(() => {
      rmSync(dir, { recursive: true, force: true });
    });

    it("seals in order, keeps this thread's spine in step, and goes on after a restart", async () => {
      const bench = await open(dir, where);
      const opened = await bench.sealer.append("spine.open", {
        engine_version: "calc-engine/1",
        next: "0".repeat(64),
      });
      expect(opened?.encoded.event.header.seq).to.equal(0);
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
      const again = await open(dir, other);
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
      expect([bench.deaths, again.deaths]).to.deep.equal([[], []]);
    });

    it("what was answered is there after the power went before the database had it on the disk", async () => {
      const bench = await open(dir, where);
      const newest = async (): Promise<number> =>
        Math.max(
          0,
          ...(await readAhead(dir)).flatMap(({ inOrder }) => inOrder).map(({ number }) => number),
        );
      const answers: Fields[] = [];
      // Where the database's log ends that is on the disk for certain, and how many windows came
      // after it.
      let [onDisk, ahead, last] = [logEnd(dir), 0, 0];
      while (ahead < 30) {
        answers.push(
          await seal(bench, ["NM19"], { m: 1 + answers.length, a: 3 }, undefined, "private"),
        );
        const number = await newest();
        if (number > last) ahead += 1;
        // Before there are files, the database makes the window durable itself.
        else [onDisk, ahead] = [logEnd(dir), 0];
        last = number;
      }
      const { size, lastId, root } = bench.spine;
      const copy = join(dir, "copy");
      for (const name of ["db", "VERSION", "ahead.0", "ahead.1"])
        cpSync(join(dir, name), join(copy, name), { recursive: true });
      await bench.close();
      expect(logEnd(copy).log).to.equal(onDisk.log);
      truncateSync(join(copy, "db", onDisk.log), onDisk.bytes);
      const again = await open(copy, other);
      expect([
        again.spine.size,
        again.spine.lastId,
        again.spine.root,
        again.sealer.envelopes,
      ]).to.deep.equal([size, lastId, root, answers.length]);
      await expectProven(again, answers.slice(-35));
      expect(await again.store.ledger.head()).to.deep.equal(again.sealer.ledger);
      await again.close();
      expect([bench.deaths, again.deaths]).to.deep.equal([[], []]);
    });

    it("the store's own handle is refused what is sealed", async () => {
      const bench = await open(dir, where);
      const chain = { count: 0, last: "", calcond: 0, ns: "0" };
      const refused = await bench.store
        .write(bench.store.envelopes.windowOps(1, [], chain))
        .catch(String);
      expect(refused).to.match(/bucket env is written by the sealing alone/);
      await bench.close();
    });

    it("what is being written is answered before it closes, and everything is in the database then", async () => {
      const bench = await open(dir, where);
      const answers: Fields[] = [];
      while (!existsSync(join(dir, "ahead.0")))
        answers.push(
          await seal(bench, ["NM19"], { m: 1 + answers.length, a: 3 }, undefined, "private"),
        );
      const asked = [1, 2, 3].map((m) => seal(bench, ["NM19"], { m, a: 5 }, undefined, "private"));
      await bench.close();
      answers.push(...(await Promise.all(asked)));
      // Nothing is brought in from there: they are not needed any more.
      for (const name of ["ahead.0", "ahead.1"]) rmSync(join(dir, name));
      const again = await open(dir, other);
      expect(again.sealer.envelopes).to.equal(answers.length);
      await expectProven(again, answers.slice(-10));
      await again.close();
    });

    it("answers larger than what is kept for them come with memory of their own", async () => {
      const bench = await open(dir, where);
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

describe("node: the sealing thread", () => {
  let dir = "";
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "calcmesh-seal-"));
  });
  afterEach(() => {
    rmSync(dir, { recursive: true, force: true });
  });

  it("a thread that dies is reported: nobody is left waiting for an answer that cannot come", async () => {
    const made = new Promise<Worker>((resolve) => {
      process.once("worker", resolve);
    });
    const bench = await open(dir, "a thread of its own");
    const worker = await made;
    const asked = seal(bench, ["NM19"], { m: 1, a: 3 });
    await worker.terminate();
    const died = await Promise.race([
      asked,
      once(worker, "exit").then(() => null),
      Promise.resolve(null),
    ]);
    expect(died).to.equal(null);
    expect(bench.deaths.map(String)).to.deep.equal([
      "StoreError: the sealing thread ended with code 1",
    ]);
    await bench.store.close();
  });

  it("a thread that cannot start says why", async () => {
    let failure: unknown = null;
    writeFileSync(join(dir, "file"), "");
    await ThreadLine.start(
      {
        dataDir: join(dir, "file"),
        net: NET,
        publicKey: PUBLIC_KEY,
        seed: SEED,
        proofKey: PROOF_KEY,
      },
      {
        store: new Store(new MemoryStore()),
        spine: emptySpine(),
        log: QUIET,
        fatal: () => undefined,
      },
    ).catch((error: unknown) => {
      failure = error;
    });
    expect(String(failure)).to.match(/STORE_IO|cannot be opened/);
  });
});

describe("node: drafts and outcomes between threads", () => {
  const plan = (operators: readonly string[]): ChainFacts => ({
    operators,
    masterEquation: "M",
    credits: 3,
    registryVersion: "ab",
  });

  it("come back as they went", () => {
    const metrics = createMetrics();
    const service = new ComputeService({
      registry,
      metrics,
      sealer: new Sealer({ line: NOWHERE, spine: emptySpine(), log: QUIET, metrics }),
    });
    const made = (
      operators: readonly string[],
      inputs: Readonly<Record<string, number>>,
    ): SealItem => {
      const chain = service.plan(operators);
      if (chain.status === "invalid") throw new Error(chain.message);
      const result = service.run(chain, { inputs });
      if (result.status !== "value") throw new Error(result.status);
      return {
        chain: {
          operators: chain.chain,
          masterEquation: chain.masterEquation,
          credits: 1,
          registryVersion: "cd",
        },
        account: "me",
        machine: operators.length === 2 ? "m_1" : inputs["left"] === 1 ? "m_2" : null,
        charge: { free: 2, allowance: false },
        visibility: "record",
        domain: null,
        inputs: "{}",
        uncertainties: '{"a":1}',
        result,
        beside: { kind: "name", name: "first" },
      };
    };
    const items: SealItem[] = [
      made(["NM21"], { m1: 5, m2: 7, r: 2 }),
      made(["KO42"], { left: 1 }),
      made(["NM19", "NM24"], { m: 2, a: 3, d: 5, theta: 0.25 }),
      { kind: "digest", body: { envelopes: 1 } },
      {
        post: {
          kind: "transfer",
          entries: [
            { account: "held:a", delta: -3 },
            { account: "held:b", delta: 3 },
          ],
          note: { seed: "00" },
        },
        operations: [
          { type: "put", key: Buffer.from("0102", "hex"), value: Buffer.from("03", "hex") },
          { type: "del", key: Buffer.from("04", "hex") },
        ],
      },
      made(["NM19"], { m: 1e40, a: -0, other: 3 }),
    ];
    const chains = new Map<number, ChainFacts>();
    const flat = packItems(items, (chain) => {
      chains.set(chains.size, chain);
      return chains.size - 1;
    });
    expect(
      unpackItems(structuredClone(flat), (number) => chains.get(number) ?? plan([])),
    ).to.deep.equal(items);
  });

  it("and so do windows", () => {
    const outcome: WindowOutcome = {
      items: 3,
      unsealed: null,
      blocked: null,
      answers: { bounds: [0, 5, 9], digests: "ab" },
      appended: [],
      steps: [
        { seq: 1, id: "aa", calcond: 2, leaf: new Uint8Array(32).fill(1) },
        { seq: 2, id: "bb", calcond: 2, leaf: new Uint8Array(32).fill(2) },
      ],
      sealed: 2,
      envelopes: 7,
      reloaded: false,
      posted: [
        { journal: 4, hash: "cc" },
        { fault: "INSUFFICIENT", message: "no" },
      ],
      charged: 3,
      uncharged: [1],
      ledger: { entries: 5, hash: "cc", calcond: 2, totals: EMPTY_LEDGER.totals },
      lastSealNs: 1_794_871_794_870_012_345n,
    };
    expect(unpackOutcome(structuredClone(packOutcome(outcome)))).to.deep.equal(outcome);
  });
});
