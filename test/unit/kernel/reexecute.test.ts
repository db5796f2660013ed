import { readFileSync } from "node:fs";
import { expect } from "chai";
import { verifyHeld } from "../../../protocol/kernel/verifyAnswer.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";

interface Vectors {
  readonly receipts: readonly {
    readonly name: string;
    readonly receipt: { readonly envelope?: { readonly generation: string } };
  }[];
}

const { receipts }: Vectors = JSON.parse(readFileSync("test/vectors/seal/receipts.json", "utf8"));
const modules = { crypto: nodeCrypto, registry: builtinRegistry() };

describe("re-execution of receipts", () => {
  for (const generation of ["v1", "pre_genesis"]) {
    it(`holds no ${generation} receipt against this engine, which it does not name`, () => {
      const old = receipts.filter(({ receipt }) => receipt.envelope?.generation === generation);
      expect(old).to.not.have.lengthOf(0);
      for (const { name, receipt } of old) {
        const proof = verifyHeld(modules, receipt);
        expect(proof.valid, `${name}: ${proof.reasons.join("; ")}`).to.equal(true);
        expect(proof.reexecution?.verdict, name).to.be.oneOf(["agrees", "not-comparable"]);
      }
    });
  }
});
