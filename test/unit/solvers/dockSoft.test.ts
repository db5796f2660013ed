import { readFileSync } from "node:fs";
import { expect } from "chai";
import { Field } from "../../../protocol/solvers/dock/energy.js";
import { readLigand, readReceptor } from "../../../protocol/solvers/dock/pdbqt.js";
import { Ligand, minimise, moved, startPose } from "../../../protocol/solvers/dock/pose.js";
import { SoftLandscape, softBytesMax } from "../../../protocol/solvers/dock/soft.js";

interface Row {
  readonly case: string;
  readonly body: { readonly receptor: string; readonly ligand: string };
}
const { rows }: { readonly rows: readonly Row[] } = JSON.parse(
  readFileSync("test/vectors/solvers/dock.json", "utf8"),
);
const imatinib = rows.find((row) => row.case.startsWith("imatinib"))!.body;
const low = [5, 44, 7];
const edges = [20, 20, 20];

function both(): { readonly exact: Ligand; readonly soft: Ligand } {
  const [molecule, receptor] = [readLigand(imatinib.ligand), readReceptor(imatinib.receptor)];
  const field = new Field(receptor);
  return {
    exact: new Ligand(molecule, field, null),
    soft: new Ligand(molecule, new SoftLandscape(molecule, receptor, field, low, edges), {
      low,
      high: low.map((from, k) => from + edges[k]!),
    }),
  };
}

describe("dock: the softened mesh", () => {
  it("is near the function at a pose without clashes, inside and between molecules", () => {
    const { exact, soft } = both();
    const pose = minimise(exact, startPose(exact.molecule), 500, 1e-4).pose;
    exact.energy(pose);
    soft.energy(pose);
    expect(soft.between).to.be.closeTo(exact.between, 0.1 * Math.abs(exact.between));
    expect(soft.within).to.be.closeTo(exact.within, 0.05);
  });

  it("leads by its minimum to that of the function", () => {
    const { exact, soft } = both();
    const found = minimise(
      exact,
      minimise(soft, startPose(soft.molecule), 500, 1e-4).pose,
      500,
      1e-5,
    );
    expect(found.energy).to.be.closeTo(
      minimise(exact, startPose(exact.molecule), 500, 1e-5).energy,
      0.2,
    );
  });

  it("has the slopes of its energy", () => {
    const { soft } = both();
    const pose = moved(
      startPose(soft.molecule),
      Float64Array.from({ length: soft.freedoms }, (_, k) => 0.013 * ((k % 5) - 2)),
      1,
    );
    soft.energy(pose);
    const gradient = soft.gradient.slice();
    for (let k = 0; k < soft.freedoms; k += 1) {
      const step = new Float64Array(soft.freedoms);
      step[k] = 1;
      const h = 1e-8;
      const slope =
        (soft.energy(moved(pose, step, h)) - soft.energy(moved(pose, step, -h))) / (2 * h);
      expect(gradient[k]!, `freedom ${k}`).to.be.closeTo(
        slope,
        1e-3 * Math.max(1, Math.abs(slope)),
      );
    }
  });

  it("lets no atom cost more than ten, wherever it is", () => {
    const { exact, soft } = both();
    const { molecule } = soft;
    const heavy = molecule.isHydrogen.filter((flag) => flag === 0).length;
    let clashes = 0;
    for (let shift = -6; shift <= 6; shift += 1) {
      const step = new Float64Array(soft.freedoms);
      step[0] = shift;
      const pose = moved(startPose(molecule), step, 1);
      exact.energy(pose);
      soft.energy(pose);
      expect(soft.between).to.be.below(10 * heavy);
      if (exact.between > 10 * heavy) clashes += 1;
    }
    expect(clashes).to.be.above(0);
  });

  it("costs no more than it says, however large the box", () => {
    expect(softBytesMax([120, 120, 120])).to.be.below(180e6);
    expect(softBytesMax([10, 10, 10])).to.be.below(60e6);
  });
});
