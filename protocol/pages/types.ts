/**
 * Media types of the files of hosted pages: which are shown, how a file gets one by its name, and
 * what bytes of pictures begin with.
 */

interface KnownType {
  readonly type: string;
  readonly extensions: readonly string[];
  /** Sent with `charset=utf-8`. */
  readonly isText?: true;
  /** First bytes, as characters of latin-1; the types that have none are not looked into. */
  readonly begins?: readonly string[];
}

const KNOWN: readonly KnownType[] = [
  { type: "text/html", extensions: ["html", "htm"], isText: true },
  { type: "text/css", extensions: ["css"], isText: true },
  { type: "text/javascript", extensions: ["js", "mjs"], isText: true },
  { type: "text/plain", extensions: ["txt", "log"], isText: true },
  { type: "text/markdown", extensions: ["md"], isText: true },
  { type: "text/csv", extensions: ["csv"], isText: true },
  { type: "application/json", extensions: ["json", "map"] },
  { type: "application/manifest+json", extensions: ["webmanifest"] },
  { type: "image/svg+xml", extensions: ["svg"], isText: true },
  { type: "image/png", extensions: ["png"], begins: ["\u0089PNG\r\n\u001a\n"] },
  { type: "image/jpeg", extensions: ["jpg", "jpeg"], begins: ["\u00ff\u00d8\u00ff"] },
  { type: "image/gif", extensions: ["gif"], begins: ["GIF87a", "GIF89a"] },
  { type: "image/webp", extensions: ["webp"], begins: ["RIFF"] },
  { type: "image/avif", extensions: ["avif"] },
  { type: "image/x-icon", extensions: ["ico"], begins: ["\u0000\u0000\u0001\u0000"] },
  { type: "font/woff2", extensions: ["woff2"], begins: ["wOF2"] },
  { type: "font/woff", extensions: ["woff"], begins: ["wOFF"] },
  { type: "font/ttf", extensions: ["ttf"] },
  { type: "font/otf", extensions: ["otf"], begins: ["OTTO"] },
  { type: "audio/mpeg", extensions: ["mp3"] },
  { type: "audio/ogg", extensions: ["ogg", "oga"], begins: ["OggS"] },
  { type: "audio/wav", extensions: ["wav"], begins: ["RIFF"] },
  { type: "video/mp4", extensions: ["mp4"] },
  { type: "video/webm", extensions: ["webm"], begins: ["\u001aE\u00df\u00a3"] },
  { type: "application/pdf", extensions: ["pdf"], begins: ["%PDF-"] },
  { type: "application/wasm", extensions: ["wasm"], begins: ["\u0000asm"] },
];

/** A browser keeps it: nothing of it is shown or run. */
export const OCTETS = "application/octet-stream";

const byType: ReadonlyMap<string, KnownType> = new Map(KNOWN.map((one) => [one.type, one]));
const byExtension: ReadonlyMap<string, KnownType> = new Map(
  KNOWN.flatMap((one) => one.extensions.map((extension) => [extension, one])),
);

/** By the end of its name; bytes of no type that is shown are a download. */
export function typeOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  const extension = dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
  return byExtension.get(extension)?.type ?? OCTETS;
}

/** `Text/HTML; charset=utf-8` -> `text/html`; null for what is no media type. */
export function bareType(written: string): string | null {
  const bare = written.split(";", 1)[0]!.trim().toLowerCase();
  return /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(bare) ? bare : null;
}

/** Whether a browser shows a file of this type; all others are downloads. */
export function isShownType(type: string): boolean {
  return byType.has(type);
}

/** The field that is sent. */
export function typeField(type: string): string {
  const known = byType.get(type);
  if (known === undefined) return OCTETS;
  return known.isText === true ? `${type}; charset=utf-8` : type;
}

/** Whether bytes can be of the type that they are said to be. */
export function fitsType(type: string, bytes: Uint8Array): boolean {
  const begins = byType.get(type)?.begins;
  if (begins === undefined) return true;
  return begins.some((text) => {
    for (let i = 0; i < text.length; i += 1) if (bytes[i] !== text.charCodeAt(i)) return false;
    return true;
  });
}
