import type { NodeHandlers } from "../../../api/contract/index.js";
import { preEncoded, type PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import {
  categoriesOf,
  listingOf,
  specOf,
  unknownOperator,
} from "../../../protocol/operators/index.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import { searchOperators } from "../../../protocol/router/laws/find.js";
import type { DocumentName } from "../workers/messages.js";
import { answered } from "../../operations/effect.js";
import { nextOffset } from "../../operations/paging.js";
import { invalidError } from "../../operations/results.js";

type RegistryHandlers = Pick<
  NodeHandlers,
  "operators" | "operatorCategories" | "operatorSpec" | "conformance"
>;

/** Answers are open objects: later versions add members. */
function open(entry: { readonly name: string }): { [member: string]: unknown; name: string } {
  return { ...entry };
}

interface RegistryServices {
  readonly registry: Registry;
  /** Writes at once where nobody else waits for the thread. */
  readonly evaluator: { document(name: DocumentName): string | Promise<string> };
}

export function registryHandlers({ evaluator, registry }: RegistryServices): RegistryHandlers {
  const whole = (name: DocumentName): PreEncoded<never> | Promise<PreEncoded<never>> => {
    const text = evaluator.document(name);
    return typeof text === "string"
      ? preEncoded({ body: text })
      : text.then((body) => preEncoded({ body }));
  };
  return {
    operators: ({ q, domain, limit, offset }) => {
      if (q === undefined && domain === undefined && limit === undefined && offset === undefined) {
        return whole("operators");
      }
      const found = searchOperators(registry, q, { domain, limit, offset });
      const answer = {
        registry_version: registry.registryVersion,
        total: found.total,
        operators: found.entries.map(listingOf),
      };
      return answered(answer, []).before(nextOffset({ limit, offset }, found.total));
    },
    operatorCategories: () => ({
      categories: categoriesOf(registry),
      total: registry.counters.domains,
    }),
    operatorSpec: ({ operator, operators }) => {
      const ids = operators ?? (operator === undefined ? [] : [operator]);
      if (ids.length === 0 || (operator !== undefined && operators !== undefined)) {
        throw new ApiError("INVALID_BODY", "give either `operator` or `operators`", {
          errors: [
            { pointer: "", code: "EITHER", message: "exactly one of operator and operators" },
          ],
        });
      }
      const specs = ids.map((id) => specAnswer(id));
      // Who asks for one operator finds its members at the top as well.
      return operator === undefined ? { operators: specs } : { ...specs[0], operators: specs };
    },
    conformance: () => whole("conformance"),
  };

  function specAnswer(id: string) {
    const entry = registry.get(id);
    if (entry === undefined) {
      const unknown = unknownOperator(registry, id);
      throw invalidError({
        status: "invalid",
        code: unknown.code,
        message: unknown.message,
        name: id,
        nearest: unknown.nearest,
      });
    }
    const spec = specOf(entry);
    return {
      ...spec,
      required: spec.required.map(open),
      conditional: spec.conditional.map(open),
      assumed: spec.assumed.map(open),
      optional: spec.optional.map(open),
    };
  }
}
