/** What operations on the logs of machines share. */
import * as z from "zod";
import { hexDigits } from "../definition/common.js";
import { machineName } from "../definition/identityCommon.js";
import type { RoleAuth } from "../definition/operation.js";
import { standing } from "../mesh/witness.js";

export { NDJSON_TYPE } from "../definition/preEncoded.js";

/** Whoever may see the machine: everybody, where it is public. */
export const VIEWER: RoleAuth = { key: "optional", role: "viewer", machine: "slug" };
export const OPERATOR: RoleAuth = { key: "either", role: "operator", machine: "slug" };
export const ADMIN: RoleAuth = { key: "either", role: "admin", machine: "slug" };
export const OWNER: RoleAuth = { key: "account", role: "owner", machine: "slug" };

export const slug = machineName;
export const seq = z.int().min(0).describe("Number of the row, from 0");
const hashOrNull = z.string().nullable();

export const rowFields = {
  v: z.literal(3),
  machine: z.string(),
  seq,
  prev: z.string().describe("Hash of the row before it; of the first that of the genesis"),
  ns: z.string().describe("Unix nanoseconds"),
  calcond: z.int(),
  transitionType: z.string(),
  payloadHash: z.string().describe("sha256 of the payload's canonical bytes"),
  programHash: hashOrNull,
  from: z.string().nullable(),
  to: z.string().nullable(),
  evalRoot: hashOrNull.describe("Evaluations before it that have no row, folded into one hash"),
  evalCount: z.int(),
  token: hashOrNull.describe("Receipt id of what was sealed with it"),
  proof: hashOrNull,
  actor: z.looseObject({ key: z.string(), role: z.string() }),
  engineVersion: z.string(),
};
/** Beside what is hashed; lines of NDJSON, which are, do not have it. */
export const receiptStanding = standing
  .nullable()
  .describe("How surely its receipt stays; null without one");
export const row = z.looseObject({ ...rowFields, standing: receiptStanding });

export const headFields = {
  seq: z.int().describe("Number of the last row; -1 before the first"),
  hash: z.string().describe("Its hash; that of the genesis before the first"),
};

/** Rows as the examples show them. */
export const EXAMPLE_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
export const exampleRow = {
  v: 3,
  machine: "m_mfrggzdfmztwq2lknnwg23tpoa",
  seq: 1,
  prev: EXAMPLE_HASH,
  ns: "1795636800000000000",
  calcond: 2_310_986_020,
  transitionType: "event",
  payloadHash: EXAMPLE_HASH,
  programHash: null,
  from: null,
  to: null,
  evalRoot: null,
  evalCount: 0,
  token: null,
  proof: null,
  actor: { key: "csm_kJ3v0vHn", role: "admin" },
  engineVersion: "calc-engine/2",
  standing: null,
} as const;

export const exampleHead = { seq: 1, hash: EXAMPLE_HASH } as const;

export const receiptId = hexDigits(64).describe("Receipt id");

/** How far a log was read for an answer about all of it. */
export const extentFields = {
  complete: z.boolean().describe("Whether all rows were read"),
  next: z
    .int()
    .nullable()
    .describe("The row that would be read next; null where all were. Ask again to have it read"),
};
export const BOUNDED_READING =
  "To callers who have no part in the log 250 rows are read a request, from where the last reading ended.";
