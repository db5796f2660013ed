/** Where links and pictures of a message may lead. */
import { asSeen } from "../../encoding/displayed.js";

interface Parsed {
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
  readonly searchParams: { get: (name: string) => string | null };
  readonly href: string;
  username: string;
  password: string;
}
/** Part of every platform; the language's own library lacks it. */
declare const URL: new (text: string) => Parsed;

const ADDRESS_CHARS_MAX = 4_000;
/** Pictures as data, of kinds that are nothing but pixels. */
const PICTURE = /^data:image\/(?:png|gif|jpeg|jpg|webp|avif|bmp);base64,[A-Za-z0-9+/]*={0,2}$/i;
const CONTENT_ID = /^cid:[A-Za-z0-9.!#$%&*+/=?^_`{|}~@-]{1,250}$/i;
const SPACES = /[\t\n\f\r ]+/g;

function parsed(text: string): Parsed | null {
  if (text.length > ADDRESS_CHARS_MAX) return null;
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

export interface Link {
  readonly href: string;
  /** As the network knows it: letters outside ASCII stand as `xn--`. */
  readonly host: string;
}

/** @returns null where a link leads to something other than the web, mail or a place in the text */
export function linkOf(text: string): Link | null {
  const url = parsed(text.trim());
  if (url === null) return null;
  if (url.protocol === "mailto:") {
    const subject = url.searchParams.get("subject");
    if (!/^[^\s<>"'\\]{1,320}$/.test(url.pathname)) return null;
    const query = subject === null ? "" : `?subject=${encoded(subject)}`;
    return { href: `mailto:${url.pathname}${query}`, host: url.pathname };
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  // `https://bank.example@elsewhere.example/` leads elsewhere.
  url.username = "";
  url.password = "";
  return { href: url.href, host: url.host };
}

declare const encodeURIComponent: (text: string) => string;

function encoded(text: string): string {
  return encodeURIComponent(
    text
      .replaceAll(/\p{Surrogate}/gu, "\ufffd")
      .slice(0, 200)
      .replaceAll(/\p{Surrogate}/gu, ""),
  );
}

/** What an address of a picture is: its own bytes, a part of the message, somewhere else, nothing. */
export type Picture =
  | { readonly kind: "data" | "part"; readonly address: string }
  | { readonly kind: "remote"; readonly address: string; readonly isSecure: boolean }
  | { readonly kind: "none" };

const NONE: Picture = { kind: "none" };

export function pictureOf(text: string): Picture {
  const trimmed = text.trim();
  if (/^data:/i.test(trimmed)) {
    const address = trimmed.replaceAll(SPACES, "");
    return PICTURE.test(address) ? { kind: "data", address } : NONE;
  }
  if (/^cid:/i.test(trimmed))
    return CONTENT_ID.test(trimmed) ? { kind: "part", address: `cid:${trimmed.slice(4)}` } : NONE;
  // Without a scheme it is relative to a page that a message does not have.
  const url = parsed(/^[\\/]{2}/.test(trimmed) ? `https:${trimmed}` : trimmed);
  if (url === null) return NONE;
  if (url.protocol !== "https:" && url.protocol !== "http:") return NONE;
  url.username = "";
  url.password = "";
  return { kind: "remote", address: url.href, isSecure: url.protocol === "https:" };
}

/** `cid:` of an address without the scheme, as parts of a message state it. */
export function contentIdOf(address: string): string {
  return address.slice("cid:".length);
}

const HOST_IN_TEXT =
  /^\s*(?:https?:\/\/)?(?:[^\s/@]*@)?((?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24})(?::\d+)?(?:[/?#]\S*)?\s*$/iu;

/** Whether a text reads like an address of one host while its link leads to another. */
export function isDeceptive(text: string, host: string): boolean {
  const read = HOST_IN_TEXT.exec(asSeen(text.slice(0, 500)))?.[1];
  if (read === undefined) return false;
  const said = linkOf(`https://${read}/`)?.host ?? read;
  const bare = (name: string): string =>
    name
      .toLowerCase()
      .replace(/^www\./, "")
      .replace(/:\d+$/, "");
  const [a, b] = [bare(said), bare(host)];
  return a !== b && !b.endsWith(`.${a}`) && !a.endsWith(`.${b}`);
}
