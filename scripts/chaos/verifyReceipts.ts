/**
 * Verifies receipts of a file, each by computing it again on the Node this runs on: one JSON object
 * a line, with `id`, `key` of the signer, `bits` it answered and the `receipt`. Prints how many
 * hold and a digest of ids and bits.
 */
import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { systemClock } from "../../node/runtime/clock.js";
import { instantOf } from "../../protocol/math/modulation.js";
import { verifyHeld } from "../../protocol/kernel/verifyAnswer.js";
import { builtinRegistry } from "../../protocol/operators/index.js";

const sealedValue = z.strictObject({
  id: z.string(),
  key: z.string(),
  bits: z.string(),
  receipt: z.string(),
});
export type SealedValue = z.output<typeof sealedValue>;

export const verifiedReceipts = z.strictObject({
  node: z.string(),
  valid: z.int(),
  sha256: z.string(),
  reasons: z.array(z.string()),
});
export type VerifiedReceipts = z.output<typeof verifiedReceipts>;

export function verifyReceipts(lines: readonly string[]): VerifiedReceipts {
  const modules = { crypto: nodeCrypto, registry: builtinRegistry() };
  const nowCalcond = instantOf(systemClock().nowNs()).calcond;
  const digest = createHash("sha256");
  const reasons: string[] = [];
  let valid = 0;
  for (const line of lines) {
    const { id, key, bits, receipt } = sealedValue.parse(JSON.parse(line));
    const proof = verifyHeld(modules, JSON.parse(receipt), { id, key, nowCalcond });
    if (proof.valid) valid += 1;
    else
      reasons.push(
        `${id}: ${proof.reexecution?.verdict ?? "not run"}: ${proof.reasons.join("; ")}`,
      );
    digest.update(`${id} ${bits}\n`);
  }
  return { node: process.version, valid, sha256: digest.digest("hex"), reasons };
}

if (
  process.argv[1] !== undefined &&
  realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  const lines = readFileSync(process.argv[2]!, "utf8").trimEnd().split("\n");
  process.stdout.write(`${JSON.stringify(verifyReceipts(lines))}\n`);
}
