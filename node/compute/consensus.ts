/**
 * What can be relied on while peers are faulty: constants of the kernel, and what follows from how
 * the mesh is built.
 */
import { CALCOND_SECONDS } from "../../protocol/kernel/answer.js";
import { CALCOND_NS, CLOCK_PEERS_MIN, CLOCK_SKEW_CALCONDS_MAX } from "../../protocol/limits.js";

/** Periods after which the place of a seal in time is settled. */
const FINALITY_CALCONDS = 2;
const SECONDS_A_DAY = 86_400;
const BPS = 10_000;

export const FINALITY = {
  finality_calconds: FINALITY_CALCONDS,
  finality_ns: FINALITY_CALCONDS * Number(CALCOND_NS),
  /** Twice a double is exact. */
  finality_sec: FINALITY_CALCONDS * CALCOND_SECONDS,
} as const;

export const CALCONDS_A_DAY = Math.round(SECONDS_A_DAY / CALCOND_SECONDS);

/** To whom the value of an envelope belongs, of 10,000. */
export const OWNERSHIP = {
  paid_funded_user_bps: BPS,
  paid_funded_house_bps: 0,
  free_funded_user_bps: 0,
  free_funded_house_bps: BPS,
} as const;

export const RULES: readonly string[] = [
  "Every sealed computation burns its price in credits and mints one envelope of the same face " +
    "value; there is no multiplier.",
  "A price is paid wholly from free credits where they cover it, and wholly from paid ones otherwise: " +
    "no envelope has mixed funding.",
  "A paid-funded envelope belongs wholly to the account that paid: it can be moved, bonded and burned.",
  "A free-funded envelope is kept by the account that computed it and can be bonded and not moved; its " +
    "value is booked to the house.",
  "The price is known before a computation runs and is the same for free and paid credits; what " +
    "is refused or cannot be sealed is not charged.",
  "Paid credits enter only by a booking of the operator, and the journal names its reference.",
];

export interface Guarantee {
  readonly property: string;
  readonly holds: string;
  readonly fails: string;
}

const GUARANTEES: readonly Guarantee[] = [
  {
    property: "A result that you compute again is right",
    holds:
      "always, however many peers lie: engine_version, operators and inputs determine every bit",
    fails: "only through an error in the arithmetic itself, which every node would share",
  },
  {
    property: "History that you hold cannot be changed",
    holds: "always: events are linked by hash and signed, and your copy is yours",
    fails: "never",
  },
  {
    property: "Two histories of one node are noticed",
    holds:
      "as soon as one honest node sees both; the proof is kept for ever and the author is frozen",
    fails: "while nobody honest has seen both",
  },
  {
    property: "What one node acknowledged is not lost by it",
    holds: "when its disk keeps what was synced; also through a kill at any instant",
    fails:
      "when the disk or the operator destroys it: copies of shared receipts and of the log are then what is left",
  },
  {
    property: "Credits and envelopes are counted once",
    holds:
      "on an honest home node: one writer, one journal in double entry that anyone with the store can audit",
    fails:
      "on a home node that lies about its own books: its journal shows it to an auditor, and value may be gone",
  },
  {
    property: "The order of claims to names cannot be back-dated",
    holds: "while at most f of 3f + 1 witnesses lie",
    fails: "with more than f, or in a network without witnesses, where order is each node's own",
  },
  {
    property: "Events reach all honest nodes",
    holds: "while the honest nodes are connected with each other",
    fails: "for a node all of whose neighbours lie",
  },
];

const NOT_OFFERED: readonly string[] = [
  "a total order over all nodes, or a vote on results",
  "prevention of a double spend against the will of the home node that keeps the balance",
  "moving an envelope to another home node",
];

/** @param witnesses of this network's names */
export function consensusOf(witnesses: number) {
  return {
    model: "single-writer-logs",
    global_consensus: false as const,
    ...FINALITY,
    finality_means:
      `${FINALITY_CALCONDS} exact periods after a calcond has ended, no node still stamps it ` +
      `whose clock is at most ${CLOCK_SKEW_CALCONDS_MAX} calconds off. A node that knows the ` +
      `clocks of ${CLOCK_PEERS_MIN} peers or more stops sealing while it is further ` +
      "off their median; with fewer, or where most of them are wrong, nothing holds its clock. " +
      "A seal is durable on its own node before it is answered; nothing is voted on.",
    clock_skew_calconds_max: CLOCK_SKEW_CALCONDS_MAX,
    witnesses,
    witness_faults_tolerated: witnesses === 0 ? null : Math.floor((witnesses - 1) / 3),
    guarantees: GUARANTEES.map((guarantee) => ({ ...guarantee })),
    not_offered: [...NOT_OFFERED],
  };
}
