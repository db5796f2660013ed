/** The seals of an answer that is made again: they are read, and nothing is sealed. */
import { Refusal } from "../../protocol/errors/refusal.js";
import type { Crypto } from "../../protocol/ports.js";
import { AnswerText } from "../sealing/answerText.js";
import type { SealedAnswer } from "../sealing/envelopeLog.js";
import type { PaidDraft, ResultSealer } from "../sealing/sealer.js";
import type { FoundWindow } from "./receipts.js";

/** Finds results sealed, in the order in which they were. */
export class RepeatedSeals implements ResultSealer {
  readonly #crypto: Crypto;
  readonly #window: FoundWindow;
  readonly #first: number;
  #next: number;

  constructor(crypto: Crypto, window: FoundWindow, first: number) {
    this.#crypto = crypto;
    this.#window = window;
    this.#first = first;
    this.#next = first;
  }

  get firstId(): string {
    return this.#window.at(this.#first).id;
  }

  seal(draft: PaidDraft): Promise<SealedAnswer> {
    return Promise.resolve(this.#found(draft));
  }

  sealTogether(drafts: readonly PaidDraft[]): Promise<readonly SealedAnswer[]> {
    return Promise.resolve(drafts.map((draft) => this.#found(draft)));
  }

  /** @throws Refusal where the result is another one than was sealed */
  #found(draft: PaidDraft): SealedAnswer {
    if (this.#next >= this.#window.count) throw differentAnswer(this.firstId);
    const { funding, visibility, ...sealed } = this.#window.at(this.#next);
    this.#next += 1;
    const charge = { free: funding === "free" ? draft.chain.credits : 0, allowance: false };
    const text = new AnswerText(this.#crypto, { ...draft, charge, visibility });
    if (text.core(sealed.instant) !== sealed.coreText) throw differentAnswer(this.firstId);
    const body = text.given(this.#window.publicKey, sealed);
    return { body, digest: null, sealed: true, journal: 0 };
  }
}

/** This program makes another answer of the request than the one that gave it. */
export function differentAnswer(receiptId: string): Refusal {
  return new Refusal(
    "IDEMPOTENCY_KEY_REUSED",
    "the key was used: another version of this node computed the answer, which this one does not " +
      `make again; its receipt is ${receiptId}`,
    { members: { receipt_id: receiptId } },
  );
}
