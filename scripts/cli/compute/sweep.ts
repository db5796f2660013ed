/** `calc sweep`: a table of computations under one seal, shown as a table, a curve or a map. */
import { Option, type Command } from "commander";
import { operatorIds, unitsOf } from "../../../api/cli/chain.js";
import { columnsOf, columnsWithSpreads, SWEEP_ROWS_MAX } from "../../../api/cli/columns.js";
import { valuesOf } from "../../../api/cli/arguments.js";
import type { UnitOf } from "../../../api/cli/numbers.js";
import { keyOption, withKeyOption } from "../../../api/cli/derivedVerb.js";
import { EXIT, usage } from "../../../api/cli/exitCodes.js";
import type { Session, Verb } from "../../../api/cli/session.js";
import type { ApiClient, CallOptions, Outcome } from "../../../api/client/client.js";
import type { OutputOf, RequestOf } from "../../../api/contract/definition/operation.js";
import type { nodeOperations } from "../../../api/contract/index.js";
import { measuredText, plainText } from "../../../api/readable/measured.js";
import { drawableRows, plotLines } from "../../../api/readable/plot.js";
import { tableLines } from "../../../api/readable/table.js";
import {
  spreadsByRow,
  Table,
  TableError,
  tableInputsSchema,
  type Spreads,
  type TableInputs,
} from "../../../protocol/table/columns.js";
import { TABLE_ROWS_MAX } from "../../../protocol/limits.js";
import { cardOf } from "../../../protocol/solvers/cards.js";
import { fieldSlot } from "../../../protocol/solvers/input.js";
import type { SolverCard } from "../../../protocol/solvers/solver.js";
import { ownRegistry } from "./ownRegistry.js";
import { jobAsked, onMesh, type MeshOptions } from "./sweepMesh.js";
import { columnUnits, refusals, resultName, rowsDrawn, running, seriesOf } from "./sweepPlot.js";
import {
  fileReader,
  slotOf,
  together,
  type CsvOptions,
  type FileColumns,
  type FileReader,
} from "./sweepCsv.js";
import { endLines, rowsAsked, telling, type RowOptions } from "./sweepRows.js";
import { wantsFiles, withFileOptions, writeSeries, type SeriesFiles } from "./seriesFile.js";

/** The command line has read all units. */
type Asked = Omit<RequestOf<typeof nodeOperations.computeTable>, "columns" | "uncertainties"> &
  Pick<TableInputs, "columns" | "uncertainties">;
type Answer = OutputOf<typeof nodeOperations.computeTable>;

interface SweepOptions extends SeriesFiles, RowOptions, MeshOptions, CsvOptions {
  readonly grid?: string;
  readonly uncertainties?: readonly string[];
  /** The same, as it was called at first. */
  readonly u?: readonly string[];
  readonly visibility?: Asked["visibility"];
  readonly price?: boolean;
  readonly idempotencyKey?: string;
}

/** Rows of a longer table are shown from both of its ends. */
const SHOWN_ROWS_MAX = 16;
const COLUMNS = 80;
const EXAMPLES = `
Examples:
  calc sweep NM21 m1=5.9722e24 m2=1 r=6.4e6..4.2e7:2e6 --plot
  calc sweep NM21 m1=5.9722e24 m2=1..100/log5 r=6.4e6,8e6 --grid m2,r --csv pull.csv
  calc sweep acoustic length=0.5..1:0.1 c=343 ends=open-open --plot
  calc sweep NM19 m=2 a=1..10000:1 --mesh
  calc sweep NM21 m1=5.9722e24 m2=1 --csv-in distances.csv
`;

