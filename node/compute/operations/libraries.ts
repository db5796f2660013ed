/** Search of the list of libraries, by a worker. */
import type { NodeHandlers } from "../../../api/contract/index.js";
import { asker as askerOf } from "../../operations/asker.js";
import type { Evaluator } from "../evaluator.js";

export function libraryHandlers({
  evaluator,
}: {
  readonly evaluator: Pick<Evaluator, "readCatalogue">;
}): Pick<NodeHandlers, "libSearch"> {
  return {
    libSearch: async (asked, call) => {
      const { catalogue, hits, nearest, total } = await evaluator.readCatalogue(
        "librarySearch",
        asked,
        askerOf(call),
      );
      return {
        total,
        catalogue,
        results: hits.map(({ entry, matched, score }) => ({
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

function rounded(score: number): number {
  return Math.round(score * 1_000) / 1_000;
}
