import type { NodeHandlers } from "../../api/contract/index.js";
import { preEncoded } from "../../api/contract/preEncoded.js";
import { ApiError } from "../../api/errors.js";
import { fromHex } from "../../protocol/encoding/hex.js";
import { isAcceptableKey } from "../../protocol/seal/signature.js";
import { AccountExistsError, SHARED_DEMO_DAILY_LIMIT } from "../services/accounts.js";
import type { Services } from "./modules.js";

type AccountHandlers = Pick<NodeHandlers, "identity" | "identityRegister" | "demoKey" | "demoKeyMint">;

const CREATED = 201;

export function accountHandlers({ accounts, idempotency, identity }: Services): AccountHandlers {
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
      try {
        return preEncoded({ status: CREATED, body: await accounts.register(cid, publicKey, also) });
      } catch (error) {
        if (!(error instanceof AccountExistsError)) throw error;
        throw new ApiError("CID_TAKEN", "an account with this identity digest exists already");
      }
    },
    demoKey: () => ({ key: accounts.sharedDemoKey, plan: "demo-shared", dailyLimit: SHARED_DEMO_DAILY_LIMIT }),
    demoKeyMint: async (_input, call) => {
      const { also } = idempotency.inBatchSecret(call.idempotency, 200);
      return preEncoded({ body: await accounts.mintDemoKey(also) });
    },
  };
}

function isUsableKey(hex: string): boolean {
  const bytes = fromHex(hex);
  return bytes !== null && isAcceptableKey(bytes);
}
