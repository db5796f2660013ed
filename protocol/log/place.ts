/**
 * Where a checkpoint of a machine's log stands in the digest that its node announced: who holds the
 * file holds the node to that many rows.
 */
import * as z from "zod";
import { equalBytes } from "../encoding/bytes.js";
import { fromHex, toHex } from "../encoding/hex.js";
import { isObject } from "../encoding/json.js";
import { utf8Encode } from "../encoding/utf8.js";
import { canonicalize } from "../encoding/jcs.js";
import { headerTextOf, readEvent, verifyEventSignature } from "../seal/event.js";
import { digestBody } from "../mesh/kinds.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import { buildLevels, inclusionPath, leafHash, levelReader, nodeHash } from "../seal/merkle.js";
import { verifyLogCheckpoint, type LogCheckpoint } from "./checkpoint.js";

export const PLACE_VERSION = 1;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** A hash beside the way up, and on which side it stands: so the size of the tree decides nothing. */
const step = z.union([z.strictObject({ left: hash }), z.strictObject({ right: hash })]);
type Step = z.output<typeof step>;

const checkpointPlace = z.strictObject({
  "calc-place": z.literal(PLACE_VERSION),
  checkpoint: z.string(),
  path: z.array(step).max(64),
  /** The event by which the digest was announced. */
  digest: z.custom<JsonObject>(isObject, "must be an object"),
});
export type CheckpointPlace = z.output<typeof checkpointPlace>;

/** Whether a value begins as the place of a checkpoint does. */
export function isCheckpointPlace(value: JsonValue): boolean {
  return isObject(value) && value["calc-place"] !== undefined;
}

/** From the leaf up. @param leaves leaf hashes, in order */
export function pathWithSides(
  crypto: Pick<Crypto, "sha256">,
  leaves: readonly Uint8Array[],
  index: number,
): readonly Step[] {
  const reader = levelReader(buildLevels(crypto, leaves));
  let [node, last] = [index, leaves.length - 1];
  return inclusionPath(crypto, reader, index, leaves.length).map((sibling): Step => {
    const isLeft = node % 2 === 1 || node === last;
    // A last node without a right neighbour is carried up unchanged, level by level.
    if (isLeft)
      while (node % 2 === 0 && node !== 0) {
        node /= 2;
        last = Math.floor(last / 2);
      }
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
    return isLeft ? { left: toHex(sibling) } : { right: toHex(sibling) };
  });
}

export type PlaceVerdict =
  | {
      readonly ok: true;
      readonly checkpoint: LogCheckpoint;
      readonly machine: string;
      readonly publicKey: string;
      /** When the digest was announced. */
      readonly calcond: number;
    }
  | { readonly ok: false; readonly rule: string; readonly reason: string };

const ORIGIN = /^calc\/([0-9a-f]{8})\/([0-9a-f]{64})\/m\/([a-z]{1,2}_[a-z2-7]{26})$/;

/** @param key public key that must have signed, hex. Never throws for any JSON. */
export function checkPlace(crypto: Crypto, value: JsonValue, key?: string): PlaceVerdict {
  const no = (rule: string, reason: string) => ({ ok: false, rule, reason }) as const;
  const read = checkpointPlace.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    return no("format", `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
  }
  const { checkpoint: note, digest, path } = read.data;
  const origin = note.slice(0, Math.max(0, note.indexOf("\n")));
  const [, net8 = "", publicKey = "", machine = ""] = ORIGIN.exec(origin) ?? [];
  if (publicKey === "") return no("origin", "the checkpoint names no log of a machine");
  if (key !== undefined && key !== publicKey)
    return no("key", `the log is of ${publicKey}, not of ${key}`);
  const signed = verifyLogCheckpoint(crypto, note, origin, fromHex(publicKey)!);
  if (!signed.ok) return no("checkpoint", signed.reason);
  const event = readEvent(digest);
  if (event === null) return no("digest", "no event");
  const { body, header } = event;
  const bodyText = canonicalize(body);
  if (header.kind !== "digest" || header.author !== publicKey || header.net !== net8)
    return no("digest", "no digest of the node that signed the checkpoint");
  if (
    header.body_hash !== crypto.sha256Hex(bodyText) ||
    header.body_len !== utf8Encode(bodyText).length
  )
    return no("digest-body", "the header is of another body");
  if (!verifyEventSignature(crypto, header.author, headerTextOf(header), event.sig))
    return no("digest-signature", "it is not the author's");
  const said = digestBody.safeParse(body);
  if (!said.success) return no("digest-body", "no body of a digest");
  const root = path.reduce<Uint8Array>(
    (below, one) =>
      "left" in one
        ? nodeHash(crypto, fromHex(one.left)!, below)
        : nodeHash(crypto, below, fromHex(one.right)!),
    leafHash(crypto, utf8Encode(note)),
  );
  if (!equalBytes(root, fromHex(said.data.machines)!))
    return no("path", "it does not lead from the checkpoint to the digest's root");
  return { ok: true, checkpoint: signed.checkpoint, machine, publicKey, calcond: header.calcond };
}
