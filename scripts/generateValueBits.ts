/**
 * Writes the bits this engine answers to every case of the conformance corpus. Bits that are known
 * are left as they are, unless the engine version is another: each is a sealed value. With `--check` nothing
 * is written, and the exit code is 1 when the file is out of date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { valueBits } from "../protocol/encoding/bits.js";
import { evaluateUnnamed } from "../protocol/equations/index.js";
import { compute } from "../protocol/chains/compute.js";
import { planChain } from "../protocol/chains/plan.js";
import { unstampedCases, type Stamp } from "../protocol/conformance/conformance.js";
import type { ConformanceCase } from "../protocol/conformance/conformanceCase.js";
import { builtinRegistry } from "../protocol/operators/index.js";
import { executeJob } from "../protocol/solvers/execute.js";
import { loadSolver } from "../protocol/solvers/load.js";
import { ENGINE_VERSION } from "../protocol/version.js";
import { refuseChanges, type PinnedValues } from "./math/pinnedValues.js";

const FILE = "protocol/operators/valueBits.json";
const registry = builtinRegistry();

const pinnedOf = ({ engine_version, bits: known }: Stamp): PinnedValues => ({
  engineVersion: engine_version,
  values: new Map(Object.entries(known)),
});

async function valueOf(one: ConformanceCase): Promise<number> {
  if (one.operation === "solver") {
    const { solver, body } = one.request;
    return executeJob(await loadSolver(solver), body, { aborted: false }).result.value + 0;
  }
  if (one.operation === "playgroundCompute") {
    const outcome = evaluateUnnamed(one.request);
    if (outcome.status === "value") return outcome.value;
    throw new Error(`${one.id}: ${JSON.stringify(outcome)}`);
  }
  const plan = planChain(registry, one.request.operators);
  if (plan.status === "invalid") throw new Error(`${one.id}: ${plan.message}`);
  const result = compute(plan, one.request);
  if (result.status === "value") return result.value;
  throw new Error(`${one.id}: ${JSON.stringify(result)}`);
}

const bits: [string, string][] = [];
for (const one of unstampedCases(registry)) {
  if (!("refusal" in one.expect)) bits.push([one.id, valueBits(await valueOf(one))]);
}
bits.sort(([a], [b]) => (a < b ? -1 : 1));
const stamp: Stamp = {
  engine_version: ENGINE_VERSION,
  registry_version: registry.registryVersion,
  bits: Object.fromEntries(bits),
};
const text = `${JSON.stringify(stamp, null, 1)}\n`;
const written = readFileSync(FILE, "utf8");
if (!process.argv.includes("--check")) {
  const pinned = JSON.parse(written) as Stamp;
  if (!refuseChanges(FILE, pinnedOf(pinned), pinnedOf(stamp))) writeFileSync(FILE, text);
} else if (written !== text) {
  process.stderr.write(`${FILE} is out of date\n`);
  process.exitCode = 1;
}
