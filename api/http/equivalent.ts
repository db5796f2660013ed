/** Paths that are one by RFC 3986 6.2.2.2: an unreserved character and its percent-encoding. */
const ENCODED = /%[0-9A-Fa-f]{2}/g;
const UNRESERVED = /[A-Za-z0-9._~-]/;

export function normalPath(path: string): string {
  if (!path.includes("%")) return path;
  return path.replaceAll(ENCODED, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return UNRESERVED.test(character) ? character : encoded;
  });
}
