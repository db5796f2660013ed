/** A log that a capability brings takes part in commit windows, without a branch in the engine. */
import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { createMetrics } from "../../../../node/runtime/metrics/metrics.js";
import { ComputeService } from "../../../../node/compute/compute.js";
import { ALLOWANCE } from "../../../../node/sealing/draft.js";
import { SealEngine } from "../../../../node/sealing/engine.js";
import { Sealer } from "../../../../node/sealing/sealer.js";
import type { OpenWindow, StagedLog, StagedPart } from "../../../../node/sealing/stagedLog.js";
import { StagedValues, type Layer } from "../../../../node/sealing/stagedValues.js";
import { OwnSpine } from "../../../../node/spine/ownSpine.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import type { Logger } from "../../../../protocol/ports.js";
import { FaultyStore, type FaultPlan } from "../../../../scripts/stores/faulty.js";
import type { Operation } from "../../../../storage/kv/kv.js";
import { Store } from "../../../../storage/store.js";
import { parseFields, textOf } from "../../../kit/requests.js";
import { HandClock } from "../../../kit/ledgerBench.js";

const SEED = new Uint8Array(32).fill(9);
const PUBLIC_KEY = Buffer.from(nodeCrypto.ed25519PublicKey(SEED)).toString("hex");
const QUIET: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => QUIET,
};

/** A row of a book of rows, each numbered without a gap. */
interface Row {
  readonly book: string;
  readonly text: string;
}

interface Placed {
  readonly seq: number;
}

/** Rows of many books: dense numbers in each, kept as named facts of the store. */
class RowLog implements StagedLog<Row, Placed | null, Row> {
  readonly name = "rows";
  readonly isWrittenWhileBlocked = false;
  readonly notBeforeNs = 0n;
  readonly #store: Store;
  readonly #heads = new StagedValues<number>();
  reloads = 0;
  /** Called when a reload has forgotten the ends and not read them yet. */
  onReload: () => Promise<void> = () => Promise.resolve();

  constructor(store: Store) {
    this.#store = store;
  }

  get end() {
    return this.#heads.end;
  }

  async reload(): Promise<void> {
    this.reloads += 1;
    const books = this.#heads.clear();
    await this.onReload();
    await this.#read(books);
  }
  load(rows: readonly Row[]): Promise<void> | null {
    const unknown = rows.map(({ book }) => book).filter((book) => !this.#heads.knows(book));
    return unknown.length === 0 ? null : this.#read(unknown);
  }
  async #read(books: readonly string[]): Promise<void> {
    for (const book of books)
      this.#heads.read(book, Number((await this.#store.meta.get(`rows/${book}`)) ?? "0"));
  }

