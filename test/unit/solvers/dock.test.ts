import { readFileSync } from "node:fs";
import { expect } from "chai";
import { Field } from "../../../protocol/solvers/dock/energy.js";
import { readLigand, readReceptor } from "../../../protocol/solvers/dock/pdbqt.js";
import { Ligand, moved, startPose } from "../../../protocol/solvers/dock/pose.js";
import { dock } from "../../../protocol/solvers/dock/solver.js";
import { bitsOf, checkCommon, missingOf, refusalOf, solve, valueAt } from "./motion.js";

type Spot = readonly [number, number, number, string];

function atom(n: number, [x, y, z, type]: Spot): string {
  const number = (value: number): string => value.toFixed(3).padStart(8);
  return (
    `ATOM  ${`${n}`.padStart(5)}  ${type.charAt(0)}   UNL     1    ` +
    `${number(x)}${number(y)}${number(z)}  1.00  0.00     0.000 ${type}\n`
  );
}

const pocket: readonly Spot[] = [
  [0, 0, 0, "C"],
  [3.1, 0.2, -1, "OA"],
  [-2.2, 2.9, 0.4, "N"],
  [-2, 3.6, 1.1, "HD"],
  [1, -3.4, 0.3, "C"],
  [0.5, 1.2, -4, "C"],
  [4.2, 3.3, 1.7, "NA"],
];
/** Four atoms, one torsion, and a second one at its end. */
const chain: readonly Spot[] = [
  [0.2, 0.3, 3.6, "C"],
  [1.4, 0.9, 4.2, "C"],
  [2.6, 0.2, 4.3, "OA"],
  [1.3, 2.3, 4.7, "N"],
  [2.2, 2.9, 5, "HD"],
  [0.1, 3, 4.9, "C"],
];

function receptorOf(spots: readonly Spot[]): string {
  return spots.map((spot, i) => atom(i + 1, spot)).join("");
}

function ligandOf(spots: readonly Spot[]): string {
  const lines = spots.map((spot, i) => atom(i + 1, spot));
  return (
    `ROOT\n${lines.slice(0, 3).join("")}ENDROOT\nBRANCH   2   4\n` +
    `${lines.slice(3, 5).join("")}BRANCH   4   6\n${lines[5]!}` +
    "ENDBRANCH   4   6\nENDBRANCH   2   4\nTORSDOF 2\n"
  );
}

const body = { receptor: receptorOf(pocket), ligand: ligandOf(chain) };
const box = { center: [0.5, 0.5, 3], size: [10, 10, 8] };

interface Row {
  readonly case: string;
  readonly body: { readonly receptor: string; readonly ligand: string };
}
const { rows }: { readonly rows: readonly Row[] } = JSON.parse(
  readFileSync("test/vectors/solvers/dock.json", "utf8"),
);
const imatinib = rows.find((row) => row.case.startsWith("imatinib"))!.body;

