/**
 * Every member of a receipt of each kind, changed alone and in pairs by somebody who seals it again:
 * only what no computation decides may stay, and what our engine did not compute is never valid.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { valueBits } from "../../../protocol/encoding/bits.js";
import { quoteJob } from "../../../protocol/economy/price.js";
import { equationsText, masterSumText } from "../../../protocol/kernel/answer.js";
import { planChain } from "../../../protocol/chains/plan.js";
import type { KernelValue } from "../../../protocol/chains/result.js";
import type { SolvedAgain } from "../../../protocol/kernel/reexecute.js";
import { solve, solverEngine } from "../../../protocol/kernel/solved.js";
import { solveAgain } from "../../../protocol/kernel/solveAgain.js";
import { isWorthSolving, verifyHeld } from "../../../protocol/kernel/verifyAnswer.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { boundOf } from "../../../protocol/precision.js";
import { inputsHash } from "../../../protocol/seal/envelope.js";
import type { EnvelopeCore } from "../../../protocol/seal/members.js";
import type { Verdict } from "../../../protocol/seal/verdict.js";
import { loadSolver } from "../../../protocol/solvers/load.js";
import { Table } from "../../../protocol/table/columns.js";
import { computeTable, tableRow } from "../../../protocol/kernel/table/rows.js";
import { NOW, changed, honest, sealedBy, withContents, type Draft } from "../../kit/forger.js";
import { runs, sample } from "../../kit/runs.js";

const SEED = 35_004;
const registry = builtinRegistry();
const modules = { crypto, registry };
const COLUMNS = { m: [1, 2, 3], a: 2 };

/** What a run gives, as a node would seal it. */
function draftOf(kernel: KernelValue, inputs: JsonObject, core: Partial<EnvelopeCore>): Draft {
  const stamp = honest(registry, ["KO42"], {})!.core;
  const masterSum: JsonObject = JSON.parse(masterSumText(kernel));
  return {
    core: {
      ...stamp,
      equations_hash: crypto.sha256Hex(equationsText(kernel)),
      inputs_hash: inputsHash(crypto, { inputs }),
      master_sum_hash: crypto.sha256Hex(masterSumText(kernel)),
      operatorChain: kernel.operatorChain,
      precision_actual: kernel.precisionActual,
      uncertainty: kernel.uncertainty,
      unit: kernel.unit,
      value: kernel.value,
      value_bits: valueBits(kernel.value),
      ...core,
    },
    equations: kernel.equations,
    masterSum,
    inputs,
  };
}

async function solved(name: string, inputs: JsonObject): Promise<Draft> {
  const solver = await loadSolver(name);
  const run = solve(crypto, solver, inputs, "none", { aborted: false });
  const solution = run.kernel.solution;
  return draftOf(run.kernel, inputs, {
    credits: quoteJob(run.work, solver.operators?.(run.inputs)).credits,
    engine_version: `calc-engine/2+${solverEngine(solver)}`,
    fields_hash: solution.fieldsHash,
    precision_bound: boundOf(solution),
    ...(solution.differential ? { seal_kind: "observable-differential" as const } : {}),
  });
}

function table(): Draft {
  const plan = planChain(registry, ["NM19"]);
  if (plan.status === "invalid") throw new Error(plan.message);
  const table = computeTable(crypto, plan, new Table({ columns: COLUMNS }));
  if (table.status !== "value") throw new Error(table.status);
  const { count, root } = table.kernel.rows!;
  const { credits } = table.quote;
  const inputs = { columns: COLUMNS };
  return draftOf(table.kernel, inputs, { credits, rows_count: count, rows_root: root });
}

