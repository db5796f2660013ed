/**
 * What the node signs without sealing: keyless proofs, verdicts and attested claims. Each kind has
 * its own tag, so that a signature over one can never be shown as another.
 */
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { utf8Encode } from "../../protocol/encoding/utf8.js";
import type { Crypto } from "../../protocol/ports.js";
import { verifySignature } from "../../protocol/seal/signature.js";

type StatementKind = "prove" | "verdict" | "attest";

const TAGS: Readonly<Record<StatementKind, string>> = {
  prove: "calc-prove/1\u0000",
  verdict: "calc-verdict/1\u0000",
  attest: "calc-attest/1\u0000",
};

type Statement = Readonly<Record<string, unknown>>;

function messageOf(kind: StatementKind, statement: Statement): Uint8Array {
  return utf8Encode(TAGS[kind] + canonicalize(statement));
}

/** Ed25519 over the tag and the canonical statement, hex. */
export function signStatement(
  crypto: Crypto,
  seed: Uint8Array,
  kind: StatementKind,
  statement: Statement,
): string {
  return toHex(crypto.ed25519Sign(seed, messageOf(kind, statement)));
}

/** Total: anything malformed is simply not signed. */
export function isSigned(
  crypto: Crypto,
  publicKeyHex: unknown,
  kind: StatementKind,
  statement: Statement,
  signatureHex: unknown,
): boolean {
  if (typeof publicKeyHex !== "string" || typeof signatureHex !== "string") return false;
  const [publicKey, signature] = [fromHex(publicKeyHex), fromHex(signatureHex)];
  if (publicKey === null || signature === null) return false;
  return verifySignature(crypto, publicKey, messageOf(kind, statement), signature);
}
