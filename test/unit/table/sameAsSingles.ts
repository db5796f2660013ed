/** Holds a table, and its rows as text and as bare numbers, against the same computations made one by one. */
import { valueBits } from "../../../protocol/encoding/bits.js";
import { compute } from "../../../protocol/kernel/compute.js";
import { planChain, type ChainPlan } from "../../../protocol/kernel/plan.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import { Table, type Column } from "../../../protocol/table/columns.js";
import { tableCsv, tableOctets, type AnsweredRows } from "../../../protocol/table/media.js";
import { computeTable } from "../../../protocol/table/rows.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";

const DOUBLE_BYTES = 8;

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
  return differs(plan, table);
}

/**
 * Up to four inputs of an operator are axes of a grid, of which one runs by equal ratios; the others
 * are constants.
 * @returns what differs, or null
 */
export function gridDiffers(
  registry: Registry,
  id: string,
  { axes, from, pick }: { readonly axes: number; readonly from: number; readonly pick: number },
): string | null {
  const plan = planChain(registry, [id]);
  if (plan.status === "invalid") return plan.message;
  const inputs = plan.operators[0]?.compiled?.inputs ?? [];
  const names = inputs.map(({ name }) => name);
  if (names.length === 0) return null;
  const columns: Record<string, Column> = {};
  const grid: string[] = [];
  names.forEach((_, i) => {
    const name = names[(i + pick) % names.length]!;
    const steps: readonly Column[] = [
      { from, to: from * 8, count: 3, spacing: "log" },
      { from: -from, to: from, step: from },
      [from, 2],
      { from: 1, to: 2, count: 2 },
    ];
    if (i < Math.min(axes, steps.length)) {
      columns[name] = steps[i]!;
      grid.push(name);
    } else columns[name] = 1 + ((pick + i) % 7);
  });
  return differs(plan, new Table({ columns, grid }));
}

function differs(plan: ChainPlan, table: Table): string | null {
  const all = Array.from({ length: table.count }, (_, row) => row);
  const result = computeTable(nodeCrypto, plan, table);
  const alone = all.map((row) => compute(plan, { inputs: table.inputsAt(row) }));
  if (result.status === "invalid")
    return alone.some(({ status }) => status === "invalid") ? null : result.message;
  if (result.status === "none")
    return alone.some(({ status }) => status === "value") ? "a value is missing" : null;
  const { unit } = result.kernel;
  const { rows }: { readonly rows: Rows } = JSON.parse(`{${result.kernel.rows!.members.slice(1)}}`);
  const octets = tableOctets({ ...rows, unit });
  const numbers = new DataView(octets.buffer, octets.byteOffset);
  const lines = tableCsv(table, { ...rows, unit }).split("\r\n");
  const [count, cells] = [table.count, table.names.length + 1];
  for (const [row, one] of alone.entries()) {
    const [value, uncertainty] = [rows.values[row], rows.uncertainties[row]];
    const [text, stated] = lines[row + 1]!.split(",").slice(cells);
    const bare = [row, count + row].map((at) => numbers.getFloat64(at * DOUBLE_BYTES, true));
    const isOtherUnit = one.status === "value" && one.unit !== unit;
    if (one.status !== "value" || isOtherUnit) {
      if (value !== null) return `row ${row} has a value, alone it has none`;
      if (text !== "" || !bare.every(Number.isNaN)) return `row ${row}: ${text}, ${bare.join()}`;
      continue;
    }
    const isSame =
      value !== null &&
      valueBits(value!) === valueBits(one.value) &&
      Object.is(uncertainty, one.uncertainty);
    if (!isSame) return `row ${row}: ${value} +/- ${uncertainty}, alone ${one.value}`;
    const isShown = Number(text) === one.value && Number(stated) === one.uncertainty;
    if (!isShown) return `row ${row} of the text: ${text} +/- ${stated}, alone ${one.value}`;
    if (!Object.is(bare[0], one.value) || !Object.is(bare[1], one.uncertainty))
      return `row ${row} of the numbers: ${bare.join(" +/- ")}, alone ${one.value}`;
  }
  return null;
}

interface Rows {
  readonly values: readonly (number | null)[];
  readonly uncertainties: readonly (number | null)[];
  readonly refused: AnsweredRows["refused"];
}
