import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { BOND_ENVELOPES, BOND_TAIL_CALCONDS } from "../../../protocol/economy/bond.js";
import {
  COMPUTATION_CREDITS,
  DAILY_CREDITS,
  daysFor,
  envelopesADay,
  leastDaysFor,
  LEAST_CREDITS,
} from "../../../protocol/economy/freeCredits.js";
import { bondName } from "../bonds.js";
import { effectOf, type EffectServices } from "../../operations/effect.js";
import { workOf, type WorkServices } from "../../market/operations/jobs.js";
import type { OnboardingServices } from "../../onboarding/createOnboarding.js";
import { ownerOf } from "../../operations/owner.js";
import { wantedOf } from "../../operations/wanted.js";

type ContributionHandlers = Pick<
  NodeHandlers,
  | "contributePolicy"
  | "contributeStatus"
  | "contributeBond"
  | "contributeRelease"
  | "contributeMode"
>;

const POLICY = {
  bond_envelopes: BOND_ENVELOPES,
  daily_credits: DAILY_CREDITS,
  credits_per_computation: COMPUTATION_CREDITS,
  envelopes_per_day: envelopesADay(COMPUTATION_CREDITS),
  days_to_bond: daysFor(BOND_ENVELOPES),
  least_credits_per_computation: LEAST_CREDITS,
  most_envelopes_per_day: envelopesADay(LEAST_CREDITS),
  tail_calconds: BOND_TAIL_CALCONDS,
  modes: ["idle", "contributing", "experimenting"],
  rules: [
    "The free credits of a day are those of an account: its machines together claim " +
      "daily_credits in a UTC day, and no more.",
    "Bonded envelopes stay in their owner's vault and cannot move; soulbound ones can be bonded.",
    "A release is answered at once; the envelopes stay pledged for tail_calconds more, or until " +
      "the verdict of a challenge opened by then.",
    "A result proven wrong by computing it again costs the whole bond; one that cannot be reproduced costs nothing.",
    "Contributing and experimenting exclude each other: the mode asked for last ends the other.",
  ],
};

export function contributionHandlers(
  services: WorkServices & EffectServices & Pick<OnboardingServices, "opening">,
): ContributionHandlers {
  const { bonds, contribution, opening } = services;
  return {
    contributePolicy: () => ({
      ...POLICY,
      welcome_credits: opening.welcome,
      least_days_to_bond: leastDaysFor(BOND_ENVELOPES, opening.welcome, false),
    }),
    contributeStatus: async ({ bond: name }, call) => {
      const owner = ownerOf(call);
      const { bonds: held, have, daysRemaining, leastDaysRemaining } = await bonds.status(owner);
      const shown = held.map((bond) => ({
        bond: bondName(bond.bond),
        state: bond.state === "bonded" ? ("bonded" as const) : ("released" as const),
        envelopes: bond.envelopes.length,
        sinceCalcond: bond.sinceCalcond,
        heldUntilCalcond: bond.heldUntilCalcond,
        listHash: bond.listHash,
      }));
      const pledge = name === undefined ? null : await bonds.pledge(owner, name);
      if (name !== undefined && pledge === null)
        throw new ApiError("NOT_FOUND", `${name} is no bond of this account`);
      return {
        bonded: held.at(-1)?.state === "bonded",
        ...(await workOf(services, owner)),
        bond: shown.at(-1) ?? null,
        bonds: shown,
        have,
        need: BOND_ENVELOPES,
        daysRemaining,
        leastDaysRemaining,
        ...(pledge === null
          ? {}
          : {
              pledge: {
                ...pledge,
                envelopes: [...pledge.envelopes],
                attestation: { ...pledge.attestation },
              },
            }),
      };
    },
    contributeBond: ({ token_ids, count }, call) => {
      const wanted = wantedOf(token_ids, count, BOND_ENVELOPES);
      return effectOf(services, call, nodeOperations.contributeBond).run(
        bonds.make(ownerOf(call), "ids" in wanted ? wanted : "any"),
        ({ attestation, bond, envelopes, sinceCalcond, value }) => ({
          bond,
          count: envelopes.length,
          value,
          envelopes: [...envelopes],
          attestation: { ...attestation },
          sinceCalcond,
        }),
      );
    },
    contributeRelease: (_input, call) =>
      effectOf(services, call, nodeOperations.contributeRelease).run(
        bonds.release(ownerOf(call)),
        (ended) => ({ released: true, ...ended }),
      ),
    contributeMode: ({ mode }, call) => {
      const account = ownerOf(call);
      const step = contribution.set(account, mode);
      return effectOf(services, call, nodeOperations.contributeMode).run(
        {
          ...step,
          run: async (tx) => {
            if (mode === "contributing") await bonds.checkBondedGuarded(account);
            return step.run(tx);
          },
        },
        (set) => ({ ...set }),
      );
    },
  };
}
