/** Computing, solving, proving and sealing what came out. */
import { defineCapability } from "../capability/define.js";
import { gauge } from "../runtime/metrics/gauges.js";
import { createCompute, type ComputeServices } from "./createCompute.js";
import { autoHandlers } from "./operations/auto.js";
import { batchHandlers } from "./operations/batch.js";
import { computeHandlers } from "./operations/compute.js";
import { deriveHandlers } from "./operations/derive.js";
import { kernelHandlers } from "./operations/kernel.js";
import { libraryHandlers } from "./operations/libraries.js";
import { playgroundHandlers } from "./operations/playground.js";
import { priceHandlers } from "./operations/price.js";
import { proofHandlers } from "./operations/proofs.js";
import { registryHandlers } from "./operations/registry.js";
import { solverHandlers } from "./operations/solvers.js";
import { tableHandlers } from "./operations/table.js";

type Needs = ComputeServices &
  Parameters<typeof autoHandlers>[0] &
  Parameters<typeof batchHandlers>[0] &
  Parameters<typeof libraryHandlers>[0] &
  Parameters<typeof proofHandlers>[0] &
  Parameters<typeof registryHandlers>[0] &
  Parameters<typeof solverHandlers>[0] &
  Parameters<typeof tableHandlers>[0];

export const compute = defineCapability({
  name: "compute",
  make: (ground) => createCompute({ ...ground, log: ground.log.child("solvers") }),
  parts: (services: Needs) => {
    const { keptRows, pool, receipts } = services;
    return {
      handlers: {
        ...computeHandlers(services),
        ...batchHandlers(services),
        ...tableHandlers(services),
        ...autoHandlers(services),
        ...deriveHandlers(services),
        ...priceHandlers(services),
        ...playgroundHandlers(services),
        ...proofHandlers(services),
        ...registryHandlers(services),
        ...libraryHandlers(services),
        ...kernelHandlers(services),
        ...solverHandlers(services),
      },
      buckets: ["env", "rcpt", "own", "chain", "field", "rowroots", "sweptrow"],
      background: [keptRows.sweep],
      joined: (node) => receipts.useFetch((id) => node.fetchReceipt(id)),
      stop: () => pool.close(),
      metrics: () => [
        gauge("workers", "Threads that run solvers and long evaluations", pool.size),
        gauge("workers_busy", "Of these, the ones that run a job", pool.running),
        gauge("workers_queued", "Jobs that wait for such a thread", pool.queued),
      ],
    };
  },
});