const ZEROS = "0".repeat(64);
/** Values for each member of a core; undefined leaves it out. */
const CORES: Readonly<Record<string, readonly unknown[]>> = {
  R_t: [1, 1.001],
  calcond: [0, 1_000_000, 9e12],
  credits: [1, 2, 4, 5, 1_000],
  engine_version: [
    "calc-engine/0",
    "calc-engine/2",
    "calc-engine/2+",
    "calc-engine/2+heat/1",
    "calc-engine/2+sat/999",
    "calc-engine/2+sat/01",
    "calc-engine/2+toString/1",
    "calc-engine/2+zzz/1",
  ],
  fields_hash: [null, ZEROS],
  funding: ["free", "paid"],
  metric_shift: [0, -0.001, 1],
  operatorChain: [
    ["KO42"],
    ["KO42", "NM19"],
    ["KO42", "NM21"],
    ["KO42", "NM19", "NM19"],
    ["KO42", "ZZZ999"],
    ["KO42", "sat"],
    ["KO42", "nm19"],
    ["NM19"],
  ],
  phase: [0, 0.5],
  precision_actual: [0, 1e-16, 1e-5, 1],
  precision_bound: [0, 1e-3, 1],
  registry_version: [ZEROS, "x"],
  rows_count: [undefined, 1, 4],
  rows_root: [undefined, ZEROS],
  seal_kind: [undefined, "observable-differential"],
  uncertainty: [0, 1e-300, 5],
  unit: [null, "kg", "", "N "],
  value: [0, 1, 42, -1],
};
const CONTENTS: Readonly<Record<string, readonly unknown[]>> = {
  equations: [[], ["x"]],
  masterSum: [{}, { total: 1 }],
  inputs: ["another", "absent", "strange"],
  uncertainties: [{}, { m: 0.5 }, { zz: 1 }],
};
const CHANGES: readonly (readonly [string, unknown])[] = Object.entries({
  ...CORES,
  ...CONTENTS,
}).flatMap(([member, values]) => values.map((value) => [member, value] as const));

function inputsWith(inputs: JsonObject, what: unknown): JsonObject {
  const [[name, first] = ["none", 0], ...others] = Object.entries(inputs);
  const rest = Object.fromEntries(others);
  if (what === "absent") return rest;
  if (what === "strange") return { ...inputs, zz: 3 };
  const another =
    typeof first === "number" ? 2 * first + 1 : typeof first === "string" ? `${first}1 0\n` : {};
  return { ...rest, [name]: another };
}

function lied(draft: Draft, [member, value]: readonly [string, unknown]): Draft {
  if (member === "value") return changed(draft, { value: Number(value) });
  if (member === "inputs") return withContents(draft, { inputs: inputsWith(draft.inputs, value) });
  if (Object.hasOwn(CONTENTS, member)) return withContents(draft, { [member]: value });
  const { [member]: _, ...others }: Readonly<Record<string, unknown>> = { ...draft.core };
  const core = value === undefined ? others : { ...others, [member]: value };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a forger keeps to no type
  return { ...draft, core: core as unknown as EnvelopeCore };
}

/** Members that no computation decides: when, for whom, and what is the same as before. */
const FREE = new Set(["R_t", "calcond", "funding", "phase"]);
function isFree(draft: Draft, lie: Draft): boolean {
  const strip = ({ core, equations, inputs, masterSum, uncertainties = {} }: Draft) =>
    canonicalize({
      core: Object.fromEntries(
        Object.entries(core).filter(([name]) => !FREE.has(name) && name !== "inputs_hash"),
      ),
      equations,
      inputs,
      masterSum,
      uncertainties,
    });
  return strip(draft) === strip(lie);
}

/** Runs of solvers, by their engine and inputs. */
const runsMade = new Map<string, Promise<SolvedAgain | null>>();

async function verdictOn(draft: Draft): Promise<Verdict> {
  const held = sealedBy(draft);
  const expected = { nowCalcond: NOW };
  let again: SolvedAgain | null = null;
  if (isWorthSolving(modules, held, expected)) {
    const job = canonicalize([draft.core.engine_version, draft.inputs]);
    const run = runsMade.get(job) ?? solveAgain(crypto, held);
    runsMade.set(job, run);
    again = await run;
  }
  return verifyHeld(modules, held, again === null ? expected : { ...expected, solved: again })
    .verdict;
}

