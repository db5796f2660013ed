/** The rows of a sweep as they are drawn: a curve over what runs, or a map over the axes of a grid. */
import { unitsOf } from "../../../api/cli/chain.js";
import type { OutputOf, RequestOf } from "../../../api/contract/definition/operation.js";
import type { nodeOperations } from "../../../api/contract/index.js";
import type { RowsDrawn } from "../../../api/readable/plot.js";
import { log10 } from "../../../protocol/math/logarithm.js";
import type { Table, TableInputs } from "../../../protocol/table/columns.js";
import { cardOf } from "../../../protocol/solvers/cards.js";
import { fieldSlot } from "../../../protocol/solvers/input.js";
import { ownRegistry } from "./ownRegistry.js";
import type { Series } from "./seriesFile.js";

type Asked = Omit<RequestOf<typeof nodeOperations.computeTable>, "columns"> &
  Pick<TableInputs, "columns">;
type Answer = OutputOf<typeof nodeOperations.computeTable>;

/** Values of one sign that differ by more are drawn over powers of ten, where what runs is. */
const LOG_RATIO_MIN = 100;

/** Names of the columns that run. */
export function running(table: Table): readonly string[] {
  return table.names.filter((name) => !table.isConstant(name));
}

/** A symbol, and no side of an equation that a solver solves. */
const SYMBOL = /^[\p{L}_][\p{L}\d_']*$/u;

export function resultName({ equations = [], operator_id: id = "value" }: Answer): string {
  const [left = "", right] = (equations[1] ?? "").split(" = ");
  return right !== undefined && SYMBOL.test(left) ? left : id;
}

/** Units of columns: of the inputs of operators, or of the fields of a solver. */
export function columnUnits({ operators, solver }: Asked): (name: string) => string | undefined {
  const card = solver === undefined ? null : cardOf(solver);
  const units = unitsOf(operators ?? [], ownRegistry);
  const unitOf = (name: string): string | null | undefined =>
    card === null ? units(name)?.unit : fieldSlot(card, name).unit?.text;
  return (name) => {
    const unit = unitOf(name) ?? "1";
    return unit === "1" ? undefined : unit;
  };
}

export function refusals(answer: Answer): ReadonlyMap<number, string> {
  return new Map(
    answer.rows.refused.flatMap(({ message, rows }) => rows.map((row) => [row, message] as const)),
  );
}

/** Whether a column runs with equal ratios. */
function isLogColumn({ columns }: Asked, name: string): boolean {
  const column = columns[name];
  return (
    typeof column === "object" &&
    "spacing" in column &&
    column.spacing === "log" &&
    column.from > 0 &&
    column.to > 0
  );
}

function isLogValue({ rows }: Answer): boolean {
  const values = (rows.values ?? []).filter((one) => one !== null);
  const [least, largest] = values.reduce(
    ([low, high], one) => [Math.min(low, one), Math.max(high, one)],
    [Infinity, 0],
  );
  return least > 0 && largest / least >= LOG_RATIO_MIN;
}

/** The rows over what runs: one axis, or the axes of the grid. */
export function rowsDrawn(asked: Asked, table: Table, answer: Answer): RowsDrawn {
  const units = columnUnits(asked);
  const names = asked.grid ?? running(table).slice(0, 1);
  const axes = names.map((name) => {
    const column = Array.from({ length: table.count }, (_, row) => table.inputsAt(row)[name]!);
    const values = asked.grid === undefined ? column : [...new Set(column)];
    return { name, unit: units(name) ?? "", values, isLog: isLogColumn(asked, name) };
  });
  return {
    name: resultName(answer),
    unit: answer.unit ?? "",
    shape: axes.map(({ values }) => values.length),
    data: answer.rows.values ?? [],
    uncertainties: answer.rows.uncertainties ?? [],
    axes,
    isLog: axes.some(({ isLog }) => isLog) && isLogValue(answer),
  };
}

export function seriesOf(asked: Asked, table: Table, answer: Answer): Series {
  const { names } = table;
  const { rows, unit } = answer;
  const why = refusals(answer);
  const [over = "row"] = running(table);
  const all = Array.from({ length: table.count }, (_, row) => row);
  const drawn = rowsDrawn(asked, table, answer);
  return {
    columns: ["row", ...names, resultName(answer), "uncertainty", "unit", "refused"],
    rows: all.map((row) => {
      const inputs = table.inputsAt(row);
      return [
        row,
        ...names.map((name) => inputs[name]!),
        rows.values?.[row] ?? null,
        rows.uncertainties?.[row] ?? null,
        unit ?? null,
        why.get(row) ?? null,
      ];
    }),
    name: resultName(answer),
    unit: unit ?? "1",
    counts: over,
    countsUnit: columnUnits(asked)(over) ?? "1",
    isLog: { counts: isLogColumn(asked, over), value: drawn.isLog === true },
    points: all
      .map(
        (row) =>
          [
            table.inputsAt(row)[over] ?? row,
            rows.values?.[row] ?? Number.NaN,
            rows.uncertainties?.[row] ?? 0,
          ] as const,
      )
      .toSorted(([a], [b]) => a - b),
    ...((asked.grid?.length ?? 0) < 2 ? {} : { field: mapOf(drawn) }),
  };
}

/** A map; what is logarithmic counts powers of ten. */
function mapOf({ axes, data, isLog, name, shape, unit }: RowsDrawn): NonNullable<Series["field"]> {
  const values = data.map((one) => one ?? Number.NaN);
  return {
    name: isLog === true ? `log10 ${name}` : name,
    unit: unit === "" ? "1" : unit,
    shape,
    data: Float64Array.from(isLog === true ? values.map(log10) : values),
    axes: axes.map((axis) => ({
      name: axis.isLog ? `log10 ${axis.name}` : axis.name,
      unit: axis.unit,
      n: axis.values.length,
      values: axis.isLog ? axis.values.map(log10) : axis.values,
    })),
  };
}
