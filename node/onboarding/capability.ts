/** How accounts come to be: opened, minted for a trial, with the free credits of the day. */
import { defineCapability, type GivenTo } from "../capability/define.js";
import { createOnboarding } from "./createOnboarding.js";
import { claimHandlers } from "./operations/claims.js";

export const onboarding = defineCapability({
  name: "onboarding",
  make: (ground, given: GivenTo<typeof createOnboarding, 1>) => {
    const { claim, credits } = ground.config;
    return createOnboarding({ ...claim, welcome: credits.welcome }, { ...ground, ...given });
  },
  parts: (services: Parameters<typeof claimHandlers>[0]) => ({
    handlers: claimHandlers(services),
    buckets: ["claimed", "claimday"],
  }),
});
