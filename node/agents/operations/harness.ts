/** What the node offers and what not, by what its composition told of itself. */
import { nodeOperations, nodeStreams, type NodeHandlers } from "../../../api/contract/index.js";
import { POLICIES } from "../../../api/http/rateLimit.js";
import { EVENT_KINDS } from "../../../protocol/mesh/kinds.js";
import * as bounds from "../../../protocol/limits.js";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { ENGINE_VERSION, INTERFACE_VERSION, SOFTWARE_VERSION } from "../../../protocol/version.js";
import type { Offering } from "../offering.js";
import type { Ground } from "../../ground/ground.js";

/** Everything of the contract that a node may answer, by key. */
const CONTRACT: ReadonlyMap<string, { id: string; method: string; path: string }> = new Map([
  ...Object.entries(nodeOperations).map(
    ([key, { id, method, path }]) => [key, { id, method, path }] as const,
  ),
  ...Object.entries(nodeStreams).map(
    ([key, { id, path }]) => [key, { id, method: "GET", path }] as const,
  ),
]);

const TOOLS = new Set(
  Object.entries(nodeOperations).flatMap(([key, one]) => ("mcp" in one ? [key] : [])),
);

export function harnessHandlers({
  identity,
  offering,
  registry,
}: Pick<Ground, "identity" | "registry"> & { readonly offering: Offering }): Pick<
  NodeHandlers,
  "harness"
> {
  return {
    harness: () => {
      const { adapter, facts, parts } = offering;
      const offered = new Set(parts.flatMap(({ operations }) => operations));
      const known = [...offered].filter((key) => CONTRACT.has(key));
      return {
        node: identity.publicKeyHex,
        network: facts.network,
        adapter,
        versions: {
          interface: INTERFACE_VERSION,
          software: SOFTWARE_VERSION,
          engine: ENGINE_VERSION,
          registry: registry.registryVersion,
          runtime: process.version,
        },
        counts: {
          operations: known.length,
          tools: known.filter((key) => TOOLS.has(key)).length,
          operators: registry.entries.length,
          solvers: solverCards.length,
          eventKinds: Object.keys(EVENT_KINDS).length,
        },
        capabilities: parts.map(({ background, buckets, due, events, name, operations }) => ({
          name,
          operations: operations.flatMap((key) => CONTRACT.get(key)?.id ?? []),
          events: [...events],
          due: [...due],
          background: [...background],
          buckets: [...buckets],
        })),
        notOffered: [...CONTRACT].flatMap(([key, place]) =>
          offered.has(key) ? [] : [{ ...place }],
        ),
        optional: facts.optional.map((one) => ({ ...one })),
        limits: limitsShown(),
        rates: facts.isLimited
          ? Object.fromEntries(Object.entries(POLICIES).map(([name, one]) => [name, { ...one }]))
          : null,
      };
    },
  };
}

/** `BODY_BYTES_MAX` as `bodyBytesMax`. */
function limitsShown(): Record<string, number> {
  return Object.fromEntries(
    Object.entries<unknown>({ ...bounds }).flatMap(([name, value]) =>
      typeof value === "number" || typeof value === "bigint"
        ? [[camelCase(name), Number(value)] as const]
        : [],
    ),
  );
}

function camelCase(name: string): string {
  return name.toLowerCase().replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}
