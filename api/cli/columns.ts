/** Columns of a table as they are typed: `r=1..5:1`, `r=1..5/9`, `r=1..1e6/log13`, `r=1,2,5`. */
import type { Column } from "../../protocol/table/columns.js";
import { usage } from "./exitCodes.js";
import { numberOf, type UnitOf } from "./numbers.js";

const RANGE = /^(.+?)\.\.(.+?)(?::(.+)|\/(log)?(\d+))$/;
const FORMS =
  "Write a..b:step, a..b/count, a..b/logCOUNT or a list a,b,c, as in r=1e6..9e6:1e6 or r=1..1e6/log13.";

/** @throws CliError for what is no column */
export function columnOf(text: string, name: string, unitOf: UnitOf): Column {
  const { isDifference = false, unit = null } = unitOf(name) ?? {};
  const number = (part: string): number => numberOf(part, name, unit, isDifference);
  if (text.includes("..")) {
    const [, from, to, step, log, count] = RANGE.exec(text) ?? [];
    if (from === undefined || to === undefined)
      throw usage(`${name}: ${JSON.stringify(text)} is no range`, FORMS);
    const ends = { from: number(from), to: number(to) };
    if (step !== undefined) return { ...ends, step: number(step) };
    return { ...ends, count: Number(count), ...(log === undefined ? {} : { spacing: "log" }) };
  }
  if (text.includes(",")) return text.split(",").map(number);
  return number(text);
}

/** @throws CliError for a word that is no `name=...`, and for a name that comes twice */
export function columnsOf(
  words: readonly string[],
  unitOf: UnitOf,
): Readonly<Record<string, Column>> {
  const columns = new Map<string, Column>();
  for (const word of words) {
    const equals = word.indexOf("=");
    if (equals <= 0) throw usage(`write ${JSON.stringify(word)} as name=value`, FORMS);
    const name = word.slice(0, equals);
    if (columns.has(name)) throw usage(`${name} is given twice`);
    columns.set(name, columnOf(word.slice(equals + 1), name, unitOf));
  }
  return Object.fromEntries(columns);
}
