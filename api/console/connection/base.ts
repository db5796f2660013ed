/** Where the page stands: at the root of a host, or below the prefix of a proxy. */

/** All files of the console are in one directory, a step below the page's root. */
const HERE = import.meta.url;
const FILES = new URL(HERE.slice(0, HERE.lastIndexOf("/") + 1));
export const ROOT = new URL("..", FILES);

/** Address of the node for the client, without a slash at its end. */
export const API_BASE = ROOT.href.replace(/\/$/, "");

/** The address of a file of the console. */
export function fileUrl(name: string): string {
  return new URL(name, FILES).href;
}

/** The address of a screen, or of anything of the node, within the page's origin. */
export function addressOf(path: string): string {
  return new URL(path.replace(/^\//, ""), ROOT).href;
}

/** From the page's root: `/operators/NM21`. */
export function pathIn(url: URL): string | null {
  return url.origin === ROOT.origin && url.pathname.startsWith(ROOT.pathname)
    ? `/${url.pathname.slice(ROOT.pathname.length)}`
    : null;
}
