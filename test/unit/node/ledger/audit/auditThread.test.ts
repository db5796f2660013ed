/**
 * An audit that walks a long journal in threads says what one in one piece says, of a sound ledger
 * and of damaged ones.
 */
import { expect } from "chai";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { Books } from "../../../../../node/sealing/books.js";
import { divided } from "../../../../../node/ledger/audit/ranges.js";
import { auditLedger, type AuditReport } from "../../../../../node/ledger/audit/ledgerAudit.js";
import { temporaryDir } from "../../../../../scripts/devnet/daemons.js";
import { buckets, type Bucket } from "../../../../../storage/records/buckets.js";
import { openLevel } from "../../../../../storage/leveldb/level.js";
import type { Operation } from "../../../../../storage/kv/kv.js";
import type { EnvelopeRecord } from "../../../../../storage/records/records.js";
import { openStore, type Store } from "../../../../../storage/store.js";
import { del, keyBytes, put, read } from "../../../../../storage/kv/table.js";
import { sample } from "../../../../kit/runs.js";

const WINDOWS = 1_500;
const ENTRIES = 2 * WINDOWS;
const THREADS = 3;
const PRICE = 3;
const CALCOND = 2_310_000_000;
/** So that the entries are of several days. */
const CALCONDS_A_WINDOW = 200;

