/** Entries of the journal as texts, and what is none. */
import { expect } from "chai";
import {
  FIRST_JOURNAL_PREV,
  journalHash,
  journalText,
  readJournal,
  settlePosting,
  type JournalEntry,
} from "../../../protocol/economy/journal.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { parseFields } from "../../kit/requests.js";

const HASH = "0123456789abcdef".repeat(4);
const ENTRY: JournalEntry = {
  seq: 0,
  prev: FIRST_JOURNAL_PREV,
  calcond: 7,
  kind: "compute",
  entries: [
    { account: "burn:credits", delta: 3 },
    { account: "free:ann", delta: -3 },
  ],
  window: 2,
  charges: HASH,
  note: { b: 1, a: "x" },
};
const TEXT =
  `{"calcond":7,"charges":"${HASH}","entries":[["burn:credits",3],["free:ann",-3]],"kind":"compute",` +
  `"note":{"a":"x","b":1},"prev":"${FIRST_JOURNAL_PREV}","seq":0,"window":2}`;

/** The text with a member changed, or left out. */
function changed(member: string, value: unknown): string {
  return JSON.stringify({ ...parseFields(TEXT), [member]: value });
}

describe("economy: an entry of the journal", () => {
  it("is canonical JSON, hashed behind its tag", () => {
    expect(journalText(ENTRY)).to.equal(TEXT);
    expect(readJournal(TEXT)).to.deep.equal(ENTRY);
    // printf 'calc-journal/1\\0{}' | sha256sum
    expect(journalHash(nodeCrypto, "{}")).to.equal(
      "520d2a300f12f414eddd3cb4130b949cfe4a0877c88fe8c70fae1382f989706a",
    );
  });

  it("has hashes of 64 small hex digits", () => {
    // The neighbours of 0, 9, a and f among the letters, and other lengths.
    for (const sign of ["/", ":", "`", "g", "A", "F", "é"])
      for (const member of ["prev", "charges"])
        expect(readJournal(changed(member, sign + HASH.slice(1))), member + sign).to.equal(null);
    for (const digits of [HASH.slice(1), `${HASH}0`, "", 5, null])
      for (const member of ["prev", "charges"])
        expect(readJournal(changed(member, digits)), member).to.equal(null);
    for (const digit of ["0", "9", "a", "f"])
      for (const member of ["prev", "charges"])
        expect(readJournal(changed(member, digit.repeat(64))), member).to.not.equal(null);
  });

  it("has counts, whole amounts, and pairs", () => {
    for (const member of ["seq", "calcond", "window"])
      for (const value of [-1, 0.5, "1", null, 2 ** 53])
        expect(readJournal(changed(member, value)), `${member} ${String(value)}`).to.equal(null);
    for (const lines of [
      null,
      {},
      [["free:ann"]],
      [["free:ann", 1, 2]],
      [["free:ann", 0.5]],
      [["free:ann", 2 ** 53]],
      [[1, 1]],
      ["free:ann"],
    ])
      expect(readJournal(changed("entries", lines)), JSON.stringify(lines)).to.equal(null);
    const last = [["free:ann", Number.MAX_SAFE_INTEGER]];
    expect(readJournal(changed("entries", last))).to.not.equal(null);
    for (const note of [null, [], "x", 1])
      expect(readJournal(changed("note", note)), JSON.stringify(note)).to.equal(null);
    expect(readJournal(changed("kind", 1))).to.equal(null);
  });

  it("has a window and what it charged together, or neither", () => {
    for (const member of ["window", "charges"])
      expect(readJournal(changed(member, undefined)), member).to.equal(null);
    const { charges: _charges, window: _window, ...entry } = ENTRY;
    const { note: _note, ...bare } = entry;
    expect(readJournal(journalText(entry))).to.deep.equal(entry);
    expect(readJournal(journalText(bare))).to.deep.equal(bare);
    for (const text of ["", "null", "[]", "1", "{}", `${TEXT} x`, TEXT.slice(1)])
      expect(readJournal(text), text).to.equal(null);
  });
});

describe("economy: lines that are settled", () => {
  const line = (account: string, delta: number) => ({ account, delta });

  it("name each account once, in order, and drop what comes to nothing", () => {
    const lines = [
      line("paid:ann", 2),
      line("burn:credits", 5),
      line("free:ann", -4),
      line("paid:ann", -3),
      line("held:bob", 1),
      line("held:bob", -1),
    ];
    expect(settlePosting(lines)).to.deep.equal({
      entries: [line("burn:credits", 5), line("free:ann", -4), line("paid:ann", -1)],
    });
    expect(settlePosting([])).to.deep.equal({ entries: [] });
  });

  it("are refused for an amount beyond the last exact one, also as a sum", () => {
    const most = Number.MAX_SAFE_INTEGER;
    for (const bad of [
      [line("free:ann", 0.5)],
      [line("free:ann", most + 1)],
      [line("free:ann", most), line("free:ann", 1)],
    ])
      expect(settlePosting(bad)).to.deep.equal({
        fault: "no whole amount within 2^53 - 1 for free:ann",
      });
    expect(settlePosting([line("free:ann", most), line("paid:ann", -most)])).to.have.property(
      "entries",
    );
    expect(settlePosting([line("nobody", 1)])).to.deep.equal({
      fault: "there is no account nobody in a ledger",
    });
    expect(settlePosting([line("free:ann", 1)])).to.deep.equal({
      fault: "its credits do not sum to zero",
    });
  });
});
