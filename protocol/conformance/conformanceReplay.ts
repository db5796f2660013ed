/** Holds an answer against what the conformance corpus expects of it. */
import { valueBits } from "../encoding/bits.js";
import type { ConformanceCase } from "./conformanceCase.js";

/** What differs, in one sentence; `bits` where only the last digits do. */
interface Difference {
  readonly id: string;
  readonly what: "answer" | "bits";
  readonly message: string;
}

/** An answer of the interface, with the members that are compared. */
export type ReplayAnswer = Readonly<Record<string, unknown>>;

function kindOf(answer: ReplayAnswer): string | null {
  const { refusal } = answer;
  const kind: unknown =
    typeof refusal === "object" && refusal !== null && "kind" in refusal ? refusal.kind : null;
  return typeof kind === "string" ? kind : null;
}

function describe(answer: ReplayAnswer): string {
  const { value, unit, inputError } = answer;
  if (typeof value === "number") return `${value} ${String(unit)}`;
  const kind = kindOf(answer);
  if (kind !== null) return `the refusal ${kind}`;
  return inputError === undefined ? "neither a value nor a refusal" : JSON.stringify(inputError);
}

/**
 * @param compareBits whether the node runs the engine version of the corpus, so that equal bits are
 * owed and not only agreement within the tolerance.
 */
export function differenceOf(
  { id, expect }: ConformanceCase,
  answer: ReplayAnswer,
  compareBits: boolean,
): Difference | null {
  const differs = (wanted: string): Difference => ({
    id,
    what: "answer",
    message: `expected ${wanted}, the node answers ${describe(answer)}`,
  });
  if ("refusal" in expect) {
    const refused = answer["value"] === null && kindOf(answer) === expect.refusal;
    return refused ? null : differs(`the refusal ${expect.refusal}`);
  }
  const { absolute = 0, value, unit, tolerance, value_bits: bits } = expect;
  const given = answer["value"];
  const near =
    typeof given === "number" &&
    Number.isFinite(given) &&
    Math.abs(given - value) <= Math.max(tolerance * Math.abs(value), absolute);
  if (!near || answer["unit"] !== unit) return differs(`${value} ${unit} within ${tolerance}`);
  if (!compareBits || bits === null || valueBits(given) === bits) return null;
  return {
    id,
    what: "bits",
    message: `${describe(answer)} is ${valueBits(given)}, expected ${bits}`,
  };
}
