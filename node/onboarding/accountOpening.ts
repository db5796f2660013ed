/**
 * How accounts begin: with a key, a machine, and credits to compute with, in one batch or not at
 * all.
 */
import { MINT_CREDITS, purseOf, type LedgerDelta } from "../../protocol/economy/accounts.js";
import type { JsonObject } from "../../protocol/ports.js";
import { buckets } from "../../storage/buckets.js";
import type { Operation } from "../../storage/kv.js";
import type { Store } from "../../storage/store.js";
import { faultOf } from "../../storage/table.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { makeAccountKey } from "../runtime/keyFormat.js";
import type { Machines, MadeMachine } from "../machines/machines.js";
import type { WorkTicket } from "../accounts/work.js";

type Right = Pick<WorkTicket, "guardKey" | "take">;

/** What the books have to offer here: a posting whose operations share its batch. */
interface Books {
  post(
    posting: {
      readonly kind: string;
      readonly entries: readonly LedgerDelta[];
      readonly note?: JsonObject;
    },
    operations: readonly Operation[],
  ): Promise<unknown>;
}

export interface OpeningRequest {
  readonly account: string;
  /** Null for accounts without an identity of their own. */
  readonly cid: string | null;
  readonly publicKey: string | null;
  readonly plan: string;
  /** Of its first machine; one is made up otherwise. */
  readonly slug?: string;
  /** The rights to open one more, all of which are used with it. */
  readonly rights: readonly Right[];
  /** Makes the answer's text. */
  readonly answer: (made: MadeAccount) => string;
  /** Further writes of the batch, made from the answer's text. */
  readonly also?: (body: string) => readonly Operation[];
}

export interface MadeAccount {
  readonly account: string;
  /** Shown once. */
  readonly key: string;
  readonly machine: MadeMachine;
  /** Credits it begins with. */
  readonly credits: number;
}

export class AccountExistsError extends Error {
  override readonly name = "AccountExistsError";
}

interface OpeningModules {
  readonly store: Store;
  readonly deadlines: Deadlines;
  readonly machines: Machines;
  /** Null where nothing is booked. */
  readonly ledger: Books | null;
}

export class AccountOpening {
  readonly #welcome: number;
  readonly #modules: OpeningModules;

  /** @param welcome whole credits a new account is given, free ones */
  constructor({ welcome }: { readonly welcome: number }, modules: OpeningModules) {
    this.#welcome = welcome;
    this.#modules = modules;
  }

  /**
   * @returns the answer's text.
   * @throws AccountExistsError when the digest is taken, Refusal SLUG_TAKEN, what the ticket's
   * owner says
   */
  async open({
    account,
    answer,
    also,
    cid,
    plan,
    publicKey,
    rights,
    slug,
  }: OpeningRequest): Promise<string> {
    const { deadlines, machines, store } = this.#modules;
    const draft = machines.draft(account, slug === undefined ? {} : { slug });
    const { genesisCalcond, id, slug: made } = draft.record;
    const key = makeAccountKey();
    const body = answer({
      account,
      key,
      credits: this.#welcome,
      machine: { id, slug: made, key: draft.key, genesisCalcond },
    });
    const guards = [
      `uniq:account/${account}`,
      draft.guardKey,
      ...rights.map(({ guardKey }) => guardKey),
    ];
    await store.guards.withGuard(
      guards,
      async (tx) => {
        // A damaged one is one, too.
        if ((await tx.get(buckets.acct, account).catch(faultOf)) !== undefined)
          throw new AccountExistsError(account);
        await machines.add(tx, draft);
        // Last, as nothing may be spent for an account that is not opened.
        for (const right of rights) await right.take(tx);
        const createdCalcond = deadlines.now();
        tx.add(
          store.accounts.putOps({
            account,
            cid,
            publicKey,
            plan,
            createdCalcond,
            visibility: "private",
          }),
        );
        tx.add(
          store.keys.addOps(key, { account, purpose: "compute", createdCalcond, asked: true }),
        );
        if (also !== undefined) tx.add(also(body));
      },
      (operations) => this.#submit(account, operations),
    );
    return body;
  }

  #submit(account: string, operations: readonly Operation[]): Promise<unknown> {
    const { ledger, store } = this.#modules;
    const credits = this.#welcome;
    if (credits === 0 || ledger === null) return store.write(operations);
    return ledger.post(
      {
        kind: "welcome",
        note: { account },
        entries: [
          { account: MINT_CREDITS, delta: -credits },
          { account: purseOf("free", account), delta: credits },
        ],
      },
      operations,
    );
  }
}
