/** Where receipts stand: in the chain of their node, and in the tree of the event that signed them. */
import { fromHex, toHex } from "../../../protocol/encoding/hex.js";
import { leafHash, nodeHash } from "../../../protocol/seal/merkle.js";
import { verifyReceiptStructure } from "../../../protocol/seal/receipt.js";
import { proofCrypto } from "./proofCrypto.js";
import type { Link, TreeStep } from "./messages.js";

/** From the leaf up, as RFC 6962 walks it. @returns null for a path that is none */
function stepsOf(
  id: string,
  index: number,
  count: number,
  path: readonly string[],
): { readonly leaf: string; readonly steps: readonly TreeStep[] } | null {
  const bytes = fromHex(id);
  if (bytes === null) return null;
  let node = leafHash(proofCrypto, bytes);
  const leaf = toHex(node);
  let [at, last] = [index, count - 1];
  const steps: TreeStep[] = [];
  for (const hash of path) {
    const sibling = fromHex(hash);
    if (sibling === null || last === 0) return null;
    const isLeft = at % 2 === 1 || at === last;
    node = isLeft ? nodeHash(proofCrypto, sibling, node) : nodeHash(proofCrypto, node, sibling);
    if (isLeft)
      while (at % 2 === 0 && at !== 0) {
        at = Math.floor(at / 2);
        last = Math.floor(last / 2);
      }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
    steps.push({ sibling: hash, isLeft, node: toHex(node) });
  }
  return last === 0 ? { leaf, steps } : null;
}

/** Null for what is no receipt of this generation. */
export function linkOf(held: unknown): Link | null {
  const { id, receipt } = verifyReceiptStructure(proofCrypto, held, {});
  if (id === null || receipt === null || receipt.envelope.generation !== "v3") return null;
  if (!("proof" in receipt) || receipt.proof === undefined) return null;
  const { envelope, proof } = receipt;
  if (!("header" in proof)) return null;
  const { count, header, index, path } = proof;
  const tree = stepsOf(id, index, count, path);
  return {
    id,
    prev: envelope.prev,
    author: header.author,
    seq: header.seq,
    index,
    count,
    calcond: envelope.core.calcond,
    value: envelope.core.value,
    unit: envelope.core.unit,
    leaf: tree?.leaf ?? null,
    steps: tree?.steps ?? [],
  };
}
