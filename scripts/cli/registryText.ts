/** What a person reads of the registry in a terminal: a line an operator, a table of its inputs. */

import { isFields, numberText } from "../../api/cli/render.js";
import { tableLines, wrapped } from "../../api/readable/table.js";
import { fieldsIn, type Fields } from "../../api/readable/fields.js";
import { textIn } from "./tables.js";

/** Operators listed in a terminal where no --limit says otherwise. */
export const LISTED_MAX = 20;

function unitOf(fields: Fields): string {
  const { result } = fields;
  const unit = isFields(result) ? textIn(result, "unit") : "";
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

function rangeText(input: Fields): string {
  const { range } = input;
  const whole = input["whole"] === true ? " whole" : "";
  if (!Array.isArray(range)) return whole.trim();
  const [low, high] = range.map((bound: unknown) =>
    typeof bound === "number" ? numberText(bound) : "",
  );
  return `${low ?? ""} .. ${high ?? ""}${whole}`;
}

function inputRows(spec: Fields): string[][] {
  return ["required", "conditional", "assumed", "optional"].flatMap((group) =>
    fieldsIn(spec[group]).map((input) => {
      const { aliases } = input;
      const value = textIn(input, "value");
      const note = [
        textIn(input, "when"),
        value === "" ? "" : `${value} unless given`,
        textIn(input, "reason"),
      ]
        .filter((part) => part !== "")
        .join("; ");
      return [
        `  ${textIn(input, "name")}`,
        textIn(input, "unit"),
        group,
        rangeText(input),
        textIn(input, "description") + (note === "" ? "" : ` (${note})`),
        Array.isArray(aliases) && aliases.length > 0 ? `also ${aliases.join(", ")}` : "",
      ];
    }),
  );
}

function exampleText(spec: Fields): string[] {
  const { example } = spec;
  if (!isFields(example)) return [];
  const { inputs } = example;
  if (!isFields(inputs)) return [];
  const words = Object.entries(inputs)
    .map(([name, value]) => `${name}=${numberText(Number(value))}`)
    .join(" ");
  return [
    `  calc compute ${textIn(spec, "id")} ${words}`,
    `  gives ${textIn(example, "value")} ${unitOf(spec)}`.trimEnd(),
  ];
}

function oneSpecText(spec: Fields): string {
  const { refusal } = spec;
  const refused = isFields(refusal)
    ? [`  refuses (${textIn(refusal, "kind")}): ${textIn(refusal, "message")}`]
    : [];
  return [
    `${textIn(spec, "id")}  ${textIn(spec, "name")}  [${textIn(spec, "domain")}]`,
    `  ${textIn(spec, "equation")}${unitOf(spec) === "" ? "" : `   in ${unitOf(spec)}`}`,
    `  ${textIn(spec, "description")}`,
    ...refused,
    ...tableLines(inputRows(spec)),
    ...exampleText(spec),
    `  ${textIn(spec, "reference")}`,
    "",
  ].join("\n");
}

/** What each operator needs. */
export function specText(answer: Fields): string {
  return fieldsIn(answer["operators"]).map(oneSpecText).join("\n");
}
