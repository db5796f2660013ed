/**
 * Data directories written before there was a ledger: every envelope of theirs is booked once,
 * whenever the power goes.
 */
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { ALLOWANCE } from "../../../node/sealing/draft.js";
import { auditLedger, type AuditReport } from "../../../node/ledger/audit/ledgerAudit.js";
import { buckets } from "../../../storage/buckets.js";
import { FaultyStore } from "../../../storage/faulty.js";
import type { Operation } from "../../../storage/kv.js";
import { bookOldWindows } from "../../../storage/migrations/openingEntries.js";
import { openStore, Store } from "../../../storage/store.js";
import { keyBytes } from "../../../storage/table.js";
import { buy, HandClock, issue, openLedger, sealOne } from "../../kit/ledgerBench.js";
import { makeDirectory, removeDirectory } from "../../kit/temporaryDirectory.js";

const LEDGER = [buckets.balance, buckets.journal, buckets.charge, buckets.ledger] as const;

/** Written by a node of that time; see scripts/compat/writeBeforeLedger.sh. */
const BEFORE_LEDGER = join(process.cwd(), "test", "compat", "before-ledger");

async function copied(dir: string): Promise<string> {
  const to = join(dir, "data");
  await mkdir(to);
  await cp(BEFORE_LEDGER, to, { recursive: true });
  return to;
}

/** What the ledger holds, byte for byte. */
async function dump(store: Store): Promise<readonly string[]> {
  const records: string[] = [];
  for (const bucket of LEDGER) {
    for await (const list of store.inspect(bucket, 100)) {
      for (const { key, value } of list)
        records.push(`${Buffer.from(key).toString("hex")} ${Buffer.from(value).toString("hex")}`);
    }
  }
  return records;
}

function audit(store: Store): Promise<AuditReport> {
  return auditLedger(store, nodeCrypto);
}

/**
 * A few windows of three accounts, with nothing booked. @param later accounts that computed after
 * the ledger came
 */
async function unbooked(raw: FaultyStore, later: boolean): Promise<Store> {
  const clock = new HandClock();
  const bench = await openLedger(raw, clock);
  for (const account of ["ann", "bob", "ann", "eve", "bob"]) {
    await Promise.all([
      sealOne(bench, account, ALLOWANCE),
      sealOne(bench, "operator", ALLOWANCE, 'a "credits":9 b'),
    ]);
    clock.ns += 40_000n * 1_000_000_000n;
  }
  const operations: Operation[] = [];
  for (const bucket of LEDGER) {
    for await (const list of bench.store.inspect(bucket, 100))
      for (const { key } of list) operations.push({ type: "del", key });
  }
  await bench.store.kv.batch(operations, { sync: true });
  if (!later) return bench.store;
  const again = await openLedger(raw, clock);
  await issue(again, "ann", "paid", 30);
  await Promise.all([buy(again, "ann", 3), sealOne(again, "operator", ALLOWANCE)]);
  await buy(again, "ann", 1);
  return again.store;
}

async function migrate(store: Store): Promise<void> {
  await store.kv.batch(await bookOldWindows(store.kv), { sync: true });
}

