/** Envelopes in the vaults of their owners: lists, moves, orders, bonds and contributions. */
import { defineCapability, type GivenTo } from "../capability/define.js";
import type { Ground } from "../ground/ground.js";
import { followingTask } from "../runtime/following.js";
import { BOND_END, BondEnds } from "./bondEnds.js";
import { createVaults } from "./createVaults.js";
import { contributionHandlers } from "./operations/contribution.js";
import { envelopeHandlers } from "./operations/envelopes.js";
import { VaultFollower } from "./vaultFollower.js";

type Needs = Ground &
  Parameters<typeof envelopeHandlers>[0] &
  Parameters<typeof contributionHandlers>[0];

export const vaults = defineCapability({
  name: "vaults",
  make: (ground, { ledger }: Pick<GivenTo<typeof createVaults>, "ledger">) => {
    const { heap, identity, sealer } = ground;
    return createVaults({
      ...ground,
      ledger,
      log: ground.log.child("vaults"),
      seed: identity.seed,
      publicKey: identity.publicKeyHex,
      windows: () => sealer.windows,
      ...(heap === undefined ? {} : { onLarge: () => heap.growNow() }),
    });
  },
  parts: (services: Needs) => {
    const { sealer } = services;
    const log = services.log.child("background");
    const windows = (): number => sealer.windows;
    const follower = new VaultFollower({ ...services, log, windows });
    return {
      handlers: { ...envelopeHandlers(services), ...contributionHandlers(services) },
      buckets: ["vault", "leaf", "leaf1", "counts", "folder", "bond", "offer"],
      due: { [BOND_END]: new BondEnds(services) },
      background: [followingTask("vaults", follower, log)],
    };
  },
});
