/** The files of a hosted page: what may be one, and every fault of a list of them. */
import { turnsAround } from "../encoding/displayed.js";
import { PAGE_BYTES_MAX, PAGE_FILES_MAX, PAGE_PATH_BYTES_MAX } from "../limits.js";
import { utf8Encode, utf8Length } from "../encoding/utf8.js";
import { bareType, fitsType, typeOfPath } from "./types.js";

export const INDEX = "index.html";

/** A file as it was sent. */
export interface SentFile {
  readonly path: string;
  readonly contentType?: string | undefined;
  readonly text?: string | undefined;
  readonly base64?: string | undefined;
}

export interface PageFile {
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface FileFault {
  /** JSON pointer into the list. */
  readonly pointer: string;
  readonly message: string;
}

export type ReadFiles =
  | { readonly files: readonly PageFile[]; readonly bytes: number }
  | { readonly faults: readonly FileFault[] };

const NO_BASE64_DIGIT = /[^A-Za-z0-9+/]/;
const PADDING_CHARS_MAX = 2;

/** Why a text is no path of a file, or null. */
export function pathFault(path: string): string | null {
  if (path === "") return "a path has at least one character";
  if (utf8Length(path) > PAGE_PATH_BYTES_MAX)
    return `a path has at most ${PAGE_PATH_BYTES_MAX} bytes`;
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f\\]/.test(path))
    return "a path has no control characters and no backslash";
  if (turnsAround(path)) return "a path has no marks that turn the order of letters around";
  if (/\p{Cs}/u.test(path) || path.normalize("NFC") !== path)
    return "a path is written in the composed form of Unicode (NFC)";
  if (path.startsWith("/")) return "a path begins without /: it is below the page";
  const parts = path.split("/");
  if (parts.includes("..") || parts.includes(".")) return "a path has no part . or ..";
  if (parts.includes("")) return "a path has no empty part";
  return null;
}

/** Looks for what it is not: a pattern of the whole keeps a place to go back to for each group. */
function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  const end = text.search(NO_BASE64_DIGIT);
  if (end < 0) return true;
  return text.length - end <= PADDING_CHARS_MAX && /^=+$/.test(text.slice(end));
}

/** @param decode bytes of base64 that is known to be well formed */
export function readFiles(
  sent: readonly SentFile[],
  decode: (base64: string) => Uint8Array,
): ReadFiles {
  const faults: FileFault[] = [];
  const fault = (pointer: string, message: string): void => {
    faults.push({ pointer, message });
  };
  if (sent.length > PAGE_FILES_MAX)
    fault("/files", `a page has at most ${PAGE_FILES_MAX} files; these are ${sent.length}`);
  const files: PageFile[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  for (const [place, one] of sent.slice(0, PAGE_FILES_MAX).entries()) {
    const pointer = `/files/${place}`;
    const wrong = pathFault(one.path);
    if (wrong !== null) fault(`${pointer}/path`, wrong);
    else if (seen.has(one.path)) fault(`${pointer}/path`, `${one.path} is there twice`);
    seen.add(one.path);
    const file = readFile(one, pointer, decode, fault);
    if (file === null) continue;
    bytes += file.bytes.length;
    files.push(file);
  }
  if (bytes > PAGE_BYTES_MAX)
    fault("/files", `a page has at most ${PAGE_BYTES_MAX} bytes; these are ${bytes}`);
  if (!seen.has(INDEX)) fault("/files", `a page has a file ${INDEX}`);
  if (faults.length > 0) return { faults };
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), bytes };
}

function readFile(
  { base64, contentType, path, text }: SentFile,
  pointer: string,
  decode: (base64: string) => Uint8Array,
  fault: (pointer: string, message: string) => void,
): PageFile | null {
  if ((text === undefined) === (base64 === undefined)) {
    fault(pointer, "a file has either text or base64");
    return null;
  }
  if (base64 !== undefined && !isBase64(base64)) {
    fault(`${pointer}/base64`, "this is no base64 (RFC 4648 section 4, with its padding)");
    return null;
  }
  const type = contentType === undefined ? typeOfPath(path) : bareType(contentType);
  if (type === null) {
    fault(`${pointer}/contentType`, "a media type is written as in text/html");
    return null;
  }
  const bytes = base64 === undefined ? utf8Encode(text ?? "") : decode(base64);
  if (!fitsType(type, bytes)) {
    fault(`${pointer}/contentType`, `these bytes do not begin as ${type} does`);
    return null;
  }
  if (path === INDEX && type !== "text/html")
    fault(`${pointer}/contentType`, `${INDEX} is text/html`);
  return { path, contentType: type, bytes };
}
