/**
 * scripts/seal/recompute.py computes what the engine computes, bit for bit. Long, because it takes
 * python3, which npm does not bring; the Python was written from docs/receipts.md, section 10.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import * as fc from "fast-check";
import {
  calcondReceipt,
  protocolMember,
  timelessMembers,
} from "../../../protocol/kernel/answer.js";
import { compute } from "../../../protocol/chains/compute.js";
import { planChain } from "../../../protocol/chains/plan.js";
import { DOMAINS } from "../../../scripts/records/operators/domains.js";
import type { OperatorEntry } from "../../../protocol/operators/entry.js";
import { loadRegistry } from "../../kit/loadRegistry.js";
import { valueExampleOf } from "../../../protocol/operators/record.js";
import { SeededRandom } from "../../../scripts/sim/random.js";

const SEED = 20_261_126;
const RANDOM_EACH = Number(process.env["RECOMPUTED_EACH"] ?? 3);
const VECTORS_NTH = 40;
const CHAINS_EACH = 4;
/** Draws for each case that is wanted: of some records few have a value. */
const DRAWS = 40;
/** Without a scale an input is drawn around the example's, up to this factor away. */
const SPREAD = 3;
/** The same where a condition between the inputs leaves few of those draws a value. */
const NARROW_SPREAD = 1.3;
/** Relative uncertainties. */
const SIZES = [1e-12, 1e-6, 1e-3, 0.03, 0.3];
const TWO_53 = 9_007_199_254_740_992;

type Inputs = Readonly<Record<string, number>>;
/** As a case of the conformance corpus, with all that the engine says. */
interface Case {
  readonly id: string;
  readonly operation: "compute";
  readonly request: {
    readonly operators: readonly string[];
    readonly inputs: Inputs;
    readonly uncertainties: Inputs;
  };
  readonly expect: object;
}

const registry = loadRegistry(DOMAINS);
/** KO42 alone is 1 by definition and evaluates nothing. */
const closedForms = registry.entries.filter(
  ({ id, record }) => record.kind === "closed-form" && id !== "KO42",
);

/** A number between two, each of its decades as likely where both have one sign. */
function between(low: number, high: number): fc.Arbitrary<number> {
  const unit = fc.noBias(fc.integer({ min: 0, max: TWO_53 - 1 })).map((n) => n / TWO_53);
  if (low > 0) return unit.map((u) => low * Math.pow(high / low, u));
  if (high < 0) return unit.map((u) => high * Math.pow(low / high, u));
  return unit.map((u) => low + (high - low) * u);
}

function inputsOf({ record }: OperatorEntry, spread: number): fc.Arbitrary<Inputs> {
  const { inputs } = valueExampleOf(record)!;
  const drawn = Object.entries(inputs).map(([name, value]) => {
    const scale = spread === SPREAD ? record.scale?.[name] : undefined;
    const [a, b] = scale ?? [value / spread, value * spread];
    const number = between(Math.min(a, b), Math.max(a, b));
    // A binomial of a half has no value, and not every record says so of its inputs.
    const counts = spread === NARROW_SPREAD && Number.isInteger(value);
    const isWhole = counts || record.symbols[name]?.whole === true;
    return [name, isWhole ? number.map(Math.round) : number] as const;
  });
  return fc.record(Object.fromEntries(drawn));
}

/** What an answer says beside its receipt. */
const BESIDE = new Set(
  (
    "uncertainty_source operator_id masterEquation master_terms functional_equation precisionBound " +
    "calcond_variance calcond_averaged precision_scale protocol calcond_receipt assumed notes"
  ).split(" "),
);

