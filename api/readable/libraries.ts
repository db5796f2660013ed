/** Libraries as people read them in a terminal. */
import type { Fields } from "./fields.js";
import { fieldsIn, isList, labelled, text } from "./labelled.js";
import { wrapped } from "./table.js";

const INDENT = "  ";

/** Null for an answer that is none of the search of libraries. */
export function libraryLines(answer: Fields, columns: number): readonly string[] | null {
  const { catalogue, nearestCategories, results, total } = answer;
  if (!isList(results) || !isList(nearestCategories)) return null;
  const [counts] = fieldsIn([catalogue]);
  const rows = fieldsIn(results);
  const head = `${text(total)} of ${text(counts?.["libraries"])} libraries`;
  if (rows.length === 0)
    return [head, ...labelled("nearest", nearestCategories.map(text).join(", "), columns)];
  return [
    head,
    ...rows.flatMap((one) => [
      `${text(one["name"])} (${text(one["language"])}, ${text(one["license"])}): ${text(one["category"])}`,
      ...wrapped(text(one["oneLine"]), columns, INDENT),
      INDENT + text(one["url"]),
    ]),
  ];
}
