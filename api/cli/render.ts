/** Human output: a view of the JSON document, made from nothing else. */
import { isObject } from "../../protocol/encoding/json.js";
import { type Fields } from "../readable/fields.js";
import { numberText } from "../readable/numberText.js";
import { plotLines } from "../readable/plot.js";
import { drawablesOf, isResult, refusalLines, resultLines } from "../readable/result.js";
import { contractLines } from "../readable/contract.js";
import { jobLines } from "../readable/job.js";
import { libraryLines } from "../readable/libraries.js";
import { refusalHint, resultHint } from "./hints.js";

export { numberText } from "../readable/numberText.js";

const INDENT = "  ";
/** Fields of an evaluation that its head line shows already. */
const IN_HEAD: ReadonlySet<string> = new Set(["value", "unit", "uncertainty", "equations"]);
const NOTHING = "-";
const GAP = "  ";
/** Long machine fields, left to --json. */
const MACHINE: ReadonlySet<string> = new Set([
  "proof",
  "calcond_receipt",
  "master_sum",
  "masterEquation",
  "steps",
  "protocol",
  "cko",
]);

/**
 * Members that every problem has: its head and its end show them, or nobody needs them to go on.
 */
const OF_EVERY_PROBLEM: ReadonlySet<string> = new Set([
  "type",
  "title",
  "status",
  "detail",
  "remedy",
  "instance",
  "code",
  "request_id",
  "next",
  "exit",
]);
/** Lines that people read before they ask for --json. */
const MEMBER_LINES_MAX = 80;

/** So many hashes stand on a line; of more their number does, and --json has them. */
const HASHES_MAX = 8;
const HASH = /^[0-9a-f]{64}$/;
const SENTENCE_CHARS = 40;

/** How much is shown, and on what. */
export interface View {
  /** Every field of the answer instead of its result. */
  readonly isVerbose?: boolean;
  /** Fields are drawn below the result. */
  readonly isPlotted?: boolean;
  readonly isColoured?: boolean;
  /** Characters of a line. */
  readonly columns?: number;
  /** Items of a list that were left out at its front. */
  readonly offset?: number;
}

/** A line of a file, which no window cuts. */
const COLUMNS = 120;
const BOLD = ["\u001b[1m", "\u001b[0m"] as const;

export function render(value: unknown, view: View = {}): string {
  const {
    columns = COLUMNS,
    offset = 0,
    isColoured = false,
    isPlotted = false,
    isVerbose = false,
  } = view;
  const job = isObject(value) && !isVerbose ? jobLines(value, columns) : null;
  if (job !== null) return job.join("\n");
  if (isResult(value)) {
    if (isVerbose) return evaluation(value);
    const hint = resultHint(value, isPlotted);
    const shown = resultLines(value, {
      columns,
      ...(hint === null ? {} : { hint }),
      ...(isColoured ? { strong: (text: string) => BOLD.join(text) } : {}),
    });
    const plots = isPlotted
      ? drawablesOf(value).flatMap((field) => plotLines(field, { columns, isColoured }))
      : [];
    return [...shown, ...plots].join("\n");
  }
  if (isObject(value) && !isVerbose) {
    const contract = contractLines(value, columns, offset);
    if (contract !== null) return contract.join("\n");
    const found = libraryLines(value, columns);
    if (found !== null) return found.join("\n");
    const refused = refusalLines(value, refusalHint(value) ?? undefined);
    if (refused !== null) return refused.join("\n");
  }
  const held = isObject(value) && !isVerbose ? withResult(value, columns) : null;
  if (held !== null) return held.join("\n");
  if (isObject(value) && isObject(value["inputError"])) {
    return refusal("missing input", value["inputError"]);
  }
  if (isObject(value) && isObject(value["refusal"])) return refusal("refused", value["refusal"]);
  return lines(value, "").join("\n") || emptyText(value);
}

/** Lists without an entry are lines of nothing: they are named. */
function emptyText(value: unknown): string {
  const lists = isObject(value)
    ? Object.keys(value).filter((name) => Array.isArray(value[name]))
    : [];
  return lists.map((name) => `no ${name}`).join("\n");
}

/** A step or a tick with the result that it made, which is as short there as by itself. */
function withResult(value: Fields, columns: number): readonly string[] | null {
  const results = Object.entries(value).filter(([, member]) => isResult(member));
  const [[name, result] = [""]] = results;
  if (results.length !== 1 || !isResult(result)) return null;
  const others = Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
  return [
    ...lines(others, ""),
    `${name}:`,
    ...resultLines(result, { columns: columns - INDENT.length, hint: "-v shows all of it" }).map(
      (line) => INDENT + line,
    ),
  ];
}

/** What a problem has beyond the members of every problem: its text refers to them. */
export function memberLines(problem: Fields): readonly string[] {
  const detail = typeof problem["detail"] === "string" ? problem["detail"] : "";
  const members = Object.entries(problem).filter(
    ([name, value]) => !OF_EVERY_PROBLEM.has(name) && !isSaid(name, value, detail),
  );
  const shown = lines(Object.fromEntries(members), "");
  return shown.length <= MEMBER_LINES_MAX
    ? shown
    : [
        ...shown.slice(0, MEMBER_LINES_MAX),
        `and ${shown.length - MEMBER_LINES_MAX} lines more, with --json`,
      ];
}

