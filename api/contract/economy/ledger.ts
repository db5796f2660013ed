import * as z from "zod";
import { COMPOSED_UNITS_PER_CHAR, referenceFault } from "../../../protocol/economy/writtenNames.js";
import { LEDGER_REFERENCE_CHARS_MAX } from "../../../protocol/limits.js";
import { HEX_32_BYTES, SINCE, WORKING, writtenAs } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";
import { EVENTS_TYPE, JSON_TYPE } from "../definition/preEncoded.js";

const AUDIT_DEADLINE_MS = 600_000;

const credits = z.int().min(0);

/** What the caller has. */
export const ledgerBalance = defineOperation({
  id: "calc_ledger",
  method: "GET",
  path: "/api/ledger",
  since: SINCE,
  summary: "Your credits, and the value of the envelopes you hold",
  description:
    "Free credits are spent before paid ones. `available` is what can be spent now: less what computations under way " +
    "have set aside.",
  auth: "account",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({}),
  output: z.looseObject({
    account: z.string(),
    free: credits.describe("Free credits"),
    paid: credits.describe("Purchased credits"),
    held: credits.describe("Face value of the live paid-funded envelopes held"),
    available: z.looseObject({ free: credits, paid: credits }),
    spent: credits.describe("Credits burned for your computations so far"),
    unlimited: z
      .boolean()
      .describe("The operator computes with credits that are issued and burned at once"),
    journal: z
      .int()
      .nullable()
      .describe(
        "Number of the last journal entry that books something of yours; null before the first",
      ),
    hash: HEX_32_BYTES.describe("Its hash; zeros before the first"),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        account: "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
        free: 122,
        paid: 0,
        held: 0,
        available: { free: 122, paid: 0 },
        spent: 6,
        unlimited: false,
        journal: 17,
        hash: "7d".repeat(32),
      },
    },
  ],
  cli: { verb: "ledger balance" },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "The caller's free and paid credits, and the value of envelopes held.",
  },
});

/** The only way paid credits come in. */
export const ledgerGrant = defineOperation({
  id: "calc_ledger_grant",
  method: "POST",
  path: "/api/ledger/grant",
  since: SINCE,
  summary: "Book purchased credits to an account, as the operator",
  description:
    "A journal entry of kind `grant` with its reference. A reference is booked once: a second " +
    "booking under it is refused, also where its letters are composed in another way.",
  auth: "account",
  effect: "write",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({
    account: z.string().min(1).max(64).describe("Account id or identity digest"),
    credits: z.int().min(1).describe("Whole credits"),
    reference: z
      .string()
      .max(
        COMPOSED_UNITS_PER_CHAR * LEDGER_REFERENCE_CHARS_MAX,
        `is too long: a reference has at most ${LEDGER_REFERENCE_CHARS_MAX} characters`,
      )
      .superRefine(writtenAs(referenceFault))
      .meta({ minLength: 1 })
      .describe(
        `What it is booked for, as an invoice number: 1 to ${LEDGER_REFERENCE_CHARS_MAX} ` +
          "characters as composed by Unicode (NFC), all of which " +
          "can be seen, with single blanks between them",
      ),
  }),
  body: "required",
  success: 201,
  output: z.looseObject({
    account: z.string(),
    granted: z.int().min(1),
    reference: z.string(),
  }),
  errors: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  examples: [
    {
      input: {
        account: "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
        credits: 1_000,
        reference: "invoice 2026-0117",
      },
      output: {
        account: "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
        granted: 1_000,
        reference: "invoice 2026-0117",
      },
    },
  ],
  cli: { verb: "ledger grant", positional: ["account", "credits", "reference"] },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "Operator only: book purchased credits to an account, under a reference.",
  },
});

const finding = z.looseObject({
  bucket: z.string().describe("Where the record lies"),
  key: z.string().describe("Its key in words or hex"),
  fault: z.string(),
});

/** Everything that the ledger says, checked against everything it follows from. */
export const ledgerAudit = defineOperation({
  id: "calc_ledger_audit",
  method: "GET",
  path: "/api/ledger/audit",
  since: SINCE,
  summary: "Check every journal entry, balance and envelope against each other, as the operator",
  description:
    "Walks the journal: its chain of hashes, each entry's sums, no balance below zero, the " +
    "prices of every commit window against its envelopes; then every balance, the totals, and " +
    "the vaults. Each fault names its record.",
  auth: "account",
  effect: "read",
  limits: { ...WORKING, deadlineMs: AUDIT_DEADLINE_MS },
  events: true,
  input: z.strictObject({}),
  output: z.looseObject({
    ok: z.boolean().describe("Nothing was found"),
    entries: z.int().describe("Journal entries"),
    head: HEX_32_BYTES.describe("Hash of the last"),
    accounts: z.int(),
    windows: z.int(),
    envelopes: z.int(),
    totals: z.record(z.string(), z.int()).describe("Sums over the journal, by kind of account"),
    live: z
      .looseObject({
        free: z.int().nullable(),
        paid: z.int().nullable(),
      })
      .describe(
        "Value of live envelopes by funding, counted without the journal; null while some are " +
          "not taken into vaults yet",
      ),
    findings: z.array(finding).describe("The first ones; `found` says how many there are"),
    found: z.int(),
  }),
  produces: [JSON_TYPE, EVENTS_TYPE],
  errors: ["FORBIDDEN"],
  examples: [
    {
      input: {},
      output: {
        ok: true,
        entries: 41,
        head: "7d".repeat(32),
        accounts: 3,
        windows: 38,
        envelopes: 120,
        totals: {
          free: 24,
          paid: 0,
          held: 0,
          house: 360,
          "mint:credits": -384,
          "burn:credits": 360,
          "mint:free": -360,
        },
        live: { free: 360, paid: 0 },
        findings: [],
        found: 0,
      },
    },
  ],
  mcp: {
    toolset: "economy",
    listed: false,
    description: "Operator only: audit the whole ledger; every fault names its record.",
  },
});
