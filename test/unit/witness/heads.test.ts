/** Heads under one checkpoint, held against proofs that Python made from the text of C2SP tlog-proof. */
import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import { toHex } from "../../../protocol/encoding/hex.js";
import { parseCheckpoint } from "../../../protocol/seal/checkpoint.js";
import { witnessKeyText } from "../../../protocol/witness/cosignature.js";
import {
  cosignedNoteOf,
  headNoteOf,
  headProofText,
  headsOrigin,
  headsTree,
  readHead,
  verifyCovered,
} from "../../../protocol/witness/heads.js";
import { readPolicy } from "../../../protocol/witness/policy.js";
import { runs } from "../../kit/runs.js";
import { vectorText } from "../encoding/vectors.js";

interface Gathered {
  readonly gatherer: string;
  readonly round: number;
  readonly root: string;
  readonly proofs: readonly {
    readonly author: string;
    readonly head: string;
    readonly proof: string;
  }[];
}
const { gathered, net }: { readonly gathered: readonly Gathered[]; readonly net: string } =
  JSON.parse(vectorText("seal/headProofs.json"));
const SEED = 20_261_127;

const keyOf = (name: string): string => {
  const seed = crypto.sha256(Buffer.from(`witness vector ${name}`));
  return witnessKeyText(crypto, { name, publicKey: crypto.ed25519PublicKey(seed) });
};
const policyOf = (names: readonly string[], quorum: number) =>
  readPolicy(crypto, net, { keys: names.map(keyOf), quorum });

describe("witness/heads", () => {
  const trusted = policyOf(["w/a", "w/b"], 2);

  it("makes the roots and the proofs that Python made, byte for byte", () => {
    expect(gathered.map(({ proofs }) => proofs.length)).to.deep.equal([1, 2, 7]);
    for (const { gatherer, proofs, root, round } of gathered) {
      const heads = proofs.map(({ head }) => readHead(crypto, net, head)!);
      const tree = headsTree(crypto, heads);
      expect(toHex(tree.root)).to.equal(root);
      for (const [index, { author, head, proof }] of proofs.entries()) {
        const note = cosignedNoteOf(proof);
        expect(parseCheckpoint(note)!.checkpoint.origin).to.equal(
          headsOrigin({ net, gatherer, round }),
        );
        expect(headProofText({ head, index, path: tree.path(index), note })).to.equal(proof);
        expect(headNoteOf(proof)).to.equal(head);
        const read = verifyCovered(crypto, proof, { net, author }, trusted);
        expect(read.ok && read.witnessed.checkpoint).to.deep.equal(
          parseCheckpoint(head)!.checkpoint,
        );
        expect(read.ok && read.witnessed.seconds).to.equal(1_795_000_004);
      }
    }
  });

  it("needs the quorum, the author, the network and the place that it names", () => {
    const [first, second] = gathered[2]!.proofs;
    const { author, proof } = first!;
    const of = { net, author };
    const isCovered = (text: string, log = of, policy = trusted): boolean =>
      verifyCovered(crypto, text, log, policy).ok;
    expect(isCovered(proof)).to.equal(true);
    expect(isCovered(proof, of, policyOf(["w/a", "w/b", "w/c"], 3))).to.equal(false);
    expect(isCovered(proof, { net, author: second!.author })).to.equal(false);
    expect(isCovered(proof, { net: "00000000", author })).to.equal(false);
    expect(isCovered(proof.replace("\nindex 0\n", "\nindex 1\n"))).to.equal(false);
    // The checkpoint above heads is none of a spine, and a head alone has no quorum.
    expect(isCovered(cosignedNoteOf(proof))).to.equal(false);
    expect(isCovered(headNoteOf(proof))).to.equal(false);
    // Under the checkpoint of another round.
    const other = gathered[1]!.proofs[0]!.proof;
    expect(isCovered(proof.replace(cosignedNoteOf(proof), cosignedNoteOf(other)))).to.equal(false);
  });

  it(`holds with no character changed (seed ${SEED})`, () => {
    const { author, proof } = gathered[2]!.proofs[3]!;
    const end = proof.length - cosignedNoteOf(proof).length;
    fc.assert(
      fc.property(fc.nat(end - 1), fc.constantFrom(...Array.from("0Aa/+= \n")), (at, letter) => {
        fc.pre(proof[at] !== letter);
        const changed = proof.slice(0, at) + letter + proof.slice(at + 1);
        expect(verifyCovered(crypto, changed, { net, author }, trusted).ok).to.equal(false);
      }),
      { seed: SEED, numRuns: runs(100, 5_000) },
    );
  });
});
