/**
 * A vault of a million envelopes: taking it in, its pages, and 100,000 of them moved at random,
 * beside one bare batch of LevelDB with the same bytes on a copy of the same database. The library
 * takes a batch as a list, or record by record, which is the faster.
 */
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, open as openFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Level } from "level";
import { systemClock } from "../../node/runtime/clock.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { createMetrics } from "../../node/runtime/metrics/metrics.js";
import { SealEngine } from "../../node/sealing/engine.js";
import { Sealer } from "../../node/sealing/sealer.js";
import { letGenerationsGrow } from "../../node/runtime/metrics/heapGenerations.js";
import { Ledger } from "../../node/ledger/ledger.js";
import { OwnSpine } from "../../node/spine/ownSpine.js";
import type { VaultQuery } from "../../node/vaults/vault.js";
import { Effects } from "../../node/ledger/effects.js";
import { createVaults, type Vaults } from "../../node/vaults/createVaults.js";
import { WHOLE_RANGE, type Operation } from "../../storage/kv/kv.js";
import { openLevel } from "../../storage/leveldb/level.js";
import type { EnvelopeRecord } from "../../storage/records/records.js";
import { openStore, type Store } from "../../storage/store.js";
import { resting } from "./http.js";
import { QUIET } from "./quiet.js";
import { median, type Row } from "./report.js";

const ENVELOPES = 1_000_000;
const MOVED = 100_000;
const WINDOW = 250;
const WINDOWS_A_BATCH = 40;
const PAGE = 100;
const PAGES = 1_000;
/** About as long as the pages of one state take. */
const STANDSTILL_MS = 2_000;
const SEED = new Uint8Array(32).fill(11);
const PUBLIC_KEY = Buffer.from(nodeCrypto.ed25519PublicKey(SEED)).toString("hex");
const MIB = 1_048_576;
const SAMPLE_MS = 10;
const ROUNDS = 5;

interface Open extends Vaults {
  readonly store: Store;
  readonly ledger: Ledger;
  close(): Promise<void>;
}

async function open(dataDir: string): Promise<Open> {
  const store = await openStore({ dir: dataDir });
  const net = "0badcafe";
  const spine = new OwnSpine(
    { author: { seed: SEED, publicKey: PUBLIC_KEY }, net },
    { crypto: nodeCrypto, store },
  );
  await spine.reload();
  const engine = new SealEngine(
    { proofKey: SEED },
    { crypto: nodeCrypto, clock: systemClock(), store, spine, log: QUIET },
  );
  await engine.start();
  const sealer = new Sealer({ engine, spine, log: QUIET, metrics: createMetrics() });
  const ledger = new Ledger({ clock: systemClock(), sealer, store });
  const vaults = createVaults({
    store,
    crypto: nodeCrypto,
    deadlines: { now: () => 1, reckon: () => 1 },
    log: QUIET,
    seed: SEED,
    publicKey: PUBLIC_KEY,
    windows: () => sealer.windows,
    onLarge: letGenerationsGrow,
    ledger,
  });
  return {
    ...vaults,
    store,
    ledger,
    close: async () => {
      await sealer.close();
      await store.close();
    },
  };
}

/**
 * The windows of a million computations, as the engine writes them, without the spine
 * above them.
 */
async function fill({ store, ledger }: Open): Promise<void> {
  const shared = { calcond: 1, engine_version: "calc-engine/2", phase: 0.5, prev: "0".repeat(64) };
  const chain = {
    credits: 3,
    funding: "paid",
    operatorChain: ["KO42", "NM21"],
    precision_bound: 1e-4,
    registry_version: "0".repeat(64),
  };
  const own = {
    equations: ["F = 6.6743e-11 * 5.9722e+24 * 7.342e+22 / 3.844e+8^2"],
    inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 },
    precision_actual: 2.2e-16,
    uncertainty: 4.4e15,
    unit: "N",
    value: 1.98e20,
  };
  const first = JSON.stringify({ ...own, ...chain, shared });
  const text = JSON.stringify(own);
  let operations: Operation[] = [];
  for (let window = 1; window <= ENVELOPES / WINDOW; window += 1) {
    const ids = randomBytes(32 * WINDOW);
    const envelopes = Array.from({ length: WINDOW }, (_, i): EnvelopeRecord => ({
      id: ids.toString("hex", 32 * i, 32 * i + 32),
      account: "ann",
      visibility: "private",
      text: i === 0 ? first : text,
    }));
    const end = { count: window * WINDOW, last: envelopes[WINDOW - 1]!.id, calcond: 1, ns: "1" };
    operations.push(...store.envelopes.windowOps(window, envelopes, end));
    if (window % WINDOWS_A_BATCH !== 0) continue;
    // In the place of the engine, which writes nothing yet.
    await store.write(operations);
    operations = [];
  }
  for (const account of ["ann", "bob"]) {
    await store.write(
      store.accounts.putOps({
        account,
        cid: null,
        publicKey: null,
        plan: "free",
        createdCalcond: 1,
        visibility: "private",
      }),
    );
  }
  await ledger.post({
    kind: "bench",
    entries: [
      { account: "mint:paid", delta: -3 * ENVELOPES },
      { account: "held:ann", delta: 3 * ENVELOPES },
    ],
  });
}

