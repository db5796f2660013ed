import { expect } from "chai";
import * as fc from "fast-check";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import type { JsonObject, JsonValue } from "../../../protocol/ports.js";
import {
  verifyReceiptStructure,
  type ReceiptExpectations,
} from "../../../protocol/seal/receipt.js";
import { tweetCrypto } from "../../../protocol/seal/tweetCrypto.js";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import {
  NOW_CALCOND,
  PROOF_KEY,
  answerOf,
  forgeriesText,
  forgeryVerdict,
  receiptsText,
  type Forgery,
  type ReceiptVector,
} from "../../../scripts/seal/receiptVectors.js";
import { vectorText } from "../encoding/vectors.js";
import {
  altered,
  leafPaths,
  objectOf,
  valueAt,
  withChange,
  type Step,
} from "../../../scripts/seal/jsonPaths.js";
import { runs } from "../../kit/runs.js";

const file: { publicKey: string; proofKey: string; receipts: ReceiptVector[] } = JSON.parse(
  vectorText("seal/receipts.json"),
);
const { receipts, publicKey } = file;
const SEED = 9_162;
const v3 = receipts.find((one) => one.name === "v3, envelope 4 of 5")!;
const v1 = receipts.find((one) => one.name.startsWith("v1"))!;
const preGenesis = receipts.find((one) => one.name === "pre_genesis")!;

function failures(receipt: unknown, expected: ReceiptExpectations = {}): string[] {
  const verdict = verifyReceiptStructure(crypto, receipt, { nowCalcond: NOW_CALCOND, ...expected });
  const failed = verdict.checks.some((check) => check.ok === false);
  // Nothing was computed again: whatever holds is sound, never valid.
  expect(verdict).to.include({ verdict: failed ? "invalid" : "sound", valid: false });
  expect(verdict.reasons).to.not.have.lengthOf(0);
  return verdict.checks.filter((check) => check.ok === false).map((check) => check.name);
}

