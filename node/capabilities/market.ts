/** The market of work: jobs of accounts, work for others, disputes. */
import type { Capability } from "../capability/capability.js";
import { MARKET_KINDS } from "../market/book.js";
import { marketGauges } from "../market/gauges.js";
import { jobHandlers } from "../operations/jobs.js";
import type { NodeServices } from "../ground/services.js";

export function marketCapability(services: NodeServices) {
  const { contribution, contributor, market, marketBook } = services;
  contribution.onSet((account, mode) => contributor.modeChanged(account, mode));
  return {
    handlers: jobHandlers(services),
    buckets: ["jobevent", "joborder", "joborderof", "jobwork", "jobdispute", "jobdoc", "jobdocend"],
    effects: Object.fromEntries(MARKET_KINDS.map((kind) => [kind, marketBook.effect])),
    listeners: Object.fromEntries([...MARKET_KINDS, "node"].map((kind) => [kind, market.take])),
    frozen: (author: string, seq: number) => marketBook.part(author, seq),
    grown: () => market.readGrown(),
    start: () => market.load(),
    stop: () => market.stop(),
    metrics: () => marketGauges(services),
  } as const satisfies Capability;
}
