import { readFileSync } from "node:fs";
import { expect } from "chai";
import { verifyHeld } from "../../../protocol/kernel/verifyAnswer.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";

interface Vectors {
  readonly now: number;
  readonly receipts: readonly {
    readonly name: string;
    readonly receipt: { readonly envelope?: { readonly generation: string } };
  }[];
}

const { now, receipts }: Vectors = JSON.parse(
  readFileSync("test/vectors/seal/receipts.json", "utf8"),
);
const modules = { crypto: nodeCrypto, registry: builtinRegistry() };

describe("re-execution of receipts", () => {
  for (const generation of ["v1", "pre_genesis"]) {
    it(`calls no ${generation} receipt valid: it does not name the engine that computed it`, () => {
      const old = receipts.filter(({ receipt }) => receipt.envelope?.generation === generation);
      expect(old).to.not.have.lengthOf(0);
      for (const { name, receipt } of old) {
        const proof = verifyHeld(modules, receipt, { nowCalcond: now });
        expect(proof, name).to.include({ verdict: "sound", valid: false });
        expect(proof.reasons, name).to.deep.equal([
          "its generation does not name the engine that computed it",
        ]);
        expect(proof.reexecution?.verdict, name).to.equal("not-comparable");
      }
    });
  }
});
