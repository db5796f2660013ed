/**
 * One digest of what the operators' examples evaluate to, for every engine and machine to agree on.
 */
import { createHash } from "node:crypto";
import { valueBits } from "../../protocol/encoding/bits.js";
import { compute } from "../../protocol/chains/compute.js";
import { planChain } from "../../protocol/chains/plan.js";
import {
  builtinRegistry,
  refusalExampleOf,
  valueExampleOf,
} from "../../protocol/operators/index.js";

/** A line an operator: `id bits unit uncertainty-bits`, or `id refused kind`. Sorted by id. */
export function exampleLines(): string[] {
  const registry = builtinRegistry();
  return registry.entries
    .map(({ record }) => {
      const example = valueExampleOf(record);
      const plan = planChain(registry, [record.id]);
      if (plan.status === "invalid") throw new Error(`${record.id}: ${plan.message}`);
      const result = compute(plan, { inputs: example?.inputs ?? {} });
      if (result.status === "value") {
        return `${record.id} ${valueBits(result.value)} ${result.unit} ${valueBits(result.uncertainty)}`;
      }
      if (result.status !== "refused" || refusalExampleOf(record) === null) {
        throw new Error(`${record.id}: its own example is ${result.status}`);
      }
      return `${record.id} refused ${result.refusal.kind}`;
    })
    .sort((a, b) => (a < b ? -1 : 1));
}

/** SHA-256 in hexadecimal over the lines, each ended by a newline. */
export function valuesDigest(): string {
  return createHash("sha256")
    .update(
      exampleLines()
        .map((line) => `${line}\n`)
        .join(""),
    )
    .digest("hex");
}
