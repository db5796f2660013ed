/** What stopped a question: the law that was meant, and the place that it could not take. */
import type { OperatorEntry } from "../../operators/entry.js";
import type { Registry } from "../../operators/registry.js";
import type { Draft } from "../routed.js";

/** A number without a unit is supposed to be in SI, beside others that have theirs. */
export const SUPPOSES_UNIT = "unit supposed";

export interface Stopped {
  /** The only law that was meant; null where none is, or several may be. */
  readonly entry: OperatorEntry | null;
  /** `range`, `negated`, `unknown unit`; null for none. */
  readonly reason: string | null;
  /** What it could not take, in the text as it was read; null for no one place. */
  readonly at: readonly [start: number, end: number] | null;
}

export function stoppedBy(registry: Registry, { operators, refusal, why }: Draft): Stopped {
  switch (refusal?.kind) {
    case "UNREAD_QUANTITY": {
      const { reason = null, span } = refusal;
      const name = why.find(({ rule }) => rule.startsWith("operator "))?.cue;
      const entry = registry.entries.find(({ record }) => record.name === name) ?? null;
      return { entry, reason, at: span };
    }
    case "AMBIGUOUS": {
      const [id, another] = refusal.candidates;
      const isOne = id !== undefined && another === undefined;
      return { entry: isOne ? (registry.get(id) ?? null) : null, reason: null, at: null };
    }
    case "OPEN_READING": {
      const entry = operators === null ? null : (registry.get(operators[0]!) ?? null);
      return { entry, reason: SUPPOSES_UNIT, at: null };
    }
    case "MISSING_INPUT":
      return { entry: registry.get(refusal.operator) ?? null, reason: null, at: null };
    default:
      return { entry: null, reason: null, at: null };
  }
}
