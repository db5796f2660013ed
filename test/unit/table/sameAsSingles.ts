/** Holds a table against the same computations made one by one. */
import { valueBits } from "../../../protocol/encoding/bits.js";
import { compute } from "../../../protocol/kernel/compute.js";
import { planChain } from "../../../protocol/kernel/plan.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import { Table } from "../../../protocol/table/columns.js";
import { computeTable } from "../../../protocol/table/rows.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";

/**
 * One input of an operator runs over the values, the others keep one.
 * @returns what differs, or null
 */
export function tableDiffers(
  registry: Registry,
  id: string,
  values: readonly number[],
  pick: number,
): string | null {
  const plan = planChain(registry, [id]);
  if (plan.status === "invalid") return plan.message;
  const compiled = plan.operators[0]?.compiled ?? null;
  const names = compiled?.inputs.map(({ name }) => name) ?? [];
  if (names.length === 0) return null;
  const running = names[pick % names.length]!;
  const fixed = Object.fromEntries(names.map((name, i) => [name, 1 + ((pick + i) % 7)]));
  const table = new Table({ columns: { ...fixed, [running]: [...values] } });
  const result = computeTable(nodeCrypto, plan, table);
  const alone = values.map((x) => compute(plan, { inputs: { ...fixed, [running]: x } }));
  if (result.status === "invalid")
    return alone.some(({ status }) => status === "invalid") ? null : result.message;
  if (result.status === "none")
    return alone.some(({ status }) => status === "value") ? "a value is missing" : null;
  const { rows }: { readonly rows: Rows } = JSON.parse(`{${result.kernel.rows!.members.slice(1)}}`);
  for (const [row, one] of alone.entries()) {
    const [value, uncertainty] = [rows.values[row], rows.uncertainties[row]];
    const isOtherUnit = one.status === "value" && one.unit !== result.kernel.unit;
    if (one.status !== "value" || isOtherUnit) {
      if (value !== null) return `row ${row} has a value, alone it has none`;
      continue;
    }
    const isSame =
      value !== null &&
      valueBits(value!) === valueBits(one.value) &&
      Object.is(uncertainty, one.uncertainty);
    if (!isSame) return `row ${row}: ${value} +/- ${uncertainty}, alone ${one.value}`;
  }
  return null;
}

interface Rows {
  readonly values: readonly (number | null)[];
  readonly uncertainties: readonly (number | null)[];
}
