/** Witnessing: what this node cosigns for others, and how far its own spine is cosigned. */
import { defineCapability } from "../capability/define.js";
import type { Ground } from "../ground/ground.js";
import { createWitness, type WitnessPorts, type WitnessServices } from "./createWitness.js";
import { witnessGauges } from "./gauges.js";
import { witnessHandlers } from "./operations/witness.js";

export const witness = defineCapability({
  name: "witness",
  make: (ground, _given: unknown, { postText }: WitnessPorts) =>
    createWitness(
      ground.config.witness,
      { ...ground, log: ground.log.child("witness"), postText },
      ground.config.mesh.forgetDays,
    ),
  parts: (services: Ground & WitnessServices & Parameters<typeof witnessHandlers>[0]) => {
    const { forgetting, sealer, witnessing } = services;
    return {
      handlers: witnessHandlers(services),
      buckets: ["cosigned", "witnessed"],
      background: [forgetting.task],
      grown: async () => witnessing.headKnown(),
      joined: async ({ mesh }) => {
        await witnessing.use(mesh);
        sealer.onWindow(witnessing.collector.grown);
      },
      start: () => witnessing.load(),
      stop: () => witnessing.stop(),
      metrics: () => witnessGauges(services),
    };
  },
});