/** A lie that is not refuted must be of another engine or registry, or decide nothing. */
async function check(kind: string, draft: Draft, lie: Draft, what: string): Promise<void> {
  const verdict = await verdictOn(lie);
  if (verdict === "valid") expect(isFree(draft, lie), `${kind}: ${what} is valid`).equal(true);
  else if (verdict === "sound") {
    const { engine_version: engine, registry_version: version } = lie.core;
    const isForeign = version !== registry.registryVersion || engine !== draft.core.engine_version;
    expect(isForeign, `${kind}: ${what} is sound`).equal(true);
  }
}

describe("forged receipts of every kind", () => {
  const kinds = new Map<string, Draft>();
  before(async () => {
    const force = { m: 2, a: 9.8 };
    kinds.set("modulation alone", honest(registry, ["KO42"], {})!);
    kinds.set("closed form", honest(registry, ["NM19"], force)!);
    kinds.set("with an uncertainty", honest(registry, ["NM19"], force, { m: 0.1 })!);
    const work = { ...force, d: 5, theta: 0.2 };
    kinds.set("chain", honest(registry, ["NM19", "NM24"], work)!);
    kinds.set("sat", await solved("sat", { cnf: "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n" }));
    kinds.set("unsatisfiable", await solved("sat", { cnf: "p cnf 1 2\n1 0\n-1 0\n" }));
    const beam = { E: 1e9, nu: 0.3, length: 10, height: 1, load: 1000, mesh: [2, 1] };
    kinds.set("coarse mesh", await solved("fea", beam));
    kinds.set("table", table());
  });

  it("are refuted where one member is changed", async () => {
    for (const [kind, draft] of kinds) {
      expect(await verdictOn(draft), kind).equal("valid");
      for (const change of sample(CHANGES, 3))
        await check(kind, draft, lied(draft, change), JSON.stringify(change));
    }
  });

  it(`are refuted where two are (seed ${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds.keys()),
        fc.constantFrom(...CHANGES),
        fc.constantFrom(...CHANGES),
        async (kind, one, other) => {
          const draft = kinds.get(kind)!;
          const lie = lied(lied(draft, one), other);
          await check(kind, draft, lie, JSON.stringify([one, other]));
        },
      ),
      { seed: SEED, numRuns: runs(60, 10_000) },
    );
  });

  it("a row is refuted by its own figures, and by those of the receipt that it is shown with", () => {
    const plan = planChain(registry, ["NM19"]);
    if (plan.status === "invalid") throw new Error(plan.message);
    const { inputs, leaf, path } = tableRow(crypto, plan, new Table({ columns: COLUMNS }), 1);
    if ("refused" in leaf) throw new Error(leaf.refused);
    const { precisionActual, uncertainty, value } = leaf;
    const row = { row: 1, inputs, value, unit: "N", uncertainty, path };
    const whole = { ...row, precision_actual: precisionActual };
    const draft = kinds.get("table")!;
    const verdict = (members: object, receipt: Draft = draft): Verdict =>
      verifyHeld(modules, { ...whole, ...members, receipt: sealedBy(receipt) }, { nowCalcond: NOW })
        .verdict;
    expect(verdict({})).equal("valid");
    for (const members of [
      { row: 0 },
      { inputs: { ...inputs, m: 7 } },
      { inputs: { ...inputs, zz: 7 } },
      { value: 5 },
      { value: null, refused: "domain-error" },
      { unit: "kg" },
      { uncertainty: 1 },
      { precision_actual: 0.5 },
      { path: [] },
      { note: "trust me" },
    ])
      expect(verdict(members), JSON.stringify(members)).equal("invalid");
    // Its place under the root is right whatever else the receipt says.
    for (const change of sample(CHANGES, 3)) {
      const lie = lied(draft, change);
      if (isFree(draft, lie) || change[0].endsWith("_version")) continue;
      expect(verdict({}, lie), JSON.stringify(change)).equal("invalid");
    }
  });
});
