import { expect } from "chai";
import { fromHex, toHex } from "../../../protocol/encoding/hex.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { verifyEventSignature } from "../../../protocol/seal/event.js";
import { sealBody } from "../../../protocol/mesh/kinds.js";
import { FIRST_PREV, calcProof, hashLink } from "../../../protocol/seal/envelope.js";
import type { EnvelopeCore } from "../../../protocol/seal/members.js";
import { leafHash, verifyInclusion } from "../../../protocol/seal/merkle.js";
import { sealWindow, type WindowPlace } from "../../../protocol/seal/window.js";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";

const seed = new Uint8Array(32).fill(3);
const hash = "ab".repeat(32);
const core: EnvelopeCore = {
  R_t: 1,
  calcond: 2_310_000_000,
  credits: 3,
  engine_version: "calc-engine/2",
  equations_hash: hash,
  fields_hash: null,
  funding: "free",
  inputs_hash: hash,
  master_sum_hash: hash,
  operatorChain: ["KO42", "NM21"],
  phase: 0,
  precision_actual: 1e-16,
  precision_bound: 1e-4,
  registry_version: "r",
  uncertainty: 0,
  unit: "N",
  value: 1,
  value_bits: "3ff0000000000000",
};
const place: WindowPlace = {
  author: { seed, publicKey: toHex(crypto.ed25519PublicKey(seed)) },
  net: "00c0ffee",
  engineVersion: "calc-engine/2",
  proofKey: new Uint8Array(32).fill(8),
  prevLink: FIRST_PREV,
  seq: 12,
  prevId: hash,
  calcond: 2_310_000_001,
};

describe("seal/window", () => {
  for (const count of [1, 2, 3, 5, 8, 100, 255, 256]) {
    it(`links, proves and signs ${count}`, () => {
      const cores = Array.from({ length: count }, (_, i) => ({ ...core, value: i + 1, phase: 0 }));
      const window = sealWindow(crypto, place, cores);
      const { header } = window.event.event;
      const body = sealBody.parse(window.event.event.body);
      expect(body.count).to.equal(count);
      expect(header).to.include({
        kind: "seal",
        seq: 12,
        prev: hash,
        calcond: place.calcond,
        net: "00c0ffee",
        v: 1,
      });
      expect(
        verifyEventSignature(
          crypto,
          header.author,
          window.event.headerText,
          window.event.event.sig,
        ),
      ).to.equal(true);
      let prev = FIRST_PREV;
      window.envelopes.forEach((envelope, i) => {
        expect(envelope.prev).to.equal(prev);
        expect(envelope.id).to.equal(hashLink(crypto, prev, canonicalize(cores[i])));
        expect(envelope.calcProof).to.equal(calcProof(crypto, place.proofKey, envelope.id));
        prev = envelope.id;
        const proof = window.proof(i);
        expect(window.proofText(i)).to.equal(canonicalize(proof));
        expect(proof.path.length).to.be.at.most(8);
        const leaf = leafHash(crypto, fromHex(envelope.id)!);
        expect(
          verifyInclusion(
            crypto,
            leaf,
            i,
            count,
            proof.path.map((one) => fromHex(one)!),
            fromHex(body.root)!,
          ),
        ).to.equal(true);
      });
    });
  }

  it("refuses an empty window, one too large, and a core of another engine", () => {
    expect(() => sealWindow(crypto, place, [])).to.throw(RangeError);
    expect(() =>
      sealWindow(
        crypto,
        place,
        Array.from({ length: 257 }, () => core),
      ),
    ).to.throw(RangeError);
    expect(() =>
      sealWindow(crypto, place, [{ ...core, engine_version: "calc-engine/0" }]),
    ).to.throw(RangeError);
  });
});
