/** Schemas that the operations on names share. */
import * as z from "zod";

export const EXAMPLE_OWNER = "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c";
const ZEROS = "0".repeat(64);

export const nameFields = {
  name: z.string().nullable().describe("Null for the bare address of a key"),
  address: z.string().describe("16 hex digits: 64 stretched bits, a handle and no credential"),
  publicKey: z.string().describe("The owner's Ed25519 key, hex: what to check signatures with"),
  state: z
    .string()
    .describe(
      "pending, until enough witnesses spoke and 120 calconds have passed; held; expired; revoked",
    ),
  record: z.looseObject({}).describe("Where it leads: url, machine, mail, node; its owner's word"),
  sequence: z.int().describe("Updates and revocations that count"),
  claim: z.string().describe("Id of the event that claimed it"),
  claimed: z.int().describe("Calcond the claimant states"),
  effectiveCalcond: z
    .int()
    .nullable()
    .describe(
      "What orders it: the later of claimed and first seen; null while too few witnesses spoke",
    ),
  expires: z.int().describe("First calcond at which it is held no more"),
  unwitnessed: z
    .boolean()
    .describe("True: the network has no witnesses, and this is one node's order"),
  witnesses: z
    .looseObject({ of: z.int(), needed: z.int() })
    .describe("Who saw the claim first, when"),
  conflicts: z.int().describe("Claims of others that came later"),
};

export const nameView = z.looseObject(nameFields);

export const nameProof = z
  .looseObject({
    genesis: z.looseObject({}).describe("What the network's name on the wire is the hash of"),
    events: z
      .array(z.looseObject({}))
      .describe("Signed events: claim, changes, witnesses' statements"),
    successions: z
      .array(z.looseObject({}))
      .optional()
      .describe("calc-succession/1 of each witness whose key has changed"),
  })
  .describe("Everything an offline check needs");

export const EXAMPLE_NAME = {
  name: "kepler-orbits",
  address: "0d20cb79ef228dc1",
  publicKey: EXAMPLE_OWNER,
  state: "held",
  record: { url: "https://example.org/" },
  sequence: 0,
  claim: ZEROS,
  claimed: 2_310_461_010,
  effectiveCalcond: 2_310_461_012,
  expires: 2_350_000_000,
  unwitnessed: false,
  witnesses: { of: 4, needed: 3, seen: [{ witness: ZEROS, seen: 2_310_461_012 }] },
  conflicts: 0,
};
