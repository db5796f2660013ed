/**
 * The reader of bytes says what the reader of texts says, of entries as they are written and of
 * whatever else.
 */
import { createHash } from "node:crypto";
import { expect } from "chai";
import * as fc from "fast-check";
import {
  FIRST_JOURNAL_PREV,
  journalHash,
  journalText,
  readJournal,
  type JournalEntry,
} from "../../../protocol/economy/journal.js";
import { JournalReader } from "../../../protocol/economy/journalReader.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { runs } from "../../kit/runs.js";

const HASHER = {
  sha256Hex: (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex"),
};

const hex = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString("hex"));
const count = fc.oneof(
  fc.nat(),
  fc.maxSafeNat(),
  fc.constantFrom(0, 1, 999_999_999_999_999, 1_000_000_000_000_000, Number.MAX_SAFE_INTEGER),
);
const name = fc.oneof(
  fc.constantFrom("mint:credits", "house", "free:ann", "held:ann", "paid:bob"),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);
const lines = fc.array(
  fc.record({ account: name, delta: fc.oneof(fc.integer(), fc.maxSafeInteger()) }),
  { maxLength: 5 },
);
const note = fc.dictionary(
  fc.string({ maxLength: 5 }),
  fc.oneof(fc.string({ maxLength: 5 }), fc.integer()),
  { maxKeys: 3 },
) as fc.Arbitrary<JsonObject>;

const entries: fc.Arbitrary<JournalEntry> = fc
  .tuple(
    fc.record({
      seq: count,
      prev: hex,
      calcond: count,
      kind: fc.oneof(fc.constantFrom("compute", "claim"), fc.string({ maxLength: 9 })),
      entries: lines,
    }),
    fc.option(fc.record({ window: count, charges: hex }), { nil: {} }),
    fc.option(fc.record({ note }), { nil: {}, freq: 4 }),
  )
  .map(([entry, booking, noted]) => ({ ...entry, ...booking, ...noted }));

function reader(): JournalReader<never> {
  return new JournalReader((bytes) => Buffer.from(bytes).toString("utf8"));
}

/**
 * Holds one reader's view of some bytes against that of the text; a note is none of the former's.
 */
function agrees(read: JournalReader<never>, bytes: Buffer): boolean {
  const entry = readJournal(bytes.toString("utf8"));
  expect(read.read(bytes)).to.equal(entry !== null);
  if (entry === null) return false;
  const { calcond, charges = "", entries: found, kind, prev, seq, window = -1 } = entry;
  expect({
    calcond: read.calcond,
    charges: read.charges,
    kind: read.kind,
    prev: read.prev,
    seq: read.seq,
    window: read.window,
  }).to.deep.equal({ calcond, charges, kind, prev, seq, window });
  expect(read.entries.map(({ account, delta }) => ({ account, delta }))).to.deep.equal(found);
  for (const { account, known } of read.entries) expect(known.name).to.equal(account);
  expect([
    read.isPrev(prev),
    read.isPrev(FIRST_JOURNAL_PREV),
    read.isCharges(charges),
  ]).to.deep.equal([true, prev === FIRST_JOURNAL_PREV, charges !== ""]);
  return true;
}

describe("economy: entries of the journal from their bytes", () => {
  it("reads what is written, with its hash", () => {
    const read = reader();
    fc.assert(
      fc.property(entries, (entry) => {
        const text = journalText(entry);
        const bytes = Buffer.from(text, "utf8");
        // A text that is no Unicode is none that a journal holds.
        fc.pre(bytes.toString("utf8") === text);
        expect(agrees(read, bytes)).to.equal(true);
        expect(read.hash(HASHER)).to.equal(journalHash(HASHER, text));
      }),
      { numRuns: runs(500, 2_000) },
    );
  });

  it("agrees on a text from which any one part was cut out", () => {
    const read = reader();
    const whole = Buffer.from(
      journalText({
        seq: 0,
        prev: FIRST_JOURNAL_PREV,
        calcond: 105,
        kind: "compute",
        entries: [
          { account: "house", delta: -10 },
          { account: "free:ann", delta: 20 },
        ],
        window: 2,
        charges: "0123456789abcdef".repeat(4),
      }),
    );
    // Within a hash one cut is as good as another.
    const isInside = (at: number): boolean =>
      /[0-9a-f]{3}/.test(whole.toString("latin1", at - 1, at + 2));
    const places = Array.from(whole.keys()).filter((at) => !isInside(at));
    for (const from of places)
      for (const end of places)
        if (from < end) agrees(read, Buffer.concat([whole.subarray(0, from), whole.subarray(end)]));
  });

  it("agrees on every text that is not quite one", () => {
    const read = reader();
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat(3),
      text: fc.constantFrom(
        "",
        "0",
        "-",
        '"',
        "\\",
        "]",
        ",",
        " ",
        "}",
        "é",
        "-0",
        "00",
        "1e3",
        "a",
      ),
    });
    fc.assert(
      fc.property(entries, fc.array(change, { minLength: 1, maxLength: 2 }), (entry, changes) => {
        let text = journalText(entry);
        for (const { at, cut, text: put } of changes) {
          const from = Math.floor(at * text.length);
          text = text.slice(0, from) + put + text.slice(from + cut);
        }
        agrees(read, Buffer.from(text, "utf8"));
      }),
      { numRuns: runs(1_000, 4_000) },
    );
  });

  it("knows an account again, by whatever way its name came, and keeps what is kept of it", () => {
    const read = new JournalReader<string>((bytes) => Buffer.from(bytes).toString("utf8"));
    const entry = {
      seq: 0,
      prev: FIRST_JOURNAL_PREV,
      calcond: 1,
      kind: "claim",
      entries: [
        { account: "free:ann", delta: 6 },
        { account: "mint:credits", delta: -6 },
      ],
    };
    read.read(Buffer.from(journalText(entry)));
    const { known } = read.entries[0]!;
    expect(known.account).to.deep.equal({ kind: "free", owner: "ann" });
    known.kept = "mine";
    read.read(Buffer.from(journalText({ ...entry, seq: 1, note: { a: 1 } })));
    expect(read.entries[0]!.known.kept).to.equal("mine");
    read.read(Buffer.from(journalText({ ...entry, seq: 2 })));
    expect(read.entries[0]!.known).to.equal(known);
  });
});
