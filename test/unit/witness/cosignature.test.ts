/** Cosignatures by C2SP, held against those that Python made, and the rules of a witness. */
import { expect } from "chai";
import * as fc from "fast-check";
import { fromHex, toHex } from "../../../protocol/encoding/hex.js";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import { parseCheckpoint } from "../../../protocol/seal/checkpoint.js";
import {
  buildLevels,
  consistencyProof,
  leafHash,
  levelReader,
  merkleRoot,
} from "../../../protocol/seal/merkle.js";
import {
  addCheckpointText,
  readAddCheckpoint,
  rulingOf,
} from "../../../protocol/witness/addCheckpoint.js";
import {
  cosignatureLine,
  cosignedAt,
  lineOfWitness,
  logKeyText,
  readWitnessKey,
  witnessKeyText,
} from "../../../protocol/witness/cosignature.js";
import { isNode, readLogs, readPolicy, verifyWitnessed } from "../../../protocol/witness/policy.js";
import { finalFromSeconds, standingOf } from "../../../protocol/witness/standing.js";
import { vectorText } from "../encoding/vectors.js";
import { runs } from "../../kit/runs.js";

interface Case {
  readonly author: string;
  readonly origin: string;
  readonly size: number;
  readonly root: string;
  readonly text: string;
  readonly note: string;
  readonly witnesses: readonly {
    readonly name: string;
    readonly seed: string;
    readonly publicKey: string;
    readonly key: string;
    readonly seconds: number;
    readonly line: string;
  }[];
}
const { cases, net }: { readonly cases: readonly Case[]; readonly net: string } = JSON.parse(
  vectorText("seal/cosignatures.json"),
);
const bytes = (hex: string): Uint8Array => fromHex(hex)!;

describe("witness/cosignature", () => {
  it("writes the lines and keys that Python wrote, byte for byte, and reads them", () => {
    expect(cases).to.have.length(3);
    for (const { note, text, witnesses } of cases) {
      const signed = parseCheckpoint(note)!;
      expect(signed.text).to.equal(text);
      for (const [
        i,
        { key: keyText, line, name, publicKey, seconds, seed },
      ] of witnesses.entries()) {
        const key = { name, publicKey: bytes(publicKey) };
        expect(witnessKeyText(crypto, key)).to.equal(keyText);
        expect(readWitnessKey(crypto, keyText)).to.deep.equal(key);
        expect(cosignatureLine(crypto, text, { key, seed: bytes(seed), seconds })).to.equal(line);
        expect(cosignedAt(crypto, text, signed.signatures[i + 1]!, key)).to.equal(seconds);
      }
    }
  });

  it("a stranger with the keys alone checks a quorum, of every k out of n", () => {
    for (const { author, note, origin, root, size, witnesses } of cases) {
      const keys = witnesses.map(({ key }) => key);
      for (let quorum = 1; quorum <= keys.length; quorum += 1) {
        const policy = readPolicy(crypto, net, { keys, quorum });
        const read = verifyWitnessed(crypto, note, { origin, publicKey: bytes(author) }, policy);
        if (!read.ok) throw new Error(read.reason);
        expect(read.witnessed.checkpoint).to.deep.equal({ origin, size, root: bytes(root) });
        const times = witnesses.map(({ seconds }) => seconds).sort((a, b) => a - b);
        expect(read.witnessed.seconds).to.equal(times[quorum - 1]);
      }
    }
  });

  it("says no where a key, a line, the time or the text is another one", () => {
    const { author, note, origin, text, witnesses } = cases[2]!;
    const log = { origin, publicKey: bytes(author) };
    const policy = (keys: readonly string[], quorum: number) =>
      readPolicy(crypto, net, { keys, quorum });
    const all = witnesses.map(({ key }) => key);
    const [first] = witnesses;
    const short = note.replace(first!.line, "");
    const twice = short.replace(witnesses[1]!.line, witnesses[1]!.line.repeat(2));
    for (const bad of [short, twice, note.replace("20852163", "20852164")])
      expect(verifyWitnessed(crypto, bad, log, policy(all, 3)).ok).to.equal(false);
    expect(verifyWitnessed(crypto, note, log, policy(all, 0)).ok).to.equal(false);
    // The line of one witness under the name of another, and a time moved by a second.
    const [a, b] = witnesses.map(({ name, publicKey }) => ({ name, publicKey: bytes(publicKey) }));
    const lines = parseCheckpoint(note)!.signatures;
    expect(cosignedAt(crypto, text, lines[1]!, b!)).to.equal(null);
    expect(cosignedAt(crypto, text, { ...lines[1]!, name: b!.name }, b!)).to.equal(null);
    const moved = lines[1]!.signature.slice();
    moved[7] = moved[7]! ^ 1;
    expect(cosignedAt(crypto, text, { ...lines[1]!, signature: moved }, a!)).to.equal(null);
  });

  it("refuses keys that name no witness, one twice, and quorums beyond them", () => {
    const [one] = cases[0]!.witnesses;
    const wrong = one!.key.replace(/\+[0-9a-f]{8}\+/, "+00000000+");
    const bad = [[wrong], [one!.key, one!.key], ["12"], [one!.key]];
    for (const [i, keys] of bad.entries())
      expect(() => readPolicy(crypto, net, { keys, quorum: i === 3 ? 2 : 1 })).to.throw(RangeError);
    const node = readPolicy(crypto, net, { keys: [one!.publicKey], quorum: 1 }).keys[0]!;
    expect(node.name).to.equal(`calc/${net}/${one!.publicKey}`);
  });
});

