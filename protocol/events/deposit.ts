/** The proof that the deposit of a challenge exists: an envelope, sealed on a spine of the challenger. */
import * as z from "zod";
import { fromHex, toHex } from "../encoding/hex.js";
import { canonicalize } from "../encoding/jcs.js";
import type { Crypto, JsonValue } from "../ports.js";
import { engineOf } from "../seal/envelope.js";
import { verifyEventSignature } from "../seal/event.js";
import { leafHash, rootFromPath } from "../seal/merkle.js";
import { inclusion } from "../seal/receiptFormat.js";

/** The inclusion of its receipt, and the engine that its window was sealed by. */
export const depositProof = inclusion.extend({ engine_version: z.string().min(1).max(64) });
export type DepositProof = z.output<typeof depositProof>;

interface NamedDeposit {
  /** Id of the envelope. */
  readonly deposit: string;
  readonly proof: DepositProof | undefined;
  readonly net: string;
  /** Calcond of the challenge. */
  readonly calcond: number;
}

/** Why a deposit does not count, in words; null where it was sealed before the challenge. */
export function faultOfDeposit(
  crypto: Crypto,
  { calcond, deposit, net, proof }: NamedDeposit,
): string | null {
  if (proof === undefined) return "it does not prove its deposit";
  const { count, engine_version: engine, header, index, path, sig } = proof;
  if (header.net !== net) return "its deposit is of another network";
  if (header.calcond > calcond) return "its deposit is younger than it";
  const leaf = leafHash(crypto, fromHex(deposit)!);
  const root = rootFromPath(
    crypto,
    leaf,
    index,
    count,
    path.map((hash) => fromHex(hash)!),
  );
  if (root === null) return "the path of its deposit leads nowhere";
  const body = canonicalize({ count, engine_version: engine, root: toHex(root) });
  if (crypto.sha256Hex(body) !== header.body_hash) return "its deposit was not sealed there";
  return verifyEventSignature(crypto, header.author, canonicalize(header), sig)
    ? null
    : "the seal of its deposit is not signed";
}

/** The proof that stands in a receipt of v3; null in any other. */
export function depositProofIn(receipt: JsonValue): DepositProof | null {
  const read = holder.safeParse(receipt);
  if (!read.success) return null;
  const { envelope, proof } = read.data;
  // The engine of a window is that of its receipts, without their registry or solver.
  return { ...proof, engine_version: engineOf(envelope.core.engine_version) };
}

const holder = z.looseObject({
  envelope: z.looseObject({
    core: z.looseObject({ engine_version: z.string() }),
    generation: z.literal("v3"),
  }),
  proof: inclusion,
});
