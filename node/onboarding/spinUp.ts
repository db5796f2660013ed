/**
 * Accounts for whoever holds a demo key and cannot make an identity: the node draws the equation,
 * registers what follows from it, tells it once and keeps nothing of it.
 */
import type { Principal } from "../../protocol/identity/principal.js";
import { Refusal, type Allowance } from "../../protocol/errors/refusal.js";
import { SPIN_UPS_A_DAY_MAX } from "../../protocol/limits.js";
import { identityOf } from "../../protocol/identity/derive.js";
import { drawEquation } from "../../protocol/identity/equation.js";
import type { Crypto } from "../../protocol/ports.js";
import { buckets } from "../../storage/records/buckets.js";
import type { Transaction } from "../../storage/kv/guard.js";
import type { Store } from "../../storage/store.js";
import type { AccountOpening, NewAccount } from "./accountOpening.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { RandomBytes } from "../runtime/random.js";
import type { MachineRegister } from "../machines/machineRegister.js";
import { left, type Counted, type Work, type Worker } from "../accounts/work.js";

const DAY_CALCONDS = 111_197;
const CALCOND_SECONDS = 0.777000777;
const POLICY = "spin-up";
/**
 * For callers of the interface, and of the command line, which uses the operator's own key on the
 * node's machine.
 */
const DEMO_KEY_NEXT =
  "Send the key of GET /api/demo-key instead; on the command line: CALC_TOKEN=$(calc demo-key " +
  "--field key) calc spin-up";

interface SpinUpModules {
  readonly store: Store;
  readonly crypto: Crypto;
  readonly deadlines: Deadlines;
  readonly machineRegister: Pick<MachineRegister, "checkFree">;
  readonly opening: AccountOpening;
  readonly random: RandomBytes;
  /**
   * An account is an account: how many an address opens in an hour is counted as for those that
   * register themselves.
   */
  readonly work: Pick<Work, "require">;
}

/** An account that was just made, and the identity that is told once. */
export interface SpunUp extends NewAccount {
  readonly cid: string;
  readonly recoveryEquation: string;
}

export class SpinUp {
  readonly #modules: SpinUpModules;

  constructor(modules: SpinUpModules) {
    this.#modules = modules;
  }

  /**
   * @throws Refusal FORBIDDEN for keys that are not of a demo, RATE_LIMITED where the key made as
   * many as it may in a day, POW_REQUIRED where the address did
   */
  async make(
    principal: Principal,
    worker: Worker,
    { slug }: { readonly slug?: string },
  ): Promise<Counted<SpunUp>> {
    const { crypto, machineRegister, opening, random, store, work } = this.#modules;
    if (!principal.spinUpOnly && (await store.accounts.get(principal.owner))?.plan !== "demo") {
      throw new Refusal(
        "FORBIDDEN",
        "this takes a demo key, and yours is one of an account that there is already",
        { members: { next: DEMO_KEY_NEXT } },
      );
    }
    // Nobody works for what cannot be.
    await this.#place(principal.owner, ({ end, name }) => store.once.isUsed(name, end));
    await machineRegister.checkFree(slug);
    const ticket = await work.require("signup", worker);
    const equation = drawEquation((bytes) => random.bytes(bytes));
    const { cid, publicKey } = identityOf(crypto, equation);
    let placed: readonly Allowance[] = [];
    const take = async (tx: Transaction): Promise<void> => {
      placed = [await this.#take(tx, principal.owner)];
    };
    const { keys, run } = opening.open({
      account: cid,
      cid,
      publicKey,
      plan: "free",
      ...(slug === undefined ? {} : { slug }),
      rights: [{ guardKey: `uniq:spin-up/${principal.owner}`, take }, ticket],
    });
    return {
      keys,
      run: async (tx) => ({
        made: { ...(await run(tx)), cid, recoveryEquation: equation },
        allowances: [...placed, ...left(ticket)],
      }),
    };
  }

  async #take(tx: Transaction, owner: string): Promise<Allowance> {
    const { deadlines, store } = this.#modules;
    const {
      end,
      left: places,
      name,
      seconds,
    } = await this.#place(
      owner,
      async ({ end: until, name: used }) =>
        (await tx.get(buckets.once, [until, used])) !== undefined,
    );
    tx.add(store.once.useOps(name, end));
    tx.add(deadlines.markOps());
    return { policy: POLICY, left: places, resetSeconds: seconds };
  }

  /**
   * The first place of today that is free. Each use has one of its own until the day is over, so
   * how many there were holds over a restart.
   * @throws Refusal RATE_LIMITED where all are taken
   */
  async #place(
    owner: string,
    isTaken: (place: Pick<Place, "end" | "name">) => Promise<boolean>,
  ): Promise<Place> {
    const now = this.#modules.deadlines.now();
    const end = now - (now % DAY_CALCONDS) + DAY_CALCONDS;
    const seconds = Math.ceil((end - now) * CALCOND_SECONDS);
    for (let place = 1; place <= SPIN_UPS_A_DAY_MAX; place += 1) {
      const name = `spin-up/${owner}/${place}`;
      if (!(await isTaken({ end, name })))
        return { end, name, seconds, left: SPIN_UPS_A_DAY_MAX - place };
    }
    throw new Refusal(
      "RATE_LIMITED",
      `a demo key makes ${SPIN_UPS_A_DAY_MAX} accounts a day; again in ${seconds} s`,
      {
        members: { "violated-policies": [POLICY] },
        retryAfterSeconds: seconds,
        allowances: [{ policy: POLICY, left: 0, resetSeconds: seconds }],
      },
    );
  }
}

interface Place {
  readonly name: string;
  /** First calcond of the next day. */
  readonly end: number;
  readonly seconds: number;
  /** Places free after it. */
  readonly left: number;
}