describe("witness/addCheckpoint", () => {
  it("is written as C2SP has it, and read as it was written", () => {
    const { note } = cases[0]!;
    const proof = [bytes("00".repeat(32)), bytes("ff".repeat(32))];
    const text = addCheckpointText({ old: 20, proof, note });
    expect(text.split("\n").slice(0, 4)).to.deep.equal([
      "old 20",
      "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
      "//////////////////////////////////////////8=",
      "",
    ]);
    expect(readAddCheckpoint(text)).to.deep.equal({ old: 20, proof, note });
    for (const bad of ["", "old 1", "old 01\n\nx", "old 1\nAA==\n\nx", "older 1\n\nx"])
      expect(readAddCheckpoint(bad)).to.equal(null);
    const long = Array.from({ length: 64 }, () => bytes("00".repeat(32)));
    expect(readAddCheckpoint(addCheckpointText({ old: 1, proof: long, note }))).to.equal(null);
  });

  const SEED = 20_261_127;
  it(`no order of questions gets two histories cosigned (seed ${SEED})`, () => {
    const leaf = (branch: number, i: number): Uint8Array =>
      leafHash(crypto, new Uint8Array([i < 3 ? 0 : branch, i]));
    const tree = (branch: number, size: number): Uint8Array[] =>
      Array.from({ length: size }, (_, i) => leaf(branch, i));
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            branch: fc.integer({ min: 0, max: 1 }),
            size: fc.integer({ min: 1, max: 12 }),
            isHonest: fc.boolean(),
            old: fc.integer({ min: 0, max: 12 }),
          }),
          { minLength: 1, maxLength: 24 },
        ),
        (questions) => {
          let last: { size: number; root: Uint8Array; branch: number } | null = null;
          for (const { branch, isHonest, old: claimed, size } of questions) {
            const old = isHonest ? (last?.size ?? 0) : claimed;
            const leaves = tree(branch, size);
            const proof =
              old > 0 && old < size
                ? consistencyProof(crypto, levelReader(buildLevels(crypto, leaves)), old, size)
                : [];
            const root = merkleRoot(crypto, leaves);
            const ruling = rulingOf(crypto, last, { old, proof }, { size, root });
            if (ruling !== "cosign") continue;
            // A cosigned head continues what was cosigned before, and is never smaller.
            if (last !== null) {
              expect(size).to.be.at.least(last.size);
              expect(toHex(merkleRoot(crypto, leaves.slice(0, last.size)))).to.equal(
                toHex(last.root),
              );
            }
            last = { size, root, branch };
          }
        },
      ),
      { seed: SEED, numRuns: runs(100, 20_000) },
    );
  });

  it("knows another history of the same size, another size, and a size that goes back", () => {
    const root = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
    const last = { size: 5, root: root(1) };
    const asked = (old: number, size: number, byte: number) =>
      rulingOf(crypto, last, { old, proof: [] }, { size, root: root(byte) });
    expect(asked(5, 5, 1)).to.equal("cosign");
    expect(asked(5, 5, 2)).to.equal("conflict");
    expect(asked(4, 5, 1)).to.equal("stale");
    expect(asked(0, 5, 1)).to.equal("stale");
    expect(asked(5, 4, 1)).to.equal("malformed");
    expect(asked(5, 6, 2)).to.equal("inconsistent");
    expect(rulingOf(crypto, null, { old: 0, proof: [] }, { size: 0, root: root(0) })).to.equal(
      "inconsistent",
    );
    // sha256 of no bytes, as RFC 6962 has the root of an empty tree.
    const empty = fromHex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")!;
    const nothing = { size: 0, root: empty };
    expect(rulingOf(crypto, null, { old: 0, proof: [] }, nothing)).to.equal("cosign");
    const from = (proof: readonly Uint8Array[]) =>
      rulingOf(crypto, nothing, { old: 0, proof }, { size: 3, root: root(3) });
    expect(from([])).to.equal("cosign");
    expect(from([root(4)])).to.equal("inconsistent");
  });

  it("passes over lines of other keys and algorithms in what a witness answers", () => {
    const { text, witnesses } = cases[1]!;
    const [one, two] = witnesses;
    const key = { name: two!.name, publicKey: fromHex(two!.publicKey)! };
    const longer = two!.line.replace(/ \S+\n$/, ` ${"A".repeat(3_240)}\n`);
    const answered = `${one!.line}${longer}no line\n${two!.line}`;
    expect(lineOfWitness(crypto, text, answered, key)).to.equal(two!.line);
    expect(lineOfWitness(crypto, text, one!.line + longer, key)).to.equal(null);
    expect(lineOfWitness(crypto, `${text}more\n`, answered, key)).to.equal(null);
  });

  it("reads the keys of logs and the addresses of witnesses, and refuses what is neither", () => {
    const { witnesses } = cases[1]!;
    const publicKey = fromHex(witnesses[0]!.publicKey)!;
    const log = logKeyText(crypto, { name: "log.example/one", publicKey });
    expect([...readLogs(crypto, [log])]).to.deep.equal([["log.example/one", publicKey]]);
    expect(() => readLogs(crypto, [log, log])).to.throw(RangeError, "twice");
    // A witness's key is no log's, nor the other way round.
    expect(() => readLogs(crypto, [witnesses[0]!.key])).to.throw(RangeError);
    const policy = (text: string) => readPolicy(crypto, "0a1b2c3d", { keys: [text], quorum: 1 });
    expect(() => policy(log)).to.throw(RangeError);
    expect(() => policy(`${witnesses[0]!.key} https://a.example b`)).to.throw(RangeError);
    const [named] = policy(`${witnesses[0]!.key} https://a.example/w/`).keys;
    expect(named).to.include({ name: witnesses[0]!.name, url: "https://a.example/w" });
    expect(isNode("0a1b2c3d", named!)).to.equal(false);
    const [node] = policy(`${witnesses[0]!.publicKey} http://10.0.0.7:8287/api/witness`).keys;
    expect(isNode("0a1b2c3d", node!)).to.equal(true);
  });
});

describe("witness/standing", () => {
  it("is sealed before a quorum covers it, final two calconds behind it", () => {
    const event = { seq: 9, calcond: 2_400_000_000 };
    // 777,000,777 ns a calcond, computed apart with Python's integers: -(-(c + 3) * 777000777 // 10**9).
    expect(finalFromSeconds(event.calcond)).to.equal(1_864_801_868);
    const at = (size: number, seconds: number) => standingOf(event, { size, seconds });
    expect(standingOf(event, null)).to.equal("sealed");
    expect(at(9, 1_864_801_868)).to.equal("sealed");
    expect(at(10, 1_864_801_867)).to.equal("witnessed");
    expect(at(10, 1_864_801_868)).to.equal("final");
  });
});
