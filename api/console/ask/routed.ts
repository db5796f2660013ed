/** A question in words as the node reads it, and as the page computes that. */
import { listAt, numberAt, textAt, type Fields } from "../connection/json.js";
import type { Question } from "../engine/messages.js";

export interface Routed {
  /** Null where nothing was understood, or a constant was asked for. */
  readonly reading: Fields | null;
  readonly rivals: readonly Fields[];
  readonly restated: string;
  readonly refusal: Fields | null;
  /** The reading as the page computes it; null for a solver and a chain. */
  readonly question: Question | null;
}

/** A number as it is typed, with its uncertainty and its unit. */
function inputOf(given: Fields): string {
  const { value } = given;
  if (typeof value === "string") return value;
  if (typeof value !== "number") return "";
  const uncertainty = numberAt(given, "uncertainty");
  const unit = textAt(given, "unit");
  return [String(value), uncertainty === null ? "" : `± ${uncertainty}`, unit === "1" ? "" : unit]
    .filter((part) => part !== "")
    .join(" ");
}

export function questionOfReading(reading: Fields): Question | null {
  const law = textAt(reading, "law");
  const supposed = listAt(reading, "supposed");
  const given = listAt(reading, "given");
  const isPlain = given.every(({ value }) => typeof value !== "object" || value === null);
  if (law === "" || !isPlain) return null;
  const inputs: Record<string, string> = {};
  for (const quantity of [...supposed, ...given]) {
    const text = inputOf(quantity);
    if (text !== "") inputs[textAt(quantity, "symbol")] = text;
  }
  return { operators: [law], inputs };
}
