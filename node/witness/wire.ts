/** `/calc/witness/1`: what nodes ask each other about checkpoints, and how they answer. */
import * as z from "zod";
import { CHECKPOINT_CHARS_MAX } from "../../protocol/limits.js";
import { HEAD_CHARS_MAX, HEADS_MAX } from "../../protocol/witness/heads.js";
import { HEAD_REFUSALS, HEADS_REFUSALS } from "./headsWitness.js";
import { COSIGN_REFUSALS } from "./witness.js";

export const WITNESS_PROTOCOL = "/calc/witness/1";
/** A checkpoint with its cosignatures, the longest proof, and the frame. */
export const WITNESS_QUESTION_BYTES_MAX = 16_384;
/** Notes of one answer. */
export const NOTES_MAX = 8;
/** That many notes, escaped. */
export const WITNESS_ANSWER_BYTES_MAX = 131_072;

/** Cosign the checkpoint above these heads: longer than the others, and asked once a round. */
export const HEADS_PROTOCOL = "/calc/witness-heads/1";
/** The same with proofs for heads of spines that the witness may not hold. */
export const GROWN_HEADS_PROTOCOL = "/calc/witness-heads/2";
/** As many heads as there may be, their line ends escaped. */
export const HEADS_QUESTION_BYTES_MAX = 393_216;
/** Refused heads of one answer: the others are named in the next round. */
export const HEADS_REFUSED_MAX = 64;
export const HEADS_ANSWER_BYTES_MAX = 65_536;

/** Proofs of one question, and hashes of one. */
export const GROWTHS_MAX = 256;
const PROOF_MAX = 63;
export const GROWN_HEADS_BYTES_MAX = 1_048_576;

const author = z.string().regex(/^[0-9a-f]{64}$/);
const note = z.string().max(CHECKPOINT_CHARS_MAX);

export const witnessQuestion = z.discriminatedUnion("ask", [
  /** Cosign this: the text of C2SP add-checkpoint. */
  z.strictObject({ ask: z.literal("cosign"), question: z.string().max(12_288) }),
  /** The newest checkpoint of a spine that a quorum cosigned. */
  z.strictObject({ ask: z.literal("newest"), author }),
  /** A quorum cosigned this. */
  z.strictObject({ ask: z.literal("keep"), author, note }),
  /** What the asker itself has cosigned, by authors behind the named one. */
  z.strictObject({ ask: z.literal("recall"), after: z.union([author, z.literal("")]) }),
]);
export type WitnessQuestion = z.output<typeof witnessQuestion>;

export const cosignReply = z.union([
  z.strictObject({ line: z.string().max(1_024) }),
  z.strictObject({ size: z.int().min(0) }),
  z.strictObject({ refused: z.enum(COSIGN_REFUSALS) }),
]);
export const newestReply = z.strictObject({ note: note.nullable() });
export const recallReply = z.strictObject({
  notes: z.array(z.strictObject({ author, note })).max(NOTES_MAX),
});

export const headsQuestion = z.strictObject({
  note: z.string().max(HEAD_CHARS_MAX),
  heads: z.array(z.string().max(HEAD_CHARS_MAX)).min(1).max(HEADS_MAX),
  growths: z
    .array(
      z.strictObject({
        author,
        from: z.int().min(1),
        proof: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(PROOF_MAX),
      }),
    )
    .max(GROWTHS_MAX)
    .optional(),
});
export const headsReply = z.union([
  z.strictObject({ line: z.string().max(1_024) }),
  z.strictObject({ round: z.int().min(0) }),
  z.strictObject({
    without: z
      .array(
        z.strictObject({
          author,
          why: z.enum(HEAD_REFUSALS),
          kept: z.string().max(HEAD_CHARS_MAX).nullable(),
        }),
      )
      .min(1)
      .max(HEADS_REFUSED_MAX),
  }),
  z.strictObject({ refused: z.enum(HEADS_REFUSALS) }),
]);
