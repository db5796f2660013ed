import { readFileSync } from "node:fs";
import { expect } from "chai";
import { isOwnSolver, reexecute, type SolvedAgain } from "../../../protocol/kernel/reexecute.js";
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

  it("says of each engine what it compares, and why not", () => {
    const { registry } = modules;
    const { id, version } = solverCards[0]!;
    const engineHere = `${ENGINE_VERSION}+${id}/${version}`;
    const core = (engine: string, operatorChain: readonly string[] = ["KO42", id]) => ({
      engine_version: engine,
      registry_version: registry.registryVersion,
      operatorChain,
    });
    const said = (
      claimed: Parameters<typeof reexecute>[2],
      uncertainties?: Readonly<Record<string, number>>,
      solved: SolvedAgain | null = null,
    ): string => {
      const asked = { inputs: {}, uncertainties };
      const { reasons, verdict } = reexecute(nodeCrypto, registry, claimed, asked, solved);
      return `${verdict}: ${reasons.join("; ")}`;
    };
    const refused = { engine: `${id}/${version}`, refusal: "too coarse" };
    for (const [found, expected] of [
      // A transition of a contract, by its engine alone.
      [said(core(`${ENGINE_VERSION}+contract/1`)), /^no-value: .* no transition of a contract$/],
      [
        said(core(`${ENGINE_VERSION}+contract/2`)),
        /^no-value: this engine has no solver contract$/,
      ],
      [said(core(`${ENGINE_VERSION}+${id}/0`)), /^no-value: this engine has no solver/],
      [
        said(core(engineHere, ["KO42", "NM19"])),
        /^not-comparable: its solver was not run again here$/,
      ],
      [said(core(engineHere, ["KO42", "XX1"])), /^no-value: this registry has no operator XX1$/],
      [said(core(`${ENGINE_VERSION}+${id}/${version + 1}`)), /^not-comparable: .* this is/],
      [said(core(`calc-engine/0+${id}/1`)), /^not-comparable: it was computed by calc-engine\/0/],
      [
        said({ ...core(engineHere), registry_version: "other" }),
        /^not-comparable: .* registry other/,
      ],
      [said(core(engineHere), undefined, refused), /^no-value: computed again, .* too coarse$/],
      [
        said(core(engineHere), { x: 1 }, refused),
        /^no-value: a solver takes no uncertainties of inputs$/,
      ],
      [said(core(engineHere), undefined, { ...refused, engine: `${id}/0` }), /not run again here$/],
    ] as const)
      expect(found).to.match(expected);
  });
});
