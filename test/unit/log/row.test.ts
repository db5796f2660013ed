import { createHash } from "node:crypto";
import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { fold, foldAll, foldedDigest } from "../../../protocol/log/fold.js";
import {
  ACTOR_ROLES,
  genesisHash,
  readRow,
  rowHashHex,
  rowText,
  TRANSITION_TYPES,
  type MachineRow,
} from "../../../protocol/log/row.js";

const HASH = fc.stringMatching(/^[0-9a-f]{64}$/);
const NAME = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
const COUNT = fc.maxSafeNat();

const ROW: fc.Arbitrary<MachineRow> = fc
  .record({
    v: fc.constant(3 as const),
    machine: fc.stringMatching(/^m_[a-z2-7]{26}$/),
    seq: COUNT,
    prev: HASH,
    ns: fc.bigInt({ min: 0n, max: 10n ** 21n }).map(String),
    calcond: COUNT,
    transitionType: fc.constantFrom(...TRANSITION_TYPES),
    payloadHash: HASH,
    programHash: fc.option(HASH),
    from: fc.option(NAME),
    to: fc.option(NAME),
    folded: fc.option(fc.tuple(HASH, fc.integer({ min: 1, max: 200_000 }))),
    token: fc.option(HASH),
    proof: fc.option(HASH),
    actor: fc.record({
      key: fc.stringMatching(/^[A-Za-z0-9_]{1,12}$/),
      role: fc.constantFrom(...ACTOR_ROLES),
    }),
    engineVersion: fc.constant("calc-engine/2"),
  })
  .map(({ folded, ...row }) => ({
    ...row,
    evalRoot: folded?.[0] ?? null,
    evalCount: folded?.[1] ?? 0,
  }));

const sha256 = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

describe("log: rows", () => {
  it("are written as RFC 8785 writes them, and read back", () => {
    fc.assert(
      fc.property(ROW, (row) => {
        const text = rowText(row);
        expect(text).to.equal(canonicalize(row));
        expect(readRow(text)).to.deep.equal({ ok: true, row });
      }),
    );
  });

  it("are refused for any other byte", () => {
    fc.assert(
      fc.property(ROW, fc.nat(), fc.integer({ min: 1, max: 255 }), (row, at, change) => {
        const bytes = Buffer.from(rowText(row));
        const place = at % bytes.length;
        bytes[place] = bytes[place]! ^ change;
        const text = bytes.toString("utf8");
        const read = readRow(text);
        // What still reads as a row is another one, under another hash.
        if (read.ok) {
          expect(rowHashHex(nodeCrypto, text)).not.to.equal(rowHashHex(nodeCrypto, rowText(row)));
          expect(canonicalize(read.row)).to.equal(text);
        } else expect(read.message).not.to.equal("");
      }),
    );
  });

  it("refuse members that no row has, and those that are missing", () => {
    const [row] = fc.sample(ROW, { numRuns: 1, seed: 7 });
    for (const name of Object.keys(row!)) {
      const { [name]: _, ...rest } = { ...row } as Record<string, unknown>;
      expect(readRow(canonicalize(rest)).ok, name).to.equal(false);
    }
    expect(readRow(canonicalize({ ...row, more: 1 })).ok).to.equal(false);
    expect(readRow(canonicalize({ ...row, evalCount: 2, evalRoot: null })).ok).to.equal(false);
    expect(readRow(` ${rowText(row!)}`).ok).to.equal(false);
  });

  it("have members within their bounds, with and without characters that are escaped", () => {
    const [row] = fc.sample(ROW, { numRuns: 1, seed: 9 });
    const bounds: readonly (readonly [Partial<MachineRow>, Partial<MachineRow>])[] = [
      [{ seq: 2 ** 53 - 1 }, { seq: 2 ** 53 }],
      [{ calcond: 0 }, { calcond: -1 }],
      [{ calcond: 2 ** 53 - 1 }, { calcond: 1e21 }],
      [{ ns: "9".repeat(30) }, { ns: "9".repeat(31) }],
      [{ ns: "0" }, { ns: "00" }],
      [{ from: "a".repeat(64) }, { from: "a".repeat(65) }],
      [{ to: "\u{1f525}".repeat(32) }, { to: `${"\u{1f525}".repeat(32)}a` }],
      [{ engineVersion: "\u007f" }, { engineVersion: "" }],
      [
        { actor: { key: "k".repeat(16), role: "node" } },
        { actor: { key: "k".repeat(17), role: "node" } },
      ],
      [
        { evalRoot: "a".repeat(64), evalCount: 1 },
        { evalRoot: "a".repeat(64), evalCount: 0 },
      ],
      [{ token: null }, { token: "A".repeat(64) }],
    ];
    for (const from of ["plain", 'qu"ote', "line\nfeed", "\u{1f525}"])
      for (const [inside, outside] of bounds) {
        const right = { ...row!, from, ...inside };
        expect(readRow(canonicalize(right)), canonicalize(inside)).to.deep.equal({
          ok: true,
          row: right,
        });
        const text = canonicalize({ ...row!, from, ...outside });
        expect(readRow(text).ok, text).to.equal(false);
      }
    const written = canonicalize({ ...row!, from: "plain" });
    for (const other of ["pl\\u0061in", "plain\ud800", "pl\u0001ain", 'pl"ain', "pl\\ain"])
      expect(readRow(written.replace('"plain"', `"${other}"`)).ok, other).to.equal(false);
  });

  it("hash with the domain in front, and so does the genesis", () => {
    const [row] = fc.sample(ROW, { numRuns: 1, seed: 8 });
    const text = rowText(row!);
    expect(rowHashHex(nodeCrypto, text)).to.equal(sha256("calc-row/3", "\0", text));
    const genesis = { machine: row!.machine, owner: "ann", genesisCalcond: 7 };
    expect(genesisHash(nodeCrypto, genesis)).to.equal(
      sha256(
        "calc-genesis/3",
        "\0",
        `{"genesisCalcond":7,"machine":"${row!.machine}","owner":"ann"}`,
      ),
    );
  });
});

describe("log: evaluations without a row", () => {
  it("fold into one hash from the last row on", () => {
    const last = sha256("last");
    const one = { calcond: 5, state: "nominal", inputHash: sha256("i"), resultsHash: sha256("r") };
    const digest = sha256(
      `{"calcond":5,"inputHash":"${one.inputHash}","resultsHash":"${one.resultsHash}","state":"nominal"}`,
    );
    expect(foldedDigest(nodeCrypto, one)).to.equal(digest);
    const first = sha256(Buffer.from(last, "hex"), Buffer.from(digest, "hex"));
    expect(fold(nodeCrypto, last, digest)).to.equal(first);
    const serve = { path: "index.html", commit: sha256("c"), count: 3 };
    const second = sha256(
      Buffer.from(first, "hex"),
      Buffer.from(sha256(canonicalize(serve)), "hex"),
    );
    expect(foldAll(nodeCrypto, last, [one, serve])).to.equal(second);
  });
});