describe("seal/receipt", () => {
  it("still writes the committed vectors", () => {
    expect(receiptsText()).to.equal(vectorText("seal/receipts.json"));
    expect(forgeriesText()).to.equal(vectorText("seal/forgeries.json"));
  });

  it("answers every committed forgery as stated", () => {
    const { forgeries }: { forgeries: Forgery[] } = JSON.parse(vectorText("seal/forgeries.json"));
    expect(forgeries.length).to.be.greaterThan(250);
    // Only the issuer can tell one calcProof from another, and a receipt is whole without it.
    const accepted = forgeries
      .filter((forgery) => forgery.verdict !== "invalid")
      .map((forgery) => forgery.path.join("."));
    expect([...new Set(accepted)]).to.deep.equal(["envelope.calcProof"]);
    for (const forgery of forgeries)
      expect(forgeryVerdict(forgery), JSON.stringify(forgery)).to.equal(forgery.verdict);
  });

  for (const { name, id, receipt, verdict: stated } of receipts) {
    it(`answers ${name} as stated, on both platforms: ${stated}`, () => {
      for (const primitives of [crypto, tweetCrypto]) {
        const verdict = verifyReceiptStructure(primitives, receipt, {
          key: publicKey,
          nowCalcond: NOW_CALCOND,
          ...(id === null ? {} : { id }),
        });
        expect(verdict, verdict.reasons.join("; ")).to.include({
          verdict: stated,
          valid: false,
          id,
          signer: publicKey,
          generation: name.split(",")[0],
        });
        if (stated === "sound") expect(verdict.reasons).to.deep.equal(["not computed again"]);
        else expect(verdict.reasons).to.have.lengthOf(1);
      }
    });
  }

  it("says what each generation means", () => {
    expect(verifyReceiptStructure(crypto, v3.receipt).detail).to.match(
      /^v3: the hash-link covers engine_version/,
    );
    expect(verifyReceiptStructure(crypto, v1.receipt).detail).to.match(/^v1: sound at best/);
    expect(verifyReceiptStructure(crypto, preGenesis.receipt).detail).to.match(
      /^pre_genesis: sound at best/,
    );
  });

  for (const vector of [v3, v1, preGenesis]) {
    it(`refuses ${vector.name} with any member changed`, () => {
      const paths = leafPaths(vector.receipt);
      expect(paths.length).to.be.greaterThan(25);
      for (const path of paths) {
        const forged = withChange(vector.receipt, path, altered);
        expect(failures(forged, { proofKey: PROOF_KEY }), path.join(".")).to.not.deep.equal([]);
      }
    });

    it(`refuses ${vector.name} with any member left out or added`, () => {
      for (const path of leafPaths(vector.receipt)) {
        // Without calcProof a receipt is whole: nobody but the issuer could have checked it.
        if (path.join(".") === "envelope.calcProof") continue;
        expect(
          failures(withChange(vector.receipt, path, () => undefined)),
          path.join("."),
        ).to.not.deep.equal([]);
      }
      for (const where of [[], ["envelope"], ["envelope", "core"], ["proof"]]) {
        expect(
          failures(withChange(vector.receipt, [...where, "extra"], () => 1)),
          where.join("."),
        ).to.deep.equal(["format"]);
      }
    });
  }

  it("refuses every flipped bit of every hash, key and signature", () => {
    for (const path of leafPaths(v3.receipt)) {
      const name = path[path.length - 1];
      if (name === "calcProof") continue;
      const text = valueAt(v3.receipt, path);
      if (typeof text !== "string" || !/^[0-9a-f]{16,}$/.test(text)) continue;
      for (let bit = 0; bit < text.length * 4; bit += runs(7, 1)) {
        const nibble = (Number.parseInt(text[bit >> 2]!, 16) ^ (1 << (bit & 3))).toString(16);
        const forged = withChange(
          v3.receipt,
          path,
          () => text.slice(0, bit >> 2) + nibble + text.slice((bit >> 2) + 1),
        );
        // The primitives are slow here; format and hashes alone must already fail unless the
        // signature is at stake.
        expect(failures(forged), `${path.join(".")} bit ${bit}`).to.not.deep.equal([]);
      }
    }
  });

  it("names the check that failed", () => {
    const cases: readonly (readonly [
      readonly Step[],
      (value: JsonValue | undefined) => JsonValue,
      string,
    ])[] = [
      [["envelope", "equations", 0], altered, "equations"],
      [["envelope", "master_sum", "total"], altered, "master-sum"],
      [["inputs", "m"], altered, "inputs"],
      [["envelope", "uncertainties", "m"], altered, "inputs"],
      [["envelope", "core", "value"], altered, "value-bits"],
      [["envelope", "core", "R_t"], altered, "modulation"],
      [["envelope", "core", "phase"], () => 0.1234567890123, "modulation"],
      [["proof", "index"], () => 3, "inclusion"],
      [["proof", "header", "calcond"], () => 5, "order"],
      [["proof", "sig"], altered, "signature"],
      [["envelope", "core", "precision_actual"], () => 2e-4, "precision"],
      [["envelope", "core", "operatorChain", 0], () => "NM21", "chain"],
      [["envelope", "core", "operatorChain", 2], () => "KO42", "chain"],
      [["proof", "count"], () => 6, "inclusion"],
      [["public_key"], altered, "signature"],
      [["proof", "header", "seq"], altered, "signature"],
    ];
    const { receipt } = v3;
    expect(objectOf(receipt.envelope).uncertainties).to.not.equal(undefined);
    for (const [path, change, name] of cases)
      expect(failures(withChange(receipt, path, change)), path.join(".")).to.include(name);
  });

  it("refuses another signer, another id and another issuer's calcProof", () => {
    expect(failures(v3.receipt, { key: "00".repeat(32) })).to.deep.equal(["signer"]);
    expect(failures(v3.receipt, { id: "00".repeat(32) })).to.deep.equal(["hash-link"]);
    expect(failures(v3.receipt, { proofKey: new Uint8Array(32) })).to.deep.equal(["calc-proof"]);
    expect(failures(preGenesis.receipt, { id: "00".repeat(32) })).to.deep.equal(["hash-link"]);
  });

  it("says which checks nobody can make here", () => {
    const open = verifyReceiptStructure(crypto, v3.receipt)
      .checks.filter((check) => check.ok === null)
      .map((check) => check.name);
    expect(open).to.deep.equal(["clock", "signer", "calc-proof", "value"]);
  });

  it("asks for re-execution with the core and what was asked", () => {
    const seen: unknown[] = [];
    const verdict = verifyReceiptStructure(crypto, v3.receipt, {
      nowCalcond: NOW_CALCOND,
      reexecute: (core, asked) => {
        seen.push([core.value, asked]);
        return { ok: false, detail: "another value" };
      },
    });
    expect(verdict.reasons).to.deep.equal(["another value"]);
    expect(seen).to.deep.equal([
      [
        -19.6133 / 5,
        { domain: undefined, inputs: { m: 2, a: -9.80665 }, uncertainties: { m: 0.001 } },
      ],
    ]);
  });

  it("refuses a v3 receipt dressed as v1, and the reverse", () => {
    expect(failures(withChange(v3.receipt, ["envelope", "generation"], () => "v1"))).to.deep.equal([
      "format",
    ]);
    expect(failures(withChange(v1.receipt, ["envelope", "generation"], () => "v3"))).to.deep.equal([
      "format",
    ]);
    const stripped = ["engine_version", "precision_actual", "precision_bound"].reduce<JsonObject>(
      (receipt, member) => withChange(receipt, ["envelope", "core", member], () => undefined),
      withChange(v3.receipt, ["envelope", "generation"], () => "v1"),
    );
    expect(failures(stripped)).to.include("inclusion");
  });

  describe("in the answer to a compute request", () => {
    const shifted = receipts.find((one) => one.name === "v3, metric shift, paid")!;

    it("finds the receipt, for every current vector", () => {
      for (const vector of receipts.filter(
        ({ name, verdict }) => verdict === "sound" && /^v3(?!.*answer)/.test(name),
      )) {
        expect(
          failures(answerOf(vector), { proofKey: PROOF_KEY, key: publicKey }),
          vector.name,
        ).to.deep.equal([]);
      }
    });

    it("reads the answer with members that no receipt covers", () => {
      expect(
        failures({
          ...answerOf(v3),
          masterEquation: "box(phi)",
          calcond_receipt: { pulse_hz: 1.287 },
        }),
      ).to.deep.equal([]);
    });

    it("refuses any changed member", () => {
      for (const vector of [v3, shifted]) {
        const answer = answerOf(vector);
        for (const path of leafPaths(answer)) {
          expect(
            failures(withChange(answer, path, altered), { proofKey: PROOF_KEY }),
            path.join("."),
          ).to.not.deep.equal([]);
        }
      }
    });

    it("accepts the receipt beside its id, and refuses it beside another", () => {
      expect(failures({ ...v3.receipt, receipt_id: v3.id })).to.deep.equal([]);
      expect(failures({ ...v3.receipt, receipt_id: v1.id })).to.deep.equal(["hash-link"]);
    });
  });

  it("answers any JSON and any object without an exception", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(verifyReceiptStructure(crypto, value).verdict).to.equal("invalid");
      }),
      { seed: SEED, numRuns: runs(250, 1_000) },
    );
    const cyclic: Record<string, unknown> = { envelope: {} };
    cyclic.envelope = cyclic;
    for (const value of [
      null,
      undefined,
      0,
      "",
      [],
      {},
      cyclic,
      { envelope: null },
      { envelope: { generation: "v3" } },
      "[".repeat(99),
    ]) {
      expect(verifyReceiptStructure(crypto, value).verdict).to.equal("invalid");
    }
    const paths = leafPaths(v3.receipt);
    fc.assert(
      fc.property(fc.nat(), fc.json(), (which, text) => {
        const value: JsonValue = JSON.parse(text);
        const path = paths[which % paths.length]!;
        const forged = withChange(
          v3.receipt,
          path.slice(0, 1 + (which % path.length)),
          () => value,
        );
        const verdict = verifyReceiptStructure(crypto, forged);
        if (canonicalize(forged) !== canonicalize(v3.receipt))
          expect(verdict.verdict === "sound" || path.includes("calcProof")).to.equal(
            path.includes("calcProof"),
          );
      }),
      { seed: SEED, numRuns: runs(250, 1_000) },
    );
  });
});
