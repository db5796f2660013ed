/** What a person reads of the registry in a terminal: a line an operator, a table of its inputs. */

import { typedNumber } from "../../../api/readable/commandWords.js";
import { numberText } from "../../../api/cli/render.js";
import { tableLines, wrapped } from "../../../api/readable/table.js";
import { fieldsIn, type Fields } from "../../../api/readable/fields.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { textIn } from "../tables.js";

/** Operators listed in a terminal where no --limit says otherwise. */
export const LISTED_MAX = 20;

const INNER = "      ";

function unitOf(fields: Fields): string {
  const { result } = fields;
  const unit = isObject(result) ? textIn(result, "unit") : "";
  return unit === "1" ? "" : unit;
}

/** Hits of a search, best first, in lines of so many characters, and how many there are in all. */
export function searchText(answer: Fields, columns: number): string {
  const hits = fieldsIn(answer["operators"]);
  const rows = hits.map((hit) => [
    textIn(hit, "id"),
    textIn(hit, "name"),
    textIn(hit, "equation"),
    unitOf(hit),
  ]);
  const total = Number(answer["total"]);
  const rest = total > hits.length ? `; --limit ${total} lists them all` : "";
  const summary =
    total === 0
      ? "No operator matches. Try fewer or other words; calc operators lists all."
      : `${hits.length} of ${total} operators${rest}; calc operator-spec ID tells what one needs.`;
  return [...tableLines(rows, columns), ...wrapped(summary, columns), ""].join("\n");
}

function rangeText({ range, whole }: Fields): string {
  const what = whole === true ? "a whole number" : "a number";
  const [low, high] = Array.isArray(range) ? range : [];
  return [
    what,
    typeof low === "number" ? `from ${numberText(low)}` : "",
    typeof high === "number" ? `to ${numberText(high)}` : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** As the inputs of a solver are told: what it takes, then what it is. */
function inputLines(input: Fields, group: string, columns: number): string[] {
  const { aliases } = input;
  const [unit, value] = [textIn(input, "unit"), textIn(input, "value")];
  const note = [
    textIn(input, "when"),
    value === "" ? "" : `${value} unless given`,
    textIn(input, "reason"),
  ]
    .filter((part) => part !== "")
    .join("; ");
  const also = Array.isArray(aliases) && aliases.length > 0 ? `; also ${aliases.join(", ")}` : "";
  const head =
    `${textIn(input, "name")}${unit === "" || unit === "1" ? "" : ` [${unit}]`}: ${group}, ` +
    `${rangeText(input)}${also}`;
  const about = textIn(input, "description") + (note === "" ? "" : ` (${note})`);
  return [
    ...wrapped(head, columns, INNER).map((line, i) => (i === 0 ? `  ${line.trim()}` : line)),
    ...wrapped(about, columns, INNER),
  ];
}

function allInputLines(spec: Fields, columns: number): string[] {
  return ["required", "conditional", "assumed", "optional"].flatMap((group) =>
    fieldsIn(spec[group]).flatMap((input) => inputLines(input, group, columns)),
  );
}

function exampleText(spec: Fields): string[] {
  const { example } = spec;
  if (!isObject(example)) return [];
  const { inputs } = example;
  if (!isObject(inputs)) return [];
  const words = Object.entries(inputs)
    .map(([name, value]) => `${name}=${typedNumber(Number(value))}`)
    .join(" ");
  return [
    `  calc compute ${textIn(spec, "id")} ${words}`,
    `  gives ${textIn(example, "value")} ${unitOf(spec)}`.trimEnd(),
  ];
}

function oneSpecText(spec: Fields, columns: number): string {
  const { refusal } = spec;
  const refused = isObject(refusal)
    ? `refuses (${textIn(refusal, "kind")}): ${textIn(refusal, "message")}`
    : "";
  return [
    `${textIn(spec, "id")}  ${textIn(spec, "name")}  [${textIn(spec, "domain")}]`,
    `  ${textIn(spec, "equation")}${unitOf(spec) === "" ? "" : `   in ${unitOf(spec)}`}`,
    ...wrapped(textIn(spec, "description"), columns, "  "),
    ...wrapped(refused, columns, "  "),
    ...allInputLines(spec, columns),
    ...exampleText(spec),
    ...wrapped(textIn(spec, "reference"), columns, "  "),
    "",
  ].join("\n");
}

/** What each operator needs, in lines of so many characters. */
export function specText(answer: Fields, columns: number): string {
  return fieldsIn(answer["operators"])
    .map((spec) => oneSpecText(spec, columns))
    .join("\n");
}
