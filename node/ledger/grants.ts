/** Purchased credits, booked by the operator: the only way they come in. */
import { Refusal } from "../../protocol/errors/refusal.js";
import { MINT_CREDITS, purseOf } from "../../protocol/economy/accounts.js";
import { GRANT_KIND } from "../../protocol/economy/journal.js";
import { composed } from "../../protocol/economy/writtenNames.js";
import type { Store } from "../../storage/store.js";
import type { Step } from "./effects.js";
import { LedgerError } from "./ledger.js";

export interface Grant {
  /** Account id or identity digest. */
  readonly account: string;
  readonly credits: number;
  readonly reference: string;
  /** First characters of the key it was booked with. */
  readonly by: string;
}

export interface Granted {
  /** Account id. */
  readonly account: string;
  readonly granted: number;
  readonly reference: string;
}

const REFERENCES = "ledger/grant/";

/** Under which name a reference is taken. */
export function nameOfReference(reference: string): string {
  return REFERENCES + reference;
}

/** The reference that a fact of the store keeps, or null. */
export function referenceOf(name: string): string | null {
  return name.startsWith(REFERENCES) ? name.slice(REFERENCES.length) : null;
}

/**
 * A reference is booked once: an invoice that is sent twice must not be paid out twice.
 * @throws Refusal NOT_FOUND, CONFLICT, INVALID_INPUT; nothing is booked then
 */
export async function bookGrant(
  store: Store,
  { account: named, by, credits, reference: written }: Grant,
): Promise<Step<Granted>> {
  const account = await store.accounts.nameOf(named);
  if (account === undefined) throw new Refusal("NOT_FOUND", `there is no account ${named} here`);
  const reference = composed(written);
  const name = nameOfReference(reference);
  return {
    keys: [`uniq:${name}`],
    run: async (tx) => {
      if ((await store.meta.get(name)) !== undefined) {
        throw new Refusal("CONFLICT", "credits were booked under this reference already", {
          members: { reference },
        });
      }
      tx.add(store.meta.putOps(name, account));
      tx.book(
        {
          kind: GRANT_KIND,
          note: { by, reference },
          entries: [
            { account: MINT_CREDITS, delta: -credits },
            { account: purseOf("paid", account), delta: credits },
          ],
        },
        (error) => refusedGrant(error, credits),
      );
      return { account, granted: credits, reference };
    },
  };
}

function refusedGrant(error: unknown, credits: number): unknown {
  if (!(error instanceof LedgerError) || error.fault !== "OVERFLOW") return error;
  const message = "all credits together stay within 2^53 - 1";
  return new Refusal("INVALID_INPUT", `${credits} credits cannot be booked: ${message}`, {
    errors: [{ pointer: "/credits", code: "INVALID_VALUE", message }],
  });
}
