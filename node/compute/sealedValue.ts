/** A computed value that is sealed in the batch of an effect, or the effect is not written. */
import { Refusal } from "../../protocol/errors/refusal.js";
import type { RunValue, SealWish } from "./runs.js";
import type { SealedPlace } from "../sealing/draft.js";
import type { SealedAnswer } from "../sealing/envelopeLog.js";
import type { Companion } from "../sealing/stagedLog.js";
import type { EffectTransaction } from "../ledger/effects.js";

/** What an effect throws whose value could not be sealed. */
export class Unsealed extends Error {
  readonly answer: SealedAnswer;

  constructor(answer: SealedAnswer) {
    super("the value of an effect could not be sealed");
    this.answer = answer;
  }
}

export class SealedValue {
  readonly #value: RunValue;
  #place: SealedPlace | null = null;

  constructor(value: RunValue) {
    this.#value = value;
  }

  /** Where it is sealed: known to the late writes of the effect, which may be made once more. */
  get place(): SealedPlace {
    if (this.#place === null) throw new Error("a value is sealed before its place is known");
    return this.#place;
  }

  /** The effect throws `Unsealed` where the value cannot be sealed. */
  sealIn(tx: EffectTransaction, wish: Omit<SealWish, "companion">): void {
    const { account, machine, payment, visibility } = wish;
    tx.seal(async (inner) => {
      const companion = this.#noting(inner);
      const answer = await this.#value.seal({ account, machine, payment, visibility, companion });
      if (!answer.sealed) throw new Unsealed(answer);
    });
  }

  #noting(inner: Companion<SealedPlace>): Companion<SealedPlace> {
    return {
      load: () => inner.load(),
      enter: (window, place) => {
        this.#place = place;
        inner.enter(window, place);
      },
    };
  }
}

/**
 * The refusal of an effect that was not sealed; any other error as it is.
 * @param effect what there is not, as a clause: "no step was made"
 */
export function unsealedRefusal(error: unknown, effect: string): unknown {
  if (!(error instanceof Unsealed)) return error;
  const { unsealed_reason: reason = "UNKNOWN" }: { readonly unsealed_reason?: string } = JSON.parse(
    Buffer.from(error.answer.body).toString("utf8"),
  );
  return new Refusal("NOT_READY", `nothing can be sealed now (${reason}): ${effect}`, {
    members: { reasons: [reason] },
    retryAfterSeconds: 1,
  });
}
