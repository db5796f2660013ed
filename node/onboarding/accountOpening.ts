/**
 * How accounts begin: with a key, a machine, and credits to compute with, in one batch or not at
 * all.
 */
import { MINT_CREDITS, purseOf } from "../../protocol/economy/accounts.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { buckets } from "../../storage/records/buckets.js";
import type { Store } from "../../storage/store.js";
import { faultOf } from "../../storage/kv/table.js";
import type { EffectTransaction, Step } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { makeKey } from "../runtime/identity/keyFormat.js";
import type { RandomBytes } from "../runtime/random.js";
import { keyPrefix } from "../../storage/repositories/keys.js";
import type { MachineRegister, NewMachine } from "../machines/machineRegister.js";
import type { WorkTicket } from "../accounts/work.js";

type Right = Pick<WorkTicket, "guardKey" | "take">;

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
}

export interface NewAccount {
  readonly account: string;
  /** Shown once. */
  readonly key: string;
  readonly machine: NewMachine;
  /** Credits it begins with. */
  readonly credits: number;
}

interface OpeningModules {
  readonly store: Store;
  readonly deadlines: Deadlines;
  readonly machineRegister: Pick<MachineRegister, "draft" | "add">;
  readonly random: RandomBytes;
}

export class AccountOpening {
  /** Whole credits a new account is given, free ones. */
  readonly welcome: number;
  readonly #modules: OpeningModules;

  constructor({ welcome }: { readonly welcome: number }, modules: OpeningModules) {
    this.welcome = welcome;
    this.#modules = modules;
  }

  /**
   * @throws Refusal CID_TAKEN when the digest is taken, SLUG_TAKEN, and what the owners of the
   * rights say
   */
  open({ account, cid, plan, publicKey, rights, slug }: OpeningRequest): Step<NewAccount> {
    const { deadlines, machineRegister, random, store } = this.#modules;
    const draft = machineRegister.draft(account, slug === undefined ? {} : { slug });
    const { genesisCalcond, id, slug: newSlug } = draft.record;
    const key = makeKey("account", random);
    return {
      keys: [`uniq:account/${account}`, draft.guardKey, ...rights.map(({ guardKey }) => guardKey)],
      run: async (tx) => {
        // A damaged one is one, too.
        if ((await tx.get(buckets.acct, account).catch(faultOf)) !== undefined) throw cidTaken();
        await machineRegister.add(tx, draft, { key: keyPrefix(key), role: "owner" });
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
        this.#welcomed(tx, account);
        return {
          account,
          key,
          credits: this.welcome,
          machine: { id, slug: newSlug, key: draft.key, genesisCalcond },
        };
      },
    };
  }

  #welcomed(tx: EffectTransaction, account: string): void {
    const credits = this.welcome;
    if (credits === 0) return;
    tx.book({
      kind: "welcome",
      note: { account },
      entries: [
        { account: MINT_CREDITS, delta: -credits },
        { account: purseOf("free", account), delta: credits },
      ],
    });
  }
}

export function cidTaken(): Refusal {
  return new Refusal("CID_TAKEN", "an account with this identity digest exists already");
}
