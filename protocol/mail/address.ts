/** Mail addresses: `local@node`, where `node` is the address of the node's key. */
import { isAddress, nameFault } from "../names/rules.js";

export const LOCAL_PART_CHARS_MIN = 4;
export const LOCAL_PART_CHARS_MAX = 64;
/** What a name may be, with dots and underscores inside. */
const LOCAL_PART = /^[a-z0-9](?:[a-z0-9-]|[._](?![._])){2,62}[a-z0-9]$/;
const PUNYCODE = /^xn--/;

export interface MailAddress {
  readonly localPart: string;
  /** 16 hex digits. */
  readonly node: string;
}

export type LocalPartFault = "form" | "reserved";

/** Null for a local part that an account may have. */
export function localPartFault(text: string): LocalPartFault | null {
  if (!LOCAL_PART.test(text) || PUNYCODE.test(text)) return "form";
  // Spelled with dots or underscores, a reserved word is taken for itself.
  return nameFault(text.replace(/[._]/g, "-")) === "NAME_RESERVED" ||
    nameFault(text.replace(/[._-]/g, "")) === "NAME_RESERVED"
    ? "reserved"
    : null;
}

/** Null for what is no address. Capitals are another spelling of the same one. */
export function readMailAddress(text: string): MailAddress | null {
  const [localPart = "", node = "", ...rest] = text.toLowerCase().split("@");
  if (rest.length > 0 || !LOCAL_PART.test(localPart) || !isAddress(node)) return null;
  return { localPart, node };
}

export function mailAddressText({ localPart, node }: MailAddress): string {
  return `${localPart}@${node}`;
}
