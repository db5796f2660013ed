/** What waits for a commit window. */
import type { AnswerShape } from "../../protocol/kernel/answerShape.js";
import type { KernelValue } from "../../protocol/chains/result.js";
import type { JsonObject } from "../../protocol/ports.js";
import type { Funding } from "../../protocol/seal/envelope.js";
import type { Visibility } from "../../storage/records/records.js";
import type { AnswerName } from "../../storage/repositories/idempotency.js";
import type { NextPlace } from "../spine/ownSpine.js";
import type { Companion } from "./stagedLog.js";

/** What every result of a chain has in common. */
export interface ChainFacts {
  /** Operator ids, KO42 first. */
  readonly operators: readonly string[];
  readonly masterEquation: string;
  readonly credits: number;
  readonly registryVersion: string;
  /** Of a solver's run; absent for closed forms. */
  readonly solver?: { readonly engine: string; readonly precisionBound: number };
}

/** A further write of the batch of a seal. */
export type FurtherWrite =
  /**
   * The answer, kept for an idempotency key; `before` is an object whose members stand before its
   * own.
   */
  | (AnswerName & { readonly kind: "answer"; readonly before?: string })
  /** One answer of several results that are sealed together, kept for one idempotency key. */
  | { readonly kind: "joint"; readonly joint: JointAnswer }
  /** The receipt id, under a name. */
  | { readonly kind: "name"; readonly name: string };

/** The answer that results of one window share. */
export interface JointAnswer extends AnswerName {
  /** Nothing in it is of the first request alone, as an id of its is: it can be made again. */
  readonly isRepeatable: boolean;
  /** @param own texts of the results, in the order of their drafts */
  text(own: readonly string[]): string;
}

/** One object of two, neither empty, as texts: the members of the first stand first. */
export function joinedMembers(first: string, second: string): string {
  return `${first.slice(0, -1)},${second.slice(1)}`;
}

/** How the price of a result is paid: settled before it was computed. */
export interface Charge {
  /** Free credits that pay it: the whole price, or 0 where purchased ones do. */
  readonly free: number;
  /**
   * The price is minted for the account and burned at once: no balance is touched, and the envelope
   * is free-funded.
   */
  readonly allowance: boolean;
}

/** A price is paid by credits of one kind, and so is its envelope. */
export function fundingOf({ allowance, free }: Charge): Funding {
  return allowance || free > 0 ? "free" : "paid";
}

/** A charge, and what its reservation is told of the outcome. */
export interface Payment extends Charge {
  /** The price was burned by this entry of the journal. */
  sealed(journal: number): void;
  /** Nothing was sealed, nothing is charged. */
  unsealed(): void;
}

/** What the node and its operator compute with. */
export const ALLOWANCE: Payment = {
  free: 0,
  allowance: true,
  sealed: () => undefined,
  unsealed: () => undefined,
};

/** Where an envelope stands. */
export interface SealedPlace {
  /** Receipt id. */
  readonly id: string;
  /** Seq of its `seal` event. */
  readonly window: number;
  /** Position in the window. */
  readonly index: number;
  /** Canonical text of its core. */
  readonly core: string;
  /** The issuer's own proof of it. */
  readonly proof: string;
  /** The answer with its receipt, as JSON; written at the first call. */
  answer(): string;
}

/** A result waiting for its seal. */
export interface SealDraft {
  readonly chain: ChainFacts;
  readonly account: string;
  readonly charge: Charge;
  /** Id of the machine whose key asked for it; null for the account itself. */
  readonly machine: string | null;
  readonly visibility: Visibility;
  readonly domain: string | null;
  /** Canonical text. */
  readonly inputs: string;
  /** Canonical text. */
  readonly uncertainties: string | null;
  readonly result: KernelValue;
  readonly furtherWrite: FurtherWrite | null;
  /** The short form of its answer; absent for the whole. */
  readonly shape?: AnswerShape | null;
  /** Data written with its envelope. */
  readonly companion?: Companion<SealedPlace>;
}

/** An event of another kind for the same spine. */
export interface EventDraft {
  readonly kind: string;
  /** Of its place, where it says something of that. */
  readonly body: JsonObject | ((place: NextPlace) => JsonObject);
}
