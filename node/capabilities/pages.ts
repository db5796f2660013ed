/** Hosted pages: static files of machines in a sandbox, each commit on record. */
import type { Capability } from "../capability/capability.js";
import { gauge } from "../runtime/metrics/gauges.js";
import { pageHandlers } from "../operations/pages.js";
import type { NodeServices } from "../ground/services.js";

export function pagesCapability(services: NodeServices) {
  const { serves, serving } = services.hosted;
  return {
    handlers: pageHandlers(services),
    buckets: ["page", "pagecommit", "pagefile"],
    start: () => {
      serves.start();
      return Promise.resolve();
    },
    stop: () => serves.stop(),
    metrics: () => [
      gauge("pages_cached_bytes", "Bytes of hosted pages in memory", serving.cachedBytes),
    ],
  } as const satisfies Capability;
}
