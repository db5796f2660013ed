/** The audit of the ledger: a sound one passes, and whatever is altered is found and named. */
import { expect } from "chai";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import type { AuditFinding } from "../../../../../node/ledger/audit/findings.js";
import { auditLedger, type AuditReport } from "../../../../../node/ledger/audit/ledgerAudit.js";
import { ALLOWANCE } from "../../../../../node/sealing/draft.js";
import { buckets, type Bucket } from "../../../../../storage/records/buckets.js";
import { FaultyStore } from "../../../../../scripts/stores/faulty.js";
import { priceOfText } from "../../../../../storage/records/keptPrice.js";
import { Store } from "../../../../../storage/store.js";
import { del, keyBytes, put, read } from "../../../../../storage/kv/table.js";
import {
  buy,
  HandClock,
  issue,
  openLedger,
  sealOne,
  type LedgerBench,
} from "../../../../kit/ledgerBench.js";

/** Three accounts, both fundings, an allowance, a posting between, a domain before the price. */
async function filled(raw = new FaultyStore()): Promise<LedgerBench> {
  const clock = new HandClock();
  const bench = await openLedger(raw, clock);
  await issue(bench, "ann", "paid", 30);
  await issue(bench, "bob", "free", 20);
  await Promise.all([
    buy(bench, "ann", 4),
    buy(bench, "bob", 2),
    sealOne(bench, "operator", ALLOWANCE),
  ]);
  clock.ns += 90_000n * 1_000_000_000n;
  await buy(bench, "bob", 4, 'a "credits":7,"funding":"paid", b');
  await bench.ledger.post({
    kind: "test",
    entries: [
      { account: "paid:ann", delta: -5 },
      { account: "paid:eve", delta: 5 },
    ],
  });
  await Promise.all([buy(bench, "ann", 3, "geodesy"), buy(bench, "eve")]);
  return bench;
}

function audit({ store }: { readonly store: Store }): Promise<AuditReport> {
  return auditLedger(store, nodeCrypto);
}

async function found(bench: { readonly store: Store }): Promise<readonly AuditFinding[]> {
  const { findings, ok } = await audit(bench);
  expect(ok).to.equal(findings.length === 0);
  return findings;
}

async function windowsOf({ store }: LedgerBench): Promise<readonly number[]> {
  const windows: number[] = [];
  for await (const [window] of store.envelopes.windowsFrom(0, 1_000)) windows.push(window);
  return windows;
}

/** Writes a record anew, with its checksum right. */
async function change<K, V>(
  { store }: LedgerBench,
  bucket: Bucket<K, V>,
  key: K,
  edit: (value: V) => V,
): Promise<void> {
  const value = await read(store.kv, bucket, key);
  if (value === undefined) throw new Error(`no record ${String(key)}`);
  await store.kv.batch([put(bucket, key, edit(value))], { sync: true });
}

function remove<K, V>({ store }: LedgerBench, bucket: Bucket<K, V>, key: K): Promise<void> {
  return store.kv.batch([del(bucket, key)], { sync: true });
}

function named(findings: readonly AuditFinding[]): readonly string[] {
  return findings.map(({ bucket, key }) => `${bucket} ${key}`);
}

