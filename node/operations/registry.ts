import type { NodeHandlers } from "../../api/contract/index.js";
import { preEncoded } from "../../api/contract/preEncoded.js";
import { ApiError } from "../../api/errors.js";
import { once } from "../../protocol/once.js";
import { conformanceCorpus } from "../../protocol/operators/conformance.js";
import {
  catalogOf,
  categoriesOf,
  listingOf,
  specOf,
  unknownOperator,
} from "../../protocol/operators/index.js";
import type { Services } from "./modules.js";
import { invalidError } from "./results.js";

type RegistryHandlers = Pick<
  NodeHandlers,
  "operators" | "operatorCategories" | "operatorSpec" | "conformance"
>;

/** Answers are open objects: later versions add members. */
function open(entry: { readonly name: string }): { [member: string]: unknown; name: string } {
  return { ...entry };
}

export function registryHandlers({
  registry,
  crypto,
}: Pick<Services, "registry" | "crypto">): RegistryHandlers {
  // Neither changes while the node runs.
  const whole = once(() => JSON.stringify(catalogOf(registry)));
  const corpus = once(() => JSON.stringify(conformanceCorpus(registry, crypto)));
  return {
    operators: ({ q, domain, limit, offset }) => {
      if (q === undefined && domain === undefined && limit === undefined && offset === undefined) {
        return preEncoded({ body: whole() });
      }
      const found = registry.search(q, { domain, limit, offset });
      return {
        registry_version: registry.registryVersion,
        total: found.total,
        operators: found.entries.map(listingOf),
      };
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
    conformance: () => preEncoded({ body: corpus() }),
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
