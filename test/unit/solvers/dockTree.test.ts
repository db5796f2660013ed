/** A ligand brings its tree of rotatable bonds, or it is none (Vina refuses what has no ROOT). */
import { expect } from "chai";
import { dock } from "../../../protocol/solvers/dock/solver.js";
import { refusalOf, solve } from "./motion.js";

const RECEPTOR = [
  [0, 0, 4, "OA"],
  [3, 0, 4, "C "],
  [0, 3, 4, "OA"],
  [3, 3, 4, "C "],
  [1.5, 1.5, -4, "OA"],
] as const;
const CHAIN = [
  [0, 0, 0, "C "],
  [1.5, 0, 0, "C "],
  [2, 1.4, 0, "C "],
  [3.5, 1.4, 0, "OA"],
] as const;

function atom(i: number, [x, y, z, type]: readonly [number, number, number, string]): string {
  const at = [x, y, z].map((value) => value.toFixed(3).padStart(8)).join("");
  return `ATOM  ${String(i).padStart(5)}  ${type[0]!}   RES A   1    ${at}  1.00  0.00    +0.000 ${type}\n`;
}

const receptor = RECEPTOR.map((one, i) => atom(i + 1, one)).join("");
const [a = "", b = "", c = "", d = ""] = CHAIN.map((one, i) => atom(i + 1, one));
const WHOLE = `ROOT\n${a}${b}ENDROOT\nBRANCH   2   3\n${c}${d}ENDBRANCH   2   3\nTORSDOF 1\n`;

describe("solver dock: the ligand's tree", () => {
  it("scores the whole tree, its torsion counted", () => {
    // -0.18283560417976 of the rigid atoms over 1 + 0.05846 (Trott and Olson 2010, table 1).
    const { value } = solve(dock, { receptor, ligand: WHOLE, mode: "score" }).result;
    expect(value).to.be.closeTo(-0.1828356041797627 / (1 + 0.05846), 1e-12);
  });

  it("refuses atoms without a tree, outside of it, and side chains", () => {
    const cases: readonly (readonly [string, string])[] = [
      [`${a}${b}${c}${d}`, "ROOT"],
      [`${a}ROOT\n${b}ENDROOT\nBRANCH   2   3\n${c}${d}ENDBRANCH   2   3\n`, "before ROOT"],
      [`ROOT\n${a}${b}ENDROOT\n${c}${d}`, "after ENDROOT"],
      [`ROOT\n${a}${b}${c}${d}`, "ENDROOT"],
      [`ROOT\n${a}${b}ROOT\n${c}${d}ENDROOT\n`, "ROOT"],
      [`ROOT\n${a}${b}\nBRANCH   2   3\n${c}${d}ENDBRANCH   2   3\nENDROOT\n`, "ENDROOT"],
      [`${WHOLE}ROOT\n${a}ENDROOT\n`, "ROOT"],
      [`BEGIN_RES LIG L 1\n${WHOLE}END_RES LIG L 1\n`, "BEGIN_RES"],
      ["", "ROOT"],
    ];
    for (const [ligand, says] of cases) {
      const refusal = refusalOf(dock, { receptor, ligand, mode: "score" });
      expect(refusal.code, ligand.slice(0, 40)).to.equal("INVALID_BODY");
      if (ligand !== "") expect(refusal.message, ligand.slice(0, 40)).to.include(says);
    }
    const side = `${receptor}BEGIN_RES RES A 1\n${a}END_RES RES A 1\n`;
    expect(refusalOf(dock, { receptor: side, ligand: WHOLE, mode: "score" }).message).to.include(
      "side chain",
    );
  });
});
