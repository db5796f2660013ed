/** Names of identities, and slugs of machines. */
import type { ErrorArea } from "./entry.js";

export const NAME_ERRORS = {
  BAD_NAME: {
    status: 400,
    exit: 2,
    title: "No name can be written like this",
    remedy: "Use 4 to 64 of a-z, 0-9 and -, with no - at either end.",
  },
  NAME_RESERVED: {
    status: 400,
    exit: 2,
    title: "This name is kept from everybody",
    remedy:
      "Choose another name; words for the service or its operators, and 16 hex digits, are " +
      "nobody's.",
  },
  NAME_TAKEN: {
    status: 409,
    exit: 8,
    title: "Somebody else holds this name",
    remedy: "Choose another, or ask who is named in `holder`.",
  },
  NAME_LIMIT: {
    status: 409,
    exit: 8,
    title: "This identity holds as many names as it may",
    remedy: "Revoke one first.",
  },
  STALE_SEQUENCE: {
    status: 409,
    exit: 8,
    title: "The change does not follow the last one",
    remedy: "Read the name again and sign the number after `sequence`.",
  },
  SLUG_TAKEN: {
    status: 409,
    exit: 8,
    title: "Another machine has this slug",
    remedy: "Take the one in `nearest`, or choose another.",
  },
} as const satisfies ErrorArea;