describe("node: audit of the ledger", () => {
  it("finds nothing in an empty ledger, and nothing in a sound one", async () => {
    expect(await audit(await openLedger())).to.deep.include({
      ok: true,
      entries: 0,
      head: "0".repeat(64),
      found: 0,
    });
    const bench = await filled();
    const report = await audit(bench);
    expect(report.findings).to.deep.equal([]);
    expect([report.ok, report.accounts, report.envelopes, report.live]).to.deep.equal([
      true,
      4,
      15,
      { free: 21, paid: 24 },
    ]);
    expect(report.totals).to.deep.equal(bench.ledger.totals());
    expect([report.entries, report.head]).to.deep.equal([
      bench.ledger.head.entries,
      bench.ledger.head.hash,
    ]);
    const fractions: number[] = [];
    await auditLedger(bench.store, nodeCrypto, {
      onProgress: (done, of) => {
        fractions.push(done, of);
      },
    });
    expect(fractions.at(-1)).to.equal(report.entries);
  });

  it("one flipped bit of any record of the ledger: found, and said where", async () => {
    const [window] = await windowsOf(await filled());
    const targets = [
      { name: "journal 0", key: keyBytes(buckets.journal, 0) },
      { name: "journal 3", key: keyBytes(buckets.journal, 3) },
      { name: "balance ann", key: keyBytes(buckets.balance, "ann") },
      { name: `charge ${window}`, key: keyBytes(buckets.charge, window!) },
      { name: `env ${window}`, key: keyBytes(buckets.env, window!) },
    ];
    for (const { name, key } of targets) {
      for (const bit of [0, 77, 150]) {
        const raw = new FaultyStore();
        const bench = await filled(raw);
        await raw.flipBit(key, bit);
        const findings = await found(bench);
        expect(named(findings), `${name}, bit ${bit}`).to.include(name);
        expect(findings[0]!.fault).to.contain("checksum");
      }
    }
  });

  it("a damaged entry is named alone: nothing is said of what cannot be known without it", async () => {
    const raw = new FaultyStore();
    const bench = await filled(raw);
    await raw.flipBit(keyBytes(buckets.journal, 1), 33);
    expect(named(await found(bench))).to.deep.equal(["journal 1"]);
  });

  it("a stop ends it", async () => {
    const bench = await filled();
    const reason = await auditLedger(bench.store, nodeCrypto, {
      signal: AbortSignal.abort(new Error("enough")),
    }).catch((error: unknown) => error);
    expect(String(reason)).to.contain("enough");
  });

  const forgeries: readonly [string, (bench: LedgerBench) => Promise<void>, readonly string[]][] = [
    [
      "a balance that is higher",
      (bench) => change(bench, buckets.balance, "bob", (of) => ({ ...of, free: of.free + 1 })),
      ["balance bob"],
    ],
    [
      "usage that is lower",
      (bench) => change(bench, buckets.balance, "ann", (of) => ({ ...of, spent: 0 })),
      ["balance ann"],
    ],
    [
      "a balance that is missing",
      (bench) => remove(bench, buckets.balance, "eve"),
      ["balance eve"],
    ],
    [
      "a balance that nobody booked",
      (bench) =>
        bench.store.kv.batch(
          [
            put(buckets.balance, "mallory", {
              free: 5,
              paid: 0,
              held: 0,
              spent: 0,
              day: 0,
              spentOnDay: 0,
              paidOnDay: 0,
              journal: 0,
              hash: "0".repeat(64),
            }),
          ],
          { sync: true },
        ),
      ["balance mallory"],
    ],
    [
      "a sum",
      (bench) =>
        change(bench, buckets.ledger, "head", (of) => ({
          ...of,
          totals: { ...of.totals, paid: 99 },
        })),
      ["ledger head"],
    ],
    [
      "the hash of the head",
      (bench) => change(bench, buckets.ledger, "head", (of) => ({ ...of, hash: "1".repeat(64) })),
      ["ledger head"],
    ],
    [
      "an entry that is missing at the end",
      (bench) => remove(bench, buckets.journal, bench.ledger.head.entries - 1),
      ["ledger head"],
    ],
    ["an entry that is missing", (bench) => remove(bench, buckets.journal, 0), ["journal 0"]],
    [
      "an amount of an entry",
      (bench) => change(bench, buckets.journal, 0, (text) => text.replaceAll("30", "31")),
      ["journal 1"],
    ],
    [
      "a line that creates credits",
      (bench) => change(bench, buckets.journal, 1, (text) => text.replace("20]", "21]")),
      ["journal 1"],
    ],
    [
      "a price",
      async (bench) => {
        const [window] = await windowsOf(bench);
        await change(bench, buckets.charge, window!, ({ rows: [first, ...rows], ...record }) => ({
          ...record,
          rows: [[first![0], 4, first![2], first![3]] as const, ...rows],
        }));
      },
      ["charge"],
    ],
    [
      "the funding of an envelope",
      async (bench) => {
        const [window] = await windowsOf(bench);
        await change(bench, buckets.env, window!, (envelopes) =>
          envelopes.map((one) => ({
            ...one,
            text: one.text.replace('"funding":"paid"', '"funding":"free"'),
          })),
        );
      },
      ["charge"],
    ],
    [
      "the owner of an envelope",
      async (bench) => {
        const [window] = await windowsOf(bench);
        await change(bench, buckets.env, window!, ([first, ...others]) => [
          { ...first!, account: "mallory" },
          ...others,
        ]);
      },
      ["charge"],
    ],
    [
      "an envelope too many",
      async (bench) => {
        const [window] = await windowsOf(bench);
        await change(bench, buckets.env, window!, (envelopes) => [...envelopes, envelopes[0]!]);
      },
      ["charge"],
    ],
    [
      "a window that is missing",
      async (bench) => remove(bench, buckets.env, (await windowsOf(bench))[1]!),
      ["env"],
    ],
    [
      "prices that are missing",
      async (bench) => remove(bench, buckets.charge, (await windowsOf(bench))[1]!),
      ["charge"],
    ],
    [
      "a window that nobody paid for",
      async (bench) => {
        const envelopes = await bench.store.envelopes.window((await windowsOf(bench))[0]!);
        await bench.store.kv.batch([put(buckets.env, 900, envelopes!)], { sync: true });
      },
      ["env 900"],
    ],
    [
      "prices without a window",
      async ({ store }) =>
        store.kv.batch([put(buckets.charge, 900, { journal: 2, accounts: [], rows: [] })], {
          sync: true,
        }),
      ["charge 900"],
    ],
  ];
  for (const [what, forge, where] of forgeries) {
    it(`names what was altered: ${what}`, async () => {
      const bench = await filled();
      await forge(bench);
      const names = named(await found(bench));
      expect(names).to.have.lengthOf.at.least(1);
      for (const name of where)
        expect(
          names.some((one) => one === name || one.startsWith(`${name} `)),
          names.join("; "),
        ).to.equal(true);
    });
  }

  it("bookings go on while it runs: each audit is of one state", async () => {
    const bench = await filled();
    const audits = { done: false };
    const booking = (async () => {
      for (let i = 0; !audits.done; i += 1) {
        await issue(bench, `b${i % 50}`, "free", 6);
        await buy(bench, `b${i % 50}`);
      }
    })();
    for (let i = 0; i < 20; i += 1) expect(await found(bench)).to.deep.equal([]);
    audits.done = true;
    await booking;
  });

  it("prices are read from what is kept of an envelope, never from a text within it", () => {
    const forged = '\\"credits\\":9,\\"funding\\":\\"paid\\"';
    expect(
      priceOfText(`{"domain":"${forged}","credits":3,"funding":"free","operatorChain":[]}`),
    ).to.deep.equal({ credits: 3, funding: "free" });
    expect(priceOfText(`{"domain":"${forged}","equations":[]}`)).to.equal(null);
    expect(priceOfText('{"credits":12,"funding":"paid","operatorChain":[]}')).to.deep.equal({
      credits: 12,
      funding: "paid",
    });
    expect(priceOfText('{"equations":[]}')).to.equal(null);
    expect(priceOfText('{"credits":1.5,"funding":"paid"}')).to.equal(null);
  });
});
