/** Hosted pages: static files of machines in a sandbox, each commit on record. */
import { defineCapability, type GivenTo } from "../capability/define.js";
import { gauge } from "../runtime/metrics/gauges.js";
import { createPages } from "./createPages.js";
import { pageHandlers } from "./operations/pages.js";

export const pages = defineCapability({
  name: "pages",
  make: (ground, given: GivenTo<typeof createPages>) => ({
    hosted: createPages({ ...ground, ...given, log: ground.log.child("pages") }),
  }),
  parts: (services: Parameters<typeof pageHandlers>[0]) => {
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
    };
  },
});
