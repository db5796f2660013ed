import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as z from "zod";
import type { CompiledEquation } from "../../../protocol/equations/evaluation/evaluate.js";
import { DOMAINS } from "../../../scripts/records/operators/domains.js";
import { loadRegistry } from "../../kit/loadRegistry.js";
import { refusalExampleOf } from "../../../protocol/operators/record.js";

const point = z.strictObject({
  operator: z.string(),
  inputs: z.record(z.string(), z.number()),
  value: z.number(),
});
const published = point.extend({ rel_tol: z.number().positive(), source: z.string().min(10) });
const fact = point.extend({
  /** What `inputs` come from, and `value`: as printed, or the arithmetic of a textbook. */
  given: z.string(),
  printed: z.string().optional(),
  units: z.number().optional(),
  working: z.string().optional(),
  rel_tol: z.number().optional(),
  tolerance: z.number().positive(),
  source: z.string().min(10),
  origin: z.enum(["printed", "computed: python, from the law as printed"]),
});
const refusedFact = z.strictObject({
  operator: z.string(),
  refused: z.string(),
  source: z.string().min(10),
});
type Point = z.output<typeof point>;
type Fact = z.output<typeof fact> | z.output<typeof refusedFact>;

const VECTORS = join("test", "vectors", "operators");
const POINT_REL_TOL = 1e-12;
/** A step is halved until that changes the value by less. */
const INTEGRATED_REL_TOL = 1e-9;

function readJson(...path: string[]): unknown {
  return JSON.parse(readFileSync(join(...path), "utf8"));
}

const registry = loadRegistry(DOMAINS);

/** A fraction outside of 0 to 1, or less than nothing, is refused: the inputs contradict each other. */
function isRefusedRightly(
  { value }: Point,
  outcome: ReturnType<CompiledEquation["evaluate"]> | undefined,
): boolean {
  if (outcome?.status !== "refused") return false;
  const { kind, message } = outcome.refusal;
  if (kind !== "domain-error" || !message.includes("cannot be")) return false;
  return message.includes("is between 0 and 1") ? value < 0 || value > 1 : value < 0;
}

function difference(row: Point, relTol: number): string | null {
  const entry = registry.get(row.operator);
  const outcome = entry?.compiled?.evaluate(row.inputs);
  const where = `${row.operator} at ${JSON.stringify(row.inputs)}`;
  if (isRefusedRightly(row, outcome)) return null;
  if (outcome?.status !== "value") {
    return `${where}: ${JSON.stringify(outcome ?? entry?.refusal ?? "unknown id")}`;
  }
  const relative = Math.abs(outcome.value - row.value) / Math.abs(row.value);
  return relative <= relTol ? null : `${where}: ${outcome.value}, expected ${row.value}`;
}

/** A point that no body can have is refused by name. */
function answeredThough(row: Point): string | null {
  const outcome = registry.get(row.operator)?.compiled?.evaluate(row.inputs);
  const isRefused = outcome?.status === "refused" && outcome.refusal.kind === "domain-error";
  return isRefused ? null : `${row.operator} at ${JSON.stringify(row.inputs)} is answered`;
}

/** What a textbook example and the kernel differ in; null where they agree. */
function contradiction(row: Fact): string | null {
  const entry = registry.get(row.operator);
  if ("refused" in row) {
    const kind = entry?.refusal?.kind ?? "a value";
    return kind === row.refused ? null : `${row.operator}: ${kind}, expected ${row.refused}`;
  }
  const outcome = entry?.compiled?.evaluate(row.inputs);
  const isNear =
    outcome?.status === "value" && Math.abs(outcome.value - row.value) <= row.tolerance;
  return isNear ? null : `${JSON.stringify(row)}: ${JSON.stringify(outcome ?? "unknown id")}`;
}

describe("operators: values computed or published elsewhere", () => {
  it("agree with mpmath at 50 digits away from the examples (scripts/reference/vectors.py)", () => {
    const points = z.array(point).parse(readJson(VECTORS, "points.json"));
    // Those that break a range or a relation of their record, by scripts/reference/relations.py.
    const impossible = new Set(z.array(z.int()).parse(readJson(VECTORS, "impossible.json")));
    expect(new Set(points.map((row) => row.operator)).size).to.be.at.least(1_550);
    const tolerance = ({ operator }: Point): number =>
      registry.get(operator)?.record.kind === "ode" ? INTEGRATED_REL_TOL : POINT_REL_TOL;
    const wrong = points
      .map((row, i) => (impossible.has(i) ? answeredThough(row) : difference(row, tolerance(row))))
      .filter((line) => line !== null);
    expect(wrong).to.deep.equal([]);
  });

  for (const row of z.array(published).parse(readJson(VECTORS, "published.json"))) {
    it(`${row.operator}: ${row.source}`, () => {
      expect(difference(row, row.rel_tol)).to.equal(null);
    });
  }

  it("agree with textbook examples of every domain (scripts/reference/textbook.py)", () => {
    const facts = z.array(z.union([fact, refusedFact])).parse(readJson(VECTORS, "textbook.json"));
    const wrong = facts.map(contradiction).filter((line) => line !== null);
    expect(wrong).to.deep.equal([]);

    const rows = [...facts, ...z.array(published).parse(readJson(VECTORS, "published.json"))];
    const shown = new Map(registry.entries.map(({ record }) => [record.domain, new Set<string>()]));
    for (const { operator } of rows) {
      shown.get(registry.get(operator)!.record.domain)!.add(operator);
    }
    expect(shown.size).to.equal(65);
    const poor = [...shown].filter(([, operators]) => operators.size < 5).map(([domain]) => domain);
    expect(poor, "domains with examples of fewer than five operators").to.deep.equal([]);
  });

  it("refuse what is not one number by the kind the record names", () => {
    for (const entry of registry.entries) {
      const promised = refusalExampleOf(entry.record);
      expect(entry.refusal?.kind ?? null, entry.id).to.equal(promised);
    }
    const named = [
      "ESO12",
      "ESO16",
      "GR33",
      "QFT_COMMUTATION",
      "QFT_PATH_INTEGRAL",
      "QFT_PROPAGATOR",
      "QFT_SELF_ENERGY",
      "QFT_WARD_IDENTITY",
    ];
    expect(named.map((id) => registry.get(id)?.refusal?.kind)).to.deep.equal([
      "inequality",
      "stochastic-differential",
      "tensor-equation",
      "commutator",
      "path-integral",
      "complex-value",
      "complex-value",
      "tensor-equation",
    ]);
  });
});
