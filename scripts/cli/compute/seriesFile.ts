/** A series as a table or a picture: what `reactor run` and `stream watch` write into files. */
import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { CliError, EXIT } from "../../../api/cli/exitCodes.js";
import { csvText, type CsvCell } from "../../../protocol/encoding/csv.js";
import { PNG_TYPE, SVG_TYPE } from "../../../protocol/solvers/media.js";
import { utf8Encode } from "../../../protocol/encoding/utf8.js";
import { chartDrawing } from "../../../protocol/solvers/render/chart.js";
import { pngOf } from "../../../protocol/solvers/render/paint.js";
import { svgOf } from "../../../protocol/solvers/render/svg.js";
import type { Field } from "../../../protocol/solvers/solver.js";
import type { Drawing } from "../../../protocol/solvers/render/drawing.js";
import { fieldDrawing } from "../../../protocol/solvers/render/picture.js";
import type { Session } from "../../../api/cli/session.js";

export interface SeriesFiles {
  readonly csv?: string;
  readonly png?: string;
  readonly svg?: string;
}

export interface Series {
  /** Of the table: the number comes first. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CsvCell[])[];
  /** A drawn value: a value for each of some numbers. */
  readonly name: string;
  readonly unit: string;
  readonly counts: string;
  readonly points: readonly (readonly [number: number, value: number, uncertainty?: number])[];
  /** Unit of what is counted; none where absent. */
  readonly countsUnit?: string;
  /** Drawn over powers of ten. */
  readonly isLog?: { readonly counts: boolean; readonly value: boolean };
  /** Drawn in place of the points: a map. */
  readonly field?: Field;
}

const PICTURES = [
  ["png", PNG_TYPE],
  ["svg", SVG_TYPE],
] as const;
const POINTS_MIN = 2;

export function withFileOptions(command: Command, what: string): Command {
  return command
    .option("--csv <file>", `write ${what} as a table`)
    .option("--png <file>", `write ${what} as a picture`)
    .option("--svg <file>", `write ${what} as a drawing`);
}

export function wantsFiles({ csv, png, svg }: SeriesFiles): boolean {
  return [csv, png, svg].some((file) => file !== undefined);
}

/** @throws CliError where it cannot be written */
export async function writeFileOf(
  { modules }: Session,
  file: string,
  content: Uint8Array | string,
): Promise<void> {
  try {
    await writeFile(file, content);
  } catch (error) {
    throw new CliError(
      "FILE_NOT_WRITTEN",
      EXIT.unexpected,
      `${file} cannot be written: ${String(error)}`,
      "Name a file in a directory that may be written to.",
    );
  }
  modules.err(`${file} written\n`);
}

/** @throws CliError where a file cannot be written, or there is too little to draw */
export async function writeSeries(
  session: Session,
  files: SeriesFiles,
  series: Series,
): Promise<void> {
  if (files.csv !== undefined)
    await writeFileOf(session, files.csv, csvText(series.columns, series.rows));
  for (const [kind, media] of PICTURES) {
    const file = files[kind];
    if (file !== undefined) await writeFileOf(session, file, pictureOf(series, media));
  }
}

function pictureOf(
  { counts, countsUnit = "1", field, isLog, name, points, unit }: Series,
  media: string,
): Uint8Array {
  const finite = points.filter(([, value]) => Number.isFinite(value));
  if (finite.length < POINTS_MIN)
    throw new CliError(
      "TOO_FEW_POINTS",
      EXIT.usage,
      `${finite.length} values make no picture`,
      `Let at least ${POINTS_MIN} come, or write a table with --csv.`,
    );
  const written = (drawing: Drawing): Uint8Array =>
    media === PNG_TYPE ? pngOf(drawing) : utf8Encode(svgOf(drawing));
  if (field !== undefined) return written(fieldDrawing(field, isLog?.value === true));
  const title = name.replaceAll("_", " ");
  const uncertainty = points.map(([, , stated = 0]) => stated);
  const chart = chartDrawing({
    title,
    x: { name: counts, unit: countsUnit, isLog: isLog?.counts === true },
    y: { name: title, unit, isLog: isLog?.value === true },
    filled: true,
    curves: [
      {
        name: title,
        x: points.map(([number]) => number),
        y: points.map(([, value]) => value),
        ...(uncertainty.some((one) => one > 0) ? { uncertainty } : {}),
      },
    ],
  });
  return written(chart);
}
