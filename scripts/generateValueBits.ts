/**
 * Writes the bits this engine answers to every case of the conformance corpus. A person reads the
 * differences before committing them: each is a sealed value that changed. With `--check` nothing
 * is written, and the exit code is 1 when the file is out of date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { valueBits } from "../protocol/encoding/bits.js";
import { evaluateUnnamed } from "../protocol/equations/index.js";
import { compute } from "../protocol/kernel/compute.js";
import { planChain } from "../protocol/kernel/plan.js";
import { unstampedCases, type Stamp } from "../protocol/operators/conformance.js";
import type { ConformanceCase } from "../protocol/operators/conformanceCase.js";
import { builtinRegistry } from "../protocol/operators/index.js";
import { ENGINE_VERSION } from "../protocol/version.js";

const FILE = "protocol/operators/valueBits.json";
const registry = builtinRegistry();

function valueOf(one: ConformanceCase): number {
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

const bits: [string, string][] = unstampedCases(registry)
  .filter((one) => !("refusal" in one.expect))
  .map((one): [string, string] => [one.id, valueBits(valueOf(one))])
  .sort(([a], [b]) => (a < b ? -1 : 1));
const stamp: Stamp = {
  engine_version: ENGINE_VERSION, registry_version: registry.registryVersion,
  bits: Object.fromEntries(bits),
};
const text = `${JSON.stringify(stamp, null, 1)}\n`;
if (!process.argv.includes("--check")) writeFileSync(FILE, text);
else if (readFileSync(FILE, "utf8") !== text) {
  process.stderr.write(`${FILE} is out of date\n`);
  process.exitCode = 1;
}
