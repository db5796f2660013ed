/** What a record's example promises; apart from the schema, which only the build and tests ask. */
import type { RefusalKind } from "../equations/reading/ast.js";
import type { OperatorRecord, ValueExample } from "./schema.js";

/** The value a record promises, or null when it promises a refusal. */
export function valueExampleOf(record: OperatorRecord): ValueExample | null {
  return "value" in record.example ? record.example : null;
}

export function refusalExampleOf(record: OperatorRecord): RefusalKind | null {
  return "refusal" in record.example ? record.example.refusal : null;
}
