/** Questions about a range of calconds, and about a place in a list of them. */
import type { Call } from "../../api/contract/definition/call.js";
import { ApiError } from "../../api/contract/definition/problem.js";

/** A field of a question that does not go with the others. */
export function misfit({ method }: Call, pointer: string, message: string): ApiError {
  const code = method === "QUERY" ? "UNPROCESSABLE_QUERY" : "INVALID_INPUT";
  return new ApiError(code, message, { errors: [{ pointer, code, message }] });
}

/**
 * @throws ApiError for a range that ends before it begins: its sums would be zeros that look like
 * an answer
 */
export function checkPeriod(
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
  call: Call,
): void {
  if (from !== undefined && to !== undefined && from > to) {
    throw misfit(
      call,
      "/from",
      `\`from\` (${from}) is after \`to\` (${to}): a range goes from its first calcond to its last`,
    );
  }
}
