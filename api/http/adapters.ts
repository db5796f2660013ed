/** Which server takes the requests: the native one where it loads, or the platform's. */
import type { Logger } from "../../protocol/ports.js";
import { createNodeServer } from "./nodeHttp.js";
import type { AdapterName, HttpApplication, HttpServer } from "./server.js";
import { createUwsServer } from "./uws.js";

/** auto: uws where its binary loads. It is for addresses that only this machine reaches. */
export type AdapterChoice = AdapterName | "auto";

/** uws was demanded, and does not load. */
export class AdapterUnavailable extends Error {
  constructor(reason: string) {
    super(`uWebSockets.js does not load: ${reason}`);
    this.name = "AdapterUnavailable";
  }
}

/** @throws AdapterUnavailable */
export function createServer(
  application: HttpApplication,
  choice: AdapterChoice,
  log?: Pick<Logger, "info" | "warn">,
): HttpServer {
  if (choice === "node") return createNodeServer(application);
  const created = createUwsServer(application);
  if ("server" in created) return created.server;
  const { isForged, reason } = created;
  if (choice === "uws") throw new AdapterUnavailable(reason);
  log?.[isForged ? "warn" : "info"]("uWebSockets.js does not load: node:http serves", { reason });
  return createNodeServer(application);
}
