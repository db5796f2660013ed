/** All that computes, proves and seals what came out, put together. */
import type { Ground } from "../ground/ground.js";
import type { ResultSealer } from "../sealing/sealer.js";
import { ComputeService } from "./compute.js";
import { Evaluator } from "./evaluator.js";
import { KeptRows } from "./keptRows.js";
import { Prover } from "./prover.js";
import { Receipts } from "./receipts.js";
import { SolverService } from "./solvers.js";
import { SolverPool } from "./workers/pool.js";

type Modules = Pick<
  Ground,
  | "clock"
  | "crypto"
  | "identity"
  | "log"
  | "metrics"
  | "registry"
  | "scheduler"
  | "sealer"
  | "spine"
  | "store"
>;

export interface ComputeServices {
  readonly pool: SolverPool;
  readonly evaluator: Evaluator;
  readonly compute: ComputeService;
  readonly keptRows: KeptRows;
  readonly solvers: SolverService;
  readonly prover: Prover;
  readonly receipts: Receipts;
  /** The same services over another sealer. */
  readonly sealedBy: (sealer: ResultSealer) => SealingServices;
}

type SealingServices = Pick<ComputeServices, "compute" | "solvers">;

export function createCompute(modules: Modules): ComputeServices {
  const { identity, metrics, registry } = modules;
  const pool = new SolverPool(
    {},
    {
      ...modules,
      observe: (solver, outcome, seconds) =>
        metrics.solverSeconds.observe({ solver, outcome }, seconds),
    },
  );
  const evaluator = new Evaluator({ ...modules, pool });
  const keptRows = new KeptRows(modules);
  const { registryVersion } = registry;
  const sealedBy = (sealer: ResultSealer): SealingServices => ({
    compute: new ComputeService({ ...modules, sealer }),
    solvers: new SolverService({ ...modules, keptRows, pool, registryVersion, sealer }),
  });
  return {
    pool,
    evaluator,
    keptRows,
    ...sealedBy(modules.sealer),
    sealedBy,
    prover: new Prover({ ...modules, evaluator }),
    receipts: new Receipts({
      ...modules,
      publicKey: identity.publicKeyHex,
      proofKey: identity.proofKey,
    }),
  };
}