export const sweepVerb: Verb = {
  register(program, run) {
    const command: Command = withKeyOption(
      withFileOptions(
        program
          .command("sweep")
          .description("Compute operators over columns of inputs, under one seal")
          .argument(
            "<words...>",
            "operators or a solver, then name=value, name=a..b:step, name=a,b ...",
          )
          .option(
            "--csv-in <file>",
            "columns of a CSV whose first line has names, as in r [km]; - for standard input",
          )
          .option("--grid <names>", "columns that are combined each with each, as in m2,r")
          .option(
            "--uncertainties <name=value...>",
            "standard uncertainties of inputs, one or one a row",
          )
          .addOption(new Option("--u <name=value...>", "the same").hideHelp())
          .option("--visibility <visibility>", "private, record or shared")
          .option("--rows", "print each row as a line of JSON as it comes")
          .option(
            "--fields <mode>",
            "with --rows, of a solver: samples of its fields, sample or full",
          )
          .option("--from-row <number>", "with --rows: the first that is printed, after a break")
          .option("--price", "print what it would cost instead of making it")
          .option("--mesh", "as a job of the mesh: nodes that have to agree, after its price")
          .option("--k <number>", "with --mesh: results that have to agree, 2 unless given")
          .option("--economy", "with --mesh: one node that has earned trust, in place of two"),
        "all rows",
      ),
    ).addHelpText("after", EXAMPLES);
    command.action(async (words: readonly string[]) => {
      await run(command, (session) => sweep(session, words, command.opts<SweepOptions>()));
    });
  },
};

function askedFor(
  words: readonly string[],
  { grid, u: short, uncertainties: u = short, visibility }: SweepOptions,
  inFile: FileReader,
): Asked {
  const [first = "", ...others] = words;
  const card = cardOf(first);
  if (card !== null)
    return askedOfSolver(card, others, { grid, uncertainties: u, visibility }, inFile);
  const operators = operatorIds(
    words.filter((word) => !word.includes("=")),
    ownRegistry,
  );
  if (operators.length === 0)
    throw usage("name an operator first", "As in: calc sweep NM21 m1=1 m2=1 r=1..5:1.");
  const unitOf = unitsOf(operators, ownRegistry);
  const typed = columnsWithSpreads(
    words.filter((word) => word.includes("=")),
    unitOf,
  );
  const read = inFile((name) => slotOf(name, unitOf));
  const columns = together(read.columns, typed.columns);
  const spreadOf = (name: string) => ({ unit: unitOf(name)?.unit ?? null, isDifference: true });
  const spreads = together(read.uncertainties, u === undefined ? {} : spreadsOf(u, spreadOf));
  const asked = { columns, ...(grid === undefined ? {} : { grid: grid.split(",") }) };
  const all = { ...ofUnitsByRow(asked, { ...read.unitSpreads, ...typed.spreads }), ...spreads };
  return {
    operators: [...operators],
    ...asked,
    ...(Object.keys(all).length === 0 ? {} : { uncertainties: all }),
    ...(visibility === undefined ? {} : { visibility }),
  };
}

/** @throws CliError for columns that make no table */
function ofUnitsByRow(asked: Pick<Asked, "columns" | "grid">, spreads: Spreads) {
  try {
    return spreadsByRow(asked, spreads, SWEEP_ROWS_MAX);
  } catch (error) {
    if (error instanceof TableError) throw usage(namedFault(error));
    throw error;
  }
}

function spreadsOf(u: readonly string[], unitOf: UnitOf): FileColumns["uncertainties"] {
  return tableInputsSchema.shape.uncertainties.parse(columnsOf(u, unitOf)) ?? {};
}

