/** Effects as operations have them: their answer is the contract's, and is kept with the effect. */
import type { Call } from "../../api/contract/definition/call.js";
import type { AnyOperation, OutputOf } from "../../api/contract/definition/operation.js";
import { PreEncoded } from "../../api/contract/definition/preEncoded.js";
import type { Effects, Step } from "../ledger/effects.js";
import type { Idempotency } from "../accounts/idempotency.js";

export interface EffectServices {
  readonly effects: Effects;
  readonly idempotency: Pick<Idempotency, "keeper">;
}

interface Fields<T> {
  /** Header fields of the answer. */
  readonly headers?: (outcome: T) => readonly string[];
  /** Whether they are repeated with the kept answer, as a cookie is. */
  readonly keepsHeaders?: boolean;
}

export interface OperationEffect<O> {
  /**
   * Runs a step; its answer is kept in the batch of the step where the call has an idempotency key.
   * @param answer the contract's output, made from what came of the step
   */
  run<T>(
    step: Step<T> | Promise<Step<T>>,
    answer: (outcome: T) => O,
    fields?: Fields<T>,
  ): Promise<PreEncoded<O>>;
}

/**
 * @throws Refusal INVALID_IDEMPOTENCY_KEY where the answer shows a secret and the caller's key is
 * too short to protect it
 */
export function effectOf<Op extends AnyOperation>(
  { effects, idempotency }: EffectServices,
  { idempotency: ticket }: Pick<Call, "idempotency">,
  { secret = false, success = 200 }: Op,
): OperationEffect<OutputOf<Op>> {
  type Output = OutputOf<Op>;
  const keeper = ticket === null ? null : idempotency.keeper(ticket, { status: success, secret });
  return {
    run: async <T>(
      step: Step<T> | Promise<Step<T>>,
      answer: (outcome: T) => Output,
      { headers, keepsHeaders = false }: Fields<T> = {},
    ) => {
      const { body, fields } = await effects.run(step, (value) => {
        const result = { body: JSON.stringify(answer(value)), fields: headers?.(value) ?? [] };
        const operations = keeper?.(result.body, keepsHeaders ? result.fields : []) ?? [];
        return { operations, result };
      });
      return new PreEncoded<Output>({ status: success, body, headers: fields });
    },
  };
}

/** An answer with header fields of its own. */
export function answered<O extends object>(
  output: O,
  headers: readonly string[],
  status = 200,
): PreEncoded<O> {
  return new PreEncoded<O>({ status, body: JSON.stringify(output), headers });
}
