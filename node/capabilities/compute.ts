/** Computing, solving, proving and sealing what came out. */
import type { Capability } from "../capability/capability.js";
import { autoHandlers } from "../operations/auto.js";
import { batchHandlers } from "../operations/batch.js";
import { computeHandlers } from "../operations/compute.js";
import { kernelHandlers } from "../operations/kernel.js";
import { playgroundHandlers } from "../operations/playground.js";
import { libraryHandlers } from "../operations/libraries.js";
import { priceHandlers } from "../operations/price.js";
import { proofHandlers } from "../operations/proofs.js";
import { registryHandlers } from "../operations/registry.js";
import { solverHandlers } from "../operations/solvers.js";
import { tableHandlers } from "../operations/table.js";
import { gauge } from "../runtime/metrics/gauges.js";
import type { NodeServices } from "../ground/services.js";

export function computeCapability(services: NodeServices) {
  return {
    handlers: {
      ...computeHandlers(services),
      ...batchHandlers(services),
      ...tableHandlers(services),
      ...autoHandlers(services),
      ...priceHandlers(services),
      ...playgroundHandlers(services),
      ...proofHandlers(services),
      ...registryHandlers(services),
      ...libraryHandlers(services),
      ...kernelHandlers(services),
      ...solverHandlers(services),
    },
    buckets: ["env", "rcpt", "own", "chain", "field", "rowroots", "sweptrow"],
    background: [services.keptRows.sweep],
    stop: () => services.pool.close(),
    metrics: () => [
      gauge("workers", "Threads that run solvers and long evaluations", services.pool.size),
      gauge("workers_busy", "Of these, the ones that run a job", services.pool.running),
      gauge("workers_queued", "Jobs that wait for such a thread", services.pool.queued),
    ],
  } as const satisfies Capability;
}