  ready(row: Row): Row {
    return row;
  }
  stage(rows: readonly Row[], { instant }: OpenWindow): StagedPart<Placed> {
    const layer = new Map<string, number>();
    const operations: Operation[] = [];
    const came = rows.map(({ book, text }): Placed => {
      if (text === "bad") throw new RangeError("no such row");
      const seq = layer.get(book) ?? this.#heads.get(book);
      if (seq === undefined) throw new RangeError(`the end of ${book} is not known`);
      layer.set(book, seq + 1);
      operations.push(
        ...this.#store.meta.putOps(`row/${book}/${seq}`, `${instant.calcond} ${text}`),
      );
      return { seq };
    });
    for (const [book, next] of layer)
      operations.push(...this.#store.meta.putOps(`rows/${book}`, String(next)));
    this.#heads.stage(layer);
    return { operations, came: () => came };
  }
  refused(rows: readonly Row[]): readonly null[] {
    return rows.map(() => null);
  }
  confirm(end: readonly Layer<number>[]): void {
    this.#heads.confirm(end);
  }
  discard(end?: readonly Layer<number>[]): void {
    this.#heads.discard(end);
  }
  trim(): void {}
}

/** Counts synced batches, and keeps the keys of each. */
class WatchedStore extends FaultyStore {
  readonly batches: string[][] = [];
  onBatch: () => void = () => undefined;
  failsNext = false;
  override async batch(...args: Parameters<FaultyStore["batch"]>): Promise<void> {
    this.batches.push(args[0].map(({ key }) => Buffer.from(key).toString("latin1")));
    this.onBatch();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    if (this.failsNext) {
      this.failsNext = false;
      throw new Error("the disk is full");
    }
    return super.batch(...args);
  }
}

async function open(plan: FaultPlan = {}) {
  const raw = new WatchedStore(plan);
  const store = new Store(raw);
  const spine = new OwnSpine(
    { author: { seed: SEED, publicKey: PUBLIC_KEY }, net: "0badcafe" },
    { crypto: nodeCrypto, store },
  );
  const clock = new HandClock();
  const rows = new RowLog(store);
  const engine = new SealEngine(
    { proofKey: SEED },
    { crypto: nodeCrypto, clock, store, spine, log: QUIET },
  );
  engine.join([rows]);
  await engine.start();
  const metrics = createMetrics();
  const sealer = new Sealer({ engine, spine, log: QUIET, metrics });
  await sealer.append("spine.open", { engine_version: "calc-engine/2", next: "0".repeat(64) });
  const compute = new ComputeService({ registry: builtinRegistry(), sealer, metrics });
  return { raw, store, spine, clock, rows, engine, sealer, compute };
}

type Bench = Awaited<ReturnType<typeof open>>;

/** A computation that a row tells of, in the same batch. @returns the receipt's id, or null */
async function recorded({ compute, rows, sealer }: Bench, book: string): Promise<string | null> {
  const request = { operators: ["NM19"], inputs: { m: 2, a: 3 } };
  const plan = compute.plan(request.operators);
  if (plan.status === "invalid") throw new Error(plan.message);
  const result = compute.run(plan, request);
  if (result.status !== "value") throw new Error(result.status);
  const { body, sealed } = await sealer.seal({
    chain: {
      operators: plan.chain,
      masterEquation: plan.masterEquation,
      credits: 3,
      registryVersion: "ab",
    },
    account: "me",
    machine: null,
    charge: ALLOWANCE,
    visibility: "private",
    domain: null,
    inputs: '{"a":3,"m":2}',
    uncertainties: null,
    result,
    furtherWrite: null,
    companion: {
      load: () => rows.load([{ book, text: "" }]),
      enter: (window, { id }) => window.enter(rows, { book, text: `computed ${id}` }),
    },
  });
  return sealed ? textOf(parseFields(Buffer.from(body).toString("utf8")), "receipt_id") : null;
}

async function rowsOf({ store }: Bench, book: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (let seq = 0; ; seq += 1) {
    const text = await store.meta.get(`row/${book}/${seq}`);
    if (text === undefined) break;
    found.push(text.slice(text.indexOf(" ") + 1));
  }
  expect(await store.meta.get(`rows/${book}`)).to.equal(
    found.length === 0 ? undefined : String(found.length),
  );
  return found;
}

describe("node: a fourth log in commit windows", () => {
  it("its rows are in the batch of the window, numbered without a gap, and told after the sync", async () => {
    const bench = await open();
    await bench.sealer.enter(bench.rows, { book: "a", text: "first" });
    await bench.sealer.enter(bench.rows, { book: "b", text: "first" });
    const before = bench.raw.batches.length;
    let reported = 0;
    let reportedAtBatch = -1;
    bench.raw.onBatch = () => {
      reportedAtBatch = reported;
    };
    const asked = [
      recorded(bench, "a"),
      bench.sealer.enter(bench.rows, { book: "a", text: "by itself" }).then((placed) => {
        reported += 1;
        return placed;
      }),
      bench.sealer.append("digest", { envelopes: 1 }),
      bench.sealer.enter(bench.rows, { book: "b", text: "second" }),
    ] as const;
    const [id, own, event, other] = await Promise.all(asked);
    expect([own, other, event !== null]).to.deep.equal([{ seq: 1 }, { seq: 1 }, true]);
    expect([bench.raw.batches.length - before, reportedAtBatch, reported]).to.deep.equal([1, 0, 1]);
    const keys = bench.raw.batches[before]!;
    for (const wanted of ["row/a/1", "row/a/2", "row/b/1", "rows/a", "rows/b"])
      expect(
        keys.filter((key) => key.endsWith(wanted)),
        wanted,
      ).to.have.lengthOf(1);
    // A row recorded with an envelope comes behind what was entered by itself.
    expect(await rowsOf(bench, "a")).to.deep.equal(["first", "by itself", `computed ${id}`]);
    expect(await rowsOf(bench, "b")).to.deep.equal(["first", "second"]);
  });

  for (const mode of ["before", "after"] as const) {
    it(`a write that fails ${mode} it took effect: nothing is told of it, and the log goes on from the store`, async () => {
      let failures = 0;
      for (let failAt = 2; ; failAt += 1) {
        const bench = await open({ failAt, mode }).catch(() => null);
        // The start itself failed.
        if (bench === null) continue;
        const places: (Placed | null)[] = [];
        for (let i = 0; i < 4; i += 1) {
          const pair = await Promise.allSettled([
            bench.sealer.enter(bench.rows, { book: "a", text: `row ${i}` }),
            recorded(bench, "a"),
          ]);
          const [own] = pair;
          if (own.status === "fulfilled") places.push(own.value);
        }
        if (!bench.raw.failed) break;
        const kept = await rowsOf(bench, "a");
        const placed = places.flatMap((one) => (one === null ? [] : [one.seq]));
        expect(new Set(placed).size).to.equal(placed.length);
        for (const seq of placed) expect(kept[seq]).to.match(/^row /);
        // Rows of envelopes stand where the envelopes do: both or none.
        for (const text of kept.filter((one) => one.startsWith("computed")))
          expect(await bench.store.envelopes.byId(text.slice("computed ".length))).to.not.equal(
            undefined,
          );
        if (places.includes(null)) {
          failures += 1;
          expect(bench.rows.reloads).to.be.greaterThan(1);
        }
      }
      expect(failures).to.be.greaterThan(0);
    });
  }

  it("what waits while a failed window is read back is put together again when that is done", async () => {
    const bench = await open();
    const enter = (book: string, text: string) => bench.sealer.enter(bench.rows, { book, text });
    await enter("a", "first");
    await enter("b", "first");
    const reads = bench.rows.reloads;
    const waiting: Promise<Placed | null>[] = [];
    bench.raw.failsNext = true;
    // One that waits with a known end, fewer than are being written: it is not prepared yet.
    bench.raw.onBatch = () => {
      bench.raw.onBatch = () => undefined;
      waiting.push(enter("b", "second"));
    };
    bench.rows.onReload = async () => {
      bench.rows.onReload = () => Promise.resolve();
      waiting.push(enter("a", "second"));
      for (let turn = 0; turn < 20; turn += 1)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
    };
    const refused = await Promise.all([enter("a", "lost"), enter("a", "lost, too")]);
    expect(refused).to.deep.equal([null, null]);
    expect(bench.rows.reloads).to.equal(reads + 1);
    expect(await Promise.all(waiting)).to.deep.equal([{ seq: 1 }, { seq: 1 }]);
    for (const book of ["a", "b"])
      expect(await rowsOf(bench, book)).to.deep.equal(["first", "second"]);
  });

  it("a row that cannot be staged takes its window back from all logs: the next has no hole", async () => {
    const bench = await open();
    await recorded(bench, "a").catch(() => null);
    await bench.sealer.enter(bench.rows, { book: "a", text: "one" });
    const { size } = bench.spine;
    const [bad, event] = await Promise.allSettled([
      bench.sealer.enter(bench.rows, { book: "a", text: "bad" }),
      bench.sealer.append("digest", { envelopes: 1 }),
    ]);
    expect([bad.status, event.status, bench.spine.size]).to.deep.equal([
      "rejected",
      "rejected",
      size,
    ]);
    expect(await bench.sealer.enter(bench.rows, { book: "a", text: "two" })).to.deep.equal({
      seq: (await rowsOf(bench, "a")).length - 1,
    });
    expect(await bench.sealer.append("digest", { envelopes: 1 })).to.not.equal(null);
    expect(bench.spine.size).to.equal(size + 1);
  });

  it("a window without them, written while sealing was blocked, makes none durable that wait behind it", async () => {
    const { engine, rows } = await open();
    const row = { log: rows, entry: { book: "a", text: "one" } };
    await engine.load([row]);
    engine.block("RESTORE_GUARD");
    const post = { kind: "grant", entries: [], note: null };
    const posting = { log: engine.books, entry: { post, operations: [] } };
    const blocked = engine.write(engine.prepare([engine.ready(posting)]));
    engine.block(null);
    const behind = engine.prepare([engine.ready(row)]);
    expect(behind.unsealed).to.equal(null);
    expect(await blocked.written).to.equal(true);
    // What waits is taken back.
    engine.block("RESTORE_GUARD");
    const again = engine.write(behind);
    expect([again.window.staged, await again.written]).to.deep.equal([null, false]);
    engine.block(null);
    const last = engine.write(engine.prepare([engine.ready(row)]));
    expect(engine.came(last.window)).to.deep.equal([{ seq: 0 }]);
    expect(await last.written).to.equal(true);
  });

  it("refused while nothing may be added to the spine, and after the log was staged", async () => {
    const bench = await open();
    bench.sealer.block("RESTORE_GUARD");
    expect(await bench.sealer.enter(bench.rows, { book: "a", text: "one" })).to.equal(null);
    bench.sealer.unblock("RESTORE_GUARD");
    const late: { window: OpenWindow | null } = { window: null };
    const stage = bench.rows.stage.bind(bench.rows);
    bench.rows.stage = (rows, window) => {
      late.window = window;
      return stage(rows, window);
    };
    await bench.sealer.enter(bench.rows, { book: "a", text: "one" });
    expect(() => late.window!.enter(bench.rows, { book: "a", text: "late" })).to.throw(
      RangeError,
      /the log rows takes no entry/,
    );
  });
});
