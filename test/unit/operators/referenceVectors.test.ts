import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { z } from "zod";
import { loadRegistry } from "../../../protocol/operators/loadRegistry.js";
import { refusalExampleOf } from "../../../protocol/operators/record.js";

const point = z.strictObject({
  operator: z.string(), inputs: z.record(z.string(), z.number()), value: z.number(),
});
const published = point.extend({ rel_tol: z.number().positive(), source: z.string().min(10) });
type Point = z.output<typeof point>;

const DOMAINS = join("protocol", "operators", "domains");
const VECTORS = join("test", "vectors", "operators");
const POINT_REL_TOL = 1e-12;

function readJson(...path: string[]): unknown {
  return JSON.parse(readFileSync(join(...path), "utf8"));
}

const registry = loadRegistry(readdirSync(DOMAINS).sort().map((file) => readJson(DOMAINS, file)));

function difference(row: Point, relTol: number): string | null {
  const entry = registry.get(row.operator);
  const outcome = entry?.compiled?.evaluate(row.inputs);
  const where = `${row.operator} at ${JSON.stringify(row.inputs)}`;
  if (outcome?.status !== "value") {
    return `${where}: ${JSON.stringify(outcome ?? entry?.refusal ?? "unknown id")}`;
  }
  const relative = Math.abs(outcome.value - row.value) / Math.abs(row.value);
  return relative <= relTol ? null : `${where}: ${outcome.value}, expected ${row.value}`;
}

describe("operators: values computed or published elsewhere", () => {
  it("agree with mpmath at 50 digits away from the examples (scripts/reference/vectors.py)", () => {
    const points = z.array(point).parse(readJson(VECTORS, "points.json"));
    expect(new Set(points.map((row) => row.operator)).size).to.be.at.least(100);
    const wrong = points.map((row) => difference(row, POINT_REL_TOL))
      .filter((line) => line !== null);
    expect(wrong).to.deep.equal([]);
  });

  for (const row of z.array(published).parse(readJson(VECTORS, "published.json"))) {
    it(`${row.operator}: ${row.source}`, () => {
      expect(difference(row, row.rel_tol)).to.equal(null);
    });
  }

  it("refuse what is not one number by the kind the record names", () => {
    const refusing = registry.entries.filter((entry) => refusalExampleOf(entry.record) !== null);
    const kinds = refusing.map((entry) => [entry.id, entry.refusal?.kind]);
    expect(kinds).to.deep.equal([
      ["ESO10", "ode"], ["ESO11", "ode"], ["ESO12", "inequality"], ["ESO13", "sum"],
      ["ESO15", "sum"], ["ESO16", "stochastic-differential"], ["ESO17", "ode"], ["ESO2", "ode"],
      ["GR33", "tensor-equation"],
      ["QFT_COMMUTATION", "commutator"], ["QFT_PATH_INTEGRAL", "path-integral"],
      ["QFT_PROPAGATOR", "complex-value"], ["QFT_SELF_ENERGY", "complex-value"],
      ["QFT_WARD_IDENTITY", "tensor-equation"],
    ]);
  });
});
