/** Search of the list of libraries, which is loaded when somebody first asks. */
import type { NodeHandlers } from "../../../api/contract/index.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import type { LibraryCatalogue } from "../../../protocol/libraries/catalogue.js";
import { once } from "../../../protocol/once.js";
import type { Crypto } from "../../../protocol/ports.js";

export function libraryHandlers({
  crypto,
}: {
  readonly crypto: Pick<Crypto, "sha256Hex">;
}): Pick<NodeHandlers, "libSearch"> {
  const loaded = once(async () => {
    const { libraries } = await import("../../../protocol/libraries/catalogue.js");
    return { libraries, catalogue: statedOf(libraries, crypto) };
  });
  return {
    libSearch: async ({ category, limit, query }) => {
      const { catalogue, libraries } = await loaded();
      const { hits, nearest } = libraries.find(query, category);
      return {
        total: hits.length,
        catalogue,
        results: hits.slice(0, limit).map(({ entry, matched, score }) => ({
          ...entry,
          covers: [...entry.covers],
          score: rounded(score),
          matched: [...matched],
        })),
        nearestCategories: [...nearest],
      };
    },
  };
}

function statedOf({ file }: LibraryCatalogue, crypto: Pick<Crypto, "sha256Hex">) {
  return {
    libraries: file.libraries.length,
    categories: new Set(file.libraries.map(({ category }) => category)).size,
    version: file.version,
    sha256: crypto.sha256Hex(canonicalize(file)),
  };
}

function rounded(score: number): number {
  return Math.round(score * 1_000) / 1_000;
}
