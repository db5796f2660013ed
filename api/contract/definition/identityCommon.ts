/** Schemas of identities, keys and machines that several operations share. */
import * as z from "zod";
import { hexDigits } from "./common.js";
import { KEY_GRACE_CALCONDS_MAX, LABEL_CHARS_MAX } from "../../../protocol/limits.js";

export const cid = hexDigits(32).describe("Identity digest, 32 hex characters");

/** Characters that show: no controls, none of those that turn text around or leave no trace. */
const SHOWN = "[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Z}\\p{DI}\\u2800]";
/**
 * Emoji are joined and chosen by invisible characters, and words of Arabic and Indic scripts are
 * spelled with them: there, only.
 */
const PRESENTATION = "(?<=\\p{Emoji})[\\ufe0e\\ufe0f]";
const JOINED_EMOJI =
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})";
const JOINED_LETTERS =
  "(?<=[\\p{Script=Arabic}\\p{M}])(?<![\\ufe0e\\ufe0f])[\\u200c\\u200d](?=\\p{L})";
const LABEL = new RegExp(
  `^(?!\\p{Zs})(?:${SHOWN}|\\p{Zs}|${PRESENTATION}|${JOINED_EMOJI}|${JOINED_LETTERS})+(?<!\\p{Zs})$`,
  "u",
);

/** A name people read, and see all of. */
export const label = z
  .string()
  .min(1)
  .max(LABEL_CHARS_MAX)
  .regex(
    LABEL,
    "no space at either end, no control characters, nothing invisible or that turns text around",
  )
  .describe("A name of your own for it, 1 to 64 characters, all of which show");

export const keyPrefix = z
  .string()
  .regex(
    /^(?:calc_ak_[0-9A-Za-z]{4}|csm_[0-9A-Za-z]{8})$/,
    "must be the first 12 characters of a key, as in calc_ak_kJ3v or csm_kJ3v0vHn",
  )
  .describe("First 12 characters of the key");

export const slug = z
  .string()
  .regex(
    /^[a-z0-9-]{4,64}$/,
    "must be 4 to 64 characters out of a-z, 0-9 and -, without capitals or blanks",
  )
  .describe("Name of the machine on this node: 4 to 64 of a-z, 0-9 and -");
/** A machine as a path names it. */
export const machineName = z.string().min(4).max(64).describe("Slug or id of the machine");

export const role = z.enum(["viewer", "operator", "admin"]);

export const graceCalconds = z
  .int()
  .min(0)
  .max(KEY_GRACE_CALCONDS_MAX)
  .describe("How long the old key is still accepted, at most a day (111197)");

export const newMachine = z.looseObject({
  id: z.string(),
  slug: z.string(),
  key: z.string().describe("The machine's key; it is not shown again"),
  genesisCalcond: z.int(),
});

export const grantFields = {
  id: z.string(),
  principal: z.string().describe("Identity digest of an account, or first characters of a key"),
  role,
  expiresCalcond: z.int().nullable(),
  createdCalcond: z.int(),
  holds: z
    .boolean()
    .describe(
      "False once it is over: it has expired, or the key that it was given to was replaced or revoked",
    ),
};

export const machineFields = {
  id: z.string(),
  slug: z.string(),
  name: z.string().nullable(),
  owner: z.string().optional().describe("Account; told to those who may see the grants"),
  genesisCalcond: z.int(),
  createdCalcond: z.int(),
  is_public: z.boolean(),
  role: z.string().optional().describe("The caller's own role on it"),
  closedCalcond: z.int().optional().describe("Since when it is closed; absent while it is open"),
};

export const damagedMachines = z
  .array(z.looseObject({ slug: z.string(), id: z.string().nullable() }))
  .describe("Machines of this list that the node cannot read, on each page all of them");

/** A machine as the examples show it. */
export const exampleMachine = {
  id: "m_mfrggzdfmztwq2lknnwg23tpoa",
  slug: "oven-north",
  name: null,
  genesisCalcond: 2311000000,
  createdCalcond: 2311000000,
  is_public: false,
  role: "owner",
} as const;
export const EXAMPLE_CID = "b1946ac92492d2347c6235b4d2611184";
export const EXAMPLE_MACHINE_KEY = "csm_kJ3v0vHnVZb2q0Q0m6zRjQ";
export const EXAMPLE_KEY = "calc_ak_kJ3v0vHnVZb2q0Q0m6zRjQ";

export const EXAMPLE_MADE_MACHINE = {
  id: "m_mfrggzdfmztwq2lknnwg23tpoa",
  slug: "m-mfrggzdfmztw",
  key: EXAMPLE_MACHINE_KEY,
  genesisCalcond: 2311000000,
};
