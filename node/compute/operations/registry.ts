import type { NodeHandlers } from "../../../api/contract/index.js";
import { preEncoded, type PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import {
  categoriesOf,
  listingOf,
  specOf,
  unknownOperator,
} from "../../../protocol/operators/index.js";
import type {
  Registry,
  SearchOptions,
  SearchResult,
} from "../../../protocol/operators/registry.js";
import { isSearchOfWords } from "../../../protocol/router/laws/find.js";
import { asker as askerOf } from "../../operations/asker.js";
import type { Asker } from "../evaluator.js";
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
  /** Answers at once where nobody else waits for the thread. */
  readonly evaluator: {
    document(name: DocumentName): string | Promise<string>;
    searchOperators(
      query: string,
      options: SearchOptions,
      by: Asker,
    ): SearchResult | Promise<SearchResult>;
  };
}

export function registryHandlers({ evaluator, registry }: RegistryServices): RegistryHandlers {
  const whole = (name: DocumentName): PreEncoded<never> | Promise<PreEncoded<never>> => {
    const text = evaluator.document(name);
    return typeof text === "string"
      ? preEncoded({ body: text })
      : text.then((body) => preEncoded({ body }));
  };
  return {
    operators: ({ q, domain, limit, offset }, call) => {
      if (q === undefined && domain === undefined && limit === undefined && offset === undefined) {
        return whole("operators");
      }
      const options = { domain, limit, offset };
      const found = isSearchOfWords(registry, q)
        ? evaluator.searchOperators(q, options, askerOf(call))
        : registry.search(q, options);
      const listed = ({ entries, total }: SearchResult) =>
        answered(
          {
            registry_version: registry.registryVersion,
            total,
            operators: entries.map(listingOf),
          },
          [],
        ).before(nextOffset({ limit, offset }, total));
      return found instanceof Promise ? found.then(listed) : listed(found);
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
