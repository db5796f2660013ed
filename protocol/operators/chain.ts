/** The rules of an operator chain: KO42 first, once, and one to three domain operators after it. */
import { DOMAIN_OPERATORS_MAX } from "../limits.js";
import type { OperatorEntry } from "./entry.js";
import type { Registry } from "./registry.js";

export const MODULATION_ID = "KO42";
const NEAREST_IDS = 3;

export type ChainResult =
  | {
      readonly ok: true;
      /** KO42 and the domain operators. */
      readonly chain: readonly string[];
      /** The domain operators alone, in order; empty for KO42 by itself. */
      readonly operators: readonly OperatorEntry[];
    }
  | { readonly ok: false; readonly code: "OPERATOR_CHAIN"; readonly message: string }
  | {
      readonly ok: false;
      readonly code: "UNKNOWN_OPERATOR";
      readonly message: string;
      readonly operator: string;
      readonly nearest: readonly string[];
    };

function brokenRule(ids: readonly string[]): string | null {
  if (ids.length === 0) return "A chain names at least one operator.";
  const places = ids.flatMap((id, index) => (id === MODULATION_ID ? [index] : []));
  if (places.length > 1) {
    return `${MODULATION_ID} stands in a chain once; here it stands ${places.length} times.`;
  }
  if (places.length === 1 && places[0] !== 0) {
    return `${MODULATION_ID} is the first operator of a chain, or is left out and added there.`;
  }
  const others = ids.length - places.length;
  return others > DOMAIN_OPERATORS_MAX
    ? `A chain has at most ${DOMAIN_OPERATORS_MAX} domain operators beside ${MODULATION_ID}; ` +
        `here are ${others}.`
    : null;
}

const ID_FORM = /^[a-z]{1,4}\d+$/i;

/** Of a misspelt id those that are spelt nearly so; of a word those that it means. */
function nearestIds(registry: Registry, id: string): readonly string[] {
  const meant = ID_FORM.test(id)
    ? []
    : registry.search(id, { limit: NEAREST_IDS }).entries.map((entry) => entry.id);
  return meant.length === 0 ? registry.nearest(id, NEAREST_IDS) : meant;
}

/** The answer to an id no record has. */
export function unknownOperator(
  registry: Registry,
  id: string,
): Extract<ChainResult, { code: "UNKNOWN_OPERATOR" }> {
  const near = nearestIds(registry, id);
  const hint = near.length === 0 ? "" : `; the nearest ids are ${near.join(", ")}`;
  return {
    ok: false,
    code: "UNKNOWN_OPERATOR",
    message: `No operator has the id "${id}"${hint}.`,
    operator: id,
    nearest: near,
  };
}

/** One domain operator may stand twice: its result then feeds its second run. */
export function resolveChain(registry: Registry, ids: readonly string[]): ChainResult {
  const rule = brokenRule(ids);
  if (rule !== null) return { ok: false, code: "OPERATOR_CHAIN", message: rule };
  const operators: OperatorEntry[] = [];
  for (const id of ids) {
    if (id === MODULATION_ID) continue;
    const entry = registry.get(id);
    if (entry === undefined) return unknownOperator(registry, id);
    operators.push(entry);
  }
  return { ok: true, chain: [MODULATION_ID, ...operators.map((entry) => entry.id)], operators };
}
