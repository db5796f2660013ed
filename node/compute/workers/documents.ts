/**
 * Texts that stay the same while a node runs, and take longer to write than the serving thread may
 * stand: written once, by a worker.
 */
import { conformanceCorpus } from "../../../protocol/conformance/conformance.js";
import { catalogOf } from "../../../protocol/operators/index.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { solverSchema } from "../../../protocol/solvers/describe.js";
import type { SolverCard } from "../../../protocol/solvers/solver.js";
import { nodeCrypto } from "../../runtime/crypto.js";
import type { DocumentName } from "./messages.js";

export function writeDocument(name: DocumentName, registry: Registry): string {
  switch (name) {
    case "operators":
      return JSON.stringify(catalogOf(registry));
    case "conformance":
      return JSON.stringify(conformanceCorpus(registry, nodeCrypto));
    case "solvers":
      return JSON.stringify({ solvers: solverCards.map(describe), total: solverCards.length });
    default:
      return name satisfies never;
  }
}

function describe(card: SolverCard) {
  const { examples, id, limits, primary, reactor, sufficient, summary, title, version } = card;
  return {
    id,
    path: `/api/calc/${id}`,
    title,
    summary,
    version,
    primary,
    schema: solverSchema(card),
    sufficient,
    limits,
    reactor,
    examples: examples.map(({ body, expect, title: about }) => ({ title: about, body, expect })),
  };
}
