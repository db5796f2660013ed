import { expect } from "chai";
import { MODULATION_ID, resolveChain } from "../../../protocol/operators/chain.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";

describe("protocol/operators/chain", () => {
  const registry = builtinRegistry();

  function resolved(...ids: string[]): readonly string[] {
    const result = resolveChain(registry, ids);
    if (!result.ok) throw new Error(result.message);
    expect(result.operators.map((entry) => entry.id)).to.deep.equal(result.chain.slice(1));
    return result.chain;
  }

  function refused(...ids: string[]): { code: string; message: string } {
    const result = resolveChain(registry, ids);
    if (result.ok) throw new Error(`${ids.join(" ")} was accepted`);
    return result;
  }

  it("puts KO42 first when it is left out", () => {
    expect(MODULATION_ID).to.equal("KO42");
    expect(resolved("NM21")).to.deep.equal(["KO42", "NM21"]);
    expect(resolved("KO42", "NM21")).to.deep.equal(["KO42", "NM21"]);
    expect(resolved("KO42")).to.deep.equal(["KO42"]);
  });

  it("accepts up to three domain operators, in the order given, one of them twice if wanted", () => {
    expect(resolved("NM19", "NM23", "QM10")).to.deep.equal(["KO42", "NM19", "NM23", "QM10"]);
    expect(resolved("KO42", "NM19", "NM19")).to.deep.equal(["KO42", "NM19", "NM19"]);
  });

  it("names the rule that is broken", () => {
    const rules: readonly (readonly [readonly string[], RegExp])[] = [
      [[], /at least one/],
      [["NM21", "KO42"], /first operator/],
      [["KO42", "KO42"], /once; here it stands 2 times/],
      [["KO42", "NM19", "KO42"], /once/],
      [["NM19", "NM20", "NM21", "NM23"], /at most 3 domain operators.*here are 4/],
      [["KO42", "NM19", "NM20", "NM21", "NM23"], /here are 4/],
    ];
    for (const [ids, message] of rules) {
      const result = refused(...ids);
      expect(result.code, ids.join(" ")).to.equal("OPERATOR_CHAIN");
      expect(result.message).to.match(message);
    }
  });

  it("answers an unknown id with the three nearest", () => {
    const result = resolveChain(registry, ["NM12"]);
    expect(result).to.include({ ok: false, code: "UNKNOWN_OPERATOR", operator: "NM12" });
    if (result.ok || result.code !== "UNKNOWN_OPERATOR")
      throw new Error("expected an unknown operator");
    expect(result.nearest).to.have.length(3);
    expect(result.nearest).to.include("NM21");
    for (const id of result.nearest) expect(registry.get(id), id).to.not.equal(undefined);
    expect(result.message).to.contain('"NM12"');
    expect(refused("nm21").message).to.contain("NM21");
    expect(refused("__proto__").code).to.equal("UNKNOWN_OPERATOR");
  });
});