/** Ranges and lists are columns; what all rows share is of any kind. */
function askedOfSolver(
  card: SolverCard,
  words: readonly string[],
  { grid, uncertainties, visibility }: Pick<SweepOptions, "grid" | "uncertainties" | "visibility">,
  inFile: FileReader,
): Asked {
  if (uncertainties !== undefined) throw usage("a solver takes no uncertainties of inputs");
  const runs = (word: string): boolean => /^[^=]+=[^[{"(]*(\.\.|,)/.test(word);
  const typed = columnsOf(words.filter(runs), (name) => {
    const { isDifference, unit } = fieldSlot(card, name);
    return { unit: unit?.text ?? null, isDifference };
  });
  const read = inFile((name) => fieldSlot(card, name));
  if (Object.keys(read.uncertainties).length > 0)
    throw usage("a solver takes no uncertainties of inputs");
  const columns = together(read.columns, typed);
  const inputs = valuesOf(
    words.filter((word) => !runs(word)),
    "inputs",
  );
  return {
    solver: card.id,
    columns,
    ...(Object.keys(inputs).length === 0 ? {} : { inputs: { ...inputs } }),
    ...(grid === undefined ? {} : { grid: grid.split(",") }),
    ...(visibility === undefined ? {} : { visibility }),
  };
}

async function sweep(
  session: Session,
  words: readonly string[],
  options: SweepOptions,
): Promise<number> {
  const asked = askedFor(words, options, await fileReader(session, options));
  const table = tableFor(asked);
  const client = await session.modules.client(session.options);
  const job = options.mesh === true ? jobAsked(asked, table, options) : null;
  if (job === null && (options.k !== undefined || options.economy === true))
    throw usage("--k and --economy go with --mesh");
  if (job !== null && options.price === true) return session.show(await client.jobPrice(job));
  if (options.price === true) {
    const { uncertainties: _uncertainties, visibility: _visibility, ...priced } = asked;
    return session.show(await client.price(priced));
  }
  const wanted = { ...asked, ...rowsAsked(options, table.count) };
  const outcome =
    job !== null
      ? await onMesh(session, client, job, options)
      : await asOne(client, wanted, table, (count, from) => ({
          ...keyOption(options),
          ...telling(session, wanted, options, { count, from }),
        }));
  const { field, json, quiet } = session.options;
  if (options.rows === true && outcome.kind !== "problem") {
    for (const line of endLines(outcome.value, table.count)) session.modules.err(`${line}\n`);
    return outcome.kind === "refusal" ? EXIT.refused : EXIT.ok;
  }
  const isPlain =
    outcome.kind !== "result" || json === true || field !== undefined || quiet === true;
  if (isPlain) {
    const code = session.show(outcome);
    if (outcome.kind === "result" && wantsFiles(options))
      await writeSeries(session, options, seriesOf(asked, table, outcome.value));
    return code;
  }
  const answer = outcome.value;
  for (const line of linesOf(session, asked, table, answer)) session.modules.out(`${line}\n`);
  if (wantsFiles(options)) await writeSeries(session, options, seriesOf(asked, table, answer));
  return answer.value === null ? EXIT.refused : EXIT.ok;
}

/**
 * A table of more rows than a node takes is made of several, one after the other, and shown as one;
 * each has its receipt. What ends one of them ends the others: those before it are sealed.
 */
async function asOne(
  client: ApiClient,
  asked: Asked,
  table: Table,
  callOf: (count: number, from: number) => CallOptions,
): Promise<Outcome<Answer>> {
  if (table.count <= TABLE_ROWS_MAX) return client.computeTable(asked, callOf(table.count, 0));
  if (asked.uncertainties !== undefined)
    throw usage(
      `uncertainties, also those of measured units such as M_sun, go with at most ${TABLE_ROWS_MAX} rows`,
    );
  const { grid: _grid, ...others } = asked;
  let whole: Outcome<Answer> | null = null;
  for (let from = 0; from < table.count; from += TABLE_ROWS_MAX) {
    const to = Math.min(from + TABLE_ROWS_MAX, table.count);
    const call = callOf(to - from, from);
    const { idempotencyKey: key } = call;
    const part = await client.computeTable(
      { ...others, columns: { ...table.part(from, to) } },
      { ...call, ...(key === undefined ? {} : { idempotencyKey: `${key}.${from}` }) },
    );
    if (part.kind === "problem") return part;
    whole = whole === null ? part : joined(whole, part, from);
  }
  return whole!;
}

function joined(before: Outcome<Answer>, part: Outcome<Answer>, from: number): Outcome<Answer> {
  if (before.kind === "problem" || part.kind === "problem") return part;
  const [first, next] = [before.value, part.value];
  const receipts = [first, next].flatMap((one) => one["receipts"] ?? one.receipt_id ?? []);
  const refused = next.rows.refused.map((one) => ({
    ...one,
    rows: one.rows.map((row) => row + from),
  }));
  const list = (one: Answer, name: "values" | "uncertainties"): (number | null)[] =>
    one.rows[name] ?? Array.from({ length: one.rows_count ?? 0 }, () => null);
  const value: Answer = {
    ...(first.value === null ? next : first),
    credits: Number(first["credits"] ?? 0) + Number(next["credits"] ?? 0),
    receipts,
    rows_count: from + (next.rows_count ?? 0),
    rows: {
      answered: first.rows.answered + next.rows.answered,
      values: [...list(first, "values"), ...list(next, "values")],
      uncertainties: [...list(first, "uncertainties"), ...list(next, "uncertainties")],
      refused: [...first.rows.refused, ...refused],
    },
  };
  const one = first.value === null ? part : before;
  return { ...one, value, text: JSON.stringify(value) };
}

/** @throws CliError for columns that make no table */
function tableFor(asked: Asked): Table {
  const { columns, grid, uncertainties } = asked;
  try {
    const inputs = {
      columns,
      ...(grid === undefined ? {} : { grid }),
      ...(uncertainties === undefined ? {} : { uncertainties }),
    };
    return new Table(inputs, SWEEP_ROWS_MAX);
  } catch (error) {
    if (error instanceof TableError) throw usage(namedFault(error));
    throw error;
  }
}

/** `r: the range has more than 10000 rows`, unless the sentence begins with the name. */
function namedFault({ message, pointer }: TableError): string {
  const [, member, name] = pointer.split("/");
  if (member !== "columns" || name === undefined || message.startsWith(`${name} `)) return message;
  return `${name}: ${message}`;
}

function linesOf(session: Session, asked: Asked, table: Table, answer: Answer): readonly string[] {
  const { columns = COLUMNS } = session.modules;
  const lines = [
    ...tableLines(shownRows(asked, table, answer), columns),
    ...endLines(answer, table.count),
  ];
  if (session.options.plot !== true) return lines;
  const field = drawableRows(rowsDrawn(asked, table, answer));
  if (field === null) return lines;
  return [...plotLines(field, { columns, isColoured: session.isColoured }), ...lines];
}

function shownRows(asked: Asked, table: Table, answer: Answer): readonly (readonly string[])[] {
  const names = running(table);
  const units = columnUnits(asked);
  const { rows, unit = null } = answer;
  const why = refusals(answer);
  const half = SHOWN_ROWS_MAX / 2;
  const isLong = table.count > SHOWN_ROWS_MAX;
  const line = (row: number): readonly string[] => {
    const inputs = table.inputsAt(row);
    const value = rows.values?.[row] ?? null;
    const uncertainty = rows.uncertainties?.[row] ?? null;
    const isNumerical = answer.uncertainty_source === "numerical";
    return [
      String(row),
      ...names.map((name) => plainText(inputs[name]!, units(name))),
      value === null
        ? `refused: ${why.get(row) ?? ""}`
        : measuredText({ value, uncertainty, isNumerical, unit }),
    ];
  };
  const shown = Array.from({ length: table.count }, (_, row) => row).filter(
    (row) => !isLong || row < half || row >= table.count - half,
  );
  const body = shown.map(line);
  if (isLong) body.splice(half, 0, ["...", ...names.map(() => ""), ""]);
  return [["row", ...names, resultName(answer)], ...body];
}
