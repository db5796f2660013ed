/** `/calc/witness/1`: what nodes ask each other about checkpoints, and how they answer. */
import * as z from "zod";
import { CHECKPOINT_CHARS_MAX } from "../../protocol/limits.js";
import { COSIGN_REFUSALS } from "./witness.js";

export const WITNESS_PROTOCOL = "/calc/witness/1";
/** A checkpoint with its cosignatures, the longest proof, and the frame. */
export const WITNESS_QUESTION_BYTES_MAX = 16_384;
/** Notes of one answer. */
export const NOTES_MAX = 8;
/** That many notes, escaped. */
export const WITNESS_ANSWER_BYTES_MAX = 131_072;

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
