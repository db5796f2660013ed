/** Facts about an event or a note once it is judged, and how a verdict ends the judging. */
import type { Crypto } from "../ports.js";
import { WorkEnded } from "../workCount.js";
import { verifyEventSignature, verifyNoteSignature, type MeshEvent } from "../seal/event.js";
import type { HeadNote, RoundNote } from "./kinds.js";

type Verdict = "accept" | "ignore" | "reject";

type EventCode =
  | "ACCEPTED"
  | "NO_MESH_SECRET"
  | "UNKNOWN_TOPIC"
  | "TOO_LARGE"
  | "NOT_CANONICAL"
  | "BAD_EVENT"
  | "WRONG_NET"
  | "UNKNOWN_VERSION"
  | "UNKNOWN_KIND"
  | "WRONG_TOPIC"
  | "MISSING_HANDSHAKE"
  | "BAD_HANDSHAKE"
  | "STALE_HANDSHAKE"
  | "DUPLICATE"
  | "RATE_LIMITED"
  | "NO_PLACE"
  | "FROZEN"
  | "BAD_BODY_HASH"
  | "BAD_SIGNATURE"
  | "FUTURE_CALCOND"
  | "EQUIVOCATION"
  | "FORKED"
  | "BELOW_TIP"
  | "FALSE_BODY"
  | "BAD_CHAIN"
  | "BUSY"
  | "STALE_NOTE"
  | "NO_QUORUM"
  | "INTERNAL";

export interface AcceptedEvent {
  readonly type: "event";
  readonly event: MeshEvent;
  readonly id: string;
  readonly headerText: string;
  readonly bodyText: string;
  /** Linked: every earlier event of the author is held. */
  readonly state: "linked" | "detached";
}

export interface AcceptedNote {
  readonly type: "note";
  readonly note: HeadNote;
  readonly sig: string;
  /** The canonical {note, sig}. */
  readonly text: string;
  /** Of the checkpoint inside, already verified. */
  readonly root: Uint8Array;
}

/** A round of gathered heads that a quorum has cosigned. */
export interface AcceptedRound {
  readonly type: "round";
  readonly note: RoundNote;
}

export interface Judgement {
  readonly verdict: Verdict;
  readonly code: EventCode;
  readonly detail: string;
  /** Present when accepted, unless it is held already. */
  readonly message?: AcceptedEvent | AcceptedNote | AcceptedRound;
  /** Id of an event held already that is accepted only to be passed on, this once. */
  readonly heardOf?: string;
  /**
   * The event as received, when its signature holds although it is not accepted: evidence can be
   * made of it.
   */
  readonly signed?: { readonly event: MeshEvent; readonly id: string };
  /** A verified head that differs from the one held of the same size. */
  readonly rivalHead?: HeadNote;
  /** Who handed it in: the handshake's sender. */
  readonly sender?: string;
}

/**
 * Thrown inside and turned into a judgement at the one exit. No error: a verdict needs no stack,
 * and most are common.
 */
class Verdicted {
  readonly judgement: Judgement;
  constructor(verdict: Verdict, code: EventCode, detail: string, more: Partial<Judgement>) {
    this.judgement = { ...more, verdict, code, detail };
  }
}

/** A signature that a verdict waits for: the one costly check. */
export interface SignatureCheck {
  readonly type: "event" | "note";
  /** Ed25519 key, hex. */
  readonly author: string;
  /** The canonical header or note. */
  readonly text: string;
  readonly sig: string;
}

/** All cheap checks are passed. */
export interface Pending {
  readonly check: SignatureCheck;
  /** Ends the judgement by what is known then, which may be more than when it began. */
  readonly conclude: (isValid: boolean) => Judgement;
}

export function verifyCheck(
  crypto: Pick<Crypto, "ed25519Verify">,
  { type, author, text, sig }: SignatureCheck,
): boolean {
  return type === "event"
    ? verifyEventSignature(crypto, author, text, sig)
    : verifyNoteSignature(crypto, author, text, sig);
}

/** Runs a judge: its verdict is thrown, and any other exception is a fault of this node. */
export function judged<T extends Judgement | Pending>(judge: () => T): T | Judgement {
  try {
    return judge();
  } catch (error) {
    if (error instanceof Verdicted) return error.judgement;
    if (error instanceof WorkEnded) throw error;
    // Ours, not the sender's: it may be asked for again by sync.
    return {
      verdict: "ignore",
      code: "INTERNAL",
      detail: error instanceof Error ? error.message : "unknown failure",
    };
  }
}

export function fail(
  verdict: Verdict,
  code: EventCode,
  detail: string,
  more: Partial<Judgement> = {},
): never {
  throw new Verdicted(verdict, code, detail, more);
}
