import { randomBytes } from "node:crypto";
import type { NodeHandlers } from "../../api/contract/index.js";
import { preEncoded } from "../../api/contract/preEncoded.js";
import { ApiError } from "../../api/errors.js";
import { fromHex } from "../../protocol/encoding/hex.js";
import { isAcceptableKey } from "../../protocol/seal/signature.js";
import { AccountExistsError } from "../services/accountOpening.js";
import { SHARED_DEMO_DAILY_LIMIT } from "../services/accounts.js";
import type { Services } from "./modules.js";

type AccountHandlers = Pick<NodeHandlers, "identity" | "identityRegister" | "demoKey" | "demoKeyMint">;

const CREATED = 201;

export function accountHandlers(services: Services): AccountHandlers {
  const { accounts, idempotency, identity, opening, work } = services;
  return {
    identity: (_input, call) => ({
      valid: call.credential === "valid",
      nodePublicKey: identity.publicKeyHex,
      ...(call.principal === null ? {} : { cid: call.principal.owner, roles: call.principal.unlimited ? ["owner", "master"] : ["owner"] }),
    }),
    identityRegister: async ({ cid, publicKey }, call) => {
      if (!isUsableKey(publicKey)) {
        throw new ApiError("INVALID_INPUT", "publicKey is not a usable Ed25519 key", {
          errors: [{ pointer: "/publicKey", code: "INVALID_INPUT", message: "small-order or non-canonical point" }] });
      }
      const { also } = idempotency.inBatchSecret(call.idempotency, CREATED);
      // Nobody works for what cannot be.
      if (await services.store.accounts.byCid(cid) !== undefined) throw taken();
      const ticket = await work.require("signup", call);
      try {
        const body = await opening.open({ account: cid, cid, publicKey, plan: "free", work: ticket,
          answer: ({ account, key, machine }) => JSON.stringify({ account, cid, key, machine }), ...(also === undefined ? {} : { also }) });
        return preEncoded({ status: CREATED, body, headers: ticket.headers });
      } catch (error) {
        if (!(error instanceof AccountExistsError)) throw error;
        throw taken();
      }
    },
    demoKey: () => ({ key: accounts.sharedDemoKey, plan: "demo-shared", dailyLimit: SHARED_DEMO_DAILY_LIMIT }),
    demoKeyMint: async (_input, call) => {
      const { also } = idempotency.inBatchSecret(call.idempotency, CREATED);
      const ticket = await work.require("demo-key", call);
      const account = `demo_${randomBytes(16).toString("hex")}`;
      const body = await opening.open({ account, cid: null, publicKey: null, plan: "demo", work: ticket,
        answer: ({ key, machine }) => JSON.stringify({ key, plan: "demo", dailyLimit: 128, machine }),
        ...(also === undefined ? {} : { also }) });
      return preEncoded({ status: CREATED, body, headers: ticket.headers });
    },
  };
}

function taken(): ApiError {
  return new ApiError("CID_TAKEN", "an account with this identity digest exists already");
}

function isUsableKey(hex: string): boolean {
  const bytes = fromHex(hex);
  return bytes !== null && isAcceptableKey(bytes);
}
