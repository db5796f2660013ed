/** `/metrics` on a listener of its own, so that scraping needs no access to the API. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";
import { OPEN_METRICS, openMetricsOf, wantsOpenMetrics } from "./openMetrics.js";

interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * @param refresh sets gauges that are read rather than counted. @throws the listen error
 * (EADDRINUSE): the caller decides whether that is fatal.
 */
export async function serveMetrics(
  registry: Registry,
  host: string,
  port: number,
  refresh: () => Promise<void>,
): Promise<MetricsServer> {
  const scrape = async (): Promise<string> => {
    await refresh();
    return registry.metrics();
  };
  const server: Server = createServer((request, response) => {
    if (request.url !== "/metrics" || (request.method !== "GET" && request.method !== "HEAD")) {
      response.writeHead(404, { "content-type": "text/plain" }).end("metrics are at /metrics\n");
      return;
    }
    const isOpen = wantsOpenMetrics(request.headers.accept);
    scrape().then(
      (text) =>
        response
          .writeHead(200, { "content-type": isOpen ? OPEN_METRICS : registry.contentType })
          .end(isOpen ? openMetricsOf(text) : text),
      (error: unknown) =>
        response.writeHead(500, { "content-type": "text/plain" }).end(`${String(error)}\n`),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  const shownHost = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    url: `http://${shownHost}:${address.port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
