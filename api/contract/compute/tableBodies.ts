/** Bodies of a table that are no JSON: CSV, and raw doubles. */
import { Refusal } from "../../../protocol/errors/refusal.js";
import { CSV_TYPE, OCTETS_TYPE } from "../../../protocol/solvers/media.js";
import {
  columnsOfCsv,
  columnsOfDoubles,
  withConstants,
  type ColumnsRead,
} from "../../../protocol/table/bodies.js";
import { TableError } from "../../../protocol/table/columns.js";
import type { BodyForm } from "../definition/operation.js";

/** What a query may say of a table beside its constants, as in the body of JSON. */
const OPTIONS = {
  operators: "Ids, separated by commas, as in NM21",
  solver: "Id of a solver, in place of operators",
  domain: "As in the body of JSON",
  visibility: "private, record or shared",
  grid: "Columns that are combined each with each, separated by commas",
  fromRow: "As in the body of JSON",
  deadlineMs: "As in the body of JSON",
} as const;
const NAMES = {
  columns: "Names of the columns in their order, separated by commas, as in m2,r [km]",
  rows: "How many rows there are",
} as const;

type Query = Readonly<Record<string, unknown>>;

/** Options by their own types, and constants as text. */
function apart(query: Query): { readonly options: Query; readonly constants: Query } {
  const isOption = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(OPTIONS, name);
  const entries = Object.entries(query);
  return {
    options: Object.fromEntries(entries.filter(isOption)),
    constants: Object.fromEntries(entries.filter((entry) => !isOption(entry))),
  };
}

/** @throws Refusal for what is no table */
function tableIn(query: Query, read: () => ColumnsRead): unknown {
  const { constants, options } = apart(query);
  try {
    const texts = Object.entries(constants).map(([name, value]) => [name, String(value)]);
    const { columns, uncertainties } = withConstants(read(), Object.fromEntries(texts));
    return {
      ...options,
      columns,
      ...(Object.keys(uncertainties).length === 0 ? {} : { uncertainties }),
    };
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    const { message, pointer } = error;
    throw refusal(pointer, message);
  }
}

function refusal(pointer: string, message: string): Refusal {
  return new Refusal("INVALID_BODY", message, {
    errors: [{ pointer, code: "invalid_value", message }],
  });
}

function textOf(bytes: Uint8Array): string {
  try {
    // The reader takes the byte order mark away.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refusal("/columns", "the body is no UTF-8: save the CSV as UTF-8");
  }
}

const csv: BodyForm = {
  type: CSV_TYPE,
  about:
    "A line of names, then a line for each row: `r`, or `r [km]` with the unit of its cells, or `u(r) [km]` " +
    "for standard uncertainties. A cell of a column without a unit is a number in SI, or has its own unit.",
  query: OPTIONS,
  read: (bytes, query) => tableIn(query, () => columnsOfCsv(textOf(bytes))),
};

const octets: BodyForm = {
  type: OCTETS_TYPE,
  about:
    "Little-endian float64: all rows of the first column, then all of the second, as many as `columns` " +
    "names, `rows` each.",
  query: { ...OPTIONS, ...NAMES },
  read: (bytes, { columns, rows, ...others }) =>
    tableIn(others, () => {
      const names = typeof columns === "string" ? columns.split(",").map((one) => one.trim()) : [];
      if (names.length === 0)
        throw new TableError("/columns", "name the columns in the query, as in columns=m2,r [km]");
      return columnsOfDoubles(bytes, names, Number(rows ?? Number.NaN));
    }),
};

export const tableBodies: readonly BodyForm[] = [csv, octets];