describe("storage: windows from before the ledger", () => {
  let dir = "";
  beforeEach(async () => {
    dir = await makeDirectory();
  });
  afterEach(() => removeDirectory(dir));

  it("a directory of that time is opened, booked and sound, and stays so", async () => {
    const store = await openStore({ dir: await copied(dir) });
    const report = await audit(store);
    expect(report.findings).to.deep.equal([]);
    expect(await store.meta.get("format")).to.equal("5");
    // Its answers said 3 for eleven with one operator or a short job, its own first one among them,
    // 1 for KO42, and 5 for two chains of two.
    expect([report.envelopes, report.entries]).to.deep.equal([14, report.windows]);
    const credits = 44;
    expect(report.totals).to.deep.equal({
      free: 0,
      paid: 0,
      held: 0,
      house: credits,
      "mint:credits": -credits,
      "burn:credits": credits,
      "mint:free": -credits,
      "mint:paid": 0,
      "burn:free": 0,
      "burn:paid": 0,
    });
    expect(report.live).to.deep.equal({ free: credits, paid: 0 });
    const first = await dump(store);
    await store.close();
    const again = await openStore({ dir: join(dir, "data") });
    expect(await dump(again)).to.deep.equal(first);
    await again.close();
  });

  it("what was computed counts for its account, and for no day", async () => {
    const store = await unbooked(new FaultyStore(), false);
    await migrate(store);
    expect(await store.ledger.balance("bob")).to.include({
      free: 0,
      paid: 0,
      held: 0,
      spent: 6,
      day: 0,
      spentOnDay: 0,
    });
    expect(await store.ledger.balance("operator")).to.include({ spent: 15, journal: 4 });
    expect((await store.ledger.head())!.totals).to.include({
      house: 30,
      "mint:free": -30,
      "burn:credits": 30,
      "mint:credits": -30,
    });
    expect((await audit(store)).findings).to.deep.equal([]);
  });

  it("a store that has a ledger already: the old windows come behind its entries, and what follows links to them", async () => {
    const raw = new FaultyStore();
    const store = await unbooked(raw, true);
    const before = await store.ledger.head();
    const found = await audit(store);
    expect(found.findings.map(({ bucket }) => bucket)).to.deep.equal([
      "env",
      "env",
      "env",
      "env",
      "env",
    ]);
    await migrate(store);
    const report = await audit(store);
    expect(report.findings).to.deep.equal([]);
    expect([report.entries, report.live]).to.deep.equal([
      before!.entries + 5,
      { free: 33, paid: 12 },
    ]);
    const clock = new HandClock();
    clock.ns += 1_000_000n * 1_000_000_000n;
    const after = await openLedger(raw, clock);
    await buy(after, "ann");
    expect((await audit(after.store)).findings).to.deep.equal([]);
    // Nothing is booked twice.
    const last = await dump(after.store);
    await migrate(after.store);
    expect(await dump(after.store)).to.deep.equal(last);
  });

  it("broken off at any operation, before or after it took effect: the next start ends where an undisturbed one does", async () => {
    const undisturbed = await unbooked(new FaultyStore(), true);
    await migrate(undisturbed);
    const expected = await dump(undisturbed);
    const healthy = new FaultyStore();
    await unbooked(healthy, true);
    const contents = await contentsOf(healthy);
    for (const mode of ["before", "after"] as const) {
      let failures = 0;
      for (let failAt = 1; ; failAt += 1) {
        const raw = new FaultyStore({ failAt, mode }, contents);
        const store = new Store(raw);
        const failed = await migrate(store).then(
          () => false,
          () => true,
        );
        if (!raw.failed) break;
        expect(failed).to.equal(true);
        const reopened = new Store(await raw.crash());
        await migrate(reopened);
        expect(await dump(reopened), `${mode} ${failAt}`).to.deep.equal(expected);
        failures += 1;
      }
      expect(failures).to.be.greaterThan(8);
    }
  });

  it("a damaged window is left, and named by the audit; the others are booked", async () => {
    const raw = new FaultyStore();
    const store = await unbooked(raw, false);
    const windows: number[] = [];
    for await (const [window] of store.envelopes.windowsFrom(0, 100)) windows.push(window);
    await raw.flipBit(keyBytes(buckets.env, windows[2]!), 99);
    await migrate(store);
    const { entries, findings } = await audit(store);
    expect(findings.map(({ bucket, key }) => `${bucket} ${key}`)).to.deep.equal([
      `env ${windows[2]}`,
    ]);
    expect(entries).to.equal(4);
  });
});

async function contentsOf(raw: FaultyStore): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for await (const [key, value] of raw.range({ gte: Uint8Array.of(), lt: Uint8Array.of(255) })) {
    found.set(Buffer.from(key).toString("latin1"), value);
  }
  return found;
}
