/** What a person may want next, in one line below a result or a refusal. */
import { isObject } from "../../protocol/encoding/json.js";
import { textsIn, type Fields } from "../readable/fields.js";
import { drawablesOf } from "../readable/result.js";

/** Refusals that a range of the unknown may settle. */
const SEVERAL = "multi-result";
const SEAL_READING =
  'seal it: calc auto QUESTION --json --field reading > r.json; calc auto --reading "$(cat r.json)"';

/** @param isPlotted its fields are drawn already */
export function resultHint(answer: Fields, isPlotted: boolean): string | null {
  const { receipt_id: receipt, unit } = answer;
  const draws = !isPlotted && drawablesOf(answer).some(({ data }) => data.length > 1);
  if (typeof receipt === "string") {
    return draws
      ? "--plot draws the field; -v shows all; calc verify RECEIPT proves it"
      : "calc verify RECEIPT proves it; -v shows all of it";
  }
  const unknown = textsIn(answer["unit_unknown"]);
  if (unit === null && unknown.length > 0)
    return `--symbols ${unknown.map((name) => `${name}=UNIT`).join(" ")} gives the result a unit`;
  return draws
    ? "--plot draws the field; -v shows all of it"
    : "-v shows every digit and how it was computed";
}

/** @returns null where the message says it all */
export function refusalHint({ inputError, operator_id: operator, refusal }: Fields): string | null {
  if (isObject(refusal) && refusal["kind"] === SEVERAL)
    return "say where the unknown lies, as in x=0..10";
  if (isObject(refusal) && refusal["kind"] === "OPEN_READING") return SEAL_READING;
  const near = isObject(refusal) ? textsIn(refusal["nearest"]) : [];
  if (near.length > 0) return `nearest: ${near.join(", ")}; calc operators WORD finds more`;
  const id = isObject(inputError) ? (inputError["operator_id"] ?? operator) : null;
  return typeof id === "string" ? `calc operator-spec ${id} lists what it takes` : null;
}