/** The faults and the nearest names that the detail names already. */
function isSaid(name: string, value: unknown, detail: string): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  if (name === "nearest")
    return value.every((one) => typeof one === "string" && detail.includes(one));
  return (
    name === "errors" &&
    value.every((one) => isObject(one) && detail.includes(String(one["message"])))
  );
}

function evaluation(value: Fields): string {
  const { uncertainty, unit } = value;
  const spread =
    typeof uncertainty === "number" && uncertainty > 0 ? ` +/- ${numberText(uncertainty)}` : "";
  const named = typeof unit === "string" && unit !== "" ? ` ${unit}` : "";
  const head = `${scalar(value["value"])}${spread}${named}`;
  const equations = Array.isArray(value["equations"])
    ? value["equations"].map((equation) => INDENT + String(equation))
    : [];
  const rest = Object.fromEntries(
    Object.entries(value).filter(([name]) => !IN_HEAD.has(name) && !MACHINE.has(name)),
  );
  return [head, ...equations, ...lines(rest, "")].join("\n");
}

function refusal(what: string, fields: Fields): string {
  const { message, ...rest } = fields;
  return [`${what}: ${String(message)}`, ...lines(rest, INDENT)].join("\n");
}

function lines(value: unknown, indent: string): string[] {
  if (Array.isArray(value))
    return isTable(value)
      ? tableOf(value.filter(isObject)).map((line) => indent + line)
      : value.flatMap((item) => listItem(item, indent));
  if (!isObject(value)) return [indent + scalar(value)];
  return Object.entries(value).flatMap(([name, item]) => {
    if (item === null || item === undefined || (Array.isArray(item) && item.length === 0)) {
      return [];
    }
    if (isSentences(item))
      return [`${indent}${name}:`, ...item.map((part) => `${indent}${INDENT}- ${part}`)];
    if (Array.isArray(item) && item.every((part) => !isObject(part) && !Array.isArray(part))) {
      return [
        `${indent}${name}: ${isLongHashes(item) ? hashesText(item) : item.map(scalar).join(", ")}`,
      ];
    }
    if (isObject(item) || Array.isArray(item)) {
      return [`${indent}${name}:`, ...lines(item, indent + INDENT)];
    }
    return [`${indent}${name}: ${scalar(item)}`];
  });
}

/** Texts of which one fills much of a line: each has a line of its own. */
function isSentences(list: unknown): list is readonly string[] {
  return (
    Array.isArray(list) &&
    list.length > 1 &&
    list.every((part) => typeof part === "string") &&
    list.some((part) => part.length > SENTENCE_CHARS && part.includes(" "))
  );
}

function isLongHashes(list: readonly unknown[]): boolean {
  return (
    list.length > HASHES_MAX && list.every((part) => typeof part === "string" && HASH.test(part))
  );
}

/** Nobody reads a thousand ids: how many there are, and where they are had. */
function hashesText(list: readonly unknown[]): string {
  return `${list.length} ids, ${scalar(list[0])} to ${scalar(list.at(-1))}; --json has them all`;
}

function isTable(list: readonly unknown[]): boolean {
  return (
    list.length > 0 &&
    list.every(
      (item) =>
        isObject(item) &&
        Object.values(item).every((part) => !isObject(part) && !Array.isArray(part)),
    )
  );
}

/**
 * A line of names, then a line an entry; columns in which nothing stands are left out, and the last
 * one is left ragged.
 */
function tableOf(list: readonly Fields[]): string[] {
  const names = new Set(
    list.flatMap((item) =>
      Object.keys(item).filter((name) => item[name] !== null && item[name] !== undefined),
    ),
  );
  const head = [...names];
  const rows = [
    head,
    ...list.map((item) =>
      head.map((name) =>
        item[name] === null || item[name] === undefined ? NOTHING : scalar(item[name]),
      ),
    ),
  ];
  const widths = head.map((_name, column) =>
    rows.reduce((width, row) => Math.max(width, row[column]!.length), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join(GAP)
      .trimEnd(),
  );
}

/** An entry of a list that is no table. */
function listItem(item: unknown, indent: string): string[] {
  // What belongs together stays on one line: a point, a combination of names.
  if (Array.isArray(item) && item.every((part) => !isObject(part) && !Array.isArray(part)))
    return [indent + item.map(scalar).join(", ")];
  if (Array.isArray(item)) return itemLines(item, indent);
  if (!isObject(item)) return lines(item, indent);
  return itemLines(item, indent);
}

function itemLines(item: unknown, indent: string): string[] {
  return lines(item, indent).map((line, i) =>
    i === 0 ? `${indent}- ${line.slice(indent.length)}` : `${INDENT}${line}`,
  );
}

function scalar(value: unknown): string {
  if (typeof value === "number") return numberText(value);
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** The value at `a.b.0`, or undefined. */
export function fieldAt(value: unknown, path: string): unknown {
  let found = value;
  for (const part of path.split(".")) {
    if (Array.isArray(found)) found = found[Number(part)];
    else if (isObject(found) && Object.hasOwn(found, part)) found = found[part];
    else return undefined;
  }
  return found;
}
