/**
 * The audit of a ledger of a million entries: one half book a window of two envelopes each, the
 * others post to accounts.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { Books } from "../../node/sealing/books.js";
import { auditLedger } from "../../node/ledger/audit/ledgerAudit.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { EnvelopeRecord } from "../../storage/records/records.js";
import { openStore, type Store } from "../../storage/store.js";
import { median, type Row } from "./report.js";

const ENTRIES = 1_000_000;
const ACCOUNTS = 1_000;
const ENVELOPES_IN_WINDOW = 2;
const PRICE = 3;
const ENTRIES_A_BATCH = 500;
const CALCOND = 2_310_000_000;
const US_PER_MS = 1_000;
const MS_PER_S = 1_000;
const MIB = 1_048_576;
const ROUNDS = 3;

const CHAIN =
  `"credits":${PRICE},"funding":"free","operatorChain":["KO42","NM21"],"precision_bound":0.0001,` +
  `"registry_version":"${"0".repeat(64)}"`;
const OWN =
  '"equations":["R(t) = S(t) [1 + 0.001 sin(2 pi 1.287 t)]","F = G m1 m2/r^2; F = ' +
  '6.6743e-11*5.9722e+24*7.342e+22/384400000^2"],"inputs":{"m1":5.9722e+24,' +
  '"m2":7.342e+22,"r":384400000},"precision_actual":2.2e-16,"uncertainty":0,' +
  '"unit":"N","value":198055856502802840000}';

/** Bookings as the engine makes them, without the spine above them. */
async function fill(store: Store): Promise<void> {
  const books = new Books({ crypto: nodeCrypto, store });
  const accounts = Array.from(
    { length: ACCOUNTS },
    (_, i) => `account-${i.toString().padStart(20, "0")}`,
  );
  await books.loadAccounts(accounts);
  let operations: Operation[] = [];
  for (let entry = 0; entry < ENTRIES; entry += 1) {
    const account = accounts[(entry * 7) % ACCOUNTS]!;
    const page = books.open();
    const calcond = CALCOND + Math.floor(entry / 100);
    // Each account is given in its turn what it spends before the next one.
    if (Math.floor(entry / ACCOUNTS) % 2 === 0) {
      page.post(
        {
          kind: "claim",
          note: null,
          entries: [
            { account: `free:${account}`, delta: 2 * PRICE },
            { account: "mint:credits", delta: -2 * PRICE },
          ],
        },
        [],
        calcond,
      );
    } else {
      const ids = randomBytes(32 * ENVELOPES_IN_WINDOW).toString("hex");
      const envelopes = Array.from({ length: ENVELOPES_IN_WINDOW }, (_, i): EnvelopeRecord => {
        if (!page.charge(account, PRICE, { allowance: false, free: PRICE }))
          throw new Error(`${account} cannot pay entry ${entry}`);
        return {
          id: ids.slice(64 * i, 64 * i + 64),
          account,
          visibility: "private",
          text: i === 0 ? `{${CHAIN},${OWN}` : `{${OWN}`,
        };
      });
      page.bookCharges(entry, calcond);
      operations.push(
        ...store.envelopes.windowOps(entry, envelopes, {
          count: entry,
          last: envelopes[1]!.id,
          calcond,
          ns: "1",
        }),
      );
    }
    const staged = books.stage([], {
      instant: { R_t: 1, calcond, phase: 0 },
      ns: 0n,
      enter: () => undefined,
    });
    books.confirm(books.end);
    operations.push(...staged.operations);
    if (entry % ENTRIES_A_BATCH !== ENTRIES_A_BATCH - 1) continue;
    await store.kv.batch(operations, { sync: false });
    operations = [];
  }
  await store.kv.batch(operations, { sync: true });
}

interface Audited {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly bytes: number;
  readonly entries: number;
  readonly envelopes: number;
}

async function audited(dir: string): Promise<Audited> {
  const store = await openStore({ dir });
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const cpu = process.cpuUsage();
  const start = performance.now();
  const { entries, envelopes, found } = await auditLedger(store, nodeCrypto);
  const seconds = (performance.now() - start) / MS_PER_S;
  const { system, user } = process.cpuUsage(cpu);
  const bytes = process.memoryUsage.rss() - before;
  await store.close();
  if (found > 0 || entries !== ENTRIES) throw new Error(`${entries} entries, ${found} findings`);
  return { seconds, cpuSeconds: (user + system) / US_PER_MS / MS_PER_S, bytes, entries, envelopes };
}

export async function benchLedgerAudit(): Promise<readonly Row[]> {
  const root = await mkdtemp(join(tmpdir(), "calc-bench-audit-"));
  try {
    const dir = join(root, "data");
    const filled = await openStore({ dir });
    await fill(filled);
    await filled.close();
    const runs: Audited[] = [];
    for (let round = 0; round < ROUNDS; round += 1) runs.push(await audited(dir));
    const of = (what: keyof Audited): readonly number[] => runs.map((run) => run[what]);
    const seconds = median(of("seconds"));
    return [
      {
        name: `audit of ${runs[0]!.entries} entries, ${runs[0]!.envelopes} envelopes`,
        value: seconds,
        unit: "s",
        target: "under 10",
      },
      {
        name: `the slowest of ${ROUNDS}`,
        value: Math.max(...of("seconds")),
        unit: "s",
        target: "under 10",
      },
      { name: "processor time of it, all threads", value: median(of("cpuSeconds")), unit: "s" },
      { name: "entries a second", value: ENTRIES / seconds, unit: "/s" },
      {
        name: "resident memory above that before",
        value: Math.max(...of("bytes")) / MIB,
        unit: "MiB",
      },
    ];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
