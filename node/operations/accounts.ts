import type { NodeHandlers } from "../../api/contract/index.js";
import type { Principal } from "../../api/contract/call.js";
import { preEncoded } from "../../api/contract/preEncoded.js";
import { ApiError } from "../../api/errors.js";
import { SESSION_COOKIE } from "../../api/index.js";
import { fromHex } from "../../protocol/encoding/hex.js";
import { isAcceptableKey } from "../../protocol/seal/signature.js";
import { AccountExistsError } from "../onboarding/accountOpening.js";
import type { OpenedSession } from "../accounts/sessions.js";
import { left } from "../accounts/work.js";
import type { Services } from "./modules.js";
import { workerOf } from "./owner.js";
import { allowanceFields } from "./refusals.js";

type AccountHandlers = Pick<
  NodeHandlers,
  | "identity"
  | "identityRegister"
  | "identityChallenge"
  | "identitySession"
  | "identitySessionEnd"
  | "spinUp"
>;

const CREATED = 201;
const SESSION_SECONDS = 30 * 86_400;
const CID = /^[0-9a-f]{32}$/;

type AccountServices = Pick<
  Services,
  "idempotency" | "machines" | "opening" | "sessions" | "spinUp" | "store" | "work"
> & {
  readonly identity: Pick<Services["identity"], "publicKeyHex">;
};

export function accountHandlers(services: AccountServices): AccountHandlers {
  const { idempotency, identity, machines, opening, sessions, work } = services;
  return {
    identity: (_input, { credential, principal }) => ({
      valid: credential === "valid",
      credential,
      nodePublicKey: identity.publicKeyHex,
      ...(principal === null ? {} : whoIs(principal)),
    }),
    identityChallenge: ({ cid }) => sessions.challenge(cid),
    identitySession: async (proof, call) => {
      const { also } = idempotency.inBatchSecret(call.idempotency, CREATED);
      const answerOf = ({ token, ...opened }: OpenedSession) => ({
        body: JSON.stringify({ token, cid: proof.cid, ...opened }),
        headers: ["set-cookie", sessionCookie(token, SESSION_SECONDS)],
      });
      const opened = await sessions.open(proof, (made) => {
        const { body, headers } = answerOf(made);
        return also?.(body, headers) ?? [];
      });
      return preEncoded({ status: CREATED, ...answerOf(opened) });
    },
    identitySessionEnd: async ({ all }, { principal }) => {
      const { kind, keyHash, owner } = signedIn(principal);
      if (!all && kind !== "session") {
        throw new ApiError(
          "INVALID_INPUT",
          "this came with a key, not with a session: say all to end all sessions",
        );
      }
      const ended = await sessions.close(owner, all ? null : keyHash);
      return preEncoded({
        body: JSON.stringify({ ended }),
        headers: ["set-cookie", sessionCookie("", 0)],
      });
    },
    spinUp: async ({ slug }, call) => {
      const { also } = idempotency.inBatchSecret(call.idempotency, CREATED);
      const { allowances, body } = await services.spinUp.make(
        signedIn(call.principal),
        workerOf(call),
        {
          ...(slug === undefined ? {} : { slug }),
          ...(also === undefined ? {} : { also }),
        },
      );
      return preEncoded({ status: CREATED, body, headers: allowanceFields(allowances) });
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
      const { also } = idempotency.inBatchSecret(call.idempotency, CREATED);
      // Nobody works for what cannot be.
      if ((await services.store.accounts.nameOf(cid)) !== undefined) throw taken();
      await machines.checkFree(slug);
      const ticket = await work.require("signup", workerOf(call));
      try {
        const body = await opening.open({
          account: cid,
          cid,
          publicKey,
          plan: "free",
          rights: [ticket],
          answer: ({ account, credits, key, machine }) =>
            JSON.stringify({ account, cid, key, machine, credits }),
          ...(slug === undefined ? {} : { slug }),
          ...(also === undefined ? {} : { also }),
        });
        return preEncoded({ status: CREATED, body, headers: allowanceFields(left(ticket)) });
      } catch (error) {
        if (!(error instanceof AccountExistsError)) throw error;
        throw taken();
      }
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

function taken(): ApiError {
  return new ApiError("CID_TAKEN", "an account with this identity digest exists already");
}

function isUsableKey(hex: string): boolean {
  const bytes = fromHex(hex);
  return bytes !== null && isAcceptableKey(bytes);
}
