/**
 * What a commit of a hosted page is: the root of an RFC 6962 tree. Its first leaf is the canonical
 * text of how the page is served, the others are those of its files, by path.
 */
import { toHex } from "../encoding/hex.js";
import { canonicalize } from "../encoding/jcs.js";
import { utf8Encode } from "../encoding/utf8.js";
import type { Crypto } from "../ports.js";
import { windowTree } from "../seal/merkle.js";
import type { PageFile } from "./files.js";

const PAGE_SCHEMA = "calc-page/1";

/** A file as a commit names it. */
export interface CommittedFile {
  readonly path: string;
  readonly contentType: string;
  readonly size: number;
  /** Of its bytes, hex. */
  readonly sha256: string;
}

export function committed(
  crypto: Pick<Crypto, "sha256Hex">,
  { bytes, contentType, path }: PageFile,
): CommittedFile {
  return { path, contentType, size: bytes.length, sha256: crypto.sha256Hex(bytes) };
}

/** @param files by path. @returns hex */
export function commitOf(
  crypto: Pick<Crypto, "sha256">,
  {
    allowScripts,
    files,
  }: { readonly allowScripts: boolean; readonly files: readonly CommittedFile[] },
): string {
  const texts = [
    canonicalize({ schema: PAGE_SCHEMA, allowScripts }),
    ...files.map(({ contentType, path, sha256, size }) =>
      canonicalize({ path, contentType, size, sha256 }),
    ),
  ];
  return toHex(windowTree(crypto, texts.map(utf8Encode)).root);
}
