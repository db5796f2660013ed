import { readFileSync } from "node:fs";
import { expect } from "chai";
import { isOwnSolver } from "../../../protocol/kernel/reexecute.js";
import { verifyHeld } from "../../../protocol/kernel/verifyAnswer.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { ENGINE_VERSION } from "../../../protocol/version.js";
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

  it("knows a solver of its own by engine, name and version", () => {
    // The form of docs/receipts.md: `calc-engine/2+heat/1`.
    for (const { id, version } of solverCards) {
      expect(isOwnSolver(`${ENGINE_VERSION}+${id}/${version}`), id).to.equal(true);
      expect(isOwnSolver(`${ENGINE_VERSION}+${id}/${version + 1}`), id).to.equal(false);
      expect(isOwnSolver(`${ENGINE_VERSION}0+${id}/${version}`), id).to.equal(false);
    }
    expect(isOwnSolver(`${ENGINE_VERSION}+nobody/1`)).to.equal(false);
    expect(isOwnSolver(ENGINE_VERSION)).to.equal(false);
  });
});
