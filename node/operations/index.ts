/** All handlers of the node. A missing one does not compile. */
import type { NodeHandlers } from "../../api/contract/index.js";
import { accountHandlers } from "./accounts.js";
import { autoHandlers } from "./auto.js";
import { claimHandlers } from "./claims.js";
import { computeHandlers } from "./compute.js";
import { contributionHandlers } from "./contribution.js";
import { envelopeHandlers } from "./envelopes.js";
import { kernelHandlers } from "./kernel.js";
import { keyHandlers } from "./keys.js";
import { ledgerHandlers } from "./ledger.js";
import { livenessHandlers } from "./liveness.js";
import { machineHandlers } from "./machines.js";
import { meshHandlers } from "./mesh.js";
import type { Services } from "./modules.js";
import { nameHandlers } from "./names.js";
import { playgroundHandlers } from "./playground.js";
import { priceHandlers } from "./price.js";
import { proofHandlers } from "./proofs.js";
import { registryHandlers } from "./registry.js";
import { solverHandlers } from "./solvers.js";
import { spineHandlers } from "./spine.js";
import { tallyHandlers } from "./tally.js";
import { transparencyHandlers } from "./transparency.js";

export function nodeHandlers(services: Services): NodeHandlers {
  const compute = computeHandlers(services);
  return {
    ...livenessHandlers(services),
    ...compute,
    ...autoHandlers(services, compute.compute),
    ...priceHandlers(services),
    ...playgroundHandlers(services),
    ...proofHandlers(services),
    ...registryHandlers(services),
    ...kernelHandlers(services),
    ...envelopeHandlers(services),
    ...contributionHandlers(services),
    ...accountHandlers(services),
    ...claimHandlers(services),
    ...keyHandlers(services),
    ...machineHandlers(services),
    ...spineHandlers(services),
    ...meshHandlers(services),
    ...ledgerHandlers(services),
    ...nameHandlers(services),
    ...tallyHandlers(services),
    ...transparencyHandlers(services),
    ...solverHandlers(services),
  };
}
