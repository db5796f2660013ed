/** The one place where what a rule of the domain refuses becomes an answer of the interface. */
import { ApiError } from "../../api/contract/definition/problem.js";
import { bothFields, rateFields } from "../../api/http/rateLimit.js";
import type { Allowance, Refusal } from "../../protocol/errors/refusal.js";

export function problemOfRefusal({ code, details, message }: Refusal): ApiError {
  const { allowances, errors, gone, members, retryAfterSeconds } = details;
  const headers = [
    ...(retryAfterSeconds === undefined ? [] : ["retry-after", String(retryAfterSeconds)]),
    ...allowanceFields(allowances ?? []),
  ];
  return new ApiError(code, message, {
    ...(members === undefined ? {} : { members }),
    ...(errors === undefined ? {} : { errors }),
    ...(headers.length === 0 ? {} : { headers }),
    ...(gone === undefined ? {} : { status: 410 as const }),
  });
}

/** `RateLimit` fields of what a service counted; each is a list where there are several. */
export function allowanceFields(allowances: readonly Allowance[]): readonly string[] {
  return allowances
    .map(({ left, policy, resetSeconds }) => rateFields(policy, left, resetSeconds))
    .reduce<readonly string[]>((fields, more) => bothFields(fields, more), []);
}
