/** The rows of a sweep while they come: as a line of progress, or as lines of JSON. */
import { usage } from "../../../api/cli/exitCodes.js";
import type { Session } from "../../../api/cli/session.js";
import type { CallOptions } from "../../../api/client/client.js";
import { NDJSON_TYPE } from "../../../api/contract/definition/preEncoded.js";
import type { OutputOf, RequestOf } from "../../../api/contract/definition/operation.js";
import type { nodeOperations } from "../../../api/contract/index.js";
import { TABLE_ROWS_MAX } from "../../../protocol/limits.js";
import { FIELDS_MODES, type FieldsMode } from "../../../protocol/solvers/fieldText.js";

type Asked = RequestOf<typeof nodeOperations.computeTable>;
type Answer = OutputOf<typeof nodeOperations.computeTable>;

export interface RowOptions {
  readonly rows?: boolean;
  readonly fields?: string;
  readonly fromRow?: string;
}

/** Demands on rows as they come. @throws CliError for options that do not go together */
export function rowsAsked(
  { fields, fromRow, rows }: RowOptions,
  count: number,
): Pick<Asked, "fields" | "fromRow"> {
  if (rows !== true && (fields !== undefined || fromRow !== undefined))
    throw usage("--fields and --from-row go with --rows");
  return {
    ...(fields === undefined ? {} : { fields: modeOf(fields) }),
    ...(fromRow === undefined ? {} : { fromRow: rowIn(fromRow, count) }),
  };
}

function modeOf(text: string): FieldsMode {
  const mode = FIELDS_MODES.find((one) => one === text);
  if (mode === undefined) throw usage(`--fields is one of ${FIELDS_MODES.join(", ")}, not ${text}`);
  return mode;
}

function rowIn(text: string, count: number): number {
  const row = Number(text);
  if (!Number.isSafeInteger(row) || row < 0 || row >= count)
    throw usage(`--from-row is a number from 0 to ${count - 1}, not ${text}`);
  if (count > TABLE_ROWS_MAX)
    throw usage(`--from-row goes with at most ${TABLE_ROWS_MAX} rows: a longer sweep is several`);
  return row;
}

/**
 * Rows of a solver as they come, on standard error of a terminal; with `--rows` every row as a line
 * of JSON. @param from the row of the whole sweep that this table begins with
 */
export function telling(
  { modules, options }: Session,
  { solver }: Asked,
  { rows }: RowOptions,
  { count, from }: { readonly count: number; readonly from: number },
): CallOptions {
  if (rows === true)
    return {
      accept: NDJSON_TYPE,
      onProgress: ({ fraction: _fraction, row, ...line }) =>
        modules.out(`${JSON.stringify({ row: from + Number(row), ...line })}\n`),
    };
  const isShown = modules.isTerminal && options.quiet !== true && options.json !== true;
  if (solver === undefined || !isShown) return {};
  return {
    onProgress: ({ row, value }) => {
      const said = typeof value === "number" ? String(value) : "refused";
      const done = Number(row) + 1;
      const end = done === count ? "\n" : "";
      modules.err(`\r${solver} ${done}/${count}, row ${done - 1}: ${said}\u001b[K${end}`);
    },
  };
}

/** What a sweep ends with: how many rows have a value, the receipt and the price. */
export function endLines({ rows, ...answer }: Answer, count: number): readonly string[] {
  const { credits } = answer;
  return [
    `${rows.answered} of ${count} rows have a value`,
    ...(answer.receipt_id === undefined ? [] : [`receipt  ${answer.receipt_id}`]),
    ...(typeof credits === "number" ? [`credits  ${credits}`] : []),
  ];
}
