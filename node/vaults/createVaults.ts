/** All that works on vaults, put together. */
import type { Crypto, Logger } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import { Bonds } from "./bonds.js";
import { Contribution } from "./contribution.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { Vault } from "./vault.js";
import { VaultChanges } from "./vaultChanges.js";
import { VaultOrders } from "./vaultOrders.js";

interface VaultsModules {
  readonly store: Store;
  readonly crypto: Crypto;
  readonly deadlines: Pick<Deadlines, "now" | "reckon">;
  readonly ledger: { lastHash(account: string): Promise<string> };
  readonly log: Logger;
  /** As a vault takes it. */
  readonly windows?: () => number;
  /** The node's own key. */
  readonly seed: Uint8Array;
  readonly publicKey: string;
  /**
   * Of what is ingested and of changes: what one batch takes, what one sweep ingests, bytes of a
   * sweep's batches; for tests.
   */
  readonly batchTokensMax?: number;
  readonly intakeTokensMax?: number;
  readonly sweepBatchBytes?: number;
  /** Told before the work of a change of several batches begins. */
  readonly onLarge?: () => void;
}

export interface Vaults {
  readonly vault: Vault;
  readonly vaultChanges: VaultChanges;
  readonly vaultOrders: VaultOrders;
  readonly bonds: Bonds;
  readonly contribution: Contribution;
}

export function createVaults({
  store,
  crypto,
  deadlines,
  ledger,
  log,
  windows,
  seed,
  publicKey,
  ...options
}: VaultsModules): Vaults {
  const { batchTokensMax, intakeTokensMax, sweepBatchBytes } = options;
  const vault = new Vault({
    store,
    deadlines,
    windows,
    batchTokensMax,
    intakeTokensMax,
    sweepBatchBytes,
  });
  const vaultChanges = new VaultChanges({ store, crypto, vault, log, ...options });
  return {
    vault,
    vaultChanges,
    vaultOrders: new VaultOrders({ store, changes: vaultChanges, crypto, deadlines, ledger }),
    bonds: new Bonds({ store, vault, changes: vaultChanges, crypto, deadlines, seed, publicKey }),
    contribution: new Contribution({ store }),
  };
}