/** Each window has two envelopes of one account, after a posting that gives it what they cost. */
async function fill(store: Store): Promise<void> {
  const books = new Books({ crypto: nodeCrypto, store });
  const accounts = ["ann", "bob", "eve"];
  await books.loadAccounts(accounts);
  const closed = (calcond: number): readonly Operation[] => {
    const staged = books.stage([], {
      instant: { R_t: 1, calcond, phase: 0 },
      ns: 0n,
      enter: () => undefined,
    });
    books.confirm(books.end);
    return staged.operations;
  };
  for (let window = 0; window < WINDOWS; window += 1) {
    const account = accounts[window % accounts.length]!;
    const calcond = CALCOND + CALCONDS_A_WINDOW * window;
    const posting = books.open();
    posting.post(
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
    const posted = closed(calcond);
    const page = books.open();
    const envelopes = [0, 1].map((i): EnvelopeRecord => {
      expect(page.charge(account, PRICE, { allowance: false, free: PRICE })).to.equal(true);
      return {
        id: (2 * window + i).toString(16).padStart(64, "0"),
        account,
        visibility: "private",
        text: `{"credits":${PRICE},"funding":"free","operatorChain":["KO42","NM21"],"equations":[],"inputs":{}}`,
      };
    });
    page.bookCharges(window, calcond);
    const windowOps = store.envelopes.windowOps(window, envelopes, {
      count: window,
      last: envelopes[1]!.id,
      calcond,
      ns: "1",
    });
    await store.kv.batch([...posted, ...windowOps, ...closed(calcond)], { sync: false });
  }
}

interface Damage {
  readonly what: string;
  /** Records that it is about. */
  readonly keys: readonly Uint8Array[];
  readonly operations: (store: Store) => Promise<readonly Operation[]>;
  /** Among what is named. */
  readonly named: string;
}

async function edited<K, V>(
  store: Store,
  bucket: Bucket<K, V>,
  key: K,
  edit: (value: V) => V,
): Promise<readonly Operation[]> {
  return [put(bucket, key, edit((await read(store.kv, bucket, key))!))];
}

const removed = <K, V>(bucket: Bucket<K, V>, key: K, named: string): Damage => ({
  what: `${bucket.name} ${String(key)} removed`,
  keys: [keyBytes(bucket, key)],
  operations: async () => [del(bucket, key)],
  named,
});
const changed = <K, V>(
  bucket: Bucket<K, V>,
  key: K,
  edit: (value: V) => V,
  named: string,
): Damage => ({
  what: `${bucket.name} ${String(key)} changed`,
  keys: [keyBytes(bucket, key)],
  operations: (store) => edited(store, bucket, key, edit),
  named,
});

/**
 * In the first part, at the first entry of the second one (which books window 500), and at the end.
 */
const PLACES = [7, 1_001, ENTRIES - 1];
const DAMAGES: readonly Damage[] = [
  ...PLACES.flatMap((seq) => [
    removed(buckets.journal, seq, seq === ENTRIES - 1 ? "ledger head" : `journal ${seq}`),
    changed(
      buckets.journal,
      seq,
      (text) => text.replace('calcond":23', 'calcond":22'),
      seq === ENTRIES - 1 ? "ledger head" : `journal ${seq + 1}`,
    ),
    changed(buckets.journal, seq, () => "{}", `journal ${seq}`),
  ]),
  ...[17, 500, WINDOWS - 1].flatMap((window) => [
    removed(buckets.charge, window, `charge ${window}`),
    removed(buckets.env, window, `env ${window}`),
    changed(buckets.charge, window, (record) => ({ ...record, journal: 5 }), `charge ${window}`),
    changed(buckets.env, window, ([first]) => [first!], `charge ${window}`),
  ]),
  {
    what: "a window that nobody booked",
    keys: [keyBytes(buckets.charge, WINDOWS + 7)],
    named: `charge ${WINDOWS + 7}`,
    operations: async () => [
      put(buckets.charge, WINDOWS + 7, { journal: 5, accounts: [], rows: [] }),
    ],
  },
  {
    what: "an entry behind the head",
    keys: [keyBytes(buckets.journal, ENTRIES + 1)],
    named: `journal ${ENTRIES}`,
    operations: async () => [put(buckets.journal, ENTRIES + 1, "{}")],
  },
  // In a later part the account falls below zero, which only what came before can tell.
  changed(
    buckets.journal,
    2_002,
    (text) => text.replace('"free:bob",6', '"free:bob",-6').replace('credits",-6', 'credits",6'),
    "journal 2003",
  ),
  // An entry of a kind that no node writes.
  changed(buckets.journal, 2_001, (text) => text.replace('"compute"', '"opening"'), "journal 2002"),
];

describe("node: audit of a long journal in threads", () => {
  const dir = temporaryDir("audit");
  let store: Store;
  before(async () => {
    store = await openStore({ dir: dir.path });
    await fill(store);
  });
  after(async () => {
    await store.close();
    dir.remove();
  });

  const inPiece = (): Promise<AuditReport> =>
    auditLedger(store, nodeCrypto, { threadFrom: Infinity });
  const inThreads = (): Promise<AuditReport> =>
    auditLedger(store, nodeCrypto, { threadFrom: 0, threads: THREADS });

  it("divides the journal and its windows where an entry books one", async () => {
    const all = { entries: { from: 0, end: ENTRIES }, windows: { from: 0, end: WINDOWS } };
    expect(await divided(store, all, THREADS)).to.deep.equal([
      { entries: { from: 0, end: 1_001 }, windows: { from: 0, end: 500 } },
      { entries: { from: 1_001, end: 2_001 }, windows: { from: 500, end: 1_000 } },
      { entries: { from: 2_001, end: ENTRIES }, windows: { from: 1_000, end: WINDOWS } },
    ]);
    expect(await divided(store, all, 1)).to.deep.equal([all]);
  });

  it("says the same of a sound one, and how far it is", async () => {
    const here = await inPiece();
    expect([here.ok, here.entries, here.windows, here.envelopes]).to.deep.equal([
      true,
      ENTRIES,
      WINDOWS,
      2 * WINDOWS,
    ]);
    const fractions: number[] = [];
    const there = await auditLedger(store, nodeCrypto, {
      threadFrom: 0,
      threads: THREADS,
      onProgress: (done, of) => {
        fractions.push(done, of);
      },
    });
    expect(there).to.deep.equal(here);
    expect(fractions.slice(-2)).to.deep.equal([ENTRIES, ENTRIES]);
  });

  for (const { what, keys, named, operations } of sample(DAMAGES, 8)) {
    it(`says the same of ${what}`, async () => {
      const sound = await store.kv.getMany(keys);
      await store.kv.batch(await operations(store), { sync: true });
      try {
        const here = await inPiece();
        expect(here.findings.map(({ bucket, key }) => `${bucket} ${key}`)).to.include(named);
        expect(await inThreads()).to.deep.equal(here);
      } finally {
        await store.kv.batch(
          keys.map((key, i): Operation => {
            const value = sound[i];
            return value === undefined ? { type: "del", key } : { type: "put", key, value };
          }),
          { sync: true },
        );
      }
    });
  }

  it("ends when it is stopped, at once or on the way, and lets go of the database", async () => {
    const stopped = auditLedger(store, nodeCrypto, {
      threadFrom: 0,
      signal: AbortSignal.abort(new Error("enough")),
    });
    expect(String(await stopped.catch((error: unknown) => error))).to.contain("enough");
    const ending = new AbortController();
    const soon = auditLedger(store, nodeCrypto, {
      threadFrom: 0,
      threads: THREADS,
      signal: ending.signal,
    });
    setImmediate(() => {
      ending.abort(new Error("later"));
    });
    expect(String(await soon.catch((error: unknown) => error))).to.contain("later");
    expect((await inThreads()).ok).to.equal(true);
  });

  it("one flipped bit of a record is found and named by either", async () => {
    const target = { bucket: buckets.journal, seq: 1_500 };
    const key = keyBytes(target.bucket, target.seq);
    await store.close();
    const raw = await openLevel(`${dir.path}/db`);
    const record = Buffer.from((await raw.get(key))!);
    record[40] = record[40]! ^ 4;
    await raw.batch([{ type: "put", key, value: record }], { sync: true });
    await raw.close();
    store = await openStore({ dir: dir.path });
    const here = await inPiece();
    expect(here.findings.map(({ bucket, key: of }) => `${bucket} ${of}`)).to.deep.equal([
      `journal ${target.seq}`,
    ]);
    expect(await inThreads()).to.deep.equal(here);
  });
});
