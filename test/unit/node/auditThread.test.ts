/** An audit that reads windows in a thread of its own says what one without says, of a sound ledger and of damaged ones. */
import { expect } from "chai";
import { nodeCrypto } from "../../../node/crypto.js";
import { Books } from "../../../node/sealing/books.js";
import { auditLedger } from "../../../node/services/ledgerAudit.js";
import { temporaryDir } from "../../../scripts/devnet.js";
import { buckets } from "../../../storage/buckets.js";
import type { Operation } from "../../../storage/kv.js";
import type { EnvelopeRecord } from "../../../storage/records.js";
import { openStore, type Store } from "../../../storage/store.js";
import { del, put, read } from "../../../storage/table.js";

const WINDOWS = 5_000;
const PRICE = 3;
const CALCOND = 2_310_000_000;

/** Each window has two envelopes of one account, after a posting that gives it what they cost. */
async function fill(store: Store): Promise<void> {
  const books = new Books({ crypto: nodeCrypto, store });
  const accounts = ["ann", "bob", "eve"];
  await books.load(accounts);
  const closed = (page: ReturnType<Books["page"]>): readonly Operation[] => {
    const staged = page.close(CALCOND);
    books.stage(staged);
    books.confirm(staged);
    return staged.operations;
  };
  for (let window = 0; window < WINDOWS; window += 1) {
    const account = accounts[window % accounts.length]!;
    const posting = books.page();
    posting.post({ kind: "claim", note: null, entries: [{ account: `free:${account}`, delta: 2 * PRICE }, { account: "mint:credits", delta: -2 * PRICE }] },
      [], CALCOND);
    const posted = closed(posting);
    const page = books.page();
    const envelopes = [0, 1].map((i): EnvelopeRecord => {
      expect(page.charge(account, PRICE, { allowance: false, free: PRICE })).to.equal(true);
      return { id: (2 * window + i).toString(16).padStart(64, "0"), account, visibility: "private",
        text: `{"credits":${PRICE},"funding":"free","operatorChain":["KO42","NM21"],"equations":[],"inputs":{}}` };
    });
    page.bookCharges(window, CALCOND);
    const windowOps = store.envelopes.windowOps(window, envelopes, { count: window, last: envelopes[1]!.id, calcond: CALCOND, ns: "1" });
    await store.kv.batch([...posted, ...windowOps, ...closed(page)], { sync: false });
  }
}

describe("node: audit of windows in another thread", () => {
  it("finds the same, and lets go of the database", async () => {
    const dir = temporaryDir("audit");
    const store = await openStore({ dir: dir.path });
    try {
      await fill(store);
      const both = async (): Promise<readonly string[]> => {
        const here = await auditLedger(store, nodeCrypto, { threadFrom: Infinity });
        expect(await auditLedger(store, nodeCrypto, { threadFrom: 0 })).to.deep.equal(here);
        expect([here.entries, here.windows]).to.deep.equal([2 * WINDOWS, WINDOWS]);
        return here.findings.map(({ bucket, key }) => `${bucket} ${key}`);
      };
      expect(await both()).to.deep.equal([]);
      await store.kv.batch([del(buckets.charge, 17), del(buckets.env, 2_000)], { sync: true });
      const charge = (await read(store.kv, buckets.charge, 700))!;
      await store.kv.batch([put(buckets.charge, 700, { ...charge, journal: 5 }), put(buckets.charge, WINDOWS + 7, charge)], { sync: true });
      const found = await both();
      expect(found).to.include.members(["charge 17", "env 2000", "charge 700", `charge ${WINDOWS + 7}`]);
      const stopped = auditLedger(store, nodeCrypto, { threadFrom: 0, signal: AbortSignal.abort(new Error("enough")) });
      expect(String(await stopped.catch((error: unknown) => error))).to.contain("enough");
    } finally {
      await store.close();
    }
    const again = await openStore({ dir: dir.path });
    await again.close();
    dir.remove();
  });
});
