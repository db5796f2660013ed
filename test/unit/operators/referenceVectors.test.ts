import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { loadRegistry } from "../../../protocol/operators/registry.js";
import { refusalExampleOf } from "../../../protocol/operators/schema.js";

interface Point { readonly operator: string; readonly inputs: Record<string, number>; readonly value: number }
interface Published extends Point { readonly rel_tol: number; readonly source: string }

const DOMAINS = join("protocol", "operators", "domains");
const VECTORS = join("test", "vectors", "operators");
const POINT_REL_TOL = 1e-12;

function readJson<T>(...path: string[]): T {
  return JSON.parse(readFileSync(join(...path), "utf8")) as T;
}

const registry = loadRegistry(readdirSync(DOMAINS).sort().map((file) => readJson<unknown>(DOMAINS, file)));

function difference(point: Point, relTol: number): string | null {
  const entry = registry.get(point.operator);
  const outcome = entry?.compiled?.evaluate(point.inputs);
  const where = `${point.operator} at ${JSON.stringify(point.inputs)}`;
  if (outcome?.status !== "value") return `${where}: ${JSON.stringify(outcome ?? entry?.refusal ?? "unknown id")}`;
  const relative = Math.abs(outcome.value - point.value) / Math.abs(point.value);
  return relative <= relTol ? null : `${where}: ${outcome.value}, expected ${point.value}`;
}

describe("operators: values computed or published elsewhere", () => {
  it("agree with mpmath at 50 digits away from the examples (scripts/reference/vectors.py)", () => {
    const points = readJson<Point[]>(VECTORS, "points.json");
    expect(new Set(points.map((point) => point.operator)).size).to.be.at.least(100);
    const wrong = points.map((point) => difference(point, POINT_REL_TOL)).filter((line) => line !== null);
    expect(wrong).to.deep.equal([]);
  });

  for (const row of readJson<Published[]>(VECTORS, "published.json")) {
    it(`${row.operator}: ${row.source}`, () => {
      expect(difference(row, row.rel_tol)).to.equal(null);
    });
  }

  it("refuse what is not one number by the kind the record names", () => {
    const refusing = registry.entries.filter((entry) => refusalExampleOf(entry.record) !== null);
    const kinds = refusing.map((entry) => [entry.id, entry.refusal?.kind]);
    expect(kinds).to.deep.equal([
      ["ESO10", "ode"], ["ESO11", "ode"], ["ESO12", "inequality"], ["ESO13", "sum"], ["ESO15", "sum"],
      ["ESO16", "stochastic-differential"], ["ESO17", "ode"], ["ESO2", "ode"], ["GR33", "tensor-equation"],
      ["QFT_COMMUTATION", "commutator"], ["QFT_PATH_INTEGRAL", "path-integral"],
      ["QFT_PROPAGATOR", "complex-value"], ["QFT_SELF_ENERGY", "complex-value"],
      ["QFT_WARD_IDENTITY", "tensor-equation"],
    ]);
  });
});
