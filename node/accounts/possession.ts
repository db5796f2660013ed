/** Whether somebody holds the key of an address, and not only its name. */
import { scrypt } from "node:crypto";
import { fromHex } from "../../protocol/encoding/hex.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { utf8Encode } from "../../protocol/encoding/utf8.js";
import { addressOf } from "../../protocol/names/address.js";
import type { Scrypt } from "../../protocol/names/address.js";
import type { Crypto } from "../../protocol/ports.js";
import { verifySignature } from "../../protocol/seal/signature.js";

const TAG = "calc-possess/1\u0000";

interface PossessionClaim {
  /** 16 hex digits. */
  readonly address: string;
  /** Ed25519, hex. */
  readonly publicKey: string;
  /** Text that the asker chose, so that an old signature proves nothing. */
  readonly nonce: string;
  readonly signature: string;
}

const nodeScrypt: Scrypt = {
  scrypt: (password, salt, cost, bytes) =>
    new Promise((resolve, reject) => {
      scrypt(password, salt, bytes, cost, (error, key) => {
        if (error === null) resolve(key);
        else reject(error);
      });
    }),
};

/** What the key signs. */
function possessionMessage({
  address,
  nonce,
  publicKey,
}: Omit<PossessionClaim, "signature">): Uint8Array {
  return utf8Encode(TAG + canonicalize({ address, nonce, publicKey }));
}

/** The signature is checked first: the address costs some tens of milliseconds. */
export async function holdsAddress(
  { crypto }: { readonly crypto: Pick<Crypto, "ed25519Verify"> },
  claim: PossessionClaim,
): Promise<boolean> {
  const [key, signature] = [fromHex(claim.publicKey), fromHex(claim.signature)];
  if (key === null || signature === null) return false;
  if (!verifySignature(crypto, key, possessionMessage(claim), signature)) return false;
  return (await addressOf(nodeScrypt, key)) === claim.address;
}