interface Pages {
  readonly first: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
}

async function pagesMs(
  run: (n: number) => Promise<{ readonly tokens: readonly unknown[] }>,
): Promise<Pages> {
  const times: number[] = [];
  for (let n = 0; n < PAGES; n += 1) {
    const start = performance.now();
    const { tokens } = await run(n);
    times.push(performance.now() - start);
    if (tokens.length === 0) throw new Error("an empty page");
  }
  const sorted = [...times].sort((a, b) => a - b);
  return {
    first: times[0]!,
    p50: median(times),
    p99: sorted[Math.floor(0.99 * PAGES)]!,
    worst: sorted[PAGES - 1]!,
  };
}

const ASKED_MS = "under 10 ms";
const ASK = { folder: null, prefix: "", after: null, offset: 0, limit: PAGE };

/** Anywhere in the vault, but every run the same. */
function placeOf(n: number): number {
  return Math.floor((((n + 1) * 0.618_033_988_7) % 1) * (ENVELOPES - PAGE));
}

const KINDS: readonly (readonly [string, (n: number) => VaultQuery])[] = [
  ["anywhere", (n) => ({ ...ASK, offset: placeOf(n) })],
  [
    "by one digit",
    (n) => ({ ...ASK, prefix: (n % 16).toString(16), offset: Math.floor(placeOf(n) / 17) }),
  ],
  [
    "by two digits",
    (n) => ({
      ...ASK,
      prefix: (n % 256).toString(16).padStart(2, "0"),
      offset: Math.floor(placeOf(n) / 280),
    }),
  ],
  [
    "of a folder of 100,000",
    (n) => ({ ...ASK, folder: "filed", offset: Math.floor(placeOf(n) / 11) }),
  ],
  ["in no folder", (n) => ({ ...ASK, folder: "", offset: Math.floor(placeOf(n) * 0.89) })],
];

/** @param slowest what is asked of the slowest page, or nothing */
async function benchPages({ vault }: Open, when: string, slowest?: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [kind, query] of KINDS) {
    const { first, p50, p99, worst } = await pagesMs((n) => vault.page("ann", query(n)));
    const name = `${when}, page of ${PAGE} ${kind}`;
    rows.push(
      { name: `${name}, first`, value: first, unit: "ms", target: ASKED_MS },
      { name: `${name}, p50`, value: p50, unit: "ms", target: ASKED_MS },
      { name: `${name}, 99 of 100 within`, value: p99, unit: "ms", target: ASKED_MS },
      {
        name: `${name}, slowest of ${PAGES}`,
        value: worst,
        unit: "ms",
        ...(slowest === undefined ? {} : { target: slowest }),
      },
    );
  }
  return rows;
}

/**
 * How long this machine keeps a thread standing that does nothing but look at the clock: no page is
 * faster than that.
 */
function longestStandstillMs(): number {
  let longest = 0;
  const begin = performance.now();
  for (let last = begin, now = begin; now < begin + STANDSTILL_MS; last = now) {
    now = performance.now();
    longest = Math.max(longest, now - last);
  }
  return longest;
}

interface Used {
  readonly ms: number;
  /** Of all threads. */
  readonly cpuMs: number;
  /** Peak of resident memory above that at the start. */
  readonly bytes: number;
}

async function measured(work: () => Promise<unknown>): Promise<Used> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const sample = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, SAMPLE_MS);
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  const { system, user } = process.cpuUsage(cpu);
  clearInterval(timer);
  sample();
  return { ms, cpuMs: (system + user) / 1_000, bytes: peak - before };
}

async function transferOn(dir: string): Promise<Used> {
  const opened = await open(dir);
  const used = await measured(() =>
    new Effects(opened).run(opened.vaultOrders.transfer("ann", "bob", { count: MOVED })),
  );
  const moved = (await opened.store.vault.head("bob")).count;
  if (moved !== MOVED) throw new Error(`${moved} moved`);
  await opened.close();
  return used;
}

/** What has to be written to make one database of another. */
async function difference(before: string, after: string): Promise<readonly Operation[]> {
  const [old, now] = [await openLevel(join(before, "db")), await openLevel(join(after, "db"))];
  const operations: Operation[] = [];
  const entries = old.range(WHOLE_RANGE)[Symbol.asyncIterator]();
  let next = await entries.next();
  for await (const [key, value] of now.range(WHOLE_RANGE)) {
    while (next.done !== true && Buffer.compare(next.value[0], key) < 0) {
      operations.push({ type: "del", key: next.value[0] });
      next = await entries.next();
    }
    const same = next.done !== true && Buffer.compare(next.value[0], key) === 0;
    if (!same || Buffer.compare(next.value[1], value) !== 0)
      operations.push({ type: "put", key, value });
    if (same) next = await entries.next();
  }
  await old.close();
  await now.close();
  return operations;
}

