/** The capabilities of a node. One that is not listed here is no part of it. */
import type { Ground } from "../ground/ground.js";
import type { NodeServices } from "../ground/services.js";
import { accountsCapability } from "./accounts.js";
import { agentsCapability } from "./agents.js";
import { computeCapability } from "./compute.js";
import { contractsCapability } from "./contracts.js";
import { ledgerCapability } from "./ledger.js";
import { livenessCapability } from "./liveness.js";
import { machinesCapability } from "./machines.js";
import { mailCapability } from "./mail.js";
import { marketCapability } from "./market.js";
import { meshCapability } from "./mesh.js";
import { modelsCapability } from "./models.js";
import { namesCapability } from "./names.js";
import { operatingCapability } from "./operating.js";
import { pagesCapability } from "./pages.js";
import { reactorsCapability } from "./reactors.js";
import { streamsCapability } from "./streams.js";
import { transfersCapability } from "./transfers.js";
import { vaultsCapability } from "./vaults.js";
import { witnessCapability } from "./witness.js";

/** In the order in which they start; they stop in reverse. */
export function capabilitiesOf(ground: Ground, services: NodeServices) {
  return {
    liveness: livenessCapability(ground, services),
    operating: operatingCapability(ground, services),
    accounts: accountsCapability(ground, services),
    ledger: ledgerCapability(ground, services),
    machines: machinesCapability(services),
    vaults: vaultsCapability(ground, services),
    names: namesCapability(services),
    compute: computeCapability(services),
    streams: streamsCapability(services),
    reactors: reactorsCapability(services),
    contracts: contractsCapability(services),
    market: marketCapability(services),
    witness: witnessCapability(services),
    transfers: transfersCapability(services),
    pages: pagesCapability(services),
    models: modelsCapability(services),
    mail: mailCapability(services),
    agents: agentsCapability(services),
    mesh: meshCapability(services),
  };
}

export type NodeCapabilities = ReturnType<typeof capabilitiesOf>;
