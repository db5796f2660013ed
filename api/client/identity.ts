/**
 * The client's side of an identity, for browsers and programs: the equation is made and used here
 * and never leaves. Nothing of the platform is needed but a source of random bytes.
 */
import { offerBytes, type TransferOffer } from "../../protocol/economy/transferOffer.js";
import { moveBytes, type MoveOrder } from "../../protocol/transfers/orderText.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { identityOf, signSession, type DerivedIdentity } from "../../protocol/identity/derive.js";
import { drawEquation, equationStrength } from "../../protocol/identity/equation.js";
import { tweetCrypto } from "../../protocol/seal/tweetCrypto.js";
import type { identityRegister } from "../contract/accounts/identityRegister.js";
import type { identitySession } from "../contract/accounts/identitySession.js";
import type { OutputOf } from "../contract/definition/operation.js";
import type { ApiClient, Outcome } from "./client.js";

export { equationStrength } from "../../protocol/identity/equation.js";

/** The equation is one that others may think of, or cannot be typed again. */
export class WeakEquationError extends Error {
  readonly bits: number;

  constructor(bits: number, weakness: string) {
    super(`the equation is refused: ${weakness}`);
    this.name = "WeakEquationError";
    this.bits = bits;
  }
}

/** An equation with more than 128 random bits. @param random cryptographically random bytes */
export function newEquation(random: (bytes: number) => Uint8Array = platformRandom): string {
  return drawEquation(random);
}

export function platformRandom(bytes: number): Uint8Array {
  return globalThis.crypto.getRandomValues(new Uint8Array(bytes));
}

/** What follows from an equation: digest, seed and public key. */
export function identityFrom(equation: string): DerivedIdentity {
  return identityOf(tweetCrypto, equation);
}

/** Registers the identity of an equation. @throws WeakEquationError before anything is sent */
export async function registerIdentity(
  client: ApiClient,
  equation: string,
  { slug }: { readonly slug?: string } = {},
): Promise<Outcome<OutputOf<typeof identityRegister>>> {
  const { bits, weakness } = equationStrength(equation);
  if (weakness !== null) throw new WeakEquationError(bits, weakness);
  const { cid, publicKey } = identityFrom(equation);
  return client.identityRegister({ cid, publicKey, ...(slug === undefined ? {} : { slug }) });
}

/** Opens a session with an equation: a nonce of the node is signed here. */
export async function openSession(
  client: ApiClient,
  equation: string,
): Promise<Outcome<OutputOf<typeof identitySession>>> {
  const { cid, seed } = identityFrom(equation);
  const asked = await client.identityChallenge({ cid });
  if (asked.kind === "problem") return asked;
  const { nonce, node } = asked.value;
  const signature = signSession(tweetCrypto, seed, { cid, nonce, node });
  return client.identitySession({ cid, nonce, signature });
}

/**
 * An offer of envelopes to one recipient, signed as `claimTransfer` takes it. @param offer `from`
 * is the equation's own account
 */
export function signOffer(equation: string, offer: TransferOffer) {
  const { seed } = identityFrom(equation);
  const { token_ids, from, to, expiresCalcond, nonce } = offer;
  return {
    offer: { token_ids: [...token_ids], from, to, expiresCalcond, nonce },
    signature: toHex(tweetCrypto.ed25519Sign(seed, offerBytes(offer))),
  };
}

/** An order to send envelopes to another node, signed as `transferSend` takes it. */
export function signMove(equation: string, order: MoveOrder) {
  const { seed } = identityFrom(equation);
  return { order, signature: toHex(tweetCrypto.ed25519Sign(seed, moveBytes(order))) };
}