/** What the engine says of these inputs; null where they have no value, or one of them is not used. */
function caseOf(
  operators: readonly string[],
  inputs: Inputs,
  uncertainties: Inputs = {},
): Case | null {
  const plan = planChain(registry, operators);
  if (plan.status !== "plan") throw new Error(plan.message);
  const result = compute(plan, { inputs, uncertainties });
  if (result.status !== "value" || Object.keys(result.unused).length > 0) return null;
  const text = `{${timelessMembers(result)},${protocolMember(result)},${calcondReceipt(result, "")}}`;
  const said: Record<string, unknown> = JSON.parse(text);
  const answer = Object.fromEntries(Object.entries(said).filter(([name]) => BESIDE.has(name)));
  return {
    id: operators.join(),
    operation: "compute",
    request: { operators, inputs, uncertainties },
    expect: { ...said, credits: plan.quote.credits, answer },
  };
}

function exampleCase({ id, record }: OperatorEntry): Case {
  return caseOf([id], valueExampleOf(record)!.inputs)!;
}

/** Uncertainties of about every second input, most small, some as large as the input. */
function uncertain(inputs: Inputs, seed: number): Inputs {
  const random = new SeededRandom(`${SEED} ${seed}`);
  const parts = Object.entries(inputs).flatMap(([name, value]) =>
    random.int(2) === 0
      ? []
      : [[name, Math.abs(value) * SIZES[random.int(SIZES.length)]! * (1 + random.int(99) / 99)]],
  );
  return Object.fromEntries(parts);
}

function randomCases(entry: OperatorEntry, index: number): Case[] {
  return [SPREAD, NARROW_SPREAD]
    .flatMap((spread) =>
      fc.sample(inputsOf(entry, spread), { seed: SEED + index, numRuns: DRAWS * RANDOM_EACH }),
    )
    .map((drawn, i) => caseOf([entry.id], drawn, uncertain(drawn, index * 1_000 + i)))
    .filter((one) => one !== null)
    .slice(0, RANDOM_EACH);
}

/** Two operators behind each other, the first of which gives an input of the second. */
function chainCases(first: OperatorEntry, index: number): Case[] {
  const symbol = first.record.result!.symbol;
  return closedForms
    .filter(({ record }) => symbol in record.symbols)
    .slice(0, CHAINS_EACH)
    .flatMap((second) => {
      const [a, b] = [first, second].map(({ record }) => valueExampleOf(record)!.inputs);
      const { [symbol]: _carried, ...inputs } = { ...b, ...a };
      const chain = caseOf(["KO42", first.id, second.id], inputs, uncertain(inputs, index));
      return chain === null ? [] : [chain];
    });
}

describe(`scripts/seal/recompute.py (seed ${SEED})`, () => {
  const dir = mkdtempSync(join(tmpdir(), "calcmesh-recompute-"));
  after(() => rmSync(dir, { recursive: true }));

  function recomputed(cases: readonly object[]): string {
    const file = join(dir, "cases.json");
    writeFileSync(file, JSON.stringify({ cases }));
    const run = spawnSync("python3", ["scripts/seal/recompute.py", file], { encoding: "utf8" });
    expect(run.stderr).to.equal("");
    return run.stdout;
  }

  it("rounds the functions of the page as the vectors of the mathematical library say", () => {
    const run = spawnSync(
      "python3",
      ["scripts/seal/rounded.py", join("test", "vectors", "math"), String(VECTORS_NTH)],
      { encoding: "utf8" },
    );
    expect(run.stderr).to.equal("");
    expect(run.stdout).to.match(/^\d{4} vectors, 0 differ, \d+ not computed\n$/);
  });

  it("gives the bits of every example of a closed form", () => {
    const cases = closedForms.map(exampleCase);
    expect(recomputed(cases)).to.equal(`${cases.length} agree, 0 differ, 0 not checked\n`);
  });

  it("gives the bits of three random inputs of each", () => {
    const cases = closedForms.flatMap(randomCases);
    expect(cases).to.have.length(RANDOM_EACH * closedForms.length);
    expect(recomputed(cases)).to.equal(`${cases.length} agree, 0 differ, 0 not checked\n`);
  });

  it("gives the bits of chains of two", () => {
    const cases = closedForms.flatMap(chainCases);
    expect(cases.length).to.be.above(1_000);
    expect(recomputed(cases)).to.equal(`${cases.length} agree, 0 differ, 0 not checked\n`);
  });
});