describe("solver dock", () => {
  checkCommon(dock, { ...body, mode: "dock", box, exhaustiveness: 1, steps: 3, seed: 5 });

  it("scores nothing at a distance and refuses nothing for it", () => {
    const far = chain.map(([x, y, z, type]): Spot => [x + 300, y, z, type]);
    expect(solve(dock, { ...body, ligand: ligandOf(far) }).result.value).to.equal(0);
  });

  it("calls a clash unfavourable", () => {
    const ligand = `ROOT\n${atom(1, [0.3, 0.2, 0.1, "C"])}ENDROOT\nTORSDOF 0\n`;
    expect(solve(dock, { ...body, ligand }).result.value).to.be.greaterThan(5);
  });

  it("does not change when both turn by right angles, move, or change their order", () => {
    const { value } = solve(dock, body).result;
    const turn = ([x, y, z, type]: Spot): Spot => [-y + 12.5, z - 7, -x + 3.25, type];
    const both = {
      receptor: receptorOf(pocket.map(turn).reverse()),
      ligand: ligandOf(chain.map(turn)),
    };
    expect(solve(dock, both).result.value).to.be.closeTo(value, 1e-9);
  });

  it("has the slopes of its energy", () => {
    const molecule = readLigand(imatinib.ligand);
    const ligand = new Ligand(molecule, new Field(readReceptor(imatinib.receptor)), null);
    const pose = moved(
      startPose(molecule),
      Float64Array.from({ length: ligand.freedoms }, (_, k) => 0.01 * ((k % 5) - 2)),
      1,
    );
    ligand.energy(pose);
    const gradient = ligand.gradient.slice();
    for (let k = 0; k < ligand.freedoms; k += 1) {
      const step = new Float64Array(ligand.freedoms);
      step[k] = 1;
      const h = 1e-6;
      const slope =
        (ligand.energy(moved(pose, step, h)) - ligand.energy(moved(pose, step, -h))) / (2 * h);
      expect(gradient[k]!, `freedom ${k}`).to.be.closeTo(
        slope,
        1e-4 * Math.max(1, Math.abs(slope)),
      );
    }
  });

  it("keeps every bond and angle when torsions turn", () => {
    const molecule = readLigand(body.ligand);
    const ligand = new Ligand(molecule, new Field(readReceptor(body.receptor)), null);
    ligand.place(
      moved(startPose(molecule), Float64Array.of(1, 2, 3, 0.4, -0.9, 0.2, 1.1, -2.3), 1),
    );
    const apart = (x: Float64Array, i: number, j: number): number =>
      Math.hypot(
        x[3 * i]! - x[3 * j]!,
        x[3 * i + 1]! - x[3 * j + 1]!,
        x[3 * i + 2]! - x[3 * j + 2]!,
      );
    for (const [i, j] of [
      [0, 1],
      [0, 2],
      [1, 3],
      [0, 3],
      [3, 4],
      [3, 5],
      [1, 5],
    ] as const) {
      expect(apart(ligand.x, i, j)).to.be.closeTo(apart(molecule.at, i, j), 1e-12);
    }
    expect(Math.abs(apart(ligand.x, 0, 5) - apart(molecule.at, 0, 5))).to.be.greaterThan(0.1);
  });

  it("goes down to a minimum that a restart does not leave", () => {
    const scored = solve(dock, imatinib).result.value;
    const { gate, result } = solve(dock, { ...imatinib, mode: "minimise" });
    expect(result.value).to.be.lessThan(scored - 0.3);
    expect(result.outputs["rmsd_from_input"]!.value).to.be.lessThan(1);
    expect(gate.error).to.be.at.most(1e-4);
  });

  it("searches by its seed, and finds what another seed finds", () => {
    const job = { ...body, mode: "dock", box, exhaustiveness: 3, steps: 60 };
    const first = solve(dock, { ...job, seed: 1 });
    expect(bitsOf(solve(dock, { ...job, seed: 1 }))).to.equal(bitsOf(first));
    const other = solve(dock, { ...job, seed: 2 });
    expect(bitsOf(other)).to.not.equal(bitsOf(first));
    expect(other.result.value).to.be.closeTo(first.result.value, 0.2);
    const whole = (solved: typeof first): number =>
      valueAt(solved, "outputs.between") + valueAt(solved, "outputs.within");
    expect(whole(first)).to.be.lessThan(whole(solve(dock, { ...body, mode: "minimise" })) + 1e-3);
    expect(valueAt(first, "named.poses.0.rank")).to.equal(1);
    const missed = Math.abs(valueAt(first, "named.poses.0.score") - first.result.value);
    const doubt = valueAt(first, "named.poses.0.score_uncertainty");
    expect(doubt).to.be.above(0);
    expect(missed).to.be.at.most(3 * doubt);
  });

  it("says what is absent or wrong", () => {
    expect(missingOf(dock, { ...body, mode: "dock" })).to.equal("box");
    for (const ligand of [
      "nothing",
      body.ligand.replace("ENDBRANCH   4   6\n", ""),
      body.ligand.replace("BRANCH   2   4", "BRANCH   2   9"),
      body.ligand.replace("   0.200   0.300", "   x.200   0.300"),
      `MODEL 1\n${body.ligand}MODEL 2\n`,
    ]) {
      expect(refusalOf(dock, { ...body, ligand }).code, ligand.slice(0, 60)).to.equal(
        "INVALID_BODY",
      );
    }
    expect(refusalOf(dock, { ...body, receptor: body.ligand }).code).to.equal("INVALID_BODY");
    expect(
      refusalOf(dock, { ...body, mode: "dock", box: { center: [0, 0, 0], size: [10, 0, 10] } })
        .code,
    ).to.equal("INVALID_BODY");
    expect(refusalOf(dock, { ...body, exhaustiveness: 1e9 }).code).to.equal("INVALID_BODY");
  });

  it("would not pass as a count of atoms, a constant or another pose", () => {
    const wanted = -12.513;
    const passes = (value: number): boolean => Math.abs(value / wanted - 1) < 0.1;
    const moved2 = imatinib.ligand.replaceAll(
      /^(ATOM.{26})(.{8})/gm,
      (_, head: string, x: string) => head + (Number(x) + 1).toFixed(3).padStart(8),
    );
    expect(
      [
        solve(dock, imatinib).result.value,
        -0.3 * 37,
        0,
        solve(dock, { ...imatinib, ligand: moved2 }).result.value,
      ].map(passes),
    ).to.deep.equal([true, false, false, false]);
  });
});
