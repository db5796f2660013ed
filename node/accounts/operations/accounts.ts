import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import type { Principal } from "../../../api/contract/definition/call.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { SESSION_COOKIE } from "../../../api/index.js";
import { fromHex } from "../../../protocol/encoding/hex.js";
import { isAcceptableKey } from "../../../protocol/seal/signature.js";
import { cidTaken } from "../../onboarding/accountOpening.js";
import { left } from "../work.js";
import { effectOf, type EffectServices } from "../../operations/effect.js";
import type { AccountServices } from "../createAccounts.js";
import type { Ground } from "../../ground/ground.js";
import type { MachineServices } from "../../machines/createMachines.js";
import type { OnboardingServices } from "../../onboarding/createOnboarding.js";
import { workerOf } from "../../operations/owner.js";
import { allowanceFields } from "../../operations/refusals.js";

type AccountHandlers = Pick<
  NodeHandlers,
  | "identity"
  | "identityRegister"
  | "identityChallenge"
  | "identitySession"
  | "identitySessionEnd"
  | "spinUp"
>;

const SESSION_SECONDS = 30 * 86_400;
const CID = /^[0-9a-f]{32}$/;

type AccountModules = EffectServices &
  Pick<MachineServices, "machineRegister"> &
  Pick<OnboardingServices, "opening" | "spinUp"> &
  Pick<AccountServices, "sessions" | "work"> &
  Pick<Ground, "store"> & {
    readonly identity: Pick<Ground["identity"], "publicKeyHex">;
  };

export function accountHandlers(services: AccountModules): AccountHandlers {
  const { identity, machineRegister, opening, sessions, spinUp, work } = services;
  return {
    identity: (_input, { credential, principal }) => ({
      valid: credential === "valid",
      credential,
      nodePublicKey: identity.publicKeyHex,
      ...(principal === null ? {} : whoIs(principal)),
    }),
    identityChallenge: ({ cid }) => sessions.challenge(cid),
    identitySession: (proof, call) =>
      effectOf(services, call, nodeOperations.identitySession).run(
        sessions.open(proof),
        ({ token, ...opened }) => ({ token, cid: proof.cid, ...opened }),
        {
          headers: ({ token }) => ["set-cookie", sessionCookie(token, SESSION_SECONDS)],
          keepsHeaders: true,
        },
      ),
    identitySessionEnd: ({ all }, call) => {
      const { kind, keyHash, owner } = signedIn(call.principal);
      if (!all && kind !== "session") {
        throw new ApiError(
          "INVALID_INPUT",
          "this came with a key, not with a session: say all to end all sessions",
        );
      }
      return effectOf(services, call, nodeOperations.identitySessionEnd).run(
        sessions.close(owner, all ? null : keyHash),
        (ended) => ({ ended }),
        { headers: () => ["set-cookie", sessionCookie("", 0)] },
      );
    },
    spinUp: ({ slug }, call) => {
      const effect = effectOf(services, call, nodeOperations.spinUp);
      return effect.run(
        spinUp.make(signedIn(call.principal), workerOf(call), slug === undefined ? {} : { slug }),
        ({ made: { account, cid, credits, key, machine, recoveryEquation } }) => ({
          apiKey: key,
          recoveryEquation,
          cid,
          account,
          machine: { ...machine },
          credits,
        }),
        { headers: ({ allowances }) => allowanceFields(allowances) },
      );
    },
    identityRegister: async ({ cid, publicKey, slug }, call) => {
      if (!isUsableKey(publicKey)) {
        throw new ApiError("INVALID_INPUT", "publicKey is not a usable Ed25519 key", {
          errors: [
            {
              pointer: "/publicKey",
              code: "INVALID_INPUT",
              message: "small-order or non-canonical point",
            },
          ],
        });
      }
      const effect = effectOf(services, call, nodeOperations.identityRegister);
      // Nobody works for what cannot be.
      if ((await services.store.accounts.nameOf(cid)) !== undefined) throw cidTaken();
      await machineRegister.checkFree(slug);
      const ticket = await work.require("signup", workerOf(call));
      return effect.run(
        opening.open({
          account: cid,
          cid,
          publicKey,
          plan: "free",
          rights: [ticket],
          ...(slug === undefined ? {} : { slug }),
        }),
        ({ account, credits, key, machine }) => ({
          account,
          cid,
          key,
          machine: { ...machine },
          credits,
        }),
        { headers: () => allowanceFields(left(ticket)) },
      );
    },
  };
}

function whoIs({ kind, machine, owner, unlimited }: Principal) {
  const roles = kind === "machine" ? ["admin"] : ["owner"];
  return {
    account: owner,
    kind,
    ...(CID.test(owner) ? { cid: owner } : {}),
    ...(machine === null ? {} : { machine }),
    roles: unlimited ? [...roles, "master"] : roles,
  };
}

/** The contract asks for a key where this is used. */
function signedIn(principal: Principal | null): Principal {
  if (principal === null) throw new ApiError("MISSING_KEY", "this needs a key");
  return principal;
}

function sessionCookie(token: string, seconds: number): string {
  return `${SESSION_COOKIE}=${token}; Path=/api; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
}

function isUsableKey(hex: string): boolean {
  const bytes = fromHex(hex);
  return bytes !== null && isAcceptableKey(bytes);
}