async function bareBatch(dir: string, operations: readonly Operation[]): Promise<Used> {
  const level = await openLevel(join(dir, "db"));
  const used = await measured(() => level.batch(operations, { sync: true }));
  await level.close();
  return used;
}

/** The same the way most write it: all records in one list. */
async function listBatch(dir: string, operations: readonly Operation[]): Promise<Used> {
  const level = new Level<Uint8Array, Uint8Array>(join(dir, "db"), {
    keyEncoding: "view",
    valueEncoding: "view",
  });
  await level.open();
  const used = await measured(() => level.batch([...operations], { sync: true }));
  await level.close();
  return used;
}

async function syncFiles(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const file = await openFile(join(dir, name), "r+");
    await file.sync();
    await file.close();
  }
}

/** Both in turn, each on a copy of the same database. */
async function benchTransfer(root: string, home: string): Promise<readonly Row[]> {
  const [moved, bare, listed]: [Used[], Used[], Used[]] = [[], [], []];
  let operations: readonly Operation[] = [];
  const onCopy = async (work: (dir: string) => Promise<Used>): Promise<Used> => {
    const dir = join(root, "copy");
    await rm(dir, { recursive: true, force: true });
    await cp(home, dir, { recursive: true });
    // A copied file is not to be on its way to the disk meanwhile.
    await syncFiles(join(dir, "db"));
    return work(dir);
  };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const used = await onCopy(transferOn);
    // The first one in a process also compiles what runs.
    if (round > 0) moved.push(used);
    else operations = await difference(home, join(root, "copy"));
    if (round === 0) continue;
    bare.push(await onCopy((dir) => bareBatch(dir, operations)));
    listed.push(await onCopy((dir) => listBatch(dir, operations)));
  }
  const bytes = operations.reduce(
    (sum, one) => sum + one.key.length + (one.type === "put" ? one.value.length : 0),
    0,
  );
  const of = (used: readonly Used[], what: keyof Used): number =>
    median(used.map((one) => one[what]));
  return [
    { name: "100,000 of a million moved at random", value: of(moved, "ms"), unit: "ms" },
    { name: "one bare batch of the same bytes, as a list", value: of(listed, "ms"), unit: "ms" },
    {
      name: "moved / bare batch as a list",
      value: of(moved, "ms") / of(listed, "ms"),
      unit: "x",
      target: "at most 1.5",
    },
    { name: "the same batch handed over record by record", value: of(bare, "ms"), unit: "ms" },
    {
      name: "moved / bare batch record by record",
      value: of(moved, "ms") / of(bare, "ms"),
      unit: "x",
      target: "at most 1.5",
    },
    { name: "processor time to move them", value: of(moved, "cpuMs"), unit: "ms" },
    { name: "processor time of the bare batch", value: of(bare, "cpuMs"), unit: "ms" },
    { name: "bytes written", value: bytes / MIB, unit: "MiB" },
    {
      name: "resident memory above that before",
      value: Math.max(...moved.map((one) => one.bytes)) / MIB,
      unit: "MiB",
      target: "under 200",
    },
  ];
}

export async function benchEnvelopes(): Promise<readonly Row[]> {
  const root = await mkdtemp(join(tmpdir(), "calc-bench-envelopes-"));
  try {
    const home = join(root, "home");
    const opened = await open(home);
    await fill(opened);
    const start = performance.now();
    await opened.vault.settle("ann");
    const settledUs = ((performance.now() - start) * 1_000) / ENVELOPES;
    const filing = await measured(() =>
      new Effects(opened).run(
        opened.vaultOrders.file("ann", {
          folder: "filed",
          wanted: { count: MOVED },
          fromFolder: null,
          prefix: "",
        }),
      ),
    );
    const pages = await benchPages(opened, "while the database merges what was filed");
    await resting(process.pid);
    pages.push(...(await benchPages(opened, "at rest", ASKED_MS)));
    await opened.close();
    const again = await open(home);
    pages.push(...(await benchPages(again, "just opened", ASKED_MS)));
    await again.close();
    pages.push({
      name: "longest standstill of a thread that only looks at the clock",
      value: longestStandstillMs(),
      unit: "ms",
    });
    return [
      { name: "an envelope taken into a vault of a million", value: settledUs, unit: "us" },
      ...pages,
      { name: "100,000 filed by count", value: filing.ms, unit: "ms" },
      ...(await benchTransfer(root, home)),
    ];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
