/** Holds a table, and its rows as text and as bare numbers, against the same computations made one by one. */
import { valueBits } from "../../../protocol/encoding/bits.js";
import { compute } from "../../../protocol/chains/compute.js";
import { planChain, type ChainPlan } from "../../../protocol/chains/plan.js";
import type { KernelResult, KernelValue } from "../../../protocol/chains/result.js";
import { whyNone } from "../../../protocol/kernel/whyNone.js";
import { valueExampleOf } from "../../../protocol/operators/record.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import { Table, type Column, type TableInputs } from "../../../protocol/table/columns.js";
import { tableCsv, tableOctets } from "../../../protocol/table/media.js";
import type { RowsRefused } from "../../../protocol/kernel/table/rowList.js";
import { RowTree } from "../../../protocol/table/leaves.js";
import {
  computeTable,
  computeTablePart,
  joinTable,
  leafOf,
} from "../../../protocol/kernel/table/rows.js";
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

/** Cells of a table by row, in the order of the inputs of an operator. */
export interface DrawnRows {
  /** Each is a multiple of the value in the operator's example. */
  readonly cells: readonly (readonly number[])[];
  /** Relative, of the first so many inputs. */
  readonly uncertain: readonly number[];
}

/**
 * All inputs of an operator run, around the values of its example.
 * @returns what differs, or null
 */
export function drawnDiffers(
  registry: Registry,
  id: string,
  { cells, uncertain }: DrawnRows,
): string | null {
  const plan = planChain(registry, [id]);
  if (plan.status === "invalid") return plan.message;
  const record = registry.entries.find((one) => one.id === id)!.record;
  const example = valueExampleOf(record)?.inputs ?? {};
  const names = Object.keys(example);
  if (names.length === 0) return null;
  const columns: Record<string, number[]> = {};
  const uncertainties: Record<string, number[]> = {};
  names.forEach((name, at) => {
    const values = cells.map((row) => {
      const x = example[name]! * row[at % row.length]!;
      return Number.isInteger(example[name]) ? Math.round(x) : x;
    });
    columns[name] = values;
    const relative = uncertain[at];
    if (relative !== undefined) uncertainties[name] = values.map((x) => Math.abs(x) * relative);
  });
  const isUncertain = Object.keys(uncertainties).length > 0;
  return differs(plan, new Table({ columns, ...(isUncertain ? { uncertainties } : {}) }));
}

/** The leaves that rows have which were computed alone. */
function rootOf(alone: readonly KernelResult[], unit: string | null): string {
  const tree = new RowTree(nodeCrypto, alone.length);
  for (const one of alone)
    tree.add(
      one.status === "value" && one.unit !== unit ? { refused: "another-unit" } : leafOf(one),
    );
  return tree.root();
}

function refusedAlone(alone: readonly KernelResult[]): ReadonlyMap<number, string> {
  const whys = new Map<number, string>();
  alone.forEach((one, row) => {
    if (one.status !== "value") whys.set(row, whyNone(one));
  });
  return whys;
}

function refusalsDiffer(
  refused: readonly RowsRefused[],
  alone: readonly KernelResult[],
): string | null {
  const byRow = new Map(refused.flatMap(({ message, rows }) => rows.map((row) => [row, message])));
  for (const [row, why] of refusedAlone(alone))
    if (byRow.get(row) !== why) return `row ${row} is told "${byRow.get(row)}", alone "${why}"`;
  return null;
}

const PARTS = 3;

/**
 * The same rows by parts: as ranges that workers compute, and as tables of their own that were sent
 * as JSON, as nodes of the mesh compute them.
 */
function partsDiffer(plan: ChainPlan, table: Table, { rows, unit }: KernelValue): string | null {
  const ends = Array.from({ length: PARTS + 1 }, (_, i) => Math.floor((table.count * i) / PARTS));
  const parts = ends.slice(1).flatMap((to, i) => {
    const from = ends[i]!;
    if (from === to) return [];
    const range = computeTablePart(nodeCrypto, plan, table, { from, to });
    return [{ from, to, range }];
  });
  for (const { from, range, to } of parts) {
    const sent: TableInputs = JSON.parse(
      JSON.stringify({ columns: table.part(from, to), ...uncertaintiesOf(table, from, to) }),
    );
    // A part whose columns are all constants is no table of its own.
    if (Object.values(sent.columns).every((column) => typeof column === "number")) continue;
    const whole = { from: 0, to: to - from };
    const alone = computeTablePart(nodeCrypto, plan, new Table(sent), whole);
    if (JSON.stringify(alone) !== JSON.stringify(range))
      return `rows ${from} to ${to} are others as a table of their own`;
  }
  const joined = joinTable(
    nodeCrypto,
    plan,
    parts.map(({ range }) => range),
  );
  // Parts that begin with different units are computed again as one.
  if (joined === null) return null;
  if (joined.status !== "value") return "the parts have no value";
  const { kernel } = joined;
  const isSame =
    kernel.unit === unit &&
    kernel.rows!.root === rows!.root &&
    kernel.rows!.members === rows!.members;
  return isSame ? null : "the parts are others than the whole";
}

function uncertaintiesOf(table: Table, from: number, to: number): Partial<TableInputs> {
  const by = new Map<string, number[]>();
  for (let row = from; row < to; row += 1)
    for (const [name, u] of Object.entries(table.uncertaintiesAt(row) ?? {}))
      by.set(name, [...(by.get(name) ?? []), u]);
  return by.size === 0 ? {} : { uncertainties: Object.fromEntries(by) };
}

function differs(plan: ChainPlan, table: Table): string | null {
  const all = Array.from({ length: table.count }, (_, row) => row);
  const result = computeTable(nodeCrypto, plan, table);
  const alone = all.map((row) =>
    compute(plan, {
      inputs: table.inputsAt(row),
      uncertainties: table.uncertaintiesAt(row),
    }),
  );
  if (result.status === "invalid") {
    const first = alone.find(({ status }) => status === "invalid");
    return first?.status === "invalid" && first.message === result.message ? null : result.message;
  }
  if (result.status === "none")
    return alone.some(({ status }) => status === "value")
      ? "a value is missing"
      : refusalsDiffer(result.refused, alone);
  const { unit } = result.kernel;
  if (rootOf(alone, unit) !== result.kernel.rows!.root) return "the root is not that of the rows";
  const { rows }: { readonly rows: Rows } = JSON.parse(`{${result.kernel.rows!.members.slice(1)}}`);
  const reasons = refusalsDiffer(rows.refused, alone) ?? partsDiffer(plan, table, result.kernel);
  if (reasons !== null) return reasons;
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
  readonly refused: readonly RowsRefused[];
}
