/** A receipt held against the keys of its node: what an ended key signed counts only in its place. */
import { standingOf, type Standing, type Succession } from "../events/succession.js";
import type { Crypto } from "../ports.js";
import type { Receipt } from "../seal/receiptFormat.js";
import { verdictMembers } from "../seal/verdict.js";
import type { Proof } from "./verifyAnswer.js";

/** The proof with one check more. Where the receipt itself could not be read, there is nothing to add. */
export function verifyUnderSuccession(crypto: Crypto, proof: Proof, succession: Succession): Proof {
  if (proof.receipt === null) return proof;
  const checks = [
    ...proof.checks,
    { name: "succession", ...standingOfReceipt(crypto, succession, proof.receipt) },
  ];
  return { ...proof, ...verdictMembers(checks), checks };
}

function standingOfReceipt(
  crypto: Crypto,
  succession: Succession,
  { envelope, proof, public_key: signer }: Receipt,
): Standing {
  if (envelope.generation !== "pre_genesis" && "header" in proof)
    return standingOf(crypto, succession, proof.header);
  const found = succession.keys.find(({ key }) => key === signer);
  if (found === undefined) return { ok: false, detail: "the signer is none of these keys" };
  return found.end === null
    ? { ok: true, detail: "signed by the newest of these keys" }
    : { ok: null, detail: "the key ended, and a pre_genesis receipt has no place in its spine" };
}
