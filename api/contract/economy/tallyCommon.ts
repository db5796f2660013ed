/** Schemas that the public readings share. */
import * as z from "zod";
import { limitField, offsetField } from "../definition/listing.js";

export const scope = z
  .enum(["node", "mesh"])
  .describe("What the sums are over: node, this one's own journal; mesh, those of several");

/** A range of calconds, both ends included. */
export const period = {
  from: z.int().min(0).optional().describe("First calcond; from the beginning without it"),
  to: z.int().min(0).optional().describe("Last calcond; up to now without it"),
};

export const page = {
  limit: limitField("Rows on a page"),
  offset: offsetField("Rows to leave out at the front"),
};

export const pageFields = {
  total: z.int().describe("Rows that match, whatever `limit`"),
  limit: z.int(),
  offset: z.int(),
  next: z.int().nullable().describe("`offset` of the next page; null at the end"),
};

const credits = z.int().min(0);

/** Figures of the supply at one instant. */
export const supplyFields = {
  credits_issued: credits.describe("Credits that ever came into being"),
  credits_burned: credits.describe("Credits that computations burned"),
  credits_free: credits.describe("Free credits in all balances"),
  credits_paid: credits.describe("Paid credits in all balances"),
  envelope_value_minted: credits.describe("Face value of all envelopes ever minted"),
  envelope_value_burned: credits.describe("Face value of envelopes burned by their owners"),
  envelope_value_free: credits.describe(
    "Face value of live free-funded envelopes, booked to the house",
  ),
  envelope_value_paid: credits.describe(
    "Face value of live paid-funded envelopes, held by accounts",
  ),
};

/** A record that a reading came upon and could not read. */
export const damagedRecord = z.looseObject({
  bucket: z.string().describe("Where it lies"),
  key: z.string().describe("Its key: the number of a journal entry, else hex"),
  fault: z.string(),
});

/** How far a reading has followed the journal. */
export const through = z.looseObject({
  journal: z.int().nullable().describe("Number of the last entry counted; null before any"),
  calcond: z.int().nullable().describe("Its calcond"),
  behind: z.int().describe("Entries of the journal not counted yet; 0 nearly always"),
  damaged: damagedRecord
    .nullable()
    .describe("What keeps later entries from being counted; null when nothing does"),
});

/** Figures that illustrate. */
export const EXAMPLE_SUPPLY = {
  credits_issued: 1_152,
  credits_burned: 9,
  credits_free: 1_143,
  credits_paid: 0,
  envelope_value_minted: 9,
  envelope_value_burned: 0,
  envelope_value_free: 9,
  envelope_value_paid: 0,
};
export const EXAMPLE_THROUGH = { journal: 12, calcond: 2_310_461_010, behind: 0, damaged: null };
