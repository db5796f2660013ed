/** Envelopes in the vaults of their owners: lists, moves, orders, bonds and contributions. */
import type { Capability } from "../capability/capability.js";
import { contributionHandlers } from "../operations/contribution.js";
import { envelopeHandlers } from "../operations/envelopes.js";
import { followingTask } from "../runtime/following.js";
import { BOND_END, BondEnds } from "../vaults/bondEnds.js";
import { VaultFollower } from "../vaults/vaultFollower.js";
import type { Ground } from "../ground/ground.js";
import type { NodeServices } from "../ground/services.js";

export function vaultsCapability({ sealer, deadlines, ...ground }: Ground, services: NodeServices) {
  const { store, vault } = services;
  const log = ground.log.child("background");
  const follower = new VaultFollower({ store, vault, log, windows: () => sealer.windows });
  return {
    handlers: { ...envelopeHandlers(services), ...contributionHandlers(services) },
    buckets: ["vault", "leaf", "leaf1", "counts", "folder", "bond", "offer"],
    due: { [BOND_END]: new BondEnds({ store, deadlines }) },
    background: [followingTask("vaults", follower, log)],
  } as const satisfies Capability;
}
