/** The terms of the market of work: how long each step of a job may take, and what bounds it. */
import { BOND_TAIL_CALCONDS } from "../economy/bond.js";

/** Between the opening of a job and its draw: the beacon is younger than the job. */
export const BEACON_CALCONDS = 2;
/** A node that is called says so within this time, or the next of the draw is called. */
export const CLAIM_CALCONDS = 20;
/** A commitment is opened within this time after the last one has come. */
export const REVEAL_CALCONDS = 20;
/** Nodes that a draw names: those who are called first, and those who step in. */
export const DRAWN_MAX = 8;
/** A revealed result can be challenged for an hour. */
export const CHALLENGE_CALCONDS = BOND_TAIL_CALCONDS;
/** The drawn re-executor answers within this time, or the next one does. */
export const VERDICT_CALCONDS = 120;
/** Least and most calconds from the opening of a job to its deadline. */
export const JOB_CALCONDS_MIN = 60;
export const JOB_CALCONDS_MAX = 111_197;
/** Deadline of a job that names none: ten minutes. */
export const JOB_CALCONDS_DEFAULT = 772;
/** Largest inputs that travel in the event itself; larger ones are fetched by their digest. */
export const INLINE_INPUT_BYTES_MAX = 12_288;
/** An asker's node keeps an order with its inputs and results for 30 days after its deadline. */
export const ORDER_KEPT_CALCONDS = 3_335_904;
/** Others keep those of a job until nobody can challenge it any more, and a little longer. */
export const JOB_KEPT_CALCONDS = 2 * CHALLENGE_CALCONDS;
/** Inputs and results that nodes fetch from each other. */
export const JOB_DOCUMENT_BYTES_MAX = 786_432;
/** Rows of one shard of a table. */
export const SHARD_ROWS = 1_000;
/** Parts of a sweep of a solver, at most. */
export const SWEEP_SHARDS_MAX = 8;
/** Replicated agreements before a node may compute an economy job alone. */
export const CREDIBLE_AGREEMENTS = 10;
/** Greatest chance of that. */
export const ALONE_CHANCE_MAX = 0.95;
/** Part of the results of one node alone that the asker's node computes again, at most and at least. */
export const SPOT_CHECK_CHANCE = 0.1;
export const SPOT_CHECK_CHANCE_MIN = 0.01;
/** So long after the first words of witnesses may be said, those that came make the beacon of a quorum. */
export const WORDS_CALCONDS = 4;
/** Where a quorum has not spoken by then, one node's beacon does. */
export const ONE_BEACON_CALCONDS = 10;
