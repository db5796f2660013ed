/** The journal read backwards: bounded, by one account or whole, and never without an end. */
import { expect } from "chai";
import { journalHash, journalText } from "../../../../protocol/economy/journal.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { journalEntries } from "../../../../node/ledger/ledgerEntries.js";
import { NO_BALANCE } from "../../../../storage/records/ledgerRecords.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { LedgerRepository } from "../../../../storage/repositories/ledger.js";

const ENTRIES = 1_000;
/** Ada has every hundredth entry, Ben the others. */
const ownerOf = (seq: number): string => (seq % 100 === 0 ? "ada" : "ben");

describe("node: entries of the journal", () => {
  const kv = new MemoryStore();
  const ledger = new LedgerRepository(kv);
  const hashes: string[] = [];
  const read = (
    account: string | null,
    before: number | null,
    limit: number,
    scannedMax = 20_000,
  ) =>
    journalEntries(
      { crypto: nodeCrypto, scannedMax, store: { ledger } },
      { account, before, limit },
    );

  before(async () => {
    const operations = Array.from({ length: ENTRIES }, (_, seq) => {
      const text = journalText({
        seq,
        prev: hashes.at(-1) ?? "0".repeat(64),
        calcond: seq,
        kind: "claim",
        entries: [
          { account: `free:${ownerOf(seq)}`, delta: 1 },
          { account: "mint:credits", delta: -1 },
        ],
      });
      hashes.push(journalHash(nodeCrypto, text));
      return ledger.entryOps(seq, text);
    });
    await kv.batch(
      [
        ...operations,
        ledger.balanceOps("ada", { ...NO_BALANCE, journal: 900, hash: hashes[900]! }),
      ],
      { sync: false },
    );
  });

  it("gives an account its own lines, the newest first", async () => {
    const { entries, next } = await read("ada", null, 100);
    expect(entries.map(({ seq }) => seq)).to.deep.equal([
      900, 800, 700, 600, 500, 400, 300, 200, 100, 0,
    ]);
    expect(next).to.equal(null);
    for (const { entries: lines, hash, seq } of entries) {
      expect(lines).to.deep.equal([{ account: "free:ada", delta: 1 }]);
      expect(hash).to.equal(hashes[seq]);
    }
    expect(await read("nobody", null, 100)).to.deep.equal({ entries: [], next: null });
  });

  it("stops where it has looked at enough, and goes on from there", async () => {
    const seen: number[] = [];
    let readings = 0;
    for (let before: number | null | undefined; before !== null; readings += 1) {
      const page = await read("ada", before ?? null, 3, 150);
      seen.push(...page.entries.map(({ seq }) => seq));
      if (page.next !== null && before !== undefined && before !== null)
        expect(page.next).to.be.lessThan(before);
      before = page.next;
    }
    expect(seen).to.deep.equal([900, 800, 700, 600, 500, 400, 300, 200, 100, 0]);
    expect(readings).to.be.within(6, 8);
  });

  it("ends where a journal has nothing at all", async () => {
    const empty = new LedgerRepository(new MemoryStore());
    await expectEmpty({ ledger: empty }, null);
    await expectEmpty({ ledger: empty }, "ada");
  });

  async function expectEmpty(
    store: { readonly ledger: LedgerRepository },
    account: string | null,
  ): Promise<void> {
    expect(
      await journalEntries({ crypto: nodeCrypto, store }, { account, before: 50, limit: 5 }),
    ).to.deep.equal({ entries: [], next: null });
  }
});
